"""Whatever JSON comes, it is taken or refused with Discord's words; nothing else ever goes wrong."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import DiscordError, LocalDiscord, ManualClock, World
from sandbox.checks import MessageRules, Upload, check_message
from sandbox.checks_commands import check_commands, check_emoji
from sandbox.checks_modal import check_modal

SCALARS = (
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats(allow_nan=False) | st.sampled_from(["", "x", "7"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "id", "name", "components", "options", "url"]), inner, max_size=3)
    ),
    max_leaves=5,
)

TILE = {"type": 2, "style": 1, "label": "a", "custom_id": "a", "emoji": {"name": "🀄"}}
RULES = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a", "emoji": {"name": "🀄"}}]}
MESSAGE = {
    "content": "x",
    "flags": 0,
    "embeds": [
        {
            "title": "t",
            "color": 1,
            "footer": {"text": "f"},
            "author": {"name": "a"},
            "image": {"url": "attachment://a.png"},
            "fields": [{"name": "n", "value": "v"}],
        }
    ],
    "components": [{"type": 1, "components": [TILE]}, {"type": 1, "components": [RULES]}],
    "attachments": [{"id": 0, "filename": "a.png", "description": "d"}],
    "allowed_mentions": {"parse": ["users"], "users": [], "roles": ["1"], "replied_user": True},
    "message_reference": {"message_id": "1"},
    "nonce": "1",
}
PANEL = {
    "flags": 1 << 15,
    "components": [
        {
            "type": 17,
            "accent_color": 1,
            "components": [
                {"type": 10, "content": "t", "id": 3},
                {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "d"}]},
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "t"}],
                    "accessory": {"type": 11, "media": {"url": "https://example.com/a.png"}},
                },
                {"type": 14, "spacing": 1},
                {"type": 1, "components": [TILE]},
            ],
        },
        {"type": 13, "file": {"url": "attachment://a.png"}},
    ],
}
COMMANDS = [
    {
        "name": "mahjong",
        "description": "d",
        "name_localizations": {"zh-CN": "麻将"},
        "description_localizations": {"zh-CN": "麻将"},
        "options": [
            {
                "type": 1,
                "name": "s",
                "description": "d",
                "options": [
                    {
                        "type": 4,
                        "name": "o",
                        "description": "d",
                        "min_value": 1,
                        "max_value": 3,
                        "choices": [{"name": "n", "value": 1, "name_localizations": {"ru": "n"}}],
                    }
                ],
            }
        ],
    }
]
MODAL = {
    "custom_id": "m",
    "title": "t",
    "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1, "label": "l", "min_length": 1}]},
        {"type": 18, "label": "l", "component": RULES | {"custom_id": "b"}},
        {"type": 10, "content": "t"},
    ],
}


def places(value, path=()):
    """Yield the path of every node of a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


@st.composite
def spoiled(draw, form):
    """A form with one to three of its nodes replaced by something else, or dropped."""
    form = [copy.deepcopy(form)]
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(form))[1:]))
        holder = form
        for step in path[:-1]:
            holder = holder[step]
        if isinstance(holder, dict) and draw(st.booleans()):
            del holder[path[-1]]
        else:
            holder[path[-1]] = draw(VALUES)
    return form[0]


def is_well_refused(error):
    return error.status in {400, 413} and error.body()["message"]


def is_taken_or_refused(ask):
    """Whether a call goes through or raises a proper refusal; anything else it raises goes on."""
    try:
        ask()
    except DiscordError as error:
        return is_well_refused(error)
    return True


def check(form):
    return check_message(form, MessageRules(is_edit=False, uploads=(Upload(0, "a.png", b"a"),)))


@pytest.mark.parametrize(
    ("checked", "form"), [(check, MESSAGE), (check, PANEL), (check_commands, COMMANDS), (check_modal, MODAL)]
)
def test_what_is_spoiled_below_is_sound_before(checked, form):
    checked(form)


@given(spoiled(MESSAGE) | spoiled(PANEL) | VALUES)
def test_a_spoiled_message_is_taken_or_refused(form):
    assert is_taken_or_refused(lambda: check(form))


@given(spoiled(COMMANDS) | VALUES)
def test_spoiled_commands_are_taken_or_refused(form):
    assert is_taken_or_refused(lambda: check_commands(form))


@given(spoiled(MODAL) | VALUES)
def test_a_spoiled_form_is_taken_or_refused(form):
    assert is_taken_or_refused(lambda: check_modal(form))


@given(spoiled({"name": "tile", "image": "data:image/png;base64,AAAA"}) | VALUES)
def test_a_spoiled_emoji_is_refused(form):
    with pytest.raises(DiscordError) as refused:
        check_emoji(form)
    assert is_well_refused(refused.value)


@given(spoiled(MESSAGE) | spoiled(PANEL))
def test_what_is_taken_can_be_stored_and_shown(form):
    server = LocalDiscord(World.default(), clock=ManualClock())
    channel = server.world.find_channel("general")
    bot, uploads = server.world.application.bot, (Upload(0, "a.png", b"a"),)
    assert is_taken_or_refused(lambda: server.messages.touch(server.messages.create(channel, bot, form, uploads)))
