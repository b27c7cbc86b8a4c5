"""`/season`: a server's seasons, started and ended by whoever manages it; everybody may look at them.

The start and the champion are told in the channel in the server's language; whoever manages it is told alone what came
of their command.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs import gateway
from cogs.board_panel import ShownBoard, label_board, name_season, tell_board
from cogs.board_press import BoardChoice
from cogs.errors import Refusal
from cogs.gateway import Refused
from cogs.panel import Panel, write_panel
from cogs.pictures import choose_theme
from cogs.translator import text
from cogs.words import clean_name, escape_name, show_change
from host.boards import Board, Metric, read_page
from host.days import find_day, newest_user_id
from host.seasons import LONGEST_NAME, BeginSeason, EndSeason, Season, read_seasons

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.texts import Texts
    from host.boards import BoardPage
    from host.preferences import ServerPreferences

log = logging.getLogger(__name__)

LISTED = 10
"""So many seasons are told of, the newest first."""

BEST = 3
NOBODY = 0


class SeasonGroup(app_commands.Group):
    """/season start, end, list."""

    def __init__(self, work: Desktop) -> None:
        """Take what the commands work with."""
        super().__init__(name=text("command-season"), description=text("command-season-about"))
        self._work = work

    @app_commands.command(name=text("command-season-start"), description=text("command-season-start-about"))
    @app_commands.rename(name=text("option-season-name"))
    @app_commands.describe(name=text("option-season-name-about"))
    async def start(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, LONGEST_NAME] | None = None
    ) -> None:
        """Start the next season."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            guild = _need_manager(answer.interaction)
            called = "" if name is None else clean_name(name)
            number = await self._work.store.write(BeginSeason(guild.id, called))
            season = Season(number, called, self._work.store.now(), None)
            public = self._work.desk.texts_of(guild.id)
            shown = name_season(season, public, escape_name)
            line = public.say("season-begun-public", season=shown, command=public.say("command-leaderboard"))
            await self._tell(answer.interaction, write_panel(line))
            return write_panel(texts.say("season-begun", season=name_season(season, texts, escape_name)))

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-season-end"), description=text("command-season-end-about"))
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """End the season that runs; its champion is told in the channel."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            guild = _need_manager(answer.interaction)
            number = await self._work.store.write(EndSeason(guild.id))
            seasons = await self._work.store.read(partial(read_seasons, guild_id=guild.id))
            season = next(each for each in seasons if each.number == number)
            public = self._work.desk.texts_of(guild.id)
            await self._tell(answer.interaction, await self._build_champion(guild, season, public))
            ended = texts.say(
                "season-ended",
                season=name_season(season, texts, escape_name),
                command=texts.say("command-leaderboard"),
            )
            return write_panel(ended)

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-season-list"), description=text("command-season-list-about"))
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """Tell of the seasons and their best."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            guild_id = answer.interaction.guild_id or 0
            seasons = await self._work.store.read(partial(read_seasons, guild_id=guild_id, limit=LISTED))
            if not seasons:
                command = " ".join(texts.say(key) for key in ("command-season", "command-season-start"))
                return write_panel(texts.say("season-list-none", command=command))
            server = self._work.server_of(interaction)
            panel = Panel().write(f"### {texts.say('season-list-title')}")
            for season in seasons:
                page = await self._read_best(guild_id, season, server)
                panel.write(*_tell_season(season, page, server, texts))
            command = texts.say("command-leaderboard")
            panel.rule().write(f"-# {texts.say('season-list-more', command=command)}")
            return panel.write(f"-# {texts.say('season-zone', zone=server.zone)}")

        await self._work.answer(interaction, work)

    async def _read_best(self, guild_id: int, season: Season, server: ServerPreferences) -> BoardPage:
        """Return the best of a season: whoever won most coins."""
        board = Board(Metric.NET, guild_id, season.span)
        if server.board_days:
            newest = newest_user_id(self._work.store.now(), server.board_days)
            board = Board(Metric.NET, guild_id, season.span, newest_id=newest)
        return await self._work.store.read(partial(read_page, board=board, page=0, viewer_id=NOBODY))

    async def _build_champion(self, guild: discord.Guild, season: Season, texts: Texts) -> Panel:
        """Return the final standings with the champion's name."""
        server = self._work.desk.preferences.of_server(guild.id)
        page = await self._read_best(guild.id, season, server)
        name = name_season(season, texts, escape_name)
        if not page.lines:
            return write_panel(texts.say("season-no-champion", season=name))
        first = page.lines[0]
        net = show_change(first.value, grouped=True)
        champion = texts.say(
            "season-champion", season=name, name=escape_name(first.name), net=net, hands=first.hands
        )  # fmt: skip
        shown = ShownBoard(BoardChoice(Metric.NET, season.span), page, guild.name, (season,))
        label = label_board(shown, texts, first.user_id)
        picture = await self._work.desk.painter.paint_board(label, texts, choose_theme(server))
        panel = Panel().write(champion)
        return panel.write(tell_board(label, texts)) if picture is None else panel.show(picture)

    async def _tell(self, interaction: discord.Interaction[Any], panel: Panel) -> None:
        """Post it in the channel; where that cannot be, whoever manages the server still has their own answer."""
        channel = interaction.channel
        if not isinstance(channel, discord.abc.Messageable):
            return
        is_quiet = self._work.server_of(interaction).quiet
        try:
            await gateway.post(channel, panel, is_silent=is_quiet)
        except Refused as refused:
            log.info("a season could not be told of: %s", refused)


def _need_manager(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server of an interaction; Refusal `only_manager`, `only_in_server`."""
    if interaction.guild is None:
        raise Refusal("only_in_server")
    if not interaction.permissions.manage_guild:
        raise Refusal("only_manager")
    return interaction.guild


def _tell_season(season: Season, page: BoardPage, server: ServerPreferences, texts: Texts) -> list[str]:
    """Return a season's lines: its name, its days in the server's time zone, its best."""
    first = str(find_day(season.started_at, server.zone))
    if season.ended_at is None:
        dates = texts.say("season-dates-running", **{"from": first})
    else:
        dates = texts.say("season-dates", **{"from": first, "until": str(find_day(season.ended_at, server.zone))})
    lines = [texts.say("season-list-line", season=name_season(season, texts, escape_name), dates=dates)]
    for line in page.lines[:BEST]:
        net = show_change(line.value, grouped=True)
        lines.append(texts.say("season-list-best", place=line.rank, name=escape_name(line.name), net=net))
    return lines if page.lines else [*lines, texts.say("season-list-nobody")]
