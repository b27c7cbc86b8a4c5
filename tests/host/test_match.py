"""Hands follow each other, and what happens when something fails."""

import asyncio
import random
import threading
from hashlib import sha256

import pytest

from engine.actions import Discard
from engine.cities import find_rules
from engine.errors import RuleError
from engine.events import Discarded, Drew
from engine.replay import replay_hand
from engine.shuffle import deal_hand
from host.clock import LoopClock
from host.computers import Computers, EnginePlayer, FunctionPlayer
from host.ending import Ending
from host.events import AutoplaySet, HandEnded, HandStarted, MatchStarted
from host.publisher import SilentPublisher
from host.registry import Tables
from host.settings import RoomSettings
from host.surroundings import Surroundings
from host.units import SettleHand
from tests.host.helpers import GUILD, greedy, refused, to_between


async def play_match(room, table, seed=0):
    await room.play_until(table, lambda: table.state == "over", choose=greedy, rng=random.Random(seed), steps=20000)


async def test_the_next_hand_starts_by_itself_or_when_all_have_pressed_next(room):
    table = await room.started(2, next_hand_seconds=30)
    await refused(table.press_next(1), "hand_running")
    await to_between(room, table)
    assert table.snapshot().next_at == room.clock.wall() + 30
    await table.press_next(1)
    assert table.state == "between"
    await table.press_next(2)
    assert table.state == "playing"
    await to_between(room, table)
    await room.clock.advance(30)
    assert table.state == "playing"
    assert [event.hand for _, event in room.listener.events(HandStarted)] == [1, 2, 3]


async def test_words_hold_from_the_next_hand(room):
    table = await room.started(next_hand_seconds=1)
    seat = table.snapshot(1).viewer_seat
    await table.set_words(1, "ab")
    await to_between(room, table)
    await room.clock.advance(1)
    words = [event.words[seat] for _, event in room.listener.events(HandStarted)]
    assert words == ["", "ab"]


async def test_the_numbers_of_run_are_checked_and_dealt_with(room):
    table = await room.lobby(computers=3, options={"run": True})
    await refused(table.set_run(1, 3), "bad_run")
    await table.set_run(1, 5)
    await table.start(1)
    await room.quiet()
    seat = table.snapshot(1).viewer_seat
    assert table.record[1].runs[seat] == 5
    assert sum(table.record[1].runs) == 8


async def test_every_wall_follows_from_the_commitment_and_the_words(make_room):
    room = make_room(greedy, seed=11)
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await play_match(room, table)
    started = [event for event in table.record if isinstance(event, HandStarted)]
    reveals = [bytes.fromhex(event.reveal) for event in table.record if isinstance(event, HandEnded)]
    assert sha256(reveals[0]).hexdigest() == table.snapshot().commitment
    assert [sha256(later).digest() for later in reveals[1:]] == reveals[:-1]
    for hand, secret in zip(started, reveals, strict=True):
        deal = deal_hand(secret, hand.words, table.rules, None if hand.hand == 1 else hand.dealer)
        dealt = next(event for event in table.record[table.record.index(hand) :] if event.type == "deal")
        assert dealt.wall == deal.wall


async def test_after_64_hands_a_new_chain_begins_and_is_published(room, monkeypatch):
    monkeypatch.setattr("host.match.CHAIN_LENGTH", 2)
    table = await room.started(hands=None, next_hand_seconds=1)
    first = table.snapshot().commitment
    for _ in range(2):
        await to_between(room, table)
        await room.clock.advance(1)
    commitments = [event.commitment for _, event in room.listener.events(HandStarted)]
    assert commitments[:2] == [None, None]
    assert commitments[2] == table.snapshot().commitment != first
    assert room.listener.notices("new_chain") == [{"hand": 3, "commitment": commitments[2]}]


async def test_an_open_end_is_not_played_on_by_autoplay_alone(room):
    table = await room.started(hands=None, next_hand_seconds=1)
    await room.play_until(table, lambda: table.state == "over", idle=True)
    assert table.snapshot().match_report.why == "nobody_here"


