"""What pictures and texts alike read out of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType

if TYPE_CHECKING:
    from engine.tiles import Kind
    from engine.view import SeatView, View

_TURN_SIZE = 14


def find_known_bao(view: View) -> Kind | None:
    """Return the bao if this viewer may see it: a listening one (C14), and everybody when the hand is over."""
    if view.result is not None:
        return view.result.bao
    return None if view.viewer is None or view.own is None else view.own.bao


def find_open_tile(view: View) -> tuple[int, Kind] | None:
    """Return whose tile lies open to claims, and the tile: a discard, or the fourth tile of a jia gang (H9).

    None where no tile does: outside a window, and in one that asks about a changed bao on a seat's own turn (Q8).
    """
    if view.phase != "claims" or any(_count_tiles(seat) == _TURN_SIZE for seat in view.seats):
        return None
    if view.last_discard is not None and view.last_discard[0] == view.turn:
        return view.last_discard
    added = [
        meld.kind for meld in view.seats[view.turn].melds if isinstance(meld, Meld) and meld.type is MeldType.JIA_GANG
    ]
    return (view.turn, added[-1]) if added else None


def _count_tiles(seat: SeatView) -> int:
    """Count a seat's tiles, a gang as three: 14 on the own turn, else 13."""
    melded = sum(2 if isinstance(meld, Meld) and meld.type is MeldType.ZHAN else 3 for meld in seat.melds)
    return seat.concealed_count + melded


def is_gang_open(view: View) -> bool:
    """Say whether what lies open is a jia gang that may be robbed, not a discard."""
    opened = find_open_tile(view)
    return opened is not None and opened != view.last_discard


def is_asked(view: View) -> bool:
    """Say whether the viewer owes an answer about a tile that somebody laid open."""
    own = view.own
    return own is not None and own.decision is not None and bool(own.actions) and find_open_tile(view) is not None
