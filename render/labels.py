"""What the host adds to a view before it becomes a picture: who sits where and with how many coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from render.avatars import Avatar

Language = Literal["zh-CN", "zh-TW", "en"]
"""The languages of pictures and of their twins in text."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """One seat's name in any script, coins (None: the room plays for points, or the bank stands for it) and marks.

    `avatar`: the person's own picture, if there is one at hand. `streak`: how many hands in a row the dealer has dealt.
    """

    name: str
    coins: int | None = None
    is_computer: bool = False
    is_autoplay: bool = False
    is_away: bool = False
    avatar: Avatar | None = None
    streak: int = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard: place (1 is first), name, its value and what stands beside it, both as shown."""

    place: int
    name: str
    value: str
    detail: str = ""
    is_viewer: bool = False


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """A page of a leaderboard, all words as shown. `own`: the viewer's row, if it is on another page."""

    title: str
    subtitle: str
    rows: tuple[Standing, ...]
    own: Standing | None = None
    note: str = ""
