"""From what a seat may do to what its panel offers, and from a press back to an action. Pure: no Discord, no host.

Rule: the panel that was sent and the press that comes back are read with the same functions from the same `OwnView`,
so a place can only mean what the player saw. Whoever applies the action still leaves legality to the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cogs.presses import Act
from engine.actions import (
    AnGang,
    CallBao,
    Chi,
    Discard,
    JiaGang,
    MingGang,
    Pass,
    Peng,
    SayListen,
    SeatAction,
    Win,
    Zhan,
)
from engine.tiles import Kind
from engine.view import OwnView, WaitView


class Mode(StrEnum):
    """What an own-hand panel is asking at the moment."""

    PLAY = "play"
    LISTEN = "listen"
    """The tile buttons declare listening (听)."""
    CHI = "chi"
    GANG = "gang"
    CLAIM_LISTEN = "claim_listen"
    SURE_PASS = "sure_pass"  # noqa: S105 (no password)
    SURE_DISCARD = "sure_discard"


CHOOSER_MODES = {Act.CHI: Mode.CHI, Act.GANG: Mode.GANG, Act.LISTEN: Mode.CLAIM_LISTEN}
"""Prompts that open a list when there is more than one way."""

PROMPTS = (Act.CHI, Act.PENG, Act.GANG, Act.LISTEN, Act.WIN, Act.PASS)
"""吃 碰 杠 听 胡 过 (P6), in the order shown."""


@dataclass(frozen=True, slots=True)
class TileChoice:
    """One tile of the own hand as a button: its place, its kind, whether it was just drawn, whether it can be pressed.

    `waits`: in listening mode, what discarding it would wait for.
    """

    place: int
    kind: Kind
    is_drawn: bool
    is_live: bool
    waits: tuple[WaitView, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a press comes to: an action to submit, or another mode of the panel (with the place it is about)."""

    action: SeatAction | None = None
    mode: Mode = Mode.PLAY
    place: int | None = None


def list_hand(own: OwnView) -> tuple[Kind, ...]:
    """Return the tiles of the own hand in the panel's order: sorted, a drawn tile last."""
    return own.concealed if own.drawn is None else (*own.concealed, own.drawn)


def list_tile_choices(own: OwnView, mode: Mode) -> list[TileChoice]:
    """Return the own hand as choices: those live that may be discarded (in listening mode: with listening)."""
    with_listen = mode is Mode.LISTEN
    live = {item.tile for item in own.actions if isinstance(item, Discard) and item.listen is with_listen}
    waits = dict(own.listen_discards) if with_listen else {}
    last = len(own.concealed) if own.drawn is not None else None
    return [
        TileChoice(place, kind, place == last, kind in live, waits.get(kind, ()))
        for place, kind in enumerate(list_hand(own))
    ]


def list_ways(own: OwnView, prompt: Act) -> list[SeatAction]:
    """Return the actions behind one of the six prompts, in the engine's order.

    听 stands for what declares listening without a choice of tile (chi-listen, peng-listen, zhan, saying it first);
    listening by a discard is a mode of the tile buttons (`can_listen_by_discard`).
    """
    return [item for item in own.actions if _prompt_of(item) is prompt]


def _prompt_of(action: SeatAction) -> Act:
    match action:
        case Discard():
            return Act.DISCARD
        case Chi(listen=True) | Peng(listen=True) | Zhan() | SayListen():
            return Act.LISTEN
        case Chi():
            return Act.CHI
        case Peng():
            return Act.PENG
        case MingGang() | AnGang() | JiaGang():
            return Act.GANG
        case Win():
            return Act.WIN
        case Pass():
            return Act.PASS
        case CallBao():
            return Act.CALL_BAO


def can_listen_by_discard(own: OwnView) -> bool:
    """Say whether some discard may declare listening."""
    return any(isinstance(item, Discard) and item.listen for item in own.actions)


def is_win_on_offer(own: OwnView) -> bool:
    """Say whether the seat may win now."""
    return any(isinstance(item, Win) for item in own.actions)


def is_live(own: OwnView, prompt: Act) -> bool:
    """Say whether a prompt can be pressed."""
    return bool(list_ways(own, prompt)) or (prompt is Act.LISTEN and can_listen_by_discard(own))


def choose(own: OwnView, act: Act, place: int | None, *, is_careful: bool = False) -> Chosen | None:
    """Read a press on the hand panel: the action, or the mode that it opens; None if it means nothing (any more).

    A win on offer is never lost by one stray tap: whatever else would let it go is asked once more. `is_careful`: so
    is every discard.
    """
    match act:
        case Act.DISCARD | Act.LISTEN_DISCARD | Act.SURE_DISCARD:
            return _choose_discard(own, act, place, is_careful=is_careful)
        case Act.PASS if is_win_on_offer(own):
            return Chosen(mode=Mode.SURE_PASS)
        case Act.SURE_PASS:
            return _first(list_ways(own, Act.PASS))
        case Act.BACK | Act.REFRESH:
            return Chosen()
        case Act.LISTEN if can_listen_by_discard(own):
            return Chosen(mode=Mode.LISTEN)
        case Act.CHI | Act.PENG | Act.GANG | Act.LISTEN | Act.WIN | Act.PASS | Act.CALL_BAO:
            return _choose_way(own, act, place)
        case _:
            return None


def _first(ways: list[SeatAction]) -> Chosen | None:
    return Chosen(action=ways[0]) if ways else None


def _choose_way(own: OwnView, act: Act, place: int | None) -> Chosen | None:
    ways = list_ways(own, act)
    if place is not None:
        return Chosen(action=ways[place]) if place < len(ways) else None
    if len(ways) > 1 and act in CHOOSER_MODES:
        return Chosen(mode=CHOOSER_MODES[act])
    return _first(ways)


def _choose_discard(own: OwnView, act: Act, place: int | None, *, is_careful: bool) -> Chosen | None:
    hand = list_hand(own)
    if place is None or place >= len(hand):
        return None
    if act is not Act.SURE_DISCARD and is_win_on_offer(own):
        return Chosen(mode=Mode.SURE_DISCARD, place=place)
    wanted = [
        item
        for item in own.actions
        if isinstance(item, Discard) and item.tile == hand[place] and item.listen is (act is Act.LISTEN_DISCARD)
    ]
    if not wanted:
        return None
    # Listening has its own two steps already.
    if is_careful and act is Act.DISCARD:
        return Chosen(mode=Mode.SURE_DISCARD, place=place)
    return Chosen(action=wanted[0])
