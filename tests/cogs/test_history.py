"""/history and /verify of any hand through the real discord.py: lists, filters, single hands, and who may see what."""

import re

import pytest

from cogs.history_press import OPEN, HistoryChoice, HistoryPress, read_history_press, write_hand
from cogs.replay_press import read_replay_press
from cogs.texts import LANGUAGES, texts_for
from engine.record_report import replay_report
from host.history import Result
from host.preferences import Scope
from host.replayed import name_hand
from host.units import VoidHand
from tests.cogs.conftest import CHANNEL
from tests.cogs.kept_hands import TABLE, keep_golden
from tests.cogs.test_leaderboard import LOCALES, guild_of
from tests.host.counted import draw, settle


@pytest.fixture
async def english(house):
    for person in house.people:
        house.server.operator.set_locale(person.user, "en-US")
    return house


async def play(house, *hands, table=TABLE, **changes):
    """Let the four people have played hands with these numbers: Maya wins on 小雪's discard."""
    seats = tuple(int(person.id) for person in house.people)
    for hand in hands:
        await house.bot.store.write(settle(seats=seats, guild=guild_of(house), hand=hand, table=table, **changes))


@pytest.fixture
async def played(english, tmp_path):
    """Three hands that Maya, Ivan and 小雪 have played, with their records."""
    maya, ivan, snow, _ = (int(person.id) for person in english.people)
    keep_golden(tmp_path / "test.db", guild_of(english), (maya, None, ivan, snow))
    await play(english, 1, 2, 3)
    return english


async def ask(person, channel=CHANNEL):
    return await person.slash("history", channel=channel)


def find_select(reply, part):
    return next(
        select for select in reply.selects if (press := read_history_press(select.custom_id)) and press.part == part
    )


async def choose(person, reply, part, value):
    return await person.select(reply, find_select(reply, part).custom_id, [value])


async def open_hand(house, person, hand=3, channel=CHANNEL):
    reply = await choose(person, await ask(person, channel), OPEN, write_hand(TABLE, hand))
    # The hand is played again and drawn: on a busy machine the answer is put off first.
    await house.settle()
    return reply.refresh()


def list_names(reply):
    return re.findall(r"`([0-9A-F]{6}-\d+)`", reply.text)


# ---- the list


@pytest.mark.parametrize("language", LANGUAGES)
async def test_hands_are_listed_newest_first_and_opened_in_the_persons_language(played, language):
    maya, texts = played.people[0], texts_for(language)
    played.server.operator.set_locale(maya.user, LOCALES[language])
    reply = await ask(maya)
    assert reply.is_ephemeral
    assert reply.text.startswith(f"### {texts.say('history-title')}")
    assert list_names(reply) == [name_hand(TABLE, hand) for hand in (3, 2, 1)]
    assert texts.say("kind-kadang") in reply.text
    assert "**+90**" in reply.text
    assert not re.search(r"\{|\d{15}|<@", reply.text)
    assert [option["value"] for option in find_select(reply, OPEN).options] == [
        write_hand(TABLE, hand) for hand in (3, 2, 1)
    ]
    assert all(len(option["label"]) <= 100 for select in reply.selects for option in select.options)
    opened = await open_hand(played, maya)
    assert [file.filename for file in opened.attachments] == ["result.png"]
    assert name_hand(TABLE, 3) in opened.text
    keys = ("button-replay", "button-history-verify", "button-replay-export", "button-history-list")
    assert opened.labels == [texts.say(key) for key in keys]
    assert not re.search(r"\{|\d{15}|<@", opened.text)
    back = await maya.click(opened, texts.say("button-history-list"))
    assert len(list_names(back)) == 3


async def test_each_sees_how_a_hand_ended_for_themselves(played):
    maya, ivan, snow = played.people[:3]
    assert "You won 9 fan** on a tile of 小雪 (discard, kadang): **+90** coins" in (await ask(maya)).text
    assert "You dealt in to **Maya** (discard, kadang): −5 fan, **−50** coins" in (await ask(snow)).text
    lost = (await ask(ivan)).text
    assert "**Maya** won (discard, kadang): −2 fan, **−20** coins" in lost
    assert re.search("with (Maya|小雪|老王), (Maya|小雪|老王), (Maya|小雪|老王)", lost)


