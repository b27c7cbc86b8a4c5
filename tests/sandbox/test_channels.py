"""Channels, history, threads and pins over the HTTP API, and what happens to them from outside."""

import asyncio

import pytest

from sandbox import ClientError
from sandbox.intents import GUILD_MEMBERS
from sandbox.model import Permissions

NOTHING = Permissions(0)


@pytest.fixture
def channel(server):
    return server.world.find_channel("general")


@pytest.fixture
def path(channel):
    return f"/channels/{channel.id}"


async def contents(api, path, **query):
    status, body = await api("GET", f"{path}/messages", params=query)
    assert status == 200, body
    return [message["content"] for message in body]


@pytest.mark.wrong_on_purpose
async def test_history_comes_newest_first_and_by_place(api, path, ivan):
    ids = [ivan.say("general", str(at)).id for at in range(6)]
    assert await contents(api, path, limit="2") == ["5", "4"]
    assert await contents(api, path, before=ids[2]) == ["1", "0"]
    assert await contents(api, path, before=ids[3], limit="1") == ["2"]
    assert await contents(api, path, after=ids[2], limit="2") == ["4", "3"]
    assert await contents(api, path, around=ids[3], limit="3") == ["4", "3", "2"]
    assert (await api("GET", f"{path}/messages", params={"limit": "101"}))[0] == 400
    assert (await api("GET", f"{path}/messages", params={"limit": "many"}))[0] == 400


@pytest.mark.wrong_on_purpose
async def test_a_reply_names_what_it_replies_to(api, path, ivan):
    said = ivan.say("general", "question")
    form = {"content": "answer", "message_reference": {"message_id": said.id}}
    _, sent = await api("POST", f"{path}/messages", json=form)
    assert (sent["type"], sent["referenced_message"]["content"]) == (19, "question")
    form["message_reference"] = {"message_id": "1"}
    status, body = await api("POST", f"{path}/messages", json=form)
    assert (status, body["code"]) == (400, 50035)
    form["message_reference"]["fail_if_not_exists"] = False
    assert (await api("POST", f"{path}/messages", json=form))[1]["type"] == 0


@pytest.mark.wrong_on_purpose
async def test_messages_are_deleted_together(api, server, path, ivan):
    ids = [ivan.say("general", str(at)).id for at in range(3)]
    assert (await api("POST", f"{path}/messages/bulk-delete", json={"messages": ids[:1]}))[0] == 400
    server.clock.advance(1)  # Discord takes one a second
    assert (await api("POST", f"{path}/messages/bulk-delete", json={"messages": ids[:2]}))[0] == 204
    assert await contents(api, path) == ["2"]


async def test_pins_are_set_listed_and_taken_off(api, path, ivan):
    said = ivan.say("general", "rules")
    for route in ("messages/pins", "pins"):
        assert (await api("PUT", f"{path}/{route}/{said.id}"))[0] == 204
        listed = (await api("GET", f"{path}/{route}"))[1]
        pinned = [item["message"] for item in listed["items"]] if isinstance(listed, dict) else listed
        assert [message["content"] for message in pinned] == ["rules"]
        assert (await api("DELETE", f"{path}/{route}/{said.id}"))[0] == 204
    assert (await api("GET", f"{path}/messages/pins"))[1]["items"] == []


async def test_typing_is_allowed_where_writing_is(api, path, server):
    assert (await api("POST", f"{path}/typing"))[0] == 204
    server.operator.set_permissions("general", "Mahjong", NOTHING, Permissions.SEND_MESSAGES)
    assert (await api("POST", f"{path}/typing"))[1]["code"] == 50013


@pytest.mark.parametrize(
    ("denied", "request_"),
    [
        (Permissions.READ_MESSAGE_HISTORY, ("GET", "/messages", None)),
        (Permissions.CREATE_PUBLIC_THREADS, ("POST", "/threads", {"name": "x", "type": 11})),
        (Permissions.CREATE_PRIVATE_THREADS, ("POST", "/threads", {"name": "x"})),
        (Permissions.MANAGE_CHANNELS, ("PATCH", "", {"name": "x"})),
        (Permissions.MANAGE_CHANNELS, ("DELETE", "", None)),
    ],
)
async def test_what_is_not_permitted_is_refused(api, path, server, denied, request_):
    method, route, form = request_
    server.operator.set_permissions("general", "Mahjong", NOTHING, denied)
    status, body = await api(method, path + route, json=form)
    assert (status, body["code"]) == (403, 50013)


@pytest.mark.wrong_on_purpose
async def test_an_admins_bot_changes_and_deletes_channels(api, path, server, channel):
    server.operator.set_permissions("general", "Mahjong", Permissions.MANAGE_CHANNELS, NOTHING)
    form = {"name": "hall", "topic": "tables", "rate_limit_per_user": 5}
    _, changed = await api("PATCH", path, json=form)
    assert {key: changed[key] for key in form} == form
    assert (await api("PATCH", path, json={"name": "x" * 101}))[0] == 400
    assert (await api("DELETE", path))[0] == 200
    assert (await api("GET", path))[1]["code"] == 10003


