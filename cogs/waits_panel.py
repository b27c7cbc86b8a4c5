"""What one's hand waits for, or what it lacks to listen, condition by condition. Pure: from a snapshot to a panel.

Everything comes from the seat's own view; nothing here knows more than its player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.panel import Panel
from cogs.words import name_tile, name_waits
from engine.analysis import check_listen
from engine.conditions import judge_nearness
from engine.distance import OUT_OF_REACH
from engine.sight import read_view
from engine.view import WaitView
from host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.texts import Texts
    from engine.conditions import Condition, Nearness
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import OwnView, View
    from host.reports import TableSnapshot


def build_waits_panel(snapshot: TableSnapshot, texts: Texts) -> Panel:
    """Return the answer to `/waits` for whom the snapshot was taken; HostError `not_seated`, `no_hand`."""
    if snapshot.viewer_seat is None:
        raise HostError("not_seated")
    view = snapshot.view
    if view is None or view.own is None or view.phase == "over":
        raise HostError("no_hand")
    own = view.own
    if own.waits:
        return _tell_listening(view, own, texts)
    if own.listen_discards:
        return _tell_choices(own, texts)
    if view.is_last_tiles:
        return Panel().write(texts.say("waits-last-tiles"))
    sight = read_view(view, own)
    is_to_discard = view.phase == "turn" and view.turn == view.viewer
    if not is_to_discard:
        waits = check_listen(sight.counts, sight.melds, snapshot.rules).waits
        if waits:
            seen = [WaitView(wait.kind, wait.is_kadang, sight.unseen[wait.kind]) for wait in waits]
            return Panel().write(texts.say("waits-ready"), *list_wait_lines(seen, texts), texts.say("waits-ready-how"))
    nearness = judge_nearness(sight.counts, sight.melds, snapshot.rules)
    return Panel().write(
        _say_distance(nearness, texts, is_to_discard=is_to_discard),
        *list_conditions(nearness, snapshot.rules, texts, sight.melds),
    )


def _tell_listening(view: View, own: OwnView, texts: Texts) -> Panel:
    unseen = sum(wait.left for wait in own.waits)
    return Panel().write(
        texts.say("waits-listening"),
        *list_wait_lines(own.waits, texts),
        texts.say("waits-unseen", unseen=unseen, wall=view.wall_left),
        None if own.bao is None else texts.say("hand-bao", tile=name_tile(texts, own.bao)),
    )


def _tell_choices(own: OwnView, texts: Texts) -> Panel:
    return Panel().write(
        texts.say("waits-choices"),
        *(
            texts.say("hand-listen-tile", tile=name_tile(texts, tile), waits=name_waits(texts, waits))
            for tile, waits in own.listen_discards
        ),
        texts.say("waits-choices-how"),
    )


def list_wait_lines(waits: Sequence[WaitView], texts: Texts) -> list[str]:
    """Return a line for each wait: the tile, how many are unseen, whether it is kadang."""
    return [
        texts.say(
            "waits-line",
            tile=name_tile(texts, wait.tile),
            left=wait.left,
            kind="kadang" if wait.is_kadang else "plain",
        )
        for wait in waits
    ]


def _say_distance(nearness: Nearness, texts: Texts, *, is_to_discard: bool) -> str:
    if nearness.distance == OUT_OF_REACH:
        return texts.say("waits-never")
    if nearness.distance == 0:
        return texts.say("waits-only-closed")
    return texts.say("waits-not-yet", distance=nearness.distance, after="discard" if is_to_discard else "draw")


def list_conditions(nearness: Nearness, rules: Rules, texts: Texts, melds: Sequence[Meld] = ()) -> list[str]:
    """Return a line for each condition that the rules ask of a hand, met or not."""
    lines = [_say_condition(condition, nearness, rules, texts) for condition in nearness.conditions]
    if rules.seven_pairs and not melds:
        lines.append(texts.say("waits-pairs"))
    return lines


def _say_condition(condition: Condition, nearness: Nearness, rules: Rules, texts: Texts) -> str:
    return texts.say(
        f"need-{condition.code}",
        met="yes" if condition.is_met else "no",
        suits=rules.min_suits,
        terminal=rules.terminal_at,
        dragon=rules.dragon_for_triplet,
        sequence=rules.sequence_at,
        least=rules.min_concealed,
        concealed=nearness.concealed,
        shape=nearness.shape,
    )
