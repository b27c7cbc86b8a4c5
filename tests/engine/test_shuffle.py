"""Shuffle `hlj-1` (JUDGE section 2) against the worked vectors, and what it refuses."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from engine.cities import find_rules
from engine.errors import RuleError
from engine.shuffle import CHAIN_LENGTH, Chain, Stream, deal_hand, normalize_words
from engine.tiles import tile_name

CASES = json.loads((Path(__file__).parent.parent / "data" / "shuffle.json").read_text(encoding="utf-8"))


def spell(tiles):
    return " ".join(map(tile_name, tiles))


def test_the_chain_leads_from_the_last_secret_to_the_commitment():
    chain = Chain(bytes.fromhex(CASES["s_64"]))
    assert chain.commitment == CASES["commitment"]
    assert [chain.secret(1).hex(), chain.secret(2).hex()] == [CASES["s_1"], CASES["s_2"]]
    assert chain.secret(CHAIN_LENGTH).hex() == CASES["s_64"]
    for hand in range(1, CHAIN_LENGTH):
        assert hashlib.sha256(chain.secret(hand + 1)).digest() == chain.secret(hand)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_chain_takes_exactly_32_bytes(size):
    with pytest.raises(ValueError, match="32"):
        Chain(bytes(size))


@pytest.mark.parametrize("case", CASES["vectors"], ids=lambda case: f"{case['rules']}-{case['hand']}")
def test_the_deal_is_exact_to_the_bit(case):
    deal = deal_hand(bytes.fromhex(case["secret"]), case["words"], find_rules(case["rules"]), case["dealer_before"])
    assert deal.dealer == case["dealer"]
    assert [list(throw) for throw in deal.dice] == case["dice"]
    assert deal.break_place == case["break"]
    assert spell(deal.wall) == case["wall"]
    assert [spell(hand) for hand in deal.hands] == case["hands"]


def test_words_change_the_wall_and_are_compared_in_nfc():
    rules = find_rules("harbin")
    walls = [deal_hand(bytes(32), [words, "", "", ""], rules, 0).wall for words in ("", "luck", "\u00e9", "e\u0301")]
    assert len(set(walls)) == 3
    assert walls[2] == walls[3]


def test_moving_a_letter_between_seats_words_changes_the_wall():
    rules = find_rules("harbin")
    assert (
        deal_hand(bytes(32), ["ab", "", "", ""], rules, 0).wall
        != deal_hand(bytes(32), ["a", "b", "", ""], rules, 0).wall
    )


def test_words_over_100_bytes_or_without_an_encoding_are_refused():
    assert normalize_words("好" * 33 + "x") == "好" * 33 + "x"
    with pytest.raises(RuleError, match="words_too_long"):
        normalize_words("好" * 34)
    with pytest.raises(RuleError, match="bad_words"):
        normalize_words("\ud800")


def test_numbers_below_a_limit_are_even():
    stream = Stream(bytes(32), ["", "", "", ""])
    seen = Counter(stream.below(6) for _ in range(6000))
    assert seen.keys() == set(range(6))
    assert all(850 < count < 1150 for count in seen.values())


def test_numbers_that_would_favour_a_place_are_thrown_away_in_a_shuffle_too():
    quick, slow = (Stream(b"x" * 32, ["", "", "", ""]) for _ in range(2))
    for stream in (quick, slow):
        stream._waiting = [5, 4, (1 << 64) - 1, 3, 2, (1 << 64) - 1]  # taken from the end
    tiles, expected = list(range(6)), list(range(6))
    quick.shuffle(tiles)
    for last in range(5, 0, -1):
        other = slow.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert tiles == expected
    assert quick.below(1000) == slow.below(1000)


def test_a_number_past_the_last_whole_multiple_is_thrown_away():
    stream = Stream(bytes(32), ["", "", "", ""])
    high, low = (1 << 64) - 1, 7
    stream._waiting = [low, high]
    assert stream.below(10) == 7
