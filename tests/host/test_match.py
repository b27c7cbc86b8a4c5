"""Hands follow each other: stakes, settlement, leaving, ending (H18, H19, M9, P5, P7-P9)."""

import random

import pytest

from engine.actions import Discard, Pass, Win
from engine.errors import RuleError
from engine.events import Discarded, Drew
from engine.replay import replay_hand
from engine.shuffle import Chain, deal_hand
from host.errors import HostError
from host.events import AutoplaySet, HandEnded, HandStarted, Left, MatchEnded, MatchStarted, PenaltyPaid, Returned, Sat
from host.schema import BANK
from host.units import MoveCoins

GUILD = 900


async def refused(awaitable, code):
    with pytest.raises(HostError) as refusal:
        await awaitable
    assert refusal.value.code == code


async def to_between(room, table, **more):
    await room.play_until(table, lambda: table.state in {"between", "over"}, **more)


def greedy(view, rng):
    """Win if possible, listen if possible, else at random."""
    actions = view.own.actions
    wins = [action for action in actions if isinstance(action, Win)]
    listens = [action for action in actions if getattr(action, "listen", False)]
    claims = [action for action in actions if not isinstance(action, Discard | Pass)]
    return rng.choice(wins or listens or claims or actions)


async def play_match(room, table, seed=0):
    await room.play_until(table, lambda: table.state == "over", choose=greedy, rng=random.Random(seed), steps=20000)


# ---- settlement


async def test_a_match_of_four_people_pays_zero_sum_and_gives_everything_back(make_room):
    room = make_room(greedy)
    table = await room.started(4, hands=4, next_hand_seconds=1)
    await play_match(room, table)
    reports = [call[2] for call in room.listener.named("hand_over")]
    assert [report.hand for report in reports] == [1, 2, 3, 4]
    assert all(sum(report.paid) == 0 and sum(report.owed) == 0 for report in reports)
    final = table.snapshot().match_report
    assert final.why == "finished"
    assert sum(final.scores) == 0
    for seat in final.seats:
        account = await room.store.find_account(GUILD, seat.user_id)
        assert account.balance == 1000 + final.scores[seat.seat] == seat.coins
        assert (account.held, account.hands, account.computer_hands) == (0, 4, 0)
    assert (await room.store.audit()).is_sound


@pytest.mark.slow
async def test_fifty_tables_at_once_settle_every_hand_once_and_the_books_hold(make_room, trials):
    room = make_room(greedy)
    count = trials(50)
    tables = [
        await room.started(2, first_user=10 * number + 1, channel=number, hands=4, next_hand_seconds=1)
        for number in range(count)
    ]
    for table in tables:
        for user in room.users(table):
            await table.set_autoplay(user)
    while any(table.snapshot().last_report is None for table in tables):
        due = room.clock.next_due
        assert due is not None
        await room.clock.advance(due - room.clock.now())
    await room.tables.stop()
    reports = [call[2] for call in room.listener.named("hand_over")]
    assert any(report.result.kind == "win" for report in reports)
    audit = await room.store.audit()
    assert audit.is_sound
    for table in tables:
        final = table.snapshot().match_report
        for seat in final.seats:
            if seat.user_id is not None:
                account = await room.store.find_account(GUILD, seat.user_id)
                assert account.balance == 1000 + seat.score
                assert account.computer_hands == final.hands_played >= 1
                assert account.held == 0
    assert len(room.tables) == 0


async def test_coins_at_stake_are_set_aside_while_a_hand_runs(room):
    table = await room.started(4)
    held = (await room.store.find_account(GUILD, 1)).held
    assert held > 0
    await refused(room.store.write(MoveCoins(GUILD, 1, BANK, 1001 - held)), "coins_held")
    await room.store.write(MoveCoins(GUILD, 1, BANK, 1000 - held))
    await to_between(room, table)
    assert (await room.store.find_account(GUILD, 1)).held == 0


