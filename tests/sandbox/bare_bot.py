"""A small bot on the real discord.py that uses each thing the local Discord offers once."""

import asyncio
import contextlib
import io

import discord
from discord import app_commands, ui
from PIL import Image

from sandbox import point_discord_py


def make_png(color=(20, 120, 60), size=(40, 30)):
    """Return the bytes of a flat PNG."""
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    return buffer.getvalue()


class CountButton(ui.DynamicItem[ui.Button], template=r"count:(?P<number>\d+)"):
    """A button that counts its own clicks, also after a restart."""

    def __init__(self, number):
        super().__init__(ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(int(match["number"]))

    async def callback(self, interaction):
        view = ui.View(timeout=None)
        view.add_item(CountButton(self.number + 1))
        await interaction.response.edit_message(content=f"counted {self.number + 1}", view=view)


class Panel(ui.LayoutView):
    """Every kind of component of the new sort in one message."""

    def __init__(self, filename):
        super().__init__(timeout=None)
        container = ui.Container(accent_color=0x336699)
        container.add_item(ui.TextDisplay("# Your hand"))
        gallery = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{filename}", description="one red dragon")
        container.add_item(gallery)
        container.add_item(ui.Section(ui.TextDisplay("beside"), accessory=ui.Thumbnail(f"attachment://{filename}")))
        container.add_item(ui.Separator())
        row = ui.ActionRow()
        row.add_item(ui.Button(label="Discard", custom_id="discard", emoji="🀄"))
        container.add_item(row)
        self.add_item(container)
        self.add_item(ui.File(f"attachment://{filename}"))


class Words(ui.Modal, title="Your words"):
    """A form with one old and one new field."""

    words = ui.TextInput(label="Words", max_length=20)
    city = ui.Label(
        text="City",
        component=ui.Select(
            custom_id="city", options=[discord.SelectOption(label="Harbin"), discord.SelectOption(label="Qiqihar")]
        ),
    )

    async def on_submit(self, interaction):
        await interaction.response.send_message(
            f"{self.words.value} in {self.city.component.values[0]}", ephemeral=True
        )


class Choice(ui.View):
    """A select."""

    def __init__(self):
        super().__init__(timeout=None)

    @ui.select(custom_id="rules", options=[discord.SelectOption(label=each) for each in ("harbin", "mudanjiang")])
    async def rules(self, interaction, select):
        await interaction.response.edit_message(content=f"chose {select.values[0]}")


class Translations(app_commands.Translator):
    """Chinese for one name."""

    async def translate(self, string, locale, context):
        return {"mahjong": "麻将"}.get(string.message) if locale is discord.Locale.chinese else None


async def _until(is_so):
    """Look every few milliseconds: discord.py says nothing when it is about to come true."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


class BareBot(discord.Client):
    """The bot; `errors` holds what its commands raised, `seen` the events it got."""

    def __init__(self, **options):
        options.setdefault("intents", discord.Intents(guilds=True, guild_messages=True))
        super().__init__(guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.errors = []
        self.seen = []
        self.kept = {}
        self.tree.error(self._keep_error)
        add_commands(self)

    until = staticmethod(_until)

    async def heard(self, name):
        """Wait until a command has kept its interaction under a name, and return that."""
        await _until(lambda: name in self.kept)
        return self.kept[name]

    async def saw(self, kind):
        """Wait until an event of a kind has come."""
        await _until(lambda: any(each == kind for each, _ in self.seen))

    async def _keep_error(self, interaction, error):
        self.errors.append(error)

    async def setup_hook(self):
        self.add_dynamic_items(CountButton)
        self.add_view(Choice())
        await self.tree.set_translator(Translations())
        await self.tree.sync()

    async def on_message(self, message):
        self.seen.append(("message", message))

    async def on_raw_message_edit(self, payload):
        self.seen.append(("edit", payload))

    async def on_raw_message_delete(self, payload):
        self.seen.append(("delete", payload))

    async def on_thread_create(self, thread):
        self.seen.append(("thread", thread))

    async def on_guild_unavailable(self, guild):
        self.seen.append(("unavailable", guild))

    async def on_guild_available(self, guild):
        if self.is_ready():
            self.seen.append(("available", guild))

    async def on_guild_remove(self, guild):
        self.seen.append(("removed", guild))

    async def on_resumed(self):
        self.seen.append(("resumed", None))

    async def on_interaction(self, interaction):
        self.seen.append(("interaction", interaction))


def add_commands(bot):
    """Register the commands."""
    group = app_commands.Group(name="mahjong", description="Mahjong")
    tree = bot.tree

    @group.command(description="Your hand, for you alone")
    async def hand(interaction: discord.Interaction):
        bot.kept["hand"] = interaction
        picture = discord.File(io.BytesIO(make_png()), "hand.png", description="one red dragon")
        await interaction.response.send_message(view=Panel("hand.png"), file=picture, ephemeral=True)

    @group.command(description="A public table")
    async def table(interaction: discord.Interaction, rules: str, stake: app_commands.Range[int, 1, 100] = 1):
        view = ui.View(timeout=None)
        view.add_item(CountButton(0))
        picture = discord.File(io.BytesIO(make_png()), "table.png")
        await interaction.response.send_message(f"{rules} for {stake}", view=view, file=picture)
        bot.kept["table"] = interaction

    @table.autocomplete("rules")
    async def complete(interaction: discord.Interaction, current: str):
        names = ("harbin", "mudanjiang", "qiqihar")
        return [app_commands.Choice(name=name, value=name) for name in names if name.startswith(current)]

    @tree.command(description="A form")
    async def words(interaction: discord.Interaction):
        await interaction.response.send_modal(Words())

    @tree.command(description="A select")
    async def choose(interaction: discord.Interaction):
        await interaction.response.send_message("choose", view=Choice())

    @tree.command(description="First thinking, then an answer and a follow-up")
    async def think(interaction: discord.Interaction):
        bot.kept["think"] = interaction
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("thought")
        bot.kept["more"] = await interaction.followup.send("more", ephemeral=True)

    @tree.command(description="Says nothing")
    async def silent(interaction: discord.Interaction, whom: discord.Member | None = None):
        bot.kept["silent"] = interaction

    tree.add_command(group)


@contextlib.asynccontextmanager
async def run_bot(server, bot):
    """Run a bot against a server until the context ends."""
    with point_discord_py(server):
        task = asyncio.create_task(bot.start(server.token))
        try:
            async with asyncio.timeout(20):
                while not bot.is_ready():
                    if task.done():
                        await task
                    await asyncio.sleep(0.005)
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
