"""What a seat may do: on its own turn, and with a tile that lies open. The one source of legality."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final

from engine.actions import (
    DISCARDS,
    LISTENING_DISCARDS,
    LISTENING_PENGS,
    MING_GANGS,
    PASSES,
    PENGS,
    WINS,
    AnGang,
    CallBao,
    Discard,
    JiaGang,
    SeatAction,
    Zhan,
    make_chi,
)
from engine.analysis import check_listen
from engine.bao import can_change_bao
from engine.melds import Meld, MeldType, list_runs
from engine.score import How, holds_triplet
from engine.tables import CLAIM_PLACES, SUIT_CLAIMS, SUIT_MASK, list_held
from engine.tiles import ALL_KINDS, COPIES, DRAGON, Kind
from engine.window import ORDERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.hand import Hand
    from engine.seat import Seat
    from engine.waits import Wait

_PAIR: Final = 2
_TRIPLET: Final = 3
_ZHAN_PAIRS: Final = 5


def list_turn_actions(hand: Hand, seat: Seat) -> tuple[SeatAction, ...]:
    """Return all that the seat to act may do (C5, C10, H10), wins first, then gangs, then discards in tile order."""
    number = seat.seat
    gangs = tuple(_own_gangs(hand, seat)) if seat.pengs or COPIES in seat.counts else ()
    if seat.is_listening or hand.is_dealt_out:
        return _list_bound_actions(hand, seat, gangs)
    discards: Iterable[Discard] = compress(DISCARDS[number], seat.counts)
    if seat.barred:
        discards = [action for action in discards if action.tile not in seat.barred]
    listens = hand.listen_discards(number)
    if listens or seat.must_listen:
        listening = [LISTENING_DISCARDS[number][kind] for kind in listens]
        return (*gangs, *listening) if seat.must_listen else (*gangs, *discards, *listening)
    return (*gangs, *discards)


def _list_bound_actions(hand: Hand, seat: Seat, gangs: tuple[SeatAction, ...]) -> tuple[SeatAction, ...]:
    """Do it for a seat that listens, or to which a tile was dealt out: it wins, or lays off what it drew (C10, M8)."""
    wins = (WINS[seat.seat],) if can_win_on_draw(hand, seat) else ()
    if hand.is_dealt_out:
        return (*wins, PASSES[seat.seat])
    assert seat.drawn is not None  # noqa: S101 (a listening seat acts on a tile drawn)
    return (*wins, *gangs, DISCARDS[seat.seat][seat.drawn])


def can_win_on_draw(hand: Hand, seat: Seat) -> bool:
    """Say whether the seat may win with the tile just drawn: a wait, the bao, or a house rule's draw (C9, H4, H20)."""
    tile = seat.drawn
    if not seat.is_listening or tile is None:
        return False
    return seat.waits_for(tile) or is_mobao(hand, tile) or bool(list_house_draws(hand, seat, tile))


def is_mobao(hand: Hand, tile: Kind) -> bool:
    """Say whether a drawn tile wins as the bao whatever the hand waits for (H4)."""
    return tile == hand.bao and hand.rules.mobao_any


def list_house_draws(hand: Hand, seat: Seat, tile: Kind) -> tuple[How, ...]:
    """Return the house rules by which a listening seat may win with a tile just drawn (H20)."""
    found: list[How] = []
    if hand.rules.dragon_draw and tile == DRAGON:
        found.append("dragon_draw")
    if hand.rules.big_wind == "fourth_tile":
        before = seat.counts.copy()
        before[tile] -= 1
        if holds_triplet(tile, before, seat.melds):
            found.append("big_wind")
    return tuple(found)


def find_seat_listen_discards(hand: Hand, seat: Seat) -> dict[Kind, tuple[Wait, ...]]:
    """Return the discards by which the seat to act may declare listening, with their waits; none for the last tiles."""
    if seat.is_listening or hand.is_last_tiles or not seat.may_be_within(0):
        return {}
    found = seat.live.listen_discards()
    return {kind: waits for kind, waits in found.items() if kind not in seat.barred} if seat.barred else found


def find_claims(hand: Hand, source: int, tile: Kind) -> dict[int, tuple[SeatAction, ...]]:
    """Return, for each seat that may answer to a discard, nearest first, what it may answer, without pass."""
    found: dict[int, tuple[SeatAction, ...]] = {}
    shift, pair, run = CLAIM_PLACES[tile]
    use = pair | run
    order = ORDERS[source]
    seats, may_be_pairs = hand.seats, hand.rules.seven_pairs
    for number in order:
        seat = seats[number]
        uses = SUIT_CLAIMS[seat.live.key >> shift & SUIT_MASK] & use
        if uses or seat.is_listening or may_be_pairs:  # its tiles tell of most seats that they have no answer
            # Who is not the next has a use for a sequence only to listen; so has everybody for a pair.
            only_listens = not uses or (uses == run and number != order[0])
            is_out = only_listens and not seat.is_listening and not seat.may_be_within(1)
            actions = () if is_out else list_claims(hand, seat, source, tile)
            if actions:
                found[number] = actions
    return found


