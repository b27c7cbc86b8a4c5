"""The judge answers every worked case of the protocol (tests/data/judge.jsonl)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.judge import answer_line

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "judge.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['request']['id']}: {case['clause']}" for case in CASES])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = json.loads(answer_line(json.dumps(case["request"])))
    assert {name: answer.get(name) for name in case["expect"]} == case["expect"]
    assert answer["id"] == case["request"]["id"]
