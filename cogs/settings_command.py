"""/settings: what a person, and who manages a server, may set; and what that changes at once.

Rule 1: presses are found by their custom_id alone: after a restart and on panels of any age.
Rule 2: whether somebody manages the server is asked at each press, not when the panel was shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.errors import Refusal
from cogs.languages import texts_of
from cogs.opening import list_present
from cogs.settings_panel import SHOW, SettingPress, build_person_panel, build_server_panel, read_setting
from cogs.translator import text
from host.preferences import Scope

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.desk import Desk
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.preferences import Preferences
    from host.registry import Tables


def build_settings_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return /settings."""

    async def settings(interaction: discord.Interaction[Any]) -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            preferences: Preferences = interaction.client.preferences
            return _show_person(preferences, answer.interaction, texts)

        await work.answer(interaction, show)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-settings"), description=text("command-settings-about"), callback=settings
    )
    return command


class SettingsClerk:
    """Carries out what is chosen on panels of settings."""

    def __init__(self, preferences: Preferences, tables: Tables, desk: Desk) -> None:
        """Take what is set, and the tables and whoever shows them, which follow a change."""
        self._preferences = preferences
        self._tables = tables
        self._desk = desk

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Do what was pressed and show the panel as it is then.

        Raises:
            Refusal: `old_button`, `only_in_server`, `not_manager`. HostError: `bad_setting`, `store_failed`.
        """
        interaction = answer.interaction
        press = read_setting(interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        if press.scope is Scope.PERSON:
            if press.name != SHOW:
                user_id, chosen = interaction.user.id, _read_choice(answer, press)
                await self._preferences.change(Scope.PERSON, user_id, press.name, chosen)
                texts = texts_of(interaction)
                self._follow_person(user_id, texts)
            await answer.update(_show_person(self._preferences, interaction, texts))
            return
        guild_id = interaction.guild_id
        if guild_id is None:
            raise Refusal("only_in_server")
        if not interaction.permissions.manage_guild:
            raise Refusal("not_manager")
        if press.name != SHOW:
            await self._preferences.change(Scope.SERVER, guild_id, press.name, _read_choice(answer, press))
            await self._follow_server(guild_id)
        await answer.update(_show_server(self._preferences, interaction, texts))

    def _follow_person(self, user_id: int, texts: Texts) -> None:
        """Let the panels that a person has open look as is now set."""
        for table in self._tables:
            panel = self._desk.panels.find(table.table_id, user_id)
            if panel is not None:
                panel.note_wish(texts)
                self._desk.refresh_panel(table, user_id)

    async def _follow_server(self, guild_id: int) -> None:
        """Let the messages of a server's tables speak its language."""
        for table in self._tables.in_guild(guild_id):
            await self._desk.lobby_changed(table)


def _read_choice(answer: Answer, press: SettingPress) -> str:
    if press.value is not None:
        return press.value
    data: Any = answer.interaction.data or {}
    return " ".join(data.get("values") or ())


def _show_person(preferences: Preferences, interaction: discord.Interaction[Any], texts: Texts) -> Panel:
    is_manager = interaction.guild_id is not None and interaction.permissions.manage_guild
    return build_person_panel(preferences.of_person(interaction.user.id), texts, is_manager=is_manager)


def _show_server(preferences: Preferences, interaction: discord.Interaction[Any], texts: Texts) -> Panel:
    server = preferences.of_server(interaction.guild_id)
    return build_server_panel(server, texts, list_present(interaction.guild, server.channels))
