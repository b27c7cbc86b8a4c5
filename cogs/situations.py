"""Why a seat may win now, and what else is special about what it is asked. Pure: from a view to a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.choices import is_win_on_offer
from engine.actions import CallBao, Pass, SayListen
from engine.tiles import DRAGON
from engine.window import is_listen_claim

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.view import OwnView, View


def find_win_reason(view: View, rules: Rules) -> str | None:
    """Return why the viewer may win if it is not by an ordinary wait: a drawn or a lying bao, or a house rule's draw.

    One of "mobao", "dragon_draw", "fourth_tile" (own draw), "tongbao", "dragon_bao", "big_wind" (the bao as it lies).
    """
    own = view.own
    if own is None or not is_win_on_offer(own):
        return None
    waits = {wait.tile for wait in own.waits}
    if view.phase == "turn":
        if own.drawn in waits:
            return None
        if own.drawn == own.bao and rules.mobao_any:
            return "mobao"
        return "dragon_draw" if own.drawn == DRAGON and rules.dragon_draw else "fourth_tile"
    window = view.window
    if window is not None and window.kind != "bao" and window.source != view.viewer:
        return None
    if own.bao in waits and rules.instant_bao:
        return "tongbao"
    return "dragon_bao" if own.bao == DRAGON and rules.dragon_bao else "big_wind"


def is_dealt_out(view: View) -> bool:
    """Say whether the viewer holds one of the last tiles that are dealt out: win, or let it go (M8)."""
    return view.phase == "turn" and view.own is not None and any(isinstance(item, Pass) for item in view.own.actions)


def is_to_take(own: OwnView, rules: Rules) -> bool:
    """Say whether the seat has said listen and is now to take the tile (M6)."""
    return rules.listen_claim_steps > 1 and any(map(is_listen_claim, own.actions))


def may_say_listen(own: OwnView) -> bool:
    """Say whether the seat may say listen first and take the tile afterwards (M6)."""
    return any(isinstance(item, SayListen) for item in own.actions)


def may_call_bao(own: OwnView) -> bool:
    """Say whether the seat may call the bao's change (Q10)."""
    return any(isinstance(item, CallBao) for item in own.actions)
