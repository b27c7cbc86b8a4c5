"""A bare discord.py bot that answers three commands: `python -m tests.bench.answering_bot URL TOKEN`.

It runs until its standard input ends.
"""

import asyncio
import contextlib
import io
import sys
from random import Random
from types import SimpleNamespace

import discord
from discord import app_commands, ui
from PIL import Image

from sandbox import point_discord_py

COMMANDS = ("text", "buttons", "picture")
SIZE = 132, 108
"""Of noise, which no PNG makes smaller than it is."""


def make_picture() -> bytes:
    """A PNG as large as a hand's picture."""
    noise = Random(1).randbytes(SIZE[0] * SIZE[1] * 3)
    buffer = io.BytesIO()
    Image.frombytes("RGB", SIZE, noise).save(buffer, "PNG")
    return buffer.getvalue()


class Buttons(ui.View):
    """Fourteen buttons in three rows, as for a hand."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        for at in range(14):
            self.add_item(ui.Button(label=f"{at + 1}", custom_id=f"tile:{at}", row=at // 5))


class AnsweringBot(discord.Client):
    """Answers `/text`, `/buttons` and `/picture` at once."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.001)
        self.is_up = asyncio.Event()
        tree = self.tree = app_commands.CommandTree(self)
        picture = make_picture()

        @tree.command(description="A text")
        async def text(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Your turn", ephemeral=True)

        @tree.command(description="A text with buttons")
        async def buttons(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Your turn", view=Buttons(), ephemeral=True)

        @tree.command(name="picture", description="A text with buttons and a picture")
        async def show_picture(interaction: discord.Interaction) -> None:
            file = discord.File(io.BytesIO(picture), "hand.png")
            await interaction.response.send_message("Your turn", view=Buttons(), file=file, ephemeral=True)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Say so."""
        self.is_up.set()


@contextlib.asynccontextmanager
async def run_bot(server, bot):
    """Run a bot against a server (anything with `url` and `token`) from its being ready until the context ends."""
    with point_discord_py(server):
        running = asyncio.create_task(bot.start(server.token))
        waiting = asyncio.create_task(bot.is_up.wait())
        try:
            await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield
        finally:
            waiting.cancel()
            await bot.close()
            await asyncio.gather(running, waiting, return_exceptions=True)


async def main(url: str, token: str) -> None:
    """Answer until standard input ends."""
    async with run_bot(SimpleNamespace(url=url, token=token), AnsweringBot()):
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
