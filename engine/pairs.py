"""Seven pairs (C27): how far a hand is from listening for them.

Tiles are taken by twos: a *unit* is two equal tiles, and four equal tiles are two units. A unit that the hand holds
costs nothing, one of which it holds a single tile costs one tile, any other two.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from engine.tables import RANKS, read_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Holding = tuple[int, int]
"""Pairs and single tiles of some kinds."""
_DRAGONS: Final = 6
"""Holdings of a hand: for m, p, s the 1s and 9s, then the rest; `7z` last."""


class _Holdings(dict[int, tuple[Holding, Holding]]):
    """What a suit holds by key: of its 1 and 9, and of the other ranks."""

    def __missing__(self, key: int) -> tuple[Holding, Holding]:
        counts = read_key(key)
        terminals = _hold((counts[0], counts[RANKS - 1]))
        holdings = self[key] = (terminals, _hold(counts[1 : RANKS - 1]))
        return holdings


_HOLDINGS: Final = _Holdings()


def pairs_distance(keys: Sequence[int], units: int, suits: tuple[int, ...], *, needs_terminal: bool) -> int:
    """Return the fewest exchanges to a hand that waits for its last pair.

    `keys`: of m, p, s and `7z`; `units`: pairs to have in hand, the winning tile's included (7, or 6 after a zhan);
    `suits`: how many suits must be used, then those that melds use; `needs_terminal`: no meld holds one (C22).
    """
    holdings: list[Holding] = []
    for key in keys[:3]:
        holdings += _HOLDINGS[key]
    return _solve((*holdings, _hold(keys[3:])), units, suits, needs_terminal)


def _hold(counts: Iterable[int]) -> Holding:
    pairs = singles = 0
    for count in counts:
        pairs += count // 2
        singles += count % 2
    return pairs, singles


@lru_cache(maxsize=100_000)
def _solve(holdings: tuple[Holding, ...], units: int, suits: tuple[int, ...], needs_terminal: bool) -> int:  # noqa: FBT001
    # The winning tile is the missing one of some pair, so listening is one exchange nearer than the whole.
    return max(0, min(_cost(holdings, units, forced) for forced in _demands(suits, needs_terminal)) - 1)


def _demands(suits: tuple[int, ...], needs_terminal: bool) -> Iterator[frozenset[int]]:  # noqa: FBT001
    """Give the sets of holdings of which each must yield a unit, one of the sets being enough."""
    wanted, *melded = suits
    missing = max(0, wanted - len(melded))
    terminals = [{0}, {2}, {4}, {_DRAGONS}] if needs_terminal else [set()]
    for chosen in combinations([suit for suit in range(3) if suit not in melded], missing):
        for parts in product(*(({2 * suit}, {2 * suit + 1}) for suit in chosen)):
            for terminal in terminals:
                yield frozenset(terminal.union(*parts))


def _cost(holdings: tuple[Holding, ...], units: int, forced: frozenset[int]) -> int:
    cost = 0
    free_pairs = sum(pairs for pairs, _ in holdings)
    free_singles = sum(singles for _, singles in holdings)
    for index in forced:
        pairs, singles = holdings[index]
        if pairs:
            free_pairs -= 1
        elif singles:
            free_singles -= 1
            cost += 1
        else:
            cost += 2
    left = units - len(forced)
    from_pairs = min(left, free_pairs)
    from_singles = min(left - from_pairs, free_singles)
    return cost + from_singles + 2 * (left - from_pairs - from_singles)
