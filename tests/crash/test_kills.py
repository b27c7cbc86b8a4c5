"""The bot's process is killed at random moments of a running match: the game goes on as if nothing had been."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest

from host.store import Store
from sandbox import LocalDiscord, ManualClock, World
from tests.crash.arena import Arena, play
from tests.crash.child import SPEED
from tests.host.databases import PostgresDatabase

KILLS_PER_MATCH = 4
DECISIONS = 14
STEPS = 24
"""So many decisions take more steps than that: joins, starts and pauses count too."""


@asynccontextmanager
async def open_arena(folder, conformity, seed, books=None):
    folder.mkdir()
    local = LocalDiscord(World.default(), clock=ManualClock(), validator=conformity)
    local.limits.speed = SPEED
    async with local as server:
        arena = Arena(server, folder, seed, books)
        try:
            yield arena
        finally:
            await arena.end()


async def play_match(folder, conformity, seed, kills, books=None):
    """Play one game; return all that two games must have in common, and what it was."""
    async with open_arena(folder, conformity, seed, books) as arena:
        shown = await play(arena, DECISIONS, kills)
        await arena.stop_bot()
        assert arena.kills == len(kills)
        assert "Traceback" not in arena.log, arena.log
        assert " ERROR " not in arena.log, arena.log
        store = await Store.open(arena.books.url)
        try:
            assert (await store.audit()).is_sound
        finally:
            await store.close()
        assert sum(balance for _, balance, _ in arena.coins) == 0
        # Whatever was pressed twice was asked twice in the same words.
        seen = {key: set(map(repr, times)) for key, times in arena.seen.items()}
        return {"seen": seen, "shown": shown, "journal": arena.journal, "coins": arena.coins}


async def compare_with_twin(folder, conformity, seed, kills, books=None):
    """Play a game twice, once with kills; the twin's database is always SQLite."""
    undisturbed, killed = await asyncio.gather(
        play_match(folder / "twin", conformity, seed, ()),
        play_match(folder / "killed", conformity, seed, kills, books),
    )
    for what in ("journal", "shown", "coins", "seen"):
        assert killed[what] == undisturbed[what], (what, seed, kills)


def draw_kills(rng, count):
    return [(step, rng.uniform(0, 0.1)) for step in sorted(rng.sample(range(STEPS), count))]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_match_whose_bot_is_killed_at_random_moments_equals_its_undisturbed_twin(tmp_path, conformity, trials):
    rng = random.Random(7)
    for number in range(trials(KILLS_PER_MATCH) // KILLS_PER_MATCH):
        folder = tmp_path / str(number)
        folder.mkdir()
        await compare_with_twin(folder, conformity, rng.randrange(1000), draw_kills(rng, KILLS_PER_MATCH))


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_the_same_holds_on_postgresql(tmp_path, conformity, trials, postgres):
    rng = random.Random(8)
    for number in range(trials(1, 10)):
        folder = tmp_path / str(number)
        folder.mkdir()
        kills = draw_kills(rng, KILLS_PER_MATCH // 2)
        await compare_with_twin(folder, conformity, rng.randrange(1000), kills, PostgresDatabase(postgres))
