"""A page of a leaderboard as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.labels import BoardLabel, Language, Standing
from render.text import clean_text, measure_text
from render.theme import JADE, Theme, mix

if TYPE_CHECKING:
    from render.pen import Colour

WIDTH = 1000
MOST_ROWS = 20
_EDGE = 12
_HEADER = 118
_ROW = 80
_GAP = 6
_BETWEEN = 26
_NOTE = 52
_NAME = 390
"""So wide a name may be; the rest of a row is the value's and what stands beside it."""

_DETAIL = 790.0
"""Where what stands beside a value ends, if the value leaves it room."""


def draw_leaderboard(board: BoardLabel, *, language: Language = "zh-CN", theme: Theme = JADE) -> bytes:
    """Return up to 20 rows as a palette PNG, 1000 pixels wide; below them the viewer's own from another page."""
    rows = board.rows[:MOST_ROWS]
    height = _HEADER + 10 + len(rows) * (_ROW + _GAP) + 8
    height += _BETWEEN + _ROW + _GAP if board.own is not None else 0
    height += _NOTE if board.note else 0
    canvas = Canvas(theme, WIDTH, height, theme.felt, language)
    _paint_header(canvas, board)
    y = _HEADER + 10.0
    for row in rows:
        _paint_row(canvas, row, y)
        y += _ROW + _GAP
    if board.own is not None:
        for number in range(3):
            x = WIDTH / 2 + (number - 1) * 30
            canvas.panel((x - 5, y + 5, x + 5, y + 15), theme.muted, radius=5)
        y += _BETWEEN
        _paint_row(canvas, board.own, y)
        y += _ROW + _GAP
    if board.note:
        canvas.fit(
            (WIDTH / 2, y + _NOTE / 2), board.note, (30, 27, 24), theme.muted, theme.felt, width=WIDTH - 48,
            align="centre",
        )  # fmt: skip
    return canvas.encode()


def _paint_header(canvas: Canvas, board: BoardLabel) -> None:
    theme = canvas.theme
    canvas.fill((0, 0, WIDTH, _HEADER), theme.well)
    canvas.fit((24, 42), board.title, (48, 42, 36), theme.gold, theme.well, width=WIDTH - 48)
    canvas.fit((24, 92), board.subtitle, (32, 28, 24), theme.muted, theme.well, width=WIDTH - 48)


def _paint_row(canvas: Canvas, row: Standing, y: float) -> None:
    theme = canvas.theme
    middle = y + _ROW / 2 + 2
    edge = theme.gold if row.is_viewer else theme.plate
    canvas.panel((_EDGE, y, WIDTH - _EDGE, y + _ROW), theme.plate, edge=edge, border=4)
    fill, ink = _choose_badge(theme, row.place)
    place = f"{row.place:,}"
    width = max(60, measure_text(place, 32, canvas.language) + 24)
    canvas.panel((26, y + 12, 26 + width, y + _ROW - 12), fill, ground=theme.plate, radius=14)
    canvas.fit((26 + width / 2, middle), place, (34, 30, 26), ink, fill, width=width - 8, align="centre")
    left = 26 + width + 18
    name = clean_text(row.name) or "…"
    left += canvas.fit((left, middle), name, (40, 36), theme.text, theme.plate, width=_NAME + 104 - left) + 16
    right = WIDTH - 32.0
    right -= canvas.fit((right, middle), row.value, (42, 38, 32, 27), theme.gold, theme.plate, width=270, align="right")
    right = min(right - 22, _DETAIL)
    room = int(right - left)
    if row.detail and measure_text(clean_text(row.detail), 24, canvas.language) <= room:
        canvas.fit((right, middle), row.detail, (29, 26, 24), theme.muted, theme.plate, width=room, align="right")


def _choose_badge(theme: Theme, place: int) -> tuple[Colour, Colour]:
    """Return the colours of a place: gold, silver and bronze for the first three, whose numbers tell them too."""
    bronze = mix(theme.gold, theme.gold_ink, 3 / 8)
    medals = {1: (theme.gold, theme.gold_ink), 2: (theme.face_edge, theme.ink), 3: (bronze, theme.gold_ink)}
    return medals.get(place, (theme.zone, theme.text))
