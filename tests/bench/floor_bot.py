"""A bare discord.py bot: `python -m tests.bench.floor_bot URL TOKEN DATABASE`.

It answers `/panel` and each click with what a hand panel is made of (texts, a picture of a hand, 18 buttons), after one
durable commit and with the picture encoded anew in a thread: less than that no bot of this kind can do. It prints
`ready`, and ends at SIGTERM.
"""

import asyncio
import io
import signal
import sys
from types import SimpleNamespace

import aiosqlite
import discord
from discord import app_commands, ui
from PIL import Image

from engine.cities import find_rules
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import SECRET_BYTES, Chain, deal_hand
from render import draw_hand
from sandbox import point_discord_py

BUTTONS = 18
ROW = 5
PNG_LEVEL = 1
"""That of our own pictures."""


def make_hand_picture() -> Image.Image:
    """A hand as the bot draws it, decoded."""
    rules = find_rules("harbin")
    deal = deal_hand(Chain(bytes(SECRET_BYTES)).secret(1), ("", "", "", ""), rules, 0)
    picture = Image.open(io.BytesIO(draw_hand(Hand(rules, deal, HandSetup()).view(0), language="en")))
    picture.load()
    return picture


def encode(picture: Image.Image) -> bytes:
    """It as a PNG."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=PNG_LEVEL)
    return out.getvalue()


def build_panel(clicks: int) -> ui.LayoutView:
    """Texts, the picture, and buttons, whose custom_ids differ from those before."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("**Your turn.** Discard a tile.\nYou cannot listen yet.\nTime runs out soon."))
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png", description="Your hand")))
    for first in range(0, BUTTONS, ROW):
        buttons = [
            ui.Button(label=f"{at + 1}", custom_id=f"{clicks}|{at}") for at in range(first, min(first + ROW, BUTTONS))
        ]
        view.add_item(ui.ActionRow(*buttons))
    view.stop()
    return view


class FloorBot(discord.Client):
    """Counts clicks in its database."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.database = database
        self.picture = make_hand_picture()
        self.clicks = 0
        tree = self.tree = app_commands.CommandTree(self)

        @tree.command(description="A panel")
        async def panel(interaction: discord.Interaction) -> None:
            file = await self.draw()
            await interaction.response.send_message(view=build_panel(self.clicks), file=file, ephemeral=True)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Say so."""
        print("ready", flush=True)

    async def draw(self) -> discord.File:
        """Encode the picture off the event loop."""
        return discord.File(io.BytesIO(await asyncio.to_thread(encode, self.picture)), "hand.png")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click."""
        if interaction.type is not discord.InteractionType.component:
            return
        self.clicks += 1
        await self.database.execute("INSERT INTO clicks VALUES (?, ?)", (self.clicks, interaction.user.id))
        await self.database.commit()
        await interaction.response.edit_message(view=build_panel(self.clicks), attachments=[await self.draw()])


async def main(url: str, token: str, file: str) -> None:
    """Run until told to stop."""
    async with aiosqlite.connect(file) as database:
        await database.execute("PRAGMA journal_mode = WAL")
        await database.execute("PRAGMA synchronous = FULL")
        await database.execute("CREATE TABLE clicks (number INTEGER PRIMARY KEY, person INTEGER NOT NULL)")
        with point_discord_py(SimpleNamespace(url=url)):
            bot = FloorBot(database)
            running = asyncio.create_task(bot.start(token))
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
            await asyncio.wait({running})
            await bot.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
