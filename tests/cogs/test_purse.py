"""`/daily` and `/balance`: what is due by the server's own days is granted once, told, and kept."""

import pytest

from cogs.texts import texts_for
from host.days import begin_next_day
from host.preferences import Scope
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_settings import guild_of
from tests.host.helpers import take

HOUR = 3600.0


async def use_daily(person):
    return (await person.slash("daily", channel=CHANNEL)).text


async def balance_of(person):
    return (await person.slash("balance", channel=CHANNEL)).text


async def set_here(house, **values):
    for name, value in values.items():
        await house.bot.preferences.change(Scope.SERVER, int(guild_of(house).id), name, str(value))


async def test_the_days_coins_come_once_and_it_is_said_when_the_next_are_due(house):
    maya = house.people[0]
    await set_here(house, zone="Asia/Shanghai")
    due = int(begin_next_day(house.clock.wall(), "Asia/Shanghai"))
    said = await use_daily(maya)
    assert "**+100** coins for today." in said
    assert "**1,100** coins" in said
    assert f"Next: **110** coins <t:{due}:R>" in said
    assert "Asia/Shanghai" in said
    again = await use_daily(maya)
    assert "had today's coins" in again
    assert f"<t:{due}:R>" in again
    await house.advance(due - house.clock.wall())
    assert "**+110** coins for today, day 2 in a row." in await use_daily(maya)


async def test_the_servers_time_zone_decides_when_a_day_is_over(house):
    maya = house.people[0]
    await use_daily(maya)
    # From UTC, where it is evening, to where it is already tomorrow.
    assert begin_next_day(house.clock.wall(), "UTC") - house.clock.wall() < 2 * HOUR
    await set_here(house, zone="Asia/Shanghai")
    assert "day 2 in a row" in await use_daily(maya)


async def test_whoever_has_run_out_of_coins_gets_relief_once_a_day(house):
    maya = house.people[0]
    guild = int(guild_of(house).id)
    await house.bot.store.find_account(guild, int(maya.id))
    await house.bot.store.write(take(int(maya.id), 1000, guild))
    said = await use_daily(maya)
    assert "**+200** coins to go on with, since you had fewer than 1" in said
    assert "**300** coins" in said
    await house.bot.store.write(take(int(maya.id), 300, guild))
    said = await use_daily(maya)
    assert "today's relief" in said
    assert "**0** coins" in said


async def test_a_server_can_grant_nothing(house):
    await set_here(house, daily=0, relief=0)
    said = await use_daily(house.people[0])
    assert "grants no daily coins" in said
    assert "Next" not in said
    assert "**1,000** coins" in said
    assert (await balance_of(house.people[0])).count("\n") == 0


async def test_the_own_balance_tells_coins_at_stake_days_in_a_row_and_what_is_due(house):
    maya, ivan = house.people[:2]
    assert "waiting: `/daily`" in await balance_of(maya)
    await use_daily(maya)
    said = await balance_of(maya)
    assert "Daily grants in a row: 1." in said
    assert "Next: **110** coins" in said
    assert "at stake" not in said
    await house.start_with_people(4)
    held = house.table._match.held[int(maya.id)]
    assert f"{held:,} of them are at stake" in await balance_of(maya)
    other = (await ivan.slash("balance", channel=CHANNEL, member=maya.user)).text
    assert "**1,100**" in other
    assert "at stake" not in other


@pytest.mark.parametrize(("name", "language"), [("小雪", "zh-CN"), ("老王", "zh-TW"), ("Maya", "en")])
async def test_the_days_coins_are_told_in_the_persons_language(house, name, language):
    said = await use_daily(house.server.person(name))
    texts = texts_for(language)
    assert texts.say("daily-granted", coins=100, days=1) in said
    assert texts.say("balance-own", coins=1100) in said


async def test_a_restart_brings_no_second_grant(reopen):
    async with reopen() as house:
        assert "+100" in await use_daily(house.people[0])
    async with reopen() as house:
        assert "had today's coins" in await use_daily(house.people[0])
        assert (await house.bot.store.audit()).is_sound
