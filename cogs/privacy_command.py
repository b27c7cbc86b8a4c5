"""`/privacy`: all that is stored on whoever asks, as a file for them alone; and its deletion, asked about twice.

Rule 1: it is always about whoever presses: no button names a person, so none can be about somebody else.
Rule 2: presses are found by their custom_id alone and so hold after a restart; the last one carries when it was asked.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from cogs.attachments import pack_long
from cogs.errors import Refusal
from cogs.panel import Panel, Style, write_panel
from cogs.translator import text
from host.errors import HostError
from host.exporting import JsonText, export_person

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.texts import Texts

VERSION = 1
SURE_SECONDS = 900.0
"""So long after the second question its button deletes."""

FILE_NAME = "mahjong-data.json"

_FORM = re.compile(r"privacy\|(?P<version>[0-9]{1,3})\|(?P<act>ask|sure|keep)\|(?P<at>[0-9]{0,12})")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PrivacyPress:
    """A press on one of these panels: `ask` once more, `sure` (`at`: when it was asked, since 1970), or `keep`."""

    act: str
    at: int = 0

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        return f"privacy|{VERSION}|{self.act}|{self.at}"


def is_privacy(custom_id: str) -> bool:
    """Say whether a custom_id belongs to these panels, of whatever version."""
    return custom_id.startswith("privacy|")


def read_privacy_press(custom_id: str) -> PrivacyPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION:
        return None
    return PrivacyPress(found["act"], int(found["at"] or 0))


class PrivacyDesk:
    """Hands people what is stored on them, and deletes it."""

    def __init__(self, work: Desktop) -> None:
        """Take what commands work with."""
        self._work = work
        self._exporting = asyncio.Lock()

    async def export(self, answer: Answer, texts: Texts) -> Panel:
        """Return a panel with the file."""
        store, user_id = self._work.store, answer.interaction.user.id
        # One at a time: a long one takes memory.
        async with self._exporting:
            told = await store.read(partial(export_person, user_id=user_id, at=store.now()))
            data = await asyncio.to_thread(write_file, told)
            name, data, is_packed = await pack_long(FILE_NAME, data)
        panel = write_panel(f"### {texts.say('privacy-export-title')}", texts.say("privacy-export-what"))
        if is_packed:
            panel.write(f"-# {texts.say('privacy-export-packed')}")
        return panel.attach(name, data)

    async def ask(self, answer: Answer, texts: Texts) -> Panel:
        """Return the first question; Refusal `game_not_over` while they sit at a table."""
        self._check_free(answer.interaction.user.id)
        panel = write_panel(
            f"### {texts.say('privacy-delete-title')}",
            texts.say("privacy-delete-ask", export=_name(texts, "export")),
        )
        return _offer(
            panel,
            (texts.say("button-privacy-ask"), PrivacyPress("ask"), Style.danger),
            (texts.say("button-privacy-keep"), PrivacyPress("keep"), Style.secondary),
        )

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Answer a press: ask once more, delete, or leave all as it is.

        Raises:
            Refusal: `old_button`, `game_not_over`, `delete_expired`. HostError: `store_failed`.
        """
        press = read_privacy_press(answer.interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        if press.act == "keep":
            await answer.update(write_panel(texts.say("privacy-kept")))
        elif press.act == "ask":
            self._check_free(answer.interaction.user.id)
            await answer.update(self._ask_again(texts))
        else:
            if not 0 <= self._work.desk.clock.wall() - press.at <= SURE_SECONDS:
                raise Refusal("delete_expired")
            servers = await self._delete(answer.interaction.user.id)
            await answer.update(write_panel(texts.say("privacy-deleted", servers=servers)))

    def _ask_again(self, texts: Texts) -> Panel:
        """Return the second question."""
        panel = write_panel(f"### {texts.say('privacy-delete-title')}", texts.say("privacy-delete-sure"))
        now = int(self._work.desk.clock.wall())
        return _offer(
            panel,
            (texts.say("button-privacy-sure"), PrivacyPress("sure", now), Style.danger),
            (texts.say("button-privacy-keep"), PrivacyPress("keep"), Style.secondary),
        )

    async def _delete(self, user_id: int) -> int:
        """Delete what is stored on a person and what is remembered of them; returns from how many servers."""
        try:
            done = await self._work.store.forget(user_id)
        except HostError as error:
            if error.code != "game_not_over":
                raise
            table = self._work.tables.find(str(error.facts["table"]))
            raise _refuse(None if table is None else table.channel_id) from None
        desk = self._work.desk
        desk.preferences.forget_person(user_id)
        desk.painter.avatars.forget(user_id)
        self._work.replays.hands.forget()
        log.info("a person was forgotten in %d servers", done.accounts)
        return done.accounts

    def _check_free(self, user_id: int) -> None:
        """Refuse who sits at a table now: Refusal `game_not_over`. What is kept is asked when it is to be deleted."""
        for table in self._work.tables:
            if table.is_seated(user_id):
                raise _refuse(table.channel_id)


def _refuse(channel_id: int | None) -> Refusal:
    return Refusal("game_not_over", channel="none" if channel_id is None else channel_id)


def write_file(told: Mapping[str, Any]) -> bytes:
    """Return an export as JSON: what holds nothing else on a line of its own, so that a row can be read as one."""
    return "".join(_write_parts(told, "\n")).encode()


def _write_parts(value: Any, line: str) -> Iterator[str]:  # noqa: ANN401 (whatever JSON holds)
    if isinstance(value, JsonText):
        yield value
        return
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not any(isinstance(part, dict | list | JsonText) for part in inner):
        yield json.dumps(value, ensure_ascii=False)
        return
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    yield opens
    deeper = f"{line} "
    parts = value.items() if isinstance(value, dict) else ((None, part) for part in value)
    for number, (name, part) in enumerate(parts):
        yield f",{deeper}" if number else deeper
        if name is not None:
            yield f"{json.dumps(name)}: "
        yield from _write_parts(part, deeper)
    yield f"{line}{closes}"


def _name(texts: Texts, what: str) -> str:
    return f"{texts.say('command-privacy')} {texts.say(f'command-privacy-{what}')}"


def tell_privacy(texts: Texts) -> str:
    """Return the line of /help about both commands."""
    return texts.say("privacy-help", export=_name(texts, "export"), delete=_name(texts, "delete"))


def _offer(panel: Panel, *buttons: tuple[str, PrivacyPress, discord.ButtonStyle]) -> Panel:
    row: ui.ActionRow[Any] = ui.ActionRow()
    for label, press, style in buttons:
        row.add_item(ui.Button(label=label, custom_id=press.custom_id, style=style))
    panel.add_item(row)
    return panel


class PrivacyGroup(app_commands.Group):
    """/privacy export, delete: in servers and in direct messages."""

    def __init__(self, work: Desktop, desk: PrivacyDesk) -> None:
        """Take what commands work with, and who does it."""
        super().__init__(name=text("command-privacy"), description=text("command-privacy-about"))
        self._work = work
        self._desk = desk

    @app_commands.command(name=text("command-privacy-export"), description=text("command-privacy-export-about"))
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Hand a person what is stored on them."""
        await self._work.answer(interaction, self._desk.export)

    @app_commands.command(name=text("command-privacy-delete"), description=text("command-privacy-delete-about"))
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Ask whether to delete it."""
        await self._work.answer(interaction, self._desk.ask)
