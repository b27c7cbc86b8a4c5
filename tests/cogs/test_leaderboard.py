"""/leaderboard through the real discord.py: every board, pages, who has left, all servers, three languages."""

import re

import pytest

from cogs.board_press import SEASON, BoardChoice, BoardPress, read_board_press
from cogs.texts import LANGUAGES, texts_for
from host.boards import Metric
from host.listing import NotePeople
from host.preferences import Scope
from host.seasons import BeginSeason
from host.tally import MIN_HANDS
from tests.cogs.conftest import CHANNEL
from tests.host.counted import settle

LOCALES = dict(zip(LANGUAGES, ("en-US", "zh-CN", "zh-TW"), strict=True))
TITLES = {"en": "🏆 Coins won", "zh-CN": "🏆 净胜积分", "zh-TW": "🏆 淨勝積分"}


def guild_of(house):
    return int(house.server.world.default_guild.id) if hasattr(house.server.world, "default_guild") else next(
        int(guild_id) for guild_id in house.server.world.guilds
    )  # fmt: skip


async def play(house, hands=1, **changes):
    """Let the four people have played so many hands, the first person winning each."""
    seats = tuple(int(person.id) for person in house.people)
    for _ in range(hands):
        await house.bot.store.write(settle(seats=seats, guild=guild_of(house), **changes))


async def ask(person, **options):
    return await person.slash("leaderboard", channel=CHANNEL, options=options)


def find_select(reply, part):
    return next(select for select in reply.selects if read_board_press(select.custom_id).part == part)


async def choose(person, reply, part, value):
    return await person.select(reply, find_select(reply, part).custom_id, [value])


@pytest.fixture
async def english(house):
    for person in house.people:
        house.server.operator.set_locale(person.user, "en-US")
    return house


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_board_is_a_picture_whose_words_are_in_the_persons_language(house, language):
    maya = house.people[0]
    house.server.operator.set_locale(maya.user, LOCALES[language])
    await play(house)
    reply = await ask(maya, by="net")
    assert reply.is_ephemeral
    assert TITLES[language] in reply.text
    (picture,) = reply.attachments
    assert picture.width == 1000
    assert re.search(r"▸ 1\. \*\*Maya\*\*.*\*\*\+90\*\*", reply.text)
    texts = texts_for(language)
    assert reply.labels == [texts.say(f"button-board-{part}") for part in ("first", "prev", "own", "next", "world")]
    assert not re.search(r"\{\$|<@|\d{15}", reply.text)


async def test_every_board_can_be_chosen_and_tells_what_it_says(english):
    maya = english.people[0]
    await play(english, MIN_HANDS)
    reply = await ask(maya)
    assert "**Maya**: **2,800**" in reply.text
    for metric, first in (
        ("net", "+1,800"),
        ("wins", "20"),
        ("rate", "100.0%"),
        ("mean", "+9.00 fan"),
        ("best", "9 fan"),
        ("deal", "0.0%"),
    ):
        reply = await choose(maya, reply, "metric", metric)
        assert f"**Maya**: **{first}**" in reply.text, metric
    assert "100.0%" in reply.text  # 小雪 dealt in each time
    reply = await choose(maya, reply, "metric", "rank")
    assert re.search(r"▸ 1\. \*\*Maya\*\*: \*\*\d,\d{3}\*\*", reply.text)
    assert [option["value"] for option in find_select(reply, "city").options] == ["harbin", "mudanjiang", "qiqihar"]


async def test_spans_and_cities_can_be_chosen(english):
    maya = english.people[0]
    await english.bot.store.write(BeginSeason(guild_of(english), "Winter"))
    await play(english, city="qiqihar")
    reply = await ask(maya, by="wins")
    for part, value, said in (
        ("span", "week", "This week"),
        ("span", "month", "This month"),
        ("span", "season", "Season 1: Winter"),
        ("city", "qiqihar", "Qiqihar"),
    ):
        reply = await choose(maya, reply, part, value)
        assert said in reply.text
        assert "**Maya**: **1**" in reply.text
    reply = await choose(maya, reply, "city", "harbin")
    assert "Nobody is on this board yet" in reply.text
    assert reply.attachments == []


async def test_without_a_season_it_says_how_one_begins(english):
    reply = await ask(english.people[0], by="net", when="season")
    assert "/season start" in reply.text


