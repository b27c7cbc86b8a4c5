"""What everybody sees: the lobby and the table. Pure functions from values to panels.

Rule: nothing here may tell who could claim a discard; only what `view(None)` holds is shown (P3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.panel import Panel, Picture, Style, TableButton
from cogs.presses import Act, Press
from cogs.words import escape_name, join_words, name_tile, show_time

if TYPE_CHECKING:
    from cogs.scene import Lobby, LobbySeat, Scene
    from cogs.texts import Texts

SEATS = 4
SHORT_COMMITMENT = 12


def build_table_panel(scene: Scene, texts: Texts, picture: Picture | None) -> Panel:
    """Return the public message of a hand in play, with the permanent My hand button."""
    panel = Panel().write(f"### {_say_title(scene, texts)}", *_list_lines(scene, texts)).show(picture)
    press = Press(scene.table, Act.MY_HAND)
    return panel.offer([TableButton(press, texts.say("button-my-hand"), style=Style.primary)])


def _say_title(scene: Scene, texts: Texts) -> str:
    rules = texts.say(f"rules-{scene.rules}")
    if scene.hands is None:
        return texts.say("table-title-open", rules=rules, hand=scene.view.hand)
    return texts.say("table-title", rules=rules, hand=scene.view.hand, hands=scene.hands)


def _list_lines(scene: Scene, texts: Texts) -> list[str | None]:
    view = scene.view
    name = escape_name(scene.seats[view.turn].name)
    lines: list[str | None] = []
    if view.phase == "turn":
        lines.append(texts.say("table-turn", name=name))
    elif view.phase == "claims" and view.last_discard is not None and view.last_discard[0] == view.turn:
        lines.append(texts.say("table-discard", name=name, tile=name_tile(texts, view.last_discard[1])))
    elif view.phase == "claims":
        lines.append(texts.say("table-gang", name=name))
    if view.phase == "turn" and scene.deadline is not None:
        lines.append(texts.say("table-deadline", when=show_time(scene.deadline)))
    listening = [escape_name(scene.seats[seat.seat].name) for seat in view.seats if seat.is_listening]
    if listening:
        lines.append(texts.say("table-listening", names=join_words(texts, listening)))
    absent = [escape_name(seat.name) for seat in scene.seats if seat.is_autoplay and seat.user_id is not None]
    if absent:
        lines.append(texts.say("table-autoplay", names=join_words(texts, absent)))
    return lines


def build_lobby_panel(lobby: Lobby, texts: Texts) -> Panel:
    """Return the message of a table that is filling up."""
    stake = _say_stake(lobby, texts)
    hands = texts.say("hands-open" if lobby.hands is None else f"hands-{lobby.hands}")
    rules, clock = texts.say(f"rules-{lobby.rules}"), texts.say(f"clock-{lobby.clock}")
    panel = Panel().write(
        f"### {texts.say('lobby-title', rules=rules)}",
        texts.say("lobby-facts", stake=stake, hands=hands, clock=clock),
        texts.say("lobby-minimum", coins=lobby.min_coins) if lobby.min_coins else None,
    )
    panel.write(*(_say_seat(seat, place, texts) for place, seat in enumerate(lobby.seats, start=1)))
    panel.write(_say_hint(lobby, texts), texts.say("lobby-sealed", commitment=lobby.commitment[:SHORT_COMMITMENT]))
    return panel.offer(_list_lobby_buttons(lobby, texts))


def build_closed_lobby(lobby: Lobby, texts: Texts, key: str) -> Panel:
    """Return the lobby's message once it is over: started or closed (`key` says which), without buttons."""
    rules = texts.say(f"rules-{lobby.rules}")
    seal = texts.say("lobby-sealed", commitment=lobby.commitment)
    return Panel().write(f"### {texts.say('lobby-title', rules=rules)}", texts.say(key), seal)


def _say_stake(lobby: Lobby, texts: Texts) -> str:
    if lobby.stake is None:
        return texts.say("lobby-points")
    if isinstance(lobby.stake, int):
        return texts.say("lobby-stake", stake=lobby.stake)
    return texts.say("lobby-stake-poorest")


def _say_seat(seat: LobbySeat, place: int, texts: Texts) -> str:
    if seat.name is None:
        return texts.say("lobby-seat-free", place=place)
    if seat.is_computer:
        return texts.say("lobby-seat-computer", place=place, name=seat.name)
    key = "lobby-seat-ready" if seat.is_ready else "lobby-seat"
    return texts.say(key, place=place, name=escape_name(seat.name))


def _say_hint(lobby: Lobby, texts: Texts) -> str:
    people = [seat for seat in lobby.seats if seat.name is not None and not seat.is_computer]
    is_full = all(seat.name is not None for seat in lobby.seats)
    if not people:
        return texts.say("lobby-hint-sit")
    if not is_full:
        return texts.say("lobby-hint-computers" if lobby.computers_allowed else "lobby-hint-sit")
    waiting = [escape_name(seat.name or "") for seat in people if not seat.is_ready]
    if len(waiting) < len(people):
        return texts.say("lobby-hint-waiting", names=join_words(texts, waiting))
    return texts.say("lobby-hint-start")


def _list_lobby_buttons(lobby: Lobby, texts: Texts) -> list[TableButton]:
    is_full = all(seat.name is not None for seat in lobby.seats)
    has_computer = any(seat.is_computer for seat in lobby.seats)

    def make(act: Act, key: str, style: Style, *, is_live: bool = True) -> TableButton:
        return TableButton(Press(lobby.table, act), texts.say(key), style=style, is_live=is_live)

    buttons = [
        make(Act.JOIN, "button-join", Style.primary, is_live=not is_full or has_computer),
        make(Act.LEAVE, "button-leave", Style.secondary),
    ]
    if lobby.computers_allowed:
        buttons.append(make(Act.ADD_COMPUTER, "button-add-computer", Style.secondary, is_live=not is_full))
        buttons.append(make(Act.REMOVE_COMPUTER, "button-remove-computer", Style.secondary, is_live=has_computer))
    buttons.append(make(Act.START, "button-start", Style.success, is_live=is_full))
    return buttons
