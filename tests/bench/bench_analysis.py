"""Hand analysis per hand, beside other libraries where they are installed.

Run as `python -m tests.bench.bench_analysis`. Ours is always asked from a live hand: a tile is added, the question
asked, the tile taken back. The libraries get each hand in their own form, prepared beforehand. They know the bare shape
of four groups and a pair (and seven pairs, thirteen orphans) and nothing of conditions for listening.
"""

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from compiled import find_build
from engine.analysis import LiveHand
from engine.cities import find_rules
from engine.tiles import ALL_KINDS, COPIES, KINDS, count_kinds
from tests.bench.compiled_process import CompiledProcess, read_clock
from tests.bench.peers import describe_peers, find_version
from tests.bench.report import measure, report

HANDS = 4_000
SOME_HANDS = 1_000
FEW_HANDS = 40
"""For slower questions, and for what takes tens of milliseconds: the first of all hands."""

LEAST_SECONDS = 0.05
"""Of CPU time, that a measurement takes."""
MOST_CALLS = 1_000

WIDE = 34
RED_DRAGON = 33
"""The libraries have 34 kinds, our 28th as the last of them."""

WIN = "is-win of 14 tiles"
WAITS = "waits of 13 tiles"
DISTANCE = "distance of 13 tiles"
OUTLOOK = "useful tiles of every discard"
QUESTIONS = (WIN, WAITS, DISTANCE, OUTLOOK)

LEGAL = {"must_open": False}
"""Harbin's conditions for concealed hands; with `must_open` none of them could wait for anything."""
FEWEST = LEGAL | {
    "min_suits": 1,
    "terminal_at": "win",
    "need_triplet": False,
    "sequence_at": "never",
    "min_concealed": 1,
}
"""All conditions off that have a switch: what is left beyond the bare shape is a 1, a 9 or a dragon."""


Counts = list[int]
Drawn = tuple[Counts, int]
"""28 counts of 13 tiles and the kind that is drawn to them."""


@dataclass(frozen=True)
class Candidate:
    """Somebody's way to answer a question. `run` answers it for `hands` hands and returns the answers."""

    question: str
    who: str
    run: Callable[[], Any]
    hands: int = HANDS

    def repeat(self) -> "Candidate":
        """The same, so often that a measurement takes long enough to be one."""
        self.run_often(1)
        start = read_clock()
        self.run_often(1)
        calls = max(1, round(LEAST_SECONDS / max(read_clock() - start, LEAST_SECONDS / MOST_CALLS)))
        return replace(self, run=lambda: self.run_often(calls), hands=self.hands * calls)

    def run_often(self, calls: int) -> None:
        """Answer it for the hands so often."""
        for _ in range(calls):
            self.run()


@dataclass(frozen=True)
class CompiledCandidate(Candidate):
    """Ours at this place of `list_ours`, answering in a process where the engine is compiled."""

    place: int = 0
    process: CompiledProcess | None = None

    def run_often(self, calls: int) -> None:
        """Answer it so often there, asked once."""
        self.process.ask({"place": self.place, "calls": calls})


def draw_hands(chance: random.Random, hands: int = HANDS) -> list[Drawn]:
    """Counts of 13 tiles each and a kind to draw: half random deals, half three groups, a pair and three tiles."""
    wall = [kind for kind in ALL_KINDS for _ in range(COPIES)]
    drawn: list[Drawn] = []
    while len(drawn) < hands:
        tiles = chance.sample(wall, 14)
        if len(drawn) % 2:
            firsts = [9 * chance.randrange(3) + chance.randrange(7) for _ in range(3)]
            pair = chance.choice(ALL_KINDS)
            tiles = [first + step for first in firsts for step in range(3)] + [pair, pair] + tiles[:3]
        counts = count_kinds(tiles)
        if max(counts) <= COPIES:
            counts[tiles[-1]] -= 1
            drawn.append((counts, tiles[-1]))
    return drawn


def widen(counts: Counts) -> Counts:
    """28 counts as the 34 of the libraries."""
    wide = counts[:27] + [0] * (WIDE - 27)
    wide[RED_DRAGON] = counts[27]
    return wide


def with_tile(counts: Counts, kind: int, tiles: int = 1) -> Counts:
    """The counts with one tile more, or with -1 one less."""
    return [count + tiles * (place == kind) for place, count in enumerate(counts)]


def number_tiles(wide: Counts) -> list[int]:
    """34 counts as a list of single tiles, numbered 0..135."""
    return [COPIES * kind + copy for kind, count in enumerate(wide) for copy in range(count)]


WIDE_KINDS = [place for place in range(WIDE) if place < KINDS - 1 or place == RED_DRAGON]
"""The kinds of this game, as the libraries number them."""


def ask_each(ask: Callable[[Any], Any], hands: list[Any]) -> Callable[[], list[Any]]:
    """Ask a question of every prepared hand."""
    return lambda: [ask(hand) for hand in hands]


# Ours -----------------------------------------------------------------------------------------------------------------


