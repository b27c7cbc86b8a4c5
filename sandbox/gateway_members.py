"""Answers to a request for the members of a guild.

Source: https://discord.com/developers/docs/events/gateway-events#request-guild-members
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandbox.errors import Json
from sandbox.gateway_connection import Malformed, is_whole
from sandbox.intents import GUILD_PRESENCES
from sandbox.payloads import member_json

if TYPE_CHECKING:
    from sandbox.model import Guild

MAX_FOUND, CHUNK, MAX_NONCE_BYTES = 100, 1000, 32


def is_whole_list(data: Json) -> bool:
    """Whether a request asks for all members of a guild. Raises Malformed for what is no such request."""
    guild_id, query, user_ids = data.get("guild_id"), data.get("query"), data.get("user_ids")
    if not isinstance(guild_id, (str, int)) or (query is None) == (user_ids is None):
        raise Malformed
    if query is None:
        return False
    limit = data.get("limit")
    if not isinstance(query, str) or not isinstance(limit, int) or not is_whole(limit) or limit < 0:
        raise Malformed
    return not query and limit == 0


def find_members(guild: Guild, data: Json, intents: int) -> Iterator[Json]:
    """Yield the chunks that answer a request: of a thousand members each, of a search a hundred in all."""
    members = list(guild.members.values())
    wanted: list[str] = []
    if data.get("user_ids") is not None:
        ids = data["user_ids"] if isinstance(data["user_ids"], list) else [data["user_ids"]]
        wanted = [str(user_id) for user_id in ids][:MAX_FOUND]
        members = [member for member in members if member.user.id in wanted]
    elif not is_whole_list(data):
        query = data["query"].lower()
        names = [(member.user.username, member.user.global_name or "", member.nick or "") for member in members]
        members = [
            member
            for member, own in zip(members, names, strict=True)
            if any(name.lower().startswith(query) for name in own)
        ]
        members = members[: min(data["limit"] or MAX_FOUND, MAX_FOUND)]
    chunks = [members[at : at + CHUNK] for at in range(0, len(members), CHUNK)] or [[]]
    for index, part in enumerate(chunks):
        chunk: Json = {
            "guild_id": guild.id,
            "members": [member_json(member) for member in part],
            "chunk_index": index,
            "chunk_count": len(chunks),
        }
        if missing := [user_id for user_id in wanted if user_id not in guild.members]:
            chunk["not_found"] = missing
        if data.get("presences") and intents & GUILD_PRESENCES:
            chunk["presences"] = []  # nobody here shows one
        nonce = data.get("nonce")
        if isinstance(nonce, str) and len(nonce.encode()) <= MAX_NONCE_BYTES:
            chunk["nonce"] = nonce
        yield chunk