def list_claims(hand: Hand, seat: Seat, source: int, tile: Kind) -> tuple[SeatAction, ...]:
    """Return what a seat may answer to a discard, without pass, best first (C6, C7, H6)."""
    number = seat.seat
    if seat.is_listening:
        wins = (WINS[number],) if seat.waits_for(tile) else ()
        gangs = (MING_GANGS[number],) if _may_gang_discard(hand, seat, tile) else ()
        return wins + gangs
    claims: list[SeatAction] = [*_zhan_claims(hand, seat, tile)] if hand.rules.seven_pairs else []
    runs = list_runs(seat.counts, tile)
    has_pair = seat.counts[tile] >= _PAIR
    if not (runs or has_pair) or not seat.can_meld():
        return tuple(claims)
    pair = (tile, tile)
    if seat.may_be_within(1):
        claims += [
            make_chi(number, own, True) for own in runs if _leads_to_listening(hand, seat, MeldType.CHI, tile, own)
        ]
        if has_pair and _leads_to_listening(hand, seat, MeldType.PENG, tile, pair):
            claims.append(LISTENING_PENGS[number])
    if has_pair:
        if _may_gang_discard(hand, seat, tile):
            claims.append(MING_GANGS[number])
        if _leaves_a_discard(hand, seat, MeldType.PENG, tile, pair):
            claims.append(PENGS[number])
    if number == ORDERS[source][0]:
        claims += [make_chi(number, own) for own in runs if _leaves_a_discard(hand, seat, MeldType.CHI, tile, own)]
    return tuple(claims)


def list_bao_calls(hand: Hand, seat: int) -> tuple[SeatAction, ...]:
    """Return the call for a new bao, where listening players call it and its other copies are visible (Q10)."""
    is_called = hand.seats[seat].is_listening and hand.rules.bao_change == "call" and can_change_bao(hand)
    return (CallBao(seat),) if is_called else ()


def list_barred(hand: Hand, meld: MeldType, tile: Kind, own: tuple[Kind, ...]) -> frozenset[Kind]:
    """Return the kinds that may not be discarded right after a chi or peng: none with `swap_call` (C5)."""
    if hand.rules.swap_call or meld is MeldType.ZHAN:
        return frozenset()
    if meld is MeldType.PENG:
        return frozenset({tile})
    tiles = sorted((*own, tile))
    other_ends = set()
    if tile == tiles[0] and tiles[2] % 9 != 8:
        other_ends.add(tiles[2] + 1)
    if tile == tiles[2] and tiles[0] % 9 != 0:
        other_ends.add(tiles[0] - 1)
    return frozenset({tile, *other_ends})


def _own_gangs(hand: Hand, seat: Seat) -> Iterator[SeatAction]:
    """Yield the an and jia gangs of an own turn that did not begin with a chi or peng (C4, C5; after listening C10)."""
    gangs_again = hand.rules.last_tiles_dealt and hand.is_gang_draw  # with a replacement from the last tiles: M8
    if not hand.wall.left or hand.is_after_claim or (hand.is_last_tiles and not gangs_again):
        return
    if seat.is_listening and hand.rules.gang_after_listening == "never":
        return
    kinds: Iterable[Kind] = ALL_KINDS
    if seat.is_listening or hand.is_last_tiles:
        kinds = () if seat.drawn is None else (seat.drawn,)
    for kind in kinds if COPIES in seat.counts and seat.can_meld() else ():
        if seat.counts[kind] == COPIES:
            meld = Meld(MeldType.AN_GANG, (kind,) * COPIES)
            if not seat.is_listening or _keeps_waits(hand, seat, kind, COPIES, [*seat.melds, meld]):
                yield AnGang(seat.seat, kind)
    for place, peng in enumerate(seat.melds):
        if peng.type is MeldType.PENG and peng.kind in kinds and seat.counts[peng.kind]:
            melds = [*seat.melds[:place], Meld(MeldType.JIA_GANG, (peng.kind,) * COPIES), *seat.melds[place + 1 :]]
            if not seat.is_listening or _keeps_waits(hand, seat, peng.kind, 1, melds):
                yield JiaGang(seat.seat, peng.kind)


def _may_gang_discard(hand: Hand, seat: Seat, tile: Kind) -> bool:
    if seat.counts[tile] != _TRIPLET or not hand.wall.left or not seat.can_meld():
        return False
    if not seat.is_listening:
        return True
    melds = [*seat.melds, Meld(MeldType.MING_GANG, (tile,) * COPIES)]
    return hand.rules.gang_after_listening == "same_waits" and _keeps_waits(hand, seat, tile, _TRIPLET, melds)


def _keeps_waits(hand: Hand, seat: Seat, kind: Kind, taken: int, melds: list[Meld]) -> bool:
    """Say whether a listening hand waits for exactly the same tiles after a gang (C10)."""
    counts = seat.counts.copy()
    counts[kind] -= taken
    waits = check_listen(counts, melds, hand.rules).waits
    return [wait.kind for wait in waits] == [wait.kind for wait in seat.waits]


def _leads_to_listening(hand: Hand, seat: Seat, meld: MeldType, tile: Kind, own: tuple[Kind, ...]) -> bool:
    discards = seat.live.claim(meld, tile, own).listen_discards()
    return bool(discards) and not list_barred(hand, meld, tile, own).issuperset(discards)


def _leaves_a_discard(hand: Hand, seat: Seat, meld: MeldType, tile: Kind, own: tuple[Kind, ...]) -> bool:
    if hand.rules.swap_call:
        return True
    return not list_barred(hand, meld, tile, own).issuperset(list_held(seat.live.claim(meld, tile, own).key))


def _zhan_claims(hand: Hand, seat: Seat, tile: Kind) -> Iterator[SeatAction]:
    """Yield zhan where five pairs and a twin of the tile are in a hand without melds (Q6, C27)."""
    if seat.melds or seat.counts[tile] % 2 == 0:
        return
    if sum(count // 2 for count in seat.counts) == _ZHAN_PAIRS and _leads_to_listening(
        hand, seat, MeldType.ZHAN, tile, (tile,)
    ):
        yield Zhan(seat.seat)
