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
    """One row of a leaderboard: place (1 is first), name, coins, hands played and won."""

    place: int
    name: str
    coins: int
    hands: int
    wins: int
    is_viewer: bool = False
