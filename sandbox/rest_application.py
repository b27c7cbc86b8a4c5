"""Routes of the application itself: who it is, its commands and emojis; the gateway's address; users."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sandbox.checks_commands import CHAT_INPUT, check_command_count, check_commands, check_emoji, check_emoji_name
from sandbox.errors import Json, Problems, refusal
from sandbox.model import Emoji, Guild
from sandbox.payloads import (
    application_json,
    channel_json,
    emoji_json,
    own_user_json,
    user_json,
)
from sandbox.rest import Answer, RestRequest, Route
from sandbox.world import Emission

if TYPE_CHECKING:
    from sandbox.session_starts import SessionStarts
    from sandbox.world import World

MAX_EMOJIS = 2000


class ApplicationRoutes:
    """The bot's requests about itself and what it may look up."""

    def __init__(self, world: World, starts: SessionStarts) -> None:
        """Serve a world's application; `starts` counts how often its bot has identified."""
        self.world = world
        self.starts = starts
        self.application = world.application

    def routes(self) -> list[Route]:
        """Return the routes with their handlers."""
        commands, emojis = "/applications/{application_id}/commands", "/applications/{application_id}/emojis"
        in_guild = "/applications/{application_id}/guilds/{guild_id}/commands"
        routes = [
            Route("GET", "/gateway", self.get_gateway, needs_token=False),
            Route("GET", "/gateway/bot", self.get_gateway_bot),
            Route("GET", "/users/@me", self.get_me),
            Route("GET", "/users/{user_id}", self.get_user),
            Route("POST", "/users/@me/channels", self.open_direct_message),
            Route("GET", "/oauth2/applications/@me", self.get_application),
            Route("GET", "/applications/@me", self.get_application),
            Route("GET", emojis, self.list_emojis),
            Route("POST", emojis, self.create_emoji),
            Route("GET", f"{emojis}/{{emoji_id}}", self.get_emoji),
            Route("PATCH", f"{emojis}/{{emoji_id}}", self.rename_emoji),
            Route("DELETE", f"{emojis}/{{emoji_id}}", self.delete_emoji),
        ]
        for base in (commands, in_guild):
            routes += [
                Route("GET", base, self.list_commands),
                Route("PUT", base, self.replace_commands),
                Route("POST", base, self.create_command),
                Route("GET", f"{base}/{{command_id}}", self.get_command),
                Route("PATCH", f"{base}/{{command_id}}", self.edit_command),
                Route("DELETE", f"{base}/{{command_id}}", self.delete_command),
            ]
        return routes

    # Who and where

    def _gateway_url(self) -> str:
        return self.world.base_url.replace("http", "ws", 1) + "/gateway/"

    def get_gateway(self, _request: RestRequest) -> Answer:
        """GET /gateway."""
        return Answer(200, {"url": self._gateway_url()})

    def get_gateway_bot(self, _request: RestRequest) -> Answer:
        """GET /gateway/bot."""
        limit = self.starts.to_json()
        return Answer(200, {"url": self._gateway_url(), "shards": self.starts.shards, "session_start_limit": limit})

    def get_me(self, _request: RestRequest) -> Answer:
        """GET /users/@me."""
        return Answer(200, own_user_json(self.application.bot))

    def get_application(self, _request: RestRequest) -> Answer:
        """GET /oauth2/applications/@me and GET /applications/@me."""
        return Answer(200, application_json(self.application, len(self.world.guilds)))

    def get_user(self, request: RestRequest) -> Answer:
        """GET /users/{user_id}."""
        user = self.world.users.get(request.params["user_id"])
        if user is None:
            raise refusal("unknown_user")
        return Answer(200, user_json(user))

    def open_direct_message(self, request: RestRequest) -> Answer:
        """POST /users/@me/channels: the direct message with somebody, made on first use."""
        user = self.world.users.get(str(request.form.get("recipient_id")))
        if user is None or user is self.application.bot:
            raise refusal("invalid_recipient")
        return Answer(200, channel_json(self.world.open_direct_message(user)))

    def _guild(self, request: RestRequest) -> Guild:
        guild = self.world.guilds.get(request.params["guild_id"])
        if guild is None:
            raise refusal("unknown_guild")
        if not self.world.has_bot(guild):
            raise refusal("missing_access")
        return guild

    def _own(self, request: RestRequest) -> None:
        if request.params["application_id"] != self.application.id:
            raise refusal("unknown_application")

    # Commands

    def _commands(self, request: RestRequest) -> dict[str, Json]:
        self._own(request)
        if "guild_id" not in request.params:
            return self.application.commands
        self._guild(request)
        return self.application.guild_commands.setdefault(request.params["guild_id"], {})

    def _command(self, request: RestRequest) -> tuple[dict[str, Json], Json]:
        commands = self._commands(request)
        command = commands.get(request.params["command_id"])
        if command is None:
            raise refusal("unknown_command")
        return commands, command

    def list_commands(self, request: RestRequest) -> Answer:
        """GET …/commands."""
        return Answer(200, list(self._commands(request).values()))

    def get_command(self, request: RestRequest) -> Answer:
        """GET …/commands/{command_id}."""
        return Answer(200, self._command(request)[1])

    def replace_commands(self, request: RestRequest) -> Answer:
        """PUT …/commands: the whole list at once; a command of the same name and type keeps its id."""
        commands = self._commands(request)
        self._register(request, commands, check_commands(request.body))
        return Answer(200, list(commands.values()))

    def create_command(self, request: RestRequest) -> Answer:
        """POST …/commands: one more, or a replacement of the one of that name (then 200 instead of 201)."""
        commands = self._commands(request)
        form = request.form
        others = [each for each in commands.values() if _command_key(each) != _command_key(form)]
        is_new = len(others) == len(commands)
        forms = [*map(_as_form, others), *check_commands([form])]
        check_command_count(forms)
        self._register(request, commands, forms)
        return Answer(201 if is_new else 200, list(commands.values())[-1])

    def edit_command(self, request: RestRequest) -> Answer:
        """PATCH …/commands/{command_id}."""
        commands, command = self._command(request)
        changed = _as_form(command) | request.form
        check_commands([changed if each is command else _as_form(each) for each in commands.values()])
        commands[command["id"]] = self._command_json(request, changed, command["id"])
        self._tell_of_commands()
        return Answer(200, commands[command["id"]])

    def delete_command(self, request: RestRequest) -> Answer:
        """DELETE …/commands/{command_id}."""
        commands, command = self._command(request)
        del commands[command["id"]]
        self._tell_of_commands()
        return Answer(204)

    def _register(self, request: RestRequest, commands: dict[str, Json], forms: list[Json]) -> None:
        ids = {_command_key(command): command["id"] for command in commands.values()}
        fresh = [
            self._command_json(request, form, ids.get(_command_key(form)) or self.world.snowflakes.next())
            for form in forms
        ]
        commands.clear()
        commands.update({command["id"]: command for command in fresh})
        self._tell_of_commands()

    def _command_json(self, request: RestRequest, form: Json, command_id: str) -> Json:
        command: Json = {
            "id": command_id,
            "application_id": self.application.id,
            "version": self.world.snowflakes.next(),
            "type": form.get("type") or CHAT_INPUT,
            "name": form["name"],
            "name_localizations": form.get("name_localizations"),
            "description": form.get("description") or "",
            "description_localizations": form.get("description_localizations"),
            "default_member_permissions": _as_text(form.get("default_member_permissions")),
            "dm_permission": form.get("dm_permission", True),
            "contexts": form.get("contexts"),
            "integration_types": form.get("integration_types") or [0],
            "nsfw": form.get("nsfw", False),
        }
        if form.get("options"):
            command["options"] = json.loads(json.dumps(form["options"]))
        if "guild_id" in request.params:
            command["guild_id"] = request.params["guild_id"]
        return command

    def _tell_of_commands(self) -> None:
        everyone = frozenset(user.id for user in self.world.people())
        data = {"commands": self.all_commands()}
        self.world.tell(Emission("commands", data, everyone, is_public=True))

    def all_commands(self) -> list[Json]:
        """Return the global commands and those of every guild."""
        groups = [self.application.commands, *self.application.guild_commands.values()]
        return [command for group in groups for command in group.values()]

    # Emojis

    def _emoji(self, request: RestRequest) -> Emoji:
        self._own(request)
        emoji = self.application.emojis.get(request.params["emoji_id"])
        if emoji is None:
            raise refusal("unknown_emoji")
        return emoji

    def all_emojis(self) -> list[Json]:
        """Return the application's emojis."""
        return [self._emoji_json(emoji) for emoji in self.application.emojis.values()]

    def _tell_of_emojis(self) -> None:
        everyone = frozenset(user.id for user in self.world.people())
        self.world.tell(Emission("emojis", {"emojis": self.all_emojis()}, everyone, is_public=True))

    def _emoji_json(self, emoji: Emoji) -> Json:
        return emoji_json(emoji, self.application.bot)

    def list_emojis(self, request: RestRequest) -> Answer:
        """GET /applications/{application_id}/emojis."""
        self._own(request)
        return Answer(200, {"items": self.all_emojis()})

    def get_emoji(self, request: RestRequest) -> Answer:
        """GET /applications/{application_id}/emojis/{emoji_id}."""
        return Answer(200, self._emoji_json(self._emoji(request)))

    def create_emoji(self, request: RestRequest) -> Answer:
        """POST /applications/{application_id}/emojis."""
        self._own(request)
        name, content, content_type = check_emoji(request.form)
        self._check_free(name, None)
        if len(self.application.emojis) >= MAX_EMOJIS:
            raise refusal("too_many_emojis")
        emoji = Emoji(self.world.snowflakes.next(), name, content, content_type, content_type == "image/gif")
        self.application.emojis[emoji.id] = emoji
        self._tell_of_emojis()
        return Answer(201, self._emoji_json(emoji))

    def rename_emoji(self, request: RestRequest) -> Answer:
        """PATCH /applications/{application_id}/emojis/{emoji_id}."""
        emoji = self._emoji(request)
        problems = Problems()
        check_emoji_name(request.form, problems)
        problems.raise_if_any()
        self._check_free(request.form["name"], emoji)
        emoji.name = request.form["name"]
        return Answer(200, self._emoji_json(emoji))

    def delete_emoji(self, request: RestRequest) -> Answer:
        """DELETE /applications/{application_id}/emojis/{emoji_id}."""
        del self.application.emojis[self._emoji(request).id]
        self._tell_of_emojis()
        return Answer(204)

    def _check_free(self, name: str, same: Emoji | None) -> None:
        if any(emoji.name == name and emoji is not same for emoji in self.application.emojis.values()):
            problems = Problems()
            message = "This emoji name is already taken"
            problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)
            problems.raise_if_any()


def _command_key(command: Json) -> tuple[Any, Any]:
    return command.get("type") or CHAT_INPUT, command.get("name")


def _as_form(command: Json) -> Json:
    return {key: value for key, value in command.items() if key not in {"application_id", "version", "guild_id"}}


def _as_text(value: object) -> str | None:
    return None if value is None else str(value)
