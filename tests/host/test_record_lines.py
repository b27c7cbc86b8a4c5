"""The record of every table that played to an end holds: by the rules, by the books, by the shuffle."""

import random

import pytest

from engine.record import write_lines
from engine.record_report import replay_report
from host.record_lines import list_record_lines
from tests.records import parse_lines


def record_of(table):
    return write_lines(list_record_lines(table.record, "test 1"))


def assert_holds(table):
    text = record_of(table)
    report = replay_report(text.encode())
    assert report.holds, report.faults
    return parse_lines(text)


@pytest.mark.parametrize("rules", ["harbin", "mudanjiang", "qiqihar"])
async def test_the_record_of_a_match_with_people_holds(any_room, at_random, rules):
    table = await any_room.started(2, hands=4, next_hand_seconds=1, rules=rules)
    await any_room.play_until(table, lambda: table.state == "over", choose=at_random, rng=random.Random(6), steps=9000)
    lines = assert_holds(table)
    assert [line["hand"] for line in lines if line["type"] == "start_hand"] == [1, 2, 3, 4]
    assert [player["kind"] for player in lines[0]["players"]].count("human") == 2
    assert lines[-1]["why"] == "finished"


async def test_the_record_of_a_match_left_to_the_clock_holds(room):
    table = await room.started(3, hands=4, next_hand_seconds=1)
    await room.play_until(table, lambda: table.state == "over", idle=True, steps=9000)
    lines = assert_holds(table)
    assert {"clock", "autoplay"} <= {line.get("auto") for line in lines}
    assert any(line["type"] == "autoplay" and line["why"] == "clock" for line in lines)


async def test_the_record_of_who_left_has_the_penalty_and_the_new_player(room):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await table.leave(2)
    await room.play_until(table, lambda: table.state == "over", steps=9000)
    lines = assert_holds(table)
    kinds = [line["type"] for line in lines]
    assert kinds.index("leave") < kinds.index("penalty") < kinds.index("end_hand") < kinds.index("sit")


async def test_the_record_of_a_game_that_was_ended_holds(room):
    table = await room.started(1, hands=4)
    await table.end(1)
    await room.quiet()
    lines = assert_holds(table)
    assert [line["type"] for line in lines][-3:] == ["void", "end_hand", "end_match"]


async def test_the_record_of_a_game_for_points_holds(any_room, at_random):
    table = await any_room.started(3, hands=4, next_hand_seconds=1, coins=False, rules="qiqihar")
    await any_room.play_until(table, lambda: table.state == "over", choose=at_random, rng=random.Random(2), steps=9000)
    lines = assert_holds(table)
    assert lines[0]["coins"] == [0, 0, 0, 0]


async def test_a_name_is_written_as_it_is_and_the_time_in_utc(room):
    table = await room.started(1, hands=4)
    await table.end(1)
    await room.quiet()
    start = parse_lines(record_of(table))[0]
    assert sorted(player["name"] for player in start["players"]) == ["computer 1", "computer 2", "computer 3", "p1"]
    assert start["program"] == "test 1"
    assert start["time"].endswith("Z")


async def test_the_record_of_who_came_back_in_time_has_no_penalty(room):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await table.leave(2)
    await table.join(2, "p2")
    await room.play_until(table, lambda: table.state == "over", steps=9000)
    kinds = [line["type"] for line in assert_holds(table)]
    assert kinds.index("leave") < kinds.index("return")
    assert not {"penalty", "sit"} & set(kinds)
