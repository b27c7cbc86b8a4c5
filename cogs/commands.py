"""The slash commands: parse, act, show. Names and descriptions are keys of assets/locales/*/commands.ftl."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.about_command import build_about_command
from cogs.answer import Answer
from cogs.clerk import SAID, say_ended
from cogs.coins_command import CoinsDesk, build_coins_command
from cogs.desk import list_names, say_new_command
from cogs.errors import Refusal, say_error
from cogs.gateway import Refused, Trouble
from cogs.history_command import HistoryClerk, build_history_command
from cogs.in_words import build_told_table
from cogs.judge_command import JudgeClerk, build_judge_command
from cogs.languages import name_table_buttons, texts_of
from cogs.leaderboard_command import BoardClerk, build_leaderboard_command
from cogs.opening import open_table
from cogs.options import MAX_TYPED, complete_options, parse_options
from cogs.own_commands import build_own_commands
from cogs.panel import Panel, Style, TableButton, write_panel
from cogs.patience import Haste
from cogs.pictures import choose_theme
from cogs.presses import Act, Press
from cogs.privacy_command import PrivacyDesk, PrivacyGroup, tell_privacy
from cogs.profile_command import build_profile_command
from cogs.purse_commands import build_purse_commands
from cogs.replay_command import ReplayClerk, build_replay_command
from cogs.rule_editor import build_table_rules
from cogs.rules_panel import build_rules_panel
from cogs.season_command import SeasonGroup
from cogs.settings_command import build_settings_command
from cogs.translator import text
from cogs.tutorial import build_lesson
from cogs.verify_command import Verifier, build_verify_command
from cogs.words import clean_name, escape_name, join_words
from engine.cities import find_rules, preset_names
from engine.payments import leave_penalty
from engine.rules import MAX_STAKE
from host.preferences import CLOCKS
from host.settings import RoomSettings

if TYPE_CHECKING:
    from cogs.desk import Desk
    from cogs.patience import Patience
    from cogs.settings import Links
    from cogs.texts import Texts
    from engine.rules import Rules
    from host.preferences import Preferences, ServerPreferences
    from host.registry import Tables
    from host.store import Store
    from host.table import Table

log = logging.getLogger(__name__)

PLAYABLE = preset_names()
"""The rules that a table can be opened with."""

LENGTHS = {"4": 4, "8": 8, "16": 16, "open": None}
MOST_COINS = 1_000_000_000

Work = Callable[[Answer, "Texts"], Coroutine[Any, Any, Panel | None]]


class Desktop:
    """What commands work with."""

    def __init__(
        self, tables: Tables, desk: Desk, store: Store, patience: Patience, *, pace: float, links: Links
    ) -> None:
        """Take tables, who shows them, the books, how much haste is served, computer players' pace, and addresses."""
        self.tables = tables
        self.patience = patience
        self.desk = desk
        self.store = store
        self.pace = pace
        self.links = links
        self.since = time.time()
        self.coins = CoinsDesk(self)
        self.privacy = PrivacyDesk(self)
        self.boards = BoardClerk(store, desk, desk.preferences)
        self.replays = ReplayClerk(store, desk)
        self.judges = JudgeClerk(desk)
        self.history = HistoryClerk(self)
        self.verifier = Verifier(self)

    async def answer(self, interaction: discord.Interaction[Any], work: Work) -> None:
        """Answer a command with what `work` returns, or with why it was refused."""
        texts = texts_of(interaction)
        try:
            async with self.desk.in_hand, Answer(interaction, now=self.desk.clock.now) as answer:
                try:
                    if self.patience.judge(interaction.user.id) is not Haste.SERVE:
                        # A command cannot be acknowledged in silence: it would seem to go on for ever.
                        raise Refusal("too_fast")
                    check_place(interaction)
                    panel = await work(answer, texts)
                except SAID as error:
                    panel = write_panel(say_error(texts, error))
                except Refused as refused:
                    if refused.trouble in {Trouble.TOO_LATE, Trouble.TOKEN_DEAD}:
                        raise
                    panel = write_panel(say_error(texts, refused))
                if panel is not None:
                    await answer.show(panel)
        except Refused as refused:
            log.info("a command went unanswered: %s", refused)
            await self.desk.places.note_unanswered(interaction, refused)

    def server_of(self, interaction: discord.Interaction[Any]) -> ServerPreferences:
        """Return what is set in the server of an interaction."""
        preferences: Preferences = interaction.client.preferences
        return preferences.of_server(interaction.guild_id)

    def table_here(self, interaction: discord.Interaction[Any]) -> Table:
        """Return the channel's table; Refusal `no_table`."""
        table = None if interaction.channel_id is None else self.tables.find_in_channel(interaction.channel_id)
        if table is None:
            raise Refusal("no_table")
        return table

    def table_of(self, interaction: discord.Interaction[Any]) -> Table:
        """Return the person's table in this server, else the channel's; Refusal `no_table`."""
        table = self.tables.find_of(interaction.guild_id or 0, interaction.user.id)
        return table if table is not None else self.table_here(interaction)


