"""Tiles as opaque palette sprites, made once per look and size.

A sprite is a face (or back) of `width` × `height` with the tile's thickness below it. Its corners are blended onto the
ground that it will lie on, so that pasting needs no transparency.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageFilter, ImageOps

from engine.tiles import DRAGON, Kind, number_of, suit_of
from render import bold_faces, faces
from render.pen import Colour, Pen
from render.text import draw_text_mask
from render.theme import JADE, Theme, map_to_palette, mix

BACK = -1
"""Stands for a tile's kind where only its back shows."""

EMOJI_SIZE = 128
_BROAD = 0.85
"""A tile broader than this, by its height, draws its face at the right, beside the index."""
_SHARE = 0.93
_SHARE_WITH_INDEX = 0.84
_SHARE_BESIDE_LARGE = 0.76
"""How much of the face the drawing fills: without an index, with a small one and with a large one beside it."""
_SMALL = 62
"""Below this width in pixels the finest parts of a drawing would only be noise."""


_SHADES = [0] * 80 + [128] * 96 + [255] * 80
"""What becomes of each of a mask's 256 values where three are enough."""


class Mood(StrEnum):
    """How a tile is shown: as it is, faded (claimed away), or lit (the one it is about)."""

    PLAIN = "plain"
    FADED = "faded"
    LIT = "lit"


@dataclass(frozen=True, slots=True)
class TileLook:
    """Everything that a sprite depends on. Sizes in pixels of the upright face; `turns`: quarter turns to the left."""

    theme: Theme
    kind: Kind
    width: int
    height: int
    depth: int
    ground: Colour
    turns: int = 0
    mood: Mood = Mood.PLAIN
    index_size: float | None = None
    """Size of the index by the width of the tile, if it is not the one of the theme's tiles."""

    @property
    def index(self) -> float:
        """Size of the index by the width of the tile; 0 if it has none."""
        if self.kind in {BACK, DRAGON}:
            return 0.0
        return self.theme.tiles.index_size if self.index_size is None else self.index_size


def depth_of(width: int) -> int:
    """Return the thickness that suits a tile of this width."""
    return max(3, round(width * 0.11))


def _radius_of(width: int) -> int:
    return max(3, round(width * 0.12))


@lru_cache(maxsize=2048)
def draw_tile(look: TileLook) -> Image.Image:
    """Return the sprite: its size is the face as turned, plus `depth` below. Do not change it."""
    return map_to_palette(look.theme, draw_tile_rgb(look))


def draw_tile_rgb(look: TileLook) -> Image.Image:
    """Return the sprite before it is mapped to the palette."""
    theme = look.theme
    width, height = (look.height, look.width) if look.turns % 2 else (look.width, look.height)
    radius = _radius_of(look.width)
    is_back = look.kind == BACK
    far, near = (theme.face_edge, theme.back_edge) if is_back else (theme.back_edge, theme.face_edge)
    far = theme.gold if look.mood is Mood.LIT else far
    pen = Pen(width, height + look.depth, look.ground)
    pen.fill_box((0, look.depth, width, height + look.depth), far, radius)
    pen.fill_box((0, round(look.depth * 0.5), width, height + round(look.depth * 0.5)), near, radius)
    body = pen.finish()
    front = _draw_back(look) if is_back else _draw_front(look)
    if look.turns:
        front = front.rotate(90 * look.turns, expand=True)
    if look.index:
        _write_index(front, look)
    if look.mood is Mood.LIT:
        _light_rim(front, look)
    body.paste(front, (0, 0), _round_mask(width, height, radius))
    if look.mood is Mood.FADED:
        return Image.blend(body, Image.new("RGB", body.size, look.ground), theme.dim)
    return body


