"""The archive: each match's record, hand by hand as they are settled, put together again exactly as it was."""

import random
from functools import partial

import pytest
from sqlalchemy import select

from engine.cities import preset_names
from engine.record import write_lines
from engine.record_report import replay_report, verify_report
from host.archive import find_last_in_channel, find_last_of, find_match, read_match
from host.events import HandEnded
from host.parts import keep_shuffle, unpack_lines
from host.record_lines import list_record_lines
from host.schema import hand_records
from host.store import Store
from host.version import PROGRAM
from tests.host.conftest import Room, discard_last
from tests.host.databases import on_both
from tests.host.helpers import GUILD, to_between
from tests.host.test_upgrade import lay
from tests.records import parse_lines


async def read(store, table_id):
    return await store.read(partial(read_match, table_id=table_id))


def record_of(table, events=None):
    return write_lines(list_record_lines(table.record if events is None else events, PROGRAM)).encode()


async def assert_kept(store, table):
    """The archive has the whole record, byte by byte, and it holds; returns its lines."""
    record = await read(store, table.table_id)
    assert record == record_of(table)
    report = replay_report(record)
    assert report.holds, report.faults
    return parse_lines(record.decode())


# ---- whole matches


@pytest.mark.parametrize("rules", preset_names())
async def test_the_record_of_a_match_of_any_rules_is_kept_from_first_to_last_line(any_room, at_random, rules):
    table = await any_room.started(2, hands=4, next_hand_seconds=1, rules=rules)
    is_second = lambda: table.snapshot().hand == 2 and table.state == "playing"  # noqa: E731
    await any_room.play_until(table, is_second, choose=at_random, rng=random.Random(6), steps=9000)
    await table.end(1)
    await any_room.quiet()
    lines = await assert_kept(any_room.store, table)
    assert [line["hand"] for line in lines if line["type"] == "start_hand"] == [1, 2]


@on_both
async def test_a_match_is_kept_with_who_left_who_sat_down_and_what_was_paid(room):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await table.leave(2)
    await room.play_until(table, lambda: table.snapshot().hand == 2 and table.state == "playing")
    await table.end(1)
    await room.quiet()
    lines = await assert_kept(room.store, table)
    assert not any("id" in player for line in lines for player in line.get("players", [line.get("player", {})]))
    kinds = [line["type"] for line in lines]
    assert kinds.index("leave") < kinds.index("penalty") < kinds.index("end_hand") < kinds.index("sit")


@pytest.mark.parametrize("coins", [True, False])
async def test_a_match_that_is_broken_off_is_kept_with_its_void_hand(room, coins):
    table = await room.started(2, hands=4, next_hand_seconds=1, coins=coins)
    await room.play_until(table, lambda: table.snapshot().hand == 2 and table.state == "playing")
    await table.end(1)
    await room.quiet()
    lines = await assert_kept(room.store, table)
    assert [line["type"] for line in lines][-3:] == ["void", "end_hand", "end_match"]
    outcomes = room.database.sql("SELECT hand, outcome, people FROM hand_records ORDER BY hand")
    assert [tuple(row) for row in outcomes] == [(1, "drawn", 2), (2, "void", 2)]


async def test_who_sat_down_after_the_last_hand_is_kept_with_the_end(room):
    table = await room.started(2, hands=8, next_hand_seconds=60)
    await to_between(room, table)
    await table.leave(2)
    await table.join(5, "p5")
    await table.end(1)
    await room.quiet()
    lines = await assert_kept(room.store, table)
    assert [line["type"] for line in lines][-2:] == ["sit", "end_match"]


# ---- while it is played


async def test_of_a_match_that_is_played_only_hands_that_are_over_are_kept(room):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    assert await read(room.store, table.table_id) is None
    await room.play_until(table, lambda: table.snapshot().hand == 2 and len(table.record) > 120)
    record = await read(room.store, table.table_id)
    ended = [place for place, event in enumerate(table.record) if isinstance(event, HandEnded)]
    over = record_of(table, table.record[: ended[-1] + 1])
    assert record.startswith(over)
    (end,) = parse_lines(record[len(over) :].decode())
    assert (end["type"], end["why"]) == ("end_match", "so_far")
    assert replay_report(record).holds
    found = await room.store.read(partial(find_match, table_id=table.table_id))
    assert (found.hands, found.ended_at, found.channel_id) == (1, None, table.channel_id)
    await table.end(1)
    await room.quiet()
    await assert_kept(room.store, table)


async def test_a_killed_program_goes_on_keeping_the_same_record(room):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await room.play_until(table, lambda: table.snapshot().hand == 2 and table.state == "playing")
    (table,) = await room.restart()
    await room.play_until(table, lambda: table.snapshot().hand == 3)
    await table.end(1)
    await room.quiet()
    lines = await assert_kept(room.store, table)
    assert [line["hand"] for line in lines if line["type"] == "start_hand"] == [1, 2]


