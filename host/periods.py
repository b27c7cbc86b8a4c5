"""The spans of time that hands are summed up by, in a server's own time zone.

A span is named by a short text that stands in the database: `all`, `computers` (all hands that computer players sat
in, which count for no board), `wYYYY-MM-DD` (the week from that Monday), `mYYYY-MM`, `sNUMBER` (a season).
"""

from __future__ import annotations

from datetime import timedelta

from host.days import find_day

ALL = "all"
"""In place of a span: all time; in place of a city: all cities."""

COMPUTERS = "computers"


def name_week(at: float, zone: str) -> str:
    """Return the span of the week in which a moment lies: weeks begin on Monday (ISO 8601)."""
    day = find_day(at, zone)
    return f"w{day - timedelta(days=day.weekday())}"


def name_month(at: float, zone: str) -> str:
    """Return the span of the month in which a moment lies."""
    return f"m{find_day(at, zone):%Y-%m}"


def name_season(number: int) -> str:
    """Return the span of a season."""
    return f"s{number}"
