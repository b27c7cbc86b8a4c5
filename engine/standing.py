"""What melds and rules settle about a hand, whatever its concealed tiles are; worked out once and kept."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from engine.distance import tables_for
from engine.goal import Reach, find_goal
from engine.melds import Meld, MeldType
from engine.rules import Rules
from engine.tables import (
    DRAGON_PAIR,
    EDGE,
    MIDDLE,
    PAIR_MARK,
    PATTERN_COUNT,
    RANKS,
    SEQUENCE,
    TRIPLET,
    WON_PAIR,
    WON_SEQUENCE,
    WON_TRIPLET,
    hand_key,
    split_key,
)
from engine.tiles import DRAGON, KINDS, TERMINALS
from engine.vectors import NEED_SEQUENCE, NEED_TERMINAL, NEED_TRIPLET, Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

HAND_SIZE: Final = 13
FEW_MELDS: Final = 3
ALL_MELDS: Final = 4
_STANDINGS_LIMIT: Final = 4_000
_RULES_LIMIT: Final = 200
_RECENT_LIMIT: Final = 6
"""How much is kept of melds, of rules, and of rules to be found by identity."""
NOT_OPEN: Final = 1
ONE_SUIT: Final = 2
NO_TERMINAL: Final = 4
NO_TRIPLET: Final = 8
NO_SEQUENCE: Final = 16
TOO_FEW: Final = 32
"""Failed conditions as bits, in the order of REASONS."""


@cache
def _failures(rules: tuple[bool, bool, bool, str]) -> tuple[int, ...]:
    """Tell for every pattern whether it fails C23-C25, as bits of failed conditions."""
    need_triplet, two_pair_wait, dragon_pair, sequence_at = rules
    triplets = TRIPLET | (WON_TRIPLET if two_pair_wait else 0) | (DRAGON_PAIR if dragon_pair else 0)
    sequences = SEQUENCE | (WON_SEQUENCE if sequence_at == "win" else 0)
    return tuple(
        (NO_TRIPLET if need_triplet and not pattern & triplets else 0)
        | (NO_SEQUENCE if sequence_at != "never" and not pattern & sequences else 0)
        for pattern in range(PATTERN_COUNT)
    )


class Standing:
    """What melds and rules settle about a hand, whatever its concealed tiles are."""

    def __init__(self, melds: tuple[Meld, ...], rules: Rules) -> None:
        """Work it out from the melds and the rules of the table."""
        self.rules = rules
        self.melded = melded = [0] * KINDS
        for meld in melds:
            for tile in meld.tiles:
                melded[tile] += 1
        self.melded_kinds = tuple((kind, count) for kind, count in enumerate(melded) if count)
        has_zhan = any(meld.type is MeldType.ZHAN for meld in melds)
        self.size = HAND_SIZE - sum(2 if meld.type is MeldType.ZHAN else 3 for meld in melds)
        self.may_be_groups = not has_zhan and len(melds) <= 4
        self.may_be_pairs = rules.seven_pairs and len(melds) == int(has_zhan)
        self.pattern = (TRIPLET if any(meld.is_triplet for meld in melds) else 0) | (
            SEQUENCE if any(meld.type is MeldType.CHI for meld in melds) else 0
        )
        self.suits = tuple(suit for suit in range(3) if any(melded[suit * RANKS : suit * RANKS + RANKS]))
        self.terminals = sum(melded[kind] for kind in TERMINALS)
        self.has_terminal = self.terminals > 0
        has_too_few = self.size < rules.min_concealed
        self.may_reach = self.may_be_groups and not has_too_few
        """Whether exchanges can lead to listening by four groups and a pair."""
        self.is_free = not rules.must_open or any(meld.opens for meld in melds)
        """Whether nothing remains to be opened (C20)."""
        self.can_meld = len(melds) < (FEW_MELDS if rules.min_concealed > 1 else ALL_MELDS)
        """Whether one more meld may be made: with `min_concealed` 4 a fourth is never offered (C26)."""
        self.failures = (TOO_FEW if has_too_few else 0) | (0 if self.is_free else NOT_OPEN)
        self.may_listen = self.may_be_pairs or not self.failures
        """Whether there can be tiles that listen with these melds."""
        self.pattern_failures = _failures(
            (rules.need_triplet, rules.two_pair_wait, rules.dragon_for_triplet == "pair", rules.sequence_at)
        )
        self.dragon_is_triplet = rules.dragon_for_triplet == "single"
        self.kadang_bits = MIDDLE | (EDGE if rules.kadang_edges else 0) | (WON_PAIR if rules.kadang_single else 0)
        self.suits_wanted = max(0, rules.min_suits - len(self.suits)) if rules.min_suits > 1 else 0
        """How many suits besides those of the melds a target must use (C21)."""
        self._groups = max(0, 4 - len(melds))
        self.complete_mark = self.size + 1 + PAIR_MARK if self.may_be_groups else -1
        """The sum of the suits' marks in a winning shape."""
        self._reach: Reach | None = None
        self._glance: Reach | None = None
        self._near: Reach | None = None
        self._bare: Reach | None = None

    # What only distances need is worked out when one is asked for. (mypyc works out a `cached_property` each time.)

    @property
    def reach(self) -> Reach:
        """How near concealed tiles are to listening by four groups and a pair."""
        if self._reach is None:
            m, p, s, _ = split_key(hand_key(self.melded))
            self._reach = self._see(self._list_needs(), self.suits_wanted, (m, p, s))
        return self._reach

    @property
    def glance(self) -> Reach:
        """The same at a glance: C21 and C22 aside, and as if a fifth tile of a kind could be drawn."""
        if self._glance is None:
            self._glance = self._see(self._list_needs() & ~NEED_TERMINAL, 0, (None, None, None))
        return self._glance

    @property
    def near(self) -> Reach:
        """The same as if a fifth tile of a kind could be drawn: nearly always equal, and found sooner."""
        if self._near is None:
            self._near = self._see(self._list_needs(), self.suits_wanted, (None, None, None))
        return self._near

    @property
    def bare(self) -> Reach:
        """How near they are to four groups and a pair that lack a tile, whatever the rules ask and melds hold."""
        if self._bare is None:
            rules = self.rules
            self._bare = _see_bare(Profile.of(rules), rules.dragon_for_triplet, self._groups, self.melded[DRAGON])
        return self._bare

    def _list_needs(self) -> int:
        needs = 0 if self.has_terminal else NEED_TERMINAL
        if self.rules.need_triplet and not self.pattern & TRIPLET:
            needs |= NEED_TRIPLET
        if self.rules.sequence_at != "never" and not self.pattern & SEQUENCE:
            needs |= NEED_SEQUENCE
        return needs

    def _see(self, needs: int, suits: int, melded: tuple[int | None, int | None, int | None]) -> Reach:
        goal = find_goal(tables_for(Profile.of(self.rules)), self._groups, needs, suits)
        m, p, s = (goal.holdings(key, counts=suits > 0 and suit not in self.suits) for suit, key in enumerate(melded))
        return Reach((m, p, s), goal.dragons(self.rules.dragon_for_triplet, self.melded[DRAGON]))


