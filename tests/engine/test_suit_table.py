"""The stored vectors of suits are what the reader finds, and mirrored suits share theirs."""

import random

import pytest

from engine.cities import find_rules
from engine.suit_table import list_keys, load_suits, pack_suits, read_part, unpack_suits
from engine.tables import mirror_key, read_key
from engine.vectors import Profile, SuitReader
from tests.make_suit_data import format_module

NOTHING = [0] * 9
PROFILES = [Profile.of(find_rules(city)) for city in ("harbin", "mudanjiang", "qiqihar")]


@pytest.mark.slow
def test_each_suit_of_few_tiles_is_listed_once_with_its_mirror_image():
    pairs = list_keys(5)
    keys = {key for pair in pairs for key in pair}
    assert all(mirror_key(key) == mirror for key, mirror in pairs)
    assert len(keys) == sum(1 for key in range(5**9) if sum(read_key(key)) <= 5 and max(read_key(key)) <= 4)
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize("profile", [*PROFILES, Profile(True, False, True, "single")])
def test_stored_vectors_are_what_the_reader_finds(profile, trials):
    stored = load_suits(profile)
    reader = SuitReader(profile)
    for key in random.Random(3).sample(sorted(stored.numbers), trials(60)):
        vector = reader.read(read_key(key), NOTHING)
        assert stored.vectors[stored.numbers[key]] == vector
        if key not in stored.crowded:
            assert reader.read(read_key(key), [1] * 9) == vector


def test_module_of_stored_suits_can_be_made_anew():
    small = unpack_suits(pack_suits(PROFILES[0], 2), 2)
    whole = load_suits(PROFILES[0])
    assert {key: small.vectors[number] for key, number in small.numbers.items()} == {
        key: whole.vectors[whole.numbers[key]] for key in small.numbers
    }
    made: dict[str, tuple[str, ...]] = {}
    exec(format_module([b"one", b"two"]), made)
    assert [read_part(part) for part in made["PARTS"]] == [b"one", b"two"]
