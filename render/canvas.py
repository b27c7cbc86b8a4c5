"""A palette picture to paste cached sprites on, and its PNG.

The picture is kept as PNG wants its lines: before each line of pixels stands the byte that names the line's filter, so
that the whole is compressed as it lies in memory, without a copy a line. That byte is a column of zeros (no filter,
the best for palette pictures) to the left of all pixels.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache, lru_cache
from typing import Literal, Protocol

from isal import isal_zlib
from PIL import Image

from render.avatars import Avatar, draw_avatar_sprite, round_mask
from render.labels import Language
from render.pen import Colour, Pen
from render.text import clean_text, draw_text_mask, fit_text, measure_text
from render.theme import Theme, build_palette, find_index, list_blend, map_to_palette, new_picture

Align = Literal["left", "centre", "right"]

_PNG_LEVEL = 2
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@lru_cache(maxsize=512)
def _draw_panel(
    theme: Theme, size: tuple[int, int], radius: int, colours: tuple[Colour, Colour, Colour], border: int
) -> Image.Image:
    ground, fill, edge = colours
    width, height = size
    pen = Pen(width, height, ground)
    pen.fill_box((0, 0, width, height), edge, radius)
    if border:
        pen.fill_box((border, border, width - border, height - border), fill, max(0, radius - border))
    return map_to_palette(theme, pen.finish())


@lru_cache(maxsize=1024)
def _draw_text(
    theme: Theme, text: str, size: int, colours: tuple[Colour, Colour], language: Language
) -> tuple[Image.Image, int, int]:
    """Return the inked part of a line as a sprite, and where it lies in the line's box."""
    ink, paper = colours
    mask = draw_text_mask(text, size, language)
    box = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop(box).point(list_blend(theme, paper, ink), "P"), box[0], box[1]


class Part(Protocol):
    """A part of a picture that depends on nothing but itself: equal parts look the same."""

    @property
    def theme(self) -> Theme:
        """The theme it is painted in."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where it lies, all of it."""

    def paint(self, canvas: Canvas) -> None:
        """Paint it where it lies; without words, which have a language."""

    def __hash__(self) -> int:
        """Equal parts have equal hashes."""


@lru_cache(maxsize=96)
def _draw_part(part: Part) -> Image.Image:
    canvas = Canvas(part.theme, round(part.box[2]), round(part.box[3]), part.theme.felt, "zh-CN")
    part.paint(canvas)
    return canvas.crop(part.box)


