"""Coins (H18, H19): the stake of a hand, who really pays what, and the price of leaving. All sums are zero (C15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.rules import Rules

Coins = Sequence[int | None]
"""Coins by seat; None = pays without limit (computer players, for whom the bank stands, and games for points)."""

_POOREST_SHARE: Final = 100
_PENALTY_STAKES: Final = 3
_STEPS: Final = (5, 2, 1)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is paid. `paid`: coins gained by seat (negative: paid), summing to zero.

    `shortfalls`: by seat, the coins owed that could not be paid; nobody pays them for the seat.
    """

    paid: tuple[int, ...]
    shortfalls: tuple[int, ...]

    @property
    def is_short(self) -> bool:
        """Whether somebody could not pay in full."""
        return any(self.shortfalls)


def settle(owed: Sequence[int], coins: Coins, *, allow_debt: bool) -> Settlement:
    """Turn coins owed by seat (`Score.deltas`) into coins paid: without debt a loser pays at most what it has (H18).

    Raises ValueError if `owed` does not sum to zero or pays more than one seat.
    """
    receivers = [seat for seat, amount in enumerate(owed) if amount > 0]
    if sum(owed) or len(receivers) > 1:
        raise ValueError(f"not the payments of one win: {list(owed)}")
    paid = [0] * len(owed)
    shortfalls = [0] * len(owed)
    for seat, amount in enumerate(owed):
        if amount < 0:
            limit = None if allow_debt else coins[seat]
            payment = -amount if limit is None else min(-amount, max(0, limit))
            paid[seat] = -payment
            shortfalls[seat] = -amount - payment
    for seat in receivers:
        paid[seat] = -sum(paid)
    return Settlement(tuple(paid), tuple(shortfalls))


def find_stake(rules: Rules, coins: Coins) -> int:
    """Return the coins that a fan is worth in the next hand: the room's number, or after the poorest player (H18).

    Seats without coins of their own (None) do not count; if nobody has coins of their own it is 1.
    """
    if isinstance(rules.stake, int):
        return rules.stake
    own = [amount for amount in coins if amount is not None]
    return _round_down(min(own) // _POOREST_SHARE) if own else 1


def leave_penalty(rules: Rules, seat: int, stake: int, coins: Coins) -> tuple[int, ...]:
    """Return the coins gained by seat when `seat` is charged for having left (H19), summing to zero.

    `coins` are those after the hand was settled. The seat pays at most what it has, in equal parts to the others.
    """
    setting = rules.leave_penalty
    price = setting if isinstance(setting, int) else _PENALTY_STAKES * stake if setting == "3x_stake" else 0
    limit = coins[seat]
    if limit is not None:
        price = min(price, max(0, limit))
    others = len(coins) - 1
    part = price // others
    return tuple(-part * others if place == seat else part for place in range(len(coins)))


def _round_down(amount: int) -> int:
    """Round down to 1, 2, 5, 10, 20, 50, …; 1 at least."""
    power = 10 ** (len(str(max(1, amount))) - 1)
    return next((step * power for step in _STEPS if step * power <= amount), 1)
