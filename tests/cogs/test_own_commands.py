"""`/waits`, `/auto` and `/words`: what concerns one's own seat, told to its player alone."""

import dataclasses

import pytest

from cogs.texts import LANGUAGES, choose_language, texts_for
from cogs.waits_panel import build_waits_panel
from engine.cities import find_rules
from engine.melds import parse_meld
from engine.tiles import parse_tile
from engine.view import WaitView
from host.errors import HostError, StoreError
from host.events import HandStarted
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_short_seed, play_to_end
from tests.cogs.test_hand_panel import make_own, make_snapshot

EN = texts_for("en")


def told(snapshot, texts=EN):
    return "\n".join(item.content for item in build_waits_panel(snapshot, texts).walk_children())


def seen(own, *melds, rules="harbin", phase="turn", turn=0, **changes):
    """A snapshot of a hand with melds."""
    snapshot = make_snapshot(own, phase=phase, turn=turn, last_discard=(turn, 0) if phase == "claims" else None)
    parsed = tuple(parse_meld(meld) for meld in melds)
    first = dataclasses.replace(snapshot.view.seats[0], melds=parsed, is_open=any(meld.opens for meld in parsed))
    visible = list(snapshot.view.visible)
    for tile in (tile for meld in parsed for tile in meld.tiles):
        visible[tile] += 1
    seats = (first, *snapshot.view.seats[1:])
    view = dataclasses.replace(snapshot.view, seats=seats, visible=tuple(visible), **changes)
    return dataclasses.replace(snapshot, view=view, rules=find_rules(rules))


# ---- what is told


def test_a_listening_hand_is_told_each_wait_with_what_is_unseen():
    waits = (WaitView(parse_tile("5m"), True, 2), WaitView(parse_tile("7z"), False, 0))
    text = told(seen(make_own(waits=waits, bao=parse_tile("9s"))))
    assert "• **5 Wan**, kadang (middle of a sequence): 2 unseen" in text
    assert "• **Red**: none unseen any more" in text
    assert "2 of your tiles are still unseen" in text
    assert "50 can still be drawn" in text
    assert "The bao is **9 Bam**." in text


def test_a_hand_that_may_listen_is_told_each_discard_with_its_waits():
    choices = ((parse_tile("3m"), (WaitView(parse_tile("7m"), True, 3),)), (parse_tile("7m"), ()))
    text = told(seen(make_own(drawn="9s", listen_discards=choices)))
    assert "You can listen now" in text
    assert "• discard **3 Wan**: wait for 7 Wan (kadang, 3 left)" in text


def test_a_hand_that_waits_but_has_not_said_listen_is_told_what_it_would_wait_for():
    text = told(seen(make_own("123m456p79s77z"), "chi 234m", turn=2))
    assert "Your hand is ready" in text
    assert "• **8 Bam**, kadang (middle of a sequence): 4 unseen" in text


def test_unseen_leaves_out_what_lies_open_and_the_own_tiles():
    text = told(seen(make_own("123m456p88s77z"), "chi 789s", turn=2))
    assert "• **8 Bam**: 1 unseen" in text
    assert "• **Red**: 2 unseen" in text


def test_a_hand_that_cannot_listen_is_told_condition_by_condition_what_it_lacks():
    text = told(seen(make_own("2468m2468p24688s", drawn="2s"), rules="harbin"))
    assert "At least 4 useful tiles must come after this discard, each in exchange" in text
    assert "✗ **Open**: take a discard first" in text
    assert "✓ **2 suits** of Wan, Dot and Bam" in text
    assert "✗ **A 1, a 9 or Red**: you have none\n" in text
    assert "✗ **Three alike**: no group of them is complete; two Red as the pair will do too" in text
    assert "✗ **Three in a row** of one suit: you have none; the tile you win on may complete it" in text
    assert "✓ **4 concealed tiles**: 13 remain" in text
    assert "✗ **Shape**: " in text


