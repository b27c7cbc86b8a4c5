"""Tiles, waits and ways to act in a person's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from engine.actions import AnGang, Chi, JiaGang, MingGang, Peng, SayListen, SeatAction, Zhan
from engine.cities import find_rules, preset_names
from engine.tiles import DRAGON, SUITS, Kind, number_of, suit_of

if TYPE_CHECKING:
    from cogs.texts import Texts
    from engine.rules import Rules
    from engine.view import WaitView, WindowView
    from host.reports import SeatSnapshot


@cache
def name_tile(texts: Texts, kind: Kind, *, is_beside_picture: bool = False) -> str:
    """Return a tile's short label: 5万, 红中; 5 Wan, Red; shorter still where its picture stands beside it."""
    start = "tile-beside" if is_beside_picture else "tile"
    if kind == DRAGON:
        return texts.say(f"{start}-z")
    return texts.say(f"{start}-{SUITS[suit_of(kind)]}", number=number_of(kind))


def name_sequence(texts: Texts, *kinds: Kind | None) -> str:
    """Return tiles of one suit in a row, the suit said once: 678万; 6-7-8 Wan."""
    tiles = sorted(kind for kind in kinds if kind is not None)
    numbers = texts.say("sequence-join").join(str(number_of(kind)) for kind in tiles)
    return texts.say(f"tile-{SUITS[suit_of(tiles[0])]}", number=numbers)


def join_words(texts: Texts, words: Iterable[str]) -> str:
    """Return words as a list in the language's manner."""
    return texts.say("list-join").join(words)


def name_tiles(texts: Texts, kinds: Iterable[Kind]) -> str:
    """Return tiles as a list."""
    return join_words(texts, (name_tile(texts, kind) for kind in kinds))


def say_window(texts: Texts, window: WindowView, name: str) -> str:
    """Return what lies open and whose it is (`name`): a discard, a fourth tile, or that the bao has been changed."""
    tile = "" if window.tile is None else name_tile(texts, window.tile)
    return texts.say(f"window-{window.kind}", name=name, tile=tile)


def name_waits(texts: Texts, waits: Sequence[WaitView]) -> str:
    """Return waits as a list, each with the copies that the viewer has not seen and whether it is kadang."""
    return join_words(
        texts,
        (
            texts.say(
                "hand-wait-kadang" if wait.is_kadang else "hand-wait", tile=name_tile(texts, wait.tile), left=wait.left
            )
            for wait in waits
        ),
    )


def name_way(texts: Texts, action: SeatAction, claimed: Kind | None) -> str:
    """Return the label of one way among several to chi, gang or claim-and-listen. `claimed`: the open discard."""
    tile = "" if claimed is None else name_tile(texts, claimed)
    match action:
        case Chi(own=own, listen=listen):
            key = "way-chi-listen" if listen else "way-chi"
            return texts.say(key, sequence=name_sequence(texts, *own, claimed))
        case Peng():
            return texts.say("way-peng-listen", tile=tile)
        case Zhan():
            return texts.say("way-zhan", tile=tile)
        case SayListen():
            return texts.say("way-say-listen")
        case MingGang():
            return texts.say("way-gang-ming", tile=tile)
        case AnGang(tile=kind):
            return texts.say("way-gang-an", tile=name_tile(texts, kind))
        case JiaGang(tile=kind):
            return texts.say("way-gang-jia", tile=name_tile(texts, kind))
        case _:
            raise ValueError(action)


def name_reasons(texts: Texts, reasons: Iterable[str]) -> str:
    """Return why a hand may not listen (RULES section 2) as a list of words."""
    return join_words(texts, (texts.say(f"reason-{reason}") for reason in reasons))


def show_time(unix: float, *, is_relative: bool = True) -> str:
    """Return Discord's markup for a moment (seconds since 1970), shown by the reader's client in its own time."""
    return f"<t:{int(unix)}:{'R' if is_relative else 'T'}>"


def show_date(unix: float) -> str:
    """Return Discord's markup for a day and time (seconds since 1970), shown by the reader's client as its own."""
    return f"<t:{int(unix)}:f>"


def show_change(change: int, *, grouped: bool = False) -> str:
    """Return a gain or loss with its sign: +12, −3, ±0; `grouped`: +1,200."""
    if change == 0:
        return "±0"
    size = f"{abs(change):,}" if grouped else str(abs(change))
    return f"+{size}" if change > 0 else f"−{size}"


def name_seat(texts: Texts, seat: SeatSnapshot) -> str:
    """Return who sits at a seat, safe to put between markup: a person's name, or a computer player's in words."""
    return texts.say("computer-name", number=seat.computer) if seat.computer is not None else escape_name(seat.name)


def name_rules(texts: Texts, rules: Rules) -> str:
    """Return a table's rules in words: the preset that they are (whatever the stake), else the city's house rules."""
    preset = find_preset(rules)
    if preset is not None and texts.has(f"rules-{preset}"):
        return texts.say(f"rules-{preset}")
    return texts.say("rules-house", city=texts.say(f"rules-{rules.city}"))


def find_preset(rules: Rules) -> str | None:
    """Return the name of the preset that rules are, whatever the stake; None: house rules."""
    is_same = (name for name in preset_names() if find_rules(name, {"stake": rules.stake}) == rules)
    return next(is_same, None)


def escape_name(name: str) -> str:
    """Return a person's name so that nothing in it works as markup, mention, line break or on the text around it."""
    clean = clean_name(name)
    escaped = "".join(f"\\{sign}" if sign in _MARKUP else sign for sign in clean)
    is_leftward = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in clean)
    # Else it would turn the numbers beside it round.
    return f"\u2068{escaped}\u2069" if is_leftward else escaped


def clean_name(*names: str) -> str:
    """Return the first of the names in which there is anything to see, "?" if none.

    It comes on one line, without signs that are invisible or turn the direction of what follows.
    """
    for name in names:
        visible = "".join(sign for sign in name if sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN)
        flat = " ".join(visible.translate(_BLANKS).split())
        if any(unicodedata.category(sign)[0] in "LNPS" for sign in flat):
            return flat
    return "?"


_UNSEEN = frozenset({"Cf", "Co", "Cs"})
_JOINERS = frozenset("\u200c\u200d")
"""They shape letters and emojis."""

_BLANKS = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " ") | dict.fromkeys(range(0x20), " ")
"""Letters and symbols that look like nothing, and control characters."""


_MARKUP = frozenset("\\*_~`|>#-+[]()<@:")
