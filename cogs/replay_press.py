"""What the buttons and selects of a replay say: which hand, which step, seen from where. A replay needs no memory.

Each names where it leads, so a press holds after a restart, and a second one changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.presses import TABLE_ID

if TYPE_CHECKING:
    from cogs.texts import Texts

VERSION = 1

FIRST, BACK, FORWARD, LAST = "first", "back", "forward", "last"
TURN_BACK, TURN_FORWARD = "before", "after"
JUMP, LOOK = "jump", "look"
SHARE, FILM, EXPORT = "share", "film", "export"
OPEN, WATCH = "open", "watch"

MOVES = frozenset({FIRST, BACK, FORWARD, LAST, TURN_BACK, TURN_FORWARD, JUMP, LOOK, OPEN})
"""What shows the step that it names, in the look that it names."""

_FORM = re.compile(
    rf"replay\|(?P<version>[0-9]{{1,3}})\|(?P<table>{TABLE_ID})\|(?P<hand>[0-9]{{1,6}})\|(?P<step>[0-9]{{1,4}})"
    r"\|(?P<look>[os][0-3])\|(?P<part>[a-z]{1,8})"
)
_LOOK = re.compile(r"[os][0-3]")


@dataclass(frozen=True, slots=True)
class Look:
    """From where a hand is seen: the seat at the bottom, and whether all hands lie open."""

    seat: int
    is_open: bool

    def __str__(self) -> str:
        """Write it as in a custom_id: `o2`, `s0`."""
        return f"{'o' if self.is_open else 's'}{self.seat}"


@dataclass(frozen=True, slots=True)
class ReplayPress:
    """A press: the match's table and the hand, the step that it leads to or is about, the look, what the button is."""

    table: str
    hand: int
    step: int
    look: Look
    part: str

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        return f"replay|{VERSION}|{self.table}|{self.hand}|{self.step}|{self.look}|{self.part}"

    def choose(self, value: str) -> ReplayPress:
        """Return it with what was chosen in its select; ValueError for what cannot be chosen."""
        if self.part == LOOK:
            return replace(self, look=read_look(value))
        if self.part == JUMP and value.isascii() and value.isdecimal() and len(value) < 5:
            return replace(self, step=int(value))
        raise ValueError(value)


def read_look(written: str) -> Look:
    """Read what `Look` writes; ValueError for anything else."""
    if not _LOOK.fullmatch(written):
        raise ValueError(written)
    return Look(int(written[1]), is_open=written[0] == "o")


def is_replay(custom_id: str) -> bool:
    """Say whether a custom_id belongs to a replay, of whatever version."""
    return custom_id.startswith("replay|")


def read_replay_press(custom_id: str) -> ReplayPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    look = read_look(found["look"])
    return ReplayPress(found["table"], int(found["hand"]), int(found["step"]), look, found["part"])


def make_replay_button(table: str, hand: int, texts: Texts) -> ui.Button[Any]:
    """Return a button that shows whoever presses it the hand, from its deal on, from their own seat if they had one."""
    press = ReplayPress(table, hand, 0, Look(0, is_open=True), WATCH)
    return ui.Button(label=texts.say("button-replay"), emoji="🎞️", custom_id=press.custom_id)
