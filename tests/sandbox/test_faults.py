"""Faults on request: a Discord that is slow, broken, strict or forgetful, as the real discord.py meets it."""

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox import Clock
from tests.routes import CALLBACK, EDIT, POST
from tests.sandbox.bare_bot import BareBot
from tests.sandbox.haste import Haste


@pytest.fixture
def channel(bot, server):
    return bot.get_channel(int(server.world.find_channel("general").id))


@pytest.fixture
async def haste(server):
    return Haste(server.clock)


def statuses(server, method="POST"):
    return [each.status for each in server.requests if each.method == method and each.path.endswith("/messages")]


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_discord_py_asks_again_after_a(server, channel, haste, status):
    server.faults.fail(status, POST, times=2)
    assert (await haste.until(channel.send("x"))).content == "x"
    assert statuses(server) == [status, status, 200]


async def test_discord_py_gives_up_at_a_503(server, channel, ivan):
    server.faults.fail(503)
    with pytest.raises(discord.DiscordServerError) as failed:
        await channel.send("x")
    assert failed.value.status == 503
    assert ivan.messages("general") == []
    server.faults.clear()
    assert (await channel.send("x")).content == "x"


async def test_a_500_is_json_of_the_api_and_a_502_the_text_of_what_stands_before_it(api, server):
    server.faults.fail(500, times=1)
    server.faults.fail(502, times=1)
    assert await api("GET", "/users/@me") == (500, {"message": "500: Internal Server Error", "code": 0})
    assert await api("GET", "/users/@me") == (502, "error code: 502")
    assert (await api("GET", "/users/@me"))[0] == 200


@pytest.mark.parametrize("is_global", [False, True])
async def test_discord_py_waits_as_long_as_a_429_says(server, channel, haste, is_global):
    server.faults.limit(30, POST, times=1, is_global=is_global)
    begun = server.clock.now()
    await haste.until(channel.send("x"), step=1)
    assert server.clock.now() - begun >= 29
    refused = next(each for each in server.requests if each.status == 429)
    assert refused.answer == {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": 30,
        "global": is_global,
    }
    assert refused.headers["X-RateLimit-Scope"] == ("global" if is_global else "user")


async def test_a_message_is_deleted_under_the_bot(server, channel, ivan):
    message = await channel.send("x")
    server.faults.vanish(EDIT, times=1)
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="y")
    assert gone.value.code == 10008
    assert ivan.messages("general") == []
    assert (await channel.send("z")).content == "z"


async def test_an_ephemeral_message_is_deleted_under_the_bot(server, bot, ivan):
    await ivan.slash("mahjong hand", channel="mahjong")
    server.faults.vanish(times=1)
    with pytest.raises(discord.NotFound) as gone:
        await bot.kept["hand"].edit_original_response(content="x")
    assert gone.value.code == 10008


async def test_a_follow_up_is_deleted_under_the_bot(server, bot, ivan):
    await ivan.slash("think", channel="general")
    more = await bot.heard("more")
    server.faults.vanish(times=1)
    with pytest.raises(discord.NotFound):
        await more.edit(content="less")
    assert [each.content for each in ivan.messages("general")] == ["thought"]


async def test_the_message_clicked_on_is_deleted_under_the_bot(server, bot, ivan):
    table = await ivan.slash("mahjong table", channel="general", rules="harbin")
    server.faults.vanish(CALLBACK, times=1)
    click = asyncio.create_task(ivan.click(table, "Count 0", may_fail=True))
    await bot.saw("delete")
    server.clock.advance(3.1)
    assert await click is None
    callback = next(each for each in reversed(server.requests) if each.path.endswith("/callback"))
    assert (callback.status, callback.answer["code"]) == (404, 10008)


async def test_a_lost_answer_leaves_done_what_was_asked_for(server, channel, ivan):
    server.faults.lose(POST, times=1)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await channel.send("x")
    assert [each.content for each in ivan.messages("general")] == ["x"]
    assert (await channel.send("y")).content == "y"


async def test_a_slow_request_is_carried_out_when_it_arrives(server, channel, ivan):
    server.faults.slow(10, POST)
    sending = asyncio.create_task(channel.send("x"))
    await until_asked(server, POST)
    server.clock.advance(9.9)
    assert ivan.messages("general") == []
    server.clock.advance(0.2)
    assert (await sending).content == "x"


async def test_a_slow_first_answer_is_too_late(server, bot, ivan):
    server.faults.slow(4, CALLBACK)
    hand = asyncio.create_task(ivan.slash("mahjong hand", channel="mahjong", may_fail=True))
    await until_asked(server, CALLBACK)
    server.clock.advance(4)
    assert await hand is None
    await BareBot.until(lambda: bot.errors)
    assert bot.errors[0].__cause__.code == 10062


async def test_what_is_held_up_goes_on_when_faults_are_cleared(server, channel):
    server.faults.slow(3600)
    sending = asyncio.create_task(channel.send("x"))
    await until_asked(server, POST)
    server.faults.clear()
    assert (await sending).content == "x"


async def until_asked(server, route):
    """Wait until a request of a route has come in."""
    await BareBot.until(
        lambda: any(each.route and f"{each.method} {each.route.pattern}" == route for each in server.requests)
    )


async def test_faults_are_listed_until_they_are_used_up(api, server):
    server.faults.fail(500, "GET /users/@me", times=2)
    server.faults.slow(0, "GET")
    assert server.faults.active() == [
        {"kind": "fail", "value": 500, "route": "GET /users/@me", "left": 2},
        {"kind": "slow", "value": 0, "route": "GET", "left": None},
    ]
    assert (await api("GET", "/gateway/bot"))[0] == 200
    for _ in range(2):
        await api("GET", "/users/@me")
    assert [each["kind"] for each in server.faults.active()] == ["slow"]
    server.faults.clear()
    assert server.faults.active() == []


def test_faults_that_cannot_be_are_refused(server):
    with pytest.raises(ValueError, match="no route"):
        server.faults.fail(500, "GET /nowhere")
    with pytest.raises(ValueError, match="no failure"):
        server.faults.fail(404)
    with pytest.raises(ValueError, match="negative"):
        server.faults.slow(-1)
    with pytest.raises(ValueError, match="at least one"):
        server.faults.lose(times=0)


async def test_by_a_real_clock_slow_is_slow(api, server):
    server.world.clock = Clock()
    server.faults.slow(0.05)
    begun = time.monotonic()
    assert (await api("GET", "/users/@me"))[0] == 200
    assert time.monotonic() - begun >= 0.05
    server.world.clock.close()


async def test_what_is_sent_again_with_its_nonce_is_there_once(server, channel, ivan, haste):
    server.faults.lose(POST, times=1)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await channel.send("x", nonce=7)
    first = await channel.send("y", nonce=7)
    assert (first.content, [each.text for each in ivan.messages("general")]) == ("x", ["x"])
    await channel.send("y", nonce=8)
    await first.delete()
    with pytest.raises(discord.NotFound) as gone:
        await channel.send("y", nonce=7)
    assert gone.value.code == 10008
    server.clock.advance(301)
    await channel.send("z", nonce=7)
    assert [each.text for each in ivan.messages("general")] == ["y", "z"]


async def test_without_being_asked_to_a_nonce_keeps_nothing_from_being_sent_twice(api, server, ivan):
    place = f"/channels/{server.world.find_channel('general').id}/messages"
    for _ in range(2):
        assert (await api("POST", place, json={"content": "x", "nonce": "7"}))[0] == 200
    assert [each.text for each in ivan.messages("general")] == ["x", "x"]
