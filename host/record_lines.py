"""What happened at a table, as the lines of its record (JUDGE section 3).

They tell everything, hidden tiles included: for hands that are over, never for one that is still played.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine import record
from engine.record import Commission, Json, RecordPlayer
from host.events import (
    AutoplaySet,
    HandEnded,
    HandStarted,
    Left,
    MatchEnded,
    MatchStarted,
    PenaltyPaid,
    Returned,
    Sat,
    SeatTaken,
    Voided,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.events import Event


def list_record_lines(events: Iterable[Event], program: str) -> Iterator[Json]:
    """Yield the line of each event of a match, `MatchStarted` first; `program`: the program's name and version."""
    stake = 1
    for event in events:
        if isinstance(event, HandStarted):
            stake = event.stake
        yield _around_line(event, program) or record.event_line(event, stake)


def _around_line(event: Event, program: str) -> Json | None:
    """Return the line of what happens around a hand; None for the engine's own events."""
    match event:
        case MatchStarted():
            return _start_match(event, program)
        case HandStarted():
            return _start_hand(event)
        case AutoplaySet(seat=seat, on=on, why=why):
            return record.autoplay(seat, on=on, why=why)
        case Left(seat=seat):
            return record.leave(seat)
        case Returned(seat=seat):
            return record.come_back(seat)
        case Sat(seat=seat, player=player):
            return record.sit(seat, _player(player))
        case PenaltyPaid(seat=seat, deltas=deltas):
            return record.penalty(seat, deltas)
        case _:
            return _ending_line(event)


def _ending_line(event: Event) -> Json | None:
    match event:
        case Voided(why=why):
            return record.void(why)
        case HandEnded():
            return record.end_hand(event.deltas, event.coins, event.next_dealer, bytes.fromhex(event.reveal))
        case MatchEnded(coins=coins, why=why):
            return record.end_match(coins, why)
        case _:
            return None


def _start_match(event: MatchStarted, program: str) -> Json:
    time = datetime.fromtimestamp(event.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    commission = Commission(program, time, event.table_id)
    players = [_player(player) for player in event.players]
    return record.start_match(commission, event.rules, players, event.coins, event.commitment)


def _start_hand(event: HandStarted) -> Json:
    return record.start_hand(
        hand=event.hand,
        dealer=event.dealer,
        draws_in_a_row=event.draws_in_a_row,
        liable_dealer=event.is_liable_dealer,
        stake=event.stake,
        coins=event.coins,
        words=event.words,
        runs=event.runs,
        commitment=event.commitment,
    )


def _player(taken: SeatTaken) -> RecordPlayer:
    return RecordPlayer(taken.name, taken.kind)
