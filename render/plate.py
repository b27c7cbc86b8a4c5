"""A seat's plate: name, coins, concealed count and the marks of dealer, listening, autoplay, away, winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from render.frame import Box, Side
from render.sprites import BACK, TileLook, draw_tile
from render.text import clean_text, measure_text
from render.words import say

if TYPE_CHECKING:
    from engine.view import View
    from render.canvas import Canvas
    from render.labels import Language, SeatLabel
    from render.pen import Colour

_PLATES: tuple[Box, ...] = ((6, 904, 290, 996), (710, 808, 994, 898), (710, 4, 994, 96), (6, 102, 290, 192))
"""Boxes in the picture by side: at each seat's own end of its strip, never turned."""
_MARK_GAP = 6
_NAME_SIZES = (30, 27, 24)
_COIN_SIZES = (28, 25, 22, 19, 17)


@dataclass(frozen=True, slots=True)
class Mark:
    """A short word on a coloured pill."""

    word: str
    fill: Colour
    ink: Colour


def name_seat(label: SeatLabel, seat: int, language: Language) -> str:
    """Return the label's name, or "Seat 3" where nothing of it can be drawn."""
    return clean_text(label.name) or say(language, "seat", n=seat + 1)


def paint_plate(canvas: Canvas, view: View, label: SeatLabel, seat: int, side: Side) -> None:
    """Paint the plate: gold for whose turn it is, with a gold border for whose discard lies open."""
    theme = canvas.theme
    left, top, right, bottom = _PLATES[side.number]
    is_turn = view.result is None and view.turn == seat
    is_winner = view.result is not None and view.result.winner == seat
    is_gold = is_winner or (is_turn and view.phase == "turn")
    paper, ink = (theme.gold, theme.gold_ink) if is_gold else (theme.plate, theme.text)
    canvas.panel((left, top, right, bottom), paper, edge=theme.gold if is_turn else paper, border=4)
    upper, lower = top + 29, top + 66
    x = left + 14.0
    if view.dealer == seat:
        dealer = Mark(say(canvas.language, "dealer"), theme.alarm, theme.text)
        x += paint_mark(canvas, (x, upper), dealer, 26, paper) + _MARK_GAP
    count = str(view.seats[seat].concealed_count)
    count_width = measure_text(count, 24) + 26
    _paint_count(canvas, (right - 12 - count_width, upper), count, ink, paper)
    name = name_seat(label, seat, canvas.language)
    canvas.fit((x, upper), name, _NAME_SIZES, ink, paper, width=int(right - 20 - count_width - x))
    edge = right - 12.0
    for mark in list_marks(canvas, view, label, seat):
        edge -= measure_mark(mark, 28, canvas.language)
        paint_mark(canvas, (edge, lower), mark, 28, paper)
        edge -= _MARK_GAP
    if label.coins is not None:
        coin_ink = theme.gold_ink if is_gold else theme.gold
        shown = f"{label.coins:,}"
        canvas.fit((left + 14, lower), shown, _COIN_SIZES, coin_ink, paper, width=int(edge - left - 14))


def list_marks(canvas: Canvas, view: View, label: SeatLabel, seat: int) -> list[Mark]:
    """Return the marks of the lower line, from the right."""
    theme, language = canvas.theme, canvas.language
    marks = []
    if view.result is not None and view.result.winner == seat:
        marks.append(Mark(say(language, "winner"), theme.alarm, theme.text))
    elif view.result is not None and view.result.source == seat:
        marks.append(Mark(say(language, "shot"), theme.alarm, theme.text))
    elif view.seats[seat].is_listening:
        marks.append(Mark(say(language, "listening"), theme.gain, theme.gold_ink))
    if label.is_away:
        marks.append(Mark(say(language, "away"), theme.line, theme.text))
    elif label.is_autoplay:
        marks.append(Mark(say(language, "autoplay"), theme.line, theme.text))
    elif label.is_computer:
        marks.append(Mark(say(language, "computer"), theme.well, theme.muted))
    return marks


def measure_mark(mark: Mark, size: int, language: Language) -> int:
    """Return the width of a mark."""
    return max(size + 8, measure_text(mark.word, size, language) + 14)


def paint_mark(canvas: Canvas, place: tuple[float, float], mark: Mark, size: int, ground: Colour) -> int:
    """Paint a mark with its left end there, at that middle height; return its width."""
    width = measure_mark(mark, size, canvas.language)
    x, y = place
    canvas.panel((x, y - size * 0.68, x + width, y + size * 0.62), mark.fill, ground=ground, radius=8)
    canvas.text((x + width / 2, y), mark.word, size, mark.ink, mark.fill, align="centre")
    return width


def _paint_count(canvas: Canvas, place: tuple[float, float], count: str, ink: Colour, paper: Colour) -> None:
    x, y = place
    canvas.paste(draw_tile(TileLook(canvas.theme, BACK, 18, 24, 2, paper)), x, y - 14)
    canvas.text((x + 24, y), count, 24, ink, paper)