async def test_pages_are_turned_and_the_own_place_stands_on_each(english):
    maya = english.people[0]
    guild, own = guild_of(english), int(maya.id)
    for place in range(1, 24):
        await english.bot.store.write(settle(seats=(place, 101, 102, 103), guild=guild, stake=place))
    await english.bot.store.write(settle(seats=(own, 101, 102, 103), guild=guild, stake=0))
    # Nobody asks Discord of people who have just been seen.
    first = await ask(maya, by="net")
    assert "Your place: **24** of 27" in first.text
    assert [button.disabled for button in first.buttons] == [True, True, False, False, False]
    assert "24. **Maya**" in first.text
    second = await maya.click(first, "Next")
    assert "11. " in second.text
    third = await maya.click(second, "My place")
    assert [button.disabled for button in third.buttons] == [False, False, True, True, False]
    assert third.text.count("▸") == 1
    assert "1. " in (await maya.click(third, "First")).text


async def test_who_has_left_the_server_is_not_shown_once_that_is_learned(english, monkeypatch):
    maya, ivan = english.people[:2]
    await play(english)
    english.server.operator.remove_member(ivan.user)
    assert "Ivan" in (await ask(maya, by="net")).text  # played a moment ago: not asked about
    monkeypatch.setattr("cogs.leaderboard_command.SEEN_SECONDS", -1.0)
    for _ in range(2):
        reply = await ask(maya, by="net")
        assert "Ivan" not in reply.text
        assert "of 3" in reply.text
    english.server.operator.add_member(ivan.user)
    assert "of 4" in (await ask(ivan, by="net")).text
    assert "Ivan" in (await ask(maya, by="net")).text


async def test_a_name_that_was_never_kept_is_asked_for_and_no_id_shows(english):
    maya, ivan = english.people[:2]
    await english.bot.store.find_accounts(guild_of(english), [int(maya.id), int(ivan.id), 12345])
    reply = await ask(maya)
    assert "Ivan" in reply.text
    assert "12345" not in reply.text
    assert "of 2" in reply.text


async def test_names_do_no_harm_on_a_board(english):
    maya = english.people[0]
    await play(english)
    await english.bot.store.write(NotePeople(guild_of(english), ((int(english.people[1].id), "**@everyone** <@1>"),)))
    reply = await ask(maya, by="net")
    assert reply.mentions == []
    assert r"\*\*\@everyone\*\* \<\@1\>" in reply.text


async def test_boards_of_all_servers_show_who_wants_to_be_shown(english):
    maya, ivan = english.people[:2]
    preferences = english.bot.preferences
    await preferences.change(Scope.SERVER, guild_of(english), "everywhere", "true")
    await preferences.change(Scope.PERSON, int(maya.id), "everywhere", "true")
    await play(english)
    reply = await maya.click(await ask(maya, by="net"), "All servers")
    assert "▸ 1. **Maya**: **+90**" in reply.text
    assert "Ivan" not in reply.text
    assert {option["value"] for option in find_select(reply, "span").options} == {"week", "month", "all"}
    theirs = await ask(ivan, by="coins", where="world")
    assert "Coins won" in theirs.text
    assert "switch it on in `/settings`" in theirs.text
    assert "Ivan" in (await ivan.click(theirs, "This server")).text


async def test_accounts_younger_than_the_server_wants_are_left_out(english):
    await play(english)
    await english.bot.preferences.change(Scope.SERVER, guild_of(english), "board_days", "365")
    assert "Nobody is on this board yet" in (await ask(english.people[0], by="net")).text


async def test_in_text_mode_a_board_is_words(english):
    maya = english.people[0]
    await play(english)
    await english.bot.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    reply = await ask(maya, by="net")
    assert reply.attachments == []
    assert "▸ 1. **Maya**: **+90** (1 of 1 won)" in reply.text


@pytest.mark.parametrize(
    "custom_id",
    ["board|9|net|all|all|0|0|next", "board|1|nonsense|all|all|0|0|next", "board|1|net|all|paris|0|0|next", "board|"],
)
def test_presses_of_other_versions_are_not_guessed_at(custom_id):
    assert read_board_press(custom_id) is None


@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.parametrize("is_everywhere", [False, True])
def test_a_press_survives_being_written_and_there_is_such_a_board(metric, is_everywhere):
    choice = BoardChoice(metric, SEASON, page=12345, is_everywhere=is_everywhere).mend()
    press = BoardPress(choice, "own")
    assert read_board_press(press.custom_id) == press
    assert len(press.custom_id) <= 100
    assert not (is_everywhere and (choice.metric is Metric.COINS or choice.span == SEASON))