def build_commands(work: Desktop) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Return all commands, to be added to a tree."""
    return [
        MahjongGroup(work),
        *(_simple(work, name) for name in ("hand", "table", "tutorial", "help")),
        *build_purse_commands(work),
        build_coins_command(work, work.coins),
        build_leaderboard_command(work, work.boards),
        SeasonGroup(work),
        build_profile_command(work),
        *build_own_commands(work),
        build_judge_command(work),
        build_verify_command(work),
        build_replay_command(work),
        build_history_command(work),
        build_settings_command(work),
        PrivacyGroup(work, work.privacy),
        build_about_command(work),
    ]


ANYWHERE = frozenset(
    {"help", "about", "settings", "privacy/export", "privacy/delete", "judge", "tutorial", "mahjong/rules"}
    | {"history", "replay"}
)
"""The commands that need no server; in a direct message the others say where to go."""


def check_place(interaction: discord.Interaction[Any]) -> None:
    """Refuse what needs a server in a direct message: Refusal `only_in_server`."""
    command = interaction.command
    if interaction.guild_id is None and (command is None or command.qualified_name.replace(" ", "/") not in ANYWHERE):
        raise Refusal("only_in_server")


class MahjongGroup(app_commands.Group):
    """/mahjong new, rules, join, leave, invite, start, end."""

    def __init__(self, work: Desktop) -> None:
        """Take what the commands work with."""
        super().__init__(name=text("command-mahjong"), description=text("command-mahjong-about"))
        self._work = work

    @app_commands.command(name=text("command-new"), description=text("command-new-about"))
    @app_commands.rename(
        rules=text("option-rules"),
        options=text("option-options"),
        stake=text("option-stake"),
        hands=text("option-hands"),
        clock=text("option-clock"),
        min_coins=text("option-min-coins"),
        computers=text("option-computers"),
        coins=text("option-coins"),
        public=text("option-public"),
    )
    @app_commands.describe(
        rules=text("option-rules-about"),
        options=text("option-options-about"),
        stake=text("option-stake-about"),
        hands=text("option-hands-about"),
        clock=text("option-clock-about"),
        min_coins=text("option-min-coins-about"),
        computers=text("option-computers-about"),
        coins=text("option-coins-about"),
        public=text("option-public-about"),
    )
    @app_commands.choices(
        rules=[Choice(name=text(f"rules-{name}"), value=name) for name in PLAYABLE],
        hands=[Choice(name=text(f"hands-{name}"), value=name) for name in LENGTHS],
        clock=[Choice(name=text(f"clock-{name}"), value=name) for name in CLOCKS],
    )
    async def new(  # noqa: PLR0913, PLR0917 (the command's options)
        self,
        interaction: discord.Interaction[Any],
        rules: str | None = None,
        options: app_commands.Range[str, 1, MAX_TYPED] = "",
        stake: app_commands.Range[int, 1, MAX_STAKE] | None = None,
        hands: str | None = None,
        clock: str | None = None,
        min_coins: app_commands.Range[int, 0, MOST_COINS] = 0,
        computers: bool = True,  # noqa: FBT001, FBT002 (discord.py passes options by name)
        coins: bool = True,  # noqa: FBT001, FBT002
        public: bool = True,  # noqa: FBT001, FBT002
    ) -> None:
        """Open a table in this channel."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            server = self._work.server_of(interaction)
            changes: dict[str, Any] = {
                "hands": server.hands if hands is None else LENGTHS[hands],
                "coins": coins,
                "min_coins": min_coins,
                "computers_allowed": computers,
                "is_public": public,
                "pace": self._work.pace,
            }
            is_relaxed = (clock or server.clock) == "relaxed"
            settings = RoomSettings.relaxed(**changes) if is_relaxed else RoomSettings(**changes)
            read = _read_rules(rules or server.rules, options, stake, server.stake)
            await open_table(self._work.tables, self._work.desk, answer.interaction, read, settings)
            return write_panel(texts.say("table-opened", **name_table_buttons(answer.interaction)))

        await self._work.answer(interaction, work)

    @new.autocomplete("options")
    async def complete(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer names and values of house rules while they are typed."""
        chosen = interaction.namespace.rules
        base = find_rules(chosen if chosen in PLAYABLE else self._work.server_of(interaction).rules)
        texts = texts_of(interaction)
        return [Choice(name=shown, value=value) for shown, value in complete_options(typed, base, texts)]

    @app_commands.command(name=text("command-rules"), description=text("command-rules-about"))
    @app_commands.rename(rules=text("option-rules"))
    @app_commands.describe(rules=text("option-preset-about"))
    @app_commands.choices(rules=[Choice(name=text(f"rules-{name}"), value=name) for name in PLAYABLE])
    async def rules(self, interaction: discord.Interaction[Any], rules: str | None = None) -> None:
        """Show what holds at this channel's table, or in the rules named."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            table = self._work.tables.find_in_channel(answer.interaction.channel_id or 0)
            if rules is not None or table is None:
                preset = rules or self._work.server_of(interaction).rules
                return build_rules_panel(find_rules(preset), preset, texts)
            return build_table_rules(table, answer.interaction.user.id, texts)

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-join"), description=text("command-join-about"))
    async def join(self, interaction: discord.Interaction[Any]) -> None:
        """Take a seat at this channel's table, or come back to it."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            table = self._work.table_here(answer.interaction)
            person = answer.interaction.user
            was_seated = table.is_seated(person.id)
            await table.join(person.id, clean_name(person.display_name, person.name))
            return write_panel(
                texts.say("back-in") if was_seated else texts.say("joined", **name_table_buttons(answer.interaction))
            )

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-leave"), description=text("command-leave-about"))
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Leave one's table; during a hand it is asked first (P5)."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            table = self._work.table_of(answer.interaction)
            user_id = answer.interaction.user.id
            if table.is_seated(user_id) and table.state == "playing":
                return await _ask_leave(table, texts)
            await table.leave(user_id)
            return write_panel(texts.say("left"))

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-invite"), description=text("command-invite-about"))
    @app_commands.rename(member=text("option-member"))
    @app_commands.describe(member=text("option-invite-about"))
    async def invite(self, interaction: discord.Interaction[Any], member: discord.Member) -> None:
        """Let somebody into a table that is not open to all."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            table = self._work.table_of(answer.interaction)
            await table.invite(answer.interaction.user.id, member.id)
            return write_panel(texts.say("invited", name=escape_name(member.display_name)))

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-start"), description=text("command-start-about"))
    async def start(self, interaction: discord.Interaction[Any]) -> None:
        """Say that one is ready."""

        async def work(answer: Answer, texts: Texts) -> Panel | None:
            table = self._work.table_of(answer.interaction)
            if await table.start(answer.interaction.user.id):
                await self._work.desk.show_hand(table, answer)
                return None
            names = list_names(texts, await table.look())
            return write_panel(
                texts.say("ready", names=join_words(texts, names)) if names else texts.say("ready-seats")
            )

        await self._work.answer(interaction, work)

    @app_commands.command(name=text("command-end"), description=text("command-end-about"))
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """End this channel's game (P7); a hand in play is asked about first."""

        async def work(answer: Answer, texts: Texts) -> Panel:
            table = self._work.table_here(answer.interaction)
            if table.state == "playing":
                press = Press(table.table_id, Act.SURE_END)
                button = TableButton(press, texts.say("button-end2"), style=Style.danger)
                return write_panel(texts.say("sure-end")).offer([button])
            is_manager = answer.interaction.permissions.manage_guild
            is_over = await table.end(answer.interaction.user.id, is_manager=is_manager)
            return write_panel(await say_ended(texts, table, is_over=is_over))

        await self._work.answer(interaction, work)


def _read_rules(preset: str, options: str, stake: int | None, usual_stake: int | None) -> Rules:
    """Return a preset's rules with house rules as typed; Refusal and RuleError for what cannot be."""
    changes = parse_options(options)
    if stake is not None:
        if "stake" in changes:
            raise Refusal("option_twice", option="stake")
        changes["stake"] = stake
    elif usual_stake is not None:
        changes.setdefault("stake", usual_stake)
    return find_rules(preset, changes)


async def _ask_leave(table: Table, texts: Texts) -> Panel:
    snapshot = await table.look()
    coins = -min(leave_penalty(snapshot.rules, 0, snapshot.stake, (None,) * 4))
    line = texts.say("sure-leave", coins=coins) if coins else texts.say("sure-leave-free")
    press = Press(table.table_id, Act.SURE_LEAVE)
    return write_panel(line).offer([TableButton(press, texts.say("button-leave2"), style=Style.danger)])


def _simple(work: Desktop, name: str) -> app_commands.Command[Any, ..., Any]:
    """Return a command without options."""
    works: dict[str, Work] = {
        "hand": lambda answer, _texts: _show_hand(work, answer),
        "table": lambda answer, texts: _post_table(work, answer, texts),
        "tutorial": lambda answer, texts: _begin_tutorial(work, answer, texts),
        "help": _help,
    }

    async def run(interaction: discord.Interaction[Any]) -> None:
        await work.answer(interaction, works[name])

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text(f"command-{name}"), description=text(f"command-{name}-about"), callback=run
    )
    return command


