"""What the pictures show, in words: for who cannot see them, and for slow lines. Pure: from a snapshot to lines.

Rule 1: whatever a picture tells stands here too; what the panel says in its own lines anyway is not said twice.
Rule 2: only what the snapshot's viewer may know, since nothing but its view is read.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cogs.panel import Panel
from cogs.result_panel import list_outcome
from cogs.table_panel import list_table_lines
from cogs.words import join_words, name_seat, name_tile, name_waits
from engine.melds import Meld, MeldType
from engine.tiles import DRAGON, SUITS, number_of, suit_of
from render.facts import find_known_bao, list_aside_baos

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.texts import Texts
    from engine.tiles import Kind
    from engine.view import FaceDownGang, OwnView, RiverTile, View
    from host.reports import TableSnapshot

SEATS = 4


def tell_hand(snapshot: TableSnapshot, texts: Texts) -> list[str]:
    """Return the viewer's own tiles and what was drawn; nothing for a spectator, or when the hand is over."""
    view = snapshot.view
    if view is None or view.own is None or view.result is not None:
        return []
    return [_tell_own(view.own, texts)]


def tell_waits(snapshot: TableSnapshot, texts: Texts) -> list[str]:
    """Return what the viewer waits for, or which discards would listen for what."""
    own = None if snapshot.view is None else snapshot.view.own
    if own is None:
        return []
    waits = [texts.say("hand-waits", waits=name_waits(texts, own.waits))] if own.waits else []
    return waits + tell_listening(own, texts)


def tell_listening(own: OwnView, texts: Texts) -> list[str]:
    """Return each discard that would listen, with what it would wait for."""
    return [
        texts.say("hand-listen-tile", tile=name_tile(texts, tile), waits=name_waits(texts, waits))
        for tile, waits in own.listen_discards
    ]


def _tell_own(own: OwnView, texts: Texts) -> str:
    tiles = group_tiles(own.concealed, texts)
    if own.drawn is None:
        return texts.say("told-hand", tiles=tiles)
    return texts.say("told-hand-drawn", tiles=tiles, tile=name_tile(texts, own.drawn))


def tell_table(snapshot: TableSnapshot, texts: Texts) -> list[str]:
    """Return the table: what all share, then seat by seat in order of play, the viewer's first; none without a hand."""
    view = snapshot.view
    if view is None:
        return []
    first = view.viewer or 0
    seats = [(first + step) % SEATS for step in range(SEATS)]
    return [_tell_state(snapshot, view, texts), *(_tell_seat(snapshot, view, seat, texts) for seat in seats)]


def build_told_table(snapshot: TableSnapshot, texts: Texts) -> Panel:
    """Return the table for one person who asked for it: how play stands or how the hand ended, own hand, all seats."""
    view = snapshot.view
    if view is None:
        return Panel().write(texts.say("told-no-table"))
    if view.result is not None:
        panel = Panel().write(*list_outcome(snapshot, view.result, texts))
    else:
        panel = Panel().write(*list_table_lines(snapshot, view, texts))
    panel.write(*tell_hand(snapshot, texts), *tell_waits(snapshot, texts))
    return panel.write(*tell_table(snapshot, texts))


def _tell_state(snapshot: TableSnapshot, view: View, texts: Texts) -> str:
    facts = [
        texts.say("told-left", left=view.wall_left),
        _tell_bao(view, texts),
        texts.say("told-stake", stake=view.stake),
    ]
    if view.phase == "turn" and view.last_discard is not None:
        seat, kind = view.last_discard
        name = name_seat(texts, snapshot.seats[seat])
        facts.insert(0, texts.say("told-last-discard", name=name, tile=name_tile(texts, kind)))
    aside = list_aside_baos(view)
    if aside:
        facts.append(texts.say("told-old-baos", tiles=_list_tiles(aside, texts)))
    if view.is_last_tiles:
        facts.append(texts.say("told-last-tiles"))
    if view.draws_in_a_row:
        facts.append(texts.say("told-draws", draws=view.draws_in_a_row))
    if view.is_liable_dealer:
        facts.append(texts.say("told-liable"))
    if view.dice:
        throws = join_words(texts, ("+".join(map(str, throw)) for throw in view.dice))
        facts.append(texts.say("told-dice", dice=throws))
    return texts.say("told-join").join(fact for fact in facts if fact)


