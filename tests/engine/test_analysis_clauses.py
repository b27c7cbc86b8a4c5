"""Listening, clause by clause (RULES section 2, C10-C12, H16 and section 7)."""

from __future__ import annotations

import pytest

from engine.analysis import (
    OUT_OF_REACH,
    check_listen,
    discard_outlook,
    distance,
    explain_refusal,
    find_listen_discards,
    is_complete,
    useful_tiles,
)
from engine.cities import find_rules
from engine.melds import parse_meld
from engine.tiles import count_kinds, parse_tile, parse_tiles, tile_name


def hand(concealed, *melds, rules="harbin", **options):
    return count_kinds(parse_tiles(concealed)), [parse_meld(meld) for meld in melds], find_rules(rules, options)


def waits(*written, **options):
    return " ".join(tile_name(wait.kind) for wait in check_listen(*hand(*written, **options)).waits)


def reasons(*written, **options):
    return check_listen(*hand(*written, **options)).reasons


def is_kadang(tile, *written, **options):
    found = {wait.kind: wait.is_kadang for wait in check_listen(*hand(*written, **options)).waits}
    return found[parse_tile(tile)]


def test_c1_dragon_is_no_joker_and_forms_no_sequence():
    assert reasons("46m7z99s123p", "peng 888s") == ("no_wait",)


def test_c10_the_set_of_waits_before_and_after_a_gang_can_be_compared():
    # Q5's two examples: with 5666m the sixes also serve sequences, with 666m 12s they do not.
    assert waits("5666m123s234p", "peng 999p", rules="qiqihar") == "4m 5m 7m"
    assert waits("5m123s234p", "peng 999p", "an_gang 6666m", rules="qiqihar") == "5m"
    assert waits("666m12s234p99s", "peng 999p", rules="qiqihar") == "3s"
    assert waits("12s234p99s", "peng 999p", "an_gang 6666m", rules="qiqihar") == "3s"


def test_c11_tile_of_which_hand_and_melds_hold_all_four_is_no_wait():
    assert reasons("13s99m", "ming_gang 2222s", "chi 123m", "chi 789p") == ("no_wait",)
    assert waits("13s99m", "peng 222s", "chi 123m", "chi 789p") == "2s"
    assert reasons("1111m", "peng 555p", "chi 123s", "chi 123s") == ("no_wait",)


def test_c11_melds_do_not_dissolve_into_the_hand():
    # With 789m in hand 8m is a middle; melded, the same tiles only make a triplet of it.
    assert is_kadang("8m", "11s88m789m345s", "peng 222p")
    assert not is_kadang("8m", "11s88m345s", "peng 222p", "chi 789m")


def test_c12_four_groups_and_a_pair_win():
    assert is_complete(*hand("123m456p789s99m", "peng 222p"))
    assert not is_complete(*hand("123m456p788s99m", "peng 222p"))
    assert not is_complete(*hand("123m456p789s9m", "peng 222p"))


def test_c12_seven_pairs_win_only_where_the_city_says_so():
    pairs = "1133m5577s2244p99p"
    assert is_complete(*hand(pairs, rules="qiqihar"))
    assert not is_complete(*hand(pairs, rules="harbin"))
    assert is_complete(*hand(pairs, rules="harbin", seven_pairs=True))


def test_c20_hand_must_be_open_and_an_gang_does_not_open():
    assert reasons("222p123m456p79s99m") == ("not_open",)
    assert reasons("123m456p79s99m", "an_gang 2222p") == ("not_open",)
    assert waits("123m456p79s99m", "ming_gang 2222p") == "8s"
    assert waits("222p123m456p79s99m", must_open=False) == "8s"


def test_c21_two_suits_melds_and_winning_tile_included():
    assert reasons("123s456s79s77z", "peng 222s") == ("one_suit",)
    assert waits("123s456s79s77z", "peng 222p") == "8s"
    assert waits("123s456s79s77z", "peng 222s", min_suits=1) == "8s"


