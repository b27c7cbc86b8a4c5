"""Opening a table in the channel that an interaction came from: by command, or once more after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.errors import Refusal
from cogs.gateway import Trouble
from cogs.words import clean_name
from host.errors import HostError

if TYPE_CHECKING:
    import discord

    from cogs.desk import Desk
    from engine.rules import Rules
    from host.preferences import ServerPreferences
    from host.registry import Tables
    from host.settings import RoomSettings
    from host.table import Table


async def open_table(
    tables: Tables, desk: Desk, interaction: discord.Interaction[Any], rules: Rules, settings: RoomSettings
) -> Table:
    """Open a table whose host is whoever asked, and return it once its message stands in the channel.

    Raises:
        Refusal: `channel_not_allowed`: the server does not want tables there.
        HostError: as `Tables.create`.
        Refusal: `forbidden`, `later`: the channel does not take the message; then there is no table.
    """
    check_channel(interaction, desk.preferences.of_server(interaction.guild_id))
    person = interaction.user
    table = await tables.create(
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        user_id=person.id,
        name=clean_name(person.display_name, person.name),
        rules=rules,
        settings=settings,
    )
    await table.quiet()
    board = desk.board(table)
    await board.settle()
    if board.trouble is Trouble.LATER:
        # Once more: it may be there already, its answer lost, and is not posted twice.
        desk.show_again(table)
        await board.settle()
    if board.trouble is not None:
        await table.close("refused")
        raise desk.places.explain(table, board.trouble)
    return table


def check_channel(interaction: discord.Interaction[Any], server: ServerPreferences) -> None:
    """Refuse to open a table where the server does not want any: Refusal `channel_not_allowed`, naming where it does.

    A thread belongs to its channel.
    """
    parent = getattr(interaction.channel, "parent_id", None)
    if server.channels and not {interaction.channel_id, parent} & set(server.channels):
        present = list_present(interaction.guild, server.channels)
        names = " ".join(f"<#{channel}>" for channel in present)
        raise Refusal("channel_not_allowed", count=len(present), channels=names)


def list_present(guild: discord.Guild | None, channels: tuple[int, ...]) -> list[int]:
    """Return those of a server's channels and threads that are still there."""
    return [channel for channel in channels if guild is not None and guild.get_channel_or_thread(channel) is not None]


async def open_again(tables: Tables, desk: Desk, interaction: discord.Interaction[Any], table_id: str) -> Table:
    """Open a table like one that is over, or take a seat at the one that somebody has opened since.

    Raises:
        HostError: as `Tables.create` and `Table.join`.
        Refusal: `table_gone` if nobody remembers that table; as `open_table`.
    """
    here = tables.find_in_channel(interaction.channel_id or 0)
    if here is not None:
        person = interaction.user
        if here.is_seated(person.id):
            raise HostError("already_seated")
        await here.join(person.id, clean_name(person.display_name, person.name))
        return here
    ended = tables.find_ended(table_id)
    if ended is None:
        raise Refusal("table_gone")
    return await open_table(tables, desk, interaction, ended.rules, ended.settings)
