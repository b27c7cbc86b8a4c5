"""`/verify`: the last finished hand of this channel, or of whoever asks, checked before their eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.errors import Refusal
from cogs.finished import collect_hands
from cogs.translator import text
from cogs.verify_panel import build_verify_panel

if TYPE_CHECKING:
    import discord

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.finished import FinishedHands
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.table import Table

MAX_NUMBER = 1_000_000


def build_verify_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return the command, to be added to a tree."""

    @app_commands.rename(number=text("option-number"))
    @app_commands.describe(number=text("option-number-about"))
    async def verify(
        interaction: discord.Interaction[Any], number: app_commands.Range[int, 1, MAX_NUMBER] | None = None
    ) -> None:
        async def check(answer: Answer, texts: Texts) -> Panel:
            return build_verify_panel((await find_hands(work, answer.interaction)).data, number, texts)

        await work.answer(interaction, check)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-verify"), description=text("command-verify-about"), callback=verify
    )
    return command


async def find_hands(work: Desktop, interaction: discord.Interaction[Any]) -> FinishedHands:
    """Return this channel's finished hands, of its table or else of its last match; else the person's.

    Raises:
        Refusal: `no_finished_hand`.
        HostError: `store_failed` while a table's last steps are not kept.
    """
    guild_id, channel_id, user_id = interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id
    finished = work.desk.finished
    here, own = work.tables.find_in_channel(channel_id), work.tables.find_of(guild_id, user_id)
    hands = (
        await _look(here)
        or finished.find_in_channel(channel_id)
        or await _look(own)
        or finished.find_of(guild_id, user_id)
    )
    if hands is None:
        raise Refusal("no_finished_hand")
    return hands


async def _look(table: Table | None) -> FinishedHands | None:
    """Return what a table has finished, once all of it is durable."""
    if table is None:
        return None
    await table.look()
    return collect_hands(table)
