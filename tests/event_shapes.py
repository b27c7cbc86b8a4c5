"""What the gateway's events hold: the objects that Discord's specification knows, and the keys of what it does not.

The specification describes the HTTP API alone. Its objects come in events too, with the additions and omissions that
the documentation names (https://discord.com/developers/docs/events/gateway-events); the rest of each event is held
against the documentation's own tables.
"""

THREADS = (10, 11, 12)

ALWAYS, MAYBE = {}, {}
"""Of events that are no object of the specification: the keys that are always there, and those that may be."""


def _told(name, always, maybe=""):
    ALWAYS[name], MAYBE[name] = frozenset(always.split()), frozenset(maybe.split())


_READY_BESIDE = (
    "user_settings session_type private_channels relationships presences guild_join_requests geo_ordered_rtc_regions "
    "_trace shard"
)
_told("READY", "v user guilds session_id resume_gateway_url application", _READY_BESIDE)
_told("RESUMED", "_trace")
_told("RATE_LIMITED", "opcode retry_after meta")
_told("GUILD_DELETE", "id", "unavailable")
_told("GUILD_BAN_ADD", "guild_id user")
_told("GUILD_BAN_REMOVE", "guild_id user")
_told("GUILD_MEMBER_REMOVE", "guild_id user")
_told("GUILD_MEMBERS_CHUNK", "guild_id members chunk_index chunk_count", "not_found presences nonce")
_told("GUILD_ROLE_CREATE", "guild_id role")
_told("GUILD_ROLE_UPDATE", "guild_id role")
_told("GUILD_ROLE_DELETE", "guild_id role_id")
_told("CHANNEL_PINS_UPDATE", "channel_id last_pin_timestamp", "guild_id")
_told("THREAD_DELETE", "id guild_id parent_id type")
_told("THREAD_LIST_SYNC", "guild_id threads members", "channel_ids")
_told("THREAD_MEMBERS_UPDATE", "id guild_id member_count", "added_members removed_member_ids")
_told("MESSAGE_DELETE", "id channel_id", "guild_id")
_told("MESSAGE_DELETE_BULK", "ids channel_id", "guild_id")
_told("TYPING_START", "channel_id user_id timestamp", "guild_id member")
_told("SOUNDBOARD_SOUNDS", "guild_id soundboard_sounds")
_told(
    "INTERACTION_CREATE",
    "id application_id type token version data channel channel_id locale app_permissions entitlements "
    "authorizing_integration_owners context attachment_size_limit entitlement_sku_ids",
    "guild guild_id guild_locale member user message",
)
_GUILD_EXTRAS = (
    "joined_at large member_count voice_states members channels threads presences stage_instances "
    "guild_scheduled_events soundboard_sounds"
)


def objects_of(name, data):
    """Yield the objects in an event of which the specification has a schema: (its name, the object)."""
    yield from PARTS[name](data) if name in PARTS else ()


def _message(data):
    member, mentions = data.get("member"), data["mentions"]
    yield (
        "MessageResponse",
        without(data, "guild_id", "member") | {"mentions": [without(m, "member") for m in mentions]},
    )
    yield from (("UserResponse", without(each, "member")) for each in mentions)
    for each in filter(None, [member, *(mention.get("member") for mention in mentions)]):
        yield "BasicGuildMemberResponse", without(each, "deaf", "mute")


def _interaction(data):
    if "member" in data:
        yield "GuildMemberResponse", without(data["member"], "permissions")
    else:
        yield "UserResponse", data["user"]
    channel = without(data["channel"], "permissions")
    kind = channel["type"]
    yield (
        ("PrivateChannelResponse" if kind == 1 else "ThreadResponse" if kind in THREADS else "GuildChannelResponse"),
        channel,
    )
    if "message" in data:
        yield "MessageResponse", data["message"]
    resolved = data["data"].get("resolved", {})
    yield from (("UserResponse", each) for each in resolved.get("users", {}).values())
    yield from (("GuildRoleResponse", each) for each in resolved.get("roles", {}).values())


def _guild(data):
    yield "GuildResponse", without(data, "unavailable", *_GUILD_EXTRAS.split())
    yield from (("GuildRoleResponse", each) for each in data["roles"])
    yield from (("GuildChannelResponse", each) for each in data["channels"])
    yield from (("GuildMemberResponse", each) for each in data["members"])
    for each in data["threads"]:
        # The member of such a thread is the bot: the ids are left out.
        ids = {"id": each["id"], "user_id": each["id"]}
        yield "ThreadResponse", each | ({"member": each["member"] | ids} if "member" in each else {})


def _threads(data):
    yield from (("ThreadResponse", each) for each in data["threads"])
    yield from (("ThreadMemberResponse", each) for each in data["members"])


def _thread_members(data):
    yield from (("ThreadMemberResponse", without(each, "presence")) for each in data.get("added_members", ()))


def _members(data):
    yield from (("GuildMemberResponse", each) for each in data["members"])


def _whole(schema, *more):
    return lambda data: [(schema, without(data, *more))]


def _under(key, schema):
    return lambda data: [(schema, data[key])] if key in data else []


PARTS = {
    "READY": _under("user", "UserPIIResponse"),
    "MESSAGE_CREATE": _message,
    "MESSAGE_UPDATE": _message,
    "INTERACTION_CREATE": _interaction,
    "CHANNEL_CREATE": _whole("GuildChannelResponse"),
    "CHANNEL_UPDATE": _whole("GuildChannelResponse"),
    "CHANNEL_DELETE": _whole("GuildChannelResponse"),
    "THREAD_CREATE": _whole("ThreadResponse", "newly_created"),
    "THREAD_UPDATE": _whole("ThreadResponse"),
    "THREAD_LIST_SYNC": _threads,
    "THREAD_MEMBER_UPDATE": _whole("ThreadMemberResponse", "guild_id"),
    "THREAD_MEMBERS_UPDATE": _thread_members,
    "GUILD_CREATE": _guild,
    "GUILD_UPDATE": _whole("GuildResponse"),
    "GUILD_MEMBER_ADD": _whole("GuildMemberResponse", "guild_id"),
    "GUILD_MEMBER_UPDATE": _whole("GuildMemberResponse", "guild_id"),
    "GUILD_MEMBER_REMOVE": _under("user", "UserResponse"),
    "GUILD_MEMBERS_CHUNK": _members,
    "GUILD_BAN_ADD": _under("user", "UserResponse"),
    "GUILD_BAN_REMOVE": _under("user", "UserResponse"),
    "GUILD_ROLE_CREATE": _under("role", "GuildRoleResponse"),
    "GUILD_ROLE_UPDATE": _under("role", "GuildRoleResponse"),
    "TYPING_START": _under("member", "GuildMemberResponse"),
}
"""How the objects of each event are found."""


def without(data, *keys):
    return {key: value for key, value in data.items() if key not in keys}


def faults_of_event(specification, name, data):
    """Return what is wrong with an event, a phrase each."""
    faults = []
    objects = list(objects_of(name, data))
    if name in ALWAYS:
        faults += [f"{key} is missing" for key in sorted(ALWAYS[name] - data.keys())]
        faults += [f"{key} is not known" for key in sorted(data.keys() - ALWAYS[name] - MAYBE[name])]
    elif name == "GUILD_CREATE":
        faults += [f"{key} is missing" for key in _GUILD_EXTRAS.split() if key not in data]
    elif not objects:
        faults.append("there is no such event")
    for schema, value in objects:
        faults += [f"{schema}: {fault}" for fault in specification.faults_of_object(schema, value)]
    return faults
