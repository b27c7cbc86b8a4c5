"""What happens to guilds, and exactly which events of it the bot is sent: with few intents, and with all."""

import pytest

from sandbox.intents import ALL_INTENTS, GUILD_MEMBERS, GUILD_MESSAGES, GUILD_PRESENCES, GUILDS, MESSAGE_CONTENT
from sandbox.model import EVERYONE_PERMISSIONS, Permissions

FEW = GUILDS | GUILD_MESSAGES


@pytest.fixture
async def heard(connect, server):
    """`await heard(act)` does something and gives the names of the events: (with few intents, with all).

    The events themselves are in `heard.few` and `heard.all`.
    """
    server.world.application.granted_intents = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
    few, every = await connect(), await connect()
    server.clock.advance(5)
    await few.start(FEW)
    server.clock.advance(5)
    await every.start(ALL_INTENTS)

    async def hear(act):
        act()
        hear.few, hear.all = await few.events(), await every.events()
        return [name for name, _ in hear.few], [name for name, _ in hear.all]

    return hear


@pytest.fixture
def operator(server):
    return server.operator


def both(*names):
    return list(names), list(names)


def deny(operator, permissions, channel="general"):
    operator.set_permissions(channel, "Mahjong", deny=permissions)


# ---- members


async def test_who_comes_goes_and_changes_is_told_to_the_members_intent(heard, operator):
    assert await heard(lambda: operator.remove_member("Ivan")) == ([], ["GUILD_MEMBER_REMOVE"])
    assert heard.all[0][1]["user"]["username"] == "ivan"
    assert await heard(lambda: operator.add_member("Ivan")) == ([], ["GUILD_MEMBER_ADD"])
    assert heard.all[0][1]["user"]["username"] == "ivan"
    assert await heard(lambda: operator.add_member("Ivan")) == ([], [])
    assert await heard(lambda: operator.set_nick("Ivan", "Ваня")) == ([], ["GUILD_MEMBER_UPDATE"])
    assert heard.all[0][1]["nick"] == "Ваня"
    assert await heard(lambda: operator.time_out("Ivan", 60)) == ([], ["GUILD_MEMBER_UPDATE"])
    assert heard.all[0][1]["communication_disabled_until"] is not None


async def test_of_itself_the_bot_hears_whatever_its_intents_are(heard, operator):
    assert await heard(lambda: operator.set_nick("Mahjong", "麻将")) == both("GUILD_MEMBER_UPDATE")


async def test_a_ban_is_told_to_bots_that_may_ban(heard, operator, ivan):
    assert await heard(lambda: operator.ban("Ivan")) == ([], ["GUILD_MEMBER_REMOVE"])
    assert await heard(lambda: operator.unban("Ivan")) == ([], [])
    operator.add_member("Ivan")
    operator.set_role_permissions("Mahjong", EVERYONE_PERMISSIONS | Permissions.BAN_MEMBERS)
    ivan.say("general", "spam")
    await heard(lambda: None)
    banned = await heard(lambda: operator.ban("Ivan", delete_seconds=60))
    assert banned == (["MESSAGE_DELETE_BULK"], ["GUILD_BAN_ADD", "GUILD_MEMBER_REMOVE", "MESSAGE_DELETE_BULK"])
    assert ivan.messages("general") == []
    assert await heard(lambda: operator.unban("Ivan")) == ([], ["GUILD_BAN_REMOVE"])


# ---- roles


async def test_roles_are_made_changed_and_deleted(heard, operator):
    assert await heard(lambda: operator.create_role("dealer", color=0xFF0000)) == both("GUILD_ROLE_CREATE")
    role = heard.few[0][1]["role"]
    assert (role["name"], role["color"], role["position"]) == ("dealer", 0xFF0000, 1)
    assert await heard(lambda: operator.give_role("Ivan", "dealer")) == ([], ["GUILD_MEMBER_UPDATE"])
    assert heard.all[0][1]["roles"] == [role["id"]]
    changed = await heard(lambda: operator.set_role_permissions("dealer", Permissions.ADMINISTRATOR))
    assert changed == both("GUILD_ROLE_UPDATE")
    assert heard.few[0][1]["role"]["permissions"] == "8"
    assert await heard(lambda: operator.take_role("Ivan", "dealer")) == ([], ["GUILD_MEMBER_UPDATE"])
    assert await heard(lambda: operator.delete_role("dealer")) == both("GUILD_ROLE_DELETE")
    assert heard.few[0][1]["role_id"] == role["id"]
    with pytest.raises(KeyError, match="dealer"):
        operator.find_role("dealer")


