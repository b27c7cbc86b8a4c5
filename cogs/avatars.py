"""People's own pictures for the tables that they sit at: fetched from Discord politely, once, and bounded in memory.

Rule 1: only those of people who sit at a table are fetched, two at a time, each once for as long as it stays the same.
Rule 2: nobody waits for one: until it is there, and where it cannot be had, a table shows a letter in its place.
Rule 3: nothing of them is written down.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs import gateway
from cogs.gateway import Refused
from host.tasks import Tasks
from render import Avatar, make_avatar

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

MOST = 512
"""So many people's are kept, of those who pressed something last."""
AT_ONCE = 2
PIXELS = 64
LARGEST = 256 * 1024
"""Bytes; one of so few pixels is far smaller, and what is larger is none of ours."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Known:
    """What is known of a person: where the picture is (None: there is none), and the picture once it was fetched."""

    asset: discord.Asset | None
    avatar: Avatar | None = None
    is_asked: bool = False


class Avatars:
    """The pictures of people whom the bot has heard since it started."""

    def __init__(self) -> None:
        """Begin with none."""
        self._people: OrderedDict[int, _Known] = OrderedDict()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._fetching = Tasks()

    def note(self, person: discord.User | discord.Member) -> None:
        """Note where a person's picture is, as Discord tells it with everything that the person does."""
        has_own = person.avatar is not None or getattr(person, "guild_avatar", None) is not None
        asset = person.display_avatar if has_own else None
        known = self._people.get(person.id)
        if known is None or known.asset != asset:
            self._people[person.id] = _Known(asset)
            while len(self._people) > MOST:
                self._people.popitem(last=False)
        self._people.move_to_end(person.id)

    def find(self, user_id: int | None) -> Avatar | None:
        """Return a person's picture if it is here; else have it fetched, if there is one, for the next time."""
        known = None if user_id is None else self._people.get(user_id)
        if known is None:
            return None
        if known.asset is not None and not known.is_asked:
            known.is_asked = True
            self._fetching.spawn(self._fetch(known, known.asset))
        return known.avatar

    def forget(self, user_id: int) -> None:
        """Let go of a person's picture."""
        self._people.pop(user_id, None)

    def prepare(self, people: Iterable[int | None]) -> None:
        """Have the pictures of people fetched who will soon be shown."""
        for user_id in people:
            self.find(user_id)

    async def settle(self) -> None:
        """Wait until none is being fetched."""
        await self._fetching.quiet()

    async def _fetch(self, known: _Known, asset: discord.Asset) -> None:
        async with self._slots:
            try:
                data = await gateway.attempt("avatar", asset.replace(size=PIXELS, format="png").read())
            except Refused as refused:
                log.info("a person's picture cannot be had: %s", refused)
                return
        if len(data) <= LARGEST:
            known.avatar = await asyncio.to_thread(make_avatar, data)
