"""What Discord refuses about application commands and application emojis."""

import base64

import pytest

from tests.sandbox.bare_bot import make_png

pytestmark = pytest.mark.wrong_on_purpose


def command(**fields):
    return {"name": "mahjong", "description": "d"} | fields


def option(**fields):
    return {"type": 3, "name": "o", "description": "d"} | fields


def choices(count, **fields):
    return [{"name": f"n{at}", "value": f"v{at}"} | fields for at in range(count)]


def group(*options, **fields):
    return option(type=2, name="g", options=list(options)) | fields


def subcommand(*options, **fields):
    return option(type=1, name="s", options=list(options)) | fields


REFUSED = {
    "a context that does not exist": ([command(contexts=[0, 7])], "0.contexts.1", "BASE_TYPE_CHOICES"),
    "a context named twice": ([command(contexts=[0, 0])], "0.contexts.1", "SET_TYPE_UNIQUE"),
    "no place to install it": ([command(integration_types=[])], "0.integration_types", "BASE_TYPE_BAD_LENGTH"),
    "a name with a space": ([command(name="two words")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name over 32 characters": ([command(name="x" * 33)], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name in upper case": ([command(name="Mahjong")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "no name": ([{"description": "d"}], "0.name", "BASE_TYPE_REQUIRED"),
    "no description": ([{"name": "mahjong"}], "0.description", "BASE_TYPE_REQUIRED"),
    "an empty description": ([command(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
    "a description over 100 characters": ([command(description="x" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    "a locale that does not exist": (
        [command(name_localizations={"zh": "麻将"})],
        "0.name_localizations.zh",
        "ENUM_TYPE_COERCE",
    ),
    "a localised name in upper case": (
        [command(name_localizations={"de": "Mahjong"})],
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a localised description over 100 characters": (
        [command(description_localizations={"de": "x" * 101})],
        "0.description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a doubled command": ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "a name doubled by a localisation": (
        [command(), command(name="b", name_localizations={"de": "mahjong"})],
        "1.name_localizations.de",
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
    ),
    "an unknown key": ([command(colour=1)], "0.colour", "UNKNOWN_KEY"),
    "an unknown type": ([command(type=9)], "0.type", "BASE_TYPE_CHOICES"),
    "a required option after an optional one": (
        [command(options=[option(name="a"), option(name="b", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a doubled option": (
        [command(options=[option(), option()])],
        "0.options.1.name",
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
    ),
    "an option without a description": (
        [command(options=[{"type": 3, "name": "o"}])],
        "0.options.0.description",
        "BASE_TYPE_REQUIRED",
    ),
    "an option of an unknown type": ([command(options=[option(type=12)])], "0.options.0.type", "BASE_TYPE_CHOICES"),
    "an unknown key of an option": ([command(options=[option(colour=1)])], "0.options.0.colour", "UNKNOWN_KEY"),
    "26 options": (
        [command(options=[option(name=f"o{at}") for at in range(26)])],
        "0.options",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "26 choices": ([command(options=[option(choices=choices(26))])], "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"),
    "a doubled choice": (
        [command(options=[option(choices=choices(2, name="a"))])],
        "0.options.0.choices.1.name",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
    ),
    "a choice of another type than its option": (
        [command(options=[option(choices=[{"name": "a", "value": 1}])])],
        "0.options.0.choices.0.value",
        "APPLICATION_COMMAND_CHOICE_TYPE",
    ),
    "a choice's value over 100 characters": (
        [command(options=[option(choices=[{"name": "a", "value": "x" * 101}])])],
        "0.options.0.choices.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "choices together with autocomplete": (
        [command(options=[option(choices=choices(1), autocomplete=True)])],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
    "autocomplete of a user": (
        [command(options=[option(type=6, autocomplete=True)])],
        "0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "an empty range": (
        [command(options=[option(type=4, min_value=2, max_value=1)])],
        "0.options.0.min_value",
        "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    "subcommands beside plain options": (
        [command(options=[subcommand(), option()])],
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        [command(options=[group(group(subcommand()))])],
        "0.options.0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a subcommand in a subcommand": (
        [command(options=[subcommand(subcommand())])],
        "0.options.0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group without subcommands": ([command(options=[group()])], "0.options.0.options", "BASE_TYPE_BAD_LENGTH"),
    "more than 8000 characters in one command": (
        [
            command(
                options=[
                    option(name=f"o{at}", choices=[{"name": f"n{to}", "value": "x" * 100} for to in range(4)])
                    for at in range(25)
                ]
            )
        ],
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "a context menu with a description": (
        [command(type=2)],
        "0",
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
    ),
}

TAKEN = {
    "Chinese, digits, dashes, quotes": [
        command(name="麻将-2_o'", name_localizations={"zh-CN": "麻将", "zh-TW": "麻將"})
    ],
    "a group with subcommands with options": [
        command(options=[group(subcommand(option(required=True), option(name="p", choices=choices(25))))])
    ],
    "subcommands and groups side by side": [command(options=[subcommand(), group(subcommand())])],
    "a hundred commands": [command(name=f"c{at}") for at in range(100)],
    "a context menu": [{"type": 3, "name": "Report a Message"}],
}


@pytest.fixture(params=["global", "guild"])
def path(server, request):
    application_id = server.world.application.id
    guild_id = next(iter(server.world.guilds))
    where = f"/guilds/{guild_id}" if request.param == "guild" else ""
    return f"/applications/{application_id}{where}/commands"


def errors_at(body, path):
    node = body["errors"]
    for step in path.split("."):
        node = node[step]
    return [each["code"] for each in node["_errors"]]


@pytest.mark.parametrize("rule", REFUSED)
async def test_discord_refuses(api, path, rule):
    forms, where, code = REFUSED[rule]
    status, body = await api("PUT", path, json=forms)
    assert (status, body["code"]) == (400, 50035)
    assert code in errors_at(body, where)
    assert await api("GET", path) == (200, [])


@pytest.mark.parametrize("what", TAKEN)
async def test_discord_takes(api, path, what):
    status, body = await api("PUT", path, json=TAKEN[what])
    assert status == 200, body
    assert len(body) == len(TAKEN[what])


async def test_the_hundred_and_first_command_is_refused(api, path):
    forms = [command(name=f"c{at}") for at in range(101)]
    status, body = await api("PUT", path, json=forms)
    assert (status, body["code"]) == (400, 30032)
    await api("PUT", path, json=forms[:100])
    status, body = await api("POST", path, json=forms[100])
    assert (status, body["code"]) == (400, 30032)


async def test_a_command_keeps_its_id_when_registered_again(api, path):
    _, first = await api("PUT", path, json=[command(), command(name="b")])
    _, second = await api("PUT", path, json=[command(description="new")])
    assert [each["id"] for each in second] == [first[0]["id"]]
    assert second[0]["version"] != first[0]["version"]
    status, third = await api("POST", path, json=command(description="newer"))
    assert (status, third["id"]) == (200, first[0]["id"])


async def test_commands_are_looked_up_changed_and_deleted_one_by_one(api, path):
    status, made = await api("POST", path, json=command())
    assert status == 201
    one = f"{path}/{made['id']}"
    assert await api("GET", one) == (200, made)
    status, changed = await api("PATCH", one, json={"description": "new"})
    assert (changed["name"], changed["description"]) == ("mahjong", "new")
    status, body = await api("PATCH", one, json={"description": ""})
    assert (status, body["code"]) == (400, 50035)
    assert (await api("DELETE", one))[0] == 204
    assert (await api("GET", one))[1]["code"] == 10063


async def test_another_applications_commands_are_none_of_ours(api):
    assert (await api("GET", "/applications/1/commands"))[1]["code"] == 10002


# Emojis


def data_uri(content, kind="png"):
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


@pytest.fixture
def emojis(server):
    return f"/applications/{server.world.application.id}/emojis"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"name": "x", "image": data_uri(make_png())}, "name"),
        ({"name": "x" * 33, "image": data_uri(make_png())}, "name"),
        ({"name": "七条", "image": data_uri(make_png())}, "name"),
        ({"name": "tile-7s", "image": data_uri(make_png())}, "name"),
        ({"image": data_uri(make_png())}, "name"),
        ({"name": "tile_7s", "image": data_uri(b"no picture")}, "image"),
        ({"name": "tile_7s", "image": "no data"}, "image"),
        ({"name": "tile_7s"}, "image"),
        ({"name": "tile_7s", "image": data_uri(make_png() + bytes(256 * 1024))}, "image"),
    ],
)
async def test_an_emoji_is_refused(api, emojis, form, field):
    status, body = await api("POST", emojis, json=form)
    assert (status, body["code"]) == (400, 50035)
    assert list(body["errors"]) == [field]
    assert await api("GET", emojis) == (200, {"items": []})


async def test_an_emoji_of_256_kibibytes_is_taken(api, emojis):
    picture = make_png()
    content = picture + bytes(256 * 1024 - len(picture))
    status, body = await api("POST", emojis, json={"name": "tile_7s", "image": data_uri(content)})
    assert (status, body["name"]) == (201, "tile_7s")


async def test_an_emoji_name_is_taken_once(api, emojis):
    form = {"name": "tile_7s", "image": data_uri(make_png())}
    assert (await api("POST", emojis, json=form))[0] == 201
    status, body = await api("POST", emojis, json=form)
    assert (status, body["code"]) == (400, 50035)


async def test_a_deleted_emoji_is_unknown(api, emojis):
    _, made = await api("POST", emojis, json={"name": "tile_7s", "image": data_uri(make_png())})
    assert (await api("DELETE", f"{emojis}/{made['id']}"))[0] == 204
    assert (await api("DELETE", f"{emojis}/{made['id']}"))[1]["code"] == 10014


async def test_more_emojis_than_an_application_may_have_are_refused(api, emojis, monkeypatch):
    monkeypatch.setattr("sandbox.rest_application.MAX_EMOJIS", 2)
    answers = [await api("POST", emojis, json={"name": f"tile_{at}", "image": data_uri(make_png())}) for at in range(3)]
    assert [status for status, _ in answers] == [201, 201, 400]
    assert answers[2][1]["code"] == 30008
