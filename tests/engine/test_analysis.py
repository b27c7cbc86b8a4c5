"""Hand analysis against the worked cases of the judge protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.analysis import check_listen, find_listen_discards
from engine.cities import find_rules
from engine.melds import parse_meld
from engine.tiles import count_kinds, parse_tile, parse_tiles, tile_name

CASES = Path(__file__).parent.parent / "data" / "judge.jsonl"


def read_cases(ask: str) -> list[Any]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [
        pytest.param(case["request"], case["expect"], id=case["request"]["id"])
        for case in cases
        if case["request"].get("ask") == ask and "error" not in case["expect"]
    ]


def read_hand(request: dict[str, Any]) -> tuple[Any, ...]:
    counts = count_kinds(parse_tiles(request["concealed"]))
    melds = [parse_meld(text) for text in request.get("melds", [])]
    return counts, melds, find_rules(request["rules"], request.get("options"))


@pytest.mark.parametrize(("request_", "expect"), read_cases("waits"))
def test_worked_case_of_waits(request_: dict[str, Any], expect: dict[str, Any]) -> None:
    readiness = check_listen(*read_hand(request_))
    assert readiness.may_listen == expect["may_listen"]
    assert list(readiness.reasons) == expect.get("reasons", [])
    expected = sorted((parse_tile(wait["tile"]), wait["kadang"]) for wait in expect["waits"])
    assert [(wait.kind, wait.is_kadang) for wait in readiness.waits] == expected


@pytest.mark.parametrize(("request_", "expect"), read_cases("listen"))
def test_worked_case_of_discards(request_: dict[str, Any], expect: dict[str, Any]) -> None:
    discards = find_listen_discards(*read_hand(request_))
    named = {tile_name(kind): [tile_name(wait.kind) for wait in waits] for kind, waits in discards.items()}
    assert named == expect["discards"]