def ask_live(ask: Callable[[LiveHand], Any], live: list[tuple[LiveHand, int]]) -> Callable[[], list[Any]]:
    """Ask a question of every live hand, with its tile added for as long as that."""

    def run() -> list[Any]:
        answers = []
        for hand, kind in live:
            hand.add(kind)
            answers.append(ask(hand))
            hand.remove(kind)
        return answers

    return run


def ask_drawn(live: list[tuple[LiveHand, int]]) -> Callable[[], list[Any]]:
    """Ask of every live hand whether a tile would complete it."""
    return lambda: [hand.is_complete(kind) for hand, kind in live]


def list_ours(hands: list[Drawn]) -> list[Candidate]:
    """Our candidates. The first of each question is what the others are compared with."""
    legal, fewest = find_rules("harbin", LEGAL), find_rules("harbin", FEWEST)

    def drawing(rules: Any, hands: list[Drawn] = hands) -> list[tuple[LiveHand, int]]:
        """Thirteen tiles and a fourteenth."""
        return [(LiveHand(counts, (), rules), kind) for counts, kind in hands]

    def completing(rules: Any) -> list[tuple[LiveHand, int]]:
        """Twelve tiles and the thirteenth."""
        lasts = [max(kind for kind in ALL_KINDS if counts[kind]) for counts, _ in hands]
        return [(LiveHand(with_tile(c, last, -1), (), rules), last) for (c, _), last in zip(hands, lasts, strict=True)]

    some = hands[:SOME_HANDS]
    candidates = [
        Candidate(WIN, "this engine", ask_live(LiveHand.is_complete, drawing(legal))),
        Candidate(WIN, "this engine, the drawn tile named", ask_drawn(drawing(legal))),
        Candidate(WAITS, "this engine: legal waits, with kadang", ask_live(LiveHand.waits, completing(legal))),
    ]
    candidates += [
        Candidate(DISTANCE, "this engine, bare shape", ask_live(LiveHand.bare_distance, completing(legal))),
        Candidate(OUTLOOK, "this engine, bare shape", ask_live(LiveHand.bare_look, drawing(legal, some)), len(some)),
    ]
    for who, rules in (
        ("this engine, fewest conditions", fewest),
        ("this engine: all conditions for listening", legal),
    ):
        outlook = ask_live(LiveHand.discard_outlook, drawing(rules, some))
        candidates += [
            Candidate(DISTANCE, who, ask_live(LiveHand.distance, completing(rules))),
            Candidate(OUTLOOK, who, outlook, len(some)),
        ]
    return candidates


def list_compiled(ours: list[Candidate]) -> list[Candidate]:
    """The same candidates, compiled: none if there is no build."""
    if find_build() is None:
        return []
    process = CompiledProcess("compiled_analyst.py")

    def answer(place: int) -> Callable[[], Any]:
        return lambda: process.ask({"place": place, "calls": 1, "answers": True})["answers"]

    return [
        CompiledCandidate(
            each.question, each.who.replace("engine", "engine, compiled", 1), answer(place), each.hands, place, process
        )
        for place, each in enumerate(ours)
    ]


# Theirs ---------------------------------------------------------------------------------------------------------------


