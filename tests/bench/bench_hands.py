"""Whole hands and decisions per CPU second, beside other engines where they are installed.

Run as `python -m tests.bench.bench_hands`. Every measurement plays hands that were not played before, in tables that
earlier ones have filled, as in a bot that has been up for a while. Rules differ in how long a hand goes, hence both
columns: a decision is one answer of a player who was asked, in any engine.
"""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from compiled import find_build
from engine.cities import find_rules
from engine.simulate import simulate
from tests.bench.compiled_process import CompiledProcess, read_clock
from tests.bench.peers import describe_peers, find_version
from tests.bench.report import measure, report

SECONDS = 0.4
"""About what a measurement takes: as many hands as that allows."""
LEAST_HANDS = 4
WARM_SECONDS = 4
"""So long everybody plays before anything is measured, in tables or caches of their own that fill."""
ROUNDS = 9
CITIES = ("harbin", "mudanjiang", "qiqihar")
PLAYERS = ("random", "greedy", "expert")


@dataclass
class Candidate:
    """Somebody's way to play hands. `play` plays so many new ones and returns how many decisions they had."""

    who: str
    player: str
    play: Callable[[int], int]
    hands: int = LEAST_HANDS
    played: int = 0
    decisions: int = 0

    def calibrate(self) -> None:
        """Warm it, then set how many hands a measurement plays."""
        start = read_clock()
        while read_clock() - start < WARM_SECONDS:
            self.play(self.hands)
        start = read_clock()
        self.play(self.hands)
        taken = read_clock() - start
        self.hands = max(LEAST_HANDS, int(self.hands * SECONDS / taken))

    def run(self) -> None:
        """Play the hands of one measurement."""
        self.decisions += self.play(self.hands)
        self.played += self.hands


# Ours -----------------------------------------------------------------------------------------------------------------


def list_ours() -> Iterator[Candidate]:
    """Our candidates. Harbin's, the first, are what all others of the same player are compared with."""
    ways = [("this engine", play_ours)]
    if find_build() is not None:
        ways.insert(0, ("this engine, compiled", play_compiled(CompiledProcess("compiled_player.py"))))
    for who, make in ways:
        for city in CITIES:
            for player in PLAYERS:
                yield Candidate(f"{who}, {city.title()}", player, make(city, player))


def play_ours(city: str, player: str) -> Callable[[int], int]:
    """Hands with shuffle, events, views of who decides, score and payments."""
    seeds = count()

    def play(hands: int) -> int:
        return simulate(find_rules(city), hands, next(seeds), (player,) * 4).decisions

    return play


def play_compiled(process: CompiledProcess) -> Callable[[str, str], Callable[[int], int]]:
    """Hands of the same seeds as those of `play_ours`, with the compiled engine."""

    def choose(city: str, player: str) -> Callable[[int], int]:
        seeds = count()

        def play(hands: int) -> int:
            asked = {"city": city, "hands": hands, "seed": next(seeds), "player": player}
            decisions: int = process.ask(asked)["decisions"]
            return decisions

        return play

    return choose


# riichienv ------------------------------------------------------------------------------------------------------------


def list_riichienv() -> Iterator[Candidate]:
    """The candidates of riichienv (Rust): hands of four-player riichi, with its log as by default and without."""
    greedy = make_riichi_greedy()

    def choose(seen: Any, chance: Random) -> Any:
        return chance.choice(seen.legal_actions())

    for log, skips in (("log on", False), ("log off", True)):
        yield Candidate(f"riichienv, {log}", "random", play_riichienv(choose, skips=skips))
        yield Candidate(f"riichienv, {log}", "greedy", play_riichienv(greedy, skips=skips))