async def test_who_has_played_nothing_is_told_how_to_begin(english):
    reply = await ask(english.people[0])
    assert "/mahjong new" in reply.text
    assert reply.buttons == []


async def test_filters_choose_and_say_when_nothing_is_left(played):
    maya = played.people[0]
    await play(played, 4, what=draw)
    await play(played, 5, city="qiqihar")
    reply = await ask(maya)
    assert len(list_names(reply)) == 5
    for part, value, hands in (
        ("result", "drawn", [4]),
        ("result", "any", [5, 4, 3, 2, 1]),
        ("city", "qiqihar", [5]),
        ("company", "people", [5]),
        ("span", "today", [5]),
        ("company", "machines", []),
    ):
        reply = await choose(maya, reply, part, value)
        assert list_names(reply) == [name_hand(TABLE, hand) for hand in hands], (part, value)
        chosen = next(option for option in find_select(reply, part).options if option.get("default"))
        assert chosen["value"] == value
    assert "None of your hands is like that" in reply.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_hand_that_was_broken_off_is_listed_as_void_and_opened(played, language):
    maya, texts = played.people[0], texts_for(language)
    played.server.operator.set_locale(maya.user, LOCALES[language])
    seats = (int(maya.id), None, int(played.people[1].id), None)
    await played.bot.store.write(VoidHand(guild_of(played), TABLE, 4, seats, city="harbin"))
    reply = await ask(maya)
    assert list_names(reply) == [name_hand(TABLE, hand) for hand in (4, 3, 2, 1)]
    assert texts.say("history-void") in reply.text
    void = await choose(maya, reply, "result", "void")
    assert list_names(void) == [name_hand(TABLE, 4)]
    opened = await choose(maya, void, OPEN, write_hand(TABLE, 4))
    assert texts.say("history-void") in opened.text
    assert texts.say("history-gone") in opened.text


async def test_pages_are_turned_and_hold_still(played):
    maya = played.people[0]
    await play(played, *range(4, 15))
    first = await ask(maya)
    assert [int(name.partition("-")[2]) for name in list_names(first)] == [14, 13, 12, 11, 10, 9]
    assert "Page 1 of 3, 14 hands" in first.text
    assert [button.disabled for button in first.buttons] == [True, True, False, False]
    await play(played, 15)
    second = await maya.click(first, "Older ▶")
    assert [int(name.partition("-")[2]) for name in list_names(second)] == [8, 7, 6, 5, 4, 3]
    last = await maya.click(second, "⏭")
    assert [int(name.partition("-")[2]) for name in list_names(last)] == [2, 1]


async def test_in_a_direct_message_the_hands_of_all_servers_are_listed_with_their_names(played):
    maya = played.people[0]
    reply = await ask(maya, maya.dm())
    assert len(list_names(reply)) == 3
    assert "哈尔滨麻将馆" in reply.text
    opened = await open_hand(played, maya, channel=maya.dm())
    assert len(opened.attachments) == 1


# ---- one hand


async def test_from_a_hand_it_is_checked_looked_at_again_and_taken_along(played):
    maya = played.people[0]
    opened = await open_hand(played, maya, 2)
    checked = await maya.click(opened, "Verify")
    assert "hand 2, checked" in checked.text
    assert "✗" not in checked.text
    taken = await maya.click(opened, "Export")
    assert replay_report(taken.attachments[0].content).holds
    watched = await maya.click(opened, "Replay")
    assert any(read_replay_press(button.custom_id) for button in watched.buttons)


async def test_in_text_mode_the_ending_is_told_in_words(played):
    maya = played.people[0]
    await played.bot.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    reply = await open_hand(played, maya)
    assert reply.attachments == []
    assert len(reply.text) > 200


