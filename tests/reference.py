"""Hand analysis a second time, as plainly as RULES section 2 says it: every split, every reading, every target.

It shares nothing with engine/analysis.py but tiles, melds, rules and the records of waits, and is slow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.melds import MeldType
from engine.tiles import ALL_KINDS, COPIES, DRAGON, KINDS, TERMINALS, Kind
from engine.waits import REASONS, Readiness, Wait

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.melds import Meld
    from engine.rules import Rules

_NO_WAIT = ("no_wait",)
_WHOLE_HAND = 13
_EDGE_OF_12 = 2
_EDGE_OF_89 = 6


@dataclass(frozen=True, slots=True)
class _Reading:
    """A winning tile, a split (the pair and the groups; None for both: seven pairs) and what the tile completes."""

    tile: Kind
    groups: tuple[tuple[Kind, ...], ...] | None
    pair: Kind | None
    completes: int
    """Index of the group that the tile completes, -1 for the pair."""


def check_listen(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> Readiness:
    """Judge 13 tiles: `counts` are the 28 counts of the 13 - 3 x melds concealed ones (a zhan takes 2).

    Returns the legal waits in tile order (C11, C20-C28, H16), or the reasons why there is none.
    """
    kadang_of: dict[Kind, list[_Reading]] = {}
    refusals: set[tuple[int, tuple[int, ...]]] = set()
    for reading in _readings(counts, melds, rules):
        failed = _failed_conditions(reading, counts, melds, rules)
        if failed:
            refusals.add((len(failed), failed))
        else:
            kadang_of.setdefault(reading.tile, []).append(reading)
    if kadang_of:
        waits = [_make_wait(kind, legal, rules) for kind, legal in kadang_of.items()]
        if rules.kadang_needs_single_wait and len(waits) > 1:
            waits = [replace(wait, is_kadang=False) for wait in waits]
        return Readiness(tuple(waits))
    if not refusals:
        return Readiness((), _NO_WAIT)
    return Readiness((), tuple(sorted(REASONS[index] for index in min(refusals)[1])))


def find_listen_discards(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> dict[Kind, tuple[Wait, ...]]:
    """Give, for a hand that holds one tile more than `check_listen` takes, the discards that leave a legal wait."""
    answers = {kind: check_listen(rest, melds, rules).waits for kind, rest in _discards(counts)}
    return {kind: waits for kind, waits in answers.items() if waits}


def explain_refusal(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> tuple[str, ...]:
    """Say why no discard of this hand listens: the reasons of the discard that comes nearest, () if one listens."""
    answers = [check_listen(rest, melds, rules).reasons for _, rest in _discards(counts)]
    return min(answers, key=_severity, default=_NO_WAIT)


def is_complete(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    """Say whether concealed tiles (winning tile included) and melds make a winning shape (C12, C27)."""
    if _may_be_seven_pairs(melds, rules) and _is_pairs(counts, melds):
        return True
    has_zhan = any(meld.type is MeldType.ZHAN for meld in melds)
    return not has_zhan and next(_splits(list(counts), 4 - len(melds)), None) is not None


def _discards(counts: Sequence[int]) -> Iterator[tuple[Kind, list[int]]]:
    for kind in ALL_KINDS:
        if counts[kind]:
            rest = list(counts)
            rest[kind] -= 1
            yield kind, rest


def _severity(reasons: tuple[str, ...]) -> tuple[bool, int, list[int]]:
    return reasons == _NO_WAIT, len(reasons), sorted(REASONS.index(code) for code in reasons)


def _readings(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> Iterator[_Reading]:
    melded = [0] * KINDS
    for meld in melds:
        for tile in meld.tiles:
            melded[tile] += 1
    has_zhan = any(meld.type is MeldType.ZHAN for meld in melds)
    may_be_pairs = _may_be_seven_pairs(melds, rules)
    for tile in ALL_KINDS:
        if counts[tile] + melded[tile] >= COPIES:
            continue
        completed = list(counts)
        completed[tile] += 1
        if may_be_pairs and _is_pairs(completed, melds):
            yield _Reading(tile, None, None, -1)
        if has_zhan:
            continue
        for pair, groups in _splits(completed, 4 - len(melds)):
            if pair == tile:
                yield _Reading(tile, groups, pair, -1)
            for index, group in enumerate(groups):
                if tile in group:
                    yield _Reading(tile, groups, pair, index)


def _may_be_seven_pairs(melds: Sequence[Meld], rules: Rules) -> bool:
    return rules.seven_pairs and (not melds or (len(melds) == 1 and melds[0].type is MeldType.ZHAN))


def _is_pairs(completed: Sequence[int], melds: Sequence[Meld]) -> bool:
    return all(count % 2 == 0 for count in completed) and sum(completed) == _WHOLE_HAND + 1 - 2 * len(melds)


def _splits(counts: list[int], groups: int) -> Iterator[tuple[Kind, tuple[tuple[Kind, ...], ...]]]:
    if sum(counts) != 3 * groups + 2:
        return
    for pair in ALL_KINDS:
        if counts[pair] >= 2:
            counts[pair] -= 2
            for split in _split_groups(counts, 0):
                yield pair, split
            counts[pair] += 2


def _split_groups(counts: list[int], start: Kind) -> Iterator[tuple[tuple[Kind, ...], ...]]:
    kind = next((kind for kind in range(start, KINDS) if counts[kind]), None)
    if kind is None:
        yield ()
        return
    triplet = (kind, kind, kind)
    sequence = (kind, kind + 1, kind + 2)
    options = [triplet] if counts[kind] >= 3 else []
    if kind % 9 <= 6 and kind < DRAGON and counts[kind + 1] and counts[kind + 2]:
        options.append(sequence)
    for group in options:
        for tile in group:
            counts[tile] -= 1
        for rest in _split_groups(counts, kind):
            yield (group, *rest)
        for tile in group:
            counts[tile] += 1


def _failed_conditions(
    reading: _Reading, counts: Sequence[int], melds: Sequence[Meld], rules: Rules
) -> tuple[int, ...]:
    """List the conditions of RULES section 2 that a reading fails, as indices of REASONS in order."""
    held = {kind for kind in ALL_KINDS if counts[kind]} | {tile for meld in melds for tile in meld.tiles}
    completed = held | {reading.tile}
    suits = {kind // 9 for kind in completed if kind != DRAGON}
    failed = {
        "one_suit": len(suits) < rules.min_suits,
        "no_terminal": not TERMINALS & (held if rules.terminal_at == "listen" else completed),
    }
    if reading.groups is not None:
        failed |= {
            "not_open": rules.must_open and not any(meld.opens for meld in melds),
            "no_triplet": rules.need_triplet and not _has_triplet(reading, counts, melds, rules),
            "no_sequence": not _has_sequence(reading, melds, rules),
            "too_few_concealed": sum(counts) < rules.min_concealed,
        }
    return tuple(index for index, code in enumerate(REASONS) if failed.get(code))


def _has_triplet(reading: _Reading, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    groups = reading.groups or ()
    complete = [group for index, group in enumerate(groups) if index != reading.completes]
    if any(meld.is_triplet for meld in melds) or any(group[0] == group[2] for group in complete):
        return True
    finished = groups[reading.completes] if reading.completes >= 0 else ()
    if rules.two_pair_wait and finished and finished[0] == finished[2]:
        return True
    if rules.dragon_for_triplet == "single":
        return counts[DRAGON] > 0
    if rules.dragon_for_triplet == "pair":
        return (reading.pair == DRAGON and reading.completes >= 0) or finished == (DRAGON,) * 3
    return False


def _has_sequence(reading: _Reading, melds: Sequence[Meld], rules: Rules) -> bool:
    if rules.sequence_at == "never" or any(meld.type is MeldType.CHI for meld in melds):
        return True
    strict = rules.sequence_at == "listen"
    return any(
        group[0] != group[2] and not (strict and index == reading.completes)
        for index, group in enumerate(reading.groups or ())
    )


def find_distance(counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> int:
    """Search all targets for the fewest exchanges to a legal wait, `must_open` left aside; 99: there is none."""
    return next((limit for limit in range(11) if _is_within(limit, counts, melds, rules)), 99)


_GROUPS = [(kind, kind, kind) for kind in ALL_KINDS] + [
    (kind, kind + 1, kind + 2) for kind in range(DRAGON) if kind % 9 <= 6
]


class _Target:
    """A completed hand in the making: what it takes, and how many of its tiles the hand has not got."""

    def __init__(self, counts: Sequence[int], melds: Sequence[Meld]) -> None:
        self.held = counts
        self.taken = [0] * KINDS
        self.missing = 0
        self.room = [COPIES - sum(meld.tiles.count(kind) for meld in melds) for kind in ALL_KINDS]

    def add(self, tiles: tuple[Kind, ...]) -> bool:
        """Add tiles and say whether there are so many of them."""
        for tile in tiles:
            self.missing += self.taken[tile] >= self.held[tile]
            self.taken[tile] += 1
        return all(self.taken[tile] <= self.room[tile] for tile in tiles)

    def remove(self, tiles: tuple[Kind, ...]) -> None:
        for tile in tiles:
            self.taken[tile] -= 1
            self.missing -= self.taken[tile] >= self.held[tile]


def _is_within(limit: int, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    rules = replace(rules, must_open=False)
    if _may_be_seven_pairs(melds, rules) and _can_pair(limit, counts, melds, rules):
        return True
    if any(meld.type is MeldType.ZHAN for meld in melds):
        return False
    target = _Target(counts, melds)
    lacking = [sum(max(0, group.count(tile) - counts[tile]) for tile in set(group)) for group in _GROUPS]

    def is_legal(reading: _Reading) -> bool:
        target.remove((reading.tile,))
        found = target.missing <= limit and not _failed_conditions(reading, target.taken, melds, rules)
        target.add((reading.tile,))
        return found

    def extend(groups: tuple[tuple[Kind, ...], ...], start: int, pair: Kind) -> bool:
        if len(groups) + len(melds) == 4:
            blocks = [(-1, (pair,)), *enumerate(groups)]
            return any(is_legal(_Reading(tile, groups, pair, place)) for place, block in blocks for tile in set(block))
        for index in range(start, len(_GROUPS)):
            if target.missing + lacking[index] > limit + 1:
                continue
            group = _GROUPS[index]
            fits = target.add(group) and target.missing <= limit + 1
            if fits and extend((*groups, group), index, pair):
                return True
            target.remove(group)
        return False

    for pair in ALL_KINDS:
        if target.add((pair, pair)) and target.missing <= limit + 1 and extend((), 0, pair):
            return True
        target.remove((pair, pair))
    return False


def _can_pair(limit: int, counts: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    """Say whether some seven pairs with a legal wait are near enough."""
    target = _Target(counts, melds)

    def is_legal(tile: Kind) -> bool:
        target.remove((tile,))
        reading = _Reading(tile, None, None, -1)
        found = target.missing <= limit and not _failed_conditions(reading, target.taken, melds, rules)
        target.add((tile,))
        return found

    def extend(start: Kind, left: int) -> bool:
        if not left:
            return any(is_legal(tile) for tile in ALL_KINDS if target.taken[tile])
        for kind in range(start, KINDS):
            fits = target.add((kind, kind)) and target.missing <= limit + 1
            if fits and extend(kind, left - 1):
                return True
            target.remove((kind, kind))
        return False

    return extend(0, 7 - len(melds))


def _make_wait(kind: Kind, legal: list[_Reading], rules: Rules) -> Wait:
    return Wait(
        kind,
        is_kadang=any(_is_kadang(reading, rules) for reading in legal),
        has_groups=any(reading.groups is not None for reading in legal),
        has_seven_pairs=any(reading.groups is None for reading in legal),
    )


def _is_kadang(reading: _Reading, rules: Rules) -> bool:
    """Decide H16 for one legal reading."""
    if reading.groups is None or reading.completes < 0:
        return rules.kadang_single
    group = reading.groups[reading.completes]
    if group[0] == group[2]:
        return False
    place = reading.tile - group[0]
    is_edge = (place == 2 and reading.tile % 9 == _EDGE_OF_12) or (place == 0 and reading.tile % 9 == _EDGE_OF_89)
    return place == 1 or (is_edge and rules.kadang_edges)
