"""The own hand: what only one person sees. A pure function from a snapshot to a panel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogs.choices import (
    PROMPTS,
    Mode,
    can_listen_by_discard,
    is_live,
    is_win_on_offer,
    list_tile_choices,
    list_ways,
)
from cogs.in_words import tell_hand, tell_listening, tell_table
from cogs.panel import Panel, Picture, Style, TableButton
from cogs.presses import Act, Press
from cogs.result_panel import list_outcome
from cogs.situations import find_win_reason, is_dealt_out, is_to_take, may_call_bao, may_say_listen
from cogs.words import name_reasons, name_seat, name_tile, name_waits, name_way, say_window, show_time
from render.facts import find_open_tile, is_gang_open

if TYPE_CHECKING:
    import discord

    from cogs.choices import TileChoice
    from cogs.texts import Texts
    from engine.tiles import Kind
    from engine.view import OwnView, View
    from host.reports import TableSnapshot

TileEmojis = Mapping["Kind", "discord.PartialEmoji"]
"""Our application emojis by tile; empty if Discord did not take them."""

_CHOOSERS = {Mode.CHI: Act.CHI, Mode.GANG: Act.GANG, Mode.CLAIM_LISTEN: Act.LISTEN}
_PROMPT_STYLES = {Act.WIN: Style.danger, Act.LISTEN: Style.success, Act.PASS: Style.secondary}


def build_hand_panel(  # noqa: PLR0913 (what a panel is made of)
    snapshot: TableSnapshot,
    texts: Texts,
    picture: Picture | None,
    *,
    mode: Mode = Mode.PLAY,
    place: int | None = None,
    emojis: TileEmojis | None = None,
    remark: str | None = None,
    in_words: bool = False,
) -> Panel:
    """Return the panel of the seat that the snapshot was taken for.

    `mode`: what it is asking; `place`: the tile that SURE_DISCARD asks about. A mode that the hand no longer allows
    falls back to PLAY. `remark`: a line on top, such as why the last press did nothing. `in_words`: text mode: hand and
    table told below, tiles named in full.
    """
    view = snapshot.view
    if view is None or view.own is None or view.viewer is None:
        return Panel().write(remark, texts.say("hand-no-hand" if view is None else "hand-spectator"))
    own = view.own
    mode = mode if _fits(own, mode, place) else Mode.PLAY
    panel = Panel().write(remark, *_list_lines(snapshot, view, texts, mode, place)).show(picture)
    if in_words:
        listening = tell_listening(own, texts) if mode is Mode.PLAY else []
        panel.write(*tell_hand(snapshot, texts), *listening)
        panel.write(*tell_table(snapshot, texts))
    builder = _Buttons(snapshot, view, texts, {} if in_words else emojis or {})
    if mode in _CHOOSERS:
        return panel.offer(builder.ways(_CHOOSERS[mode])).offer([builder.back()])
    if mode in {Mode.SURE_PASS, Mode.SURE_DISCARD}:
        return panel.offer(builder.sure(mode, place))
    if view.phase == "over":
        return panel.offer(builder.between())
    panel.offer(builder.tiles(mode))
    if mode is Mode.LISTEN:
        return panel.offer([builder.back()])
    return panel.offer([*builder.prompts(), *builder.around()])


def _fits(own: OwnView, mode: Mode, place: int | None) -> bool:
    match mode:
        case Mode.LISTEN:
            return can_listen_by_discard(own)
        case Mode.SURE_DISCARD:
            choices = list_tile_choices(own, Mode.PLAY)
            return place is not None and place < len(choices) and choices[place].is_live
        case Mode.SURE_PASS:
            return is_win_on_offer(own) and bool(list_ways(own, Act.PASS))
        case Mode.PLAY:
            return True
        case _:
            return bool(list_ways(own, _CHOOSERS[mode]))


def _list_lines(snapshot: TableSnapshot, view: View, texts: Texts, mode: Mode, place: int | None) -> list[str | None]:
    own = view.own
    if own is None:
        return []
    lines: list[str | None] = []
    match mode:
        case Mode.LISTEN:
            lines = [texts.say("hand-listen-mode"), *tell_listening(own, texts)]
        case Mode.CHI:
            lines = [texts.say("hand-choose-chi", tile=_name_open_tile(view, texts))]
        case Mode.GANG:
            lines = [texts.say("hand-choose-gang")]
        case Mode.CLAIM_LISTEN:
            lines = [texts.say("hand-choose-listen")]
        case Mode.SURE_PASS:
            lines = [texts.say("hand-sure-pass")]
        case Mode.SURE_DISCARD:
            tile = list_tile_choices(own, Mode.PLAY)[place or 0].kind
            key = "hand-sure-discard" if is_win_on_offer(own) else "hand-confirm-discard"
            lines = [texts.say(key, tile=name_tile(texts, tile))]
        case Mode.PLAY:
            lines = _list_play_lines(snapshot, view, own, texts)
    if snapshot.deadline is not None and snapshot.decision is not None:
        lines.append(texts.say("hand-deadline", when=show_time(snapshot.deadline)))
    if view.phase == "over" and snapshot.next_at is not None:
        lines.append(texts.say("hand-next", when=show_time(snapshot.next_at)))
    if view.phase != "over" and view.viewer is not None and snapshot.seats[view.viewer].autoplay is not None:
        lines.append(texts.say("hand-autoplay"))
    return lines


def _list_play_lines(snapshot: TableSnapshot, view: View, own: OwnView, texts: Texts) -> list[str | None]:
    if view.result is not None:
        return list_outcome(snapshot, view.result, texts)
    return [_say_what_is_up(snapshot, view, own, texts), *_list_hints(snapshot, view, own, texts)]


def _say_what_is_up(snapshot: TableSnapshot, view: View, own: OwnView, texts: Texts) -> str:
    if own.decision is None:
        # The table tells what the others do: the panel need not change with each move of theirs.
        return texts.say("hand-waiting")
    if view.phase == "turn":
        if is_win_on_offer(own):
            return _say_win(snapshot, view, own, texts)
        is_listening = view.viewer is not None and view.seats[view.viewer].is_listening
        return texts.say("hand-your-turn-listening" if is_listening else "hand-your-discard")
    return _say_claims(snapshot, view, own, texts)


def _say_win(snapshot: TableSnapshot, view: View, own: OwnView, texts: Texts) -> str:
    """Say that the seat may win, and why if it is not by an ordinary wait."""
    reason = find_win_reason(view, snapshot.rules)
    kind = own.drawn if view.phase == "turn" else own.bao
    if reason is None or kind is None:
        return texts.say("hand-your-win")
    return texts.say(f"hand-win-{reason}", tile=name_tile(texts, kind))


def _say_claims(snapshot: TableSnapshot, view: View, own: OwnView, texts: Texts) -> str:
    name, tile = name_seat(texts, snapshot.seats[view.turn]), _name_open_tile(view, texts)
    if is_win_on_offer(own) and find_win_reason(view, snapshot.rules) is not None:
        return _say_win(snapshot, view, own, texts)
    if is_to_take(own, snapshot.rules):
        return texts.say("hand-take", tile=tile)
    if view.window is not None and (own.decision is None or not own.actions):
        return say_window(texts, view.window, name)
    if is_gang_open(view):
        return texts.say("hand-win-rob", name=name, tile=tile)
    key = "hand-win-claim" if is_win_on_offer(own) else "hand-claim"
    return texts.say(key, name=name, tile=tile)


def _name_open_tile(view: View, texts: Texts) -> str:
    opened = find_open_tile(view)
    return "" if opened is None else name_tile(texts, opened[1])


def _list_hints(snapshot: TableSnapshot, view: View, own: OwnView, texts: Texts) -> list[str | None]:
    lines: list[str | None] = []
    if own.waits:
        lines.append(texts.say("hand-waits", waits=name_waits(texts, own.waits)))
    if own.bao is not None:
        lines.append(texts.say("hand-bao", tile=name_tile(texts, own.bao)))
    if is_dealt_out(view):
        lines.append(texts.say("hand-dealt-out"))
    if may_call_bao(own):
        lines.append(texts.say("hand-call-bao"))
    is_own_turn = view.phase == "turn" and view.turn == view.viewer and not own.waits
    if is_own_turn and own.listen_discards:
        lines.append(texts.say("hand-can-listen"))
    elif may_say_listen(own):
        lines.append(texts.say("hand-say-listen"))
    elif view.phase == "claims" and list_ways(own, Act.LISTEN) and not is_to_take(own, snapshot.rules):
        lines.append(texts.say("hand-claim-listen"))
    elif is_own_turn and own.refusal:
        reasons = own.refusal
        if reasons == ("no_wait",) and snapshot.rules.must_open and not view.seats[view.turn].is_open:
            # The engine names it alone, yet a newcomer has to know early that the hand must be opened.
            reasons = ("no_wait", "not_open")
        line = texts.say("hand-refusal", reasons=name_reasons(texts, reasons), command=texts.say("command-waits"))
        lines.append(f"-# {line}")
    return lines


class _Buttons:
    """The buttons of one panel: each knows the table and the decision that it belongs to."""

    def __init__(self, snapshot: TableSnapshot, view: View, texts: Texts, emojis: TileEmojis) -> None:
        if view.own is None or view.viewer is None:
            raise ValueError("a spectator has no hand")
        self._table = snapshot.table_id
        self._decision = snapshot.decision or 0
        self._own = view.own
        self._seat = snapshot.seats[view.viewer]
        self._is_playing = snapshot.state == "playing"
        self._is_between = snapshot.state == "between"
        self._texts = texts
        self._emojis = emojis
        self._claimed = None if view.window is None else view.window.tile

    def _press(self, act: Act, place: int | None = None) -> Press:
        return Press(self._table, act, self._decision, place)

    def tiles(self, mode: Mode) -> list[TableButton]:
        act = Act.LISTEN_DISCARD if mode is Mode.LISTEN else Act.DISCARD
        return [self._tile(choice, act) for choice in list_tile_choices(self._own, mode)]

    def _tile(self, choice: TileChoice, act: Act) -> TableButton:
        style = Style.success if act is Act.LISTEN_DISCARD and choice.is_live else Style.secondary
        if choice.is_drawn and choice.is_live and act is Act.DISCARD:
            style = Style.primary
        emoji = self._emojis.get(choice.kind)
        return TableButton(
            self._press(act, choice.place),
            name_tile(self._texts, choice.kind, is_beside_picture=emoji is not None),
            style=style,
            emoji=emoji,
            is_live=choice.is_live,
        )

    def prompts(self) -> list[TableButton]:
        buttons = []
        for prompt in PROMPTS:
            live = is_live(self._own, prompt)
            style = _PROMPT_STYLES.get(prompt, Style.primary) if live else Style.secondary
            label = self._texts.say(f"button-{prompt}")
            buttons.append(TableButton(self._press(prompt), label, style=style, is_live=live))
        return buttons

    def ways(self, prompt: Act) -> list[TableButton]:
        return [
            TableButton(self._press(prompt, place), name_way(self._texts, way, self._claimed), style=Style.primary)
            for place, way in enumerate(list_ways(self._own, prompt))
        ]

    def sure(self, mode: Mode, place: int | None) -> list[TableButton]:
        act = Act.SURE_PASS if mode is Mode.SURE_PASS else Act.SURE_DISCARD
        label, has_win = self._texts.say(f"button-{act}"), is_win_on_offer(self._own)
        sure = TableButton(self._press(act, place), label, style=Style.secondary if has_win else Style.primary)
        if not has_win:
            return [sure, self.back()]
        win = TableButton(self._press(Act.WIN), self._texts.say("button-win"), style=Style.danger)
        return [win, sure, self.back()]

    def back(self) -> TableButton:
        return TableButton(self._press(Act.BACK), self._texts.say("button-back"))

    def between(self) -> list[TableButton]:
        """Return what there is to press between two hands."""
        refresh = TableButton(self._press(Act.REFRESH), self._texts.say("button-new"))
        if not self._is_between:
            return [refresh]
        press = Press(self._table, Act.START)
        return [TableButton(press, self._texts.say("button-next"), style=Style.success), refresh]

    def around(self) -> list[TableButton]:
        buttons = [TableButton(self._press(Act.REFRESH), self._texts.say("button-new"))]
        if list_ways(self._own, Act.CALL_BAO):
            buttons.append(TableButton(self._press(Act.CALL_BAO), self._texts.say("button-bao"), style=Style.primary))
        if self._seat.autoplay is not None:
            label = self._texts.say("button-own")
            buttons.append(TableButton(self._press(Act.TAKE_OVER), label, style=Style.primary))
        elif self._is_playing:
            buttons.append(TableButton(self._press(Act.AUTOPLAY), self._texts.say("button-auto")))
        return buttons
