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

# The package forbids builds: the engine is there by now.
from tests.bench.report import time_calls


def main() -> None:
    """Answer until there is nothing more to read."""
    if engine.hand.__file__.endswith(".py"):
        message = "the engine is not compiled"
        raise RuntimeError(message)
    for line in sys.stdin:
        asked = json.loads(line)
        rules, players, decisions = find_rules(asked["city"]), (asked["player"],) * 4, []

        def play() -> None:
            decisions.append(simulate(rules, asked["hands"], asked["seed"], players).decisions)  # noqa: B023 (called here)

        seconds = time_calls(play, 1, time.process_time)
        print(json.dumps({"decisions": decisions[0], "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
