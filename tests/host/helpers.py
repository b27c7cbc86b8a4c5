"""What the tests of tables share."""

import pytest

from engine.actions import Discard, Pass, Win
from host.errors import HostError

GUILD = 900


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
