"""Tiles in MPSZ and melds as the judge protocol writes them."""

import pytest

from engine.errors import RuleError
from engine.melds import MeldType, parse_meld
from engine.tiles import (
    ALL_KINDS,
    count_kinds,
    format_tiles,
    list_kinds,
    number_of,
    parse_tile,
    parse_tiles,
    suit_of,
    tile_name,
)


def test_mpsz_is_read_in_the_order_written():
    assert [tile_name(kind) for kind in parse_tiles("31m456p9s77z")] == ["3m", "1m", "4p", "5p", "6p", "9s", "7z", "7z"]


@pytest.mark.parametrize("text", ["m", "1", "0m", "1z", "17z", "1mm", "1 m", "1x", "¹m", "１m"])
def test_anything_else_is_no_tile(text):
    with pytest.raises(RuleError, match="bad_tile"):
        parse_tiles(text)


def test_one_tile_is_exactly_one():
    assert parse_tile("7z") == 27
    for text in ("", "12m", "1m2m"):
        with pytest.raises(RuleError, match="bad_tile"):
            parse_tile(text)


def test_neighbours_of_a_suit_share_its_letter():
    assert format_tiles(parse_tiles("1m2m3p7z7z1m")) == "12m3p77z1m"
    assert format_tiles([]) == ""


def test_every_kind_has_its_name_suit_and_number():
    assert [(suit_of(kind), number_of(kind)) for kind in (0, 17, 18, 27)] == [(0, 1), (1, 9), (2, 1), (3, 7)]
    assert [parse_tile(tile_name(kind)) for kind in ALL_KINDS] == list(ALL_KINDS)


def test_counts_and_lists_are_two_forms_of_the_same_tiles():
    assert list_kinds(count_kinds(parse_tiles("7z3m3m1s"))) == parse_tiles("33m1s7z")


@pytest.mark.parametrize(
    "text", ["chi 234m", "peng 222p", "ming_gang 2222p", "an_gang 7777z", "jia_gang 9999s", "zhan 77s"]
)
def test_melds_are_written_as_they_are_read(text):
    assert str(parse_meld(text)) == text


def test_a_chi_may_be_written_in_any_order():
    assert str(parse_meld("chi 342m")) == "chi 234m"


@pytest.mark.parametrize(
    "text",
    [
        *("", "chi", "peng", "pengs 222p", "gang 2222p", "peng  222p", "peng 222x"),
        *("chi 23m", "chi 246m", "chi 891m", "chi 89m1p", "chi 777z"),
        *("peng 223p", "peng 22p", "zhan 777z", "zhan 12m", "ming_gang 222p"),
    ],
)
def test_anything_else_is_no_meld(text):
    with pytest.raises(RuleError, match="bad_meld"):
        parse_meld(text)


def test_what_opens_and_what_counts_as_a_triplet():
    melds = {meld.type: meld for meld in map(parse_meld, ("chi 234m", "peng 222p", "an_gang 2222p", "zhan 77s"))}
    assert [melds[kind].opens for kind in (MeldType.CHI, MeldType.PENG, MeldType.AN_GANG, MeldType.ZHAN)] == [
        True,
        True,
        False,
        False,
    ]
    assert [meld.is_triplet for meld in melds.values()] == [False, True, True, False]
