"""Scores as the game takes them: what a win stands for, and wins that are none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.analysis import check_listen
from engine.cities import find_rules
from engine.errors import RuleError
from engine.melds import parse_meld
from engine.rules import Rules
from engine.score import Score, WinFacts, find_win_refusal, score_win
from engine.tiles import count_kinds, parse_tile, parse_tiles, tile_name
from tests.engine.judge_table import DRAGONS, FOUR_EQUAL, KADANG, OUTER, PAIRS, TWO_PAIR

HARBIN = find_rules("harbin")
QIQIHAR = find_rules("qiqihar")


def make_facts(hand: dict[str, Any], how: Any, tile: str, bao: str | None = None, **more: Any) -> WinFacts:
    facts = WinFacts(
        winner=1,
        how=how,
        tile=parse_tile(tile),
        dealer=0,
        open=(True, bool(hand["melds"]), True, True),
        listening=(True, True, True, True),
        concealed=tuple(count_kinds(parse_tiles(hand["concealed"]))),
        melds=tuple(parse_meld(meld) for meld in hand["melds"]),
        source=0 if how in ("discard", "rob_gang") else None,
        bao=None if bao is None else parse_tile(bao),
    )
    return replace(facts, **more)


STANDS_FOR = [
    ("a discard", HARBIN, make_facts(OUTER, "discard", "4m"), "4m", False, False),
    ("a kadang", HARBIN, make_facts(KADANG, "discard", "8s"), "8s", False, True),
    ("H17: mobao of a plain wait", HARBIN, make_facts(TWO_PAIR, "self_draw", "1s", "1s"), "8m", True, True),
    ("H17: kadang-bao", HARBIN, make_facts(KADANG, "self_draw", "3p", "3p"), "8s", True, True),
    ("H17: baozhongbao", HARBIN, make_facts(KADANG, "gang_draw", "8s", "8s"), "8s", True, True),
    ("H17: mobao of no wait", HARBIN, make_facts(OUTER, "self_draw", "2p", "2p"), "4m", True, False),
    ("C14: a discarded bao", HARBIN, make_facts(KADANG, "discard", "8s", "8s"), "8s", False, True),
    ("Q8: tongbao", QIQIHAR, make_facts(PAIRS, "tongbao", "9p", "9p"), "9p", True, False),
    ("Q8: dragon bao", QIQIHAR, make_facts(KADANG, "dragon_bao", "7z", "7z"), "8s", True, True),
    ("Q13: kadang without value is kadang", QIQIHAR, make_facts(TWO_PAIR, "self_draw", "3p", "3p"), "8m", True, True),
    (
        "H17: ties stand for the bao",
        HARBIN.with_options({"fan_self_draw": 3}),
        make_facts(OUTER, "self_draw", "4m", "4m"),
        "4m",
        True,
        False,
    ),
    (
        "H17: the dearer self-draw",
        HARBIN.with_options({"fan_self_draw": 4}),
        make_facts(OUTER, "self_draw", "7m", "7m"),
        "7m",
        False,
        False,
    ),
]


@pytest.mark.parametrize(
    ("rules", "facts", "wait", "uses_bao", "is_kadang"),
    [row[1:] for row in STANDS_FOR],
    ids=[row[0] for row in STANDS_FOR],
)
def test_what_a_win_stands_for(rules: Rules, facts: WinFacts, wait: str, uses_bao: bool, is_kadang: bool) -> None:
    score = score_win(facts, rules)
    assert (tile_name(score.wait), score.uses_bao, score.is_kadang) == (wait, uses_bao, is_kadang)


def test_an_illegal_win_raises_its_reasons() -> None:
    closed = {"melds": [], "concealed": "222p123m456p79s99m"}
    with pytest.raises(RuleError) as caught:
        score_win(make_facts(closed, "discard", "8s"), HARBIN)
    assert (caught.value.code, caught.value.facts) == ("no_win", {"reasons": ("not_open",)})


def test_a_legal_win_has_no_refusal() -> None:
    assert find_win_refusal(make_facts(OUTER, "discard", "4m"), HARBIN) == ()
    assert find_win_refusal(make_facts(OUTER, "discard", "5m"), HARBIN) == ("not_a_wait",)


@pytest.mark.parametrize("hand", [OUTER, KADANG, DRAGONS, FOUR_EQUAL])
def test_waits_known_already_give_the_same_score(hand: dict[str, Any]) -> None:
    rules = QIQIHAR
    facts = make_facts(hand, "self_draw", "6m", "6m")
    readiness = check_listen(facts.concealed, facts.melds, rules)
    assert score_win(facts, rules, readiness) == score_win(facts, rules)


def test_h18_coins_are_fan_times_stake() -> None:
    score: Score = score_win(make_facts(OUTER, "self_draw", "4m"), HARBIN)
    assert score.owed == (-2, 6, -2, -2)
    assert score.deltas(50) == (-100, 300, -100, -100)


# A second opinion on H13-H15: each share in one expression instead of step by step.


def raised(mode: str, share: int, open_share: int) -> int:
    return {"set3": max(3, open_share), "add3": share + 3, "double": share * 2, "none": share}[mode]


@pytest.mark.parametrize("others", [1, 2])
@pytest.mark.parametrize("fan", [1, 4])
@pytest.mark.parametrize("unready", ["set3", "add3", "double", "none"])
@pytest.mark.parametrize("closed", ["set3", "add3", "double", "none"])
@pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar"])
def test_h15_order_of_the_steps_in_every_city(city: str, closed: str, unready: str, fan: int, others: int) -> None:
    options = {
        "closed_loser": closed,
        "unready_discarder": unready,
        "fan_discard": fan,
        "unready_others_factor": others,
        "kadang_factor": 3,
    }
    facts = make_facts(KADANG, "discard", "8s", open=(False, True, True, False), listening=(False, True, True, True))
    score = score_win(facts, find_rules(city, options))
    base = raised(closed, fan, fan)
    expected = (3 * raised(unready, base, fan), 0, 3 * fan * others, 3 * base * others)
    assert score.shares == expected
    assert score.owed == (-sum(expected), sum(expected), 0, 0)
