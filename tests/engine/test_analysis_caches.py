"""What analysis keeps is bounded, and forgetting it changes no answer."""

from __future__ import annotations

import random

from engine import distance, standing
from engine.analysis import LiveHand, discard_outlook
from engine.cities import find_rules
from engine.melds import parse_meld
from engine.tiles import ALL_KINDS, count_kinds


def draw_hands(number):
    chance = random.Random("caches")
    wall = [kind for kind in ALL_KINDS for _ in range(4)]
    return [count_kinds(chance.sample(wall, 14)) for _ in range(number)]


def test_tables_of_sums_and_distances_start_anew_at_their_limit(monkeypatch):
    rules = find_rules("harbin")
    hands = draw_hands(3)
    expected = [discard_outlook(counts, [], rules) for counts in hands]
    tables = distance.DistanceTables(distance.Profile.of(rules))
    monkeypatch.setattr(distance, "_CACHE_LIMIT", 10)
    monkeypatch.setattr(standing, "tables_for", lambda _profile: tables)
    monkeypatch.setattr(standing, "_recent", [])
    standing._standings_for.cache_clear()
    assert [discard_outlook(counts, [], rules) for counts in hands] == expected
    assert len(tables.sums) <= 10
    standing._standings_for.cache_clear()


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


def test_suits_that_were_read_are_forgotten_at_their_limit(monkeypatch):
    rules = find_rules("harbin")
    chance = random.Random("long suits")
    suit = [kind for kind in range(9) for _ in range(4)]
    hands = [count_kinds([*chance.sample(suit, 11), 20, 21, 27]) for _ in range(6)]
    expected = [discard_outlook(counts, [], rules) for counts in hands]
    tables = distance.DistanceTables(distance.Profile.of(rules))
    forgotten = []
    forget = tables._forget_suits
    monkeypatch.setattr(tables, "_forget_suits", lambda: (forgotten.append(len(tables.suits(0))), forget()))
    monkeypatch.setattr(distance, "_CACHE_LIMIT", 20)
    monkeypatch.setattr(standing, "tables_for", lambda _profile: tables)
    monkeypatch.setattr(standing, "_recent", [])
    standing._standings_for.cache_clear()
    assert [discard_outlook(counts, [], rules) for counts in hands] == expected
    assert forgotten
    assert len(tables.suits(0)) <= len(tables._stored) + 2 * 20
    standing._standings_for.cache_clear()


def test_a_live_hand_with_melds_that_can_never_listen_has_no_listening_discard():
    melds = [parse_meld(text) for text in ("peng 111m", "chi 234p", "peng 555s", "chi 678m")]
    counts = count_kinds([26, 26])
    assert LiveHand(counts, melds, find_rules("harbin")).listen_discards() == {}
    assert 26 in LiveHand(counts, melds, find_rules("harbin", {"min_concealed": 1})).listen_discards()
