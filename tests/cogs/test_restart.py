"""The program is started again: coins are kept, and what was on the screen before is answered."""

import pytest

from sandbox import World
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_short_seed, play_to_end


@pytest.mark.slow
async def test_coins_are_kept_when_program_and_local_discord_start_again(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people(4)
        await play_to_end(house)
        before = [(await person.slash("balance", channel=CHANNEL)).text for person in house.people]
    assert any("1,000" not in text for text in before)
    async with new_house() as house:
        after = [(await person.slash("balance", channel=CHANNEL)).text for person in house.people]
    assert after == before


async def test_buttons_from_before_a_restart_are_answered_in_words(new_house):
    world = World.default()
    async with new_house(world=world) as house:
        await house.start_with_people(1)
        table, panel = house.newest_public(), next(r for r in house.people[0].messages(CHANNEL) if r.attachments)
    async with new_house(world=world) as house:
        maya = house.server.person("Maya")
        for reply, label in ((table, "My hand"), (panel, panel.buttons[0].label)):
            answer = await maya.click(reply, label, stale=True)
            assert answer.is_ephemeral
            assert "`/mahjong new`" in answer.text
