"""A replay as a panel: a step in picture and words, where to go from there, and from where to look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.panel import Panel, Style
from cogs.replay_press import (
    BACK,
    EXPORT,
    FILM,
    FIRST,
    FORWARD,
    JUMP,
    LAST,
    LOOK,
    OPEN,
    SHARE,
    TURN_BACK,
    TURN_FORWARD,
    Look,
    ReplayPress,
)
from cogs.replay_words import name_moment, name_player, tell_choices, tell_step, tell_waits, weigh
from cogs.result_panel import say_score_line
from cogs.words import clean_name, join_words, name_rules, name_tile, show_change
from render import SeatLabel, describe_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.panel import Picture
    from cogs.texts import Texts
    from engine.record_steps import ReplayedHand
    from engine.view import View

MOST_OPTIONS = 25
"""Discord: of a select."""

MAX_OPTION = 100
"""Discord: characters of an option's label."""

_END = 5
"""How much weighs what ends a hand (`weigh`)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A replay as it is looked at: the hand of a match, the look, its stops, and the stop at which it stands."""

    table: str
    hand: ReplayedHand
    look: Look
    stops: tuple[int, ...]
    stop: int
    view: View

    def press(self, part: str, step: int | None = None) -> ReplayPress:
        """Return what a button of this scene says."""
        return ReplayPress(self.table, self.hand.number, self.stop if step is None else step, self.look, part)

    @property
    def place(self) -> int:
        """The stop's place among the stops, from 0."""
        return self.stops.index(self.stop)


def find_stop(stops: Sequence[int], step: int) -> int:
    """Return the stop at which a step is seen: that one or the next, the last one for any beyond."""
    return next((stop for stop in stops if stop >= step), stops[-1])


def list_names(hand: ReplayedHand, texts: Texts) -> list[str]:
    """Return the four players' names, safe between markup."""
    return [name_player(texts, player) for player in hand.players]


def label_players(hand: ReplayedHand, texts: Texts) -> tuple[SeatLabel, ...]:
    """Return what pictures say of the seats: names, and the coins with which people began the hand."""
    return tuple(
        SeatLabel(name=_name_plainly(name), coins=coins, is_computer=player["kind"] == "computer")
        for name, player, coins in zip(list_names(hand, texts), hand.players, hand.coins, strict=True)
    )


def _name_plainly(name: str) -> str:
    return name.replace("\\", "").strip("\u2068\u2069")


def build_replay_panel(scene: Scene, name: str, picture: Picture | None, texts: Texts, remark: str = "") -> Panel:
    """Return the private panel. `name`: the hand's; `remark`: what has just been done."""
    panel = Panel().write(*_list_titles(scene, name, texts))
    _show_table(panel, scene, picture, texts)
    panel.write(*list_words(scene, texts))
    panel.add_item(ui.ActionRow(_make_jumps(scene, texts)))
    panel.add_item(ui.ActionRow(_make_looks(scene, texts)))
    panel.add_item(ui.ActionRow(*_list_moves(scene, texts)))
    panel.add_item(ui.ActionRow(*_list_turns(scene, texts), *_list_deeds(scene, texts)))
    names = list_names(scene.hand, texts)
    return panel.write(texts.say("replay-turn-of", name=names[scene.look.seat]), remark)


def build_shared_panel(scene: Scene, name: str, picture: Picture | None, texts: Texts, by: str) -> Panel:
    """Return what all of a channel see: the step, and a button that opens the replay there. `by`: a name, escaped."""
    panel = Panel().write(*_list_titles(scene, name, texts))
    _show_table(panel, scene, picture, texts)
    panel.write(*list_words(scene, texts)).write(texts.say("shared-by", name=by))
    button = ui.Button[Any](label=texts.say("button-replay"), custom_id=scene.press(OPEN).custom_id)
    panel.add_item(ui.ActionRow(button))
    return panel


def _show_table(panel: Panel, scene: Scene, picture: Picture | None, texts: Texts) -> None:
    """Show the table as a picture; where none could be drawn, in its words."""
    if picture is not None:
        panel.show(picture)
    else:
        panel.write(describe_table(scene.view, label_players(scene.hand, texts), texts.language))


def name_look(look: Look, names: Sequence[str], texts: Texts) -> str:
    """Return from where a hand is looked at."""
    if look.is_open:
        return texts.say("replay-look-open")
    return texts.say("replay-look-seat", name=names[look.seat])


def _list_titles(scene: Scene, name: str, texts: Texts) -> list[str]:
    title = texts.say("replay-title", rules=name_rules(texts, scene.hand.rules), hand=scene.hand.number)
    where = texts.say(
        "replay-where",
        step=scene.place + 1,
        steps=len(scene.stops),
        look=name_look(scene.look, list_names(scene.hand, texts), texts),
    )
    return [f"### {title} · `{name}`", where]


def list_words(scene: Scene, texts: Texts) -> list[str]:
    """Return what happened at a step, what the seat could do, and, at the end, what it came to."""
    hand, view = scene.hand, scene.view
    names = list_names(hand, texts)
    told = tell_step(hand, scene.stop, scene.look, texts, names)
    told += tell_choices(view, texts, names)
    told += (f"-# {line}" for line in tell_waits(view, texts, names))
    if view.result is not None:
        told += _list_payments(scene, texts, names)
    return told


