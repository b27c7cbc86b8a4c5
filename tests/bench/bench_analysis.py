"""Hand analysis per hand, beside other libraries where they are installed (`pip install .[bench]`).

Run as `python -m tests.bench.bench_analysis`. Ours is asked as in play: a live hand gets a tile, answers, gives it
back, and answers for Harbin's conditions too; the libraries get their own prepared input and know the bare shape.
"""

import importlib
import random
from collections.abc import Callable
from importlib.util import find_spec

from engine.analysis import LiveHand
from engine.cities import find_rules
from engine.tiles import ALL_KINDS, count_kinds
from tests.bench.report import measure, report

HANDS = 400
RED_DRAGON = 33
"""Where the libraries have `7z` among their 34 kinds."""


def draw_hands(chance: random.Random) -> list[tuple[list[int], int]]:
    """Counts of 13 tiles each and a kind to draw: half random deals, half three groups, a pair and two tiles."""
    wall = [kind for kind in ALL_KINDS for _ in range(4)]
    hands: list[tuple[list[int], int]] = []
    while len(hands) < HANDS:
        tiles = chance.sample(wall, 14)
        if len(hands) % 2:
            firsts = [9 * chance.randrange(3) + chance.randrange(7) for _ in range(3)]
            pair = chance.choice(ALL_KINDS)
            tiles = [first + step for first in firsts for step in range(3)] + [pair, pair] + tiles[:3]
        counts = count_kinds(tiles)
        if max(counts) <= 4:
            counts[tiles[-1]] -= 1
            hands.append((counts, tiles[-1]))
    return hands


def widen(counts: list[int]) -> list[int]:
    """28 counts as the 34 of the libraries."""
    wide = counts[:27] + [0] * 7
    wide[RED_DRAGON] = counts[27]
    return wide


def with_tile(counts: list[int], kind: int) -> list[int]:
    """The counts with one tile more."""
    return [count + (place == kind) for place, count in enumerate(counts)]


def for_all(ask: Callable[..., object], inputs: list[tuple[object, ...]]) -> Callable[[], None]:
    """A candidate: the question, asked of every input."""

    def run() -> None:
        for arguments in inputs:
            ask(*arguments)

    return run


def list_ours(hands: list[tuple[list[int], int]]) -> dict[str, Callable[[], None]]:
    """Our candidates by name."""
    live = [(LiveHand(counts, (), find_rules("harbin", {"must_open": False})), kind) for counts, kind in hands]

    def ask_drawn(question: str) -> Callable[[LiveHand, int], None]:
        def ask(hand: LiveHand, kind: int) -> None:
            hand.add(kind)
            getattr(hand, question)()
            hand.remove(kind)

        return ask

    return {
        "is-win of 14 tiles: this engine": for_all(ask_drawn("is_complete"), live),
        "legal waits of 13 tiles, with kadang: this engine": for_all(lambda hand, _: hand.waits(), live),
        "distance of 13 tiles to a legal wait: this engine": for_all(lambda hand, _: hand.distance(), live),
        "useful tiles of every discard: this engine": for_all(ask_drawn("discard_outlook"), live),
    }


def list_xiangting(hands: list[tuple[list[int], int]]) -> dict[str, Callable[[], None]]:
    """The candidates of xiangting (Rust); useful tiles after each discard are asked one discard after the other."""
    library = importlib.import_module("xiangting")
    thirteen = [(widen(counts), library.PlayerCount.FOUR) for counts, _ in hands]
    fourteen = [(widen(with_tile(counts, kind)), library.PlayerCount.FOUR) for counts, kind in hands]

    def ask_discards(counts: list[int], players: object) -> None:
        for place in range(34):
            if counts[place]:
                counts[place] -= 1
                library.calculate_necessary_tiles(counts, players)
                counts[place] += 1

    return {
        "is-win of 14 tiles: xiangting": for_all(library.calculate_replacement_number, fourteen),
        "waits of 13 tiles, bare shape: xiangting": for_all(library.calculate_necessary_tiles, thirteen),
        "distance of 13 tiles, bare shape: xiangting": for_all(library.calculate_replacement_number, thirteen),
        "useful tiles of every discard, bare shape: xiangting": for_all(ask_discards, fourteen),
    }


def list_mahjong(hands: list[tuple[list[int], int]]) -> dict[str, Callable[[], None]]:
    """The candidates of mahjong (pure Python)."""
    agari = importlib.import_module("mahjong.agari").Agari
    shanten = importlib.import_module("mahjong.shanten").Shanten
    return {
        "is-win of 14 tiles: mahjong": for_all(
            agari.is_agari, [(widen(with_tile(counts, kind)),) for counts, kind in hands]
        ),
        "distance of 13 tiles, bare shape: mahjong": for_all(
            shanten.calculate_shanten_for_regular_hand, [(widen(counts),) for counts, _ in hands]
        ),
    }


PEERS = {"xiangting": list_xiangting, "mahjong": list_mahjong}


def main() -> None:
    """Measure all questions of all that is installed; write the table."""
    hands = draw_hands(random.Random(1))
    candidates = list_ours(hands)
    for name, list_candidates in PEERS.items():
        if find_spec(name) is not None:
            candidates |= list_candidates(hands)
    seconds = measure(candidates, rounds=5)
    rows = [[name, f"{1e6 * seconds[name] / HANDS:.2f}"] for name in sorted(seconds)]
    report(
        "analysis",
        "Hand analysis",
        ["question", "µs a hand"],
        rows,
        note=f"{HANDS} hands of the 112-tile wall, half random deals, half nearly complete; tables warm.",
    )


if __name__ == "__main__":
    main()
