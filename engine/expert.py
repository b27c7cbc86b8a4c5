"""The `expert` computer player: it weighs the chance to win against what its discards may cost.

It opens, gets a terminal, a triplet and a second suit, listens as soon as that is good, and with danger about discards
what is safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

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
from engine.analysis import LiveHand
from engine.glance import glance, glance_at_discards
from engine.melds import Meld, MeldType
from engine.prospects import Prospects, Style, list_claimed_hands
from engine.rules import Rules
from engine.sight import Sight, read_view
from engine.tables import list_held
from engine.tiles import COPIES, Kind
from engine.view import OwnView, View, find_owing

if TYPE_CHECKING:
    from engine.goal import Outlook

DEFAULT_STYLE = Style()

_WORSE_THAN_PASS = -100.0
"""The value of a claim that is out of the question."""


def choose_expert(view: View, rules: Rules, rng: Random, style: Style = DEFAULT_STYLE) -> SeatAction:
    """Choose what a seat does that owes an answer: the `expert` player.

    Args:
        view: What the seat sees; nothing else is known. The same view and the same state of `rng` give the same choice.
        rules: The table's rules, since a view names only its city.
        rng: Breaks ties.
        style: How the player weighs things.

    Returns:
        One of `view.own.actions`.

    Raises:
        RuleError: `not_asked` if the viewer owes no answer.
    """
    own = find_owing(view)
    actions = own.actions
    for action in actions:
        if isinstance(action, (Win, CallBao)):
            return action
    if len(actions) == 1:
        return actions[0]
    sight = read_view(view, own)
    if view.seats[sight.seat].is_listening:
        return _choose_locked(actions, sight)
    if view.phase == "turn":
        values = _value_turn(view, own, sight, rules, style)
    else:
        values = _value_claims(view, actions, Prospects(sight, rules, style))
    best = max(value for value, _ in values)
    ties = [action for value, action in values if value == best]
    return ties[0] if len(ties) == 1 else rng.choice(ties)


Valued = list[tuple[float, SeatAction]]


def _choose_locked(actions: Sequence[SeatAction], sight: Sight) -> SeatAction:
    """Play a locked hand: a gang that keeps the waits is one draw more, unless someone else could win on it."""
    for action in actions:
        match action:
            case AnGang() | MingGang():
                return action
            case JiaGang(tile=tile) if not any(danger[tile] for danger in sight.dangers.values()):
                return action
            case _:
                pass
    return actions[-1]


# ---- the own turn


def _value_turn(view: View, own: OwnView, sight: Sight, rules: Rules, style: Style) -> Valued:
    prospects = Prospects(sight, rules, style)
    values: Valued = []
    for action in own.actions:
        if isinstance(action, (AnGang, JiaGang)):
            values.append((_value_gang(action, prospects), action))
    discards = [action for action in own.actions if isinstance(action, Discard)]
    live = LiveHand(sight.counts, sight.melds, rules)
    listen = {tile: [(wait.tile, wait.is_kadang) for wait in waits] for tile, waits in own.listen_discards}
    plain = {action.tile for action in discards if not action.listen}
    worth: dict[Kind, float] = {}
    if plain:
        is_free = len(plain) == len(list_held(live.key))
        looks = glance_at_discards(live, only_nearest=is_free and not sight.dangers)
        allowed = looks if is_free else {kind: look for kind, look in looks.items() if kind in plain}
        worth = _value_discards(live, allowed, prospects, can_be_won=not view.is_last_tiles)
    for action in discards:
        if action.listen:
            value = prospects.value_listening(listen[action.tile])
            values.append((value - prospects.cost_of_discard(action.tile, listens=True), action))
        elif action.tile in worth:
            values.append((worth[action.tile], action))
    return values


def _value_discards(
    live: LiveHand, looks: Outlook, prospects: Prospects, *, can_be_won: bool = True
) -> dict[Kind, float]:
    """Value the discards worth a thought, of those looked at: the nearest to listening, and with danger about all."""
    in_danger = bool(prospects.sight.dangers) and can_be_won
    values: dict[Kind, float] = {}
    nearest = min([distance for distance, _ in looks.values()], default=0)
    for kind, (distance, useful) in looks.items():
        if distance > nearest and not in_danger:
            continue
        if distance:
            value = prospects.value_reading(live, distance, useful)
        else:
            live.remove(kind)
            value = prospects.value_reading(live, 0, 0)
            live.add(kind)
        values[kind] = value - (prospects.cost_of_discard(kind, listens=False) if in_danger else 0.0)
    return values


def _value_gang(action: AnGang | JiaGang, prospects: Prospects) -> float:
    """Value a gang on the own turn: the hand that is left, which draws at once."""
    sight, rules, tile = prospects.sight, prospects.rules, action.tile
    counts = list(sight.counts)
    if isinstance(action, AnGang):
        counts[tile] -= COPIES
        melds = (*sight.melds, Meld(MeldType.AN_GANG, (tile,) * COPIES))
        return prospects.value_waiting(LiveHand(counts, melds, rules), head_start=1.0)
    counts[tile] -= 1
    value = prospects.value_waiting(LiveHand(counts, sight.melds, rules), head_start=1.0)
    return value if rules.rob_gang == "off" else value - prospects.cost_of_discard(tile, listens=True)


# ---- claims


def _value_claims(view: View, actions: Sequence[SeatAction], prospects: Prospects) -> Valued:
    sight = prospects.sight
    assert view.last_discard is not None  # noqa: S101 (claims answer a discard; a robbed gang offers only a win)
    source, tile = view.last_discard
    live = LiveHand(sight.counts, sight.melds, prospects.rules)
    distance, useful = glance(live)
    # A claim must bring the hand nearer, or open it without loss.
    is_free = live.standing.is_free
    farthest = distance - is_free
    is_useless = is_free and not useful >> tile & 1
    turns_to_draw = (sight.seat - source) % 4
    values: Valued = []
    for action in actions:
        match action:
            case Pass():
                value = prospects.value_reading(live, distance, useful, head_start=1 - turns_to_draw / 4)
            case SayListen():
                hands = list_claimed_hands(live, tile)
                value = max((_value_to_listen(hand, prospects) for hand in hands), default=0)
            case Chi(listen=False) | Peng(listen=False) if is_useless:
                value = _WORSE_THAN_PASS
            case _:
                value = _value_claim(action, live, tile, prospects, farthest)
        values.append((value, action))
    return values


def _value_claim(action: SeatAction, live: LiveHand, tile: Kind, prospects: Prospects, farthest: int) -> float:
    must_listen = False
    match action:
        case Chi(own=own, listen=must_listen):
            hand = live.claim(MeldType.CHI, tile, own)
        case Peng(listen=must_listen):
            hand = live.claim(MeldType.PENG, tile, (tile, tile))
        case Zhan():
            must_listen = True
            hand = live.claim(MeldType.ZHAN, tile, (tile,))
        case _:
            return prospects.value_waiting(live.claim(MeldType.MING_GANG, tile, (tile,) * 3), head_start=1.0)
    if must_listen:
        return _value_to_listen(hand, prospects)
    looks = glance_at_discards(hand, only_nearest=not prospects.sight.dangers)
    if min([distance for distance, _ in looks.values()]) > farthest:
        return _WORSE_THAN_PASS
    return max(_value_discards(hand, looks, prospects).values())


def _value_to_listen(live: LiveHand, prospects: Prospects) -> float:
    """Value a hand that is about to discard and to listen: its best discard, worse than a pass if none may."""
    values = [
        prospects.value_listening((wait.kind, wait.is_kadang) for wait in waits)
        - prospects.cost_of_discard(kind, listens=True)
        for kind, waits in live.listen_discards().items()
    ]
    return max(values, default=_WORSE_THAN_PASS)