def test_c21_dragons_are_no_suit():
    assert reasons("123s456s789s5s", "peng 777z") == ("one_suit",)


def test_c22_terminal_is_among_the_thirteen_tiles():
    assert reasons("234m456p68s55m", "peng 222p") == ("no_terminal",)
    assert reasons("234m456s55p78p", "peng 777s") == ("no_terminal",)
    assert waits("234m456s55p78p", "peng 777s", terminal_at="win") == "9p"
    assert waits("234m456p68s77z", "peng 222p") == "7s"
    assert waits("234m456p68s55m", "peng 999p") == "7s"


def test_c23_triplet_is_complete_in_the_thirteen_tiles_or_melded():
    assert reasons("123m456s789p5p", "chi 234p") == ("no_triplet",)
    assert waits("222m456s789p5p", "chi 234p") == "5p"
    assert waits("123m456s789p5p", "chi 234p", need_triplet=False) == "5p"


def test_c23_triplet_that_the_reading_needs_elsewhere_does_not_count():
    # 2p-2p-2p-3p waits for 1p, 3p and 4p: only 222p + 33p has a triplet, and 3p is then the pair's second tile.
    assert waits("2223p456s789m", "chi 234m", rules="mudanjiang") == "3p"


def test_c23_pair_of_dragons_stands_for_the_triplet():
    assert waits("345s567p68p77z", "chi 234m") == "4p 7p"
    assert reasons("345s567p68p77z", "chi 234m", dragon_for_triplet="never") == ("no_triplet",)


def test_c23_dragons_that_the_winning_tile_completes_to_a_triplet_count_without_two_pair_wait():
    assert waits("234s678p55s77z", "chi 234m", rules="mudanjiang") == "5s 7z"
    assert waits("234s678p55s77z", "chi 234m", rules="mudanjiang", dragon_for_triplet="never") == ""


def test_c23_single_dragon_counts_only_where_the_option_says_so():
    assert reasons("123m456s789p7z", "chi 234p") == ("no_triplet",)
    assert waits("123m456s789p7z", "chi 234p", rules="qiqihar") == "7z"
    assert waits("123m456s789p7z", "chi 234p", dragon_for_triplet="single") == "7z"


def test_c24_triplet_completed_from_a_two_pair_wait():
    assert waits("234s678p55s99p", "chi 123m") == "9p 5s"
    assert reasons("234s678p55s99p", "chi 123m", rules="mudanjiang") == ("no_triplet",)
    assert waits("234s678p55s99p", "chi 123m", rules="mudanjiang", two_pair_wait=True) == "9p 5s"


def test_c25_sequence_in_the_completed_hand_or_in_the_thirteen_tiles():
    triplets = ("34s77m", "peng 111m", "peng 999s", "peng 555p")
    assert waits(*triplets) == "2s 5s"
    assert reasons(*triplets, rules="mudanjiang") == ("no_sequence",)
    assert reasons("222p55m33s", "peng 111m", "peng 999s") == ("no_sequence",)
    assert waits("222p55m33s", "peng 111m", "peng 999s", rules="qiqihar") == "5m 3s"


def test_c25_three_triplets_in_a_row_are_three_sequences_in_another_reading():
    assert waits("111222333m5p", "peng 999s", rules="mudanjiang") == "5p"


def test_c26_four_concealed_tiles_melds_not_counted():
    four = ("9s", "peng 111m", "chi 234p", "peng 555s", "chi 678m")
    assert reasons(*four) == ("too_few_concealed",)
    assert waits(*four, rules="qiqihar") == "9s"
    assert waits("46m99s", "peng 111m", "chi 234p", "an_gang 5555s") == "5m"


def test_c27_seven_pairs_have_no_meld_but_a_zhan():
    assert waits("1133m5577s2244p9p", rules="qiqihar") == "9p"
    assert waits("1133m5577s224p", "zhan 99p", rules="qiqihar") == "4p"
    assert reasons("1133m5577s22p", "an_gang 9999p", rules="qiqihar") == ("no_wait",)


