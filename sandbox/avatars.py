"""Small pictures drawn in code, and what can be told about a picture's bytes."""

from __future__ import annotations

import io
import random

from PIL import Image, ImageDraw, UnidentifiedImageError

_CELLS = 5
_CELL = 20
_MARGIN = 14

CONTENT_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "AVIF": "image/avif",
}


def draw_avatar(color: int, seed: int) -> bytes:
    """Return a PNG of 128 x 128: a mirrored pattern of light squares on `color` (0xRRGGBB), fixed by `seed`."""
    side = _CELLS * _CELL + 2 * _MARGIN
    image = Image.new("P", (side, side), 0)
    red, green, blue = color >> 16, color >> 8 & 255, color & 255
    image.putpalette([red, green, blue, 255 - (255 - red) // 5, 255 - (255 - green) // 5, 255 - (255 - blue) // 5])
    draw = ImageDraw.Draw(image)
    pattern = random.Random(seed)
    for column in range((_CELLS + 1) // 2):
        for row in range(_CELLS):
            if pattern.random() < 0.5:
                for place in {column, _CELLS - 1 - column}:
                    left, top = _MARGIN + place * _CELL, _MARGIN + row * _CELL
                    draw.rectangle((left, top, left + _CELL - 1, top + _CELL - 1), fill=1)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def inspect_picture(content: bytes) -> tuple[str, int, int] | None:
    """Return content type, width and height of a picture's bytes, or None if they are no picture."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            content_type = CONTENT_TYPES.get(image.format or "")
            return None if content_type is None else (content_type, image.width, image.height)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return None
