"""Holds the coverage gates over the data that the test run left: `python -m tests.coverage_gate`."""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from coverage import Coverage
from rich.console import Console
from rich.table import Table

LINE_GATES: Mapping[str, float] = {"engine": 100.0, "all": 90.0}
"""Least share of lines that the tests run, in percent, by room; branches are measured, not gated."""

Report = Mapping[str, Any]
"""What `coverage json` writes: `files`, by path, each with `summary` and `missing_lines`."""


def percent(part: int, whole: int) -> float:
    """Share in percent; of nothing all is covered."""
    return 100.0 * part / whole if whole else 100.0


def sum_rooms(report: Report) -> dict[str, Counter[str]]:
    """The reports' numbers added up by room (the first folder of the path, or the module), with `all`."""
    rooms: dict[str, Counter[str]] = {}
    for path, file in report["files"].items():
        for room in (Path(path).parts[0].removesuffix(".py"), "all"):
            rooms.setdefault(room, Counter()).update(file["summary"])
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
        share = percent(numbers["covered_lines"], numbers["num_statements"])
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
    """A table of lines and branches by room."""
    table = Table("room", "lines", "run %", "branches", "taken %", title="Coverage")
    for room, numbers in sorted(sum_rooms(report).items(), key=lambda entry: (entry[0] == "all", entry[0])):
        lines, branches = numbers["num_statements"], numbers["num_branches"]
        table.add_row(
            room,
            str(lines),
            f"{percent(numbers['covered_lines'], lines):.2f}",
            str(branches),
            f"{percent(numbers['covered_branches'], branches):.2f}",
        )
    console.print(table)


def main() -> int:
    """Read `.coverage`, say how it stands; 1 if a gate does not hold."""
    coverage = Coverage()
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(path))
        report = json.loads(path.read_text(encoding="utf-8"))
    console = Console()
    show(report, console)
    said = failures(report)
    for line in said:
        console.print(line, style="red", highlight=False, soft_wrap=True)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
