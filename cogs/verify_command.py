"""`/verify`: the last finished hand of this channel, or of whoever asks, checked before their eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.errors import Refusal
from cogs.translator import text
from cogs.verify_panel import build_verify_panel
from host.archive import find_last_in_channel, find_last_of, read_match
from host.parts import keep_shuffle

if TYPE_CHECKING:
    import discord
    from sqlalchemy.ext.asyncio import AsyncConnection

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts

MAX_NUMBER = 1_000_000


def build_verify_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return the command, to be added to a tree."""

    @app_commands.rename(number=text("option-number"))
    @app_commands.describe(number=text("option-number-about"))
    async def verify(
        interaction: discord.Interaction[Any], number: app_commands.Range[int, 1, MAX_NUMBER] | None = None
    ) -> None:
        async def check(answer: Answer, texts: Texts) -> Panel:
            return build_verify_panel(await find_shuffle(work, answer.interaction), number, texts)

        await work.answer(interaction, check)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-verify"), description=text("command-verify-about"), callback=verify
    )
    return command


async def find_shuffle(work: Desktop, interaction: discord.Interaction[Any]) -> bytes:
    """Return what the shuffle of this channel's last match rests on; else of the person's, on this server.

    Raises:
        Refusal: `no_finished_hand`.
        HostError: `store_failed`.
    """
    guild_id, channel_id, user_id = interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id

    async def read(connection: AsyncConnection) -> bytes | None:
        found = await find_last_in_channel(connection, channel_id) or await find_last_of(connection, guild_id, user_id)
        return None if found is None else await read_match(connection, found.table_id)

    record = await work.store.read(read)
    if record is None:
        raise Refusal("no_finished_hand")
    return keep_shuffle(record.decode()).encode()
