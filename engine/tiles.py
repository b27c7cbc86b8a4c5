"""Tiles (C1): 28 kinds as numbers 0..27 — 1m..9m, 1p..9p, 1s..9s, 7z — four of each. Text form: MPSZ, "123m7z"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind = int
"""A tile kind, 0..27, in the order m, p, s, z. Tiles of a kind cannot be told apart, so a tile is its kind."""

KINDS: Final = 28
COPIES: Final = 4
TILE_COUNT: Final = KINDS * COPIES
SUITS: Final = "mps"
DRAGON: Final[Kind] = 27
"""`7z`, 红中: belongs to no suit, forms no sequence, counts as a terminal (C1)."""

TERMINALS: Final = frozenset({0, 8, 9, 17, 18, 26, DRAGON})
ALL_KINDS: Final = range(KINDS)


def suit_of(kind: Kind) -> int:
    """Return 0, 1, 2 for m, p, s and 3 for `7z`."""
    return kind // 9


def number_of(kind: Kind) -> int:
    """Return the printed number, 1..9, of a suited tile; 7 for `7z`."""
    return 7 if kind == DRAGON else kind % 9 + 1


def is_terminal(kind: Kind) -> bool:
    """Say whether the kind is a 1, a 9 or `7z`."""
    return kind in TERMINALS


def tile_name(kind: Kind) -> str:
    """Return the MPSZ name of one tile: "5p", "7z"."""
    return "7z" if kind == DRAGON else f"{kind % 9 + 1}{SUITS[kind // 9]}"


def parse_tile(text: str) -> Kind:
    """Read one MPSZ tile; raise RuleError `bad_tile` for anything else."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise RuleError("bad_tile", text=text)
    return kinds[0]


def parse_tiles(text: str) -> list[Kind]:
    """Read MPSZ ("123m7z") into kinds in the order written; raise RuleError `bad_tile` for anything else."""
    kinds: list[Kind] = []
    digits: list[int] = []
    for sign in text:
        if sign in "123456789":
            digits.append(int(sign))
        elif digits and sign in SUITS:
            kinds.extend(SUITS.index(sign) * 9 + digit - 1 for digit in digits)
            digits.clear()
        elif digits and sign == "z" and all(digit == 7 for digit in digits):
            kinds.extend(DRAGON for _ in digits)
            digits.clear()
        else:
            raise RuleError("bad_tile", text=text)
    if digits:
        raise RuleError("bad_tile", text=text)
    return kinds


def format_tiles(kinds: Iterable[Kind]) -> str:
    """Write kinds as MPSZ in the order given, sharing the suit letter between neighbours: "123m7z"."""
    text = ""
    for kind in kinds:
        name = tile_name(kind)
        text = text[:-1] + name if text and text[-1] == name[1] else text + name
    return text


def count_kinds(kinds: Iterable[Kind]) -> list[int]:
    """Return 28 counts."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def list_kinds(counts: Sequence[int]) -> list[Kind]:
    """Turn 28 counts into a sorted list of tiles."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]
