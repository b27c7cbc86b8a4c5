"""The line to Discord's gateway, where discord.py leaves a gap.

A line that is lost after the client has identified and before Discord has answered leaves no session to resume.
discord.py asks to resume all the same, with neither session nor sequence, and again as often as that is refused,
without a pause. Such a line has to begin a session instead (Discord: Gateway, Resuming).
"""

from __future__ import annotations

import discord.shard
from discord.gateway import DiscordWebSocket


class Line(DiscordWebSocket):
    """A line that resumes what there is to be resumed."""

    async def resume(self) -> None:
        """Go on with the session; begin one if there is none yet."""
        if self.session_id is None:
            await self.identify()
        else:
            await super().resume()


def use_line() -> None:
    """Let every shard that connects from now on have such a line."""
    discord.shard.DiscordWebSocket = Line  # type: ignore[misc]
