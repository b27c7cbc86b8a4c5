"""Pairs of people between whom coins go one way, far more than how well they play can explain: for managers to look at.

Coins cannot be handed over, but they can be lost on purpose. Three steps see to it that an honest pair is hardly ever
named, however many pairs there are:

1. Whatever the amounts, say that in each hand in which coins went between two people, they went one way with a chance
   of at most (1 + edge) / 2. Then what went that way, less what came back, exceeds edge × all that went by t × the root
   of the sum of squares with a chance of at most exp(−t²/2) (Hoeffding's inequality, exact for any number of hands).
2. The edge is what the two show against everybody else, computer players included: their strengths in the model of
   Bradley and Terry, as far apart as the data leave room for, but never less than EDGE. Whoever loses to all alike is a
   beginner and is not named; whoever loses to one alone is.
3. The chance is multiplied by the number of pairs looked at (Bonferroni): ALARMS is how many honest pairs a report
   names on average.

What it cannot see: a few large losses among many hands, and somebody who, when a friend sits there, plays badly against
all at the table, as a beginner does.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.schema import BANK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.flows import Flow

EDGE = 0.25
"""What is never held against anybody: of what goes between them, an expert computer player takes 0.2 more than a greedy
one gets back."""

ALARMS = 0.01
LEAST_HANDS = 20
"""Fewer hands with coins between two say nothing."""

LEAST_NET = 500
"""Fewer coins, half of what a newcomer has, are no matter."""

_ROUNDS = 40
_DOUBTS = 2.0
"""How many standard errors strengths may be farther apart than they seem."""


@dataclass(frozen=True, slots=True)
class OneWay:
    """A pair that stands out.

    `given`, `returned`: coins from the giver to the receiver and back; `share`: (given − returned) / all of them;
    `edge`: up to which share their play against others explains it; `chance`: how many honest pairs a report such as
    this one would name for the same at most.
    """

    giver_id: int
    receiver_id: int
    together: int
    hands: int
    given: int
    returned: int
    share: float
    edge: float
    chance: float


def find_one_way(flows: Iterable[Flow]) -> list[OneWay]:
    """Return the pairs of a server that stand out, the least likely first. `flows`: all of the server's."""
    played = [flow for flow in flows if flow.hands]
    judged = [flow for flow in played if flow.hands >= LEAST_HANDS and BANK not in {flow.low_id, flow.high_id}]
    sides = 2 * len(judged)
    suspects = [
        flow for flow in judged if abs(flow.to_high - flow.to_low) >= LEAST_NET and _bound(flow, EDGE) * sides <= ALARMS
    ]
    if not suspects:
        return []
    strengths = _Strengths(played)
    found = []
    for flow in suspects:
        edge = max(EDGE, strengths.explain(flow))
        chance = _bound(flow, edge) * sides
        if chance <= ALARMS:
            found.append(_name(flow, edge, chance))
    return sorted(found, key=lambda pair: (pair.chance, -pair.given))


def _name(flow: Flow, edge: float, chance: float) -> OneWay:
    is_up = flow.to_high > flow.to_low
    giver, receiver = (flow.low_id, flow.high_id) if is_up else (flow.high_id, flow.low_id)
    given, returned = max(flow.to_high, flow.to_low), min(flow.to_high, flow.to_low)
    share = (given - returned) / (given + returned)
    return OneWay(giver, receiver, flow.together, flow.hands, given, returned, share, edge, chance)


def _bound(flow: Flow, edge: float) -> float:
    """Return how likely such a difference is at most, whichever way, if hands go one way no more than by the edge."""
    net, gross = abs(flow.to_high - flow.to_low), flow.to_high + flow.to_low
    deviation = (net - edge * gross) / math.sqrt(flow.squares)
    return math.exp(-(deviation**2) / 2) if deviation > 0 else 1.0


class _Strengths:
    """How strong everybody is, by who took how many coins from whom (Bradley and Terry, fitted by Hunter's algorithm).

    Hands count as many as there would be if all were for the same number of coins. Everybody has one more, half won,
    against an average player: so nobody is infinitely strong.
    """

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._games: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
        for flow in flows:
            gross = flow.to_low + flow.to_high
            games = gross**2 / flow.squares
            won_by_low = games * flow.to_low / gross
            self._games[flow.low_id].append((flow.high_id, won_by_low, games))
            self._games[flow.high_id].append((flow.low_id, games - won_by_low, games))
        self._strengths = dict.fromkeys(self._games, 1.0)
        for _ in range(_ROUNDS):
            for player in self._games:
                self._strengths[player] = self._fit(player, self._strengths[player])

    def _fit(self, player: int, strength: float, without: int | None = None) -> float:
        """Return a better strength of a player, the others' being what they are."""
        won, weight = 0.5, 1 / (strength + 1)
        for other, won_here, games in self._games[player]:
            if other != without:
                won += won_here
                weight += games / (strength + self._strengths[other])
        return won / weight

    def _find_without(self, player: int, other: int) -> tuple[float, float]:
        """Return the logarithm of a player's strength against all but one, and its variance."""
        strength = self._strengths[player]
        for _ in range(_ROUNDS):
            strength = self._fit(player, strength, other)
        information = strength / (strength + 1) ** 2
        for rival, _, games in self._games[player]:
            if rival != other:
                both = strength + self._strengths[rival]
                information += games * strength * self._strengths[rival] / both**2
        return math.log(strength), 1 / information

    def explain(self, flow: Flow) -> float:
        """Return which share of the coins between two may go the way it does, by how they do against all others."""
        low, low_variance = self._find_without(flow.low_id, flow.high_id)
        high, high_variance = self._find_without(flow.high_id, flow.low_id)
        ahead = high - low if flow.to_high > flow.to_low else low - high
        return math.tanh((ahead + _DOUBTS * math.sqrt(low_variance + high_variance)) / 2)
