"""The channels in which tables stand: what we may do there, whether they are open, and whether they are there at all.

Rule 1: what is missing is named, with the channel, to whoever asks or presses; a game goes on in the panels meanwhile.
Rule 2: as soon as it is there again the table is shown by itself.
Rule 3: a channel or server that is gone takes its tables along; nothing but Discord's own word counts as gone.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from cogs.errors import Refusal, say_error
from cogs.gateway import Code, Refused, Trouble, attempt
from cogs.languages import texts_of
from cogs.panel import write_panel
from host.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable

    from cogs.answer import Answer
    from cogs.desk import Desk
    from host.table import Table

log = logging.getLogger(__name__)

SHUT = "shut"
"""Why a table stands still whose thread is archived and locked: Discord takes no answer to anything in it."""

CLOSED = frozenset({Trouble.FORBIDDEN, Trouble.SHUT})
"""Troubles that somebody has to end; nothing is tried again by time."""

PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""What a table needs, by discord.py's names; each has a name in words, `permission-NAME`."""

REMIND_SECONDS = 600.0
"""The same person is told the same about a table again after so long."""


def list_missing(permissions: discord.Permissions, *, is_thread: bool) -> tuple[str, ...]:
    """Return the permissions that a table needs and that are not there, by discord.py's names.

    Without one of them Discord leaves out those that follow from it, so only the first that is missing is certain.
    https://docs.discord.com/developers/topics/permissions#implicit-permissions
    """
    needed = [name for name in PERMISSIONS if name != ("send_messages" if is_thread else "send_messages_in_threads")]
    missing = [name for name in needed if not getattr(permissions, name)]
    return tuple(missing[:1])


def refuse_place(channel_id: int, missing: Iterable[str]) -> Refusal:
    """Return what tells a person that we may not write in a channel."""
    return Refusal("forbidden", channel=channel_id, missing=tuple(missing))


class Places:
    """Looks after the channels of tables."""

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        """Take the client and whoever shows the tables."""
        self._client = client
        self._desk = desk
        self._told: dict[tuple[str, int], float] = {}
        self._tasks = Tasks()

    # ---- what we may do

    def find_missing(self, table: Table) -> tuple[str, ...] | None:
        """Return what is missing in a table's channel as far as we know; None if we cannot know."""
        guild = self._client.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
        if guild is None or channel is None:
            return None
        try:
            return list_missing(channel.permissions_for(guild.me), is_thread=isinstance(channel, discord.Thread))
        except discord.ClientException:
            # A thread whose channel we do not see.
            return ("view_channel",)

    def is_barred(self, table: Table) -> bool:
        """Say whether Discord would refuse a message there for certain: each refusal counts against us."""
        return bool(self.find_missing(table))

    def explain(self, table: Table, trouble: Trouble) -> Refusal:
        """Return why a table cannot be shown."""
        if trouble is Trouble.SHUT:
            return Refusal("thread_shut", channel=table.channel_id)
        if trouble is Trouble.FORBIDDEN:
            return refuse_place(table.channel_id, self.find_missing(table) or ())
        return Refusal("later" if trouble is Trouble.LATER else "unknown")

    # ---- what Discord says

    def note_board(self, table: Table, refused: Refused | None) -> None:
        """Note that Discord has taken a table's message (None), or why not."""
        if refused is not None and refused.trouble is Trouble.CHANNEL_GONE:
            self._spawn(table.close("channel_gone"))
        elif refused is not None and refused.trouble in CLOSED and refused.code != Code.MISSING_PERMISSIONS:
            self._spawn(self._look(table))

    async def note_unanswered(self, interaction: discord.Interaction[Any], refused: Refused) -> None:
        """Deal with an interaction that Discord lets nobody answer because of where it comes from."""
        tables = self._desk.tables_in(interaction.channel_id or 0)
        if refused.trouble is Trouble.CHANNEL_GONE:
            for table in tables:
                await table.close("channel_gone")
        elif refused.trouble is Trouble.SHUT:
            for table in tables:
                table.halt(SHUT)
            await self._tell_shut(interaction)

    async def _tell_shut(self, interaction: discord.Interaction[Any]) -> None:
        """Tell a person in a direct message what cannot be told where they pressed; if they take none, nobody can."""
        if not self._may_tell(str(interaction.channel_id), interaction.user.id):
            return
        texts = texts_of(interaction)
        panel = write_panel(say_error(texts, Refusal("thread_shut", channel=interaction.channel_id or 0)))
        try:
            await attempt("direct", interaction.user.send(view=panel, allowed_mentions=discord.AllowedMentions.none()))
        except Refused as refused:
            log.info("a person could not be told that a thread is shut: %s", refused)

    async def _look(self, table: Table) -> None:
        """Ask Discord what a channel is like in which we could not write."""
        try:
            channel = await attempt("look", self._client.fetch_channel(table.channel_id))
        except Refused as refused:
            if refused.trouble is Trouble.CHANNEL_GONE:
                await table.close("channel_gone")
            elif refused.trouble is Trouble.FORBIDDEN and await self._is_guild_gone(table.guild_id):
                await table.close("host_gone")
            return
        if isinstance(channel, discord.Thread):
            self.note_thread(table.channel_id, is_shut=channel.archived and channel.locked)

    async def _is_guild_gone(self, guild_id: int) -> bool:
        try:
            await attempt("look", self._client.fetch_guild(guild_id, with_counts=False))
        except Refused as refused:
            return refused.code in {Code.UNKNOWN_GUILD, Code.MISSING_ACCESS}
        return False

    # ---- what changes

    def note_thread(self, thread_id: int, *, is_shut: bool) -> None:
        """Note whether a thread is archived and locked."""
        for table in self._desk.tables_in(thread_id):
            if is_shut:
                table.halt(SHUT)
            else:
                table.go_on(SHUT)
                self._try(table)

    def note_change(self, guild_id: int) -> None:
        """Note that permissions may have changed somewhere in a server."""
        for table in self._desk.tables_of(guild_id):
            if not self.is_barred(table):
                self._try(table)

    def _try(self, table: Table) -> None:
        if self._desk.board(table).trouble in CLOSED:
            self._desk.show_again(table)

    async def mend(self, table: Table, answer: Answer) -> None:
        """Show a table that could not be shown, or tell whoever has just pressed why it cannot."""
        trouble = self._desk.board(table).trouble
        if trouble not in CLOSED:
            return
        interaction = answer.interaction
        if interaction.channel_id == table.channel_id:
            is_thread = isinstance(interaction.channel, discord.Thread)
            missing = list_missing(interaction.app_permissions, is_thread=is_thread)
            if not missing:
                self._desk.show_again(table)
                return
        if self._may_tell(table.table_id, interaction.user.id):
            texts = texts_of(interaction)
            await answer.show(write_panel(say_error(texts, self.explain(table, trouble))))

    def _may_tell(self, what: str, user_id: int) -> bool:
        now = self._desk.clock.now()
        self._told = {key: at for key, at in self._told.items() if now - at < REMIND_SECONDS}
        if (what, user_id) in self._told:
            return False
        self._told[what, user_id] = now
        return True

    # ---- tasks

    def _spawn(self, work: Awaitable[None]) -> None:
        self._tasks.spawn(work)

    async def settle(self) -> None:
        """Wait until all is looked at."""
        await self._tasks.quiet()
