"""The page's WebSocket: what a person's page is told, what it can do, and who may not talk to it at all."""

import asyncio

import aiohttp
import pytest


@pytest.fixture
def channel_id(server):
    return server.world.find_channel("general").id


def command_id(server, name):
    return next(each["id"] for each in server.world.application.commands.values() if each["name"] == name)


async def test_hello_tells_who_where_and_what(bot, server, open_page):
    hello = (await open_page("小雪")).hello
    assert (hello["me"]["global_name"], hello["me"]["locale"]) == ("小雪", "zh-CN")
    assert [person["global_name"] for person in hello["people"]] == ["小雪", "Ivan", "老王", "Maya"]
    assert [channel["name"] for channel in hello["guilds"][0]["channels"]] == ["mahjong", "general", "麻将"]
    mahjong = next(command for command in hello["commands"] if command["name"] == "mahjong")
    assert mahjong["name_localizations"] == {"zh-CN": "麻将"}
    assert hello["online"] is True
    assert hello["bot"]["username"] == "Mahjong"


async def test_the_page_hears_when_the_bot_comes_and_goes(server, open_page):
    from tests.sandbox.bare_bot import BareBot, run_bot

    page = await open_page("Ivan")
    assert page.hello["online"] is False
    async with run_bot(server, BareBot()):
        assert (await page.next("commands"))["commands"]
        assert (await page.next("bot"))["online"] is True
    assert (await page.next("bot"))["online"] is False


async def test_a_slash_command_by_page(bot, server, open_page, channel_id):
    page = await open_page("Ivan")
    options = [{"name": "table", "type": 1, "options": [{"name": "rules", "type": 3, "value": "harbin"}]}]
    identity = {"command_id": command_id(server, "mahjong"), "name": "mahjong"}
    await page.ask("slash", nonce="1", channel_id=channel_id, options=options, **identity)
    message = (await page.next("message_create"))["message"]
    assert message["content"] == "harbin for 1"
    assert message["channel_id"] == channel_id
    assert (await page.next("result", nonce="1"))["ok"] is True
    custom_id = message["components"][0]["components"][0]["custom_id"]
    await page.ask(
        "component",
        nonce="2",
        channel_id=channel_id,
        message_id=message["id"],
        custom_id=custom_id,
        component_type=2,
    )
    assert (await page.next("message_update"))["message"]["content"] == "counted 1"
    assert (await page.next("result", nonce="2"))["ok"] is True


async def test_another_persons_ephemeral_message_never_arrives(bot, server, ivan, open_page):
    ivans, mayas = await open_page("Ivan"), await open_page("Maya")
    hand = await ivan.slash("mahjong hand", channel="general")
    ivan.say("general", "done")
    assert (await ivans.next("message_create"))["message"]["flags"] & 64
    assert (await mayas.next("message_create"))["message"]["content"] == "done"
    await mayas.ask("history", channel_id=hand.channel_id)
    assert [each["content"] for each in (await mayas.next("history"))["messages"]] == ["done"]
    await ivans.ask("history", channel_id=hand.channel_id)
    assert (await ivans.next("history"))["messages"][0]["id"] == hand.id
    await mayas.ask("component", nonce="1", channel_id=hand.channel_id, message_id=hand.id, custom_id="discard")
    assert (await mayas.next("result", nonce="1"))["ok"] is False
    await ivans.ask("dismiss", message_id=hand.id)
    assert (await ivans.next("message_delete"))["id"] == hand.id
    assert hand.id not in str(mayas.frames)


async def test_a_form_by_page(bot, server, open_page, channel_id):
    page = await open_page("Ivan")
    await page.ask("slash", nonce="1", channel_id=channel_id, command_id=command_id(server, "words"), name="words")
    modal = await page.next("modal", nonce="1")
    assert modal["title"] == "Your words"
    row, label = modal["components"]
    filled = [
        {"type": 1, "components": [{"type": 4, "custom_id": row["components"][0]["custom_id"], "value": "雪"}]},
        {"type": 18, "component": {"type": 3, "custom_id": label["component"]["custom_id"], "values": ["Harbin"]}},
    ]
    form = {"interaction_id": modal["interaction_id"], "custom_id": modal["custom_id"], "components": filled}
    await page.ask("modal_submit", nonce="2", **form)
    assert (await page.next("message_create"))["message"]["content"] == "雪 in Harbin"


async def test_choices_by_page(bot, server, open_page, channel_id):
    page = await open_page("Ivan")
    focused = {"name": "rules", "type": 3, "value": "m", "focused": True}
    options = [{"name": "table", "type": 1, "options": [focused]}]
    identity = {"command_id": command_id(server, "mahjong"), "name": "mahjong"}
    await page.ask("autocomplete", nonce="1", channel_id=channel_id, options=options, **identity)
    assert [each["value"] for each in (await page.next("choices", nonce="1"))["choices"]] == ["mudanjiang"]


