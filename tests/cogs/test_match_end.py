"""A match played to its end: hand after hand by autoplay, the last standings, and the channel free again."""

import pytest

from cogs.presses import Act
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of

HANDS = 4


@pytest.mark.slow
async def test_a_match_ends_after_its_hands_with_standings_and_the_channel_is_free_again(house):
    maya = house.people[0]
    await house.start_with_people(1, hands=str(HANDS))
    table = house.table
    await maya.click(panel_of(maya), custom_id=find_button(panel_of(maya), Act.AUTOPLAY).custom_id)
    for _ in range(4000):
        if table not in house.tables:
            break
        await house.advance(5)
    shot = table.snapshot(None)
    assert shot.state == "over"
    assert shot.match_report.hands_played == HANDS
    last = house.newest_public()
    assert "The game is over" in last.text
    assert not find_button(last, Act.START)
    assert "The game is over" in panel_of(maya).text
    assert "autoplay" not in panel_of(maya).text
    [coins] = [coins for coins in shot.match_report.balances if coins is not None]
    balance = await maya.slash("balance", channel=CHANNEL)
    assert f"**{coins:,}**" in balance.text
    assert (await house.tables._surroundings.store.audit()).is_sound

    ivan = house.people[1]
    await maya.click(last, "Play again")
    await house.settle()
    again = await house.find_public(Act.JOIN)
    assert "1. Maya" in again.text
    assert house.table is not table
    assert (house.table.rules, house.table.settings) == (table.rules, table.settings)
    assert (await maya.click(last, "Play again")).text == "You have a seat at this table."
    await ivan.click(last, "Play again")
    await house.settle()
    assert "2. Ivan" in again.refresh().text
