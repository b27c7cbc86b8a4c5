"""A seat's plate: avatar, name, coins, and the marks of dealer, listening, autoplay, away, winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from render.avatars import SIZE as AVATAR
from render.frame import Box, Side
from render.text import clean_text, measure_text
from render.words import say, shorten_coins

if TYPE_CHECKING:
    from engine.view import View
    from render.canvas import Canvas
    from render.labels import Language, SeatLabel
    from render.pen import Colour

_PLATES: tuple[Box, ...] = ((6, 904, 290, 996), (710, 808, 994, 898), (710, 4, 994, 96), (6, 102, 290, 192))
"""Boxes in the picture by side: at each seat's own end of its strip, never turned."""
_MARK_GAP = 6
_NAME_SIZES = (30, 27, 24, 21)
_COIN_SIZES = (28, 25, 22, 19)
_RIM = 3
_ROBOT = "🤖"


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
    _paint_avatar(
        canvas, (left + 12, (top + bottom - AVATAR) / 2), label, name_seat(label, seat, canvas.language), paper
    )
    if view.dealer == seat:
        word = say(canvas.language, "dealer")
        shown = f"{word}×{min(label.streak, 99)}" if label.streak > 1 else word
        _paint_badge(canvas, (left + 6, bottom - 38), Mark(shown, theme.alarm, theme.text), 24, paper)
    status = _find_status(label)
    if status is not None:
        _paint_badge(canvas, (left + 6, top + 5), Mark(say(canvas.language, status), theme.line, theme.text), 20, paper)
    x = left + AVATAR + 24
    canvas.fit((x, upper), name_seat(label, seat, canvas.language), _NAME_SIZES, ink, paper, width=int(right - 12 - x))
    edge = right - 12.0
    for mark in list_marks(canvas, view, seat):
        edge -= measure_mark(mark, 28, canvas.language)
        paint_mark(canvas, (edge, lower), mark, 28, paper)
        edge -= _MARK_GAP
    if label.coins is not None:
        coin_ink = theme.gold_ink if is_gold else theme.gold
        paint_coins(canvas, (x, lower), label.coins, (coin_ink, paper), int(edge - x))


def paint_coins(
    canvas: Canvas, place: tuple[float, float], coins: int, colours: tuple[Colour, Colour], width: int
) -> None:
    """Write coins to the right of a point: in full if that fits at a good size, else rounded off (12.3M, 1.2亿)."""
    ink, paper = colours
    full = f"{coins:,}"
    shown = (
        full if measure_text(full, _COIN_SIZES[-1], canvas.language) <= width else shorten_coins(coins, canvas.language)
    )
    canvas.fit(place, shown, _COIN_SIZES, ink, paper, width=width)


def _paint_avatar(canvas: Canvas, place: tuple[float, float], label: SeatLabel, name: str, paper: Colour) -> None:
    """Paint the person's own picture in a ring; without one the first sign of the name, or a robot for a computer."""
    theme = canvas.theme
    x, y = place
    ring = (x - _RIM, y - _RIM, x + AVATAR + _RIM, y + AVATAR + _RIM)
    canvas.panel(ring, theme.zone, ground=paper, edge=theme.line, border=_RIM, radius=AVATAR // 2 + _RIM)
    if label.avatar is not None:
        canvas.paste_avatar(label.avatar, x, y)
        return
    sign = _ROBOT if label.is_computer else name[0]
    middle = (x + AVATAR / 2, y + AVATAR / 2 + 2)
    canvas.fit(middle, sign, (38, 30, 24), theme.text, theme.zone, width=AVATAR - 14, align="centre")


def _find_status(label: SeatLabel) -> str | None:
    """Return the word for why the program plays a person's seat; None if the person does, or it is a computer's."""
    return "away" if label.is_away else "autoplay" if label.is_autoplay else None


def _paint_badge(canvas: Canvas, place: tuple[float, float], mark: Mark, size: int, paper: Colour) -> None:
    """Paint a mark over an edge of the avatar, its left top corner there."""
    x, top = place
    width, height = max(size + 8, measure_text(mark.word, size, canvas.language) + 12), size + 8
    canvas.panel((x, top, x + width, top + height), mark.fill, ground=paper, radius=8)
    canvas.text((x + width / 2, top + height / 2 + 1), mark.word, size, mark.ink, mark.fill, align="centre")


def list_marks(canvas: Canvas, view: View, seat: int) -> list[Mark]:
    """Return the marks of the lower line, from the right."""
    theme, language = canvas.theme, canvas.language
    marks = []
    if view.result is not None and view.result.winner == seat:
        marks.append(Mark(say(language, "winner"), theme.alarm, theme.text))
    elif view.result is not None and view.result.source == seat:
        marks.append(Mark(say(language, "shot"), theme.alarm, theme.text))
    elif view.seats[seat].is_listening:
        marks.append(Mark(say(language, "listening"), theme.gain, theme.gold_ink))
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
