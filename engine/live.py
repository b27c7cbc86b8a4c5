"""A hand that is analysed while tiles come and go: the inner loop of computer players and of offers."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Final

from engine.distance import OUT_OF_REACH
from engine.melds import Meld, MeldType
from engine.pairs import pairs_distance
from engine.standing import NO_TERMINAL, NOT_OPEN, ONE_SUIT, standing_for
from engine.tables import (
    BROKEN_MARK,
    DRAGON_MARKS,
    DRAGON_SHAPES,
    KIND_KEYS,
    LOW_BITS,
    LOW_MASK,
    POWERS,
    RANKS,
    SUIT_BITS,
    SUIT_FULL,
    SUIT_MARKS,
    SUIT_MASK,
    SUIT_SHAPES,
    TRIPLET,
    Patterns,
    Shape,
    count_pairs,
    hand_key,
    list_held,
    list_tiles,
    read_key,
    split_key,
)
from engine.tiles import ALL_KINDS, COPIES, TERMINALS, Kind
from engine.waits import REASONS, Readiness, Wait

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.rules import Rules

_READINESS_WITHOUT_WAIT: Final = Readiness((), ("no_wait",))


def _find_candidates(*residues: int) -> tuple[int, ...]:
    """Name the suits that the winning tile may belong to, from the suits' tile counts modulo 3."""
    ones = tuple(suit for suit in range(4) if residues[suit] == 1)
    twos = tuple(suit for suit in range(4) if residues[suit] == 2)
    if len(ones) == 1 and not twos:
        return ones
    return twos if len(twos) == 2 and not ones else ()


_CANDIDATES: Final = tuple(_find_candidates(*residues) for residues in product(range(3), repeat=4))


class _LooseSuits(dict[tuple[int, int, int, int], tuple[int, ...]]):
    """By the marks of m, p, s and `7z`, from which of them a discard may leave four groups and a pair that lack a tile.

    Besides the suit of the discard and the one that the winning tile belongs to, all must be complete.
    """

    def __missing__(self, marks: tuple[int, int, int, int]) -> tuple[int, ...]:
        """Work it out and keep it."""
        broken = {suit for suit, mark in enumerate(marks) if mark >= BROKEN_MARK}
        residues = [mark % 3 for mark in marks]
        suits: list[int] = []
        for suit in range(4):
            residues[suit] = (residues[suit] - 1) % 3
            m, p, s, z = residues
            if any(broken <= {suit, candidate} for candidate in _CANDIDATES[m * 27 + p * 9 + s * 3 + z]):
                suits.append(suit)
            residues[suit] = (residues[suit] + 1) % 3
        found = self[marks] = tuple(suits)
        return found


_LOOSE_SUITS: Final = _LooseSuits()

_WAITS: Final = {key: Wait(*key) for key in product(ALL_KINDS, (False, True), (False, True), (False, True))}
"""Every wait there can be, by its fields."""