def test_c27_four_equal_tiles_are_two_pairs():
    assert waits("1111m5577s2244p9p", rules="qiqihar") == "9p"
    assert waits("1133m5577s22444p", rules="qiqihar") == "4p"


def test_c27_only_suits_and_terminal_apply_to_seven_pairs():
    pairs = "1133557799s224s"
    assert waits(pairs, rules="qiqihar", must_open=True) == "4s"
    assert reasons(pairs, rules="qiqihar", min_suits=2, must_open=True) == ("one_suit",)
    assert reasons("2233m5577s2244p8p", rules="qiqihar") == ("no_terminal",)


def test_c27_hand_with_a_zhan_is_seven_pairs_and_nothing_else():
    assert reasons("123m456m789m22p", "zhan 99s", rules="qiqihar") == ("no_wait",)
    assert is_complete(*hand("1133m5577s2244p", "zhan 99p", rules="qiqihar"))
    assert not is_complete(*hand("123m456m789m222p", "zhan 99s", rules="qiqihar"))


def test_c27_wait_tells_whether_groups_or_pairs_make_it():
    # 2233m 4455p 6677s 1s: seven pairs; 112233m 445566p 7s: both ways.
    [wait] = check_listen(*hand("112233m445566p7s", rules="qiqihar", need_triplet=False)).waits
    assert (wait.has_groups, wait.has_seven_pairs) == (True, True)
    [wait] = check_listen(*hand("1133m5577s2244p9p", rules="qiqihar")).waits
    assert (wait.has_groups, wait.has_seven_pairs) == (False, True)


def test_c28_one_legal_reading_is_enough():
    # As 111m + 123m the hand has a triplet, as 11m + 123m it has not.
    assert waits("111123m456p9s", "chi 789p", rules="mudanjiang") == "9s"


def test_reasons_are_those_of_the_reading_that_fails_fewest():
    # 5p leaves sequences only; with 2p the triplet 222p is complete and only the suit is missing.
    assert reasons("123m456m789m5m", "chi 234m") == ("no_triplet", "one_suit")
    assert reasons("2223m456m789m", "chi 678m") == ("one_suit",)


def test_reasons_of_equally_many_codes_are_the_first_in_the_order_of_the_table():
    # With three triplets the hand has no sequence, with three sequences no triplet complete in the 13 tiles.
    assert reasons("111222333m55p99p", rules="mudanjiang", must_open=False) == ("no_triplet",)


def test_reasons_are_sorted_by_name():
    assert reasons("234m456p678s55m78p") == ("no_terminal", "no_triplet", "not_open")


def test_h16_middle_of_a_sequence_is_kadang_whatever_else_the_hand_waits_for():
    assert is_kadang("5m", "46m99s123p777p", "peng 888s")
    assert is_kadang("7p", "345s567p68p77z", "chi 234m")
    assert not is_kadang("4p", "345s567p68p77z", "chi 234m")
    assert not is_kadang("4m", "56m99s123p777p", "peng 888s")


def test_h16_edges_count_only_with_their_option():
    low, high = ("12m99s123p777p", "peng 888s"), ("89m99s123p777p", "peng 888s")
    assert not is_kadang("3m", *low)
    assert is_kadang("3m", *low, kadang_edges=True)
    assert not is_kadang("7m", *high)
    assert is_kadang("7m", *high, kadang_edges=True)
    assert not is_kadang("4m", "23m99s123p777p", "peng 888s", kadang_edges=True)


def test_h16_single_tile_waits_count_only_with_their_option():
    single = ("9s234m567p777p", "peng 888s")
    assert not is_kadang("9s", *single)
    assert is_kadang("9s", *single, kadang_single=True)


