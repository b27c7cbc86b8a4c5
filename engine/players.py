"""Computer players by name: a view in, an action out. They know what a person in their seat would know, and no more.

`expert` weighs chances and dangers. `greedy` brings its hand nearer to listening by each choice and looks no further.
`random` takes any legal action, each as likely as the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.actions import SeatAction
from engine.errors import RuleError
from engine.expert import choose_expert
from engine.greedy import choose_greedy
from engine.rules import Rules
from engine.view import View, find_owing

Player = Callable[[View, Rules, Random], SeatAction]
"""Chooses one of `view.own.actions`, of which there is at least one; the same view and lots give the same choice."""


def choose_random(view: View, rules: Rules, rng: Random) -> SeatAction:  # noqa: ARG001 (a Player)
    """Choose any legal action, each as likely as the next: the `random` player. RuleError `not_asked` as above."""
    return pick_random(find_owing(view).actions, rng)


def pick_random(actions: Sequence[SeatAction], rng: Random) -> SeatAction:
    """Do the same for who knows the legal actions and nothing else."""
    return actions[int(rng.random() * len(actions))]


PLAYERS: Final[dict[str, Player]] = {"expert": choose_expert, "greedy": choose_greedy, "random": choose_random}
"""All computer players by the name of their level."""
BLIND_PLAYERS: Final[dict[str, Callable[[Sequence[SeatAction], Random], SeatAction]]] = {"random": pick_random}
"""Those that do not look at the table: whoever drives a hand may spare them the view."""


def find_player(name: str) -> Player:
    """Return a computer player by name; RuleError `unknown_player`."""
    if name not in PLAYERS:
        raise RuleError("unknown_player", player=name)
    return PLAYERS[name]
