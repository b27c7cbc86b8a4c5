"""What a leaderboard's selects and buttons say when they are pressed: which board and page, and nothing secret.

Weeks, months and the season are named by words ("week"), not by dates: a press shows what they are then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from engine.cities import find_rules, preset_names
from host.boards import Metric
from host.periods import ALL

VERSION = 1

WEEK, MONTH, SEASON = "week", "month", "season"
SPANS = (WEEK, MONTH, SEASON, ALL)
"""The spans that can be chosen; beside them seasons that are over, by number: `s3`."""

CITIES = tuple(dict.fromkeys(find_rules(name).city for name in preset_names()))

PARTS = ("metric", "span", "city")
"""What can be chosen in a select."""

_FORM = re.compile(
    r"board\|(?P<version>[0-9]{1,3})\|(?P<metric>[a-z]{1,8})\|(?P<span>[a-z]{1,8}|s[0-9]{1,6})\|(?P<city>[a-z]{1,16})"
    r"\|(?P<everywhere>[01])\|(?P<page>[0-9]{1,7})\|(?P<part>[a-z]{1,8})"
)
_PAST = re.compile(r"s[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """Which board is shown: metric, span (one of SPANS or a past season's), city, where, and the page."""

    metric: Metric = Metric.NET
    span: str = ALL
    city: str = ALL
    is_everywhere: bool = False
    page: int = 0

    def change(self, part: str, value: str) -> BoardChoice:
        """Return the choice with what was chosen in a select, on its first page; ValueError for what cannot be."""
        if part == "metric":
            return replace(self, metric=Metric(value), page=0).mend()
        if part == "span" and (value in SPANS or _PAST.fullmatch(value)):
            return replace(self, span=value, page=0).mend()
        if part == "city" and value in {ALL, *CITIES}:
            return replace(self, city=value, page=0).mend()
        raise ValueError(value)

    def turn(self, page: int) -> BoardChoice:
        """Return the same board's other page."""
        return replace(self, page=page)

    def move(self, *, is_everywhere: bool) -> BoardChoice:
        """Return the same board of this server, or of all."""
        return replace(self, is_everywhere=is_everywhere, page=0).mend()

    def mend(self) -> BoardChoice:
        """Return the nearest board that there is: coins are a server's own, as seasons are; ratings are by city."""
        mended = self
        if mended.is_everywhere:
            if mended.metric is Metric.COINS:
                mended = replace(mended, metric=Metric.NET)
            if mended.span == SEASON or _PAST.fullmatch(mended.span):
                mended = replace(mended, span=ALL)
        if mended.metric is Metric.RATING and mended.city == ALL:
            mended = replace(mended, city=CITIES[0])
        return mended


@dataclass(frozen=True, slots=True)
class BoardPress:
    """A press: the board that a button leads to, or the one on which something is chosen in a select.

    `part`: one of PARTS for a select; else what the button is, for custom_ids are each there once.
    """

    choice: BoardChoice
    part: str

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        own = self.choice
        where = f"{own.metric}|{own.span}|{own.city}|{int(own.is_everywhere)}"
        return f"board|{VERSION}|{where}|{own.page}|{self.part}"


def is_board_press(custom_id: str) -> bool:
    """Say whether a custom_id belongs to a leaderboard, of whatever version."""
    return custom_id.startswith("board|")


def read_board_press(custom_id: str) -> BoardPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    try:
        choice = BoardChoice(Metric(found["metric"]), page=int(found["page"]))
        choice = replace(choice.change("span", found["span"]).change("city", found["city"]), page=choice.page)
    except ValueError:
        return None
    return BoardPress(replace(choice, is_everywhere=found["everywhere"] == "1").mend(), found["part"])
