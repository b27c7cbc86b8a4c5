"""What the selects and buttons of a person's history say when they are pressed: which hands, which page, which hand.

Spans of time are named by words ("week"), not by dates: a press shows what they are then. Nothing names a person: the
hands are always those of whoever presses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cogs.board_press import CITIES
from cogs.presses import TABLE_ID
from host.history import Company, Result
from host.periods import ALL

VERSION = 1

TODAY, WEEK, MONTH = "today", "week", "month"
SPANS = (ALL, TODAY, WEEK, MONTH)

CITY, RESULT, COMPANY, SPAN, OPEN = "city", "result", "company", "span", "open"
PARTS = (OPEN, RESULT, SPAN, CITY, COMPANY)
"""The selects, in the order in which they stand on the panel."""

_FORM = re.compile(
    r"history\|(?P<version>[0-9]{1,3})\|(?P<city>[a-z]{1,16})\|(?P<result>[a-z]{1,8})\|(?P<company>[a-z]{1,8})"
    r"\|(?P<span>[a-z]{1,8})\|(?P<until>[0-9]{1,15})\|(?P<page>[0-9]{1,7})\|(?P<part>[a-z]{1,8})"
)
_HAND = re.compile(rf"(?P<table>{TABLE_ID})/(?P<hand>[0-9]{{1,6}})")
_VERIFY = re.compile(rf"verify\|(?P<version>[0-9]{{1,3}})\|(?P<table>{TABLE_ID})\|(?P<hand>[0-9]{{1,6}})")


@dataclass(frozen=True, slots=True)
class HistoryChoice:
    """Which hands are listed. `until`: played by then, in milliseconds since 1970 (0: until now); `page` from 0."""

    city: str = ALL
    result: Result = Result.ANY
    company: Company = Company.ANY
    span: str = ALL
    until: int = 0
    page: int = 0

    def change(self, part: str, value: str) -> HistoryChoice:
        """Return the choice with what was chosen in a select, anew from the newest; ValueError for what cannot be."""
        anew = replace(self, until=0, page=0)
        if part == RESULT:
            return replace(anew, result=Result(value))
        if part == COMPANY:
            return replace(anew, company=Company(value))
        if part == SPAN and value in SPANS:
            return replace(anew, span=value)
        if part == CITY and value in {ALL, *CITIES}:
            return replace(anew, city=value)
        raise ValueError(value)

    def turn(self, page: int) -> HistoryChoice:
        """Return the same list's other page."""
        return replace(self, page=page)


@dataclass(frozen=True, slots=True)
class HistoryPress:
    """A press: the list that a button leads to, or the one on which something is chosen (`part`: of PARTS)."""

    choice: HistoryChoice
    part: str

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        own = self.choice
        which = f"{own.city}|{own.result}|{own.company}|{own.span}"
        return f"history|{VERSION}|{which}|{own.until}|{own.page}|{self.part}"


def is_history(custom_id: str) -> bool:
    """Say whether a custom_id belongs to a history, of whatever version."""
    return custom_id.startswith("history|")


def read_history_press(custom_id: str) -> HistoryPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    try:
        choice = HistoryChoice()
        for part in (CITY, RESULT, COMPANY, SPAN):
            choice = choice.change(part, found[part])
    except ValueError:
        return None
    return HistoryPress(replace(choice, until=int(found["until"]), page=int(found["page"])), found["part"])


def write_hand(table: str, hand: int) -> str:
    """Return a hand as the value of a select's option."""
    return f"{table}/{hand}"


def read_hand(value: str) -> tuple[str, int]:
    """Read what `write_hand` writes; ValueError for anything else."""
    found = _HAND.fullmatch(value)
    if found is None:
        raise ValueError(value)
    return found["table"], int(found["hand"])


def write_verify(table: str, hand: int) -> str:
    """Return the custom_id of a button that checks a hand's shuffle."""
    return f"verify|{VERSION}|{table}|{hand}"


def is_verify(custom_id: str) -> bool:
    """Say whether a custom_id belongs to such a button, of whatever version."""
    return custom_id.startswith("verify|")


def read_verify(custom_id: str) -> tuple[str, int] | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _VERIFY.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    return found["table"], int(found["hand"])
