"""What a person can do with a Discord client: type a slash command, click, choose, fill in a form, write, dismiss.

The page and the test driver both act through this, so neither can do what a client cannot: click a disabled button, see
another person's message, leave out a required option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandbox.checks import MAX_FILE_BYTES
from sandbox.checks_commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    CHAT_INPUT,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    SUBCOMMAND_GROUP,
    USER,
)
from sandbox.checks_components import (
    BUTTON,
    CHANNEL_SELECT,
    FILE_UPLOAD,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    USER_SELECT,
)
from sandbox.errors import DiscordError, Json
from sandbox.forms import FieldValue, FormError, fill_form
from sandbox.interactions import Interaction, Interactions, InteractionType
from sandbox.messages import Messages, walk_components
from sandbox.model import Channel, Guild, Message, Permissions, StoredFile, User
from sandbox.payloads import attachment_json, channel_json, member_json, message_json, role_json, user_json

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.rest_application import ApplicationRoutes
    from sandbox.world import World

KEPT_UPLOADS = 50
"""So many of a person's uploads can still be named."""

OptionValue = str | int | float | bool | User | Channel


class ClientError(Exception):
    """Something no Discord client would let this person do; the text says why."""


class People:
    """The acts of people. Each opens an interaction and returns it; its `outcome` tells how the bot answered."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        interactions: Interactions,
        application: ApplicationRoutes,
        channels: Channels,
    ) -> None:
        """Act in a world."""
        self.world = world
        self.messages = messages
        self.interactions = interactions
        self.application = application
        self.channels = channels
        self.uploads: dict[str, dict[str, StoredFile]] = {}

    # Commands

    def commands_in(self, channel: Channel) -> list[Json]:
        """Return the slash commands offered in a channel: global ones and those of its guild."""
        application = self.world.application
        guild = self.world.guilds.get(channel.guild_id or "")
        if guild is not None and not self.world.has_bot(guild):
            return []
        found = [*application.commands.values(), *application.guild_commands.get(channel.guild_id or "", {}).values()]
        return [command for command in found if command["type"] == CHAT_INPUT and _is_for(command, channel)]

    def find_command(self, user: User, channel: Channel, name: str) -> tuple[Json, list[Json]]:
        """Return a command and the path of subcommands that "name sub sub" leads to. Raises ClientError."""
        words = name.removeprefix("/").split()
        commands = [command for command in self.commands_in(channel) if command["name"] == words[0]]
        if not commands:
            raise ClientError(f"there is no command /{words[0]} here")
        self._need_command_permission(user, channel, commands[-1])
        path: list[Json] = []
        options = commands[-1].get("options") or []
        for word in words[1:]:
            inner = [
                each for each in options if each["name"] == word and each["type"] in {SUBCOMMAND, SUBCOMMAND_GROUP}
            ]
            if not inner:
                raise ClientError(f"/{name} is no command: there is no subcommand {word!r}")
            path.append(inner[0])
            options = inner[0].get("options") or []
        if any(option["type"] in {SUBCOMMAND, SUBCOMMAND_GROUP} for option in options):
            raise ClientError(f"/{name} needs a subcommand: {', '.join(option['name'] for option in options)}")
        return commands[-1], path

    def _need_command_permission(self, user: User, channel: Channel, command: Json) -> None:
        needed = command.get("default_member_permissions")
        allowed = self.world.permissions(user.id, channel)
        if not allowed & Permissions.USE_APPLICATION_COMMANDS:
            raise ClientError(f"{user.display_name} may not use commands in #{channel.name}")
        if needed is not None and (int(needed) == 0 or int(needed) & ~int(allowed)):
            raise ClientError(f"/{command['name']} is not offered to {user.display_name}")

    def slash(
        self, user: User, channel: Channel, name: str, values: Mapping[str, OptionValue], *, nonce: str | None = None
    ) -> Interaction:
        """Use a slash command: `name` with its subcommands, `values` by option name. Raises ClientError."""
        self._need_view(user, channel)
        command, path = self.find_command(user, channel, name)
        known = {option["name"]: option for option in (path[-1] if path else command).get("options") or []}
        for option_name in values:
            if option_name not in known:
                raise ClientError(f"/{name} has no option {option_name!r}, only {sorted(known)}")
        guild = self.world.guilds.get(channel.guild_id or "")
        resolved: Json = {}
        given = []
        for option in known.values():
            if option["name"] in values:
                value = self._convert(option, values[option["name"]], user, guild, resolved)
                given.append({"name": option["name"], "type": option["type"], "value": value})
            elif option.get("required"):
                raise ClientError(f"/{name} requires the option {option['name']!r}")
        data = self._command_data(command, path, given)
        if resolved:
            data["resolved"] = resolved
        return self.interactions.open(InteractionType.COMMAND, user, channel, data, nonce=nonce)

    def autocomplete(  # noqa: PLR0913 - a command, an option, what is typed so far
        self,
        user: User,
        channel: Channel,
        name: str,
        option_name: str,
        typed: str,
        values: Mapping[str, OptionValue],
        *,
        nonce: str | None = None,
    ) -> Interaction:
        """Type into an option with autocomplete, the other options holding `values` so far. Raises ClientError."""
        self._need_view(user, channel)
        command, path = self.find_command(user, channel, name)
        known = {option["name"]: option for option in (path[-1] if path else command).get("options") or []}
        if not known.get(option_name, {}).get("autocomplete"):
            raise ClientError(f"/{name} has no option {option_name!r} with autocomplete")
        given = [{"name": key, "type": known[key]["type"], "value": value} for key, value in values.items()]
        focused = {"name": option_name, "type": known[option_name]["type"], "value": typed, "focused": True}
        data = self._command_data(command, path, [*given, focused])
        return self.interactions.open(InteractionType.AUTOCOMPLETE, user, channel, data, nonce=nonce)

    def _command_data(self, command: Json, path: list[Json], given: list[Json]) -> Json:
        options = given
        for step in reversed(path):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return data

    def _convert(
        self, option: Json, value: OptionValue, user: User, guild: Guild | None, resolved: Json
    ) -> OptionValue:
        """Return the value as a client sends it, checked against the option's rules; add what it resolves to."""
        kind, name = option["type"], option["name"]
        if isinstance(value, (User, Channel)):
            value = value.id
        if kind in {USER, MENTIONABLE} and str(value) in self.world.users:
            self._resolve_user(str(value), guild, resolved)
            return str(value)
        if kind == CHANNEL and str(value) in self.world.channels:
            channel = channel_json(self.world.channels[str(value)])
            resolved.setdefault("channels", {})[str(value)] = channel | {"permissions": "0"}
            return str(value)
        if kind in {ROLE, MENTIONABLE} and guild is not None and str(value) in guild.roles:
            resolved.setdefault("roles", {})[str(value)] = role_json(guild.roles[str(value)])
            return str(value)
        if kind == ATTACHMENT:
            self._resolve(FILE_UPLOAD, str(value), user, guild, resolved)
            return str(value)
        wanted: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float), BOOLEAN: (bool,)}
        if kind not in wanted or not isinstance(value, wanted[kind]) or isinstance(value, bool) != (kind == BOOLEAN):
            raise ClientError(f"option {name!r}: {value!r} is no value for it")
        choices = option.get("choices") or []
        if choices and value not in [choice["value"] for choice in choices]:
            raise ClientError(f"option {name!r} offers {[choice['value'] for choice in choices]}, not {value!r}")
        measure = len(value) if isinstance(value, str) else value
        low, high = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
        least, most = option.get(low), option.get(high)
        if (least is not None and measure < least) or (most is not None and measure > most):
            raise ClientError(f"option {name!r} takes {least} to {most}, not {value!r}")
        return value

    def _resolve_user(self, user_id: str, guild: Guild | None, resolved: Json) -> None:
        resolved.setdefault("users", {})[user_id] = user_json(self.world.users[user_id])
        if guild is not None and user_id in guild.members:
            member = member_json(guild.members[user_id], Permissions(0))
            resolved.setdefault("members", {})[user_id] = {k: v for k, v in member.items() if k != "user"}

    def _resolve(self, kind: int, value: str, user: User, guild: Guild | None, resolved: Json) -> None:
        """Add what a chosen id stands for: a user, role or channel of a select of this kind, or an own upload."""
        if kind == FILE_UPLOAD and (file := self.uploads.get(user.id, {}).get(value)):
            attachment = attachment_json(file, self.world.base_url, is_ephemeral=True)
            resolved.setdefault("attachments", {})[value] = attachment
        elif kind in {USER_SELECT, MENTIONABLE_SELECT} and value in self.world.users:
            self._resolve_user(value, guild, resolved)
        elif kind == CHANNEL_SELECT and value in self.world.channels:
            channel = channel_json(self.world.channels[value]) | {"permissions": "0"}
            resolved.setdefault("channels", {})[value] = channel
        elif kind in {ROLE_SELECT, MENTIONABLE_SELECT} and guild is not None and value in guild.roles:
            resolved.setdefault("roles", {})[value] = role_json(guild.roles[value])
        else:
            raise ClientError(f"there is no {value!r} to choose")

    def upload(self, user: User, filename: str, content: bytes) -> StoredFile:
        """Keep a file that an option or form of this person can name by its id. Raises ClientError if it is too big."""
        if not content or len(content) > MAX_FILE_BYTES:
            raise ClientError(f"a file has 1 to {MAX_FILE_BYTES} bytes")
        file = self.messages.store(filename, content, self.world.application.id)
        mine = self.uploads.setdefault(user.id, {})
        mine[file.id] = file
        if len(mine) > KEPT_UPLOADS:
            self.world.drop_file(mine.pop(next(iter(mine))))
        return file

    # Components

    def component(
        self,
        user: User,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
        *,
        snapshot: Json | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Click a button or (with `values`) choose in a select of a message.

        `snapshot` is the message as the person saw it when the click was on its way while it changed. Raises
        ClientError if the person cannot see the message or the component is not there, disabled or given wrong values.
        """
        if self.world.find_message(message.channel_id, message.id) is None:
            raise ClientError("this message is deleted")
        if not self.world.can_see(user.id, message) or message.is_dismissed:
            raise ClientError(f"{user.display_name} cannot see this message")
        self._need_view(user, self.world.channels[message.channel_id])
        shown = snapshot["components"] if snapshot is not None else message.components
        found = [each for each in walk_components(shown) if each.get("custom_id") == custom_id]
        if not found:
            raise ClientError(f"the message has no component {custom_id!r}")
        component = found[0]
        if component.get("disabled"):
            raise ClientError(f"the component {custom_id!r} is disabled")
        channel = self.world.channels[message.channel_id]
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
        if component["type"] in SELECTS:
            data |= self._chosen(user, component, values or [], self.world.guilds.get(channel.guild_id or ""))
        elif values is not None or component["type"] != BUTTON:
            raise ClientError(f"{custom_id!r} is no select")
        return self.interactions.open(
            InteractionType.COMPONENT, user, channel, data, message=message, snapshot=snapshot, nonce=nonce
        )

    def _chosen(self, user: User, component: Json, values: list[str], guild: Guild | None) -> Json:
        low, high = component.get("min_values", 1), component.get("max_values", 1)
        if not low <= len(values) <= high:
            raise ClientError(f"the select takes {low} to {high} values, not {len(values)}")
        if component["type"] == STRING_SELECT:
            offered = [option["value"] for option in component["options"]]
            unknown = [value for value in values if value not in offered]
            if unknown:
                raise ClientError(f"the select offers {offered}, not {unknown}")
            return {"values": list(values)}
        resolved: Json = {}
        for value in values:
            self._resolve(component["type"], value, user, guild, resolved)
        return {"values": list(values), "resolved": resolved}

    # Forms

    def submit(
        self, user: User, interaction_id: str, fields: Mapping[str, FieldValue], *, nonce: str | None = None
    ) -> Interaction:
        """Send the form that an interaction was answered with: `fields` by custom_id or label. Raises ClientError."""
        opened = self.interactions.by_id.get(interaction_id)
        if opened is None or opened.modal is None or opened.user is not user:
            raise ClientError("there is no such form open")
        guild = self.world.guilds.get(opened.channel.guild_id or "")
        try:
            components, resolved = fill_form(
                opened.modal, fields, lambda kind, value, found: self._resolve(kind, value, user, guild, found)
            )
        except FormError as error:
            raise ClientError(str(error)) from None
        data: Json = {"custom_id": opened.modal["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        return self.interactions.open(
            InteractionType.MODAL_SUBMIT,
            user,
            opened.channel,
            data,
            message=opened.message,
            opener=opened,
            nonce=nonce,
        )

    # Writing

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Write a message. Raises ClientError where the person may not, DiscordError for what Discord refuses."""
        self._need_view(user, channel)
        try:
            self.channels.ensure_may_send(channel, user.id)
        except DiscordError as error:
            raise ClientError(f"{user.display_name} may not write in #{channel.name}: {error.message}") from None
        self.channels.prepare_for_message(channel, user.id)
        return self.messages.create(channel, user, {"content": content})

    def type_in(self, user: User, channel: Channel) -> None:
        """Begin to write. Raises ClientError where the person may not."""
        self._need_view(user, channel)
        self.channels.herald.typing(channel, user)

    def delete(self, user: User, message: Message) -> None:
        """Delete an own message, or any with the permission to manage messages. Raises ClientError."""
        channel = self.world.channels[message.channel_id]
        may_manage = self.world.permissions(user.id, channel) & Permissions.MANAGE_MESSAGES
        if message.is_ephemeral or (message.author is not user and not may_manage):
            raise ClientError(f"{user.display_name} may not delete this message")
        self.messages.delete(message)

    def dismiss(self, user: User, message: Message) -> None:
        """Put an ephemeral message out of the person's view. Raises ClientError for any other message."""
        if message.viewer_id != user.id:
            raise ClientError("only one's own ephemeral messages can be dismissed")
        message.is_dismissed = True
        self.world.tell_of_deletion(message)

    def history(self, user: User, channel: Channel) -> list[Json]:
        """Return the message objects that a person sees in a channel, oldest first. Raises ClientError."""
        self._need_view(user, channel)
        return [message_json(message, self.world) for message in self.world.visible_messages(user.id, channel)]

    def _need_view(self, user: User, channel: Channel) -> None:
        guild = self.world.guilds.get(channel.guild_id or "")
        if guild is not None and guild.is_unavailable:
            raise ClientError(f"{guild.name} is unavailable")
        if not self.world.can_view(user.id, channel):
            raise ClientError(f"{user.display_name} cannot see #{channel.name}")


def _is_for(command: Json, channel: Channel) -> bool:
    """Whether a command is offered in this kind of channel: servers are context 0, direct messages with the bot 1."""
    is_direct = channel.guild_id is None
    contexts = command.get("contexts")
    if contexts is None:
        return not is_direct or command.get("dm_permission") is not False
    return int(is_direct) in contexts
