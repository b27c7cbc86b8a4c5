"""Computer players against each other: matches of 8 hands with stake 1, and what came of them in numbers.

Everything follows from the seed: walls, lots, and what players choose. Time is nobody's business here; whoever calls
measures it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from engine.actions import RESOLVE, SeatAction
from engine.hand import Hand
from engine.match import Standing
from engine.outcome import HandResult, HandSetup
from engine.payments import settle
from engine.players import BLIND_PLAYERS, find_player
from engine.shuffle import SECRET_BYTES, Chain, Deal, deal_hand

if TYPE_CHECKING:
    from engine.rules import Rules

HANDS_A_MATCH: Final = 8
STAKE: Final = 1
WORDS: Final = ("", "", "", "")

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand played to its end, with all that a record of it needs.

    `match` counts from 0. `standing`: before the hand; `next_standing`: after it, None if the match ends here. `chain`
    is the match's. `paid`: coins by seat; `coins`: their sums since the match began. `decisions`: how often a player
    was asked.
    """

    match: int
    chain: Chain
    standing: Standing
    next_standing: Standing | None
    deal: Deal
    hand: Hand
    result: HandResult
    paid: tuple[int, ...]
    coins: tuple[int, ...]
    decisions: int


Mover = Callable[[Hand, int, Random], SeatAction]
"""Chooses what a seat that owes an answer does."""


def seat_player(name: str) -> Mover:
    """Return a computer player by name, ready to play at a hand; RuleError `unknown_player`."""
    if name in BLIND_PLAYERS:
        pick = BLIND_PLAYERS[name]
        return lambda hand, seat, rng: pick(hand.legal_actions(seat), rng)
    choose = find_player(name)
    return lambda hand, seat, rng: choose(hand.view(seat, explains=False), hand.rules, rng)


def play_hand(hand: Hand, players: Sequence[Mover], rng: Random) -> int:
    """Drive a hand to its end: who owes an answer is asked, a window is resolved as soon as it can be (C7).

    Returns how often a player was asked.
    """
    decisions = 0
    apply = hand.apply
    while hand.result is None:
        window = hand.window
        if window is None:
            seat = hand.turn
        elif not window.open_seats or hand.can_resolve:
            apply(RESOLVE)
            continue
        else:
            seat = window.open_seats[0]
        apply(players[seat](hand, seat, rng))
        decisions += 1
    return decisions


def play_matches(rules: Rules, hands: int, seed: int, players: Sequence[str] = ("greedy",) * 4) -> Iterator[PlayedHand]:
    """Play so many hands in matches of 8; `players` names the player of each seat. The last match may be shorter.

    Raises RuleError `unknown_player`; ValueError for other than four players.
    """
    if len(players) != len(WORDS):
        message = f"four players sit at a table, not {len(players)}"
        raise ValueError(message)
    seated = [seat_player(name) for name in players]
    rng = Random(seed)
    for match, first in enumerate(range(0, hands, HANDS_A_MATCH)):
        yield from _play_match(rules, match, min(HANDS_A_MATCH, hands - first), seated, rng)


def _play_match(rules: Rules, match: int, hands: int, players: Sequence[Mover], rng: Random) -> Iterator[PlayedHand]:
    chain = Chain(rng.randbytes(SECRET_BYTES))
    choices = Random(rng.getrandbits(64))
    standing = Standing.first()
    coins: tuple[int, ...] = (0, 0, 0, 0)
    for number in range(1, hands + 1):
        deal = deal_hand(chain.secret(number), WORDS, rules, standing.dealer)
        hand = Hand(rules, deal, HandSetup(number, STAKE, standing.draws_in_a_row, standing.is_liable_dealer))
        decisions = play_hand(hand, players, choices)
        result = hand.result
        assert result is not None  # noqa: S101 (play_hand ends with one)
        owed = (0, 0, 0, 0) if result.score is None else result.score.deltas(STAKE)
        paid = settle(owed, (None,) * 4, allow_debt=rules.allow_debt).paid
        coins = tuple(before + gained for before, gained in zip(coins, paid, strict=True))
        after = standing.after(rules, deal.dealer, result)
        is_last = number == hands
        yield PlayedHand(match, chain, standing, None if is_last else after, deal, hand, result, paid, coins, decisions)
        standing = after