async def test_a_private_thread_is_seen_by_those_in_it(api, path, server, ivan, maya):
    status, thread = await api("POST", f"{path}/threads", json={"name": "桌", "type": 12, "auto_archive_duration": 60})
    assert (status, thread["type"], thread["thread_metadata"]["auto_archive_duration"]) == (201, 12, 60)
    inside = f"/channels/{thread['id']}"
    assert (await api("PUT", f"{inside}/thread-members/{ivan.id}"))[0] == 204
    assert (await api("PUT", f"{inside}/thread-members/1"))[1]["code"] == 10007
    assert (await api("GET", f"{inside}/thread-members"))[1]["code"] == 50001
    server.world.application.granted_intents = GUILD_MEMBERS
    assert [member["user_id"] for member in (await api("GET", f"{inside}/thread-members"))[1]][1:] == [ivan.id]
    _, member = await api("GET", f"{inside}/thread-members/{ivan.id}", params={"with_member": "true"})
    assert member["member"]["user"]["username"] == "ivan"
    assert (await api("GET", f"{inside}/thread-members/{maya.id}"))[1]["code"] == 10007
    await api("POST", f"{inside}/messages", json={"content": "hush"})
    assert [message.content for message in ivan.messages("桌")] == ["hush"]
    with pytest.raises(ClientError, match="cannot see"):
        maya.say("桌", "me too")
    assert maya.messages("桌") == []
    assert (await api("DELETE", f"{inside}/thread-members/{ivan.id}"))[0] == 204
    assert ivan.messages("桌") == []
    assert (await api("DELETE", f"{inside}/thread-members/@me"))[0] == 204
    assert (await api("PUT", f"{inside}/thread-members/@me"))[0] == 204
    server.operator.set_permissions("general", "Mahjong", deny=Permissions.MANAGE_THREADS)
    assert (await api("DELETE", f"{inside}/thread-members/@me"))[0] == 204
    assert (await api("PUT", f"{inside}/thread-members/@me"))[1]["code"] == 50001


@pytest.mark.wrong_on_purpose
async def test_threads_are_refused_what_does_not_fit(api, path, server, ivan):
    for form in ({}, {"name": ""}, {"name": "x", "auto_archive_duration": 5}, {"name": "x", "type": 0}):
        status, body = await api("POST", f"{path}/threads", json=form)
        assert (status, body["code"]) == (400, 50035)
    said = ivan.say("general", "start")
    start = f"{path}/messages/{said.id}/threads"
    assert (await api("POST", start, json={"name": "x"}))[0] == 201
    assert (await api("POST", start, json={"name": "x"}))[1]["code"] == 160004
    assert (await api("POST", f"/channels/{said.id}/threads", json={"name": "x"}))[1]["code"] == 50024
    assert (await api("PUT", f"{path}/thread-members/@me"))[1]["code"] == 50024


async def test_an_archived_thread_opens_for_a_message_but_not_for_an_edit(api, path, server):
    _, thread = await api("POST", f"{path}/threads", json={"name": "桌", "type": 11})
    inside = f"/channels/{thread['id']}"
    _, sent = await api("POST", f"{inside}/messages", json={"content": "x"})
    server.operator.set_thread("桌", archived=True)
    assert (await api("PATCH", f"{inside}/messages/{sent['id']}", json={"content": "y"}))[1]["code"] == 50083
    assert (await api("PUT", f"{inside}/thread-members/@me"))[1]["code"] == 50083
    assert (await api("PATCH", inside, json={"name": "x"}))[1]["code"] == 50083
    assert (await api("DELETE", f"{inside}/messages/{sent['id']}"))[0] == 204
    assert (await api("POST", f"{inside}/messages", json={"content": "y"}))[0] == 200
    assert (await api("GET", inside))[1]["thread_metadata"]["archived"] is False
    with pytest.raises(ValueError, match="no thread"):
        server.operator.set_thread("general", archived=True)


async def test_a_locked_thread_is_for_those_who_manage_threads(api, path, server, ivan):
    _, thread = await api("POST", f"{path}/threads", json={"name": "桌", "type": 11})
    inside = f"/channels/{thread['id']}"
    _, sent = await api("POST", f"{inside}/messages", json={"content": "x"})
    server.operator.set_thread("桌", archived=True, locked=True)
    with pytest.raises(ClientError, match="Thread is locked"):
        ivan.say("桌", "x")
    assert (await api("POST", f"{inside}/messages", json={"content": "y"}))[0] == 200
    assert (await api("GET", inside))[1]["thread_metadata"] | {"archived": False, "locked": True} == (
        await api("GET", inside)
    )[1]["thread_metadata"]
    server.operator.set_permissions("general", "Mahjong", deny=Permissions.MANAGE_THREADS)
    assert (await api("POST", f"{inside}/messages", json={"content": "z"}))[1]["code"] == 160005
    assert (await api("PATCH", f"{inside}/messages/{sent['id']}", json={"content": "z"}))[1]["code"] == 160005
    assert (await api("PATCH", inside, json={"locked": False}))[1]["code"] == 50013
    assert (await api("DELETE", f"{inside}/messages/{sent['id']}"))[0] == 204
    server.operator.set_thread("桌", archived=True, locked=True)
    last = (await api("GET", f"{inside}/messages"))[1][0]["id"]
    assert (await api("DELETE", f"{inside}/messages/{last}"))[1]["code"] == 160005


