"""In which language somebody is spoken to: what they have set, else what their Discord is set to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.texts import LANGUAGES, Language, Texts, choose_language, texts_for

if TYPE_CHECKING:
    import discord

    from host.preferences import Preferences


TABLE_BUTTONS = ("join", "fill", "start", "hand")
"""The buttons of tables' messages that people are told of."""


def texts_of(interaction: discord.Interaction[Any]) -> Texts:
    """Return the texts for what only the person of an interaction sees."""
    preferences: Preferences = interaction.client.preferences
    return texts_for(prefer(preferences.of_person(interaction.user.id).language, interaction.locale))


def texts_of_server(client: discord.Client, preferences: Preferences, guild_id: int) -> Texts:
    """Return the texts for what all of a server see."""
    guild = client.get_guild(guild_id)
    locale = None if guild is None else guild.preferred_locale
    return texts_for(prefer(preferences.of_server(guild_id).language, locale))


def name_table_buttons(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """Return what the buttons of tables' messages read: those are in the server's language, whoever is told of them."""
    public, guild_id = texts_of(interaction), interaction.guild_id
    if guild_id is not None:
        public = texts_of_server(interaction.client, interaction.client.preferences, guild_id)
    return {name: public.say(f"button-{name}") for name in TABLE_BUTTONS}


def prefer(chosen: str, locale: object) -> Language:
    """Return the language that was chosen; if none was ("auto"), the one for a Discord locale."""
    return next((language for language in LANGUAGES if language == chosen), choose_language(locale))
