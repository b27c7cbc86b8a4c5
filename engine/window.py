"""The window after a discard or a gang (C7): all who may claim are asked at once, the best claim is carried out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.actions import Auto, Chi, MingGang, Pass, Peng, SeatAction, Win, Zhan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import Rules
    from engine.tiles import Kind

_PASS, _CHI, _PENG, _LISTEN, _WIN = range(5)
_LISTEN_OVER_WIN = _WIN + 1


def name_act(action: SeatAction) -> str:
    """Return the record's word for an answer (JUDGE section 3)."""
    match action:
        case Chi(listen=listen):
            return "chi_listen" if listen else "chi"
        case Peng(listen=listen):
            return "peng_listen" if listen else "peng"
        case MingGang():
            return "gang"
        case Win():
            return "win"
        case Zhan():
            return "zhan"
        case _:
            return "pass"


def rank_of(action: SeatAction, rules: Rules) -> int:
    """Return a claim's rank: win > listening claims > gang, peng > chi > pass, or as `win_over_listen_claim` has it."""
    match action:
        case Win():
            return _WIN
        case Chi(listen=True) | Peng(listen=True) | Zhan():
            return _LISTEN if rules.win_over_listen_claim else _LISTEN_OVER_WIN
        case Peng() | MingGang():
            return _PENG
        case Chi():
            return _CHI
        case _:
            return _PASS


@dataclass(slots=True)
class Window:
    """An open discard or gang: its maker, the tile, what each seat may answer besides pass, the answers so far."""

    source: int
    tile: Kind
    is_gang: bool
    offers: Mapping[int, tuple[SeatAction, ...]]
    answers: dict[int, tuple[SeatAction, Auto]] = field(default_factory=dict)

    @property
    def open_seats(self) -> list[int]:
        """The seats that were asked and have not answered."""
        return [seat for seat in self.offers if seat not in self.answers]

    def best_claim(self, rules: Rules) -> SeatAction | None:
        """Return the best claim given so far; None if all passed or nobody answered."""
        claims = [action for action, _ in self.answers.values() if not isinstance(action, Pass)]
        return max(claims, key=lambda action: self._precedence(action, rules), default=None)

    def can_resolve(self, rules: Rules) -> bool:
        """Say whether no open answer could beat the best one given (C7)."""
        best = self.best_claim(rules)
        if best is None:
            return not self.open_seats
        reached = self._precedence(best, rules)
        return all(
            self._precedence(action, rules) < reached for seat in self.open_seats for action in self.offers[seat]
        )

    def _precedence(self, action: SeatAction, rules: Rules) -> tuple[int, int]:
        """Rank first, then nearness: fewest steps counter-clockwise from the maker."""
        return rank_of(action, rules), -((action.seat - self.source) % 4)