def test_a_hand_that_is_only_closed_is_told_so():
    text = told(seen(make_own("123m456p789s1133m"), turn=2))
    assert "the tiles are right, but the hand is still closed" in text
    assert text.count("✗") == 1


def test_a_hand_whose_melds_stand_in_the_way_is_told_that_nothing_helps():
    own = make_own("5m")
    text = told(seen(own, "chi 123m", "peng 222p", "chi 345s", "peng 999s", turn=1))
    assert "cannot listen any more" in text
    assert "✗ **4 concealed tiles**: only 1 remain" in text


def test_seven_pairs_are_told_of_only_where_they_are_played_and_still_possible():
    own = make_own("1359m2468p13579s")
    assert "Seven pairs" in told(seen(own, rules="qiqihar", turn=1))
    assert "Seven pairs" not in told(seen(own, rules="harbin", turn=1))
    assert "Seven pairs" not in told(seen(make_own("1359m2468p13s"), "chi 567s", rules="qiqihar", turn=1))


def test_among_the_last_tiles_nobody_is_told_what_is_missing():
    text = told(seen(make_own("2468m2468p24688s", drawn="2s"), is_last_tiles=True))
    assert text == "These are the last tiles: nobody can begin to listen any more."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["harbin", "mudanjiang", "qiqihar", "qiqihar-local"])
def test_every_language_tells_of_every_rule_without_a_gap(language, rules, caplog):
    text = told(seen(make_own("2468m2468p24688s", drawn="2s"), rules=rules), texts_for(language))
    assert "{" not in text
    assert len(text.splitlines()) >= 4
    assert not caplog.records


def test_who_has_no_seat_or_no_hand_is_refused():
    snapshot = seen(make_own())
    for changes, code in (
        ({"viewer_seat": None}, "not_seated"),
        ({"view": None}, "no_hand"),
        ({"view": dataclasses.replace(snapshot.view, phase="over")}, "no_hand"),
    ):
        with pytest.raises(HostError) as refused:
            build_waits_panel(dataclasses.replace(snapshot, **changes), EN)
        assert refused.value.code == code


# ---- at a table


