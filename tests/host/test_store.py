"""The books: double entry, group commit, settlement once per hand, coins at stake set aside (H18, P9)."""

import asyncio

import pytest

from host.boards import Metric
from host.book import FIRST_COINS
from host.errors import HostError, StoreError
from host.schema import BANK
from host.store import Store
from host.units import HoldCoins, OpenAccount, SettleHand, VoidHand
from tests.host.counted import look, ranks
from tests.host.databases import on_both
from tests.host.helpers import take

pytestmark = on_both

GUILD = 900
PEOPLE = (1, 2, 3, 4)


def settle(hand=1, deltas=(30, -10, -10, -10), seats=PEOPLE, table="t", **more):
    return SettleHand(GUILD, table, hand, seats, deltas, winner=0, **more)


async def balances(store, users=PEOPLE):
    return [(await store.find_account(GUILD, user)).balance for user in users]


async def test_a_newcomer_gets_1000_coins_once_per_server(store):
    assert (await store.find_account(GUILD, 1)).balance == FIRST_COINS == 1000
    await store.write(take(1, 400))
    assert (await store.find_account(GUILD, 1)).balance == 600
    assert (await store.find_account(901, 1)).balance == 1000


async def test_simultaneous_first_visits_open_one_account(store):
    opened = await asyncio.gather(*(store.find_account(GUILD, 1) for _ in range(50)))
    assert {account.balance for account in opened} == {1000}
    assert (await store.audit()).is_sound


async def test_the_grant_is_a_movement_from_the_bank_so_a_server_sums_to_zero(store):
    await store.find_account(GUILD, 1)
    report = await store.audit()
    assert report.is_sound
    assert (report.accounts, report.movements) == (2, 1)


async def test_settlement_moves_coins_and_sums_to_zero(store):
    outcome = await store.write(settle(deltas=(30, -5, -10, -15)))
    assert outcome.balances == (1030, 995, 990, 985)
    assert await balances(store) == [1030, 995, 990, 985]
    assert (await store.audit()).is_sound


async def test_settlement_is_idempotent_by_table_and_hand(store):
    first = await store.write(settle())
    again = await store.write(settle(deltas=(-90, 30, 30, 30)))
    assert again == first
    assert await balances(store) == [1030, 990, 990, 990]
    await store.write(settle(hand=2))
    await store.write(settle(table="u"))
    assert await balances(store) == [1090, 970, 970, 970]


async def test_simultaneous_settlements_of_one_hand_pay_once(store):
    outcomes = await asyncio.gather(*(store.write(settle()) for _ in range(20)))
    assert len(set(outcomes)) == 1
    assert await balances(store) == [1030, 990, 990, 990]


async def test_deltas_that_do_not_sum_to_zero_are_refused(store):
    with pytest.raises(HostError) as refusal:
        settle(deltas=(30, -10, -10, -9))
    assert refusal.value.code == "not_zero_sum"


async def test_p9_the_bank_stands_for_computer_players(store):
    await store.write(settle(deltas=(-9, 3, 3, 3), seats=(1, None, None, None)))
    assert await balances(store, (1, BANK)) == [991, 9 - 1000]
    report = await store.audit()
    assert report.is_sound


async def test_p9_hands_with_computer_players_are_counted_apart(store):
    await store.write(settle(hand=1))
    await store.write(settle(hand=2, seats=(1, 2, None, None)))
    winner, loser = await store.find_account(GUILD, 1), await store.find_account(GUILD, 2)
    assert (winner.hands, winner.hands_won, winner.computer_hands, winner.computer_hands_won) == (1, 1, 1, 1)
    assert (loser.hands, loser.hands_won, loser.computer_hands, loser.computer_hands_won) == (1, 0, 1, 0)


async def test_nobody_ends_below_zero_without_leave_to_owe(store):
    with pytest.raises(HostError) as refusal:
        await store.write(settle(deltas=(1001, -1001, 0, 0)))
    assert refusal.value.code == "short_of_coins"
    assert await balances(store) == [1000] * 4
    outcome = await store.write(settle(deltas=(1001, -1001, 0, 0), allow_debt=True))
    assert outcome.balances[1] == -1
    assert (await store.audit()).is_sound


async def test_coins_at_stake_cannot_be_touched_by_a_second_table_or_an_admin(store):
    await store.find_account(GUILD, 1)
    assert await store.write(HoldCoins(GUILD, "t", 1, {1: 900})) == {1: 900}
    assert await store.write(HoldCoins(GUILD, "u", 1, {1: 900})) == {1: 100}
    with pytest.raises(HostError) as refusal:
        await store.write(take(1, 1))
    assert refusal.value.code == "coins_held"
    assert (await store.audit()).is_sound


async def test_setting_aside_twice_for_a_hand_changes_nothing(store):
    await store.write(HoldCoins(GUILD, "t", 1, {1: 300}))
    assert await store.write(HoldCoins(GUILD, "t", 1, {1: 500})) == {1: 300}
    assert (await store.find_account(GUILD, 1)).held == 300


