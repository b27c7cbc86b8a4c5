"""What analysis keeps is bounded, and forgetting it changes no answer."""

from __future__ import annotations

import random

import pytest

from engine import distance, standing
from engine.analysis import LiveHand, discard_outlook
from engine.cities import find_rules
from engine.melds import parse_meld
from engine.tiles import ALL_KINDS, count_kinds


def draw_hands(number):
    chance = random.Random("caches")
    wall = [kind for kind in ALL_KINDS for _ in range(4)]
    return [count_kinds(chance.sample(wall, 14)) for _ in range(number)]


@pytest.fixture
def new_tables(monkeypatch):
    """Tables of Harbin's profile that nothing has filled, and a way to say how often they start anew."""
    tables = distance.DistanceTables(distance.Profile.of(find_rules("harbin")))
    monkeypatch.setattr(standing, "tables_for", lambda _profile: tables)
    monkeypatch.setattr(standing, "_recent", [])
    standing._standings_for.cache_clear()
    yield tables
    standing._standings_for.cache_clear()


def count_entries(tables):
    """All that is kept of parts, and of suits beyond those stored."""
    goals = tables.goals.values()
    return sum(len(goal._parts) for goal in goals) + len(tables.suits(0)) - len(tables._stored)


def test_tables_start_anew_at_their_limit_and_answers_stay(monkeypatch, new_tables):
    rules = find_rules("harbin")
    hands = draw_hands(12)
    expected = [discard_outlook(counts, [], rules) for counts in hands]
    kept = count_entries(new_tables)
    monkeypatch.setattr(distance, "_ENTRY_LIMIT", 200)
    assert [discard_outlook(counts, [], rules) for counts in hands] == expected
    again = draw_hands(40)[12:]
    answers = [discard_outlook(counts, [], rules) for counts in again]
    assert count_entries(new_tables) < kept
    assert [discard_outlook(counts, [], rules) for counts in again] == answers


def test_large_suits_are_forgotten_at_the_limit(monkeypatch, new_tables):
    rules = find_rules("harbin")
    chance = random.Random("long suits")
    suit = [kind for kind in range(9) for _ in range(4)]
    hands = [count_kinds([*chance.sample(suit, 11), 20, 21, 27]) for _ in range(6)]
    expected = [discard_outlook(counts, [], rules) for counts in hands[:3]]
    kept = len(new_tables.suits(0))
    assert kept > len(new_tables._stored)
    monkeypatch.setattr(distance, "_ENTRY_LIMIT", 20)
    assert discard_outlook(hands[-1], [], rules)
    assert len(new_tables.suits(0)) < kept
    assert [discard_outlook(counts, [], rules) for counts in hands[:3]] == expected


def test_standings_start_anew_at_their_limit(monkeypatch):
    monkeypatch.setattr(standing, "_STANDINGS_LIMIT", 2)
    monkeypatch.setattr(standing, "_recent", [])
    standing._standings_for.cache_clear()
    rules = find_rules("harbin")
    counts = count_kinds([0, 0, 9, 10, 11, 12, 13, 14, 20, 21])
    melds = [[parse_meld(f"peng {digit * 3}s")] for digit in "14567"]
    answers = [LiveHand(counts, own, rules).readiness() for own in melds]
    assert [LiveHand(counts, own, rules).readiness() for own in melds] == answers
    assert len(standing._standings_for(rules)) <= 2


def test_rules_found_by_identity_are_few_and_equal_rules_share_what_is_kept():
    first = find_rules("harbin", {"fan_mobao": 5})
    second = find_rules("harbin", {"fan_mobao": 5})
    assert first is not second
    assert standing.standing_for((), first) is standing.standing_for((), second)
    for fan in range(1, 20):
        standing.standing_for((), find_rules("harbin", {"fan_mobao": fan}))
    assert len(standing._recent) <= standing._RECENT_LIMIT


def test_a_live_hand_with_melds_that_can_never_listen_has_no_listening_discard():
    melds = [parse_meld(text) for text in ("peng 111m", "chi 234p", "peng 555s", "chi 678m")]
    counts = count_kinds([26, 26])
    assert LiveHand(counts, melds, find_rules("harbin")).listen_discards() == {}
    assert 26 in LiveHand(counts, melds, find_rules("harbin", {"min_concealed": 1})).listen_discards()
