"""Who sits at a recorded table: people and computer players, who is away, who is on autoplay (P3 to P5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from engine.record_reading import Fault, Line, RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Auto


class People:
    """The seats of a match as its record tells of them, line by line."""

    def __init__(self, start: Line) -> None:
        """Read who sits down first."""
        self.kinds: list[str] = [player["kind"] for player in start["players"]]
        self.absent: set[int] = set()
        self._autoplay: dict[int, str] = {}
        self._just_back: set[int] = set()
        # Where coins are played for, nobody can sit down without any (P5).
        self._is_for_points = not any(
            coins for coins, kind in zip(start["coins"], self.kinds, strict=True) if kind == "human"
        )

    @property
    def has_people(self) -> bool:
        """Whether a person sits."""
        return "human" in self.kinds

    @property
    def has_computers(self) -> bool:
        """Whether a computer player sits."""
        return "computer" in self.kinds

    def has_own_coins(self, seat: int) -> bool:
        """Say whether a seat plays with coins of its own: it cannot lose more, and may get some from elsewhere."""
        return self.kinds[seat] == "human" and not self._is_for_points

    def limit(self, coins: Sequence[int]) -> list[int | None]:
        """Return the most that each seat can pay, given its coins; None without limit."""
        return [own if self.has_own_coins(seat) else None for seat, own in enumerate(coins)]

    def seat(self, line: Line) -> None:
        """Take in a `sit`."""
        number = line["seat"]
        self.kinds[number] = line["player"]["kind"]
        self.absent.discard(number)
        self._autoplay.pop(number, None)

    def check(self, line: Line) -> None:
        """Refuse a line of what people do that cannot be: `wrong_seat`, `wrong_on`, `wrong_why`."""
        seat, is_away = line["seat"], line["seat"] in self.absent
        if self.kinds[seat] != "human":
            _fail(line, "wrong_seat", f"a computer player sits on seat {seat}")
        match line.type:
            case "leave" if is_away:
                _fail(line, "wrong_seat", f"seat {seat} has left already")
            case "return" if not is_away:
                _fail(line, "wrong_seat", f"seat {seat} has not left")
            case "autoplay" if line["on"]:
                if (line["why"] == "left") != is_away:
                    _fail(line, "wrong_why", f"seat {seat} has {'' if is_away else 'not '}left")
            case "autoplay" if seat not in self._autoplay:
                _fail(line, "wrong_on", f"seat {seat} is not on autoplay")
            case "autoplay" if line["why"] != self._autoplay[seat]:
                _fail(line, "wrong_why", f"seat {seat} is on autoplay because of {self._autoplay[seat]}")

    def follow(self, line: Line) -> None:
        """Take in a line of what people do."""
        seat = line["seat"]
        match line.type:
            case "leave":
                self.absent.add(seat)
            case "return":
                self.absent.discard(seat)
            case _ if line["on"]:
                self._autoplay[seat] = line["why"]
            case _:
                self._autoplay.pop(seat, None)
                self._just_back.add(seat)

    def go_on(self) -> None:
        """Take in that play has gone on by a line."""
        self._just_back.clear()

    def check_auto(self, line: Line, seat: int, auto: Auto) -> None:
        """Refuse an act of clock or autoplay for a seat for which they cannot act: `wrong_auto`."""
        is_possible = {
            None: True,
            # In the pause after a discard (P3) a computer player's time can run out, too.
            "clock": self.kinds[seat] == "human" or (line.type == "claims" and self.has_people),
            # A window's answers are told when it closes: autoplay may have given one and then gone.
            "autoplay": seat in self._autoplay or (line.type == "claims" and seat in self._just_back),
            "dealt_out": False,
        }
        if not is_possible[auto]:
            _fail(line, "wrong_auto", f"{auto} does not act for seat {seat} here")


def _fail(line: Line, code: str, details: str) -> NoReturn:
    raise RecordError(Fault(line.number, code, details))
