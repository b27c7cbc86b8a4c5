"""The tiles as application emojis: uploaded once, found again by name at every start."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.gateway import Refused, attempt
from engine.tiles import ALL_KINDS, Kind, tile_name

if TYPE_CHECKING:
    from cogs.hand_panel import TileEmojis
    from cogs.pictures import Painter

log = logging.getLogger(__name__)

VERSION = 1
"""Part of the names: a new drawing of the tiles needs a new number."""


def name_emoji(kind: Kind) -> str:
    """Return a tile's emoji name: letters, digits and underscores, as Discord wants them."""
    return f"hlj{VERSION}_{tile_name(kind)}"


async def load_tile_emojis(client: discord.Client, painter: Painter) -> TileEmojis:
    """Return our emojis by tile, uploading those that are missing; buttons do with letters for what cannot be had."""
    found: dict[str, discord.Emoji] = {}
    emojis: dict[Kind, discord.PartialEmoji] = {}
    try:
        found = {emoji.name: emoji for emoji in await attempt("emojis", client.fetch_application_emojis())}
        for kind in ALL_KINDS:
            name = name_emoji(kind)
            emoji = found.get(name)
            if emoji is None:
                image = await painter.paint_emoji(kind)
                emoji = await attempt("emoji", client.create_application_emoji(name=name, image=image))
            emojis[kind] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
    except Refused as refused:
        log.warning("tile emojis: %d of %d are there (%s)", len(emojis), len(ALL_KINDS), refused)
    return emojis
