"""An outside program that applies the lines gets shares and deltas (JUDGE section 1), whatever was asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.score_lines import TERMS
from tests.engine.judge_table import (
    DRAGON_PAIR,
    DRAGONS,
    EDGE,
    FOUR_EQUAL,
    KADANG,
    OUTER,
    PAIRS,
    SINGLE,
    THREE_EQUAL,
    TWO_PAIR,
    ZHAN,
    ask,
    flags,
    make_win,
)


def interpret(answer: dict[str, Any], winner: int, stake: int) -> tuple[list[int], list[int]]:
    """Apply the lines, knowing nothing but what the protocol says of them."""
    shares = {seat: 0 for seat in range(4) if seat != winner}
    payments: dict[int, int] | None = None
    for line in answer["lines"]:
        if line["op"] in ("set", "add", "times"):
            assert payments is None, "who pays comes last"
            for seat in shares if line["seat"] is None else [line["seat"]]:
                value = line["value"]
                shares[seat] = {"set": value, "add": shares[seat] + value, "times": shares[seat] * value}[line["op"]]
            continue
        assert payments is None, "at most one line says who pays"
        payments = dict(shares)
        if line["op"] == "pays":
            for seat in line["value"]:
                payments[line["seat"]] += payments.pop(seat)
        else:
            assert line["op"] == "only"
            payments = {line["seat"]: shares[line["seat"]]}
    if payments is None:
        payments = shares
    deltas = [-stake * payments.get(seat, 0) for seat in range(4)]
    deltas[winner] = -sum(deltas)
    return [shares.get(seat, 0) for seat in range(4)], deltas


HANDS = [
    (OUTER, ["4m", "7m"]),
    (KADANG, ["8s"]),
    (TWO_PAIR, ["1s", "8m"]),
    (EDGE, ["3m"]),
    (SINGLE, ["9s"]),
    (DRAGONS, ["5s", "7z"]),
    (DRAGON_PAIR, ["4p", "7p"]),
    (PAIRS, ["9p"]),
    (FOUR_EQUAL, ["9p"]),
    (THREE_EQUAL, ["1m"]),
    (ZHAN, ["9p"]),
]
BOOL = st.booleans()
RAISES = st.sampled_from(["set3", "add3", "double", "none"])
FAN = st.integers(1, 99)
OPTIONS = st.fixed_dictionaries(
    {"seven_pairs": st.just(True), "instant_bao": st.just(True), "dragon_bao": st.just(True)},
    optional={
        "fan_discard": FAN,
        "fan_self_draw": FAN,
        "fan_mobao": FAN,
        "fan_baozhongbao": FAN,
        "kadang_factor": st.integers(1, 9),
        "kadang_single": BOOL,
        "kadang_edges": BOOL,
        "kadang_needs_single_wait": BOOL,
        "gang_draw_factor": st.integers(1, 2),
        "seven_pairs_factor": st.integers(1, 9),
        "luxury_factor": st.integers(1, 9),
        "luxury_pairs": BOOL,
        "zhan_half": BOOL,
        "dragon_double": BOOL,
        "dragon_draw": BOOL,
        "big_wind": st.sampled_from(["off", "same_number", "fourth_tile"]),
        "rob_gang": st.sampled_from(["self_draw", "discard"]),
        "run": BOOL,
        "dealer_double": BOOL,
        "closed_loser": RAISES,
        "closed_loser_on_bao": BOOL,
        "discard_payment": st.sampled_from(["three", "discarder"]),
        "unready_discarder": RAISES,
        "unready_others_factor": st.integers(1, 2),
        "unready_others_paid_by": st.sampled_from(["discarder", "themselves"]),
        "mobao_any": BOOL,
    },
)
SEAT = st.integers(0, 3)
FLAGS = st.tuples(BOOL, BOOL, BOOL, BOOL)
HOWS = ("discard", "self_draw", "gang_draw", "rob_gang", "tongbao", "dragon_bao", "big_wind", "dragon_draw")


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a score request that is mostly legal."""
    hand, waits = draw(st.sampled_from(HANDS))
    how = draw(st.sampled_from(HOWS))
    tile = "7z" if how.startswith("dragon") else draw(st.sampled_from([*waits, "7p", "5m"]))
    request = make_win(hand, how, tile, draw(st.sampled_from(["harbin", "mudanjiang", "qiqihar"])))
    winner = draw(SEAT)
    is_open, listening = list(draw(FLAGS)), list(draw(FLAGS))
    is_open[winner], listening[winner] = request["open"][1], True
    options = dict(draw(OPTIONS)) | {"must_open": False}
    if how == "dragon_draw":
        options["dragon_draw"] = True
    request |= {
        "winner": winner,
        "dealer": draw(SEAT),
        "open": is_open,
        "listening": listening,
        "from": (winner + draw(st.integers(1, 3))) % 4,
        "liable_dealer": draw(st.integers(0, 3)) == 0,
        "stake": draw(st.integers(1, 1000)),
        "runs": draw(st.lists(st.sampled_from([1, 2, 5]), min_size=4, max_size=4)),
        "options": options,
    }
    bao = draw(st.sampled_from([tile, tile, "6s", None]))
    return request if bao is None else request | {"bao": bao}


