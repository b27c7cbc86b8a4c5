"""The picture of how a hand ended: the winning hand, the score line by line, who gained and who paid, all hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.explain import explain_lines, name_win
from render.frame import Side
from render.labels import Language, SeatLabel
from render.plate import Mark, name_seat, paint_mark
from render.rows import RATIO, Slot, fit_width, measure_lift, measure_slots, paint_tiles, place_slots
from render.sprites import Mood, TileLook, depth_of, draw_tile
from render.table import list_concealed_slots, list_strip_melds
from render.theme import JADE, Theme
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import ResultView, View

WIDTH = 1000
_HEADER = 96
_TILE = 66
_LINE = 44
_PAY_ROW = 62
_HAND_TILE = 42
_HAND_ROW = 66
_EDGE = 20


def draw_result(
    view: View,
    labels: Sequence[SeatLabel],
    deltas: Sequence[int],
    *,
    scores: Sequence[int] | None = None,
    language: Language = "zh-CN",
    theme: Theme = JADE,
) -> bytes:
    """Return the result of a hand that is over as a palette PNG, 1000 pixels wide, as high as needed.

    `deltas`: coins that each seat really gained or (negative) paid; `labels` carry the coins after that. `scores`: the
    sums of the match, shown for seats that own no coins. Raises ValueError while the hand is not over.
    """
    if view.result is None:
        raise ValueError("the hand is not over")
    names = [name_seat(label, seat, language) for seat, label in enumerate(labels)]
    lines = explain_lines(view.result, names, language)
    has_win = view.result.winner is not None
    lift = 0 if view.result.winner is None else measure_lift(list_strip_melds(view, view.result.winner), _TILE)
    height = _HEADER + (round(_TILE * RATIO) + lift + 44 if has_win else 0) + len(lines) * _LINE + 12
    height += sum(_measure_payment(view, seat) + 6 for seat in range(4)) + 14
    canvas = Canvas(theme, WIDTH, height, theme.felt, language)
    _paint_header(canvas, view.result, names)
    y = _HEADER + 16.0
    if view.result.winner is not None:
        y = _paint_hand(canvas, view, view.result.winner, y + lift)
    for left, middle, right in lines:
        _paint_line(canvas, y, left, middle, right)
        y += _LINE
    y += 12 if lines else 0
    for seat, label in enumerate(labels):
        shown = None if label.coins is None else f"{label.coins:,}"
        if label.coins is None and scores is not None:
            shown = f"Σ {_show_change(scores[seat])}"
        _paint_payment(canvas, view, (seat, names[seat], shown), deltas[seat], y)
        y += _measure_payment(view, seat) + 6
    return canvas.encode()


def _paint_header(canvas: Canvas, result: ResultView, names: Sequence[str]) -> None:
    theme, language = canvas.theme, canvas.language
    middle = _HEADER / 2 + 2
    if result.winner is None:
        canvas.fill((0, 0, WIDTH, _HEADER), theme.well)
        word = say(language, "draw_game" if result.kind == "draw" else "void")
        canvas.text((WIDTH / 2, middle), word, 52, theme.text, theme.well, align="centre")
        if result.bao is not None:
            look = TileLook(theme, result.bao, 56, 74, depth_of(56), theme.well)
            canvas.paste(draw_tile(look), WIDTH - _EDGE - 56, 8)
            place = (WIDTH - _EDGE - 68, middle)
            canvas.text(place, say(language, "bao"), 34, theme.gold, theme.well, align="right", width=120)
        return
    canvas.fill((0, 0, WIDTH, _HEADER), theme.gold)
    mark = Mark(say(language, "winner"), theme.alarm, theme.text)
    x = _EDGE + paint_mark(canvas, (_EDGE, middle), mark, 48, theme.gold) + 16.0
    x += canvas.text((x, middle), names[result.winner], 46, theme.gold_ink, theme.gold, width=430) + 20
    won = name_win(result, language)
    if result.score is not None:
        won = f"{won}  {say(language, 'fan', n=result.score.owed[result.winner])}"
    room = int(WIDTH - _EDGE - x)
    canvas.fit((WIDTH - _EDGE, middle), won, (38, 32, 27), theme.gold_ink, theme.gold, width=room, align="right")


def _paint_hand(canvas: Canvas, view: View, winner: int, y: float) -> float:
    concealed = list_concealed_slots(view, winner)
    melds = list_strip_melds(view, winner)
    result = view.result
    bao_room = 0
    if result is not None and result.bao is not None:
        bao_room = 120
        theme = canvas.theme
        canvas.fit((_EDGE, y + 44), say(canvas.language, "bao"), (32, 26, 21), theme.gold, theme.felt, width=40)
        mood = Mood.LIT if result.uses_bao else Mood.PLAIN
        look = TileLook(theme, result.bao, 52, 69, depth_of(52), theme.felt, mood=mood)
        canvas.paste(draw_tile(look), _EDGE + 44, y + 12)
    width = _TILE
    room = WIDTH - 2 * _EDGE - bao_room
    while measure_slots(concealed + melds, width) + width * 0.3 > room:
        width -= 1
    bottom = y + round(_TILE * RATIO)
    left = _EDGE + bao_room
    placed = place_slots(concealed, left, bottom, width)
    placed += place_slots(melds, left + measure_slots(concealed, width) + width * 0.3, bottom, width)
    paint_tiles(canvas, Side(0), placed, canvas.theme.felt)
    return bottom + 28


def _paint_line(canvas: Canvas, y: float, word: str, who: str, value: str) -> None:
    theme = canvas.theme
    middle = y + _LINE / 2
    canvas.text((_EDGE + 8, middle), word, 30, theme.text, theme.felt, width=340)
    canvas.text((390, middle), who, 28, theme.muted, theme.felt, width=260)
    canvas.fit((WIDTH - _EDGE - 8, middle), value, (30, 26, 23), theme.gold, theme.felt, width=320, align="right")


def _show_change(change: int) -> str:
    return f"{change:+,}".replace("-", "−") if change else "0"


def _list_loser_hand(view: View, seat: int) -> list[Slot]:
    """Return the tiles of a seat that did not win, laid open; none where they are not known."""
    if view.result is None or view.result.winner == seat or not view.result.hands[seat]:
        return []
    melds = list_strip_melds(view, seat)
    return [*list_concealed_slots(view, seat), *melds]


def _measure_payment(view: View, seat: int) -> int:
    slots = _list_loser_hand(view, seat)
    return _PAY_ROW + (_HAND_ROW + measure_lift(slots, _HAND_TILE) if slots else 0)


def _paint_payment(canvas: Canvas, view: View, who: tuple[int, str, str | None], delta: int, y: float) -> None:
    theme, language = canvas.theme, canvas.language
    seat, name, coins = who
    middle = y + _PAY_ROW / 2 + 2
    is_winner = view.result is not None and view.result.winner == seat
    canvas.panel(
        (_EDGE - 8, y, WIDTH - _EDGE + 8, y + _measure_payment(view, seat)),
        theme.plate,
        edge=theme.gold if is_winner else theme.plate,
        border=3,
    )
    x = _EDGE + 10.0
    if view.dealer == seat:
        x += (
            paint_mark(canvas, (x, middle), Mark(say(language, "dealer"), theme.alarm, theme.text), 28, theme.plate) + 8
        )
    x += canvas.text((x, middle), name, 34, theme.text, theme.plate, width=int(430 - x)) + 12
    if view.result is not None and view.result.source == seat:
        paint_mark(canvas, (x, middle), Mark(say(language, "shot"), theme.alarm, theme.text), 28, theme.plate)
    ink = theme.gain if delta > 0 else theme.alarm if delta < 0 else theme.muted
    canvas.fit((760, middle), _show_change(delta), (40, 34, 28), ink, theme.plate, width=190, align="right")
    if coins is not None:
        place = (WIDTH - _EDGE - 6, middle)
        canvas.fit(place, coins, (30, 26, 22), theme.gold, theme.plate, width=200, align="right")
    slots = _list_loser_hand(view, seat)
    _paint_loser_hand(canvas, slots, y + _PAY_ROW + measure_lift(slots, _HAND_TILE))


def _paint_loser_hand(canvas: Canvas, slots: Sequence[Slot], y: float) -> None:
    width = fit_width(slots, _HAND_TILE, WIDTH - 2 * _EDGE - 20)
    placed = place_slots(slots, _EDGE + 10, y - 6 + round(_HAND_TILE * RATIO), width)
    paint_tiles(canvas, Side(0), placed, canvas.theme.plate)
