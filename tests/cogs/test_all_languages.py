"""Every command and every panel in each language: before a game, in a hand, after it; nothing of another language."""

import re
from functools import cache
from pathlib import Path

import pytest

from cogs.presses import Act
from cogs.texts import choose_language
from sandbox import World
from tests.cogs.conftest import CHANNEL, has_button
from tests.cogs.playing import find_button, find_short_seed, panel_of, play_to_end
from tests.cogs.test_settings import manager

LOCALES = Path(__file__).parents[2] / "assets" / "locales"
OWN = "own"
"""Stands for the person themselves."""

OPTIONS = {
    "mahjong invite": {"member": OWN},
    "words": {"words": "9"},
    "judge": {"hand": "1359m2468p13579s"},
    "coins grant": {"member": OWN, "amount": 5, "reason": "9"},
    "coins take": {"member": OWN, "amount": 5, "reason": "9"},
    "coins reset": {"reason": "9"},
    "season start": {"name": "9"},
}
"""What commands cannot do without."""

OF_A_TABLE = ("hand", "table", "waits", "auto", "words", "verify", "mahjong join", "mahjong start", "mahjong end")
"""What says so where there is no table."""

LOOKING_BACK = ("verify", "replay", "history", "profile", "hand")
"""What has more to say once a hand was played."""


def list_commands(house):
    """The full names of all commands that are registered."""
    names = []
    for command in house.server.world.application.commands.values():
        parts = [part for part in command.get("options", ()) if part["type"] in {1, 2}]
        names += [f"{command['name']} {part['name']}" for part in parts] or [command["name"]]
    return sorted(names)


def list_sayings(data):
    """Every text of a message's parts: what is written, on buttons, in selects, and in place of pictures."""
    if isinstance(data, list):
        return [saying for part in data for saying in list_sayings(part)]
    if not isinstance(data, dict):
        return []
    own = [data[key] for key in ("content", "label", "description", "placeholder") if isinstance(data.get(key), str)]
    inside = [list_sayings(data[key]) for key in ("components", "items", "options", "component") if key in data]
    return own + [saying for part in inside for saying in part]


@cache
def letters_of(language):
    return {sign for path in (LOCALES / language).glob("*.ftl") for sign in path.read_text("utf-8") if sign > "\u3400"}


def find_foreign(saying, language):
    """What in a text is of another language, beside what people typed, their names and Discord's own marks."""
    plain = re.sub(r"`[^`]*`|Discord ID|Fair walls|<[^>]*>|https?://\S+|[\w-]+\.(?:json|jsonl|png|webp)", " ", saying)
    for name in ("哈尔滨麻将馆", "小雪", "老王", "简体中文", "繁體中文", "English", "麻将", "哈尔滨", "哈爾濱"):
        plain = plain.replace(name, " ") if name in saying and language == "en" else plain
    if language == "en":
        return "".join(re.findall(r"[\u3400-\u9fff]", plain))
    other = "zh-TW" if language == "zh-CN" else "zh-CN"
    plain = plain.replace("哈尔滨麻将馆", " ").replace("繁體中文" if language == "zh-CN" else "简体中文", " ")
    foreign = {sign for sign in plain if sign in letters_of(other) - letters_of(language)}
    return "".join(sorted(foreign)) + " ".join(re.findall(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})+", plain))


async def use_all(house, person, names=None):
    """Use every command; each is answered, to the person alone."""
    for name in names or list_commands(house):
        options = {key: person.user if value is OWN else value for key, value in OPTIONS.get(name, {}).items()}
        reply = await person.slash(name, channel=CHANNEL, options=options)
        assert reply.is_ephemeral, name
        assert reply.text or reply.attachments, name


@pytest.mark.parametrize("locale", ["en-US", "zh-CN", "zh-TW"])
async def test_all_that_is_said_is_in_one_language(new_house, locale):
    language = choose_language(locale)
    async with new_house(seed=find_short_seed(), world=World.default(locale=locale)) as house:
        maya, _ = manager(house)
        house.server.operator.set_locale(maya.user, locale)
        await use_all(house, maya, OF_A_TABLE)
        lobby = await house.open_table()
        for act in (Act.FILL, Act.START):
            await maya.click(lobby, custom_id=find_button(lobby.refresh(), act).custom_id)
            await house.settle()
        assert has_button(panel_of(maya), Act.REFRESH)
        await use_all(house, maya)
        await play_to_end(house)
        await use_all(house, maya, LOOKING_BACK)
        sayings = {}
        for event in maya.events:
            if event.message is not None:
                for saying in list_sayings(event.message.components):
                    sayings[saying] = event.message.is_ephemeral
        assert len(sayings) > 200
        assert set(sayings.values()) == {True, False}
        foreign = {saying: found for saying in sayings if (found := find_foreign(saying, language))}
        assert foreign == {}
