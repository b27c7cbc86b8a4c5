"""`/privacy`: what is stored on whoever asks is handed to them alone, and deleted when they have said so twice."""

import gzip
import json

import pytest

from cogs.privacy_command import SURE_SECONDS, PrivacyPress, read_privacy_press, write_file
from cogs.texts import LANGUAGES, texts_for
from host.book import FIRST_COINS
from host.preferences import Scope
from tests.cogs.conftest import CHANNEL, NAMES
from tests.cogs.test_leaderboard import LOCALES, guild_of, play


def read_file(reply):
    (file,) = reply.attachments
    assert file.filename == "mahjong-data.json"
    return json.loads(file.content)


async def press(person, reply, act, **more):
    button = next(button for button in reply.buttons if read_privacy_press(button.custom_id).act == act)
    return await person.click(reply, custom_id=button.custom_id, **more)


async def ask_twice(person, channel=CHANNEL):
    return await press(person, await person.slash("privacy delete", channel=channel), "ask")


async def balance_of(house, person):
    return (await house.bot.store.find_account(guild_of(house), int(person.id))).balance


async def test_what_is_stored_is_handed_to_who_asks_alone_in_servers_and_direct_messages(house):
    maya = house.people[0]
    await play(house)
    for channel in (CHANNEL, maya.dm()):
        reply = await maya.slash("privacy export", channel=channel)
        assert reply.is_ephemeral
        told = read_file(reply)
        assert told["person"] == maya.id
        (server,) = told["servers"]
        assert server["server"] == str(guild_of(house))
        assert len(server["hands"]) == 1
    assert read_file(await house.people[1].slash("privacy export", channel=CHANNEL))["person"] != maya.id


async def test_of_a_game_that_is_played_only_the_own_part_is_handed_out(house):
    maya = house.people[0]
    await house.start_with_people(4)
    reply = await maya.slash("privacy export", channel=CHANNEL)
    told = read_file(reply)
    (game,) = told["games_in_progress"]
    assert (game["table"], game["seat"]["name"]) == (house.table.table_id, "Maya")
    assert [step["did"] for step in game["what_you_did"]][:2] == ["sat", "words_for_the_shuffle"]
    said = reply.attachments[0].content.decode()
    for person, name in zip(house.people[1:], NAMES[1:], strict=True):
        assert person.id not in said
        assert name not in said
    for chain in house.table._context.chains:
        assert chain.last_secret.hex() not in said
    for _, user_id, body in await house.bot.store.load_messages():
        assert user_id == 0 or json.loads(body)["token"] not in said


async def test_a_long_file_is_packed(house, monkeypatch):
    monkeypatch.setattr("cogs.attachments.MOST_BYTES", 10)
    reply = await house.people[0].slash("privacy export", channel=CHANNEL)
    (file,) = reply.attachments
    assert file.filename == "mahjong-data.json.gz"
    assert json.loads(gzip.decompress(file.content))["person"] == house.people[0].id
    assert "gzip" in reply.text


async def test_deletion_is_asked_about_twice_and_nothing_names_the_person_after_it(house):
    maya, ivan = house.people[:2]
    await play(house, 2)
    await house.bot.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    own = await balance_of(house, maya)
    asked = await maya.slash("privacy delete", channel=maya.dm())
    assert asked.is_ephemeral
    again = await press(maya, asked, "ask")
    assert again.id == asked.id
    assert await balance_of(house, maya) == own != FIRST_COINS
    done = await press(maya, again, "sure")
    assert "nothing names you any more. You had coins on one server" in done.text
    assert done.buttons == []
    assert not house.bot.preferences.of_person(int(maya.id)).text_mode
    told = read_file(await maya.slash("privacy export", channel=CHANNEL))
    assert (told["servers"], told["settings"]) == ([], {})
    assert len(read_file(await ivan.slash("privacy export", channel=CHANNEL))["servers"]) == 1
    assert (await house.bot.store.audit()).is_sound
    assert await balance_of(house, maya) == FIRST_COINS


