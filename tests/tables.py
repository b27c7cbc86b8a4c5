"""Hands set up by hand: chosen tiles for each seat, chosen draws, chosen tail; and short ways to play them."""

from collections import Counter

from engine.actions import CallBao, Discard, Pass, Resolve, SayListen, Win, Zhan
from engine.analysis import check_listen
from engine.cities import find_rules
from engine.hand import Hand
from engine.melds import parse_meld
from engine.outcome import HandSetup
from engine.shuffle import Deal, Stream
from engine.tiles import ALL_KINDS, COPIES, TILE_COUNT, list_kinds, parse_tile, parse_tiles
from engine.wall import DEALT

TILES = Counter(dict.fromkeys(ALL_KINDS, COPIES))


def set_up(
    rules="harbin",
    *,
    hands=None,
    melds=None,
    listening=(),
    front="",
    tail="",
    places=None,
    dealer=0,
    options=None,
    **setup,
):
    """Return a Hand at its first turn whose seats hold what is given and are filled up with what is left over.

    `hands`: seat → concealed tiles; `melds`: seat → melds of three tiles, lying there from the start; `listening`:
    seats that listen already. `front`: the next tiles to be drawn; `tail`: the end of the wall, the very last one
    first (in Harbin the bao). `places`: place → tile, for single places of the wall between the two.
    """
    lying = {seat: [parse_meld(meld) for meld in (melds or {}).get(seat, ())] for seat in range(4)}
    melded = {seat: [tile for meld in lying[seat] for tile in meld.tiles] for seat in range(4)}
    deal = stack_deal(hands=hands, also=melded, front=front, tail=tail, places=places, dealer=dealer)
    hand = Hand(find_rules(rules, options), deal, HandSetup(**setup))
    for seat in hand.seats:
        _lay_melds(hand, seat, lying[seat.seat])
    for seat in listening:
        listener = hand.seats[seat]
        listener.lock(check_listen(listener.counts, listener.melds, hand.rules).waits)
        assert listener.waits, check_listen(listener.counts, listener.melds, hand.rules).reasons
    return hand


def stack_deal(*, hands=None, also=None, front="", tail="", places=None, dealer=0):
    """Return a Deal from a stacked wall, with what is given where `set_up` says; `also`: seat → more tiles dealt."""
    dealt = {seat: parse_tiles((hands or {}).get(seat, "")) + (also or {}).get(seat, []) for seat in range(4)}
    front, tail = parse_tiles(front), parse_tiles(tail)
    places = {place: t(tile) for place, tile in (places or {}).items()}
    given = [*dealt.values(), front, tail, places.values()]
    spare = _spread(TILES - Counter(tile for tiles in given for tile in tiles))
    for seat, tiles in dealt.items():
        size = 14 if seat == dealer else 13
        assert len(tiles) <= size, (seat, len(tiles))
        tiles += [spare.pop() for _ in range(size - len(tiles))]
    middle = range(DEALT + len(front), TILE_COUNT - len(tail))
    rest = [places[place] if place in places else spare.pop() for place in middle]
    wall = [tile for tiles in dealt.values() for tile in tiles] + front + rest + tail[::-1]
    assert Counter(wall) == TILES
    stream = Stream(b"\0" * 32, ["", "", "", ""])
    return Deal(dealer, ((1, 1), (1, 1)), 0, tuple(wall), tuple(map(tuple, dealt.values())), stream)


def _lay_melds(hand, seat, melds):
    """Move the tiles of melds from a hand just dealt to the table; they came from nowhere in particular."""
    for meld in melds:
        for tile in meld.tiles:
            seat.give(tile)
            hand.visible[tile] += 1
        seat.lay(meld)


def _spread(pool):
    """Order the spare tiles so that neighbours are far apart: seats filled from them claim seldom."""
    tiles = sorted(pool.elements())
    return [tile for start in range(9) for tile in tiles[start::9]]


def t(text):
    """Read one tile."""
    return parse_tile(text)


def discard(hand, tile, *, listen=False):
    """Let the seat to act discard; return the events."""
    return hand.apply(Discard(hand.turn, t(tile), listen))


def close(hand, *claims):
    """Answer the open window by `claims`, let all others pass, resolve; return the events of the resolution."""
    for claim in claims:
        hand.apply(claim)
    for seat in list(hand.pending):
        if hand.phase == "claims" and not hand.can_resolve:
            hand.apply(Pass(seat))
    return hand.apply(Resolve())


def go_on(hand, tile, *claims, listen=False):
    """Discard and close the window."""
    discard(hand, tile, listen=listen)
    return close(hand, *claims)


def draw_and_discard(hand, turns):
    """Let seats draw and discard what they drew, nobody claiming, for a number of turns."""
    for _ in range(turns):
        seat = hand.seats[hand.turn]
        hand.apply(Discard(hand.turn, seat.drawn))
        close(hand)


def count_all(hand):
    """Count every tile wherever it lies: wall, seats, melds, rivers, baos, and a winning tile taken out of a hand."""
    tiles = [hand.wall.tiles[place] for place in hand.wall.places()]
    for seat in hand.seats:
        tiles += list_kinds(seat.counts)
        tiles += (tile for meld in seat.melds for tile in meld.tiles)
        tiles += (river.tile for river in seat.river if river.claimed_by is None)
    tiles += hand.old_baos
    if hand.bao is not None:
        tiles.append(hand.bao)
    lies_where_it_was = {"discard", "tongbao", "dragon_bao"}
    if hand.rules.big_wind == "same_number":
        lies_where_it_was.add("big_wind")
    if hand.result is not None and hand.result.winner is not None and hand.result.how not in lies_where_it_was:
        tiles.append(hand.result.tile)
    return Counter(tiles)


def shrink_wall(hand, left, *, keep_tail=False):
    """Take tiles off the wall until so many can be drawn: from its tail, or from its front with `keep_tail`."""
    while hand.wall.left > left:
        if keep_tail:
            hand.wall.take_front()
        else:
            hand.wall.take_last()


def play_randomly(hand, rng, after_each=lambda hand: None):
    """Choose among legal actions; listening, winning and calling are preferred often, so that hands get somewhere."""
    while hand.result is None:
        if hand.can_resolve and (not hand.pending or rng.random() < 0.7):
            hand.apply(Resolve())
        elif hand.bao_callers and rng.random() < 0.3:
            hand.apply(CallBao(rng.choice(hand.bao_callers)))
        else:
            legal = hand.legal_actions(rng.choice(list(hand.pending)))
            strong = [action for action in legal if is_strong(action)]
            hand.apply(rng.choice(strong if strong and rng.random() < 0.5 else legal))
        after_each(hand)


def is_strong(action):
    """Say whether an action wins or leads to listening."""
    return isinstance(action, Win | Zhan | SayListen) or getattr(action, "listen", False)
