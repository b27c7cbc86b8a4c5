"""How far concealed tiles are from listening, from tables that fill as they are used.

A *target* is a completed hand with one tile in it marked as the winning tile. What a suit can give to a target is a
`Vector`: for every state - groups g and pairs p in this suit, winning tile w in it or not, and which conditions of
RULES section 2 it promises - the fewest tiles that have to be drawn. Vectors of suits are put together by adding
states and tiles, and the distance is what the state of a whole hand costs.

A vector is one integer. Bit `cost * STATES + state` is set if the state can be had for `cost` tiles or fewer. Adding
a state is then a shift, and a whole vector is added in one go. A promise is kept or not used: who promises a triplet
can also be taken for one who does not, so that each condition is promised by exactly one suit in a sum.

A suit's vector tells only of groups and pairs that use a tile of the hand. Whatever is drawn as a whole is the same
in all suits and is told once, by the vector of an empty suit (`elsewhere`) that belongs to no suit in particular.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from engine.tables import RANKS, mirror_key, read_key
from engine.tiles import COPIES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.rules import Rules

Vector = int

OUT_OF_REACH = 99
"""The distance of a hand that no exchange of tiles can bring to listening (four melds where four tiles are asked)."""

NEED_TRIPLET = 1
NEED_SEQUENCE = 2
NEED_TERMINAL = 4
_NEEDS = (NEED_TRIPLET, NEED_SEQUENCE, NEED_TERMINAL)
_NEED_SETS = 8

STATES = 5 * 2 * 2 * _NEED_SETS
MAX_COST = 9
_LEVEL = (1 << STATES) - 1
_ALL = (1 << STATES * (MAX_COST + 1)) - 1
_CACHE_LIMIT = 400_000
"""Entries of a cache of sums; at the limit it starts anew. Some 40 MB."""


def state_of(groups: int, pairs: int, won: int, needs: int = 0) -> int:
    """Return the number of a state; numbers add as states do."""
    return ((groups * 2 + pairs) * 2 + won) * _NEED_SETS + needs


_STATES_IN_ORDER = tuple(product(range(5), range(2), range(2), range(_NEED_SETS)))


def _mask(allows: Callable[[int, int, int, int], bool]) -> Vector:
    level = sum(1 << state_of(*state) for state in _STATES_IN_ORDER if allows(*state))
    return sum(level << STATES * cost for cost in range(MAX_COST + 1))


@cache
def _room_for(state: int) -> Vector:
    """Mark the states to which this one can be added without a field running over."""
    groups, pairs, won, needs = _STATES_IN_ORDER[state]
    return _mask(lambda g, p, w, n: g + groups <= 4 and p + pairs <= 1 and w + won <= 1 and not n & needs)


def _without(need: int) -> Vector:
    return _mask(lambda _groups, _pairs, _won, needs: not needs & need)


_WITHOUT = {need: _without(need) for need in _NEEDS}
_AT_LEAST = (_ALL, _mask(lambda g, p, _w, _n: g + p >= 1), _mask(lambda g, p, _w, _n: g + p >= 2))
"""The states with at least 0, 1, 2 groups and pairs."""


_ORIGIN = _mask(lambda g, p, w, n: not (g or p or w or n))


@cache
def _worthwhile(to_come: int) -> Vector:
    """Mark what may still be worth its cost if so many tiles more are missing for what has been begun.

    A group that uses a tile of the hand lacks two at most, a pair or a group with the winning tile one less; dearer
    ones are as well drawn as a whole elsewhere.
    """
    marks = 0
    for cost in range(MAX_COST + 1 - to_come):
        for groups, pairs, won, needs in _STATES_IN_ORDER:
            if cost + to_come <= 2 * groups + pairs - won:
                marks |= 1 << STATES * cost + state_of(groups, pairs, won, needs)
    return marks


class Profile(NamedTuple):
    """The options that decide what a part of a target may promise."""

    terminal_at_win: bool
    two_pair_wait: bool
    whole_sequence: bool
    dragon_for_triplet: str

    @classmethod
    def of(cls, rules: Rules) -> Profile:
        """Pick them from a table's rules."""
        return cls(
            rules.terminal_at == "win",
            rules.two_pair_wait,
            rules.sequence_at == "listen",
            rules.dragon_for_triplet,
        )


