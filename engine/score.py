"""What a win is worth: the facts of a win in, a list of lines out, from which shares and payments follow.

A win is read in every way the rules allow (C28, H17): as an ordinary win on the tile, and as a bao win that stands
for any of the waits; as groups or as seven pairs. Each reading gives lines in the order of H15; the dearest counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from engine.analysis import check_listen
from engine.errors import RuleError
from engine.melds import Meld, MeldType
from engine.score_lines import ScoreLine, ScoreSheet
from engine.tiles import COPIES, DRAGON, TERMINALS, Kind, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.rules import Rules
    from engine.waits import Readiness, Wait

How = Literal[
    "discard", "self_draw", "gang_draw", "rob_gang", "tongbao", "dragon_bao", "big_wind", "dragon_draw"
]  # fmt: skip
"""The ways to win. Mobao is a `self_draw` or `gang_draw` whose tile is of the bao's kind."""

DRAWN_WINS: Final = frozenset({"self_draw", "gang_draw"})
CLAIMED_WINS: Final = frozenset({"discard", "rob_gang"})
INSTANT_WINS: Final = frozenset({"tongbao", "dragon_bao", "big_wind", "dragon_draw"})

_ORDINARY_WINS: Final = frozenset({"discard", "self_draw"})
_NOBODY_RUNS: Final = (1, 1, 1, 1)
_BASE_OF_CLOSED_OR_UNREADY: Final = 3


@dataclass(frozen=True, slots=True)
class WinFacts:
    """How a hand was won; what is true of the game, apart from the rules that value it.

    `tile` is the tile won on; for an instant win on the bao itself, the bao. `source` is the seat that discarded it
    or made the gang, else None. `concealed` are the 28 counts of the winner's concealed tiles without `tile`.
    `open`, `listening` and `runs` (the multipliers picked, None = nobody picked) go by seat.
    """

    winner: int
    how: How
    tile: Kind
    dealer: int
    open: tuple[bool, bool, bool, bool]
    listening: tuple[bool, bool, bool, bool]
    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    source: int | None = None
    bao: Kind | None = None
    liable_dealer: bool = False
    runs: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """A win valued. `shares`: fan that each loser's part costs before anyone pays for anyone else, 0 for the winner.

    `owed`: fan that each seat gains (negative: pays), summing to zero. `wait`: the kind that completed the hand, or
    that a bao win stands for. `uses_bao`: whether it was valued as a bao win; `is_kadang`: whether that wait is kadang.
    """

    shares: tuple[int, ...]
    owed: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    wait: Kind
    uses_bao: bool
    is_kadang: bool

    def deltas(self, stake: int) -> tuple[int, ...]:
        """Return the coins that change hands, by seat, before any limit by what a loser has (H18)."""
        return tuple(fan * stake for fan in self.owed)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to value a win: its first line, and what of the hand counts."""

    code: str
    fan: int
    wait: Kind
    is_kadang: bool
    is_seven_pairs: bool

    @property
    def is_bao_win(self) -> bool:
        """Whether the first line is one of the bao wins."""
        return self.code not in _ORDINARY_WINS


def find_win_refusal(facts: WinFacts, rules: Rules, readiness: Readiness | None = None) -> tuple[str, ...]:
    """Say why this is no legal win, with the codes of the judge protocol; () if it is one.

    `readiness` is `check_listen` of the winner's hand where it is known already.
    """
    if not _is_played(facts.how, rules):
        return ("how_not_played",)
    if facts.how == "rob_gang" and rules.rob_gang == "off":
        return ("rob_gang_off",)
    if not facts.listening[facts.winner]:
        return ("not_listening",)
    if readiness is None:
        readiness = check_listen(facts.concealed, facts.melds, rules)
    if facts.how in INSTANT_WINS and not _allows_instant_win(facts, rules, readiness.waits):
        return ("not_the_bao",)
    if not readiness.may_listen:
        return readiness.reasons
    is_wait = any(wait.kind == facts.tile for wait in readiness.waits)
    return () if is_wait or _is_bao_win(facts, rules) else ("not_a_wait",)


def score_win(facts: WinFacts, rules: Rules, readiness: Readiness | None = None) -> Score:
    """Value a win by its best reading; RuleError `no_win` with `reasons` (see `find_win_refusal`) if it is none."""
    if readiness is None:
        readiness = check_listen(facts.concealed, facts.melds, rules)
    reasons = find_win_refusal(facts, rules, readiness)
    if reasons:
        raise RuleError("no_win", reasons=reasons)
    # max() keeps the first of equals: bao readings come first (H17).
    return max((_value(reading, facts, rules) for reading in _list_readings(facts, rules, readiness.waits)), key=_total)


def matches_big_wind(bao: Kind, waits: Sequence[Wait]) -> bool:
    """Say whether the bao has the same number as a wait; a wait on `7z` takes any terminal bao (Q9)."""
    return any(
        bao in TERMINALS if wait.kind == DRAGON else bao != DRAGON and number_of(bao) == number_of(wait.kind)
        for wait in waits
    )


def holds_triplet(kind: Kind, concealed: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Say whether the hand holds three of the kind, concealed or as a peng, for the fourth to be drawn (H20)."""
    has_peng = any(meld.type is MeldType.PENG and meld.kind == kind for meld in melds)
    return has_peng or concealed[kind] == COPIES - 1


