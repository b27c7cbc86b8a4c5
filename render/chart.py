"""How something went over time as a picture: a person's coins after each change."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.pen import Pen
from render.text import measure_text
from render.theme import JADE, Theme, map_to_palette

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.labels import Language

WIDTH = 1000
HEIGHT = 470
MOST_POINTS = 240

_HEADER = 84
_TOP = _HEADER + 34
_BOTTOM = HEIGHT - 66
_RIGHT = WIDTH - 40
_LINES = 4
"""About so many levels are marked."""

_SMALLEST = 27
_LINE = 5.0


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """What a chart shows, words as shown. `values`: oldest first, at least one; `first`, `last`: when those were."""

    title: str
    value: str
    values: tuple[int, ...]
    first: str = ""
    last: str = ""


def draw_chart(chart: ChartLabel, *, language: Language = "zh-CN", theme: Theme = JADE) -> bytes:
    """Return a chart as a palette PNG, 1000 × 470 pixels; ValueError without any value."""
    if not chart.values:
        raise ValueError("there is nothing to draw")
    canvas = Canvas(theme, WIDTH, HEIGHT, theme.felt, language)
    canvas.fill((0, 0, WIDTH, _HEADER), theme.well)
    shown = canvas.fit(
        (WIDTH - 28, 44), chart.value, (44, 38, 32, 28), theme.gold, theme.well, width=420, align="right"
    )
    canvas.fit((28, 44), chart.title, (42, 36, 32), theme.text, theme.well, width=WIDTH - 80 - shown)
    values = thin_out(chart.values)
    levels = choose_levels(min(values), max(values))
    width = max(measure_text(f"{level:,}", _SMALLEST, language) for level in levels)
    left = 32 + width + 18
    low, high = min(levels[0], *values), max(levels[-1], *values)
    canvas.panel((14, _HEADER + 12, WIDTH - 14, HEIGHT - 12), theme.plate)
    _paint_line(canvas, values, (low, high), left, levels)
    for level in levels:
        y = _place(level, low, high)
        canvas.text((left - 18, y + 2), f"{level:,}", _SMALLEST, theme.muted, theme.plate, align="right")
    canvas.text((left, HEIGHT - 38), chart.first, _SMALLEST, theme.muted, theme.plate, width=380)
    canvas.text((_RIGHT, HEIGHT - 38), chart.last, _SMALLEST, theme.muted, theme.plate, width=380, align="right")
    return canvas.encode()


def thin_out(values: Sequence[int], most: int = MOST_POINTS) -> list[int]:
    """Return at most about so many of the values: of each stretch its lowest and its highest, in their order."""
    if len(values) <= most:
        return list(values)
    size = math.ceil(2 * len(values) / (most - 2))
    kept = [values[0]]
    for start in range(1, len(values) - 1, size):
        stretch = values[start : min(start + size, len(values) - 1)]
        places = sorted({stretch.index(min(stretch)), stretch.index(max(stretch))})
        kept += [stretch[place] for place in places]
    return [*kept, values[-1]]


def choose_levels(low: int, high: int) -> list[int]:
    """Return round numbers, in order, two at least, from just below what the values span to just above it."""
    if high == low:
        # What does not change runs through the middle.
        room = max(abs(low) // 10, 1)
        low, high = low - room, high + room
    step = _round_step((high - low) / _LINES)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    return list(range(first, last + 1, step))


def _round_step(wanted: float) -> int:
    """Return 1, 2 or 5 times a power of ten that is at least what is wanted."""
    if wanted <= 1:
        return 1
    power = 10 ** math.floor(math.log10(wanted))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= wanted)


def _place(value: float, low: int, high: int) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return _BOTTOM - share * (_BOTTOM - _TOP)


def _paint_line(
    canvas: Canvas, values: Sequence[int], span: tuple[int, int], left: float, levels: Sequence[int]
) -> None:
    """Paint the levels, the ground below the line, and the line with a dot at its end."""
    theme, (low, high) = canvas.theme, span
    origin = (round(left) - 12, _TOP - 14)
    pen = Pen(WIDTH - 20 - origin[0], _BOTTOM + 14 - origin[1], theme.plate)
    step = (_RIGHT - left) / max(len(values) - 1, 1)
    points = [
        (left + place * step - origin[0], _place(value, low, high) - origin[1]) for place, value in enumerate(values)
    ]
    if len(points) == 1:
        points = [points[0], (_RIGHT - origin[0], points[0][1])]
    floor = _BOTTOM - origin[1]
    pen.fill_polygon([(points[0][0], floor), *points, (points[-1][0], floor)], theme.zone)
    for level in levels:
        y = _place(level, low, high) - origin[1]
        pen.fill_box((left - origin[0], y - 1, _RIGHT - origin[0], y + 1), theme.line)
    pen.draw_line(points, _LINE, theme.gold)
    pen.fill_circle(points[-1], 10, theme.gold)
    canvas.paste(map_to_palette(theme, pen.finish()), *origin)
