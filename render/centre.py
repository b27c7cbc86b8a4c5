"""The middle of the table: bao, tiles left, stake, dice, and the arrow to whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.explain import name_win
from render.frame import SIZE, find_side
from render.plate import name_seat
from render.rows import RATIO
from render.sprites import BACK, Mood, TileLook, depth_of, draw_tile
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tiles import Kind
    from engine.view import ResultView, View
    from render.canvas import Canvas
    from render.labels import SeatLabel

_NEAR, _FAR = 342, 658
_MIDDLE = SIZE / 2
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
_DIE = 30
_MOST_OLD_BAOS = 6


def paint_centre(canvas: Canvas, view: View, labels: Sequence[SeatLabel], bottom: int) -> None:
    """Paint the well in the middle of the table."""
    theme = canvas.theme
    canvas.panel((_NEAR, _NEAR, _FAR, _FAR), theme.well, edge=theme.line, border=2, radius=20)
    _paint_arrows(canvas, view, bottom)
    title = f"{say(canvas.language, view.city)} · {say(canvas.language, 'hand_number', n=view.hand)}"
    canvas.text((_MIDDLE, 384), title, 26, theme.muted, theme.well, width=250, align="centre")
    if view.result is None:
        _paint_bao(canvas, find_known_bao(view), 378, 406, has_bao=view.has_bao)
        _paint_left(canvas, view)
    else:
        _paint_result(canvas, view.result, labels)
    _paint_old_baos(canvas, view)
    _paint_stake(canvas, view)


def find_known_bao(view: View) -> Kind | None:
    """Return the bao if this viewer may see it: a listening one, and everybody when the hand is over."""
    if view.result is not None:
        return view.result.bao
    return None if view.viewer is None or view.own is None else view.own.bao


def _paint_arrows(canvas: Canvas, view: View, bottom: int) -> None:
    theme = canvas.theme
    active = None if view.result is not None else find_side(view.turn, bottom).number
    for number in range(4):
        is_active = number == active
        reach, half = (24, 62) if is_active else (10, 22)
        fill = theme.gold if is_active else theme.line
        flat = _FAR - 28 if is_active else _FAR - 18
        side = find_side(number, 0)
        points = [(_MIDDLE - half, flat), (_MIDDLE + half, flat), (_MIDDLE, flat + reach)]
        canvas.polygon([side.place_point(x, y) for x, y in points], fill, theme.well)


def _paint_bao(canvas: Canvas, bao: Kind | None, x: float, y: float, *, has_bao: bool) -> None:
    theme = canvas.theme
    if bao is None and not has_bao:
        return
    width = 64
    height = round(width * RATIO)
    kind = BACK if bao is None else bao
    mood = Mood.PLAIN if bao is None else Mood.LIT
    canvas.paste(draw_tile(TileLook(theme, kind, width, height, depth_of(width), theme.well, mood=mood)), x, y)
    canvas.text((x + width + 24, y + 24), say(canvas.language, "bao"), 30, theme.gold, theme.well, align="centre")


def _paint_left(canvas: Canvas, view: View) -> None:
    theme = canvas.theme
    has_alarm = view.is_last_tiles
    canvas.text(
        (556, 436), str(view.wall_left), 64, theme.alarm if has_alarm else theme.text, theme.well, align="centre"
    )
    word = say(canvas.language, "last_tiles" if has_alarm else "tiles_left")
    canvas.text((556, 486), word, 26, theme.alarm if has_alarm else theme.muted, theme.well, width=140, align="centre")


def _paint_old_baos(canvas: Canvas, view: View) -> None:
    if not view.old_baos:
        return
    theme = canvas.theme
    width = 32
    shown = view.old_baos[-_MOST_OLD_BAOS:]
    word = say(canvas.language, "old_bao")
    x = 378 + canvas.text((378, 530), word, 24, theme.muted, theme.well) + 8
    for kind in shown:
        canvas.paste(draw_tile(TileLook(theme, kind, width, 42, 4, theme.well)), x, 508)
        x += width + 3


def _paint_stake(canvas: Canvas, view: View) -> None:
    theme = canvas.theme
    words = say(canvas.language, "stake", n=view.stake)
    x = 374.0
    x += canvas.text((x, 602), words, 26, theme.gold, theme.well, width=150) + 12
    dice = [die for throw in view.dice for die in throw]
    die_x = 626 - len(dice) * (_DIE + 4)
    for die in dice:
        _paint_die(canvas, die_x, 587, die)
        die_x += _DIE + 4
    notes = []
    if view.draws_in_a_row:
        notes.append(say(canvas.language, "draws", n=view.draws_in_a_row))
    if view.is_liable_dealer:
        notes.append(say(canvas.language, "liable"))
    if notes:
        canvas.text((374, 566), " ".join(notes), 24, theme.alarm, theme.well, width=252)


def _paint_die(canvas: Canvas, x: float, y: float, pips: int) -> None:
    theme = canvas.theme
    canvas.panel((x, y, x + _DIE, y + _DIE), theme.face, ground=theme.well, radius=6)
    colour = theme.red if pips in {1, 4} else theme.ink
    for column, row in _PIPS[pips]:
        radius = 4 if pips == 1 else 3
        centre_x, centre_y = x + 7.5 + column * 7.5, y + 7.5 + row * 7.5
        box = (centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius)
        canvas.panel(box, colour, ground=theme.face, radius=radius)


def _paint_result(canvas: Canvas, result: ResultView, labels: Sequence[SeatLabel]) -> None:
    theme = canvas.theme
    if result.kind != "win" or result.winner is None:
        word = say(canvas.language, "draw_game" if result.kind == "draw" else "void")
        canvas.text((_MIDDLE, 450), word, 56, theme.gold, theme.well, width=250, align="centre")
        return
    _paint_bao(canvas, result.bao, 378, 406, has_bao=False)
    if result.tile is not None:
        look = TileLook(theme, result.tile, 64, 84, 7, theme.well, mood=Mood.LIT)
        canvas.paste(draw_tile(look), 558, 406)
    name = name_seat(labels[result.winner], result.winner, canvas.language)
    canvas.text((_MIDDLE, 530), name, 30, theme.text, theme.well, width=250, align="centre")
    canvas.text(
        (_MIDDLE, 566), name_win(result, canvas.language), 26, theme.gold, theme.well, width=250, align="centre"
    )
