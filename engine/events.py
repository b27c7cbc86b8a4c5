"""What happened: past facts, in full, in the words of the record format (JUDGE section 3).

Each event says who may know it: `seen_by(viewer)` gives the event itself, a copy without what the viewer may not know
(that field is None), or None. `viewer` is a seat, or None for a spectator.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.values import value

if TYPE_CHECKING:
    from engine.actions import Auto
    from engine.score import Score
    from engine.tiles import Kind


@value
class Event:
    """A fact that everybody may know, unless a subclass says otherwise."""

    type: ClassVar[str]

    def seen_by(self, viewer: int | None) -> Event | None:  # noqa: ARG002 (subclasses look at the viewer)
        """Return what the viewer learns of it, or None."""
        return self


@value
class Dealt(Event):
    """The wall is built, broken and dealt (C2, C3): hands in the order dealt, the dealer's with 14 tiles."""

    type: ClassVar[str] = "deal"
    dice: tuple[tuple[int, ...], ...]
    break_place: int
    wall: tuple[Kind, ...] | None
    hands: tuple[tuple[Kind, ...] | None, ...]

    def seen_by(self, viewer: int | None) -> Dealt:
        """Keep the viewer's own hand."""
        hands = tuple(hand if seat == viewer else None for seat, hand in enumerate(self.hands))
        return replace(self, wall=None, hands=hands)


@value
class BaoSet(Event):
    """A bao was laid or changed (H3, H5, Q7, Q10). `viewers`: the listening seats, who may look at it (C14)."""

    type: ClassVar[str] = "bao"
    why: Literal["deal", "first_listen", "changed", "called"]
    tile: Kind | None
    index: int | None
    dice: tuple[int, ...] | None = None
    seat: int | None = None
    old: Kind | None = None
    viewers: frozenset[int] = field(default=frozenset(), repr=False)

    def seen_by(self, viewer: int | None) -> BaoSet:
        """Keep the tile for those who listen."""
        return self if viewer in self.viewers else replace(self, tile=None)


@value
class Drew(Event):
    """A seat took a tile from the front of the wall, or a replacement from its tail; only that seat sees it."""

    type: ClassVar[str] = "draw"
    seat: int
    tile: Kind | None
    index: int
    source: Literal["front", "tail"]

    def seen_by(self, viewer: int | None) -> Drew:
        """Keep the tile for the seat that drew."""
        return self if viewer == self.seat else replace(self, tile=None)


@value
class Discarded(Event):
    """A seat laid off a tile. `drawn`: it was the tile just drawn (None: no draw went before)."""

    type: ClassVar[str] = "discard"
    seat: int
    tile: Kind
    drawn: bool | None
    listen: bool
    auto: Auto = None


@value
class ClaimsClosed(Event):
    """The window after a discard or gang is closed: who could answer with what, and who did. Never public (P3)."""

    type: ClassVar[str] = "claims"
    offered: tuple[tuple[int, tuple[str, ...]], ...]
    answers: tuple[tuple[int, str, Auto], ...]

    def seen_by(self, viewer: int | None) -> None:  # noqa: ARG002
        """Nobody sees it during the hand."""
        return


@value
class Claimed(Event):
    """A discard was claimed: chi, peng, zhan or ming gang with the tiles `own` from the hand."""

    act: Literal["chi", "peng", "zhan", "ming_gang"]
    seat: int
    source: int
    tile: Kind
    own: tuple[Kind, ...]
    listen: bool
    type: ClassVar[str] = "claim"


@value
class Ganged(Event):
    """An an gang or a jia gang was laid. A face-down an gang's tile is seen by its maker only."""

    act: Literal["an_gang", "jia_gang"]
    seat: int
    tile: Kind | None
    is_face_down: bool = False
    type: ClassVar[str] = "gang"

    def seen_by(self, viewer: int | None) -> Ganged:
        """Hide a face-down gang's tile from others."""
        return replace(self, tile=None) if self.is_face_down and viewer != self.seat else self


@value
class WinPassed(Event):
    """A seat declined a win on its own turn; private, since it tells what the seat waits for."""

    type: ClassVar[str] = "pass_win"
    seat: int
    tile: Kind

    def seen_by(self, viewer: int | None) -> WinPassed | None:
        """Show it to the seat alone."""
        return self if viewer == self.seat else None


@value
class ListenFailed(Event):
    """A seat said listen but did not take the tile (M6); private, as what it said was."""

    type: ClassVar[str] = "listen_failed"
    seat: int

    def seen_by(self, viewer: int | None) -> ListenFailed | None:
        """Show it to the seat alone."""
        return self if viewer == self.seat else None


@value
class Won(Event):
    """A seat won (胡). `source` is None on an own draw; `score` holds lines, shares and what is owed in fan."""

    type: ClassVar[str] = "hu"
    seat: int
    source: int | None
    tile: Kind
    how: str
    waits: tuple[Kind, ...]
    score: Score
    is_liable: bool


@value
class WallExhausted(Event):
    """Draw game (H11): the wall has no tile to draw and nobody won."""

    type: ClassVar[str] = "draw_game"
    why: Literal["wall_exhausted"] = "wall_exhausted"
