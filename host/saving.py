"""How a table stands, as one JSON text beside its journal, and a table made of that again.

Rule 1: what a text of another format says is never guessed at.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from engine.cities import find_rules
from engine.match import Standing
from engine.shuffle import Chain
from host.ending import show_result
from host.entries import read_entry
from host.errors import HostError
from host.reports import HandReport, SeatSnapshot
from host.seats import Seat
from host.settings import RoomSettings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.hand import Hand
    from engine.rules import Rules
    from host.context import Context
    from host.match import Match

_DERIVED = {"result", "seats"}
FORMAT = 1
"""Of the text. A change that older programs could misread gets a new number and a migration."""


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as the database keeps it: how it stood, and its journal's lines in order."""

    table_id: str
    body: str
    lines: tuple[str, ...]

    def read(self) -> dict[str, Any]:
        """Return what the text says; HostError `bad_journal` if it is none of this format."""
        try:
            state: dict[str, Any] = json.loads(self.body)
            if state["format"] != FORMAT or state["table_id"] != self.table_id:
                raise HostError("bad_journal", table=self.table_id)
        except (ValueError, TypeError, KeyError):
            raise HostError("bad_journal", table=self.table_id) from None
        return state


def freeze(context: Context, match: Match | None, host_id: int | None, invited: Iterable[int]) -> str:
    """Return how a table stands."""
    state = {
        "format": FORMAT,
        "table_id": context.table_id,
        "guild_id": context.guild_id,
        "channel_id": context.channel_id,
        "rules": [context.rules.city, context.rules.options],
        "settings": asdict(context.settings),
        "host_id": host_id,
        "invited": sorted(invited),
        "chains": [chain.last_secret.hex() for chain in context.chains],
        "seats": [asdict(seat) for seat in context.seats],
        "version": context.version,
        "match": None if match is None else _freeze_match(match),
    }
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def _freeze_match(match: Match) -> dict[str, Any]:
    return {
        "standing": asdict(match.standing),
        "stake": match.stake,
        "held": list(match.held.items()),
        "hands_played": match.hands_played,
        "hands_archived": match.hands_archived,
        "votes": sorted(match.votes),
        "end_why": match.end_why,
        "has_begun": match.has_begun,
        "dealer_streak": [match.last_dealer, match.dealer_streak],
        "is_playing": match.play is not None,
        "last_report": None if match.last_report is None else _freeze_report(match.last_report),
    }


def _freeze_report(report: HandReport) -> dict[str, Any]:
    """Return a report without what follows from the hand."""
    kept = {field.name: getattr(report, field.name) for field in fields(report) if field.name not in _DERIVED}
    return {**kept, "seats": [asdict(seat) for seat in report.seats], "is_void": report.result.kind == "void"}


def thaw_rules(state: dict[str, Any]) -> Rules:
    """Return the rules that a table is played by."""
    return find_rules(*state["rules"])


def thaw_settings(state: dict[str, Any]) -> RoomSettings:
    """Return a table's settings."""
    return RoomSettings(**state["settings"])


def thaw_context(context: Context, state: dict[str, Any]) -> None:
    """Set what a table's parts share."""
    context.seats[:] = [Seat(**seat) for seat in state["seats"]]
    context.chains[:] = [Chain(bytes.fromhex(secret)) for secret in state["chains"]]
    context.version = state["version"]


def thaw_match(match: Match, state: dict[str, Any], lines: Iterable[str]) -> None:
    """Set where a match stands, and play its journal again."""
    match.standing = Standing(**state["standing"])
    match.stake = state["stake"]
    match.held = dict(state["held"])
    match.hands_played = state["hands_played"]
    match.votes = set(state["votes"])
    match.end_why = state["end_why"]
    match.has_begun = state["has_begun"]
    # A game begun under an earlier version counts from here; its hands are archived with the next one.
    match.last_dealer, match.dealer_streak = state.get("dealer_streak", (None, 0))
    match.hands_archived = state.get("hands_archived", 0)
    ended = match.restore(map(read_entry, lines), is_playing=state["is_playing"])
    if ended is not None and state["last_report"] is not None:
        match.last_report = _thaw_report(state["last_report"], ended)


def _thaw_report(state: dict[str, Any], hand: Hand) -> HandReport:
    """Return the report of the last hand that ended."""
    kept: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in state.items()}
    is_void = kept.pop("is_void")
    kept["seats"] = tuple(SeatSnapshot(**seat) for seat in state["seats"])
    return HandReport(**kept, result=show_result(hand, is_void=is_void))
