"""A record in words, for the command line: one English sentence a line, tiles in MPSZ.

Text from outside (names, words, reasons) is shown with everything unprintable replaced, so that it cannot steer a
terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.record_reading import Line, Record
from engine.rules import find_rules
from engine.tiles import format_tiles, parse_tile

_LONGEST = 100
_AUTO = {"clock": " (by the clock)", "autoplay": " (by autoplay)", "dealt_out": " (dealt out)"}
_HOWS = {
    "discard": "on a discard",
    "self_draw": "on the own draw",
    "gang_draw": "on the tile after a gang",
    "rob_gang": "by robbing a gang",
    "tongbao": "by tongbao",
    "dragon_bao": "by the dragon bao",
    "big_wind": "by big wind",
    "dragon_draw": "by drawing a red dragon",
}


class Narrator:
    """Tells a record line by line; it keeps in mind who sits where."""

    def __init__(self, record: Record) -> None:
        """Take the record."""
        self._record = record
        self._names = ["", "", "", ""]

    def tell(self) -> Iterable[tuple[Line, str]]:
        """Yield each line with its words."""
        for line in self._record.lines:
            # Every type of the schema has its method here.
            teller: Callable[[Line], str] = getattr(self, f"_{line.type}")
            yield line, teller(line)

    def _who(self, seat: int) -> str:
        return self._names[seat]

    def _sit_down(self, seat: int, player: dict[str, Any]) -> str:
        self._names[seat] = f"{_clean(player['name']) or 'nameless'} [{seat}]"
        return f"{self._names[seat]} ({player['kind']})"

    def _by_seat(self, amounts: Sequence[int], *, sign: bool = False) -> str:
        return ", ".join(f"{self._names[seat]} {amount:{'+' if sign else ''}}" for seat, amount in enumerate(amounts))

    # ---- the match

    def _start_match(self, line: Line) -> str:
        players = [self._sit_down(seat, player) for seat, player in enumerate(line["players"])]
        usual = find_rules(line["rules"]).options
        changed = [f"{name} {value}" for name, value in self._record.rules.options.items() if usual[name] != value]
        return (
            f"A match of {line['rules']} mahjong at table {_clean(line['table'])}, {line['time']}, "
            f"by {_clean(line['program'])}. Options: {', '.join(changed) or 'as usual'}. "
            f"Players: {', '.join(players)}. Coins: {self._by_seat(line['coins'])}. "
            f"The shuffle is committed to {line['commitment']}."
        )

    def _start_hand(self, line: Line) -> str:
        parts = [f"Hand {line['hand']}: {self._who(line['dealer'])} deals, a fan is worth {line['stake']}"]
        if line["draws_in_a_row"]:
            parts.append(f"draw games in a row: {line['draws_in_a_row']}")
        if line["liable_dealer"]:
            parts.append("the dealer is liable")
        if line["runs"] is not None:
            parts.append(f"runs: {self._by_seat(line['runs'])}")
        said = [f"{self._who(seat)} “{_clean(words)}”" for seat, words in enumerate(line["words"]) if words]
        if said:
            parts.append(f"words: {', '.join(said)}")
        if line["commitment"] is not None:
            parts.append(f"a new chain is committed to {line['commitment']}")
        return "; ".join(parts) + "."

    def _deal(self, line: Line) -> str:
        throws = " and ".join("+".join(map(str, throw)) for throw in line["dice"])
        hands = "; ".join(f"{self._who(seat)} {_sorted(tiles)}" for seat, tiles in enumerate(line["hands"]))
        return f"The dice show {throws}, tiles are taken from place {line['break']}: {hands}."

    def _end_hand(self, line: Line) -> str:
        dealer = line["next_dealer"]
        following = "" if dealer is None else f" Next dealer: {self._who(dealer)}."
        paid = f"Paid: {self._by_seat(line['deltas'], sign=True)}." if any(line["deltas"]) else "Nothing is paid."
        return f"{paid} Coins: {self._by_seat(line['coins'])}.{following} The secret was {line['reveal']}."

    def _end_match(self, line: Line) -> str:
        return f"The match is over ({_clean(line['why'])}). Coins: {self._by_seat(line['coins'])}."

    # ---- play

    def _bao(self, line: Line) -> str:
        dice = "" if line["dice"] is None else f" throws {'+'.join(map(str, line['dice']))} and"
        match line["why"]:
            case "deal":
                return f"The bao lies face down: {line['tile']} (place {line['index']})."
            case "first_listen" if line["seat"] is not None:
                return f"{self._who(line['seat'])}{dice} lays the bao: {line['tile']} (place {line['index']})."
            case "called" if line["seat"] is not None:
                return f"{self._who(line['seat'])} calls a change,{dice} the bao {line['old']} becomes {line['tile']}."
            case _:
                return f"Three of {line['old']} are visible: the bao becomes {line['tile']} (place {line['index']})."

    def _draw(self, line: Line) -> str:
        source = "" if line["from"] == "front" else " from the tail"
        return f"{self._who(line['seat'])} draws {line['tile']}{source}."

    def _discard(self, line: Line) -> str:
        listening = " and listens" if line["listen"] else ""
        drawn = " as drawn" if line["drawn"] else ""
        return f"{self._who(line['seat'])} discards {line['tile']}{drawn}{listening}{_AUTO.get(line['auto'], '')}."

    def _claims(self, line: Line) -> str:
        offers = "; ".join(f"{self._who(offer['seat'])} {' or '.join(offer['acts'])}" for offer in line["offered"])
        answers = "; ".join(
            f"{self._who(answer['seat'])} {answer['act']}{_AUTO.get(answer['auto'], '')}" for answer in line["answers"]
        )
        return f"Asked: {offers or 'nobody'}. Answers: {answers or 'none'}."

    def _chi(self, line: Line) -> str:
        return f"{self._claimer(line)} chi with {_sorted(line['own'])}{' to listen' if line['listen'] else ''}."

    def _peng(self, line: Line) -> str:
        return f"{self._claimer(line)} peng{' to listen' if line['listen'] else ''}."

    def _zhan(self, line: Line) -> str:
        return f"{self._claimer(line)} zhan."

    def _ming_gang(self, line: Line) -> str:
        return f"{self._claimer(line)} ming gang."

    def _claimer(self, line: Line) -> str:
        return f"{self._who(line['seat'])} takes {line['tile']} from {self._who(line['from'])}:"

    def _an_gang(self, line: Line) -> str:
        return f"{self._who(line['seat'])} lays an an gang of {line['tile']}."

    def _jia_gang(self, line: Line) -> str:
        return f"{self._who(line['seat'])} adds {line['tile']} to a peng: jia gang."

    def _pass_win(self, line: Line) -> str:
        return f"{self._who(line['seat'])} declines the win on {line['tile']}."

    def _listen_failed(self, line: Line) -> str:
        return f"{self._who(line['seat'])} said listen but did not take the tile."

    def _hu(self, line: Line) -> str:
        source = "" if line["from"] is None else f" from {self._who(line['from'])}"
        marks = [word for word, holds in (("bao", line["bao"]), ("kadang", line["kadang"])) if holds]
        steps = ", ".join(self._step(step) for step in line["lines"])
        return (
            f"{self._who(line['seat'])} wins {_HOWS[line['how']]}: {line['tile']}{source}, waiting for "
            f"{_sorted(line['waits'])}{''.join(f', {mark}' for mark in marks)}"
            f"{', the dealer is liable' if line['liable'] else ''}. {steps}. "
            f"Shares in fan: {self._by_seat(line['shares'])}. Owed: {self._by_seat(line['deltas'], sign=True)}."
        )

    def _step(self, step: dict[str, Any]) -> str:
        loser = "" if step["seat"] is None else f" ({self._who(step['seat'])})"
        value = step["value"]
        if isinstance(value, list):
            value = " and ".join(map(self._who, value))
        signs = {"set": "=", "add": "+", "times": "×", "pays": "pays for", "only": "alone pays"}
        return f"{_clean(step['en'])} {_clean(step['zh'])}{loser} {signs[step['op']]} {value or ''}".rstrip()

    def _draw_game(self, line: Line) -> str:
        del line
        return "The wall is exhausted: a draw game."

    # ---- around the hand

    def _autoplay(self, line: Line) -> str:
        state = "goes on autoplay" if line["on"] else "takes back control"
        return f"{self._who(line['seat'])} {state} ({line['why']})."

    def _leave(self, line: Line) -> str:
        return f"{self._who(line['seat'])} leaves."

    def _return(self, line: Line) -> str:
        return f"{self._who(line['seat'])} is back."

    def _sit(self, line: Line) -> str:
        return f"{self._sit_down(line['seat'], line['player'])} sits down."

    def _penalty(self, line: Line) -> str:
        return f"{self._who(line['seat'])} pays for having left: {self._by_seat(line['deltas'], sign=True)}."

    def _void(self, line: Line) -> str:
        return f"The hand is void ({_clean(line['why'])}): nothing is paid."


def _sorted(tiles: Iterable[str]) -> str:
    return format_tiles(sorted(map(parse_tile, tiles)))


def _clean(text: str) -> str:
    """Replace what cannot be printed, directions and control signs included, and cut short."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
