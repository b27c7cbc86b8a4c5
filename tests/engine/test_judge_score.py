"""What wins are worth in Harbin and by its options, worked out by hand from RULES section 3. Seat 1 wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.judge_table import (
    DRAGON_PAIR,
    DRAGONS,
    EDGE,
    KADANG,
    OUTER,
    PAIRS,
    SEAT3_CLOSED,
    SINGLE,
    THREE_CLOSED,
    TWO_PAIR,
    UNREADY,
    case,
    check_win,
    flags,
    make_win,
    opt,
)

HARBIN_TABLE = [
    case("H13", "discard", make_win(OUTER, "discard", "4m", open=SEAT3_CLOSED), [1, 0, 1, 3]),
    case("H13", "discard, other wait", make_win(OUTER, "discard", "7m", open=SEAT3_CLOSED), [1, 0, 1, 3]),
    case("H13", "discard, kadang", make_win(KADANG, "discard", "8s", open=SEAT3_CLOSED), [2, 0, 2, 6]),
    case("H13", "self-draw", make_win(OUTER, "self_draw", "4m", open=SEAT3_CLOSED), [2, 0, 2, 3]),
    case("H13", "self-draw, kadang", make_win(KADANG, "self_draw", "8s", open=SEAT3_CLOSED), [4, 0, 4, 6]),
    case("H13", "mobao", make_win(OUTER, "self_draw", "2p", bao="2p", open=SEAT3_CLOSED), [3, 0, 3, 3]),
    case("H17", "kadang-bao", make_win(KADANG, "self_draw", "3p", bao="3p", open=SEAT3_CLOSED), [6, 0, 6, 6]),
    case("H17", "baozhongbao", make_win(KADANG, "self_draw", "8s", bao="8s", open=SEAT3_CLOSED), [12, 0, 12, 12]),
    case("H13", "self-draw, the bao elsewhere", make_win(OUTER, "self_draw", "4m", bao="8p"), [2, 0, 2, 2]),
    case("H18", "stake multiplies", make_win(OUTER, "self_draw", "4m", stake=7), [2, 0, 2, 2], [-14, 42, -14, -14]),
    case("C14", "a discarded bao has no bao value", make_win(OUTER, "discard", "4m", bao="4m"), [1, 0, 1, 1]),
    case("C14", "a robbed bao has no bao value", make_win(OUTER, "rob_gang", "4m", bao="4m"), [2, 0, 2, 2]),
]

H13_OPTIONS = [
    case("H13", "fan_discard 4", make_win(OUTER, "discard", "4m", **opt(fan_discard=4)), [4, 0, 4, 4]),
    case(
        "H13",
        "set3 is never less than the open share",
        make_win(OUTER, "discard", "4m", open=SEAT3_CLOSED, **opt(fan_discard=4)),
        [4, 0, 4, 4],
    ),
    case("H13", "fan_self_draw 5", make_win(OUTER, "self_draw", "4m", **opt(fan_self_draw=5)), [5, 0, 5, 5]),
    case("H13", "preset 4-16, mobao", make_win(OUTER, "self_draw", "2p", "harbin-4-16", bao="2p"), [4, 0, 4, 4]),
    case("H13", "preset 4-16, kadang-bao", make_win(KADANG, "self_draw", "3p", "harbin-4-16", bao="3p"), [8, 0, 8, 8]),
    case("H13", "preset 4-16, bzb", make_win(KADANG, "self_draw", "8s", "harbin-4-16", bao="8s"), [16, 0, 16, 16]),
    case("H13", "kadang_factor 3", make_win(KADANG, "discard", "8s", **opt(kadang_factor=3)), [3, 0, 3, 3]),
    case(
        "H13",
        "closed add3 comes before kadang",
        make_win(KADANG, "self_draw", "8s", open=SEAT3_CLOSED, **opt(closed_loser="add3")),
        [4, 0, 4, 10],
    ),
    case(
        "H13",
        "closed double",
        make_win(OUTER, "self_draw", "4m", open=SEAT3_CLOSED, **opt(closed_loser="double")),
        [2, 0, 2, 4],
    ),
    case(
        "H13",
        "closed none",
        make_win(OUTER, "self_draw", "4m", open=SEAT3_CLOSED, **opt(closed_loser="none")),
        [2, 0, 2, 2],
    ),
    case(
        "H13",
        "bao wins leave closed losers alone",
        make_win(OUTER, "self_draw", "2p", bao="2p", open=SEAT3_CLOSED, **opt(closed_loser="add3")),
        [3, 0, 3, 3],
    ),
    case(
        "H13",
        "closed_loser_on_bao, add3",
        make_win(
            KADANG,
            "self_draw",
            "3p",
            bao="3p",
            open=SEAT3_CLOSED,
            **opt(closed_loser="add3", closed_loser_on_bao=True),
        ),
        [6, 0, 6, 12],
    ),
    case(
        "H13",
        "closed_loser_on_bao, double on baozhongbao",
        make_win(
            KADANG,
            "self_draw",
            "8s",
            bao="8s",
            open=SEAT3_CLOSED,
            **opt(closed_loser="double", closed_loser_on_bao=True),
        ),
        [12, 0, 12, 24],
    ),
    case(
        "H13",
        "closed_loser_on_bao, set3 never lowers a bao win",
        make_win(KADANG, "self_draw", "8s", bao="8s", open=SEAT3_CLOSED, **opt(closed_loser_on_bao=True)),
        [12, 0, 12, 12],
    ),
]


def unready(about: str, shares: list[int], deltas: list[int], **more: Any) -> Any:
    hand = more.pop("hand", OUTER)
    tile = "8s" if hand is KADANG else "4m"
    request = make_win(hand, "discard", tile, listening=UNREADY, **({"open": SEAT3_CLOSED} | more))
    return case("H15", about, request, shares, deltas)


PAYMENTS = [
    case(
        "H14",
        "discarder alone pays the own share",
        make_win(OUTER, "discard", "4m", open=SEAT3_CLOSED, **opt(discard_payment="discarder"), **{"from": 3}),
        [1, 0, 1, 3],
        [0, 3, 0, -3],
    ),
    case(
        "H14",
        "preset single payer",
        make_win(KADANG, "discard", "8s", "harbin-single-payer", open=SEAT3_CLOSED),
        [2, 0, 2, 6],
        [-2, 2, 0, 0],
    ),
    case(
        "H14",
        "a self-draw is paid by three all the same",
        make_win(OUTER, "self_draw", "4m", "harbin-single-payer"),
        [2, 0, 2, 2],
    ),
    case(
        "H14",
        "discarder alone is for listening discarders",
        make_win(OUTER, "discard", "4m", "harbin-single-payer", listening=UNREADY),
        [3, 0, 1, 1],
        [-5, 5, 0, 0],
    ),
    case(
        "H14",
        "whether the others listen does not matter",
        make_win(OUTER, "discard", "4m", listening=flags(2, 3)),
        [1, 0, 1, 1],
    ),
    unready("set3, a closed loser beside", [3, 0, 1, 3], [-7, 7, 0, 0]),
    unready("set3, closed discarder", [3, 0, 1, 1], [-5, 5, 0, 0], open=flags(0)),
    unready("set3 is never less than the open share", [4, 0, 4, 4], [-12, 12, 0, 0], **opt(fan_discard=4)),
    unready("kadang comes after", [6, 0, 2, 6], [-14, 14, 0, 0], hand=KADANG),
    unready("add3", [4, 0, 1, 3], [-8, 8, 0, 0], **opt(unready_discarder="add3")),
    unready("add3, closed discarder", [6, 0, 1, 1], [-8, 8, 0, 0], open=flags(0), **opt(unready_discarder="add3")),
    unready("add3, kadang", [8, 0, 2, 6], [-16, 16, 0, 0], hand=KADANG, **opt(unready_discarder="add3")),
    unready("double", [2, 0, 1, 3], [-6, 6, 0, 0], **opt(unready_discarder="double")),
    unready("double, closed discarder", [6, 0, 1, 1], [-8, 8, 0, 0], open=flags(0), **opt(unready_discarder="double")),
    unready("none", [1, 0, 1, 3], [-5, 5, 0, 0], **opt(unready_discarder="none")),
    unready(
        "set3 makes it 3 even where closed counts more",
        [3, 0, 1, 4],
        [-8, 8, 0, 0],
        open=flags(0, 3),
        **opt(closed_loser="add3"),
    ),
    unready("others' factor", [3, 0, 2, 6], [-11, 11, 0, 0], **opt(unready_others_factor=2)),
    unready(
        "others pay themselves",
        [3, 0, 2, 6],
        [-3, 11, -2, -6],
        **opt(unready_others_factor=2, unready_others_paid_by="themselves"),
    ),
    unready(
        "others pay themselves even where a listening discarder pays alone",
        [3, 0, 1, 3],
        [-3, 7, -1, -3],
        **opt(unready_others_paid_by="themselves", discard_payment="discarder"),
    ),
    case(
        "H12",
        "the liable dealer pays three shares of a self-draw",
        make_win(OUTER, "self_draw", "4m", open=SEAT3_CLOSED, liable_dealer=True),
        [2, 0, 2, 3],
        [-7, 7, 0, 0],
    ),
    case(
        "H12",
        "and of a discard that the discarder alone would pay",
        make_win(OUTER, "discard", "4m", "harbin-single-payer", liable_dealer=True, **{"from": 2}),
        [1, 0, 1, 1],
        [-3, 3, 0, 0],
    ),
    case(
        "H15",
        "under H12 the dealer pays the whole of an unready discard",
        make_win(OUTER, "discard", "4m", liable_dealer=True, listening=UNREADY, **{"from": 2}),
        [1, 0, 3, 1],
        [-5, 5, 0, 0],
    ),
    case(
        "H15",
        "under H12 the dealer pays also what others would pay themselves",
        make_win(
            OUTER,
            "discard",
            "4m",
            liable_dealer=True,
            listening=UNREADY,
            **opt(unready_others_paid_by="themselves"),
            **{"from": 2},
        ),
        [1, 0, 3, 1],
        [-5, 5, 0, 0],
    ),
    case(
        "H12",
        "the liable dealer as unready discarder pays once",
        make_win(OUTER, "discard", "4m", liable_dealer=True, listening=UNREADY),
        [3, 0, 1, 1],
        [-5, 5, 0, 0],
    ),
    case(
        "H12",
        "nothing changes if the dealer wins",
        make_win(OUTER, "self_draw", "4m", liable_dealer=True, dealer=1),
        [2, 0, 2, 2],
    ),
    case("H12", "bao wins too", make_win(KADANG, "self_draw", "8s", bao="8s", liable_dealer=True), [12, 0, 12, 12],
         [-36, 36, 0, 0]),
]  # fmt: skip

GANGS = [
    case("H8", "a gang draw is a self-draw", make_win(OUTER, "gang_draw", "4m"), [2, 0, 2, 2]),
    case("H8", "a gang draw of the bao is mobao", make_win(OUTER, "gang_draw", "2p", bao="2p"), [3, 0, 3, 3]),
    case("H8", "and baozhongbao", make_win(KADANG, "gang_draw", "8s", bao="8s"), [12, 0, 12, 12]),
    case(
        "H8",
        "gang_draw_factor 2 comes after closed",
        make_win(KADANG, "gang_draw", "8s", open=SEAT3_CLOSED, **opt(gang_draw_factor=2)),
        [8, 0, 8, 12],
    ),
    case("H9", "robbing as a self-draw", make_win(KADANG, "rob_gang", "8s", open=SEAT3_CLOSED), [4, 0, 4, 6]),
    case(
        "H9",
        "robbing as a self-draw is paid by three though the maker is unready",
        make_win(OUTER, "rob_gang", "4m", listening=UNREADY),
        [2, 0, 2, 2],
    ),
    case(
        "H9",
        "robbing as a discard by the gang maker, unready",
        make_win(OUTER, "rob_gang", "4m", listening=UNREADY, **opt(rob_gang="discard")),
        [3, 0, 1, 1],
        [-5, 5, 0, 0],
    ),
    case(
        "H9",
        "robbing as a discard, listening, discarder alone",
        make_win(OUTER, "rob_gang", "4m", **opt(rob_gang="discard", discard_payment="discarder")),
        [1, 0, 1, 1],
        [-1, 1, 0, 0],
    ),
    case(
        "Q11",
        "robbing as a discard in Qiqihar",
        make_win(OUTER, "rob_gang", "4m", "qiqihar", listening=UNREADY, **opt(rob_gang="discard")),
        [1, 0, 1, 1],
        [-3, 3, 0, 0],
    ),
]

KADANG_CASES = [
    case("H16", "more waits do not matter", make_win(TWO_PAIR, "discard", "8m"), [2, 0, 2, 2]),
    case("section 7", "the other wait of the same hand", make_win(TWO_PAIR, "discard", "1s"), [1, 0, 1, 1]),
    case(
        "H16",
        "kadang_needs_single_wait",
        make_win(TWO_PAIR, "discard", "8m", **opt(kadang_needs_single_wait=True)),
        [1, 0, 1, 1],
    ),
    case(
        "H16",
        "kadang_needs_single_wait, one wait",
        make_win(KADANG, "discard", "8s", **opt(kadang_needs_single_wait=True)),
        [2, 0, 2, 2],
    ),
    case("H16", "edge", make_win(EDGE, "discard", "3m"), [1, 0, 1, 1]),
    case("H16", "kadang_edges", make_win(EDGE, "discard", "3m", **opt(kadang_edges=True)), [2, 0, 2, 2]),
    case("H16", "single", make_win(SINGLE, "discard", "9s"), [1, 0, 1, 1]),
    case("H16", "kadang_single", make_win(SINGLE, "discard", "9s", **opt(kadang_single=True)), [2, 0, 2, 2]),
    case(
        "H16",
        "kadang_single, seven pairs",
        make_win(PAIRS, "discard", "9p", "qiqihar", **opt(kadang_single=True, kadang_factor=3)),
        [6, 0, 6, 6],
    ),
    case(
        "H17",
        "kadang_single makes baozhongbao",
        make_win(SINGLE, "self_draw", "9s", bao="9s", **opt(kadang_single=True)),
        [12, 0, 12, 12],
    ),
]

BAO_CASES = [
    case("H17", "mobao on a plain wait stands for the kadang one", make_win(TWO_PAIR, "self_draw", "1s", bao="1s"),
         [6, 0, 6, 6]),
    case("H17", "mobao on the kadang wait of two", make_win(DRAGON_PAIR, "self_draw", "7p", bao="7p"), [12, 0, 12, 12]),
    case("H17", "the drawn wait is dearer than the bao",
         make_win(OUTER, "self_draw", "4m", bao="4m", open=THREE_CLOSED, **opt(closed_loser="add3")), [5, 0, 5, 5]),
    case("H17", "ties: the bao reading",
         make_win(OUTER, "self_draw", "4m", bao="4m", open=SEAT3_CLOSED, **opt(closed_loser="add3")), [3, 0, 3, 3]),
    case("H17", "the drawn kadang wait is dearer than a cheap baozhongbao",
         make_win(KADANG, "self_draw", "8s", bao="8s", **opt(fan_baozhongbao=3)), [4, 0, 4, 4]),
    case("H17", "baozhongbao replaces the other factors of kadang",
         make_win(KADANG, "self_draw", "8s", bao="8s", **opt(fan_baozhongbao=5, kadang_factor=2)), [5, 0, 5, 5]),
    case("H4", "mobao_any off: a bao that is a wait",
         make_win(OUTER, "self_draw", "4m", bao="4m", **opt(mobao_any=False)), [3, 0, 3, 3]),
    case("H20", "instant_bao, kadang", make_win(KADANG, "tongbao", "8s", bao="8s", **opt(instant_bao=True)),
         [12, 0, 12, 12]),
    case("H20", "instant_bao, not kadang", make_win(OUTER, "tongbao", "4m", bao="4m", **opt(instant_bao=True)),
         [3, 0, 3, 3]),
    case("H17", "tongbao stands for the best wait", make_win(TWO_PAIR, "tongbao", "1s", bao="1s",
         **opt(instant_bao=True)), [6, 0, 6, 6]),
    case("H20", "instant wins leave closed losers alone",
         make_win(OUTER, "tongbao", "4m", bao="4m", open=THREE_CLOSED, **opt(instant_bao=True)), [3, 0, 3, 3]),
    case("H20", "tongbao is no drawn wait: no dearer self-draw",
         make_win(OUTER, "tongbao", "4m", bao="4m", open=THREE_CLOSED, **opt(instant_bao=True, closed_loser="add3")),
         [3, 0, 3, 3]),
    case("H20", "dragon_bao", make_win(OUTER, "dragon_bao", "7z", bao="7z", **opt(dragon_bao=True)), [3, 0, 3, 3]),
    case("H17", "dragon_bao stands for a kadang", make_win(KADANG, "dragon_bao", "7z", bao="7z",
         **opt(dragon_bao=True)), [6, 0, 6, 6]),
    case("Q9", "same_number", make_win(KADANG, "big_wind", "8p", bao="8p", **opt(big_wind="same_number")),
         [6, 0, 6, 6]),
    case("Q9", "same_number, the bao is the wait", make_win(KADANG, "big_wind", "8s", bao="8s",
         **opt(big_wind="same_number")), [12, 0, 12, 12]),
    case("Q9", "a wait on 7z takes a terminal bao", make_win(DRAGONS, "big_wind", "9p", bao="9p",
         **opt(big_wind="same_number")), [3, 0, 3, 3]),
    case("Q9", "a wait on 7z takes a bao of 7z", make_win(DRAGONS, "big_wind", "7z", bao="7z",
         **opt(big_wind="same_number")), [3, 0, 3, 3]),
    case("H20", "fourth of an own peng", make_win(OUTER, "big_wind", "8s", **opt(big_wind="fourth_tile")),
         [3, 0, 3, 3]),
    case("H20", "fourth of an own triplet", make_win(OUTER, "big_wind", "7p", **opt(big_wind="fourth_tile")),
         [3, 0, 3, 3]),
    case("H20", "fourth tile, kadang", make_win(KADANG, "big_wind", "2p", **opt(big_wind="fourth_tile")),
         [6, 0, 6, 6]),
    case("H20", "dragon_draw", make_win(OUTER, "dragon_draw", "7z", **opt(dragon_draw=True)), [3, 0, 3, 3]),
    case("H20", "dragon_draw, kadang", make_win(KADANG, "dragon_draw", "7z", bao="1p", **opt(dragon_draw=True)),
         [6, 0, 6, 6]),
    case("H17", "dragon_draw of a wait: the dearer reading",
         make_win(DRAGONS, "dragon_draw", "7z", open=THREE_CLOSED, **opt(dragon_draw=True, closed_loser="add3")),
         [5, 0, 5, 5]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "shares", "deltas"), [*HARBIN_TABLE, *H13_OPTIONS, *PAYMENTS, *GANGS, *KADANG_CASES, *BAO_CASES]
)
def test_win_is_worth(request_: dict[str, Any], shares: list[int], deltas: list[int]) -> None:
    check_win(request_, shares, deltas)
