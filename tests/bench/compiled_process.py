"""The compiled engine in a process of its own, beside the pure one of these: asked for work, it tells the CPU time."""

import json
import os
import subprocess
import sys
import time
from typing import Any

from compiled import ROOT

elsewhere: list[float] = []
"""CPU seconds that other processes took for what was measured here."""


def read_clock() -> float:
    """CPU seconds of this process, and of those that work for it."""
    return time.process_time() + sum(elsewhere)


class CompiledProcess:
    """A script of this folder that answers lines of JSON, where the engine is compiled (compiled.py)."""

    def __init__(self, script: str) -> None:
        """Start it."""
        # Not as a module of this package, which forbids builds.
        command = [sys.executable, str(ROOT / "tests" / "bench" / script)]
        known = {name: value for name, value in os.environ.items() if name != "PURE_ENGINE"} | {"PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=known)

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What it answers; its `seconds` count as taken here."""
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        elsewhere.append(told["seconds"])
        return told
