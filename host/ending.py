"""What comes of a hand that is over: who pays what, and what everybody is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.payments import leave_penalty, settle
from engine.view import ResultView
from host.hand_told import tell_hand
from host.units import SettleHand, VoidHand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.hand import Hand
    from engine.rules import Rules
    from host.context import Context

NOTHING = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """A hand that is over and not yet written. `penalties`: the seats charged for leaving (H19), one by one."""

    unit: SettleHand | VoidHand
    owed: tuple[int, ...] = NOTHING
    short: tuple[int, ...] = NOTHING
    penalties: tuple[tuple[int, tuple[int, ...]], ...] = ()
    void_why: str | None = None

    @property
    def penalty(self) -> tuple[int, ...]:
        """All penalties together, by seat."""
        return add([deltas for _, deltas in self.penalties])

    def paid(self, *, for_coins: bool) -> tuple[int, ...]:
        """Return what changes hands, in coins or, in a game for points, in points."""
        if isinstance(self.unit, VoidHand):
            return NOTHING
        return add([self.unit.deltas, self.unit.penalties]) if for_coins else add([self.owed, self.penalty])


def end_hand(context: Context, hand: Hand, held: Mapping[int, int]) -> Ending:
    """Work out what is paid for a finished hand; `held`: what each person set aside for it, by user id."""
    result, setup = hand.result, hand.setup
    assert result is not None  # noqa: S101 (called when the hand is over)
    owed = result.score.deltas(setup.stake) if result.score else NOTHING
    # Only what was set aside can be lost; for computer players the bank stands without limit (P9).
    coins = [None if seat.user_id is None else held.get(seat.user_id) for seat in context.seats]
    settlement = settle(owed, coins, allow_debt=context.rules.allow_debt)
    penalties = _charge_leavers(context, setup.stake, settlement.paid, coins)
    is_for_coins = context.settings.coins
    unit = SettleHand(
        guild_id=context.guild_id,
        table_id=context.table_id,
        hand=setup.hand,
        seats=context.users,
        deltas=settlement.paid if is_for_coins else NOTHING,
        penalties=add([deltas for _, deltas in penalties]) if is_for_coins else NOTHING,
        winner=result.winner,
        allow_debt=context.rules.allow_debt,
        told=tell_hand(context, hand),
    )
    return Ending(unit, owed, settlement.shortfalls, penalties)


def void_hand(context: Context, number: int, why: str) -> Ending:
    """End a hand so that it counts for nothing (P7)."""
    names = tuple(seat.name for seat in context.seats)
    unit = VoidHand(context.guild_id, context.table_id, number, context.users, city=context.rules.city, names=names)
    return Ending(unit, void_why=why)


def _charge_leavers(
    context: Context, stake: int, paid: tuple[int, ...], coins: list[int | None]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each absent seat's penalty by seat (H19), charged from what is left after the hand."""
    left = [None if own is None else own + change for own, change in zip(coins, paid, strict=True)]
    charged = []
    for number, seat in enumerate(context.seats):
        if seat.is_person and seat.has_left:
            deltas = leave_penalty(context.rules, number, stake, left)
            left = [None if own is None else own + change for own, change in zip(left, deltas, strict=True)]
            if any(deltas):
                charged.append((number, deltas))
    return tuple(charged)


def show_result(hand: Hand, *, is_void: bool) -> ResultView:
    """Return how a hand ended, open to all."""
    found = hand.view(None).result
    if found is not None and not is_void:
        return found
    return ResultView(kind="void", hands=tuple(_concealed(hand, seat) for seat in range(4)), bao=None)


def _concealed(hand: Hand, seat: int) -> tuple[int, ...]:
    own = hand.view(seat).own
    if own is None:
        return ()
    return own.concealed if own.drawn is None else tuple(sorted((*own.concealed, own.drawn)))


def deal_dealer(rules: Rules, hand: int, dealer: int) -> int | None:
    """Return what the shuffle was asked for a hand's dealer: None where it was drawn by lot (H2, M1)."""
    return None if hand == 1 or rules.dealer_each_hand == "random" else dealer


def add(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Add rows of four numbers."""
    return tuple(sum(column) for column in zip(NOTHING, *rows, strict=True))
