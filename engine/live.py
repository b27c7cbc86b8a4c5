"""A hand that is analysed while tiles come and go: the inner loop of computer players and of offers."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from engine.distance import (
    NEED_SEQUENCE,
    NEED_TERMINAL,
    NEED_TRIPLET,
    OUT_OF_REACH,
    Profile,
    tables_for,
)
from engine.melds import MeldType
from engine.pairs import pairs_distance
from engine.tables import (
    DRAGON_PAIR,
    DRAGON_SHAPES,
    EDGE,
    KIND_POWER,
    KIND_SUIT,
    MIDDLE,
    PATTERN_COUNT,
    RANKS,
    SEQUENCE,
    SUIT_SHAPES,
    TRIPLET,
    WON_PAIR,
    WON_SEQUENCE,
    WON_TRIPLET,
    Patterns,
    Shape,
    suit_keys,
)
from engine.tiles import ALL_KINDS, COPIES, DRAGON, KINDS, TERMINALS, Kind
from engine.waits import REASONS, Readiness, Wait

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.melds import Meld
    from engine.rules import Rules

_HAND = 13
_NO_WAIT = ("no_wait",)
_NOT_OPEN, _ONE_SUIT, _NO_TERMINAL, _NO_TRIPLET, _NO_SEQUENCE, _TOO_FEW = (1 << index for index in range(6))
"""Failed conditions as bits, in the order of REASONS."""


def _find_candidates(*residues: int) -> tuple[int, ...]:
    """Name the suits that the winning tile may belong to, from the suits' tile counts modulo 3."""
    ones = tuple(suit for suit in range(4) if residues[suit] == 1)
    twos = tuple(suit for suit in range(4) if residues[suit] == 2)
    if len(ones) == 1 and not twos:
        return ones
    return twos if len(twos) == 2 and not ones else ()


_CANDIDATES = tuple(_find_candidates(*residues) for residues in product(range(3), repeat=4))

_WAITS = {key: Wait(*key) for key in product(ALL_KINDS, (False, True), (False, True), (False, True))}
"""Every wait there can be, by its fields."""


@cache
def _failures(rules: tuple[bool, bool, bool, str]) -> tuple[int, ...]:
    """Tell for every pattern whether it fails C23-C25, as bits of failed conditions."""
    need_triplet, two_pair_wait, dragon_pair, sequence_at = rules
    triplets = TRIPLET | (WON_TRIPLET if two_pair_wait else 0) | (DRAGON_PAIR if dragon_pair else 0)
    sequences = SEQUENCE | (WON_SEQUENCE if sequence_at == "win" else 0)
    return tuple(
        (_NO_TRIPLET if need_triplet and not pattern & triplets else 0)
        | (_NO_SEQUENCE if sequence_at != "never" and not pattern & sequences else 0)
        for pattern in range(PATTERN_COUNT)
    )