async def test_who_thinks_better_of_it_keeps_all(house):
    maya = house.people[0]
    await play(house)
    own = await balance_of(house, maya)
    assert "Nothing was deleted" in (await press(maya, await ask_twice(maya), "keep")).text
    assert await balance_of(house, maya) == own


async def test_who_sits_at_a_table_is_told_so_and_keeps_all(house):
    maya, ivan = house.people[:2]
    again = await ask_twice(ivan)
    await house.start_with_people(4)
    for refused in (
        await maya.slash("privacy delete", channel=maya.dm()),
        await press(ivan, again, "sure"),
    ):
        assert f"You sit at the table in <#{house.table.channel_id}>" in refused.text
        assert "Nothing was deleted" in refused.text
    await maya.slash("mahjong leave", channel=CHANNEL)
    assert (await house.bot.store.audit()).is_sound


async def test_the_records_of_ones_games_are_handed_out_and_hold_without_the_name_after_it_is_deleted(house):
    maya, ivan = house.people[:2]
    await house.start_with_people(2)
    channel_id = house.table.channel_id
    await house.table.end(int(maya.id), is_manager=True)
    await house.settle()
    said = (await maya.slash("privacy export", channel=CHANNEL)).attachments[0].content.decode()
    (match,) = json.loads(said)["records_of_matches"]
    assert (match["hands"], match["channel"]) == (1, str(channel_id))
    kinds = [line["type"] for line in match["record"]]
    assert kinds[:3] == ["start_match", "start_hand", "deal"]
    assert kinds[-3:] == ["void", "end_hand", "end_match"]
    assert '"Maya"' in said
    assert NAMES[1] not in said
    await press(ivan, await ask_twice(ivan), "sure")
    text = (await maya.slash("verify", channel=CHANNEL)).text
    assert "✗" not in text
    assert NAMES[1] not in text
    assert read_file(await ivan.slash("privacy export", channel=CHANNEL))["records_of_matches"] == []


async def test_the_second_question_holds_over_a_restart_and_for_a_quarter_of_an_hour(reopen):
    async with reopen() as house:
        maya, ivan = house.people[:2]
        await play(house)
        mine, theirs = await ask_twice(maya), await ask_twice(ivan)
    async with reopen() as house:
        maya, ivan = house.people[:2]
        assert "nothing names you" in (await press(maya, mine, "sure")).text
        own = await balance_of(house, ivan)
        await house.advance(SURE_SECONDS + 1)
        assert (
            "too old, and nothing was deleted. Please use `/privacy delete`" in (await press(ivan, theirs, "sure")).text
        )
        assert await balance_of(house, ivan) == own


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_of_it_is_told_in_the_persons_language(house, language):
    maya, texts = house.people[0], texts_for(language)
    house.server.operator.set_locale(maya.user, LOCALES[language])
    assert texts.say("privacy-export-title") in (await maya.slash("privacy export", channel=CHANNEL)).text
    again = await ask_twice(maya)
    assert texts.say("privacy-delete-sure") in again.text
    assert again.labels == [texts.say("button-privacy-sure"), texts.say("button-privacy-keep")]
    assert texts.say("privacy-deleted", servers=0) in (await press(maya, again, "sure")).text
    said = (await maya.slash("help", channel=CHANNEL)).text
    assert f"/{texts.say('command-privacy')} {texts.say('command-privacy-export')}" in said


def test_a_button_says_what_it_does_and_whom_it_is_about_says_the_press():
    for asked in (PrivacyPress("ask"), PrivacyPress("sure", 1_790_000_000), PrivacyPress("keep")):
        assert read_privacy_press(asked.custom_id) == asked
    assert read_privacy_press("privacy|2|sure|5") is None
    assert read_privacy_press("privacy|1|steal|5") is None


def test_the_file_is_json_with_each_row_on_a_line_of_its_own():
    told = {
        "person": "1",
        "servers": [{"server": "2", "hands": [{"fan": 9, "won": None}, {"fan": -1}]}],
        "settings": {},
    }
    written = write_file(told).decode()
    assert json.loads(written) == told
    assert '   {"fan": 9, "won": null},\n' in written
    assert '\n "settings": {}\n}' in written
