"""The vectors of large suits from those of smaller ones: every way to use the lowest tile, and what is left for others.

This counts copies in each block alone, so that targets may use a fifth tile of a kind where three or four are held.
For other suits of more tiles than are stored it gives what `SuitReader` does, ten times sooner.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.tables import POWERS, RANKS
from engine.vectors import (
    ALL_STATES,
    NEED_SEQUENCE,
    NEED_TERMINAL,
    NEED_TRIPLET,
    STATES,
    Profile,
    Vector,
    fill,
    promise,
    room_for,
    state_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TRIPLET: Final = 3


class _Use(NamedTuple):
    """One way to use a suit's lowest tile in a block: the tiles taken from the hand as a key, and what it adds."""

    key: int
    room: Vector
    shift: int
    promises: int


class _Block(NamedTuple):
    ranks: tuple[int, ...]
    own: tuple[int, ...]


def extend_suit(counts: Sequence[int], key: int, find_vector: Callable[[int], Vector], profile: Profile) -> Vector:
    """Return the vector of a suit of these nine counts and this key, not empty, from those of smaller ones by key."""
    lowest = next(rank for rank in range(RANKS) if counts[rank])
    vector = find_vector(key - POWERS[lowest])
    after = [count > 0 for count in (*counts[lowest + 1 : lowest + 3], 0, 0)[:2]]
    for use in _list_uses(lowest, min(counts[lowest], _TRIPLET), after[0], after[1], profile):
        used = (find_vector(key - use.key) & use.room) << use.shift & ALL_STATES
        vector |= promise(used, use.promises) if use.promises else used
    return fill(vector)


@cache
def _list_uses(rank: int, held: int, has_next: bool, has_second: bool, profile: Profile) -> tuple[_Use, ...]:  # noqa: FBT001
    """List the uses of a tile, of which so many are held, with whether the two ranks above it are held."""
    above = [rank + step for step, has in ((1, has_next), (2, has_second)) if has]
    return tuple(dict.fromkeys(use for block in _list_blocks(rank, held, above) for use in _list_roles(block, profile)))


def _list_blocks(rank: int, held: int, above: list[int]) -> Iterator[_Block]:
    """Yield the pairs, triplets and sequences around the lowest tile, each with every choice of own tiles for it."""
    for first in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        ranks = (first, first + 1, first + 2)
        inside = [other for other in above if other in ranks]
        for number in range(len(inside) + 1):
            for chosen in combinations(inside, number):
                yield _Block(ranks, (rank, *chosen))
    for size in (2, 3):
        for number in range(1, min(held, size) + 1):
            yield _Block((rank,) * size, (rank,) * number)


def _list_roles(block: _Block, profile: Profile) -> Iterator[_Use]:
    """Yield what a block adds: complete in the 13 tiles, and with each missing tile as the winning tile."""
    missing = list(block.ranks)
    for rank in block.own:
        missing.remove(rank)
    is_pair = len(block.ranks) == 2
    is_triplet = not is_pair and len(set(block.ranks)) == 1
    key = sum(POWERS[rank] for rank in block.own)
    for won in (None, *dict.fromkeys(missing)):
        in_hand = list(block.ranks)
        if won is not None and not profile.terminal_at_win:
            in_hand.remove(won)
        promises = NEED_TERMINAL if 0 in in_hand or RANKS - 1 in in_hand else 0
        if is_triplet and (won is None or profile.two_pair_wait):
            promises |= NEED_TRIPLET
        if not is_pair and not is_triplet and (won is None or not profile.whole_sequence):
            promises |= NEED_SEQUENCE
        state = state_of(int(not is_pair), int(is_pair), int(won is not None))
        yield _Use(key, room_for(state), state + STATES * (len(missing) - (won is not None)), promises)
