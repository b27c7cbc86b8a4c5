"""How strong people are: the Plackett-Luce model of Weng and Lin, by the `openskill` package.

A person's strength in a city's rules is a normal distribution (`mu`, `sigma`). It is updated hand by hand, not match
by match: seats change hands within a match, a match can be ended early or have no end, and a hand is what is settled
in one transaction, so that a rating is as durable as the coins and counted exactly once. Only hands of four people
that somebody won are rated: a draw game says nothing about who is ahead. The order within a hand is that of fan won
or owed, whatever the stake and whoever could pay.

Source: R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from host.hand_told import rank_seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce

MIN_RATED = 20
"""A rating is shown once so many hands are rated."""

_POINTS = 40
_BASE = 1000
_DEVIATIONS = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's strength in a city's rules after so many rated hands; the defaults are a newcomer's."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    hands: int = 0

    @property
    def shown(self) -> int | None:
        """What people see: what the person's strength is almost surely above, in points; None after too few hands.

        A newcomer begins at 1,000; with more hands less is doubtful, so it rises towards what somebody is worth.
        """
        if self.hands < MIN_RATED:
            return None
        return round(_BASE + _POINTS * (self.mu - _DEVIATIONS * self.sigma))


@cache
def _find_model() -> PlackettLuce:
    # Late: what is only asked about its version need not wait for it.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()


def rate_hand(before: Sequence[Rating], fan: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a hand; `fan`: won or owed, by seat like `before`."""
    model = _find_model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    ranks = [float(rank) for rank in rank_seats(fan)]
    rated = model.rate(teams, ranks=ranks)
    return [Rating(team[0].mu, team[0].sigma, rating.hands + 1) for team, rating in zip(rated, before, strict=True)]
