"""Writing records (JUDGE section 3): what happened, as objects for JSON Lines. Times and names come from the caller.

An engine event becomes a line by `event_line`; what happens around the hand has a function of its own. `write_lines`
makes text of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.events import (
    BaoSet,
    Claimed,
    ClaimsClosed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Ganged,
    ListenFailed,
    WallExhausted,
    WinPassed,
    Won,
)
from engine.tiles import Kind, tile_name

if TYPE_CHECKING:
    from engine.rules import Rules

Json = dict[str, Any]

FORMAT = "heilongjiang-mahjong"
VERSION = 1
SHUFFLE = "hlj-1"

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """Who sits in a seat, as a record names them."""

    name: str
    kind: Literal["human", "computer"]

    def to_json(self) -> Json:
        """Return it as written in `start_match` and `sit`."""
        return {"name": self.name, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Commission:
    """Where and when a match is played: the program's name and version, UTC time in ISO 8601, the table's id."""

    program: str
    time: str
    table: str


def write_lines(lines: Iterable[Json]) -> str:
    """Write lines as JSON Lines, each with its line end. What UTF-8 cannot write becomes a question mark."""
    text = "".join(_write(line) + "\n" for line in lines)
    return text.encode("utf-8", "replace").decode("utf-8")


# ---- lines of play


def event_line(event: Event, stake: int) -> Json:
    """Return an engine event as its line; `stake` (coins a fan) turns a win's fan into coins.

    Raises TypeError for an event that is not the engine's, or from which something was left out for a viewer.
    """
    match event:
        case Dealt():
            fields = _deal_fields(event)
        case BaoSet():
            fields = {
                "why": event.why,
                "tile": _name(event.tile),
                "index": event.index,
                "dice": None if event.dice is None else list(event.dice),
                "seat": event.seat,
                "old": None if event.old is None else tile_name(event.old),
            }
        case Drew():
            fields = {"seat": event.seat, "tile": _name(event.tile), "index": event.index, "from": event.source}
        case Discarded(seat=seat, tile=tile, drawn=drawn, listen=listen, auto=auto):
            fields = {"seat": seat, "tile": tile_name(tile), "drawn": drawn, "listen": listen, "auto": auto}
        case ClaimsClosed():
            fields = _claims_fields(event)
        case Claimed():
            return _claimed_line(event)
        case Ganged():
            return {"type": event.act, "seat": event.seat, "tile": _name(event.tile)}
        case WinPassed():
            fields = {"seat": event.seat, "tile": tile_name(event.tile)}
        case ListenFailed():
            fields = {"seat": event.seat}
        case Won():
            fields = _won_fields(event, stake)
        case WallExhausted():
            fields = {"why": event.why}
        case _:
            raise TypeError(f"not an event of a hand: {event!r}")
    return {"type": event.type, **fields}


def _deal_fields(event: Dealt) -> Json:
    if event.wall is None:
        raise TypeError("a deal without its wall")
    return {
        "dice": [list(throw) for throw in event.dice],
        "break": event.break_place,
        "wall": _names(event.wall),
        "hands": [_names(hand or ()) for hand in event.hands],
    }


def _claims_fields(event: ClaimsClosed) -> Json:
    # Two ways to chi are one act.
    return {
        "offered": [{"seat": seat, "acts": list(dict.fromkeys(acts))} for seat, acts in event.offered],
        "answers": [{"seat": seat, "act": act, "auto": auto} for seat, act, auto in event.answers],
    }


def _claimed_line(event: Claimed) -> Json:
    line: Json = {"type": event.act, "seat": event.seat, "from": event.source, "tile": tile_name(event.tile)}
    if event.act in {"chi", "peng"}:
        line |= {"own": _names(event.own), "listen": event.listen}
    return line


def _won_fields(event: Won, stake: int) -> Json:
    score = event.score
    return {
        "seat": event.seat,
        "from": event.source,
        "tile": tile_name(event.tile),
        "how": event.how,
        "bao": score.uses_bao,
        "waits": _names(event.waits),
        "kadang": score.is_kadang,
        "liable": event.is_liable,
        "lines": [line.to_json() for line in score.lines],
        "shares": list(score.shares),
        "deltas": list(score.deltas(stake)),
    }


def _name(tile: Kind | None) -> str:
    if tile is None:
        raise TypeError("a tile that was left out for a viewer")
    return tile_name(tile)


def _names(tiles: Iterable[Kind]) -> list[str]:
    return [tile_name(tile) for tile in tiles]


# ---- lines of the match


def start_match(
    commission: Commission, rules: Rules, players: Sequence[RecordPlayer], coins: Sequence[int], commitment: str
) -> Json:
    """Return the first line: who plays by what rules, and what the shuffle is committed to."""
    return {
        "type": "start_match",
        "program": commission.program,
        "time": commission.time,
        "format": FORMAT,
        "version": VERSION,
        "shuffle": SHUFFLE,
        "rules": rules.city,
        "options": rules.options,
        "table": commission.table,
        "players": [player.to_json() for player in players],
        "coins": list(coins),
        "commitment": commitment,
    }


def start_hand(  # noqa: PLR0913 (the line's fields)
    *,
    hand: int,
    dealer: int,
    draws_in_a_row: int,
    liable_dealer: bool,
    stake: int,
    coins: Sequence[int],
    words: Sequence[str],
    runs: Sequence[int] | None = None,
    commitment: str | None = None,
) -> Json:
    """Return the line before a deal. `commitment` is None unless a new chain begins (hands 65, 129, …)."""
    return {
        "type": "start_hand",
        "hand": hand,
        "dealer": dealer,
        "draws_in_a_row": draws_in_a_row,
        "liable_dealer": liable_dealer,
        "stake": stake,
        "coins": list(coins),
        "words": list(words),
        "runs": None if runs is None else list(runs),
        "commitment": commitment,
    }


def end_hand(deltas: Sequence[int], coins: Sequence[int], next_dealer: int | None, reveal: bytes) -> Json:
    """Return the line after a hand; `deltas`: coins paid by seat, penalties included; `reveal`: the hand's secret."""
    return {
        "type": "end_hand",
        "deltas": list(deltas),
        "coins": list(coins),
        "next_dealer": next_dealer,
        "reveal": reveal.hex(),
    }


def end_match(coins: Sequence[int], why: str) -> Json:
    """Return the last line."""
    return {"type": "end_match", "coins": list(coins), "why": why}


def autoplay(seat: int, *, on: bool, why: Literal["chosen", "clock", "left"]) -> Json:
    """Return the line of a seat that goes on autoplay or takes back control (P4)."""
    return {"type": "autoplay", "seat": seat, "on": on, "why": why}


def leave(seat: int) -> Json:
    """Return the line of a person who leaves a game in progress (P5)."""
    return {"type": "leave", "seat": seat}


def come_back(seat: int) -> Json:
    """Return the line of a person who is back before the hand was settled (P5)."""
    return {"type": "return", "seat": seat}


def sit(seat: int, player: RecordPlayer) -> Json:
    """Return the line of a new player who takes a seat between hands."""
    return {"type": "sit", "seat": seat, "player": player.to_json()}


def penalty(seat: int, deltas: Sequence[int]) -> Json:
    """Return the line of a person who is charged for having left (H19)."""
    return {"type": "penalty", "seat": seat, "deltas": list(deltas)}


def void(why: str) -> Json:
    """Return the line of a hand that counts for nothing (P7)."""
    return {"type": "void", "why": why}
