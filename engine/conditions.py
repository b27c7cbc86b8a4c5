"""The conditions for listening one by one (RULES section 2), for a player who wants to know what is missing.

`engine.analysis.explain_refusal` names what the nearest reading fails; this tells of every condition that the table's
rules ask, whether the hand meets it. Far from listening there is no reading yet: then what the tiles already have
counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.analysis import check_listen, explain_refusal
from engine.live import LiveHand
from engine.melds import RUNS, MeldType
from engine.tiles import ALL_KINDS, DRAGON, TERMINALS, suit_of
from engine.waits import REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.melds import Meld
    from engine.rules import Rules
    from engine.tiles import Kind

_TRIPLET = 3
_DRAGON_PAIR = 2


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition that the rules ask of a hand that is to listen: its code of REASONS, and whether it is met."""

    code: str
    is_met: bool


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a hand is to listening.

    `conditions`: those that the rules ask, in the order of REASONS, `no_wait` (the shape) last. `shape`: the fewest
    exchanges to a shape that lacks one tile; `distance`: to a legal wait, opening left aside (engine.live). Both are
    OUT_OF_REACH if nothing leads there. `concealed`: the concealed tiles while listening.
    """

    conditions: tuple[Condition, ...]
    shape: int
    distance: int
    concealed: int


def judge_nearness(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> Nearness:
    """Judge a hand of 13 tiles, or one that is to discard (then after the discard that comes nearest).

    `counts`: 28 counts of the concealed tiles.
    """
    hand = LiveHand(counts, melds, rules)
    is_to_discard = sum(counts) > hand.standing.size
    reasons = explain_refusal(counts, melds, rules) if is_to_discard else check_listen(counts, melds, rules).reasons
    distance = hand.distance()
    shape = min(hand.bare_distance(), distance) if hand.standing.may_be_groups else distance
    has_shape = "no_wait" not in reasons
    conditions = tuple(
        Condition(code, _is_held(code, counts, hand) if code != "no_wait" and not has_shape else code not in reasons)
        for code in REASONS
        if _is_asked(code, rules)
    )
    return Nearness(conditions, 0 if has_shape else max(1, shape), distance, hand.standing.size)


def _is_asked(code: str, rules: Rules) -> bool:
    """Say whether the rules ask for a condition at all."""
    match code:
        case "not_open":
            return rules.must_open
        case "one_suit":
            return rules.min_suits > 1
        case "no_triplet":
            return rules.need_triplet
        case "no_sequence":
            return rules.sequence_at != "never"
        case "too_few_concealed":
            return rules.min_concealed > 1
        case _:
            return True


def _is_held(code: str, counts: Sequence[int], hand: LiveHand) -> bool:
    """Say whether tiles and melds have by themselves what a condition wants."""
    standing, rules = hand.standing, hand.rules
    held = [kind for kind in ALL_KINDS if counts[kind] or standing.melded[kind]]
    match code:
        case "not_open":
            return standing.is_free
        case "one_suit":
            return len({suit_of(kind) for kind in held if kind != DRAGON}) >= rules.min_suits
        case "no_terminal":
            return not TERMINALS.isdisjoint(held)
        case "no_triplet":
            return any(meld.is_triplet for meld in hand.melds) or _has_triplet(counts, rules)
        case "no_sequence":
            return any(meld.type is MeldType.CHI for meld in hand.melds) or any(_is_in_run(counts, k) for k in held)
        case _:
            return standing.size >= rules.min_concealed


def _has_triplet(counts: Sequence[int], rules: Rules) -> bool:
    dragons = {"pair": _DRAGON_PAIR, "single": 1, "never": _TRIPLET}[rules.dragon_for_triplet]
    return counts[DRAGON] >= dragons or any(count >= _TRIPLET for count in counts)


def _is_in_run(counts: Sequence[int], kind: Kind) -> bool:
    return counts[kind] > 0 and any(counts[low] and counts[high] for low, high in RUNS[kind])