@dataclass(slots=True)
class SeatSummary:
    """What came of one seat: wins, hands in which it listened, unready discards won on, coins a hand."""

    player: str
    wins: int = 0
    listened: int = 0
    unready_discards: int = 0
    deltas: list[int] = field(default_factory=list)

    def as_dict(self) -> Json:
        """Return it for JSON: counts, then coins a hand with their sum, mean, deviation, least and most."""
        hands = max(1, len(self.deltas))
        mean = sum(self.deltas) / hands
        deviation = (sum((delta - mean) ** 2 for delta in self.deltas) / hands) ** 0.5
        return {
            "player": self.player,
            "wins": self.wins,
            "listened": self.listened,
            "unready_discards": self.unready_discards,
            "coins": sum(self.deltas),
            "coins_per_hand": round(mean, 3),
            "deviation": round(deviation, 3),
            "least": min(self.deltas, default=0),
            "most": max(self.deltas, default=0),
        }


@dataclass(slots=True)
class Summary:
    """What came of many hands. `wins` go by kind (see `name_win`), `levels` by what doubled or raised them."""

    city: str
    seats: tuple[SeatSummary, ...]
    hands: int = 0
    draws: int = 0
    decisions: int = 0
    discards: int = 0
    fan: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of_players(cls, rules: Rules, players: Sequence[str]) -> Summary:
        """Return a summary of nothing yet."""
        return cls(rules.city, tuple(SeatSummary(player) for player in players))

    def add(self, played: PlayedHand) -> None:
        """Count one more hand."""
        hand, result = played.hand, played.result
        self.hands += 1
        self.decisions += played.decisions
        self.discards += sum([len(seat.river) for seat in hand.seats])
        for seat, counted in enumerate(self.seats):
            counted.listened += hand.seats[seat].is_listening
            counted.deltas.append(played.paid[seat])
        if result.winner is None or result.score is None:
            self.draws += 1
            return
        self.seats[result.winner].wins += 1
        self.fan += result.score.owed[result.winner]
        codes = {line.code for line in result.score.lines}
        if result.source is not None and "unready_discarder" in codes:
            self.seats[result.source].unready_discards += 1
        self.wins[name_win(result)] += 1
        self.levels.update(codes - self.wins.keys())

    def as_dict(self) -> Json:
        """Return it for JSON. Rates are parts of all hands; `length` is discards a hand, `fan` what a win collects."""
        hands = max(1, self.hands)
        won = sum(self.wins.values())
        return {
            "city": self.city,
            "hands": self.hands,
            "won": won,
            "win_rate": round(won / hands, 4),
            "draws": self.draws,
            "wins": dict(self.wins.most_common()),
            "levels": dict(self.levels.most_common()),
            "fan_per_win": round(self.fan / max(1, won), 3),
            "decisions": self.decisions,
            "decisions_per_hand": round(self.decisions / hands, 2),
            "length": round(self.discards / hands, 2),
            "listening_rate": round(sum(seat.listened for seat in self.seats) / (4 * hands), 4),
            "seats": [seat.as_dict() for seat in self.seats],
        }


def name_win(result: HandResult) -> str:
    """Name a win by its kind: by the bao (mobao, kadang_bao, baozhongbao, …), else by how the tile came."""
    assert result.score is not None  # noqa: S101 (a win has a score)
    assert result.how is not None  # noqa: S101
    if not result.score.uses_bao:
        return result.how
    code = result.score.lines[0].code
    return "kadang_bao" if code == "mobao" and result.score.is_kadang else code


def simulate(
    rules: Rules,
    hands: int,
    seed: int,
    players: Sequence[str] = ("greedy",) * 4,
    on_hand: Callable[[PlayedHand], object] | None = None,
) -> Summary:
    """Play so many hands among four computer players and sum up.

    `on_hand` is called after each hand: for showing progress, for writing records. RuleError and ValueError as
    `play_matches`.
    """
    summary = Summary.of_players(rules, players)
    for played in play_matches(rules, hands, seed, players):
        summary.add(played)
        if on_hand is not None:
            on_hand(played)
    return summary
