"""Plays hands with the compiled engine for whoever asks on standard input, a JSON object a line.

`{"city", "player", "hands", "seed"}` is answered with `{"decisions", "seconds"}`, the latter CPU time.
"""

import json
import sys
import time

import compiled  # noqa: F401 (before the engine)
import engine.hand
from engine.cities import find_rules
from engine.simulate import simulate


def main() -> None:
    """Answer until there is nothing more to read."""
    if engine.hand.__file__.endswith(".py"):
        message = "the engine is not compiled"
        raise RuntimeError(message)
    for line in sys.stdin:
        asked = json.loads(line)
        start = time.process_time()
        summary = simulate(find_rules(asked["city"]), asked["hands"], asked["seed"], (asked["player"],) * 4)
        told = {"decisions": summary.decisions, "seconds": time.process_time() - start}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
