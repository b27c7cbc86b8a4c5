"""Discord cannot be reached, or not now: no clock runs for somebody who could not be told or heard (P3, P4)."""

import asyncio
import logging

import pytest

from cogs.choices import list_hand
from cogs.presses import Act
from cogs.seat_panels import RETRY_SECONDS
from sandbox.gateway_connection import HEARTBEAT, IDENTIFY
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of, press, to_own_turn
from tests.routes import EDIT, PANEL, POST

SECONDS = 20.0
"""The clock of a discard."""


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Nothing is logged as a fault (discord.py tells of lost lines by itself)."""
    yield
    records = [record for record in caplog.get_records("call") if not record.name.startswith("discord")]
    faults = [record for record in records if record.levelno >= logging.ERROR or record.exc_info]
    assert [record.getMessage() for record in faults] == []


async def until(house, is_so):
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 (nothing tells when discord.py has handled an event)
            await asyncio.sleep(0.005)
    await house.settle()


@pytest.fixture
async def turn(house):
    """A house in which it is Maya's turn, at a table with three computer players."""
    await house.start_with_people(1)
    await to_own_turn(house)
    yield house
    house.server.limits.limited = 0  # asked for here and there


def is_open(house, decision):
    """Whether the same decision is still owed, in person."""
    shot = house.shot(house.people[0])
    return shot.decision == decision and shot.seats[shot.viewer_seat].autoplay is None


def refuse(house, route=None):
    """Let Discord refuse requests for the time being: too many, to the end (discord.py waits long over a 503)."""
    house.server.faults.limit(0.0001, route)


def public_texts(house):
    return [reply.text for reply in house.people[0].messages(CHANNEL) if not reply.is_ephemeral]


async def discard_and_come_round(house):
    """Let Maya discard, not by a click that would bring her panel up to date; it is her turn again at once."""
    maya = house.people[0]
    shot, before = house.shot(maya), house.shot(maya).decision
    while shot.decision == before or shot.view.phase != "turn":
        if shot.decision is not None:
            await house.table.act(int(maya.id), shot.decision, shot.view.own.default)
        await house.table.quiet()
        shot = house.shot(maya)
    return shot


async def test_an_outage_of_a_server_stops_its_clocks_and_ends_with_full_ones_and_a_line(turn):
    guild = turn.bot.get_guild(turn.table.guild_id)
    decision = turn.shot(turn.people[0]).decision
    turn.server.operator.start_outage()
    await until(turn, lambda: guild.unavailable and turn.shot(turn.people[0]).deadline is None)
    await turn.advance(600)
    assert is_open(turn, decision)
    turn.server.operator.end_outage()
    await until(turn, lambda: turn.shot(turn.people[0]).deadline is not None)
    assert turn.shot(turn.people[0]).deadline == turn.clock.wall() + SECONDS
    assert "10 minutes" in "\n".join(public_texts(turn))
    assert f"<t:{int(turn.clock.wall() + SECONDS)}:R>" in panel_of(turn.people[0]).text
    await turn.advance(SECONDS - 1)
    assert is_open(turn, decision)
    await turn.advance(1)
    assert not is_open(turn, decision)


async def test_a_lost_line_gives_open_clocks_their_full_time_again(turn):
    decision = turn.shot(turn.people[0]).decision
    await turn.advance(SECONDS - 1)
    turn.server.operator.drop_connections()
    await until(turn, lambda: (turn.shot(turn.people[0]).deadline or 0) > turn.clock.wall() + 1)
    assert is_open(turn, decision)
    assert turn.shot(turn.people[0]).deadline == turn.clock.wall() + SECONDS
    assert "Discord" not in "\n".join(public_texts(turn))


async def test_tables_stand_still_as_long_as_the_line_is_down(turn, monkeypatch):
    async def never(_shard_id, *, initial=False):
        await back.wait()
        turn.server.clock.advance(5)

    back = asyncio.Event()
    monkeypatch.setattr(turn.bot, "before_identify_hook", never)
    decision = turn.shot(turn.people[0]).decision
    turn.server.operator.invalidate_sessions(can_resume=False)
    await until(turn, lambda: turn.shot(turn.people[0]).deadline is None)
    await turn.advance(3600)
    assert is_open(turn, decision)
    back.set()
    await until(turn, lambda: "60 minutes" in "\n".join(public_texts(turn)))
    await turn.advance(2)
    assert turn.shot(turn.people[0]).deadline == turn.clock.wall() + SECONDS


async def test_a_turn_whose_panel_discord_does_not_take_now_waits_until_it_does(turn):
    refuse(turn, PANEL)
    decision = (await discard_and_come_round(turn)).decision
    maya = turn.people[0]
    before = panel_of(maya).text
    await turn.advance(25)
    assert turn.shot(maya).deadline is None
    assert panel_of(maya).text == before
    turn.server.faults.clear()
    while turn.shot(maya).deadline is None:
        await turn.advance(1)
    assert panel_of(maya).text != before
    assert turn.shot(maya).deadline >= turn.clock.wall() + SECONDS - 5
    assert is_open(turn, decision)


