"""Faces of the set of high contrast: few and heavy shapes, one colour a suit. Units as in `render.faces`."""

from __future__ import annotations

import math

from engine.tiles import DRAGON, Kind, number_of, suit_of
from render.faces import DIGITS, EIGHT, PIN_PLACES, SOU_LENGTHS, SOU_PLACES, Art, write_glyph
from render.pen import Point, curve

_PIN_RADII = {1: 132, 2: 92, 3: 68, 4: 66, 5: 60, 6: 60, 7: 49, 8: 50, 9: 50}
_THICKNESS = 52


def draw_bold_face(art: Art, kind: Kind) -> None:
    """Draw the face of a kind."""
    if kind == DRAGON:
        art.pen.fill_box((12, 12, 288, 388), art.theme.red, 34)
        write_glyph(art, "中", (150, 200), (216, 300), art.theme.face, 1.7)
        return
    (_draw_man, _draw_pin, _draw_sou)[suit_of(kind)](art, number_of(kind))


def _draw_man(art: Art, number: int) -> None:
    write_glyph(art, DIGITS[number - 1], (150, 104), (220, 172), art.theme.ink, 1.6)
    write_glyph(art, "万", (150, 296), (226, 184), art.theme.red, 1.6)


def _draw_pin(art: Art, number: int) -> None:
    pen, theme, radius = art.pen, art.theme, _PIN_RADII[number]
    places = ((150, 200, "b"),) if number == 1 else PIN_PLACES[number]
    for x, y, _ in places:
        pen.fill_circle((x, y), radius, theme.blue)
        pen.fill_circle((x, y), radius * 0.52, theme.face)
        pen.fill_circle((x, y), radius * 0.26, theme.blue)


def _draw_sou(art: Art, number: int) -> None:
    if number == 1:
        _draw_bird(art)
        return
    if number == 8:
        for x1, y1, x2, y2 in EIGHT:
            _draw_stick(art, (x1, y1), (x2, y2))
        return
    half = SOU_LENGTHS[number] / 2
    for x, y, _ in SOU_PLACES[number]:
        _draw_stick(art, (x, y - half), (x, y + half))


def _draw_stick(art: Art, start: Point, end: Point) -> None:
    """Draw a stick as a heavy bar with a gap where its knot is."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    inset = _THICKNESS / 2
    ends = [(start[0] + ux * inset, start[1] + uy * inset), (end[0] - ux * inset, end[1] - uy * inset)]
    art.pen.draw_line(ends, _THICKNESS, art.theme.green)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    nx, ny = -uy * _THICKNESS / 2, ux * _THICKNESS / 2
    art.pen.draw_line([(x - nx, y - ny), (x + nx, y + ny)], _THICKNESS * 0.24, art.theme.face)


def _draw_bird(art: Art) -> None:
    """Draw the bird of 1条 as one heavy shape with a red head."""
    pen, theme = art.pen, art.theme
    for bend, tip in (((258, 226), (284, 300)), ((232, 262), (254, 352)), ((192, 280), (196, 380))):
        widths = [26 + 20 * step / 10 for step in range(11)]
        points = curve((176, 214), bend, tip, 10)
        pen.draw_stroke([(x, y, w) for (x, y), w in zip(points, widths, strict=True)], theme.green)
    for start, foot in (((118, 280), (90, 364)), ((152, 290), (136, 370))):
        pen.draw_line([start, foot], 16, theme.ink)
    body = [(112, 96, 70), (118, 140, 76), (128, 186, 116), (142, 226, 132), (160, 256, 92), (176, 270, 44)]
    pen.draw_stroke(body, theme.green)
    wing = curve((108, 206), (156, 248), (206, 190), 10)
    pen.draw_stroke([(x, y, 24 - abs(step - 4)) for step, (x, y) in enumerate(wing)], theme.face)
    pen.fill_circle((108, 86), 60, theme.red)
    pen.fill_polygon([(60, 62), (0, 98), (60, 112)], theme.ink)
    pen.fill_circle((92, 78), 17, theme.face)
