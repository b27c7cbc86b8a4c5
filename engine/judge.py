"""The judge protocol: one line in, one line out (JUDGE section 1). Pure: whoever owns the pipes reads and writes.

Whatever comes in, one answer goes out and nothing is raised. Answers are ASCII, so that no pipe's encoding can break
them. As RFC 8259 allows, numbers too large to hold and nesting too deep to follow are no JSON here; of a name given
twice the last value counts.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NoReturn, cast

from engine.analysis import check_listen, find_listen_discards
from engine.judge_request import Request, RequestError, read_request
from engine.score import find_win_refusal, score_win
from engine.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.score import WinFacts

MAX_DIGITS = 4000
MAX_DEPTH = 200


def answer_line(text: str | bytes) -> str:
    """Answer one line of the protocol with one line, without line ends; "" for an empty line, which has no answer."""
    if not (text.strip(b" \t\r\n") if isinstance(text, bytes) else text.strip(" \t\r\n")):
        return ""
    try:
        request = _parse(text)
    except RequestError as error:
        return _write({"id": None, "error": _describe(error)})
    return _write(judge(request))


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request, given as the JSON object that it is, with the protocol's answer object."""
    answer: dict[str, Any] = {"id": request.get("id")}
    try:
        checked = read_request(request)
    except RequestError as error:
        return answer | {"error": _describe(error)}
    answers = {"waits": _answer_waits, "listen": _answer_listen, "score": _answer_score}
    return answer | answers[checked.ask](checked)


def _answer_waits(request: Request) -> dict[str, Any]:
    readiness = check_listen(request.counts, request.melds, request.rules)
    return {
        "may_listen": readiness.may_listen,
        "waits": [{"tile": tile_name(wait.kind), "kadang": wait.is_kadang} for wait in readiness.waits],
        "reasons": list(readiness.reasons),
    }


def _answer_listen(request: Request) -> dict[str, Any]:
    discards = find_listen_discards(request.counts, request.melds, request.rules)
    return {
        "discards": {
            tile_name(kind): [tile_name(wait.kind) for wait in waits] for kind, waits in sorted(discards.items())
        }
    }


def _answer_score(request: Request) -> dict[str, Any]:
    facts = cast("WinFacts", request.facts)  # read_request sets it for `score`
    readiness = check_listen(request.counts, request.melds, request.rules)
    reasons = find_win_refusal(facts, request.rules, readiness)
    if reasons:
        return {"legal": False, "reasons": list(reasons)}
    score = score_win(facts, request.rules, readiness)
    return {
        "legal": True,
        "shares": list(score.shares),
        "deltas": list(score.deltas(request.stake)),
        "lines": [line.to_json() for line in score.lines],
    }


def _parse(text: str | bytes) -> dict[str, Any]:
    try:
        written = text.decode("utf-8") if isinstance(text, bytes) else text
        value = json.loads(written, parse_constant=_refuse_constant, parse_int=_parse_int, parse_float=_parse_float)
    except (ValueError, RecursionError) as error:
        raise RequestError("not_json", f"this line is not JSON: {type(error).__name__}", None) from None
    if not isinstance(value, dict):
        raise RequestError("not_json", "this line is not a JSON object", None)
    if not _is_shallow(value):
        raise RequestError("not_json", f"nested deeper than {MAX_DEPTH}", None)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("a number of too many digits")
    return int(digits)


def _parse_float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("a number beyond what a float holds")
    return number


def _is_shallow(value: object) -> bool:
    """Walk level by level, so that the walk itself needs no depth."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return True
    return False


def _describe(error: RequestError) -> dict[str, Any]:
    return {"code": error.code, "message": error.message, "field": error.field}


def _write(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=True, allow_nan=False)
