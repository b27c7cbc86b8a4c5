"""Melds (明牌): chi, peng, the three gangs and zhan, as they lie on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.errors import RuleError
from engine.tiles import ALL_KINDS, DRAGON, KINDS, Kind, format_tiles, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence


class MeldType(StrEnum):
    """The six kinds of meld; the values are the words of the judge protocol."""

    CHI = "chi"
    PENG = "peng"
    MING_GANG = "ming_gang"
    AN_GANG = "an_gang"
    JIA_GANG = "jia_gang"
    ZHAN = "zhan"


GANGS: Final = frozenset({MeldType.MING_GANG, MeldType.AN_GANG, MeldType.JIA_GANG})
_SIZES: Final = {MeldType.CHI: 3, MeldType.PENG: 3, MeldType.ZHAN: 2}
_GANG_SIZE: Final = 4
_CODES: Final = {meld_type: number * KINDS for number, meld_type in enumerate(MeldType)}


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld: its type, its tiles sorted, the tile claimed and the seat it came from (None for an gang).

    `is_face_down` is for an an gang that shows its back (M5, Q5); everybody knows that it is there, not what it is.
    """

    type: MeldType
    tiles: tuple[Kind, ...]
    claimed: Kind | None = None
    source: int | None = None
    is_face_down: bool = False

    @property
    def code(self) -> int:
        """A number for the type and the tiles, whoever gave what."""
        return _CODES[self.type] + self.tiles[0]

    @property
    def kind(self) -> Kind:
        """The lowest kind in it: the kind itself for anything but a chi."""
        return self.tiles[0]

    @property
    def is_gang(self) -> bool:
        """Whether it is one of the three gangs."""
        return self.type in GANGS

    @property
    def is_triplet(self) -> bool:
        """Whether it counts as a triplet: a peng or a gang."""
        return self.is_gang or self.type is MeldType.PENG

    @property
    def opens(self) -> bool:
        """Whether it opens the hand (RULES section 0): everything but an an gang and a zhan's pair."""
        return self.type not in {MeldType.AN_GANG, MeldType.ZHAN}

    def __str__(self) -> str:
        """Write it as the judge protocol does: "peng 222p"."""
        return f"{self.type} {format_tiles(self.tiles)}"


def parse_meld(text: str) -> Meld:
    """Read a meld of the judge protocol ("chi 234m"); raise RuleError `bad_meld` for anything else."""
    word, _, written = text.partition(" ")
    try:
        meld_type = MeldType(word)
        tiles = tuple(sorted(parse_tiles(written)))
    except (ValueError, RuleError):
        raise RuleError("bad_meld", text=text) from None
    if len(tiles) != _SIZES.get(meld_type, _GANG_SIZE) or not _fits(meld_type, tiles):
        raise RuleError("bad_meld", text=text)
    return Meld(meld_type, tiles)


def _fits(meld_type: MeldType, tiles: tuple[Kind, ...]) -> bool:
    first = tiles[0]
    if meld_type is MeldType.CHI:
        in_one_suit = first // 9 == tiles[2] // 9 and DRAGON not in tiles
        return in_one_suit and tiles == (first, first + 1, first + 2)
    return all(tile == first for tile in tiles)


def _find_runs(tile: Kind) -> tuple[tuple[Kind, Kind], ...]:
    firsts = range(tile - 2, tile + 1) if tile != DRAGON else ()
    runs = [[first, first + 1, first + 2] for first in firsts if first >= 0 and first // 9 == (first + 2) // 9]
    own = ([kind for kind in run if kind != tile] for run in runs)
    return tuple((low, high) for low, high in own)


RUNS: Final = tuple(_find_runs(tile) for tile in ALL_KINDS)
"""By kind, the pairs of kinds that make a sequence with it, lowest first."""


def list_runs(counts: Sequence[int], tile: Kind) -> list[tuple[Kind, Kind]]:
    """Return the pairs of own tiles, from 28 counts, that make a sequence with the tile, lowest first."""
    return [run for run in RUNS[tile] if counts[run[0]] and counts[run[1]]]
