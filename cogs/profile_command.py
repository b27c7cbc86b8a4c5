"""`/profile`: a person's statistics on this server, the own ones or somebody else's.

Rule: of others one sees only what they did on the server where one asks, and only while they are in it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.errors import Refusal
from cogs.pictures import choose_theme
from cogs.profile_panel import build_profile_panel, choose_best, label_chart, picture_best
from cogs.translator import text
from cogs.words import clean_name
from host.profiles import read_profile

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts


def build_profile_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return /profile."""

    @app_commands.rename(member=text("option-member"))
    @app_commands.describe(member=text("option-profile-member-about"))
    async def profile(interaction: discord.Interaction[Any], member: discord.User | None = None) -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            return await _show_profile(work, answer.interaction, member, texts)

        await work.answer(interaction, show)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-profile"), description=text("command-profile-about"), callback=profile
    )
    return command


async def _show_profile(
    work: Desktop, interaction: discord.Interaction[Any], member: discord.User | discord.Member | None, texts: Texts
) -> Panel:
    """Return a person's panel; Refusal `not_here`: they are not on this server."""
    person = member or interaction.user
    if not isinstance(person, discord.Member):
        # Discord resolves who is not in the server to a mere user.
        raise Refusal("not_here")
    name = clean_name(person.display_name, person.name)
    guild_id = interaction.guild_id or 0
    profile = await work.store.read(partial(read_profile, guild_id=guild_id, user_id=person.id))
    theme = choose_theme(work.desk.preferences.of_person(interaction.user.id))
    chart = best = None
    if len(profile.balances) > 1:
        label, told = label_chart(name, profile, work.server_of(interaction).zone, texts)
        chart = await work.desk.painter.paint_chart(label, told, texts, theme)
    kept = choose_best(profile)
    if kept is not None:
        best = await work.desk.painter.paint_judged(picture_best(kept), texts, theme)
    return build_profile_panel(name, profile, texts, chart=chart, best=best)
