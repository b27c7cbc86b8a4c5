"""Score lines: what a win is worth, step by step, so that the number always follows from what is shown (H15).

An outside program that starts from nothing and applies the lines in order gets shares and payments: `set`, `add` and
`times` change the share of one loser (`seat`) or of all (None); then `pays` lets `seat` pay for the seats in `value`,
and `only` leaves nobody but `seat` paying.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

SEATS: Final = range(4)

Op = Literal["set", "add", "times", "pays", "only"]


class Term(NamedTuple):
    """What a line's code is called, and the clause of RULES.md that it follows."""

    zh: str
    en: str
    clause: str


TERMS: Final[dict[str, Term]] = {
    "discard": Term("平胡", "Win on a discard", "H13"),
    "self_draw": Term("自摸", "Self-draw", "H13"),
    "mobao": Term("摸宝", "Mobao", "H17"),
    "tongbao": Term("通宝", "Tongbao", "Q8"),
    "dragon_bao": Term("红中宝", "Dragon bao", "Q8"),
    "big_wind": Term("刮大风", "Big wind", "H20"),
    "dragon_draw": Term("红中满天飞", "Dragon draw", "H20"),
    "baozhongbao": Term("宝中宝", "Baozhongbao", "H17"),
    "closed_loser": Term("门清", "Closed loser", "H13"),
    "unready_discarder": Term("点黑炮", "Unready discarder", "H15"),
    "unready_others": Term("点黑炮·另两家", "Unready discarder: the other losers", "H15"),
    "kadang": Term("卡当", "Kadang", "H16"),
    "gang_draw": Term("杠上花", "Gang draw", "H8"),
    "seven_pairs": Term("七对", "Seven pairs", "Q13"),
    "luxury_pairs": Term("豪七", "Luxury pairs", "Q13"),
    "zhan_half": Term("粘减半", "Zhan halves seven pairs", "Q13"),
    "dragon_double": Term("红中翻倍", "Red dragon doubles", "Q13"),
    "dealer_double": Term("庄家翻倍", "Dealer doubles", "Q13"),
    "run": Term("带跑", "Run", "Q13"),
    "discarder_pays_all": Term("点炮包三家", "Discarder pays all", "H15"),
    "liability": Term("包牌", "Full liability", "H12"),
    "discarder_alone": Term("点炮独付", "Discarder alone pays", "H14"),
}
"""Every code of a line, in the order in which lines can come."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One step: `code` (a key of TERMS), the loser it applies to or None for all, the operation and its value.

    `value` is a number for `set`, `add` and `times`, the seats paid for with `pays`, and None with `only`.
    """

    code: str
    seat: int | None
    op: Op
    value: int | tuple[int, ...] | None

    @property
    def zh(self) -> str:
        """The step's Chinese name."""
        return TERMS[self.code].zh

    @property
    def en(self) -> str:
        """The step's English name."""
        return TERMS[self.code].en

    @property
    def clause(self) -> str:
        """The clause of RULES.md that the step follows."""
        return TERMS[self.code].clause

    def to_json(self) -> dict[str, object]:
        """Return the line as judge answers and records write it."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {
            "code": self.code,
            "seat": self.seat,
            "op": self.op,
            "value": value,
            "zh": self.zh,
            "en": self.en,
            "clause": self.clause,
        }


class ScoreSheet:
    """The losers' shares while lines are applied to them. A step that would change nothing leaves no line."""

    def __init__(self, winner: int) -> None:
        """Start with no fan and no line."""
        self.losers = tuple(seat for seat in SEATS if seat != winner)
        self.shares = [0, 0, 0, 0]
        self.lines: list[ScoreLine] = []

    def apply_set(self, code: str, seat: int | None, value: int) -> None:
        """Set the share of a loser, or of all, to `value` fan."""
        self._apply(code, seat, "set", value)

    def apply_add(self, code: str, seat: int | None, value: int) -> None:
        """Add `value` fan to the share of a loser, or of all."""
        self._apply(code, seat, "add", value)

    def apply_times(self, code: str, seat: int | None, value: int) -> None:
        """Multiply the share of a loser, or of all."""
        self._apply(code, seat, "times", value)

    def _apply(self, code: str, seat: int | None, op: Op, value: int) -> None:
        shares = self.shares.copy()
        for loser in self.losers if seat is None else (seat,):
            share = shares[loser]
            shares[loser] = value if op == "set" else share + value if op == "add" else share * value
        if shares != self.shares:
            self.shares = shares
            self.lines.append(ScoreLine(code, seat, op, value))
