"""/about: what the bot is and how it is doing, and the way to what it keeps, the terms, and whoever runs it.

Where no address is set for a page, its button shows the page here in short.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from cogs.errors import Refusal
from cogs.panel import Panel, write_panel
from cogs.translator import text
from host.version import VERSION

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.settings import Links
    from cogs.texts import Texts

PAGES = {
    "privacy": ("kept", "unread", "long", "seen", "deletion"),
    "terms": ("coins", "fair", "promise", "discord"),
}
"""What everybody can read, with its parts: a link where its address is set, else a page of our own."""

FORM_VERSION = 1
_FORM = re.compile(rf"page\|(?P<version>[0-9]{{1,3}})\|(?P<page>{'|'.join(PAGES)})")


def build_about_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return /about."""

    async def about(interaction: discord.Interaction[Any]) -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            return _build_about(work, answer.interaction.client, texts)

        await work.answer(interaction, show)

    return app_commands.Command(name=text("command-about"), description=text("command-about-about"), callback=about)


def _build_about(work: Desktop, client: discord.Client, texts: Texts) -> Panel:
    panel = Panel().write(f"### {texts.say('info-title')}").write(texts.say("info-what"))
    panel.write(texts.say("info-version", version=VERSION, since=f"<t:{int(work.since)}:R>"))
    tables = work.tables
    panel.write(texts.say("info-now", servers=len(client.guilds), tables=len(tables), people=tables.people))
    panel.write(texts.say("info-line", milliseconds=round(client.latency * 1000)))
    panel.rule().write(f"-# {texts.say('info-kept')}").write(f"-# {texts.say('help-moderation')}")
    panel.add_item(ui.ActionRow(*list_page_buttons(work.links, texts)))
    return panel


def list_page_buttons(links: Links, texts: Texts) -> list[ui.Button[Any]]:
    """Return the buttons to both pages, and to whoever helps if there is an address."""
    buttons: list[ui.Button[Any]] = []
    for page in PAGES:
        label, url = texts.say(f"button-page-{page}"), getattr(links, page)
        custom_id = None if url else f"page|{FORM_VERSION}|{page}"
        buttons.append(ui.Button(label=label, url=url, custom_id=custom_id))
    if links.support:
        buttons.append(ui.Button(label=texts.say("button-page-support"), url=links.support))
    return buttons


def is_page(custom_id: str) -> bool:
    """Say whether a custom_id asks for a page, of whatever version."""
    return custom_id.startswith("page|")


async def show_page(answer: Answer, texts: Texts, links: Links) -> None:
    """Answer a press for a page with the page; Refusal `old_button`."""
    found = _FORM.fullmatch(answer.interaction.custom_id or "")
    if found is None or int(found["version"]) != FORM_VERSION:
        raise Refusal("old_button")
    await answer.show(build_page(found["page"], links, texts))


def build_page(page: str, links: Links, texts: Texts) -> Panel:
    """Return a page in short."""
    delete = " ".join(texts.say(key) for key in ("command-privacy", "command-privacy-delete"))
    lines = [texts.say(f"page-{page}-{part}", delete=delete) for part in PAGES[page]]
    contact = texts.say("page-contact-link", link=links.support) if links.support else texts.say("page-contact")
    title = texts.say(f"button-page-{page}")
    return write_panel(f"### {title}", *lines).write(f"-# {contact}")