class LiveHand:
    """Concealed tiles and melds under a table's rules, with answers that cost microseconds.

    Concealed tiles are 13 - 3 x melds (a zhan takes 2), or one more for a hand that is to discard. `add` and `remove`
    keep everything up to date; nothing is worked out before it is asked for.
    """

    def __init__(self, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> None:
        """Take 28 counts of concealed tiles, the melds and the rules."""
        self.rules = rules
        self._counts = list(counts)
        self._keys = suit_keys(counts)
        self._sums = [sum(counts[suit * RANKS : suit * RANKS + RANKS]) for suit in range(4)]
        self._kadang_bits = MIDDLE | (EDGE if rules.kadang_edges else 0) | (WON_PAIR if rules.kadang_single else 0)
        self._failures = _failures(
            (rules.need_triplet, rules.two_pair_wait, rules.dragon_for_triplet == "pair", rules.sequence_at)
        )
        self._tables = tables_for(Profile.of(rules))
        self.set_melds(melds)

    def set_melds(self, melds: Sequence[Meld]) -> None:
        """Replace the melds; the concealed tiles stay as they are."""
        rules = self.rules
        self.melds = tuple(melds)
        self._melded = melded = [0] * KINDS
        for meld in melds:
            for tile in meld.tiles:
                melded[tile] += 1
        has_zhan = any(meld.type is MeldType.ZHAN for meld in melds)
        self._size = _HAND - sum(2 if meld.type is MeldType.ZHAN else 3 for meld in melds)
        self._may_be_groups = not has_zhan and len(melds) <= 4
        self._may_be_pairs = rules.seven_pairs and len(melds) == int(has_zhan)
        self._pattern = (TRIPLET if any(meld.is_triplet for meld in melds) else 0) | (
            SEQUENCE if any(meld.type is MeldType.CHI for meld in melds) else 0
        )
        self._meld_suits = tuple(suit for suit in range(3) if any(melded[suit * RANKS : suit * RANKS + RANKS]))
        self._has_meld_terminal = any(melded[kind] for kind in TERMINALS)
        is_open = any(meld.opens for meld in melds)
        self._hand_failures = (_NOT_OPEN if rules.must_open and not is_open else 0) | (
            _TOO_FEW if self._size < rules.min_concealed else 0
        )
        self._set_tables()

    def _set_tables(self) -> None:
        rules = self.rules
        keys = suit_keys(self._melded)
        self._suits = [self._tables.suits(key) for key in keys[:3]]
        self._dragons = self._tables.dragons(keys[3])
        needs = 0
        if rules.need_triplet and not self._pattern & TRIPLET:
            needs |= NEED_TRIPLET
        if rules.sequence_at != "never" and not self._pattern & SEQUENCE:
            needs |= NEED_SEQUENCE
        if not self._has_meld_terminal:
            needs |= NEED_TERMINAL
        self._finals = self._tables.finals(max(0, 4 - len(self.melds)), needs)
        missing_suits = rules.min_suits - len(self._meld_suits)
        self._lone_suits = (self._meld_suits or (0, 1, 2)) if missing_suits > 0 and rules.min_suits > 1 else ()

    @property
    def counts(self) -> tuple[int, ...]:
        """The 28 counts of the concealed tiles."""
        return tuple(self._counts)

    def add(self, kind: Kind) -> None:
        """Put a tile into the hand."""
        self._counts[kind] += 1
        suit = KIND_SUIT[kind]
        self._keys[suit] += KIND_POWER[kind]
        self._sums[suit] += 1

    def remove(self, kind: Kind) -> None:
        """Take a tile out of the hand, which must hold it."""
        self._counts[kind] -= 1
        suit = KIND_SUIT[kind]
        self._keys[suit] -= KIND_POWER[kind]
        self._sums[suit] -= 1

    # Waits ------------------------------------------------------------------------------------------------------------

    def waits(self) -> tuple[Wait, ...]:
        """Return the legal waits of 13 tiles in tile order (C11, C20-C28, H16)."""
        found: list[Wait] = []
        if not self._hand_failures:
            failures = self._failures
            for kind, patterns in self._group_waits():
                if self._tile_failures(kind):
                    continue
                legal = [pattern for pattern in patterns if not failures[pattern]]
                if legal:
                    is_kadang = any(pattern & self._kadang_bits for pattern in legal)
                    found.append(_WAITS[kind, is_kadang, True, False])
        if self._may_be_pairs:
            kind_of_pair = self._pairs_wait()
            if kind_of_pair is not None and not self._tile_failures(kind_of_pair):
                found = _with_pairs_wait(found, kind_of_pair, is_kadang=self.rules.kadang_single)
        if len(found) > 1:
            found.sort(key=lambda wait: wait.kind)
            if self.rules.kadang_needs_single_wait:
                found = [_WAITS[wait.kind, False, wait.has_groups, wait.has_seven_pairs] for wait in found]
        return tuple(found)

    def readiness(self) -> Readiness:
        """Return the legal waits of 13 tiles, or the reasons why there are none (RULES section 2)."""
        waits = self.waits()
        if waits:
            return Readiness(waits)
        failed = {
            self._hand_failures | self._tile_failures(kind) | self._failures[pattern]
            for kind, patterns in self._group_waits()
            for pattern in patterns
        }
        kind_of_pair = self._pairs_wait() if self._may_be_pairs else None
        if kind_of_pair is not None:
            failed.add(self._tile_failures(kind_of_pair))
        if not failed:
            return Readiness((), _NO_WAIT)
        lists = [[index for index in range(len(REASONS)) if bits >> index & 1] for bits in failed]
        fewest = min(lists, key=lambda indices: (len(indices), indices))
        return Readiness((), tuple(sorted(REASONS[index] for index in fewest)))

    def listen_discards(self) -> dict[Kind, tuple[Wait, ...]]:
        """Return, for a hand that is to discard, the discards that leave a legal wait."""
        answers: dict[Kind, tuple[Wait, ...]] = {}
        for kind in self._held_kinds():
            self.remove(kind)
            waits = self.waits()
            self.add(kind)
            if waits:
                answers[kind] = waits
        return answers

    def is_complete(self) -> bool:
        """Say whether a hand with one tile more than 13 is a winning shape (C12, C27)."""
        if sum(self._sums) != self._size + 1:
            return False
        shapes = self._shapes()
        if self._may_be_pairs and not any(shape.odd for shape in shapes):
            return True
        return (
            self._may_be_groups
            and sum(total % 3 for total in self._sums) == 2
            and all(shape.complete for shape in shapes)
        )

    def _held_kinds(self) -> list[Kind]:
        return [kind for kind, count in enumerate(self._counts) if count]

    def _shapes(self) -> tuple[Shape, ...]:
        m, p, s, z = self._keys
        return SUIT_SHAPES[m], SUIT_SHAPES[p], SUIT_SHAPES[s], DRAGON_SHAPES[z]

    def _group_waits(self) -> Iterator[tuple[Kind, Patterns]]:
        """Give every tile that completes four groups and a pair (C11, C12) with the patterns of the readings."""
        m, p, s, z = self._sums
        candidates = _CANDIDATES[m % 3 * 27 + p % 3 * 9 + s % 3 * 3 + z % 3]
        if not candidates or not self._may_be_groups:
            return
        shapes = self._shapes()
        whole = self._pattern
        if self._counts[DRAGON] and self.rules.dragon_for_triplet == "single":
            whole |= TRIPLET
        for suit in candidates:
            others: Patterns = (whole,)
            for other in range(4):
                if other != suit:
                    complete = shapes[other].complete
                    if complete != (0,):
                        others = tuple({first | second for first in others for second in complete})
            if not others:
                continue
            for rank, patterns in shapes[suit].waits:
                kind = suit * RANKS + rank
                if self._counts[kind] + self._melded[kind] < COPIES:
                    yield kind, tuple(first | second for first in others for second in patterns)

    def _tile_failures(self, kind: Kind) -> int:
        """Tell whether winning on a kind fails C21 or C22, as bits of failed conditions."""
        rules = self.rules
        failed = 0
        if rules.min_suits > 1 and len(self._meld_suits) < rules.min_suits:
            suits = {KIND_SUIT[kind], *self._meld_suits, *(suit for suit in range(3) if self._sums[suit])} - {3}
            if len(suits) < rules.min_suits:
                failed = _ONE_SUIT
        brings_terminal = rules.terminal_at == "win" and kind in TERMINALS
        if not (self._has_meld_terminal or brings_terminal or any(shape.has_terminal for shape in self._shapes())):
            failed |= _NO_TERMINAL
        return failed

    def _pairs_wait(self) -> Kind | None:
        """Return the tile that completes seven pairs (C27), if there is one."""
        odd = [suit * RANKS + rank for suit, shape in enumerate(self._shapes()) for rank in shape.odd]
        return odd[0] if len(odd) == 1 and sum(self._sums) == self._size else None

    # Distance ---------------------------------------------------------------------------------------------------------

    def distance(self) -> int:
        """Return the fewest exchanges to 13 tiles with a legal wait, `must_open` left aside; 14 tiles: after a discard.

        OUT_OF_REACH if no exchanges lead there.
        """
        nearest = self._groups_distance() if self._may_be_groups else OUT_OF_REACH
        if self._may_be_pairs:
            nearest = min(nearest, self._pairs_distance())
        return nearest

    def useful_tiles(self) -> tuple[Kind, ...]:
        """Return the kinds that lower the distance of 13 tiles when drawn (own tiles and melds leave a copy)."""
        return self._nearer_than(self.distance(), self._available_kinds())

    def discard_outlook(self) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
        """Return, for every discard of 14 tiles, the distance that it leaves and the useful tiles then.

        The discarded tile counts as seen: a kind of which the 14 tiles and the melds hold all four is not useful.
        """
        available = self._available_kinds()
        outlook: dict[Kind, tuple[int, tuple[Kind, ...]]] = {}
        for kind in self._held_kinds():
            self.remove(kind)
            distance = self.distance()
            outlook[kind] = distance, self._nearer_than(distance, available)
            self.add(kind)
        return outlook

    def _available_kinds(self) -> list[Kind]:
        return [kind for kind in ALL_KINDS if self._counts[kind] + self._melded[kind] < COPIES]

    def _nearer_than(self, distance: int, kinds: list[Kind]) -> tuple[Kind, ...]:
        if not distance:
            return ()
        useful: list[Kind] = []
        for kind in kinds:
            self.add(kind)
            if self.distance() < distance:
                useful.append(kind)
            self.remove(kind)
        return tuple(useful)

    def _groups_distance(self) -> int:
        if self._hand_failures & _TOO_FEW:
            return OUT_OF_REACH
        m, p, s, z = self._keys
        suits = self._suits
        numbers = (suits[0][m], suits[1][p], suits[2][s])
        dragons = self._dragons[z]
        distance = self._look_up(numbers, dragons)
        for suit in self._lone_suits:
            # Only a target within one suit can break C21, and only if that many tiles of the hand stay in it.
            if self._sums[suit] + self._sums[3] >= self._size - distance:
                return self._distance_in_two_suits(numbers)
        return distance

    def _look_up(self, numbers: Sequence[int], dragons: int) -> int:
        sums = self._tables.sums
        first, second, third = numbers
        return self._finals[sums[first << 32 | second] << 32 | sums[third << 32 | dragons]]

    def _distance_in_two_suits(self, numbers: Sequence[int]) -> int:
        """Return the distance with as many suits used as C21 asks: the least over the choices of which."""
        used = [self._tables.without_nothing(number) for number in numbers]
        others = [suit for suit in range(3) if suit not in self._meld_suits]
        wanted = self.rules.min_suits - len(self._meld_suits)
        melded, held = self._melded[DRAGON], self._counts[DRAGON]
        return min(
            self._look_up(
                [used[suit] if suit in choice else numbers[suit] for suit in range(3)],
                # What is drawn as a whole elsewhere can be of any suit.
                self._tables.dragons(melded, wanted - number)[held],
            )
            for number in range(wanted + 1)
            for choice in combinations(others, number)
        )

    def _pairs_distance(self) -> int:
        return pairs_distance(
            self._keys,
            self._size // 2 + 1,
            (self.rules.min_suits, *self._meld_suits),
            needs_terminal=not self._has_meld_terminal,
        )


def _with_pairs_wait(found: list[Wait], kind: Kind, *, is_kadang: bool) -> list[Wait]:
    """Add a wait of seven pairs to those of groups."""
    has_groups = any(wait.kind == kind for wait in found)
    is_kadang = is_kadang or any(wait.kind == kind and wait.is_kadang for wait in found)
    others = [wait for wait in found if wait.kind != kind]
    return [*others, _WAITS[kind, is_kadang, has_groups, True]]
