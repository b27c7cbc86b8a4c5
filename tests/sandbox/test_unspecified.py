"""Faults that Discord's published specification lets through, and the local Discord refuses all the same.

The requests are data: where they go, what they say, and the status, code, place and reason of the refusal.
"""

import json

import aiohttp
import pytest

from sandbox import LocalDiscord, ManualClock, World
from sandbox.interactions import InteractionType
from sandbox.model import Permissions
from tests.sandbox.bare_bot import make_png

V2 = 1 << 15
FORM = (400, 50035)
NOTHING, ALL = Permissions(0), Permissions((1 << 50) - 1)


def text(content="t", **more):
    return {"type": 10, "content": content} | more


def container(*components):
    return {"type": 17, "components": list(components)}


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "label": "a", "custom_id": custom_id} | more


def row(*components):
    return {"type": 1, "components": list(components)}


def select(*options, **more):
    options = [{"label": each, "value": each} | extra for each, extra in options]
    return {"type": 3, "custom_id": "s", "options": options} | more


def v2(*components, **more):
    return {"flags": V2, "components": list(components)} | more


def v1(*components):
    return {"content": "x", "components": [row(each) for each in components]}


def command(**more):
    return [{"name": "mahjong", "description": "d"} | more]


def option(**more):
    return {"type": 3, "name": "o", "description": "d"} | more


def entry(filename, number="0"):
    return {"content": "x", "attachments": [{"id": number, "filename": filename}]}


def modal(*labelled):
    fields = [{"type": 18, "label": "l", "component": each} for each in labelled]
    return {"type": 9, "data": {"custom_id": "m", "title": "t", "components": fields}}


SEND, EDIT, COMMANDS = "POST {messages}", "PATCH {messages}/{own}", "PUT {commands}"
ANSWER, FOLLOW_UP = "POST {callback}", "POST {hook}"
USER = {"type": 5, "custom_id": "u", "default_values": [{"type": "user", "id": "1"}, {"type": "user", "id": "2"}]}
FIELD = {"type": 4, "custom_id": "f", "style": 1}
ANCIENT = 15 * 24 * 3600

