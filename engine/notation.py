"""Tiles as people write them: 123m456p, 一二三万四五六筒, 红中, 🀇🀈🀉, 5 Wan; and melds: 碰222筒, peng 222p, 222p.

Rule: what cannot be read is refused with the place where it stands, so that one sees what to mend.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from engine.errors import RuleError
from engine.melds import GANGS, MeldType, parse_meld
from engine.tiles import DRAGON, Kind, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.melds import Meld

_NUMBERS = {sign: number for number, sign in enumerate("一二三四五六七八九", start=1)}
_NUMBERS |= {str(number): number for number in range(1, 10)} | {"幺": 1, "么": 1, "两": 2, "兩": 2}
_SUITS = dict.fromkeys("mw万萬", 0) | dict.fromkeys("p筒饼餅", 1) | dict.fromkeys("s条條索束鸡雞", 2)
_SUIT_WORDS = {"wan": 0, "dot": 1, "bam": 2}
_DRAGONS = ("红中", "紅中", "red", "中", "红", "紅")
"""Longer ones first: 红中 is one tile, 红红 are two."""

_PICTURED = {chr(0x1F007 + number): number for number in range(9)}
_PICTURED |= {chr(0x1F019 + number): 9 + number for number in range(9)}
_PICTURED |= {chr(0x1F010 + number): 18 + number for number in range(9)} | {"\U0001f004": DRAGON}
"""Unicode's pictures of tiles: characters, circles, bamboos, and the red dragon."""

_DRAGON_NUMBER, _DRAGON_SUIT = 7, "z"
_BLANK = re.compile(r"[\s,、;.。·・|/+_()\[\]【】\-—\ufe0e\ufe0f]")
_AROUND = 10
"""So many signs are shown around the one at fault."""

_MELD_TYPES = {
    "an_gang": MeldType.AN_GANG,
    "an gang": MeldType.AN_GANG,
    "暗杠": MeldType.AN_GANG,
    "暗槓": MeldType.AN_GANG,
    "jia_gang": MeldType.JIA_GANG,
    "jia gang": MeldType.JIA_GANG,
    "加杠": MeldType.JIA_GANG,
    "加槓": MeldType.JIA_GANG,
    "ming_gang": MeldType.MING_GANG,
    "ming gang": MeldType.MING_GANG,
    "明杠": MeldType.MING_GANG,
    "明槓": MeldType.MING_GANG,
    "gang": MeldType.MING_GANG,
    "杠": MeldType.MING_GANG,
    "槓": MeldType.MING_GANG,
    "chi": MeldType.CHI,
    "吃": MeldType.CHI,
    "peng": MeldType.PENG,
    "碰": MeldType.PENG,
    "岔": MeldType.PENG,
    "zhan": MeldType.ZHAN,
    "粘": MeldType.ZHAN,
    "黏": MeldType.ZHAN,
}
"""What a meld may be called; longer names first."""

_MELD_WORD = re.compile("|".join(map(re.escape, _MELD_TYPES)))
_BETWEEN_MELDS = re.compile(r"[,、;|/+\n]")
_ALIKE = {2: MeldType.ZHAN, 3: MeldType.PENG, 4: MeldType.MING_GANG}


def read_tiles(typed: str) -> list[Kind]:
    """Return the tiles that a text names, in the order written.

    Raises:
        RuleError: `tiles_sign`, `tiles_no_suit`, `tiles_no_number`, `tiles_dragon` (7z is the only one), each with the
            `place` (from 1), the `sign` there and what is `around` it.
    """
    return _scan(typed, _fold(typed), 0, len(typed))


def read_tile(typed: str) -> Kind:
    """Return the one tile that a text names; RuleError as `read_tiles`, or `tiles_not_one` with how many there are."""
    kinds = read_tiles(typed)
    if len(kinds) != 1:
        raise RuleError("tiles_not_one", typed=typed, count=len(kinds))
    return kinds[0]


def read_melds(typed: str) -> tuple[Meld, ...]:
    """Return the melds that a text names: with their words (碰222筒, an gang 5s) or as tiles alone (123m 222p).

    Four alike without a word are a ming gang, two alike a zhan; of a triplet, gang or zhan with its word one tile is
    enough.

    Raises:
        RuleError: as `read_tiles`, or `meld_form` with the text that is no meld.
    """
    folded = _fold(typed)
    melds: list[Meld] = []
    for start, end in _split(folded, _BETWEEN_MELDS):
        words = list(_MELD_WORD.finditer(folded, start, end))
        melds.extend(_read_bare(typed, folded, start, words[0].start() if words else end))
        stops = [*(word.start() for word in words), end][1:]
        for word, stop in zip(words, stops, strict=True):
            melds.extend(_read_named(typed, folded, word, stop))
    return tuple(melds)


def _fold(typed: str) -> str:
    """Return a text sign by sign in its plainest form: full-width digits as digits, capitals as small letters."""
    plain = (unicodedata.normalize("NFKC", sign).lower() for sign in typed)
    return "".join(one if len(one) == 1 else sign for sign, one in zip(typed, plain, strict=True))


