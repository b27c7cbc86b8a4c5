"""The operator panel of the page: what its counters say and what each of its buttons does to the bot."""

import asyncio

import pytest

from sandbox.model import Permissions


@pytest.fixture
async def panel(bot, open_page, server):
    """A page of Maya's: `await panel("fail", status=500)` presses a button, `panel.state()` asks how it stands."""
    page = await open_page("Maya")

    async def press(act, **about):
        place = {"channel_id": server.world.find_channel("general").id, "guild_id": next(iter(server.world.guilds))}
        await page.ask("operate", nonce=act, act=act, **place | about)
        return await page.next("result", nonce=act)

    async def state(channel="general"):
        await page.ask("panel", channel_id=server.world.find_channel(channel).id)
        return await page.next("panel")

    press.state = state
    press.page = page
    return press


async def test_it_counts_the_requests_of_the_bot(panel, server, bot):
    before = (await panel.state())["counts"]["requests"]
    await bot.get_channel(int(server.world.find_channel("general").id)).send("x")
    counts = (await panel.state())["counts"]
    assert counts["requests"] == before + 1
    assert {"limit": 5, "remaining": 4}.items() <= next(b for b in counts["buckets"] if "sent" in b["name"]).items()


@pytest.mark.parametrize(
    ("act", "about", "fault"),
    [
        ("slow", {"seconds": 5}, {"kind": "slow", "value": 5.0, "left": None}),
        ("fail", {"status": 503, "times": 2}, {"kind": "fail", "value": 503, "left": 2}),
        ("limit", {"seconds": 2, "times": 1}, {"kind": "limit", "value": 2.0, "left": 1}),
        ("limit", {"seconds": 2, "is_global": True}, {"kind": "limit_all", "value": 2.0, "left": None}),
        ("lose", {"times": 1}, {"kind": "lose", "left": 1}),
        ("vanish", {"times": 1}, {"kind": "vanish", "left": 1}),
    ],
)
async def test_a_fault_is_asked_for_shown_and_cleared(panel, act, about, fault):
    assert (await panel(act, **about))["ok"] is True
    (shown,) = (await panel.state())["faults"]
    assert fault.items() <= shown.items()
    await panel("clear")
    assert (await panel.state())["faults"] == []


async def test_a_wrong_fault_is_answered_with_the_reason(panel):
    assert "418" in (await panel("fail", status=418))["error"]
    assert (await panel("fly"))["ok"] is False


@pytest.mark.parametrize(("act", "about"), [("drop", {}), ("reconnect", {}), ("invalidate", {"can_resume": True})])
async def test_a_connection_that_is_cut_is_resumed(panel, bot, act, about):
    await panel(act, **about)
    await bot.saw("resumed")


async def test_the_bots_newest_message_is_deleted(panel, server, bot):
    assert "no message" in (await panel("delete_message"))["error"]
    await bot.get_channel(int(server.world.find_channel("general").id)).send("x")
    await panel("delete_message")
    await bot.saw("delete")


async def test_a_thread_is_locked_and_opened_again(panel, server, bot):
    message = await bot.get_channel(int(server.world.find_channel("general").id)).send("x")
    thread = await message.create_thread(name="desk")
    assert "no thread" in (await panel("set_thread", archived=True, locked=True))["error"]
    for closed in (True, False):
        await panel("set_thread", channel_id=str(thread.id), archived=closed, locked=closed)
        told = [frame for frame in panel.page.frames if frame["t"] == "guilds"][-1]
        shown = next(each for each in told["guilds"][0]["channels"] if each["name"] == "desk")
        assert (shown["archived"], shown["locked"]) == (closed, closed)


async def test_a_permission_of_the_bot_is_taken_and_given_back(panel, server):
    bot_id, general = server.world.application.bot.id, server.world.find_channel("general")
    for allowed in (False, True):
        await panel("set_permission", permission="SEND_MESSAGES", allowed=allowed)
        assert (await panel.state())["permissions"]["SEND_MESSAGES"] is allowed
        assert bool(server.world.permissions(bot_id, general) & Permissions.SEND_MESSAGES) is allowed
    assert (await panel("set_permission", permission="ADMINISTRATOR", allowed=True))["ok"] is False


async def test_an_outage_comes_and_goes(panel, bot):
    await panel("outage", is_away=True)
    await bot.saw("unavailable")
    await panel("outage", is_away=False)
    await bot.saw("available")


async def test_the_bot_is_kicked_with_its_commands_and_invited_again(panel, bot, server):
    general = server.world.find_channel("general")
    assert "already" in (await panel("invite"))["error"]
    await panel("kick")
    await bot.saw("removed")
    assert "not in this server" in (await panel("kick"))["error"]
    assert server.people.commands_in(general) == []
    await panel("invite")
    assert server.people.commands_in(general)


async def test_channels_come_and_go(panel, server):
    await panel("create_channel", name="late")
    await panel("delete_channel", channel_id=server.world.find_channel("late").id)
    assert "no channel" in (await panel("delete_channel", channel_id="1"))["error"]
    with pytest.raises(KeyError):
        server.world.find_channel("late")


async def test_the_clock_goes_forward_and_every_page_is_told(panel, server, open_page):
    ivans = await open_page("Ivan")
    before = server.clock.now()
    await panel("advance", seconds=900)
    async with asyncio.timeout(10):
        assert (await ivans.next("clock"))["now"] == before + 900 == server.clock.now()