async def test_the_record_is_complete_and_replays_to_the_same_events(any_room, at_random):
    table = await any_room.started(hands=4)
    await to_between(any_room, table, choose=at_random, rng=random.Random(4))
    hand = table._match.hand
    started = table.record[1]
    deal = deal_hand(table._context.chains[0].secret(1), started.words, table.rules, None)
    again = replay_hand(table.rules, deal, hand.setup, hand.history)
    assert again.events == hand.events
    assert isinstance(table.record[0], MatchStarted)
    assert list(table.record[2 : 2 + len(hand.events)]) == hand.events


async def test_the_same_seeds_and_clicks_give_the_same_match(make_room):
    records = []
    for _ in range(2):
        room = make_room(greedy, seed=7)
        table = await room.started(hands=4, next_hand_seconds=1, first_user=1 + 10 * len(records), channel=len(records))
        await to_between(room, table, choose=greedy, rng=random.Random(2))
        records.append([event for event in table.record if isinstance(event, Drew | Discarded)])
        await table.end(1 + 10 * (len(records) - 1))
    assert records[0] == records[1]
    assert len(records[0]) > 10


async def test_a_database_that_fails_at_the_settlement_stops_play_with_a_notice_and_goes_on_later(room, failing_writes):
    table = await room.started(2, next_hand_seconds=1)
    async with failing_writes():
        await room.play_until(table, lambda: table.state == "stalled")
        assert len(room.listener.notices("store_failed")) == 1
        assert room.listener.named("hand_over") == []
        assert [await room.balance(user) for user in (1, 2)] == [1000, 1000]
        await room.clock.advance(16)
        assert table.state == "stalled"
        assert len(room.listener.notices("store_failed")) == 1
    await room.clock.advance(5)
    assert len(room.listener.notices("store_back")) == 1
    assert len(room.listener.named("hand_over")) == 1
    assert table.state in {"between", "playing"}
    assert (await room.store.audit()).is_sound


async def test_a_database_that_fails_when_a_hand_starts_delays_the_hand(room, failing_writes):
    table = await room.lobby(2, computers=2)
    async with failing_writes():
        await table.start(1)
        await table.start(2)
        await room.quiet()
        assert table.state == "stalled"
        assert table.snapshot(1).view is None
    await room.clock.advance(5)
    assert table.state == "playing"
    assert [event.hand for _, event in room.listener.events(HandStarted)] == [1]


async def test_a_game_ended_while_the_database_fails_is_settled_when_it_works_again(room, failing_writes):
    table = await room.started(2)
    async with failing_writes():
        await room.play_until(table, lambda: table.state == "stalled")
        await table.end(1)
        assert table.state == "stalled"
    await room.clock.advance(5)
    assert table.state == "over"
    assert table.snapshot().match_report.hands_played == 1
    assert (await room.store.find_account(GUILD, 1)).held == 0


async def test_a_game_voided_while_the_database_fails_gives_coins_back_later(room, failing_writes):
    table = await room.started(2)
    async with failing_writes():
        await table.end(1)
        assert table.state == "stalled"
        await refused(table.act(1, table.snapshot(1).decision, 0), "not_your_turn")
    await room.clock.advance(5)
    assert table.state == "over"
    assert (await room.store.find_account(GUILD, 1)).held == 0


async def test_a_publisher_that_fails_never_hurts_the_table(room):
    room.listener.fails = True
    table = await room.started(2, hands=4, next_hand_seconds=1)
    await room.play_until(table, lambda: table.state == "over")
    assert table.snapshot().match_report.why == "finished"


@pytest.mark.parametrize("fault", ["raises", "cheats"])
async def test_a_computer_player_that_fails_or_cheats_gets_the_default(make_room, fault):
    def choose(view, rng):
        if fault == "raises":
            raise ZeroDivisionError
        return Discard((view.viewer + 1) % 4, 0)

    room = make_room(choose)
    table = await room.started(hands=4, next_hand_seconds=1)
    await to_between(room, table)
    assert table.snapshot().last_report.result.kind in {"win", "draw"}


async def test_a_fault_in_the_hand_voids_it_and_nobody_is_stuck(room, monkeypatch):
    table = await room.started(4)
    user = room.owing(table)[0]

    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(table._match.hand, "apply", fail)
    await refused(table.act(user, table.snapshot(user).decision, 0), "internal")
    await room.quiet()
    assert table.state == "over"
    assert table.snapshot().match_report.why == "error"
    assert (await room.store.find_account(GUILD, 1)).held == 0