@cache
def _see_bare(profile: Profile, dragon_for_triplet: str, groups: int, melded_dragons: int) -> Reach:
    """Return how near hands are to so many groups and a pair that lack a tile, whatever melds hold."""
    goal = find_goal(tables_for(profile), groups, 0, 0)
    suit = goal.holdings(0, counts=False)
    return Reach((suit, suit, suit), goal.dragons(dragon_for_triplet, melded_dragons))


class _Standings(dict[tuple[int, ...], Standing]):
    """The standings under one table's rules, by the sorted codes of melds."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def find(self, melds: Sequence[Meld]) -> Standing:
        """Return the standing with these melds."""
        key = tuple(sorted([meld.code for meld in melds]))
        standing = self.get(key)
        if standing is None:
            if len(self) >= _STANDINGS_LIMIT:
                self.clear()
            standing = self[key] = Standing(tuple(melds), self.rules)
        return standing


@lru_cache(maxsize=_RULES_LIMIT)
def _standings_for(rules: Rules) -> _Standings:
    return _Standings(rules)


_recent: Final[list[tuple[Rules, _Standings]]] = []
"""The rules asked for last: finding them by identity is cheaper than hashing some sixty fields."""


def standing_for(melds: Sequence[Meld], rules: Rules) -> Standing:
    """Return what melds and rules settle."""
    for known, standings in _recent:
        if known is rules:
            return standings.find(melds)
    _recent.insert(0, (rules, _standings_for(rules)))
    del _recent[_RECENT_LIMIT:]
    return _recent[0][1].find(melds)