async def test_a_role_can_open_a_channel_to_the_bot(heard, operator, server):
    operator.create_thread("general", "桌", by="Mahjong")
    operator.set_permissions("general", None, deny=Permissions.VIEW_CHANNEL)
    operator.create_role("dealer")
    operator.set_permissions("general", operator.find_role("dealer"), allow=Permissions.VIEW_CHANNEL)
    await heard(lambda: None)
    given = await heard(lambda: operator.give_role("Mahjong", "dealer"))
    assert given == both("GUILD_MEMBER_UPDATE", "CHANNEL_UPDATE", "THREAD_LIST_SYNC")
    channel, threads = heard.few[1][1], heard.few[2][1]
    assert (channel["name"], channel["flags"]) == ("general", 0)
    assert threads["channel_ids"] == [channel["id"]]
    assert [thread["name"] for thread in threads["threads"]] == ["桌"]
    assert threads["members"][0]["user_id"] == server.world.application.bot.id
    assert await heard(lambda: operator.take_role("Mahjong", "dealer")) == both("GUILD_MEMBER_UPDATE")
    assert await heard(lambda: operator.set_owner("Mahjong")) == both(
        "GUILD_UPDATE", "CHANNEL_UPDATE", "THREAD_LIST_SYNC"
    )


# ---- guilds


async def test_a_guild_is_renamed_and_speaks_another_language(heard, operator):
    assert await heard(lambda: operator.rename_guild("新馆")) == both("GUILD_UPDATE")
    assert heard.few[0][1]["name"] == "新馆"
    assert await heard(lambda: operator.set_guild_locale("zh-CN")) == both("GUILD_UPDATE")
    assert heard.few[0][1]["preferred_locale"] == "zh-CN"


async def test_a_new_guild_and_the_end_of_one(heard, operator):
    made = []
    assert await heard(lambda: made.append(operator.create_guild("二馆", ["Ivan"]))) == both("GUILD_CREATE")
    assert "unavailable" not in heard.few[0][1]
    assert await heard(lambda: operator.rename_channel(next(iter(made[0].channels)), "hall")) == both("CHANNEL_UPDATE")
    assert await heard(lambda: operator.delete_guild(made[0])) == both("GUILD_DELETE")
    assert heard.few[0][1] == {"id": made[0].id}
    with pytest.raises(ValueError, match="owner"):
        operator.create_guild("empty", [])


async def test_a_guild_without_the_bot_tells_it_nothing(heard, operator):
    made = []
    assert await heard(lambda: made.append(operator.create_guild("二馆", ["Ivan"], with_bot=False))) == both()
    assert await heard(lambda: operator.create_channel("hall", made[0])) == both()
    assert await heard(lambda: operator.delete_guild(made[0])) == both()


async def test_the_bot_is_thrown_out_and_invited_again(heard, operator, server):
    guild = next(iter(server.world.guilds.values()))
    assert await heard(operator.remove_bot) == both("GUILD_DELETE")
    assert heard.few[0][1] == {"id": guild.id}
    assert await heard(lambda: operator.rename_channel("general", "hall")) == both()
    assert [role.name for role in guild.roles.values()] == ["@everyone"]
    assert await heard(lambda: operator.add_bot(permissions=Permissions.VIEW_CHANNEL)) == both("GUILD_CREATE")
    created = heard.few[0][1]
    assert "unavailable" not in created
    role = next(role for role in created["roles"] if role["name"] == "Mahjong")
    assert (role["permissions"], role["managed"], role["tags"]) == (
        "1024",
        True,
        {"bot_id": server.world.application.bot.id},
    )
    assert created["members"][0]["roles"] == [role["id"]]
    assert await heard(operator.add_bot) == both()


