"""The life of an interaction: opened by a person, answered once within 3 s, followed up for 15 minutes.

Source: https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from sandbox.checks import MAX_FILE_BYTES, Upload
from sandbox.checks_commands import check_choices
from sandbox.checks_modal import check_modal
from sandbox.clock import Timer
from sandbox.errors import DiscordError, Json, Problems, refusal
from sandbox.messages import Messages, Origin
from sandbox.model import Channel, Message, MessageFlags, User
from sandbox.payloads import channel_json, member_json, message_json, user_json
from sandbox.permissions import IN_BOTS_DIRECT_MESSAGE
from sandbox.world import Emission

if TYPE_CHECKING:
    from sandbox.world import World

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0

NO_ANSWER = "The application did not respond"
FAILED = "This interaction failed"


class InteractionType(IntEnum):
    """Why an interaction was opened."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class AnswerType(IntEnum):
    """The ways to answer first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


_MESSAGE_ANSWERS = (AnswerType.MESSAGE, AnswerType.DEFERRED_MESSAGE)
_UPDATES = (AnswerType.DEFERRED_UPDATE, AnswerType.UPDATE)
_CALLBACK_FLAGS = (
    MessageFlags.EPHEMERAL
    | MessageFlags.SUPPRESS_EMBEDS
    | MessageFlags.SUPPRESS_NOTIFICATIONS
    | MessageFlags.IS_COMPONENTS_V2
)


@dataclass(frozen=True)
class Outcome:
    """How an interaction went for the person: the kind of first answer, or None with a reason if it failed."""

    type: AnswerType | None
    message: Message | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    reason: str | None = None


@dataclass(eq=False)
class Interaction:
    """One interaction. `original` is the message that `@original` names; `loading` the "thinking…" one until filled."""

    id: str
    token: str
    type: InteractionType
    user: User
    channel: Channel
    created: float
    data: Json
    message: Message | None = None
    opener: Interaction | None = None
    answer: AnswerType | None = None
    original: Message | None = None
    modal: Json | None = None
    has_failed: bool = False
    follow_ups: set[str] = field(default_factory=set)
    outcome: asyncio.Future[Outcome] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    timer: Timer | None = None
    nonce: str | None = None

    @property
    def is_acknowledged(self) -> bool:
        """Whether the bot has answered."""
        return self.answer is not None


class Interactions:
    """All interactions of a server, and the two ways of answering them: the callback and the webhook."""

    def __init__(self, world: World, messages: Messages) -> None:
        """Start without any interaction.

        `can_reach_bot` says whether a guild's events (None: direct messages) have a session; `open_thread` opens an
        archived thread that is answered into.
        """
        self.world = world
        self.messages = messages
        self.by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.open_thread: Callable[[Channel], None] = lambda _channel: None
        self.can_reach_bot: Callable[[str | None], bool] = lambda _guild_id: False

    # The person's side

    def open(  # noqa: PLR0913 - an interaction is that many things
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        snapshot: Json | None = None,
        opener: Interaction | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Open an interaction and send it to the bot; its `outcome` is set by the first answer or after 3 s.

        `message` is the one clicked on; `snapshot` is its form as the person saw it, if it has changed since; `opener`
        is the interaction that was answered with the form that is sent now.
        """
        now = self.world.clock.now()
        self._forget_dead(now)
        token = secrets.token_urlsafe(48)
        interaction = Interaction(
            self.world.snowflakes.next(), token, kind, user, channel, now, data, message, opener, nonce=nonce
        )
        self.by_id[interaction.id] = self._by_token[token] = interaction
        if not self.can_reach_bot(channel.guild_id):
            self._fail(interaction, NO_ANSWER)
            return interaction
        interaction.timer = self.world.clock.call_at(now + ANSWER_SECONDS, lambda: self._expire(interaction))
        payload = self._payload(interaction, snapshot)
        self.world.tell_bot("INTERACTION_CREATE", payload, intents=0, guild_id=channel.guild_id)
        return interaction

    def _forget_dead(self, now: float) -> None:
        """Drop interactions whose token has been dead for as long again; ids grow, so the oldest come first."""
        while self.by_id:
            interaction = next(iter(self.by_id.values()))
            if now - interaction.created < 2 * TOKEN_SECONDS:
                break
            del self.by_id[interaction.id], self._by_token[interaction.token]

    def _expire(self, interaction: Interaction) -> None:
        if not interaction.is_acknowledged:
            self._fail(interaction, NO_ANSWER if interaction.type == InteractionType.COMMAND else FAILED)

    def _fail(self, interaction: Interaction, reason: str) -> None:
        interaction.has_failed = True
        self._settle(interaction, Outcome(None, reason=reason))
        data = {"interaction_id": interaction.id, "reason": reason}
        self.world.tell(Emission("failed", data, frozenset({interaction.user.id}), is_public=False))

    def _settle(self, interaction: Interaction, outcome: Outcome) -> None:
        if interaction.timer is not None:
            interaction.timer.cancel()
        if not interaction.outcome.done():
            interaction.outcome.set_result(outcome)

    def _payload(self, interaction: Interaction, snapshot: Json | None) -> Json:
        world, channel, user = self.world, interaction.channel, interaction.user
        permissions = world.computed_permissions(user.id, channel)
        bot_permissions = IN_BOTS_DIRECT_MESSAGE
        if channel.guild_id is not None:
            bot_permissions = world.computed_permissions(world.application.bot.id, channel)
        payload: Json = {
            "id": interaction.id,
            "application_id": world.application.id,
            "type": int(interaction.type),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": channel_json(channel) | {"permissions": str(int(permissions))},
            "locale": user.locale,
            "app_permissions": str(int(bot_permissions)),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": MAX_FILE_BYTES,
        }
        if channel.guild_id is None:
            payload |= {"user": user_json(user), "context": 1, "authorizing_integration_owners": {"0": "0"}}
        else:
            guild = world.guilds[channel.guild_id]
            payload |= {
                "guild_id": guild.id,
                "guild": {"id": guild.id, "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": member_json(guild.members[user.id], permissions),
                "context": 0,
                "authorizing_integration_owners": {"0": guild.id},
            }
        if interaction.message is not None:
            payload["message"] = snapshot or message_json(interaction.message, world)
        return payload

    # The bot's side: the first answer

    def answer(self, interaction_id: str, token: str, body: object, uploads: tuple[Upload, ...]) -> Json:
        """Take the first answer (a callback body) and return the callback response. Raises DiscordError."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token.encode(), token.encode()):
            raise refusal("unknown_interaction")
        self._need_channel(interaction)
        if interaction.is_acknowledged:
            raise refusal("already_acknowledged")
        if interaction.has_failed or self.world.clock.now() - interaction.created > ANSWER_SECONDS:
            raise refusal("unknown_interaction")
        kind, data = self._check_kind(interaction, body)
        if kind in _MESSAGE_ANSWERS:
            with _errors_under_data():
                self._answer_with_message(interaction, kind, data or {}, uploads)
        elif kind in _UPDATES:
            with _errors_under_data():
                self._answer_with_update(interaction, kind, data or {}, uploads)
        elif kind == AnswerType.MODAL:
            self._answer_with_modal(interaction, data)
        else:
            self._answer_with_choices(interaction, data)
        return self._callback_response(interaction)

    def _need_channel(self, interaction: Interaction) -> None:
        if interaction.channel.id not in self.world.channels:
            raise refusal("unknown_channel")
        thread = interaction.channel.thread
        if thread is not None and thread.is_archived and thread.is_locked:
            raise refusal("thread_archived")

    def _check_kind(self, interaction: Interaction, body: object) -> tuple[AnswerType, Any]:
        problems = Problems()
        allowed = _allowed_answers(interaction)
        form = body if isinstance(body, dict) else {}
        kind = form.get("type")
        problems.unknown_keys((), form, frozenset({"type", "data"}))
        if kind not in allowed:
            problems.choices(("type",), "(" + ", ".join(str(int(each)) for each in allowed) + ")")
        problems.raise_if_any()
        return AnswerType(int(kind or 0)), form.get("data")

    def _answer_with_message(
        self, interaction: Interaction, kind: AnswerType, data: Json, uploads: tuple[Upload, ...]
    ) -> None:
        flags = _flags_of(data)
        viewer_id = interaction.user.id if flags & MessageFlags.EPHEMERAL else None
        origin = self._origin(interaction, viewer_id, with_reference=interaction.message)
        if viewer_id is None:
            self.open_thread(interaction.channel)
        if kind == AnswerType.DEFERRED_MESSAGE:
            problems = Problems()
            problems.unknown_keys((), data, frozenset({"flags", "content", "tts"}))
            if flags & ~MessageFlags.EPHEMERAL:
                problems.add(("flags",), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set on a defer")
            problems.raise_if_any()
            interaction.original = self.messages.create_loading(interaction.channel, origin)
        else:
            bot = self.world.application.bot
            interaction.original = self.messages.create(interaction.channel, bot, data, uploads, origin)
        self._acknowledge(interaction, kind, Outcome(kind, interaction.original))

    def _answer_with_update(
        self, interaction: Interaction, kind: AnswerType, data: Json, uploads: tuple[Upload, ...]
    ) -> None:
        message = interaction.message
        if message is None or self.world.find_message(message.channel_id, message.id) is None:
            raise refusal("unknown_message")
        if kind == AnswerType.UPDATE and (data or uploads):
            self.messages.edit(message, data, uploads)
        interaction.original = message
        self._acknowledge(interaction, kind, Outcome(kind, message))

    def _answer_with_modal(self, interaction: Interaction, data: object) -> None:
        modal = check_modal(data)
        interaction.modal = modal
        self._acknowledge(interaction, AnswerType.MODAL, Outcome(AnswerType.MODAL, modal=modal))
        shown = {"nonce": interaction.nonce, "interaction_id": interaction.id} | modal
        self.world.tell(Emission("modal", shown, frozenset({interaction.user.id}), is_public=False))

    def _answer_with_choices(self, interaction: Interaction, data: object) -> None:
        problems = Problems()
        choices = (data.get("choices") if isinstance(data, dict) else None) or []
        check_choices(choices, ("data", "choices"), problems, _focused_type(interaction.data))
        problems.raise_if_any()
        self._acknowledge(interaction, AnswerType.CHOICES, Outcome(AnswerType.CHOICES, choices=choices))
        shown = {"nonce": interaction.nonce, "interaction_id": interaction.id, "choices": choices}
        self.world.tell(Emission("choices", shown, frozenset({interaction.user.id}), is_public=False))

    def _acknowledge(self, interaction: Interaction, kind: AnswerType, outcome: Outcome) -> None:
        interaction.answer = kind
        self._settle(interaction, outcome)

    def _origin(
        self, interaction: Interaction, viewer_id: str | None, *, with_reference: Message | None = None
    ) -> Origin:
        reference = None
        if with_reference is not None and not with_reference.is_ephemeral:
            reference = {"type": 0, "channel_id": with_reference.channel_id, "message_id": with_reference.id}
            if interaction.channel.guild_id is not None:
                reference["guild_id"] = interaction.channel.guild_id
        return Origin(
            viewer_id=viewer_id,
            interaction=_metadata(interaction),
            webhook_id=self.world.application.id,
            type=20 if interaction.type == InteractionType.COMMAND else 19 if reference else 0,
            allowed_flags=_CALLBACK_FLAGS,
            reference=reference,
        )

    def _callback_response(self, interaction: Interaction) -> Json:
        about: Json = {"id": interaction.id, "type": int(interaction.type)}
        response: Json = {"interaction": about}
        message = interaction.original
        if message is not None:
            about["response_message_id"] = message.id
            about["response_message_loading"] = interaction.answer == AnswerType.DEFERRED_MESSAGE
            about["response_message_ephemeral"] = message.is_ephemeral
        if message is not None and interaction.answer in {AnswerType.MESSAGE, AnswerType.UPDATE}:
            response["resource"] = {"type": int(interaction.answer), "message": message_json(message, self.world)}
        return response

    # The bot's side: the webhook of the token

    def by_token(self, application_id: str, token: str) -> Interaction:
        """Return the interaction a webhook address stands for. Raises the refusal if it is dead or not answered yet."""
        if application_id != self.world.application.id:
            raise refusal("unknown_webhook")
        interaction = self._by_token.get(token)
        if interaction is None or self.world.clock.now() - interaction.created > TOKEN_SECONDS:
            raise refusal("invalid_webhook_token")
        if not interaction.is_acknowledged:
            raise refusal("unknown_webhook")
        self._need_channel(interaction)
        return interaction

    def find(self, token: str) -> Interaction | None:
        """Return the interaction of a token, dead or alive."""
        return self._by_token.get(token)

    def find_message(self, interaction: Interaction, message_id: str) -> Message:
        """Return `@original` or a follow-up of an interaction. Raises the refusal for any other message."""
        if message_id == "@original":
            message = interaction.original
        elif message_id in interaction.follow_ups or (
            interaction.original is not None and interaction.original.id == message_id
        ):
            message = self.world.find_message(interaction.channel.id, message_id)
        else:
            message = None
        if message is None or self.world.find_message(message.channel_id, message.id) is not message:
            raise refusal("unknown_message")
        return message

    def follow_up(self, interaction: Interaction, form: object, uploads: tuple[Upload, ...]) -> Message:
        """Post a follow-up; directly after a deferred answer it fills the "thinking…" message instead."""
        form = form if isinstance(form, dict) else {}
        original = interaction.original
        if original is not None and original.flags & MessageFlags.LOADING:
            kept = {key: value for key, value in form.items() if key != "flags"}
            flags = _flags_of(form) & ~MessageFlags.EPHEMERAL
            return self.messages.edit(original, kept | ({"flags": int(flags)} if flags else {}), uploads)
        is_ephemeral = bool(_flags_of(form) & MessageFlags.EPHEMERAL)
        if not is_ephemeral:
            self.open_thread(interaction.channel)
        origin = self._origin(interaction, interaction.user.id if is_ephemeral else None, with_reference=original)
        bot = self.world.application.bot
        message = self.messages.create(interaction.channel, bot, form, uploads, origin)
        interaction.follow_ups.add(message.id)
        return message


@contextmanager
def _errors_under_data() -> Iterator[None]:
    """Put the reasons of a refused form under `data`, where the callback body has it."""
    try:
        yield
    except DiscordError as error:
        if error.errors is not None:
            error.errors = {"data": error.errors}
        raise


def _metadata(interaction: Interaction) -> Json:
    """Return what a message tells about the interaction it answers."""
    metadata: Json = {
        "id": interaction.id,
        "type": int(interaction.type),
        "user": user_json(interaction.user),
        "authorizing_integration_owners": {"0": interaction.channel.guild_id or "0"},
    }
    if interaction.type == InteractionType.COMMAND:
        metadata |= {"name": _full_name(interaction.data), "command_type": 1}
    elif interaction.opener is not None:
        metadata["triggering_interaction_metadata"] = _metadata(interaction.opener)
    elif interaction.message is not None:
        metadata["interacted_message_id"] = interaction.message.id
    return metadata


def _allowed_answers(interaction: Interaction) -> tuple[AnswerType, ...]:
    if interaction.type == InteractionType.AUTOCOMPLETE:
        return (AnswerType.CHOICES,)
    updates = _UPDATES if interaction.message is not None else ()
    modal = () if interaction.type == InteractionType.MODAL_SUBMIT else (AnswerType.MODAL,)
    return (*_MESSAGE_ANSWERS, *updates, *modal)


def _flags_of(form: Json) -> MessageFlags:
    flags = form.get("flags")
    return MessageFlags(flags) if isinstance(flags, int) else MessageFlags(0)


def _full_name(data: Json) -> str:
    names = [data["name"]]
    options = data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)


def _focused_type(data: Json) -> int | None:
    options = list(data.get("options") or [])
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        options.extend(option.get("options") or [])
    return None
