"""What the buttons about a server's coins say when they are pressed."""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = 1
LAST_PAGE = 9_999_999
_LARGEST_ID = 2**63 - 1
"""What the database takes: a number beyond it was made up."""

_FORM = re.compile(
    r"coins\|(?P<version>[0-9]{1,3})\|(?P<act>log|ask|sure|set)\|(?P<number>[0-9]{1,20})\|(?P<user>[0-9]{0,20})"
)


@dataclass(frozen=True, slots=True)
class CoinsPress:
    """A press on one of these panels.

    `act`: `log` (turn to page `number`, of `user` alone if not None), `ask` and `sure` (a reset, `number` its key),
    `set` (show what is set about coins).
    """

    act: str
    number: int
    user: int | None = None

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        return f"coins|{VERSION}|{self.act}|{self.number}|{'' if self.user is None else self.user}"


def is_coins(custom_id: str) -> bool:
    """Say whether a custom_id belongs to these panels, of whatever version."""
    return custom_id.startswith("coins|")


def read_coins_press(custom_id: str) -> CoinsPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    press = CoinsPress(found["act"], int(found["number"]), int(found["user"]) if found["user"] else None)
    is_page = press.act != "log" or press.number <= LAST_PAGE
    return press if is_page and (press.user or 0) <= _LARGEST_ID else None
