"""People's own pictures, made small and of few colours once, so that they cost a table next to nothing.

What comes from outside is not trusted: only common formats of moderate size are read, and what cannot be read is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from render.pen import Colour

SIZE = 64
"""Width and height in pixels."""
COLOURS = 8
"""So many colours of a table's palette each of them may have to itself."""

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_LARGEST = 1024


@dataclass(frozen=True, slots=True)
class Avatar:
    """A picture of `SIZE` × `SIZE`: for each pixel, line by line, its place among the colours."""

    pixels: bytes
    colours: tuple[Colour, ...]


def make_avatar(data: bytes) -> Avatar | None:
    """Make an avatar of an encoded picture; None if that is none we can read."""
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as picture:
            if max(picture.size) > _LARGEST:
                return None
            clear = picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    ground = Image.new("RGBA", clear.size, (40, 44, 52, 255))
    ground.alpha_composite(clear)
    small = ground.convert("RGB").resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    few = small.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = few.getpalette() or []
    count = min(COLOURS, len(palette) // 3)
    colours = tuple((palette[3 * at], palette[3 * at + 1], palette[3 * at + 2]) for at in range(count))
    return Avatar(few.tobytes(), colours)


@lru_cache(maxsize=64)
def draw_avatar_sprite(avatar: Avatar, first: int) -> Image.Image:
    """Return the avatar as a palette sprite whose colours begin at the palette's place `first`."""
    return Image.frombytes("P", (SIZE, SIZE), bytes(first + pixel for pixel in avatar.pixels))


@lru_cache(maxsize=1)
def round_mask() -> Image.Image:
    """Return the mask of the disc that is shown of an avatar: all or nothing, since palette colours do not mix."""
    mask = Image.new("1", (SIZE, SIZE))
    ImageDraw.Draw(mask).ellipse((1, 1, SIZE - 2, SIZE - 2), 1)
    return mask
