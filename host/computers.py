"""Computer players as the host sees them: a view goes in, an action comes out; off the event loop if it is costly."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from engine.players import find_player

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.actions import SeatAction
    from engine.rules import Rules
    from engine.view import View

WORKERS = 2


class ComputerPlayer(Protocol):
    """Chooses for a seat from what that seat may see."""

    @property
    def is_costly(self) -> bool:
        """Whether a choice takes so long that it must not be made on the event loop."""

    def choose(self, view: View, rules: Rules, rng: random.Random) -> SeatAction:
        """Return one of `view.own.actions`; the same view and generator state give the same action."""


class EnginePlayer:
    """One of the engine's players by name: `expert`, `greedy` or `random`."""

    def __init__(self, name: str = "expert") -> None:
        """Take the player; RuleError `unknown_player`."""
        self._choose = find_player(name)

    # The first choices cost tenths of a second, later ones milliseconds: too long for the event loop.
    is_costly = True

    def choose(self, view: View, rules: Rules, rng: random.Random) -> SeatAction:
        """Ask the engine's player."""
        return self._choose(view, rules, rng)


class FunctionPlayer:
    """A computer player made of a function of the view and a generator, for trials."""

    def __init__(self, choose: Callable[[View, random.Random], SeatAction], *, is_costly: bool = False) -> None:
        """Take the function and whether it must run off the loop."""
        self._choose = choose
        self.is_costly = is_costly

    def choose(self, view: View, rules: Rules, rng: random.Random) -> SeatAction:  # noqa: ARG002 (a ComputerPlayer)
        """Ask the function."""
        return self._choose(view, rng)


class Computers:
    """All computer players of a process share a few threads, so that they cannot starve people."""

    def __init__(self, player: ComputerPlayer) -> None:
        """Take the player that sits on every computer's seat."""
        self._player = player
        self._executor = ThreadPoolExecutor(WORKERS, thread_name_prefix="computer") if player.is_costly else None

    async def choose(self, view: View, rules: Rules, seed: str) -> SeatAction:
        """Return the player's choice; the generator is made of the seed alone, so a rebuilt table goes on alike."""
        rng = random.Random(seed)
        if self._executor is None:
            return self._player.choose(view, rules, rng)
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._player.choose, view, rules, rng)

    def close(self) -> None:
        """Let go of the threads."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
