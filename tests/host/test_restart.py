"""Tables outlive the process: whatever was told is there after the next start, and nothing happens twice."""

import asyncio
import random
from dataclasses import replace
from functools import partial

import pytest

from engine.actions import Discard, Pass
from engine.record import write_lines
from host.archive import read_match
from host.entries import Step, read_entry, write_entry
from host.errors import HostError
from host.events import AutoplaySet, HandEnded, HandStarted, Left, MatchEnded
from host.record_lines import list_record_lines
from host.units import HoldCoins
from host.version import PROGRAM
from tests.host.databases import on_both
from tests.host.helpers import GUILD, greedy, refused, take, to_between, to_turn

PRESETS = ("harbin", "mudanjiang", "qiqihar")


def see(table, users):
    """All that anybody may know of a table, times aside."""
    shots = {user: table.snapshot(user) for user in (*users, None)}
    gone = {"deadline": None, "public_deadline": None, "next_at": None, "expires_at": None, "version": 0}
    return {user: replace(shot, **gone) for user, shot in shots.items()}


async def play_on(room, table, rng, steps):
    """Let people answer at random and pauses pass, so many times or until the match is over."""
    for _ in range(steps):
        await room.quiet()
        if table.state == "over":
            return
        owing = room.owing(table)
        if owing and rng.random() < 0.8:
            await room.act(table, owing[0], lambda view, chance: chance.choice(view.own.actions), rng)
        else:
            due = room.clock.next_due
            await room.clock.advance(due - room.clock.now())


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_killed_table_is_there_again_as_it_was_whenever_that_happens(make_room, trials, preset):
    rng = random.Random(5)
    room = make_room(greedy, seed=3)
    table = await room.started(2, rules=preset, hands=4, next_hand_seconds=1)
    users = sorted(room.users(table))
    for _ in range(trials(25)):
        await play_on(room, table, rng, rng.randrange(12))
        if table.state == "over":
            break
        before, record, room.before = see(table, users), table.record, table
        (table,) = await room.restart(resumes=False)
        assert see(table, users) == before
        assert table.record == record
        await room.tables.resume()
        await room.quiet()
    await play_on(room, table, rng, 3000)
    assert table.snapshot().match_report.why == "finished"
    assert (await room.store.audit()).is_sound
    for user in users:
        account = await room.store.find_account(GUILD, user)
        seat = table.snapshot().match_report.seats[[s.user_id for s in table.snapshot().match_report.seats].index(user)]
        assert (account.held, account.balance) == (0, 1000 + seat.score)
    assert await room.store.load_tables() == []


@pytest.mark.slow
async def test_a_table_with_restarts_plays_like_its_undisturbed_twin(make_room):
    """Computer players and walls follow from seeds that are kept, so everything comes out the same."""

    async def play(seed, kills):
        room = make_room(greedy, seed=8)
        first = 10 * seed + 1
        table = await room.started(1, hands=4, next_hand_seconds=1, first_user=first, channel=seed)
        lots, turns = random.Random(2), 0
        while table.state != "over":
            await room.quiet()
            if room.owing(table):
                turns += 1
                await room.act(table, first, lambda view, chance: chance.choice(view.own.actions), lots)
                if turns in kills:
                    (table,) = await room.restart()
            elif table.state != "over":
                await room.clock.advance(max(0, room.clock.next_due - room.clock.now()))
        return [event for event in table.record if not isinstance(event, AutoplaySet)][1:]

    undisturbed = await play(1, ())
    assert isinstance(undisturbed[-1], MatchEnded)
    assert await play(2, (1, 2, 7, 20, 33)) == undisturbed


@on_both
async def test_a_lobby_is_there_again_with_who_sat_and_was_ready_and_invited(room):
    table = await room.lobby(1, is_public=False, lobby_seconds=100)
    await table.invite(1, 2)
    await table.join(2, "p2")
    await table.invite(1, 7)
    await table.add_computer(1)
    await table.start(2)
    before = see(table, (1, 2))
    (table,) = await room.restart()
    assert see(table, (1, 2)) == before
    assert room.listener.notices("resumed") == [{}]
    assert room.listener.named("lobby_changed")
    await table.join(7, "p7")
    await refused(table.join(8, "p8"), "not_invited")
    await refused(room.lobby(1, channel=2), "seated_elsewhere")
    await refused(room.lobby(1, channel=1, first_user=50), "channel_taken")
    await room.clock.advance(100)
    assert room.listener.named("closed")[-1][2] == "expired"
    assert await room.store.load_tables() == []