async def test_what_is_set_aside_covers_the_largest_loss(make_room):
    """Whatever a hand costs somebody, it was set aside before."""
    room = make_room(greedy)
    table = await room.started(4, hands=4, next_hand_seconds=1, options={"stake": 1})
    await play_match(room, table)
    from host.stakes import largest_loss

    losses = [-min(call[2].owed) for call in room.listener.named("hand_over")]
    assert 0 < max(losses) <= largest_loss(table.rules, 1)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 3 * 24 + 3),
        ({"leave_penalty": "none", "kadang_factor": 1}, 36),
        ({"leave_penalty": 50, "fan_baozhongbao": 1, "fan_mobao": 1, "kadang_factor": 1}, 59),
        ({"leave_penalty": "none", "closed_loser": "add3", "unready_discarder": "double"}, 3 * 60),
        ({"leave_penalty": "none", "run": True, "dealer_double": True}, 3 * 24 * 25 * 2),
    ],
)
def test_the_largest_loss_follows_from_the_options(options, most):
    from engine.cities import find_rules
    from host.stakes import largest_loss

    assert largest_loss(find_rules("harbin", options), 1) == most


async def test_a_loser_short_of_coins_pays_what_there_is_and_the_report_says_so(make_room):
    room = make_room(greedy)
    for user in (1, 2, 3, 4):
        await room.store.find_account(GUILD, user)
        await room.store.write(MoveCoins(GUILD, user, BANK, 990))
    table = await room.started(4, hands=None, next_hand_seconds=1, options={"stake": 20})
    await room.play_until(
        table,
        lambda: any(sum(call[2].short) for call in room.listener.named("hand_over")),
        choose=greedy,
        rng=random.Random(1),
        steps=20000,
    )
    report = next(call[2] for call in room.listener.named("hand_over") if sum(call[2].short))
    assert sum(report.paid) == 0
    assert min(report.balances) == 0
    losers = [seat for seat in range(4) if report.owed[seat] < 0]
    assert all(report.paid[seat] - report.short[seat] == report.owed[seat] for seat in losers)
    assert report.paid[report.result.winner] == report.owed[report.result.winner] - sum(report.short)


async def test_p5_between_hands_a_seat_without_coins_falls_free(make_room):
    room = make_room(greedy)
    for user in (1, 2, 3, 4):
        await room.store.find_account(GUILD, user)
        await room.store.write(MoveCoins(GUILD, user, BANK, 990))
    table = await room.started(4, hands=None, next_hand_seconds=1, options={"stake": 20})
    await room.play_until(
        table,
        lambda: room.listener.notices("seat_freed"),
        choose=greedy,
        rng=random.Random(1),
        steps=20000,
    )
    freed = room.listener.notices("seat_freed")[0]
    assert freed["why"] == "coins"
    assert room.tables.find_of(GUILD, freed["user"]) is None
    assert await room.balance(freed["user"]) == 0


# ---- stakes


async def test_h18_the_stake_follows_the_poorest_person_anew_each_hand(room):
    await room.store.find_account(GUILD, 3)
    await room.store.write(MoveCoins(GUILD, 3, BANK, 470))
    table = await room.started(4, next_hand_seconds=1)
    assert table.snapshot().stake == 5
    await to_between(room, table)
    await room.store.write(MoveCoins(GUILD, BANK, 3, 10_000))
    await room.clock.advance(1)
    assert [event.stake for _, event in room.listener.events(HandStarted)] == [5, 10]


async def test_p9_beside_computer_players_the_stake_is_capped(room):
    capped = await room.started(3, options={"stake": 100})
    assert capped.snapshot().stake == 1
    other = await room.started(3, first_user=11, channel=2, options={"stake": 100}, computer_stake_cap=7)
    assert other.snapshot().stake == 7
    people = await room.started(4, first_user=21, channel=3, options={"stake": 100})
    assert people.snapshot().stake == 100


async def test_p8_a_game_for_points_moves_no_coins(make_room):
    room = make_room(greedy)
    table = await room.started(4, hands=4, coins=False, next_hand_seconds=1, options={"stake": 3})
    await play_match(room, table)
    final = table.snapshot().match_report
    assert any(final.scores)
    assert sum(final.scores) == 0
    assert final.balances == (None,) * 4
    assert [await room.balance(user) for user in (1, 2, 3, 4)] == [1000] * 4
    assert (await room.store.find_account(GUILD, 1)).hands == 4