def play_riichienv(choose: Callable[[Any, Random], Any], *, skips: bool) -> Callable[[int], int]:
    """Hands among four such players."""
    library = importlib.import_module("riichienv")
    table = library.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=skips, seed=1)
    chance = Random(1)

    def play(hands: int) -> int:
        decisions = 0
        for _ in range(hands):
            asked = table.reset()
            while not table.done():
                decisions += len(asked)
                asked = table.step({seat: choose(seen, chance) for seat, seen in asked.items()})
        return decisions

    return play


def make_riichi_greedy() -> Callable[[Any, Random], Any]:
    """The simplest player that wins: wins and riichi when offered, no claims, the discard that leaves least to go."""
    library = importlib.import_module("riichienv")
    kinds = library.ActionType
    distance = library.calculate_shanten
    taken = (kinds.TSUMO, kinds.RON, kinds.RIICHI)

    def choose(seen: Any, _: Random) -> Any:
        actions = seen.legal_actions()
        if len(actions) == 1:
            return actions[0]
        discards: dict[int, Any] = {}
        for action in actions:
            if action.action_type in taken:
                return action
            if action.action_type == kinds.DISCARD:
                discards.setdefault(action.tile // 4, action)
        if not discards:
            return next(action for action in actions if action.action_type == kinds.PASS)
        hand = seen.hand
        return min(discards.values(), key=lambda action: distance([tile for tile in hand if tile != action.tile]))

    return choose


# RLCard ---------------------------------------------------------------------------------------------------------------


def list_rlcard() -> Iterator[Candidate]:
    """The candidate of RLCard (Python): its mahjong, without its trajectories. Of greedy players it has none."""
    library = importlib.import_module("rlcard")
    table = library.make("mahjong", config={"seed": 1})
    chance = Random(1)

    def play(hands: int) -> int:
        decisions = 0
        for _ in range(hands):
            state, _ = table.reset()
            while not table.is_over():
                decisions += 1
                state, _ = table.step(chance.choice(list(state["legal_actions"])))
        return decisions

    yield Candidate("RLCard mahjong", "random", play)


PEERS = {"riichienv": list_riichienv, "rlcard": list_rlcard}


# The table ------------------------------------------------------------------------------------------------------------


def list_rows(candidates: list[Candidate], seconds: list[float]) -> list[list[str]]:
    """Rows by player, each with its rates and how many times as fast its first is, by hands and by decisions."""
    rows = []
    timed = list(zip(candidates, seconds, strict=True))
    for player in PLAYERS:
        base = (0.0, 0.0)
        for candidate, taken in timed:
            if candidate.player != player:
                continue
            length = candidate.decisions / candidate.played
            hands = candidate.hands / taken
            rates = (hands, hands * length)
            base = base if base[0] else rates
            faster = [f"{ours / theirs:.2f}" for ours, theirs in zip(base, rates, strict=True)]
            rows.append([player, candidate.who, f"{hands:.0f}", f"{length:.1f}", f"{rates[1]:.0f}", *faster])
    return rows


def main() -> None:
    """Measure all; write the table."""
    candidates = list(list_ours())
    for name, list_candidates in PEERS.items():
        if find_version(name):
            candidates += list_candidates()
    for candidate in candidates:
        candidate.calibrate()
    seconds = measure({str(place): each.run for place, each in enumerate(candidates)}, rounds=ROUNDS, clock=read_clock)
    report(
        "hands",
        "Whole hands, one core",
        ["player", "engine", "hands/s", "decisions a hand", "decisions/s", "× by hands", "× by decisions"],
        list_rows(candidates, list(seconds.values())),
        texts=2,
        note="×: how many times as fast the first row of the same player is. Compiled: by `make compiled`. "
        "Ours with shuffle, events, score and payments, and for greedy and expert with views. riichienv's greedy "
        "player is written in Python on it: wins and riichi when offered, else the discard of least distance, no "
        "claims; ours also claims what brings it nearer. The expert weighs chances and dangers. "
        f"{describe_peers(PEERS)}",
    )


if __name__ == "__main__":
    main()