async def test_words_for_the_shuffle_outlive_a_kill_in_a_lobby_and_in_a_hand(room):
    table = await room.lobby(1, computers=3)
    await table.set_words(1, "one")
    (table,) = await room.restart()
    assert table.snapshot(1).own_words == "one"
    await table.start(1)
    await table.set_words(1, "two")
    (table,) = await room.restart()
    assert (table.snapshot(1).own_words, table.snapshot().own_words) == ("two", "")
    (started,) = (event for event in table.record if isinstance(event, HandStarted))
    assert sorted(started.words) == ["", "", "", "one"]


async def test_the_commitment_of_a_lobby_holds_after_a_restart(room):
    table = await room.lobby(1, computers=3)
    commitment = table.snapshot().commitment
    (table,) = await room.restart()
    await table.start(1)
    assert table.snapshot().commitment == commitment == table.record[0].commitment


async def test_answers_already_given_in_a_window_are_kept(make_room):
    room = make_room(greedy)
    table = await room.started(4, constant_pause=True)

    def let_go(view, _):
        passes = [action for action in view.own.actions if isinstance(action, Pass)]
        return passes[0] if passes else view.own.actions[-1]

    await room.play_until(
        table, lambda: len(room.owing(table)) > 1 and table.snapshot().view.phase == "claims", choose=let_go
    )
    first, second = room.owing(table)[:2]
    shot = table.snapshot(first)
    await table.act(first, shot.decision, Pass(shot.viewer_seat))
    (table,) = await room.restart()
    assert room.owing(table) == [second] or first not in room.owing(table)
    await refused(table.act(first, shot.decision, Pass(shot.viewer_seat)), "already_answered")
    pause = table.settings.claim_pause
    await room.clock.advance(pause)
    assert table.snapshot().view.phase == "turn"


async def test_autoplay_absence_votes_and_words_are_kept(room):
    table = await room.started(4)
    await table.set_autoplay(2)
    await table.leave(3)
    await table.set_words(4, "雪")
    await table.end(4)
    before = see(table, (1, 2, 3, 4))
    (table,) = await room.restart()
    after = see(table, (1, 2, 3, 4))
    assert after[None].votes == before[None].votes == frozenset({4})
    assert [(seat.autoplay, seat.has_left) for seat in after[1].seats] == [
        (seat.autoplay, seat.has_left) for seat in before[1].seats
    ]
    assert table._context.seats[room.users(table)[4]].words == "雪"
    assert any(isinstance(event, Left) for event in table.record)
    await table.take_back(3)
    assert not table.snapshot().seats[room.users(table)[3]].has_left


async def test_open_clocks_start_anew_in_full(room):
    table = await room.started(1, discard_seconds=20)
    await to_turn(room, table)
    await room.clock.advance(15)
    (table,) = await room.restart()
    decision = table.snapshot(1).decision
    await room.clock.advance(2 + 19)
    assert table.snapshot(1).decision == decision
    await room.clock.advance(2)
    assert room.listener.notices("clock_out") == [{"seat": room.users(table)[1]}]


async def test_between_hands_the_result_is_there_and_the_next_hand_comes(room):
    table = await room.started(2, hands=4, next_hand_seconds=30)
    await to_between(room, table)
    before = see(table, (1, 2))
    (table,) = await room.restart()
    assert see(table, (1, 2)) == before
    assert table.snapshot().last_report.result.kind == before[None].last_report.result.kind
    await room.clock.advance(30)
    assert table.snapshot().hand == 2
    assert table.state == "playing"


@on_both
async def test_a_hand_that_was_over_and_not_paid_is_paid_once(room, failing_writes):
    table = await room.started(2)
    async with failing_writes():
        await room.play_until(table, lambda: table.state == "stalled")
    (table,) = await room.restart()
    await room.play_until(table, lambda: table.state == "between")
    assert table.snapshot().last_report.hand == 1
    assert (await room.store.find_account(GUILD, 1)).hands + (
        await room.store.find_account(GUILD, 1)
    ).computer_hands == 1
    assert (await room.store.audit()).is_sound


