"""Gateway intents: which events a session asks for.

Source: https://discord.com/developers/docs/events/gateway#gateway-intents
"""

from __future__ import annotations

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_MODERATION = 1 << 2
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
GUILD_MESSAGE_TYPING = 1 << 11
DIRECT_MESSAGES = 1 << 12
DIRECT_MESSAGE_TYPING = 1 << 14
MESSAGE_CONTENT = 1 << 15

PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
"""What an application has to be granted before it may identify with it."""

_UNKNOWN = (1 << 17) | (1 << 18) | (1 << 19) | (1 << 22) | (1 << 23)
ALL_INTENTS = ((1 << 26) - 1) & ~_UNKNOWN
"""Every bit that means something."""
