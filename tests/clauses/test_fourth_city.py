"""Variants are values: a fourth city is one small value under a name, and nothing else in the house is touched."""

import json
import random
from dataclasses import replace

import pytest

from engine import rules as rule_book
from engine.cities import find_rules, preset_names
from engine.hand import Hand
from engine.harbin import HARBIN
from engine.judge import answer_line
from engine.outcome import HandSetup
from engine.rules import register
from engine.shuffle import deal_hand
from tests.tables import TILES, count_all, play_randomly


@pytest.fixture
def jiamusi(monkeypatch):
    """A city of its own: bao of the fifteenth tile, Mudanjiang's gangs and listening, Qiqihar's pairs."""
    monkeypatch.setattr(rule_book, "_PRESETS", dict(rule_book._PRESETS))
    city = replace(
        HARBIN,
        city="jiamusi",
        must_open=False,
        seven_pairs=True,
        min_concealed=1,
        bao_from="fifteenth",
        instant_bao=True,
        gang_tile="seventh_stack",
        last_tiles_dealt=True,
        stake=3,
        an_gang_shows="when_open",
        listen_claim_steps=2,
    )
    register("jiamusi", city)
    return city


def test_a_city_is_found_by_the_name_it_was_registered_under(jiamusi):
    assert preset_names()[-1] == "jiamusi"
    assert find_rules("jiamusi") is not HARBIN
    assert find_rules("jiamusi", {"stake": 5}) == replace(jiamusi, stake=5)


def test_the_judge_answers_for_it_at_once(jiamusi):
    request = {"id": 1, "rules": jiamusi.city, "ask": "waits", "concealed": "1133m5577s2244p9p"}
    answer = json.loads(answer_line(json.dumps(request)))
    assert (answer["may_listen"], [wait["tile"] for wait in answer["waits"]]) == (True, ["9p"])


def test_whole_hands_of_it_are_played(jiamusi):
    rng = random.Random(4)
    ends = set()
    for _ in range(8):
        hand = Hand(jiamusi, deal_hand(rng.randbytes(32), [""] * 4, jiamusi, None), HandSetup())
        play_randomly(hand, rng)
        assert count_all(hand) == TILES
        assert hand.view(None).city == "jiamusi"
        ends.add(hand.result.kind)
    assert ends == {"win", "draw"}