@pytest.mark.parametrize("refusing", ["hand_records", "matches"])
async def test_a_hand_is_paid_and_kept_together_or_not_at_all(room, failing_writes, refusing):
    table = await room.started(2, hands=4, next_hand_seconds=1)
    async with failing_writes(refusing):
        await room.play_until(table, lambda: table.state == "stalled")
        for name in ("settlements", "hand_records", "matches"):
            assert room.database.sql(f"SELECT count(*) FROM {name}") == [(0,)]
    await to_between(room, table)
    record = await read(room.store, table.table_id)
    assert record.startswith(record_of(table))


@on_both
@pytest.mark.parametrize("step", ["0006"])
async def test_a_game_begun_under_an_earlier_version_is_kept_whole_with_its_next_hand(database, step):
    lay(database, step, is_numbered=True)
    store = await Store.open(database.url)
    try:
        room = Room(store, database, discard_last, 1)
        (table,) = await room.restart()
        await to_between(room, table)
        lines = parse_lines((await read(store, table.table_id)).decode())
        assert [line["hand"] for line in lines if line["type"] == "start_hand"] == [1, 2]
        await room.stop()
        report = replay_report(await read(store, table.table_id))
        assert report.holds, report.faults
    finally:
        await store.close()


# ---- what is read


@pytest.mark.parametrize("rules", ["harbin", "qiqihar"])
async def test_the_shuffle_of_finished_hands_is_a_record_of_its_own_while_the_next_is_played(
    any_room, at_random, rules
):
    table = await any_room.started(2, hands=4, next_hand_seconds=1, rules=rules)
    later = any_room.play_until(
        table, lambda: table.snapshot().hand == 2, choose=at_random, rng=random.Random(6), steps=9000
    )
    await later
    shuffle = keep_shuffle((await read(any_room.store, table.table_id)).decode())
    report = verify_report(shuffle.encode())
    assert report.holds, report.faults
    lines = parse_lines(shuffle)
    assert [line["hand"] for line in lines if line["type"] == "start_hand"] == [1]
    told = {"start_match", "sit", "start_hand", "deal", "bao", "end_hand", "end_match"}
    assert {line["type"] for line in lines} <= told
    assert all(line["dice"] for line in lines if line["type"] == "bao")


async def test_the_last_match_is_found_by_its_channel_and_by_who_played_it(room):
    first = await room.started(2, hands=4, channel=7)
    await first.end(1)
    await room.quiet()
    await room.clock.advance(60)
    second = await room.started(1, hands=4, channel=8)
    await second.end(1)
    await room.quiet()

    async def find(search, *key):
        found = await room.store.read(lambda connection: search(connection, *key))
        return None if found is None else found.table_id

    assert await find(find_last_in_channel, 7) == first.table_id
    assert await find(find_last_in_channel, 9) is None
    assert [await find(find_last_of, GUILD, user) for user in (1, 2, 3)] == [second.table_id, first.table_id, None]
    assert await find(find_last_of, GUILD + 1, 1) is None


# ---- how long


@on_both
async def test_records_go_in_time_and_that_the_hands_were_played_stays(room):
    over = await room.started(2, hands=4, channel=1)
    await over.end(1)
    await room.quiet()
    played = await room.started(1, hands=4, channel=2, first_user=5, next_hand_seconds=60)
    await to_between(room, played)
    early = "UPDATE matches SET started_at = 1.0, ended_at = CASE WHEN ended_at IS NULL THEN NULL ELSE 2.0 END"
    room.sql(early)
    assert await room.store.prune(None, None) == 0
    assert await room.store.prune(None, 100) == 1 + 2 + 1
    assert await room.store.prune(None, 100) == 0
    assert await read(room.store, over.table_id) is None
    assert await read(room.store, played.table_id) is not None
    rows = room.database.sql("SELECT table_id, outcome FROM hand_records WHERE lines IS NULL")
    assert [tuple(row) for row in rows] == [(over.table_id, "void")]


# ---- who asks to be forgotten


@on_both
async def test_a_record_holds_without_the_name_of_who_is_forgotten(room):
    table = await room.started(3, hands=4, next_hand_seconds=60)
    await table.set_words(2, "spring")
    await to_between(room, table)
    await table.leave(3)
    await table.join(2_000_002, "Snow")
    await room.play_until(table, lambda: table.snapshot().last_report.hand == 2)
    await table.leave(2)
    await table.join(2_000_003, "Li")
    await table.end(1)
    await room.quiet()
    before = await assert_kept(room.store, table)
    for user_id in (2, 2_000_002, 2_000_003):
        await room.store.forget(user_id)
    record = await read(room.store, table.table_id)
    assert replay_report(record).holds
    lines = parse_lines(record.decode())
    assert [line["player"] for line in lines if line["type"] == "sit"] == [{"name": "", "kind": "human"}] * 2
    named = [player["name"] for player in lines[0]["players"] if player["kind"] == "human"]
    assert sorted(named) == ["", "p1", "p3"]
    assert "spring" in record.decode()
    assert len(lines) == len(before)
    stored = str(room.database.sql("SELECT opening, closing FROM matches"))
    packed = await room.store.read(lambda connection: connection.scalars(select(hand_records.c.lines)))
    stored += "".join(map(unpack_lines, packed))
    assert not any(said in stored for said in ('"p2"', '"id":2', "Li", "Snow", "2000002"))
