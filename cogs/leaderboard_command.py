"""`/leaderboard`: who is ahead, by what, since when, in which city, on this server or on all that take part.

Rule 1: whoever has left the server is not shown. Discord tells that only when it is asked, so people of a page who have
not been seen for a day are asked about before it is shown, and what is learned is kept. Who looks or plays is back.
Rule 2: presses are found by their custom_id alone: after a restart and on panels of any age.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice

from cogs.board_panel import ShownBoard, build_board_panel, label_board
from cogs.board_press import CITIES, SEASON, SPANS, WEEK, BoardChoice, read_board_press
from cogs.errors import Refusal
from cogs.gateway import Refused, Trouble, attempt
from cogs.pictures import choose_theme
from cogs.translator import text
from cogs.words import clean_name
from engine.cities import find_rules
from host.boards import Board, Metric, is_hidden, read_page
from host.days import DEFAULT_ZONE, newest_user_id
from host.errors import StoreError
from host.listing import NotePeople
from host.periods import ALL, name_month, name_week
from host.schema import EVERYWHERE
from host.seasons import read_seasons

if TYPE_CHECKING:
    import discord

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.desk import Desk
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.boards import BoardPage
    from host.preferences import Preferences
    from host.seasons import Season
    from host.store import Store

log = logging.getLogger(__name__)

SEEN_SECONDS = 86400.0
"""Whoever was there so recently is not asked about."""

ASKING_SECONDS = 1.0
"""So long a page waits at most for what Discord says of its people."""

ROUNDS = 2
"""So often a page is read again because people on it had left; the next look goes on."""


def build_leaderboard_command(work: Desktop, boards: BoardClerk) -> app_commands.Command[Any, ..., Any]:
    """Return /leaderboard."""

    @app_commands.rename(
        by=text("option-by"), when=text("option-when"), city=text("option-city"), where=text("option-where")
    )
    @app_commands.describe(
        by=text("option-by-about"),
        when=text("option-when-about"),
        city=text("option-city-about"),
        where=text("option-where-about"),
    )
    @app_commands.choices(
        by=[Choice(name=text(f"board-by-{metric}"), value=metric.value) for metric in Metric],
        when=[Choice(name=text(f"board-span-{span}"), value=span) for span in SPANS],
        city=[Choice(name=text(f"rules-{city}"), value=city) for city in CITIES],
        where=[Choice(name=text(f"button-board-{where}"), value=where) for where in ("here", "world")],
    )
    async def leaderboard(
        interaction: discord.Interaction[Any],
        by: str = Metric.COINS,
        when: str = ALL,
        city: str = ALL,
        where: str = "here",
    ) -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            choice = BoardChoice(Metric(by), when, city, is_everywhere=where == "world")
            return await boards.show(answer.interaction, choice.mend(), texts)

        await work.answer(interaction, show)

    return app_commands.Command(
        name=text("command-leaderboard"), description=text("command-leaderboard-about"), callback=leaderboard
    )


class BoardClerk:
    """Shows boards, by command and by the selects and buttons on them."""

    def __init__(self, store: Store, desk: Desk, preferences: Preferences) -> None:
        """Take the books, whose painter draws, and what is set."""
        self._store = store
        self._desk = desk
        self._preferences = preferences

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Show the board that was pressed for.

        Raises:
            Refusal: `old_button`, `only_in_server`. StoreError.
        """
        interaction = answer.interaction
        press = read_board_press(interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        data: Any = interaction.data or {}
        choice = press.choice
        if values := data.get("values"):
            try:
                choice = choice.change(press.part, values[0])
            except ValueError:
                raise Refusal("old_button") from None
        await answer.update(await self.show(interaction, choice, texts))

    async def show(self, interaction: discord.Interaction[Any], choice: BoardChoice, texts: Texts) -> Panel:
        """Return a board's panel; Refusal `only_in_server`."""
        guild, viewer_id = interaction.guild, interaction.user.id
        if guild is None:
            raise Refusal("only_in_server")
        if choice.metric is Metric.RATING and choice.city == ALL:
            usual = find_rules(self._preferences.of_server(guild.id).rules).city
            choice = choice.change("city", usual)
        seasons = await self._store.read(partial(read_seasons, guild_id=guild.id))
        board = self._find_board(choice, guild.id, seasons)
        if not choice.is_everywhere:
            await self._welcome_back(guild.id, interaction.user)
        page = await self._read(board, choice.page, viewer_id)
        if not choice.is_everywhere:
            for _ in range(ROUNDS):
                if not await self._look_after(guild, page):
                    break
                page = await self._read(board, choice.page, viewer_id)
        own = self._preferences.of_person(viewer_id)
        shown = ShownBoard(choice.turn(page.page), page, guild.name, tuple(seasons), is_taking_part=own.everywhere)
        label = label_board(shown, texts, viewer_id)
        painter = self._desk.painter
        picture = await painter.paint_board(label, texts, choose_theme(own)) if page.lines else None
        return build_board_panel(shown, picture, label, texts)

    async def _read(self, board: Board, page: int, viewer_id: int) -> BoardPage:
        return await self._store.read(partial(read_page, board=board, page=page, viewer_id=viewer_id))

    def _find_board(self, choice: BoardChoice, guild_id: int, seasons: list[Season]) -> Board:
        server = self._preferences.of_server(guild_id)
        zone = DEFAULT_ZONE if choice.is_everywhere else server.zone
        now, span = self._store.now(), choice.span
        if span == SEASON:
            span = next((season.span for season in seasons if season.is_running), SEASON)
        elif span in SPANS and span != ALL:
            span = name_week(now, zone) if span == WEEK else name_month(now, zone)
        where = EVERYWHERE if choice.is_everywhere else guild_id
        if server.board_days and not choice.is_everywhere:
            return Board(choice.metric, where, span, choice.city, newest_user_id(now, server.board_days))
        return Board(choice.metric, where, span, choice.city)

    async def _welcome_back(self, guild_id: int, person: discord.User | discord.Member) -> None:
        """Show somebody again who had left the server: who asks is there."""
        if await self._store.read(partial(is_hidden, guild_id=guild_id, user_id=person.id)):
            name = clean_name(person.display_name, person.name)
            await self._store.write(NotePeople(guild_id, ((person.id, name),)))

    async def _look_after(self, guild: discord.Guild, page: BoardPage) -> bool:
        """Ask Discord about people on a page who were not seen of late; say whether anything was learned."""
        old = self._store.now() - SEEN_SECONDS
        asking = [asyncio.create_task(_find_name(guild, line.user_id)) for line in page.lines if line.seen_at < old]
        if not asking:
            return False
        done, late = await asyncio.wait(asking, timeout=ASKING_SECONDS)
        for task in late:
            task.cancel()
        learned = [found for task in done if (found := task.result()) is not None]
        if not learned:
            return False
        try:
            await self._store.write(NotePeople(guild.id, tuple(learned)))
        except StoreError as error:
            log.info("who has left could not be kept: %s", error)
            return False
        return True


async def _find_name(guild: discord.Guild, user_id: int) -> tuple[int, str | None] | None:
    """Return what a person is called in a server, None for a name if they are not there; None if nothing is known."""
    try:
        member = await attempt("member", guild.fetch_member(user_id))
    except Refused as refused:
        return (user_id, None) if refused.trouble is Trouble.PERSON_GONE else None
    return user_id, clean_name(member.display_name, member.name)
