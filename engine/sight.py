"""What a seat can tell from its view: which tiles are still out, who listens, and what is safe against whom.

Nothing here knows more than the view does: a computer player reads the table as an attentive person would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.melds import Meld
from engine.tiles import ALL_KINDS, COPIES, DRAGON, KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.view import OwnView, View

_USUAL_WAITS = 1.8
"""How many kinds a listening hand waits for on average among computer players."""
_SINGLE, _PAIR = 0.5, 1.5
"""How much likelier a single-tile and a two-pair wait are than one of the ways to wait for a sequence."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as one seat sees it.

    `counts`: the own concealed tiles, the drawn one included; `melds`: the own melds. `unseen`: for each kind, the
    copies that may still come; `total`: their sum. `wall_left`: tiles that can still be drawn. `dangers`: for each
    listening opponent, how likely each kind is one of its waits (0 for what it has let pass since it listens).
    """

    seat: int
    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    unseen: tuple[int, ...]
    total: int
    wall_left: int
    dangers: Mapping[int, tuple[float, ...]]


def read_view(view: View, own: OwnView) -> Sight:
    """Return what the viewer of `view`, to whom `own` belongs, can tell."""
    assert view.viewer is not None  # noqa: S101 (a spectator has no own view)
    counts = [0] * KINDS
    for kind in own.concealed:
        counts[kind] += 1
    if own.drawn is not None:
        counts[own.drawn] += 1
    seen = counts.copy()
    for kind in _open_tiles(view):
        seen[kind] += 1
    if own.bao is not None:
        seen[own.bao] += 1
    unseen = tuple(COPIES - count for count in seen)
    melds = tuple(meld for meld in view.seats[view.viewer].melds if isinstance(meld, Meld))
    passed = find_passed(view)
    return Sight(
        seat=view.viewer,
        counts=tuple(counts),
        melds=melds,
        unseen=unseen,
        total=max(1, sum(unseen)),
        wall_left=view.wall_left,
        dangers={seat: estimate_waits(unseen, kinds) for seat, kinds in passed.items() if seat != view.viewer},
    )


def list_discards(view: View) -> Iterator[tuple[int, Kind, bool]]:
    """Yield all discards of the hand in order: the seat, the tile, whether it declared listening.

    The rivers tell the order: after a discard the seat that claimed it discards next, else the one that follows.
    """
    places = [0] * 4
    seat = view.dealer
    while places[seat] < len(view.seats[seat].river):
        discard = view.seats[seat].river[places[seat]]
        places[seat] += 1
        yield seat, discard.tile, discard.is_listening_discard
        seat = (seat + 1) % 4 if discard.claimed_by is None else discard.claimed_by


def find_passed(view: View) -> dict[int, frozenset[Kind]]:
    """Return, for each listening seat, the kinds discarded since then that it did not win on.

    Its waits are locked, so these are no waits unless it let a win go. A discard that still lies open proves nothing.
    """
    passed: dict[int, set[Kind]] = {seat.seat: set() for seat in view.seats if seat.is_listening}
    if not passed:
        return {}
    listening: list[int] = []
    discards = list(list_discards(view))
    if view.phase == "claims" and discards and (discards[-1][0], discards[-1][1]) == view.last_discard:
        discards.pop()
    for seat, tile, listens in discards:
        for listener in listening:
            passed[listener].add(tile)
        if listens:
            listening.append(seat)
    return {seat: frozenset(kinds) for seat, kinds in passed.items()}


def estimate_waits(unseen: Sequence[int], passed: frozenset[Kind]) -> tuple[float, ...]:
    """Return for each kind how likely a hand of tiles from `unseen` waits for it, by the ways to wait there are.

    A hand that waits for a sequence holds its two other tiles, a two-pair wait two of the kind, a single wait one.
    """
    ways = [0.0 if kind in passed else _count_ways(unseen, kind) for kind in ALL_KINDS]
    total = sum(ways)
    if not total:
        return (0.0,) * KINDS
    return tuple(min(1.0, _USUAL_WAITS * way / total) for way in ways)


def _count_ways(unseen: Sequence[int], kind: Kind) -> float:
    copies = unseen[kind]
    ways = _SINGLE * copies + _PAIR * copies * (copies - 1) / 2
    if kind == DRAGON:
        return ways
    rank = kind % 9
    if rank >= 2:
        ways += unseen[kind - 2] * unseen[kind - 1]
    if 1 <= rank <= 7:
        ways += unseen[kind - 1] * unseen[kind + 1]
    if rank <= 6:
        ways += unseen[kind + 1] * unseen[kind + 2]
    return ways


def _open_tiles(view: View) -> Iterator[Kind]:
    """Yield all tiles that lie open: melds, discards that were not claimed, baos that were changed."""
    for seat in view.seats:
        for meld in seat.melds:
            if isinstance(meld, Meld):
                yield from meld.tiles
        for discard in seat.river:
            if discard.claimed_by is None:
                yield discard.tile
    yield from view.old_baos
