"""Builds views: takes from a hand exactly what a viewer may know (C14, DESIGN of `engine.view`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import explain_refusal
from engine.tiles import COPIES, Kind, list_kinds
from engine.view import FaceDownGang, OwnView, ResultView, SeatView, View, WaitView, WindowView

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.hand import Hand
    from engine.seat import Seat
    from engine.waits import Wait


def build_view(hand: Hand, viewer: int | None, *, explains: bool = True) -> View:
    """Return what the viewer may know of a hand now; without `explains` there is no `OwnView.refusal`."""
    return View(
        viewer=viewer,
        city=hand.rules.city,
        hand=hand.setup.hand,
        dealer=hand.deal.dealer,
        draws_in_a_row=hand.setup.draws_in_a_row,
        is_liable_dealer=hand.setup.is_liable_dealer,
        stake=hand.setup.stake,
        dice=hand.deal.dice,
        phase=hand.phase,
        turn=hand.turn if hand.window is None else hand.window.source,
        window=_view_window(hand),
        seats=tuple(_view_seat(hand, seat, viewer) for seat in hand.seats),
        wall_left=hand.wall.left,
        is_last_tiles=hand.is_last_tiles,
        has_bao=hand.bao is not None,
        old_baos=tuple(hand.old_baos),
        last_discard=hand.last_discard,
        own=None if viewer is None else _view_own(hand, hand.seats[viewer], explains=explains),
        result=_view_result(hand),
    )


def _view_window(hand: Hand) -> WindowView | None:
    window = hand.window
    if window is None:
        return None
    return WindowView(window.kind, window.source, None if window.kind == "bao" else window.tile)


def _view_seat(hand: Hand, seat: Seat, viewer: int | None) -> SeatView:
    sees_all = seat.seat == viewer or hand.result is not None
    return SeatView(
        seat=seat.seat,
        concealed_count=sum(seat.counts),
        melds=tuple(FaceDownGang() if meld.is_face_down and not sees_all else meld for meld in seat.melds),
        river=tuple(seat.river),
        is_open=seat.is_open,
        is_listening=seat.is_listening,
        old_baos=tuple(seat.old_baos),
    )


def _view_own(hand: Hand, seat: Seat, *, explains: bool) -> OwnView:
    concealed = list_kinds(seat.counts)
    if seat.drawn is not None:
        concealed.remove(seat.drawn)
    bao = hand.bao if seat.is_listening else None
    actions = hand.legal_actions(seat.seat)
    decision = hand.pending.get(seat.seat)
    listen_discards = hand.listen_discards(seat.seat)
    is_own_turn = hand.phase == "turn" and hand.turn == seat.seat
    is_refused = is_own_turn and not seat.is_listening and not listen_discards and not hand.is_last_tiles
    return OwnView(
        concealed=tuple(concealed),
        drawn=seat.drawn,
        waits=_view_waits(hand, seat, seat.waits, bao),
        bao=bao,
        decision=decision,
        actions=actions,
        listen_discards=tuple((tile, _view_waits(hand, seat, waits, None)) for tile, waits in listen_discards.items()),
        refusal=explain_refusal(seat.counts, seat.melds, hand.rules) if explains and is_refused else (),
        default=None if decision is None else hand.default_action(seat.seat),
    )


def _view_waits(hand: Hand, seat: Seat, waits: Collection[Wait], bao: Kind | None) -> tuple[WaitView, ...]:
    """Count, for each wait, the copies that the seat has not seen: not in hand, on the table, or as the bao."""
    if not waits:
        return ()
    seen = [own + shown for own, shown in zip(seat.counts, hand.visible, strict=True)]
    for old in hand.old_baos:
        seen[old] += 1
    if bao is not None:
        seen[bao] += 1
    for meld in seat.melds:
        if meld.is_face_down:
            seen[meld.kind] += COPIES
    return tuple(WaitView(wait.kind, wait.is_kadang, COPIES - seen[wait.kind]) for wait in waits)


def _view_result(hand: Hand) -> ResultView | None:
    result = hand.result
    if result is None:
        return None
    return ResultView(
        kind=result.kind,
        hands=tuple(tuple(list_kinds(seat.counts)) for seat in hand.seats),
        bao=hand.bao,
        winner=result.winner,
        source=result.source,
        tile=result.tile,
        how=result.how,
        uses_bao=result.score is not None and result.score.uses_bao,
        score=result.score,
    )
