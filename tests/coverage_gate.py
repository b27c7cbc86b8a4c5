"""Holds the coverage gates over what the test run has noted (tests/traced.py): `python -m tests.coverage_gate`."""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from slipcover import merge_coverage

FOLDER = Path(".lines")
"""Where each worker of a run leaves what it has seen."""
LINE_GATES: Mapping[str, float] = {"engine": 100.0, "all": 90.0}
"""Least share of lines that the tests run, in percent, by room."""

Report = Mapping[str, Any]
"""What SlipCover writes: `files`, by path, each with `summary` and `missing_lines`."""


def percent(part: int, whole: int) -> float:
    """Share in percent; of nothing all is covered."""
    return 100.0 * part / whole if whole else 100.0


def sum_rooms(report: Report) -> dict[str, Counter[str]]:
    """Covered and missing lines by room (the first folder of the path, or the module), with `all`."""
    rooms: dict[str, Counter[str]] = {}
    for path, file in report["files"].items():
        for room in (Path(path).parts[0].removesuffix(".py"), "all"):
            summary = file["summary"]
            rooms.setdefault(room, Counter()).update(
                {name: summary[name] for name in ("covered_lines", "missing_lines")}
            )
    return rooms


def format_ranges(lines: Sequence[int]) -> str:
    """Line numbers in rising order, runs drawn together: `3, 5-8`."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


def failures(report: Report, gates: Mapping[str, float] = LINE_GATES) -> list[str]:
    """Each gate that does not hold, in words, with the lines that no test ran."""
    rooms = sum_rooms(report)
    said = []
    for room, least in gates.items():
        numbers = rooms.get(room, Counter())
        share = percent(numbers["covered_lines"], numbers.total())
        if share >= least:
            continue
        said.append(f"{room}: {share:.2f} % of lines run, at least {least:g} % wanted")
        said.extend(
            f"  {path}: {format_ranges(file['missing_lines'])}"
            for path, file in report["files"].items()
            if Path(path).parts[0] == room and file["missing_lines"]
        )
    return said


def show(report: Report, console: Console) -> None:
    """A table of lines by room."""
    table = Table("room", "lines", "run %", title="Coverage")
    for room, numbers in sorted(sum_rooms(report).items(), key=lambda entry: (entry[0] == "all", entry[0])):
        table.add_row(room, str(numbers.total()), f"{percent(numbers['covered_lines'], numbers.total()):.2f}")
    console.print(table)


def read_report(folder: Path) -> Report:
    """What all workers have noted, as one."""
    return reduce(merge_coverage, [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))])


def main() -> int:
    """Read what was noted, say how it stands; 1 if a gate does not hold."""
    report = read_report(FOLDER)
    console = Console()
    show(report, console)
    said = failures(report)
    for line in said:
        console.print(line, style="red", highlight=False, soft_wrap=True)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
