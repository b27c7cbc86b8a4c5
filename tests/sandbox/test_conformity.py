"""Whatever passes between a real bot and the local Discord is held against Discord's published specification."""

import io
import json
from collections import Counter

import aiohttp
import discord
import pytest

from sandbox import LocalDiscord, ManualClock, World
from tests import conformity as tests_conformity
from tests.conformity import Conformity, watch
from tests.event_shapes import objects_of
from tests.sandbox.bare_bot import BareBot, make_png, run_bot

GENERAL = World.default().find_channel("general").id
APPLICATION = World.default().application.id
MESSAGES = f"/channels/{GENERAL}/messages"
COMMANDS = f"/applications/{APPLICATION}/commands"
WEBHOOK = f"/webhooks/{APPLICATION}/token"


@pytest.fixture
async def judged(specification):
    """Ask a local Discord with a judge of its own: gives status, body, and what the judge has found."""
    judge = Conformity(specification)
    async with (
        LocalDiscord(World.default(), clock=ManualClock(), validator=judge) as server,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session,
    ):

        async def ask(method, path, **kwargs):
            async with session.request(method, f"{server.url}/api/v10{path}", **kwargs) as response:
                return response.status, await response.json(), judge.faults

        ask.server, ask.world, ask.judge = server, server.world, judge
        yield ask


async def use_everything(bot, server, ivan):
    """Let the bot make each kind of request at least once."""
    await ivan.slash("mahjong hand", channel="mahjong")
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    await ivan.click(table, "Count 0")
    await ivan.submit(await ivan.slash("words", channel="general"), {"Words": "雪", "City": ["Harbin"]})
    await ivan.select(await ivan.slash("choose", channel="general"), "rules", ["harbin"])
    await ivan.autocomplete("mahjong table", "rules", "h", channel="general")
    await ivan.slash("think", channel="general")
    await ivan.wait_message("general", lambda message: message.content == "more")
    await bot.kept["think"].edit_original_response(content="again")
    await bot.kept["think"].original_response()
    await bot.kept["more"].edit(content="less")
    await bot.kept["more"].delete()
    await bot.kept["think"].delete_original_response()
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    sent = await channel.send("hello", file=discord.File(io.BytesIO(make_png()), "a.png"))
    await sent.edit(
        content=ivan.mention, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(ivan.id))])
    )
    await sent.reply("a reply", embed=discord.Embed(title="t", description="d").set_footer(text="f"))
    await sent.pin()
    assert [message.id async for message in channel.pins()] == [sent.id]
    await sent.unpin()
    await channel.typing()
    thread = await sent.create_thread(name="桌")
    await thread.edit(archived=True)
    await (await channel.create_thread(name="own", type=discord.ChannelType.public_thread)).join()
    emoji = await bot.create_application_emoji(name="tile_7z", image=make_png())
    await emoji.edit(name="tile_1z")
    await bot.fetch_application_emojis()
    await emoji.delete()
    await bot.tree.fetch_commands()
    await bot.fetch_user(int(ivan.id))
    await bot.guilds[0].fetch_member(int(ivan.id))
    await (await bot.fetch_user(int(ivan.id))).send("in private")
    await sent.delete()


async def test_what_a_bot_does_fits_the_specification(bot, server, ivan):
    await use_everything(bot, server, ivan)
    assert {request.status for request in server.requests} <= {200, 201, 204}


async def test_an_event_that_does_not_fit_is_reported_with_what_was_told(judged):
    channel = judged.world.find_channel("general")
    async with run_bot(judged.server, BareBot()):
        judged.world.tell_bot("CHANNEL_UPDATE", {"id": channel.id}, intents=1, guild_id=channel.guild_id)
        judged.world.tell_bot(
            "GUILD_DELETE", {"id": channel.guild_id, "why": "x"}, intents=1, guild_id=channel.guild_id
        )
        judged.world.tell_bot("TABLE_CREATE", {}, intents=0, guild_id=channel.guild_id)
        first, second, third = judged.judge.faults
    assert "CHANNEL_UPDATE" in first
    assert "name: BASE_TYPE_REQUIRED" in first
    assert "why is not known" in second
    assert "there is no such event" in third


