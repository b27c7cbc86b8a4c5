"""Vectors of large suits from those of smaller ones."""

import random

import pytest

from engine.blocks import extend_suit
from engine.cities import find_rules
from engine.distance import DistanceTables
from engine.tables import POWERS, read_key
from engine.vectors import Profile, SuitReader

NOTHING = [0] * 9
PROFILES = [Profile.of(find_rules(city)) for city in ("harbin", "mudanjiang", "qiqihar")]


def draw_key(chance, tiles, copies):
    """The key of a suit of so many tiles, so many of a rank at most."""
    ranks = chance.sample([rank for rank in range(9) for _ in range(copies)], tiles)
    return sum(POWERS[rank] for rank in ranks)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_large_suit_without_three_of_a_kind_is_what_the_reader_finds(profile, trials):
    tables, reader, chance = DistanceTables(profile), SuitReader(profile), random.Random(4)
    for _ in range(trials(25, 2_000)):
        key = draw_key(chance, chance.choice((9, 10, 11)), copies=2)
        vector = tables.vectors[tables.suits(0)[key]]
        assert vector == reader.read(read_key(key), NOTHING), read_key(key)
        assert tables.vectors[tables.glances[key]] == vector


@pytest.mark.parametrize("profile", PROFILES)
def test_a_glance_at_a_large_suit_never_misses_what_it_can_give(profile, trials):
    tables, reader, chance = DistanceTables(profile), SuitReader(profile), random.Random(5)
    equal = 0
    for _ in range(trials(25, 2_000)):
        key = draw_key(chance, chance.choice((9, 10, 11)), copies=4)
        vector = reader.read(read_key(key), NOTHING)
        assert tables.vectors[tables.glances[key]] & vector == vector, read_key(key)
        assert tables.vectors[tables.suits(0)[key]] == vector
        equal += tables.vectors[tables.glances[key]] == vector
    assert equal >= trials(23, 1_900)


def test_a_suit_of_one_tile_is_itself_or_a_part_of_something():
    profile = PROFILES[0]
    tables = DistanceTables(profile)
    for key in POWERS:
        assert (
            extend_suit(read_key(key), key, lambda _: tables.vectors[0], profile)
            == tables.vectors[tables.suits(0)[key]]
        )
