"""What a settled hand tells about those who played it: the source of statistics, boards and ratings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType
from engine.tiles import format_tiles, parse_tile, parse_tiles, tile_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.hand import Hand
    from engine.score import Score
    from engine.tiles import Kind
    from host.context import Context

WIN_KINDS = (
    *("discard", "self_draw", "mobao", "baozhongbao", "kadang", "gang_draw", "rob_gang"),
    *("tongbao", "dragon_bao", "big_wind", "dragon_draw", "seven_pairs", "luxury_pairs"),
)
"""The ways of winning that are counted, in the order in which they are told. A win can be of several."""

_BY_HOW = frozenset({"gang_draw", "rob_gang"})
NOBODY = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class BestHand:
    """A win worth keeping: its tiles, and what it was won on. `concealed` is without `tile`."""

    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...]
    tile: Kind
    bao: Kind | None
    kinds: tuple[str, ...]

    def to_json(self) -> str:
        """Return it as stored: a few hundred bytes."""
        body = {
            "concealed": format_tiles(self.concealed),
            "melds": [[meld.type.value, format_tiles(meld.tiles), meld.is_face_down] for meld in self.melds],
            "tile": tile_name(self.tile),
            "bao": None if self.bao is None else tile_name(self.bao),
            "kinds": self.kinds,
        }
        return json.dumps(body, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> BestHand:
        """Read what was stored."""
        body = json.loads(text)
        return cls(
            concealed=tuple(parse_tiles(body["concealed"])),
            melds=tuple(
                Meld(MeldType(name), tuple(parse_tiles(tiles)), is_face_down=is_face_down)
                for name, tiles, is_face_down in body["melds"]
            ),
            tile=parse_tile(body["tile"]),
            bao=None if body["bao"] is None else parse_tile(body["bao"]),
            kinds=tuple(body["kinds"]),
        )


@dataclass(frozen=True, slots=True)
class HandTold:
    """What a hand tells. `names`, `fan` (won, or negative: owed, before any limit by coins) go by seat.

    `source`: the seat that dealt in, None for a win without a discarder and a draw game; `kinds`: of WIN_KINDS.
    """

    city: str
    names: tuple[str, ...]
    fan: tuple[int, ...] = NOBODY
    winner: int | None = None
    source: int | None = None
    kinds: tuple[str, ...] = ()
    best: BestHand | None = None


def tell_hand(context: Context, hand: Hand) -> HandTold:
    """Return what a hand that is over tells."""
    names = tuple(seat.name for seat in context.seats)
    result = hand.result
    if result is None or result.score is None or result.winner is None or result.tile is None:
        return HandTold(context.rules.city, names)
    shown = hand.view(None)
    assert shown.result is not None  # noqa: S101 (the hand is over)
    kinds = list_kinds_of_win(result.score, result.how)
    best = BestHand(
        concealed=shown.result.hands[result.winner],
        melds=tuple(meld for meld in shown.seats[result.winner].melds if isinstance(meld, Meld)),
        tile=result.tile,
        bao=shown.result.bao,
        kinds=kinds,
    )
    return HandTold(context.rules.city, names, result.score.owed, result.winner, result.source, kinds, best)


def list_kinds_of_win(score: Score, how: str | None) -> tuple[str, ...]:
    """Return in which of WIN_KINDS a hand was won."""
    found = {line.code for line in score.lines[:1]}
    found |= {line.code for line in score.lines if line.code in WIN_KINDS}
    if how in _BY_HOW:
        found.add(how or "")
    if score.is_kadang and "baozhongbao" not in found:
        found.add("kadang")
    return tuple(kind for kind in WIN_KINDS if kind in found)


def rank_seats(fan: Sequence[int]) -> list[int]:
    """Return each seat's rank in a hand, 1 is best: who gained more, or owes less, comes first; equals share one."""
    return [1 + sum(other > own for other in fan) for own in fan]