def _total(score: Score) -> int:
    return sum(score.shares)


def _is_played(how: How, rules: Rules) -> bool:
    switches = {
        "tongbao": rules.instant_bao,
        "dragon_bao": rules.dragon_bao,
        "big_wind": rules.big_wind != "off",
        "dragon_draw": rules.dragon_draw,
    }
    return switches.get(how, True)


def _allows_instant_win(facts: WinFacts, rules: Rules, waits: Sequence[Wait]) -> bool:
    if facts.how == "dragon_draw":
        return facts.tile == DRAGON
    if facts.how == "big_wind" and rules.big_wind == "fourth_tile":
        return holds_triplet(facts.tile, facts.concealed, facts.melds)
    if facts.bao is None or facts.tile != facts.bao:
        return False
    if facts.how == "dragon_bao":
        return facts.bao == DRAGON
    if facts.how == "tongbao":
        return any(wait.kind == facts.bao for wait in waits)
    return matches_big_wind(facts.bao, waits)


def _is_bao_win(facts: WinFacts, rules: Rules) -> bool:
    """Say whether the win has bao value; a mobao counts only if `mobao_any` or the tile is a wait (H4, see caller)."""
    if facts.how in DRAWN_WINS:
        return facts.tile == facts.bao and rules.mobao_any
    return facts.how in INSTANT_WINS


def _list_readings(facts: WinFacts, rules: Rules, waits: Sequence[Wait]) -> Iterator[_Reading]:
    """Yield every reading of a legal win; among equals the one that should be named comes first."""
    has_bao_value = facts.how in INSTANT_WINS or (facts.how in DRAWN_WINS and facts.tile == facts.bao)
    if has_bao_value:
        for wait in sorted(waits, key=lambda wait: (wait.kind != facts.tile, not wait.is_kadang)):
            yield from _list_bao_readings(wait, facts, rules)
    is_looked_at = facts.how in {"tongbao", "dragon_bao"} or (
        facts.how == "big_wind" and rules.big_wind == "same_number"
    )
    if is_looked_at:
        return
    is_discard = _is_paid_as_discard(facts, rules)
    code, fan = ("discard", rules.fan_discard) if is_discard else ("self_draw", rules.fan_self_draw)
    for wait in waits:
        if wait.kind == facts.tile:
            for is_seven_pairs, is_kadang in _list_shapes(wait, rules):
                yield _Reading(code, fan, wait.kind, is_kadang, is_seven_pairs)


def _list_bao_readings(wait: Wait, facts: WinFacts, rules: Rules) -> Iterator[_Reading]:
    name = "mobao" if facts.how in DRAWN_WINS else facts.how
    for is_seven_pairs, is_kadang in _list_shapes(wait, rules):
        if is_kadang and wait.kind == facts.tile == facts.bao:
            yield _Reading("baozhongbao", rules.fan_baozhongbao, wait.kind, is_kadang, is_seven_pairs)
        else:
            yield _Reading(name, rules.fan_mobao, wait.kind, is_kadang, is_seven_pairs)


def _list_shapes(wait: Wait, rules: Rules) -> Iterator[tuple[bool, bool]]:
    """Yield (is_seven_pairs, is_kadang) of the shapes that a wait completes. Seven pairs wait for a single tile."""
    if wait.has_groups:
        yield False, wait.is_kadang
    if wait.has_seven_pairs:
        yield True, wait.is_kadang and rules.kadang_single


