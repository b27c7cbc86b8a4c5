"""Sets of tiles: how their faces are drawn and in which colours."""

from __future__ import annotations

from dataclasses import dataclass

from render.pen import Colour


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A set of tiles. `is_bold`: faces of few, heavy shapes with one colour a suit; else the faces of a real set.

    `index_size`: size of the number in the corner by the width of the tile, 0 without one. `man`, `pin`, `sou`: the
    colour of a suit's index.
    """

    name: str
    is_bold: bool
    index_size: float
    face: Colour
    face_edge: Colour
    ink: Colour
    red: Colour
    green: Colour
    blue: Colour
    man: Colour
    pin: Colour
    sou: Colour

    @property
    def has_index(self) -> bool:
        """Whether the tiles carry their number in the corner."""
        return self.index_size > 0


_INK = (30, 34, 48)


def _make_traditional(name: str, index_size: float) -> TileSet:
    return TileSet(
        name=name,
        is_bold=False,
        index_size=index_size,
        face=(252, 249, 238),
        face_edge=(205, 196, 170),
        ink=_INK,
        red=(204, 30, 38),
        green=(18, 122, 66),
        blue=(26, 74, 160),
        man=_INK,
        pin=_INK,
        sou=_INK,
    )


NUMBERED = _make_traditional("numbered", 0.34)
"""The faces of a real set, with a small number for those who do not read them yet: what holds unless chosen."""
TRADITIONAL = _make_traditional("traditional", 0.0)
CONTRAST = TileSet(
    name="contrast",
    is_bold=True,
    index_size=0.5,
    face=(255, 255, 255),
    face_edge=(188, 192, 198),
    ink=(0, 0, 0),
    # Vermilion, blue and a far darker green: told apart by every kind of colour vision, and in grey.
    red=(213, 70, 0),
    green=(0, 84, 62),
    blue=(0, 104, 200),
    man=(0, 0, 0),
    pin=(0, 104, 200),
    sou=(0, 84, 62),
)

TILE_SETS = {tiles.name: tiles for tiles in (NUMBERED, TRADITIONAL, CONTRAST)}