class LiveHand:
    """Concealed tiles and melds under a table's rules, with answers that cost microseconds.

    Concealed tiles are 13 - 3 x melds (a zhan takes 2), or one more for a hand that is to discard; of no kind are
    there more than four with those in the melds. `key` (engine/tables.py) is all that `add` and `remove` change;
    nothing is worked out before it is asked for. `standing`: what melds and rules settle.
    """

    __slots__ = ("key", "melds", "rules", "standing")

    def __init__(self, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> None:
        """Take 28 counts of concealed tiles (none at all: no tiles yet), the melds and the rules."""
        self.rules = rules
        self.key = hand_key(counts)
        self.set_melds(melds)

    def __deepcopy__(self, memo: object) -> LiveHand:
        """Copy what changes, and share what melds and rules settle."""
        return LiveHand.of_key(self.key, self.melds, self.rules)

    def set_melds(self, melds: Sequence[Meld]) -> None:
        """Replace the melds; the concealed tiles stay as they are."""
        self.melds = tuple(melds)
        self.standing = standing_for(self.melds, self.rules)

    @classmethod
    def of_key(cls, key: int, melds: Sequence[Meld], rules: Rules) -> LiveHand:
        """Make a hand of the key of its concealed tiles."""
        hand = cls((), melds, rules)
        hand.key = key
        return hand

    def claim(self, meld: MeldType, tile: Kind, own: Sequence[Kind]) -> LiveHand:
        """Return the hand that a claim of a tile with these own tiles makes, before its discard."""
        taken = sum([KIND_KEYS[kind] for kind in own])
        new = Meld(meld, tuple(sorted((*own, tile))), claimed=tile)
        return LiveHand.of_key(self.key - taken, (*self.melds, new), self.rules)

    @property
    def counts(self) -> tuple[int, ...]:
        """The 28 counts of the concealed tiles."""
        m, p, s, z = split_key(self.key)
        return (*read_key(m), *read_key(p), *read_key(s), z)

    def add(self, kind: Kind) -> None:
        """Put a tile into the hand."""
        self.key += KIND_KEYS[kind]

    def remove(self, kind: Kind) -> None:
        """Take a tile out of the hand, which must hold it."""
        self.key -= KIND_KEYS[kind]

    # Waits ------------------------------------------------------------------------------------------------------------

    def is_complete(self, drawn: Kind | None = None) -> bool:
        """Say whether a hand with one tile more than 13 is a winning shape (C12, C27); `drawn`: with this one."""
        key = self.key if drawn is None else self.key + KIND_KEYS[drawn]
        standing = self.standing
        # Most hands have a suit that is not complete; the others need not be looked at then.
        if (
            (m := SUIT_MARKS[key & SUIT_MASK]) < BROKEN_MARK
            and (p := SUIT_MARKS[key >> SUIT_BITS & SUIT_MASK]) < BROKEN_MARK
            and (s := SUIT_MARKS[key >> 2 * SUIT_BITS & SUIT_MASK]) < BROKEN_MARK
            and m + p + s + DRAGON_MARKS[key >> 3 * SUIT_BITS] == standing.complete_mark
        ):
            return True
        return standing.may_be_pairs and self._is_pairs(key)

    def waits(self, *, if_open: bool = False) -> tuple[Wait, ...]:
        """Return the legal waits of 13 tiles in tile order (C11, C20-C28, H16); `if_open`: as if the hand were open."""
        standing = self.standing
        found: list[Wait] = []
        if standing.may_be_groups and not standing.failures & (~NOT_OPEN if if_open else -1):
            low = self.key & LOW_MASK
            m, p = SUIT_MARKS[low & SUIT_MASK], SUIT_MARKS[low >> SUIT_BITS]
            # Besides the suit that the winning tile belongs to, all must be complete.
            if m + p < 2 * BROKEN_MARK:
                high = self.key >> LOW_BITS
                s, z = SUIT_MARKS[high & SUIT_MASK], DRAGON_MARKS[high >> SUIT_BITS]
                if m + p + s + z < 2 * BROKEN_MARK:
                    candidates = _CANDIDATES[m % 3 * 27 + p % 3 * 9 + s % 3 * 3 + z % 3]
                    if candidates:
                        found = self._legal_waits(candidates)
        if standing.may_be_pairs:
            kind_of_pair = self._pairs_wait()
            if kind_of_pair is not None and not self._tile_failures(
                self._unmet_conditions(self._shapes()), kind_of_pair
            ):
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
        standing = self.standing
        unmet = self._unmet_conditions(self._shapes())
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
        standing = self.standing
        if not standing.may_listen:
            return answers
        # Seven pairs lack a tile after a discard from any suit, where at most one pair is missing.
        are_pairs_near = standing.may_be_pairs and count_pairs(self.key) >= standing.size // 2
        suits = (0, 1, 2, 3) if are_pairs_near else _LOOSE_SUITS[self._marks()]
        if not suits:
            return answers
        for kind in list_held(self.key):
            if kind // RANKS in suits:
                self.key -= KIND_KEYS[kind]
                waits = self.waits()
                self.key += KIND_KEYS[kind]
                if waits:
                    answers[kind] = waits
        return answers

    def _marks(self) -> tuple[int, int, int, int]:
        m, p, s, z = split_key(self.key)
        return SUIT_MARKS[m], SUIT_MARKS[p], SUIT_MARKS[s], DRAGON_MARKS[z]

    def _shapes(self) -> tuple[Shape, Shape, Shape, Shape]:
        m, p, s, z = split_key(self.key)
        return SUIT_SHAPES[m], SUIT_SHAPES[p], SUIT_SHAPES[s], DRAGON_SHAPES[z]

    def _legal_waits(self, candidates: tuple[int, ...]) -> list[Wait]:
        standing = self.standing
        shapes = self._shapes()
        found: list[Wait] = []
        failures, kadang_bits = standing.pattern_failures, standing.kadang_bits
        for suit in candidates:
            waits = shapes[suit].waits
            others = self._other_patterns(shapes, suit) if waits else ()
            if not others:
                continue
            unmet = self._unmet_conditions(shapes)
            for rank, patterns in waits:
                kind = suit * RANKS + rank
                if shapes[suit].counts[rank] + standing.melded[kind] == COPIES:
                    continue
                if unmet and self._tile_failures(unmet, kind):
                    continue
                legal = [whole for first in others for second in patterns if not failures[whole := first | second]]
                if legal:
                    found.append(_WAITS[kind, bool(reduce(or_, legal) & kadang_bits), True, False])
        return found

    def _other_patterns(self, shapes: tuple[Shape, ...], suit: int) -> Patterns:
        """Return the patterns of all but one suit and of the melds; none if one of those suits is not complete."""
        standing = self.standing
        has_dragon_triplet = standing.dragon_is_triplet and shapes[3].has_terminal
        others: Patterns = (standing.pattern | TRIPLET if has_dragon_triplet else standing.pattern,)
        for other, shape in enumerate(shapes):
            if other != suit:
                complete = shape.complete
                if len(complete) == 1:
                    only = complete[0]
                    if only:
                        others = tuple([first | only for first in others])
                elif not complete:
                    return ()
                else:
                    others = tuple({first | second for first in others for second in complete})
        return others

    def _group_waits(self) -> Iterator[tuple[Kind, Patterns]]:
        """Yield every tile that completes four groups and a pair (C11, C12) with the patterns of the readings."""
        standing = self.standing
        m, p, s, z = self._marks()
        candidates = _CANDIDATES[m % 3 * 27 + p % 3 * 9 + s % 3 * 3 + z % 3] if standing.may_be_groups else ()
        shapes = self._shapes()
        for suit in candidates:
            others = self._other_patterns(shapes, suit)
            for rank, patterns in shapes[suit].waits if others else ():
                kind = suit * RANKS + rank
                if shapes[suit].counts[rank] + standing.melded[kind] < COPIES:
                    yield kind, tuple([first | second for first in others for second in patterns])

    def _unmet_conditions(self, shapes: tuple[Shape, ...]) -> int:
        """Tell which of C21 and C22 the 13 tiles do not meet by themselves, as bits of failed conditions."""
        standing = self.standing
        unmet = 0
        if standing.suits_wanted:
            m, p, s, _ = split_key(self.key)
            used: tuple[int, ...] = standing.suits
            if (bool(m) or 0 in used) + (bool(p) or 1 in used) + (bool(s) or 2 in used) < self.rules.min_suits:
                unmet = ONE_SUIT
        m_shape, p_shape, s_shape, z_shape = shapes
        in_suits = m_shape.has_terminal or p_shape.has_terminal or s_shape.has_terminal
        if not (standing.has_terminal or in_suits or z_shape.has_terminal):
            unmet |= NO_TERMINAL
        return unmet

    def _tile_failures(self, unmet: int, kind: Kind) -> int:
        """Tell which of the unmet conditions a winning tile does not meet either: it never brings a new suit."""
        if unmet & NO_TERMINAL and kind in TERMINALS and self.rules.terminal_at == "win":
            unmet ^= NO_TERMINAL
        return unmet

    def _is_pairs(self, key: int) -> bool:
        return 2 * count_pairs(key) == len(list_tiles(key)) == self.standing.size + 1

    def _pairs_wait(self) -> Kind | None:
        """Return the tile that completes seven pairs (C27), if there is one."""
        if count_pairs(self.key) < self.standing.size // 2:
            return None
        odd = [suit * RANKS + rank for suit, shape in enumerate(self._shapes()) for rank in shape.odd]
        return odd[0] if len(odd) == 1 and sum(self.counts) == self.standing.size else None

    # Distance ---------------------------------------------------------------------------------------------------------

    def distance(self) -> int:
        """Return the fewest exchanges to 13 tiles with a legal wait, `must_open` left aside; 14 tiles: after a discard.

        OUT_OF_REACH if no exchanges lead there.
        """
        standing = self.standing
        nearest = self.standing.reach.distance(self.key) if standing.may_reach else OUT_OF_REACH
        return min(nearest, self._pairs_distance()) if standing.may_be_pairs else nearest

    def read(self) -> tuple[int, int]:
        """Return the distance of 13 tiles and the kinds that lower it when drawn, as bits by kind.

        Kinds of which tiles in hand and melds leave no copy are among them.
        """
        distance, useful = self.standing.reach.list_useful(self.key) if self.standing.may_reach else (OUT_OF_REACH, 0)
        return self._with_pairs(distance, useful) if self.standing.may_be_pairs else (distance, useful)

    def useful_tiles(self) -> tuple[Kind, ...]:
        """Return the kinds that lower the distance of 13 tiles when drawn (own tiles and melds leave a copy)."""
        return list_bits(self.read()[1] & self._available())

    def discard_outlook(self) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
        """Return, for every discard of 14 tiles, the distance that it leaves and the useful tiles then.

        The discarded tile counts as seen: a kind of which the 14 tiles and the melds hold all four is not useful.
        """
        available = self._available()
        looks = self.look()
        return {kind: (distance, list_bits(useful & available)) for kind, (distance, useful) in looks.items()}

    def look(self, *, only_nearest: bool = False) -> dict[Kind, tuple[int, int]]:
        """Return what `discard_outlook` does, useful tiles as bits by kind, those without a copy left among them.

        `only_nearest`: leave out discards after which the hand is farther from listening than after others.
        """
        standing = self.standing
        if standing.may_reach:
            looks = self.standing.reach.look(self.key, only_nearest=only_nearest and not standing.may_be_pairs)
        else:
            looks = dict.fromkeys(list_held(self.key), (OUT_OF_REACH, 0))
        if standing.may_be_pairs:
            for kind in looks:
                self.remove(kind)
                looks[kind] = self._with_pairs(*looks[kind])
                self.add(kind)
        return looks

    def measure(self) -> dict[Kind, int]:
        """Return the distance that each discard of 14 tiles leaves: what `look` tells, without the useful tiles."""
        standing = self.standing
        if standing.may_reach:
            distances = standing.reach.measure(self.key)
        else:
            distances = dict.fromkeys(list_held(self.key), OUT_OF_REACH)
        if standing.may_be_pairs:
            for kind, distance in distances.items():
                self.remove(kind)
                distances[kind] = min(distance, self._pairs_distance())
                self.add(kind)
        return distances

    def bare_distance(self) -> int:
        """Return the distance to four groups and a pair that lack a tile, whatever the rules ask of them.

        It is never more than `distance`, except to seven pairs.
        """
        return self.standing.bare.distance(self.key)

    def least_distance(self) -> int:
        """Return the distance by groups or by pairs, whatever the rules ask of them: never more than `distance`."""
        nearest = self.bare_distance()
        return min(nearest, self.standing.size // 2 - count_pairs(self.key)) if self.standing.may_be_pairs else nearest

    def bare_look(self) -> dict[Kind, tuple[int, int]]:
        """Return the same for every discard of 14 tiles, with what lowers it when drawn, as bits by kind."""
        return self.standing.bare.look(self.key)

    def _available(self) -> int:
        """Mark the kinds of which tiles in hand and melds leave a copy, as bits."""
        keys = split_key(self.key)
        m, p, s, z = keys
        gone = SUIT_FULL[m] | SUIT_FULL[p] << RANKS | SUIT_FULL[s] << 2 * RANKS | (z == COPIES) << 3 * RANKS
        for kind, melded in self.standing.melded_kinds:
            if keys[kind // RANKS] // POWERS[kind % RANKS] % 5 + melded == COPIES:
                gone |= 1 << kind
        return ~gone

    def _with_pairs(self, distance: int, useful: int) -> tuple[int, int]:
        """Add what is known of seven pairs to the distance by groups of 13 tiles and the tiles that lower it."""
        by_pairs = self._pairs_distance()
        if by_pairs > distance:
            return distance, useful
        nearer = sum(1 << kind for kind in ALL_KINDS if self._pairs_distance_with(kind) < by_pairs)
        return by_pairs, nearer | useful if by_pairs == distance else nearer

    def _pairs_distance_with(self, kind: Kind) -> int:
        self.add(kind)
        distance = self._pairs_distance()
        self.remove(kind)
        return distance

    def _pairs_distance(self) -> int:
        standing = self.standing
        return pairs_distance(
            split_key(self.key),
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


_NINE: Final = (1 << RANKS) - 1


def _list_marked(first: Kind, ranks: int) -> list[tuple[Kind, ...]]:
    """Return by bits which of so many kinds from the first on they mark."""
    marked: list[tuple[Kind, ...]] = [()]
    for kind in range(first, first + ranks):
        marked += [(*kinds, kind) for kinds in marked]
    return marked


_BITS: Final = [
    _list_marked(0, RANKS),
    _list_marked(RANKS, RANKS),
    _list_marked(2 * RANKS, RANKS),
    _list_marked(3 * RANKS, 1),
]


def list_bits(bits: int) -> tuple[Kind, ...]:
    """Return the kinds that are marked by bits, in tile order."""
    m, p, s, z = _BITS
    return m[bits & _NINE] + p[bits >> RANKS & _NINE] + s[bits >> 2 * RANKS & _NINE] + z[bits >> 3 * RANKS]
