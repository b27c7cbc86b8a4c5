"""Floods of clicks and commands, and a server full of tables: people are told politely, and nobody waits for others."""

import asyncio
import threading
from dataclasses import replace
from functools import partial

import pytest

import cogs.pictures
import cogs.run
from cogs.lanes import LaneFullError, Lanes
from cogs.patience import BURST, MOST_KEPT, PER_GAP, TOLD_SECONDS, Haste, Patience
from cogs.pictures import WAITING, WORKERS
from cogs.presses import Act, read_press
from cogs.texts import texts_for
from host.computers import FunctionPlayer
from sandbox import World
from sandbox.model import Member
from tests.cogs.conftest import CHANNEL, has_button, open_house
from tests.cogs.playing import find_button, is_hand_panel, panel_of

EN = texts_for("en")


class Time:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def now():
    return Time()


# ---- patience


def test_a_burst_is_served_then_told_once_then_only_acknowledged(now):
    patience = Patience(1.2, now=now)
    judged = [patience.judge(1) for _ in range(BURST + 3)]
    assert judged == [Haste.SERVE] * BURST + [Haste.TELL, Haste.IGNORE, Haste.IGNORE]
    now.now += TOLD_SECONDS
    assert [patience.judge(1) for _ in range(BURST)] == [Haste.SERVE] * BURST
    assert patience.judge(1) is Haste.TELL


def test_one_persons_haste_is_not_anothers(now):
    patience = Patience(1.2, now=now)
    for _ in range(BURST + 1):
        patience.judge(1)
    assert patience.judge(2) is Haste.SERVE


def test_patience_grows_again_as_fast_as_messages_change(now):
    patience = Patience(1.2, now=now)
    for _ in range(BURST + 1):
        patience.judge(1)
    now.now += 1.2
    assert [patience.judge(1) for _ in range(PER_GAP + 1)].count(Haste.SERVE) == PER_GAP


def test_somebody_who_plays_fast_is_always_served(now):
    patience = Patience(1.2, now=now)
    for _ in range(500):
        now.now += 0.25
        assert patience.judge(1) is Haste.SERVE


def test_without_a_gap_there_is_no_limit(now):
    patience = Patience(0, now=now)
    assert {patience.judge(1) for _ in range(10 * BURST)} == {Haste.SERVE}


def test_what_is_known_of_people_is_bounded_and_the_quietest_is_forgotten_first(now):
    patience = Patience(1.2, now=now)
    for _ in range(BURST + 1):
        patience.judge(1)
    for user in range(2, MOST_KEPT + 1):
        patience.judge(user)
    assert patience.judge(1) is Haste.IGNORE
    for user in range(2, MOST_KEPT + 2):
        patience.judge(user)
    assert len(patience._purses) == MOST_KEPT
    assert patience.judge(1) is Haste.SERVE


# ---- at the table


@pytest.fixture
async def stopped(tmp_path, conformity, now):
    """A house in which patience does not grow again."""
    async with open_house(tmp_path, conformity) as house:
        house.bot._patience._now = now
        yield house


async def test_a_flood_of_presses_is_answered_politely_and_the_others_play_on(stopped, now):
    await stopped.start_with_people(2)
    now.now += 10
    maya, ivan = stopped.people[:2]
    panel = panel_of(maya)
    refresh = find_button(panel, Act.REFRESH).custom_id
    clicks = [maya.click(panel, custom_id=refresh, stale=True) for _ in range(3 * BURST)]
    answers = await asyncio.gather(*clicks)
    told = [answer for answer in answers if answer is not None and "Not so fast" in answer.text]
    assert len(told) == 1
    assert told[0].is_ephemeral
    assert await ivan.click(panel_of(ivan), custom_id=find_button(panel_of(ivan), Act.REFRESH).custom_id) is not None


async def test_what_is_pressed_too_fast_is_not_done(stopped):
    lobby = await stopped.open_table()
    ivan = stopped.server.person("Ivan")
    for _ in range(BURST):
        await ivan.slash("help", channel=CHANNEL)
    assert "Not so fast" in (await ivan.click(lobby, "Join")).text
    for _ in range(2):
        assert "Not so fast" in (await ivan.slash("mahjong join", channel=CHANNEL)).text
    assert not stopped.table.is_seated(int(ivan.id))


@pytest.fixture
def gate():
    """What threads wait for until the test lets them go."""
    gate = threading.Event()
    yield gate
    gate.set()


async def test_computer_players_who_think_for_ever_keep_nobody_from_playing(tmp_path, conformity, monkeypatch, gate):
    def think(view, _):
        gate.wait()
        return view.own.actions[0]

    monkeypatch.setattr(cogs.run, "EnginePlayer", lambda: FunctionPlayer(think, is_costly=True))
    async with open_house(tmp_path, conformity) as house:
        await fill_with_computers(house, house.people[0], CHANNEL)
        table = house.table
        # Not `settle`: what computer players think about is never done.
        await until(lambda: table.state == "playing")
        for person, channel in zip(house.people[1:], ("general", "麻将"), strict=False):
            assert await person.slash("mahjong new", channel=channel) is not None
        assert len(house.tables) == 3
        gate.set()
        await house.settle()


