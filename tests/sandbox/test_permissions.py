"""Who may what: roles, overwrites, owner, administrators, timeouts, threads, and the hierarchy of a bot's own acts."""

import pytest

from sandbox import ClientError
from sandbox.clock import format_timestamp
from sandbox.intents import GUILD_MEMBERS
from sandbox.model import ALL_PERMISSIONS, EVERYONE_PERMISSIONS, Permissions

VIEW, SEND, IN_THREADS = Permissions.VIEW_CHANNEL, Permissions.SEND_MESSAGES, Permissions.SEND_MESSAGES_IN_THREADS


@pytest.fixture
def operator(server):
    return server.operator


@pytest.fixture
def may(server, ivan):
    """What Ivan may do in #general, or in another channel."""
    return lambda channel="general": server.world.permissions(ivan.id, server.world.find_channel(channel))


# ---- what follows from roles and overwrites


def test_everybody_may_what_everyone_may(may):
    assert may() == EVERYONE_PERMISSIONS


def test_roles_add_up(may, operator):
    operator.create_role("one", Permissions.PIN_MESSAGES)
    operator.create_role("two", Permissions.MANAGE_MESSAGES)
    operator.give_role("Ivan", "one")
    operator.give_role("Ivan", "two")
    assert may() == EVERYONE_PERMISSIONS | Permissions.PIN_MESSAGES | Permissions.MANAGE_MESSAGES


def test_the_owner_and_administrators_may_everything_everywhere(may, operator, server):
    operator.set_permissions("general", None, deny=VIEW)
    assert server.world.permissions(server.person("小雪").id, server.world.find_channel("general")) == ALL_PERMISSIONS
    assert may() == Permissions(0)
    operator.create_role("admin", Permissions.ADMINISTRATOR)
    operator.give_role("Ivan", "admin")
    assert may() == ALL_PERMISSIONS


def test_overwrites_count_in_order_everyone_roles_member(may, operator):
    operator.set_permissions("general", None, deny=SEND)
    assert not may() & SEND
    one, two = operator.create_role("one"), operator.create_role("two")
    operator.give_role("Ivan", one)
    operator.give_role("Ivan", two)
    operator.set_permissions("general", one, deny=SEND)
    operator.set_permissions("general", two, allow=SEND)
    assert may() & SEND
    operator.set_permissions("general", "Ivan", deny=SEND)
    assert not may() & SEND
    operator.reset_permissions("general", "Ivan")
    assert may() & SEND


def test_without_seeing_a_channel_nothing_is_possible_there(may, operator, server, ivan):
    operator.set_permissions("general", "Ivan", deny=VIEW)
    assert may() == Permissions(0)
    assert (
        server.world.computed_permissions(ivan.id, server.world.find_channel("general")) == EVERYONE_PERMISSIONS & ~VIEW
    )


def test_without_sending_there_are_no_files_links_or_mentions(may, operator):
    operator.set_permissions("general", "Ivan", deny=SEND, allow=Permissions.MENTION_EVERYONE)
    assert not may() & (Permissions.ATTACH_FILES | Permissions.EMBED_LINKS | Permissions.MENTION_EVERYONE)
    assert may() & Permissions.USE_APPLICATION_COMMANDS


def test_in_a_thread_sending_is_a_permission_of_its_own(may, operator, ivan):
    operator.create_thread("general", "桌", by="Maya")
    operator.set_permissions("general", "Ivan", deny=SEND)
    assert ivan.say("桌", "here").content == "here"
    assert may("桌") & Permissions.ATTACH_FILES
    operator.set_permissions("general", "Ivan", deny=IN_THREADS)
    assert not may("桌") & Permissions.ATTACH_FILES
    with pytest.raises(ClientError, match="may not write"):
        ivan.say("桌", "here")


def test_a_thread_of_a_hidden_channel_is_hidden(may, operator):
    operator.create_thread("general", "桌", by="Ivan")
    operator.set_permissions("general", "Ivan", deny=VIEW)
    assert may("桌") == Permissions(0)


async def test_who_is_timed_out_only_reads_for_a_while(bot, may, operator, server, ivan):
    operator.time_out("Ivan", 60)
    assert may() == VIEW | Permissions.READ_MESSAGE_HISTORY
    with pytest.raises(ClientError, match="may not write"):
        ivan.say("general", "x")
    with pytest.raises(ClientError, match="may not use commands"):
        await ivan.slash("choose", channel="general")
    server.clock.advance(60)
    assert may() == EVERYONE_PERMISSIONS
    operator.time_out("小雪", 60)
    assert server.person("小雪").say("general", "I own this place").content


async def test_nobody_clicks_where_they_cannot_look_or_what_is_gone(bot, operator, ivan):
    panel = await ivan.slash("mahjong hand", channel="general")
    operator.set_permissions("general", "Ivan", deny=VIEW)
    with pytest.raises(ClientError, match="cannot see #general"):
        await ivan.click(panel, "Discard")
    operator.delete_channel("general")
    with pytest.raises(ClientError, match="is deleted"):
        await ivan.click(panel, "Discard")


