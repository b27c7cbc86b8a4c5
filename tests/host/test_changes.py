"""What managers do to coins is done once, noted with who did it and why, and leaves coins at stake alone."""

import asyncio

import pytest

from host.book import FIRST_COINS
from host.changes import MOST_COINS, MOST_REASON, ChangeCoins, ResetCoins
from host.store import Store
from host.units import HoldCoins, SettleHand
from tests.host.databases import on_both
from tests.host.helpers import GUILD, MANAGER, give, refused, take

pytestmark = on_both

MAYA, IVAN, OTHER_GUILD = 1, 2, 901


async def coins(store, *users, guild=GUILD):
    return [(await store.find_account(guild, user)).balance for user in users]


def reset(user=None, key="change/reset", guild=GUILD):
    return ResetCoins(guild, user, MANAGER, "a new season", key)


async def test_a_grant_and_what_is_taken_come_from_and_go_to_the_bank_with_who_and_why(store):
    change, account = await store.write(ChangeCoins(GUILD, MAYA, 250, MANAGER, "  first \n prize ", "change/1"))
    assert account.balance == FIRST_COINS + 250
    assert (change.kind, change.actor_id, change.user_id, change.amount) == ("grant", MANAGER, MAYA, 250)
    assert change.reason == "first prize"
    change, account = await store.write(ChangeCoins(GUILD, MAYA, -50, MANAGER, "x" * 500, "change/2"))
    assert account.balance == FIRST_COINS + 200
    assert (change.kind, change.amount, len(change.reason)) == ("take", 50, MOST_REASON)
    assert [noted.key for noted in await store.list_changes(GUILD)] == ["change/2", "change/1"]
    assert await store.list_changes(OTHER_GUILD) == []
    assert (await store.audit()).is_sound


async def test_a_change_counts_once_however_often_it_is_asked_for(store):
    unit = give(MAYA, 250)
    await store.write(unit)
    answers = await asyncio.gather(*(store.write(unit) for _ in range(20)))
    assert {account.balance for _, account in answers} == {FIRST_COINS + 250}
    assert len(await store.list_changes(GUILD)) == 1
    again = [await store.write(reset()) for _ in range(2)]
    assert [count for _, count in again] == [1, 0]
    assert await coins(store, MAYA) == [FIRST_COINS]
    assert (await store.audit()).is_sound


@pytest.mark.parametrize("reason", ["", " \n "])
async def test_nothing_is_done_without_a_reason(store, reason):
    await refused(store.write(ChangeCoins(GUILD, MAYA, 5, MANAGER, reason, "change/1")), "no_reason")
    await refused(store.write(ResetCoins(GUILD, MAYA, MANAGER, reason, "change/2")), "no_reason")
    assert await coins(store, MAYA) == [FIRST_COINS]
    assert await store.list_changes(GUILD) == []


async def test_no_more_is_taken_than_is_free_and_no_more_given_than_numbers_hold(store):
    await store.write(HoldCoins(GUILD, "t", 1, {MAYA: 600}))
    facts = await refused(store.write(take(MAYA, 401)), "coins_held")
    assert facts == {"coins": 1000, "held": 600, "amount": 401}
    await store.write(take(MAYA, 400))
    await refused(store.write(give(MAYA, MOST_COINS)), "too_many_coins")
    assert await coins(store, MAYA) == [600]
    assert len(await store.list_changes(GUILD)) == 1
    assert (await store.audit()).is_sound


async def test_a_reset_gives_everybody_of_one_server_a_newcomers_coins_but_for_those_at_stake(store):
    await store.find_accounts(GUILD, [1, 2, 3, 4])
    await store.find_account(OTHER_GUILD, MAYA)
    for unit in (give(1, 500), take(2, 990), give(3, 2000), give(MAYA, 7, OTHER_GUILD)):
        await store.write(unit)
    await store.write(HoldCoins(GUILD, "t", 1, {1: 300, 3: 2500}))
    change, count = await store.write(reset())
    assert await coins(store, 1, 2, 3, 4) == [FIRST_COINS, FIRST_COINS, 2500, FIRST_COINS]
    assert (count, change.amount, change.user_id) == (3, 500 + 990 + 500, None)
    assert await coins(store, MAYA, guild=OTHER_GUILD) == [1007]
    # The hand in play is settled as if nothing had been.
    await store.write(SettleHand(GUILD, "t", 1, (1, 2, 3, 4), (2500, 0, -2500, 0), winner=0))
    assert await coins(store, 1, 3) == [3500, 0]
    assert (await store.audit()).is_sound


async def test_a_reset_of_one_person_is_theirs_alone(store):
    await store.write(give(MAYA, 500))
    await store.write(give(IVAN, 500))
    _, count = await store.write(reset(MAYA))
    assert (count, await coins(store, MAYA, IVAN)) == (1, [FIRST_COINS, FIRST_COINS + 500])


async def test_who_was_forgotten_is_not_reset(store):
    await store.write(give(MAYA, 500))
    await store.forget(MAYA)
    assert (await store.write(reset()))[1] == 0
    assert (await store.audit()).is_sound


async def test_the_log_goes_on_after_a_restart_and_comes_in_pages_and_by_person(store_url):
    store = await Store.open(store_url)
    for number in range(7):
        await store.write(give(MAYA if number % 2 else IVAN, number + 1))
    await store.close()
    store = await Store.open(store_url)
    await store.write(give(MAYA, 8))
    await store.write(reset())
    amounts = [change.amount for change in await store.list_changes(GUILD, limit=4)]
    assert amounts == [2 + 4 + 6 + 8 + 1 + 3 + 5 + 7, 8, 7, 6]
    assert [change.amount for change in await store.list_changes(GUILD, limit=4, offset=4)] == [5, 4, 3, 2]
    # What was done to all was done to them, too.
    assert [change.amount for change in await store.list_changes(GUILD, user_id=MAYA)][1:] == [8, 6, 4, 2]
    assert (await store.audit()).is_sound
    await store.close()
