"""Tile faces of our own, drawn from shapes. Units: a face is 300 wide and 400 high."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import DRAGON, Kind, number_of, suit_of
from render.pen import OVERSAMPLE, Colour, Pen, Point
from render.text import draw_text_mask
from render.theme import Theme

WIDTH, HEIGHT = 300, 400

_DIGITS = "一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Art:
    """A pen and the colours for one face; `unit` is how many pixels a unit is."""

    pen: Pen
    theme: Theme
    unit: float


def draw_face(art: Art, kind: Kind) -> None:
    """Draw the face of a kind."""
    if kind == DRAGON:
        _write(art, "中", (150, 200), 290, art.theme.red)
        return
    number = number_of(kind)
    (_draw_man, _draw_pin, _draw_sou)[suit_of(kind)](art, number)


def _write(art: Art, text: str, centre: Point, size: float, colour: Colour) -> None:
    mask = draw_text_mask(text, max(4, round(size * art.unit * OVERSAMPLE)))
    box = mask.getbbox()
    if box is None:
        return
    mask = mask.crop(box)
    half_width, half_height = (side / 2 / art.unit / OVERSAMPLE for side in mask.size)
    art.pen.paste_mask(mask, (centre[0] - half_width, centre[1] - half_height), colour)


def _draw_man(art: Art, number: int) -> None:
    _write(art, _DIGITS[number - 1], (150, 108), 176, art.theme.ink)
    _write(art, "万", (150, 288), 190, art.theme.red)


_PIN_PLACES: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((150, 108, "g"), (150, 292, "b")),
    3: ((76, 82, "b"), (150, 200, "r"), (224, 318, "g")),
    4: ((86, 112, "b"), (214, 112, "g"), (86, 288, "g"), (214, 288, "b")),
    5: ((78, 84, "b"), (222, 84, "g"), (150, 200, "r"), (78, 316, "g"), (222, 316, "b")),
    6: ((88, 78, "g"), (212, 78, "g"), (88, 212, "r"), (212, 212, "r"), (88, 324, "r"), (212, 324, "r")),
    7: (
        (62, 62, "g"),
        (150, 98, "g"),
        (238, 134, "g"),
        (92, 240, "r"),
        (208, 240, "r"),
        (92, 340, "r"),
        (208, 340, "r"),
    ),
    8: tuple((x, y, "b") for y in (62, 154, 246, 338) for x in (96, 204)),
    9: tuple((x, y, c) for y, c in ((76, "b"), (200, "r"), (324, "g")) for x in (62, 150, 238)),
}
_PIN_RADII = {2: 78, 3: 58, 4: 58, 5: 54, 6: 52, 7: 42, 8: 43, 9: 42}


def _draw_pin(art: Art, number: int) -> None:
    if number == 1:
        _draw_flower(art)
        return
    for x, y, sign in _PIN_PLACES[number]:
        _draw_dot(art, (x, y), _PIN_RADII[number], _colour_of(art, sign))


def _colour_of(art: Art, sign: str) -> Colour:
    return {"g": art.theme.green, "b": art.theme.blue, "r": art.theme.red}[sign]


def _draw_dot(art: Art, centre: Point, radius: float, colour: Colour) -> None:
    pen = art.pen
    pen.fill_circle(centre, radius, colour)
    pen.fill_circle(centre, radius * 0.62, art.theme.face)
    pen.fill_circle(centre, radius * 0.38, colour)


def _draw_flower(art: Art) -> None:
    pen, theme = art.pen, art.theme
    pen.fill_circle((150, 200), 122, theme.green)
    pen.fill_circle((150, 200), 100, theme.face)
    pen.fill_circle((150, 200), 74, theme.red)
    pen.fill_circle((150, 200), 40, theme.face)
    pen.fill_circle((150, 200), 22, theme.blue)


_SOU_ROWS: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((150, 108, "g"), (150, 292, "g")),
    3: ((150, 108, "g"), (86, 292, "g"), (214, 292, "g")),
    4: ((86, 108, "g"), (214, 108, "g"), (86, 292, "g"), (214, 292, "g")),
    5: ((72, 108, "g"), (228, 108, "g"), (150, 200, "r"), (72, 292, "g"), (228, 292, "g")),
    6: tuple((x, y, "g") for y in (108, 292) for x in (66, 150, 234)),
    7: ((150, 72, "r"), *((x, y, "g") for y in (200, 328) for x in (66, 150, 234))),
    9: tuple((x, y, c) for y in (76, 200, 324) for x, c in ((62, "g"), (150, "r"), (238, "g"))),
}
_SOU_LENGTHS = {2: 150, 3: 150, 4: 150, 5: 150, 6: 150, 7: 112, 9: 108}


def _draw_sou(art: Art, number: int) -> None:
    if number == 1:
        art.pen.fill_ellipse((150, 200), 80, 110, art.theme.green)
        art.pen.fill_circle((150, 110), 50, art.theme.red)
        return
    if number == 8:
        for x1, y1, x2, y2 in _EIGHT:
            _draw_stick(art, (x1, y1), (x2, y2), art.theme.green)
        return
    half = _SOU_LENGTHS[number] / 2
    for x, y, sign in _SOU_ROWS[number]:
        _draw_stick(art, (x, y - half), (x, y + half), _colour_of(art, sign))


_EIGHT = (
    (62, 60, 62, 176),
    (238, 60, 238, 176),
    (78, 176, 146, 70),
    (222, 176, 154, 70),
    (62, 224, 62, 340),
    (238, 224, 238, 340),
    (78, 224, 146, 330),
    (222, 224, 154, 330),
)


def _draw_stick(art: Art, start: Point, end: Point, colour: Colour) -> None:
    art.pen.draw_line([start, end], 34, colour)


def draw_index(art: Art, kind: Kind) -> None:
    """Write the number small into the left upper corner."""
    if kind != DRAGON:
        _write(art, str(number_of(kind)), (38, 52), 104, art.theme.ink)
