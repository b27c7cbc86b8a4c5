"""Tile faces of our own, drawn from shapes. Units: a face is 300 wide and 400 high."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.tiles import DRAGON, Kind, number_of, suit_of
from render.brush import GLYPHS
from render.pen import Colour, Pen, Point, curve
from render.theme import Theme, mix

WIDTH, HEIGHT = 300, 400

DIGITS = "一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Art:
    """A pen in units of the face and the colours to draw with. `is_small`: what is fine would be lost."""

    pen: Pen
    theme: Theme
    is_small: bool = False


def draw_face(art: Art, kind: Kind) -> None:
    """Draw the face of a kind."""
    if kind == DRAGON:
        write_glyph(art, "中", (150, 200), (250, 330), art.theme.red, 1.35)
        return
    (_draw_man, _draw_pin, _draw_sou)[suit_of(kind)](art, number_of(kind))


def write_glyph(art: Art, glyph: str, centre: Point, size: Point, colour: Colour, boldness: float = 1.0) -> None:
    """Write a brushed character into a box around `centre`; widths of strokes go by the smaller side."""
    across, along = size[0] / 100, size[1] / 100
    weight = min(across, along) * boldness
    left, top = centre[0] - size[0] / 2, centre[1] - size[1] / 2
    for stroke in GLYPHS[glyph]:
        points = [(left + x * across, top + y * along, width * weight) for x, y, width in stroke]
        art.pen.draw_stroke(points, colour)


def _draw_man(art: Art, number: int) -> None:
    write_glyph(art, DIGITS[number - 1], (150, 104), (206, 166), art.theme.ink, 1.32)
    write_glyph(art, "万", (150, 296), (216, 176), art.theme.red, 1.28)


def _colour_of(art: Art, sign: str) -> Colour:
    return {"g": art.theme.green, "b": art.theme.blue, "r": art.theme.red}[sign]


# --- 筒: dots ---

PIN_PLACES: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((150, 102, "g"), (150, 298, "b")),
    3: ((70, 76, "b"), (150, 200, "r"), (230, 324, "g")),
    4: ((82, 106, "b"), (218, 106, "g"), (82, 294, "g"), (218, 294, "b")),
    5: ((74, 78, "b"), (226, 78, "g"), (150, 200, "r"), (74, 322, "g"), (226, 322, "b")),
    6: ((86, 72, "g"), (214, 72, "g"), (86, 208, "r"), (214, 208, "r"), (86, 330, "r"), (214, 330, "r")),
    7: ((58, 54, "g"), (150, 92, "g"), (242, 130, "g"), *((x, y, "r") for y in (236, 342) for x in (92, 208))),
    8: tuple((x, y, "b") for y in (54, 151, 249, 346) for x in (94, 206)),
    9: tuple((x, y, c) for y, c in ((66, "b"), (200, "r"), (334, "g")) for x in (54, 150, 246)),
}
_PIN_RADII = {2: 84, 3: 62, 4: 61, 5: 58, 6: 56, 7: 45, 8: 46, 9: 45}
_LARGE_DOT = 50


def _draw_pin(art: Art, number: int) -> None:
    if number == 1:
        _draw_wheel(art)
        return
    for x, y, sign in PIN_PLACES[number]:
        _draw_dot(art, (x, y), _PIN_RADII[number], _colour_of(art, sign))


def _draw_dot(art: Art, centre: Point, radius: float, colour: Colour) -> None:
    pen, paper = art.pen, art.theme.face
    pen.fill_circle(centre, radius, colour)
    pen.fill_circle(centre, radius * 0.66, paper)
    pen.fill_circle(centre, radius * 0.42, colour)
    pen.fill_circle(centre, radius * 0.15, paper)
    if radius > _LARGE_DOT and not art.is_small:
        for bead in range(12):
            angle = math.pi * (bead / 6 + 1 / 12)
            place = (centre[0] + math.cos(angle) * radius * 0.83, centre[1] + math.sin(angle) * radius * 0.83)
            pen.fill_circle(place, radius * 0.06, paper)


def _draw_wheel(art: Art) -> None:
    pen, theme = art.pen, art.theme
    middle = (150, 200)
    pen.fill_circle(middle, 136, theme.green)
    for petal in range(16):
        angle = math.pi * petal / 8
        pen.fill_circle((150 + math.cos(angle) * 114, 200 + math.sin(angle) * 114), 13, theme.face)
    pen.fill_circle(middle, 90, theme.face)
    for petal in range(8):
        angle = math.pi * petal / 4
        pen.fill_circle((150 + math.cos(angle) * 54, 200 + math.sin(angle) * 54), 25, theme.red)
    pen.fill_circle(middle, 50, theme.red)
    pen.fill_circle(middle, 34, theme.face)
    pen.fill_circle(middle, 21, theme.blue)


# --- 条: bamboo sticks and the bird ---

SOU_PLACES: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((150, 104, "g"), (150, 296, "b")),
    3: ((150, 104, "b"), (82, 296, "g"), (218, 296, "g")),
    4: ((82, 104, "g"), (218, 104, "b"), (82, 296, "b"), (218, 296, "g")),
    5: ((66, 104, "g"), (234, 104, "b"), (150, 200, "r"), (66, 296, "b"), (234, 296, "g")),
    6: (*((x, 104, "g") for x in (60, 150, 240)), *((x, 296, "b") for x in (60, 150, 240))),
    7: ((150, 66, "r"), *((x, y, c) for y in (200, 334) for x, c in ((60, "g"), (150, "b"), (240, "g")))),
    9: tuple((x, y, c) for y in (66, 200, 334) for x, c in ((56, "r"), (150, "b"), (244, "g"))),
}
SOU_LENGTHS = {2: 172, 3: 172, 4: 172, 5: 172, 6: 172, 7: 122, 9: 122}
_THICKNESS = 50
EIGHT = (
    (50, 44, 50, 182),
    (250, 44, 250, 182),
    (82, 178, 146, 58),
    (218, 178, 154, 58),
    (50, 218, 50, 356),
    (250, 218, 250, 356),
    (82, 222, 146, 342),
    (218, 222, 154, 342),
)


def _draw_sou(art: Art, number: int) -> None:
    if number == 1:
        _draw_bird(art)
        return
    if number == 8:
        for row, (x1, y1, x2, y2) in enumerate(EIGHT):
            _draw_stick(art, (x1, y1), (x2, y2), art.theme.green if row < 4 else art.theme.blue)
        return
    half = SOU_LENGTHS[number] / 2
    for x, y, sign in SOU_PLACES[number]:
        _draw_stick(art, (x, y - half), (x, y + half), _colour_of(art, sign))


def _draw_stick(art: Art, start: Point, end: Point, colour: Colour) -> None:
    """Draw a bamboo stick: two lengths with thick ends and a light line, and a knot where they meet."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(share: float, width: float) -> tuple[float, float, float]:
        inset = _THICKNESS * 0.45
        along = inset + share * (length - 2 * inset)
        return (start[0] + ux * along, start[1] + uy * along, width * _THICKNESS)

    outline = [(0.0, 0.9), (0.12, 0.8), (0.28, 0.72), (0.43, 0.86), (0.5, 0.96)]
    stroke = [at(share, width) for share, width in outline]
    stroke += [at(1 - share, width) for share, width in reversed(outline[:-1])]
    art.pen.draw_stroke(stroke, colour)
    light = mix(colour, art.theme.face, 0.72)
    if art.is_small:
        light = art.theme.face
    art.pen.draw_stroke([at(0.06, 0.16), at(0.36, 0.16)], light)
    art.pen.draw_stroke([at(0.64, 0.16), at(0.94, 0.16)], light)
    nx, ny = -uy * _THICKNESS * 0.42, ux * _THICKNESS * 0.42
    x, y, _ = at(0.5, 0)
    art.pen.draw_line([(x - nx, y - ny), (x + nx, y + ny)], _THICKNESS * 0.13, light)