async def test_an_outage_begins_and_ends(heard, operator, server):
    assert await heard(operator.start_outage) == both("GUILD_DELETE")
    assert heard.few[0][1] == {"id": next(iter(server.world.guilds)), "unavailable": True}
    assert await heard(lambda: operator.rename_channel("general", "hall")) == both()
    assert await heard(operator.end_outage) == both("GUILD_CREATE")
    assert heard.few[0][1]["unavailable"] is False
    assert "hall" in [channel["name"] for channel in heard.few[0][1]["channels"]]


# ---- channels


async def test_channels_are_made_changed_and_deleted(heard, operator, server):
    assert await heard(lambda: operator.create_channel("hall", topic="tables")) == both("CHANNEL_CREATE")
    assert (heard.few[0][1]["name"], heard.few[0][1]["topic"]) == ("hall", "tables")
    assert await heard(lambda: operator.rename_channel("hall", "room")) == both("CHANNEL_UPDATE")
    assert heard.few[0][1]["name"] == "room"
    operator.create_thread("room", "桌", by="Ivan")
    await heard(lambda: None)
    assert await heard(lambda: operator.delete_channel("room")) == both("CHANNEL_DELETE")
    assert heard.few[0][1]["name"] == "room"
    assert "桌" not in [channel.name for channel in server.world.channels.values()]


async def test_a_category_lends_its_permissions_and_leaves_its_channels_behind(heard, operator, server):
    operator.create_category("tables")
    operator.set_permissions("tables", "Ivan", deny=Permissions.SEND_MESSAGES)
    operator.create_channel("one", category="tables")
    operator.create_channel("two", category="tables")
    operator.set_permissions("two", "Maya", deny=Permissions.SEND_MESSAGES)
    await heard(lambda: None)
    changed = await heard(lambda: operator.set_permissions("tables", "Ivan", deny=Permissions.ADD_REACTIONS))
    assert changed == both("CHANNEL_UPDATE", "CHANNEL_UPDATE")
    assert [data["name"] for _, data in heard.few] == ["tables", "one"]
    ivan = server.world.find_person("Ivan")
    assert server.world.permissions(ivan.id, server.world.find_channel("one")) & Permissions.SEND_MESSAGES
    assert not server.world.permissions(ivan.id, server.world.find_channel("two")) & Permissions.SEND_MESSAGES
    assert await heard(lambda: operator.delete_channel("tables")) == both(
        "CHANNEL_DELETE", "CHANNEL_UPDATE", "CHANNEL_UPDATE"
    )
    assert [data["parent_id"] for _, data in heard.few[1:]] == [None, None]


async def test_a_channel_that_the_bot_may_not_view_tells_next_to_nothing(heard, operator, server):
    operator.create_thread("general", "桌", by="Mahjong")
    channel = server.world.find_channel("general")
    channel.topic, channel.last_message_id = "secret", "1"
    await heard(lambda: None)
    assert await heard(lambda: deny(operator, Permissions.VIEW_CHANNEL)) == both("CHANNEL_UPDATE")
    hidden = heard.few[0][1]
    assert (hidden["id"], hidden["type"], hidden["position"]) == (channel.id, 0, channel.position)
    assert (hidden["name"], hidden["topic"], hidden["last_message_id"]) == ("___hidden___", None, None)
    assert hidden["flags"] & 1 << 17
    assert hidden["permission_overwrites"] == [
        {"id": channel.guild_id, "type": 0, "allow": "0", "deny": str(int(Permissions.VIEW_CHANNEL))}
    ]
    assert await heard(lambda: operator.rename_channel("general", "hall")) == both("CHANNEL_UPDATE")
    assert heard.few[0][1]["name"] == "___hidden___"
    shown = await heard(lambda: operator.reset_permissions("hall", "Mahjong"))
    assert shown == both("CHANNEL_UPDATE", "THREAD_LIST_SYNC")
    assert (heard.few[0][1]["name"], heard.few[0][1]["topic"]) == ("hall", "secret")


async def test_a_category_is_seen_with_anything_in_it(heard, operator):
    operator.create_category("tables")
    operator.set_permissions("tables", None, deny=Permissions.VIEW_CHANNEL)
    operator.create_channel("one", category="tables")
    await heard(lambda: None)
    opened = await heard(lambda: operator.set_permissions("one", "Mahjong", allow=Permissions.VIEW_CHANNEL))
    assert opened == both("CHANNEL_UPDATE", "CHANNEL_UPDATE", "THREAD_LIST_SYNC")
    assert [data["name"] for _, data in heard.few[:2]] == ["one", "tables"]


