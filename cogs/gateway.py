"""Every call to Discord goes through here: which refusals are expected, and what each means for us.

Rule 1: an expected refusal never becomes a traceback; the caller gets a `Refused` with the trouble it stands for.
Rule 2: nothing of ours pings anybody but the one seat that is called (`AllowedMentions`).
Rule 3: an interaction's token is never used past `TOKEN_SECONDS` (ten thousand refused requests are a ban).
Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord

from cogs.meters import REFUSALS

if TYPE_CHECKING:
    from cogs.panel import Panel

T = TypeVar("T")
log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60.0
"""How long we use an interaction's token, of the 15 minutes that it lives."""

NONCE_BITS = 64
"""Discord takes 25 characters."""

CALL_SECONDS = 30.0
"""After this, a call is taken as failed: no wait without an end."""


class Code(IntEnum):
    """Discord's error codes that happen in an ordinary day."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    ALREADY_ANSWERED = 40060
    MISSING_ACCESS = 50001
    CANNOT_MESSAGE_PERSON = 50007
    MISSING_PERMISSIONS = 50013
    INVALID_TOKEN = 50027
    THREAD_ARCHIVED = 50083
    THREAD_LOCKED = 160005


class Trouble(Enum):
    """What an expected refusal means, and so what the caller does about it."""

    MESSAGE_GONE = "message_gone"
    """Somebody deleted the message: post it anew where it is needed, forget it elsewhere."""
    CHANNEL_GONE = "channel_gone"
    """The channel is deleted: its table cannot go on there."""
    FORBIDDEN = "forbidden"
    """We may not: name the permission to whoever asked; the game goes on without the message."""
    SHUT = "shut"
    """The thread is archived or locked: a new message opens what is archived only, nothing of ours what is locked."""
    PERSON_GONE = "person_gone"
    """The person is not in the server (any more), or is not at all: what is kept of them is not shown there."""
    UNREACHABLE = "unreachable"
    """The person takes no messages from us: leave them alone."""
    TOKEN_DEAD = "token_dead"  # noqa: S105 (no password)
    """The interaction's token is used up: forget the panel, My hand makes a new one."""
    TOO_LATE = "too_late"
    """Our answer came after Discord stopped waiting, or somebody answered before: nothing to do."""
    LATER = "later"
    """Discord or the line is down, or takes no more for now: it is tried again in a while."""
    UNEXPECTED = "unexpected"
    """Discord takes something of ours for wrong, which it would again: logged as a fault, and nothing waits for it."""


TROUBLES: dict[int, Trouble] = {
    Code.UNKNOWN_CHANNEL: Trouble.CHANNEL_GONE,
    Code.UNKNOWN_GUILD: Trouble.CHANNEL_GONE,
    Code.UNKNOWN_MEMBER: Trouble.PERSON_GONE,
    Code.UNKNOWN_MESSAGE: Trouble.MESSAGE_GONE,
    Code.UNKNOWN_USER: Trouble.PERSON_GONE,
    Code.UNKNOWN_WEBHOOK: Trouble.TOKEN_DEAD,
    Code.UNKNOWN_INTERACTION: Trouble.TOO_LATE,
    Code.ALREADY_ANSWERED: Trouble.TOO_LATE,
    Code.MISSING_ACCESS: Trouble.FORBIDDEN,
    Code.CANNOT_MESSAGE_PERSON: Trouble.UNREACHABLE,
    Code.MISSING_PERMISSIONS: Trouble.FORBIDDEN,
    Code.INVALID_TOKEN: Trouble.TOKEN_DEAD,
    Code.THREAD_ARCHIVED: Trouble.SHUT,
    Code.THREAD_LOCKED: Trouble.SHUT,
}
"""The policy for each code."""


class Refused(Exception):  # noqa: N818 (a fact of daily life, not an error)
    """Discord said no in a way that we expect."""

    def __init__(self, trouble: Trouble, code: int) -> None:
        """Take what it means and Discord's code (0: no answer at all)."""
        super().__init__(f"{trouble.value} ({code})")
        self.trouble = trouble
        self.code = code


@dataclass(frozen=True, slots=True)
class KeptToken:
    """The way back to an ephemeral message: the token of an interaction that answered with it or came from it.

    `is_original`: the message is that interaction's first answer, or the message whose button was pressed; else a
    follow-up. `until`: when the token is not used any more, by the clock's `now`.
    """

    token: str
    message_id: int
    is_original: bool
    until: float

    def is_live(self, now: float) -> bool:
        """Whether it may still be used."""
        return now < self.until


def keep_token(
    interaction: discord.Interaction[Any], message_id: int, *, is_original: bool, arrived: float
) -> KeptToken:
    """Return the way back to a message that belongs to an interaction which arrived at a time of the clock."""
    return KeptToken(interaction.token, message_id, is_original, arrived + TOKEN_SECONDS)


async def attempt(what: str, call: Awaitable[T]) -> T:
    """Make a call; `Refused` for expected refusals, outages and time-outs. `what` names it in the log."""
    try:
        return await _call(what, call)
    except Refused as refused:
        REFUSALS.labels(what, refused.trouble.value).inc()
        raise