# A suit ---------------------------------------------------------------------------------------------------------------

Front = tuple[int, int, int]
"""Sequences begun one rank ago, two ranks ago, and whether one of the newer (1) or the older (2) is promised to be
complete without the winning tile."""

_ROOT: Front = (0, 0, 0)


class _Rank(NamedTuple):
    """What limits the use of a rank, whatever has been begun before it."""

    most_begun: int
    may_be_alike: bool
    room: int
    is_terminal: bool


_Move = tuple[Front, int, Vector, int, int]
"""One way to use a rank: the front it leads to, how many tiles it takes (the winning tile not among them), the states
that it can be added to, the state that it adds, what it promises."""


def _list_moves(front: Front, rank: _Rank, profile: Profile) -> list[_Move]:
    newer, older, promised = front
    alike = range(2 if rank.may_be_alike else 1)
    moves: list[_Move] = []
    for begun, triplets, pairs in product(range(rank.most_begun + 1), alike, alike):
        tiles = newer + older + begun + 3 * triplets + 2 * pairs
        if tiles > rank.room:
            continue
        for promises_new in (0, 1) if begun and profile.whole_sequence and not promised else (0,):
            then = (begun, newer, 1 if promises_new else 2 * (promised == 1))
            # What the winning tile may belong to if it is of this rank and not in the triplet.
            free = newer + older + begun - bool(promised) - promises_new + pairs
            for won in (0, 1) if free or triplets else (0,):
                promises = 0
                if promises_new or (begun and not profile.whole_sequence):
                    promises |= NEED_SEQUENCE
                if triplets and (free or not won or profile.two_pair_wait):
                    promises |= NEED_TRIPLET
                if rank.is_terminal and tiles > (0 if profile.terminal_at_win else won):
                    promises |= NEED_TERMINAL
                state = state_of(begun + triplets, pairs, won)
                moves.append((then, tiles - won, _room_for(state), state, promises))
    return moves


