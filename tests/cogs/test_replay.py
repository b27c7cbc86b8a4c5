"""/replay through the real discord.py: steps, looks, jumps, sharing, films, records, and who may see what."""

import asyncio
import gzip
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO

import pytest
from discord import ui
from PIL import Image

from cogs.answer import Answer
from cogs.films import MOST_WAITING, Films, FilmStoppedError
from cogs.gateway import Refused, Trouble, post
from cogs.panel import write_panel
from cogs.replay_press import Look, ReplayPress, read_replay_press
from cogs.texts import LANGUAGES, texts_for
from engine.record_report import replay_report, verify_report
from host.parts import pack_lines, unpack_lines
from host.preferences import Scope
from host.replayed import name_hand
from sandbox.model import Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.kept_hands import TABLE, keep_golden
from tests.cogs.test_leaderboard import guild_of

LOCALES = dict(zip(LANGUAGES, ("en-US", "zh-CN", "zh-TW"), strict=True))
NAME = name_hand(TABLE, 3)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nothing is put off because the machine is busy: that a slow answer is deferred, other tests hold."""

    async def wait(_answer):
        await asyncio.Event().wait()

    monkeypatch.setattr(Answer, "_defer_when_slow", wait)


async def end_hand(house, **options):
    """Let Maya play one hand against computer players, on autoplay, to its end."""
    maya = house.people[0]
    await house.start_with_people(1, hands="4", **options)
    await house.table.set_autoplay(int(maya.id))
    for _ in range(300):
        if house.table.state != "playing":
            break
        await house.advance(5.0)
    assert house.table.state != "playing"
    await house.settle()


@pytest.fixture
async def played(house, tmp_path):
    """A house in which Maya, Ivan and 小雪 have played three hands with a computer player; English is spoken."""
    for person in house.people:
        house.server.operator.set_locale(person.user, "en-US")
    maya, ivan, snow, _ = (int(person.id) for person in house.people)
    keep_golden(tmp_path / "test.db", guild_of(house), (maya, None, ivan, snow))
    return house


def part_of(item):
    press = read_replay_press(item.custom_id or "")
    return None if press is None else press.part


def find(reply, part):
    return next(button for button in reply.buttons if part_of(button) == part)


def find_select(reply, part):
    return next(select for select in reply.selects if part_of(select) == part)


async def press(person, reply, part):
    return await person.click(reply, custom_id=find(reply, part).custom_id)


async def choose(person, reply, part, value):
    return await person.select(reply, find_select(reply, part).custom_id, [value])


async def ask(person, **options):
    return await person.slash("replay", channel=CHANNEL, options=options)


def place_of(reply):
    """At which step of how many a panel stands."""
    return tuple(map(int, re.search(r"Step (\d+) of (\d+)", reply.text).groups()))


def name_of(reply):
    return re.search(r"`(\w+-\d+)`", reply.text)[1]


async def test_ones_last_hand_opens_from_the_own_seat_and_is_walked_through_by_buttons(played):
    maya = played.people[0]
    reply = await ask(maya)
    assert reply.is_ephemeral
    assert "as human 0 saw it" in reply.text
    assert "Harbin Hand 3" in reply.text
    (picture,) = reply.attachments
    assert (picture.width, picture.height) == (1000, 1000)
    _, steps = place_of(reply)
    assert find(reply, "first").disabled
    assert find(reply, "back").disabled
    for place in range(2, 6):
        reply = await press(maya, reply, "forward")
        assert place_of(reply) == (place, steps)
    reply = await press(maya, reply, "last")
    assert place_of(reply)[0] == steps
    assert find(reply, "forward").disabled
    assert re.search(r"wins on|Draw game", reply.text)
    reply = await press(maya, reply, "back")
    assert place_of(reply)[0] == steps - 1
    before = await press(maya, reply, "before")
    assert "**human 0** draws **" in before.text
    assert place_of(before)[0] < steps - 1
    assert place_of(await press(maya, before, "first"))[0] == 1


async def test_a_hand_that_ends_can_be_replayed_from_its_result_and_while_the_next_is_played_nothing_shows(house):
    maya, ivan = house.people[:2]
    for person in house.people:
        house.server.operator.set_locale(person.user, "en-US")
    await end_hand(house)
    result = house.newest_public()
    own = await press(maya, result, "watch")
    assert own.is_ephemeral
    assert "as Maya saw it" in own.text
    other = await press(ivan, result, "watch")
    assert "all hands open" in other.text
    assert name_of(own) == name_of(other)
    await press(maya, own, "last")
    await maya.click(result, "Next hand")
    await house.settle()
    assert house.table.state == "playing"
    following = f"{name_of(own).rpartition('-')[0]}-2"
    assert (await ask(maya, hand=following)).text.startswith("No hand of that name")
    exported = await press(maya, await ask(maya), "export")
    (file,) = exported.attachments
    assert file.content.count(b'"type":"start_hand"') == 1
    for report in (replay_report, verify_report):
        assert not report(file.content).faults


async def test_views_and_moments_are_chosen_in_selects(played):
    maya = played.people[0]
    reply = await ask(maya)
    jump, look = find_select(reply, "jump"), find_select(reply, "look")
    assert 2 <= len(jump.options) <= 25
    assert jump.options[0]["label"] == "1. The deal: human 3 is the dealer"
    assert [option["label"] for option in look.options][:2] == ["All hands open", "As human 0 saw it"]
    last = await choose(maya, reply, "jump", jump.options[-1]["value"])
    assert place_of(last)[0] == place_of(last)[1]
    opened = await choose(maya, await press(maya, last, "first"), "look", "o0")
    assert "all hands open" in opened.text
    assert place_of(opened)[1] < place_of(reply)[1]
    opened = await press(maya, opened, "forward")
    opened = await press(maya, opened, "forward")
    assert re.search(r"draws .* and discards|draws .* and discards it|takes|discards", opened.text)
    assert " concealed" not in opened.text
    other = await choose(maya, opened, "look", "s1")
    assert "as Computer 1 saw it" in other.text
    assert " concealed" in other.text


async def test_a_hand_keeps_its_last_looks_and_shows_any_other_again(played):
    maya = played.people[0]
    reply = await ask(maya)
    for look in ("o0", "s2", "s3", "s0"):
        reply = await choose(maya, reply, "look", look)
        assert place_of(reply)[0] == 1
    (opened,) = played.bot.replay_clerk.hands._kept.values()
    assert [str(look) for look in opened.looks] == ["s3", "s0"]


async def test_a_step_is_shared_once_a_press_with_a_button_that_opens_it_there(played):
    maya, ivan = played.people[:2]
    reply = await choose(maya, await ask(maya), "look", "o0")
    reply = await press(maya, reply, "last")
    shared = await press(maya, reply, "share")
    assert "Shared in this channel." in shared.text
    public = played.newest_public()
    assert "Shared by Maya" in public.text
    assert public.attachments[0].width == 1000
    refused = await press(maya, reply, "share")
    assert refused.text == "This was shared here just now."
    assert played.newest_public().id == public.id
    opened = await press(ivan, public, "open")
    assert opened.is_ephemeral
    assert place_of(opened) == place_of(reply)
    assert place_of(await press(ivan, opened, "back"))[0] == place_of(reply)[0] - 1


async def test_nothing_is_shared_where_discord_refuses_it_or_the_person_or_the_bot_may_not_write(played, monkeypatch):
    maya, operator = played.people[0], played.server.operator
    reply = await ask(maya)
    for trouble, said in ((Trouble.FORBIDDEN, "I may not write in this channel."), (Trouble.LATER, "Discord does not")):

        async def refuse(*_args, trouble=trouble):
            raise Refused(trouble, 0)

        monkeypatch.setattr("cogs.sharing.post", refuse)
        assert (await press(maya, reply, "share")).text.startswith(said)
    monkeypatch.undo()
    assert "Shared in this channel." in (await press(maya, reply, "share")).text
    reply = await press(maya, reply, "forward")
    operator.set_permissions(CHANNEL, "Mahjong", deny=Permissions.SEND_MESSAGES)
    await maya.slash("help", channel="general")
    refused = await press(maya, reply, "share")
    assert refused.text == "I may not write in this channel: I lack the permission **Send Messages**."
    operator.set_permissions(CHANNEL, "Mahjong", allow=Permissions.SEND_MESSAGES)
    operator.set_permissions(CHANNEL, maya.user, deny=Permissions.SEND_MESSAGES)
    refused = await press(maya, reply, "share")
    assert refused.text.startswith("You may not write in this channel")


async def test_the_record_of_the_match_is_exported_for_both_checks_of_the_command_line(played, monkeypatch):
    maya = played.people[0]
    exported = await press(maya, await ask(maya), "export")
    assert "all of its 3 finished hands" in exported.text
    (file,) = exported.attachments
    assert file.filename == "match-0A1B2C.jsonl"
    for report in (replay_report, verify_report):
        assert not report(file.content).faults
    assert b'"id":' not in file.content
    monkeypatch.setattr("cogs.attachments.MOST_BYTES", 1000)
    packed = await press(maya, await ask(maya), "export")
    assert "packed" in packed.text
    assert packed.attachments[0].filename == "match-0A1B2C.jsonl.gz"
    assert gzip.decompress(packed.attachments[0].content) == file.content


async def test_a_film_is_drawn_one_at_a_time_and_shows_the_hand_to_its_end(played, monkeypatch):
    maya = played.people[0]
    reply = await press(maya, await choose(maya, await ask(maya), "look", "o0"), "last")
    films = played.bot.replay_clerk._films
    for user_id in range(MOST_WAITING):
        films.begin(user_id)
    assert "Too many films" in (await press(maya, reply, "film")).text
    for user_id in range(MOST_WAITING):
        films.end(user_id)
    films.begin(int(maya.id))
    assert "still being drawn" in (await press(maya, reply, "film")).text
    films.end(int(maya.id))
    monkeypatch.setattr("cogs.films.TOLD_SECONDS", 0.05)
    seen = len(maya.events)
    await press(maya, reply, "film")
    await played.settle()
    told = [each.message.text for each in maya.events[seen:] if each.message is not None and "%" in each.message.text]
    assert told[0].endswith("being drawn: 0 %")
    assert len(told) > 1
    shown = next(each for each in reversed(maya.messages(CHANNEL)) if each.is_ephemeral and "🎬" in each.text)
    assert "all hands open" in shown.text
    (file,) = shown.attachments
    assert len(file.content) < 2_000_000
    film = Image.open(BytesIO(file.content))
    assert film.n_frames == place_of(reply)[1]
    assert "wins on" in shown.text or "Draw game" in shown.text
    assert int(maya.id) not in films._drawing

    def fail(*_args, **_options):
        raise ValueError

    monkeypatch.setattr("cogs.films.draw_film", fail)
    await press(maya, reply, "film")
    await played.settle()
    assert any("The film could not be drawn" in each.text for each in maya.messages(CHANNEL))


async def test_a_film_ends_with_the_program():
    films = Films()
    films.close()

    def draw(_shots, _labels, *, tell, **_style):
        tell(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.films.draw_film", draw)
        films._pool = ThreadPoolExecutor(1)
        with pytest.raises(FilmStoppedError):
            await films.draw((), (), tell=None, language="en", theme=None)
        films._pool.shutdown()


async def test_it_speaks_the_persons_language_and_in_text_mode_a_step_is_words_alone(played):
    maya = played.people[0]
    for language in LANGUAGES:
        played.server.operator.set_locale(maya.user, LOCALES[language])
        texts = texts_for(language)
        reply = await ask(maya)
        assert texts.say("replay-look-seat", name="human 0") in reply.text
        assert find(reply, "forward").label == texts.say("button-replay-forward")
        assert not re.search(r"\{\$|<@|\d{15}", reply.text)
        reply = await press(maya, reply, "last")
        assert not re.search(r"\{\$|<@|\d{15}", reply.text)
    played.server.operator.set_locale(maya.user, "en-US")
    await played.bot.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    reply = await press(maya, await choose(maya, await ask(maya), "look", "o0"), "forward")
    assert reply.attachments == []
    assert len(re.findall(r"coins\)?: \d+[mps]", reply.text)) == 3, reply.text


async def test_a_hand_is_for_its_server_alone_and_in_direct_messages_for_its_players(played, tmp_path):
    maya, stranger = played.people[0], played.people[3]
    assert "all hands open" in (await ask(stranger, hand=f" {NAME.lower()} ")).text
    assert (await ask(stranger)).text.startswith("You have no finished hand here")
    keep_golden(tmp_path / "test.db", 99, (int(maya.id), None, None, None), table="ffffffffffff", at=1_900_000_000.0)
    assert name_of(await ask(maya)) == NAME
    for wrong in ("nonsense", "000000-1", f"{NAME}9", "x" * 40, "FFFFFF-1"):
        assert (await ask(stranger, hand=wrong)).text.startswith("No hand of that name"), wrong
    assert (await ask(maya, hand="FFFFFF-1")).text.startswith("No hand of that name")
    elsewhere = await maya.slash("replay", channel=maya.dm())
    assert name_of(elsewhere) == "FFFFFF-3"
    assert "/mahjong new" in (await press(maya, elsewhere, "share")).text
    refused = await stranger.slash("replay", channel=stranger.dm(), options={"hand": NAME})
    assert refused.text.startswith("No hand of that name")


async def test_a_record_that_the_rules_of_today_do_not_allow_is_refused_in_words_and_can_be_exported(played, tmp_path):
    maya = played.people[0]
    reply = await ask(maya)
    played.bot.replay_clerk.hands.forget()
    with closing(sqlite3.connect(tmp_path / "test.db")) as connection, connection:
        (packed,) = connection.execute("SELECT lines FROM hand_records WHERE hand = 3").fetchone()
        changed = unpack_lines(packed).replace('"drawn":true', '"drawn":false', 1)
        connection.execute("UPDATE hand_records SET lines = ? WHERE hand = 3", (pack_lines(changed),))
    assert "another version of the rules" in (await press(maya, reply, "forward")).text
    assert (await press(maya, reply, "export")).attachments
    with closing(sqlite3.connect(tmp_path / "test.db")) as connection, connection:
        connection.execute("UPDATE hand_records SET lines = NULL")
    for part in ("forward", "export"):
        assert (await press(maya, reply, part)).text.startswith("No hand of that name")


async def test_buttons_hold_after_a_restart_and_those_of_another_version_say_so(reopen, tmp_path):
    async with reopen() as house:
        maya = house.people[0]
        house.server.operator.set_locale(maya.user, "en-US")
        keep_golden(tmp_path / "test.db", guild_of(house), (int(maya.id), None, None, None))
        reply = await press(maya, await ask(maya), "forward")
        old = ui.Button(label="Next", custom_id=find(reply, "forward").custom_id.replace("replay|1", "replay|2"))
        panel = write_panel("An older panel")
        panel.add_item(ui.ActionRow(old))
        await post(house.bot.get_channel(int(house.server.world.find_channel(CHANNEL).id)), panel)
        older = house.newest_public()
    async with reopen() as house:
        maya = house.people[0]
        # Long after the token of the command that showed it has died.
        house.server.clock.advance(3600)
        assert place_of(await press(maya, reply, "forward"))[0] == 3
        assert "older version" in (await maya.click(older, "Next")).text


def test_a_press_says_no_more_than_a_hundred_characters_and_reads_as_it_was_written():
    press = ReplayPress("x" * 40, 999_999, 9999, Look(3, is_open=False), "forward")
    assert len(press.custom_id) <= 100
    assert read_replay_press(press.custom_id) == press
    assert read_replay_press(press.custom_id.replace("replay|1", "replay|2")) is None
    for value in ("", "x", "o4", "s", "12345", "１"):
        for part in ("jump", "look"):
            with pytest.raises(ValueError, match="^" + re.escape(value) + "$"):
                ReplayPress("t", 1, 0, Look(0, is_open=True), part).choose(value)
