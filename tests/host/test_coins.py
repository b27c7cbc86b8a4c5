"""Settlement and stakes at a table (H18, P5, P8, P9)."""

import random

import pytest

from host.events import HandStarted
from tests.host.helpers import GUILD, give, greedy, refused, take, to_between


async def play_match(room, table, seed=0):
    await room.play_until(table, lambda: table.state == "over", choose=greedy, rng=random.Random(seed), steps=20000)


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
    count = trials(20)
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
    for table in tables:
        await table.close("ended")
    await room.quiet()
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
    await refused(room.store.write(take(1, 1001 - held)), "coins_held")
    await room.store.write(take(1, 1000 - held))
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
        await room.store.write(take(user, 990))
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
        await room.store.write(take(user, 990))
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


async def test_h18_the_stake_follows_the_poorest_person_anew_each_hand(room):
    await room.store.find_account(GUILD, 3)
    await room.store.write(take(3, 470))
    table = await room.started(4, next_hand_seconds=1)
    assert table.snapshot().stake == 5
    await to_between(room, table)
    await room.store.write(give(3, 10_000))
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