async def test_settlement_gives_back_what_was_set_aside(store):
    await store.write(HoldCoins(GUILD, "t", 1, dict.fromkeys(PEOPLE, 500)))
    await store.write(settle())
    assert [(await store.find_account(GUILD, user)).held for user in PEOPLE] == [0] * 4
    assert (await store.audit()).is_sound


async def test_void_gives_back_what_was_set_aside_and_pays_nothing(store):
    await store.write(HoldCoins(GUILD, "t", 1, dict.fromkeys(PEOPLE, 500)))
    outcome = await store.write(VoidHand(GUILD, "t", 1, PEOPLE))
    assert (outcome.is_void, outcome.paid) == (True, (0, 0, 0, 0))
    assert await store.write(settle()) == outcome
    account = await store.find_account(GUILD, 1)
    assert (account.balance, account.held, account.hands) == (1000, 0, 0)
    assert (await store.audit()).is_sound


async def test_one_refused_unit_never_fails_the_others_of_its_group(store):
    units = [take(user, 5000 if user % 2 else 10) for user in range(1, 21)]
    answers = await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)
    assert [isinstance(answer, HostError) for answer in answers] == [bool(user % 2) for user in range(1, 21)]
    assert await balances(store, range(1, 21)) == [1000 if user % 2 else 990 for user in range(1, 21)]
    assert (await store.audit()).is_sound


async def test_a_refused_unit_leaves_nothing_half_done(store):
    # The refusal comes after the movements were made in memory, in the same group as a unit that goes through.
    answers = await asyncio.gather(
        store.write(settle(deltas=(2000, -500, -500, -1000 - 0), hand=1)),
        store.write(settle(deltas=(600, -600, 0, 0), hand=2)),
        store.write(settle(deltas=(30, -10, -10, -10), hand=3, seats=(1, None, None, None))),
        return_exceptions=True,
    )
    assert [isinstance(answer, HostError) for answer in answers] == [False, True, False]
    assert await balances(store) == [3030, 500, 500, 0]
    assert (await store.audit()).is_sound


async def test_writes_that_wait_together_are_committed_together(store):
    await asyncio.gather(*(store.write(OpenAccount(GUILD, user)) for user in range(1, 201)))
    assert store._writer.units == 200
    assert store._writer.groups <= 4


async def test_a_database_that_refuses_one_table_does_not_fail_another(store, failing_writes):
    async with failing_writes():
        bad, good = await asyncio.gather(
            store.write(settle()), store.write(OpenAccount(GUILD, 7)), return_exceptions=True
        )
    assert isinstance(bad, StoreError)
    assert bad.code == "store_failed"
    assert good.balance == 1000


async def test_a_failed_write_leaves_nothing_half_written_and_works_later(store, failing_writes):
    await asyncio.gather(*(store.find_account(GUILD, user) for user in PEOPLE))
    async with failing_writes():
        with pytest.raises(StoreError):
            await store.write(settle())
        assert await balances(store) == [1000] * 4
        assert (await store.audit()).is_sound
    await store.write(settle())
    assert await balances(store) == [1030, 990, 990, 990]


async def test_a_store_error_holds_no_statement_and_no_value(store, failing_writes):
    async with failing_writes():
        with pytest.raises(StoreError) as failure:
            await store.write(settle())
    assert "INSERT" not in str(failure.value)
    assert failure.value.facts["why"] in {"SQLITE_CONSTRAINT_TRIGGER", "RaiseError"}


async def test_balances_outlive_the_process_and_coins_at_stake_come_back(store_url):
    store = await Store.open(store_url)
    await store.write(settle())
    await store.write(HoldCoins(GUILD, "t", 2, dict.fromkeys(PEOPLE, 500)))
    await store.close()
    store = await Store.open(store_url)
    assert await balances(store) == [1030, 990, 990, 990]
    assert (await store.find_account(GUILD, 1)).held == 500
    await store.release_holds(but=[])
    assert (await store.find_account(GUILD, 1)).held == 0
    assert (await store.audit()).is_sound
    await store.close()


async def test_a_closed_store_refuses_to_write(store_url):
    store = await Store.open(store_url)
    await store.close()
    with pytest.raises(StoreError):
        await store.write(OpenAccount(GUILD, 1))


async def test_what_waits_when_the_store_is_closed_is_written(store_url):
    store = await Store.open(store_url)
    writing = asyncio.create_task(store.write(settle()))
    await asyncio.sleep(0)
    await store.close()
    assert (await writing).balances == (1030, 990, 990, 990)


async def test_the_board_of_coins_ranks_by_coins_and_leaves_the_bank_out(store):
    await store.find_accounts(GUILD, PEOPLE)
    await store.write(settle(deltas=(30, 0, -15, -15)))
    assert await ranks(store, Metric.COINS) == [(1, 1, 1030), (2, 2, 1000), (3, 3, 985), (3, 4, 985)]
    (first, *_) = (await look(store, Metric.COINS)).lines
    assert (first.hands, first.wins) == (1, 1)
    assert (await look(store, Metric.COINS, guild=901)).lines == ()