def score(request: dict[str, Any]) -> dict[str, Any]:
    answer = ask(request)
    assume(answer.get("legal"))
    return answer


relaxed = settings(suppress_health_check=[HealthCheck.filter_too_much])


@relaxed
@given(wins())
def test_lines_give_shares_and_deltas(request_: dict[str, Any]) -> None:
    answer = score(request_)
    assert interpret(answer, request_["winner"], request_["stake"]) == (answer["shares"], answer["deltas"])


@relaxed
@given(wins())
def test_payments_sum_to_zero_and_nobody_but_the_winner_gains(request_: dict[str, Any]) -> None:
    answer = score(request_)
    winner = request_["winner"]
    assert sum(answer["deltas"]) == 0
    assert answer["shares"][winner] == 0
    assert all(share >= 1 for seat, share in enumerate(answer["shares"]) if seat != winner)
    assert all(delta <= 0 for seat, delta in enumerate(answer["deltas"]) if seat != winner)
    alone = any(line["op"] == "only" for line in answer["lines"])
    if not alone:
        assert answer["deltas"][winner] == sum(answer["shares"]) * request_["stake"]


@relaxed
@given(wins())
def test_lines_are_named_and_come_in_the_order_of_the_steps(request_: dict[str, Any]) -> None:
    lines = score(request_)["lines"]
    for line in lines:
        term = TERMS[line["code"]]
        assert (line["zh"], line["en"], line["clause"]) == tuple(term)
        assert not (line["op"] == "times" and line["value"] == 1)
    places = [list(TERMS).index(line["code"]) for line in lines]
    assert places == sorted(places)


@relaxed
@given(wins(), st.integers(2, 50))
def test_the_stake_multiplies_deltas_alone(request_: dict[str, Any], stake: int) -> None:
    answer = score(request_ | {"stake": 1})
    dearer = score(request_ | {"stake": stake})
    assert dearer["shares"] == answer["shares"]
    assert dearer["deltas"] == [stake * delta for delta in answer["deltas"]]


@relaxed
@given(wins(), st.sampled_from(["dragon_double", "dealer_double", "luxury_pairs", "kadang_single", "kadang_edges"]))
def test_a_factor_switched_on_never_makes_a_win_cheaper(request_: dict[str, Any], option: str) -> None:
    # A kadang by edge or single tile can turn a mobao into a baozhongbao, which a room may price lower.
    options = request_["options"] | {"fan_mobao": 1, "fan_baozhongbao": 99, "kadang_needs_single_wait": False}
    off = score(request_ | {"options": options | {option: False}})
    on = score(request_ | {"options": options | {option: True}})
    assert sum(on["shares"]) >= sum(off["shares"])


@relaxed
@given(wins())
def test_full_liability_moves_payments_and_changes_no_share(request_: dict[str, Any]) -> None:
    free = score(request_ | {"liable_dealer": False})
    liable = score(request_ | {"liable_dealer": True})
    assert liable["shares"] == free["shares"]
    dealer, winner = request_["dealer"], request_["winner"]
    if dealer == winner:
        assert liable == free
    else:
        owed = [0, 0, 0, 0]
        owed[winner] = sum(free["shares"]) * request_["stake"]
        owed[dealer] = -owed[winner]
        assert liable["deltas"] == owed


