"""A match's record in parts, as the database keeps it: its first line, each hand that is over, and what came after.

Rule 1: the parts one after the other are the record (JUDGE section 3), line by line as it was.
Rule 2: a part holds nothing of a hand that is still played: it is made when its hand is settled, in that transaction.
Rule 3: who sits down has a user id beside the name in a part (`id`), so that a person can be found in it and taken out;
it is never in a record that is read from it.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.events import Won
from engine.record import write_lines
from host.events import HandEnded, HandStarted, MatchEnded, MatchStarted, Sat, Voided
from host.hand_told import list_kinds_of_win
from host.record_lines import list_record_lines
from host.version import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.events import Event
    from engine.record import Json
    from host.events import SeatTaken

_WITH_PLAYERS = ('{"type":"start_match",', '{"type":"sit",')
"""How the lines begin in which people are named. Every line is written by `write_lines`, `type` first."""


WON, DRAWN, VOID = "won", "drawn", "void"
"""How a hand can end."""

_OF_SHUFFLE = tuple(
    f'{{"type":"{name}",' for name in ("start_match", "sit", "start_hand", "deal", "bao", "end_hand", "end_match")
)
_HAS_NO_DICE = '"dice":null'


@dataclass(frozen=True, slots=True)
class Unkept:
    """What happened in a match since it was last kept, up to the end of a hand.

    `events`: the last is `HandEnded`, in which, where coins are played for (`is_for_coins`), what people have is not
    known before the books say it.
    """

    channel_id: int
    events: tuple[Event, ...]
    is_for_coins: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """A match's first line, and when it was begun (seconds since 1970)."""

    started_at: float
    line: str


@dataclass(frozen=True, slots=True)
class Closing:
    """A match's last lines, with the people who are named in them for the first time."""

    guild_id: int
    people: tuple[int, ...]
    lines: str


@dataclass(frozen=True, slots=True)
class HandPart:
    """A hand of a match, with who sat down before it. `people`: how many played it; `kinds`: of WIN_KINDS."""

    hand: int
    outcome: str
    people: int
    kinds: tuple[str, ...]
    lines: bytes


# ---- what happened, in parts


def open_match(unkept: Unkept) -> Opening | None:
    """Return a match's first line; None if it has been kept before."""
    first = unkept.events[0]
    return Opening(first.at, _write([first])) if isinstance(first, MatchStarted) else None


def list_people(events: Iterable[Event]) -> list[int]:
    """Return the user ids of those who sat down."""
    found = dict.fromkeys(player.user_id for event in events for player in _list_players(event))
    return [user_id for user_id in found if user_id is not None]


def pack_hands(unkept: Unkept, balances: Sequence[int | None]) -> Iterator[HandPart]:
    """Yield the hands that are over; `balances`: people's coins after the last of them, by seat."""
    events = list(unkept.events)
    last = events[-1]
    if unkept.is_for_coins and isinstance(last, HandEnded):
        coins = tuple(own if told is None else told for own, told in zip(last.coins, balances, strict=True))
        events[-1] = replace(last, coins=coins)
    are_people = [balance is not None for balance in balances]
    begins = 0
    for place, event in enumerate(events):
        if isinstance(event, MatchStarted):
            are_people = [player.user_id is not None for player in event.players]
            begins = place + 1
        elif isinstance(event, Sat):
            are_people[event.seat] = event.player.user_id is not None
        elif isinstance(event, HandEnded):
            yield _pack_hand(events[begins : place + 1], sum(are_people))
            begins = place + 1


def close_match(guild_id: int, events: Iterable[Event]) -> Closing | None:
    """Return what comes after a match's last hand, of what happened since; None unless it is over.

    What is left of a hand that could not even be voided is no part of the record.
    """
    rest = [event for event in events if isinstance(event, Sat | MatchEnded)]
    is_over = bool(rest) and isinstance(rest[-1], MatchEnded)
    return Closing(guild_id, tuple(list_people(rest)), _write(rest)) if is_over else None


def _pack_hand(events: Sequence[Event], people: int) -> HandPart:
    (hand,) = [event.hand for event in events if isinstance(event, HandStarted)]
    won = next((event for event in events if isinstance(event, Won)), None)
    kinds: tuple[str, ...] = ()
    if any(isinstance(event, Voided) for event in events):
        outcome = VOID
    elif won is None:
        outcome = DRAWN
    else:
        outcome, kinds = WON, list_kinds_of_win(won.score, won.how)
    return HandPart(hand, outcome, people, kinds, pack_lines(_write(events)))


def _write(events: Sequence[Event]) -> str:
    lines = list(list_record_lines(events, PROGRAM))
    for event, line in zip(events, lines, strict=True):
        for player, told in zip(_list_players(event), _list_told(line), strict=True):
            if player.user_id is not None:
                told["id"] = player.user_id
    return write_lines(lines)


def _list_players(event: Event) -> Sequence[SeatTaken]:
    if isinstance(event, MatchStarted):
        return event.players
    return (event.player,) if isinstance(event, Sat) else ()


def _list_told(line: Json) -> list[Json]:
    """Return the players that a line names, to be changed in it."""
    return [*line.get("players", ()), *((line["player"],) if "player" in line else ())]


def pack_lines(text: str) -> bytes:
    """Return lines as they are stored."""
    return zlib.compress(text.encode())


# ---- parts, read


def unpack_lines(data: bytes) -> str:
    """Return lines that were stored."""
    return zlib.decompress(data).decode()


def drop_ids(text: str) -> str:
    """Return lines of a part as those of a record: without user ids."""

    def drop(player: Json) -> None:
        player.pop("id", None)

    return _change_players(text, drop)


def keep_shuffle(record: str) -> str:
    """Return the lines that the shuffle of a record's hands rests on: a record of its own.

    Nothing in them tells what anybody did.
    """
    lines = (line for line in record.split("\n") if line.startswith(_OF_SHUFFLE) and _HAS_NO_DICE not in line)
    return "".join(f"{line}\n" for line in lines)


def hide_person(text: str, user_id: int) -> str:
    """Return lines of a part without a person's name and id; all else, their words for the shuffle too, stays."""

    def hide(player: Json) -> None:
        if player.get("id") == user_id:
            del player["id"]
            player["name"] = ""

    return _change_players(text, hide)


def hide_others(text: str, user_id: int) -> str:
    """Return lines of a part as those of a record in which only this person is named."""

    def hide(player: Json) -> None:
        if player.pop("id", user_id if player["kind"] == "computer" else None) != user_id:
            player["name"] = ""

    return _change_players(text, hide)


def _change_players(text: str, change: Callable[[Json], None]) -> str:
    return "".join(_change_line(line, change) for line in text.split("\n") if line)


def _change_line(line: str, change: Callable[[Json], None]) -> str:
    if not line.startswith(_WITH_PLAYERS):
        return f"{line}\n"
    fields = json.loads(line)
    for player in _list_told(fields):
        change(player)
    return write_lines([fields])