async def test_a_select_by_page(bot, ivan, open_page, channel_id):
    page = await open_page("Maya")
    reply = await ivan.slash("choose", channel="general")
    about = {"channel_id": channel_id, "message_id": reply.id, "custom_id": "rules", "component_type": 3}
    await page.ask("component", nonce="1", values=["harbin"], **about)
    assert (await page.next("message_update"))["message"]["content"] == "chose harbin"


async def test_chat_by_page(bot, ivan, open_page, channel_id):
    page = await open_page("Maya")
    await page.ask("chat", nonce="1", channel_id=channel_id, content="hello")
    assert (await page.next("result", nonce="1"))["ok"] is True
    said = ivan.messages("general")[0]
    assert (said.content, said["author"]["global_name"]) == ("hello", "Maya")
    await page.ask("chat", nonce="2", channel_id=channel_id, content="")
    assert "empty" in (await page.next("result", nonce="2"))["error"]


async def test_an_answer_that_does_not_come_is_told(bot, server, open_page, channel_id):
    page = await open_page("Ivan")
    await page.ask("slash", nonce="1", channel_id=channel_id, command_id=command_id(server, "silent"), name="silent")
    await bot.heard("silent")
    server.clock.advance(3.1)
    assert (await page.next("result", nonce="1"))["error"] == "The application did not respond"


async def test_new_threads_and_emojis_are_told(bot, server, open_page):
    from tests.sandbox.bare_bot import make_png

    page = await open_page("Ivan")
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    await (await channel.send("x")).create_thread(name="桌")
    channels = (await page.next("guilds"))["guilds"][0]["channels"]
    assert [(each["name"], each["parent_id"]) for each in channels][-1] == ("桌", str(channel.id))
    await bot.create_application_emoji(name="tile_7z", image=make_png())
    assert [each["name"] for each in (await page.next("emojis"))["emojis"]] == ["tile_7z"]


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", '{"t": "fly"}', '{"t": "chat"}', '{"t": "slash", "nonce": 5}', "[" * 10_000),
        '{"t": "chat", "content": "half a pair: \\ud800"}',
        '{"t": "operate", "act": "advance", "seconds": NaN}',
        '{"t": "operate", "act": "advance", "seconds": 1e15}',
    ],
)
async def test_nonsense_is_answered_and_does_no_harm(bot, open_page, channel_id, text):
    page = await open_page("Ivan")
    await page.socket.send_str(text)
    assert (await page.next("result"))["ok"] is False
    await page.ask("chat", nonce="after", channel_id=channel_id, content="still here")
    assert (await page.next("result", nonce="after"))["ok"] is True


@pytest.mark.parametrize("path", ["/", "/page/people", "/page/ws?person=1", "/cdn/x", "/api/v10/gateway", "/gateway/"])
@pytest.mark.parametrize("headers", [{"Origin": "https://example.com"}, {"Origin": "null"}, {"Host": "example.com"}])
async def test_other_sites_are_refused_everywhere(server, path, headers):
    async with aiohttp.ClientSession() as session, session.get(server.url + path, headers=headers) as response:
        assert response.status == 403


async def test_a_foreign_page_cannot_open_a_socket(server, ivan):
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/page/ws?person={ivan.id}"
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(url, origin="http://evil.example")
        assert refused.value.status == 403
        for name in ("127.0.0.1", "localhost"):
            socket = await session.ws_connect(url, origin=f"http://{name}:{server.port}")
            await socket.close()


async def test_people_have_pictures(server):
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{server.url}/page/people") as response:
            people = await response.json()
        assert [person["global_name"] for person in people] == ["小雪", "Ivan", "老王", "Maya"]
        for person in people:
            async with session.get(server.url + person["avatar_url"]) as response:
                assert (response.status, response.content_type) == (200, "image/png")


async def test_a_file_is_not_given_without_the_secret_part_of_its_address(bot, server, ivan):
    hand = await ivan.slash("mahjong hand", channel="general")
    url = hand["attachments"][0]["url"]
    async with aiohttp.ClientSession() as session:
        for address, status in ((url, 200), (url.split("?")[0], 404), (url[:-1] + "?", 404)):
            async with session.get(address) as response:
                assert response.status == status


