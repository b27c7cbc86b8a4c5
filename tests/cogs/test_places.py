"""Channels that close, forbid or go: what is missing is named, what is back is shown, what is gone ends the table."""

import asyncio
import logging

import pytest

from cogs.presses import Act
from sandbox.model import Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of, press, to_own_turn
from tests.cogs.test_outages import is_open, public_texts, until


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Nothing is logged as a fault."""
    yield
    faults = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in faults] == []


def deny(house, *permissions, channel=CHANNEL):
    denied = Permissions(0)
    for permission in permissions:
        denied |= permission
    house.server.operator.set_permissions(channel, "Mahjong", deny=denied)


async def heard(house):
    """Let the bot hear what has just changed."""
    await house.people[0].slash("help", channel="general")
    await house.settle()


def refusals(house):
    return len([request for request in house.server.requests if request.status in {401, 403, 429}])


@pytest.fixture
async def turn(house):
    await house.start_with_people(1)
    await to_own_turn(house)
    return house


@pytest.fixture
async def in_thread(house):
    """Maya's turn in a thread; people find it where the channel was before."""
    house.server.operator.rename_channel(CHANNEL, "hall")
    house.server.operator.create_thread("hall", CHANNEL, by="Maya")
    await house.start_with_people(1)
    await to_own_turn(house)
    return house


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        (Permissions.VIEW_CHANNEL, "View Channel"),
        (Permissions.SEND_MESSAGES, "Send Messages"),
        (Permissions.ATTACH_FILES, "Attach Files"),
    ],
)
async def test_the_permission_that_is_missing_is_named_with_the_channel(house, permission, name):
    deny(house, permission)
    answer = await house.people[0].slash("mahjong new", channel=CHANNEL)
    await house.settle()
    if permission is Permissions.ATTACH_FILES:
        # A lobby has no picture, so it can be shown.
        lobby = await house.find_public(Act.JOIN)
        for _ in range(3):
            await house.people[0].click(lobby, "Add computer")
        await house.settle()
        await house.people[0].click(lobby, "Start")
        await house.settle()
        answer = await house.people[0].slash("table", channel=CHANNEL)
    else:
        assert len(house.tables) == 0
    channel = house.server.world.find_channel(CHANNEL)
    assert f"**{name}**" in answer.text
    assert f"<#{channel.id}>" in answer.text


async def test_in_a_thread_sending_there_is_what_is_named(house):
    house.server.operator.create_thread(CHANNEL, "side", by="Maya")
    deny(house, Permissions.SEND_MESSAGES_IN_THREADS)
    answer = await house.people[0].slash("mahjong new", channel="side")
    assert "**Send Messages in Threads**" in answer.text


async def test_whoever_presses_is_told_once_what_is_missing_and_plays_on(turn):
    maya = turn.people[0]
    turn.server.operator.set_permissions(CHANNEL, "Mahjong", deny=Permissions.VIEW_CHANNEL)
    await turn.bot.desk.post_again(turn.table)
    before = len(maya.messages(CHANNEL))
    for _ in range(2):
        await press(maya, Act.REFRESH)
        await turn.settle()
    told = [reply.text for reply in maya.messages(CHANNEL)[before:]]
    assert len(told) == 1
    assert "**View Channel**" in told[0]


async def test_what_is_forbidden_is_asked_for_once_and_not_at_each_change(turn):
    deny(turn, Permissions.VIEW_CHANNEL)
    await heard(turn)
    before = refusals(turn)
    for _ in range(5):
        turn.bot.desk.show_again(turn.table)
        await turn.settle()
    assert refusals(turn) - before <= 3