async def _show_hand(work: Desktop, answer: Answer) -> None:
    table = work.table_of(answer.interaction)
    await work.desk.show_hand(table, answer)
    await work.desk.places.mend(table, answer)


async def _begin_tutorial(work: Desktop, answer: Answer, texts: Texts) -> Panel:
    theme = choose_theme(work.desk.preferences.of_person(answer.interaction.user.id))
    return await build_lesson(texts, work.desk.painter, work.desk.panels.emojis, theme=theme)


async def _post_table(work: Desktop, answer: Answer, texts: Texts) -> Panel:
    table = work.table_here(answer.interaction)
    await work.desk.post_again(table)
    trouble = work.desk.board(table).trouble
    if trouble is not None:
        raise work.desk.places.explain(table, trouble)
    user_id = answer.interaction.user.id
    if not work.desk.preferences.of_person(user_id).text_mode:
        return write_panel(texts.say("table-posted"))
    return build_told_table(await table.look(user_id), texts)


async def _help(answer: Answer, texts: Texts) -> Panel:
    panel = Panel().write(
        f"### {texts.say('help-title')}", texts.say("help-learn", command=texts.say("command-tutorial"))
    )
    panel.write(texts.say("help-start", command=say_new_command(texts), **name_table_buttons(answer.interaction)))
    for part in ("goal", "turn", "listen", "bao", "fair"):
        panel.write(texts.say(f"help-{part}"))
    more = {
        name: texts.say(f"command-{name}") for name in ("waits", "judge", "verify", "history", "leaderboard", "profile")
    }
    panel.write(texts.say("help-more", **more), tell_privacy(texts))
    return panel.rule().write(f"-# {texts.say('help-moderation')}")
