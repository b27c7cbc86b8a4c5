"""The bot as Discord sees it: which events it hears, its commands, and the one way in for every press."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import TransformerError

from cogs.about_command import is_page, show_page
from cogs.answer import Answer
from cogs.board_press import is_board_press
from cogs.clerk import Clerk
from cogs.coins_press import is_coins
from cogs.commands import Desktop, build_commands
from cogs.desk import Desk
from cogs.emojis import load_tile_emojis
from cogs.errors import Refusal, say_error
from cogs.gateway import Refused
from cogs.history_press import is_history, is_verify
from cogs.judge_press import is_judge
from cogs.languages import texts_of
from cogs.line import use_line
from cogs.outages import Outages
from cogs.panel import TableButton, write_panel
from cogs.patience import Patience
from cogs.presses import has_form, read_press
from cogs.privacy_command import is_privacy
from cogs.registration import register_commands
from cogs.replay_press import is_replay
from cogs.rule_editor import RuleEditor, is_rule_choice
from cogs.settings_command import SettingsClerk
from cogs.settings_panel import is_setting
from cogs.translator import Translator
from cogs.welcome import Welcomes
from host.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.pictures import Painter
    from cogs.presses import Press
    from cogs.replay_command import ReplayClerk
    from cogs.settings import Links
    from host.clock import Clock
    from host.registry import Tables
    from host.store import Store

log = logging.getLogger(__name__)


class MahjongBot(discord.AutoShardedClient):
    """The client. `connect_tables` gives it the tables before it logs in."""

    desk: Desk
    clerk: Clerk
    rule_editor: RuleEditor
    settings_clerk: SettingsClerk
    replay_clerk: ReplayClerk

    def __init__(self, painter: Painter, *, edit_gap: float, ready_seconds: float, clock: Clock) -> None:
        """Take who draws, the seconds between two edits of a message and to wait for servers, and the time."""
        intents = discord.Intents.none()
        intents.guilds = True
        # To notice that a table message was deleted or buried; what people write is not asked for.
        intents.guild_messages = True
        # Nobody speaks here: its warnings that voice is not installed are of no use to anybody.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        use_line()
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=ready_seconds,
        )
        self.painter = painter
        self._patience = Patience(edit_gap)
        self.preferences = Preferences()
        self.desk = Desk(self, painter, self.preferences, edit_gap=edit_gap, clock=clock)
        self.tree: app_commands.CommandTree[MahjongBot] = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.tree.error(answer_command_error)
        self.command_ids: dict[str, int] = {}
        self.on_started: Callable[[], None] | None = None
        self._has_started = False
        self.emojis_loading: asyncio.Task[None] | None = None
        self.has_connections = False
        """Whether it has tried to log in: only then is there something to close."""

    def connect_tables(self, tables: Tables, store: Store, *, pace: float, links: Links) -> None:
        """Take the tables (whose publisher is `desk`), the books, computer players' pace, and addresses to name."""
        self.clerk = Clerk(tables, self.desk, self._patience)
        self.rule_editor = RuleEditor(tables)
        self.settings_clerk = SettingsClerk(self.preferences, tables, self.desk)
        self.tables = tables
        self.store = store
        self._outages = Outages(self, tables)
        self.welcomes = Welcomes(self.desk, store)
        work = Desktop(tables, self.desk, store, self._patience, pace=pace, links=links)
        self.coins_desk = work.coins
        self.replay_clerk = work.replays
        self._clerks = (
            (is_setting, self.settings_clerk.answer),
            (is_coins, work.coins.answer),
            (is_privacy, work.privacy.answer),
            (is_rule_choice, self.rule_editor.answer),
            (is_board_press, work.boards.answer),
            (is_replay, work.replays.answer),
            (is_history, work.history.answer),
            (is_judge, work.judges.answer),
            (is_verify, work.verifier.answer),
            (is_page, lambda answer, texts: show_page(answer, texts, links)),
        )
        for command in build_commands(work):
            self.tree.add_command(command)

    async def login(self, token: str) -> None:
        """Log in; see `discord.Client.login`."""
        self.has_connections = True
        await super().login(token)

    async def setup_hook(self) -> None:
        """Register buttons and commands and bring our emojis in, before the first event."""
        self.add_dynamic_items(TableButton)
        await self.tree.set_translator(Translator())
        self.command_ids = await register_commands(self.tree, self.store)
        # Not waited for: until they are there, buttons do with letters.
        self.emojis_loading = asyncio.create_task(self._load_emojis())

    async def _load_emojis(self) -> None:
        self.desk.panels.emojis = await load_tile_emojis(self, self.painter)

    async def close(self) -> None:
        """Log out; see `discord.Client.close`."""
        if self.emojis_loading is not None:
            self.emojis_loading.cancel()
        await super().close()

    async def on_ready(self) -> None:
        """Say once that people can play."""
        if not self._has_started:
            self._has_started = True
            log.info("logged in", extra={"guilds": len(self.guilds), "shards": self.shard_count})
            await self.tables.resume()
            if self.on_started is not None:
                self.on_started()
            # As a list: discord.py's own view would take in whoever joins while this works.
            await self.welcomes.meet(list(self.guilds), self.command_ids)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let tables stand still whose people we cannot hear."""
        if not self.is_closed():
            self._outages.lose_line(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Let them go on: a new session, all of its servers told of."""
        self._outages.find_line(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let them go on: the session goes on, and what was missed has come."""
        self._outages.find_line(shard_id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let the tables of a server in an outage stand still."""
        self._outages.lose_guild(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let them go on."""
        self._outages.find_guild(guild.id)

    async def answer_press(self, interaction: discord.Interaction[Any], press: Press | None) -> None:
        """Answer a press of one of our buttons."""
        await self.clerk.answer(interaction, press)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what nothing else answers: unknown custom_ids, buttons that a message no longer has, old forms."""
        self.painter.avatars.note(interaction.user)
        if interaction.type is discord.InteractionType.component:
            custom_id = interaction.custom_id or ""
            work = next((work for is_theirs, work in self._clerks if is_theirs(custom_id)), None)
            if work is not None:
                await self.clerk.serve(interaction, work)
                return
            is_table_button = has_form(custom_id) and custom_id in set(_list_custom_ids(interaction.message))
            if not is_table_button:
                await self.clerk.answer(interaction, read_press(custom_id))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.clerk.answer(interaction, None)

    async def on_message(self, message: discord.Message) -> None:
        """Note that somebody wrote below a table."""
        if self.user is not None and message.author.id != self.user.id:
            for board in self.desk.boards_in(message.channel.id):
                board.note_message()

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a table's message anew if somebody deleted it."""
        await self.desk.note_deleted(payload.channel_id, payload.message_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Welcome a server that has taken us in."""
        await self.welcomes.greet(guild, self.command_ids)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that has removed us (an outage arrives as `on_guild_unavailable`)."""
        await self.tables.close_guild(guild.id)

    async def on_guild_channel_update(self, _before: object, after: discord.abc.GuildChannel) -> None:
        """Show what could not be shown, should that be allowed now."""
        self.desk.places.note_change(after.guild.id)

    async def on_guild_role_update(self, _before: object, after: discord.Role) -> None:
        """Do the same."""
        self.desk.places.note_change(after.guild.id)

    async def on_member_update(self, _before: object, after: discord.Member) -> None:
        """Do the same: without the intent for members we hear of ourselves alone."""
        self.desk.places.note_change(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Note that a thread was opened or closed."""
        state = payload.data["thread_metadata"]
        self.desk.places.note_thread(payload.thread_id, is_shut=state["archived"] and state.get("locked", False))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a channel that is gone."""
        await self.tables.close_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a thread that is gone."""
        await self.tables.close_channel(payload.thread_id)

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """Log what went wrong in an event."""
        log.error("event %s failed", event_method, exc_info=True)  # noqa: LOG014 (called while the fault is handled)


async def answer_command_error(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """Answer a command that failed, in words; a fault of ours goes into the log."""
    # Discord lets anybody be named, also by their id; a member is asked for.
    is_stranger = isinstance(error, TransformerError) and error.type is discord.AppCommandOptionType.user
    refusal = Refusal("not_a_member" if is_stranger else "unknown")
    if not is_stranger:
        log.error("command %s failed", interaction.data.get("name") if interaction.data else None, exc_info=error)
    texts = texts_of(interaction)
    try:
        async with Answer(interaction, is_late=interaction.response.is_done()) as answer:
            await answer.show(write_panel(say_error(texts, refusal)))
    except Refused as refused:
        log.info("a failed command went unanswered: %s", refused)


def _list_custom_ids(message: discord.Message | None) -> list[str]:
    """Return the custom_ids of a message, nested ones included."""
    found: list[str] = []
    waiting: list[Any] = list(message.components) if message is not None else []
    while waiting:
        part = waiting.pop()
        custom_id = getattr(part, "custom_id", None)
        if custom_id:
            found.append(custom_id)
        waiting.extend(getattr(part, "children", ()))
    return found
