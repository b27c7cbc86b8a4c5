"""Reading records: bytes in, lines that are what the format says, or the first fault with its line. Nothing is trusted.

A record that could be read is whole: it begins with `start_match`, its hands have all their parts in order, and it ends
with `end_match`. Whether what it tells is true is for `engine.verify` and `engine.record_check` to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from engine.cities import find_rules
from engine.errors import RuleError
from engine.record import FORMAT, SHUFFLE, VERSION, Json
from engine.record_schema import AROUND, FIELDS, PLAY
from engine.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 64 << 20
"""A longer record is not read: some four thousand hands."""

MAX_LINE_BYTES = 1 << 20

_MAX_DIGITS = 100
_EXCERPT = 60


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What does not hold. `line` counts from 1; `code` is stable; `details` says more in English."""

    line: int
    code: str
    details: str

    def __str__(self) -> str:
        """Name it in one line."""
        return f"line {self.line}: {self.code}: {self.details}"


class RecordError(Exception):
    """A record that cannot be read, or a step of it that the rules do not allow."""

    def __init__(self, fault: Fault) -> None:
        """Take the fault."""
        self.fault = fault
        super().__init__(str(fault))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record, with all the fields of its type; `number` counts from 1."""

    number: int
    type: str
    fields: Json

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 (any JSON value; the schema says which)
        """Return a field."""
        return self.fields[name]


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand of a record. `before`: who sat down since the last one; `body`: play and what people did, up to `end`.

    `penalties` are the lines of that name; `void` is None unless the hand counts for nothing.
    """

    before: tuple[Line, ...]
    start: Line
    deal: Line
    body: tuple[Line, ...]
    penalties: tuple[Line, ...]
    void: Line | None
    end: Line


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has the form of one. `rules` are those of its first line."""

    lines: tuple[Line, ...]
    rules: Rules
    start: Line
    hands: tuple[RecordedHand, ...]
    end: Line

    def list_sits(self, until: RecordedHand) -> Iterator[Line]:
        """Yield the lines of who sat down during the match, up to a hand of it."""
        for hand in self.hands:
            yield from hand.before
            if hand is until:
                return

    def list_players(self, until: RecordedHand) -> list[Json]:
        """Return who sat at each seat in a hand, as `start_match` and `sit` name them."""
        players: list[Json] = list(self.start["players"])
        for line in self.list_sits(until):
            players[line["seat"]] = line["player"]
        return players


def read_record(data: bytes) -> Record:
    """Read a record.

    Raises RecordError with one of `empty`, `too_large`, `not_utf8`, `not_json`, `missing_field`, `unknown_type`,
    `bad_value`, `unknown_format`, `unknown_rules`, `unknown_option`, `bad_option`, `unexpected_line`, `truncated`.
    """
    if len(data) > MAX_BYTES:
        _fail(1, "too_large", f"more than {MAX_BYTES >> 20} MiB")
    if not data.strip():
        _fail(1, "empty", "there is nothing in it")
    lines = tuple(_read_line(number, text) for number, text in enumerate(_split(data), 1))
    if lines[0].type != "start_match":
        _fail(1, "unexpected_line", f"a record begins with start_match, not {lines[0].type}")
    rules = _read_rules(lines[0])
    hands, end = _Grouper(lines).group()
    return Record(lines, rules, lines[0], hands, end)


def _fail(line: int, code: str, details: str) -> NoReturn:
    raise RecordError(Fault(line, code, details))


def _split(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    if not lines[-1].strip():
        lines.pop()
    return lines


# ---- one line


def _read_line(number: int, text: bytes) -> Line:
    fields = _parse(number, text)
    kind = fields.get("type")
    if not isinstance(kind, str):
        _fail(number, "missing_field" if kind is None else "bad_value", "every line has a type, a word")
    checks = FIELDS.get(kind)
    if checks is None:
        _fail(number, "unknown_type", f"there is no type {_excerpt(kind)}")
    for name, check in checks.items():
        if name not in fields:
            _fail(number, "missing_field", f"{kind} lacks {name}")
        if not check(fields[name]):
            _fail(number, "bad_value", f"{kind} does not take {_excerpt(fields[name])} as {name}")
    return Line(number, kind, fields)


def _parse(number: int, text: bytes) -> Json:
    if len(text) > MAX_LINE_BYTES:
        _fail(number, "too_large", f"a line of more than {MAX_LINE_BYTES >> 20} MiB")
    try:
        written = text.decode("utf-8")
    except UnicodeDecodeError:
        _fail(number, "not_utf8", "this is not text in UTF-8")
    try:
        value = json.loads(
            written, parse_constant=_refuse_constant, parse_int=_parse_int, object_pairs_hook=_refuse_double_names
        )
    except (ValueError, RecursionError) as error:
        _fail(number, "not_json", f"this is not JSON ({_excerpt(str(error))})")
    if not isinstance(value, dict):
        _fail(number, "not_json", "this is not a JSON object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _refuse_double_names(pairs: Sequence[tuple[str, Any]]) -> Json:
    """Make an object; of a name given twice nobody could say which value counts."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name is given twice")
    return fields