FAULTS = {
    "a text display of spaces": (
        SEND, v2(text("  \n")), *FORM, "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    "shown texts that are too long only together": (
        SEND, v2(container(text("x" * 2500)), text("x" * 1501)), *FORM, "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    "forty-one components, two of them containers": (
        SEND, v2(container(*[text()] * 20), container(*[text()] * 19)), *FORM, "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    "a component's id that returns inside a container": (
        SEND, v2(text(id=5), container(text(id=5))), *FORM, "components.1.components.0.id", "COMPONENT_ID_DUPLICATED"),
    "a button beside a section with the custom_id of one in a row": (
        SEND, v2({"type": 9, "components": [text()], "accessory": button()}, row(button())), *FORM,
        "components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "a select with the custom_id of a button": (
        SEND, v1(select(("x", {}), custom_id="a"), button()), *FORM, "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "a sixth row": (
        SEND, v1(*[button(str(at)) for at in range(6)]), *FORM, "components", "BASE_TYPE_BAD_LENGTH"),
    "new components on an old message that keeps its text": (
        EDIT, v2(text()), *FORM, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    "a poll beside new components": (
        SEND, v2(text(), poll={"question": {"text": "q"}, "answers": [{"poll_media": {"text": "a"}}]}), *FORM, "poll",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    "a sticker beside new components": (
        SEND, v2(text(), sticker_ids=["1"]), *FORM, "sticker_ids",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    "a sticker that there is not": (SEND, {"sticker_ids": ["1"]}, 400, 50081, None, None),
    "new components whose flag is missing in an answer": (
        ANSWER, {"type": 4, "data": {"components": [text()]}}, *FORM, "data.components.0.type", "UNION_TYPE_CHOICES"),
    "a message of spaces": (SEND, {"content": " \t\n "}, 400, 50006, None, None),
    "the flag of a voice message": (
        SEND, {"content": "x", "flags": 1 << 13}, *FORM, "flags", "MESSAGE_FLAGS_INVALID"),
    "an embed that shows nothing": (
        SEND, {"embeds": [{"color": 255}]}, *FORM, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    "an embed field of spaces": (
        SEND, {"embeds": [{"fields": [{"name": "n", "value": "  "}]}]}, *FORM, "embeds.0.fields.0.value",
        "BASE_TYPE_REQUIRED"),
    "an embed that links to no page": (
        SEND, {"embeds": [{"title": "t", "url": "ftp://example.com/a"}]}, *FORM, "embeds.0.url",
        "URL_TYPE_INVALID_SCHEME"),
    "an author's picture that was not sent along": (
        SEND, {"embeds": [{"author": {"name": "a", "icon_url": "attachment://no.png"}}]}, *FORM,
        "embeds.0.author.icon_url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    "embeds that are too long only together": (
        SEND, {"embeds": [{"description": "x" * 4000}, {"footer": {"text": "x" * 2001}}]}, *FORM, "embeds",
        "MAX_EMBED_SIZE_EXCEEDED"),
    "a file that is announced and not sent": (
        SEND, entry("a.png"), *FORM, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    "another message's file, kept in an edit": (
        EDIT, entry("a.png", "{file}"), *FORM, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    "a button that runs a script": (
        SEND, v1({"type": 2, "style": 5, "label": "a", "url": "javascript:alert(1)"}), *FORM,
        "components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"),
    "a premium button with a label": (
        SEND, v1({"type": 2, "style": 6, "sku_id": "1", "label": "Buy"}), *FORM, "components.0.components.0.label",
        "BUTTON_COMPONENT_PREMIUM_FIELDS_INVALID"),
    "a word for an emoji": (
        SEND, v1(button(emoji={"name": "red_dragon"})), *FORM, "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI"),
    "an option's emoji that nobody has uploaded": (
        SEND, v1(select(("x", {"emoji": {"id": "5", "name": "x"}}))), *FORM,
        "components.0.components.0.options.0.emoji.id", "COMPONENT_INVALID_EMOJI"),
    "two options chosen beforehand where one may be": (
        SEND, v1(select(("x", {"default": True}), ("y", {"default": True}))), *FORM,
        "components.0.components.0.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    "two people chosen beforehand where one may be": (
        SEND, v1(USER), *FORM, "components.0.components.0.default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
    "at least two of an unsaid most, which is one": (
        SEND, v1(select(("x", {}), ("y", {}), min_values=2)), *FORM, "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_GREATER_THAN_MAX"),
    "roles parsed and listed at once": (
        SEND, {"content": "x", "allowed_mentions": {"parse": ["roles"], "roles": ["1"]}}, *FORM, "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    "a reply to nothing": (
        SEND, {"content": "x", "message_reference": {"message_id": "5"}}, *FORM, "message_reference",
        "REPLIES_UNKNOWN_MESSAGE"),
    "an edit of another's message": ("PATCH {messages}/{said}", {"content": "x"}, 403, 50005, None, None),
    "a thread named with spaces": (
        "POST {channel}/threads", {"name": "   ", "type": 11}, *FORM, "name", "BASE_TYPE_BAD_LENGTH"),
    "the deletion of what is two weeks old": (
        "POST {messages}/bulk-delete", {"messages": ["{own}", "{said}"]}, 400, 50034, None, None, ANCIENT),
    "a direct message to itself": (
        "POST /users/@me/channels", {"recipient_id": "{bot}"}, 400, 50033, None, None),
    "a command in capitals": (
        COMMANDS, command(name="Mahjong"), *FORM, "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "an option's Russian name in capitals": (
        COMMANDS, command(options=[option(name_localizations={"ru": "Игра"})]), *FORM,
        "0.options.0.name_localizations.ru", "APPLICATION_COMMAND_INVALID_NAME"),
    "an option called in German as another is everywhere": (
        COMMANDS, command(options=[option(name="a"), option(name="b", name_localizations={"de": "a"})]), *FORM,
        "0.options.1.name_localizations.de", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "a shortest text that is longer than the longest": (
        COMMANDS, command(options=[option(min_length=5, max_length=2)]), *FORM, "0.options.0.min_length",
        "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID"),
    "a required option of a subcommand after an optional one": (
        COMMANDS,
        command(options=[option(type=1, name="s", options=[option(), option(name="p", required=True)])]), *FORM,
        "0.options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
    "a choice for a language that Discord does not speak": (
        COMMANDS,
        command(options=[option(choices=[{"name": "a", "value": "a", "name_localizations": {"tlh": "a"}}])]), *FORM,
        "0.options.0.choices.0.name_localizations.tlh", "ENUM_TYPE_COERCE"),
    "an emoji that is a text": (
        "POST {application}/emojis", {"name": "tile", "image": "data:text/plain;base64,aGVsbG8="}, *FORM, "image",
        "IMAGE_INVALID"),
    "a defer with the flag of new components": (
        ANSWER, {"type": 5, "data": {"flags": V2}}, *FORM, "data.flags", "MESSAGE_FLAGS_INVALID"),
    "an update of a message that a command does not have": (
        ANSWER, {"type": 7, "data": {"content": "x"}}, *FORM, "type", "BASE_TYPE_CHOICES"),
    "a form with two fields of one name": (
        ANSWER, modal(FIELD, FIELD), *FORM, "data.components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "a field whose shortest text is longer than the longest": (
        ANSWER, modal(FIELD | {"min_length": 5, "max_length": 2}), *FORM, "data.components.0.component.min_length",
        "TEXT_INPUT_MIN_GREATER_THAN_MAX"),
    "a form that asks in a row for a nameless text": (
        ANSWER, {"type": 9, "data": {"custom_id": "m", "title": "t", "components": [row(FIELD)]}}, *FORM,
        "data.components.0.components.0.label", "BASE_TYPE_REQUIRED"),
    "a follow-up before the first answer": (FOLLOW_UP, {"content": "x"}, 404, 10015, None, None),
    "a first answer after three seconds": (
        ANSWER, {"type": 4, "data": {"content": "x"}}, 404, 10062, None, None, 3.1),
    "a follow-up after a quarter of an hour": (FOLLOW_UP, {"content": "x"}, 401, 50027, None, None, 901),
}  # fmt: skip
"""What is wrong → where, the form, status, code, place and reason; at last how many seconds later, if that is it."""


class Reader:
    """A validator that says of each request whether it fits the specification, and refuses nothing."""

    def __init__(self, specification):
        self.specification = specification
        self.found = None

    def check_request(self, request):
        self.found = self.specification.check_request(request).errors

    def see_answer(self, request):
        # What never came as far as a handler was not asked about.
        if request.route is not None:
            self.check_request(request)

    def see_event(self, name, data):
        pass


@pytest.fixture
async def stage(specification):
    """A local Discord with two messages in #general, one in another channel with a file, and an open interaction."""
    reader = Reader(specification)
    async with (
        LocalDiscord(World.default(), clock=ManualClock(), validator=reader) as server,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session,
    ):
        world, bot = server.world, server.world.application.bot
        general, other = world.find_channel("general"), world.find_channel("mahjong")
        ivan = server.person("Ivan")
        server.operator.set_permissions("general", bot.id, ALL, NOTHING)
        server.interactions.can_reach_bot = lambda guild_id: True
        interaction = server.interactions.open(
            InteractionType.COMMAND, ivan.user, general, {"id": "1", "name": "mahjong", "type": 1}
        )
        data = aiohttp.FormData()
        data.add_field("files[0]", make_png(), filename="a.png")
        async with session.post(f"{server.url}/api/v10/channels/{other.id}/messages", data=data) as response:
            file_id = (await response.json())["attachments"][0]["id"]
        places = {
            "channel": f"/channels/{general.id}",
            "messages": f"/channels/{general.id}/messages",
            "own": server.messages.create(general, bot, {"content": "x"}).id,
            "said": ivan.say("general", "x").id,
            "bot": bot.id,
            "file": file_id,
            "application": f"/applications/{world.application.id}",
            "commands": f"/applications/{world.application.id}/commands",
            "callback": f"/interactions/{interaction.id}/{interaction.token}/callback",
            "hook": f"/webhooks/{world.application.id}/{interaction.token}",
        }

        def fill(phrase):
            for name, value in places.items():
                phrase = phrase.replace(f"{{{name}}}", value)
            return phrase

        async def ask(address, form):
            method, path = fill(address).split()
            body = json.loads(fill(json.dumps(form)))
            async with session.request(method, f"{server.url}/api/v10{path}", json=body) as response:
                return response.status, await response.json()

        ask.reader, ask.clock = reader, server.clock
        yield ask


def test_there_are_more_than_thirty_faults_and_each_is_another():
    assert len(FAULTS) > 30
    assert len({json.dumps(each, ensure_ascii=False) for each in FAULTS.values()}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_the_specification_lets_through_is_refused(stage, fault):
    address, form, status, code, where, reason, *later = FAULTS[fault]
    stage.clock.advance(later[0] if later else 0)
    answered, body = await stage(address, form)
    assert stage.reader.found == {}, "the specification catches it"
    assert (answered, body["code"]) == (status, code), body
    if where is not None:
        node = body["errors"]
        for step in where.split("."):
            node = node[step]
        assert reason in [each["code"] for each in node["_errors"]]
