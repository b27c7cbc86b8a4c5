"""How near a hand is at a glance: what a computer player, who asks all the time, looks at instead of the distance.

Far from listening, a second suit and a terminal (C21, C22) are a matter of not throwing away the last of them, and a
tile of which no copy is left is no matter at all. So a glance looks at groups, pair, triplet and sequence, of which
there are few combinations, and only near the goal at everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.distance import OUT_OF_REACH
from engine.tables import RANKS, SUIT_KINDS, SUIT_PAIRS, SUIT_TERMINALS, split_key
from engine.tiles import KINDS, TERMINALS, Kind

if TYPE_CHECKING:
    from engine.goal import Outlook
    from engine.live import LiveHand

_ALL_BITS = (1 << KINDS) - 1
_TERMINAL_BITS = sum(1 << kind for kind in TERMINALS)
_SUIT_BITS = tuple((1 << RANKS) - 1 << RANKS * suit for suit in range(3))
_NO_KINDS: frozenset[Kind] = frozenset()
_ALL_PAIRS = 6
"""Pairs of a hand that listens for the seventh."""


def glance(hand: LiveHand) -> tuple[int, int]:
    """Return about how many exchanges 13 tiles are from listening, and what lowers that when drawn, as bits by kind."""
    standing = hand.standing
    if not standing.may_reach or _may_be_pairs(hand):
        return hand.read()
    distance, useful = standing.glance.list_useful(hand.key)
    doubts = _Doubts(hand)
    if not distance:
        return _check(hand, is_doubtful=doubts.is_everywhere)
    return _correct(distance, useful, doubts) if doubts.is_everywhere else (distance, useful)


def glance_at_discards(hand: LiveHand, *, only_nearest: bool = False) -> Outlook:
    """Return the same for every discard of 14 tiles, or with `only_nearest` for those that leave the hand nearest."""
    standing = hand.standing
    if not standing.may_reach or _may_be_pairs(hand):
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


class _Doubts:
    """Where a hand may lack a terminal or a suit: whatever it discards, or by the discard of some kinds.

    `cures`: what then has to be drawn, as bits by kind.
    """

    __slots__ = ("cures", "is_everywhere", "kinds")

    def __init__(self, hand: LiveHand) -> None:
        standing = hand.standing
        keys = split_key(hand.key)
        m, p, s, z = keys
        terminals = standing.terminals + SUIT_TERMINALS[m] + SUIT_TERMINALS[p] + SUIT_TERMINALS[s] + z
        self.is_everywhere = not terminals
        self.kinds = TERMINALS if terminals == 1 else _NO_KINDS
        self.cures = _TERMINAL_BITS if terminals <= 1 else _ALL_BITS
        if standing.suits_wanted:
            used = [suit for suit, key in enumerate(keys[:3]) if key or suit in standing.suits]
            lone = [SUIT_KINDS[keys[suit]][suit] for suit in used if suit not in standing.suits]
            if len(lone) <= standing.suits_wanted:
                lost = [kinds for kinds in lone if len(kinds) == 1]
                self.is_everywhere |= len(lone) < standing.suits_wanted
                self.kinds = self.kinds.union(*lost)
                if self.is_everywhere or lost:
                    self.cures &= sum(_SUIT_BITS[suit] for suit in range(3) if suit not in used)


def _correct_all(hand: LiveHand, looks: Outlook, doubts: _Doubts) -> Outlook:
    corrected: Outlook = {}
    for kind, (distance, useful) in looks.items():
        is_doubtful = doubts.is_everywhere or kind in doubts.kinds
        if distance:
            corrected[kind] = _correct(distance, useful, doubts) if is_doubtful else (distance, useful)
        else:
            hand.remove(kind)
            corrected[kind] = _check(hand, is_doubtful=is_doubtful)
            hand.add(kind)
    return corrected


def _correct(distance: int, useful: int, doubts: _Doubts) -> tuple[int, int]:
    """Think again of a hand that does not listen and may lack a terminal or a suit: only a cure brings it nearer."""
    if distance == 1 and useful & doubts.cures:
        return 1, useful & doubts.cures
    return min(distance + 1, OUT_OF_REACH), useful


def _check(hand: LiveHand, *, is_doubtful: bool) -> tuple[int, int]:
    """Look closer at 13 tiles that seem to listen."""
    if not is_doubtful and hand.waits(if_open=True):
        return 0, 0
    return hand.standing.near.list_useful(hand.key)


def _may_be_pairs(hand: LiveHand) -> bool:
    """Say whether seven pairs may be nearer than groups (C27)."""
    if not hand.standing.may_be_pairs:
        return False
    if not hand.standing.may_be_groups:
        return True
    m, p, s, z = split_key(hand.key)
    pairs = SUIT_PAIRS[m] + SUIT_PAIRS[p] + SUIT_PAIRS[s] + z // 2
    return _ALL_PAIRS - pairs <= hand.standing.glance.distance(hand.key) + 1