def _excerpt(value: object) -> str:
    """Write a value of unknown origin as safe ASCII, cut short; of a list or an object say only that it is one."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 1] + "…"


# ---- the whole


def _read_rules(start: Line) -> Rules:
    for name, known in (("format", FORMAT), ("version", VERSION), ("shuffle", SHUFFLE)):
        if start[name] != known:
            _fail(start.number, "unknown_format", f"{name} is {_excerpt(start[name])}, this program reads {known}")
    try:
        rules = find_rules(start["rules"], start["options"])
    except RuleError as error:
        facts = ", ".join(f"{name} {_excerpt(value)}" for name, value in error.facts.items())
        _fail(start.number, error.code, facts)
    missing = next((name for name in rules.options if name not in start["options"]), None)
    if missing is not None:
        _fail(start.number, "missing_field", f"options lack {missing}")
    return rules


class _Grouper:
    """Takes lines one after the other and puts them together into hands."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._place = 1

    def group(self) -> tuple[tuple[RecordedHand, ...], Line]:
        """Return all hands and the last line."""
        hands: list[RecordedHand] = []
        while True:
            before = tuple(self._take_while({"sit"}))
            last = self._take("start_hand or end_match")
            if last.type == "end_match":
                if self._place < len(self._lines):
                    self._refuse(self._lines[self._place], "after end_match comes nothing")
                return tuple(hands), last
            if hands and hands[-1].void is not None:
                self._refuse(last, "after a void hand comes end_match")
            hands.append(self._read_hand(before, last))

    def _read_hand(self, before: tuple[Line, ...], start: Line) -> RecordedHand:
        self._need(start, "start_hand")
        deal = self._need(self._take("deal"), "deal")
        body = tuple(self._take_while((PLAY - {"deal"}) | (AROUND - {"sit"})))
        following = self._take("the next step of the hand, void, penalty or end_hand")
        void = following if following.type == "void" else None
        penalties: tuple[Line, ...] = ()
        if void is None:
            self._place -= 1
            penalties = tuple(self._take_while({"penalty"}))
        end = self._need(self._take("end_hand"), "end_hand")
        return RecordedHand(before, start, deal, body, penalties, void, end)

    def _take_while(self, types: frozenset[str] | set[str]) -> Iterator[Line]:
        while self._place < len(self._lines) and self._lines[self._place].type in types:
            self._place += 1
            yield self._lines[self._place - 1]

    def _take(self, wanted: str) -> Line:
        if self._place >= len(self._lines):
            _fail(len(self._lines) + 1, "truncated", f"the record ends where {wanted} should follow")
        self._place += 1
        return self._lines[self._place - 1]

    def _need(self, line: Line, wanted: str) -> Line:
        if line.type != wanted:
            self._refuse(line, f"here {wanted} should stand, not {line.type}")
        return line

    @staticmethod
    def _refuse(line: Line, details: str) -> NoReturn:
        _fail(line.number, "unexpected_line", details)
