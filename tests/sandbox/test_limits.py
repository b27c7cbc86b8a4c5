"""Rate limits: what Discord counts, tells in headers and refuses; and that the real discord.py lives with it."""

import asyncio
import logging

import aiohttp
import discord
import pytest

from sandbox import limits
from sandbox.model import Permissions
from tests.sandbox.haste import Haste

NOTHING = Permissions(0)


@pytest.fixture
async def ask(server):
    """Ask the HTTP API while time stands still for limits too: gives status, headers and body."""
    server.limits.now = server.clock.now
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:

        async def ask(method, path, **kwargs):
            async with session.request(method, f"{server.url}/api/v10{path}", **kwargs) as response:
                is_json = response.content_type == "application/json"
                return response.status, response.headers, await (response.json() if is_json else response.text())

        yield ask


@pytest.fixture
def general(server):
    return f"/channels/{server.world.find_channel('general').id}"


@pytest.fixture
def messages(general):
    return f"{general}/messages"


@pytest.fixture
async def sent(ask, messages):
    """A message of the bot's."""
    _, _, message = await ask("POST", messages, json={"content": "x"})
    return f"{messages}/{message['id']}"


async def use_up(ask, method, path, count, **kwargs):
    """Ask so often as is allowed."""
    for _ in range(count):
        status, headers, _ = await ask(method, path, **kwargs)
        assert status < 300
    assert headers["X-RateLimit-Remaining"] == "0"


async def test_headers_count_down_to_zero_and_name_the_bucket(ask, server, messages):
    seen = []
    for _ in range(5):
        _, headers, _ = await ask("POST", messages, json={"content": "x"})
        seen.append([headers[f"X-RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset-After", "Bucket")])
        server.clock.advance(1)
    bucket = seen[0][3]
    assert seen == [["5", str(4 - at), f"{5 - at}.000", bucket] for at in range(5)]
    assert headers["Via"] == "1.1 google"
    assert float(headers["X-RateLimit-Reset"]) == pytest.approx(server.clock.now())


async def test_one_more_is_a_429_that_says_how_long_to_wait(ask, server, messages):
    await use_up(ask, "POST", messages, 5, json={"content": "x"})
    server.clock.advance(1.5)
    status, headers, body = await ask("POST", messages, json={"content": "x"})
    assert status == 429
    assert body == {"message": "You are being rate limited.", "code": 0, "retry_after": 3.5, "global": False}
    assert headers["Retry-After"] == "4"
    assert headers["X-RateLimit-Scope"] == "user"
    assert headers["X-RateLimit-Remaining"] == "0"
    assert headers["Via"]
    server.clock.advance(3.5)
    assert (await ask("POST", messages, json={"content": "x"}))[0] == 200


async def test_what_was_refused_is_not_carried_out(ask, ivan, messages):
    await use_up(ask, "POST", messages, 5, json={"content": "x"})
    await ask("POST", messages, json={"content": "no"})
    assert [each.content for each in ivan.messages("general")] == ["x"] * 5


