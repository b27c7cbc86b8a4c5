"""Colours: a theme names them, and its palette holds every colour that a picture in it may have.

All pictures are palette pictures with a fixed palette per theme: ramps between the colours that meet. Whatever is
drawn smooth is mapped to the nearest entry once, when its sprite is made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from PIL import Image

from render.avatars import COLOURS
from render.pen import Colour
from render.tile_sets import NUMBERED, TILE_SETS, TileSet

ENTRIES = 256
FREE = 4 * COLOURS
"""So many entries a theme leaves to the avatars at a table."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of felt, panels, text and backs, and the set of tiles that lies on it.

    `dim` is how far a claimed tile fades into the felt (0..1).

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
    back: Colour
    back_edge: Colour
    back_mark: Colour
    tiles: TileSet = NUMBERED
    dim: float = 0.62

    @property
    def face(self) -> Colour:
        """The colour of a tile's face."""
        return self.tiles.face

    @property
    def face_edge(self) -> Colour:
        """The colour of a face's border and side."""
        return self.tiles.face_edge

    @property
    def ink(self) -> Colour:
        """The dark colour on faces."""
        return self.tiles.ink

    @property
    def red(self) -> Colour:
        """The red on faces and dice."""
        return self.tiles.red

    @property
    def green(self) -> Colour:
        """The green on faces."""
        return self.tiles.green

    @property
    def blue(self) -> Colour:
        """The blue on faces."""
        return self.tiles.blue


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
    back=(232, 150, 58),
    back_edge=(176, 102, 30),
    back_mark=(250, 190, 110),
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
    back=(44, 150, 104),
    back_edge=(22, 100, 68),
    back_mark=(116, 200, 160),
)

THEMES = {theme.name: theme for theme in (JADE, NIGHT)}


@cache
def find_theme(felt: str, tiles: str) -> Theme:
    """Return the theme of a felt and a set of tiles by their names; what is not known counts as the first of its kind.

    The same names give the same object, since a theme is equal to itself only.
    """
    theme, chosen = THEMES.get(felt, JADE), TILE_SETS.get(tiles, NUMBERED)
    return theme if theme.tiles is chosen else replace(theme, tiles=chosen)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Blend two colours; `share` 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def _list_ramps(theme: Theme) -> list[tuple[Colour, Colour, int]]:
    """List the colours that meet, and in how many steps one becomes the other.

    Few steps: each one more makes every edge in a picture longer to tell, and at the size of a phone none is seen.
    """
    grounds = (theme.felt, theme.zone, theme.well, theme.plate)
    inks = (theme.ink, theme.red, theme.green, theme.blue)
    ramps = [(ground, colour, 3) for ground in grounds for colour in (theme.text, theme.gold, theme.muted)]
    ramps += [(theme.plate, theme.alarm, 4), (theme.plate, theme.gain, 4), (theme.well, theme.alarm, 4)]
    ramps += [(theme.alarm, theme.text, 4), (theme.gold, theme.gold_ink, 4), (theme.gain, theme.gold_ink, 4)]
    ramps += [(theme.face, ink, 3) for ink in inks]
    ramps += [(theme.red, theme.green, 2), (theme.back, theme.back_mark, 2), (theme.back, theme.face, 2)]
    ramps += [(edge, ground, 2) for edge in (theme.back_edge, theme.face) for ground in grounds]
    ramps += [(theme.face, theme.face_edge, 2), (theme.face_edge, theme.back_edge, 2), (theme.back, theme.back_edge, 2)]
    ramps += [(theme.face, theme.gold, 2), (theme.felt, theme.line, 3), (theme.zone, theme.line, 3)]
    ghost = mix(theme.face, theme.felt, theme.dim)
    ramps += [(ghost, mix(ink, theme.felt, theme.dim), 2) for ink in inks]
    ramps.append((ghost, theme.felt, 2))
    return ramps


@cache
def build_palette(theme: Theme) -> tuple[Colour, ...]:
    """Return the theme's colours, all but `FREE` of 256 at most, without repetition, in a fixed order."""
    colours: dict[Colour, None] = {}
    for first, second, steps in _list_ramps(theme):
        for step in range(steps + 1):
            colours.setdefault(mix(first, second, step / steps))
    if len(colours) > ENTRIES - FREE:
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
