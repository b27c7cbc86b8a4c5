"""The public message of a table: one at a time, edited in place, posted anew for each hand or when chat buries it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from cogs import gateway
from cogs.gateway import Refused, Trouble

if TYPE_CHECKING:
    import discord

    from cogs.latest import LatestWins
    from cogs.panel import Panel

log = logging.getLogger(__name__)

BURIED = 8
"""So many later messages in the channel bury ours."""

Build = Callable[[], Awaitable["Panel"]]


class Board:
    """One table's public message. Calls that change it run one after the other."""

    def __init__(
        self,
        channel: discord.PartialMessageable,
        edits: LatestWins,
        on_moved: Callable[[int | None], None],
        on_tried: Callable[[Refused | None], None],
        is_barred: Callable[[], bool],
        is_quiet: Callable[[], bool],
    ) -> None:
        """Take the channel, what paces the edits, who is told which message it is now, who forbids a sound.

        `on_tried` is told each time that Discord has taken it (None), or why not. What it has forbidden is not tried
        again while `is_barred` says that nothing has changed.
        """
        self._is_barred = is_barred
        self._on_tried = on_tried
        self.channel = channel
        self.message_id: int | None = None
        self._on_moved = on_moved
        self._is_quiet = is_quiet
        self.trouble: Trouble | None = None
        self._edits = edits
        self._lock = asyncio.Lock()
        self._later_messages = 0
        self._owed: Build | None = None
        self._unanswered: int | None = None
        """The nonce of a message that may be there although Discord's answer never came."""
        self._left: set[int] = set()
        """Messages that a newer one has taken the place of, and that could not be deleted yet."""

    def put(self, build: Build) -> None:
        """Bring the message up to date soon; of several calls the last one counts."""
        self._edits.put(lambda: self._show(build))

    async def finish(self, build: Build) -> None:
        """Give the message its last look; what waited is dropped, and the next `begin` leaves it standing.

        A last look that Discord does not take now is given once it takes the next message.
        """
        self._edits.drop()
        self._owed = build
        await self._show(build)

    async def begin(self, build: Build) -> None:
        """Post a new message; the one before stays as it is, also if the new one cannot be posted now."""
        self._edits.drop()
        async with self._lock:
            old, owed = self.message_id, self._owed
            if old is not None:
                self.message_id = None
                self._on_moved(None)
            await self._post(build)
            if old is not None and owed is not None and self.message_id is not None:
                await self._make_up(owed, old)

    async def retire(self, build: Build, message_id: int) -> None:
        """Give an earlier message the look of what is past; if Discord does not take it, it stays as it is."""
        async with self._lock:
            try:
                await gateway.edit(self.channel.get_partial_message(message_id), await build())
            except Refused as refused:
                log.info("an earlier message stays as it was: %s", refused)
        self._edits.rest()

    async def _make_up(self, build: Build, message_id: int) -> None:
        """Give a message that is over the look that it could not be given before."""
        try:
            await gateway.edit(self.channel.get_partial_message(message_id), await build())
        except Refused as refused:
            self._note(refused)

    async def post_again(self, build: Build) -> None:
        """Post the message anew at the end of the channel and take the old one away."""
        self._edits.drop()
        async with self._lock:
            await self._replace(build)

    async def settle(self) -> None:
        """Wait until no edit waits."""
        await self._edits.settle()

    def note_message(self) -> None:
        """Note that somebody else wrote into the channel."""
        self._later_messages += 1

    def note_deleted(self, message_id: int) -> bool:
        """Forget the message if it is ours and was deleted; say whether it was."""
        if message_id != self.message_id:
            return False
        self.message_id = None
        self._on_moved(None)
        return True

    def stop(self) -> None:
        """Do nothing more."""
        self._edits.stop()

    async def _show(self, build: Build) -> None:
        async with self._lock:
            if self.trouble is Trouble.FORBIDDEN and self._is_barred():
                return
            if self.message_id is None:
                await self._post(build)
            elif self._later_messages >= BURIED or self._unanswered is not None:
                await self._replace(build)
            else:
                await self._edit(build, self.message_id)
            await self._clear_away()

    async def _edit(self, build: Build, message_id: int) -> None:
        try:
            panel = await build()
            await gateway.edit(self.channel.get_partial_message(message_id), panel)
            self._note_shown()
        except Refused as refused:
            if refused.trouble is Trouble.MESSAGE_GONE:
                await self._post(build)
            elif refused.trouble is Trouble.SHUT:
                # A thread that is archived is opened by a new message, and only by that.
                await self._replace(build)
            else:
                self._note(refused)

    async def _replace(self, build: Build) -> None:
        old = self.message_id
        await self._post(build)
        if old is not None and self.message_id != old:
            self._left.add(old)
            await self._clear_away()

    async def _clear_away(self) -> None:
        """Delete what a newer message has taken the place of; what Discord does not take now, at the next look."""
        for message_id in list(self._left):
            try:
                await gateway.delete(self.channel.get_partial_message(message_id))
            except Refused as refused:
                log.info("an earlier message stays: %s", refused)
                if refused.trouble is Trouble.LATER:
                    continue
            self._left.discard(message_id)

    async def _post(self, build: Build) -> None:
        nonce = self._unanswered
        try:
            message_id = await self._send(build, nonce or gateway.new_nonce())
        except Refused as refused:
            self._note(refused)
            return
        self.message_id = message_id
        self._later_messages = 0
        self._on_moved(message_id)
        self._note_shown()
        if nonce is not None:
            # If it was there already, it looks as it did then.
            await self._edit(build, message_id)

    async def _send(self, build: Build, nonce: int) -> int:
        """Post the message, not twice if the answer to the time before was lost; return its id."""
        panel = await build()
        self._unanswered = None
        try:
            return await gateway.post(self.channel, panel, is_silent=self._is_quiet(), nonce=nonce)
        except Refused as refused:
            if refused.trouble is Trouble.LATER:
                self._unanswered = nonce
            if refused.trouble is not Trouble.MESSAGE_GONE:
                raise
        # It was there, and has been deleted since.
        return await gateway.post(self.channel, await build(), is_silent=self._is_quiet())

    def _note_shown(self) -> None:
        self.trouble = self._owed = None
        self._on_tried(None)

    def _note(self, refused: Refused) -> None:
        self.trouble = refused.trouble
        self._on_tried(refused)
        log.warning("the table message of channel %d could not be shown: %s", self.channel.id, refused)