async def test_each_channel_has_its_own_window_of_the_same_bucket(ask, server, messages):
    await use_up(ask, "POST", messages, 5, json={"content": "x"})
    other = f"/channels/{server.world.find_channel('mahjong').id}/messages"
    status, headers, _ = await ask("POST", other, json={"content": "x"})
    assert (status, headers["X-RateLimit-Remaining"]) == (200, "4")
    _, before, _ = await ask("POST", messages, json={"content": "x"})
    assert before["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]


async def test_sending_and_editing_are_counted_apart(ask, sent, messages):
    await use_up(ask, "PATCH", sent, 5, json={"content": "y"})
    assert (await ask("PATCH", sent, json={"content": "z"}))[0] == 429
    assert (await ask("POST", messages, json={"content": "x"}))[0] == 200


async def test_five_times_typing_in_five_seconds(ask, server, general):
    await use_up(ask, "POST", f"{general}/typing", 5)
    server.clock.advance(4.99)
    assert (await ask("POST", f"{general}/typing"))[0] == 429
    server.clock.advance(0.02)
    assert (await ask("POST", f"{general}/typing"))[0] == 204


async def test_five_deletions_a_second(ask, server, messages):
    addresses = []
    for _ in range(6):
        _, _, message = await ask("POST", messages, json={"content": "x"})
        addresses.append(f"{messages}/{message['id']}")
        server.clock.advance(2)
    assert [(await ask("DELETE", each))[0] for each in addresses] == [204] * 5 + [429]
    server.clock.advance(1.01)
    assert (await ask("DELETE", addresses[5]))[0] == 204


async def test_messages_older_than_an_hour_take_three_edits_in_six_seconds(ask, server, sent):
    await ask("PATCH", sent, json={"content": "y"})
    server.clock.advance(3601)
    for _ in range(3):
        status, headers, _ = await ask("PATCH", sent, json={"content": "y"})
        assert status == 200
    status, headers, body = await ask("PATCH", sent, json={"content": "y"})
    assert (status, body["code"], body["retry_after"], body["global"]) == (429, 30046, 6, False)
    assert headers["X-RateLimit-Remaining"] == "1"
    server.clock.advance(6)
    assert (await ask("PATCH", sent, json={"content": "y"}))[0] == 200


async def test_a_channel_is_renamed_twice_in_ten_minutes_and_its_slow_mode_as_often_as_wanted(ask, server, general):
    bot = server.world.application.bot
    server.operator.set_permissions("general", bot.id, Permissions.MANAGE_CHANNELS, NOTHING)
    for form in ({"name": "a"}, {"topic": "b"}):
        assert (await ask("PATCH", general, json=form))[0] == 200
    status, _, body = await ask("PATCH", general, json={"name": "c"})
    assert (status, body["retry_after"]) == (429, 600)
    assert (await ask("PATCH", general, json={"rate_limit_per_user": 5}))[0] == 200
    server.clock.advance(601)
    assert (await ask("PATCH", general, json={"name": "c"}))[0] == 200


@pytest.fixture
async def answered(server, bot, ivan):
    """Two interactions that the bot has answered at once."""
    server.limits.now = server.clock.now
    kept = []
    for _ in range(2):
        await ivan.slash("mahjong hand", channel="mahjong")
        interaction = bot.kept["hand"]
        kept.append(f"/webhooks/{interaction.application_id}/{interaction.token}")
    return kept


async def test_each_interactions_webhook_takes_five_in_two_seconds(ask, server, answered):
    first, second = answered
    for method, path in (("POST", ""), ("GET", "/messages/@original"), ("POST", ""), ("POST", "")):
        assert (await ask(method, first + path, json={"content": "x", "flags": 64}))[0] == 200
    await use_up(ask, "GET", f"{first}/messages/@original", 1)
    assert (await ask("POST", first, json={"content": "x"}))[0] == 429
    assert (await ask("POST", second, json={"content": "x"}))[0] == 200
    server.clock.advance(2)
    assert (await ask("POST", first, json={"content": "x"}))[0] == 200


async def test_fifty_requests_a_second_and_no_more(ask, server):
    server.limits.total = 0
    done = [(await ask("GET", "/users/@me"))[0] for _ in range(50)]
    assert done == [200] * 50
    status, headers, body = await ask("GET", "/gateway/bot")
    assert (status, body["global"], body["retry_after"]) == (429, True, 1)
    assert headers["X-RateLimit-Global"] == "true"
    assert headers["X-RateLimit-Scope"] == "global"
    assert "X-RateLimit-Bucket" not in headers
    server.clock.advance(1)
    assert (await ask("GET", "/gateway/bot"))[0] == 200


async def test_answers_to_interactions_are_outside_the_global_limit(ask, server, bot, ivan, answered):
    for _ in range(50):
        await ask("GET", "/users/@me")
    assert (await ask("GET", "/users/@me"))[0] == 429
    await ivan.slash("mahjong hand", channel="mahjong")
    status, _, _ = await ask("GET", f"{answered[0]}/messages/@original")
    assert status == 200
    callback = next(each for each in reversed(server.requests) if each.path.endswith("/callback"))
    assert callback.status == 200
    assert not any(name.startswith("X-RateLimit") for name in callback.headers)


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_invalid_requests_are_counted_for_ten_minutes(ask, server, general, status):
    before = server.limits.counts()["invalid"]
    if status == 401:
        await ask("GET", general, headers={"Authorization": "Bot no"})
    elif status == 403:
        server.operator.set_permissions("general", server.world.application.bot.id, NOTHING, Permissions.VIEW_CHANNEL)
        await ask("GET", general)
    else:
        server.faults.limit(1, times=1)
        await ask("GET", general)
    assert server.limits.counts()["invalid"] == before + 1
    await ask("GET", "/channels/1")
    assert server.limits.counts()["invalid"] == before + 1
    server.clock.advance(600)
    assert server.limits.counts()["invalid"] == 0


async def test_ten_thousand_invalid_requests_are_a_ban_that_no_api_explains(ask, server, general, monkeypatch):
    for _ in range(limits.INVALID_COUNT - 1):
        server.limits._invalid.append(server.limits.now())
    server.clock.advance(60)
    assert (await ask("GET", general))[0] == 200
    assert (await ask("GET", general, headers={"Authorization": "Bot no"}))[0] == 401
    assert server.limits.counts()["banned_seconds"] == 540
    status, headers, body = await ask("GET", general)
    assert (status, body) == (429, "error code: 1015")
    assert headers["Retry-After"] == "540"
    assert "Via" not in headers
    server.clock.advance(540)
    assert (await ask("GET", general))[0] == 200


async def test_discord_py_does_not_retry_a_ban(server, bot):
    server.limits._invalid.extend([server.limits.now()] * limits.INVALID_COUNT)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.fetch_user(int(server.person("Ivan").id))
    assert refused.value.status == 429


async def test_counts_are_json_for_the_page(ask, server, general, messages):
    await use_up(ask, "POST", messages, 5, json={"content": "x"})
    await ask("POST", messages, json={"content": "x"})
    counts = server.limits.counts()
    assert {key: counts[key] for key in ("requests", "limited", "invalid", "invalid_limit", "banned_seconds")} == {
        "requests": 6,
        "limited": 1,
        "invalid": 1,
        "invalid_limit": 10_000,
        "banned_seconds": 0,
    }
    (window,) = [each for each in counts["buckets"] if each["name"] == limits.SEND.name]
    assert window == {
        "name": limits.SEND.name,
        "owner": server.world.find_channel("general").id,
        "limit": 5,
        "remaining": 0,
        "reset_after": 5,
    }
    server.clock.advance(10)
    assert server.limits.counts()["buckets"] == []


async def test_windows_that_have_closed_are_forgotten(ask, server, monkeypatch, general):
    monkeypatch.setattr(limits, "_KEPT_WINDOWS", 3)
    for name in ("general", "mahjong"):
        await ask("POST", f"/channels/{server.world.find_channel(name).id}/typing")
    server.clock.advance(10)
    await ask("POST", f"{general}/typing")
    assert len(server.limits._windows) == 2


async def test_limits_of_a_quickened_bot_are_as_much_quicker(ask, server, messages):
    server.limits.speed = 50
    await use_up(ask, "POST", messages, 5, json={"content": "x"})
    _, _, body = await ask("POST", messages, json={"content": "x"})
    assert body["retry_after"] == 0.1
    server.clock.advance(0.1)
    assert (await ask("POST", messages, json={"content": "x"}))[0] == 200


def test_limits_run_on_while_the_worlds_clock_stands_still(server):
    before, still = server.limits.now(), server.clock.now()
    server.clock.advance(7)
    assert server.limits.now() >= before + 7
    assert server.clock.now() == still + 7


async def test_the_real_discord_py_gets_a_flood_through_without_an_error(server, bot, ivan, caplog):
    haste = Haste(server.clock)
    channels = [bot.get_channel(int(server.world.find_channel(name).id)) for name in ("general", "mahjong")]
    begun = server.limits.now()

    async def flood(channel):
        sent = await asyncio.gather(*(channel.send(str(at)) for at in range(12)))
        await asyncio.gather(*(message.edit(content="again") for message in sent))
        await asyncio.gather(*(message.delete() for message in sent))

    caplog.set_level(logging.ERROR)
    await haste.until(asyncio.gather(*(flood(channel) for channel in channels)))
    assert ivan.messages("general") == ivan.messages("mahjong") == []
    requests = [each for each in server.requests if "/messages" in each.path and each.status < 300]
    assert len(requests) == 72
    assert server.limits.now() - begun > 20
    assert caplog.records == []


async def test_the_real_discord_py_waits_for_the_global_limit_too(server, bot):
    haste = Haste(server.clock)
    ids = [int(server.person(name).id) for name in ("Ivan", "Maya", "小雪", "老王")]
    server.limits.now = server.clock.now
    server.clock.advance(60)  # what it asked for at its start is long ago
    for at in range(50):
        await bot.fetch_user(ids[at % 4])
    found = await haste.until(asyncio.gather(*(bot.fetch_user(each) for each in ids)))
    assert len(found) == 4
    assert any(each.status == 429 and each.answer["global"] for each in server.requests)


async def test_the_real_discord_py_waits_for_old_messages(server, bot):
    haste = Haste(server.clock)
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    message = await channel.send("x")
    server.clock.advance(3700)
    for at in range(8):
        message = await haste.until(message.edit(content=str(at)))
    assert message.content == "7"
    assert any(each.status == 429 and each.answer["code"] == 30046 for each in server.requests)


async def test_the_real_discord_py_waits_for_an_interactions_webhook(server, bot, ivan):
    haste = Haste(server.clock)
    await ivan.slash("mahjong hand", channel="mahjong")
    for _ in range(12):
        await haste.until(bot.kept["hand"].original_response())
        bot.kept["hand"]._original_response = None
    await haste.until(asyncio.gather(*(bot.kept["hand"].followup.send("x", ephemeral=True) for _ in range(12))))
    assert len(ivan.messages("mahjong")) == 13
    assert server.limits.counts()["invalid"] == 0
