"""What pictures and texts alike read out of a view."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.melds import Meld

if TYPE_CHECKING:
    from collections.abc import Hashable

    from engine.tiles import Kind
    from engine.view import View


def find_known_bao(view: View) -> Kind | None:
    """Return the bao if this viewer may see it: a listening one (C14), and everybody when the hand is over."""
    if view.result is not None:
        return view.result.bao
    if view.opened is not None:
        return view.opened.bao
    return None if view.viewer is None or view.own is None else view.own.bao


def find_shown_hand(view: View, seat: int) -> tuple[tuple[Kind, ...], Kind | None] | None:
    """Return a seat's concealed tiles and the one just drawn, where a hand in play shows them."""
    if view.opened is not None:
        return view.opened.concealed[seat], view.opened.drawn[seat]
    if view.viewer == seat and view.own is not None:
        return view.own.concealed, view.own.drawn
    return None


def sum_up_hand(view: View) -> Hashable:
    """Return all that decides what is told of the viewer's own hand, to compare.

    While nothing is asked of the viewer that is the own hand alone: what the others do, the table tells.
    """
    if view.viewer is None or view.own is None or view.own.decision is not None or view.result is not None:
        return view
    seat = view.seats[view.viewer]
    bao = (view.has_bao, find_known_bao(view), view.old_baos)
    return (view.city, view.hand, view.viewer, view.own, seat, view.dealer, bao)


def list_aside_baos(view: View) -> list[Kind]:
    """Return the baos that were changed and lie by no seat, the first to be changed first."""
    by_seats = Counter(kind for seat in view.seats for kind in seat.old_baos)
    aside = []
    for kind in view.old_baos:
        if by_seats[kind]:
            by_seats[kind] -= 1
        else:
            aside.append(kind)
    return aside


def find_fresh_claim(view: View) -> tuple[int, int] | None:
    """Return the seat and the place among its melds of the latest claim, until the next discard; None if none is."""
    if view.last_discard is None or view.result is not None:
        return None
    source, kind = view.last_discard
    river = view.seats[source].river
    taker = river[-1].claimed_by if river else None
    if taker is None:
        return None
    melds = view.seats[taker].melds
    found = (
        at for at, meld in enumerate(melds) if isinstance(meld, Meld) and (meld.claimed, meld.source) == (kind, source)
    )
    last = max(found, default=None)
    return None if last is None else (taker, last)


def find_open_tile(view: View) -> tuple[int, Kind] | None:
    """Return whose tile lies open to claims, and the tile: a discard, or the fourth tile of a jia gang (H9).

    None where no tile does: outside a window, and in one that asks about a changed bao (Q8).
    """
    window = view.window
    return None if window is None or window.tile is None else (window.source, window.tile)


def is_gang_open(view: View) -> bool:
    """Say whether what lies open is a jia gang that may be robbed, not a discard."""
    return view.window is not None and view.window.kind == "gang"


def is_asked(view: View) -> bool:
    """Say whether the viewer owes an answer about a tile that somebody laid open."""
    own = view.own
    return own is not None and own.decision is not None and bool(own.actions) and find_open_tile(view) is not None