def _split(folded: str, between: re.Pattern[str], start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a text between separators begin and end; empty ones are left out."""
    end = len(folded) if end is None else end
    for found in between.finditer(folded, start, end):
        if folded[start : found.start()].strip():
            yield start, found.start()
        start = found.end()
    if folded[start:end].strip():
        yield start, end


def _scan(typed: str, folded: str, start: int, end: int) -> list[Kind]:
    kinds: list[Kind] = []
    numbers: list[tuple[int, int]] = []
    at = start
    while at < end:
        sign = folded[at]
        size = 1
        if sign in _NUMBERS:
            numbers.append((_NUMBERS[sign], at))
        elif (suit := _find_suit(folded, at, end)) is not None:
            size = suit[1]
            kinds += _read_suit(typed, numbers, suit[0], at)
            numbers = []
        elif sign == _DRAGON_SUIT:
            kinds += _read_dragons(typed, numbers, at)
            numbers = []
        elif _BLANK.match(sign):
            pass
        else:
            if numbers:
                raise _refuse("tiles_no_suit", typed, numbers[0][1])
            kind, size = _read_whole(typed, folded, at, end)
            kinds.append(kind)
        at += size
    if numbers:
        raise _refuse("tiles_no_suit", typed, numbers[0][1])
    return kinds


def _find_suit(folded: str, at: int, end: int) -> tuple[int, int] | None:
    """Return the suit that is named at a place, and how many signs that takes; a plural counts too."""
    for word, suit in _SUIT_WORDS.items():
        if folded.startswith(word, at, end):
            return suit, len(word) + folded.startswith("s", at + len(word), end)
    suit = _SUITS.get(folded[at], -1)
    return None if suit < 0 else (suit, 1)


def _read_suit(typed: str, numbers: list[tuple[int, int]], suit: int, at: int) -> list[Kind]:
    if not numbers:
        raise _refuse("tiles_no_number", typed, at)
    return [suit * 9 + number - 1 for number, _ in numbers]


def _read_dragons(typed: str, numbers: list[tuple[int, int]], at: int) -> list[Kind]:
    if not numbers:
        raise _refuse("tiles_no_number", typed, at)
    for number, place in numbers:
        if number != _DRAGON_NUMBER:
            raise _refuse("tiles_dragon", typed, place)
    return [DRAGON] * len(numbers)


def _read_whole(typed: str, folded: str, at: int, end: int) -> tuple[Kind, int]:
    """Return a tile that needs no number, and how many signs it takes."""
    for word in _DRAGONS:
        if folded.startswith(word, at, end):
            return DRAGON, len(word)
    if typed[at] in _PICTURED:
        return _PICTURED[typed[at]], 1
    raise _refuse("tiles_sign", typed, at)


def _read_bare(typed: str, folded: str, start: int, end: int) -> list[Meld]:
    """Read melds without a word: each between blanks, or all of it one."""
    parts = list(_split(folded, re.compile(r"\s"), start, end))
    try:
        tiles = [_scan(typed, folded, *part) for part in parts]
    except RuleError:
        if len(parts) == 1:
            raise
        tiles = []
    if not all(len(part) in _ALIKE for part in tiles) or not tiles:
        tiles = [_scan(typed, folded, start, end)] if parts else []
    return [_make_meld(None, part, typed[start:end]) for part in tiles]


def _read_named(typed: str, folded: str, word: re.Match[str], end: int) -> list[Meld]:
    """Read the meld after its word, and others after it that have none."""
    meld_type = _MELD_TYPES[word.group()]
    (first, stop), *others = list(_split(folded, re.compile(r"\s"), word.end(), end)) or [(word.end(), end)]
    shown = typed[word.start() : end]
    try:
        meld = _make_meld(meld_type, _scan(typed, folded, first, stop), shown)
    except RuleError:
        return [_make_meld(meld_type, _scan(typed, folded, word.end(), end), shown)]
    return [meld, *_read_bare(typed, folded, others[0][0], end)] if others else [meld]


def _make_meld(meld_type: MeldType | None, tiles: list[Kind], shown: str) -> Meld:
    if len(tiles) == 1 and meld_type is not None and meld_type is not MeldType.CHI:
        size = next(size for size, alike in _ALIKE.items() if alike is meld_type or (size > 3 and meld_type in GANGS))
        tiles = tiles * size
    if meld_type is None:
        meld_type = _ALIKE.get(len(tiles), MeldType.CHI) if len(set(tiles)) == 1 else MeldType.CHI
    try:
        return parse_meld(f"{meld_type} {format_tiles(tiles)}")
    except RuleError:
        raise RuleError("meld_form", meld=shown.strip()) from None


def _refuse(code: str, typed: str, at: int) -> RuleError:
    """Return why a text cannot be read: the place, the sign there, and that between the signs around it."""
    before, after = typed[max(0, at - _AROUND) : at], typed[at + 1 : at + 1 + _AROUND]
    start = "…" if at > _AROUND else ""
    stop = "…" if at + 1 + _AROUND < len(typed) else ""
    around = f"{start}{before} ▸{typed[at]}◂ {after}{stop}"
    return RuleError(code, place=at + 1, sign=typed[at], around=around.strip())
