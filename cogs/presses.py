"""What a button says when it is pressed: version, table, decision, act and place, and nothing secret.

A tile is named by its place in the panel, never by its kind (custom_ids reach every client that sees the message).
The decision number makes a late or double click recognisable; the version, a button from an older program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

VERSION = 1
MAX_CUSTOM_ID = 100
"""Discord: custom_id is at most 100 characters."""


class Act(StrEnum):
    """What a button does. The values travel in custom_ids: never reuse one for another meaning."""

    # Lobby
    JOIN = "join"
    LEAVE = "leave"
    ADD_COMPUTER = "addc"
    REMOVE_COMPUTER = "delc"
    FILL = "fill"
    START = "start"
    # Public table message
    MY_HAND = "hand"
    # Result of a game's last hand: `table` is the one that is over
    PLAY_AGAIN = "again"
    # Hand panel: tiles by place
    DISCARD = "d"
    LISTEN_DISCARD = "l"
    # Hand panel: the six prompts (P6)
    CHI = "chi"
    PENG = "peng"
    GANG = "gang"
    LISTEN = "ting"
    WIN = "win"
    PASS = "pass"  # noqa: S105 (no password)
    CALL_BAO = "bao"
    # Hand panel: the same, having been asked once more whether a win shall pass by
    SURE_DISCARD = "d2"
    SURE_PASS = "pass2"  # noqa: S105
    # Hand panel: around the play
    BACK = "back"
    REFRESH = "new"
    TAKE_OVER = "own"
    AUTOPLAY = "auto"
    # Picking the number of run (Q13): `place`
    RUN = "run"
    # Looking up rules: `table` is a table or a preset, `place` the page
    RULES = "rules"
    # The tutorial: `decision` is the lesson, `place` the choice
    LEARN = "learn"
    # Asked before it is done
    SURE_LEAVE = "leave2"
    SURE_END = "end2"


TABLE_ID = "[0-9A-Za-z_-]{1,40}"
PATTERN = (
    rf"(?P<version>[0-9]{{1,3}})\|(?P<table>{TABLE_ID})\|(?P<decision>[0-9]{{1,9}})"
    r"\|(?P<act>[a-z0-9]{1,8})\|(?P<place>[0-9]{0,2})"
)
"""Not `\\d`, which takes the digits of every script."""
_COMPILED = re.compile(PATTERN)


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button. `decision` 0: the act belongs to no decision. `place` None: the act has no place."""

    table: str
    act: Act
    decision: int = 0
    place: int | None = None

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id of at most 100 characters."""
        place = "" if self.place is None else self.place
        return f"{VERSION}|{self.table}|{self.decision}|{self.act}|{place}"


def has_form(custom_id: str) -> bool:
    """Say whether a custom_id is written like ours, of whatever version."""
    return _COMPILED.fullmatch(custom_id) is not None


def read_press(custom_id: str) -> Press | None:
    """Read a custom_id; None if it is of another version, has an unknown act, or is none of ours."""
    found = _COMPILED.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION or found["act"] not in set(Act):
        return None
    place = int(found["place"]) if found["place"] else None
    return Press(found["table"], Act(found["act"]), int(found["decision"]), place)
