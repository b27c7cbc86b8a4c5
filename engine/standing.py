"""What melds and rules settle about a hand, whatever its concealed tiles are; worked out once and kept."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache

from engine.distance import DistanceTables, Finals, tables_for
from engine.melds import Meld, MeldType
from engine.rules import Rules
from engine.tables import (
    DRAGON_PAIR,
    EDGE,
    MIDDLE,
    PATTERN_COUNT,
    RANKS,
    SEQUENCE,
    TRIPLET,
    WON_PAIR,
    WON_SEQUENCE,
    WON_TRIPLET,
    suit_keys,
)
from engine.tiles import DRAGON, KINDS, TERMINALS
from engine.vectors import NEED_SEQUENCE, NEED_TERMINAL, NEED_TRIPLET, Profile

HAND_SIZE = 13
_STANDINGS_LIMIT = 4_000
_RULES_LIMIT = 200
_RECENT_LIMIT = 6
"""How much is kept of melds, of rules, and of rules to be found by identity."""
NOT_OPEN, ONE_SUIT, NO_TERMINAL, NO_TRIPLET, NO_SEQUENCE, TOO_FEW = (1 << index for index in range(6))
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
        has_zhan = any(meld.type is MeldType.ZHAN for meld in melds)
        self.size = HAND_SIZE - sum(2 if meld.type is MeldType.ZHAN else 3 for meld in melds)
        self.may_be_groups = not has_zhan and len(melds) <= 4
        self.may_be_pairs = rules.seven_pairs and len(melds) == int(has_zhan)
        self.pattern = (TRIPLET if any(meld.is_triplet for meld in melds) else 0) | (
            SEQUENCE if any(meld.type is MeldType.CHI for meld in melds) else 0
        )
        self.suits = tuple(suit for suit in range(3) if any(melded[suit * RANKS : suit * RANKS + RANKS]))
        self.has_terminal = any(melded[kind] for kind in TERMINALS)
        self.has_too_few = self.size < rules.min_concealed
        self.failures = (TOO_FEW if self.has_too_few else 0) | (
            NOT_OPEN if rules.must_open and not any(meld.opens for meld in melds) else 0
        )
        self.may_listen = self.may_be_pairs or not self.failures
        """Whether there can be tiles that listen with these melds."""
        self.pattern_failures = _failures(
            (rules.need_triplet, rules.two_pair_wait, rules.dragon_for_triplet == "pair", rules.sequence_at)
        )
        self.dragon_is_triplet = rules.dragon_for_triplet == "single"
        self.kadang_bits = MIDDLE | (EDGE if rules.kadang_edges else 0) | (WON_PAIR if rules.kadang_single else 0)
        missing_suits = rules.min_suits - len(self.suits)
        self.lone_suits = (self.suits or (0, 1, 2)) if missing_suits > 0 and rules.min_suits > 1 else ()
        """Suits that a target must not be confined to (C21)."""
        self._groups = max(0, 4 - len(melds))

    # What only distances need is worked out when one is asked for.

    @cached_property
    def tables(self) -> DistanceTables:
        """The tables of the rules' profile."""
        return tables_for(Profile.of(self.rules))

    @cached_property
    def numbers(self) -> tuple[dict[int, int], ...]:
        """For m, p, s the numbers of vectors by key."""
        return tuple(self.tables.suits(key) for key in suit_keys(self.melded)[:3])

    @cached_property
    def dragons(self) -> tuple[int, ...]:
        """The numbers of vectors of 0.. `7z` in hand, with all that is drawn as a whole."""
        return self.tables.dragons(self.rules.dragon_for_triplet, self.melded[DRAGON])

    @cached_property
    def finals(self) -> Finals:
        """The distances of hands with these melds by the numbers of their halves' vectors."""
        needs = 0 if self.has_terminal else NEED_TERMINAL
        if self.rules.need_triplet and not self.pattern & TRIPLET:
            needs |= NEED_TRIPLET
        if self.rules.sequence_at != "never" and not self.pattern & SEQUENCE:
            needs |= NEED_SEQUENCE
        return self.tables.finals(self._groups, needs)


class _Standings(dict[tuple[Meld, ...], Standing]):
    """The standings under one table's rules, by melds."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, melds: tuple[Meld, ...]) -> Standing:
        if len(self) >= _STANDINGS_LIMIT:
            self.clear()
        standing = self[melds] = Standing(melds, self.rules)
        return standing


@lru_cache(maxsize=_RULES_LIMIT)
def _standings_for(rules: Rules) -> _Standings:
    return _Standings(rules)


_recent: list[tuple[Rules, _Standings]] = []
"""The rules asked for last: finding them by identity is cheaper than hashing some sixty fields."""


def standing_for(melds: tuple[Meld, ...], rules: Rules) -> Standing:
    """Return what melds and rules settle."""
    for known, standings in _recent:
        if known is rules:
            return standings[melds]
    _recent.insert(0, (rules, _standings_for(rules)))
    del _recent[_RECENT_LIMIT:]
    return _recent[0][1][melds]
