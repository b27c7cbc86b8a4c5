"""Routes of guilds, their roles, members and bans, with the hierarchy that keeps a bot from what is above it.

Sources: https://discord.com/developers/docs/resources/guild and
https://discord.com/developers/docs/topics/permissions#permission-hierarchy
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from sandbox.errors import Json, Problems, refusal
from sandbox.intents import GUILD_MEMBERS
from sandbox.model import ChannelType, Overwrite, Permissions
from sandbox.payloads import channel_json, guild_json, member_json, role_json, thread_member_json, user_json
from sandbox.permissions import outranks, outranks_role
from sandbox.rest import Answer, RestRequest, Route

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.guilds import Guilds
    from sandbox.model import Guild, Member, Role
    from sandbox.world import World

_MAX_MEMBERS = 1000
_TIMEOUT_DAYS = 28


class GuildRoutes:
    """The bot's requests about guilds."""

    def __init__(self, world: World, guilds: Guilds, channels: Channels) -> None:
        """Serve the guilds of a world."""
        self.world = world
        self.guilds = guilds
        self.channels = channels
        self.bot = world.application.bot

    def routes(self) -> list[Route]:
        """Return the routes with their handlers."""
        one = "/guilds/{guild_id}"
        role, member, ban = f"{one}/roles/{{role_id}}", f"{one}/members/{{user_id}}", f"{one}/bans/{{user_id}}"
        return [
            Route("GET", "/users/@me/guilds", self.list_guilds),
            Route("DELETE", "/users/@me/guilds/{guild_id}", self.leave),
            Route("GET", one, self.get_guild),
            Route("GET", f"{one}/channels", self.list_channels),
            Route("POST", f"{one}/channels", self.create_channel),
            Route("GET", f"{one}/threads/active", self.list_active_threads),
            Route("GET", f"{one}/roles", self.list_roles),
            Route("POST", f"{one}/roles", self.create_role),
            Route("GET", role, self.get_role),
            Route("PATCH", role, self.edit_role),
            Route("DELETE", role, self.delete_role),
            Route("GET", f"{one}/members", self.list_members),
            Route("PATCH", f"{one}/members/@me", self.edit_self),
            Route("GET", member, self.get_member),
            Route("PATCH", member, self.edit_member),
            Route("DELETE", member, self.remove_member),
            Route("PUT", f"{member}/roles/{{role_id}}", self.give_role),
            Route("DELETE", f"{member}/roles/{{role_id}}", self.take_role),
            Route("GET", f"{one}/bans", self.list_bans),
            Route("GET", ban, self.get_ban),
            Route("PUT", ban, self.ban),
            Route("DELETE", ban, self.unban),
        ]

    # Finding, and who may what

    def _guild(self, request: RestRequest) -> Guild:
        guild = self.world.guilds.get(request.params["guild_id"])
        if guild is None:
            raise refusal("unknown_guild")
        if not self.world.has_bot(guild):
            raise refusal("missing_access")
        return guild

    def _member(self, guild: Guild, request: RestRequest) -> Member:
        member = guild.members.get(request.params["user_id"])
        if member is None:
            raise refusal("unknown_member")
        return member

    def _role(self, guild: Guild, request: RestRequest) -> Role:
        role = guild.roles.get(request.params["role_id"])
        if role is None:
            raise refusal("unknown_role")
        return role

    def _need(self, guild: Guild, permission: Permissions) -> None:
        if not self.world.guild_permissions(self.bot.id, guild) & permission:
            raise refusal("missing_permissions")

    def _need_above(self, guild: Guild, member: Member) -> None:
        """Raise the refusal if a member is not below the bot."""
        if not outranks(guild, guild.members[self.bot.id], member):
            raise refusal("missing_permissions")

    def _need_above_role(self, guild: Guild, role: Role) -> None:
        """Raise the refusal if a role is not below the bot's highest one."""
        if not outranks_role(guild, guild.members[self.bot.id], role):
            raise refusal("missing_permissions")

    # Guilds

    def list_guilds(self, _request: RestRequest) -> Answer:
        """GET /users/@me/guilds."""
        guilds = [guild for guild in self.world.guilds.values() if self.world.has_bot(guild)]
        return Answer(200, [self._own_guild(guild) for guild in guilds])

    def _own_guild(self, guild: Guild) -> Json:
        data = {key: guild_json(guild)[key] for key in ("id", "name", "icon", "banner", "features")}
        permissions = self.world.guild_permissions(self.bot.id, guild)
        return data | {"owner": guild.owner_id == self.bot.id, "permissions": str(int(permissions))}

    def leave(self, request: RestRequest) -> Answer:
        """DELETE /users/@me/guilds/{guild_id}."""
        self.guilds.remove_bot(self._guild(request))
        return Answer(204)

    def get_guild(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}."""
        return Answer(200, guild_json(self._guild(request)))

    def list_channels(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/channels: those that the bot may view."""
        channels = [each for each in self._guild(request).channels.values() if self.channels.is_seen(each)]
        return Answer(200, [channel_json(channel) for channel in channels])

    def create_channel(self, request: RestRequest) -> Answer:
        """POST /guilds/{guild_id}/channels: a text channel or a category."""
        guild, form = self._guild(request), request.form
        problems = Problems()
        problems.text((), form, "name", 1, 100, required=True)
        problems.text((), form, "topic", 0, 1024)
        if form.get("type") not in {None, ChannelType.TEXT, ChannelType.CATEGORY}:
            problems.choices(("type",), "(0, 4)")
        problems.raise_if_any()
        self._need(guild, Permissions.MANAGE_CHANNELS)
        overwrites = [
            Overwrite(str(each["id"]), each.get("type") == 1, *(Permissions(int(each.get(key) or 0)) for key in _BOTH))
            for each in form.get("permission_overwrites") or []
        ]
        channel = self.channels.create(
            guild,
            form["name"],
            kind=ChannelType(form.get("type") or 0),
            topic=form.get("topic"),
            parent=self.world.channels.get(str(form.get("parent_id"))),
            overwrites=overwrites,
        )
        return Answer(201, channel_json(channel))

    def list_active_threads(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/threads/active."""
        guild = self._guild(request)
        threads = [each for each in self.world.channels.values() if each.guild_id == guild.id and each.thread]
        threads = [each for each in threads if each.thread and not each.thread.is_archived]
        threads = [each for each in threads if self.world.can_view(self.bot.id, each)]
        own = [each for each in threads if each.thread and self.bot.id in each.thread.members]
        members = [thread_member_json(each, self.bot.id) for each in own]
        return Answer(200, {"threads": [channel_json(each) for each in threads], "members": members, "has_more": False})

    # Roles

    def list_roles(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/roles."""
        return Answer(200, [role_json(role) for role in self._guild(request).roles.values()])

    def get_role(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/roles/{role_id}."""
        return Answer(200, role_json(self._role(self._guild(request), request)))

    def _role_changes(self, guild: Guild, form: Json) -> dict[str, Any]:
        """Return what a form says of a role. A bot can give a role only what it has itself."""
        problems = Problems()
        problems.text((), form, "name", 0, 100)
        problems.whole((), form, "color", 0, 0xFFFFFF)
        problems.raise_if_any()
        keys = (("name", "name"), ("color", "color"), ("hoist", "is_hoisted"), ("mentionable", "is_mentionable"))
        changes = {name: form[key] for key, name in keys if form.get(key) is not None}
        if form.get("permissions") is not None:
            asked = Permissions(int(form["permissions"]))
            if asked & ~self.world.guild_permissions(self.bot.id, guild):
                raise refusal("missing_permissions")
            changes["permissions"] = asked
        return changes

    def create_role(self, request: RestRequest) -> Answer:
        """POST /guilds/{guild_id}/roles."""
        guild = self._guild(request)
        self._need(guild, Permissions.MANAGE_ROLES)
        changes = self._role_changes(guild, request.form)
        changes.setdefault("permissions", guild.roles[guild.id].permissions)
        return Answer(200, role_json(self.guilds.create_role(guild, **changes)))

    def edit_role(self, request: RestRequest) -> Answer:
        """PATCH /guilds/{guild_id}/roles/{role_id}."""
        guild = self._guild(request)
        role = self._role(guild, request)
        self._need(guild, Permissions.MANAGE_ROLES)
        self._need_above_role(guild, role)
        self.guilds.edit_role(guild, role, **self._role_changes(guild, request.form))
        return Answer(200, role_json(role))

    def delete_role(self, request: RestRequest) -> Answer:
        """DELETE /guilds/{guild_id}/roles/{role_id}: not @everyone, nor the role of a bot."""
        guild = self._guild(request)
        role = self._role(guild, request)
        self._need(guild, Permissions.MANAGE_ROLES)
        self._need_above_role(guild, role)
        if role.id == guild.id or role.is_managed:
            raise refusal("invalid_role")
        self.guilds.delete_role(guild, role)
        return Answer(204)

    def give_role(self, request: RestRequest) -> Answer:
        """PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}."""
        guild, member, role = self._for_roles(request)
        self.guilds.set_roles(guild, member, [*member.roles, role.id])
        return Answer(204)

    def take_role(self, request: RestRequest) -> Answer:
        """DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}."""
        guild, member, role = self._for_roles(request)
        self.guilds.set_roles(guild, member, [each for each in member.roles if each != role.id])
        return Answer(204)

    def _for_roles(self, request: RestRequest) -> tuple[Guild, Member, Role]:
        guild = self._guild(request)
        member, role = self._member(guild, request), self._role(guild, request)
        self._need(guild, Permissions.MANAGE_ROLES)
        self._need_above_role(guild, role)
        if role.id == guild.id or role.is_managed:
            raise refusal("invalid_role")
        return guild, member, role

    # Members

    def list_members(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/members, for applications with the members intent."""
        guild = self._guild(request)
        if not self.world.application.granted_intents & GUILD_MEMBERS:
            raise refusal("missing_access")
        limit, after = int(request.query.get("limit", "1")), int(request.query.get("after", "0"))
        problems = Problems()
        problems.whole((), {"limit": limit}, "limit", 1, _MAX_MEMBERS)
        problems.raise_if_any()
        members = sorted(guild.members.values(), key=lambda member: int(member.user.id))
        found = [member for member in members if int(member.user.id) > after][:limit]
        return Answer(200, [member_json(member) for member in found])

    def get_member(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/members/{user_id}."""
        return Answer(200, member_json(self._member(self._guild(request), request)))

    def edit_self(self, request: RestRequest) -> Answer:
        """PATCH /guilds/{guild_id}/members/@me: the bot's own nick."""
        guild = self._guild(request)
        member = guild.members[self.bot.id]
        problems = Problems()
        problems.text((), request.form, "nick", 0, 32)
        problems.raise_if_any()
        if "nick" in request.form:
            self._need(guild, Permissions.CHANGE_NICKNAME)
            self.guilds.edit_member(guild, member, nick=request.form["nick"] or None)
        return Answer(200, member_json(member))

    def edit_member(self, request: RestRequest) -> Answer:
        """PATCH /guilds/{guild_id}/members/{user_id}: nick, roles, timeout."""
        guild, form = self._guild(request), request.form
        member = self._member(guild, request)
        problems = Problems()
        problems.text((), form, "nick", 0, 32)
        problems.raise_if_any()
        changes: dict[str, str | float | None] = {}
        if "nick" in form:
            self._need(guild, Permissions.MANAGE_NICKNAMES)
            self._need_above(guild, member)
            changes["nick"] = form["nick"] or None
        if "communication_disabled_until" in form:
            self._need(guild, Permissions.MODERATE_MEMBERS)
            self._need_above(guild, member)
            changes["timed_out_until"] = self._read_timeout(guild, member, form["communication_disabled_until"])
        if form.get("roles") is not None:
            self._need(guild, Permissions.MANAGE_ROLES)
            wanted = [str(role_id) for role_id in form["roles"]]
            for role_id in set(wanted) ^ set(member.roles):
                if role_id not in guild.roles:
                    raise refusal("unknown_role")
                self._need_above_role(guild, guild.roles[role_id])
            member.roles = wanted
        self.guilds.edit_member(guild, member, **changes)
        return Answer(200, member_json(member))

    def _read_timeout(self, guild: Guild, member: Member, text: str | None) -> float | None:
        """Return the end of a timeout in unix seconds. Administrators cannot be timed out."""
        if text is None:
            return None
        until, now = datetime.fromisoformat(text).timestamp(), self.world.clock.now()
        if until > now + _TIMEOUT_DAYS * 86400:
            reason = "A timeout lasts 28 days at most."
            Problems().fail(("communication_disabled_until",), "MEMBER_COMMUNICATION_DISABLED_MAX", reason)
        if self.world.guild_permissions(member.user.id, guild) & Permissions.ADMINISTRATOR:
            raise refusal("missing_permissions")
        return until

    def remove_member(self, request: RestRequest) -> Answer:
        """DELETE /guilds/{guild_id}/members/{user_id}: kick."""
        guild = self._guild(request)
        member = self._member(guild, request)
        self._need(guild, Permissions.KICK_MEMBERS)
        self._need_above(guild, member)
        self.guilds.remove_member(guild, member.user)
        return Answer(204)

    # Bans

    def list_bans(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/bans."""
        guild = self._guild(request)
        self._need(guild, Permissions.BAN_MEMBERS)
        return Answer(200, [self._ban(guild, user_id) for user_id in guild.bans])

    def get_ban(self, request: RestRequest) -> Answer:
        """GET /guilds/{guild_id}/bans/{user_id}."""
        guild = self._banned(request)
        return Answer(200, self._ban(guild, request.params["user_id"]))

    def _ban(self, guild: Guild, user_id: str) -> Json:
        return {"user": user_json(self.world.users[user_id]), "reason": guild.bans[user_id]}

    def _banned(self, request: RestRequest) -> Guild:
        guild = self._guild(request)
        self._need(guild, Permissions.BAN_MEMBERS)
        if request.params["user_id"] not in guild.bans:
            raise refusal("unknown_ban")
        return guild

    def ban(self, request: RestRequest) -> Answer:
        """PUT /guilds/{guild_id}/bans/{user_id}."""
        guild, form = self._guild(request), request.body or {}
        user = self.world.users.get(request.params["user_id"])
        self._need(guild, Permissions.BAN_MEMBERS)
        if user is None:
            raise refusal("unknown_user")
        if user.id in guild.members:
            self._need_above(guild, guild.members[user.id])
        seconds = form.get("delete_message_seconds") or 86400 * (form.get("delete_message_days") or 0)
        self.guilds.ban(guild, user, delete_seconds=seconds)
        return Answer(204)

    def unban(self, request: RestRequest) -> Answer:
        """DELETE /guilds/{guild_id}/bans/{user_id}."""
        guild = self._banned(request)
        self.guilds.unban(guild, self.world.users[request.params["user_id"]])
        return Answer(204)


_BOTH = ("allow", "deny")