def codes(request: dict[str, Any]) -> list[tuple[str, int | None, str, Any]]:
    return [(line["code"], line["seat"], line["op"], line["value"]) for line in ask(request)["lines"]]


def opt(**options: Any) -> dict[str, Any]:
    return {"options": options}


LINES = [
    (
        "H15: every step of an unready discard in order",
        make_win(
            KADANG, "discard", "8s", open=flags(0, 3), listening=flags(0), **opt(closed_loser="add3",
            unready_discarder="add3", unready_others_factor=2),
        ),
        [
            ("discard", None, "set", 1),
            ("closed_loser", 0, "add", 3),
            ("closed_loser", 3, "add", 3),
            ("unready_discarder", 0, "add", 3),
            ("unready_others", 2, "times", 2),
            ("unready_others", 3, "times", 2),
            ("kadang", None, "times", 2),
            ("discarder_pays_all", 0, "pays", [2, 3]),
        ],
    ),
    (
        "H12: liability takes the place of every other payer",
        make_win(OUTER, "discard", "4m", listening=flags(2), liable_dealer=True, **{"from": 2}),
        [("discard", None, "set", 1), ("unready_discarder", 2, "set", 3), ("liability", 0, "pays", [2, 3])],
    ),
    (
        "H14: the discarder alone",
        make_win(OUTER, "discard", "4m", "harbin-single-payer"),
        [("discard", None, "set", 1), ("discarder_alone", 0, "only", None)],
    ),
    (
        "H17: baozhongbao lists no kadang",
        make_win(KADANG, "self_draw", "8s", bao="8s"),
        [("baozhongbao", None, "set", 12)],
    ),
    (
        "H17: kadang-bao",
        make_win(KADANG, "gang_draw", "3p", bao="3p", **opt(gang_draw_factor=2)),
        [("mobao", None, "set", 3), ("kadang", None, "times", 2), ("gang_draw", None, "times", 2)],
    ),
    (
        "H20: a tongbao on a kadang is named baozhongbao",
        make_win(KADANG, "tongbao", "8s", bao="8s", **opt(instant_bao=True)),
        [("baozhongbao", None, "set", 12)],
    ),
    ("Q8: tongbao", make_win(OUTER, "tongbao", "4m", "qiqihar", bao="4m"), [("tongbao", None, "set", 4)]),
    ("Q8: dragon bao", make_win(OUTER, "dragon_bao", "7z", "qiqihar", bao="7z"), [("dragon_bao", None, "set", 4)]),
    (
        "Q9: big wind",
        make_win(OUTER, "big_wind", "4s", "qiqihar-local", bao="4s"),
        [("big_wind", None, "set", 4)],
    ),
    (
        "H20: dragon draw",
        make_win(OUTER, "dragon_draw", "7z", **opt(dragon_draw=True)),
        [("dragon_draw", None, "set", 3)],
    ),
    ("H9: robbing as a self-draw", make_win(OUTER, "rob_gang", "4m"), [("self_draw", None, "set", 2)]),
    (
        "Q13: the house factors in order",
        make_win(
            FOUR_EQUAL, "gang_draw", "9p", "qiqihar", runs=[1, 1, 5, 1], open=flags(1),
            **opt(luxury_pairs=True, dealer_double=True, run=True),
        ),
        [
            ("self_draw", None, "set", 2),
            ("gang_draw", None, "times", 2),
            ("seven_pairs", None, "times", 2),
            ("luxury_pairs", None, "times", 2),
            ("dealer_double", 0, "times", 2),
            ("run", 2, "times", 5),
        ],
    ),
    (
        "Q13: zhan halves what seven pairs gave",
        make_win(ZHAN, "discard", "9p", "qiqihar", **opt(zhan_half=True)),
        [("discard", None, "set", 1), ("seven_pairs", None, "times", 2), ("zhan_half", None, "set", 1)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "lines"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_lines_of_a_win(request_: dict[str, Any], lines: list[tuple[str, int | None, str, Any]]) -> None:
    assert codes(request_) == lines
