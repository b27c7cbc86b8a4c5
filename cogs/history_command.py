"""`/history`: the hands that whoever asks has played, on this server or (in a direct message) on all.

Rule 1: it is always about whoever presses: no button names a person.
Rule 2: presses are found by their custom_id alone: after a restart and on panels of any age.
"""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice

from cogs.errors import Refusal
from cogs.history_panel import (
    SIZE,
    Ending,
    ShownHistory,
    build_history_panel,
    build_past_panel,
    label_past,
    say_plainly,
)
from cogs.history_press import (
    MONTH,
    OPEN,
    TODAY,
    WEEK,
    HistoryChoice,
    read_hand,
    read_history_press,
)
from cogs.languages import texts_of
from cogs.options import MAX_CHOICE, MAX_CHOICES
from cogs.pictures import choose_theme
from cogs.replay_panel import label_players, list_words
from cogs.replay_press import Look
from cogs.translator import text
from cogs.words import name_rules
from host.days import DEFAULT_ZONE, begin_day, find_day
from host.errors import StoreError
from host.history import HandFilter, find_past_hand, list_hands
from host.replayed import name_hand

if TYPE_CHECKING:
    import discord

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.replays import OpenedHand
    from cogs.texts import Texts

BROKEN = "replay_broken"

LOOKED_AT = 100
"""Among so many hands, the newest, it is looked for what somebody types."""


def build_history_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return /history."""

    async def history(interaction: discord.Interaction[Any]) -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            return await work.history.show(answer.interaction, HistoryChoice(), texts)

        await work.answer(interaction, show)

    return app_commands.Command(
        name=text("command-history"), description=text("command-history-about"), callback=history
    )


class HistoryClerk:
    """Shows people their hands, by command and by the selects and buttons on it."""

    def __init__(self, work: Desktop) -> None:
        """Take what commands work with."""
        self._work = work

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Show the page or the hand that was pressed for.

        Raises:
            Refusal: `old_button`, `unknown_hand`. HostError: `store_failed`.
        """
        interaction = answer.interaction
        press = read_history_press(interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        data: Any = interaction.data or {}
        values, choice = data.get("values"), press.choice
        try:
            if values and press.part == OPEN:
                await answer.update(await self._open(interaction, *read_hand(values[0]), choice, texts))
                return
            if values:
                choice = choice.change(press.part, values[0])
        except ValueError:
            raise Refusal("old_button") from None
        await answer.update(await self.show(interaction, choice, texts))

    async def show(self, interaction: discord.Interaction[Any], choice: HistoryChoice, texts: Texts) -> Panel:
        """Return a page of hands. HostError: `store_failed`."""
        store = self._work.store
        until = choice.until or math.ceil(store.now() * 1000)
        zone = self._find_zone(interaction)
        which = HandFilter(
            guild_id=interaction.guild_id,
            city=choice.city,
            result=choice.result,
            company=choice.company,
            since=_find_since(choice.span, store.now(), zone),
        )
        own = partial(
            list_hands, user_id=interaction.user.id, which=which, until=until / 1000, page=choice.page, size=SIZE
        )
        page = await store.read(own)
        shown = ShownHistory(replace(choice, until=until, page=page.page), page, self._name_servers(interaction), zone)
        return build_history_panel(shown, texts)

    async def complete(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer the own hands of which there are records, newest first, by what is typed of their label."""
        texts, store, zone = texts_of(interaction), self._work.store, self._find_zone(interaction)
        which = HandFilter(guild_id=interaction.guild_id)
        own = partial(list_hands, user_id=interaction.user.id, which=which, until=store.now(), page=0, size=LOOKED_AT)
        try:
            page = await store.read(own)
        except StoreError:
            return []
        offered = []
        for past in page.hands:
            label = f"{label_past(past, zone, texts)} · {say_plainly(past, texts)}"
            if past.is_kept and typed.strip().casefold() in label.casefold():
                offered.append(Choice(name=label[:MAX_CHOICE], value=name_hand(past.table_id, past.hand)))
        return offered[:MAX_CHOICES]

    async def _open(
        self, interaction: discord.Interaction[Any], table: str, hand: int, choice: HistoryChoice, texts: Texts
    ) -> Panel:
        """Return one hand of whoever asks; Refusal `unknown_hand` if it is none of theirs."""
        past = await self._work.store.read(partial(find_past_hand, user_id=interaction.user.id, key=(table, hand)))
        if past is None or interaction.guild_id not in {None, past.guild_id}:
            raise Refusal("unknown_hand", hand=name_hand(table, hand))
        ending = None
        if past.is_kept:
            try:
                opened = await self._work.replays.hands.open(interaction, table, hand)
                ending = await self._show_ending(interaction, opened, texts)
            except Refusal as refusal:
                # What the list tells of it holds all the same.
                if refusal.code != BROKEN:
                    raise
        return build_past_panel(past, choice, ending, texts)

    async def _show_ending(self, interaction: discord.Interaction[Any], opened: OpenedHand, texts: Texts) -> Ending:
        """Return what a hand's record says of its end, seen from the own seat with all hands open."""
        seat = opened.find_seat(interaction.user.id) or 0
        scene = await opened.set_scene(opened.hand.last, Look(seat, is_open=True))
        theme = choose_theme(self._work.desk.preferences.of_person(interaction.user.id))
        ended = opened.hand.end
        labels = tuple(
            replace(label, coins=None if label.coins is None else coins)
            for label, coins in zip(label_players(opened.hand, texts), ended["coins"], strict=True)
        )
        picture = await self._work.desk.painter.paint_ending(scene.view, labels, tuple(ended["deltas"]), texts, theme)
        return Ending(name_rules(texts, opened.hand.rules), picture, list_words(scene, texts))

    def _find_zone(self, interaction: discord.Interaction[Any]) -> str:
        guild_id = interaction.guild_id
        return DEFAULT_ZONE if guild_id is None else self._work.desk.preferences.of_server(guild_id).zone

    @staticmethod
    def _name_servers(interaction: discord.Interaction[Any]) -> dict[int, str]:
        """Return what servers are called, where hands of several are listed."""
        if interaction.guild_id is not None:
            return {}
        return {guild.id: guild.name for guild in interaction.client.guilds}


def _find_since(span: str, now: float, zone: str) -> float | None:
    """Return when a span of time began by a server's clock: weeks begin on Monday (ISO 8601)."""
    day = find_day(now, zone)
    begins = {TODAY: day, WEEK: day - timedelta(days=day.weekday()), MONTH: day.replace(day=1)}
    return begin_day(begins[span], zone) if span in begins else None