async def _call(what: str, call: Awaitable[T]) -> T:
    try:
        return await asyncio.wait_for(call, CALL_SECONDS)
    except discord.HTTPException as error:
        trouble = TROUBLES.get(error.code) or (Trouble.LATER if error.status >= 500 else _read_status(error.status))
        if trouble is None:
            log.exception("%s was refused: status %d, code %d", what, error.status, error.code)
            raise Refused(Trouble.UNEXPECTED, error.code) from error
        log.info("%s was refused: %s (%d)", what, trouble.value, error.code)
        raise Refused(trouble, error.code) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("%s got no answer: %s", what, type(error).__name__)
        raise Refused(Trouble.LATER, 0) from error
    except RuntimeError as error:
        # aiohttp's word for a client that was closed while the call was on its way.
        if not str(error).endswith("closed"):
            raise
        log.info("%s came after the client was closed", what)
        raise Refused(Trouble.LATER, 0) from error


def _read_status(status: int) -> Trouble | None:
    known = {401: Trouble.TOKEN_DEAD, 403: Trouble.FORBIDDEN, 404: Trouble.MESSAGE_GONE, 429: Trouble.LATER}
    return known.get(status)


def new_nonce(*about: object) -> int:
    """Return a nonce, at random or always the same for the same matter."""
    if not about:
        return secrets.randbits(NONCE_BITS)
    digest = hashlib.sha256(repr(about).encode()).digest()
    return int.from_bytes(digest) >> (len(digest) * 8 - NONCE_BITS)


async def post(
    channel: discord.abc.Messageable,
    panel: Panel,
    *,
    calls: discord.abc.Snowflake | None = None,
    is_silent: bool = False,
    nonce: int | None = None,
) -> int:
    """Post a message and return its id; `calls`: the one person whom it may ping; `is_silent`: nobody hears of it.

    `nonce`: given again for what may have been posted already, its answer having been lost. Then that message's id is
    returned, or `Refused` MESSAGE_GONE if it was deleted since; discord.py asks for both with `enforce_nonce`.
    https://discord.com/developers/docs/resources/message#create-message
    """
    mentions = discord.AllowedMentions.none() if calls is None else discord.AllowedMentions(users=[calls])
    send = channel.send(
        view=panel, files=panel.open_files(), allowed_mentions=mentions, silent=is_silent, nonce=nonce or new_nonce()
    )
    message = await attempt("post", send)
    return message.id


async def has_spoken(channel: discord.TextChannel, count: int) -> bool:
    """Say whether one of a channel's newest messages, so many, is ours."""

    async def look_back() -> bool:
        own_id = channel.guild.me.id
        return any([message.author.id == own_id async for message in channel.history(limit=count)])

    return await attempt("history", look_back())


async def edit(message: discord.PartialMessage, panel: Panel) -> None:
    """Replace all of a channel message of ours."""
    await attempt(
        "edit",
        message.edit(view=panel, attachments=panel.open_files(), allowed_mentions=discord.AllowedMentions.none()),
    )


async def delete(message: discord.PartialMessage) -> None:
    """Delete a message of ours; one that is gone already is fine."""
    try:
        await attempt("delete", message.delete())
    except Refused as refused:
        if refused.trouble is not Trouble.MESSAGE_GONE:
            raise


async def follow_kept(client: discord.Client, kept: KeptToken, panel: Panel, now: float) -> KeptToken:
    """Show a panel in a new ephemeral message at the end of the channel; return the way back to that one."""
    webhook = _find_webhook(client, kept, now)
    webhook.type = discord.WebhookType.application
    files, mentions = panel.open_files(), discord.AllowedMentions.none()
    message = await attempt(
        "panel", webhook.send(view=panel, files=files, ephemeral=True, allowed_mentions=mentions, wait=True)
    )
    return replace(kept, message_id=message.id, is_original=False)


async def edit_kept(client: discord.Client, kept: KeptToken, panel: Panel, now: float) -> None:
    """Replace an ephemeral message through its kept token; `Refused` TOKEN_DEAD without a call if it is too old."""
    webhook = _find_webhook(client, kept, now)
    files, mentions = panel.open_files(), discord.AllowedMentions.none()
    await attempt(
        "panel",
        webhook.edit_message(_message_of(kept), view=panel, attachments=files, allowed_mentions=mentions),
    )


async def delete_kept(client: discord.Client, kept: KeptToken, now: float) -> None:
    """Delete an ephemeral message through its kept token; one that is gone already is fine."""
    webhook = _find_webhook(client, kept, now)
    try:
        await attempt("panel", webhook.delete_message(_message_of(kept)))
    except Refused as refused:
        if refused.trouble is not Trouble.MESSAGE_GONE:
            raise


def _message_of(kept: KeptToken) -> int:
    # discord.py puts the id into the address as it is; "@original" is the platform's name for the first answer.
    return "@original" if kept.is_original else kept.message_id  # type: ignore[return-value]


def _find_webhook(client: discord.Client, kept: KeptToken, now: float) -> discord.Webhook:
    if not kept.is_live(now) or client.application_id is None:
        raise Refused(Trouble.TOKEN_DEAD, 0)
    return discord.Webhook.partial(client.application_id, kept.token, client=client)