class Canvas:
    """A picture under construction. Used by one thread; what it pastes is shared and never changed."""

    def __init__(self, theme: Theme, width: int, height: int, ground: Colour, language: Language) -> None:
        """Start with a picture of one colour; sizes in pixels."""
        self.theme = theme
        self.language = language
        self.ground = ground
        self.width = width
        self.height = height
        self._lines = new_picture(theme, width + 1, height, ground)
        # Pillow's own paste asks each time what it is given; this is called some two hundred times a picture.
        self._core = self._lines.im
        self._more_colours: list[Colour] = []

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Paste an opaque palette sprite with its left top corner there, all of it inside the picture."""
        left, top = round(x) + 1, round(y)
        core = sprite.im
        wide, high = core.size
        self._core.paste(core, (left, top, left + wide, top + high))

    def paste_avatar(self, avatar: Avatar, x: float, y: float) -> None:
        """Paste the disc of an avatar with its left top corner there; its colours join the picture's palette."""
        first = len(build_palette(self.theme)) + len(self._more_colours)
        self._more_colours += avatar.colours
        self._lines.paste(draw_avatar_sprite(avatar, first), (round(x) + 1, round(y)), round_mask())

    def fill(self, box: tuple[float, float, float, float], colour: Colour) -> None:
        """Fill a box (left, top, right, bottom; right and bottom excluded)."""
        left, top, right, bottom = (round(edge) for edge in box)
        self._lines.paste(find_index(self.theme, colour), (left + 1, top, right + 1, bottom))

    def panel(
        self,
        box: tuple[float, float, float, float],
        fill: Colour,
        *,
        ground: Colour | None = None,
        radius: int = 14,
        edge: Colour | None = None,
        border: int = 0,
    ) -> None:
        """Lay a rounded panel on a flat ground, with a border in another colour if one is given."""
        left, top, right, bottom = (round(value) for value in box)
        colours = (ground or self.ground, fill, edge or fill)
        self.paste(_draw_panel(self.theme, (right - left, bottom - top), radius, colours, border), left, top)

    def polygon(self, points: list[tuple[float, float]], fill: Colour, ground: Colour) -> None:
        """Lay a smooth polygon on a flat ground."""
        corner = (int(min(x for x, _ in points)) - 1, int(min(y for _, y in points)) - 1)
        inside = tuple((x - corner[0], y - corner[1]) for x, y in points)
        self.paste(_draw_polygon(self.theme, inside, fill, ground), *corner)

    def text(  # noqa: PLR0913 (what to write and how; all but the first five have defaults)
        self,
        place: tuple[float, float],
        text: str,
        size: int,
        ink: Colour,
        paper: Colour,
        *,
        width: int = 1000,
        align: Align = "left",
    ) -> int:
        """Write a line on flat paper: `place` is the point that `align` names, at the middle height of capitals.

        The text is cleaned and cut to `width`. Returns the width drawn, in pixels.
        """
        shown = fit_text(text, size, width, self.language)
        if not shown:
            return 0
        drawn = measure_text(shown, size, self.language)
        x = place[0] - {"left": 0.0, "centre": drawn / 2, "right": float(drawn)}[align]
        sprite, left, top = _draw_text(self.theme, shown, size, (ink, paper), self.language)
        self.paste(sprite, round(x) + left, round(place[1] - size * 0.68) + top)
        return drawn

    def fit(  # noqa: PLR0913 (as `text`)
        self,
        place: tuple[float, float],
        text: str,
        sizes: tuple[int, ...],
        ink: Colour,
        paper: Colour,
        *,
        width: int,
        align: Align = "left",
    ) -> int:
        """Write a line in the first of the sizes in which it is not wider than `width`; cut it at the last one."""
        text = clean_text(text)
        size = next((size for size in sizes if measure_text(text, size, self.language) <= width), sizes[-1])
        return self.text(place, text, size, ink, paper, width=width, align=align)

    def paint_once(self, part: Part) -> None:
        """Paint a part that often stays the same from picture to picture: drawn the first time, pasted from then on."""
        left, top, *_ = part.box
        self.paste(_draw_part(part), left, top)

    def crop(self, box: tuple[float, float, float, float]) -> Image.Image:
        """Return a part of the picture as a sprite."""
        left, top, right, bottom = (round(edge) for edge in box)
        return self._lines.crop((left + 1, top, right + 1, bottom))

    def encode(self) -> bytes:
        """Return the picture as a palette PNG."""
        self._lines.paste(0, (0, 0, 1, self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        data = isal_zlib.compress(self._lines.tobytes(), _PNG_LEVEL)
        palette = bytes(channel for colour in self._more_colours for channel in colour)
        chunks = (
            _write_chunk(b"IHDR", header),
            _write_chunk(b"PLTE", _list_channels(self.theme) + palette),
            _write_chunk(b"IDAT", data),
        )
        return b"".join((_SIGNATURE, *chunks, _write_chunk(b"IEND", b"")))


def _write_chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))))


@cache
def _list_channels(theme: Theme) -> bytes:
    return bytes(channel for colour in build_palette(theme) for channel in colour)


@lru_cache(maxsize=256)
def _draw_polygon(theme: Theme, points: tuple[tuple[float, float], ...], fill: Colour, ground: Colour) -> Image.Image:
    width = int(max(x for x, _ in points)) + 2
    height = int(max(y for _, y in points)) + 2
    pen = Pen(width, height, ground)
    pen.fill_polygon(points, fill)
    return map_to_palette(theme, pen.finish())