def _draw_front(look: TileLook) -> Image.Image:
    theme = look.theme
    pen = Pen(look.width, look.height, mix(theme.face, theme.face_edge, 0.5))
    inset = max(1, round(look.width * 0.025))
    pen.fill_box((inset, inset, look.width - inset, look.height - inset), theme.face, look.width * 0.1)
    has_index = look.index > 0
    # With an index the drawing makes a little room for it.
    share = _SHARE if not has_index else _SHARE_BESIDE_LARGE if theme.tiles.is_bold else _SHARE_WITH_INDEX
    unit = share * min(look.width / faces.WIDTH, look.height / faces.HEIGHT)
    slack_x, slack_y = look.width - unit * faces.WIDTH, look.height - unit * faces.HEIGHT
    lean_x, lean_y = (0.5, 0.5) if not has_index else (0.8, 0.86) if theme.tiles.is_bold else (0.74, 0.8)
    if has_index and look.width > look.height * _BROAD:
        lean_x = 0.94
    art = faces.Art(pen.move(unit, (slack_x * lean_x, slack_y * lean_y)), theme, is_small=look.width < _SMALL)
    draw = bold_faces.draw_bold_face if theme.tiles.is_bold else faces.draw_face
    draw(art, look.kind)
    return pen.finish()


def _draw_back(look: TileLook) -> Image.Image:
    theme = look.theme
    width, height = look.width, look.height
    pen = Pen(width, height, mix(theme.back, theme.back_mark, 0.6))
    inset = max(1, round(width * 0.025))
    pen.fill_box((inset, inset, width - inset, height - inset), theme.back, width * 0.1)
    # A frame of straight lines: forty backs lie on a table, and what is straight costs next to no bytes.
    rim, line = round(width * 0.17), max(1, round(width * 0.05))
    pen.fill_box((rim, rim, width - rim, height - rim), theme.back_mark)
    pen.fill_box((rim + line, rim + line, width - rim - line, height - rim - line), theme.back)
    return pen.finish()


def _write_index(front: Image.Image, look: TileLook) -> None:
    """Write the number into the left upper corner as the picture is seen, with a halo that clears it of the drawing."""
    size = max(7, round(look.width * look.index))
    mask = draw_text_mask(str(number_of(look.kind)), size)
    box = mask.getbbox()
    if box is None:
        return
    halo = max(1, round(look.width * 0.035))
    # Three shades are enough for an edge, and shorter to tell than all.
    mask = ImageOps.expand(mask.crop(box).point(_SHADES), halo)
    margin = max(0, round(look.width * (0.11 if look.mood is Mood.LIT else 0.075)) - halo)
    corner = (margin, margin)
    front.paste(look.theme.face, corner, mask.filter(ImageFilter.MaxFilter(2 * halo + 1)))
    tiles = look.theme.tiles
    front.paste((tiles.man, tiles.pin, tiles.sou)[suit_of(look.kind)], corner, mask)


def _light_rim(front: Image.Image, look: TileLook) -> None:
    """Frame a face in gold, inside its edge."""
    rim = max(2, round(look.width * 0.075))
    wide, high = front.size
    hole = Pen(wide, high, (255, 255, 255))
    hole.fill_box((rim, rim, wide - rim, high - rim), (0, 0, 0), look.width * 0.09)
    front.paste(look.theme.gold, (0, 0), hole.finish().convert("L"))


@lru_cache(maxsize=64)
def _round_mask(width: int, height: int, radius: int) -> Image.Image:
    pen = Pen(width, height, (0, 0, 0))
    pen.fill_box((0, 0, width, height), (255, 255, 255), radius)
    return pen.finish().convert("L")


@cache
def draw_tile_emoji(kind: Kind, *, theme: Theme = JADE) -> bytes:
    """Return a tile (or `BACK`) as a transparent 128 × 128 PNG of a few KB, for an application emoji.

    It is seen at about 22 pixels: the tile is broader than on the table, to make room for a large number.
    """
    width, height, depth = 116, 120, 8
    ground = theme.back_edge if kind != BACK else theme.face_edge
    look = TileLook(theme, kind, width, height, depth, ground, index_size=0.52)
    sprite = draw_tile_rgb(look)
    emoji = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE))
    mask = _round_mask(width, height + depth, _radius_of(width))
    emoji.paste(sprite, ((EMOJI_SIZE - width) // 2, 0), mask)
    out = BytesIO()
    emoji.quantize(256, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()