async def test_what_cannot_be_viewed_is_hidden_from_the_beginning_and_from_lists(connect, operator, server, api):
    deny(operator, Permissions.VIEW_CHANNEL)
    operator.create_thread("general", "桌", by="Ivan")
    wire = await connect()
    await wire.identify(GUILDS)
    created = (await wire.events())[0][1]
    assert [channel["name"] for channel in created["channels"]] == ["mahjong", "___hidden___", "麻将"]
    assert created["threads"] == []
    _, channels = await api("GET", f"/guilds/{created['id']}/channels")
    assert [channel["name"] for channel in channels] == ["mahjong", "麻将"]


# ---- messages


async def test_messages_are_told_where_the_bot_can_view(heard, operator, ivan):
    said = []
    assert await heard(lambda: said.append(ivan.say("general", "<@1> hello"))) == both("MESSAGE_CREATE")
    assert (heard.few[0][1]["content"], heard.all[0][1]["content"]) == ("", "<@1> hello")
    assert heard.few[0][1]["member"].keys() >= {"roles", "nick", "joined_at"}
    assert await heard(lambda: operator.delete_message(said[0].message)) == both("MESSAGE_DELETE")
    ivan.say("general", "one")
    ivan.say("general", "two")
    await heard(lambda: None)
    assert await heard(lambda: operator.delete_messages("general")) == both("MESSAGE_DELETE_BULK")
    assert len(heard.few[0][1]["ids"]) == 2
    assert await heard(lambda: operator.delete_messages("general")) == both()
    deny(operator, Permissions.VIEW_CHANNEL)
    await heard(lambda: None)
    assert await heard(lambda: ivan.say("general", "unheard")) == both()


async def test_who_is_mentioned_comes_as_a_member(heard, ivan, maya):
    await heard(lambda: ivan.say("general", maya.mention))
    assert heard.all[0][1]["mentions"][0]["member"]["roles"] == []


async def test_direct_messages_are_told_to_their_intent(heard, ivan):
    assert await heard(lambda: ivan.say(ivan.dm(), "psst")) == ([], ["MESSAGE_CREATE"])
    assert "guild_id" not in heard.all[0][1]


async def test_writing_is_told_to_its_intent(heard, server, ivan):
    channel = server.world.find_channel("general")
    assert await heard(lambda: server.people.type_in(ivan.user, channel)) == ([], ["TYPING_START"])
    assert heard.all[0][1]["member"]["user"]["id"] == ivan.id
    assert await heard(lambda: server.people.type_in(ivan.user, ivan.dm())) == ([], ["TYPING_START"])
    assert "member" not in heard.all[0][1]


async def test_pins_are_told_of(heard, server, ivan, api):
    said = ivan.say("general", "rules")
    await heard(lambda: None)
    path = f"/channels/{said.channel_id}/messages/pins/{said.id}"
    await api("PUT", path)
    assert await heard(lambda: None) == both("MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE")
    assert heard.few[1][1]["last_pin_timestamp"] is not None
    await api("DELETE", path)
    await heard(lambda: None)
    assert heard.few[1][1]["last_pin_timestamp"] is None


# ---- threads


async def test_a_thread_is_begun_changed_and_deleted(heard, operator):
    begun = await heard(lambda: operator.create_thread("general", "桌", by="Ivan"))
    assert begun == (["THREAD_CREATE"], ["THREAD_CREATE", "THREAD_MEMBERS_UPDATE"])
    assert heard.few[0][1]["newly_created"] is True
    assert heard.all[1][1]["added_members"][0]["member"]["user"]["username"] == "ivan"
    assert await heard(lambda: operator.rename_channel("桌", "桌一")) == both("THREAD_UPDATE")
    assert await heard(lambda: operator.set_thread("桌一", archived=True, locked=True)) == both("THREAD_UPDATE")
    assert heard.few[0][1]["thread_metadata"].items() >= {"archived": True, "locked": True}.items()
    assert await heard(lambda: operator.set_thread("桌一", archived=False)) == both("THREAD_UPDATE")
    assert await heard(lambda: operator.delete_channel("桌一")) == both("THREAD_DELETE")
    assert heard.few[0][1].keys() == {"id", "guild_id", "parent_id", "type"}


