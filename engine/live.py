"""A hand that is analysed while tiles come and go: the inner loop of computer players and of offers."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from engine.distance import OUT_OF_REACH
from engine.pairs import pairs_distance
from engine.standing import NO_TERMINAL, ONE_SUIT, standing_for
from engine.tables import (
    DRAGON_SHAPES,
    KIND_POWER,
    KIND_SUIT,
    RANKS,
    SUIT_SHAPES,
    TRIPLET,
    Patterns,
    Shape,
    suit_keys,
)
from engine.tiles import ALL_KINDS, COPIES, DRAGON, TERMINALS, Kind
from engine.vectors import MAX_COST
from engine.waits import REASONS, Readiness, Wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.melds import Meld
    from engine.rules import Rules

_NOTHING: Patterns = (0,)
_READINESS_WITHOUT_WAIT = Readiness((), ("no_wait",))


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


class LiveHand:
    """Concealed tiles and melds under a table's rules, with answers that cost microseconds.

    Concealed tiles are 13 - 3 x melds (a zhan takes 2), or one more for a hand that is to discard; of no kind are
    there more than four with those in the melds. `add` and `remove` keep everything up to date; nothing is worked out
    before it is asked for.
    """

    __slots__ = ("_counts", "_keys", "_standing", "_sums", "melds", "rules")

    def __init__(self, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> None:
        """Take 28 counts of concealed tiles, the melds and the rules."""
        self.rules = rules
        self._counts = list(counts)
        self._keys = suit_keys(counts)
        self._sums = [sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27]), counts[DRAGON]]
        self.set_melds(melds)

    def set_melds(self, melds: Sequence[Meld]) -> None:
        """Replace the melds; the concealed tiles stay as they are."""
        self.melds = tuple(melds)
        self._standing = standing_for(self.melds, self.rules)

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
        standing = self._standing
        found: list[Wait] = []
        if not standing.failures:
            unmet = -1
            for kind, patterns in self._group_waits():
                if unmet < 0:
                    unmet = self._unmet_conditions()
                if unmet and self._tile_failures(unmet, kind):
                    continue
                legal = [pattern for pattern in patterns if not standing.pattern_failures[pattern]]
                if legal:
                    is_kadang = any(pattern & standing.kadang_bits for pattern in legal)
                    found.append(_WAITS[kind, is_kadang, True, False])
        if standing.may_be_pairs:
            kind_of_pair = self._pairs_wait()
            if kind_of_pair is not None and not self._tile_failures(self._unmet_conditions(), kind_of_pair):
                found = _with_pairs_wait(found, kind_of_pair, is_kadang=self.rules.kadang_single)
        if len(found) > 1:
            found.sort(key=_kind_of)
            if self.rules.kadang_needs_single_wait:
                found = [_WAITS[wait.kind, False, wait.has_groups, wait.has_seven_pairs] for wait in found]
        return tuple(found)

    def readiness(self) -> Readiness:
        """Return the legal waits of 13 tiles, or the reasons why there are none (RULES section 2)."""
        waits = self.waits()
        if waits:
            return Readiness(waits)
        standing = self._standing
        unmet = self._unmet_conditions()
        failed = {
            standing.failures | self._tile_failures(unmet, kind) | standing.pattern_failures[pattern]
            for kind, patterns in self._group_waits()
            for pattern in patterns
        }
        kind_of_pair = self._pairs_wait() if standing.may_be_pairs else None
        if kind_of_pair is not None:
            failed.add(self._tile_failures(unmet, kind_of_pair))
        if not failed:
            return _READINESS_WITHOUT_WAIT
        lists = [[index for index in range(len(REASONS)) if bits >> index & 1] for bits in failed]
        fewest = min(lists, key=lambda indices: (len(indices), indices))
        return Readiness((), tuple(sorted(REASONS[index] for index in fewest)))

    def listen_discards(self) -> dict[Kind, tuple[Wait, ...]]:
        """Return, for a hand that is to discard, the discards that leave a legal wait."""
        answers: dict[Kind, tuple[Wait, ...]] = {}
        if not self._standing.may_listen:
            return answers
        by_pairs = self._standing.may_be_pairs
        suits = self._loose_suits()
        for kind in self._held_kinds():
            if not by_pairs and KIND_SUIT[kind] not in suits:
                continue
            self.remove(kind)
            waits = self.waits()
            self.add(kind)
            if waits:
                answers[kind] = waits
        return answers

    def _loose_suits(self) -> list[int]:
        """Name the suits from which a discard may leave four groups and a pair that lack a tile.

        Besides the suit of the discard and the one that the winning tile belongs to, all must be complete.
        """
        residues = [total % 3 for total in self._sums]
        broken = {suit for suit, shape in enumerate(self._shapes()) if not shape.complete}
        suits: list[int] = []
        for suit in range(4):
            residues[suit] = (residues[suit] - 1) % 3
            m, p, s, z = residues
            if any(broken <= {suit, candidate} for candidate in _CANDIDATES[m * 27 + p * 9 + s * 3 + z]):
                suits.append(suit)
            residues[suit] = (residues[suit] + 1) % 3
        return suits

    def is_complete(self) -> bool:
        """Say whether a hand with one tile more than 13 is a winning shape (C12, C27)."""
        m, p, s, z = self._sums
        standing = self._standing
        if m + p + s + z != standing.size + 1:
            return False
        if standing.may_be_groups and m % 3 + p % 3 + s % 3 + z % 3 == 2:
            keys = self._keys
            if (
                SUIT_SHAPES[keys[0]].complete
                and SUIT_SHAPES[keys[1]].complete
                and SUIT_SHAPES[keys[2]].complete
                and DRAGON_SHAPES[z].complete
            ):
                return True
        return standing.may_be_pairs and not any(shape.odd for shape in self._shapes())

    def _held_kinds(self) -> list[Kind]:
        return [kind for kind, count in enumerate(self._counts) if count]

    def _shapes(self) -> tuple[Shape, Shape, Shape, Shape]:
        m, p, s, z = self._keys
        return SUIT_SHAPES[m], SUIT_SHAPES[p], SUIT_SHAPES[s], DRAGON_SHAPES[z]

    def _group_waits(self) -> list[tuple[Kind, Patterns]]:
        """Give every tile that completes four groups and a pair (C11, C12) with the patterns of the readings."""
        m, p, s, z = self._sums
        candidates = _CANDIDATES[m % 3 * 27 + p % 3 * 9 + s % 3 * 3 + z % 3]
        found: list[tuple[Kind, Patterns]] = []
        standing = self._standing
        if not candidates or not standing.may_be_groups:
            return found
        shapes = self._shapes()
        for suit in candidates:
            others: Patterns = (
                (standing.pattern | TRIPLET,) if z and standing.dragon_is_triplet else (standing.pattern,)
            )
            for other in range(4):
                if other != suit:
                    complete = shapes[other].complete
                    if not complete:
                        break
                    if complete != _NOTHING:
                        others = tuple({first | second for first in others for second in complete})
            else:
                for rank, patterns in shapes[suit].waits:
                    kind = suit * RANKS + rank
                    if self._counts[kind] + standing.melded[kind] < COPIES:
                        found.append((kind, tuple([first | second for first in others for second in patterns])))
        return found

    def _unmet_conditions(self) -> int:
        """Tell which of C21 and C22 the 13 tiles do not meet by themselves, as bits of failed conditions."""
        standing = self._standing
        m, p, s, _ = self._sums
        unmet = 0
        if standing.lone_suits:
            used: tuple[int, ...] = standing.suits
            if (bool(m) or 0 in used) + (bool(p) or 1 in used) + (bool(s) or 2 in used) < self.rules.min_suits:
                unmet = ONE_SUIT
        if not standing.has_terminal and not any(shape.has_terminal for shape in self._shapes()):
            unmet |= NO_TERMINAL
        return unmet

    def _tile_failures(self, unmet: int, kind: Kind) -> int:
        """Tell which of the unmet conditions a winning tile does not meet either: it never brings a new suit."""
        if unmet & NO_TERMINAL and kind in TERMINALS and self.rules.terminal_at == "win":
            unmet ^= NO_TERMINAL
        return unmet

    def _pairs_wait(self) -> Kind | None:
        """Return the tile that completes seven pairs (C27), if there is one."""
        odd = [suit * RANKS + rank for suit, shape in enumerate(self._shapes()) for rank in shape.odd]
        return odd[0] if len(odd) == 1 and sum(self._sums) == self._standing.size else None

    # Distance ---------------------------------------------------------------------------------------------------------

    def distance(self) -> int:
        """Return the fewest exchanges to 13 tiles with a legal wait, `must_open` left aside; 14 tiles: after a discard.

        OUT_OF_REACH if no exchanges lead there.
        """
        standing = self._standing
        nearest = self._groups_distance() if standing.may_be_groups else OUT_OF_REACH
        return min(nearest, self._pairs_distance()) if standing.may_be_pairs else nearest

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
        melded = self._standing.melded
        return [kind for kind, count in enumerate(self._counts) if count + melded[kind] < COPIES]

    def _nearer_than(self, distance: int, kinds: list[Kind]) -> tuple[Kind, ...]:
        if not distance:
            return ()
        standing = self._standing
        if not standing.may_be_groups or standing.has_too_few:
            by_groups: list[Kind] = []
        elif standing.lone_suits and self._may_be_confined(distance, 1):
            by_groups = self._nearer_one_by_one(distance, kinds)
        else:
            by_groups = self._nearer_by_groups(distance, kinds)
        if not standing.may_be_pairs or self._pairs_distance() > distance:
            return tuple(by_groups)
        return tuple(kind for kind in kinds if kind in by_groups or self._pairs_distance_with(kind) < distance)

    def _nearer_one_by_one(self, distance: int, kinds: list[Kind]) -> list[Kind]:
        """Do it by drawing each, where a target may lie within one suit against C21."""
        useful: list[Kind] = []
        for kind in kinds:
            self.add(kind)
            if self._groups_distance() < distance:
                useful.append(kind)
            self.remove(kind)
        return useful

    def _nearer_by_groups(self, distance: int, kinds: list[Kind]) -> list[Kind]:
        """Do it for a suit at a time: what the other suits leave to be given is the same for all its tiles."""
        standing = self._standing
        tables, finals = standing.tables, standing.finals
        sums, vectors = tables.sums, tables.vectors
        key_m, key_p, key_s, key_z = self._keys
        of_m, of_p, of_s = standing.numbers
        m, p, s, z = of_m[key_m], of_p[key_p], of_s[key_s], standing.dragons[key_z]
        left, right = sums[m << 32 | p], sums[s << 32 | z]
        near = min(distance - 1, MAX_COST)
        useful: list[Kind] = []
        wanted = finals.wanted(sums[right << 32 | p], near)
        wanted_p = finals.wanted(sums[right << 32 | m], near)
        wanted_s = finals.wanted(sums[left << 32 | z], near)
        for kind in kinds:
            if kind < 9:
                number = of_m[key_m + KIND_POWER[kind]]
                if number != m and vectors[number] & wanted:
                    useful.append(kind)
            elif kind < 18:
                number = of_p[key_p + KIND_POWER[kind]]
                if number != p and vectors[number] & wanted_p:
                    useful.append(kind)
            elif kind < 27:
                number = of_s[key_s + KIND_POWER[kind]]
                if number != s and vectors[number] & wanted_s:
                    useful.append(kind)
            else:
                number = standing.dragons[key_z + 1]
                if number != z and finals[left << 32 | sums[s << 32 | number]] <= near:
                    useful.append(kind)
        return useful

    def _numbers(self) -> tuple[int, int, int, int]:
        m, p, s, z = self._keys
        of_m, of_p, of_s = self._standing.numbers
        return of_m[m], of_p[p], of_s[s], self._standing.dragons[z]

    def _groups_distance(self) -> int:
        standing = self._standing
        if standing.has_too_few:
            return OUT_OF_REACH
        sums = standing.tables.sums
        m, p, s, z = self._numbers()
        distance = standing.finals[sums[m << 32 | p] << 32 | sums[s << 32 | z]]
        if standing.lone_suits and self._may_be_confined(distance, 0):
            return self._unconfined_distance((m, p, s))
        return distance

    def _may_be_confined(self, distance: int, drawn: int) -> bool:
        """Say whether a target so near may lie within one suit against C21: it would keep that many tiles of it."""
        sums = self._sums
        kept = self._standing.size - distance
        return any(sums[suit] + sums[3] + drawn >= kept for suit in self._standing.lone_suits)

    def _unconfined_distance(self, numbers: tuple[int, int, int]) -> int:
        """Return the distance with as many suits used as C21 asks: the least over the choices of which."""
        standing = self._standing
        tables = standing.tables
        sums = tables.sums
        wanted = self.rules.min_suits - len(standing.suits)
        used = [tables.without_nothing(number) for number in numbers]
        others = [suit for suit in range(3) if suit not in standing.suits]
        distances: list[int] = []
        for number in range(wanted + 1):
            # What is drawn as a whole elsewhere can be of any suit.
            elsewhere = wanted - number
            dragons = tables.dragons(self.rules.dragon_for_triplet, standing.melded[DRAGON], elsewhere)[self._keys[3]]
            for choice in combinations(others, number):
                m, p, s = [used[suit] if suit in choice else numbers[suit] for suit in range(3)]
                distances.append(standing.finals[sums[m << 32 | p] << 32 | sums[s << 32 | dragons]])
        return min(distances)

    def _pairs_distance_with(self, kind: Kind) -> int:
        self.add(kind)
        distance = self._pairs_distance()
        self.remove(kind)
        return distance

    def _pairs_distance(self) -> int:
        standing = self._standing
        return pairs_distance(
            self._keys,
            standing.size // 2 + 1,
            (self.rules.min_suits, *standing.suits),
            needs_terminal=not standing.has_terminal,
        )


def _kind_of(wait: Wait) -> Kind:
    return wait.kind


def _with_pairs_wait(found: list[Wait], kind: Kind, *, is_kadang: bool) -> list[Wait]:
    """Add a wait of seven pairs to those of groups."""
    has_groups = any(wait.kind == kind for wait in found)
    is_kadang = is_kadang or any(wait.kind == kind and wait.is_kadang for wait in found)
    others = [wait for wait in found if wait.kind != kind]
    return [*others, _WAITS[kind, is_kadang, has_groups, True]]