_FEATHERS = (((252, 236), (282, 306)), ((226, 268), (254, 352)), ((196, 284), (206, 374)), ((166, 286), (158, 378)))


def _draw_bird(art: Art) -> None:
    """Draw the bird of 1条: it looks to the left, its tail hangs down to the right."""
    pen, theme = art.pen, art.theme
    for bend, tip in _FEATHERS:
        points = curve((178, 216), bend, tip, 10)
        widths = [20 + 14 * step / 10 for step in range(11)]
        pen.draw_stroke([(x, y, w) for (x, y), w in zip(points, widths, strict=True)], theme.green)
        pen.fill_circle(tip, 21, theme.blue)
        pen.fill_circle(tip, 11, theme.face)
        pen.fill_circle(tip, 6, theme.red)
    for start, foot in (((118, 280), (92, 356)), ((146, 290), (124, 362))):
        pen.draw_line([start, foot], 11, theme.red)
        pen.draw_line([(foot[0] - 24, foot[1] + 6), foot, (foot[0] + 18, foot[1] + 6)], 10, theme.red)
    body = [(112, 96, 66), (116, 140, 62), (128, 186, 100), (142, 226, 120), (160, 256, 84), (176, 270, 40)]
    pen.draw_stroke(body, theme.green)
    for reach in range(3):
        top = 186 + reach * 28
        wing = curve((116 - reach * 2, top), (160, top + 30), (206 - reach * 10, top - 12), 10)
        pen.draw_stroke(
            [(x, y, 17 - abs(step - 4)) for step, (x, y) in enumerate(wing)], (theme.face, theme.red, theme.face)[reach]
        )
    pen.fill_circle((106, 92), 45, theme.red)
    pen.fill_polygon([(70, 74), (18, 100), (72, 112)], theme.ink)
    pen.fill_circle((92, 84), 15, theme.face)
    pen.fill_circle((89, 84), 8, theme.ink)
    for x, y in ((104, 22), (132, 24), (156, 38)):
        pen.draw_line([(118, 60), (x, y)], 9, theme.green)
        pen.fill_circle((x, y), 11, theme.blue)
