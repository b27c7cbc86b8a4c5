"""The table picture: four sides, rivers in the middle, who is who, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType
from render.canvas import Canvas
from render.centre import paint_centre
from render.facts import find_fresh_claim, find_open_tile, find_shown_hand, is_gang_open
from render.frame import SIZE, Box, Side, find_side
from render.labels import Language, SeatLabel
from render.old_baos import paint_old_baos
from render.plate import paint_plate
from render.river import paint_river
from render.rows import Slot, list_meld_slots, measure_slots, paint_tiles, place_slots
from render.sprites import BACK, Mood
from render.theme import JADE, Theme
from render.wall import paint_wall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import View

STRIP_TOP, STRIP_BOTTOM = 904, 996
_STRIPS = {True: (302.0, 988.0), False: (194.0, 898.0)}
"""Local x from where to where tiles may stand: upright sides, others."""
_TILE_WIDTH = 46
_BASE_LINE = 979


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the table picture is made of."""

    view: View
    labels: tuple[SeatLabel, ...]
    bottom: int

    def side_of(self, seat: int) -> Side:
        """Return the side on which the seat sits in this picture."""
        return find_side(seat, self.bottom)


def draw_table(
    view: View,
    labels: Sequence[SeatLabel],
    *,
    language: Language = "zh-CN",
    theme: Theme = JADE,
) -> bytes:
    """Return the table as a square palette PNG of 1000 × 1000 pixels.

    The viewer sits at the bottom (a spectator sees seat 0 there) and the others counter-clockwise: seat + 1 to the
    right. `labels`: four, by seat.
    """
    scene = Scene(view, tuple(labels), view.viewer or 0)
    canvas = Canvas(theme, SIZE, SIZE, theme.felt, language)
    for seat in range(4):
        _paint_strip(canvas, scene, seat)
        paint_plate(canvas, view, scene.labels[seat], seat, scene.side_of(seat))
        paint_river(canvas, view, seat, scene.bottom)
        paint_old_baos(canvas, view, seat, scene.bottom)
    paint_wall(canvas, view, scene.bottom)
    paint_centre(canvas, view, scene.labels, scene.bottom)
    return canvas.encode()


def _paint_strip(canvas: Canvas, scene: Scene, seat: int) -> None:
    is_turn = scene.view.result is None and scene.view.turn == seat
    border = 0 if not is_turn else 2 if scene.view.phase == "turn" else 1
    strip = Strip(
        canvas.theme,
        scene.side_of(seat),
        tuple(list_concealed_slots(scene.view, seat)),
        tuple(list_strip_melds(scene.view, seat)),
        _BORDERS[border],
        is_gold=border == 2,
    )
    if any(slot.is_stacked for slot in strip.melds):
        # What is stacked may rise above the strip.
        strip.paint(canvas)
    else:
        canvas.paint_once(strip)


_BORDERS = (2, 4, 4)
"""Width of a strip's border in pixels: of another seat, of whose tile lies open, of whose turn it is."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A seat's concealed tiles and melds on their ground: with each action at most two of the four change."""

    theme: Theme
    side: Side
    concealed: tuple[Slot, ...]
    melds: tuple[Slot, ...]
    border: int
    is_gold: bool

    @property
    def box(self) -> Box:
        """Where it lies in the picture."""
        left, right = _STRIPS[self.side.is_upright]
        return self.side.place((left - 6, STRIP_TOP, right + 6, STRIP_BOTTOM))

    def paint(self, canvas: Canvas) -> None:
        """Paint it where it lies."""
        theme = self.theme
        left, right = _STRIPS[self.side.is_upright]
        canvas.panel(self.box, theme.zone, edge=theme.gold if self.is_gold else theme.line, border=self.border)
        slots = [*self.concealed, *self.melds]
        width = _TILE_WIDTH
        while measure_slots(slots, width) + 12 > right - left:
            width -= 1
        base = _BASE_LINE - round((_TILE_WIDTH - width) * 0.66)
        placed = place_slots(self.concealed, left + 4, base, width)
        placed += place_slots(self.melds, right - 4 - measure_slots(self.melds, width), base, width)
        paint_tiles(canvas, self.side, placed, theme.zone)


def list_concealed_slots(view: View, seat: int) -> list[Slot]:
    """Return what shows of a seat's concealed tiles: faces for the viewer and once the hand is over, else backs."""
    shown = view.seats[seat]
    if view.result is not None and len(view.result.hands[seat]) > 0:
        slots = [Slot(kind) for kind in sorted(view.result.hands[seat])]
        if view.result.winner == seat and view.result.tile is not None:
            slots.append(Slot(view.result.tile, gap=0.3, mood=Mood.LIT))
        return slots
    hand = find_shown_hand(view, seat)
    if hand is not None:
        concealed, drawn = hand
        return [*map(Slot, concealed), *([] if drawn is None else [Slot(drawn, gap=0.3)])]
    return [Slot(BACK) for _ in range(shown.concealed_count)]


def list_strip_melds(view: View, seat: int) -> list[Slot]:
    """Return a seat's melds one after the other, with a gap between them."""
    slots: list[Slot] = []
    fresh = find_fresh_claim(view)
    opened = find_open_tile(view) if is_gang_open(view) and view.turn == seat else None
    for number, meld in enumerate(view.seats[seat].melds):
        first, *rest = list_meld_slots(meld, seat)
        if opened is not None and isinstance(meld, Meld) and meld.type is MeldType.JIA_GANG and meld.kind == opened[1]:
            rest = [replace(slot, mood=Mood.LIT) if slot.is_stacked else slot for slot in rest]
        slots.append(Slot(first.kind, first.is_sideways, gap=0.22))
        slots.extend(rest)
        if fresh == (seat, number):
            lit = len(rest) + 1
            slots[-lit:] = [replace(slot, mood=Mood.LIT) for slot in slots[-lit:]]
    return slots
