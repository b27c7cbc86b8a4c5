"""Pointing an unpatched discord.py of this process at a local Discord."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.rest import API_PREFIX

if TYPE_CHECKING:
    from sandbox.app import LocalDiscord


@contextmanager
def point_discord_py(server: LocalDiscord) -> Iterator[None]:
    """Let every discord.py client of this process talk to `server` (which has started) while the context lasts."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE = server.url + API_PREFIX
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.url.replace("http", "ws", 1) + "/gateway/")
    Asset.BASE = server.url + "/cdn"
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
