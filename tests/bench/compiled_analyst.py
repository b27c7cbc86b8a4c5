"""Analyses hands with the compiled engine for whoever asks on standard input, a JSON object a line.

`{"place", "calls"}`, the place of a candidate in `list_ours` and how often it shall answer for all its hands, is
answered with `{"seconds"}` of CPU time; with `"answers": true` in the question also with its answers.
"""

import compiled  # noqa: F401, I001 (before the engine)
import engine.live

import json
import random
import sys
import time

# The package forbids builds: the engine is there by now.
from tests.bench.bench_analysis import draw_hands, list_ours
from tests.bench.report import time_calls


def main() -> None:
    """Answer until there is nothing more to read."""
    if engine.live.__file__.endswith(".py"):
        message = "the engine is not compiled"
        raise RuntimeError(message)
    candidates = list_ours(draw_hands(random.Random(1)))
    for line in sys.stdin:
        asked = json.loads(line)
        candidate, calls = candidates[asked["place"]], asked["calls"]
        told = {"seconds": calls * time_calls(candidate.run, calls, time.process_time)}
        if asked.get("answers"):
            told["answers"] = candidate.run()
        print(json.dumps(told, default=str), flush=True)


if __name__ == "__main__":
    main()