async def test_what_the_gateway_tells_is_looked_at(bot, server, ivan):
    seen = Counter()
    server.gateway.watchers.append(
        lambda name, data: seen.update([name, *(each for each, _ in objects_of(name, data))])
    )
    await use_everything(bot, server, ivan)
    ivan.say("general", bot.user.mention)
    assert min(seen[event] for event in ("MESSAGE_CREATE", "MESSAGE_UPDATE")) > 5
    assert seen.keys() >= {"INTERACTION_CREATE", "THREAD_CREATE", "THREAD_UPDATE", "ThreadResponse", "MessageResponse"}


@pytest.mark.wrong_on_purpose
async def test_refusals_fit_the_specification_too(bot, server):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    with pytest.raises(discord.HTTPException):
        await channel.send("x" * 2001)
    with pytest.raises(discord.HTTPException):
        await channel.send(
            view=discord.ui.LayoutView().add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("no")))
        )
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(1)
    assert [request.status for request in server.requests[-3:]] == [400, 400, 404]


def test_every_address_of_the_local_discord_is_one_of_discords(server, specification):
    unknown = [route for route in server.rest.routes if specification.find(route.method, route.pattern) is None]
    assert server.rest.routes
    assert unknown == []


LONG_LABEL = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}
SELECT = {"type": 3, "custom_id": "a", "required": True, "options": [{"label": "a", "value": "a"}]}
ROW = {"components": [{"type": 1, "components": [LONG_LABEL]}]}


def multipart(form, *numbers):
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(form))
    for number in numbers:
        data.add_field(f"files[{number}]", b"text", filename="a.txt", content_type="text/plain")
    return data


