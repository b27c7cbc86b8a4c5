"""A supersampled vector pen: shapes in units of their own, drawn four times as large and reduced for smooth edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]

OVERSAMPLE = 4


class Pen:
    """Draws on a picture of `width` × `height` pixels in units: `scale` pixels a unit, from the origin (left, top)."""

    def __init__(self, width: int, height: int, background: Colour, scale: float = 1.0, origin: Point = (0, 0)) -> None:
        """Take the size in pixels, the colour to start from, pixels a unit and where the unit origin lies in pixels."""
        self._image = Image.new("RGB", (width * OVERSAMPLE, height * OVERSAMPLE), background)
        self._draw = ImageDraw.Draw(self._image)
        self._scale = scale * OVERSAMPLE
        self._origin = (origin[0] * OVERSAMPLE, origin[1] * OVERSAMPLE)

    def move(self, scale: float, origin: Point) -> Pen:
        """Return a pen on the same picture with other units and another origin (in pixels)."""
        pen = object.__new__(Pen)
        pen._image, pen._draw = self._image, self._draw
        pen._scale = scale * OVERSAMPLE
        pen._origin = (origin[0] * OVERSAMPLE, origin[1] * OVERSAMPLE)
        return pen

    def _at(self, point: Point) -> Point:
        return (self._origin[0] + point[0] * self._scale, self._origin[1] + point[1] * self._scale)

    def fill_circle(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fill a disc."""
        self.fill_ellipse(centre, radius, radius, colour)

    def fill_ellipse(self, centre: Point, rx: float, ry: float, colour: Colour) -> None:
        """Fill an upright ellipse of the two radii."""
        x, y = self._at(centre)
        self._draw.ellipse(
            (x - rx * self._scale, y - ry * self._scale, x + rx * self._scale, y + ry * self._scale), colour
        )

    def fill_box(self, box: tuple[float, float, float, float], colour: Colour, radius: float = 0) -> None:
        """Fill a box (left, top, right, bottom), with rounded corners of `radius`."""
        left, top = self._at((box[0], box[1]))
        right, bottom = self._at((box[2], box[3]))
        edges = (left, top, max(left, right - 1), max(top, bottom - 1))
        if radius:
            self._draw.rounded_rectangle(edges, radius * self._scale, colour)
        else:
            self._draw.rectangle(edges, colour)

    def fill_polygon(self, points: Iterable[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], colour)

    def draw_line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line of one width with round ends and joints."""
        self.draw_stroke([(x, y, width) for x, y in points], colour)

    def draw_stroke(self, points: Sequence[tuple[float, float, float]], colour: Colour) -> None:
        """Draw a brush stroke through (x, y, width) points: the width changes evenly in between, ends are round."""
        for x, y, width in points:
            self.fill_circle((x, y), width / 2, colour)
        for (ax, ay, aw), (bx, by, bw) in pairwise(points):
            length = math.hypot(bx - ax, by - ay)
            if not length:
                continue
            nx, ny = (by - ay) / length / 2, (ax - bx) / length / 2
            self.fill_polygon(
                [
                    (ax + nx * aw, ay + ny * aw),
                    (bx + nx * bw, by + ny * bw),
                    (bx - nx * bw, by - ny * bw),
                    (ax - nx * aw, ay - ny * aw),
                ],
                colour,
            )

    def finish(self) -> Image.Image:
        """Return the picture at its own size, RGB."""
        return self._image.reduce(OVERSAMPLE)


def curve(start: Point, control: Point, end: Point, steps: int = 12) -> list[Point]:
    """Return points of a quadratic Bézier curve, ends included."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]))
    return points