async def test_waits_answers_each_seat_from_its_own_view_alone_all_through_a_hand(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people(4)
        for person in house.people:
            reply = await person.slash("waits", channel=CHANNEL)
            assert reply.is_ephemeral
            assert reply.text == told(house.shot(person), texts_for(choose_language(person.user.locale)))
        heard = set()

        def listen_in():
            if house.table.state == "playing":
                heard.update(told(house.shot(person)).splitlines()[0] for person in house.people)

        await play_to_end(house, after=listen_in)
        assert "**You listen for:**" in heard
        assert any(line.startswith("**You cannot listen yet.** ") for line in heard)
        assert (await house.people[0].slash("waits", channel=CHANNEL)).text == "No hand is being played."


async def test_waits_is_refused_to_who_has_no_seat(house):
    await house.open_table()
    assert (await house.people[1].slash("waits", channel=CHANNEL)).text == "You have no seat at this table."
    assert (await house.people[0].slash("waits", channel=CHANNEL)).text == "No hand is being played."


async def test_auto_switches_on_and_off_and_the_table_shows_it(house):
    await house.start_with_people(2)
    maya = house.people[0]
    reply = await maya.slash("auto", channel=CHANNEL)
    assert reply.is_ephemeral
    assert reply.text.startswith("You are on autoplay: ")
    await house.settle()
    assert house.shot(maya).seats[house.seat_of(maya)].autoplay == "chosen"
    assert "On autoplay: Maya" in house.newest_public().text
    reply = await maya.slash("auto", channel=CHANNEL)
    assert reply.text == "You play yourself again."
    await house.settle()
    assert "On autoplay" not in house.newest_public().text


async def test_auto_can_be_told_which_way(house):
    await house.start_with_people(2)
    maya = house.people[0]
    answers = [
        (await maya.slash("auto", channel=CHANNEL, options={"on": wanted})).text
        for wanted in (False, True, True, False)
    ]
    assert answers[0] == "You are not on autoplay."
    assert answers[1].startswith("You are on autoplay: ")
    assert answers[2] == "You are on autoplay already."
    assert answers[3] == "You play yourself again."


async def test_auto_is_refused_without_a_seat_or_a_hand(house):
    maya, ivan = house.people[:2]
    assert "There is no table in this channel" in (await maya.slash("auto", channel=CHANNEL)).text
    await house.open_table()
    assert (await ivan.slash("auto", channel=CHANNEL)).text == "You have no seat at this table."
    assert (await maya.slash("auto", channel=CHANNEL)).text == "The game has not begun."


# ---- in everybody's language


async def test_every_answer_comes_in_the_persons_language(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people(4)
        xiaoxue, laowang = house.people[2:]
        assert (str(xiaoxue.user.locale), str(laowang.user.locale)) == ("zh-CN", "zh-TW")
        await play_to_end(house)
        await house.advance(60)
        said = {
            "waits": ("还不能报听", "還不能報聽"),
            "auto": ("已开始托管", "已開始託管"),
            "words": ("您没有设洗牌词", "您沒有設洗牌詞"),
            "verify": ("第 1 局验牌", "第 1 局驗牌"),
            "replay": ("小雪 的视角", "老王 的視角"),
            "judge": ("不能报听", "不能報聽"),
            "help": ("还有", "還有"),
        }
        for command, words in said.items():
            options = {"hand": "1359m2468p13579s"} if command == "judge" else {}
            for person, word in zip((xiaoxue, laowang), words, strict=True):
                reply = await person.slash(command, channel=CHANNEL, options=options)
                assert reply.is_ephemeral
                assert word in reply.text


# ---- words for the shuffle


async def say_words(person, words=None, **options):
    if words is not None:
        options["words"] = words
    reply = await person.slash("words", channel=CHANNEL, options=options)
    assert reply.is_ephemeral
    return reply.text


async def test_words_hold_for_the_next_hand_and_are_told_to_their_player_alone(house):
    await house.open_table()
    maya, ivan = house.people[:2]
    assert (await say_words(maya)).startswith("You have set no words.")
    assert (await say_words(maya, "luck `🀄`")).startswith(
        "Your words for the next hand are `luck '🀄'` (11 of 100 bytes)."
    )
    assert "luck" in await say_words(maya)
    assert await say_words(ivan) == "You have no seat at this table."
    assert house.shot(ivan).own_words == ""
    assert "luck" not in house.newest_public().text
    assert (await say_words(maya, clear=True)).startswith("You have set no words.")


async def test_words_set_during_a_hand_hold_from_the_next_one(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people(4)
        maya = house.people[0]
        assert (await say_words(maya, "later")).startswith("From the next hand on your words are `later`")
        await play_to_end(house)
        await house.advance(60)
        started = [event for event in house.table.record if isinstance(event, HandStarted)]
        seat = house.seat_of(maya)
        assert [event.words[seat] for event in started] == ["", "later"]


async def test_words_are_normal_text_and_at_most_100_bytes(house):
    await house.open_table()
    maya = house.people[0]
    assert "34 bytes" not in await say_words(maya, "发" * 33)
    refused = await say_words(maya, "发" * 34)
    assert refused.startswith("These words are too long: 102 bytes, at most 100.")
    assert "(99 of 100 bytes)" in await say_words(maya)
    assert "(2 of 100 bytes)" in await say_words(maya, "e\u0301")


async def test_words_that_were_told_survive_a_kill(reopen):
    async with reopen() as house:
        await house.open_table()
        await say_words(house.people[0], "for ever")
    async with reopen() as house:
        await house.settle()
        assert "`for ever`" in await say_words(house.people[0])


async def test_words_that_cannot_be_kept_are_not_told_as_set(house, monkeypatch):
    await house.open_table()

    async def fail(_unit):
        raise StoreError("SQLITE_FULL")

    monkeypatch.setattr(house.bot.store, "write", fail)
    assert "database" in await say_words(house.people[0], "gone")