async def test_a_clock_does_not_run_while_discord_takes_long_over_the_panel(turn):
    turn.server.faults.slow(30, PANEL)
    turn.clock.quiet = turn.table.quiet
    shot = await discard_and_come_round(turn)
    await turn.clock.advance(100)
    assert is_open(turn, shot.decision)
    turn.clock.quiet = turn.settle
    turn.server.faults.clear()
    await turn.settle()
    await turn.advance(SECONDS - 1)
    assert is_open(turn, shot.decision)


async def test_a_panel_that_discord_never_takes_is_given_up_and_its_person_called(turn):
    refuse(turn, PANEL)
    decision = (await discard_and_come_round(turn)).decision
    maya = turn.people[0]
    await turn.settle()
    assert turn.shot(maya).deadline is None
    await turn.advance(sum(RETRY_SECONDS[:-1]))
    assert turn.shot(maya).deadline is None
    while turn.shot(maya).deadline is None:
        await turn.advance(1)
    await turn.advance(SECONDS / 2)
    assert is_open(turn, decision)
    assert f"<@{maya.id}>" in "\n".join(public_texts(turn))
    turn.server.faults.clear()
    await maya.slash("hand", channel=CHANNEL)
    await turn.settle()
    assert find_button(panel_of(maya), Act.REFRESH)


async def test_while_discord_takes_nothing_at_all_nobody_lands_on_autoplay(turn):
    refuse(turn)
    maya = turn.people[0]
    shot = await discard_and_come_round(turn)
    await turn.advance(900)
    assert is_open(turn, shot.decision)
    turn.server.faults.clear()
    while turn.shot(maya).deadline is None:
        await turn.advance(2)
    await turn.advance(SECONDS / 2)
    assert f"<@{maya.id}>" in "\n".join(public_texts(turn))
    await maya.slash("hand", channel=CHANNEL)
    await turn.settle()
    assert is_open(turn, shot.decision)


async def test_a_call_that_discord_does_not_take_now_stops_the_clock_until_it_is_there(turn):
    maya = turn.people[0]
    decision = turn.shot(maya).decision
    turn.bot.desk.panels.forget_table(turn.table.table_id)
    turn.server.faults.fail(503, POST)
    await turn.advance(SECONDS / 2)
    await turn.advance(600)
    assert is_open(turn, decision)
    turn.server.faults.clear()
    await turn.advance(2)
    assert f"<@{maya.id}>" in "\n".join(public_texts(turn))
    assert turn.shot(maya).deadline == turn.clock.wall() + SECONDS


async def test_a_message_that_discord_did_not_take_is_made_up_for_without_any_further_change(turn):
    turn.server.faults.fail(503, EDIT, times=2)
    shot = await discard_and_come_round(turn)
    await turn.advance(2 + 4)
    assert turn.server.faults.active() == []
    assert str(shot.view.wall_left) in turn.newest_public().text


async def test_a_table_restored_in_an_outage_waits_for_its_end(reopen):
    async with reopen() as house:
        await house.start_with_people(1)
        decision = (await to_own_turn(house)).decision
        house.server.operator.start_outage()
    async with reopen() as house:
        await house.settle()
        await house.advance(600)
        table = house.table.snapshot(int(house.people[0].id))
        assert (table.decision, table.deadline) == (decision, None)
        house.server.operator.end_outage()
        await until(house, lambda: not house.bot.guilds[0].unavailable)
        await until(house, lambda: house.shot(house.people[0]).deadline is not None)
        assert is_open(house, decision)


async def test_whoever_presses_while_the_program_ends_is_told_so(turn):
    maya = turn.people[0]
    shot = turn.shot(maya)
    await turn.tables.pause()
    await turn.settle()
    place = list_hand(shot.view.own).index(shot.view.own.default.tile)
    answer = await press(maya, Act.DISCARD, place)
    assert "about to restart" in answer.text
    answer = await turn.people[1].slash("mahjong new", channel="general")
    assert "about to restart" in answer.text
    assert turn.shot(maya).view == shot.view


async def test_a_line_lost_before_its_session_has_begun_begins_one_instead_of_resuming_none(house):
    gateway = house.server.gateway
    begin = gateway._start
    left = [2]

    def hang_up(connection, *rest):
        if left[0]:
            left[0] -= 1
            connection.close(4000)
        else:
            begin(connection, *rest)

    gateway._start = hang_up
    gateway.frames.clear()
    house.bot.before_identify_hook = _wait_for_nothing(house)
    house.server.operator.invalidate_sessions(can_resume=False)
    await until(house, gateway.has_session)
    assert left == [0]
    assert [frame["op"] for frame in gateway.frames if frame["op"] != HEARTBEAT] == [IDENTIFY] * 3
    await house.people[0].slash("balance", channel=CHANNEL)


def _wait_for_nothing(house):
    async def hook(_shard_id, *, initial=False):
        house.server.clock.advance(5)

    return hook
