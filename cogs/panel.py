"""What a message of ours is made of: a Components V2 view of texts, pictures and buttons.

Rule 1: a panel is built fresh for every send and is never kept by discord.py's view store: its buttons are found again
through their custom_id (`TableButton`), also after a restart and after 15 minutes.
Rule 2: a panel is at most 40 components, 4000 characters of text and 5 buttons a row.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from cogs.presses import PATTERN, Press, read_press

if TYPE_CHECKING:
    import re

    from cogs.client import MahjongBot

ROW = 5
MAX_ALT = 1024
MAX_LABEL = 80
Style = discord.ButtonStyle


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture: its file name, its bytes and the same in words, for those who cannot see it."""

    name: str
    data: bytes
    alt: str


class TableButton(ui.DynamicItem[ui.Button[Any]], template=PATTERN):
    """A button that knows what it does from its custom_id alone."""

    def __init__(
        self,
        press: Press | None,
        label: str | None = None,
        *,
        style: Style = Style.secondary,
        emoji: discord.PartialEmoji | None = None,
        is_live: bool = True,
        custom_id: str | None = None,
    ) -> None:
        """Take what it does and how it looks. `press` None: a button of another version, kept by its `custom_id`."""
        self.press = press
        button: ui.Button[Any] = ui.Button(
            label=label[:MAX_LABEL] if label else label,
            style=style,
            emoji=emoji,
            disabled=not is_live,
            custom_id=custom_id if press is None else press.custom_id,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make it again from a click."""
        emoji = item.emoji if isinstance(item, ui.Button) else None
        label = item.label if isinstance(item, ui.Button) else None
        return cls(read_press(match.string), label or "?", emoji=emoji, custom_id=match.string)

    async def callback(self, interaction: discord.Interaction[MahjongBot]) -> None:  # type: ignore[override]
        """Hand the click to whoever answers clicks."""
        await interaction.client.answer_press(interaction, self.press)


class Panel(ui.LayoutView):
    """One message of ours, built top down."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(timeout=None)
        self.pictures: list[Picture] = []
        self.files: list[tuple[str, bytes]] = []

    def is_finished(self) -> bool:
        """Say yes, so that discord.py neither stores the view nor gives it a timeout (rule 1)."""
        return True

    def write(self, *lines: str | None) -> Self:
        """Add a text of the lines that are there."""
        text = "\n".join(line for line in lines if line)
        if text:
            self.add_item(ui.TextDisplay(text))
        return self

    def show(self, picture: Picture | None) -> Self:
        """Add a picture with its alt text."""
        if picture is not None:
            self.pictures.append(picture)
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt[:MAX_ALT])
            self.add_item(ui.MediaGallery(item))
        return self

    def tell_pictures(self) -> Self:
        """Put the words of each picture in its place."""
        alts = iter([picture.alt for picture in self.pictures])
        items, self.pictures = list(self.children), []
        self.clear_items()
        for item in items:
            self.add_item(ui.TextDisplay(next(alts)) if isinstance(item, ui.MediaGallery) else item)
        return self

    def offer(self, buttons: Iterable[TableButton | ui.Button[Any]]) -> Self:
        """Add buttons, as many rows as they need."""
        row: list[TableButton | ui.Button[Any]] = []
        for button in buttons:
            row.append(button)
            if len(row) == ROW:
                self.add_item(ui.ActionRow(*row))
                row = []
        if row:
            self.add_item(ui.ActionRow(*row))
        return self

    def rule(self) -> Self:
        """Add a thin line."""
        self.add_item(ui.Separator())
        return self

    def attach(self, name: str, data: bytes) -> Self:
        """Add a file to be downloaded."""
        self.files.append((name, data))
        self.add_item(ui.File(f"attachment://{name}"))
        return self

    def open_files(self) -> list[discord.File]:
        """Return pictures and files for one send (discord.py closes them afterwards)."""
        named = [*((picture.name, picture.data) for picture in self.pictures), *self.files]
        return [discord.File(io.BytesIO(data), filename=name) for name, data in named]


def write_panel(*lines: str | None) -> Panel:
    """Return a panel that only says something."""
    return Panel().write(*lines)