async def test_commands_need_their_permission(bot, operator, ivan):
    operator.set_permissions("general", "Ivan", deny=Permissions.USE_APPLICATION_COMMANDS)
    with pytest.raises(ClientError, match="may not use commands"):
        await ivan.slash("choose", channel="general")
    assert (await ivan.slash("choose", channel="mahjong")).content == "choose"


# ---- what the bot may send


@pytest.mark.parametrize(
    ("denied", "form", "code"),
    [
        (SEND, {"content": "x"}, 50013),
        (VIEW, {"content": "x"}, 50001),
        (Permissions.EMBED_LINKS, {"embeds": [{"title": "x"}]}, 50013),
        (Permissions.READ_MESSAGE_HISTORY, {"content": "x", "message_reference": {"message_id": "1"}}, 160002),
    ],
)
async def test_the_bot_may_not_send_without(api, server, operator, denied, form, code):
    path = f"/channels/{server.world.find_channel('general').id}/messages"
    operator.set_permissions("general", "Mahjong", deny=denied)
    assert (await api("POST", path, json=form))[1]["code"] == code


# ---- the hierarchy


@pytest.fixture
async def guild_api(api, server):
    """Ask about the guild: `await guild_api("PUT", "/roles/1", {…})`."""
    guild_id = next(iter(server.world.guilds))

    async def ask(method, path="", form=None):
        return await api(method, f"/guilds/{guild_id}{path}", **({} if form is None else {"json": form}))

    return ask


@pytest.fixture
def ranked(operator):
    """The bot may manage everything below its role, which stands at 1."""
    operator.guilds.edit_role(
        operator._guild(None),
        operator.find_role("Mahjong"),
        position=5,
        permissions=EVERYONE_PERMISSIONS
        | Permissions.MANAGE_ROLES
        | Permissions.KICK_MEMBERS
        | Permissions.BAN_MEMBERS
        | Permissions.MODERATE_MEMBERS
        | Permissions.MANAGE_NICKNAMES
        | Permissions.CHANGE_NICKNAME
        | Permissions.MANAGE_CHANNELS,
    )
    return operator.create_role("low", position=4), operator.create_role("high", position=6)


async def test_roles_below_the_bots_are_managed_and_given(guild_api, ranked, ivan, server):
    low, _ = ranked
    _, made = await guild_api("POST", "/roles", {"name": "new", "color": 7, "hoist": True, "mentionable": True})
    assert (made["name"], made["color"], made["hoist"], made["mentionable"]) == ("new", 7, True, True)
    assert (await guild_api("PATCH", f"/roles/{low.id}", {"name": "lower"}))[1]["name"] == "lower"
    assert (await guild_api("PUT", f"/members/{ivan.id}/roles/{low.id}"))[0] == 204
    assert (await guild_api("GET", f"/members/{ivan.id}"))[1]["roles"] == [low.id]
    assert (await guild_api("DELETE", f"/members/{ivan.id}/roles/{low.id}"))[0] == 204
    assert (await guild_api("PATCH", f"/members/{ivan.id}", {"roles": [made["id"]]}))[1]["roles"] == [made["id"]]
    assert (await guild_api("DELETE", f"/roles/{made['id']}"))[0] == 204
    assert (await guild_api("GET", f"/members/{ivan.id}"))[1]["roles"] == []
    assert (await guild_api("GET", f"/roles/{low.id}"))[1]["name"] == "lower"
    assert [role["name"] for role in (await guild_api("GET", "/roles"))[1]] == ["@everyone", "Mahjong", "lower", "high"]
    assert (await guild_api("GET", "/roles/1"))[1]["code"] == 10011


async def test_roles_above_the_bots_are_not(guild_api, ranked, ivan, server):
    _, high = ranked
    for method, path, form in (
        ("PATCH", f"/roles/{high.id}", {"name": "x"}),
        ("DELETE", f"/roles/{high.id}", None),
        ("PUT", f"/members/{ivan.id}/roles/{high.id}", None),
        ("PATCH", f"/members/{ivan.id}", {"roles": [high.id]}),
    ):
        assert (await guild_api(method, path, form))[1]["code"] == 50013, path


async def test_a_bot_gives_no_permission_that_it_has_not(guild_api, ranked):
    low, _ = ranked
    administrator = {"permissions": str(int(Permissions.ADMINISTRATOR))}
    assert (await guild_api("POST", "/roles", administrator))[1]["code"] == 50013
    assert (await guild_api("PATCH", f"/roles/{low.id}", administrator))[1]["code"] == 50013


async def test_the_roles_of_bots_and_everyone_stay(guild_api, ranked, ivan, operator):
    guild = operator._guild(None)
    assert (await guild_api("PUT", f"/members/{ivan.id}/roles/{guild.id}"))[1]["code"] == 50028
    assert (await guild_api("DELETE", f"/roles/{guild.id}"))[1]["code"] == 50028


