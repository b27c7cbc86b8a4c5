"""What a seat can tell from its view: which tiles are still out, who listens, and what is safe against whom.

Nothing here knows more than the view does: a computer player reads the table as an attentive person would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.melds import RUNS, Meld
from engine.tiles import ALL_KINDS, COPIES, KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from engine.view import OwnView, View

_USUAL_WAITS = 1.8
"""How many kinds a listening hand waits for on average among computer players."""
_SINGLE, _PAIR = 0.5, 1.5
"""How much likelier a single-tile and a two-pair wait are than one of the ways to wait for a sequence."""
_ALONE = tuple(_SINGLE * copies + _PAIR * copies * (copies - 1) / 2 for copies in range(COPIES + 1))


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
    viewer = view.viewer
    assert viewer is not None  # noqa: S101 (a spectator has no own view)
    counts = [0] * KINDS
    for kind in own.concealed:
        counts[kind] += 1
    if own.drawn is not None:
        counts[own.drawn] += 1
    unseen = [COPIES - shown - held for shown, held in zip(view.visible, counts, strict=True)]
    melds: list[Meld] = []
    for meld in view.seats[viewer].melds:
        assert isinstance(meld, Meld)  # noqa: S101 (one's own gangs are no secret)
        melds.append(meld)
        if meld.is_face_down:
            unseen[meld.kind] -= COPIES
    if own.bao is not None:
        unseen[own.bao] -= 1
    listeners = {seat.seat: seat.let_pass for seat in view.seats if seat.is_listening and seat.seat != viewer}
    return Sight(
        seat=viewer,
        counts=tuple(counts),
        melds=tuple(melds),
        unseen=tuple(unseen),
        total=max(1, sum(unseen)),
        wall_left=view.wall_left,
        dangers=estimate_waits(unseen, listeners) if listeners else {},
    )


def estimate_waits(unseen: Sequence[int], let_pass: Mapping[int, Collection[Kind]]) -> dict[int, tuple[float, ...]]:
    """Return, for listening seats, how likely each kind is one of their waits, by the ways to wait that there are.

    A hand that waits for a sequence holds its two other tiles, a two-pair wait two of the kind, a single wait one; all
    of them are from `unseen`. What a seat has let pass it does not wait for.
    """
    ways = [_ALONE[unseen[kind]] for kind in ALL_KINDS]
    for kind, runs in enumerate(RUNS):
        for low, high in runs:
            ways[kind] += unseen[low] * unseen[high]
    total = sum(ways)
    chances: dict[int, tuple[float, ...]] = {}
    for seat, kinds in let_pass.items():
        left = total - sum([ways[kind] for kind in kinds])
        if left <= 0:
            chances[seat] = (0.0,) * KINDS
            continue
        scale = _USUAL_WAITS / left
        likely = [min(1.0, scale * way) for way in ways]
        for kind in kinds:
            likely[kind] = 0.0
        chances[seat] = tuple(likely)
    return chances