WRONG = {
    "a message's content that is a number": (
        "POST", MESSAGES, {"json": {"content": 5}}, "content", "STRING_TYPE_CONVERT",
    ),
    "a button's label over 80 characters": (
        "POST", MESSAGES, {"json": ROW}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH",
    ),
    "a component of a kind that messages do not have": (
        "POST", MESSAGES, {"json": {"components": [{"type": 99}]}}, "components.0.type", "UNION_TYPE_CHOICES",
    ),
    "the form beside a file": (
        "POST", MESSAGES, {"data": lambda: multipart(ROW, 0)},
        "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH",
    ),
    "an eleventh file": ("POST", MESSAGES, {"data": lambda: multipart({}, 10)}, "files[10]", "UNKNOWN_KEY"),
    "two files of one number": (
        "POST", MESSAGES, {"data": lambda: multipart({}, 1, 1)}, "files[1]", "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    "more messages than can be asked for": ("GET", f"{MESSAGES}?limit=101", {}, "limit", "NUMBER_TYPE_MAX"),
    "a limit in words": ("GET", f"{MESSAGES}?limit=all", {}, "limit", "NUMBER_TYPE_COERCE"),
    "a parameter that there is not": ("GET", f"{MESSAGES}?colour=red", {}, "colour", "UNKNOWN_KEY"),
    "a truth that is none": (
        "POST", f"{WEBHOOK}?wait=maybe", {"json": {"content": "x"}}, "wait", "BOOLEAN_TYPE_CONVERT",
    ),
    "no body where there must be one": ("POST", MESSAGES, {}, "", "BASE_TYPE_REQUIRED"),
    "an answer to an interaction": (
        "POST", "/interactions/1/token/callback", {"json": {"type": 4, "data": {"tts": "no"}}},
        "data.tts", "BOOLEAN_TYPE_CONVERT",
    ),
    "an edit through an interaction's token": (
        "PATCH", f"{WEBHOOK}/messages/@original", {"json": {"embeds": {}}}, "embeds", "LIST_TYPE_CONVERT",
    ),
    "an option without a description": (
        "PUT", COMMANDS, {"json": [{"name": "a", "description": "b", "options": [{"type": 3, "name": "c"}]}]},
        "0.options.0.description", "BASE_TYPE_REQUIRED",
    ),
    "an emoji without a picture": (
        "POST", f"/applications/{APPLICATION}/emojis", {"json": {"name": "tile"}}, "image", "BASE_TYPE_REQUIRED",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
async def test_a_request_that_does_not_fit_is_refused_and_reported(judged, what):
    method, path, sent, where, code = WRONG[what]
    status, body, faults = await judged(
        method, path, **{key: made() if callable(made) else made for key, made in sent.items()}
    )
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    node = body["errors"]
    for step in filter(None, where.split(".")):
        node = node[step]
    assert [each["code"] for each in node["_errors"]] == [code]
    (fault,) = faults
    assert fault.startswith(f"{method} {path.partition('?')[0]} asks with")
    assert code in fault


async def test_snowflakes_may_be_integers_in_requests(judged):
    form = {"content": "x", "allowed_mentions": {"users": [int(GENERAL)]}}
    status, _, faults = await judged("POST", MESSAGES, json=form)
    assert (status, faults) == (200, [])


async def test_what_the_local_discords_own_rules_refuse_is_reported_too(judged):
    _, body, faults = await judged("POST", MESSAGES, json={"content": "x", "flags": 64})
    assert body["errors"]["flags"]["_errors"][0]["code"] == "MESSAGE_FLAGS_INVALID"
    assert "MESSAGE_FLAGS_INVALID" in faults[0]
    assert '"flags": 64' in faults[0]


@pytest.mark.parametrize(("method", "path"), [("GET", "/nowhere"), ("PATCH", MESSAGES), ("GET", "/voice/regions")])
async def test_an_address_that_is_not_there_is_reported(judged, method, path):
    status, _, faults = await judged(method, path)
    assert status in {404, 405}
    assert faults[0].startswith(f"{method} {path} asks for")


async def test_an_answer_that_does_not_fit_is_reported_with_what_was_answered(judged):
    judged.world.find_channel("general").topic = 7
    status, _, faults = await judged("GET", f"/channels/{GENERAL}")
    assert status == 200
    assert faults[0].startswith(f"GET /channels/{GENERAL} is answered with\n  topic: STRING_TYPE_CONVERT")
    assert '"topic": 7' in faults[0]


async def test_an_answer_has_no_key_that_discords_has_not(judged):
    for form in ({"content": "x"}, {"content": "x", "components": [{"type": 1, "components": [SELECT]}]}):
        status, body, faults = await judged("POST", MESSAGES, json=form)
        assert (status, faults) == (200, [])
    assert "required" not in body["components"][0]["components"][0]
    judged.world.find_message(GENERAL, body["id"]).components[0]["colour"] = "red"
    _, _, faults = await judged("GET", f"{MESSAGES}/{body['id']}")
    assert "components.0.colour: UNKNOWN_KEY" in faults[0]


async def test_embeds_come_back_in_the_form_that_answers_have(judged):
    picture = {"url": "https://example.com/a.png"}
    embed = {"title": None, "image": picture, "thumbnail": picture, "fields": [{"name": "Ivan", "value": "+8"}]}
    status, body, faults = await judged("POST", MESSAGES, json={"embeds": [embed]})
    assert (status, faults) == (200, [])
    assert body["embeds"][0]["fields"][0] == {"name": "Ivan", "value": "+8", "inline": False}
    assert "title" not in body["embeds"][0]


async def test_an_answers_ids_are_texts(judged):
    judged.world.find_channel("general").last_message_id = 7
    _, _, faults = await judged("GET", f"/channels/{GENERAL}")
    assert "last_message_id" in faults[0]


def test_what_was_found_fails_the_test(specification):
    with pytest.raises(pytest.fail.Exception, match="POST /channels/1"), watch() as conformity:
        conformity.faults.append("POST /channels/1 asks with")


async def test_what_is_wrong_on_purpose_is_reported_only_if_it_is_taken(judged):
    judged.judge.is_wrong_on_purpose = True
    status, _, faults = await judged("POST", MESSAGES, json={"content": 5})
    assert (status, faults) == (400, [])
    status, _, faults = await judged("GET", f"{MESSAGES}?colour=red")
    assert status == 200
    assert faults[0].startswith(f"GET {MESSAGES} was taken with\n  colour: UNKNOWN_KEY")


def test_without_the_specification_nothing_is_judged_but_in_ci_that_fails(monkeypatch):
    monkeypatch.setattr(tests_conformity, "load_specification", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    with watch() as conformity:
        assert conformity is None
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"openapi\.json is missing"), watch():
        pass
