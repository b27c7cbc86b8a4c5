"""What one hand leaves to the next: the dealer, draw games in a row, and liability (H2, H12, M1, M2, Q12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.outcome import HandResult
    from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Standing:
    """Before a hand: its number from 1, the dealer (None: drawn by lot), draw games so far, the dealer's liability."""

    hand: int
    dealer: int | None
    draws_in_a_row: int
    is_liable_dealer: bool

    @classmethod
    def first(cls) -> Standing:
        """Return the standing at the start of a match."""
        return cls(hand=1, dealer=None, draws_in_a_row=0, is_liable_dealer=False)

    def after(self, rules: Rules, dealer: int, result: HandResult) -> Standing:
        """Return the standing after a hand that `dealer` dealt."""
        next_seat = (dealer + 1) % 4
        is_draw = result.winner is None
        if self.is_liable_dealer:
            return self._next(rules, next_seat, draws=0)
        if is_draw or result.winner == dealer:
            return self._next(rules, dealer, draws=self.draws_in_a_row + 1 if is_draw else 0)
        return self._next(rules, result.winner if rules.next_dealer == "winner" else next_seat, draws=0)

    def _next(self, rules: Rules, dealer: int | None, *, draws: int) -> Standing:
        is_liable = 0 < rules.draw_liability <= draws
        by_lot = rules.dealer_each_hand == "random"
        return Standing(self.hand + 1, None if by_lot else dealer, draws, is_liable)
