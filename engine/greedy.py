"""The `greedy` computer player: each choice brings its hand as near to listening as it can, and it looks no further.

It takes every win, listens as soon as it may, claims what brings it nearer or opens it without loss, makes no gangs,
and discards what leaves it nearest; of those the tile with the fewest neighbours in its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.actions import DISCARDS, LISTENING_DISCARDS, CallBao, Chi, Discard, Peng, SayListen, SeatAction, Win, Zhan
from engine.glance import list_nearest, measure_after
from engine.live import LiveHand
from engine.melds import Meld, MeldType
from engine.tables import KIND_KEYS, RANKS, read_key, split_key
from engine.tiles import DRAGON, Kind
from engine.view import find_owing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.rules import Rules
    from engine.view import OwnView, View

_TWIN: Final = 3
_NEXT: Final = 2
_SECOND: Final = 1
"""How much another tile of the kind, of the next one and of the one after that count as neighbours."""


def choose_greedy(view: View, rules: Rules, rng: Random) -> SeatAction:
    """Choose what a seat does that owes an answer: the `greedy` player. RuleError `not_asked` if it owes none."""
    own = find_owing(view)
    actions = own.actions
    if len(actions) == 1 or isinstance(actions[0], Win):
        return actions[0]
    if isinstance(actions[-1], CallBao):
        return actions[-1]
    assert view.viewer is not None  # noqa: S101 (who owes an answer has a seat)
    seat = view.seats[view.viewer]
    if seat.is_listening:
        return actions[-1]
    melds = [meld for meld in seat.melds if isinstance(meld, Meld)]
    key = sum([KIND_KEYS[kind] for kind in own.concealed])
    if own.drawn is not None:
        key += KIND_KEYS[own.drawn]
    live = LiveHand.of_key(key, melds, rules)
    if view.window is None:
        return _choose_discard(seat.seat, own, live, rng)
    assert view.window.tile is not None  # noqa: S101 (on a bao that lies open one can only win)
    return _choose_claim(actions, live, view.window.tile)


def _choose_discard(seat: int, own: OwnView, live: LiveHand, rng: Random) -> SeatAction:
    if own.listen_discards:
        best = max(own.listen_discards, key=lambda listens: sum(wait.left for wait in listens[1]))
        return LISTENING_DISCARDS[seat][best[0]]
    allowed = {action.tile for action in own.actions if isinstance(action, Discard)}
    nearest = list_nearest(live, allowed)
    if len(nearest) > 1:
        keys = split_key(live.key)
        neighbours = [_count_neighbours(keys, kind) for kind in nearest]
        fewest = min(neighbours)
        nearest = [kind for kind, number in zip(nearest, neighbours, strict=True) if number == fewest]
    return DISCARDS[seat][nearest[0] if len(nearest) == 1 else rng.choice(nearest)]


def _choose_claim(actions: Sequence[SeatAction], live: LiveHand, tile: Kind) -> SeatAction:
    """Take what makes the hand listen, else what brings it nearest, if that is nearer than it is or opens it."""
    best, least = actions[-1], -1
    for action in actions:
        match action:
            case Zhan() | SayListen() | Chi(listen=True) | Peng(listen=True):
                return action
            case Chi(own=own):
                distance = measure_after(live.claim(MeldType.CHI, tile, own))
            case Peng():
                distance = measure_after(live.claim(MeldType.PENG, tile, (tile, tile)))
            case _:
                continue
        if least < 0:
            least = measure_after(live) + (not live.standing.is_free)
        if distance < least:
            best, least = action, distance
    return best


class _Neighbours(dict[int, tuple[int, ...]]):
    """By a suit's key, how many neighbours a tile of each rank has."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        counts = (0, 0, *read_key(key), 0, 0)
        numbers = self[key] = tuple(
            _TWIN * counts[place]
            + _NEXT * (counts[place - 1] + counts[place + 1])
            + _SECOND * (counts[place - 2] + counts[place + 2])
            for place in range(2, RANKS + 2)
        )
        return numbers


_NEIGHBOURS: Final = _Neighbours()


def _count_neighbours(keys: tuple[int, int, int, int], kind: Kind) -> int:
    return _TWIN * keys[3] if kind == DRAGON else _NEIGHBOURS[keys[kind // RANKS]][kind % RANKS]
