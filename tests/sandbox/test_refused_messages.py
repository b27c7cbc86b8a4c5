"""What Discord refuses about messages and their components, rule by rule, and what it takes at the limit."""

import json

import aiohttp
import pytest

from tests.sandbox.bare_bot import make_png

pytestmark = pytest.mark.wrong_on_purpose

V2 = 1 << 15


def button(**fields):
    return {"type": 2, "style": 1, "label": "a", "custom_id": "a"} | fields


def row(*components):
    return {"type": 1, "components": list(components)}


def select(count=2, **fields):
    options = [{"label": str(at), "value": str(at)} for at in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def text(content="t"):
    return {"type": 10, "content": content}


def container(*components):
    return {"type": 17, "components": list(components)}


def gallery(*items):
    return {"type": 12, "items": list(items)}


def v1(*components):
    return {"content": "x", "components": list(components)}


def v2(*components, **more):
    return {"flags": V2, "components": list(components)} | more


def without(form, key):
    return {name: value for name, value in form.items() if name != key}


ANSWER = {"poll_media": {"text": "a"}}


def poll(*answers, **fields):
    return {"poll": {"question": {"text": "q"}, "answers": list(answers)} | fields}


def many_buttons(count):
    return [button(custom_id=str(at)) for at in range(count)]


REFUSED = {
    "a nonce over 25 characters": ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    "a nonce that is a list": ({"content": "x", "nonce": []}, "nonce", "NONCE_TYPE_COERCE"),
    "a poll without a question": ({"poll": {"answers": [ANSWER]}}, "poll.question", "BASE_TYPE_REQUIRED"),
    "a poll without answers": ({"poll": {"question": {"text": "q"}}}, "poll.answers", "BASE_TYPE_REQUIRED"),
    "a poll with no answer": (poll(), "poll.answers", "BASE_TYPE_BAD_LENGTH"),
    "a poll with eleven answers": (poll(*[ANSWER] * 11), "poll.answers", "BASE_TYPE_BAD_LENGTH"),
    "a poll whose answer is longer than 55 characters": (
        poll({"poll_media": {"text": "x" * 56}}),
        "poll.answers.0.poll_media.text",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a poll for more than 32 days": (poll(ANSWER, duration=769), "poll.duration", "NUMBER_TYPE_MAX"),
    "content over 2000 characters": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "more than five rows": (
        v1(*[row(button(custom_id=str(at))) for at in range(6)]),
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "more than five buttons in a row": (
        v1(row(*many_buttons(6))),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "an empty row": (v1(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "a button that is in no row": (v1(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    "a missing custom_id": (
        v1(row(without(button(), "custom_id"))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "a doubled custom_id": (
        v1(row(button()), row(button())),
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a custom_id over 100 characters": (
        v1(row(button(custom_id="x" * 101))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a link button without an address": (
        v1(row({"type": 2, "style": 5, "label": "a"})),
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    "a link button with a custom_id": (
        v1(row(button(style=5, url="https://example.com"))),
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
    ),
    "a link to something else than a page": (
        v1(row({"type": 2, "style": 5, "label": "a", "url": "ftp://example.com"})),
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a button with an address that is no link": (
        v1(row(button(url="https://example.com"))),
        "components.0.components.0.url",
        "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
    ),
    "a button with neither label nor emoji": (
        v1(row(without(button(), "label"))),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "a button without a style": (
        v1(row(without(button(), "style"))),
        "components.0.components.0.style",
        "BASE_TYPE_CHOICES",
    ),
    "a label over 80 characters": (
        v1(row(button(label="x" * 81))),
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "an emoji id that nobody has uploaded": (
        v1(row(button(emoji={"id": "123456789", "name": "tile"}))),
        "components.0.components.0.emoji.id",
        "COMPONENT_INVALID_EMOJI",
    ),
    "a mahjong tile of Unicode that is no emoji": (
        v1(row(button(emoji={"name": "🀇"}))),
        "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    "a select whose min is over its max": (
        v1(row(select(3, min_values=2, max_values=1))),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
    ),
    "a select that wants more than it offers": (
        v1(row(select(2, max_values=3))),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_GREATER_THAN_OPTIONS",
    ),
    "a select with a doubled value": (
        v1(row(select(options=[{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a select with more than 25 options": (
        v1(row(select(26))),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select without options": (v1(row(select(0))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    "a select that shares its row": (
        v1(row(select(), button())),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a text field in a message": (
        v1(row({"type": 4, "custom_id": "t", "style": 1, "label": "t"})),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "new components without their flag": ({"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "new components beside content": (
        v2(text(), content="x"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "new components beside an embed": (
        v2(text(), embeds=[{"title": "x"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "more than 40 components, nested ones counted": (
        v2(container(*[text() for _ in range(20)]), container(*[text() for _ in range(19)])),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "more than 4000 characters shown in all": (
        v2(text("x" * 2001), text("x" * 2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text display": (v2(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    "a container in a container": (
        v2(container(container(text()))),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "an empty container": (v2(container()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "a section without anything beside it": (
        v2({"type": 9, "components": [text()]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a section of four texts": (
        v2({"type": 9, "components": [text() for _ in range(4)], "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a thumbnail on its own": (
        v2({"type": 11, "media": {"url": "https://example.com/a.png"}}),
        "components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a gallery of eleven pictures": (
        v2(gallery(*[{"media": {"url": "https://example.com/a.png"}} for _ in range(11)])),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture's description over 1024 characters": (
        v2(gallery({"media": {"url": "https://example.com/a.png"}, "description": "x" * 1025})),
        "components.0.items.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a picture that was not sent along": (
        v2(gallery({"media": {"url": "attachment://no.png"}})),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "an embed's picture that was not sent along": (
        {"embeds": [{"image": {"url": "attachment://no.png"}}]},
        "embeds.0.image.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file component with an outside address": (
        v2({"type": 13, "file": {"url": "https://example.com/a.png"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a doubled component id": (
        v2(text() | {"id": 7}, text() | {"id": 7}),
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "an unknown key of the message": ({"content": "x", "colour": 1}, "colour", "UNKNOWN_KEY"),
    "an unknown key of a component": (
        v1(row(button(colour=1))),
        "components.0.components.0.colour",
        "UNKNOWN_KEY",
    ),
    "the ephemeral flag in a channel": ({"content": "x", "flags": 64}, "flags", "MESSAGE_FLAGS_INVALID"),
    "an attachment entry without its file": (
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    "an embed's description over 4096 characters": (
        {"embeds": [{"description": "x" * 4097}]},
        "embeds.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "more than 6000 characters in all embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    "an embed field without a value": (
        {"embeds": [{"fields": [{"name": "x"}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_REQUIRED",
    ),
    "mentions parsed and listed at once": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}

TAKEN = {
    "2000 characters": {"content": "x" * 2000},
    "five rows of five buttons": v1(
        *[row(*[button(custom_id=f"{at}{place}", label="x" * 80) for place in range(5)]) for at in range(5)]
    ),
    "a custom_id of 100 characters": v1(row(button(custom_id="x" * 100))),
    "a select of 25 options": v1(row(select(25, max_values=25))),
    "an emoji without a label": v1(row(without(button(emoji={"name": "🀄"}), "label"))),
    "a link": v1(row({"type": 2, "style": 5, "label": "a", "url": "https://example.com"})),
    "40 components": v2(container(*[text() for _ in range(20)]), container(*[text() for _ in range(18)])),
    "4000 characters shown": v2(text("x" * 4000)),
    "buttons alone": {"components": [row(button())]},
}


@pytest.fixture
def path(server):
    return f"/channels/{server.world.find_channel('general').id}/messages"


def errors_at(body, path):
    node = body["errors"]
    for step in path.split("."):
        node = node[step]
    return [each["code"] for each in node["_errors"]]


@pytest.mark.parametrize("rule", REFUSED)
async def test_discord_refuses(api, server, ivan, path, rule):
    form, where, code = REFUSED[rule]
    status, body = await api("POST", path, json=form)
    assert (status, body["code"]) == (400, 50035)
    assert code in errors_at(body, where)
    assert ivan.messages("general") == []


@pytest.mark.parametrize("what", TAKEN)
async def test_discord_takes(api, ivan, path, what):
    status, body = await api("POST", path, json=TAKEN[what])
    assert status == 200, body
    assert len(ivan.messages("general")) == 1


@pytest.mark.parametrize("form", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}, {"components": []}])
async def test_an_empty_message_is_refused(api, path, form):
    status, body = await api("POST", path, json=form)
    assert (status, body["code"]) == (400, 50006)


async def test_an_edit_may_not_empty_a_message(api, path):
    _, sent = await api("POST", path, json={"content": "x"})
    status, body = await api("PATCH", f"{path}/{sent['id']}", json={"content": ""})
    assert (status, body["code"]) == (400, 50006)


async def test_the_flag_of_new_components_stays_on(api, path):
    _, sent = await api("POST", path, json=v2(text()))
    status, body = await api("PATCH", f"{path}/{sent['id']}", json={"flags": 0, "components": [row(button())]})
    assert (status, body["code"]) == (400, 50035)
    assert errors_at(body, "flags") == ["MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"]
    status, body = await api("PATCH", f"{path}/{sent['id']}", json={"content": "x"})
    assert errors_at(body, "content") == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    status, body = await api("PATCH", f"{path}/{sent['id']}", json={"components": [text("new")]})
    assert (status, body["flags"]) == (200, V2)


async def test_an_old_message_takes_new_components_only_without_its_content(api, path):
    _, sent = await api("POST", path, json={"content": "x"})
    status, body = await api("PATCH", f"{path}/{sent['id']}", json=v2(text()))
    assert errors_at(body, "content") == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    status, body = await api("PATCH", f"{path}/{sent['id']}", json=v2(text(), content=None))
    assert (status, body["content"], body["flags"]) == (200, "", V2)


def multipart(form, *files):
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(form))
    for index, (name, content) in enumerate(files):
        data.add_field(f"files[{index}]", content, filename=name, content_type="application/octet-stream")
    return data


async def test_files_are_named_kept_and_replaced_by_their_entries(api, server, ivan, path):
    form = {"attachments": [{"id": 0, "filename": "b.png", "description": "x" * 1024}]}
    status, sent = await api("POST", path, data=multipart(form, ("a.png", make_png())))
    assert status == 200, sent
    first = sent["attachments"][0]
    assert (first["filename"], first["width"], first["content_type"]) == ("b.png", 40, "image/png")
    form = {"attachments": [{"id": first["id"]}, {"id": 0, "filename": "c.txt"}]}
    _, edited = await api("PATCH", f"{path}/{sent['id']}", data=multipart(form, ("c.txt", b"text")))
    assert [each["filename"] for each in edited["attachments"]] == ["b.png", "c.txt"]
    _, edited = await api("PATCH", f"{path}/{sent['id']}", json={"content": "x", "attachments": []})
    assert edited["attachments"] == []


def test_a_file_that_no_message_shows_any_more_can_be_loaded_a_while_and_is_then_forgotten(server):
    world = server.world
    files = [world.store_file("a.png", b"", "image/png", "1") for _ in range(201)]
    world.drop_file(files[0])
    assert files[0].id in world.files
    for file in files[1:]:
        world.drop_file(file)
    assert files[0].id not in world.files
    assert files[1].id in world.files


async def test_a_description_over_1024_characters_is_refused(api, path):
    form = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    status, body = await api("POST", path, data=multipart(form, ("a.png", b"a")))
    assert (status, errors_at(body, "attachments.0.description")) == (400, ["BASE_TYPE_MAX_LENGTH"])


async def test_a_file_over_ten_mebibytes_is_refused(api, path):
    limit = 10 * 1024 * 1024
    status, _ = await api("POST", path, data=multipart({}, ("a.bin", bytes(limit))))
    assert status == 200
    status, body = await api("POST", path, data=multipart({}, ("a.bin", bytes(limit + 1))))
    assert (status, body["code"]) == (413, 40005)


async def test_an_embeds_picture_is_resolved_and_not_listed_again(api, ivan, path):
    form = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
    _, sent = await api("POST", path, data=multipart(form, ("a.png", make_png())))
    assert sent["embeds"][0]["image"]["url"].startswith("http://127.0.0.1:")
    assert sent["attachments"] == []
    assert ivan.messages("general")[0].attachments[0].content == make_png()


@pytest.mark.parametrize(
    ("allowed", "mentioned"),
    [(None, True), ({"parse": []}, False), ({"parse": ["users"]}, True), ({"parse": [], "users": ["?"]}, True)],
)
async def test_only_allowed_mentions_count(api, ivan, path, allowed, mentioned):
    allowed = json.loads(json.dumps(allowed).replace("?", ivan.id))
    await api("POST", path, json={"content": f"your turn, {ivan.mention}", "allowed_mentions": allowed})
    assert ivan.messages("general")[0].mentions == ([ivan.id] if mentioned else [])


async def test_other_peoples_messages_cannot_be_edited(api, ivan, path):
    said = ivan.say("general", "mine")
    status, body = await api("PATCH", f"{path}/{said.id}", json={"content": "yours"})
    assert (status, body["code"]) == (403, 50005)


async def test_what_does_not_exist_is_not_found(api, path):
    assert (await api("GET", f"{path}/1"))[1]["code"] == 10008
    assert (await api("GET", "/channels/1"))[1]["code"] == 10003
    assert (await api("GET", "/nothing"))[0] == 404
    assert (await api("PUT", path))[0] == 405
    assert (await api("GET", "/channels/x"))[0] == 400


async def test_without_the_token_nothing_is_done(server, path):
    async with aiohttp.ClientSession() as session:
        for headers in ({}, {"Authorization": "Bot wrong"}):
            async with session.post(f"{server.url}/api/v10{path}", json={"content": "x"}, headers=headers) as response:
                assert response.status == 401
                assert response.headers["Content-Type"] == "application/json"
                assert (await response.json())["code"] == 0


async def test_broken_json_is_refused(api, path):
    status, body = await api("POST", path, data="{", headers={"Content-Type": "application/json"})
    assert (status, body["code"]) == (400, 50109)