async def test_members_below_the_bot_are_renamed_timed_out_thrown_out_and_banned(guild_api, ranked, server, ivan):
    one = f"/members/{ivan.id}"
    assert (await guild_api("PATCH", one, {"nick": "Ваня"}))[1]["nick"] == "Ваня"
    until = format_timestamp(server.clock.now() + 60)
    assert (await guild_api("PATCH", one, {"communication_disabled_until": until}))[1][
        "communication_disabled_until"
    ] == until
    assert (await guild_api("PATCH", one, {"communication_disabled_until": None}))[0] == 200
    assert (await guild_api("DELETE", one))[0] == 204
    assert (await guild_api("GET", one))[1]["code"] == 10007
    server.operator.add_member("Ivan")
    ban = f"/bans/{ivan.id}"
    assert (await guild_api("GET", ban))[1]["code"] == 10026
    assert (await guild_api("PUT", ban, {"delete_message_seconds": 60}))[0] == 204
    assert (await guild_api("GET", ban))[1] == {"user": (await guild_api("GET", ban))[1]["user"], "reason": None}
    assert [each["user"]["id"] for each in (await guild_api("GET", "/bans"))[1]] == [ivan.id]
    assert (await guild_api("DELETE", ban, {}))[0] == 204
    assert (await guild_api("PUT", "/bans/1", {}))[1]["code"] == 10013


@pytest.mark.wrong_on_purpose
async def test_a_timeout_has_a_longest_time(guild_api, ranked, ivan):
    form = {"communication_disabled_until": "2090-01-01T00:00:00+00:00"}
    assert (await guild_api("PATCH", f"/members/{ivan.id}", form))[1]["code"] == 50035


async def test_members_above_the_bot_and_the_owner_are_not(guild_api, ranked, operator, server, ivan):
    operator.give_role("Ivan", "high")
    for person in (ivan, server.person("小雪")):
        for method, path, form in (
            ("PATCH", f"/members/{person.id}", {"nick": "x"}),
            ("PATCH", f"/members/{person.id}", {"communication_disabled_until": None}),
            ("DELETE", f"/members/{person.id}", None),
            ("PUT", f"/bans/{person.id}", {}),
        ):
            assert (await guild_api(method, path, form))[1]["code"] == 50013, path


async def test_a_bot_without_permissions_manages_nothing(guild_api, ivan, operator):
    role = operator.create_role("low", position=0)
    for method, path, form in (
        ("POST", "/roles", {}),
        ("PATCH", f"/roles/{role.id}", {}),
        ("PUT", f"/members/{ivan.id}/roles/{role.id}", None),
        ("DELETE", f"/members/{ivan.id}", None),
        ("GET", "/bans", None),
        ("POST", "/channels", {"name": "x"}),
        ("PATCH", "/members/@me", {"nick": "x"}),
    ):
        assert (await guild_api(method, path, form))[1]["code"] == 50013, path


async def test_the_bot_names_itself_makes_channels_and_leaves(guild_api, api, ranked, server, operator):
    assert (await guild_api("PATCH", "/members/@me", {"nick": "麻将"}))[1]["nick"] == "麻将"
    _, category = await guild_api("POST", "/channels", {"name": "tables", "type": 4})
    overwrite = {"id": server.world.application.bot.id, "type": 1, "allow": "1024", "deny": "0"}
    form = {"name": "one", "parent_id": category["id"], "topic": "x", "permission_overwrites": [overwrite]}
    _, made = await guild_api("POST", "/channels", form)
    assert (made["parent_id"], made["permission_overwrites"]) == (category["id"], [overwrite])
    channel = f"/channels/{made['id']}"
    target = f"{channel}/permissions/{server.person('Ivan').id}"
    assert (await api("PUT", target, json={"type": 1, "deny": int(SEND)}))[0] == 204
    assert (await api("GET", channel))[1]["permission_overwrites"][1]["deny"] == str(int(SEND))
    assert (await api("PUT", target, json={"type": 1, "allow": int(Permissions.ADMINISTRATOR)}))[1]["code"] == 50013
    assert (await api("DELETE", target))[0] == 204
    assert (await api("DELETE", target))[1]["code"] == 10009
    operator.create_thread("one", "桌", by="Mahjong")
    _, threads = await guild_api("GET", "/threads/active")
    assert ([each["name"] for each in threads["threads"]], len(threads["members"])) == (["桌"], 1)
    guild_id = next(iter(server.world.guilds))
    assert (await api("GET", "/users/@me/guilds"))[1][0]["permissions"] != "0"
    assert (await api("DELETE", f"/users/@me/guilds/{guild_id}"))[0] == 204
    assert (await api("GET", "/users/@me/guilds"))[1] == []


async def test_lists_of_members_are_for_the_members_intent(guild_api, server):
    assert (await guild_api("GET", "/members?limit=3"))[1]["code"] == 50001
    server.world.application.granted_intents = GUILD_MEMBERS
    first = (await guild_api("GET", "/members?limit=3"))[1]
    rest = (await guild_api("GET", f"/members?limit=3&after={first[-1]['user']['id']}"))[1]
    assert (len(first), len(rest)) == (3, 2)
