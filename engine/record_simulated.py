"""Records of matches among computer players, as `simulate` plays them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from engine.record import Commission, Json, RecordPlayer, end_hand, end_match, event_line, start_hand, start_match
from engine.simulate import STAKE, WORDS

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.simulate import PlayedHand

_NOTHING = (0, 0, 0, 0)


def record_matches(
    played: Iterable[PlayedHand], rules: Rules, players: Sequence[str], program: str, time: str
) -> Iterator[list[Json]]:
    """Yield the lines of each match's record as soon as it is over.

    Args:
        played: The hands of `engine.simulate.play_matches`.
        rules: What they were played by.
        players: The name of the player of each seat.
        program: The program's name and version.
        time: When they were played: UTC, ISO 8601.
    """
    seated = [RecordPlayer(f"{name} {seat}", "computer") for seat, name in enumerate(players)]
    for match, hands in groupby(played, key=lambda hand: hand.match):
        yield list(_match_lines(hands, rules, seated, Commission(program, time, f"match-{match + 1}")))


def _match_lines(
    hands: Iterable[PlayedHand], rules: Rules, players: Sequence[RecordPlayer], commission: Commission
) -> Iterator[Json]:
    coins: Sequence[int] = _NOTHING
    for played in hands:
        standing = played.standing
        if standing.hand == 1:
            yield start_match(commission, rules, players, coins, played.chain.commitment)
        yield start_hand(
            hand=standing.hand,
            dealer=played.deal.dealer,
            draws_in_a_row=standing.draws_in_a_row,
            liable_dealer=standing.is_liable_dealer,
            stake=STAKE,
            coins=coins,
            words=WORDS,
            runs=played.hand.setup.runs,
        )
        for event in played.hand.events:
            yield event_line(event, STAKE)
        coins = played.coins
        next_dealer = None if played.next_standing is None else played.next_standing.dealer
        yield end_hand(played.paid, coins, next_dealer, played.chain.secret(standing.hand))
    yield end_match(coins, "finished")
