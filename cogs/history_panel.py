"""A person's hands as a panel: a page of them in words, selects for which, one to open; and a single hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.board_panel import name_city
from cogs.board_press import CITIES
from cogs.history_press import (
    CITY,
    OPEN,
    PARTS,
    RESULT,
    SPAN,
    SPANS,
    HistoryChoice,
    HistoryPress,
    write_hand,
    write_verify,
)
from cogs.panel import Panel, Style
from cogs.replay_press import EXPORT, Look, ReplayPress, make_replay_button
from cogs.words import clean_name, escape_name, join_words, show_change, show_date
from host.days import find_zone
from host.history import Company, Result
from host.periods import ALL
from host.replayed import name_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cogs.panel import Picture
    from cogs.texts import Fact, Texts
    from host.history import HandPage, OtherPlayer, PastHand

SIZE = 6
"""Hands a page: with the longest names, all of them markup, they fit into Discord's 4000 characters."""

MAX_OPTION = 100
"""Discord: characters of an option's label, and of the line below it."""


@dataclass(frozen=True, slots=True)
class ShownHistory:
    """A page and what it is a page of. `servers`: names by id, where hands of several are listed; `zone`: for dates."""

    choice: HistoryChoice
    page: HandPage
    servers: Mapping[int, str]
    zone: str

    @property
    def pages(self) -> int:
        """How many pages there are, one at least."""
        return max(1, -(-self.page.total // SIZE))


def build_history_panel(shown: ShownHistory, texts: Texts) -> Panel:
    """Return a page."""
    page = shown.page
    panel = Panel().write(f"### {texts.say('history-title')}")
    for past in page.hands:
        panel.write(*tell_past(past, shown.servers, texts))
    if not page.hands:
        is_all = replace(shown.choice, until=0, page=0) == HistoryChoice()
        command = f"{texts.say('command-mahjong')} {texts.say('command-new')}"
        panel.write(texts.say("history-empty", command=command) if is_all else texts.say("history-none"))
    if shown.pages > 1:
        panel.write(f"-# {texts.say('history-page', page=page.page + 1, pages=shown.pages, hands=page.total)}")
    for part in PARTS:
        options = _list_options(part, shown, texts)
        if options:
            panel.add_item(ui.ActionRow(_make_select(part, shown.choice, options, texts)))
    if shown.pages > 1:
        panel.add_item(ui.ActionRow(*_list_turns(shown, texts)))
    return panel


def tell_past(past: PastHand, servers: Mapping[int, str], texts: Texts) -> list[str]:
    """Return a hand in three lines: which, how it ended, when and with whom."""
    where = [f"`{name_hand(past.table_id, past.hand)}`", texts.say(f"rules-{past.city}")]
    where += [escape_name(servers[past.guild_id])] if past.guild_id in servers else []
    lines = [" · ".join(where), say_ending(past, texts)]
    # On a phone the date would break the first line, in the small one below it goes with the rest.
    beside = f"{show_date(past.at)} · {texts.say('history-with', names=join_words(texts, _list_others(past, texts)))}"
    if not past.is_kept:
        beside = f"{beside} · {texts.say('history-unkept')}"
    return [*lines, f"-# {beside}"]


def say_ending(past: PastHand, texts: Texts) -> str:
    """Return how a hand ended for the person whose it is."""
    facts: dict[str, Fact] = {
        "fan": abs(past.fan),
        "coins": show_change(past.coins, grouped=True) if past.coins else "none",
        "kinds": join_words(texts, (texts.say(f"kind-{kind}") for kind in past.kinds)) or "none",
    }
    if past.is_void:
        return texts.say("history-void")
    if past.is_won:
        if past.source is None:
            return texts.say("history-won", **facts)
        return texts.say("history-won-on", source=_name(past.source, texts), **facts)
    if past.winner is None:
        return texts.say("history-drawn")
    winner = _name(past.winner, texts)
    if past.is_dealt_in:
        return texts.say("history-dealt-in", winner=winner, **facts)
    return texts.say("history-lost", by="computer" if past.winner.is_computer else "person", winner=winner, **facts)


def say_plainly(past: PastHand, texts: Texts) -> str:
    """Return the same without markup, for labels."""
    return clean_name(say_ending(past, texts).replace("**", "").replace("\\", ""))


def _list_others(past: PastHand, texts: Texts) -> list[str]:
    named = [_name(other, texts) for other in past.others]
    return [*named, texts.say("history-computers", number=past.computers)] if past.computers else named


def _name(player: OtherPlayer, texts: Texts) -> str:
    if player.is_computer:
        return texts.say("history-computer")
    return escape_name(player.name) if player.name else texts.say("board-nameless")


# ---- selects and buttons


def _list_options(part: str, shown: ShownHistory, texts: Texts) -> list[discord.SelectOption]:
    choice = shown.choice
    if part == OPEN:
        return [_offer_hand(past, shown, texts) for past in shown.page.hands]
    if part == CITY:
        return _offer(((city, name_city(city, texts)) for city in (ALL, *CITIES)), choice.city)
    if part == SPAN:
        return _offer(((span, texts.say(f"history-span-{span}")) for span in SPANS), choice.span)
    if part == RESULT:
        return _offer(((each, texts.say(f"history-result-{each}")) for each in Result), choice.result)
    return _offer(((each, texts.say(f"history-company-{each}")) for each in Company), choice.company)


def _offer(options: Iterable[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=name[:MAX_OPTION], value=str(value), default=value == chosen)
        for value, name in options
    ]


def _offer_hand(past: PastHand, shown: ShownHistory, texts: Texts) -> discord.SelectOption:
    return discord.SelectOption(
        label=label_past(past, shown.zone, texts)[:MAX_OPTION],
        description=say_plainly(past, texts)[:MAX_OPTION],
        value=write_hand(past.table_id, past.hand),
    )


def label_past(past: PastHand, zone: str, texts: Texts) -> str:
    """Return a hand as a label, without markup: name, rules, and when it ended by a server's clock."""
    when = datetime.fromtimestamp(past.at, find_zone(zone))
    return f"{name_hand(past.table_id, past.hand)} · {texts.say(f'rules-{past.city}')} · {when:%Y-%m-%d %H:%M}"


def _make_select(part: str, choice: HistoryChoice, options: list[discord.SelectOption], texts: Texts) -> ui.Select[Any]:
    custom_id = HistoryPress(choice, part).custom_id
    return ui.Select(custom_id=custom_id, placeholder=texts.say(f"history-choose-{part}"), options=options)


def _list_turns(shown: ShownHistory, texts: Texts) -> Iterable[ui.Button[Any]]:
    page, last = shown.page.page, shown.pages - 1
    turns = {"newest": 0, "newer": max(page - 1, 0), "older": min(page + 1, last), "oldest": last}
    for part, target in turns.items():
        press = HistoryPress(shown.choice.turn(target), part)
        yield ui.Button(label=texts.say(f"button-history-{part}"), custom_id=press.custom_id, disabled=target == page)


# ---- one hand


@dataclass(frozen=True, slots=True)
class Ending:
    """What a hand's record says of its end: by which rules it was played, a picture, and the same in words."""

    rules: str
    picture: Picture | None
    words: Sequence[str]


def build_past_panel(past: PastHand, choice: HistoryChoice, ending: Ending | None, texts: Texts) -> Panel:
    """Return one hand: how it ended, what its record says of that (None: nothing), and what can be done with it.

    `choice`: the list to go back to.
    """
    first, *others = tell_past(past, {}, texts)
    rules = texts.say(f"rules-{past.city}") if ending is None else ending.rules
    panel = Panel().write(f"### {texts.say('history-hand', rules=rules, hand=past.hand)}", first).write(*others)
    if ending is not None:
        panel.show(ending.picture).write(*ending.words)
    buttons: list[ui.Button[Any]] = []
    if past.is_kept:
        export = ReplayPress(past.table_id, past.hand, 0, Look(0, is_open=True), EXPORT)
        buttons += [
            make_replay_button(past.table_id, past.hand, texts),
            ui.Button(label=texts.say("button-history-verify"), custom_id=write_verify(past.table_id, past.hand)),
            ui.Button(label=texts.say("button-replay-export"), custom_id=export.custom_id),
        ]
    else:
        panel.write(texts.say("history-gone"))
    back = HistoryPress(choice, "list")
    buttons.append(ui.Button(label=texts.say("button-history-list"), custom_id=back.custom_id, style=Style.primary))
    panel.add_item(ui.ActionRow(*buttons))
    return panel
