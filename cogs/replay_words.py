"""What happened at a step of a replay, in words. Pure: from events to sentences.

Rule: from a seat nothing is told but what that seat knew then (`Event.seen_by`), and what it was asked itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.in_words import tell_listening
from cogs.words import escape_name, join_words, name_tile, name_tiles, name_waits
from engine.actions import AnGang, CallBao, Chi, JiaGang, MingGang, Peng, SayListen, Win, Zhan
from engine.events import (
    BaoSet,
    Claimed,
    ClaimsClosed,
    Dealt,
    Discarded,
    Drew,
    Ganged,
    ListenFailed,
    WallExhausted,
    WinPassed,
    Won,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.replay_press import Look
    from cogs.texts import Texts
    from engine.actions import SeatAction
    from engine.events import Event
    from engine.record import Json
    from engine.record_reading import Line
    from engine.record_steps import ReplayedHand
    from engine.tiles import Kind
    from engine.view import View

_NONE = "none"
"""In place of a tile that is not known."""

ACTS = (
    "win", "tongbao", "dragon_bao", "big_wind", "chi_listen", "peng_listen", "zhan", "gang", "peng", "chi", "listen",
    "bao",
)  # fmt: skip
"""What can be offered, `replay-act-ACT`: the record's words, and two of a seat's own turn."""


def name_player(texts: Texts, player: Json) -> str:
    """Return who sat at a seat, as a record names them, safe between markup; who was forgotten has no name."""
    number = player["name"].rpartition(" ")[2]
    if player["kind"] == "computer" and number.isdecimal():
        return texts.say("computer-name", number=int(number))
    return escape_name(player["name"]) if player["name"] else texts.say("board-nameless")


def tell_step(hand: ReplayedHand, stop: int, look: Look, texts: Texts, names: Sequence[str]) -> list[str]:
    """Return what happened since the stop before, in sentences; `names`: of the seats."""
    stops = hand.list_stops(None if look.is_open else look.seat)
    before = max((each for each in stops if each < stop), default=-1)
    steps = hand.steps[before + 1 : stop + 1]
    told = [_tell_around(line, texts, names) for step in steps for line in step.around]
    seen = [see(event, look) for step in steps for event in step.events]
    told += tell_events([event for event in seen if event is not None], look, texts, names, hand.start["dealer"])
    if hand.void_why is not None and stop == hand.last:
        told.append(texts.say("result-void"))
    return told


def see(event: Event, look: Look) -> Event | None:
    """Return an event as it is told in a look."""
    return event if look.is_open else event.seen_by(look.seat)


def tell_events(events: Sequence[Event], look: Look, texts: Texts, names: Sequence[str], dealer: int) -> Iterator[str]:
    """Yield a sentence for each event, one for a draw that is known and the discard after it."""
    teller = _Teller(look, texts, names, dealer)
    for before, event, following in zip((None, *events), events, (*events[1:], None), strict=False):
        if isinstance(before, Drew) and isinstance(event, Discarded) and _is_turn(before, event):
            yield teller.tell_turn(before, event)
        elif not (isinstance(event, Drew) and (_is_turn(event, following) or _is_hidden_turn(event))):
            yield from teller.tell(event)


def _is_turn(drew: Drew, following: Event | None) -> bool:
    return drew.tile is not None and isinstance(following, Discarded) and following.seat == drew.seat


def _is_hidden_turn(drew: Drew) -> bool:
    """Say whether nothing is worth a word but what the seat does next: everybody draws in turn."""
    return drew.tile is None and drew.source == "front"


def _tell_around(line: Line, texts: Texts, names: Sequence[str]) -> str:
    key = line.type if line.type != "autoplay" else "autoplay-on" if line["on"] else "autoplay-off"
    return texts.say(f"replay-{key}", name=names[line["seat"]])


class _Teller:
    """Tells events in a language."""

    def __init__(self, look: Look, texts: Texts, names: Sequence[str], dealer: int) -> None:
        self._look = look
        self._texts = texts
        self._names = names
        self._dealer = dealer

    def _say(self, key: str, seat: int, **facts: str | int) -> str:
        return self._texts.say(key, name=self._names[seat], **facts)

    def _tile(self, kind: Kind | None) -> str:
        return _NONE if kind is None else name_tile(self._texts, kind)

    def tell_turn(self, drew: Drew, discarded: Discarded) -> str:
        """Return a draw that is known and the discard after it as one sentence."""
        if discarded.drawn:
            return self._say("replay-turn-drawn", drew.seat, tile=self._tile(drew.tile), **self._how(discarded))
        tiles = {"drawn": self._tile(drew.tile), "tile": self._tile(discarded.tile)}
        return self._say("replay-turn", drew.seat, **tiles, **self._how(discarded))

    def _how(self, discarded: Discarded) -> dict[str, str]:
        listens = self._texts.say("replay-listens", listen="yes" if discarded.listen else "no")
        return {"listens": listens, "auto": self._texts.say("replay-auto", auto=discarded.auto or _NONE)}

    def tell(self, event: Event) -> Iterator[str]:
        """Yield what an event says."""
        texts, names = self._texts, self._names
        match event:
            case Dealt():
                throws = join_words(texts, ("+".join(map(str, throw)) for throw in event.dice))
                yield texts.say("replay-deal", name=names[self._dealer], dice=throws)
            case BaoSet():
                yield self._tell_bao(event)
            case Drew(seat=seat, source=source):
                yield self._say("replay-draw", seat, tile=self._tile(event.tile), source=source)
            case Discarded(seat=seat):
                yield self._say("replay-discard", seat, tile=self._tile(event.tile), **self._how(event))
            case ClaimsClosed():
                yield from self._tell_claims(event)
            case Claimed():
                yield self._tell_claim(event)
            case Ganged(act=act, seat=seat):
                yield self._say(f"replay-{act}", seat, tile=self._tile(event.tile))
            case WinPassed(seat=seat):
                yield self._say("replay-pass-win", seat, tile=self._tile(event.tile))
            case ListenFailed(seat=seat):
                yield self._say("replay-listen-failed", seat)
            case Won():
                giver = "" if event.source is None else names[event.source]
                facts = {"winner": names[event.seat], "source": giver, "tile": self._tile(event.tile)}
                yield texts.say(f"result-won-{event.how}", **facts)
            case WallExhausted():
                yield texts.say("result-draw")

    def _tell_bao(self, event: BaoSet) -> str:
        tile = self._tile(event.tile)
        if event.why == "deal" or event.seat is None:
            return self._texts.say(f"replay-bao-{event.why}", tile=tile, old=self._tile(event.old))
        dice = "" if event.dice is None else "+".join(map(str, event.dice))
        return self._say(
            f"replay-bao-{event.why}", event.seat, tile=tile, old=self._tile(event.old), dice=dice or _NONE
        )

    def _tell_claim(self, event: Claimed) -> str:
        source, tile = self._names[event.source], self._tile(event.tile)
        own = name_tiles(self._texts, sorted(event.own))
        listen = "yes" if event.listen else "no"
        return self._say(f"replay-{event.act}", event.seat, source=source, tile=tile, own=own, listen=listen)

    def _tell_claims(self, event: ClaimsClosed) -> Iterator[str]:
        """Say who could have answered what, and did not."""
        answers = {seat: act for seat, act, _ in event.answers}
        for seat, acts in event.offered:
            answer = answers.get(seat)
            if answer in {None, "pass"}:
                offered = join_words(self._texts, (self._texts.say(f"replay-act-{act}") for act in acts))
                yield self._say("replay-could", seat, acts=offered, answer=answer or _NONE)


def tell_choices(view: View, texts: Texts, names: Sequence[str]) -> list[str]:
    """Return what the seat that looks was asked and could listen by; nothing with all hands open or when it is over."""
    own, seat = view.own, view.viewer
    if own is None or seat is None or own.decision is None or view.opened is not None or view.result is not None:
        return []
    acts = [act for action in own.actions if (act := _name_act(action)) is not None]
    told = []
    if acts:
        named = join_words(texts, (texts.say(f"replay-act-{act}") for act in dict.fromkeys(acts)))
        told.append(texts.say("replay-may", name=names[seat], acts=named))
    return told + tell_listening(own, texts)


def _name_act(action: SeatAction) -> str | None:
    match action:
        case Win():
            return "win"
        case MingGang() | AnGang() | JiaGang():
            return "gang"
        case Zhan():
            return "zhan"
        case Peng(listen=listen):
            return "peng_listen" if listen else "peng"
        case Chi(listen=listen):
            return "chi_listen" if listen else "chi"
        case SayListen():
            return "listen"
        case CallBao():
            return "bao"
        case _:
            return None


def tell_waits(view: View, texts: Texts, names: Sequence[str]) -> list[str]:
    """Return what is waited for: by the seat that looks, or by all where their hands lie open; not once it is over."""
    if view.result is not None:
        return []
    if view.opened is not None:
        waits = list(view.opened.waits)
    else:
        waits = [view.own.waits if view.own is not None and seat == view.viewer else () for seat in range(len(names))]
    return [
        texts.say("replay-waits", name=name, waits=name_waits(texts, own))
        for name, own in zip(names, waits, strict=True)
        if own
    ]


MOMENTS = ("turn", "chi", "peng", "zhan", "gang", "listen", "bao", "win", "draw", "deal", "void")
"""What a stop can be, in a word: `replay-moment-MOMENT`."""


def name_moment(event: Event) -> str:
    """Return what a step is whose weightiest event this is: one of MOMENTS."""
    match event:
        case Won():
            return "win"
        case WallExhausted():
            return "draw"
        case Discarded(listen=True):
            return "listen"
        case Ganged() | Claimed(act="ming_gang"):
            return "gang"
        case BaoSet():
            return "bao"
        case Claimed(act=act):
            return act
        case _:
            return "turn"


def weigh(event: Event) -> int:
    """Return how much an event matters to who looks for something in a hand; 0: an ordinary turn."""
    match event:
        case Won() | WallExhausted():
            return 5
        case Discarded(listen=True):
            return 4
        case Ganged() | Claimed(act="ming_gang" | "zhan"):
            return 3
        case BaoSet(why="changed" | "called"):
            return 3
        case Claimed():
            return 2
        case _:
            return 0
