"""What pictures and texts alike read out of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType

if TYPE_CHECKING:
    from engine.tiles import Kind
    from engine.view import View


def find_known_bao(view: View) -> Kind | None:
    """Return the bao if this viewer may see it: a listening one (C14), and everybody when the hand is over."""
    if view.result is not None:
        return view.result.bao
    return None if view.viewer is None or view.own is None else view.own.bao


def find_open_tile(view: View) -> tuple[int, Kind] | None:
    """Return whose tile lies open to claims, and the tile: a discard, or the fourth tile of a jia gang (H9)."""
    if view.phase != "claims":
        return None
    if view.last_discard is not None and view.last_discard[0] == view.turn:
        return view.last_discard
    added = [
        meld.kind for meld in view.seats[view.turn].melds if isinstance(meld, Meld) and meld.type is MeldType.JIA_GANG
    ]
    return (view.turn, added[-1]) if added else None


def is_gang_open(view: View) -> bool:
    """Say whether what lies open is a jia gang that may be robbed, not a discard."""
    return view.phase == "claims" and (view.last_discard is None or view.last_discard[0] != view.turn)


def is_asked(view: View) -> bool:
    """Say whether the viewer owes an answer about a tile that somebody laid open."""
    own = view.own
    return own is not None and own.decision is not None and bool(own.actions) and find_open_tile(view) is not None
