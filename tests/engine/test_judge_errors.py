"""Requests that cannot be judged: the error's code and field, the first in the protocol's order, and never a crash."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.judge import MAX_DEPTH, answer_line
from tests.engine.judge_table import KADANG, OUTER, ZHAN, ask, flags, make_win

WAITS = {"rules": "harbin", "ask": "waits", **KADANG}
WIN = make_win(OUTER, "discard", "4m")
GANG = {"melds": ["ming_gang 2222p"], "concealed": "123m456p79s99m"}
CODES = (
    "not_json",
    "unknown_field",
    "missing_field",
    "bad_tile",
    "wrong_count",
    "five_of_a_kind",
    "bad_meld",
    "unknown_rules",
    "unknown_option",
    "bad_option",
    "bad_value",
)


def without(request: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name not in names}


def error_of(request: object) -> tuple[str, str | None]:
    answer = ask(request)
    assert set(answer) == {"id", "error"}
    assert set(answer["error"]) == {"code", "message", "field"}
    assert answer["error"]["message"]
    return answer["error"]["code"], answer["error"]["field"]


ERRORS = [
    ([], "not_json", None),
    (5, "not_json", None),
    (None, "not_json", None),
    ("text", "not_json", None),
    (WAITS | {"colour": 1}, "unknown_field", "colour"),
    (WAITS | {"": 1}, "unknown_field", ""),
    ({}, "missing_field", "rules"),
    (without(WAITS, "rules"), "missing_field", "rules"),
    (without(WAITS, "ask"), "missing_field", "ask"),
    (without(WAITS, "concealed"), "missing_field", "concealed"),
    *[(without(WIN, name), "missing_field", name) for name in ("winner", "how", "tile", "dealer", "open", "listening")],
    (without(WIN, "from"), "missing_field", "from"),
    (without(make_win(OUTER, "rob_gang", "4m", "mudanjiang"), "from"), "missing_field", "from"),
    (WAITS | {"concealed": "123m456p79s99x"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "0m"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "123"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "m"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "1z"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "123m 456p79s99m"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "１m"}, "bad_tile", "concealed"),
    (WAITS | {"concealed": "²m"}, "bad_tile", "concealed"),
    *[(WAITS | {"concealed": value}, "bad_tile", "concealed") for value in (None, 5, ["1m"], {}, True)],
    *[(WIN | {"tile": value}, "bad_tile", "tile") for value in (None, "", "44m", "4", "8z", 4, ["4m"])],
    *[(WIN | {"bao": value}, "bad_tile", "bao") for value in ("", "12m", "x", 1, False)],
    (WAITS | {"concealed": "123m456p79s9m"}, "wrong_count", "concealed"),
    (WAITS | {"concealed": ""}, "wrong_count", "concealed"),
    (WAITS | {"ask": "listen"}, "wrong_count", "concealed"),
    (WAITS | {"melds": []}, "wrong_count", "concealed"),
    (WAITS | {"melds": ["peng 222p"] * 5, "concealed": "1m"}, "wrong_count", "concealed"),
    (WAITS | {"melds": ["zhan 77s"]}, "wrong_count", "concealed"),
    (WIN | {"concealed": "456m99s123p777p"}, "wrong_count", "concealed"),
    (WAITS | {"concealed": "11111m56p79s9m"}, "five_of_a_kind", "concealed"),
    (WAITS | {"concealed": "222p1m456p79s9m"}, "five_of_a_kind", "melds"),
    (WAITS | {"melds": ["peng 222p", "chi 123p", "chi 234p"], "concealed": "79s99m"}, "five_of_a_kind", "melds"),
    (make_win(OUTER, "discard", "8s", bao="8s"), "five_of_a_kind", "bao"),
    (make_win(GANG, "discard", "2p"), "five_of_a_kind", "tile"),
    (make_win(OUTER, "self_draw", "7p", bao="7p"), "five_of_a_kind", "bao"),
    (
        make_win(OUTER, "big_wind", "7p", bao="7p", options={"big_wind": "fourth_tile"}),
        "five_of_a_kind",
        "bao",
    ),
    *[
        (WAITS | {"melds": [meld]}, "bad_meld", "melds")
        for meld in (
            "chi 123z",
            "chi 135m",
            "chi 89m1p",
            "chi 23m",
            "peng 223p",
            "peng 2222p",
            "peng222p",
            "peng  222p",
            "Peng 222p",
            "gang 2222p",
            "an_gang 222p",
            "ming_gang 2223p",
            "peng 222x",
            "peng",
            "",
            5,
            None,
            ["peng", "222p"],
        )
    ],
    (WAITS | {"melds": "peng 222p"}, "bad_meld", "melds"),
    (WAITS | {"melds": {"0": "peng 222p"}}, "bad_meld", "melds"),
    *[(WAITS | {"rules": value}, "unknown_rules", "rules") for value in ("tianjin", "Harbin", "", None, 1, ["harbin"])],
    (WAITS | {"options": {"gold": True}}, "unknown_option", "options"),
    (WAITS | {"options": {"city": "harbin"}}, "unknown_option", "options"),
    (WAITS | {"options": {"break_wall": "taker_right"}}, "unknown_option", "options"),
    *[
        (WAITS | {"options": {name: value}}, "bad_option", "options")
        for name, value in (
            ("must_open", 1),
            ("must_open", "yes"),
            ("min_suits", 3),
            ("min_suits", True),
            ("min_suits", 2.0),
            ("min_concealed", 2),
            ("fan_discard", 0),
            ("fan_discard", 100),
            ("kadang_factor", 10),
            ("closed_loser", "set4"),
            ("closed_loser", None),
            ("closed_loser", ["set3"]),
            ("stake", 0),
            ("stake", 1_000_001),
            ("leave_penalty", -1),
            ("timeouts_to_autoplay", 0),
        )
    ],
    (WAITS | {"options": {"bao_change": "call"}}, "bad_option", "options"),
    (WAITS | {"options": {"bao_from": "dice"}}, "bad_option", "options"),
    (WAITS | {"rules": "qiqihar", "options": {"bao_change": "auto"}}, "bad_option", "options"),
    (WAITS | {"options": {"last_tiles": 0, "last_tiles_dealt": True}}, "bad_option", "options"),
    (WAITS | {"rules": "mudanjiang", "options": {"last_tiles": 0}}, "bad_option", "options"),
    *[(WAITS | {"options": value}, "bad_option", "options") for value in (None, [], "must_open", 1)],
    *[(WAITS | {"ask": value}, "bad_value", "ask") for value in ("Waits", "", None, 1, ["waits"], {})],
    *[(WIN | {"how": value}, "bad_value", "how") for value in ("mobao", "", None, 1, ["discard"], {})],
    *[
        (WIN | {name: value}, "bad_value", name)
        for name in ("winner", "from", "dealer")
        for value in (-1, 4, "1", 1.0, None, True, [1], 10**50)
    ],
    (WIN | {"from": 1}, "bad_value", "from"),
    *[
        (WIN | {name: value}, "bad_value", name)
        for name in ("open", "listening")
        for value in (None, True, [True] * 3, [True] * 5, [1, 1, 1, 1], "1111", {"0": True}, [True, True, True, None])
    ],
    (WIN | {"open": flags(1)}, "bad_value", "open"),
    (
        make_win({"melds": ["an_gang 2222p"], "concealed": "123m456p79s99m"}, "discard", "8s", open=flags()),
        "bad_value",
        "open",
    ),
    (make_win(ZHAN, "discard", "9p", open=flags()), "bad_value", "open"),
    *[(WIN | {"liable_dealer": value}, "bad_value", "liable_dealer") for value in (None, 1, 0, "yes")],
    *[(WIN | {"stake": value}, "bad_value", "stake") for value in (0, -1, 1.5, 1.0, True, None, "1", 10**100)],
    *[
        (WIN | {"runs": value, "options": {"run": True}}, "bad_value", "runs")
        for value in ([1, 2, 5], [1, 2, 5, 3], [1, 2, 5, 1, 1], [1, 2, 5, True], [1, 2, 5, 1.0], 1, "1251", {})
    ],
]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    ERRORS,
    ids=[f"{number}-{code}-{field}" for number, (_, code, field) in enumerate(ERRORS)],
)
def test_request_that_cannot_be_judged(request_: object, code: str, field: str | None) -> None:
    assert error_of(request_) == (code, field)


FAULTS: dict[str, dict[str, Any]] = {
    "unknown_field": {"colour": 1},
    "missing_field": {"ask": "score"},
    "bad_tile": {"tile": "4x"},
    "wrong_count": {"concealed": "56m99s12p777p88s"},
    "five_of_a_kind": {"bao": "8s", "tile": "8s"},
    "bad_meld": {"melds": ["pong 888s"]},
    "unknown_rules": {"rules": "tianjin"},
    "unknown_option": {"options": {"gold": 1}},
    "bad_option": {"options": {"run": 1}},
    "bad_value": {"dealer": 9},
}


@pytest.mark.parametrize("later", [code for code in FAULTS if code not in ("unknown_field", "missing_field")])
def test_an_unknown_and_a_missing_field_are_told_first(later: str) -> None:
    request = without(WIN, "listening") | FAULTS[later]
    assert error_of(request)[0] == "missing_field"
    assert error_of(request | FAULTS["unknown_field"])[0] == "unknown_field"


TOGETHER = [
    ("bad_tile", WIN | {"concealed": "x", "melds": ["pong 888s"], "rules": "tianjin", "dealer": 9}),
    ("bad_tile", WIN | {"tile": "x", "concealed": "1m"}),
    ("wrong_count", WIN | {"concealed": "88888m"}),
    ("wrong_count", WIN | {"melds": ["pong"], "concealed": "1m"}),
    ("wrong_count", WIN | {"melds": ["peng 888s", "zhan 6m"]}),
    ("five_of_a_kind", WIN | {"melds": ["peng 77777p"]}),
    ("five_of_a_kind", WIN | {"tile": "7p", "bao": "7p", "rules": "tianjin", "melds": ["pong 888s"]}),
    ("bad_meld", WIN | {"melds": ["pong 888s"], "rules": "tianjin", "dealer": 9}),
    ("unknown_rules", WIN | {"rules": "tianjin", "options": {"gold": 1}, "dealer": 9}),
    ("unknown_option", WIN | {"options": {"run": 1, "gold": 1}, "dealer": 9}),
    ("bad_option", WIN | {"options": {"run": 1}, "dealer": 9, "ask": "score"}),
    ("unknown_rules", WAITS | {"rules": "tianjin", "ask": "answer"}),
    ("bad_meld", WAITS | {"melds": ["pong"], "ask": "answer"}),
]


@pytest.mark.parametrize(("code", "request_"), TOGETHER, ids=[f"{i}-{code}" for i, (code, _) in enumerate(TOGETHER)])
def test_of_several_errors_the_first_in_the_order_of_the_protocol(code: str, request_: dict[str, Any]) -> None:
    assert error_of(request_)[0] == code


@pytest.mark.parametrize("identity", [None, 0, -1.5, "x", "\ud800", "牌\u2028", [], {"a": [1]}, True, 10**3000, ""])
def test_the_id_is_echoed_in_answers_and_errors(identity: object) -> None:
    assert ask(WAITS | {"id": identity})["id"] == identity
    assert ask({"id": identity})["id"] == identity


def test_a_missing_id_is_null() -> None:
    assert ask(WAITS)["id"] is None
    assert ask({})["id"] is None


@pytest.mark.parametrize(
    "request_",
    [
        WAITS | {"winner": 9, "how": [], "tile": "x", "bao": "x", "stake": -1, "open": None, "runs": {}},
        WAITS | {"from": None, "listening": 1, "dealer": "", "liable_dealer": 3},
    ],
)
def test_known_fields_that_do_not_apply_to_the_ask_are_ignored(request_: dict[str, Any]) -> None:
    assert ask(request_)["waits"] == [{"tile": "8s", "kadang": True}]


def test_from_is_ignored_where_nobody_discarded() -> None:
    assert ask(make_win(OUTER, "self_draw", "4m", **{"from": "nobody"}))["legal"] is True


def test_runs_are_ignored_without_the_option() -> None:
    assert ask(WIN | {"runs": "fast"})["legal"] is True


def test_null_bao_and_null_runs_do_not_apply() -> None:
    assert ask(WIN | {"bao": None, "runs": None, "options": {"run": True}})["deltas"] == [-1, 3, -1, -1]


@pytest.mark.parametrize(
    ("how", "tile", "options"),
    [("tongbao", "7m", {"instant_bao": True}), ("big_wind", "7p", {"big_wind": "same_number"})],
)
def test_a_bao_that_is_the_tile_won_on_counts_once(how: str, tile: str, options: dict[str, Any]) -> None:
    assert ask(make_win(OUTER, how, tile, bao=tile, options=options))["legal"] is True


def test_a_bao_that_is_the_tile_won_on_counts_once_even_under_rules_that_are_wrong() -> None:
    assert error_of(make_win(OUTER, "big_wind", "7p", "tianjin", bao="7p"))[0] == "unknown_rules"


def test_dragon_bao_counts_once() -> None:
    hand = {"melds": ["peng 777z"], "concealed": "123m456p79s99m"}
    assert ask(make_win(hand, "dragon_bao", "7z", "qiqihar", bao="7z"))["legal"] is True


def test_a_drawn_dragon_and_a_bao_of_dragons_are_two() -> None:
    hand = {"melds": ["peng 777z"], "concealed": "123m456p79s99m"}
    request = make_win(hand, "dragon_draw", "7z", bao="7z", options={"dragon_draw": True})
    assert error_of(request) == ("five_of_a_kind", "bao")


@pytest.mark.parametrize(
    "rules",
    ["harbin", "mudanjiang", "qiqihar", "harbin-single-payer", "harbin-4-16", "qiqihar-local"],
)
def test_presets_are_accepted_as_rules(rules: str) -> None:
    assert ask(WAITS | {"rules": rules})["may_listen"] is True


def test_an_empty_line_has_no_answer() -> None:
    assert [answer_line(line) for line in ("", "\n", " \t\r\n", b"", b" \n")] == [""] * 5


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "nonsense",
        '{"id": 1} {"id": 2}',
        "{'id': 1}",
        '{"id": NaN}',
        '{"id": Infinity}',
        '{"id": 1e999}',
        '{"id": -1e999}',
        '{"id": ' + "9" * 10_000 + "}",
        '{"id": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"id": ' + '{"a":' * 100_000,
        '{"id": ' + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1) + "}",
        "\ufeff{}",
        "\x0b",
        "\x00",
        '"\ud800"',
        b"\xff\xfe",
        b'{"id": "\xff"}',
        "[" * 50,
    ],
    ids=range(19),
)
def test_what_is_not_json_is_said_to_be_not_json(line: str | bytes) -> None:
    answer = answer_line(line)
    assert "\n" not in answer
    assert json.loads(answer)["error"]["code"] == "not_json"
    assert json.loads(answer)["id"] is None


def test_nesting_that_can_be_followed_is_echoed() -> None:
    identity = json.loads("[" * 150 + "]" * 150)
    assert ask(WAITS | {"id": identity})["id"] == identity


def test_of_a_name_given_twice_the_last_value_counts() -> None:
    line = json.dumps(WAITS)[:-1] + ', "rules": "tianjin", "rules": "mudanjiang"}'
    assert json.loads(answer_line(line))["may_listen"] is True


def test_bytes_are_read_as_utf8() -> None:
    answer = answer_line(json.dumps(WAITS | {"id": "牌"}, ensure_ascii=False).encode())
    assert json.loads(answer)["id"] == "牌"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=5)
    | st.sampled_from(["4m", "123m", "peng 888s", "score", "harbin", "discard", "7z", "zhan 77s", "chi 123m"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    start=st.sampled_from([WIN, WAITS, WAITS | {"ask": "listen", "concealed": "123m456p79s99m1s"}, {}]),
    changes=st.dictionaries(st.sampled_from([*WIN, "bao", "stake", "runs", "options", "liable_dealer", "id"]), JSON),
)
def test_whatever_is_asked_one_line_answers(start: dict[str, Any], changes: dict[str, Any]) -> None:
    answer = answer_line(json.dumps(start | changes))
    assert answer.isascii()
    assert "\n" not in answer
    body = json.loads(answer)
    assert body["id"] == changes.get("id")
    if "error" in body:
        assert body["error"]["code"] in CODES


@given(st.text() | st.binary())
def test_whatever_is_written_nothing_is_raised(line: str | bytes) -> None:
    answer = answer_line(line)
    assert answer == "" or "id" in json.loads(answer)
