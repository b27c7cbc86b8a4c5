"""`/verify`: a hand that is over, checked before somebody's eyes: the last one of the channel, or any by its name.

Rule: on a server its own hands alone are checked, by whoever is there; in a direct message those that one played.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.errors import Refusal
from cogs.history_press import read_verify
from cogs.options import quote
from cogs.replay_command import MAX_NAME
from cogs.translator import text
from cogs.verify_panel import build_verify_panel
from host.archive import find_last_in_channel, find_last_of, read_match
from host.parts import keep_shuffle
from host.replayed import find_hand, name_hand

if TYPE_CHECKING:
    from discord.app_commands import Choice

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.archive import KeptMatch

_NUMBER = re.compile(r"[0-9]{1,6}")


def build_verify_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return the command, to be added to a tree."""

    @app_commands.rename(hand=text("option-verify-hand"))
    @app_commands.describe(hand=text("option-verify-hand-about"))
    async def verify(interaction: discord.Interaction[Any], hand: app_commands.Range[str, 1, MAX_NAME] = "") -> None:
        async def check(answer: Answer, texts: Texts) -> Panel:
            return await work.verifier.check(answer.interaction, hand.strip(), texts)

        await work.answer(interaction, check)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-verify"), description=text("command-verify-about"), callback=verify
    )

    @command.autocomplete("hand")
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        return await work.history.complete(interaction, typed)

    return command


class Verifier:
    """Checks hands, by command and by buttons."""

    def __init__(self, work: Desktop) -> None:
        """Take what commands work with."""
        self._work = work

    async def check(self, interaction: discord.Interaction[Any], hand: str, texts: Texts) -> Panel:
        """Return the check of a hand: by its name, by its number in the last match here, or ("") that match's last.

        Raises:
            Refusal: `no_finished_hand`, `no_such_hand`, `unknown_hand`, `hand_not_over`, `record_gone`.
            HostError: `store_failed`.
        """
        if hand and not _NUMBER.fullmatch(hand):
            return await self._check(*await self._find(interaction.guild_id or 0, hand), texts)
        match = await self._find_last(interaction)
        if match is None:
            raise Refusal("no_finished_hand")
        number = int(hand) if hand else match.hands
        if not 1 <= number <= match.hands:
            raise Refusal("no_such_hand", hand=number, hands=match.hands)
        return await self._check(match.table_id, number, texts)

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Check the hand of a button.

        Raises:
            Refusal: `old_button`, `no_such_replay`, `record_gone`. HostError: `store_failed`.
        """
        found = read_verify(answer.interaction.custom_id or "")
        if found is None:
            raise Refusal("old_button")
        # Whoever may not look at the hand is refused here.
        await self._work.replays.hands.find(answer.interaction, *found)
        await answer.show(await self._check(*found, texts))

    async def _check(self, table_id: str, number: int, texts: Texts) -> Panel:
        record = await self._work.store.read(partial(read_match, table_id=table_id))
        if record is None:
            raise Refusal("record_gone", hand=name_hand(table_id, number))
        return await asyncio.to_thread(_build, record, number, texts)

    async def _find(self, guild_id: int, name: str) -> tuple[str, int]:
        """Return the hand of a name that was played on a server."""
        found = await self._work.store.read(partial(find_hand, name=name, guild_id=guild_id))
        if found is not None:
            return found
        match = name.upper().rpartition("-")[0]
        living = {name_hand(table.table_id, 0).rpartition("-")[0] for table in self._work.tables.in_guild(guild_id)}
        raise Refusal("hand_not_over" if match in living else "unknown_hand", hand=quote(name))

    async def _find_last(self, interaction: discord.Interaction[Any]) -> KeptMatch | None:
        """Return this channel's last match; else the person's, on this server."""
        store, guild_id, user_id = self._work.store, interaction.guild_id or 0, interaction.user.id
        found = await store.read(partial(find_last_in_channel, channel_id=interaction.channel_id or 0))
        return found or await store.read(partial(find_last_of, guild_id=guild_id, user_id=user_id))


def _build(record: bytes, number: int, texts: Texts) -> Panel:
    return build_verify_panel(keep_shuffle(record.decode()).encode(), number, texts)
