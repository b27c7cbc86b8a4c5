"""A few lines for a server that has just taken the bot in: what it does and how to begin. Once for each server.

Whoever sets the bot up invites it first and starts it then: at the very first start a server that took it in lately
is welcomed, too, unless anything shows that the bot was at work there before. One that it comes back to is known.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cogs import gateway
from cogs.gateway import Refused
from cogs.panel import Panel
from cogs.translator import text
from host.errors import StoreError
from host.units import SetNote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import discord

    from cogs.desk import Desk
    from cogs.texts import Texts
    from host.store import Store

log = logging.getLogger(__name__)

NOTE = "guild"
"""The kind of note that a server is known by."""

NEW_SECONDS = 7 * 24 * 3600.0
"""So long ago at most the bot was taken in where its very first start says hello."""

SKEW_SECONDS = 24 * 3600.0
"""So far a clock may be behind Discord's."""

LOOK_BACK = 100
"""Messages of a channel that are looked through for an earlier one of ours."""

SINCE = 0
"""The owner of the note that servers are counted at all."""

COMMANDS = {
    "new": ("command-mahjong", "command-new"),
    "help": ("command-help",),
    "settings": ("command-settings",),
}
"""The commands that the welcome names."""


class Welcomes:
    """Knows which servers have been welcomed."""

    def __init__(self, desk: Desk, store: Store) -> None:
        """Take who knows the languages of servers, and the database."""
        self._desk = desk
        self._store = store
        self._known: set[int] = set()
        self._is_loaded = False

    async def meet(self, guilds: Iterable[discord.Guild], command_ids: Mapping[str, int]) -> None:
        """Welcome the servers that the bot has joined while it was not running, or lately before its first start."""
        known = await self._load()
        new = [guild for guild in guilds if guild.id not in known]
        if SINCE not in known:
            are_fresh = await asyncio.gather(*(self._is_fresh(guild) for guild in new))
            old = [guild for guild, is_fresh in zip(new, are_fresh, strict=True) if not is_fresh]
            # Before the first welcome, so that none of them is taken for new should this be cut short.
            await asyncio.gather(*(self._note(guild.id) for guild in old))
        for guild in new:
            await self.greet(guild, command_ids)
        await self._note(SINCE)

    async def _is_fresh(self, guild: discord.Guild) -> bool:
        """Whether a server took the bot in lately, nobody has ever played there, and we have never spoken there."""
        joined = guild.me.joined_at
        age = None if joined is None else self._desk.clock.wall() - joined.timestamp()
        if age is None or not -SKEW_SECONDS < age < NEW_SECONDS:
            return False
        channel = find_place(guild)
        try:
            is_played = await self._store.count_people(guild.id) > 0
            return not is_played and channel is not None and not await gateway.has_spoken(channel, LOOK_BACK)
        except (StoreError, Refused) as error:
            log.info("no welcome: whether there was one before is not known: %s", error, extra={"guild": guild.id})
            return False

    async def greet(self, guild: discord.Guild, command_ids: Mapping[str, int]) -> None:
        """Welcome a server, unless it is known, where the bot may speak; nowhere if it may nowhere."""
        if guild.id in await self._load():
            return
        await self._note(guild.id)
        channel = find_place(guild)
        if channel is None:
            log.info("no welcome: nowhere to speak", extra={"guild": guild.id})
            return
        try:
            await gateway.post(channel, build_welcome(self._desk.texts_of(guild.id), command_ids))
        except Refused as refused:
            log.info("no welcome: %s", refused, extra={"guild": guild.id})

    async def _load(self) -> set[int]:
        if not self._is_loaded:
            self._known.update(await self._store.load_notes(NOTE))
            self._is_loaded = True
        return self._known

    async def _note(self, guild_id: int) -> None:
        known = await self._load()
        if guild_id in known:
            return
        known.add(guild_id)
        try:
            await self._store.write(SetNote(NOTE, guild_id, ""))
        except StoreError as error:
            log.warning("that a server is known could not be kept: %s", error, extra={"guild": guild_id})


def find_place(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where to say hello: where Discord greets newcomers, else the topmost text channel; None: may nowhere."""
    topmost = sorted(guild.text_channels, key=lambda channel: (channel.position, channel.id))
    for channel in (guild.system_channel, *topmost):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.send_messages:
                return channel
    return None


def build_welcome(texts: Texts, command_ids: Mapping[str, int]) -> Panel:
    """Return the welcome; commands can be tapped where their ids are known."""
    facts = {name: name_command(texts, keys, command_ids) for name, keys in COMMANDS.items()}
    panel = Panel().write(f"### {texts.say('welcome-title')}", texts.say("welcome-what"))
    panel.write(*(texts.say(f"welcome-{name}", command=fact) for name, fact in facts.items()))
    return panel.write(f"-# {texts.say('help-moderation')}")


def name_command(texts: Texts, keys: tuple[str, ...], command_ids: Mapping[str, int]) -> str:
    """Return a command as a mention that can be tapped, or as it is typed if its id is not known.

    https://discord.com/developers/docs/reference#message-formatting
    """
    names = [str(text(key)) for key in keys]
    if names[0] in command_ids:
        return f"</{' '.join(names)}:{command_ids[names[0]]}>"
    return f"`/{' '.join(texts.say(key) for key in keys)}`"
