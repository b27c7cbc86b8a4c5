"""What a suit can give to a hand that listens, as one integer: the vectors that distances are added up from.

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
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.tables import RANKS
from engine.tiles import COPIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.rules import Rules

Vector = int

NEED_TRIPLET: Final = 1
NEED_SEQUENCE: Final = 2
NEED_TERMINAL: Final = 4
NEEDS: Final = (NEED_TRIPLET, NEED_SEQUENCE, NEED_TERMINAL)
NEED_SETS: Final = 8

STATES: Final = 5 * 2 * 2 * NEED_SETS
MAX_COST: Final = 9
LEVEL: Final = (1 << STATES) - 1
ALL_STATES: Final = (1 << STATES * (MAX_COST + 1)) - 1


def state_of(groups: int, pairs: int, won: int, needs: int = 0) -> int:
    """Return the number of a state; numbers add as states do."""
    return ((groups * 2 + pairs) * 2 + won) * NEED_SETS + needs


STATES_IN_ORDER: Final = tuple(product(range(5), range(2), range(2), range(NEED_SETS)))


def mask_states(allows: Callable[[int, int, int, int], bool]) -> Vector:
    """Mark, at every cost, the states (groups, pairs, won, needs) that are allowed."""
    level = sum(1 << state_of(*state) for state in STATES_IN_ORDER if allows(*state))
    return sum(level << STATES * cost for cost in range(MAX_COST + 1))


@cache
def room_for(state: int) -> Vector:
    """Mark the states to which this one can be added without a field running over."""
    groups, pairs, won, needs = STATES_IN_ORDER[state]
    return mask_states(lambda g, p, w, n: g + groups <= 4 and p + pairs <= 1 and w + won <= 1 and not n & needs)


def _without(need: int) -> Vector:
    return mask_states(lambda _groups, _pairs, _won, needs: not needs & need)


WITHOUT: Final = {need: _without(need) for need in NEEDS}
AT_LEAST: Final = (
    ALL_STATES,
    mask_states(lambda g, p, _w, _n: g + p >= 1),
    mask_states(lambda g, p, _w, _n: g + p >= 2),
)
"""The states with at least 0, 1, 2 groups and pairs."""


ORIGIN: Final = mask_states(lambda g, p, w, n: not (g or p or w or n))


@cache
def _worthwhile(to_come: int) -> Vector:
    """Mark what may still be worth its cost if so many tiles more are missing for what has been begun.

    A group that uses a tile of the hand lacks two at most, a pair or a group with the winning tile one less; dearer
    ones are as well drawn as a whole elsewhere.
    """
    marks = 0
    for cost in range(MAX_COST + 1 - to_come):
        for groups, pairs, won, needs in STATES_IN_ORDER:
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

_ROOT: Final[Front] = (0, 0, 0)


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
                moves.append((then, tiles - won, room_for(state), state, promises))
    return moves


class SuitReader:
    """Finds a suit's vector rank by rank: for every front, a vector of what has been used so far."""

    def __init__(self, profile: Profile) -> None:
        """Read for the options of this profile."""
        self._profile = profile
        self._moves: dict[tuple[Front, _Rank], list[_Move]] = {}

    def read(self, held: Sequence[int], melded: Sequence[int]) -> Vector:
        """Return the vector of a suit from its nine counts in hand and in the own melds."""
        fronts: dict[Front, Vector] = {_ROOT: ORIGIN}
        for place in range(RANKS):
            near = sum(held[place : place + 3])
            if near or len(fronts) > 1 or _ROOT not in fronts:
                begun = min(near, COPIES) if place + 2 < RANKS else 0
                rank = _Rank(begun, held[place] > 0, COPIES - melded[place], place in {0, RANKS - 1})
                fronts = _prune(self._step(fronts, rank, held[place]), (*held[place + 1 : place + 3], 0, 0))
        return fill(fronts.get(_ROOT, 0))

    def read_whole(self) -> Vector:
        """Return the vector of a suit of which the hand holds nothing, blocks drawn as a whole included."""
        fronts: dict[Front, Vector] = {_ROOT: ORIGIN}
        for place in range(RANKS):
            begun = COPIES if place + 2 < RANKS else 0
            fronts = self._step(fronts, _Rank(begun, True, COPIES, place in {0, RANKS - 1}), 0)
        return fill(fronts[_ROOT])

    def _step(self, fronts: dict[Front, Vector], rank: _Rank, held: int) -> dict[Front, Vector]:
        following: dict[Front, Vector] = {}
        for front, vector in fronts.items():
            moves = self._moves.get((front, rank))
            if moves is None:
                moves = self._moves[front, rank] = _list_moves(front, rank, self._profile)
            for then, tiles, room, state, promises in moves:
                used = vector & room
                if used:
                    used = used << (state + STATES * (tiles - held) if tiles > held else state) & ALL_STATES
                    if promises:
                        used = promise(used, promises)
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


_KEEPING: Final = tuple(
    tuple((WITHOUT[need], need) for need in NEEDS if promises & need) for promises in range(NEED_SETS)
)
"""For every set of promises: where each of them can be added, and what it adds."""


def promise(vector: Vector, promises: int) -> Vector:
    """Let every state of a vector promise some conditions, too."""
    for without, need in _KEEPING[promises]:
        vector |= (vector & without) << need
    return vector


def fill(vector: Vector) -> Vector:
    """Let what can be had for some cost be had for more, too."""
    for levels in (1, 2, 4, 8):
        vector |= vector << STATES * levels
    return vector & ALL_STATES


def reverse_bits(vector: Vector) -> Vector:
    """Turn the bits of a vector around, the costs and the states at each cost."""
    return int(f"{vector:0{STATES * (MAX_COST + 1)}b}"[::-1], 2)


def forget(vector: Vector, needs: Iterable[int] = NEEDS) -> Vector:
    """Let every state that promises one of these conditions also stand for the one that does not."""
    for need in needs:
        vector |= (vector & ~WITHOUT[need]) >> need
    return vector
