"""Replaying a hand from its deal and its list of actions: the same events come out, always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.hand import Hand
from engine.outcome import HandSetup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.actions import Action, Auto
    from engine.rules import Rules
    from engine.shuffle import Deal


def replay_hand(rules: Rules, deal: Deal, setup: HandSetup, history: Iterable[tuple[Action, Auto]]) -> Hand:
    """Play a hand again; RuleError if an action of the list is illegal.

    The deal must be dealt anew (`deal_hand`), since later dice continue its stream of numbers.
    """
    hand = Hand(rules, deal, setup)
    for action, auto in history:
        hand.apply(action, auto)
    return hand
