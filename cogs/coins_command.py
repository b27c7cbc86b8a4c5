"""`/coins`: what who manages a server can do about its coins. Only with Manage Server, asked at each command and press.

Rule: there are no transfers. Coins come from the bank and go to it, with a reason, and the log tells who did it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.coins_panel import (
    LOG_PAGE,
    ask_reset,
    ask_reset_again,
    build_audit,
    build_coins_settings,
    build_log,
    build_report,
    name_account,
)
from cogs.coins_press import read_coins_press
from cogs.errors import Refusal
from cogs.options import MAX_CHOICE
from cogs.panel import write_panel
from cogs.translator import text
from cogs.words import clean_name, escape_name
from host.changes import MOST_REASON, ChangeCoins, ResetCoins, clean_reason
from host.days import find_zone, list_zones
from host.one_way import find_one_way
from host.preferences import MOST_BOARD_DAYS, MOST_GRANTED, Scope

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.preferences import Preferences

MOST_CHANGED = 1_000_000_000
"""The most coins that one command grants or takes."""

KEPT_SECONDS = 900.0
"""So long a reset can be confirmed."""

Amount = app_commands.Range[int, 1, MOST_CHANGED]
Reason = app_commands.Range[str, 1, MOST_REASON]
Granted = app_commands.Range[int, 0, MOST_GRANTED]
Days = app_commands.Range[int, 0, MOST_BOARD_DAYS]


@dataclass(frozen=True, slots=True)
class AskedReset:
    """A reset that waits for being confirmed."""

    unit: ResetCoins
    people: int
    until: float


class CoinsDesk:
    """Does what managers ask for, by command and by button; remembers the resets that are being asked about."""

    def __init__(self, work: Desktop) -> None:
        """Take what commands work with."""
        self._work = work
        self._resets: dict[int, AskedReset] = {}
        self._is_auditing: set[int] = set()

    async def change(self, answer: Answer, member: discord.Member, amount: int, reason: str, texts: Texts) -> Panel:
        """Grant coins to a member, or (below 0) take them."""
        guild_id = need_manager(answer.interaction)
        if member.bot:
            raise Refusal("not_a_person")
        key = f"change/{answer.interaction.id}"
        unit = ChangeCoins(guild_id, member.id, amount, answer.interaction.user.id, reason, key)
        change, account = await self._work.store.write(unit)
        name = escape_name(clean_name(member.display_name, member.name))
        said = "coins-granted" if amount > 0 else "coins-taken"
        return write_panel(texts.say(said, coins=change.amount, name=name, balance=account.balance))

    async def ask(self, answer: Answer, member: discord.Member | None, reason: str, texts: Texts) -> Panel:
        """Ask about a reset for the first time. HostError: `no_reason`, `store_failed`."""
        guild_id, interaction = need_manager(answer.interaction), answer.interaction
        reason = clean_reason(reason)
        user_id = None if member is None else member.id
        people = 1 if user_id is not None else await self._work.store.count_people(guild_id)
        now = self._work.desk.clock.now()
        self._resets = {key: asked for key, asked in self._resets.items() if asked.until > now}
        unit = ResetCoins(guild_id, user_id, interaction.user.id, reason, f"change/{interaction.id}")
        self._resets[interaction.id] = AskedReset(unit, people, now + KEPT_SECONDS)
        return ask_reset(user_id, people, interaction.id, reason, texts)

    async def log(self, answer: Answer, user_id: int | None, page: int, texts: Texts) -> Panel:
        """Return a page of the log, counted from 0."""
        guild_id = need_manager(answer.interaction)
        changes = await self._work.store.list_changes(
            guild_id, user_id=user_id, limit=LOG_PAGE + 1, offset=page * LOG_PAGE
        )
        return build_log(changes, page, user_id, texts)

    async def report(self, answer: Answer, texts: Texts) -> Panel:
        """Return the pairs that stand out."""
        flows = await self._work.store.list_flows(need_manager(answer.interaction))
        return build_report(find_one_way(flows), texts)

    async def audit(self, answer: Answer, texts: Texts) -> Panel:
        """Return what does not hold in the server's books; one audit at a time for each server."""
        guild_id = need_manager(answer.interaction)
        if guild_id in self._is_auditing:
            raise Refusal("audit_running")
        self._is_auditing.add(guild_id)
        try:
            return build_audit(await self._work.store.audit(guild_id), texts)
        finally:
            self._is_auditing.discard(guild_id)

    async def settings(self, answer: Answer, values: dict[str, str | int | None], texts: Texts) -> Panel:
        """Set what is given about coins and return what holds."""
        guild_id = need_manager(answer.interaction)
        preferences: Preferences = answer.interaction.client.preferences
        given = {name: value for name, value in values.items() if value is not None}
        zone = given.get("zone")
        if zone is not None and zone not in list_zones():
            raise Refusal("bad_zone", zone=str(zone))
        for name, value in given.items():
            await preferences.change(Scope.SERVER, guild_id, name, str(value))
        server = preferences.of_server(guild_id)
        return build_coins_settings(server, show_clock(server.zone, self._work.desk.clock.wall()), texts)

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Answer a press: turn the log's page, show what is set, ask about a reset again, or reset.

        Raises:
            Refusal: `old_button`, `only_in_server`, `not_manager`, `reset_expired`. HostError: `store_failed`.
        """
        press = read_coins_press(answer.interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        if press.act == "log":
            await answer.update(await self.log(answer, press.user, press.number, texts))
            return
        if press.act == "set":
            await answer.update(await self.settings(answer, {}, texts))
            return
        guild_id = need_manager(answer.interaction)
        asked = self._resets.get(press.number)
        is_theirs = asked is not None and (asked.unit.guild_id, asked.unit.actor_id) == (
            guild_id,
            answer.interaction.user.id,
        )
        if asked is None or not is_theirs or asked.until <= self._work.desk.clock.now():
            raise Refusal("reset_expired")
        if press.act == "ask":
            await answer.update(ask_reset_again(asked.unit.user_id, asked.people, press.number, texts))
            return
        change, _ = await self._work.store.write(asked.unit)
        whom = name_account(asked.unit.user_id, texts)
        await answer.update(write_panel(texts.say("coins-reset-done", whom=whom, coins=change.amount)))


def need_manager(interaction: discord.Interaction[Any]) -> int:
    """Return the server of who manages it; Refusal `only_in_server`, `not_manager`."""
    if interaction.guild_id is None:
        raise Refusal("only_in_server")
    if not interaction.permissions.manage_guild:
        raise Refusal("not_manager")
    return interaction.guild_id


def show_clock(zone: str, at: float) -> str:
    """Return what time it is in a zone, as 21:05."""
    return datetime.fromtimestamp(at, find_zone(zone)).strftime("%H:%M")


def complete_zone(typed: str, at: float) -> list[tuple[str, str]]:
    """Return up to 25 time zones whose names hold what was typed, each with its time there: shown, and its name."""
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [zone for zone in list_zones() if wanted in zone.casefold()]
    # First those whose city begins like that.
    found.sort(key=lambda zone: (not zone.casefold().rpartition("/")[2].startswith(wanted), "/" not in zone, zone))
    return [(f"{zone} · {show_clock(zone, at)}"[:MAX_CHOICE], zone) for zone in found[:25]]


def build_coins_command(work: Desktop, desk: CoinsDesk) -> app_commands.Group:
    """Return /coins grant, take, reset, log, report, audit, settings."""
    return CoinsGroup(work, desk)


class CoinsGroup(app_commands.Group):
    """/coins: offered to who has Manage Server alone."""

    def __init__(self, work: Desktop, desk: CoinsDesk) -> None:
        """Take what commands work with, and who does it."""
        super().__init__(
            name=text("command-coins"),
            description=text("command-coins-about"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self._work = work
        self._desk = desk

    @app_commands.command(name=text("command-grant"), description=text("command-grant-about"))
    @app_commands.rename(member=text("option-member"), coins=text("option-amount"), reason=text("option-reason"))
    @app_commands.describe(
        member=text("option-invite-about"), coins=text("option-amount-about"), reason=text("option-reason-about")
    )
    async def grant(
        self, interaction: discord.Interaction[Any], member: discord.Member, coins: Amount, reason: Reason
    ) -> None:
        """Give coins to somebody."""
        await self._work.answer(
            interaction, lambda answer, texts: self._desk.change(answer, member, coins, reason, texts)
        )

    @app_commands.command(name=text("command-take"), description=text("command-take-about"))
    @app_commands.rename(member=text("option-member"), coins=text("option-amount"), reason=text("option-reason"))
    @app_commands.describe(
        member=text("option-invite-about"), coins=text("option-amount-about"), reason=text("option-reason-about")
    )
    async def take(
        self, interaction: discord.Interaction[Any], member: discord.Member, coins: Amount, reason: Reason
    ) -> None:
        """Take coins from somebody."""
        await self._work.answer(
            interaction, lambda answer, texts: self._desk.change(answer, member, -coins, reason, texts)
        )

    @app_commands.command(name=text("command-reset"), description=text("command-reset-about"))
    @app_commands.rename(reason=text("option-reason"), member=text("option-member"))
    @app_commands.describe(reason=text("option-reason-about"), member=text("option-reset-about"))
    async def reset(
        self, interaction: discord.Interaction[Any], reason: Reason, member: discord.Member | None = None
    ) -> None:
        """Give everybody, or one person, a newcomer's coins."""
        await self._work.answer(interaction, lambda answer, texts: self._desk.ask(answer, member, reason, texts))

    @app_commands.command(name=text("command-log"), description=text("command-log-about"))
    @app_commands.rename(member=text("option-member"))
    @app_commands.describe(member=text("option-log-about"))
    async def log(self, interaction: discord.Interaction[Any], member: discord.User | None = None) -> None:
        """Show what managers did."""
        user_id = None if member is None else member.id
        await self._work.answer(interaction, lambda answer, texts: self._desk.log(answer, user_id, 0, texts))

    @app_commands.command(name=text("command-report"), description=text("command-report-about"))
    async def report(self, interaction: discord.Interaction[Any]) -> None:
        """Show pairs between whom coins go one way."""
        await self._work.answer(interaction, self._desk.report)

    @app_commands.command(name=text("command-audit"), description=text("command-audit-about"))
    async def audit(self, interaction: discord.Interaction[Any]) -> None:
        """Check the server's books."""
        await self._work.answer(interaction, self._desk.audit)

    @app_commands.command(name=text("command-settings"), description=text("command-coins-settings-about"))
    @app_commands.rename(
        zone=text("option-zone"),
        daily=text("option-daily"),
        relief=text("option-relief"),
        age=text("option-age"),
    )
    @app_commands.describe(
        zone=text("option-zone-about"),
        daily=text("option-daily-about"),
        relief=text("option-relief-about"),
        age=text("option-age-about"),
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        zone: app_commands.Range[str, 1, MAX_CHOICE] | None = None,
        daily: Granted | None = None,
        relief: Granted | None = None,
        age: Days | None = None,
    ) -> None:
        """Set the time zone, grants and the age for boards, or show them."""
        values = {"zone": zone, "daily": daily, "relief": relief, "board_days": age}
        await self._work.answer(interaction, lambda answer, texts: self._desk.settings(answer, values, texts))

    @settings.autocomplete("zone")
    async def complete(self, _interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Offer time zones while one is typed."""
        offered = complete_zone(typed, self._work.desk.clock.wall())
        return [Choice(name=shown, value=zone) for shown, zone in offered]
