"""Colours: a theme names them, and its palette holds every colour that a picture in it may have.

All pictures are palette pictures with a fixed palette per theme: ramps between the colours that meet. Whatever is
drawn smooth is mapped to the nearest entry once, when its sprite is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image

from render.pen import Colour

ENTRIES = 256


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of felt, panels, text and tiles. `dim` is how far a claimed tile fades into the felt (0..1).

    A theme is equal to itself only: it is part of every cache key, so its hash must cost nothing.
    """

    name: str
    felt: Colour
    zone: Colour
    well: Colour
    plate: Colour
    line: Colour
    text: Colour
    muted: Colour
    gold: Colour
    gold_ink: Colour
    alarm: Colour
    gain: Colour
    face: Colour
    face_edge: Colour
    back: Colour
    back_edge: Colour
    back_mark: Colour
    ink: Colour
    red: Colour
    green: Colour
    blue: Colour
    dim: float = 0.62


JADE = Theme(
    name="jade",
    felt=(27, 94, 76),
    zone=(22, 80, 65),
    well=(15, 58, 48),
    plate=(12, 42, 37),
    line=(58, 128, 107),
    text=(255, 255, 255),
    muted=(164, 205, 190),
    gold=(255, 203, 71),
    gold_ink=(51, 33, 0),
    alarm=(232, 72, 62),
    gain=(122, 224, 148),
    face=(252, 249, 238),
    face_edge=(205, 196, 170),
    back=(232, 150, 58),
    back_edge=(176, 102, 30),
    back_mark=(250, 190, 110),
    ink=(30, 34, 48),
    red=(204, 30, 38),
    green=(18, 122, 66),
    blue=(26, 74, 160),
)

NIGHT = Theme(
    name="night",
    felt=(44, 58, 84),
    zone=(37, 49, 72),
    well=(26, 35, 53),
    plate=(19, 25, 40),
    line=(86, 104, 138),
    text=(255, 255, 255),
    muted=(176, 190, 214),
    gold=(255, 203, 71),
    gold_ink=(51, 33, 0),
    alarm=(238, 84, 74),
    gain=(122, 224, 148),
    face=(252, 249, 238),
    face_edge=(205, 196, 170),
    back=(44, 150, 104),
    back_edge=(22, 100, 68),
    back_mark=(116, 200, 160),
    ink=(30, 34, 48),
    red=(204, 30, 38),
    green=(18, 122, 66),
    blue=(26, 74, 160),
)

THEMES = {theme.name: theme for theme in (JADE, NIGHT)}


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Blend two colours; `share` 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def _list_ramps(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    grounds = (theme.felt, theme.zone, theme.well, theme.plate)
    ramps = [(ground, colour, 8) for ground in grounds for colour in (theme.text, theme.gold)]
    ramps += [(ground, theme.muted, 5) for ground in grounds]
    ramps += [(theme.plate, theme.alarm, 5), (theme.plate, theme.gain, 5), (theme.well, theme.alarm, 4)]
    ramps += [(theme.alarm, theme.text, 6), (theme.gold, theme.gold_ink, 8), (theme.gain, theme.gold_ink, 6)]
    ramps += [(theme.face, ink, 9) for ink in (theme.ink, theme.red, theme.green, theme.blue)]
    ramps += [(theme.red, theme.green, 3), (theme.back, theme.back_mark, 6), (theme.back, theme.face, 4)]
    ramps += [(edge, ground, 3) for edge in (theme.back_edge, theme.face) for ground in grounds]
    ramps += [(theme.face, theme.face_edge, 4), (theme.face_edge, theme.back_edge, 4), (theme.back, theme.back_edge, 4)]
    ramps += [(theme.face, theme.gold, 4), (theme.felt, theme.line, 3), (theme.zone, theme.line, 3)]
    ghost = mix(theme.face, theme.felt, theme.dim)
    for ink in (theme.ink, theme.red, theme.green, theme.blue):
        ramps.append((ghost, mix(ink, theme.felt, theme.dim), 4))
    ramps.append((ghost, theme.felt, 4))
    return ramps


@cache
def build_palette(theme: Theme) -> tuple[Colour, ...]:
    """Return the theme's colours, at most 256, without repetition, in a fixed order."""
    colours: dict[Colour, None] = {}
    for first, second, steps in _list_ramps(theme):
        for step in range(steps + 1):
            colours.setdefault(mix(first, second, step / steps))
    if len(colours) > ENTRIES:
        message = f"theme {theme.name} has {len(colours)} colours"
        raise ValueError(message)
    return tuple(colours)


@cache
def _palette_picture(theme: Theme) -> Image.Image:
    picture = Image.new("P", (1, 1))
    colours = build_palette(theme)
    padded = colours + colours[:1] * (ENTRIES - len(colours))
    picture.putpalette([channel for colour in padded for channel in colour])
    return picture


def new_picture(theme: Theme, width: int, height: int, colour: Colour) -> Image.Image:
    """Return a palette picture of one colour."""
    picture = Image.new("P", (width, height), find_index(theme, colour))
    picture.putpalette(_palette_picture(theme).getpalette() or [])
    return picture


@lru_cache(maxsize=4096)
def find_index(theme: Theme, colour: Colour) -> int:
    """Return the palette index of the entry nearest to a colour."""
    palette = build_palette(theme)
    return min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(palette[at], colour, strict=True)))


@lru_cache(maxsize=256)
def list_blend(theme: Theme, paper: Colour, ink: Colour) -> tuple[int, ...]:
    """Return 256 palette indices: how much ink (0..255) a text mask lays on the paper."""
    levels = 16
    ramp = [find_index(theme, mix(paper, ink, level / levels)) for level in range(levels + 1)]
    return tuple(ramp[(value * levels + 127) // 255] for value in range(ENTRIES))


def map_to_palette(theme: Theme, picture: Image.Image) -> Image.Image:
    """Map an RGB picture to the theme's palette, each pixel to the nearest entry."""
    mapped = picture.quantize(palette=_palette_picture(theme), dither=Image.Dither.NONE)
    # Loading settles the palette now, so that threads sharing the sprite later only read it.
    mapped.load()
    return mapped
