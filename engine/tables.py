"""Suits as numbers: what nine counts can be split into, and what they wait for.

A suit's nine counts (0..4) are the digits of its key in base 5, rank 1 being the lowest; `7z` counts as a suit of one
rank. What a key means is worked out when it is first asked for and kept: a table game meets a few thousand keys. A
hand's key holds those of m, p, s and `7z`, each in 21 bits.

A pattern is a set of bits that tells what the conditions of RULES section 2 and kadang (H16) want to know of one way
to split a suit; the patterns of four suits and of the melds are put together with `|`.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.tiles import ALL_KINDS, COPIES, DRAGON

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TRIPLET: Final = 1
"""A triplet complete in the 13 tiles."""
SEQUENCE: Final = 2
"""A sequence complete in the 13 tiles."""
DRAGON_PAIR: Final = 4
"""A pair of `7z` complete in the 13 tiles, or two of them that the winning tile completes to a triplet (C23)."""
WON_TRIPLET: Final = 8
"""The winning tile completes a triplet (C24)."""
WON_SEQUENCE: Final = 16
"""The winning tile completes a sequence."""
WON_PAIR: Final = 32
"""The winning tile completes the pair."""
MIDDLE: Final = 64
"""It is the middle of that sequence (H16)."""
EDGE: Final = 128
"""It is the 3 of 1-2-3 or the 7 of 7-8-9."""
PATTERN_COUNT: Final = 256

RANKS: Final = 9
POWERS: Final = tuple(5**rank for rank in range(RANKS))
SUIT_BITS: Final = 21
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
LOW_BITS: Final = 2 * SUIT_BITS
LOW_MASK: Final = (1 << LOW_BITS) - 1
"""The half of a hand's key that holds m and p: it fits into a machine word, as the other half does."""
KIND_KEYS: Final = tuple(POWERS[kind % RANKS] << SUIT_BITS * (kind // RANKS) for kind in ALL_KINDS)
"""What one tile of every kind adds to a hand's key."""

Patterns = tuple[int, ...]


class Shape(NamedTuple):
    """What one suit's concealed tiles can be.

    `complete`: the patterns of splits into groups, with a pair if their number asks for one; empty if there is none.
    `waits`: for each rank 0..8 whose tile would complete the suit, the patterns of what results.
    `has_terminal`: a 1, a 9 or a `7z` is among the tiles. `odd`: the ranks held once or three times. `counts`: of the
    nine ranks (of `7z`: one).
    """

    complete: Patterns
    waits: tuple[tuple[int, Patterns], ...]
    has_terminal: bool
    odd: tuple[int, ...]
    counts: tuple[int, ...]


class SuitShapes(dict[int, Shape]):
    """The shapes of m, p and s by key."""

    def __missing__(self, key: int) -> Shape:
        """Work a shape out and keep it."""
        counts = read_key(key)
        has_pair = sum(counts) % 3 == 2
        complete = {_pattern_of(groups) for _, groups in _split(counts, has_pair=has_pair)}
        shape = self[key] = Shape(
            tuple(sorted(complete)),
            tuple(_find_waits(counts)),
            has_terminal=bool(counts[0] or counts[8]),
            odd=tuple(rank for rank in range(RANKS) if counts[rank] % 2),
            counts=tuple(counts),
        )
        return shape


SUIT_SHAPES: Final = SuitShapes()

DRAGON_SHAPES: Final = (
    Shape((0,), (), has_terminal=False, odd=(), counts=(0,)),
    Shape((), ((0, (WON_PAIR,)),), has_terminal=True, odd=(0,), counts=(1,)),
    Shape((DRAGON_PAIR,), ((0, (WON_TRIPLET | DRAGON_PAIR,)),), has_terminal=True, odd=(), counts=(2,)),
    Shape((TRIPLET,), (), has_terminal=True, odd=(0,), counts=(3,)),
    Shape((), (), has_terminal=True, odd=(), counts=(4,)),
)
"""The shapes of 0..4 `7z`."""

PAIR_MARK: Final = 99
BROKEN_MARK: Final = 999
"""What a suit's mark has beside its tiles if it has the pair, or if it is not complete; both are divisible by 3."""


class SuitMarks(dict[int, int]):
    """By key, in one number, how many tiles a suit has and whether it is complete, with or without the pair."""

    def __missing__(self, key: int) -> int:
        """Work a mark out and keep it."""
        counts = read_key(key)
        tiles = sum(counts)
        is_complete = any(True for _ in _split(counts, has_pair=tiles % 3 == 2))
        mark = self[key] = tiles + ((PAIR_MARK if tiles % 3 else 0) if is_complete else BROKEN_MARK)
        return mark


SUIT_MARKS: Final = SuitMarks()


class SuitKinds(dict[int, tuple[tuple[int, ...], ...]]):
    """By key, the kinds that a suit holds, for it being m, p and s."""

    def __missing__(self, key: int) -> tuple[tuple[int, ...], ...]:
        """Work them out and keep them."""
        ranks = [rank for rank, count in enumerate(read_key(key)) if count]
        kinds = self[key] = tuple(tuple(first + rank for rank in ranks) for first in range(0, 3 * RANKS, RANKS))
        return kinds


class SuitFull(dict[int, int]):
    """By key, the ranks of which a suit holds all four tiles, as bits."""

    def __missing__(self, key: int) -> int:
        """Work them out and keep them."""
        ranks = self[key] = sum(1 << rank for rank, count in enumerate(read_key(key)) if count == COPIES)
        return ranks


class SuitRanks(dict[int, tuple[tuple[int, int], ...]]):
    """By key, the ranks that a suit holds, each with what one tile of it adds to a key."""

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        """Work them out and keep them."""
        ranks = self[key] = tuple((rank, POWERS[rank]) for rank, count in enumerate(read_key(key)) if count)
        return ranks


class SuitTiles(dict[int, tuple[tuple[int, ...], ...]]):
    """By key, the tiles that a suit holds as kinds in order, for it being m, p and s."""

    def __missing__(self, key: int) -> tuple[tuple[int, ...], ...]:
        """Work them out and keep them."""
        ranks = [rank for rank, count in enumerate(read_key(key)) for _ in range(count)]
        kinds = self[key] = tuple(tuple(first + rank for rank in ranks) for first in range(0, 3 * RANKS, RANKS))
        return kinds


class SuitPairs(dict[int, int]):
    """By key, how many pairs a suit holds; four equal tiles are two."""

    def __missing__(self, key: int) -> int:
        """Count them and keep the number."""
        pairs = self[key] = sum(count // 2 for count in read_key(key))
        return pairs


class SuitTerminals(dict[int, int]):
    """By key, how many 1s and 9s a suit holds."""

    def __missing__(self, key: int) -> int:
        """Count them and keep the number."""
        counts = read_key(key)
        terminals = self[key] = counts[0] + counts[-1]
        return terminals


class SuitClaims(dict[int, int]):
    """By key, for which discards a suit holds a pair, and for which two tiles that make a sequence with it.

    The first are bits by rank, the second bits by rank from `RUN_BIT` on.
    """

    def __missing__(self, key: int) -> int:
        """Work them out and keep them."""
        counts = read_key(key)
        claims = 0
        for rank, count in enumerate(counts):
            runs = [(rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)]
            has_run = any(low >= 0 and high < RANKS and counts[low] and counts[high] for low, high in runs)
            claims |= (count >= 2) << rank | has_run << RUN_BIT + rank
        self[key] = claims
        return claims


RUN_BIT: Final = RANKS
CLAIM_PLACES: Final = tuple(
    (SUIT_BITS * (kind // RANKS), 1 << kind % RANKS, 1 << RUN_BIT + kind % RANKS) for kind in ALL_KINDS
)
"""By kind, where its suit lies in a hand's key, and its bits in `SUIT_CLAIMS`: for a pair, for a sequence."""
SUIT_CLAIMS: Final = SuitClaims()
SUIT_KINDS: Final = SuitKinds()
SUIT_PAIRS: Final = SuitPairs()
SUIT_TERMINALS: Final = SuitTerminals()
SUIT_TILES: Final = SuitTiles()
SUIT_RANKS: Final = SuitRanks()
SUIT_FULL: Final = SuitFull()
DRAGON_MARKS: Final = (0, 1 + BROKEN_MARK, 2 + PAIR_MARK, 3, 4 + BROKEN_MARK)


def read_key(key: int) -> list[int]:
    """Turn a suit's key into its nine counts."""
    return [key // power % 5 for power in POWERS]


def mirror_key(key: int) -> int:
    """Return the key of the same suit counted from rank 9 down to 1."""
    return sum(count * power for count, power in zip(read_key(key), reversed(POWERS), strict=True))


def hand_key(counts: Iterable[int]) -> int:
    """Turn 28 counts into a hand's key."""
    return sum(map(mul, counts, KIND_KEYS))


def list_held(key: int) -> tuple[int, ...]:
    """Return the kinds that a hand holds by its key, in order."""
    m, p, s, z = split_key(key)
    kinds = SUIT_KINDS[m][0] + SUIT_KINDS[p][1] + SUIT_KINDS[s][2]
    return (*kinds, DRAGON) if z else kinds


def list_tiles(key: int) -> tuple[int, ...]:
    """Return the tiles of a hand by its key, in order."""
    m, p, s, z = split_key(key)
    return (*SUIT_TILES[m][0], *SUIT_TILES[p][1], *SUIT_TILES[s][2], *(DRAGON,) * z)


def count_pairs(key: int) -> int:
    """Return how many pairs a hand holds, by its key; four equal tiles are two."""
    m, p, s, z = split_key(key)
    return SUIT_PAIRS[m] + SUIT_PAIRS[p] + SUIT_PAIRS[s] + z // 2


def split_key(key: int) -> tuple[int, int, int, int]:
    """Return the keys of m, p, s and the number of `7z` in a hand's key."""
    low, high = key & LOW_MASK, key >> LOW_BITS
    return low & SUIT_MASK, low >> SUIT_BITS, high & SUIT_MASK, high >> SUIT_BITS


def _find_waits(counts: list[int]) -> Iterator[tuple[int, Patterns]]:
    if sum(counts) % 3 == 0:
        return
    for rank in range(RANKS):
        if counts[rank] == 4:
            continue
        counts[rank] += 1
        patterns = {
            pattern
            for pair, groups in _split(counts, has_pair=sum(counts) % 3 == 2)
            for pattern in _won_patterns(rank, pair, groups)
        }
        counts[rank] -= 1
        if patterns:
            yield rank, tuple(sorted(patterns))


Group = tuple[int, int, int]


def _pattern_of(groups: Iterable[Group]) -> int:
    pattern = 0
    for first, _, last in groups:
        pattern |= TRIPLET if first == last else SEQUENCE
    return pattern


def _won_patterns(rank: int, pair: int | None, groups: tuple[Group, ...]) -> Iterator[int]:
    """Give the pattern of every choice of the group or pair that the tile of this rank completes."""
    if pair == rank:
        yield _pattern_of(groups) | WON_PAIR
    for index, group in enumerate(groups):
        if rank in group:
            yield _pattern_of(groups[:index] + groups[index + 1 :]) | _won_group(rank, group)


def _won_group(rank: int, group: Group) -> int:
    first, middle, last = group
    if first == last:
        return WON_TRIPLET
    if rank == middle:
        return WON_SEQUENCE | MIDDLE
    is_edge = rank == (2 if rank == last else 6)
    return WON_SEQUENCE | EDGE if is_edge else WON_SEQUENCE


def _split(counts: list[int], *, has_pair: bool) -> Iterator[tuple[int | None, tuple[Group, ...]]]:
    """Give every split of nine counts into groups, with a pair if told so."""
    if not has_pair:
        if sum(counts) % 3 == 0:
            for groups in _split_groups(counts, 0):
                yield None, groups
        return
    for rank in range(RANKS):
        if counts[rank] >= 2:
            counts[rank] -= 2
            for groups in _split_groups(counts, 0):
                yield rank, groups
            counts[rank] += 2


def _split_groups(counts: list[int], rank: int) -> Iterator[tuple[Group, ...]]:
    while rank < RANKS and not counts[rank]:
        rank += 1
    if rank == RANKS:
        yield ()
        return
    if counts[rank] >= 3:
        counts[rank] -= 3
        for rest in _split_groups(counts, rank):
            yield ((rank, rank, rank), *rest)
        counts[rank] += 3
    if rank + 2 < RANKS and counts[rank + 1] and counts[rank + 2]:
        for place in range(rank, rank + 3):
            counts[place] -= 1
        for rest in _split_groups(counts, rank):
            yield ((rank, rank + 1, rank + 2), *rest)
        for place in range(rank, rank + 3):
            counts[place] += 1
