"""Ending a hand by a win: the ways in which it was won, and the best of them (H4, H8, H9, H17, Q8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine import offers
from engine.bao import list_instant_hows
from engine.melds import MeldType
from engine.score import How, Score, WinFacts, score_win
from engine.tiles import COPIES, Kind

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.seat import Seat
    from engine.window import Window


@dataclass(frozen=True, slots=True)
class Winning:
    """A win as it is carried out: whose tile, which tile, how, and what it is worth."""

    source: int | None
    tile: Kind
    how: How
    score: Score


def carry_out_win(hand: Hand, seat: Seat, window: Window | None) -> Winning:
    """Set the winning tile apart and value the win: on the own draw (no window), or by what the window offered."""
    if window is None:
        source, (tile, hows) = None, _take_drawn_tile(hand, seat)
    elif window.is_instant_for(seat.seat):
        assert hand.bao is not None  # noqa: S101 (an instant win is offered on a bao)
        source, tile, hows = None, hand.bao, list_instant_hows(hand, seat)
    elif window.kind == "gang":
        source, tile, hows = window.source, window.tile, ("rob_gang",)
        _rob(hand.seats[source], tile)
    else:
        source, tile, hows = window.source, window.tile, ("discard",)
    # max() keeps the first of equals: the plain way to win comes first.
    how, score = max(
        ((how, score_win(_state_facts(hand, seat, how, source, tile), hand.rules)) for how in hows),
        key=lambda valued: valued[1].owed[seat.seat],
    )
    return Winning(source, tile, how, score)


def _take_drawn_tile(hand: Hand, seat: Seat) -> tuple[Kind, tuple[How, ...]]:
    """Set the winning draw apart from the hand; return it with the ways in which it wins."""
    tile = seat.drawn
    assert tile is not None  # noqa: S101 (a win on the own turn follows a draw)
    hows: list[How] = []
    if seat.waits_for(tile) or offers.is_mobao(hand, tile):
        hows.append("gang_draw" if hand.is_gang_draw else "self_draw")
    hows += offers.list_house_draws(hand, seat, tile)
    seat.give(tile)
    seat.drawn = None
    return tile, tuple(hows)


def _rob(maker: Seat, tile: Kind) -> None:
    """Take the fourth tile off a jia gang: the peng is what remains (H9)."""
    place = next(place for place, meld in enumerate(maker.melds) if meld.kind == tile and meld.is_gang)
    maker.lay(replace(maker.melds[place], type=MeldType.PENG, tiles=(tile,) * (COPIES - 1)), place)


def _state_facts(hand: Hand, seat: Seat, how: How, source: int | None, tile: Kind) -> WinFacts:
    first, second, third, fourth = hand.seats
    concealed = seat.counts.copy()
    if seat.drawn is not None:  # a bao may be won on between a draw and its discard (Q10)
        concealed[seat.drawn] -= 1
    return WinFacts(
        winner=seat.seat,
        how=how,
        tile=tile,
        dealer=hand.deal.dealer,
        open=(first.is_open, second.is_open, third.is_open, fourth.is_open),
        listening=(first.is_listening, second.is_listening, third.is_listening, fourth.is_listening),
        concealed=tuple(concealed),
        melds=tuple(seat.melds),
        source=source,
        bao=hand.bao,
        liable_dealer=hand.setup.is_liable_dealer,
        runs=hand.setup.runs,
    )
