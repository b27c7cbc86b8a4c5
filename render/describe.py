"""The twins of the pictures in text: the same facts in words, for alt texts and for playing without seeing.

Discord takes 1,024 characters of alt text. Everything is told in full where it fits; where it does not, the oldest
discards go first, then names are cut; what a player must know to act is never dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.melds import Meld, MeldType
from render.explain import explain_lines, name_win
from render.facts import find_known_bao, find_open_tile, find_shown_hand, is_gang_open, list_aside_baos
from render.plate import name_seat
from render.words import name_tile, name_tiles, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.tiles import Kind
    from engine.view import FaceDownGang, OwnView, RiverTile, View, WaitView
    from render.labels import Language, SeatLabel

LIMIT = 1024
"""Characters that Discord takes as alt text."""

_NAME_LIMIT = 32


def describe_table(view: View, labels: Sequence[SeatLabel], language: Language = "zh-CN") -> str:
    """Return what `draw_table` shows, in at most 1,024 characters: state first, then seat by seat in order of play."""
    names = [name_seat(label, seat, language) for seat, label in enumerate(labels)]

    def write(river_limit: int, name_limit: int) -> str:
        short = [_cut(name, name_limit) for name in names]
        parts = [_tell_state(view, short, language)]
        parts += [_tell_seat(view, seat, labels[seat], short, language, river_limit) for seat in _order(view)]
        return "\n".join(parts)

    return _fit(write)


def describe_hand(view: View, language: Language = "zh-CN") -> str:
    """Return what `draw_hand` shows, in at most 1,024 characters; raise ValueError for a spectator's view."""
    if view.viewer is None or view.own is None:
        raise ValueError("a spectator has no hand")
    own = view.own
    seat = view.seats[view.viewer]
    parts = [_tell_request(view, own, language)]
    parts.append(say(language, "own_tiles", tiles=name_tiles(own.concealed, language)))
    if own.drawn is not None:
        parts.append(say(language, "drawn", tile=name_tile(own.drawn, language)))
    if seat.melds:
        parts.append(say(language, "melds", melds=tell_melds(seat.melds, (), language)))
    if seat.is_listening:
        parts.append(say(language, "is_listening"))
    if own.waits:
        parts.append(say(language, "waits_for", waits=tell_waits(own.waits, language)))
    parts += [
        say(language, "may_listen", tile=name_tile(tile, language), waits=tell_waits(waits, language))
        for tile, waits in own.listen_discards
    ]
    if own.refusal:
        reasons = say(language, "comma").join(say(language, code) for code in own.refusal)
        parts.append(say(language, "may_not_listen", reasons=reasons))
    parts.append(_tell_bao(view, view.old_baos, language))
    if own.decision is not None and view.result is None:
        parts.append(say(language, "left", n=view.wall_left))
    return _cut(say(language, "stop").join(part for part in parts if part), LIMIT)


def describe_result(
    view: View, labels: Sequence[SeatLabel], deltas: Sequence[int], language: Language = "zh-CN"
) -> str:
    """Return what `draw_result` shows, in at most 1,024 characters; raise ValueError while the hand is not over."""
    result = view.result
    if result is None:
        raise ValueError("the hand is not over")
    names = [name_seat(label, seat, language) for seat, label in enumerate(labels)]

    def write(_: int, name_limit: int) -> str:
        short = [_cut(name, name_limit) for name in names]
        parts = [_tell_end(view, short, language)]
        if result.winner is not None:
            winner = view.seats[result.winner]
            parts.append(say(language, "own_tiles", tiles=name_tiles(sorted(result.hands[result.winner]), language)))
            if winner.melds:
                parts.append(say(language, "melds", melds=tell_melds(winner.melds, short, language)))
        parts += [f"{word} ({who}) {value}" for word, who, value in explain_lines(result, short, language)]
        for seat, label in enumerate(labels):
            coins = "" if label.coins is None else f" ({label.coins:,})"
            parts.append(f"{short[seat]} {deltas[seat]:+,}{coins}")
        return "\n".join(parts)

    return _fit(write)


def _fit(write: Callable[[int, int], str]) -> str:
    text = ""
    for river_limit, name_limit in ((99, _NAME_LIMIT), (99, 16), *((limit, 12) for limit in range(24, 0, -1)), (0, 6)):
        text = write(river_limit, name_limit)
        if len(text) <= LIMIT:
            return text
    return _cut(text, LIMIT)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _order(view: View) -> list[int]:
    first = view.viewer or 0
    return [(first + step) % 4 for step in range(4)]


def _tell_state(view: View, names: Sequence[str], language: Language) -> str:
    parts = [f"{say(language, view.city)} {say(language, 'hand_number', n=view.hand)}"]
    if view.result is not None:
        parts.append(_tell_end(view, names, language))
    elif view.phase == "turn":
        parts.append(say(language, "turn_of", name=names[view.turn]))
    else:
        parts.append(_tell_open(view, names, language))
    if view.phase == "turn" and view.last_discard is not None:
        seat, kind = view.last_discard
        parts.append(say(language, "last_discard", name=names[seat], tile=name_tile(kind, language)))
    parts += [
        say(language, "left", n=view.wall_left),
        _tell_bao(view, list_aside_baos(view), language),
        say(language, "stake", n=view.stake),
    ]
    if view.is_last_tiles:
        parts.append(say(language, "last_tiles"))
    if view.draws_in_a_row:
        parts.append(say(language, "draws", n=view.draws_in_a_row))
    if view.is_liable_dealer:
        parts.append(say(language, "liable"))
    if view.dice:
        parts.append(say(language, "dice", dice=" ".join("+".join(map(str, throw)) for throw in view.dice)))
    return say(language, "stop").join(part for part in parts if part)


