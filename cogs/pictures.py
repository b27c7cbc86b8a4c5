"""Pictures drawn off the event loop, a bounded number at a time, each drawn once for what it shows.

Own hands, for which somebody waits, are drawn before tables.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.avatars import Avatars
from cogs.board_panel import tell_board
from cogs.lanes import LaneFullError, Lanes
from cogs.meters import PICTURES
from cogs.panel import Picture
from render import (
    JADE,
    BoardLabel,
    ChartLabel,
    JudgedHand,
    SeatLabel,
    Theme,
    describe_hand,
    describe_judged,
    describe_result,
    describe_table,
    draw_chart,
    draw_hand,
    draw_judged,
    draw_leaderboard,
    draw_result,
    draw_table,
    draw_tile_emoji,
    find_theme,
)
from render.facts import sum_up_hand

if TYPE_CHECKING:
    from cogs.texts import Texts
    from engine.tiles import Kind
    from engine.view import View
    from host.preferences import PersonPreferences, ServerPreferences
    from host.reports import HandReport, SeatSnapshot, TableSnapshot

WORKERS = 3
WAITING = 500
"""More pictures than this that wait mean that we are too slow: the next ones are sent without."""
KEPT = 32

log = logging.getLogger(__name__)


class Painter:
    """Draws pictures in a small pool of threads. `close` it at the end."""

    def __init__(self, workers: int = WORKERS) -> None:
        """Start without threads; they come with the first pictures."""
        self._lanes = Lanes(workers, WAITING, "picture")
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()
        self.avatars = Avatars()

    def close(self) -> None:
        """Let go of the threads; pictures that wait are dropped."""
        self._lanes.close()

    async def paint_hand(self, snapshot: TableSnapshot, texts: Texts, theme: Theme = JADE) -> Picture | None:
        """Return the viewer's own hand; None for a spectator, or if it cannot be drawn now."""
        view = snapshot.view
        if view is None or view.own is None:
            return None
        language = texts.language
        return await self._paint(
            ("hand", sum_up_hand(view), language, theme),
            lambda: Picture(
                "hand.png", draw_hand(view, language=language, theme=theme), describe_hand(view, language=language)
            ),
            is_urgent=True,
        )

    async def paint_table(self, snapshot: TableSnapshot, texts: Texts, theme: Theme = JADE) -> Picture | None:
        """Return the table as the snapshot's viewer sees it; None without a hand, or if it cannot be drawn now."""
        view = snapshot.view
        if view is None:
            return None
        labels = label_seats(snapshot.seats, texts, self.avatars, snapshot.dealer_streak)
        language = texts.language
        return await self._paint(
            ("table", view, labels, language, theme),
            lambda: Picture(
                "table.png",
                draw_table(view, labels, language=language, theme=theme),
                describe_table(view, labels, language=language),
            ),
            is_urgent=False,
        )

    async def paint_view(
        self, view: View, labels: tuple[SeatLabel, ...], texts: Texts, theme: Theme = JADE
    ) -> Picture | None:
        """Return a table outside any game that is played; None if it cannot be drawn now."""
        language = texts.language
        return await self._paint(
            ("view", view, labels, language, theme),
            lambda: Picture(
                "table.png",
                draw_table(view, labels, language=language, theme=theme),
                describe_table(view, labels, language=language),
            ),
            is_urgent=True,
        )

    async def paint_result(
        self, snapshot: TableSnapshot, report: HandReport, texts: Texts, theme: Theme = JADE
    ) -> Picture | None:
        """Return how a hand ended, with the balances after it; None without a hand, or if it cannot be drawn now."""
        view = snapshot.view
        if view is None or view.result is None:
            return None
        labels = label_report(report, texts)
        language, paid, scores = texts.language, report.paid, report.scores
        return await self._paint(
            ("result", view, labels, paid, scores, language, theme),
            lambda: Picture(
                "result.png",
                draw_result(view, labels, paid, scores=scores, language=language, theme=theme),
                describe_result(view, labels, paid, language),
            ),
            is_urgent=False,
        )

    async def paint_ending(
        self, view: View, labels: tuple[SeatLabel, ...], paid: tuple[int, ...], texts: Texts, theme: Theme = JADE
    ) -> Picture | None:
        """Return how a hand ended that was played long ago; None if it is not over, or cannot be drawn now."""
        if view.result is None:
            return None
        language = texts.language
        return await self._paint(
            ("result", view, labels, paid, language, theme),
            lambda: Picture(
                "result.png",
                draw_result(view, labels, paid, language=language, theme=theme),
                describe_result(view, labels, paid, language),
            ),
            is_urgent=True,
        )

    async def paint_judged(self, hand: JudgedHand, texts: Texts, theme: Theme = JADE) -> Picture | None:
        """Return a hand outside any game; None if it cannot be drawn now."""
        language = texts.language
        return await self._paint(
            ("judged", hand, language, theme),
            lambda: Picture(
                "hand.png", draw_judged(hand, language=language, theme=theme), describe_judged(hand, language=language)
            ),
            is_urgent=True,
        )

    async def paint_board(self, board: BoardLabel, texts: Texts, theme: Theme = JADE) -> Picture | None:
        """Return a page of a leaderboard; None if it cannot be drawn now."""
        language = texts.language
        return await self._paint(
            ("board", board, language, theme),
            lambda: Picture(
                "board.png", draw_leaderboard(board, language=language, theme=theme), tell_board(board, texts)
            ),
            is_urgent=True,
        )

    async def paint_chart(self, chart: ChartLabel, alt: str, texts: Texts, theme: Theme = JADE) -> Picture | None:
        """Return a chart, told in words by `alt`; None if it cannot be drawn now."""
        language = texts.language
        return await self._paint(
            ("chart", chart, alt, language, theme),
            lambda: Picture("chart.png", draw_chart(chart, language=language, theme=theme), alt),
            is_urgent=True,
        )

    async def paint_emoji(self, kind: Kind) -> bytes:
        """Return a tile as an application emoji (PNG, 128 pixels)."""
        # They are drawn one after the other, once: that waits for nobody.
        return await asyncio.to_thread(draw_tile_emoji, kind)

    async def _paint(self, key: Hashable, draw: Callable[[], Picture], *, is_urgent: bool) -> Picture | None:
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        try:
            with PICTURES.time():
                picture = await self._lanes.run(draw, is_urgent=is_urgent)
        except LaneFullError:
            log.warning("too many pictures wait; one is left out")
            return None
        except Exception:
            # A message without its picture is better than none: the game goes on.
            log.exception("a picture could not be drawn")
            return None
        self._kept[key] = picture
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture


def choose_theme(preferences: PersonPreferences | ServerPreferences) -> Theme:
    """Return how pictures look for whom these preferences hold."""
    return find_theme(preferences.felt, preferences.tiles)


def label_report(report: HandReport, texts: Texts) -> tuple[SeatLabel, ...]:
    """Return what pictures say of the seats of a hand that has ended: with the balances after it."""
    seats = zip(report.seats, report.balances, strict=True)
    return label_seats(tuple(replace(seat, coins=coins) for seat, coins in seats), texts)


def label_seats(
    seats: tuple[SeatSnapshot, ...], texts: Texts, avatars: Avatars | None = None, streak: int = 1
) -> tuple[SeatLabel, ...]:
    """Return what pictures say of the seats; `streak`: how many hands in a row the dealer has dealt."""
    return tuple(
        SeatLabel(
            name=seat.name if seat.computer is None else texts.say("computer-name", number=seat.computer),
            coins=seat.coins,
            is_computer=seat.computer is not None,
            is_autoplay=seat.autoplay is not None,
            is_away=seat.has_left,
            avatar=None if avatars is None else avatars.find(seat.user_id),
            streak=streak,
        )
        for seat in seats
    )
