"""Tables against the plain reading of the rules (tests/reference.py), on random hands, options and melds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import analysis
from engine.cities import find_rules
from engine.melds import Meld, MeldType
from engine.rules import Rules
from engine.tiles import ALL_KINDS, count_kinds, format_tiles, list_kinds
from tests import reference

CITIES = ("harbin", "mudanjiang", "qiqihar")
VARIED: dict[str, tuple[Any, ...]] = {
    "must_open": (True, False),
    "min_suits": (1, 2),
    "terminal_at": ("listen", "win"),
    "need_triplet": (True, False),
    "dragon_for_triplet": ("pair", "single", "never"),
    "two_pair_wait": (True, False),
    "sequence_at": ("listen", "win", "never"),
    "min_concealed": (1, 4),
    "seven_pairs": (True, False),
    "kadang_needs_single_wait": (True, False),
    "kadang_edges": (True, False),
    "kadang_single": (True, False),
}
Hand = tuple[list[int], list[Meld], Rules]
TRIPLETS = [MeldType.PENG, MeldType.MING_GANG, MeldType.AN_GANG, MeldType.JIA_GANG]


def draw_rules(chance: random.Random, city: str) -> Rules:
    options = {name: chance.choice(values) for name, values in VARIED.items() if chance.random() < 0.15}
    return find_rules(city, options)


def draw_group(chance: random.Random, kinds: list[int]) -> tuple[int, ...]:
    while True:
        kind = chance.choice(kinds)
        if chance.random() < 0.4:
            return (kind, kind, kind)
        if kind < 27 and kind % 9 < 7:
            return (kind, kind + 1, kind + 2)


def draw_melds(chance: random.Random, number: int, kinds: list[int], left: list[int]) -> list[Meld]:
    melds: list[Meld] = []
    while len(melds) < number:
        group = draw_group(chance, kinds)
        kind_of_meld = MeldType.CHI if group[0] != group[2] else chance.choice(TRIPLETS)
        tiles = (*group, group[0]) if kind_of_meld not in {MeldType.CHI, MeldType.PENG} else group
        if all(left[tile] >= tiles.count(tile) for tile in tiles):
            melds.append(Meld(kind_of_meld, tiles))
            for tile in tiles:
                left[tile] -= 1
    return melds


def draw_near_complete(chance: random.Random, groups: int, kinds: list[int], left: list[int]) -> list[int]:
    """Draw a complete hand from what is left, then put a few tiles out of place and one away."""
    while True:
        pair = chance.choice(kinds)
        tiles = [pair, pair] + [tile for _ in range(groups) for tile in draw_group(chance, kinds)]
        if all(left[tile] >= tiles.count(tile) for tile in tiles):
            break
    rest = [kind for kind in ALL_KINDS for _ in range(left[kind] - tiles.count(kind))]
    chance.shuffle(rest)
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        tiles[chance.randrange(len(tiles))] = rest.pop()
    tiles.pop(chance.randrange(len(tiles)))
    return tiles


def draw_pairs(chance: random.Random, kinds: list[int]) -> tuple[list[int], list[Meld]]:
    """Draw thirteen tiles near seven pairs, or eleven with a zhan."""
    units = [kind for kind in kinds for _ in range(2)]
    tiles = [kind for kind in chance.sample(units, 7) for _ in range(2)]
    melds: list[Meld] = []
    if chance.random() < 0.3:
        melds = [Meld(MeldType.ZHAN, (tiles[0], tiles[0]))]
        tiles = tiles[2:]
    tiles.pop(chance.randrange(len(tiles)))
    rest = [
        kind for kind in ALL_KINDS for _ in range(4 - tiles.count(kind) - 2 * bool(melds and melds[0].kind == kind))
    ]
    chance.shuffle(rest)
    for _ in range(chance.choice((0, 0, 1, 2))):
        tiles[chance.randrange(len(tiles))] = rest.pop()
    return tiles, melds


def draw_hand(chance: random.Random, city: str) -> Hand:
    """Draw 13 tiles: half nearly complete, the others random; sometimes from few kinds, so that conditions bite."""
    rules = draw_rules(chance, city)
    kinds = list(ALL_KINDS)
    if chance.random() < 0.3:
        kinds = sorted(chance.sample(kinds, 14))
    elif chance.random() < 0.3:
        suits = chance.sample(range(3), chance.choice((1, 2)))
        kinds = [
            kind for kind in ALL_KINDS if kind // 9 in (*suits, 3) and (kind % 9 not in {0, 8} or chance.random() < 0.3)
        ]
        kinds = kinds if len(kinds) >= 9 else list(ALL_KINDS)
    if chance.random() < 0.15:
        tiles, melds = draw_pairs(chance, kinds)
        return count_kinds(tiles), melds, rules
    left = [4] * 28
    number = chance.choice((0, 1, 1, 2, 2, 3, 3, 4))
    melds = draw_melds(chance, number, list(ALL_KINDS) if len(kinds) == 14 else kinds, left)
    if chance.random() < 0.7:
        tiles = draw_near_complete(chance, 4 - number, list(ALL_KINDS) if len(kinds) == 14 else kinds, left)
    else:
        wall = [kind for kind in ALL_KINDS for _ in range(left[kind])]
        tiles = chance.sample(wall, 13 - 3 * number)
    return count_kinds(tiles), melds, rules


def describe(hand: Hand) -> str:
    counts, melds, rules = hand
    options = {name: value for name, value in rules.options.items() if value != find_rules(rules.city).options[name]}
    return f"{rules.city} {options} {format_tiles(list_kinds(counts))} {[str(meld) for meld in melds]}"


@pytest.mark.parametrize("city", CITIES)
def test_tables_agree_with_plain_rules(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"analysis {city}")
    for _ in range(trials(400, 20_000)):
        hand = draw_hand(chance, city)
        assert analysis.check_listen(*hand) == reference.check_listen(*hand), describe(hand)


@pytest.mark.parametrize("city", CITIES)
def test_tables_agree_with_search_for_targets(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"distance {city}")
    checked = 0
    while checked < trials(400, 20_000):
        hand = draw_hand(chance, city)
        found = analysis.distance(*hand)
        # The search takes long for far hands with few melds: one in ten of them is enough.
        if 3 + len(hand[1]) <= found < analysis.OUT_OF_REACH and chance.random() > 0.1:
            continue
        checked += 1
        assert found == reference.find_distance(*hand), describe(hand)


def draw_to_discard(chance: random.Random, city: str) -> Hand:
    """Draw a hand with one tile more."""
    counts, melds, rules = draw_hand(chance, city)
    melded = count_kinds(tile for meld in melds for tile in meld.tiles)
    counts[chance.choice([kind for kind in ALL_KINDS if counts[kind] + melded[kind] < 4])] += 1
    return counts, melds, rules


def take_out(counts: list[int], kind: int) -> list[int]:
    return [count - (place == kind) for place, count in enumerate(counts)]


def put_in(counts: list[int], kind: int) -> list[int]:
    return [count + (place == kind) for place, count in enumerate(counts)]


@pytest.mark.parametrize("city", CITIES)
def test_tables_agree_with_plain_rules_on_hands_to_discard(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"discards {city}")
    for _ in range(trials(100, 5_000)):
        hand = draw_to_discard(chance, city)
        assert analysis.find_listen_discards(*hand) == reference.find_listen_discards(*hand), describe(hand)
        assert analysis.explain_refusal(*hand) == reference.explain_refusal(*hand), describe(hand)
        assert analysis.is_complete(*hand) == reference.is_complete(*hand), describe(hand)


@pytest.mark.parametrize("city", CITIES)
def test_hand_to_discard_is_as_near_as_after_its_best_discard(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"best discard {city}")
    for _ in range(trials(100, 5_000)):
        counts, melds, rules = hand = draw_to_discard(chance, city)
        held = [kind for kind in ALL_KINDS if counts[kind]]
        after = {kind: analysis.distance(take_out(counts, kind), melds, rules) for kind in held}
        assert analysis.LiveHand(*hand).measure() == after, describe(hand)
        assert analysis.distance(*hand) == min(after.values()), describe(hand)


@pytest.mark.parametrize("city", CITIES)
def test_useful_tiles_are_those_that_lower_the_distance(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"useful {city}")
    for _ in range(trials(100, 5_000)):
        counts, melds, rules = hand = draw_hand(chance, city)
        melded = count_kinds(tile for meld in melds for tile in meld.tiles)
        distance = analysis.distance(*hand)
        lowering = [
            kind
            for kind in ALL_KINDS
            if counts[kind] + melded[kind] < 4 and analysis.distance(put_in(counts, kind), melds, rules) < distance
        ]
        assert list(analysis.useful_tiles(*hand)) == lowering, describe(hand)


@pytest.mark.parametrize("city", CITIES)
def test_outlook_tells_distance_and_useful_tiles_after_each_discard(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"outlook {city}")
    for _ in range(trials(50, 2_500)):
        counts, melds, rules = hand = draw_to_discard(chance, city)
        melded = count_kinds(tile for meld in melds for tile in meld.tiles)
        outlook = analysis.discard_outlook(*hand)
        assert list(outlook) == [kind for kind in ALL_KINDS if counts[kind]]
        for kind, (distance, useful) in outlook.items():
            rest = take_out(counts, kind)
            assert distance == analysis.distance(rest, melds, rules), describe(hand)
            drawable = [tile for tile in ALL_KINDS if counts[tile] + melded[tile] < 4]
            lowering = [tile for tile in analysis.useful_tiles(rest, melds, rules) if tile in drawable]
            assert list(useful) == lowering, describe(hand)


@pytest.mark.parametrize("city", CITIES)
def test_live_hand_that_changes_answers_like_one_made_anew(city: str, trials: Callable[..., int]) -> None:
    chance = random.Random(f"live {city}")
    counts, melds, rules = draw_hand(chance, city)
    hand = analysis.LiveHand(counts, melds, rules)
    for _ in range(trials(200, 10_000)):
        melded = count_kinds(tile for meld in melds for tile in meld.tiles)
        drawn = chance.choice([kind for kind in ALL_KINDS if counts[kind] + melded[kind] < 4])
        counts = put_in(counts, drawn)
        assert hand.is_complete(drawn) == reference.is_complete(counts, melds, rules)
        hand.add(drawn)
        assert hand.is_complete() == reference.is_complete(counts, melds, rules)
        thrown = chance.choice([kind for kind in ALL_KINDS if counts[kind]])
        counts = take_out(counts, thrown)
        hand.remove(thrown)
        assert hand.counts == tuple(counts)
        assert hand.readiness() == reference.check_listen(counts, melds, rules)
        assert hand.distance() == analysis.distance(counts, melds, rules)
