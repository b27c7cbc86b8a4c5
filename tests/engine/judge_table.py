"""What the tables of judge tests share: hands worked out by hand, and a way to ask for a win in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.judge import answer_line

OUTER = {"melds": ["peng 888s"], "concealed": "56m99s123p777p"}
"""Waits for 4m and 7m, neither kadang."""
KADANG = {"melds": ["peng 222p"], "concealed": "123m456p79s99m"}
"""Waits for 8s alone, kadang."""
TWO_PAIR = {"melds": ["peng 222p"], "concealed": "11s88m789m345s"}
"""Waits for 1s, and for 8m as a kadang (section 7)."""
EDGE = {"melds": ["peng 888s"], "concealed": "12m99s123p777p"}
"""Waits for 3m at the edge."""
SINGLE = {"melds": ["peng 888s"], "concealed": "9s234m567p777p"}
"""Waits for 9s as a single tile."""
DRAGONS = {"melds": ["chi 234m"], "concealed": "234s678p55s77z"}
"""Waits for 5s and 7z."""
DRAGON_PAIR = {"melds": ["chi 234m"], "concealed": "345s567p68p77z"}
"""Waits for 4p, and for 7p as a kadang; the pair is 7z."""
PAIRS = {"melds": [], "concealed": "1133m5577s2244p9p"}
"""Six pairs; waits for 9p."""
FOUR_EQUAL = {"melds": [], "concealed": "1111m5577s2244p9p"}
"""Six pairs, two of them equal; waits for 9p."""
THREE_EQUAL = {"melds": [], "concealed": "1113355m2244p99s"}
"""Waits for 1m, the fourth."""
ZHAN = {"melds": ["zhan 77s"], "concealed": "1133m55s2244p9p"}
"""Six pairs, one of them a zhan; waits for 9p."""

ALL = [True, True, True, True]


def ask(request: object) -> dict[str, Any]:
    """Send a request through the line protocol and read the answer."""
    answer = json.loads(answer_line(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def flags(*off: int) -> list[bool]:
    """Four booleans, False for the seats named."""
    return [seat not in off for seat in range(4)]


def make_win(hand: dict[str, Any], how: str, tile: str, rules: str = "harbin", **more: Any) -> dict[str, Any]:
    """Make a score request: seat 1 wins, seat 0 deals and discards, everybody is open and listens."""
    is_open = flags() if any(not meld.startswith(("an_gang", "zhan")) for meld in hand["melds"]) else flags(1)
    request = {"rules": rules, "ask": "score", **hand, "winner": 1, "how": how, "tile": tile}
    request |= {"dealer": 0, "open": is_open, "listening": ALL}
    if how in ("discard", "rob_gang"):
        request["from"] = 0
    return request | more


THREE_CLOSED = flags(0, 2, 3)
SEAT3_CLOSED = flags(3)
UNREADY = flags(0, 2, 3)
"""Who is closed, or does not listen, where everybody else is open and listens."""


def case(clause: str, about: str, request: dict[str, Any], shares: list[int], deltas: list[int] | None = None) -> Any:
    """Make one row; without `deltas` each loser pays its own share."""
    if deltas is None:
        deltas = [-share for share in shares]
        deltas[1] = sum(shares)
    return pytest.param(request, shares, deltas, id=f"{clause}: {about}")


def opt(**options: Any) -> dict[str, Any]:
    return {"options": options}


def check_win(request: dict[str, Any], shares: list[int], deltas: list[int]) -> None:
    """Assert that a win is legal and worth what the row says."""
    answer = ask(request)
    assert answer.get("legal") is True, answer
    assert (answer["shares"], answer["deltas"]) == (shares, deltas)
