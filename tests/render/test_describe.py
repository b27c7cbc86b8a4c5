"""The twins in text: complete, in three languages, and short enough for Discord."""

from dataclasses import replace
from typing import get_args

import pytest

from engine.score import How
from engine.score_lines import TERMS, ScoreLine
from engine.tiles import parse_tile
from render import SeatLabel, describe_hand, describe_result, describe_table
from render.explain import explain_lines, name_win
from tests.render.test_pictures import DELTAS, NAMES_OF_HANDS, NAMES_OF_RESULTS, VISIBLE_CHANGES, lay_old_bao
from tests.render.views import (
    ALL_VIEWS,
    ASKED,
    CLAIMS,
    GANG_OPEN,
    LABELS,
    LISTENING,
    LONG,
    MIDDLE,
    OWN_TURN,
    SELF_DRAWN,
    WON,
    tiles,
)

LANGUAGES = ["zh-CN", "zh-TW", "en"]
LONGEST = tuple(SeatLabel("龘" * 32, 999_999_999_999, is_autoplay=True, is_away=True) for _ in range(4))


@pytest.mark.parametrize("labels", [LABELS, LONGEST], ids=["usual", "longest"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL_VIEWS)
def test_a_table_in_words_is_at_most_1024_characters_and_names_everybody(name, language, labels):
    told = describe_table(ALL_VIEWS[name], labels, language)
    assert 0 < len(told) <= 1024
    assert len(told.splitlines()) == 5
    if labels is LABELS:
        assert all(label.name in told for label in labels)


@pytest.mark.parametrize("language", LANGUAGES)
# Who claimed a discard is told once, by the claimer's meld.
@pytest.mark.parametrize("what", sorted(VISIBLE_CHANGES.keys() - {"claimed by another"}))
def test_a_table_in_words_tells_every_public_fact(what, language):
    assert describe_table(VISIBLE_CHANGES[what], LABELS, language) != describe_table(MIDDLE, LABELS, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES_OF_HANDS)
def test_a_hand_in_words_is_at_most_1024_characters(name, language):
    assert 0 < len(describe_hand(ALL_VIEWS[name], language)) <= 1024


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES_OF_RESULTS)
def test_a_result_in_words_is_at_most_1024_characters(name, language):
    assert 0 < len(describe_result(ALL_VIEWS[name], LONGEST, DELTAS, language)) <= 1024


def test_a_table_in_words_says_whose_turn_it_is_and_what_lies_open():
    assert "轮到 محمد علي" in describe_table(MIDDLE, LABELS)
    assert "Computer 3 打出 二筒" in describe_table(CLAIMS, LABELS)
    assert "Computer 3 has discarded 2p" in describe_table(CLAIMS, LABELS, "en")


def test_a_table_in_words_starts_with_the_viewer_and_goes_on_in_order_of_play():
    view = replace(MIDDLE, viewer=2)
    order = [line.split(" (")[0] for line in describe_table(view, LABELS, "en").splitlines()[1:]]
    assert order == ["محمد علي", "Computer 3", "松花江上", "Александр"]


def test_a_table_in_words_drops_the_oldest_discards_first():
    told = describe_table(LONG, LONGEST, "en")
    assert "… " in told
    assert told.rstrip().endswith("2m 8p")


def test_a_public_table_in_words_tells_no_private_fact():
    for view in (OWN_TURN, LISTENING, ASKED):
        public = replace(view, viewer=None)
        assert describe_table(public, LABELS) == describe_table(replace(public, own=None), LABELS)


def test_a_hand_in_words_tells_tiles_drawn_tile_waits_and_bao():
    assert "hand 56789m 222p 11s" in describe_hand(OWN_TURN, "en")
    assert "drawn 8s" in describe_hand(OWN_TURN, "en")
    assert "discard 8s to listen for 4m×3, 7m×1 (Kadang)" in describe_hand(OWN_TURN, "en")
    assert "宝牌 六条" in describe_hand(LISTENING)
    assert "听 四万×3，七万×2" in describe_hand(LISTENING)
    assert "要不要 二筒" in describe_hand(ASKED)


def test_a_hand_in_words_says_why_it_may_not_listen():
    refused = replace(OWN_TURN, own=replace(OWN_TURN.own, listen_discards=(), refusal=("no_terminal", "not_open")))
    assert "缺幺九，未开门" in describe_hand(refused)
    assert "no terminal, not open" in describe_hand(refused, "en")


def test_a_result_in_words_says_who_won_how_and_who_pays_what():
    told = describe_result(WON, LABELS, DELTAS, "en")
    assert "Александр wins on 2p" in told
    assert "discarded by Computer 3" in told
    assert "Александр +25 (980)" in told
    assert "Computer 3 -15" in told
    assert "discarded by" not in describe_result(SELF_DRAWN, LABELS, DELTAS, "en")


def test_the_score_is_told_line_by_line():
    told = describe_result(WON, LABELS, DELTAS, "en")
    assert "Win on a discard (each loser) = 1" in told
    assert "Discarder pays all (Computer 3) pays for the other two" in told
    assert "摸宝 (每家) = 3" in describe_result(SELF_DRAWN, LABELS, DELTAS)
    assert "摸寶 (每家) = 3" in describe_result(SELF_DRAWN, LABELS, DELTAS, "zh-TW")


@pytest.mark.parametrize("code", TERMS)
def test_every_line_of_a_score_has_its_name_in_three_languages(code):
    line = ScoreLine(code, 0, "times", 2)
    result = replace(WON.result, score=replace(WON.result.score, lines=(line,)))
    names = {explain_lines(result, ["a", "b", "c", "d"], language)[0][0] for language in LANGUAGES}
    assert code not in names
    assert line.zh in names
    assert line.en in names


@pytest.mark.parametrize("how", get_args(How))
def test_every_way_to_win_has_its_name(how):
    assert how not in {name_win(replace(WON.result, how=how, score=None), language) for language in LANGUAGES}


def test_old_baos_are_told_with_the_seat_by_which_they_lie_or_with_the_bao():
    lines = describe_table(lay_old_bao(MIDDLE, 1), LABELS, "en").splitlines()
    assert ["old baos 3s" in line for line in lines] == [False, False, True, False, False]
    lines = describe_table(replace(MIDDLE, old_baos=tiles("3s")), LABELS, "en").splitlines()
    assert ["old baos 3s" in line for line in lines] == [True, False, False, False, False]


def test_a_gang_that_may_be_robbed_is_told():
    assert "Computer 3 has added 3p to a gang" in describe_table(GANG_OPEN, LABELS, "en")
    assert "要不要 三筒" in describe_hand(GANG_OPEN)


def test_hands_and_results_are_told_only_to_whom_they_belong():
    with pytest.raises(ValueError, match="spectator"):
        describe_hand(CLAIMS)
    with pytest.raises(ValueError, match="not over"):
        describe_result(MIDDLE, LABELS, DELTAS)


def test_the_bao_is_named_to_a_listening_viewer_only():
    other = replace(LISTENING, own=replace(LISTENING.own, bao=parse_tile("1m")))
    assert describe_table(other, LABELS) != describe_table(LISTENING, LABELS)
    assert describe_table(replace(other, viewer=None, own=None), LABELS) == describe_table(
        replace(LISTENING, viewer=None, own=None), LABELS
    )
