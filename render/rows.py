"""Rows of tiles: which tiles stand where in a strip of concealed tiles and melds, in local coordinates of a side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType
from render.frame import Box, Side
from render.sprites import BACK, Mood, TileLook, depth_of, draw_tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL import Image

    from engine.tiles import Kind
    from engine.view import FaceDownGang
    from render.canvas import Canvas
    from render.pen import Colour
    from render.theme import Theme

RATIO = 1.32
"""Height of a tile's face by its width."""
_STACK = 0.8
"""How far the tile on a stack lies above the one under it, by the width of a tile."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile's face in local coordinates; a sideways one is wider than high."""

    kind: Kind
    box: Box
    is_sideways: bool = False
    mood: Mood = Mood.PLAIN


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile in a row before it has a place: sideways, stacked on the one before, or after a gap (in tile widths)."""

    kind: Kind
    is_sideways: bool = False
    is_stacked: bool = False
    gap: float = 0.0
    mood: Mood = Mood.PLAIN


def list_meld_slots(meld: Meld | FaceDownGang, seat: int) -> list[Slot]:
    """Return a meld's tiles from the owner's left to right.

    The claimed tile lies sideways on the side of the seat it came from: left for the player before, in the middle
    for the one opposite, right for the next. The tile added to a peng lies on the sideways one. A concealed gang
    shows its backs at both ends; a face-down one, to those who may not know it, only backs.
    """
    if not isinstance(meld, Meld):
        return [Slot(BACK) for _ in range(4)]
    if meld.type is MeldType.AN_GANG:
        return [Slot(BACK), Slot(meld.kind), Slot(meld.kind), Slot(BACK)]
    if meld.claimed is None or meld.source is None:
        return [Slot(kind) for kind in meld.tiles]
    own = list(meld.tiles)
    own.remove(meld.claimed)
    is_added = meld.type is MeldType.JIA_GANG
    if is_added:
        own.pop()
    slots = [Slot(kind) for kind in own]
    place = {3: 0, 2: len(slots) // 2 if len(slots) < 3 else 1, 1: len(slots)}[(meld.source - seat) % 4]
    turned = [Slot(meld.claimed, is_sideways=True)]
    if is_added:
        turned.append(Slot(meld.kind, is_sideways=True, is_stacked=True))
    return slots[:place] + turned + slots[place:]


def measure_slots(slots: Sequence[Slot], width: float) -> float:
    """Return the length of a row of slots for tiles of that width."""
    return sum(_advance(slot, width) for slot in slots)


def fit_width(slots: Sequence[Slot], width: int, room: float) -> int:
    """Return the tile width, at most `width`, at which a row of slots is no longer than `room`."""
    while measure_slots(slots, width) > room:
        width -= 1
    return width


def measure_lift(slots: Sequence[Slot], width: int) -> int:
    """Return by how much a tile stacked on another rises above the faces that stand beside it."""
    if not any(slot.is_stacked for slot in slots):
        return 0
    return max(0, width + round(width * _STACK) - round(width * RATIO))


def _advance(slot: Slot, width: float) -> float:
    if slot.is_stacked:
        return 0.0
    return width * (slot.gap + (RATIO if slot.is_sideways else 1.0)) + 2


def place_slots(slots: Sequence[Slot], left: float, bottom: float, width: float) -> list[Placed]:
    """Lay a row of slots out, faces standing on the line `bottom`."""
    placed: list[Placed] = []
    height = round(width * RATIO)
    x = left
    for slot in slots:
        if slot.is_stacked:
            under = placed[-1].box
            lift = round(width * _STACK)
            box = (under[0], under[1] - lift, under[2], under[3] - lift)
            placed.append(Placed(slot.kind, box, is_sideways=True, mood=slot.mood))
            continue
        x += slot.gap * width
        size = (height, width) if slot.is_sideways else (width, height)
        box = (x, bottom - size[1], x + size[0], bottom)
        placed.append(Placed(slot.kind, box, slot.is_sideways, slot.mood))
        x += size[0] + 2
    return placed


def paint_tiles(canvas: Canvas, side: Side, tiles: Iterable[Placed], ground: Colour) -> None:
    """Paint tiles of one side, those further up in the picture first, so that nearer ones stand before them."""
    theme, turns = canvas.theme, side.turns
    boxes = [(side.place(tile.box), tile) for tile in tiles]
    boxes.sort(key=_find_depth)
    for box, tile in boxes:
        left, top, right, low = tile.box
        wide, high = round(right - left), round(low - top)
        short, long = (high, wide) if tile.is_sideways else (wide, high)
        sprite = _find_sprite(theme, tile.kind, short, long, ground, (turns + tile.is_sideways) % 4, tile.mood)
        canvas.paste(sprite, box[0], box[1])


def _find_depth(placed: tuple[Box, Placed]) -> tuple[float, float]:
    return placed[0][1], placed[0][0]


@lru_cache(maxsize=2048)
def _find_sprite(  # noqa: PLR0913, PLR0917 (plain arguments are found fastest; this is asked a hundred times a picture)
    theme: Theme, kind: Kind, width: int, height: int, ground: Colour, turns: int, mood: Mood
) -> Image.Image:
    return draw_tile(TileLook(theme, kind, width, height, depth_of(width), ground, turns, mood))
