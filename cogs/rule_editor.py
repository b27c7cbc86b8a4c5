"""House rules by choosing: below a table's rules its host picks an option and then its value, before the game.

Rule: a choice is found by its custom_id alone, and whether it may be made is asked when it is made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.errors import Refusal
from cogs.options import list_choices, parse_options, show_value
from cogs.presses import TABLE_ID
from cogs.rules_panel import PAGES, build_rules_panel
from engine.rules import DOMAINS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.answer import Answer
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.registry import Tables
    from host.table import Table

VERSION = 1
MAX_LABEL = 100
"""Discord: of a select's options."""

_FORM = re.compile(
    rf"rule\|(?P<version>[0-9]{{1,3}})\|(?P<table>{TABLE_ID})\|(?P<page>[0-9])\|(?P<option>[a-z_]{{0,32}})"
)


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A select in a table's rules. `option`: whose value is chosen; empty: an option is."""

    table: str
    page: int
    option: str = ""

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        return f"rule|{VERSION}|{self.table}|{self.page}|{self.option}"


def is_rule_choice(custom_id: str) -> bool:
    """Say whether a custom_id belongs to such a select, of whatever version."""
    return custom_id.startswith("rule|")


def read_rule_choice(custom_id: str) -> RuleChoice | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION or found["option"] not in {"", *DOMAINS}:
        return None
    return RuleChoice(found["table"], int(found["page"]), found["option"])


def build_table_rules(table: Table, user_id: int, texts: Texts, page: int = 0, option: str = "") -> Panel:
    """Return a page of a table's rules; for its host, before the game, with selects to change them.

    `option`: the one whose values are on offer.
    """
    panel = build_rules_panel(table.rules, table.table_id, texts, page, is_table=True)
    if table.state != "lobby" or user_id != table.host_id:
        return panel
    page = page if page in range(len(PAGES)) else 0
    names = tuple(PAGES.values())[page]
    holds = table.rules.options
    options = [(name, texts.say(f"about-{name}"), f"{name} = {show_value(holds[name])}") for name in names]
    _add_select(panel, RuleChoice(table.table_id, page), options, option, texts.say("rules-choose-option"))
    if option in names:
        base = show_value(holds[option])
        values = [(value, f"{option} = {value}", None) for value in list_choices(option, base)]
        hint = texts.say("rules-choose-value", option=option)
        _add_select(panel, RuleChoice(table.table_id, page, option), values, base, hint)
    return panel


def _add_select(
    panel: Panel, choice: RuleChoice, options: Iterable[tuple[str, str, str | None]], chosen: str, hint: str
) -> None:
    select: ui.Select[Any] = ui.Select(
        custom_id=choice.custom_id,
        placeholder=hint,
        options=[
            discord.SelectOption(value=value, label=label[:MAX_LABEL], description=description, default=value == chosen)
            for value, label, description in options
        ],
    )
    panel.add_item(ui.ActionRow(select))


class RuleEditor:
    """Carries out what is chosen in a table's rules."""

    def __init__(self, tables: Tables) -> None:
        """Take the tables."""
        self._tables = tables

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Offer an option's values, or set one and show the page as it is then.

        Raises:
            Refusal: `old_button`, `table_gone`, `bad_option`. HostError: `not_host`, `match_running`. RuleError.
        """
        interaction = answer.interaction
        choice = read_rule_choice(interaction.custom_id or "")
        data: Any = interaction.data or {}
        (value, *_) = data.get("values") or ("",)
        if choice is None or not value:
            raise Refusal("old_button")
        table = self._tables.find(choice.table)
        if table is None:
            raise Refusal("table_gone")
        option = "" if choice.option else value
        if choice.option:
            await table.set_rules(interaction.user.id, parse_options(f"{choice.option}={value}"))
        await answer.update(build_table_rules(table, interaction.user.id, texts, choice.page, option))
