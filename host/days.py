"""A server's own days: where one begins in its time zone. All seconds are since 1970, as `Clock.wall` gives them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

DEFAULT_ZONE = "UTC"


@cache
def list_zones() -> tuple[str, ...]:
    """Return the names of all time zones (IANA), in order."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()))


def find_zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name; ValueError if there is none."""
    if name not in list_zones():
        raise ValueError(name)
    return ZoneInfo(name)


def find_day(at: float, zone: str) -> date:
    """Return the day that it is in a zone at a time."""
    return datetime.fromtimestamp(at, find_zone(zone)).date()


def begin_day(day: date, zone: str) -> float:
    """Return when a day begins in a zone; where midnight is skipped or comes twice, the first moment of the day."""
    return datetime.combine(day, time(), find_zone(zone)).timestamp()


def begin_next_day(at: float, zone: str) -> float:
    """Return when the day after the one at a time begins in a zone."""
    return begin_day(find_day(at, zone) + timedelta(days=1), zone)


_DISCORD_BEGINS = datetime(2015, 1, 1, tzinfo=UTC).timestamp()
_SNOWFLAKE_TIME_BITS = 22


def newest_user_id(at: float, days: int) -> int:
    """Return the largest id that a Discord account at least so many days old can have at a time.

    An account's id holds when it was made (Discord: snowflakes), so `user_id <= newest_user_id(…)` asks for its age.
    """
    milliseconds = int((at - days * 86400 - _DISCORD_BEGINS) * 1000)
    return ((max(milliseconds, 0) + 1) << _SNOWFLAKE_TIME_BITS) - 1
