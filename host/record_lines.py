"""What happened at a table, as the lines of its record (JUDGE section 3): `/replay` and ended matches.

The lines of `list_record_lines` tell everything, hidden tiles included: for a match that is over, never for one that
is still played.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine import record
from engine.events import BaoSet, Dealt
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
from host.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.events import Event


def list_record_lines(events: Iterable[Event], program: str) -> Iterator[Json]:
    """Yield the line of each event of a match, `MatchStarted` first; `program`: the program's name and version."""
    stake = 1
    for event in events:
        if isinstance(event, HandStarted):
            stake = event.stake
        yield _around_line(event, program) or record.event_line(event, stake)


def list_shuffle_lines(events: Sequence[Event], program: str) -> Iterator[Json]:
    """Yield the lines that the shuffle of a match's finished hands rests on, as a record of its own.

    Nothing in them tells what anybody did, and nothing of a hand that is still played: it may be shown at any time.
    `MatchStarted` first; no hand may have been finished yet.
    """
    ends = [place for place, event in enumerate(events) if isinstance(event, HandEnded)]
    finished = events[: ends[-1] + 1] if ends else events[:1]
    yield from list_record_lines(filter(_is_of_shuffle, finished), program)
    last = events[-1]
    coins = next((event.coins for event in reversed(finished) if isinstance(event, HandEnded)), (0,) * SEATS)
    yield record.end_match(coins, last.why if isinstance(last, MatchEnded) else "so_far")


def _is_of_shuffle(event: Event) -> bool:
    if isinstance(event, BaoSet):
        return event.dice is not None
    return isinstance(event, MatchStarted | HandStarted | Dealt | HandEnded | Sat)


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
