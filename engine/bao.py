"""The bao (C14): laying it, changing it, and the wins that it gives by merely lying there (H3, H5, Q7–Q10, H20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from engine.events import BaoSet
from engine.score import How, matches_big_wind
from engine.tiles import DRAGON

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.rules import Rules
    from engine.seat import Seat
    from engine.tiles import Kind

VISIBLE_FOR_CHANGE: Final = 3
"""So many other copies of the bao must lie visible before it changes (H5)."""


def lay_first_bao(hand: Hand) -> None:
    """Lay the bao of the deal (H3); with `bao_from` dice it comes with the first listening discard (Q7)."""
    match hand.rules.bao_from:
        case "wall_end":
            _lay(hand, "deal", hand.wall.take_last())
        case "fifteenth":
            _lay(hand, "deal", hand.wall.take_front())


def throw_first_bao(hand: Hand, seat: int) -> bool:
    """Throw for the bao after the first listening discard, if a tile is left (Q7); say whether one was laid."""
    if hand.rules.bao_from != "dice" or hand.bao is not None or not hand.wall.places():
        return False
    _throw(hand, "first_listen", seat)
    return True


def can_change_bao(hand: Hand) -> bool:
    """Say whether the other three copies of the bao lie visible and the wall has a tile to give (H5, Q10)."""
    return hand.bao is not None and hand.visible[hand.bao] >= VISIBLE_FOR_CHANGE and hand.wall.left > 0


def change_bao(hand: Hand) -> bool:
    """Change the bao by itself, again while the new one has three visible (H5); say whether it changed."""
    if hand.rules.bao_change != "auto" or not can_change_bao(hand):
        return False
    while can_change_bao(hand):
        _lay(hand, "changed", hand.wall.take_last())
    return True


def call_bao(hand: Hand, seat: int) -> None:
    """Change the bao as a seat calls it: a die finds the new one (Q10)."""
    _throw(hand, "called", seat)


def has_instant_wins(rules: Rules) -> bool:
    """Say whether a bao can be won on by merely looking at it (Q8, Q9, H20)."""
    return rules.instant_bao or rules.dragon_bao or rules.big_wind == "same_number"


def list_instant_hows(hand: Hand, seat: Seat) -> tuple[How, ...]:
    """Return the ways in which a listening seat wins on the bao as it lies (Q8, Q9, H20)."""
    bao, rules = hand.bao, hand.rules
    if bao is None or not seat.is_listening:
        return ()
    hows: list[How] = []
    if rules.instant_bao and seat.waits_for(bao):
        hows.append("tongbao")
    if rules.dragon_bao and bao == DRAGON:
        hows.append("dragon_bao")
    if rules.big_wind == "same_number" and matches_big_wind(bao, seat.waits):
        hows.append("big_wind")
    return tuple(hows)


def _throw(hand: Hand, why: Literal["first_listen", "called"], seat: int) -> None:
    dice = hand.deal.stream.throw(hand.rules.bao_dice)
    _lay(hand, why, hand.wall.take_stack(sum(dice)), dice, seat)


def _lay(
    hand: Hand,
    why: Literal["deal", "first_listen", "changed", "called"],
    place: int,
    dice: tuple[int, ...] | None = None,
    seat: int | None = None,
) -> None:
    old, hand.bao = hand.bao, hand.wall.tiles[place]
    if old is None:
        hand.wall.count_bao()
    else:
        _put_away(hand, old, seat)
    viewers = frozenset(seat.seat for seat in hand.seats if seat.is_listening)
    hand.record(BaoSet(why, hand.bao, place, dice, seat, old, viewers))


def _put_away(hand: Hand, old: Kind, caller: int | None) -> None:
    """Lay a bao that was changed face up where the city has it: aside, with the dealer (M7) or the caller (Q10)."""
    hand.old_baos.append(old)
    hand.visible[old] += 1
    keeper = {"aside": None, "dealer_river": hand.deal.dealer, "caller": caller}[hand.rules.old_bao_goes]
    if keeper is not None:
        hand.seats[keeper].keep_old_bao(old)
