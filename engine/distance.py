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

from engine.tables import RANKS, read_key
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
MAX_COST = 10
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


class Profile(NamedTuple):
    """The options that decide what a part of a target may promise."""

    terminal_at_win: bool
    two_pair_wait: bool
    sequence_at_win: bool
    dragon_for_triplet: str

    @classmethod
    def of(cls, rules: Rules) -> Profile:
        """Pick them from a table's rules."""
        return cls(
            rules.terminal_at == "win",
            rules.two_pair_wait,
            rules.sequence_at == "win",
            rules.dragon_for_triplet,
        )


# A suit ---------------------------------------------------------------------------------------------------------------

Front = tuple[int, int, int]
"""Sequences begun one rank ago, two ranks ago, and where in one of them the winning tile is still to come."""

_NOT_PENDING, _IN_NEWER_NOW, _IN_NEWER_LATER, _IN_OLDER_NOW = range(4)
_ROOT: Front = (0, 0, _NOT_PENDING)


class _Move(NamedTuple):
    """One way to use a rank: what it leads to, how many tiles it takes, the winning tile among them or not."""

    front: Front
    tiles: int
    won_here: int
    state: int
    room: Vector
    promises: int
    is_alike: bool
    """Whether a triplet or a pair of this rank is begun."""


def _moves_from(front: Front, profile: Profile) -> list[_Move]:
    newer, older, pending = front
    moves: list[_Move] = []
    for begun, triplets, pairs in product(range(5), range(2), range(2)):
        tiles = newer + older + begun + 3 * triplets + 2 * pairs
        if tiles > COPIES:
            continue
        for won_here, then, is_new, whole_sequences, whole_triplets in _winning_places(
            pending, begun, triplets, pairs, profile
        ):
            state = state_of(begun + triplets, pairs, is_new)
            promises = (NEED_SEQUENCE if whole_sequences else 0) | (NEED_TRIPLET if whole_triplets else 0)
            moves.append(
                _Move((begun, newer, then), tiles, won_here, state, _room_for(state), promises, bool(triplets or pairs))
            )
    return moves


def _winning_places(
    pending: int, begun: int, triplets: int, pairs: int, profile: Profile
) -> list[tuple[int, int, int, bool, bool]]:
    """List the choices for the winning tile at a rank: here?, still to come, chosen now?, sequence?, triplet?."""
    then = _IN_OLDER_NOW if pending == _IN_NEWER_LATER else _NOT_PENDING
    here = int(pending in {_IN_NEWER_NOW, _IN_OLDER_NOW})
    places = [(here, then, 0, begun > 0, triplets > 0)]
    if pending != _NOT_PENDING:
        return places
    if begun:
        has_sequence = begun > 1 or profile.sequence_at_win
        places += [
            (1, _NOT_PENDING, 1, has_sequence, triplets > 0),
            (0, _IN_NEWER_NOW, 1, has_sequence, triplets > 0),
            (0, _IN_NEWER_LATER, 1, has_sequence, triplets > 0),
        ]
    if triplets:
        places.append((1, _NOT_PENDING, 1, begun > 0, profile.two_pair_wait))
    if pairs:
        places.append((1, _NOT_PENDING, 1, begun > 0, triplets > 0))
    return places


class _Reader:
    """Finds a suit's vector rank by rank: for every front, a vector of what has been used so far."""

    def __init__(self, profile: Profile) -> None:
        self._at_win = profile.terminal_at_win
        self._moves = {
            (newer, older, pending): _moves_from((newer, older, pending), profile)
            for newer, older, pending in product(range(5), range(5), range(4))
            if newer + older <= COPIES
        }

    def read(self, held: Sequence[int], melded: Sequence[int], *, whole: bool = False) -> Vector:
        """Return the vector of a suit from its nine counts in hand and in the own melds; `whole`: of all targets."""
        fronts: dict[Front, Vector] = {_ROOT: _ORIGIN}
        for rank in range(RANKS):
            near = COPIES if whole else sum(held[rank : rank + 3])
            begun = min(COPIES, near) if rank + 2 < RANKS else 0
            fronts = self._step(fronts, rank, held[rank], COPIES - melded[rank], (begun, whole or held[rank] > 0))
        return fronts.get(_ROOT, 0)

    def _step(
        self, fronts: dict[Front, Vector], rank: int, held: int, room: int, may: tuple[int, bool]
    ) -> dict[Front, Vector]:
        most_begun, has_tile = may
        following: dict[Front, Vector] = {}
        for front, vector in fronts.items():
            for move in self._moves[front]:
                if move.front[0] > most_begun or move.tiles > room or (move.is_alike and not has_tile):
                    continue
                used = vector & move.room
                if used:
                    missing = move.tiles - move.won_here - held
                    used = used << (move.state + STATES * missing if missing > 0 else move.state) & _ALL
                    promises = move.promises
                    if rank in {0, RANKS - 1} and move.tiles > (0 if self._at_win else move.won_here):
                        promises |= NEED_TERMINAL
                    if promises:
                        used = _promise(used, promises)
                    following[move.front] = following.get(move.front, 0) | used
        return following


def _promise(vector: Vector, promises: int) -> Vector:
    """Let every state of a vector promise some conditions, too."""
    for need in _NEEDS:
        if promises & need:
            vector |= (vector & _WITHOUT[need]) << need
    return vector


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
    costs: dict[int, int] = {}
    level = (1 << STATES) - 1
    for cost in range(MAX_COST + 1):
        bits = vector >> STATES * cost & level
        while bits:
            low = bits & -bits
            costs.setdefault(low.bit_length() - 1, cost)
            bits ^= low
    return [
        _Entry(_room_for(state), state + STATES * cost, state, cost)
        for state, cost in costs.items()
        if not any(costs.get(state | need, OUT_OF_REACH) <= cost for need in _NEEDS if not state & need)
    ]


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
        self._elsewhere = self._reader.read([0] * RANKS, [0] * RANKS, whole=True)
        self.sums = _Sums(self)

    def suits(self, melded: int) -> dict[int, int]:
        """Return the mapping from a suit's key to its vector's number; `melded`: the key of its tiles in melds."""
        if melded not in self._suits:
            counts = read_key(melded)
            self._suits[melded] = _Suits(lambda key: self.number(self._reader.read(read_key(key), counts)))
        return self._suits[melded]

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

    def __init__(self, read: Callable[[int], int]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, key: int) -> int:
        number = self[key] = self._read(key)
        return number


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
