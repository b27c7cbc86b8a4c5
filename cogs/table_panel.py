"""What everybody sees: the lobby and the table. Pure functions from values to panels.

Rule: nothing here may tell who could claim a discard; only what `view(None)` holds is shown (P3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.options import list_changes, show_options
from cogs.panel import Panel, Picture, Style, TableButton
from cogs.presses import Act, Press
from cogs.words import find_preset, join_words, name_rules, name_seat, say_window, show_time
from engine.cities import find_rules
from host.seats import RUNS

if TYPE_CHECKING:
    from cogs.texts import Texts
    from engine.view import View
    from host.reports import SeatSnapshot, TableSnapshot

SEATS = 4
SHORT_COMMITMENT = 12


def build_table_panel(snapshot: TableSnapshot, texts: Texts, picture: Picture | None) -> Panel:
    """Return the public message of a hand in play, with the permanent My hand button.

    The snapshot is a spectator's, so that nothing private can slip in.
    """
    view = snapshot.view
    lines = [] if view is None else list_table_lines(snapshot, view, texts)
    panel = Panel().write(f"### {_say_title(snapshot, texts)}", *lines).show(picture)
    press = Press(snapshot.table_id, Act.MY_HAND)
    return panel.offer([TableButton(press, texts.say("button-hand"), style=Style.primary)])


def _say_title(snapshot: TableSnapshot, texts: Texts) -> str:
    rules, hands = name_rules(texts, snapshot.rules), snapshot.settings.hands
    hand = snapshot.hand if snapshot.view is None else snapshot.view.hand
    if hands is None:
        return texts.say("table-title-open", rules=rules, hand=hand)
    return texts.say("table-title", rules=rules, hand=hand, hands=hands)


def list_table_lines(snapshot: TableSnapshot, view: View, texts: Texts) -> list[str | None]:
    """Return what all may know of how play stands: whose turn, until when, who listens, who is away."""
    name = name_seat(texts, snapshot.seats[view.turn])
    lines: list[str | None] = []
    if view.phase == "turn":
        lines.append(texts.say("table-turn", name=name))
    elif view.window is not None:
        lines.append(say_window(texts, view.window, name))
    if snapshot.state == "stalled":
        lines.append(texts.say("table-stalled"))
    elif view.phase != "over" and snapshot.public_deadline is not None:
        lines.append(texts.say("table-deadline", when=show_time(snapshot.public_deadline)))
    listening = [name_seat(texts, snapshot.seats[seat.seat]) for seat in view.seats if seat.is_listening]
    if listening:
        lines.append(texts.say("table-listening", names=join_words(texts, listening)))
    lines.append(_say_runs(snapshot, texts))
    absent = [name_seat(texts, seat) for seat in snapshot.seats if seat.autoplay is not None]
    if absent:
        lines.append(texts.say("table-autoplay", names=join_words(texts, absent)))
    return lines


def build_lobby_panel(snapshot: TableSnapshot, texts: Texts) -> Panel:
    """Return the message of a table that is filling up."""
    settings = snapshot.settings
    hands = texts.say("hands-open" if settings.hands is None else f"hands-{settings.hands}")
    panel = Panel().write(
        _say_lobby_title(snapshot, texts),
        texts.say("lobby-facts", stake=_say_stake(snapshot, texts), hands=hands, clock=_say_clock(snapshot, texts)),
        texts.say("lobby-minimum", coins=settings.min_coins) if settings.min_coins else None,
        None if settings.is_public else texts.say("lobby-invited", command=_name_invite(texts)),
        _say_house_rules(snapshot, texts),
        _say_runs(snapshot, texts),
    )
    taken = [_say_seat(seat, texts) for seat in snapshot.seats]
    panel.write(*taken, *(texts.say("lobby-seat-free", place=place) for place in range(len(taken) + 1, SEATS + 1)))
    seal = texts.say("lobby-sealed", commitment=snapshot.commitment[:SHORT_COMMITMENT])
    panel.write(_say_hint(snapshot, texts), seal)
    for row in _list_lobby_rows(snapshot, texts):
        panel.offer(row)
    return panel.offer(list_run_buttons(snapshot, texts))


def build_closed_lobby(snapshot: TableSnapshot, texts: Texts, *, has_started: bool) -> Panel:
    """Return the lobby's message once it is over, without buttons, with the commitment in full if a match began."""
    if not has_started:
        return Panel().write(_say_lobby_title(snapshot, texts), texts.say("lobby-closed"))
    seal = texts.say("lobby-sealed-full", commitment=snapshot.commitment)
    return Panel().write(_say_lobby_title(snapshot, texts), texts.say("lobby-started"), seal)