def _tell_open(view: View, names: Sequence[str], language: Language) -> str:
    opened = find_open_tile(view)
    if opened is None:
        return ""
    word = "open_gang" if is_gang_open(view) else "open_discard"
    return say(language, word, name=names[opened[0]], tile=name_tile(opened[1], language))


def _tell_end(view: View, names: Sequence[str], language: Language) -> str:
    result = view.result
    if result is None or result.winner is None or result.tile is None:
        return say(language, "void" if result is not None and result.kind == "void" else "draw_game")
    tile = name_tile(result.tile, language)
    won = say(language, "won", name=names[result.winner], tile=tile, how=name_win(result, language))
    if result.source is not None:
        won += say(language, "won_from", name=names[result.source])
    return won


def _tell_bao(view: View, old_baos: Sequence[Kind], language: Language) -> str:
    bao = find_known_bao(view)
    if bao is not None:
        told = say(language, "bao_is", tile=name_tile(bao, language))
    else:
        told = say(language, "bao_hidden") if view.has_bao else ""
    if old_baos:
        old = say(language, "old_baos", tiles=name_tiles(old_baos, language))
        told = f"{told}{say(language, 'comma')}{old}" if told else old
    return told


def _tell_seat(
    view: View, seat: int, label: SeatLabel, names: Sequence[str], language: Language, river_limit: int
) -> str:
    shown = view.seats[seat]
    marks = [say(language, "mark_dealer")] if seat == view.dealer else []
    marks += [say(language, "streak", n=label.streak)] if seat == view.dealer and label.streak > 1 else []
    marks += [say(language, "is_listening")] if shown.is_listening else []
    marks += [say(language, "away")] if label.is_away else []
    marks += [say(language, "autoplay")] if label.is_autoplay else []
    marks += [say(language, "computer")] if label.is_computer else []
    if label.coins is not None:
        marks.append(say(language, "coins", n=f"{label.coins:,}"))
    head = names[seat] + (f" ({say(language, 'comma').join(marks)})" if marks else "")
    parts = [_tell_concealed(view, seat, language)]
    if view.opened is not None and view.opened.waits[seat]:
        parts.append(say(language, "waits_for", waits=tell_waits(view.opened.waits[seat], language)))
    if shown.melds:
        parts.append(say(language, "melds", melds=tell_melds(shown.melds, names, language)))
    if shown.river:
        parts.append(say(language, "river", tiles=_tell_river(shown.river, language, river_limit)))
    if shown.old_baos:
        parts.append(say(language, "old_baos", tiles=name_tiles(shown.old_baos, language)))
    return f"{head}: {say(language, 'stop').join(parts)}"


def _tell_concealed(view: View, seat: int, language: Language) -> str:
    if view.result is not None and view.result.hands[seat]:
        return name_tiles(sorted(view.result.hands[seat]), language)
    hand = find_shown_hand(view, seat)
    if hand is not None:
        concealed, drawn = hand
        tiles = name_tiles(concealed, language)
        return tiles if drawn is None else f"{tiles} + {name_tile(drawn, language)}"
    return say(language, "concealed", n=view.seats[seat].concealed_count)


def tell_melds(melds: Sequence[Meld | FaceDownGang], names: Sequence[str], language: Language) -> str:
    """Return melds in words, with whom they were taken from if there are names (by seat)."""
    return say(language, "comma").join(_tell_meld(meld, names, language) for meld in melds)


def _tell_meld(meld: Meld | FaceDownGang, names: Sequence[str], language: Language) -> str:
    if not isinstance(meld, Meld):
        return say(language, "face_down")
    word = say(language, meld.type.value)
    tiles = name_tiles(meld.tiles, language) if meld.type is MeldType.CHI else name_tile(meld.kind, language)
    told = f"{word} {tiles}"
    return told + say(language, "taken_from", name=names[meld.source]) if names and meld.source is not None else told


def _tell_river(river: Sequence[RiverTile], language: Language, limit: int) -> str:
    shown = river[-limit:] if limit else ()
    words = ["…"] if len(shown) < len(river) else []
    for tile in shown:
        word = name_tiles((tile.tile,), language)
        if tile.is_listening_discard:
            word += say(language, "river_listening")
        words.append(f"[{word}]" if tile.claimed_by is not None else word)
    return " ".join(words)


def tell_waits(waits: Sequence[WaitView], language: Language) -> str:
    """Return waits in words, each with the copies left."""
    told = [
        f"{name_tile(wait.tile, language)}×{wait.left}" + (f" ({say(language, 'kadang')})" if wait.is_kadang else "")
        for wait in waits
    ]
    return say(language, "comma").join(told)


def _tell_request(view: View, own: OwnView, language: Language) -> str:
    if view.result is not None:
        return say(language, "over")
    if own.decision is None:
        return say(language, "waiting")
    opened = find_open_tile(view)
    if opened is not None:
        return say(language, "asked_about", tile=name_tile(opened[1], language))
    return say(language, "your_turn" if view.turn == view.viewer else "asked_bao")