@pytest.mark.parametrize("way", ["channel", "role", "member"])
async def test_a_table_shows_itself_when_it_is_allowed_again(turn, way):
    operator = turn.server.operator
    role = operator.find_role("Mahjong")
    permissions = role.permissions
    if way == "channel":
        deny(turn, Permissions.SEND_MESSAGES, Permissions.VIEW_CHANNEL)
    elif way == "role":
        operator.set_permissions(CHANNEL, None, deny=Permissions.VIEW_CHANNEL)
        operator.set_permissions(CHANNEL, role, allow=Permissions(0))
        operator.set_role_permissions(role, permissions & ~Permissions.ADMINISTRATOR)
    else:
        operator.set_permissions(CHANNEL, None, deny=Permissions.VIEW_CHANNEL)
    await heard(turn)
    await turn.bot.desk.post_again(turn.table)
    assert turn.bot.desk.board(turn.table).trouble is not None
    before = len(public_texts(turn)) if way == "channel" else None
    if way == "channel":
        operator.reset_permissions(CHANNEL, "Mahjong")
    elif way == "role":
        operator.set_role_permissions(role, permissions | Permissions.ADMINISTRATOR)
    else:
        operator.create_role("Keeper", Permissions.ADMINISTRATOR)
        operator.give_role("Mahjong", "Keeper")
    await until(turn, lambda: turn.bot.desk.board(turn.table).trouble is None)
    if before is not None:
        assert len(public_texts(turn)) == before


async def test_a_thread_that_is_archived_is_opened_by_the_game(in_thread):
    maya = in_thread.people[0]
    in_thread.server.operator.set_thread(CHANNEL, archived=True)
    shot = in_thread.shot(maya)
    await in_thread.table.act(int(maya.id), shot.decision, shot.view.own.default)
    await in_thread.settle()
    assert in_thread.bot.desk.board(in_thread.table).trouble is None
    assert not in_thread.server.world.find_channel(CHANNEL).thread.is_archived
    assert find_button(in_thread.newest_public(), Act.MY_HAND)


async def test_a_thread_closed_for_good_stops_the_clocks_and_says_so_where_it_can(in_thread):
    maya, operator = in_thread.people[0], in_thread.server.operator
    decision = in_thread.shot(maya).decision
    operator.set_permissions("hall", "Mahjong", deny=Permissions.MANAGE_THREADS)
    operator.set_thread(CHANNEL, archived=True, locked=True)
    panel = panel_of(maya)
    button = find_button(panel, Act.REFRESH)
    pressing = asyncio.create_task(maya.click(panel, custom_id=button.custom_id, may_fail=True))
    await until(in_thread, lambda: maya.messages(maya.dm()))
    in_thread.server.clock.advance(3)
    await pressing
    assert "closed and locked" in maya.messages(maya.dm())[-1].text
    await in_thread.advance(600)
    assert is_open(in_thread, decision)
    operator.set_thread(CHANNEL, archived=False)
    await until(in_thread, lambda: in_thread.shot(maya).deadline is not None)
    assert (await press(maya, Act.REFRESH)).id == panel_of(maya).id


async def test_a_channel_that_is_gone_unheard_ends_its_table_and_gives_back_what_was_set_aside(turn):
    maya, table = turn.people[0], turn.table
    channel = turn.server.world.find_channel(CHANNEL)
    turn.server.world.channels.pop(channel.id)
    turn.bot.desk.show_again(table)
    await until(turn, lambda: not len(turn.tables))
    assert table.snapshot(None).match_report.why == "channel_gone"
    account = await turn.bot.store.find_account(table.guild_id, int(maya.id))
    assert (account.balance, account.held) == (1000, 0)
    assert (await turn.bot.store.audit()).is_sound


async def test_a_server_that_is_gone_unheard_ends_its_tables(turn):
    table = turn.table
    guild = next(iter(turn.server.world.guilds.values()))
    guild.members.pop(turn.server.world.application.bot.id)
    turn.bot.desk.show_again(table)
    await until(turn, lambda: not len(turn.tables))
    assert table.snapshot(None).match_report.why == "host_gone"


async def test_what_is_left_of_a_table_after_a_kick_is_answered_once_the_bot_is_back(house):
    lobby = await house.open_table()
    house.server.operator.remove_bot()
    await until(house, lambda: not len(house.tables))
    house.server.operator.add_bot()
    await until(house, lambda: house.bot.guilds and house.bot.guilds[0].me is not None)
    answer = await house.people[1].click(lobby, "Join", stale=True)
    assert "This table is closed" in answer.text
