"""What the tests of tables share."""

import itertools

import pytest

from engine.actions import Discard, Pass, Win
from host.changes import ChangeCoins
from host.errors import HostError

GUILD = 900
MANAGER = 77
_numbers = itertools.count(1)


def give(user, amount, guild=GUILD):
    """A manager's grant to a person (below 0: coins taken away), each a new one."""
    return ChangeCoins(guild, user, amount, MANAGER, "a test", f"change/{next(_numbers)}")


def take(user, amount, guild=GUILD):
    """A manager takes coins away."""
    return give(user, -amount, guild)


async def refused(awaitable, code):
    """Expect a refusal with this code; return its facts."""
    with pytest.raises(HostError) as refusal:
        await awaitable
    assert refusal.value.code == code
    return refusal.value.facts


async def to_between(room, table, **more):
    """Play until the hand is settled."""
    await room.play_until(table, lambda: table.state in {"between", "over"}, **more)


async def to_turn(room, table, user=1, *, idle=False):
    """Play until the person is to discard."""

    def is_reached():
        shot = table.snapshot(user)
        return shot.view is not None and shot.view.phase == "turn" and shot.decision is not None

    await room.play_until(table, is_reached, idle=idle)


def greedy(view, rng):
    """Win if possible, listen if possible, claim if possible, else at random."""
    actions = view.own.actions
    wins = [action for action in actions if isinstance(action, Win)]
    listens = [action for action in actions if getattr(action, "listen", False)]
    claims = [action for action in actions if not isinstance(action, Discard | Pass)]
    return rng.choice(wins or listens or claims or actions)