async def test_who_is_in_a_thread_is_told_to_the_members_intent(heard, operator, ivan, maya):
    operator.create_thread("general", "桌", by="Ivan")
    await heard(lambda: None)
    assert await heard(lambda: operator.add_to_thread("桌", "Maya")) == ([], ["THREAD_MEMBERS_UPDATE"])
    assert heard.all[0][1]["member_count"] == 2
    assert await heard(lambda: operator.add_to_thread("桌", "Maya")) == both()
    assert await heard(lambda: operator.remove_from_thread("桌", "Maya")) == ([], ["THREAD_MEMBERS_UPDATE"])
    assert heard.all[0][1]["removed_member_ids"] == [maya.id]
    assert await heard(lambda: maya.say("桌", "let me in")) == (
        ["MESSAGE_CREATE"],
        ["THREAD_MEMBERS_UPDATE", "MESSAGE_CREATE"],
    )
    assert await heard(lambda: operator.remove_from_thread("桌", "小雪")) == both()


async def test_a_thread_opens_for_a_message_and_tells_the_bot_that_it_is_in_it(heard, operator, ivan):
    operator.create_thread("general", "桌", by="Mahjong")
    operator.add_to_thread("桌", "Ivan")
    operator.set_thread("桌", archived=True)
    await heard(lambda: None)
    said = await heard(lambda: ivan.say("桌", "again"))
    assert said == both("THREAD_UPDATE", "THREAD_MEMBER_UPDATE", "MESSAGE_CREATE")
    assert heard.few[0][1]["thread_metadata"]["archived"] is False


async def test_a_private_thread_is_told_of_to_who_is_in_it(heard, operator, ivan):
    deny(operator, Permissions.MANAGE_THREADS)
    await heard(lambda: None)
    assert await heard(lambda: operator.create_thread("general", "密", by="Ivan", is_private=True)) == both()
    assert await heard(lambda: ivan.say("密", "hush")) == both()
    assert await heard(lambda: operator.rename_channel("密", "秘")) == both()
    added = await heard(lambda: operator.add_to_thread("秘", "Mahjong"))
    assert added == both("THREAD_CREATE", "THREAD_MEMBERS_UPDATE")
    assert "newly_created" not in heard.few[0][1]
    assert "member" in heard.few[0][1]
    assert await heard(lambda: ivan.say("秘", "hush")) == both("MESSAGE_CREATE")
    assert await heard(lambda: operator.remove_from_thread("秘", "Mahjong")) == both("THREAD_MEMBERS_UPDATE")
    assert await heard(lambda: operator.delete_channel("秘")) == both()


async def test_who_leaves_the_guild_is_in_no_thread_of_it(heard, operator, server):
    thread = operator.create_thread("general", "桌", by="Ivan")
    operator.remove_member("Ivan")
    assert list(thread.thread.members) == []


# ---- what people are told


@pytest.mark.parametrize(
    "act",
    [
        lambda operator: operator.create_channel("hall"),
        lambda operator: operator.rename_channel("general", "hall"),
        lambda operator: operator.delete_channel("general"),
        lambda operator: operator.set_permissions("general", "Ivan", deny=Permissions.VIEW_CHANNEL),
        lambda operator: operator.create_thread("general", "桌", by="Maya"),
        lambda operator: operator.create_role("dealer"),
        lambda operator: operator.set_nick("Ivan", "Ваня"),
        lambda operator: operator.time_out("Ivan", 60),
        lambda operator: operator.rename_guild("新馆"),
        lambda operator: operator.start_outage(),
        lambda operator: operator.remove_bot(),
        lambda operator: operator.remove_member("Maya"),
        lambda operator: operator.create_guild("二馆", ["Ivan"]),
    ],
)
def test_the_pages_of_people_hear_that_places_have_changed(server, ivan, act):
    before = len(server.world.emitted(ivan.user))
    act(server.operator)
    assert "channels" in [emission.kind for emission in server.world.emitted(ivan.user)[before:]]


def test_who_leaves_hears_of_it_too(server, ivan):
    before = len(server.world.emitted(ivan.user))
    server.operator.ban("Ivan")
    assert "channels" in [emission.kind for emission in server.world.emitted(ivan.user)[before:]]
