"""A seat's river: its discards in rows of six before it, the claimed ones faded, the last one lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.facts import is_gang_open
from render.frame import find_side
from render.rows import Placed, paint_tiles
from render.sprites import Mood
from render.theme import mix

if TYPE_CHECKING:
    from engine.view import View
    from render.canvas import Canvas

ROW = 6
_WIDTH, _HEIGHT = 53, 70
_PITCH_X, _PITCH_Y = 55, 76
_LEFT, _TOP = 336, 668
_ROWS = 3
_SIDE_LEFT = _LEFT + ROW * _PITCH_X + 26
_SIDE_ROW = 3
"""From the nineteenth on, discards go on in two rows of three beside the first two rows."""


def place_river(view: View, seat: int) -> list[Placed]:
    """Return the discards of a seat in its local coordinates, in their order."""
    river = view.seats[seat].river
    last = _find_last(view, seat)
    scale = 1.0
    placed: list[Placed] = []
    shift, row_before = 0.0, -1
    for number, tile in enumerate(river):
        row, x, y = _find_place(number)
        if row != row_before:
            shift, row_before = 0.0, row
        width, height = (_HEIGHT, _WIDTH) if tile.is_listening_discard else (_WIDTH, _HEIGHT)
        left = x + shift
        top = y + (_HEIGHT - height)
        mood = Mood.FADED if tile.claimed_by is not None else Mood.LIT if number == last else Mood.PLAIN
        box = (left * scale, top, left + width, top + height)
        placed.append(Placed(tile.tile, box, tile.is_listening_discard, mood))
        shift += width - _WIDTH
    return placed


def _find_place(number: int) -> tuple[int, float, float]:
    if number < ROW * _ROWS:
        row, column = divmod(number, ROW)
        return row, _LEFT + column * _PITCH_X, _TOP + row * _PITCH_Y
    row, column = divmod(number - ROW * _ROWS, _SIDE_ROW)
    return _ROWS + row, _SIDE_LEFT + column * _PITCH_X, _TOP + row * _PITCH_Y


def _find_last(view: View, seat: int) -> int | None:
    if view.last_discard is None or view.last_discard[0] != seat or is_gang_open(view):
        return None
    if view.result is not None and view.result.source != seat:
        return None
    river = view.seats[seat].river
    if not river or river[-1].tile != view.last_discard[1]:
        return None
    return len(river) - 1


def paint_river(canvas: Canvas, view: View, seat: int, bottom: int) -> None:
    """Paint a seat's river with a mark on each claimed tile that points to who took it."""
    side = find_side(seat, bottom)
    placed = place_river(view, seat)
    theme = canvas.theme
    paint_tiles(canvas, side, placed, theme.felt)
    ghost = mix(theme.face, theme.felt, theme.dim)
    for tile, discard in zip(placed, view.seats[seat].river, strict=True):
        if discard.claimed_by is None:
            continue
        left, top, right, low = side.place(tile.box)
        x, y = (left + right) / 2, (top + low) / 2
        arrow = "▼▶▲◀"[find_side(discard.claimed_by, bottom).number]
        canvas.panel((x - 14, y - 14, x + 14, y + 14), theme.plate, ground=ghost, radius=14)
        canvas.text((x, y), arrow, 20, theme.gold, theme.plate, align="centre")
