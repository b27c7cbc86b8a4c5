"""What somebody alone has before their eyes, posted for all of a channel: in the language and look of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.errors import Refusal, say_error
from cogs.gateway import Refused, Trouble, post
from cogs.languages import texts_of_server
from cogs.panel import write_panel
from cogs.pictures import choose_theme
from cogs.places import list_missing
from cogs.words import clean_name, escape_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.answer import Answer
    from cogs.desk import Desk
    from cogs.panel import Panel
    from cogs.texts import Texts
    from render import Theme

    Build = Callable[[Texts, Theme, str], Awaitable[Panel]]
    """Makes what is posted; the texts are the server's, the last fact is the name of who shares it, escaped."""

SHARED_SECONDS = 10.0
"""The same is not shared twice in the same channel within so long: a double click is one press."""


class Sharing:
    """Posts what is shared, and remembers for a moment what was."""

    def __init__(self, desk: Desk) -> None:
        """Take whose clock and preferences count."""
        self._desk = desk
        self._shared: dict[tuple[int, str], float] = {}

    async def share(self, answer: Answer, what: str, build: Build, texts: Texts) -> bool:
        """Post what `build` makes into the channel of a press; say whether it is there.

        Args:
            answer: of the press; where Discord does not take the message, why not is shown by it.
            what: the same for the same thing shared.
            build: makes the message.
            texts: of who shares.

        Raises:
            Refusal: `only_in_server`, `share_forbidden`, `share_barred`, `already_shared`.
        """
        interaction = answer.interaction
        guild, channel = interaction.guild, interaction.channel
        if guild is None or channel is None or interaction.channel_id is None:
            raise Refusal("only_in_server")
        _check_place(interaction, texts)
        key = interaction.channel_id, what
        self._note(key)
        preferences = self._desk.preferences
        public = texts_of_server(interaction.client, preferences, guild.id)
        theme = choose_theme(preferences.of_server(guild.id))
        by = escape_name(clean_name(interaction.user.display_name, interaction.user.name))
        panel = await build(public, theme, by)
        try:
            await post(channel, panel)  # type: ignore[arg-type]  # (no category or forum takes a command)
        except Refused as refused:
            self._shared.pop(key, None)
            if refused.trouble is Trouble.FORBIDDEN:
                raise Refusal("share_barred", permission="none") from None
            await answer.show(write_panel(say_error(texts, refused)))
            return False
        return True

    def _note(self, key: tuple[int, str]) -> None:
        now = self._desk.clock.now()
        self._shared = {each: at for each, at in self._shared.items() if now - at < SHARED_SECONDS}
        if key in self._shared:
            raise Refusal("already_shared")
        self._shared[key] = now


def _check_place(interaction: discord.Interaction[Any], texts: Texts) -> None:
    """Refuse to post where the person may not write (`share_forbidden`), or we may not (`share_barred`)."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    own = interaction.permissions
    if not (own.send_messages_in_threads if is_thread else own.send_messages):
        raise Refusal("share_forbidden")
    for missing in list_missing(interaction.app_permissions, is_thread=is_thread):
        raise Refusal("share_barred", permission=texts.say(f"permission-{missing}"))