class _Reader:
    """Finds a suit's vector rank by rank: for every front, a vector of what has been used so far."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._moves: dict[tuple[Front, _Rank], list[_Move]] = {}

    def read(self, held: Sequence[int], melded: Sequence[int]) -> Vector:
        """Return the vector of a suit from its nine counts in hand and in the own melds."""
        fronts: dict[Front, Vector] = {_ROOT: _ORIGIN}
        for place in range(RANKS):
            near = sum(held[place : place + 3])
            if near or len(fronts) > 1 or _ROOT not in fronts:
                begun = min(near, COPIES) if place + 2 < RANKS else 0
                rank = _Rank(begun, held[place] > 0, COPIES - melded[place], place in {0, RANKS - 1})
                fronts = _prune(self._step(fronts, rank, held[place]), (*held[place + 1 : place + 3], 0, 0))
        return _fill(fronts.get(_ROOT, 0))

    def read_whole(self) -> Vector:
        """Return the vector of a suit of which the hand holds nothing, blocks drawn as a whole included."""
        fronts: dict[Front, Vector] = {_ROOT: _ORIGIN}
        for place in range(RANKS):
            begun = COPIES if place + 2 < RANKS else 0
            fronts = self._step(fronts, _Rank(begun, True, COPIES, place in {0, RANKS - 1}), 0)
        return _fill(fronts[_ROOT])

    def _step(self, fronts: dict[Front, Vector], rank: _Rank, held: int) -> dict[Front, Vector]:
        following: dict[Front, Vector] = {}
        for front, vector in fronts.items():
            moves = self._moves.get((front, rank))
            if moves is None:
                moves = self._moves[front, rank] = _list_moves(front, rank, self._profile)
            for then, tiles, room, state, promises in moves:
                used = vector & room
                if used:
                    used = used << (state + STATES * (tiles - held) if tiles > held else state) & _ALL
                    if promises:
                        used = _promise(used, promises)
                    following[then] = following.get(then, 0) | used
        return following


def _prune(fronts: dict[Front, Vector], coming: Sequence[int]) -> dict[Front, Vector]:
    """Drop what cannot be worth its cost, given the tiles held of the next two ranks."""
    pruned: dict[Front, Vector] = {}
    for front, vector in fronts.items():
        newer, older, _ = front
        to_come = max(0, newer + older - coming[0]) + max(0, newer - coming[1])
        worthwhile = vector & _worthwhile(to_come)
        if worthwhile:
            pruned[front] = worthwhile
    return pruned


_KEEPING = tuple(tuple((_WITHOUT[need], need) for need in _NEEDS if promises & need) for promises in range(_NEED_SETS))
"""For every set of promises: where each of them can be added, and what it adds."""


def _promise(vector: Vector, promises: int) -> Vector:
    """Let every state of a vector promise some conditions, too."""
    for without, need in _KEEPING[promises]:
        vector |= (vector & without) << need
    return vector


def _fill(vector: Vector) -> Vector:
    """Let what can be had for some cost be had for more, too."""
    for levels in (1, 2, 4, 8):
        vector |= vector << STATES * levels
    return vector & _ALL


def _forget(vector: Vector) -> Vector:
    """Let every state that promises a condition also stand for the one that does not."""
    for need in _NEEDS:
        vector |= (vector & ~_WITHOUT[need]) >> need
    return vector


# Dragons --------------------------------------------------------------------------------------------------------------


def _dragon_vector(held: int, melded: int, profile: Profile) -> Vector:
    """Return the vector of `7z`: nothing, a pair or a triplet, with or without the winning tile (C23)."""
    stands_for = profile.dragon_for_triplet
    vector = _ORIGIN
    for tiles, won in product((2, 3), (0, 1)):
        if tiles > COPIES - melded:
            continue
        is_pair = tiles == 2
        has_triplet = stands_for == "single" or (stands_for == "pair" if is_pair != bool(won) else False)
        if not is_pair:
            has_triplet = has_triplet or not won or profile.two_pair_wait
        promises = NEED_TERMINAL | (NEED_TRIPLET if has_triplet else 0)
        missing = max(0, tiles - won - held)
        state = state_of(int(not is_pair), int(is_pair), won)
        vector |= _promise(_ORIGIN << state + STATES * missing & _ALL, promises)
    return vector


# Sums -----------------------------------------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """One state of a vector at the least cost, and where it may be added."""

    room: Vector
    shift: int
    state: int
    cost: int


def _entries(vector: Vector) -> list[_Entry]:
    """List the states of a vector that no other one with as many promises undercuts."""
    entries: list[_Entry] = []
    cheaper = 0
    for cost in range(MAX_COST + 1):
        level = vector >> STATES * cost & _LEVEL
        best = level & ~cheaper
        for need, without in _WITHOUT.items():
            best &= ~((level & ~without) >> need)
        while best:
            state = best.bit_length() - 1
            entries.append(_Entry(_room_for(state), state + STATES * cost, state, cost))
            best ^= 1 << state
        cheaper = level
    return entries


def _sum(vector: Vector, entries: list[_Entry]) -> Vector:
    total = 0
    for room, shift, _, _ in entries:
        total |= (vector & room) << shift
    return _forget(total & _ALL)


class DistanceTables:
    """All tables for one profile. Vectors have numbers; equal vectors have the same."""

    def __init__(self, profile: Profile) -> None:
        """Start with empty tables."""
        self._profile = profile
        self._reader = _Reader(profile)
        self._vectors: list[Vector] = []
        self._numbers: dict[Vector, int] = {}
        self._entries: dict[int, list[_Entry]] = {}
        self._suits: dict[int, _Suits] = {}
        self._dragons: dict[tuple[int, int], tuple[int, ...]] = {}
        self._finals: dict[tuple[int, int], _Finals] = {}
        self._elsewhere = self._reader.read_whole()
        self.sums = _Sums(self)

    def suits(self, melded: int) -> dict[int, int]:
        """Return the mapping from a suit's key to its vector's number; `melded`: the key of its tiles in melds."""
        if melded not in self._suits:
            mirror = mirror_key(melded)
            self._suits[melded] = _Suits(self, melded)
            if mirror != melded:
                self._suits[mirror] = _Suits(self, mirror)
        return self._suits[melded]

    def read_suit(self, key: int, melded: int) -> int:
        """Work out the number of a suit's vector, for both ways to count its ranks."""
        number = self.number(self._reader.read(read_key(key), read_key(melded)))
        self._suits[melded][key] = self._suits[mirror_key(melded)][mirror_key(key)] = number
        return number

    def dragons(self, melded: int, blocks: int = 0) -> tuple[int, ...]:
        """Return the vectors' numbers for 0.. `7z` in hand together with what is drawn as a whole elsewhere.

        `blocks`: how many groups and pairs at least must lie elsewhere.
        """
        if (melded, blocks) not in self._dragons:
            elsewhere = _entries(self._elsewhere & _AT_LEAST[blocks])
            self._dragons[melded, blocks] = tuple(
                self.number(_sum(_dragon_vector(held, melded, self._profile), elsewhere))
                for held in range(COPIES - melded + 1)
            )
        return self._dragons[melded, blocks]

    def finals(self, groups: int, needs: int) -> dict[int, int]:
        """Return the mapping from two vectors' numbers, `a << 32 | b`, to the distance of the hand they make."""
        wanted = (groups, needs)
        if wanted not in self._finals:
            self._finals[wanted] = _Finals(self, state_of(groups, 1, 1, needs))
        return self._finals[wanted]

    def number(self, vector: Vector) -> int:
        """Return a vector's number."""
        number = self._numbers.setdefault(vector, len(self._vectors))
        if number == len(self._vectors):
            self._vectors.append(vector)
        return number

    def without_nothing(self, number: int) -> int:
        """Return the number of the same vector if its suit must be used."""
        return self.number(self._vectors[number] & _AT_LEAST[1])

    def vector(self, number: int) -> Vector:
        """Return the vector of a number."""
        return self._vectors[number]

    def entries(self, number: int) -> list[_Entry]:
        """Return the entries of the vector of a number."""
        if number not in self._entries:
            self._entries[number] = _entries(self._vectors[number])
        return self._entries[number]


