"""What a line of a record may hold (JUDGE section 3): every type with its fields, and what values a field takes.

A check says yes or no to a value as JSON gives it. True is not the number 1, and a number is an integer that 63 bits
hold, so that no sum of a record can grow without bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.rules import MAX_STAKE
from engine.tiles import ALL_KINDS, TILE_COUNT, tile_name

if TYPE_CHECKING:
    from collections.abc import Collection

Check = Callable[[object], bool]

TILE_NAMES = frozenset(map(tile_name, ALL_KINDS))
MAX_TEXT = 4000
"""Characters of the longest text that a field takes."""

_LARGEST = 1 << 62
_HEX = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)")
_HOWS = ("discard", "self_draw", "gang_draw", "rob_gang", "tongbao", "dragon_bao", "big_wind", "dragon_draw")
_ACTS = frozenset({
    "win", "tongbao", "dragon_bao", "big_wind", "chi_listen", "peng_listen", "zhan", "gang", "peng", "chi", "pass",
})  # fmt: skip
_OPS = ("set", "add", "times", "pays", "only")


def _number(low: int, high: int = _LARGEST) -> Check:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _word(words: Collection[str]) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _null_or(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list(check: Check, *sizes: int) -> Check:
    """Take a list of such values, of any size or one of those given."""
    return lambda value: (
        isinstance(value, list) and (not sizes or len(value) in sizes) and all(check(item) for item in value)
    )


def _object(fields: Mapping[str, Check]) -> Check:
    """Take an object with at least these fields."""
    return lambda value: (
        isinstance(value, dict) and all(name in value and check(value[name]) for name, check in fields.items())
    )


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_text(value: object) -> bool:
    """Take text that UTF-8 can write: no half of a surrogate pair."""
    return isinstance(value, str) and len(value) <= MAX_TEXT and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_time(value: object) -> bool:
    return isinstance(value, str) and _TIME.fullmatch(value) is not None


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(setting, bool | str) or _COIN(setting) for setting in value.values()
    )


_COIN = _number(-_LARGEST)
_COINS = _list(_COIN, 4)
_COUNT = _number(0)
_SEAT = _number(0, 3)
_TILE = _word(TILE_NAMES)
_PIPS = _list(_number(1, 6), 1, 2)
_PLACE = _number(0, TILE_COUNT - 1)
_AUTO = _null_or(_word(("clock", "autoplay", "dealt_out")))
_PLAYER = _object({"name": _is_text, "kind": _word(("human", "computer"))})
_SCORE_LINE = _object(
    {
        "code": _is_text,
        "seat": _null_or(_SEAT),
        "op": _word(_OPS),
        "value": lambda value: value is None or _COIN(value) or _list(_SEAT)(value),
        "zh": _is_text,
        "en": _is_text,
        "clause": _is_text,
    }
)
_CLAIM = {"seat": _SEAT, "from": _SEAT, "tile": _TILE}

FIELDS: dict[str, dict[str, Check]] = {
    "start_match": {
        "program": _is_text,
        "time": _is_time,
        "format": _is_text,
        "version": _COUNT,
        "shuffle": _is_text,
        "rules": _is_text,
        "options": _is_options,
        "table": _is_text,
        "players": _list(_PLAYER, 4),
        "coins": _COINS,
        "commitment": _is_hex,
    },
    "start_hand": {
        "hand": _number(1),
        "dealer": _SEAT,
        "draws_in_a_row": _COUNT,
        "liable_dealer": _is_bool,
        "stake": _number(1, MAX_STAKE),
        "coins": _COINS,
        "words": _list(_is_text, 4),
        "runs": _null_or(_list(_number(1, 5), 4)),
        "commitment": _null_or(_is_hex),
    },
    "deal": {
        "dice": _list(_PIPS, 1, 2),
        "break": _PLACE,
        "wall": _list(_TILE, TILE_COUNT),
        "hands": _list(_list(_TILE, 13, 14), 4),
    },
    "bao": {
        "why": _word(("deal", "first_listen", "changed", "called")),
        "tile": _TILE,
        "index": _PLACE,
        "dice": _null_or(_PIPS),
        "seat": _null_or(_SEAT),
        "old": _null_or(_TILE),
    },
    "draw": {"seat": _SEAT, "tile": _TILE, "index": _PLACE, "from": _word(("front", "tail"))},
    "discard": {"seat": _SEAT, "tile": _TILE, "drawn": _null_or(_is_bool), "listen": _is_bool, "auto": _AUTO},
    "claims": {
        "offered": _list(_object({"seat": _SEAT, "acts": _list(_word(_ACTS))})),
        "answers": _list(_object({"seat": _SEAT, "act": _word(_ACTS), "auto": _AUTO})),
    },
    "chi": {**_CLAIM, "own": _list(_TILE, 2), "listen": _is_bool},
    "peng": {**_CLAIM, "own": _list(_TILE, 2), "listen": _is_bool},
    "zhan": _CLAIM,
    "ming_gang": _CLAIM,
    "an_gang": {"seat": _SEAT, "tile": _TILE},
    "jia_gang": {"seat": _SEAT, "tile": _TILE},
    "pass_win": {"seat": _SEAT, "tile": _TILE},
    "listen_failed": {"seat": _SEAT},
    "autoplay": {"seat": _SEAT, "on": _is_bool, "why": _word(("chosen", "clock", "left"))},
    "leave": {"seat": _SEAT},
    "return": {"seat": _SEAT},
    "sit": {"seat": _SEAT, "player": _PLAYER},
    "hu": {
        "seat": _SEAT,
        "from": _null_or(_SEAT),
        "tile": _TILE,
        "how": _word(_HOWS),
        "bao": _is_bool,
        "waits": _list(_TILE),
        "kadang": _is_bool,
        "liable": _is_bool,
        "lines": _list(_SCORE_LINE),
        "shares": _COINS,
        "deltas": _COINS,
    },
    "draw_game": {"why": _word(("wall_exhausted",))},
    "penalty": {"seat": _SEAT, "deltas": _COINS},
    "void": {"why": _is_text},
    "end_hand": {"deltas": _COINS, "coins": _COINS, "next_dealer": _null_or(_SEAT), "reveal": _is_hex},
    "end_match": {"coins": _COINS, "why": _is_text},
}
"""The fields of each type of line, in the order in which they are written."""

PLAY = frozenset({
    "deal", "bao", "draw", "discard", "claims", "chi", "peng", "zhan", "ming_gang", "an_gang", "jia_gang", "pass_win",
    "listen_failed", "hu", "draw_game",
})  # fmt: skip
"""What the hand itself does: the rules determine each such line."""

AROUND = frozenset({"autoplay", "leave", "return", "sit"})
"""What people do around it: lines that may stand between any two lines of play."""