def _say_lobby_title(snapshot: TableSnapshot, texts: Texts) -> str:
    return f"### {texts.say('lobby-title', rules=name_rules(texts, snapshot.rules))}"


def _name_invite(texts: Texts) -> str:
    return " ".join(texts.say(key) for key in ("command-mahjong", "command-invite"))


def _say_house_rules(snapshot: TableSnapshot, texts: Texts) -> str | None:
    """Name the options that differ from the rules the title names (the stake has its own line)."""
    rules = snapshot.rules
    if find_preset(rules) is not None:
        return None
    changes = list_changes(rules, find_rules(rules.city, {"stake": rules.stake}))
    return texts.say("rules-house-line", options=f"`{show_options(changes)}`")


def _say_runs(snapshot: TableSnapshot, texts: Texts) -> str | None:
    """Name the number of run that each seat has picked (Q13); None without that rule."""
    if not snapshot.rules.run or not snapshot.seats:
        return None
    picked = (texts.say("run-line", name=name_seat(texts, seat), number=seat.run) for seat in snapshot.seats)
    return texts.say("run-lines", names=join_words(texts, picked))


def list_run_buttons(snapshot: TableSnapshot, texts: Texts) -> list[TableButton]:
    """Return the buttons that pick 1, 2 or 5 (Q13); none without that rule."""
    numbers = RUNS if snapshot.rules.run else ()
    return [
        TableButton(Press(snapshot.table_id, Act.RUN, place=number), texts.say("button-run", number=number))
        for number in numbers
    ]


def _say_stake(snapshot: TableSnapshot, texts: Texts) -> str:
    if not snapshot.settings.coins:
        return texts.say("lobby-points")
    stake = snapshot.rules.stake
    if isinstance(stake, int):
        return texts.say("lobby-stake", stake=stake)
    return texts.say("lobby-stake-poorest")


def _say_clock(snapshot: TableSnapshot, texts: Texts) -> str:
    settings = snapshot.settings
    return texts.say("lobby-clock", discard=int(settings.discard_seconds), claim=int(settings.claim_seconds))


def _say_seat(seat: SeatSnapshot, texts: Texts) -> str:
    place = seat.seat + 1
    if seat.computer is not None:
        return texts.say("lobby-seat-computer", place=place, name=name_seat(texts, seat))
    key = "lobby-seat-ready" if seat.is_ready else "lobby-seat"
    return texts.say(key, place=place, name=name_seat(texts, seat))


def _say_hint(snapshot: TableSnapshot, texts: Texts) -> str:
    people = [seat for seat in snapshot.seats if seat.user_id is not None]
    if len(snapshot.seats) < SEATS:
        with_computers = bool(people) and snapshot.settings.computers_allowed
        return texts.say("lobby-hint-computers" if with_computers else "lobby-hint-sit")
    waiting = [name_seat(texts, seat) for seat in people if not seat.is_ready]
    if len(waiting) < len(people):
        return texts.say("lobby-hint-waiting", names=join_words(texts, waiting))
    return texts.say("lobby-hint-start")


def _list_lobby_rows(snapshot: TableSnapshot, texts: Texts) -> list[list[TableButton]]:
    """Return two rows, each of which fits a phone: people's buttons, and those for computer players."""
    is_full = len(snapshot.seats) == SEATS
    has_people = any(seat.user_id is not None for seat in snapshot.seats)
    has_computer = any(seat.computer is not None for seat in snapshot.seats)

    def make(act: Act, style: Style, *, is_live: bool = True) -> TableButton:
        return TableButton(Press(snapshot.table_id, act), texts.say(f"button-{act}"), style=style, is_live=is_live)

    people = [
        make(Act.JOIN, Style.secondary if is_full else Style.primary, is_live=not is_full or has_computer),
        make(Act.LEAVE, Style.secondary),
        make(Act.START, Style.success, is_live=is_full),
        make(Act.RULES, Style.secondary),
    ]
    if not snapshot.settings.computers_allowed:
        return [people]
    style = Style.primary if has_people and not is_full else Style.secondary
    computers = [
        make(Act.FILL, style, is_live=not is_full),
        make(Act.ADD_COMPUTER, Style.secondary, is_live=not is_full),
        make(Act.REMOVE_COMPUTER, Style.secondary, is_live=has_computer),
    ]
    return [people, computers]
