"""The leaderboard as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.labels import Language, Standing
from render.text import clean_text
from render.theme import JADE, Theme
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 1000
_HEADER = 84
_ROW = 70


def draw_leaderboard(
    rows: Sequence[Standing], *, title: str = "", language: Language = "zh-CN", theme: Theme = JADE
) -> bytes:
    """Return up to 20 rows as a palette PNG, 1000 pixels wide; `title` stands at the right, e.g. the server's name."""
    rows = rows[:20]
    canvas = Canvas(theme, WIDTH, _HEADER + len(rows) * (_ROW + 6) + 14, theme.felt, language)
    canvas.fill((0, 0, WIDTH, _HEADER), theme.well)
    x = 24.0 + canvas.text((24, _HEADER / 2 + 2), say(language, "leaderboard"), 44, theme.gold, theme.well) + 22
    canvas.text(
        (WIDTH - 24, _HEADER / 2 + 2), title, 32, theme.muted, theme.well, width=int(WIDTH - 24 - x), align="right"
    )
    y = _HEADER + 10.0
    for row in rows:
        _paint_row(canvas, row, y)
        y += _ROW + 6
    return canvas.encode()


def _paint_row(canvas: Canvas, row: Standing, y: float) -> None:
    theme = canvas.theme
    middle = y + _ROW / 2 + 2
    canvas.panel(
        (12, y, WIDTH - 12, y + _ROW), theme.plate, edge=theme.gold if row.is_viewer else theme.plate, border=3
    )
    is_medal = row.place <= 3
    badge, ink = (theme.gold, theme.gold_ink) if is_medal else (theme.zone, theme.text)
    canvas.panel((26, y + 11, 82, y + _ROW - 11), badge, ground=theme.plate, radius=12)
    canvas.text((54, middle), str(row.place), 30, ink, badge, width=52, align="centre")
    name = clean_text(row.name) or "…"
    canvas.text((100, middle), name, 34, theme.text, theme.plate, width=400)
    record = say(canvas.language, "record", wins=row.wins, hands=row.hands)
    canvas.text((740, middle), record, 26, theme.muted, theme.plate, width=230, align="right")
    canvas.fit((WIDTH - 30, middle), f"{row.coins:,}", (36, 32, 27), theme.gold, theme.plate, width=220, align="right")
