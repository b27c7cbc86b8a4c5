"""Runs the benchmarks whose names hold one of the given words, all without: `python -m tests.bench [WORD …]`.

Each runs in a process of its own, one after the other, so that none warms another's caches or takes its core.
"""

import subprocess
import sys
from pathlib import Path

from rich.console import Console


def find_benchmarks(words: list[str], folder: Path = Path(__file__).parent) -> list[str]:
    """Module names (`bench_hand`) to run, in order; all for no words."""
    names = sorted(path.stem for path in folder.glob("bench_*.py"))
    return [name for name in names if not words or any(word in name for word in words)]


def main(words: list[str]) -> int:
    """Run them; 0 if all ended well, 1 if one failed, 2 if no benchmark has such a name."""
    console = Console(stderr=True)
    names = find_benchmarks(words)
    if words and not names:
        console.print(f"No benchmark is named like {' or '.join(words)}.", style="red")
        return 2
    failed = []
    for number, name in enumerate(names, 1):
        console.rule(f"{name} ({number} of {len(names)})")
        if subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        console.print(f"Failed: {', '.join(failed)}", style="red")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
