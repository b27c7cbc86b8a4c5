"""The tutorial: what it calls right and wrong is what the rules say, and a learner gets through it by clicking."""

import pytest

from cogs.judge_panel import Verdict
from cogs.presses import Act, Press
from cogs.texts import LANGUAGES, texts_for
from cogs.tutorial import LESSONS, RULES, SOURCE
from engine.analysis import check_listen
from engine.live import LiveHand
from engine.melds import list_runs
from engine.notation import read_melds, read_tile, read_tiles
from engine.tiles import count_kinds, tile_name
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button

BY_NAME = {lesson.name: lesson for lesson in LESSONS}


def judge(name, without=None):
    """What the rules say of a lesson's hand, as it is or without a tile."""
    lesson = BY_NAME[name]
    kinds = read_tiles(lesson.hand)
    if without is not None:
        kinds.remove(read_tile(without))
    return check_listen(count_kinds(kinds), read_melds(lesson.melds), RULES)


def waits_of(readiness):
    return {tile_name(wait.kind): wait.is_kadang for wait in readiness.waits}


# ---- what is taught is so


def test_the_hand_of_the_goal_is_a_winning_shape():
    lesson = BY_NAME["goal"]
    assert LiveHand(count_kinds(read_tiles(lesson.hand)), read_melds(lesson.melds), RULES).is_complete()


def test_the_discard_of_the_opening_makes_a_sequence_and_leads_to_the_next_lessons_hand():
    before, after = BY_NAME["open"], BY_NAME["listen"]
    held = read_tiles(before.hand)
    three = read_tile("3p")
    (own,) = list_runs(count_kinds(held), three)
    for tile in own:
        held.remove(tile)
    assert held == read_tiles(after.hand)
    (chi,) = read_melds(after.melds)
    assert sorted((*own, three)) == list(chi.tiles)
    assert check_listen(count_kinds(read_tiles(before.hand)), (), RULES).reasons


@pytest.mark.parametrize("name", ["listen", "kadang"])
def test_of_the_discards_to_choose_from_only_the_right_one_does_what_is_asked(name):
    lesson = BY_NAME[name]
    found = {choice: waits_of(judge(name, choice)) for choice in lesson.choices}
    if name == "listen":
        assert found == {"1m": {"9m": False, "5s": False}, "9m": {}, "5s": {}, "7s": {}}
    else:
        assert found == {"4p": {"5p": False, "8p": False}, "6p": {}, "7p": {"5p": True}}


def test_the_hand_that_lacks_something_lacks_a_terminal_and_nothing_else():
    assert judge("lacks").reasons == ("no_terminal",)


def test_the_wins_on_offer_are_what_the_lessons_call_them():
    bao, pay = (Verdict(BY_NAME[name].question).score for name in ("bao", "pay"))
    assert bao.lines[0].code == "mobao"
    assert {line.code for line in pay.lines} >= {"discard", "kadang", "discarder_pays_all"}
    assert pay.owed[1] == pay.owed[3] == 0
    assert pay.owed[2] == -pay.owed[0]


# ---- the panels


async def choose(person, reply, lesson, choice):
    place = None if choice is None else lesson.choices.index(choice)
    step = LESSONS.index(lesson) + 1
    press = Press(SOURCE, Act.LEARN, step, place)
    return await person.click(reply, custom_id=press.custom_id)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_learner_goes_through_all_lessons_and_every_choice_is_answered(house, language):
    person = next(each for each in house.people if texts_for_person(each) == language)
    texts = texts_for(language)
    reply = await person.slash("tutorial", channel=CHANNEL)
    assert reply.is_ephemeral
    for step, lesson in enumerate(LESSONS, 1):
        assert texts.say("learn-title", step=step, steps=len(LESSONS)) in reply.text
        assert len(reply.attachments) == 1
        for choice in lesson.choices:
            if choice != lesson.right:
                wrong = await choose(person, reply, lesson, choice)
                assert "❌" in wrong.text
                assert len(wrong.buttons) == len(lesson.choices)
        if lesson.choices:
            reply = await choose(person, reply, lesson, lesson.right)
            assert "✅" in reply.text
        assert "❌" not in reply.text
        if step < len(LESSONS):
            reply = await person.click(reply, texts.say("learn-next"))
    assert texts.say("command-new") in reply.text
    again = await person.click(reply, texts.say("learn-again"))
    assert texts.say("learn-title", step=1, steps=len(LESSONS)) in again.text


def texts_for_person(person):
    return {"en-US": "en", "zh-CN": "zh-CN", "zh-TW": "zh-TW"}.get(person.user.locale, "")


async def test_wrong_answers_tell_why_in_the_words_of_the_rules(house):
    maya = house.people[0]
    reply = await maya.slash("tutorial", channel=CHANNEL)
    for lesson in LESSONS[:2]:
        if lesson.choices:
            reply = await choose(maya, reply, lesson, lesson.right)
        reply = await maya.click(reply, "Next")
    wrong = await choose(maya, reply, BY_NAME["listen"], "7s")
    assert "After discarding 7 Bam you could not listen: it is more than one tile from complete." in wrong.text


async def test_a_lesson_that_is_not_there_begins_anew(house):
    maya = house.people[0]
    reply = await maya.slash("tutorial", channel=CHANNEL)
    lesson = find_button(reply, Act.LEARN)
    assert lesson is not None
    for press in (Press(SOURCE, Act.LEARN, 99), Press(SOURCE, Act.LEARN, 0, 3)):
        answer = await house.bot.clerk._teach(texts_for("en"), press)
        assert "1 of" in next(answer.walk_children()).content
