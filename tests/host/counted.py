"""Hands to be counted: settled without being played."""

import itertools
from dataclasses import replace
from functools import partial

from engine.tiles import parse_tiles
from host.boards import Board, read_page
from host.hand_told import BestHand, HandTold
from host.units import SettleHand

GUILD = 900
PEOPLE = (1, 2, 3, 4)
NAMES = ("Maya", "Ivan", "小雪", "老王")
WIN = (9, -2, -5, -2)
BEST = BestHand(tuple(parse_tiles("123m456p789s1122s")), (), *parse_tiles("1s"), None, ("discard",))

told = HandTold("harbin", NAMES, WIN, 0, 2, ("discard", "kadang"), BEST)
"""Seat 0 wins on seat 2's discard."""

draw = HandTold("harbin", NAMES)
"""Nobody wins."""

_numbers = itertools.count(1)


def settle(what=told, *, seats=PEOPLE, guild=GUILD, stake=10, hand=None, table="t", **changes):
    """A hand to be written, another one each time; `changes`: of what it tells."""
    what = replace(what, **changes)
    coins = tuple(fan * stake for fan in what.fan)
    number = next(_numbers) if hand is None else hand
    return SettleHand(guild, table, number, seats, coins, winner=what.winner, allow_debt=True, told=what)


async def write_hands(store, *hands):
    for hand in hands:
        await store.write(hand)


async def look(store, metric, *, viewer=0, page=0, guild=GUILD, **more):
    """A page of a board."""
    board = Board(metric, guild, **more)
    return await store.read(partial(read_page, board=board, page=page, viewer_id=viewer))


async def ranks(store, metric, **more):
    """(rank, user id, value) of a board's first page; what is equal in the order of ids."""
    page = await look(store, metric, **more)
    return sorted((line.rank, line.user_id, line.value) for line in page.lines)
