"""Whole hands per CPU second: computer players in every city, with events, views, scores and payments.

Run as `python -m tests.bench.bench_hands`. Every measurement plays hands that were not played before, in tables that
earlier ones have filled, as in a bot that has been up for a while.
"""

from itertools import count

from engine.cities import find_rules
from engine.simulate import simulate
from tests.bench.report import measure, report

HANDS = 16
CITIES = ("harbin", "mudanjiang", "qiqihar")
PLAYERS = ("random", "greedy")


def main() -> None:
    """Measure all pairs of city and player; write the table."""
    seeds = count()
    decisions = dict.fromkeys(((city, player) for city in CITIES for player in PLAYERS), 0)
    runs = dict.fromkeys(decisions, 0)

    def play(city: str, player: str) -> None:
        summary = simulate(find_rules(city), HANDS, next(seeds), (player,) * 4)
        decisions[city, player] += summary.decisions
        runs[city, player] += 1

    seconds = measure(
        {f"{city}, {player}": lambda city=city, player=player: play(city, player) for city, player in decisions},
        rounds=9,
    )
    rows = []
    for (city, player), taken in zip(decisions, seconds.values(), strict=True):
        asked = decisions[city, player] / runs[city, player]
        rows.append([f"{city}, {player}", f"{HANDS / taken:.0f}", f"{asked / HANDS:.1f}", f"{1e6 * taken / asked:.0f}"])
    report(
        "hands",
        "Whole hands, one core",
        ["four players", "hands a second", "decisions a hand", "µs a decision"],
        rows,
        note=f"{HANDS} hands a measurement, each with its shuffle, events, views of who decides, score and payments.",
    )


if __name__ == "__main__":
    main()
