"""Answers the questions of bench_analysis.py with the compiled engine, on the same hands, a JSON object a line.

`{"candidate"}`, the place of one that `list_ours` gives, is answered with `{"seconds"}`, CPU time.
"""

import json
import random
import sys
import time

import compiled  # noqa: F401 (before the engine)
import engine.hand

# The package forbids builds: the engine is there by now.
from tests.bench.bench_analysis import draw_hands, list_ours
from tests.bench.report import time_calls


def main() -> None:
    """Answer until there is nothing more to read."""
    if engine.hand.__file__.endswith(".py"):
        message = "the engine is not compiled"
        raise RuntimeError(message)
    candidates = list_ours(draw_hands(random.Random(1)))
    for line in sys.stdin:
        asked = json.loads(line)
        seconds = time_calls(candidates[asked["candidate"]].run, 1, time.process_time)
        print(json.dumps({"seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
