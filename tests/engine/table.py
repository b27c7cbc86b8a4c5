"""Hands laid out for a test: named tiles for some seats, the wall in a chosen order."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cities import find_rules
from engine.hand import Hand, HandSetup
from engine.rules import Rules
from engine.shuffle import Deal, Stream
from engine.tiles import ALL_KINDS, COPIES, parse_tiles


def lay_out(hands: Mapping[int, str], draws: str = "", bao: str = "", rules: Rules | None = None, dealer: int = 0) -> Hand:
    """A hand about to be played: `hands` in MPSZ by seat (14 tiles for the dealer), then the tiles drawn, in order.

    Seats not named get what is left, and so does the wall after `draws`; `bao` is the wall's last tile.
    """
    rules = rules or find_rules("harbin")
    named = {seat: parse_tiles(text) for seat, text in hands.items()}
    first = parse_tiles(draws)
    last = parse_tiles(bao)
    rest = [kind for kind in ALL_KINDS for _ in range(COPIES)]
    for kind in (*(kind for tiles in named.values() for kind in tiles), *first, *last):
        rest.remove(kind)
    # A fixed order without runs of equals: every fifth of what is left, round and round.
    rest = [rest[(5 * place) % len(rest)] for place in range(len(rest))] if len(rest) % 5 else rest[::-1]
    for seat in range(4):
        size = 14 if seat == dealer else 13
        tiles = named.setdefault(seat, [])
        while len(tiles) < size:
            tiles.append(rest.pop())
    dealt = [kind for seat in range(4) for kind in named[seat]]
    wall = (*dealt, *first, *rest, *last)
    dealt_hands = tuple(tuple(named[seat]) for seat in range(4))
    return Hand(rules, Deal(dealer, ((1, 1), (1, 1)), 0, wall, dealt_hands, Stream(bytes(32), [""] * 4)), HandSetup())
