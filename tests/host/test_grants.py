"""The day's grant: once a day, more with each day in a row up to twice as much; relief: once a day, to the broke."""

import asyncio

import pytest

from host.book import FIRST_COINS
from host.grants import ClaimDaily, find_streak, grow_daily, smallest_stake
from host.preferences import ServerPreferences
from tests.host.databases import on_both
from tests.host.helpers import GUILD, take

MAYA = 1
TODAY = 740_000


def claim(day=TODAY, base=100, relief=200, smallest=1, user=MAYA):
    return ClaimDaily(GUILD, user, day, base, relief, smallest)


def test_the_grant_grows_by_a_tenth_a_day_to_twice_as_much():
    assert [grow_daily(100, streak) for streak in (1, 2, 3, 10, 11, 12, 1000)] == [100, 110, 120, 190, 200, 200, 200]
    assert [grow_daily(7, streak) for streak in (1, 2, 3, 11)] == [7, 7, 8, 14]


@on_both
async def test_a_grant_comes_once_a_day_and_grows_with_the_days_in_a_row(store):
    said = [await store.write(claim(TODAY + day)) for day in (0, 0, 1, 2, 2, 4, 5)]
    assert [answer.daily for answer in said] == [100, 0, 110, 120, 0, 100, 110]
    assert [answer.streak for answer in said] == [1, 1, 2, 3, 3, 1, 2]
    assert said[-1].balance == FIRST_COINS + 540
    account = await store.find_account(GUILD, MAYA)
    assert [find_streak(account, TODAY + day) for day in (5, 6, 7)] == [2, 2, 0]
    assert (await store.audit()).is_sound


@on_both
async def test_many_presses_at_once_bring_one_grant(store):
    said = await asyncio.gather(*(store.write(claim()) for _ in range(64)))
    assert sorted(answer.daily for answer in said) == [0] * 63 + [100]
    assert (await store.find_account(GUILD, MAYA)).balance == FIRST_COINS + 100
    assert (await store.audit()).is_sound


async def test_a_day_that_comes_again_because_the_server_moved_west_brings_nothing(store):
    await store.write(claim())
    assert (await store.write(claim(TODAY - 1))).daily == 0
    assert (await store.write(claim(TODAY + 1))).streak == 2


@on_both
async def test_relief_comes_once_a_day_and_only_below_the_smallest_stake(store):
    assert (await store.write(claim(smallest=50))).relief == 0
    await store.write(take(MAYA, FIRST_COINS + 100 - 50))
    assert (await store.write(claim(smallest=50))).relief == 0
    await store.write(take(MAYA, 1))
    answer = await store.write(claim(smallest=50))
    assert (answer.daily, answer.relief, answer.balance, answer.is_relieved) == (0, 200, 249, True)
    await store.write(take(MAYA, 249))
    answer = await store.write(claim(smallest=50))
    assert (answer.daily, answer.relief, answer.balance, answer.is_relieved) == (0, 0, 0, True)
    answer = await store.write(claim(TODAY + 1, smallest=50))
    assert (answer.daily, answer.relief, answer.balance) == (110, 200, 310)
    assert (await store.audit()).is_sound


async def test_a_server_that_grants_nothing_moves_nothing(store):
    await store.find_account(GUILD, MAYA)
    await store.write(take(MAYA, FIRST_COINS))
    answer = await store.write(claim(base=0, relief=0))
    assert (answer.daily, answer.relief, answer.streak, answer.balance) == (0, 0, 0, 0)
    assert (await store.find_account(GUILD, MAYA)).daily_day is None
    assert (await store.audit()).is_sound


@pytest.mark.parametrize(("stake", "smallest"), [(None, 1), (50, 50)])
def test_the_smallest_stake_is_the_servers_own_else_one_coin(stake, smallest):
    assert smallest_stake(ServerPreferences(stake=stake)) == smallest
