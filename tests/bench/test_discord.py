"""The benchmark of the local Discord asks what it says: three answers in turn, from a bot in a process of its own."""

import pytest

from sandbox import LocalDiscord, ManualClock
from tests.bench import bench_discord
from tests.bench.answering_bot import COMMANDS, PICTURE_BYTES, AnsweringBot, make_picture, run_bot


def test_the_picture_is_as_large_as_said():
    assert len(make_picture()) == PICTURE_BYTES == 42 * 1024


def test_rows_tell_the_middle_and_the_slowest_hundredth_in_ms_beside_the_floor():
    seconds = {"text": [at / 1000 for at in range(1, 102)]}
    assert bench_discord.list_rows(seconds) == [["text", "51.00", "100.00", *bench_discord.FLOOR["text"]]]


async def test_the_bot_answers_what_the_rows_say(conformity):
    server = LocalDiscord(clock=ManualClock(), validator=conformity)
    async with server, run_bot(server, AnsweringBot()):
        replies = [await server.person("Ivan").slash(name, channel="general") for name in COMMANDS]
    assert all(reply.is_ephemeral for reply in replies)
    assert [len(reply.buttons) for reply in replies] == [0, 14, 14]
    assert [[len(file.content) for file in reply.attachments] for reply in replies] == [[], [], [PICTURE_BYTES]]


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
    assert {name: len(taken) for name, taken in seconds.items()} == dict.fromkeys(COMMANDS, 4)
