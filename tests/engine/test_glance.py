"""A glance at a hand: what computer players go by instead of the distance."""

import random

import pytest

from engine.analysis import LiveHand
from engine.cities import find_rules
from engine.distance import OUT_OF_REACH
from engine.glance import glance, glance_at_discards, list_nearest, measure_after
from engine.live import list_bits
from engine.melds import parse_meld
from engine.tiles import TERMINALS, count_kinds, format_tiles, parse_tile, parse_tiles
from tests.engine.test_analysis_reference import draw_hand, draw_to_discard

CITIES = pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar"])


def hand(tiles, *melds, rules="harbin", **options):
    return LiveHand(count_kinds(parse_tiles(tiles)), [parse_meld(meld) for meld in melds], find_rules(rules, options))


def useful(live):
    distance, bits = glance(live)
    return distance, format_tiles(list_bits(bits))


@CITIES
def test_it_is_nearly_always_the_distance(city, trials):
    chance = random.Random(f"glance {city}")
    right = off_by_one = 0
    number = trials(200, 10_000)
    for _ in range(number):
        live = LiveHand(*draw_hand(chance, city))
        distance, seen = live.distance(), glance(live)[0]
        right += seen == distance
        off_by_one += abs(seen - distance) == 1
    assert right > 0.85 * number
    assert right + off_by_one > 0.97 * number


@CITIES
def test_who_listens_or_would_if_open_is_at_distance_0_and_nobody_else(city, trials):
    chance = random.Random(f"listening {city}")
    for _ in range(trials(200, 10_000)):
        live = LiveHand(*draw_hand(chance, city))
        if live.standing.may_be_pairs:
            continue
        assert (glance(live)[0] == 0) == bool(live.waits(if_open=True))


def test_the_terminal_that_a_hand_lacks_may_be_the_tile_that_wins():
    rules = find_rules("harbin", {"must_open": False, "terminal_at": "win"})
    melds = [parse_meld("chi 234m"), parse_meld("chi 678p")]
    live = LiveHand(count_kinds(parse_tiles("22m666p78s")), melds, rules)
    assert [wait.kind for wait in live.waits()] == [parse_tile("9s")]
    assert glance(live) == (0, 0)
    live.add(parse_tile("7z"))
    assert list_nearest(live, {parse_tile("7z"), parse_tile("2m")}) == [parse_tile("7z")]
    assert glance_at_discards(live)[parse_tile("7z")][0] == 0


@CITIES
def test_discards_are_seen_as_the_hands_that_they_leave(city, trials):
    chance = random.Random(f"discards {city}")
    for _ in range(trials(50, 2_500)):
        live = LiveHand(*draw_to_discard(chance, city))
        if live.standing.may_be_pairs:
            continue
        looks = glance_at_discards(live)
        nearest = glance_at_discards(live, only_nearest=True)
        assert min(distance for distance, _ in nearest.values()) == min(distance for distance, _ in looks.values())
        for kind, (distance, bits) in looks.items():
            live.remove(kind)
            assert distance == glance(live)[0]
            live.add(kind)
            assert nearest.get(kind, (distance, bits)) == (distance, bits)


def test_a_hand_that_lacks_a_terminal_comes_nearer_by_a_terminal_alone():
    distance, tiles = useful(hand("45m66m345p", "peng 222p", "chi 456s"))
    assert distance == 1
    assert set(parse_tiles(tiles)) <= TERMINALS


def test_the_last_terminal_is_kept():
    live = hand("9m45m345p56s", "peng 222p", "chi 456s")
    looks = glance_at_discards(live)
    assert looks[parse_tile("9m")][0] > min(distance for distance, _ in looks.values())


def test_a_second_suit_is_kept_even_where_its_discard_seems_nearest():
    live = hand("1p123m456m78m9m9m", "peng 555m")
    looks = glance_at_discards(live)
    assert looks[parse_tile("1p")][0] >= min(
        distance for kind, (distance, _) in looks.items() if kind != parse_tile("1p")
    )


def test_melds_that_can_never_listen_are_out_of_reach():
    melds = ("peng 222p", "chi 123m", "chi 123s", "chi 456s")
    assert glance(hand("4m", *melds)) == (OUT_OF_REACH, 0)
    assert glance_at_discards(hand("45m", *melds)) == dict.fromkeys(parse_tiles("45m"), (OUT_OF_REACH, 0))


def test_seven_pairs_are_seen_where_they_are_nearer():
    live = hand("1155m2288p3366s9m", rules="qiqihar")
    assert useful(live)[0] == live.distance() == 0
    assert useful(hand("1155m2288p36s19m4p", rules="qiqihar"))[0] <= 2


@CITIES
def test_the_nearest_discards_are_those_that_leave_the_least_at_a_glance(city, trials):
    chance = random.Random(f"nearest {city}")
    for _ in range(trials(50, 2_500)):
        live = LiveHand(*draw_to_discard(chance, city))
        looks = live.look() if live.standing.may_be_pairs else glance_at_discards(live)
        nearest = list_nearest(live, looks)
        assert nearest
        assert set(nearest) <= looks.keys()
        least = min(distance for distance, _ in looks.values())
        assert all(looks[kind][0] <= least + 1 for kind in nearest)
        kept = [kind for kind in looks if kind not in nearest]
        assert not set(list_nearest(live, kept) if kept else []) & set(nearest)


def test_what_is_left_after_the_best_discard_is_measured_at_once():
    for tiles, melds in (("45m66m345p9m1p", ("peng 222p",)), ("2589m5p28s9p4p7z36s9m1p", ())):
        live = hand(tiles, *melds)
        assert measure_after(live) == min(distance for distance, _ in glance_at_discards(live).values())
    assert measure_after(hand("1155m2288p3366s9m1p", rules="qiqihar")) == 0


def test_one_away_without_a_terminal_only_a_terminal_helps():
    assert useful(hand("23m5m8s345p678s", "peng 222p")) == (1, "1m")


def test_nearest_discards_by_pairs_are_those_of_the_distance():
    live = hand("11m55m22p88p33s6s9p14s", rules="qiqihar")
    assert list_nearest(live, live.look()) == [kind for kind, (distance, _) in live.look().items() if distance == 1]
    assert useful(hand("11m55m22p88p34s9p", "zhan 66s", rules="qiqihar"))[0] == 1
