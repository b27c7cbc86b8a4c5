"""People who click anything, late, twice and wrong: every interaction gets its answer and the game goes on."""

import asyncio
import random

import pytest

from sandbox import ClientError
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import PAUSE


async def click_anything(house, rng, seen):
    """One person presses a random button of a message, as it is or as it was; sometimes twice at once."""
    person = rng.choice(house.people)
    visible = [reply for reply in person.messages(CHANNEL) if reply.buttons][-4:]
    if not visible:
        return
    reply = rng.choice(visible)
    stale = rng.random() < 0.3
    if stale:
        reply = rng.choice(seen.setdefault((person.id, reply.id), [reply]))
    seen.setdefault((person.id, reply.id), []).append(reply)
    buttons = [button for button in reply.buttons if not button.disabled and "addc" not in button.custom_id]
    if not buttons:
        return
    button = rng.choice(buttons)
    times = 2 if rng.random() < 0.15 else 1
    clicks = (person.click(reply, custom_id=button.custom_id, stale=True) for _ in range(times))
    for done in await asyncio.gather(*clicks, return_exceptions=True):
        # What no client would send is no failure of the bot's; anything else is.
        if isinstance(done, Exception) and not isinstance(done, ClientError):
            raise done


async def use_any_command(house, rng):
    person = rng.choice(house.people)
    names = ["hand", "table", "balance", "daily", "leaderboard", "profile", "season list", "help"]
    name = rng.choice([*names, "mahjong join", "mahjong leave", "mahjong new"])
    await person.slash(name, channel=CHANNEL)


@pytest.mark.slow
async def test_random_people_clicking_at_random_always_get_an_answer(new_house, trials):
    rng = random.Random(20)
    seen = {}
    async with new_house(seed=3) as house:
        await house.start_with_people(4, hands="open")
        for step in range(trials(150)):
            if not len(house.tables):
                await house.open_table(rng.choice(house.people))
            if rng.random() < 0.06:
                await use_any_command(house, rng)
            else:
                await click_anything(house, rng, seen)
            if step % 5 == 4:
                await house.settle()
                await house.advance(rng.choice([0.5, 1, PAUSE, 12]))
        assert not [request for request in house.server.requests if request.status == 400]