# ---- leaving


async def test_p5_who_leaves_in_a_hand_is_played_by_autoplay_until_it_is_settled(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await room.quiet()
    assert table.snapshot().seats[seat].has_left
    assert table.snapshot().seats[seat].autoplay == "left"
    assert [event.seat for _, event in room.listener.events(Left)] == [seat]
    # Still seated: another game is refused until the hand is settled (P2).
    await refused(room.lobby(first_user=2, channel=2), "seated_elsewhere")
    await room.play_until(table, lambda: table.state == "between")
    assert room.tables.find_of(GUILD, 2) is None
    assert room.listener.notices("seat_freed") == [{"seat": seat, "user": 2, "why": "left"}]


async def test_h19_who_left_is_charged_three_stakes_at_the_settlement(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await to_between(room, table)
    report = table.snapshot().last_report
    assert report.stake == 10
    assert report.penalties == tuple(-30 if number == seat else 10 for number in range(4))
    assert report.result.kind == "draw"
    assert report.paid == report.penalties
    assert len(room.listener.events(PenaltyPaid)) == 1
    assert (await room.store.audit()).is_sound


async def test_h19_who_came_back_is_not_charged(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await table.join(2, "p2")
    await room.quiet()
    assert not table.snapshot().seats[seat].has_left
    assert table.snapshot().seats[seat].autoplay is None
    assert len(room.listener.events(Returned)) == 1
    assert room.listener.notices("returned") == [{"seat": seat, "user": 2}]
    await to_between(room, table)
    assert table.snapshot().last_report.penalties == (0, 0, 0, 0)
    assert table.is_seated(2)


async def test_p5_an_own_action_brings_one_back(room):
    table = await room.started(4, pace=2)
    user = room.owing(table)[0]
    seat, decision = room.users(table)[user], table.snapshot(user).decision
    await table.leave(user)
    await table.act(user, decision, 0)
    await room.quiet()
    holder = table.snapshot().seats[seat]
    assert (holder.has_left, holder.autoplay) == (False, None)
    assert len(room.listener.events(Returned)) == 1


async def test_m9_in_mudanjiang_leaving_costs_nothing(room):
    table = await room.started(4, rules="mudanjiang")
    await table.leave(2)
    await to_between(room, table)
    assert table.snapshot().last_report.penalties == (0, 0, 0, 0)


async def test_p5_after_the_settlement_another_person_may_take_the_seat(room):
    table = await room.started(4, next_hand_seconds=30)
    seat = room.users(table)[2]
    await table.leave(2)
    await refused(table.join(9, "p9"), "table_full")
    await to_between(room, table)
    await table.join(9, "p9")
    assert room.users(table)[9] == seat
    await room.clock.advance(30)
    assert table.snapshot(9).view.viewer == seat
    assert [event.player.user_id for _, event in room.listener.events(Sat)] == [9]


async def test_p5_a_free_seat_goes_to_a_computer_player_when_the_next_hand_starts(room):
    table = await room.started(4, next_hand_seconds=30)
    seat = room.users(table)[2]
    await table.leave(2)
    await to_between(room, table)
    assert table.snapshot().seats[seat].computer is None
    await room.clock.advance(30)
    assert table.state == "playing"
    assert table.snapshot().seats[seat].computer == 1
    assert table.snapshot().stake == 1


async def test_p5_without_computer_players_the_match_ends_instead(room):
    table = await room.started(4, next_hand_seconds=30, computers_allowed=False)
    await table.leave(2)
    await to_between(room, table)
    await room.clock.advance(30)
    assert table.state == "over"
    assert table.snapshot().match_report.why == "seat_empty"


async def test_p5_leaving_between_hands_costs_nothing(room):
    table = await room.started(4, next_hand_seconds=30)
    await to_between(room, table)
    balance = await room.balance(2)
    await table.leave(2)
    assert not table.is_seated(2)
    assert room.tables.find_of(GUILD, 2) is None
    await room.clock.advance(30)
    await to_between(room, table)
    assert await room.balance(2) == balance


async def test_p5_when_everybody_has_left_the_match_ends_with_the_hand(room):
    table = await room.started(2)
    await table.leave(1)
    await table.leave(2)
    await room.play_until(table, lambda: table.state == "over")
    assert table.snapshot().match_report.why == "nobody_here"
    assert len(room.tables) == 0


async def test_p1_the_host_who_leaves_a_match_passes_the_room_on(room):
    table = await room.started(4)
    await table.leave(1)
    assert table.host_id in {2, 3, 4}


# ---- ending


@pytest.mark.parametrize("who", ["host", "manager"])
async def test_p7_host_or_manager_ends_the_game_and_nothing_is_paid(room, who):
    table = await room.started(4)
    await room.act(table, room.owing(table)[0])
    ended = await (table.end(1) if who == "host" else table.end(77, is_manager=True))
    await room.quiet()
    assert ended
    assert table.state == "over"
    report = table.snapshot().match_report
    assert (report.why, report.hands_played) == ("ended", 0)
    last = table.snapshot().last_report
    assert (last.result.kind, last.paid) == ("void", (0, 0, 0, 0))
    for user in (1, 2, 3, 4):
        account = await room.store.find_account(GUILD, user)
        assert (account.balance, account.held, account.hands) == (1000, 0, 0)
    assert [event.why for event in table.record if isinstance(event, MatchEnded)] == ["ended"]
    assert room.tables.find_in_channel(1) is None


async def test_p7_a_majority_of_the_seated_people_ends_the_game(room):
    table = await room.started(4)
    voters = [user for user in (2, 3, 4) if user != table.host_id]
    assert await table.end(voters[0]) is False
    assert await table.end(voters[0]) is False
    assert await table.end(voters[1]) is False
    assert table.snapshot().votes == {voters[0], voters[1]}
    assert table.snapshot().votes_needed == 3
    assert await table.end(voters[2]) is True
    assert table.snapshot().match_report.why == "vote"


async def test_p7_who_has_left_does_not_count_among_the_seated(room):
    table = await room.started(4)
    await table.end(2)
    await table.leave(2)
    assert (table.snapshot().votes, table.snapshot().votes_needed) == (frozenset(), 2)
    await refused(table.end(2), "not_seated")


async def test_p7_ending_between_hands_voids_nothing(room):
    table = await room.started(4)
    await to_between(room, table)
    paid = table.snapshot().last_report.paid
    await table.end(1)
    report = table.snapshot().match_report
    assert report.scores == paid
    assert report.hands_played == 1


async def test_a_channel_that_is_gone_voids_the_hand(room):
    table = await room.started(4)
    await room.tables.close_channel(1)
    assert table.snapshot().match_report.why == "channel_gone"
    other = await room.started(2, first_user=11, channel=2)
    await room.tables.close_guild(GUILD)
    assert other.snapshot().match_report.why == "host_gone"
    assert (await room.store.audit()).is_sound


async def test_shutting_down_ends_every_table_and_gives_coins_back(room):
    tables = [await room.started(2, first_user=10 * number + 1, channel=number) for number in range(5)]
    lobby = await room.lobby(first_user=99, channel=9)
    await room.tables.stop()
    assert {table.state for table in [*tables, lobby]} == {"over"}
    assert (await room.store.find_account(GUILD, 1)).held == 0
    assert room.listener.named("closed")[-1][2] == "shutdown"


# ---- hands follow each other


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
    from hashlib import sha256

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
    deal = deal_hand(Chain.secret(table._chain, 1), started.words, table.rules, None)
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


# ---- trouble


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
    import threading

    from host.computers import Computers, FunctionPlayer

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


async def test_autoplay_is_seen_at_the_table(room):
    table = await room.started(4)
    await table.set_autoplay(1)
    await room.quiet()
    assert [event.why for _, event in room.listener.events(AutoplaySet)] == ["chosen"]
    assert room.listener.notices("autoplay") == [{"seat": room.users(table)[1], "on": True, "why": "chosen"}]
