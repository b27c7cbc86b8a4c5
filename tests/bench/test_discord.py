"""The benchmark of the local Discord asks what it says: three answers in turn, from a bot in a process of its own."""

import pytest

from sandbox import LocalDiscord, ManualClock
from tests.bench import bench_discord
from tests.bench.answering_bot import COMMANDS, AnsweringBot, make_picture, run_bot


def test_the_picture_is_as_large_as_said():
    assert len(make_picture()) == pytest.approx(42 * 1024, rel=0.02)


def test_rows_tell_the_middle_and_the_slowest_hundredth_in_ms_beside_the_floor():
    here, floor = ([at / unit for at in range(1, 102)] for unit in (1000, 2000))
    seconds = {
        (name, where): times for name in COMMANDS for where, times in (("local Discord", here), ("floor", floor))
    }
    rows = bench_discord.list_rows(seconds)
    assert [row[0] for row in rows] == [bench_discord.SAID[name] for name in COMMANDS]
    assert {tuple(row[1:]) for row in rows} == {("51.00", "100.00", "25.50", "50.00")}


async def test_the_bot_answers_what_the_rows_say(conformity):
    server = LocalDiscord(clock=ManualClock(), validator=conformity)
    async with server, run_bot(server, AnsweringBot()):
        replies = [await server.person("Ivan").slash(name, channel="general") for name in COMMANDS]
    assert all(reply.is_ephemeral for reply in replies)
    assert [len(reply.buttons) for reply in replies] == [0, 14, 14]
    assert [[file.content for file in reply.attachments] for reply in replies] == [[], [], [make_picture()]]


async def test_a_bot_that_cannot_start_is_no_wait_without_end(conformity):
    server = LocalDiscord(clock=ManualClock(), validator=conformity)
    async with server:
        token, server.token = server.token, "wrong"
        with pytest.raises(Exception, match="Improper token"):
            async with run_bot(server, AnsweringBot()):
                pass
        server.token = token


async def test_a_whole_test_is_timed():
    assert await bench_discord.time_test() > 0


@pytest.mark.slow
async def test_every_command_is_timed_so_often_from_another_process():
    seconds = await bench_discord.time_answers(rounds=4, warm=1)
    places = [(name, where) for name in COMMANDS for where in (bench_discord.HERE, bench_discord.FLOOR)]
    assert {place: len(taken) for place, taken in seconds.items()} == dict.fromkeys(places, 4)
