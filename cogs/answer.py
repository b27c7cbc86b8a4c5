"""The one answer that every interaction gets, in time whatever happens.

Rule 1: Discord waits 3 s for the first answer; what is not answered after `SLOW_SECONDS` is deferred.
Rule 2: first answer, deferral and later answers are told apart here and nowhere else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import discord

from cogs.gateway import KeptToken, Refused, Trouble, attempt, keep_token
from cogs.meters import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.panel import Panel
    from host.preferences import Preferences

SLOW_SECONDS = 1.5
log = logging.getLogger(__name__)


class InHand:
    """Counts what is being answered: `async with in_hand: …`."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._count = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    async def __aenter__(self) -> None:
        """Count one more."""
        self._count += 1
        self._is_idle.clear()

    async def __aexit__(self, *_error: object) -> None:
        """Count one less."""
        self._count -= 1
        if not self._count:
            self._is_idle.set()

    async def settle(self) -> None:
        """Wait until all that has arrived is answered."""
        await self._is_idle.wait()


class Answer:
    """An interaction being answered: `async with Answer(interaction) as answer: await answer.show(panel)`."""

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        *,
        slow_seconds: float = SLOW_SECONDS,
        is_late: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take a slash command's or a button's interaction; `is_late`: it was answered before, more is to follow.

        `now`: the clock by which its token ages.
        """
        self.interaction = interaction
        self._slow_seconds = slow_seconds
        self._lock = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None
        self._is_shown = is_late
        self.refused: Refused | None = None
        """Why it could not even be acknowledged."""
        self._asked_at = None if is_late else time.monotonic()
        self._arrived = now()

    @property
    def is_press(self) -> bool:
        """Whether it came from a button, so that the message it stands on can be updated."""
        return self.interaction.type is discord.InteractionType.component

    async def __aenter__(self) -> Self:
        """Start the time after which the answer is deferred."""
        self._timer = asyncio.create_task(self._defer_when_slow())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it; an interaction of which nothing was shown is acknowledged."""
        if self._timer is not None:
            self._timer.cancel()
        if error is None:
            await self.acknowledge()

    async def _defer_when_slow(self) -> None:
        await asyncio.sleep(self._slow_seconds)
        await self.acknowledge()

    def _note_answered(self) -> None:
        """Note how long the first answer took."""
        if self._asked_at is not None:
            kind = "press" if self.is_press else "command"
            ANSWERS.labels(kind).observe(time.monotonic() - self._asked_at)
            self._asked_at = None

    async def acknowledge(self) -> None:
        """Tell Discord that the interaction has arrived, if nothing has answered it yet; answers can follow."""
        async with self._lock:
            if not self.interaction.response.is_done():
                try:
                    await attempt("defer", self.interaction.response.defer(ephemeral=True))
                    self._note_answered()
                except Refused as refused:
                    self.refused = refused
                    log.warning("an interaction could not be deferred")

    async def show(self, panel: Panel) -> KeptToken:
        """Show a panel in a new message that only this person sees; return the way back to it."""
        self._suit(panel)
        mentions, files = discord.AllowedMentions.none(), panel.open_files()
        interaction = self.interaction
        async with self._lock:
            is_first, self._is_shown = not self._is_shown, True
            if not interaction.response.is_done():
                send = interaction.response.send_message(
                    view=panel, files=files, ephemeral=True, allowed_mentions=mentions
                )
                sent = await attempt("answer", send)
                self._note_answered()
                return self._keep(sent.message_id or 0, is_original=True)
            if is_first and not self.is_press:
                edit = interaction.edit_original_response(view=panel, attachments=files, allowed_mentions=mentions)
                original = await attempt("answer", edit)
                return self._keep(original.id, is_original=True)
            follow = interaction.followup.send(
                view=panel, files=files, ephemeral=True, allowed_mentions=mentions, wait=True
            )
            message = await attempt("answer", follow)
            return self._keep(message.id, is_original=False)

    async def update(self, panel: Panel) -> KeptToken:
        """Replace the message that the pressed button stands on; return the way back to it.

        After a press that message is the interaction's "original", whether the update is the first answer or follows
        a deferral. If it is gone (a newer panel has taken its place), the panel is shown in a new message; so it is if
        others see it: it is never replaced by what is one person's own.
        """
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            return await self.show(panel)
        try:
            await self._replace(panel)
        except Refused as refused:
            if refused.trouble is not Trouble.MESSAGE_GONE:
                raise
            return await self.show(panel)
        return self._keep(message.id, is_original=True)

    def _keep(self, message_id: int, *, is_original: bool) -> KeptToken:
        return keep_token(self.interaction, message_id, is_original=is_original, arrived=self._arrived)

    def _suit(self, panel: Panel) -> None:
        """Leave out pictures for who wants words instead."""
        preferences: Preferences = self.interaction.client.preferences
        if panel.pictures and preferences.of_person(self.interaction.user.id).text_mode:
            panel.tell_pictures()

    async def _replace(self, panel: Panel) -> None:
        self._suit(panel)
        mentions, files = discord.AllowedMentions.none(), panel.open_files()
        interaction = self.interaction
        async with self._lock:
            self._is_shown = True
            if not interaction.response.is_done():
                edit = interaction.response.edit_message(view=panel, attachments=files, allowed_mentions=mentions)
                await attempt("update", edit)
                self._note_answered()
            else:
                later = interaction.edit_original_response(view=panel, attachments=files, allowed_mentions=mentions)
                await attempt("update", later)