def list_riichienv(hands: list[Drawn]) -> list[Candidate]:
    """The candidates of riichienv (Rust); it has no useful tiles, so that they are put together from distances."""
    library = importlib.import_module("riichienv")
    ask, evaluator = library.calculate_shanten, library.HandEvaluator
    thirteen = [number_tiles(widen(counts)) for counts, _ in hands]
    fourteen = [number_tiles(widen(with_tile(counts, kind))) for counts, kind in hands]
    evaluators = [evaluator(tiles) for tiles in thirteen]
    some = fourteen[:SOME_HANDS]

    def ask_discards(tiles: list[int]) -> list[list[int]]:
        useful = []
        held = [tile // COPIES for tile in tiles]
        kinds = sorted(set(held))
        drawable = [kind for kind in WIDE_KINDS if held.count(kind) < COPIES]
        for discarded in kinds:
            left = tiles.copy()
            del left[held.index(discarded)]
            now = ask(left)
            left.append(0)
            answer = []
            for kind in drawable:
                left[-1] = COPIES * kind
                if ask(left) < now:
                    answer.append(kind)
            useful.append(answer)
        return useful

    return [
        Candidate(WIN, "riichienv", lambda: [ask(tiles) == -1 for tiles in fourteen]),
        Candidate(WAITS, "riichienv, bare shape", ask_each(evaluator.get_waits, evaluators)),
        Candidate(
            WAITS,
            "riichienv, bare shape, its evaluator made for each",
            ask_each(lambda tiles: evaluator(tiles).get_waits(), thirteen),
        ),
        Candidate(DISTANCE, "riichienv, bare shape", ask_each(ask, thirteen)),
        Candidate(OUTLOOK, "riichienv, bare shape, by distances", ask_each(ask_discards, some), len(some)),
    ]


def list_xiangting(hands: list[Drawn]) -> list[Candidate]:
    """The candidates of xiangting (Rust); useful tiles after each discard are asked one discard after the other."""
    library = importlib.import_module("xiangting")
    players = library.PlayerCount.FOUR
    missing, necessary = library.calculate_replacement_number, library.calculate_necessary_tiles
    thirteen = [widen(counts) for counts, _ in hands]
    fourteen = [widen(with_tile(counts, kind)) for counts, kind in hands]
    some = fourteen[:SOME_HANDS]

    def ask_discards(counts: Counts) -> list[Any]:
        useful = []
        for kind in WIDE_KINDS:
            if counts[kind]:
                counts[kind] -= 1
                useful.append(necessary(counts, players))
                counts[kind] += 1
        return useful

    return [
        Candidate(WIN, "xiangting", lambda: [missing(counts, players) == 0 for counts in fourteen]),
        Candidate(WAITS, "xiangting, bare shape", lambda: [necessary(counts, players) for counts in thirteen]),
        Candidate(DISTANCE, "xiangting, bare shape", lambda: [missing(counts, players) for counts in thirteen]),
        Candidate(OUTLOOK, "xiangting, bare shape", ask_each(ask_discards, some), len(some)),
    ]


def list_mahjong(hands: list[Drawn]) -> list[Candidate]:
    """The candidates of mahjong (pure Python); it has neither waits nor useful tiles: each tile is tried."""
    is_win = importlib.import_module("mahjong.agari").Agari.is_agari
    ask = importlib.import_module("mahjong.shanten").Shanten.calculate_shanten_for_regular_hand
    thirteen = [widen(counts) for counts, _ in hands]
    fourteen = [widen(with_tile(counts, kind)) for counts, kind in hands]
    some, few = SOME_HANDS, FEW_HANDS

    def try_tiles(counts: Counts, is_wanted: Callable[[Counts], bool]) -> list[int]:
        found = []
        for kind in WIDE_KINDS:
            if counts[kind] < COPIES:
                counts[kind] += 1
                if is_wanted(counts):
                    found.append(kind)
                counts[kind] -= 1
        return found

    def ask_discards(counts: Counts) -> list[list[int]]:
        useful = []
        for kind in WIDE_KINDS:
            if counts[kind]:
                counts[kind] -= 1
                now = ask(counts)
                useful.append(try_tiles(counts, lambda drawn, now=now: ask(drawn) < now))
                counts[kind] += 1
        return useful

    return [
        Candidate(WIN, "mahjong, pure Python", ask_each(is_win, fourteen)),
        Candidate(
            WAITS,
            "mahjong, pure Python, bare shape, each tile tried",
            ask_each(lambda counts: try_tiles(counts, is_win), thirteen[:some]),
            some,
        ),
        Candidate(DISTANCE, "mahjong, pure Python, bare shape", ask_each(ask, thirteen[:some]), some),
        Candidate(
            OUTLOOK, "mahjong, pure Python, bare shape, each tile tried", ask_each(ask_discards, fourteen[:few]), few
        ),
    ]


PEERS = {"riichienv": list_riichienv, "xiangting": list_xiangting, "mahjong": list_mahjong}


# The table ------------------------------------------------------------------------------------------------------------


def list_rows(candidates: list[Candidate], seconds: list[float]) -> list[list[str]]:
    """Rows by question, each with its microseconds a hand and how many times those of the question's first row."""
    rows = []
    timed = [(each, taken / each.hands) for each, taken in zip(candidates, seconds, strict=True)]
    timed.sort(key=lambda pair: QUESTIONS.index(pair[0].question))
    for question, group in groupby(timed, key=lambda pair: pair[0].question):
        first = 0.0
        for candidate, taken in group:
            first = first or taken
            rows.append([question, candidate.who, f"{1e6 * taken:.2f}", f"{taken / first:.2f}"])
    return rows


def describe_agreement(candidates: list[Candidate]) -> str:
    """Whether all say the same of which hands are won: who is fast must be right as well."""
    ours, *others = [each.run() for each in candidates if each.question == WIN]
    different = sum(any(bool(other[place]) != won for other in others) for place, won in enumerate(ours))
    if not others:
        return ""
    return (
        "All agree which hands are won."
        if not different
        else f"On {different} hands they disagree whether they are won."
    )


def main() -> None:
    """Measure all questions of all that is installed; write the table."""
    hands = draw_hands(random.Random(1))
    ours = list_ours(hands)
    candidates = list_compiled(ours) + ours
    for name, list_candidates in PEERS.items():
        if find_version(name):
            candidates += list_candidates(hands)
    often = [each.repeat() for each in candidates]
    seconds = measure({str(place): each.run for place, each in enumerate(often)}, rounds=9, clock=read_clock)
    report(
        "analysis",
        "Hand analysis",
        ["question", "who", "µs a hand", "times the first"],
        list_rows(often, list(seconds.values())),
        texts=2,
        note=f"{HANDS} hands of the 112-tile wall, half random deals, half nearly complete; of them the first "
        f"{SOME_HANDS} for useful tiles and {FEW_HANDS} for those of mahjong; tables warm. Compiled: by "
        "`make compiled`. Fewest conditions: all that have a switch are off, a terminal is still asked for. "
        f"{describe_agreement(candidates)} {describe_peers(PEERS)}",
    )


if __name__ == "__main__":
    main()