def _tell_bao(view: View, texts: Texts) -> str:
    bao = find_known_bao(view)
    if bao is not None:
        return texts.say("told-bao", tile=name_tile(texts, bao))
    return texts.say("told-bao-hidden") if view.has_bao else texts.say("told-bao-none")


def _tell_seat(snapshot: TableSnapshot, view: View, seat: int, texts: Texts) -> str:
    holder, shown = snapshot.seats[seat], view.seats[seat]
    marks = [] if view.viewer is None else [texts.say(f"told-place-{(seat - view.viewer) % SEATS}")]
    told = {
        "told-turn": view.phase != "over" and seat == view.turn,
        "told-dealer": seat == view.dealer,
        "told-listening": shown.is_listening,
        "told-away": holder.has_left,
        "told-autoplay": holder.autoplay is not None,
    }
    marks += [texts.say(key) for key, holds in told.items() if holds]
    if holder.coins is not None:
        marks.append(texts.say("told-coins", coins=holder.coins))
    facts = [_tell_concealed(view, seat, texts)]
    if shown.melds:
        melds = (_tell_meld(snapshot, meld, texts) for meld in shown.melds)
        facts.append(texts.say("told-melds", melds=join_words(texts, melds)))
    if shown.old_baos:
        facts.append(texts.say("told-old-baos", tiles=_list_tiles(shown.old_baos, texts)))
    facts.append(_tell_river(shown.river, texts))
    line = texts.say("told-join").join(facts)
    name = name_seat(texts, holder)
    if not marks:
        return texts.say("told-seat-plain", name=name, facts=line)
    return texts.say("told-seat", name=name, marks=join_words(texts, marks), facts=line)


def _tell_concealed(view: View, seat: int, texts: Texts) -> str:
    if view.result is not None and view.result.hands[seat]:
        return texts.say("told-shown", tiles=group_tiles(sorted(view.result.hands[seat]), texts))
    return texts.say("told-concealed", count=view.seats[seat].concealed_count)


def _tell_meld(snapshot: TableSnapshot, meld: Meld | FaceDownGang, texts: Texts) -> str:
    if not isinstance(meld, Meld):
        return texts.say("told-meld-face-down")
    tiles = group_tiles(sorted(meld.tiles), texts) if meld.type is MeldType.CHI else name_tile(texts, meld.kind)
    told = texts.say(f"told-meld-{meld.type}", tiles=tiles)
    if meld.source is None:
        return told
    return texts.say("told-from", meld=told, name=name_seat(texts, snapshot.seats[meld.source]))


def _tell_river(river: Sequence[RiverTile], texts: Texts) -> str:
    if not river:
        return texts.say("told-river-none")
    return texts.say("told-river", tiles=join_words(texts, (_tell_discard(tile, texts) for tile in river)))


def _tell_discard(discard: RiverTile, texts: Texts) -> str:
    tile = name_tile(texts, discard.tile)
    if discard.is_listening_discard:
        tile = texts.say("told-river-listening", tile=tile)
    return tile if discard.claimed_by is None else texts.say("told-river-taken", tile=tile)


def _list_tiles(kinds: Iterable[Kind], texts: Texts) -> str:
    return join_words(texts, (name_tile(texts, kind) for kind in kinds))


def group_tiles(kinds: Sequence[Kind], texts: Texts) -> str:
    """Return tiles in their order, the suit said once for neighbours: 1-1-2 Wan, Red; 112万、红中."""
    words = []
    for suit, members in groupby(kinds, key=suit_of):
        tiles = list(members)
        if suit == suit_of(DRAGON):
            words += [name_tile(texts, DRAGON)] * len(tiles)
        else:
            numbers = texts.say("sequence-join").join(str(number_of(kind)) for kind in tiles)
            words.append(texts.say(f"tile-{SUITS[suit]}", number=numbers))
    return join_words(texts, words)