async def test_an_own_hand_is_drawn_although_tables_without_end_wait_to_be(tmp_path, conformity, monkeypatch, gate):
    def draw(*_, **__):
        gate.wait()
        return b""

    async with open_house(tmp_path, conformity) as house:
        await house.start_with_people(1)
        snapshot, painter = house.shot(house.people[0]), house.bot.painter
        monkeypatch.setattr(cogs.pictures, "draw_table", draw)
        boards = [
            asyncio.create_task(
                painter.paint_table(replace(snapshot, seats=(replace(seat, name=f"{number}"),) * 4), EN)
            )
            for number, seat in zip(range(2 * WAITING), snapshot.seats * WAITING, strict=False)
        ]
        await asyncio.sleep(0)
        painter._kept.clear()
        assert (await painter.paint_hand(snapshot, EN)).data
        gate.set()
        drawn = await asyncio.gather(*boards)
        assert drawn.count(None) == 2 * WAITING - WAITING - WORKERS + 1


async def fill_with_computers(house, person, channel):
    """Open a table with three computer players, and start."""
    await person.slash("mahjong new", channel=channel, options={"hands": "open"})
    lobby = await person.wait_message(channel, lambda reply: has_button(reply, Act.JOIN))
    for _ in range(3):
        await person.click(lobby, "Add computer")
    await person.slash("mahjong start", channel=channel)


async def until(is_so):
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 (nothing tells when a table has come so far)
            await asyncio.sleep(0.005)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_server_full_of_tables_plays_at_all_of_them(tmp_path, conformity, trials, caplog):
    count = trials(12, 100)
    world = World.default()
    (guild,) = world.guilds.values()
    people = [
        world.add_person(f"guest{number}", locale="en-US", color=0x336699, has_avatar=False) for number in range(count)
    ]
    for person in people:
        guild.members[person.id] = Member(person, world.clock.now())
    channels = [world.add_channel(guild, f"table-{number}").name for number in range(count)]
    async with open_house(tmp_path, conformity, world=world) as house:
        players = [house.server.person(person) for person in people]
        for player, channel in zip(players, channels, strict=True):
            await fill_with_computers(house, player, channel)
        await house.settle()
        assert len(house.tables) == count
        for _ in range(2):
            await asyncio.gather(*(press_once(*seat) for seat in zip(players, channels, strict=True)))
            await house.settle()
        for player, channel in zip(players, channels, strict=True):
            board = [reply for reply in player.messages(channel) if not reply.is_ephemeral][-1]
            # Among so many tables one may have ended its first hand by now.
            assert has_button(board, Act.MY_HAND) or has_button(board, Act.START)
            assert board.attachments
        assert {table.state for table in house.tables} <= {"playing", "between"}
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def press_once(player, channel):
    """Discard the first tile that may be discarded, or pass."""
    panel = [reply for reply in player.messages(channel) if is_hand_panel(reply)][-1]
    live = [button for button in panel.buttons if not button.disabled]
    presses = {read_press(button.custom_id).act: button for button in reversed(live)}
    chosen = presses.get(Act.DISCARD) or presses.get(Act.PASS)
    if chosen is not None:
        await player.click(panel, custom_id=chosen.custom_id)


# ---- lanes


@pytest.fixture
def lanes():
    lanes = Lanes(2, 3, "test")
    yield lanes
    lanes.close()


async def test_urgent_work_passes_what_waits(lanes, gate):
    order = []

    def work(name):
        gate.wait()
        order.append(name)

    waiting = [asyncio.create_task(lanes.run(partial(work, f"other {n}"), is_urgent=False)) for n in range(3)]
    await asyncio.sleep(0)
    await lanes.run(lambda: order.append("urgent"), is_urgent=True)
    assert order == ["urgent"]
    gate.set()
    await asyncio.gather(*waiting)
    assert order == ["urgent", "other 0", "other 1", "other 2"]


async def test_a_full_lane_refuses_and_the_other_does_not(lanes, gate):
    waiting = [asyncio.create_task(lanes.run(gate.wait, is_urgent=False)) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(LaneFullError):
        await lanes.run(gate.wait, is_urgent=False)
    assert await lanes.run(lambda: 7, is_urgent=True) == 7
    gate.set()
    await asyncio.gather(*waiting)


async def test_work_that_fails_or_is_given_up_frees_its_thread(lanes, gate):
    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await lanes.run(fail, is_urgent=False)
    running = asyncio.create_task(lanes.run(gate.wait, is_urgent=False))
    given_up = asyncio.create_task(lanes.run(gate.wait, is_urgent=False))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    gate.set()
    await running
    assert await lanes.run(lambda: 8, is_urgent=False) == 8
    assert lanes._free == 2


async def test_work_given_up_just_as_it_is_let_in_frees_its_thread(lanes, gate):
    running = asyncio.create_task(lanes.run(gate.wait, is_urgent=False))
    given_up = asyncio.create_task(lanes.run(gate.wait, is_urgent=False))
    await asyncio.sleep(0)
    gate.set()
    running.add_done_callback(lambda _: given_up.cancel())
    await asyncio.gather(running, given_up, return_exceptions=True)
    await asyncio.sleep(0)
    assert lanes._free == 2


# ---- many at once


async def test_a_hundred_commands_at_once_are_each_answered_to_who_asked(tmp_path, conformity):
    async with open_house(tmp_path, conformity) as house:
        world = house.server.world
        guild = next(iter(world.guilds.values()))
        crowd = []
        for number in range(50):
            user = world.add_person(f"guest{number}", f"Guest {number}", locale="en-US", color=number, has_avatar=False)
            house.server.operator.add_member(user, guild)
            crowd.append(house.server.person(user.username))
        asked = [(person, name) for person in crowd for name in ("balance", "help")]
        answers = await asyncio.gather(*(person.slash(name, channel=CHANNEL) for person, name in asked))
        assert len(answers) == 100
        for (person, name), answer in zip(asked, answers, strict=True):
            assert answer.is_ephemeral
            assert answer.message.viewer_id == person.id
            assert ("1,000" in answer.text) == (name == "balance")