async def test_nobody_else_can_open_a_page(server):
    async with aiohttp.ClientSession() as session:
        for person in ("", "1", server.world.application.bot.id):
            async with session.get(f"{server.url}/page/ws?person={person}") as response:
                assert response.status == 404


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js"])
async def test_only_files_of_the_page_are_served(server, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
    status = await reader.readline()
    writer.close()
    assert b"404" in status


async def test_hello_tells_of_roles_members_threads_direct_messages_and_what_one_may_do(bot, server, open_page):
    from sandbox.model import Channel, ChannelType, Permissions, Role

    world = server.world
    maya = world.find_person("Maya")
    guild = next(iter(world.guilds.values()))
    guild.roles["77"] = Role("77", "Dealer", Permissions(0), 5, 0xE67E22)
    guild.members[maya.id].roles.append("77")
    tables = world.add_channel(guild, "Tables", kind=ChannelType.CATEGORY)
    world.add_channel(guild, "table-1").parent_id = tables.id
    world.channels["1"] = Channel("1", "", ChannelType.DM, recipients=[maya])
    message = await bot.get_channel(int(world.find_channel("general").id)).send("x")
    thread = await message.create_thread(name="桌")
    server.operator.set_thread("桌", archived=True, locked=True)
    server.operator.set_permissions("general", "Maya", Permissions(0), Permissions.SEND_MESSAGES)
    hello = (await open_page("Maya")).hello
    shown = hello["guilds"][0]
    assert shown["roles"][0] == {"id": "77", "name": "Dealer", "color": 0xE67E22}
    assert next(each for each in shown["members"] if each["id"] == maya.id)["roles"] == ["77"]
    assert shown["has_bot"] is True
    channels = {each["name"]: each for each in shown["channels"]}
    assert (channels["桌"]["id"], channels["桌"]["archived"], channels["桌"]["locked"]) == (str(thread.id), True, True)
    assert channels["table-1"]["parent_id"] == channels["Tables"]["id"]
    assert not int(channels["general"]["permissions"]) & Permissions.SEND_MESSAGES
    assert int(channels["mahjong"]["permissions"]) & Permissions.SEND_MESSAGES
    assert [(each["name"], each["type"]) for each in hello["dms"]] == [("Mahjong", 1)]
    assert (await open_page("Ivan")).hello["dms"] == []
    assert hello["now"] == server.clock.now()


async def test_a_server_in_an_outage_shows_no_channels(bot, server, open_page):
    server.operator.start_outage()
    (guild,) = (await open_page("Maya")).hello["guilds"]
    assert (guild["unavailable"], guild["channels"]) == (True, [])


async def test_an_uploaded_file_is_an_option_of_its_owner_alone(bot, server, open_page, channel_id):
    option = {"type": 11, "name": "file", "description": "A file", "required": True}
    server.world.application.commands["9"] = {"id": "9", "type": 1, "name": "send", "options": [option]}
    ivan = server.world.find_person("Ivan")
    async with aiohttp.ClientSession() as session:
        address = f"{server.url}/page/upload?person={ivan.id}&name=rules%20x.txt"
        async with session.post(address, data=b"one two") as answer:
            attachment = await answer.json()
        assert (attachment["filename"], attachment["size"]) == ("rules_x.txt", 7)
        async with session.get(attachment["url"]) as answer:
            assert await answer.read() == b"one two"
        for query, body, status in ((f"person={ivan.id}", b"", 400), ("person=1", b"x", 404)):
            async with session.post(f"{server.url}/page/upload?{query}", data=body) as answer:
                assert answer.status == status
    about = {"channel_id": channel_id, "command_id": "9", "name": "send"}
    options = [{"name": "file", "type": 11, "value": attachment["id"]}]
    mayas = await open_page("Maya")
    await mayas.ask("slash", nonce="1", options=options, **about)
    assert (await mayas.next("result", nonce="1"))["ok"] is False
    ivans = await open_page("Ivan")
    await ivans.ask("slash", nonce="2", options=options, **about)
    await bot.saw("interaction")
    data = bot.seen[-1][1].data
    assert data["options"] == options
    assert data["resolved"]["attachments"][attachment["id"]]["filename"] == "rules_x.txt"


async def test_a_direct_message_opens_a_channel_for_its_reader_alone(bot, server, open_page):
    maya, ivan = await open_page("Maya"), await open_page("Ivan")
    user = await bot.fetch_user(int(server.world.find_person("Maya").id))
    sent = await user.send("psst")
    (direct,) = (await maya.next("guilds"))["dms"]
    message = (await maya.next("message_create"))["message"]
    assert (message["content"], message["channel_id"]) == ("psst", direct["id"])
    assert direct["id"] == str(sent.channel.id)
    await maya.ask("chat", nonce="1", channel_id=direct["id"], content="yes?")
    assert (await maya.next("result", nonce="1"))["ok"] is True
    await ivan.ask("history", channel_id=direct["id"])
    assert "cannot see" in (await ivan.next("result"))["error"]
    assert "psst" not in str(ivan.frames)


async def test_who_writes_is_told_to_the_others_and_to_the_bot(bot, server, open_page, channel_id):
    maya, ivan = await open_page("Maya"), await open_page("Ivan")
    await maya.ask("typing", channel_id=channel_id)
    assert await ivan.next("typing") == {
        "t": "typing",
        "channel_id": channel_id,
        "user_id": server.world.find_person("Maya").id,
    }
    await bot.get_channel(int(channel_id)).typing()
    assert (await maya.next("typing"))["user_id"] == str(bot.user.id)
