"""What the commands `replay` and `verify` print: bytes of a record in, lines of text and faults out. Never raises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record_check import check_record
from engine.record_reading import Fault, Record, RecordError, read_record
from engine.record_words import Narrator
from engine.verify import verify_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Report:
    """What to print, line by line, and what does not hold, by line of the record; each fault is among `lines`."""

    lines: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.faults


def replay_report(data: bytes) -> Report:
    """Tell a record in words, step by step, each fault right after its line, and check it against the rules."""
    return _report(data, _tell_replay)


def verify_report(data: bytes) -> Report:
    """Check the shuffle of a record and say hand by hand what it rests on."""
    return _report(data, _tell_verify)


def _report(data: bytes, tell: Callable[[Record], tuple[Sequence[str], Sequence[Fault]]]) -> Report:
    try:
        record = read_record(data)
    except RecordError as error:
        return Report((str(error.fault), "This is not a whole record."), (error.fault,))
    lines, faults = tell(record)
    return Report((*lines, _conclude(record, faults)), tuple(faults))


def _conclude(record: Record, faults: Sequence[Fault]) -> str:
    if faults:
        return f"The record does not hold: {_count(len(faults), 'line')} at fault, the first is line {faults[0].line}."
    return f"The record holds: {_count(len(record.hands), 'hand')}, {_count(len(record.lines), 'line')}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _tell_replay(record: Record) -> tuple[list[str], list[Fault]]:
    faults = check_record(record)
    by_line = {fault.line: fault for fault in faults}
    lines = []
    for line, words in Narrator(record).tell():
        lines.append(f"{line.number:>5}  {words}")
        if line.number in by_line:
            lines.append(f"  >>>  {by_line[line.number]}")
    return lines, faults


def _tell_verify(record: Record) -> tuple[list[str], list[Fault]]:
    faults = verify_record(record)
    return [*_tell_hands(record, faults), *map(str, faults)], faults


def _tell_hands(record: Record, faults: Sequence[Fault]) -> Iterator[str]:
    yield f"commitment {record.start['commitment']}"
    bad = {fault.line for fault in faults}
    for hand in record.hands:
        if hand.start["commitment"] is not None:
            yield f"commitment {hand.start['commitment']} from hand {hand.start['hand']} on"
        lines = range(hand.start.number, hand.end.number + 1)
        state = "does not hold" if bad.intersection(lines) else "holds"
        yield f"hand {hand.start['hand']}: lines {lines[0]} to {lines[-1]}, secret {hand.end['reveal']}: {state}"
