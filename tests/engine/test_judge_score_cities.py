"""What wins are worth in Mudanjiang and Qiqihar, worked out by hand from RULES sections 4 and 5. Seat 1 wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.judge_table import (
    DRAGON_PAIR,
    DRAGONS,
    FOUR_EQUAL,
    KADANG,
    OUTER,
    PAIRS,
    SEAT3_CLOSED,
    THREE_CLOSED,
    THREE_EQUAL,
    UNREADY,
    ZHAN,
    ask,
    case,
    check_win,
    flags,
    make_win,
    opt,
)

MUDANJIANG = [
    case("M10", "discard, nobody counts as closed", make_win(OUTER, "discard", "4m", "mudanjiang", open=THREE_CLOSED),
         [1, 0, 1, 1]),
    case("M10", "discard, kadang", make_win(KADANG, "discard", "8s", "mudanjiang"), [2, 0, 2, 2]),
    case("M10", "self-draw", make_win(OUTER, "self_draw", "4m", "mudanjiang", open=THREE_CLOSED), [2, 0, 2, 2]),
    case("M10", "self-draw, kadang", make_win(KADANG, "self_draw", "8s", "mudanjiang"), [4, 0, 4, 4]),
    case("M10", "mobao", make_win(OUTER, "self_draw", "2p", "mudanjiang", bao="2p"), [4, 0, 4, 4]),
    case("M10", "kadang-bao", make_win(KADANG, "self_draw", "3p", "mudanjiang", bao="3p"), [8, 0, 8, 8]),
    case("M10", "baozhongbao", make_win(KADANG, "self_draw", "8s", "mudanjiang", bao="8s"), [16, 0, 16, 16]),
    case("M11", "unready", make_win(OUTER, "discard", "4m", "mudanjiang", listening=UNREADY), [3, 0, 2, 2],
         [-7, 7, 0, 0]),
    case("M11", "unready, kadang", make_win(KADANG, "discard", "8s", "mudanjiang", listening=UNREADY), [6, 0, 4, 4],
         [-14, 14, 0, 0]),
    case("M11", "closed_loser set3 comes first",
         make_win(OUTER, "discard", "4m", "mudanjiang", listening=UNREADY, open=SEAT3_CLOSED,
                  **opt(closed_loser="set3")), [3, 0, 2, 6], [-11, 11, 0, 0]),
    case("M9", "robbing may be switched on", make_win(OUTER, "rob_gang", "4m", "mudanjiang",
         **opt(rob_gang="self_draw")), [2, 0, 2, 2]),
]  # fmt: skip


def qiqihar(about: str, hand: dict[str, Any], how: str, tile: str, shares: list[int], **more: Any) -> Any:
    deltas = more.pop("deltas", None)
    return case("Q13", about, make_win(hand, how, tile, "qiqihar", **more), shares, deltas)


QIQIHAR = [
    qiqihar("discard", OUTER, "discard", "4m", [1, 0, 1, 1], open=THREE_CLOSED),
    qiqihar("kadang counts nothing", KADANG, "discard", "8s", [1, 0, 1, 1]),
    qiqihar("kadang_factor 2", KADANG, "discard", "8s", [2, 0, 2, 2], **opt(kadang_factor=2)),
    qiqihar("self-draw", OUTER, "self_draw", "4m", [2, 0, 2, 2]),
    qiqihar("a gang draw doubles", OUTER, "gang_draw", "4m", [4, 0, 4, 4]),
    qiqihar("a gang draw of the bao doubles", OUTER, "gang_draw", "2p", [8, 0, 8, 8], bao="2p"),
    qiqihar("mobao", OUTER, "self_draw", "2p", [4, 0, 4, 4], bao="2p"),
    qiqihar("tongbao", KADANG, "tongbao", "8s", [4, 0, 4, 4], bao="8s"),
    qiqihar("dragon bao", OUTER, "dragon_bao", "7z", [4, 0, 4, 4], bao="7z"),
    qiqihar("big wind", OUTER, "big_wind", "4s", [4, 0, 4, 4], bao="4s", **opt(big_wind="same_number")),
    qiqihar("unready: the discarder pays three", OUTER, "discard", "4m", [1, 0, 1, 1], listening=UNREADY,
            deltas=[-3, 3, 0, 0]),
    qiqihar("unready: set3", OUTER, "discard", "4m", [3, 0, 1, 1], listening=UNREADY, deltas=[-5, 5, 0, 0],
            **opt(unready_discarder="set3")),
    qiqihar("seven pairs, self-draw", PAIRS, "self_draw", "9p", [4, 0, 4, 4]),
    qiqihar("seven pairs, mobao", PAIRS, "self_draw", "6m", [8, 0, 8, 8], bao="6m"),
    qiqihar("seven pairs, tongbao", PAIRS, "tongbao", "9p", [8, 0, 8, 8], bao="9p"),
    qiqihar("seven_pairs_factor 5", PAIRS, "discard", "9p", [5, 0, 5, 5], **opt(seven_pairs_factor=5)),
    qiqihar("luxury off", FOUR_EQUAL, "discard", "9p", [2, 0, 2, 2]),
    qiqihar("luxury", FOUR_EQUAL, "discard", "9p", [4, 0, 4, 4], **opt(luxury_pairs=True)),
    qiqihar("luxury_factor 3", FOUR_EQUAL, "discard", "9p", [6, 0, 6, 6], **opt(luxury_pairs=True, luxury_factor=3)),
    qiqihar("luxury by the winning tile", THREE_EQUAL, "discard", "1m", [4, 0, 4, 4], **opt(luxury_pairs=True)),
    qiqihar("luxury by the wait that a bao stands for", THREE_EQUAL, "self_draw", "6m", [16, 0, 16, 16], bao="6m",
            **opt(luxury_pairs=True)),
    qiqihar("luxury once", {"melds": [], "concealed": "1111m3333p5577s9s"}, "discard", "9s", [4, 0, 4, 4],
            **opt(luxury_pairs=True)),
    qiqihar("no luxury without four equal", PAIRS, "discard", "9p", [2, 0, 2, 2], **opt(luxury_pairs=True)),
    qiqihar("no luxury for a gang", {"melds": ["ming_gang 2222p"], "concealed": "123m456p79s99m"}, "discard", "8s",
            [1, 0, 1, 1], **opt(luxury_pairs=True)),
    qiqihar("zhan", ZHAN, "discard", "9p", [2, 0, 2, 2]),
    qiqihar("zhan_half", ZHAN, "discard", "9p", [1, 0, 1, 1], **opt(zhan_half=True)),
    qiqihar("zhan_half rounds down", ZHAN, "discard", "9p", [2, 0, 2, 2], **opt(zhan_half=True, seven_pairs_factor=5)),
    qiqihar("zhan_half is at least 1", ZHAN, "discard", "9p", [1, 0, 1, 1],
            **opt(zhan_half=True, seven_pairs_factor=1)),
    qiqihar("zhan_half halves seven pairs alone", ZHAN, "gang_draw", "9p", [4, 0, 4, 4], **opt(zhan_half=True)),
    qiqihar("zhan_half with unequal shares", ZHAN, "discard", "9p", [2, 0, 2, 6], open=flags(1, 3),
            **opt(zhan_half=True, seven_pairs_factor=4, closed_loser="set3")),
    qiqihar("zhan_half without a zhan", PAIRS, "discard", "9p", [2, 0, 2, 2], **opt(zhan_half=True)),
    qiqihar("dragon_double", DRAGON_PAIR, "discard", "4p", [2, 0, 2, 2], **opt(dragon_double=True)),
    qiqihar("dragon_double in a meld", {"melds": ["peng 777z"], "concealed": "123m456p79s99m"}, "discard", "8s",
            [2, 0, 2, 2], **opt(dragon_double=True)),
    qiqihar("dragon_double, the wait itself", DRAGONS, "self_draw", "7z", [4, 0, 4, 4], **opt(dragon_double=True)),
    qiqihar("a bao of 7z is not in the hand", OUTER, "dragon_bao", "7z", [4, 0, 4, 4], bao="7z",
            **opt(dragon_double=True)),
    qiqihar("a drawn bao of 7z is not in the hand", OUTER, "self_draw", "7z", [4, 0, 4, 4], bao="7z",
            **opt(dragon_double=True)),
    qiqihar("no dragon, no double", OUTER, "discard", "4m", [1, 0, 1, 1], **opt(dragon_double=True)),
    qiqihar("run", OUTER, "self_draw", "4m", [8, 0, 20, 4], runs=[2, 2, 5, 1], **opt(run=True)),
    qiqihar("run, nobody picked", OUTER, "self_draw", "4m", [2, 0, 2, 2], **opt(run=True)),
    qiqihar("runs without the option", OUTER, "self_draw", "4m", [2, 0, 2, 2], runs=[2, 2, 5, 1]),
    qiqihar("dealer_double, the dealer loses", OUTER, "self_draw", "4m", [2, 0, 4, 2], dealer=2,
            **opt(dealer_double=True)),
    qiqihar("dealer_double, the dealer wins", OUTER, "self_draw", "4m", [4, 0, 4, 4], dealer=1,
            **opt(dealer_double=True)),
    qiqihar("everything at once", FOUR_EQUAL, "gang_draw", "9p", [320, 0, 160, 32], runs=[5, 2, 5, 1], dealer=0,
            open=flags(1), **opt(luxury_pairs=True, run=True, dealer_double=True, dragon_double=True)),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "shares", "deltas"), [*MUDANJIANG, *QIQIHAR])
def test_win_is_worth(request_: dict[str, Any], shares: list[int], deltas: list[int]) -> None:
    check_win(request_, shares, deltas)


def test_dearer_reading_of_a_wait_that_is_both_pairs_and_groups() -> None:
    """C28: 223344 556677m 9m completed by a 9m is seven pairs and four groups at once; seven pairs count more."""
    hand = {"melds": [], "concealed": "2233445566779m"}
    answer = ask(make_win(hand, "discard", "9m", "qiqihar", options={"need_triplet": False}))
    assert answer["shares"] == [2, 0, 2, 2]


def test_seven_pairs_need_no_triplet_where_groups_would() -> None:
    """C27: only C21 and C22 hold for seven pairs, so nothing but the pairs reading is left here."""
    hand = {"melds": [], "concealed": "1133m5577s2244p9p"}
    assert ask(make_win(hand, "discard", "9p", "harbin", options={"seven_pairs": True}))["shares"] == [1, 0, 1, 1]