def _list_payments(scene: Scene, texts: Texts, names: Sequence[str]) -> list[str]:
    hand, result = scene.hand, scene.view.result
    score = None if result is None else result.score
    lines = []
    if result is not None and result.bao is not None:
        lines.append(texts.say("result-bao", tile=name_tile(texts, result.bao)))
    if score is not None:
        lines += (f"• {say_score_line(line, names, texts)}" for line in score.lines)
    deltas = hand.end["deltas"]
    if any(deltas):
        changes = (
            texts.say("replay-change", name=name, change=show_change(delta, grouped=True))
            for name, delta in zip(names, deltas, strict=True)
        )
        is_for_coins = any(coins is not None for coins in hand.coins)
        lines.append(texts.say("replay-paid" if is_for_coins else "replay-points", changes=join_words(texts, changes)))
    return lines


# ---- where to go


def list_moments(hand: ReplayedHand, look: Look) -> list[int]:
    """Return up to 25 stops worth jumping to, in order: calls, listening, new baos, the end, and turns of the seat.

    Of too many the lightest are left out; where there is room, the seat's own turns stand between, evenly chosen.
    """
    stops = hand.list_stops(None if look.is_open else look.seat)
    weights = {stop: max((weigh(event) for event in hand.steps[stop].events), default=0) for stop in stops}
    weights |= {stops[0]: _END, stops[-1]: _END}
    heavy = sorted((stop for stop in stops if weights[stop]), key=lambda stop: (-weights[stop], stop))[:MOST_OPTIONS]
    turns = [stop for stop in hand.list_turns(look.seat, is_open=look.is_open) if stop not in heavy]
    room = min(MOST_OPTIONS - len(heavy), len(turns))
    return sorted({*heavy, *(turns[place * len(turns) // room] for place in range(room))})


def say_moment(hand: ReplayedHand, stop: int, look: Look, texts: Texts) -> str:
    """Return what happened at a stop, without markup."""
    names = [_name_plainly(name) for name in list_names(hand, texts)]
    told = [line for line in tell_step(hand, stop, look, texts, names) if not line.startswith("-# ")]
    return " ".join(told).replace("**", "")


def _make_jumps(scene: Scene, texts: Texts) -> ui.Select[Any]:
    names = [clean_name(_name_plainly(name)) for name in list_names(scene.hand, texts)]
    options = [
        discord.SelectOption(
            label=_cut(
                texts.say("replay-jump", step=scene.stops.index(stop) + 1, what=_name_moment(scene, stop, texts, names))
            ),
            value=str(stop),
            default=stop == scene.stop,
        )
        for stop in list_moments(scene.hand, scene.look)
    ]
    custom_id = scene.press(JUMP).custom_id
    return ui.Select(custom_id=custom_id, placeholder=texts.say("replay-choose-jump"), options=options)


def _name_moment(scene: Scene, stop: int, texts: Texts, names: Sequence[str]) -> str:
    """Return what a stop is, for a label: without any tile, for what is still to come is nobody's to know."""
    if stop == 0:
        return texts.say("replay-moment-deal", name=names[scene.hand.start["dealer"]])
    if stop == scene.hand.last and scene.hand.void_why is not None:
        return texts.say("replay-moment-void")
    event = max(scene.hand.steps[stop].events, key=weigh)
    seat = getattr(event, "seat", None)
    return texts.say(f"replay-moment-{name_moment(event)}", name="" if seat is None else names[seat])


def _make_looks(scene: Scene, texts: Texts) -> ui.Select[Any]:
    seat = scene.look.seat
    looks = [(Look(seat, is_open=True), texts.say("replay-choose-look-open"))]
    for number, name in enumerate(list_names(scene.hand, texts)):
        label = texts.say("replay-choose-look-seat", name=clean_name(_name_plainly(name)))
        looks.append((Look(number, is_open=False), label))
    options = [
        discord.SelectOption(label=_cut(label), value=str(look), default=look == scene.look) for look, label in looks
    ]
    custom_id = scene.press(LOOK).custom_id
    return ui.Select(custom_id=custom_id, placeholder=texts.say("replay-choose-look"), options=options)


def _cut(label: str) -> str:
    return label if len(label) <= MAX_OPTION else label[: MAX_OPTION - 1] + "…"


def _list_moves(scene: Scene, texts: Texts) -> Iterable[ui.Button[Any]]:
    stops, place = scene.stops, scene.place
    last = len(stops) - 1
    targets = {FIRST: 0, BACK: max(place - 1, 0), FORWARD: min(place + 1, last), LAST: last}
    for part, target in targets.items():
        style = Style.primary if part == FORWARD else Style.secondary
        yield _make_button(scene, part, texts, stops[target], is_live=target != place, style=style)


def _list_turns(scene: Scene, texts: Texts) -> Iterable[ui.Button[Any]]:
    turns = scene.hand.list_turns(scene.look.seat, is_open=scene.look.is_open)
    before = max((turn for turn in turns if turn < scene.stop), default=None)
    after = min((turn for turn in turns if turn > scene.stop), default=None)
    for part, turn in ((TURN_BACK, before), (TURN_FORWARD, after)):
        yield _make_button(scene, part, texts, turn, is_live=turn is not None)


def _list_deeds(scene: Scene, texts: Texts) -> Iterable[ui.Button[Any]]:
    for part in (SHARE, FILM, EXPORT):
        yield _make_button(scene, part, texts)


def _make_button(
    scene: Scene,
    part: str,
    texts: Texts,
    step: int | None = None,
    *,
    is_live: bool = True,
    style: discord.ButtonStyle = Style.secondary,
) -> ui.Button[Any]:
    custom_id = scene.press(part, step).custom_id
    return ui.Button(label=texts.say(f"button-replay-{part}"), custom_id=custom_id, disabled=not is_live, style=style)
