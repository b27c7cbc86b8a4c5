"""The eleven characters on tiles as brush strokes of our own: 一 to 九, 万 and 中, in a square of 100 units.

A stroke is a line of (x, y, width) points: heavy where the brush is set down, thin where it travels, heavy or
sharp where it leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from render.pen import Point, curve

Stroke = tuple[tuple[float, float, float], ...]

_HEAVY = 12.5
_THIN = 8.0
_STEPS = 14


def _travel(points: Sequence[Point], widths: Sequence[float]) -> Stroke:
    """Give each point of a path its width, from widths spread evenly along it."""
    stroke = []
    for number, (x, y) in enumerate(points):
        place = number / (len(points) - 1) * (len(widths) - 1)
        before = min(int(place), len(widths) - 2)
        share = place - before
        stroke.append((x, y, widths[before] * (1 - share) + widths[before + 1] * share))
    return tuple(stroke)


def _across(start: Point, end: Point) -> Stroke:
    """A level stroke (横): set down, lighten, press at the end."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 1.2)
    widths = (_HEAVY, _THIN * 0.98, _THIN * 0.88, _THIN * 0.88, _THIN, _HEAVY * 0.98, _HEAVY * 0.9)
    return _travel(curve(start, middle, end, _STEPS), widths)


def _down(start: Point, end: Point) -> Stroke:
    """An upright stroke (竖)."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return _travel(curve(start, middle, end, _STEPS), (_HEAVY * 1.02, _HEAVY * 0.84, _HEAVY * 0.8, _HEAVY * 0.86))


def _left_falling(start: Point, bend: Point, end: Point) -> Stroke:
    """A stroke that falls to the left and leaves sharp (撇)."""
    return _travel(curve(start, bend, end, _STEPS), (_HEAVY, _HEAVY * 0.9, _HEAVY * 0.78, _HEAVY * 0.55, 1.5))


def _right_falling(start: Point, bend: Point, end: Point) -> Stroke:
    """A stroke that falls to the right, swells and leaves sharp (捺)."""
    widths = (_THIN * 0.5, _THIN * 0.8, _HEAVY * 0.9, _HEAVY * 1.25, _HEAVY * 1.3, _HEAVY * 0.8, 1.5)
    return _travel(curve(start, bend, end, _STEPS), widths)


def _dot(start: Point, end: Point) -> Stroke:
    """A dot (点)."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return _travel(curve(start, middle, end, 6), (3.0, _HEAVY * 0.9, _HEAVY * 1.15))


def _hook(start: Point, end: Point) -> Stroke:
    """The flick that ends a stroke (钩)."""
    return _travel([start, end], (_HEAVY * 0.9, 1.5))


def _shoulder(corner: Point) -> Stroke:
    """The pressed corner of a turning stroke (折)."""
    return ((corner[0], corner[1], _HEAVY * 1.15),)


GLYPHS: dict[str, tuple[Stroke, ...]] = {
    "一": (_across((9, 55), (91, 49)),),
    "二": (_across((24, 27), (76, 23)), _across((7, 80), (93, 75))),
    "三": (_across((19, 17), (81, 13)), _across((26, 49), (74, 46)), _across((6, 86), (94, 82))),
    "四": (
        _down((13, 20), (18, 86)),
        _across((13, 21), (87, 17)),
        _shoulder((87, 18)),
        _down((87, 18), (82, 86)),
        _left_falling((39, 22), (40, 50), (24, 62)),
        _travel([*curve((60, 21), (58, 58), (64, 58), 8), (78, 57)], (_HEAVY * 0.9, _THIN, _THIN, _THIN, _HEAVY * 0.8)),
        _across((18, 80), (82, 78)),
    ),
    "五": (
        _across((15, 16), (85, 12)),
        _down((47, 16), (35, 84)),
        _across((20, 49), (72, 45)),
        _shoulder((72, 46)),
        _down((72, 46), (67, 84)),
        _across((5, 88), (95, 84)),
    ),
    "六": (
        _dot((44, 4), (57, 19)),
        _across((7, 37), (93, 31)),
        _left_falling((38, 50), (32, 74), (9, 92)),
        _travel(curve((60, 50), (78, 66), (90, 88), 8), (3.0, _HEAVY * 0.85, _HEAVY * 1.15, _HEAVY * 1.1)),
    ),
    "七": (
        _across((6, 50), (94, 36)),
        _down((43, 8), (43, 66)),
        _travel(curve((43, 64), (43, 88), (62, 88), 8), (_HEAVY * 0.86, _HEAVY * 0.8, _HEAVY * 0.8)),
        _travel([(60, 88), (90, 87)], (_HEAVY * 0.8, _HEAVY)),
        _hook((90, 86), (93, 66)),
    ),
    "八": (
        _left_falling((39, 20), (36, 64), (5, 90)),
        _right_falling((50, 11), (60, 64), (97, 89)),
    ),
    "九": (
        _left_falling((38, 6), (42, 66), (6, 93)),
        _across((11, 38), (66, 30)),
        _shoulder((66, 31)),
        _travel(curve((66, 31), (57, 84), (70, 87), 12), (_HEAVY, _HEAVY * 0.8, _HEAVY * 0.8, _HEAVY * 0.82)),
        _travel([(69, 87), (91, 86)], (_HEAVY * 0.82, _HEAVY)),
        _hook((91, 86), (94, 66)),
    ),
    "万": (
        _across((6, 17), (94, 12)),
        _left_falling((44, 17), (46, 66), (8, 94)),
        _across((40, 46), (80, 42)),
        _shoulder((80, 43)),
        _travel(curve((80, 43), (79, 78), (72, 88), 10), (_HEAVY, _HEAVY * 0.8, _HEAVY * 0.9)),
        _hook((72, 88), (54, 79)),
    ),
    "中": (
        _down((13, 26), (18, 67)),
        _across((13, 27), (87, 23)),
        _shoulder((87, 24)),
        _down((87, 24), (82, 67)),
        _across((18, 62), (82, 60)),
        _travel([(50, 3), (50, 12), (50, 60), (50, 99)], (_HEAVY * 1.1, _HEAVY, _HEAVY * 0.9, _HEAVY * 0.8, 3.0)),
    ),
}
"""The strokes of each character, in the order of writing."""