async def test_a_hand_whose_record_is_gone_is_listed_and_says_so(played):
    maya = played.people[0]
    await played.bot.store.prune(None, -1e9)
    assert list_names(await ask(maya)) == [name_hand(TABLE, hand) for hand in (3, 2, 1)]
    reply = await open_hand(played, maya)
    assert "no longer kept, so it can be neither checked" in reply.text
    assert reply.labels == ["All hands"]
    refused = await maya.slash("verify", channel=CHANNEL, options={"hand": name_hand(TABLE, 3)})
    assert "is no longer kept" in refused.text


# ---- what cannot be


async def test_who_has_been_forgotten_since_has_no_hand_to_open(played):
    maya = played.people[0]
    listed, opened = await ask(maya), await open_hand(played, maya)
    await played.bot.store.forget(int(maya.id))
    assert "/history` lists yours" in (await choose(maya, listed, OPEN, write_hand(TABLE, 1))).text
    # Others played the hand, too: on its server it can still be checked.
    assert "hand 3, checked" in (await maya.click(opened, "Verify")).text
    assert "You have not finished a hand here yet" in (await maya.click(opened, "All hands")).text


def test_what_a_custom_id_says_is_read_again_and_nothing_else():
    choice = HistoryChoice("qiqihar", Result.DEALT_IN, span="week", until=1_900_000_000_000, page=123)
    press = HistoryPress(choice, "older")
    assert read_history_press(press.custom_id) == press
    assert len(press.custom_id) <= 100
    for other in ("history|2|all|any|any|all|0|0|city", "history|1|paris|any|any|all|0|0|city", "history|1", "board|1"):
        assert read_history_press(other) is None


async def test_a_button_of_a_history_holds_over_a_restart(reopen, tmp_path):
    async with reopen() as house:
        maya = house.people[0]
        house.server.operator.set_locale(maya.user, "en-US")
        keep_golden(tmp_path / "test.db", guild_of(house), (int(maya.id), None, None, None))
        await play(house, 1, 2, 3)
        listed, opened = await ask(maya), await open_hand(house, maya)
    async with reopen() as house:
        maya = house.people[0]
        assert "hand 3, checked" in (await maya.click(opened, "Verify")).text
        assert list_names(await maya.click(opened, "All hands"))
        again = await choose(maya, listed, OPEN, write_hand(TABLE, 1))
        assert name_hand(TABLE, 1) in again.text


# ---- /verify of any hand


async def verify(person, hand, channel=CHANNEL):
    return (await person.slash("verify", channel=channel, options={"hand": hand})).text


async def test_any_hand_of_the_server_is_checked_by_its_name_by_anybody_there(played):
    wang = played.people[3]
    for name in (name_hand(TABLE, 2), name_hand(TABLE, 2).lower(), f" {name_hand(TABLE, 2)} "):
        text = await verify(wang, name)
        assert "hand 2, checked" in text
        assert "✗" not in text


async def test_what_cannot_be_checked_says_why(played):
    maya = played.people[0]
    for unknown in ("000000-1", name_hand(TABLE, 4), "`nonsense`", "-1"):
        assert "No hand that was played on this server is called" in await verify(maya, unknown)
    await played.start_with_people(1)
    table = played.table
    assert "is not over yet" in await verify(maya, name_hand(table.table_id, 1))
    await played.bot.store.write(settle(seats=(int(maya.id), 8, 9, 10), guild=4, hand=1, table="abcdef012345"))
    assert "No hand that was played on this server" in await verify(maya, name_hand("abcdef012345", 1))


async def test_own_hands_are_offered_while_one_types(played):
    maya, wang = played.people[0], played.people[3]
    offered = await maya.autocomplete("verify", "hand", channel=CHANNEL)
    assert [choice["value"] for choice in offered] == [name_hand(TABLE, hand) for hand in (3, 2, 1)]
    assert "You won 9 fan" in offered[0]["name"]
    few = await maya.autocomplete("verify", "hand", "-2", channel=CHANNEL)
    assert name_hand(TABLE, 2) in [choice["value"] for choice in few]
    await played.bot.store.prune(None, -1e9)
    assert await wang.autocomplete("verify", "hand", channel=CHANNEL) == []
