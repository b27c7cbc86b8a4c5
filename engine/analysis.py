"""Hand analysis (RULES section 2): legal waits, reasons against listening, winning shapes, distance to listening.

A reading is one split of hand, melds and winning tile into groups and a pair, with the choice which of them the
winning tile completes. Everything here looks at all readings, through tables (engine/tables.py, engine/distance.py).

`counts` are always 28 counts of concealed tiles: 13 - 3 x melds of them (a zhan takes 2), or one tile more where a
hand to discard is meant. Who asks about one hand again and again keeps a `LiveHand` instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.distance import OUT_OF_REACH
from engine.live import LiveHand
from engine.standing import standing_for
from engine.tiles import ALL_KINDS, Kind
from engine.waits import REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.melds import Meld
    from engine.rules import Rules
    from engine.waits import Readiness, Wait

__all__ = [
    "OUT_OF_REACH",
    "LiveHand",
    "check_listen",
    "discard_outlook",
    "distance",
    "explain_refusal",
    "find_listen_discards",
    "is_complete",
    "useful_tiles",
]


def check_listen(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> Readiness:
    """Judge 13 tiles: the legal waits in tile order (C11, C20-C28, H16), or the reasons why there is none.

    The reasons are the codes that the reading fails which fails fewest, sorted by name; `no_wait` alone if no tile
    completes the hand.
    """
    return LiveHand(counts, melds, rules).readiness()


def find_listen_discards(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> dict[Kind, tuple[Wait, ...]]:
    """Return the discards of a hand to discard that leave a legal wait, with the waits."""
    melds = tuple(melds)
    return LiveHand(counts, melds, rules).listen_discards() if standing_for(melds, rules).may_listen else {}


def explain_refusal(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> tuple[str, ...]:
    """Say why no discard of a hand to discard listens: the reasons of the discard that comes nearest.

    A discard that leaves some wait comes nearer than one that leaves none; () if a discard listens.
    """
    hand = LiveHand(counts, melds, rules)
    answers: list[tuple[str, ...]] = []
    for kind in ALL_KINDS:
        if counts[kind]:
            hand.remove(kind)
            answers.append(hand.readiness().reasons)
            hand.add(kind)
    return min(answers, key=_severity)


def is_complete(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    """Say whether concealed tiles, the winning tile included, and melds make a winning shape (C12, C27)."""
    return LiveHand(counts, melds, rules).is_complete()


def distance(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> int:
    """Return the fewest exchanges (draw one, discard one) to 13 tiles with a legal wait.

    Melds stay and `must_open` is left aside: 0 means that the hand listens now or would if it were open. A hand to
    discard counts after its best discard. OUT_OF_REACH if nothing leads there.
    """
    return LiveHand(counts, melds, rules).distance()


def useful_tiles(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> tuple[Kind, ...]:
    """Return the kinds whose draw lowers the distance of 13 tiles; none at distance 0, where waits count instead."""
    return LiveHand(counts, melds, rules).useful_tiles()


def discard_outlook(
    counts: Sequence[int], melds: Sequence[Meld], rules: Rules
) -> dict[Kind, tuple[int, tuple[Kind, ...]]]:
    """Return, for every discard of a hand to discard, the distance that it leaves and the useful tiles then."""
    return LiveHand(counts, melds, rules).discard_outlook()


def _severity(reasons: tuple[str, ...]) -> tuple[bool, int, list[int]]:
    return reasons == ("no_wait",), len(reasons), sorted(REASONS.index(code) for code in reasons)
