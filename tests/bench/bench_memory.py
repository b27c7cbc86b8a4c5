"""What the engine holds and what it takes to start, beside other libraries where they are installed.

Run as `python -m tests.bench.bench_memory`. Objects are measured by how many bytes come free when they are dropped, so
that tables shared by all are not counted; processes by fresh ones of their own.
"""

import gc
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from engine.actions import Resolve
from engine.analysis import LiveHand
from engine.cities import find_rules
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.players import find_player
from engine.shuffle import deal_hand
from engine.simulate import play_matches
from tests.bench.peers import describe_peers, find_version
from tests.bench.report import report

ROOT = Path(__file__).parents[2]
OBJECTS = 40
MID_GAME = 20
"""Decisions after which a hand is about half over."""
ROUNDS = 11
HANDS_PLAYED = 1_000

KB = 1024
MB = 1024 * 1024

# Objects --------------------------------------------------------------------------------------------------------------


def weigh(make: Callable[[], list[Any]]) -> float:
    """Bytes an object: what comes free, by Python's own count, when a list of them is dropped."""
    make()
    tracemalloc.start()
    try:
        objects = make()
        number = len(objects)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        del objects
        gc.collect()
        return (held - tracemalloc.get_traced_memory()[0]) / number
    finally:
        tracemalloc.stop()


def begin_hands() -> list[Hand]:
    """Dealt hands of Harbin in which nobody has done anything."""
    rules = find_rules("harbin")
    return [
        Hand(rules, deal_hand(number.to_bytes(32, "big"), ("",) * 4, rules, 0), HandSetup())
        for number in range(OBJECTS)
    ]


def play_halfway() -> list[Hand]:
    """Hands of greedy players, stopped in their middle."""
    player, chance = find_player("greedy"), Random(1)
    hands = begin_hands()
    for hand in hands:
        decisions = 0
        while hand.result is None and decisions < MID_GAME:
            if hand.can_resolve:
                hand.apply(Resolve())
                continue
            seat = next(iter(hand.pending))
            hand.apply(player(hand.view(seat, explains=False), hand.rules, chance))
            decisions += 1
    return hands


def play_out() -> list[Hand]:
    """Finished hands of greedy players, with all their events."""
    return [played.hand for played in play_matches(find_rules("harbin"), OBJECTS, 1)]


def hold_live() -> list[LiveHand]:
    """Live hands of thirteen tiles."""
    chance = Random(1)
    rules = find_rules("harbin")
    walls = [[kind for kind in range(28) for _ in range(4)] for _ in range(OBJECTS)]
    hands = []
    for wall in walls:
        tiles = chance.sample(wall, 13)
        hands.append(LiveHand([tiles.count(kind) for kind in range(28)], (), rules))
        hands[-1].waits()
    return hands


OBJECT_KINDS: dict[str, Callable[[], list[Any]]] = {
    "hand just dealt": begin_hands,
    f"hand after {MID_GAME} decisions, events included": play_halfway,
    "hand played to its end, all its events included": play_out,
    "live hand (tiles under analysis)": hold_live,
}


def list_object_rows() -> list[list[str]]:
    """Kilobytes of each kind of object."""
    return [[name, f"{weigh(make) / KB:.2f}"] for name, make in OBJECT_KINDS.items()]


# Processes ------------------------------------------------------------------------------------------------------------

ENGINE = "import engine.cities, engine.hand, engine.simulate, engine.judge\n"
PLAY = "engine.simulate.simulate(engine.cities.find_rules('harbin'), {hands}, 1)\n"
TELL_TIME = "import time; print(time.process_time())\n"
TELL_MEMORY = "import re; print(re.search(r'VmRSS:\\s*(\\d+)', open('/proc/self/status').read())[1])\n"
"""Linux tells a process what it holds, in kB; elsewhere the column stays empty."""


@dataclass
class Program:
    """A fresh process that runs a few lines, with the times that its runs took."""

    name: str
    lines: str
    package: str | None = None
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Run once; add processor seconds up to the end of its lines, and seconds by the clock until it is gone."""
        start = time.perf_counter()
        self.cpu.append(float(run_python(self.lines + TELL_TIME)))
        self.wall.append(time.perf_counter() - start)


def run_python(lines: str) -> str:
    """What such a program prints. It must end well."""
    command = [sys.executable, "-c", lines]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


PROGRAMS = (
    Program("bare Python", ""),
    Program("this engine", ENGINE),
    Program("this engine and its first hand of greedy players", ENGINE + PLAY.format(hands=1)),
    Program("riichienv", "import riichienv\n", "riichienv"),
    Program("xiangting", "import xiangting\n", "xiangting"),
    Program("mahjong", "import mahjong.agari, mahjong.shanten\n", "mahjong"),
    Program("RLCard, mahjong", "import rlcard; rlcard.make('mahjong')\n", "rlcard"),
)


def read_memory(lines: str) -> str:
    """Megabytes that a process holds after these lines; empty where the system does not tell."""
    return f"{int(run_python(lines + TELL_MEMORY)) * KB / MB:.1f}" if sys.platform == "linux" else ""


def list_program_rows(programs: list[Program]) -> list[list[str]]:
    """Milliseconds beyond those of bare Python, the first, whose own are told as they are; and megabytes."""
    bare, *others = programs
    bare_cpu, bare_wall = median(bare.cpu), median(bare.wall)
    rows = [[bare.name, f"{1e3 * bare_cpu:.1f}", f"{1e3 * bare_wall:.1f}", read_memory(bare.lines)]]
    for each in others:
        cpu, wall = median(each.cpu) - bare_cpu, median(each.wall) - bare_wall
        rows.append([each.name, f"+{1e3 * cpu:.1f}", f"+{1e3 * wall:.1f}", read_memory(each.lines)])
    played = read_memory(ENGINE + PLAY.format(hands=HANDS_PLAYED))
    return [*rows, [f"this engine and {HANDS_PLAYED:,} hands of greedy players", "", "", played]]


def main() -> None:
    """Measure all; write both tables."""
    report(
        "memory",
        "Memory of objects",
        ["object", "KB"],
        list_object_rows(),
        note=f"What comes free when it is dropped, mean of {OBJECTS}, by `tracemalloc`; Harbin, greedy players.",
    )
    programs = [each for each in PROGRAMS if each.package is None or find_version(each.package)]
    for each in programs:
        run_python(each.lines)
    for turn in range(ROUNDS):
        for place in range(len(programs)):
            programs[(turn + place) % len(programs)].run()
    report(
        "process",
        "Import and memory of a process",
        ["fresh process", "CPU ms", "wall ms", "memory, MB"],
        list_program_rows(programs),
        note=f"Medians of {ROUNDS} starts, in turn; beyond those of bare Python. Memory: resident at the end, tables "
        f"included. {describe_peers(each.package for each in PROGRAMS if each.package)}",
    )


if __name__ == "__main__":
    main()
