"""Tiles and melds as people write them: every way is read, and what cannot be read is refused with its place."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.notation import read_melds, read_tile, read_tiles
from engine.tiles import DRAGON, KINDS, format_tiles, number_of, suit_of, tile_name


@pytest.mark.parametrize(
    ("typed", "tiles"),
    [
        ("123m456p79s77z", "123m456p79s77z"),
        ("一二三万 四五六筒 七九条 中中", "123m456p79s77z"),
        ("一二三萬四五六餅七九索紅中", "123m456p79s7z"),
        ("１２３ｍ，４５６Ｐ", "123m456p"),
        ("1 2 3 m, 4p", "123m4p"),
        ("5 Wan, 3 Dots 7 Bam Red", "5m3p7s7z"),
        ("5w 红 红中 中", "5m777z"),
        ("幺鸡 一万 两筒 么萬", "1s1m2p1m"),
        ("🀇🀏🀐🀘🀙🀡🀄️", "19m19s19p7z"),
        ("9m1m", "91m"),
        ("", ""),
        (" 、,", ""),
    ],
)
def test_every_way_of_writing_tiles_is_read_in_the_order_written(typed, tiles):
    assert format_tiles(read_tiles(typed)) == tiles


def chinese(kind):
    return "红中" if kind == DRAGON else "一二三四五六七八九"[number_of(kind) - 1] + "万筒条"[suit_of(kind)]


def english(kind):
    return "Red" if kind == DRAGON else f"{number_of(kind)} {('Wan', 'Dot', 'Bam')[suit_of(kind)]}"


@given(st.lists(st.integers(0, KINDS - 1), max_size=14), st.sampled_from([tile_name, chinese, english]))
def test_whatever_tiles_are_named_in_one_way_are_read_back(kinds, name):
    assert read_tiles(" ".join(map(name, kinds))) == kinds
    assert read_tiles("".join(map(name, kinds))) == kinds


@pytest.mark.parametrize(
    ("typed", "code", "place", "sign", "around"),
    [
        ("123m4x6p", "tiles_no_suit", 5, "4", "123m ▸4◂ x6p"),
        ("123m x", "tiles_sign", 6, "x", "123m  ▸x◂"),
        ("0m", "tiles_sign", 1, "0", "▸0◂ m"),
        ("东", "tiles_sign", 1, "东", "▸东◂"),
        ("🀀", "tiles_sign", 1, "🀀", "▸🀀◂"),
        ("12", "tiles_no_suit", 1, "1", "▸1◂ 2"),
        ("一二 中", "tiles_no_suit", 1, "一", "▸一◂ 二 中"),
        ("mm", "tiles_no_number", 1, "m", "▸m◂ m"),
        ("1m z", "tiles_no_number", 4, "z", "1m  ▸z◂"),
        ("76z", "tiles_dragon", 2, "6", "7 ▸6◂ z"),
        ("123m456m789m?123p456p789p", "tiles_sign", 13, "?", "…3m456m789m ▸?◂ 123p456p78…"),
    ],
)
def test_what_is_no_tile_is_refused_with_its_place(typed, code, place, sign, around):
    with pytest.raises(RuleError) as refused:
        read_tiles(typed)
    assert refused.value.code == code
    assert refused.value.facts == {"place": place, "sign": sign, "around": around}


def test_one_tile_is_one_tile():
    assert read_tile("红中") == DRAGON
    for typed, count in (("", 0), ("12m", 2)):
        with pytest.raises(RuleError) as refused:
            read_tile(typed)
        assert (refused.value.code, refused.value.facts["count"]) == ("tiles_not_one", count)


@pytest.mark.parametrize(
    ("typed", "melds"),
    [
        ("", []),
        ("chi 234m, peng 222p", ["chi 234m", "peng 222p"]),
        ("吃二三四万 碰222筒 暗杠5555条", ["chi 234m", "peng 222p", "an_gang 5555s"]),
        ("吃234萬碰222筒加槓中", ["chi 234m", "peng 222p", "jia_gang 7777z"]),
        ("岔222筒；粘77条", ["peng 222p", "zhan 77s"]),
        ("234m 222p", ["chi 234m", "peng 222p"]),
        ("5555s / 11p", ["ming_gang 5555s", "zhan 11p"]),
        ("碰 222p 333s", ["peng 222p", "peng 333s"]),
        ("吃234m 222p 暗杠 5s", ["chi 234m", "peng 222p", "an_gang 5555s"]),
        ("chi 2 3 4 m", ["chi 234m"]),
        ("2 3 4 m", ["chi 234m"]),
        ("An Gang 5s, jia_gang 2222p, gang 3m", ["an_gang 5555s", "jia_gang 2222p", "ming_gang 3333m"]),
        ("红中红中红中", ["peng 777z"]),
        ("zhan 7s", ["zhan 77s"]),
    ],
)
def test_every_way_of_writing_melds_is_read(typed, melds):
    assert [str(meld) for meld in read_melds(typed)] == melds


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("chi 235m", "meld_form", "chi 235m"),
        ("234m, 12m", "meld_form", "12m"),
        ("1234m", "meld_form", "1234m"),
        ("吃", "meld_form", "吃"),
        ("chi 5m", "meld_form", "chi 5m"),
        ("peng 222p x", "tiles_sign", "peng 222p ▸x◂"),
        ("abc", "tiles_sign", "▸a◂ bc"),
        ("23 4", "tiles_no_suit", "▸2◂ 3 4"),
    ],
)
def test_what_is_no_meld_is_refused(typed, code, said):
    with pytest.raises(RuleError) as refused:
        read_melds(typed)
    assert refused.value.code == code
    assert " ".join(str(refused.value.facts.get("meld") or refused.value.facts.get("around")).split()) == said


@given(st.text(alphabet="123m p中吃碰杠an gchi,x红🀄", max_size=30))
def test_whatever_is_typed_is_read_or_refused(typed):
    for read in (read_tiles, read_melds):
        with suppress(RuleError):
            read(typed)
