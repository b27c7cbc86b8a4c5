"""The conditions for listening one by one: what the rules ask, what the hand has, how far it is."""

import random

import pytest

from engine.analysis import check_listen, explain_refusal
from engine.cities import find_rules
from engine.conditions import judge_nearness
from engine.distance import OUT_OF_REACH
from engine.melds import parse_meld
from engine.tiles import TILE_COUNT, count_kinds, parse_tiles
from engine.waits import REASONS


def judge(hand, melds=(), rules="harbin", **options):
    return judge_nearness(
        count_kinds(parse_tiles(hand)), [parse_meld(meld) for meld in melds], find_rules(rules, options)
    )


def missing(nearness):
    return {condition.code for condition in nearness.conditions if not condition.is_met}


def asked(nearness):
    return [condition.code for condition in nearness.conditions]


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("harbin", list(REASONS)),
        ("mudanjiang", list(REASONS)),
        ("qiqihar", ["no_terminal", "no_triplet", "no_wait"]),
        ("qiqihar-local", ["not_open", "one_suit", "no_terminal", "no_triplet", "no_wait"]),
    ],
)
def test_only_what_the_rules_ask_is_told_in_the_order_of_the_rule_book(rules, codes):
    assert asked(judge("1359m2468p13579s", rules=rules)) == codes


def test_no_triplet_need_not_be_told_where_none_is_needed():
    assert "no_triplet" not in asked(judge("1359m2468p13579s", need_triplet=False))


def test_far_from_listening_counts_what_the_tiles_have():
    nearness = judge("2468m2468p24688s")
    assert missing(nearness) == {"not_open", "no_terminal", "no_triplet", "no_sequence", "no_wait"}
    assert nearness.shape == 3
    assert nearness.distance == 5
    assert nearness.concealed == 13


@pytest.mark.parametrize(
    ("hand", "melds", "rules", "code", "is_met"),
    [
        ("1359m2468p13579s", (), "harbin", "no_terminal", True),
        ("2358m2468p23588s", (), "harbin", "no_terminal", False),
        ("2358m246p2358s", ("peng 111p",), "harbin", "no_terminal", True),
        ("1359m2468m13579m", (), "harbin", "one_suit", False),
        ("13579m2468m7777z", (), "harbin", "one_suit", False),
        ("1359m2468m79m", ("chi 123p",), "harbin", "one_suit", True),
        ("1359m2468p1358s7z", (), "harbin", "no_triplet", False),
        ("1359m2468p135s77z", (), "harbin", "no_triplet", True),
        ("1359m2468p1358s7z", (), "qiqihar", "no_triplet", True),
        ("1559m2488p555s77z", (), "mudanjiang", "no_triplet", True),
        ("1359m2468p79s", ("an_gang 5555s",), "harbin", "no_triplet", True),
        ("1359m2468p357s", ("chi 123s",), "harbin", "no_sequence", True),
        ("1359m2468p34569s", (), "harbin", "no_sequence", True),
        ("1359m2468p13579s", ("chi 123s",), "harbin", "not_open", True),
        ("1359m2468p13579s", ("an_gang 5555s",), "harbin", "not_open", False),
    ],
)
def test_each_condition_looks_at_tiles_and_melds(hand, melds, rules, code, is_met):
    nearness = judge(hand, melds, rules)
    assert {item.code: item.is_met for item in nearness.conditions}[code] is is_met


def test_with_a_wait_the_nearest_reading_decides():
    closed = judge("123m456p789s1133m")
    assert missing(closed) == {"not_open"}
    assert (closed.shape, closed.distance) == (0, 0)
    # There are three 3m, but only three sequences with them leave a wait.
    assert missing(judge("122333445m11s56p")) == {"not_open", "no_triplet"}


def test_four_melds_leave_too_few_concealed_and_nothing_leads_on():
    nearness = judge("5m", ("chi 123m", "peng 222p", "chi 345s", "peng 999s"))
    assert "too_few_concealed" in missing(nearness)
    assert nearness.concealed == 1
    assert nearness.distance == OUT_OF_REACH


def test_a_wait_of_which_the_hand_holds_all_four_is_no_shape():
    nearness = judge("123m456p789s7777z", rules="qiqihar")
    assert "no_wait" in missing(nearness)
    assert nearness.shape == 1


def test_a_hand_to_discard_is_judged_after_its_nearest_discard():
    nearness = judge("123m456p789s11339m", ())
    assert missing(nearness) == {"not_open"}
    assert nearness.concealed == 13


@pytest.mark.parametrize("rules", ["harbin", "mudanjiang", "qiqihar"])
def test_what_is_missing_agrees_with_the_reasons_of_the_engine(rules):
    """Whatever the hand: near listening the reasons are what is missing; a hand that may listen lacks nothing."""
    lots, played = random.Random(4), find_rules(rules)
    tiles = [kind for kind in range(28) for _ in range(4)]
    assert len(tiles) == TILE_COUNT
    for size in (13, 14) * 150:
        pool = tiles if lots.random() < 0.5 else [kind for kind in tiles if kind in {0, 1, 2, 9, 10, 11, 27}]
        counts = count_kinds(lots.sample(pool, size))
        nearness = judge_nearness(counts, (), played)
        reasons = check_listen(counts, (), played).reasons if size == 13 else explain_refusal(counts, (), played)
        if "no_wait" in reasons:
            assert "no_wait" in missing(nearness)
            assert nearness.shape >= 1
        else:
            assert missing(nearness) == set(reasons)
            assert nearness.shape == 0
        assert nearness.distance >= 0
