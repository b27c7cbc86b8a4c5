"""What befalls a table in the middle of a hand: lost lines, kicks, outages, places that close, lost permissions.

Whatever comes, nothing breaks and no fault is logged; what can go on goes on.
"""

import asyncio
import logging

import pytest

from sandbox.model import Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import play_step


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Nothing is logged as a fault."""
    yield
    faults = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in faults] == []


@pytest.fixture
async def hand(house):
    """A house in which four people are in the middle of a hand."""
    await house.start_with_people()
    await play_step(house)
    return house


@pytest.fixture
async def in_thread(house):
    """A hand in a thread; people find it where the channel was before."""
    house.server.operator.rename_channel(CHANNEL, "hall")
    house.server.operator.create_thread("hall", CHANNEL, by="Maya")
    await house.start_with_people()
    await play_step(house)
    return house


def table_message(house):
    """The newest message of the bot that everybody sees."""
    messages = house.server.person("老王").messages(CHANNEL)
    return [reply for reply in messages if not reply.is_ephemeral and reply.message.author.is_bot][-1]


async def play_until_shown(house):
    """Play until the public message tells of a tile drawn from now on."""
    before = wall = house.table.snapshot(None).view.wall_left
    while wall == before or str(wall) not in table_message(house).text:
        assert before - wall < 4, "the public message is not brought up to date any more"
        # While nobody can be heard the table stands still.
        await until(house, lambda: not house.table._standstill._reasons)
        await play_step(house)
        wall = house.table.snapshot(None).view.wall_left


async def until(house, is_so):
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 (nothing tells when discord.py has handled an event)
            await asyncio.sleep(0.005)
    await house.settle()


async def test_a_hand_goes_on_over_lost_lines_and_new_sessions(hand, monkeypatch):
    async def wait_by_clock(_shard_id, *, initial=False):
        hand.server.clock.advance(5)

    monkeypatch.setattr(hand.bot, "before_identify_hook", wait_by_clock)
    operator, sessions = hand.server.operator, hand.server.gateway.sessions
    first = set(sessions)
    operator.drop_connections()
    await play_until_shown(hand)
    operator.ask_reconnect()
    await play_until_shown(hand)
    operator.invalidate_sessions(can_resume=True)
    await play_until_shown(hand)
    assert set(sessions) == first
    operator.invalidate_sessions(can_resume=False)
    await until(hand, lambda: hand.server.gateway.has_session() and not first & set(sessions))
    await until(hand, lambda: hand.bot.get_guild(hand.table.guild_id) is not None)
    await play_until_shown(hand)


async def test_a_hand_goes_on_after_an_outage_and_after_its_category_and_players_have_gone(hand):
    operator, guild = hand.server.operator, hand.bot.get_guild(hand.table.guild_id)
    operator.start_outage()
    await until(hand, lambda: guild.unavailable)
    assert len(hand.tables) == 1
    operator.end_outage()
    await until(hand, lambda: not hand.bot.get_guild(hand.table.guild_id).unavailable)
    await play_until_shown(hand)
    category = operator.create_category("games")
    hand.server.channels.edit(hand.server.world.find_channel(CHANNEL), parent_id=category.id)
    operator.delete_channel(category)
    await play_until_shown(hand)
    operator.remove_member("Ivan")
    operator.ban("Maya")
    await hand.settle()
    assert hand.table.state == "playing"


async def test_a_hand_goes_on_in_the_panels_while_the_bot_may_not_write_and_shows_itself_when_it_may(hand):
    for denied in (Permissions.SEND_MESSAGES, Permissions.VIEW_CHANNEL, Permissions.ATTACH_FILES):
        before = hand.table.snapshot(None).view
        hand.server.operator.set_permissions(CHANNEL, "Mahjong", deny=denied)
        await play_step(hand)
        await play_step(hand)
        assert hand.table.snapshot(None).view != before
        hand.server.operator.reset_permissions(CHANNEL, "Mahjong")
        await play_until_shown(hand)


async def test_a_hand_ends_when_the_bot_is_thrown_out_and_a_new_table_opens_when_it_is_back(hand):
    table = hand.table
    hand.server.operator.remove_bot()
    await until(hand, lambda: not len(hand.tables))
    assert table.snapshot(None).match_report.why == "host_gone"
    hand.server.operator.add_bot()
    await until(hand, lambda: hand.bot.get_guild(table.guild_id) is not None)
    assert (await hand.open_table()).buttons


async def test_a_hand_in_a_thread_stands_still_while_that_is_closed_and_ends_with_it(in_thread):
    operator = in_thread.server.operator
    operator.set_thread(CHANNEL, archived=True)
    await play_step(in_thread)
    in_thread.people[0].say(CHANNEL, "hello?")
    await play_until_shown(in_thread)
    operator.set_permissions("hall", "Mahjong", deny=Permissions.MANAGE_THREADS)
    operator.set_thread(CHANNEL, archived=True, locked=True)
    person = in_thread.people[0]
    panel = next(reply for reply in reversed(person.messages(CHANNEL)) if reply.is_ephemeral)
    button = next(button for button in panel.buttons if not button.disabled)
    pressing = asyncio.create_task(person.click(panel, custom_id=button.custom_id, may_fail=True))
    await until(in_thread, lambda: person.messages(person.dm()))
    in_thread.server.clock.advance(3)
    assert await pressing is None
    operator.set_thread(CHANNEL, archived=False)
    await play_until_shown(in_thread)
    operator.delete_channel(CHANNEL)
    await until(in_thread, lambda: not len(in_thread.tables))


async def test_the_channel_of_a_thread_takes_its_hand_along(in_thread):
    in_thread.server.operator.delete_channel("hall")
    await until(in_thread, lambda: not len(in_thread.tables))