def _value(reading: _Reading, facts: WinFacts, rules: Rules) -> Score:
    """Apply the steps of H15 in their order."""
    sheet = ScoreSheet(facts.winner)
    sheet.apply_set(reading.code, None, reading.fan)
    if not reading.is_bao_win or rules.closed_loser_on_bao:
        for seat in sheet.losers:
            if not facts.open[seat]:
                _raise_base(sheet, "closed_loser", seat, rules.closed_loser, reading.fan)
    unready = _find_unready_discarder(facts, rules)
    if unready is not None:
        _raise_base(sheet, "unready_discarder", unready, rules.unready_discarder, reading.fan)
        for seat in sheet.losers:
            if seat != unready:
                sheet.apply_times("unready_others", seat, rules.unready_others_factor)
    if reading.is_kadang and reading.code != "baozhongbao":
        sheet.apply_times("kadang", None, rules.kadang_factor)
    if facts.how == "gang_draw":
        sheet.apply_times("gang_draw", None, rules.gang_draw_factor)
    if reading.is_seven_pairs:
        _apply_seven_pairs(sheet, reading, facts, rules)
    _apply_house_factors(sheet, reading, facts, rules)
    shares = tuple(sheet.shares)
    return Score(
        shares=shares,
        owed=_find_owed(sheet, facts, rules, unready),
        lines=tuple(sheet.lines),
        wait=reading.wait,
        uses_bao=reading.is_bao_win,
        is_kadang=reading.is_kadang,
    )


def _raise_base(sheet: ScoreSheet, code: str, seat: int, mode: str, open_share: int) -> None:
    """Raise a base share as `closed_loser` and `unready_discarder` say (H13, H15)."""
    if mode == "set3":
        sheet.apply_set(code, seat, max(_BASE_OF_CLOSED_OR_UNREADY, open_share))
    elif mode == "add3":
        sheet.apply_add(code, seat, _BASE_OF_CLOSED_OR_UNREADY)
    elif mode == "double":
        sheet.apply_times(code, seat, 2)


def _apply_seven_pairs(sheet: ScoreSheet, reading: _Reading, facts: WinFacts, rules: Rules) -> None:
    factor = rules.seven_pairs_factor
    sheet.apply_times("seven_pairs", None, factor)
    completed = _count_completed(reading, facts)
    if rules.luxury_pairs and COPIES in completed:
        sheet.apply_times("luxury_pairs", None, rules.luxury_factor)
    if rules.zhan_half and any(meld.type is MeldType.ZHAN for meld in facts.melds):
        # A halved odd factor is no whole factor of what stands, so the step names the shares that result.
        halved = {seat: sheet.shares[seat] // factor * max(1, factor // 2) for seat in sheet.losers}
        if len(set(halved.values())) == 1:
            sheet.apply_set("zhan_half", None, next(iter(halved.values())))
        else:
            for seat, share in halved.items():
                sheet.apply_set("zhan_half", seat, share)


def _apply_house_factors(sheet: ScoreSheet, reading: _Reading, facts: WinFacts, rules: Rules) -> None:
    if rules.dragon_double and _count_completed(reading, facts)[DRAGON]:
        sheet.apply_times("dragon_double", None, 2)
    if rules.dealer_double:
        sheet.apply_times("dealer_double", None if facts.dealer == facts.winner else facts.dealer, 2)
    if rules.run:
        runs = facts.runs or _NOBODY_RUNS
        for seat in sheet.losers:
            sheet.apply_times("run", seat, runs[facts.winner] * runs[seat])


def _count_completed(reading: _Reading, facts: WinFacts) -> list[int]:
    """Count the completed hand: concealed tiles, melds, and the wait that the win is on or stands for."""
    counts = list(facts.concealed)
    counts[reading.wait] += 1
    for meld in facts.melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return counts


def _is_paid_as_discard(facts: WinFacts, rules: Rules) -> bool:
    return facts.how == "discard" or (facts.how == "rob_gang" and rules.rob_gang == "discard")


def _find_unready_discarder(facts: WinFacts, rules: Rules) -> int | None:
    if facts.source is None or not _is_paid_as_discard(facts, rules) or facts.listening[facts.source]:
        return None
    return facts.source


def _find_owed(sheet: ScoreSheet, facts: WinFacts, rules: Rules, unready: int | None) -> tuple[int, ...]:
    """Settle who pays the shares, add the line that says so, and return the net fan by seat."""
    owed = [-share for share in sheet.shares]
    if facts.liable_dealer and facts.dealer != facts.winner:
        _pay_for_others(sheet, "liability", facts.dealer, owed)
    elif unready is not None:
        if rules.unready_others_paid_by == "discarder":
            _pay_for_others(sheet, "discarder_pays_all", unready, owed)
    elif facts.source is not None and _is_paid_as_discard(facts, rules) and rules.discard_payment == "discarder":
        sheet.lines.append(ScoreLine("discarder_alone", facts.source, "only", None))
        owed = [fan if seat == facts.source else 0 for seat, fan in enumerate(owed)]
    owed[facts.winner] = -sum(owed)
    return tuple(owed)


def _pay_for_others(sheet: ScoreSheet, code: str, payer: int, owed: list[int]) -> None:
    others = tuple(seat for seat in sheet.losers if seat != payer)
    sheet.lines.append(ScoreLine(code, payer, "pays", others))
    for seat in others:
        owed[payer] += owed[seat]
        owed[seat] = 0
