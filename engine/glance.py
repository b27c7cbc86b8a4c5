"""How near a hand is at a glance: what a computer player, who asks all the time, looks at instead of the distance.

Far from listening, a second suit and a terminal (C21, C22) are a matter of not throwing away the last of them, and a
tile of which no copy is left is no matter at all. So a glance looks at groups, pair, triplet and sequence, of which
there are few combinations, and only near the goal at everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.distance import OUT_OF_REACH
from engine.tables import RANKS, SUIT_TERMINALS, SUIT_TILES, count_pairs, split_key
from engine.tiles import KINDS, TERMINALS, Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.goal import Outlook
    from engine.live import LiveHand

_ALL_BITS: Final = (1 << KINDS) - 1
_TERMINAL_BITS: Final = sum(1 << kind for kind in TERMINALS)
_SUIT_BITS: Final = tuple((1 << RANKS) - 1 << RANKS * suit for suit in range(3))
_NO_KINDS: Final[frozenset[Kind]] = frozenset()
_ALL_PAIRS: Final = 6
"""Pairs of a hand that listens for the seventh."""


def glance(hand: LiveHand) -> tuple[int, int]:
    """Return about how many exchanges 13 tiles are from listening, and what lowers that when drawn, as bits by kind."""
    standing = hand.standing
    if not standing.may_reach or _are_pairs_nearer(hand):
        return hand.read()
    distance, useful = standing.glance.list_useful(hand.key)
    return _correct(hand, distance, useful)


def glance_at_discards(hand: LiveHand, *, only_nearest: bool = False) -> Outlook:
    """Return the same for every discard of 14 tiles, or with `only_nearest` for those that leave the hand nearest."""
    standing = hand.standing
    if not standing.may_reach or _are_pairs_nearer(hand):
        return hand.look(only_nearest=only_nearest)
    looks = standing.glance.look(hand.key, only_nearest=only_nearest)
    nearest = min([distance for distance, _ in looks.values()])
    doubts = _Doubts(hand)
    if nearest > 1 and not doubts.is_everywhere and doubts.kinds.isdisjoint(looks):
        return looks
    corrected = _correct_all(hand, looks, doubts)
    if only_nearest and min([distance for distance, _ in corrected.values()]) > nearest:
        corrected = _correct_all(hand, standing.glance.look(hand.key), doubts)
    return corrected


def measure_after(hand: LiveHand) -> int:
    """Return about how many exchanges a hand is from listening; of 14 tiles, after the best discard."""
    standing = hand.standing
    if not standing.may_reach or _are_pairs_nearer(hand):
        return hand.distance()
    return standing.glance.distance(hand.key) + _Doubts(hand).is_everywhere


def list_nearest(hand: LiveHand, allowed: Collection[Kind]) -> list[Kind]:
    """Return the discards of 14 tiles, of those allowed, that leave the hand nearest at a glance; in tile order."""
    standing = hand.standing
    if not standing.may_reach or _are_pairs_nearer(hand):
        distances = hand.measure()
    else:
        distances = standing.glance.measure(hand.key)
        doubts = _Doubts(hand)
        for kind, distance in distances.items():
            if not distance:
                hand.remove(kind)
                distances[kind] = 0 if hand.waits(if_open=True) else 1
                hand.add(kind)
            elif kind in doubts.kinds:
                distances[kind] = distance + 1
    nearest = min([distance for kind, distance in distances.items() if kind in allowed])
    return [kind for kind, distance in distances.items() if distance == nearest and kind in allowed]


class _Doubts:
    """Where a hand may lack a terminal or a suit.

    `is_everywhere`: it does, whatever it discards; `cures`: what then has to be drawn, as bits by kind. `kinds`: those
    by whose discard it would.
    """

    __slots__ = ("cures", "is_everywhere", "kinds")

    def __init__(self, hand: LiveHand) -> None:
        standing = hand.standing
        keys = split_key(hand.key)
        m, p, s, z = keys
        terminals = standing.terminals + SUIT_TERMINALS[m] + SUIT_TERMINALS[p] + SUIT_TERMINALS[s] + z
        self.is_everywhere = not terminals
        self.kinds = TERMINALS if terminals == 1 else _NO_KINDS
        self.cures = _ALL_BITS if terminals else _TERMINAL_BITS
        if standing.suits_wanted:
            lone = [suit for suit, key in enumerate(keys[:3]) if key and suit not in standing.suits]
            if len(lone) < standing.suits_wanted:
                self.is_everywhere = True
                used = {*lone, *standing.suits}
                self.cures &= sum([_SUIT_BITS[suit] for suit in range(3) if suit not in used])
            elif len(lone) == standing.suits_wanted:
                last = (SUIT_TILES[keys[suit]][suit] for suit in lone)
                self.kinds = self.kinds.union(*(tiles for tiles in last if len(tiles) == 1))


def _correct_all(hand: LiveHand, looks: Outlook, doubts: _Doubts) -> Outlook:
    corrected: Outlook = {}
    for kind, (distance, useful) in looks.items():
        is_doubtful = doubts.is_everywhere or kind in doubts.kinds
        if is_doubtful or not distance:
            hand.remove(kind)
            corrected[kind] = _correct(hand, distance, useful)
            hand.add(kind)
        else:
            corrected[kind] = distance, useful
    return corrected


def _correct(hand: LiveHand, distance: int, useful: int) -> tuple[int, int]:
    """Look closer at 13 tiles that seem to listen, or that lack a terminal or a suit: then a cure must be drawn."""
    doubts = _Doubts(hand)
    if not distance:
        if hand.waits(if_open=True):  # the terminal that it lacks may be the tile that wins (C22)
            return 0, 0
        distance, useful = hand.standing.near.list_useful(hand.key)
        return max(1, distance), useful
    if not doubts.is_everywhere:
        return distance, useful
    if distance == 1 and useful & doubts.cures:
        return 1, useful & doubts.cures
    return min(distance + 1, OUT_OF_REACH), useful


def _are_pairs_nearer(hand: LiveHand) -> bool:
    """Say whether seven pairs are nearer than groups (C27)."""
    if not hand.standing.may_be_pairs:
        return False
    return _ALL_PAIRS - count_pairs(hand.key) < hand.standing.glance.distance(hand.key)
