"""The middle of the table: bao, tiles left, stake, dice, and the arrow to whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.explain import name_win
from render.facts import find_known_bao, list_aside_baos
from render.frame import SIZE, Side, find_side
from render.old_baos import has_room, paint_old_bao_word
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

_NEAR, _FAR = 349, 651
_MIDDLE = SIZE / 2
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
_DIE = 26
_MOST_OLD_BAOS = 4
_LEFT, _RIGHT = 372, 628
"""From where to where things stand between the arrows."""


def paint_centre(canvas: Canvas, view: View, labels: Sequence[SeatLabel], bottom: int) -> None:
    """Paint the well in the middle of the table."""
    theme = canvas.theme
    canvas.panel((_NEAR, _NEAR, _FAR, _FAR), theme.well, radius=14)
    _paint_arrows(canvas, view, bottom)
    title = f"{say(canvas.language, view.city)} · {say(canvas.language, 'hand_number', n=view.hand)}"
    canvas.fit((_MIDDLE, 389), title, (26, 24, 22, 20), theme.muted, theme.well, width=_RIGHT - _LEFT, align="centre")
    if view.result is None:
        _paint_bao(canvas, find_known_bao(view), has_bao=view.has_bao)
        _paint_left(canvas, view)
    else:
        _paint_result(canvas, view.result)
    _paint_state(canvas, view, labels)
    if view.result is None or view.result.winner is None:
        _paint_notes(canvas, view)
    _paint_stake(canvas, view)


def _paint_arrows(canvas: Canvas, view: View, bottom: int) -> None:
    """Paint a large arrow to whose turn it is, and at the corners small ones that show the way that play goes."""
    theme = canvas.theme
    for number in range(4):
        side = Side(number)
        corner = [(_FAR - 23, _FAR - 5), (_FAR - 6, _FAR - 13), (_FAR - 23, _FAR - 21)]
        canvas.polygon([side.place_point(x, y) for x, y in corner], theme.line, theme.well)
    if view.result is not None:
        return
    side = find_side(view.turn, bottom)
    flat = _FAR - 23
    points = [(_MIDDLE - 64, flat), (_MIDDLE + 64, flat), (_MIDDLE, flat + 21)]
    fill = theme.gold if view.phase == "turn" else theme.text
    canvas.polygon([side.place_point(x, y) for x, y in points], fill, theme.well)


def _paint_bao(canvas: Canvas, bao: Kind | None, *, has_bao: bool, is_lit: bool = True) -> None:
    theme = canvas.theme
    if bao is None and not has_bao:
        return
    width = 66
    height = round(width * RATIO)
    kind = BACK if bao is None else bao
    mood = Mood.LIT if is_lit and bao is not None else Mood.PLAIN
    look = TileLook(theme, kind, width, height, depth_of(width), theme.well, mood=mood)
    canvas.paste(draw_tile(look), _LEFT + 6, 408)
    canvas.fit(
        (_LEFT + 96, 428), say(canvas.language, "bao"), (30, 24), theme.gold, theme.well, width=46, align="centre"
    )


def _paint_left(canvas: Canvas, view: View) -> None:
    theme = canvas.theme
    is_last = view.is_last_tiles
    ink = theme.alarm if is_last else theme.text
    canvas.text((560, 439), str(view.wall_left), 64, ink, theme.well, align="centre")
    word = say(canvas.language, "last_tiles" if is_last else "tiles_left")
    canvas.fit(
        (560, 487), word, (26, 22), theme.alarm if is_last else theme.muted, theme.well, width=136, align="centre"
    )


def _paint_state(canvas: Canvas, view: View, labels: Sequence[SeatLabel]) -> None:
    """Say in a line whose turn it is, whose discard lies open, or who has won."""
    theme, language = canvas.theme, canvas.language
    seat = view.turn if view.result is None else view.result.winner
    if seat is None:
        return
    name = name_seat(labels[seat], seat, language)
    if view.result is None:
        name = f"▶ {name}"
    ink = theme.gold if view.phase != "claims" else theme.text
    canvas.text((_MIDDLE, 529), name, 28, ink, theme.well, width=_RIGHT - _LEFT, align="centre")


def _paint_notes(canvas: Canvas, view: View) -> None:
    """Show the baos that were changed and lie by no seat, draw games in a row and the dealer's liability."""
    theme, language = canvas.theme, canvas.language
    x = _LEFT + 0.0
    old_baos = list_aside_baos(view)
    old_baos += (kind for seat in view.seats if not has_room(seat) for kind in seat.old_baos)
    if old_baos:
        paint_old_bao_word(canvas, (x, 546, x + 50, 592), theme.muted)
        x += 54
        for kind in old_baos[-_MOST_OLD_BAOS:]:
            canvas.paste(draw_tile(TileLook(theme, kind, 32, 42, 4, theme.well)), x, 548)
            x += 35
        x += 6
    notes = [say(language, "draws", n=view.draws_in_a_row)] if view.draws_in_a_row else []
    notes += [say(language, "liable")] if view.is_liable_dealer else []
    if notes:
        canvas.fit(
            (_RIGHT, 571), " ".join(notes), (24, 20, 17), theme.alarm, theme.well, width=int(_RIGHT - x), align="right"
        )


def _paint_stake(canvas: Canvas, view: View) -> None:
    theme = canvas.theme
    dice = [die for throw in view.dice for die in throw]
    die_x = _RIGHT - len(dice) * (_DIE + 4) + 4
    words = say(canvas.language, "stake", n=f"{view.stake:,}")
    canvas.fit((_LEFT, 613), words, (26, 22, 19, 16), theme.gold, theme.well, width=die_x - _LEFT - 8)
    for die in dice:
        _paint_die(canvas, die_x, 600, die)
        die_x += _DIE + 4


def _paint_die(canvas: Canvas, x: float, y: float, pips: int) -> None:
    theme = canvas.theme
    canvas.panel((x, y, x + _DIE, y + _DIE), theme.face, ground=theme.well, radius=6)
    colour = theme.red if pips in {1, 4} else theme.ink
    for column, row in _PIPS[pips]:
        radius = 4 if pips == 1 else 3
        centre_x, centre_y = x + 6.5 + column * 6.5, y + 6.5 + row * 6.5
        box = (centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius)
        canvas.panel(box, colour, ground=theme.face, radius=radius)


def _paint_result(canvas: Canvas, result: ResultView) -> None:
    """Show the bao and the winning tile side by side, each with its word; how it was won stands below the name."""
    theme, language = canvas.theme, canvas.language
    if result.kind != "win" or result.winner is None:
        word = say(language, "draw_game" if result.kind == "draw" else "void")
        _paint_bao(canvas, result.bao, has_bao=False, is_lit=False)
        x, width = (_MIDDLE, 256) if result.bao is None else (560, 132)
        canvas.fit((x, 456), word, (60, 48, 40), theme.gold, theme.well, width=width, align="centre")
        return
    _paint_bao(canvas, result.bao, has_bao=False, is_lit=result.uses_bao)
    if result.tile is not None:
        look = TileLook(theme, result.tile, 66, 87, 7, theme.well, mood=Mood.LIT)
        canvas.paste(draw_tile(look), _RIGHT - 72, 408)
        word = say(language, "winner")
        canvas.fit((_RIGHT - 104, 476), word, (30, 24), theme.text, theme.well, width=54, align="centre")
    place = (_MIDDLE, 571)
    canvas.fit(
        place, name_win(result, language), (28, 24, 21, 18, 16), theme.text, theme.well, width=256, align="centre"
    )