async def test_a_rule_error_inside_a_timer_is_a_fault_too(room, monkeypatch):
    table = await room.started()
    await room.play_until(table, lambda: table.snapshot(1).view.phase == "turn" and table.snapshot(1).decision)

    def fail(*_):
        raise RuleError("illegal_action")

    monkeypatch.setattr(table._match.hand, "apply", fail)
    await room.clock.advance(22)
    assert table.snapshot().match_report.why == "error"


async def test_costly_computer_players_think_off_the_event_loop(make_room):
    threads = set()

    def choose(view, rng):
        threads.add(threading.current_thread())
        return greedy(view, rng)

    computers = Computers(FunctionPlayer(choose, is_costly=True))
    room = make_room()
    object.__setattr__(room.tables._surroundings, "computers", computers)
    table = await room.started(hands=4)
    await to_between(room, table)
    computers.close()
    assert threads
    assert threading.main_thread() not in threads
    assert len(threads) <= 2


async def test_the_engines_own_player_plays_a_hand_to_its_end(make_room):
    room = make_room()
    computers = Computers(EnginePlayer())
    object.__setattr__(room.tables._surroundings, "computers", computers)
    table = await room.started(hands=4)
    await to_between(room, table)
    computers.close()
    assert table.snapshot().last_report.result.kind == "win"
    with pytest.raises(RuleError) as refusal:
        EnginePlayer("nobody")
    assert refusal.value.code == "unknown_player"


async def test_a_settlement_that_the_books_refuse_voids_the_hand(room):
    """It must not happen; if it does, nobody is stuck and nothing is paid."""
    table = await room.started(2)
    await room.play_until(table, lambda: table.snapshot().view.wall_left < 3)
    match = table._match

    async def lose_everything():
        match._ending = Ending(SettleHand(GUILD, table.table_id, 1, table._context.users, (5000, -2000, -2000, -1000)))
        await match._settle()

    match.play._on_over = lose_everything
    await to_between(room, table)
    assert table.snapshot().match_report.why == "error"
    assert [await room.balance(user) for user in (1, 2)] == [1000, 1000]
    assert (await room.store.find_account(GUILD, 1)).held == 0
    assert (await room.store.audit()).is_sound


class Waiter(SilentPublisher):
    def __init__(self):
        self.is_over = asyncio.Event()

    async def match_over(self, table, report):
        self.is_over.set()


async def test_a_table_runs_by_the_real_clock_too(store):
    clock = LoopClock()
    listener = Waiter()
    tables = Tables(Surroundings(store, Computers(FunctionPlayer(greedy)), listener, clock))
    table = await tables.create(
        guild_id=GUILD,
        channel_id=1,
        user_id=1,
        name="p1",
        rules=find_rules("harbin"),
        settings=RoomSettings(hands=4, pace=0.0, next_hand_seconds=0.0, constant_pause=True, claim_pause=0.0),
    )
    await table.add_computer(1, 3)
    await table.start(1)
    await table.set_autoplay(1)
    await asyncio.wait_for(listener.is_over.wait(), 60)
    assert table.snapshot().match_report.why == "finished"
    assert clock.wall() > 1_700_000_000
    assert len(tables) == 0


async def test_autoplay_is_seen_at_the_table(room):
    table = await room.started(4)
    await table.set_autoplay(1)
    await room.quiet()
    assert [event.why for _, event in room.listener.events(AutoplaySet)] == ["chosen"]
    assert room.listener.notices("autoplay") == [{"seat": room.users(table)[1], "on": True, "why": "chosen"}]


async def test_a_table_counts_how_many_hands_in_a_row_the_dealer_has_dealt_also_over_a_restart(room):
    table = await room.started(next_hand_seconds=1, options={"draw_liability": 0})
    streaks = [table.snapshot().dealer_streak]
    for _ in range(2):
        await to_between(room, table)
        assert table.snapshot().last_report.result.kind == "draw"
        await room.clock.advance(1)
        streaks.append(table.snapshot().dealer_streak)
    assert streaks == [1, 2, 3]
    (table,) = await room.restart()
    assert table.snapshot().dealer_streak == 3
    table._match.last_dealer = (table.snapshot().view.dealer + 1) % 4
    await to_between(room, table)
    await room.clock.advance(1)
    assert table.snapshot().dealer_streak == 1
