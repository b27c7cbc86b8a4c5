"""Driving people in tests: what they do, what they get, what they see. Everything runs in the server's own process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sandbox.checks_components import BUTTON, LABEL, ROW, SELECTS
from sandbox.errors import Json
from sandbox.interactions import AnswerType, Interaction
from sandbox.messages import walk_components
from sandbox.model import Channel, Message, StoredFile, User
from sandbox.people import ClientError, OptionValue, People
from sandbox.world import ChannelRef, Emission

if TYPE_CHECKING:
    from sandbox.world import World

DEFAULT_TIMEOUT = 30.0


class InteractionFailed(Exception):  # noqa: N818 - Discord's own words
    """The person saw "This interaction failed" or "The application did not respond": `reason` is that text."""

    def __init__(self, reason: str, what: str) -> None:
        """Keep what the person saw, and on what."""
        super().__init__(f"{what}: {reason}")
        self.reason = reason


@dataclass(frozen=True, eq=False)
class Attachment:
    """A file of a message, bytes included."""

    filename: str
    content: bytes
    content_type: str
    description: str | None
    width: int | None
    height: int | None


class Reply(Mapping[str, object]):
    """A message as a person saw it at one moment; a mapping of the API's message object with shortcuts.

    It does not change when the message does: `refresh()` gives the present state. `answer` is how the interaction was
    answered (None if the message came otherwise).
    """

    def __init__(self, world: World, message: Message, answer: AnswerType | None = None) -> None:
        """Take the state of a message now."""
        self._world = world
        self.message = message
        self.answer = answer
        self.data: Json = world.to_json(message)
        self._files = [_attachment(file) for file in message.files]

    def __getitem__(self, key: str) -> object:
        """Return a field of the message object."""
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the message object's keys."""
        return iter(self.data)

    def __len__(self) -> int:
        """Count the message object's keys."""
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        """Whether it is the same message (not the same state of it)."""
        return isinstance(other, Reply) and other.message is self.message

    def __hash__(self) -> int:
        """Hash the message's identity."""
        return hash(self.message.id)

    def __repr__(self) -> str:
        """Show author, text and buttons."""
        return f"<Reply {self.id} by {self.data['author']['username']}: {self.text!r} {self.labels}>"

    @property
    def id(self) -> str:
        """The message's id."""
        return self.message.id

    @property
    def channel_id(self) -> str:
        """The id of its channel or thread."""
        return self.message.channel_id

    @property
    def author_id(self) -> str:
        """The id of who wrote it."""
        return self.message.author.id

    @property
    def content(self) -> str:
        """The plain content (empty with the new components)."""
        return str(self.data["content"])

    @property
    def components(self) -> list[Json]:
        """The components as sent, nested."""
        return list(self.data["components"])

    @property
    def text(self) -> str:
        """Every text that is shown: content, embeds, text displays and the descriptions of pictures, a line each."""
        lines = [self.content]
        for embed in self.data["embeds"]:
            lines += [embed.get("title") or "", embed.get("description") or ""]
            lines += [f"{each['name']}\n{each['value']}" for each in embed.get("fields") or []]
            lines.append((embed.get("footer") or {}).get("text") or "")
        for part in walk_components(self.components):
            lines += [part.get("content") or "", part.get("description") or ""]
            lines += [item.get("description") or "" for item in part.get("items") or []]
        lines += [file.description or "" for file in self._files]
        return "\n".join(dict.fromkeys(line for line in lines if line))

    @property
    def buttons(self) -> list[Button]:
        """All buttons, in reading order."""
        return [Button(part) for part in walk_components(self.components) if part["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons (the emoji's name where there is none)."""
        return [button.label or button.emoji_name for button in self.buttons]

    @property
    def selects(self) -> list[Select]:
        """All selects, in reading order."""
        return [Select(part) for part in walk_components(self.components) if part["type"] in SELECTS]

    @property
    def attachments(self) -> list[Attachment]:
        """All files of the message, also those shown inside embeds and components."""
        return list(self._files)

    @property
    def flags(self) -> int:
        """The message's flags."""
        return int(self.data["flags"])

    @property
    def is_ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.message.is_ephemeral

    @property
    def is_loading(self) -> bool:
        """Whether it is still "thinking…"."""
        return bool(self.flags & 128)

    @property
    def mentions(self) -> list[str]:
        """The ids of those it mentions."""
        return [user["id"] for user in self.data["mentions"]]

    @property
    def is_deleted(self) -> bool:
        """Whether the message is gone by now."""
        return self._world.find_message(self.channel_id, self.id) is None

    def refresh(self) -> Reply:
        """Return the message as it is now."""
        return Reply(self._world, self.message, self.answer)

    def button(self, label: str | None = None, custom_id: str | None = None) -> Button:
        """Return the one button with this label (or emoji name) or custom_id. Raises ClientError if it is not one."""
        found = [each for each in self.buttons if each.matches(label, custom_id)]
        if len(found) != 1:
            msg = f"{len(found)} buttons are {label or custom_id!r}; there are {self.labels}"
            raise ClientError(msg)
        return found[0]


@dataclass(frozen=True)
class Button:
    """A button of a message; `data` is its JSON."""

    data: Json

    @property
    def label(self) -> str:
        """The label, or an empty text."""
        return str(self.data.get("label") or "")

    @property
    def custom_id(self) -> str | None:
        """The custom_id; None for a link."""
        return self.data.get("custom_id")

    @property
    def url(self) -> str | None:
        """The address of a link."""
        return self.data.get("url")

    @property
    def style(self) -> int:
        """The style, 1 to 6."""
        return int(self.data["style"])

    @property
    def disabled(self) -> bool:
        """Whether it cannot be clicked."""
        return bool(self.data.get("disabled"))

    @property
    def emoji(self) -> Json | None:
        """The emoji's JSON, if it has one."""
        return self.data.get("emoji")

    @property
    def emoji_name(self) -> str:
        """The emoji's name, or an empty text."""
        return str((self.emoji or {}).get("name") or "")

    def matches(self, label: str | None, custom_id: str | None) -> bool:
        """Whether it is meant by a label (or emoji name) or a custom_id."""
        if custom_id is not None:
            return self.custom_id == custom_id
        return label is not None and label in {self.label, self.emoji_name, f"{self.emoji_name} {self.label}"}


@dataclass(frozen=True)
class Select:
    """A select of a message; `data` is its JSON."""

    data: Json

    @property
    def custom_id(self) -> str:
        """The custom_id."""
        return str(self.data["custom_id"])

    @property
    def options(self) -> list[Json]:
        """The options of a string select."""
        return list(self.data.get("options") or [])

    @property
    def values(self) -> list[str]:
        """The values of a string select's options."""
        return [option["value"] for option in self.options]

    @property
    def placeholder(self) -> str:
        """The text shown while nothing is chosen."""
        return str(self.data.get("placeholder") or "")

    @property
    def disabled(self) -> bool:
        """Whether it cannot be used."""
        return bool(self.data.get("disabled"))


@dataclass(frozen=True, eq=False)
class Modal:
    """A form that the bot opened for a person."""

    interaction_id: str
    data: Json

    @property
    def title(self) -> str:
        """The form's title."""
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        """The form's custom_id."""
        return str(self.data["custom_id"])

    @property
    def fields(self) -> dict[str, str]:
        """The fields: custom_id → label, in order."""
        fields = {}
        for part in self.data["components"]:
            if part["type"] == ROW:
                fields[part["components"][0]["custom_id"]] = part["components"][0].get("label") or ""
            elif part["type"] == LABEL:
                fields[part["component"]["custom_id"]] = part["label"]
        return fields


Answered = Reply | Modal | None
"""How an act ended: a message, a form, or nothing with `may_fail`."""


@dataclass(frozen=True, eq=False)
class Event:
    """Something a person was told: `kind` as in `Emission`, `message` for the three message kinds."""

    kind: str
    data: Json
    message: Reply | None = field(default=None)


class Person:
    """One person at a Discord client. Acts wait for the bot's first answer; `timeout` (seconds) bounds every wait."""

    def __init__(self, people: People, user: User) -> None:
        """Hear from now on what the person is told."""
        self._people = people
        self._world = people.world
        self.user = user
        self.timeout = DEFAULT_TIMEOUT
        self.events: list[Event] = []
        self._changed = asyncio.Event()
        self._world.listeners.append(self._hear)

    @property
    def id(self) -> str:
        """The person's user id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """How a message mentions the person."""
        return f"<@{self.user.id}>"

    def _hear(self, emission: Emission) -> None:
        if self.user.id not in emission.to:
            return
        message = emission.message
        reply = None if message is None else Reply(self._world, message)
        self.events.append(Event(emission.kind, emission.data, reply))
        self._changed.set()
        self._changed = asyncio.Event()

    # Acts

    async def slash(
        self,
        name: str,
        *,
        channel: ChannelRef | int,
        options: Mapping[str, OptionValue] | None = None,
        may_fail: bool = False,
        **values: OptionValue,
    ) -> Answered:
        """Use a slash command such as "mahjong new" and return the bot's answer, a `Reply` or a `Modal`.

        Options go by name as keywords, or in `options` where a name is no keyword. A deferred answer is waited for
        until it is filled. Raises ClientError for what no client offers, InteractionFailed if the bot does not answer
        (with `may_fail` None is returned instead).
        """
        where = self._world.find_channel(channel)
        interaction = self._people.slash(self.user, where, name, {**(options or {}), **values})
        return await self._result(interaction, f"/{name}", may_fail=may_fail)

    async def click(
        self,
        message: Reply,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        stale: bool = False,
        may_fail: bool = False,
    ) -> Answered:
        """Click a button, found by label, emoji name or custom_id; return the answer as `slash` does.

        With `stale` the button is looked for in `message` as the person saw it, even if it has changed since: a click
        that was on its way while the bot edited the message. Otherwise the message is taken as it is now.
        """
        seen = message if stale else message.refresh()
        button = seen.button(label, custom_id)
        if button.custom_id is None:
            msg = f"the button {button.label!r} opens an address"
            raise ClientError(msg)
        snapshot = seen.data if stale else None
        interaction = self._people.component(self.user, message.message, button.custom_id, snapshot=snapshot)
        return await self._result(interaction, f"button {button.label or button.emoji_name!r}", may_fail=may_fail)

    async def select(
        self,
        message: Reply,
        custom_id: str,
        values: list[str],
        *,
        stale: bool = False,
        may_fail: bool = False,
    ) -> Answered:
        """Choose `values` in a select; return the answer as `slash` does."""
        snapshot = message.data if stale else None
        interaction = self._people.component(self.user, message.message, custom_id, values, snapshot=snapshot)
        return await self._result(interaction, f"select {custom_id!r}", may_fail=may_fail)

    async def submit(
        self,
        modal: Modal,
        fields: Mapping[str, str | bool | list[str]],
        *,
        may_fail: bool = False,
    ) -> Answered:
        """Fill in and send a form, `fields` by custom_id or label; return the answer as `slash` does."""
        interaction = self._people.submit(self.user, modal.interaction_id, fields)
        return await self._result(interaction, f"form {modal.title!r}", may_fail=may_fail)

    async def autocomplete(
        self,
        name: str,
        option: str,
        typed: str = "",
        *,
        channel: ChannelRef | int,
        values: Mapping[str, OptionValue] | None = None,
    ) -> list[Json]:
        """Type into an option of a command and return the choices offered: [{name, value, …}]."""
        where = self._world.find_channel(channel)
        interaction = self._people.autocomplete(self.user, where, name, option, typed, values or {})
        outcome = await asyncio.wait_for(asyncio.shield(interaction.outcome), self.timeout)
        if outcome.type is None:
            raise InteractionFailed(outcome.reason or "", f"autocomplete of {option!r}")
        return outcome.choices or []

    def dm(self) -> Channel:
        """Return the direct message between the person and the bot, to be used as any `channel`."""
        return self._world.open_direct_message(self.user)

    def say(self, channel: ChannelRef | int, content: str) -> Reply:
        """Write into a channel."""
        return Reply(self._world, self._people.say(self.user, self._world.find_channel(channel), content))

    def dismiss(self, message: Reply) -> None:
        """Put an own ephemeral message out of view."""
        self._people.dismiss(self.user, message.message)

    def delete(self, message: Reply) -> None:
        """Delete a message, where the person may."""
        self._people.delete(self.user, message.message)

    # Seeing

    def messages(self, channel: ChannelRef | int) -> list[Reply]:
        """Return what the person sees in a channel now, oldest first, own ephemeral messages included."""
        where: Channel = self._world.find_channel(channel)
        return [Reply(self._world, message) for message in self._world.visible_messages(self.user.id, where)]

    async def wait_for(
        self,
        predicate: Callable[[Event], bool],
        *,
        since: int | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - what the caller allows
    ) -> Event:
        """Return the first event that fits, from now on, or from `since` (a length of `events` noted before)."""
        at = len(self.events) if since is None else since
        async with asyncio.timeout(self.timeout if timeout is None else timeout):
            while True:
                while at < len(self.events):
                    event = self.events[at]
                    at += 1
                    if predicate(event):
                        return event
                await self._changed.wait()

    async def wait_message(
        self,
        channel: ChannelRef | int,
        predicate: Callable[[Reply], bool],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - what the caller allows
    ) -> Reply:
        """Return the newest visible message that fits, as soon as there is one (at once if there is one already)."""
        async with asyncio.timeout(self.timeout if timeout is None else timeout):
            while True:
                for reply in reversed(self.messages(channel)):
                    if predicate(reply):
                        return reply
                await self._changed.wait()

    async def _result(self, interaction: Interaction, what: str, *, may_fail: bool) -> Answered:
        outcome = await asyncio.wait_for(asyncio.shield(interaction.outcome), self.timeout)
        if outcome.type is None:
            if may_fail:
                return None
            raise InteractionFailed(outcome.reason or "", what)
        if outcome.modal is not None:
            return Modal(interaction.id, outcome.modal)
        if outcome.message is None:
            return None
        reply = Reply(self._world, outcome.message, outcome.type)
        async with asyncio.timeout(self.timeout):
            while reply.is_loading and not reply.is_deleted:
                await self._changed.wait()
                reply = reply.refresh()
        return reply


def _attachment(file: StoredFile) -> Attachment:
    return Attachment(file.filename, file.content, file.content_type, file.description, file.width, file.height)