def test_h16_kadang_can_be_kept_to_hands_with_one_wait():
    both = ("345s567p68p77z", "chi 234m")
    assert not is_kadang("7p", *both, kadang_needs_single_wait=True)
    assert is_kadang("5m", "46m99s123p777p", "peng 888s", kadang_needs_single_wait=True)


def test_h16_only_a_legal_reading_makes_kadang():
    # 888m + 789m: with the 8m in the sequence none is complete before, which Mudanjiang asks for (C25).
    eights = ("11s88m789m", "peng 222p", "peng 555s")
    assert waits(*eights, rules="mudanjiang") == "8m 1s"
    assert not is_kadang("8m", *eights, rules="mudanjiang")
    assert is_kadang("8m", *eights)


def test_section_7_chi_listen_example_without_a_terminal_is_refused():
    assert find_listen_discards(*hand("333s234p678s37m", "chi 678m")) == {}
    assert explain_refusal(*hand("333s234p678s37m", "chi 678m")) == ("no_terminal",)


def test_section_7_chi_listen_example_with_a_terminal_has_two_discards():
    found = find_listen_discards(*hand("333s123p678s37m", "chi 678m"))
    named = {tile_name(kind): [tile_name(wait.kind) for wait in waits] for kind, waits in found.items()}
    assert named == {"3m": ["7m"], "7m": ["3m"]}


def test_section_7_eight_of_m_is_kadang_with_789m_in_hand():
    assert waits("11s88m789m345s", "peng 222p") == "8m 1s"
    assert is_kadang("8m", "11s88m789m345s", "peng 222p")
    assert is_kadang("8m", "11s88m789m222p", "chi 345s")
    assert not is_kadang("1s", "11s88m789m345s", "peng 222p")


def test_refusal_is_explained_by_the_discard_that_comes_nearest():
    # Any discard but the last leaves no wait at all.
    assert explain_refusal(*hand("222p123m456p79s99m5s")) == ("not_open",)
    assert explain_refusal(*hand("159m159p159s7z14m36p")) == ("no_wait",)
    assert explain_refusal(*hand("123m456p79s99m5s", "peng 222p")) == ()


@pytest.mark.parametrize(
    ("written", "options", "expected"),
    [
        (("123m456p79s99m", "peng 222p"), {}, 0),
        (("222p123m456p79s99m",), {}, 0),  # closed: would listen if it were open
        (("123s456s79s77z", "peng 222s"), {}, 2),  # one suit: a pair of another
        (("234m456p68s55m", "peng 222p"), {}, 1),  # no terminal
        (("123m456s789p5p", "chi 234p"), {}, 2),  # no triplet: two pairs
        (("222p55m33s", "peng 111m", "peng 999s"), {}, 1),  # no sequence
        (("34s77m", "peng 111m", "peng 999s", "peng 555p"), {"rules": "mudanjiang"}, 1),
        (("9s", "peng 111m", "chi 234p", "peng 555s", "chi 678m"), {}, OUT_OF_REACH),
        (("13s99m", "ming_gang 2222s", "chi 123m", "chi 789p"), {}, 1),  # 2s are all gone
        (("1133m5577s2244p9p",), {"rules": "qiqihar"}, 0),
        (("2233m5577s2244p8p",), {"rules": "qiqihar"}, 1),  # seven pairs without a terminal
        (("123m456p79s99m5s", "peng 222p"), {}, 0),  # to discard
    ],
)
def test_distance_counts_exchanges_to_a_legal_wait(written, options, expected):
    assert distance(*hand(*written, **options)) == expected


def test_useful_tiles_respect_what_melds_and_hand_hold():
    names = [tile_name(kind) for kind in useful_tiles(*hand("13s99m55p", "ming_gang 2222s", "chi 123m"))]
    assert "2s" not in names
    assert "5p" in names


def test_outlook_does_not_count_on_the_discarded_copy():
    outlook = discard_outlook(*hand("5555m1s99p13s456s", "chi 123p"))
    assert all(parse_tile("5m") not in useful for _, useful in outlook.values())
