"""Pictures and attachments, as Discord's CDN serves them, under /cdn."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.avatars import draw_avatar

if TYPE_CHECKING:
    from sandbox.world import World

_DEFAULT_COLORS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459F)


class Cdn:
    """Serves the files of a world."""

    def __init__(self, world: World) -> None:
        """Serve the files of a world."""
        self.world = world

    def add_routes(self, app: web.Application) -> None:
        """Add the addresses to an application."""
        app.router.add_get("/cdn/attachments/{channel_id}/{file_id}/{filename}", self.get_attachment)
        app.router.add_get("/cdn/emojis/{emoji_id}.{ext}", self.get_emoji)
        app.router.add_get("/cdn/avatars/{user_id}/{avatar}.{ext}", self.get_avatar)
        app.router.add_get("/cdn/embed/avatars/{index}.png", self.get_default_avatar)

    async def get_attachment(self, request: web.Request) -> web.Response:
        """Return the bytes of an attachment; without its secret `hm` it does not exist."""
        file = self.world.files.get(request.match_info["file_id"])
        if file is None or not secrets.compare_digest(file.key.encode(), request.query.get("hm", "").encode()):
            raise web.HTTPNotFound
        return _picture(file.content, file.content_type)

    async def get_emoji(self, request: web.Request) -> web.Response:
        """Return the picture of an application emoji."""
        emoji = self.world.application.emojis.get(request.match_info["emoji_id"])
        if emoji is None:
            raise web.HTTPNotFound
        return _picture(emoji.content, emoji.content_type)

    async def get_avatar(self, request: web.Request) -> web.Response:
        """Return a person's avatar."""
        content = self.world.avatars.get(request.match_info["avatar"])
        if content is None:
            raise web.HTTPNotFound
        return _picture(content, "image/png")

    async def get_default_avatar(self, request: web.Request) -> web.Response:
        """Return one of the avatars of those who have none."""
        index = request.match_info["index"]
        number = int(index) if index.isdecimal() else 0
        return _picture(draw_avatar(_DEFAULT_COLORS[number % len(_DEFAULT_COLORS)], number), "image/png")


def _picture(content: bytes, content_type: str) -> web.Response:
    headers = {
        "Content-Type": content_type,
        "Cache-Control": "private, max-age=31536000",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return web.Response(body=content, headers=headers)
