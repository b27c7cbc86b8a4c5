"""How a benchmark measures and where its numbers go.

Times are CPU seconds of this process, since the machine is shared. The candidates are measured in interleaved rounds
(each once, then each again, in turned order), so that a machine that speeds up or slows down does so for all of them;
the median of the rounds is what is told. Absolute times are tabulated, never asserted.

    seconds = measure({"ours": ours, "theirs": theirs}, calls=10_000)
    report(
        "hand",
        "Waits of 13 tiles",
        ["what", "µs", "ratio"],
        [[name, f"{1e6 * s:.2f}", f"{s / seconds['ours']:.1f}"] for name, s in seconds.items()],
        note="20,000 hands, half of them random deals.",
    )
"""

import gc
import os
import platform
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

PERFORMANCE = Path(__file__).parents[2] / "docs" / "performance.md"
"""The page that holds the benchmarks' tables, each between its two markers."""


def measure(
    candidates: Mapping[str, Callable[[], object]],
    *,
    rounds: int = 7,
    calls: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Median CPU seconds of a call of each candidate.

    Args:
        candidates: What to measure, by name. Each is called once before, to warm it.
        rounds: How often each is measured; odd, so that the median is a measured value.
        calls: How many calls make a measurement; choose so that one takes at least 50 ms.
        clock: What to read the time from; `time.perf_counter` where waiting is part of what is measured.

    Returns:
        Seconds a call, in the order of the candidates.
    """
    samples: dict[str, list[float]] = {name: [] for name in candidates}
    order = list(candidates)
    for run in candidates.values():
        run()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=rounds * len(order))
        for _ in range(rounds):
            for name in order:
                samples[name].append(time_calls(candidates[name], calls, clock))
                progress.advance(task)
            order.append(order.pop(0))
    return {name: median(taken) for name, taken in samples.items()}


def time_calls(run: Callable[[], object], calls: int, clock: Callable[[], float]) -> float:
    """Seconds a call over `calls` calls, with the garbage collector held back as `timeit` does."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        for _ in range(calls):
            run()
        return (clock() - start) / calls
    finally:
        if was_on:
            gc.enable()


def describe_machine() -> str:
    """The Python, the processor and the system in one line, without the machine's name."""
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {find_processor()}, "
        f"{platform.system()} {platform.machine()}"
    )


def find_processor(path: Path = Path("/proc/cpuinfo")) -> str:
    """The processor's name: as Linux tells it, else what Python knows."""
    try:
        told = re.search(r"^model name\s*: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        told = None
    return " ".join(told[1].split()) if told else platform.processor() or "unknown processor"


def format_block(
    name: str, title: str, head: Sequence[str], rows: Sequence[Sequence[object]], note: str, texts: int = 1
) -> str:
    """The Markdown block of one benchmark: markers, heading, table, note and machine."""
    lines = [head, ["---"] * texts + ["---:"] * (len(head) - texts), *rows]
    table = "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
    said = f"{note} " if note else ""
    return f"<!-- bench:{name} -->\n## {title}\n\n{table}\n\n{said}({describe_machine()})\n<!-- /bench:{name} -->"


def put_block(page: str, name: str, block: str) -> str:
    """The page with the block in the place of its namesake, at the end if there is none."""
    pattern = re.compile(rf"<!-- bench:{re.escape(name)} -->.*?<!-- /bench:{re.escape(name)} -->", re.DOTALL)
    if pattern.search(page):
        return pattern.sub(lambda _: block, page, count=1)
    return f"{page.rstrip()}\n\n{block}\n"


def report(
    name: str,
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    note: str = "",
    texts: int = 1,
    path: Path = PERFORMANCE,
) -> None:
    """Print a benchmark's table and write it into docs/performance.md, between `<!-- bench:NAME -->` and its end.

    Args:
        name: The block's name; the same name replaces the same block.
        title: The block's heading.
        head: Column titles.
        rows: Cells, formatted with their rounding; one sequence a row, as long as the head.
        note: What was measured, in a sentence or two.
        texts: How many columns from the left are text; the others are numbers.
        path: The page.
    """
    table = Table(*head, title=title)
    for column in table.columns[texts:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*map(str, row))
    Console().print(table)
    block = format_block(name, title, head, rows, note, texts)
    path.write_text(put_block(path.read_text(encoding="utf-8"), name, block), encoding="utf-8")
