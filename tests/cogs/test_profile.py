"""/profile through the real discord.py: what hands told of a person, whose it may be, in three languages."""

import re

import pytest

from cogs.texts import LANGUAGES
from host.preferences import Scope
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_leaderboard import LOCALES, guild_of, play
from tests.host.counted import draw, settle

SAID = {
    "en": ("Played **3**, won **2** (66.7%)", "Won with: discard ×2, kadang ×2", "Dearest hand", "Coins of Maya"),
    "zh-CN": ("打了 **3** 局，胡 **2** 局（66.7%）", "胡过：平胡×2、卡当×2", "最大一把", "Maya 的积分"),
    "zh-TW": ("打了 **3** 局，胡 **2** 局（66.7%）", "胡過：平胡×2、卡當×2", "最大一把", "Maya 的積分"),
}


async def ask(person, member=None):
    return await person.slash("profile", channel=CHANNEL, options={"member": member.id} if member else {})


@pytest.fixture
async def english(house):
    for person in house.people:
        house.server.operator.set_locale(person.user, "en-US")
    return house


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_profile_tells_hands_ways_of_winning_the_dearest_hand_and_coins(house, language):
    maya = house.people[0]
    house.server.operator.set_locale(maya.user, LOCALES[language])
    await play(house, 2)
    seats = tuple(int(person.id) for person in house.people)
    await house.bot.store.write(settle(draw, seats=seats, guild=guild_of(house)))
    reply = await ask(maya)
    assert reply.is_ephemeral
    for said in SAID[language]:
        assert said in reply.text
    assert {(file.filename, file.width) for file in reply.attachments} == {("hand.png", 1000), ("chart.png", 1000)}
    assert not re.search(r"\{\$|\d{15}", reply.text)


async def test_rates_are_of_the_hands_that_they_are_about(english):
    snow = english.people[2]
    await play(english, 4)
    reply = await ask(snow)
    assert "Played **4**, won **0** (0.0%)" in reply.text
    assert "Dealt in: 100.0% of hands; −5.00 fan a hand" in reply.text
    assert "Coins: −200" in reply.text
    assert "1,000 at first, now 800; lowest 800, highest 1,000" in reply.text
    assert [file.filename for file in reply.attachments] == ["chart.png"]
    maya = await ask(snow, member=english.people[0])
    assert "Self-drawn: 0.0% of wins; 9.0 fan a win" in maya.text
    assert "Wins in a row: 4, at most 4" in maya.text
    assert "Harbin: 4 hands, 100.0% won, rating after 16 more rated hands" in maya.text


async def test_a_rating_is_told_from_twenty_rated_hands_on(english):
    await play(english, 20)
    assert re.search(r"rating \*\*\d,\d{3}\*\*", (await ask(english.people[0])).text)


async def test_hands_with_computer_players_are_told_apart(english):
    maya = english.people[0]
    seats = (int(maya.id), None, None, None)
    await english.bot.store.write(settle(seats=seats, guild=guild_of(english)))
    reply = await ask(maya)
    assert "Hands of four people" not in reply.text
    assert "With computer players (for no board)" in reply.text
    assert "Dearest hand** (with computer players): **9** fan" in reply.text
    await play(english)
    both = (await ask(maya)).text
    assert both.index("Hands of four people") < both.index("With computer players")
    assert "(with computer players)" not in both


async def test_of_who_has_not_played_it_says_so(english):
    reply = await ask(english.people[0], member=english.people[1])
    assert "Ivan has not finished a hand on this server yet" in reply.text
    assert reply.attachments == []


@pytest.mark.parametrize(("language", "said"), [("en", "not on this server"), ("zh-CN", "不在本"), ("zh-TW", "不在本")])
async def test_who_is_not_on_the_server_cannot_be_looked_up_there(house, language, said):
    maya, ivan = house.people[:2]
    house.server.operator.set_locale(maya.user, LOCALES[language])
    await play(house)
    house.server.operator.remove_member(ivan.user)
    reply = await ask(maya, member=ivan)
    assert said in reply.text
    assert "20" not in reply.text


async def test_in_text_mode_chart_and_hand_are_words(english):
    maya = english.people[0]
    await play(english)
    await english.bot.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    reply = await ask(maya)
    assert reply.attachments == []
    assert "Coins of Maya from 20" in reply.text
    assert "123m" in reply.text


async def test_only_what_was_played_here_is_told(english):
    seats = tuple(int(person.id) for person in english.people)
    await english.bot.store.write(settle(seats=seats, guild=guild_of(english) + 1))
    assert "has not finished a hand" in (await ask(english.people[0])).text
