"""What a hand is worth to a computer player, in fan: the chance to win a race times the prize.

A hand wins by steps: it comes nearer to listening, listens, wins. In a round of the table each step succeeds at some
rate, while the hand may end by someone else's win or for want of tiles at another, the hazard. The chance that a step
comes before the end is rate / (rate + hazard); that all come is the product.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.analysis import OUT_OF_REACH, LiveHand
from engine.glance import glance
from engine.live import list_bits
from engine.melds import MeldType, list_runs
from engine.tiles import ALL_KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.rules import Rules
    from engine.sight import Sight

_OPPONENTS = 3
PAIR = 2
_BAO_COPIES = 3
"""Copies of the bao's kind besides the bao itself."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a player weighs things: values that foretell how often such hands win among players of this kind.

    `claims`: the part of a tile's copies that opponents discard in time. `step`: the usual rate of a step towards
    listening; `wait`: of a win once listening; `opening`: how much of its chance a closed hand keeps, for it must still
    open. `hazard`: how often others win in a round, and `listener` more for each of them who listens. `prize`: fan that
    a win brings on average, with what the others' win would have cost. `patience`: what a hand is worth, next to one
    that listens usually, if it could listen and does not. `caution`: how heavily dangers weigh.
    """

    claims: float = 0.5
    step: float = 0.22
    wait: float = 0.25
    opening: float = 1.0
    hazard: float = 0.07
    listener: float = 0.2
    prize: float = 12.0
    patience: float = 0.6
    caution: float = 1.0


_Hand = tuple[int, tuple[tuple[Kind, ...], ...]]
_MEMORY_LIMIT = 5_000
"""Closed hands remembered for a set of rules; at the limit the memory starts anew."""


@lru_cache(maxsize=16)
def _memory_of(rules: Rules) -> dict[_Hand, tuple[Kind, ...]]:  # noqa: ARG001 (the key)
    """Return by which kinds closed hands may open and listen under these rules: a seat is asked again and again."""
    return {}


class Prospects:
    """Values of hands at one moment of one table."""

    def __init__(self, sight: Sight, rules: Rules, style: Style) -> None:
        """Take what the seat sees, the rules and the style of play."""
        self.sight = sight
        self.rules = rules
        self.style = style
        rounds_left = max(1.0, sight.wall_left / 4)
        self.hazard = style.hazard + style.listener * len(sight.dangers) + 1 / rounds_left
        self._win = self._chance(style.wait)
        self._step = self._chance(style.step)
        self._claims: dict[Kind, tuple[int, int]] = {}
        self._known_rates: dict[tuple[int, bool, bool], tuple[float, float]] = {}

    # ---- hands of 13 tiles

    def value_waiting(self, live: LiveHand, *, head_start: float = 0.0) -> float:
        """Value a hand that does not listen, with 13 tiles in hand and melds.

        `head_start`: the part of a round by which its next draw comes sooner than after a discard of its own.
        """
        return self.value_reading(live, *glance(live), head_start=head_start)

    def value_reading(self, live: LiveHand, distance: int, useful: int, *, head_start: float = 0.0) -> float:
        """Do the same for a hand of which the distance and the useful tiles, as bits, are known.

        At distance 0 `live` must be that hand; else it tells of the melds only.
        """
        if distance >= OUT_OF_REACH:
            return 0.0
        standing, style = live.standing, self.style
        if distance == 0:
            if standing.is_free:
                return style.prize * style.patience * self._win
            return style.prize * self._chance(self._opening_rate(live)) * self._win
        is_one_away, can_meld = distance == 1, standing.can_meld
        rates = self._known_rates.get((useful, is_one_away, can_meld))
        if rates is None:
            rates = self._rates(useful, is_one_away=is_one_away, can_meld=can_meld)
            self._known_rates[useful, is_one_away, can_meld] = rates
        drawn, claimed = rates
        nearer = self._step ** (distance - 1) * self._win
        nearer_drawn = nearer if standing.is_free else nearer * style.opening
        chance = (drawn * nearer_drawn + claimed * nearer) / (drawn + claimed + self.hazard)
        at_once = min(1.0, drawn) * head_start
        return style.prize * (at_once * nearer_drawn + (1 - at_once) * chance)

    def value_listening(self, waits: Iterable[tuple[Kind, bool]]) -> float:
        """Value a hand that listens to these waits (kind, is kadang): what it may win on, and what that pays."""
        rules, sight, style = self.rules, self.sight, self.style
        rate: float = 0
        income: float = 0
        any_kadang = False
        for kind, is_kadang in waits:
            left = sight.unseen[kind]
            factor = rules.kadang_factor if is_kadang else 1
            any_kadang |= is_kadang
            drawn = left / sight.total
            claimed = drawn * _OPPONENTS * style.claims
            rate += drawn + claimed
            on_draw: float = rules.fan_self_draw * factor
            if is_kadang:
                on_draw += (rules.fan_baozhongbao - on_draw) * drawn
            income += _OPPONENTS * drawn * on_draw + claimed * (_OPPONENTS * rules.fan_discard + 2) * factor
        if rules.mobao_any:
            drawn = _BAO_COPIES / sight.total
            rate += drawn
            income += drawn * _OPPONENTS * rules.fan_mobao * (rules.kadang_factor if any_kadang else 1)
        if not rate:
            return 0.0
        # The prize counts what the others' win would have cost, so half of it stands whatever the own win pays.
        return (0.5 * style.prize * rate + 0.7 * income) / (rate + self.hazard)

    # ---- discards

    def cost_of_discard(self, kind: Kind, *, listens: bool) -> float:
        """Return the fan that a discard costs on average, for it may be won on."""
        dangers = self.sight.dangers
        if not dangers:
            return 0.0
        rules = self.rules
        price = rules.fan_discard
        if not listens:
            price = {"set3": 3, "add3": price + 3, "double": 2 * price, "none": price}[rules.unready_discarder]
            if rules.unready_others_paid_by == "discarder":
                price += 2 * rules.fan_discard * rules.unready_others_factor
        factor = (1 + rules.kadang_factor) / 2
        return self.style.caution * price * factor * sum(danger[kind] for danger in dangers.values())

    # ---- parts

    def _chance(self, rate: float) -> float:
        return rate / (rate + self.hazard)

    def _rates(self, useful: int, *, is_one_away: bool, can_meld: bool) -> tuple[float, float]:
        """Return how often in a round a useful tile is drawn, and how often one is claimed."""
        sight = self.sight
        unseen = sight.unseen
        claims = self._claims
        drawn = claimed = 0
        for kind in list_bits(useful):
            left = unseen[kind]
            if left > 0:
                drawn += left
                if can_meld:
                    one_away, far = claims.get(kind) or self._count_claims(kind)
                    claimed += left * (one_away if is_one_away else far)
        return drawn / sight.total, claimed * self.style.claims / sight.total

    def _count_claims(self, kind: Kind) -> tuple[int, int]:
        """Return from how many opponents a kind may be claimed: if the claim makes the hand listen, and if not."""
        counts = self.sight.counts
        if counts[kind] >= PAIR:
            claims = _OPPONENTS, _OPPONENTS
        else:
            claims = (_OPPONENTS, 1) if list_runs(counts, kind) else (0, 0)
        self._claims[kind] = claims
        return claims

    def _opening_rate(self, live: LiveHand) -> float:
        """Return how often in a round a tile comes by which a closed hand at distance 0 opens and listens (H6)."""
        unseen = self.sight.unseen
        copies = sum(unseen[kind] for kind in self._list_openers(live))
        return _OPPONENTS * self.style.claims * copies / self.sight.total

    def _list_openers(self, live: LiveHand) -> tuple[Kind, ...]:
        """Name the kinds by which a closed hand at distance 0 may open and listen."""
        memory = _memory_of(self.rules)
        hand = live.key, tuple(meld.tiles for meld in live.melds)
        openers = memory.get(hand)
        if openers is None:
            if len(memory) >= _MEMORY_LIMIT:
                memory.clear()
            openers = memory[hand] = tuple(
                kind
                for kind in ALL_KINDS
                if any(claimed.listen_discards() for claimed in list_claimed_hands(live, kind))
            )
        return openers


def list_claimed_hands(hand: LiveHand, tile: Kind) -> Iterator[LiveHand]:
    """Yield the hands to discard that a peng or chi of the tile would make of 13 tiles."""
    counts = hand.counts
    if counts[tile] >= PAIR:
        yield hand.claim(MeldType.PENG, tile, (tile, tile))
    for own in list_runs(counts, tile):
        yield hand.claim(MeldType.CHI, tile, own)
