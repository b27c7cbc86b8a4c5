"""What the Share button of `/judge` says: the whole question, so that it can be answered anew after any restart.

The form is judge|VERSION|CHECK|CITY|TILES|MELDS|FACTS|STAKE|RUNS|OPTIONS. A tile is one sign, a meld two. CHECK is of
the question itself: where options came to be counted otherwise since, the press is one of another version.
"""

from __future__ import annotations

import hashlib
import json
import re
import string
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.judge_panel import SEATS, Question, write_request
from cogs.options import list_changes
from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from engine.judge_request import HOWS
from engine.melds import Meld, MeldType, parse_meld
from engine.rules import DOMAINS
from engine.tiles import KINDS, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.texts import Texts
    from engine.rules import OptionValue
    from engine.tiles import Kind

VERSION = 1
MAX_CUSTOM_ID = 100
"""Discord."""

_SIGNS = string.ascii_letters + string.digits
_NONE = "-"
_TYPES = tuple(MeldType)
_SIZES = {MeldType.CHI: 3, MeldType.PENG: 3, MeldType.ZHAN: 2}
_GANG_SIZE = 4
_NAMES = tuple(DOMAINS)
_FORM = re.compile(
    r"judge\|(?P<version>[0-9]{1,3})\|(?P<check>[0-9a-f]{4})\|(?P<city>[a-z]{1,16})\|(?P<tiles>[A-Za-z]{1,14})"
    r"\|(?P<melds>(?:[a-f][A-Za-z]){0,4})\|(?P<facts>[A-Za-z0-9-]{8})\|(?P<stake>[0-9]{1,7})\|(?P<runs>[125]{4})?"
    r"\|(?P<options>[A-Za-z0-9.]*)"
)


def is_judge(custom_id: str) -> bool:
    """Say whether a custom_id belongs to the calculator, of whatever version."""
    return custom_id.startswith("judge|")


def make_share_button(question: Question, texts: Texts) -> ui.Button[Any] | None:
    """Return the button that shares a complete question's answer; None with more house rules than it can hold."""
    custom_id = write_judge_press(question)
    if len(custom_id) > MAX_CUSTOM_ID:
        return None
    return ui.Button(label=texts.say("button-replay-share"), emoji="📣", custom_id=custom_id)


def write_judge_press(question: Question) -> str:
    """Write a complete question as a custom_id, which is too long if there are many house rules."""
    rules = question.rules
    facts = (
        _sign(question.tile),
        _sign(None if question.how is None else HOWS.index(question.how)),
        _sign(question.bao),
        _sign(question.source),
        _sign(question.dealer),
        _sign(_mask(question.closed)),
        _sign(_mask(question.unready)),
        _sign(int(question.is_liable_dealer)),
    )
    parts = (
        "judge",
        str(VERSION),
        _check(question),
        rules.city,
        "".join(map(_sign, question.concealed)),
        "".join(f"{'abcdef'[_TYPES.index(meld.type)]}{_sign(meld.kind)}" for meld in question.melds),
        "".join(facts),
        str(question.stake),
        "".join(map(str, question.runs or ())),
        ".".join(_write_option(*change) for change in list_changes(rules, find_rules(rules.city)).items()),
    )
    return "|".join(parts)


def read_judge_press(custom_id: str) -> Question | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION or found["city"] not in preset_names():
        return None
    try:
        question = _read(found)
    except (RuleError, ValueError, IndexError):
        return None
    return question if _check(question) == found["check"] else None


def _read(found: re.Match[str]) -> Question:
    tile, how, bao, source, dealer, closed, unready, is_liable = map(_read_sign, found["facts"])
    options = dict(_read_option(written) for written in found["options"].split(".") if written)
    return Question(
        rules=find_rules(found["city"], options),
        concealed=tuple(_read_kinds(found["tiles"])),
        melds=tuple(_read_meld(found["melds"][at : at + 2]) for at in range(0, len(found["melds"]), 2)),
        tile=_check_kind(tile),
        how=None if how is None else HOWS[how],
        bao=_check_kind(bao),
        source=source,
        dealer=dealer or 0,
        closed=_read_mask(closed),
        unready=_read_mask(unready),
        is_liable_dealer=bool(is_liable),
        stake=int(found["stake"]),
        runs=tuple(map(int, found["runs"])) if found["runs"] else None,
    )


def _check(question: Question) -> str:
    written = json.dumps(write_request(question), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:4]


def _sign(number: int | None) -> str:
    return _NONE if number is None else _SIGNS[number]


def _read_sign(sign: str) -> int | None:
    return None if sign == _NONE else _SIGNS.index(sign)


def _check_kind(number: int | None) -> Kind | None:
    if number is not None and number >= KINDS:
        raise ValueError(number)
    return number


def _read_kinds(signs: Iterable[str]) -> list[Kind]:
    kinds = [_check_kind(_read_sign(sign)) for sign in signs]
    return [kind for kind in kinds if kind is not None]


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _read_mask(mask: int | None) -> frozenset[int]:
    return frozenset(seat for seat in range(len(SEATS)) if (mask or 0) >> seat & 1)


def _read_meld(signs: str) -> Meld:
    meld_type, (kind,) = _TYPES["abcdef".index(signs[0])], _read_kinds(signs[1])
    size = _SIZES.get(meld_type, _GANG_SIZE)
    step = 1 if meld_type is MeldType.CHI else 0
    tiles = [min(kind + step * place, KINDS - 1) for place in range(size)]
    return parse_meld(f"{meld_type} {format_tiles(tiles)}")


def _write_option(name: str, value: OptionValue) -> str:
    """Write which option it is, and its value: `t` or `f`, a number, or `w` and a word's place among the words."""
    sign = _SIGNS[_NAMES.index(name)]
    if isinstance(value, bool):
        return f"{sign}{'t' if value else 'f'}"
    return f"{sign}{value}" if isinstance(value, int) else f"{sign}w{DOMAINS[name].words.index(value)}"


def _read_option(written: str) -> tuple[str, OptionValue]:
    name, value = _NAMES[_SIGNS.index(written[0])], written[1:]
    if value in {"t", "f"}:
        return name, value == "t"
    return name, DOMAINS[name].words[int(value[1:])] if value.startswith("w") else int(value)
