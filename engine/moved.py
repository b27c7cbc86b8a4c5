"""The events of tiles that come and go, by far the most frequent: equal ones are one object, found by place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events import Discarded, Drew
from engine.tiles import COPIES, KINDS

if TYPE_CHECKING:
    from engine.actions import Auto
    from engine.tiles import Kind

_SEATS: Final = 4
_DRAWS: Final[list[Drew | None]] = [None] * (2 * _SEATS * KINDS * KINDS * COPIES)
_DISCARDS: Final[list[Discarded | None]] = [None] * (6 * _SEATS * KINDS)


def make_drew(seat: int, tile: Kind, index: int, *, is_replacement: bool) -> Drew:
    """Return the event of a draw of a wall's tile at this place, from the front or as a replacement."""
    place = ((index * KINDS + tile) * _SEATS + seat) * 2 + is_replacement
    event = _DRAWS[place]
    if event is None:
        event = _DRAWS[place] = Drew(seat, tile, index, "tail" if is_replacement else "front")
    return event


def make_discarded(seat: int, tile: Kind, drawn: bool | None, listen: bool, auto: Auto) -> Discarded:  # noqa: FBT001 (a hot call)
    """Return the event of a discard; its fields are those of the event."""
    if auto is not None:
        return Discarded(seat, tile, drawn, listen, auto)
    place = (((2 if drawn is None else drawn) * 2 + listen) * KINDS + tile) * _SEATS + seat
    event = _DISCARDS[place]
    if event is None:
        event = _DISCARDS[place] = Discarded(seat, tile, drawn, listen)
    return event
