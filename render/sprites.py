"""Tiles as opaque palette sprites, made once per look and size.

A sprite is a face (or back) of `width` × `height` with the tile's thickness below it. Its corners are blended onto the
ground that it will lie on, so that pasting needs no transparency.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from io import BytesIO

from PIL import Image

from engine.tiles import Kind
from render import faces
from render.pen import Colour, Pen
from render.theme import JADE, Theme, map_to_palette, mix

BACK = -1
"""Stands for a tile's kind where only its back shows."""


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
    has_index: bool = True


def depth_of(width: int) -> int:
    """Return the thickness that suits a tile of this width."""
    return max(3, round(width * 0.11))


@lru_cache(maxsize=2048)
def draw_tile(look: TileLook) -> Image.Image:
    """Return the sprite: its size is the face as turned, plus `depth` below. Do not change it."""
    return map_to_palette(look.theme, draw_tile_rgb(look))


def draw_tile_rgb(look: TileLook) -> Image.Image:
    """Return the sprite before it is mapped to the palette."""
    theme = look.theme
    width, height = (look.height, look.width) if look.turns % 2 else (look.width, look.height)
    radius = max(3, round(look.width * 0.11))
    pen = Pen(width, height + look.depth, look.ground)
    is_back = look.kind == BACK
    edge = theme.gold if look.mood is Mood.LIT else (theme.face_edge if is_back else theme.back_edge)
    pen.fill_box((0, look.depth, width, height + look.depth), edge, radius)
    if look.mood is not Mood.LIT:
        middle = theme.back_edge if is_back else theme.face_edge
        pen.fill_box((0, 0, width, height + look.depth * 0.5), middle, radius)
    body = pen.finish()
    face = _draw_front(look)
    mask = _round_mask(width, height, radius)
    body.paste(face.rotate(90 * look.turns, expand=True) if look.turns else face, (0, 0), mask)
    if look.mood is Mood.FADED:
        return Image.blend(body, Image.new("RGB", body.size, look.ground), theme.dim)
    return body


def _draw_front(look: TileLook) -> Image.Image:
    theme = look.theme
    is_back = look.kind == BACK
    paper = theme.back if is_back else theme.face
    rim = mix(theme.back, theme.back_mark, 0.5) if is_back else mix(theme.face, theme.face_edge, 0.5)
    if look.mood is Mood.LIT:
        rim = theme.gold
    inset = max(1.0, look.width * (0.06 if look.mood is Mood.LIT else 0.022))
    pen = Pen(look.width, look.height, rim)
    pen.fill_box((inset, inset, look.width - inset, look.height - inset), paper, look.width * 0.09)
    front = pen.finish()
    if is_back:
        return _mark_back(look, front)
    art_width = look.width - 2 * max(1.0, look.width * 0.05)
    unit = min(art_width / faces.WIDTH, look.height * 0.94 / faces.HEIGHT)
    origin = ((look.width - unit * faces.WIDTH) / 2, (look.height - unit * faces.HEIGHT) / 2)
    layer = Pen(look.width, look.height, paper, unit, origin)
    faces.draw_face(faces.Art(layer, theme, unit), look.kind)
    if look.has_index:
        faces.draw_index(faces.Art(layer, theme, unit), look.kind)
    hole = _round_mask(round(look.width - 2 * inset), round(look.height - 2 * inset), round(look.width * 0.08))
    art = layer.finish().crop((round(inset), round(inset), round(inset) + hole.width, round(inset) + hole.height))
    front.paste(art, (round(inset), round(inset)), hole)
    return front


def _mark_back(look: TileLook, front: Image.Image) -> Image.Image:
    pen = Pen(look.width, look.height, look.theme.back, look.width / faces.WIDTH)
    middle = look.height * faces.WIDTH / look.width / 2
    pen.fill_polygon([(150, middle - 90), (215, middle), (150, middle + 90), (85, middle)], look.theme.back_mark)
    pen.fill_polygon([(150, middle - 52), (187, middle), (150, middle + 52), (113, middle)], look.theme.back)
    inset = max(2, round(look.width * 0.1))
    box = (inset, inset, look.width - inset, look.height - inset)
    front.paste(pen.finish().crop(box), box[:2])
    return front


@lru_cache(maxsize=64)
def _round_mask(width: int, height: int, radius: int) -> Image.Image:
    pen = Pen(width, height, (0, 0, 0))
    pen.fill_box((0, 0, width, height), (255, 255, 255), radius)
    return pen.finish().convert("L")


def draw_tile_emoji(kind: Kind, *, theme: Theme = JADE) -> bytes:
    """Return a tile (or `BACK`) as a transparent 128 × 128 PNG of a few KB, for an application emoji."""
    width, height = 92, 120
    look = TileLook(theme, kind, width, height, 8, (0, 0, 0))
    sprite = draw_tile_rgb(look)
    radius = max(3, round(width * 0.11))
    emoji = Image.new("RGBA", (128, 128))
    emoji.paste(sprite, ((128 - width) // 2, 0), _round_mask(width, height + 8, radius))
    out = BytesIO()
    emoji.quantize(256, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()