async def test_a_threads_owner_may_change_it_and_a_member_may_open_it(api, path, server, ivan):
    server.operator.set_permissions("general", "Mahjong", deny=Permissions.MANAGE_THREADS)
    _, own = await api("POST", f"{path}/threads", json={"name": "own", "type": 11})
    form = {"name": "mine", "auto_archive_duration": 60}
    _, changed = await api("PATCH", f"/channels/{own['id']}", json=form)
    assert (changed["name"], changed["thread_metadata"]["auto_archive_duration"]) == ("mine", 60)
    assert (await api("PATCH", f"/channels/{own['id']}", json={"rate_limit_per_user": 5}))[1]["code"] == 50013
    foreign = server.operator.create_thread("general", "theirs", by="Ivan")
    inside = f"/channels/{foreign.id}"
    assert (await api("PATCH", inside, json={"name": "mine"}))[1]["code"] == 50013
    server.operator.set_thread(foreign, archived=True)
    assert (await api("PATCH", inside, json={"archived": False}))[1]["code"] == 50013
    server.operator.set_thread(foreign, archived=False)
    server.operator.add_to_thread(foreign, "Mahjong")
    server.operator.set_thread(foreign, archived=True)
    assert (await api("PATCH", inside, json={"archived": False}))[1]["thread_metadata"]["archived"] is False


async def test_a_thread_is_archived_when_nobody_has_written_for_long(api, path, server, ivan):
    _, thread = await api("POST", f"{path}/threads", json={"name": "桌", "type": 11, "auto_archive_duration": 60})
    state = server.world.channels[thread["id"]].thread
    server.clock.advance(59 * 60)
    ivan.say("桌", "still here")
    server.clock.advance(59 * 60)
    assert not state.is_archived
    server.clock.advance(60)
    assert state.is_archived
    ivan.say("桌", "again")
    assert not state.is_archived
    server.operator.delete_channel("桌")
    server.clock.advance(3600)


async def test_a_command_in_a_locked_and_archived_thread_cannot_be_answered(bot, server, ivan):
    server.operator.create_thread("general", "桌", by="Ivan")
    server.operator.set_thread("桌", archived=True)
    assert (await ivan.slash("choose", channel="桌")).content == "choose"
    assert not server.world.find_channel("桌").thread.is_archived
    server.operator.set_thread("桌", archived=True, locked=True)
    waiting = asyncio.create_task(ivan.slash("choose", channel="桌", may_fail=True))
    await bot.until(lambda: bot.errors)
    assert bot.errors[0].original.code == 50083
    server.clock.advance(3)
    assert await waiting is None


async def test_direct_messages_reach_one_person_unless_they_take_none(api, server, ivan):
    _, opened = await api("POST", "/users/@me/channels", json={"recipient_id": ivan.id})
    assert (await api("POST", "/users/@me/channels", json={"recipient_id": ivan.id}))[1]["id"] == opened["id"]
    assert (await api("POST", "/users/@me/channels", json={"recipient_id": "1"}))[1]["code"] == 50033
    inside = f"/channels/{opened['id']}/messages"
    assert (await api("POST", inside, json={"content": "psst"}))[0] == 200
    assert [message.content for message in ivan.messages(opened["id"])] == ["psst"]
    assert server.person("Maya").messages(opened["id"]) == []
    ivan.user.accepts_messages = False
    assert (await api("POST", inside, json={"content": "psst"}))[1]["code"] == 50007


async def test_guilds_members_and_users_are_looked_up(api, server, ivan):
    guild_id = next(iter(server.world.guilds))
    assert (await api("GET", f"/guilds/{guild_id}"))[1]["name"] == "哈尔滨麻将馆"
    assert [each["name"] for each in (await api("GET", "/users/@me/guilds"))[1]] == ["哈尔滨麻将馆"]
    assert len((await api("GET", f"/guilds/{guild_id}/channels"))[1]) == 3
    assert (await api("GET", f"/guilds/{guild_id}/members/{ivan.id}"))[1]["user"]["global_name"] == "Ivan"
    assert (await api("GET", f"/users/{ivan.id}"))[1]["username"] == "ivan"
    assert (await api("GET", "/users/1"))[1]["code"] == 10013
    assert (await api("GET", "/guilds/1"))[1]["code"] == 10004
    server.operator.remove_member("Ivan")
    assert (await api("GET", f"/guilds/{guild_id}/members/{ivan.id}"))[1]["code"] == 10007
    with pytest.raises(ClientError, match="cannot see"):
        ivan.say("general", "x")
    server.operator.add_member("Ivan")
    assert ivan.say("general", "back").content == "back"
    server.operator.remove_bot()
    assert (await api("GET", f"/guilds/{guild_id}"))[1]["code"] == 50001
    assert (await api("GET", "/gateway"))[1]["url"].startswith("ws://127.0.0.1:")
