"""Builds views: takes from a hand exactly what a viewer may know (C14, DESIGN of `engine.view`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import explain_refusal
from engine.tables import KIND_KEYS, list_tiles
from engine.tiles import COPIES, Kind, list_kinds
from engine.view import OwnView, ResultView, SeatView, View, WaitView, WindowView

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.hand import Hand
    from engine.seat import Seat
    from engine.waits import Wait


def build_view(hand: Hand, viewer: int | None, *, explains: bool = True) -> View:
    """Return what the viewer may know of a hand now; without `explains` no `OwnView.refusal` and `default`."""
    return View(
        viewer=viewer,
        city=hand.rules.city,
        hand=hand.setup.hand,
        dealer=hand.deal.dealer,
        draws_in_a_row=hand.setup.draws_in_a_row,
        is_liable_dealer=hand.setup.is_liable_dealer,
        stake=hand.setup.stake,
        dice=hand.deal.dice,
        break_place=hand.deal.break_place,
        wall=hand.wall.standing,
        phase=hand.phase,
        turn=hand.turn if hand.window is None else hand.window.source,
        window=_view_window(hand),
        seats=_view_seats(hand, viewer),
        wall_left=hand.wall.left,
        is_last_tiles=hand.is_last_tiles,
        has_bao=hand.bao is not None,
        old_baos=tuple(hand.old_baos),
        last_discard=hand.last_discard,
        visible=tuple(hand.visible),
        own=None if viewer is None else _view_own(hand, hand.seats[viewer], explains=explains),
        result=_view_result(hand),
    )


def _view_window(hand: Hand) -> WindowView | None:
    window = hand.window
    if window is None:
        return None
    return WindowView(window.kind, window.source, None if window.kind == "bao" else window.tile)


def _view_seats(hand: Hand, viewer: int | None) -> tuple[SeatView, ...]:
    first, second, third, fourth = hand.seats
    if hand.result is not None:
        return tuple(seat.look(shows_all=True) for seat in hand.seats)
    return (
        first.look(shows_all=viewer == 0),
        second.look(shows_all=viewer == 1),
        third.look(shows_all=viewer == 2),
        fourth.look(shows_all=viewer == 3),
    )


def _view_own(hand: Hand, seat: Seat, *, explains: bool) -> OwnView:
    drawn = seat.drawn
    concealed = list_tiles(seat.live.key if drawn is None else seat.live.key - KIND_KEYS[drawn])
    bao = hand.bao if seat.is_listening else None
    actions = hand.legal_actions(seat.seat)
    is_asked = seat.seat in hand.owing
    listen_discards = hand.listen_discards(seat.seat)
    is_own_turn = is_asked and hand.window is None
    is_refused = is_own_turn and not seat.is_listening and not listen_discards and not hand.is_last_tiles
    return OwnView(
        concealed=concealed,
        drawn=drawn,
        waits=_view_waits(hand, seat, seat.waits, bao),
        bao=bao,
        decision=hand.pending[seat.seat] if is_asked else None,
        actions=actions,
        listen_discards=tuple((tile, _view_waits(hand, seat, waits, None)) for tile, waits in listen_discards.items()),
        refusal=explain_refusal(seat.counts, seat.melds, hand.rules) if explains and is_refused else (),
        default=hand.default_action(seat.seat) if is_asked and explains else None,
    )


def _view_waits(hand: Hand, seat: Seat, waits: Collection[Wait], bao: Kind | None) -> tuple[WaitView, ...]:
    """Count, for each wait, the copies that the seat has not seen: not in hand, on the table, or as the bao."""
    if not waits:
        return ()
    seen = [own + shown for own, shown in zip(seat.counts, hand.visible, strict=True)]
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