@on_both
async def test_a_kill_between_payment_and_its_note_pays_once(room, monkeypatch):
    """The hand is played again to its end, and the books know it: nothing is paid twice."""
    table = await room.started(2)
    await room.play_until(table, lambda: table.snapshot().view.wall_left < 2)
    monkeypatch.setattr(table._lock, "_keep", lambda: asyncio.sleep(0))
    await to_between(room, table)
    paid = [await room.balance(user) for user in (1, 2)]
    (table,) = await room.restart()
    await room.quiet()
    assert table.state == "between"
    assert [await room.balance(user) for user in (1, 2)] == paid
    assert len([event for event in table.record if isinstance(event, HandEnded)]) == 1
    assert (await room.store.audit()).is_sound
    kept = await room.store.read(partial(read_match, table_id=table.table_id))
    assert kept.startswith(write_lines(list_record_lines(table.record, PROGRAM)).encode())


@on_both
async def test_what_was_set_aside_for_no_hand_in_play_comes_back_at_the_start(room):
    table = await room.started(4)
    held = (await room.store.find_account(GUILD, 1)).held
    await room.store.write(HoldCoins(GUILD, "gone", 3, {9: 400}))
    await room.restart()
    assert (await room.store.find_account(GUILD, 9)).held == 0
    assert (await room.store.find_account(GUILD, 1)).held == held > 0
    await room.store.write(take(9, 1000))
    assert table.table_id == room.known[0].table_id


async def test_a_pause_keeps_every_table_and_tells_so(room):
    tables = [await room.started(2, first_user=10 * number + 1, channel=number) for number in range(1, 4)]
    lobby = await room.lobby(first_user=99, channel=9)
    before = {table.table_id: see(table, ()) for table in [*tables, lobby]}
    await room.tables.pause()
    assert len(room.listener.notices("paused")) == 4
    assert room.clock.next_due is None
    assert room.listener.named("match_over") == room.listener.named("closed") == []
    assert {table.table_id: see(table, ()) for table in await room.restart(resumes=False)} == before


async def test_a_table_of_another_version_is_refused_and_not_misread(room):
    table = await room.lobby()
    room.sql("UPDATE saved_tables SET body = replace(body, '\"format\":1', '\"format\":2')")
    with pytest.raises(HostError) as refusal:
        await room.restart()
    assert (refusal.value.code, refusal.value.facts) == ("bad_journal", {"table": table.table_id})
    room.sql("UPDATE saved_tables SET body = '[]'")
    with pytest.raises(HostError, match="bad_journal"):
        await room.restart()


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"Nonsense":[]}', '{"Discard":[0,5,false]}', '{"Step":[1]}', "7"])
def test_a_journal_line_that_is_none_is_refused(line):
    with pytest.raises(HostError, match="bad_journal"):
        read_entry(line)


def test_every_line_reads_back_to_what_was_written(room_record):
    for entry in room_record:
        assert read_entry(write_entry(entry)) == entry


@pytest.fixture
def room_record():
    return [
        Step(Discard(2, 5, listen=True), None),
        Step(Pass(1), "clock"),
        Left(3),
        AutoplaySet(1, on=True, why="left"),
    ]


@on_both
class TestWhileTheDatabaseFails:
    async def test_nothing_is_told_or_shown_or_done_and_all_goes_on_by_itself(self, room, failing_writes):
        table = await room.started(2, constant_pause=True)
        await to_turn(room, table)
        shot = table.snapshot(1)
        told = len(room.listener.calls)
        async with failing_writes("journal"):
            await table.act(1, shot.decision, shot.view.own.actions[-1])
            await room.quiet()
            assert [call[2].code for call in room.listener.calls[told:]] == ["store_failed"]
            assert room.listener.calls[-1][2].facts["why"]
            assert table.state == "stalled"
            await refused(table.look(1), "store_failed")
            await refused(table.act(2, table.snapshot(2).decision, 0), "store_failed")
            await room.clock.advance(60)
            assert len(room.listener.calls) == told + 1
        await room.clock.advance(5)
        await room.quiet()
        assert table.state == "playing"
        assert room.listener.notices("store_back") == [{}]
        assert room.listener.named("table_changed")
        assert (await table.look(1)).view is not None
        await to_between(room, table)
        assert (await room.store.audit()).is_sound

    async def test_a_kill_then_leaves_what_was_told_last(self, room, failing_writes):
        table = await room.started(2)
        await to_turn(room, table)
        shot, before = table.snapshot(1), see(table, (1, 2))
        async with failing_writes("journal"):
            await table.act(1, shot.decision, shot.view.own.actions[-1])
            await room.quiet()
            assert see(table, (1, 2)) != before
        (table,) = await room.restart(resumes=False)
        assert see(table, (1, 2)) == before
