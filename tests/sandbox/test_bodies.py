"""How a body may come: content types, charsets, parts; and numbers and dates at their limits."""

import asyncio
import json

import aiohttp
import pytest

from sandbox.multipart import Part, read_parts

pytestmark = pytest.mark.wrong_on_purpose

JSON = "application/json"


@pytest.fixture
def path(server):
    return f"/channels/{server.world.find_channel('general').id}/messages"


@pytest.mark.parametrize("kind", [JSON, "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])
async def test_json_is_taken_with_and_without_a_charset(api, path, kind):
    body = json.dumps({"content": "碰"}, ensure_ascii=False).encode()
    status, sent = await api("POST", path, data=body, headers={"Content-Type": kind})
    assert (status, sent["content"]) == (200, "碰")


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/octet-stream", "text/json"])
async def test_another_content_type_is_refused(api, path, kind):
    status, body = await api("POST", path, data=b'{"content": "x"}', headers={"Content-Type": kind})
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["_errors"][0]["code"] == "CONTENT_TYPE_INVALID"


async def test_json_that_calls_itself_a_form_is_an_empty_message(api, path):
    kind = "application/x-www-form-urlencoded"
    status, body = await api("POST", path, data=b"content=x", headers={"Content-Type": kind})
    assert (status, body["content"]) == (200, "x")
    status, body = await api("POST", path, data=b"embeds=", headers={"Content-Type": kind})
    assert (status, body["code"]) == (400, 50035)


@pytest.mark.parametrize(
    "content",
    [b"{", b"\xff\xfe", b'{"content": NaN}', b'{"content": "x"} more', b"[" * 100_000, b'{"content": "\\ud800"}'],
    ids=["cut off", "no text", "no number", "more than one", "too deep", "half a pair"],
)
async def test_what_is_no_json_is_refused(api, path, content):
    status, body = await api("POST", path, data=content, headers={"Content-Type": JSON})
    assert (status, body["code"]) == (400, 50109)


async def test_a_charset_that_nobody_knows_is_refused(api, path):
    headers = {"Content-Type": "application/json; charset=tiles-1"}
    status, body = await api("POST", path, data=b"{}", headers=headers)
    assert (status, body["code"]) == (400, 50109)


async def test_multipart_without_payload_json_has_its_fields_as_parts(api, path):
    data = aiohttp.FormData(default_to_multipart=True)
    data.add_field("content", "x")
    status, sent = await api("POST", path, data=data)
    assert (status, sent["content"]) == (200, "x")


@pytest.mark.parametrize(("payload", "code"), [(b"{", 50109), (b"\xff", 50109), (b"[]", 50035), (b"5", 50035)])
async def test_a_payload_json_that_is_no_form_is_refused(api, path, payload, code):
    data = aiohttp.FormData(default_to_multipart=True)
    data.add_field("payload_json", payload, filename="form.json")
    status, body = await api("POST", path, data=data)
    assert (status, body["code"]) == (400, code)


async def test_a_part_that_is_no_text_and_no_file_of_ours_is_an_unknown_key(api, path):
    data = aiohttp.FormData()
    data.add_field("picture", b"\xff\xd8", filename="a.jpg")
    status, body = await api("POST", path, data=data)
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["picture"]["_errors"][0]["code"] == "UNKNOWN_KEY"


COMPONENT = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}


@pytest.mark.parametrize(
    ("form", "where", "code"),
    [
        ({"content": "x", "flags": 2**31}, "flags", "NUMBER_TYPE_MAX"),
        ({"content": "x", "flags": -1}, "flags", "NUMBER_TYPE_MIN"),
        ({"content": "x", "flags": "4"}, "flags", "NUMBER_TYPE_COERCE"),
        ({"content": "x", "flags": True}, "flags", "NUMBER_TYPE_COERCE"),
        ({"content": "x", "flags": 4.5}, "flags", "NUMBER_TYPE_COERCE"),
        ({"content": "x", "components": [COMPONENT | {"id": 2**31}]}, "components.0.id", "NUMBER_TYPE_MAX"),
        ({"content": "x", "components": [COMPONENT | {"id": -1}]}, "components.0.id", "NUMBER_TYPE_MIN"),
        ({"embeds": [{"title": "t", "color": 0x1000000}]}, "embeds.0.color", "NUMBER_TYPE_MAX"),
        ({"embeds": [{"title": "t", "color": -1}]}, "embeds.0.color", "NUMBER_TYPE_MIN"),
        ({"embeds": [{"title": "t", "timestamp": "yesterday"}]}, "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
        ({"embeds": [{"title": "t", "timestamp": "2026-02-30"}]}, "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ],
)  # fmt: skip
async def test_numbers_and_dates_beyond_their_limits_are_refused(api, path, form, where, code):
    status, body = await api("POST", path, json=form)
    assert (status, body["code"]) == (400, 50035)
    node = body["errors"]
    for step in where.split("."):
        node = node[step]
    assert code in [each["code"] for each in node["_errors"]]


async def test_numbers_and_dates_at_their_limits_are_taken(api, path):
    embed = {"title": "t", "color": 0xFFFFFF, "timestamp": "2026-02-28T23:59:59.999+08:00"}
    form = {"embeds": [embed], "components": [COMPONENT | {"id": 2**31 - 1}], "flags": 4}
    status, sent = await api("POST", path, json=form)
    assert status == 200, sent
    assert sent["components"][0]["id"] == 2**31 - 1


async def test_an_integer_choice_is_one_that_every_client_can_tell_from_its_neighbour(api, server):
    path = f"/applications/{server.world.application.id}/commands"
    form = {"name": "a", "description": "d", "options": [{"type": 4, "name": "o", "description": "d"}]}
    for value, taken in ((2**53 - 1, True), (2**53, False), (-(2**53), False)):
        form["options"][0]["choices"] = [{"name": "a", "value": value}]
        status, body = await api("PUT", path, json=[form])
        assert (status == 200) is taken, body


async def test_messages_named_twice_cannot_be_deleted(api, server, ivan, path):
    server.limits.speed = 1000
    said = [ivan.say("general", "x").id for _ in range(2)]
    status, body = await api("POST", f"{path}/bulk-delete", json={"messages": [said[0], said[0]]})
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["messages"]["_errors"][0]["code"] == "SET_TYPE_ALREADY_CONTAINS_VALUE"
    assert len(ivan.messages("general")) == 2


def part(head, content=b"x"):
    return b"--b\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n"


DISPOSITION = "Content-Disposition: form-data; "


@pytest.mark.parametrize(
    ("head", "name", "filename"),
    [
        (DISPOSITION + 'name="a"', "a", None),
        ("content-type: text/plain\r\ncontent-disposition: form-data;name=a", "a", None),
        (DISPOSITION + 'filename="b; name=\\"c\\".png"; name="files[0]"', "files[0]", 'b; name="c".png'),
        (DISPOSITION + "name=\"files[0]\"; filename*=utf-8''%E7%A2%B0.png", "files[0]", "碰.png"),
        (DISPOSITION + 'name="files[0]"; filename="碰.png"', "files[0]", "碰.png"),
    ],
)
def test_parts_are_named_as_they_say(head, name, filename):
    assert read_parts(part(head) + b"--b--\r\n", "b") == [Part(name, filename, b"x")]


def test_the_bytes_of_a_part_are_what_lies_between_its_lines():
    content = b"\r\n--c\r\n\x00--b\r\n\r\n"
    read = read_parts(part(DISPOSITION + 'name="a"', content) + part(DISPOSITION + 'name="b"', b"") + b"--b--", "b")
    assert [each.content for each in read] == [content, b""]


@pytest.mark.parametrize(
    "body",
    [b"", b"--b", part(DISPOSITION + 'name="a"'), part("Content-Type: text/plain") + b"--b--",
     part(DISPOSITION + 'filename="a"') + b"--b--", b"--b\r\n" + DISPOSITION.encode() + b"\r\n--b--"],
    ids=["nothing", "a beginning", "no end", "no disposition", "no name", "no content"],
)  # fmt: skip
async def test_a_body_that_is_no_multipart_is_refused(api, path, body):
    status, answer = await api("POST", path, data=body, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await api("POST", path, data=b"x", headers={"Content-Type": "multipart/form-data"})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_request_that_breaks_off_has_asked_nothing(server, path, caplog):
    """A bot that is killed while it sends is no fault of the server's."""
    _, line = await asyncio.open_connection("127.0.0.1", server.port)
    head = f"POST /api/v10{path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: {JSON}\r\n"
    line.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    async with asyncio.timeout(10):
        while not server.requests:  # noqa: ASYNC110 (nothing tells that a head was read)
            await asyncio.sleep(0.005)
        line.close()
        while server.requests:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