class _Suits(dict[int, int]):
    """Numbers of vectors by key."""

    def __init__(self, tables: DistanceTables, melded: int) -> None:
        super().__init__()
        self._tables = tables
        self._melded = melded

    def __missing__(self, key: int) -> int:
        return self._tables.read_suit(key, self._melded)


class _Sums(dict[int, int]):
    """Numbers of the sums of two vectors, by `a << 32 | b`."""

    def __init__(self, tables: DistanceTables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, pair: int) -> int:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        first, second = pair >> 32, pair & 0xFFFFFFFF
        total = _sum(self._tables.vector(first), self._tables.entries(second))
        number = self[pair] = self._tables.number(total)
        return number


class _Finals(dict[int, int]):
    """Distances of whole hands, by the numbers of the vectors of two halves, `a << 32 | b`."""

    def __init__(self, tables: DistanceTables, target: int) -> None:
        super().__init__()
        self._tables = tables
        self._target = target
        self._probes: dict[int, Vector] = {}

    def __missing__(self, pair: int) -> int:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        first, second = pair >> 32, pair & 0xFFFFFFFF
        vector = self._tables.vector(first)
        probe = self._probes.get(second)
        if probe is None:
            probe = self._probes[second] = self._make_probe(second)
        for distance in range(MAX_COST + 1):
            if vector & probe >> STATES * (MAX_COST - distance):
                break
        else:
            distance = OUT_OF_REACH
        self[pair] = distance
        return distance

    def _make_probe(self, number: int) -> Vector:
        """Mark what the other half must have for each entry of this one; the top level is for MAX_COST tiles."""
        whole = _STATES_IN_ORDER[self._target]
        probe = 0
        for entry in self._tables.entries(number):
            groups, pairs, won, needs = _STATES_IN_ORDER[entry.state]
            if groups <= whole[0] and pairs <= whole[1] and won <= whole[2]:
                rest = state_of(whole[0] - groups, whole[1] - pairs, whole[2] - won, whole[3] & ~needs)
                probe |= 1 << rest + STATES * (MAX_COST - entry.cost)
        return probe


@cache
def tables_for(profile: Profile) -> DistanceTables:
    """Return the tables of a profile, one set per process."""
    return DistanceTables(profile)
