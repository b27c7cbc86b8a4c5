"""The bot's process is killed at random moments of a running match: the game goes on as if nothing had been."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest

from host.store import Store
from sandbox import LocalDiscord, ManualClock, World
from tests.crash.arena import Arena, play
from tests.crash.child import SPEED

KILLS_PER_MATCH = 4
DECISIONS = 14
STEPS = 24
"""So many decisions take more steps than that: joins, starts and pauses count too."""


@asynccontextmanager
async def open_arena(folder, conformity, seed):
    folder.mkdir()
    local = LocalDiscord(World.default(), clock=ManualClock(), validator=conformity)
    local.limits.speed = SPEED
    async with local as server:
        arena = Arena(server, folder, seed)
        try:
            yield arena
        finally:
            await arena.end()


async def play_match(folder, conformity, seed, kills):
    """Play one game; return all that two games must have in common, and what it was."""
    async with open_arena(folder, conformity, seed) as arena:
        shown = await play(arena, DECISIONS, kills)
        await arena.stop_bot()
        assert arena.kills == len(kills)
        assert "Traceback" not in arena.log, arena.log
        assert " ERROR " not in arena.log, arena.log
        store = await Store.open(f"sqlite+aiosqlite:///{arena.database}")
        try:
            assert (await store.audit()).is_sound
        finally:
            await store.close()
        assert sum(balance for _, balance, _ in arena.coins) == 0
        # Whatever was pressed twice was asked twice in the same words.
        seen = {key: set(map(repr, times)) for key, times in arena.seen.items()}
        return {"seen": seen, "shown": shown, "journal": arena.journal, "coins": arena.coins}


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_match_whose_bot_is_killed_at_random_moments_equals_its_undisturbed_twin(tmp_path, conformity, trials):
    rng = random.Random(7)
    for number in range(trials(KILLS_PER_MATCH) // KILLS_PER_MATCH):
        seed = rng.randrange(1000)
        kills = [(step, rng.uniform(0, 0.1)) for step in sorted(rng.sample(range(STEPS), KILLS_PER_MATCH))]
        undisturbed, killed = await asyncio.gather(
            play_match(tmp_path / f"{number}-twin", conformity, seed, ()),
            play_match(tmp_path / f"{number}", conformity, seed, kills),
        )
        for what in ("journal", "shown", "coins", "seen"):
            assert killed[what] == undisturbed[what], (what, seed, kills)
