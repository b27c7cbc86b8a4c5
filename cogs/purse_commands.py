"""`/balance` and `/daily`: somebody's coins, and the grants that are due by the server's own days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.panel import write_panel
from cogs.translator import text
from cogs.words import clean_name, escape_name, show_time
from host.days import begin_next_day, find_day
from host.grants import ClaimDaily, find_streak, grow_daily, is_due, smallest_stake

if TYPE_CHECKING:
    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts
    from host.book import Account
    from host.preferences import ServerPreferences


def build_purse_commands(work: Desktop) -> list[app_commands.Command[Any, ..., Any]]:
    """Return the commands, to be added to a tree."""
    return [_balance(work), _daily(work)]


def _balance(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    @app_commands.rename(member=text("option-member"))
    @app_commands.describe(member=text("option-member-about"))
    async def balance(interaction: discord.Interaction[Any], member: discord.Member | None = None) -> None:
        async def tell(answer: Answer, texts: Texts) -> Panel:
            person = member or answer.interaction.user
            account = await work.store.find_account(answer.interaction.guild_id or 0, person.id)
            if person.id == answer.interaction.user.id:
                server = work.server_of(answer.interaction)
                return build_balance(account, server, work.desk.clock.wall(), texts)
            name = escape_name(clean_name(person.display_name, person.name))
            return write_panel(texts.say("balance-other", name=name, coins=account.balance))

        await work.answer(interaction, tell)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-balance"), description=text("command-balance-about"), callback=balance
    )
    return command


def _daily(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    async def daily(interaction: discord.Interaction[Any]) -> None:
        async def grant(answer: Answer, texts: Texts) -> Panel:
            return await _grant_daily(work, answer, texts)

        await work.answer(interaction, grant)

    return app_commands.Command(name=text("command-daily"), description=text("command-daily-about"), callback=daily)


def build_balance(account: Account, server: ServerPreferences, at: float, texts: Texts) -> Panel:
    """Return a person's own purse: coins, those at stake, days in a row, and when the next grant is due."""
    lines = [texts.say("balance-own", coins=account.balance)]
    if account.held:
        lines.append(texts.say("balance-held", coins=account.held))
    day = find_day(at, server.zone).toordinal()
    streak = find_streak(account, day)
    if streak:
        lines.append(texts.say("balance-streak", days=streak))
    if server.daily and is_due(account.daily_day, day):
        lines.append(texts.say("balance-due", command=texts.say("command-daily")))
    elif server.daily:
        lines.append(_say_next(account.daily_streak, server, at, texts))
    return write_panel(*lines)


async def _grant_daily(work: Desktop, answer: Answer, texts: Texts) -> Panel:
    """Grant what is due and say what that was."""
    server, at = work.server_of(answer.interaction), work.desk.clock.wall()
    day = find_day(at, server.zone).toordinal()
    unit = ClaimDaily(
        guild_id=answer.interaction.guild_id or 0,
        user_id=answer.interaction.user.id,
        day=day,
        base=server.daily,
        relief=server.relief,
        smallest=smallest_stake(server),
    )
    granted = await work.store.write(unit)
    lines = []
    if granted.daily:
        lines.append(texts.say("daily-granted", coins=granted.daily, days=granted.streak))
    elif server.daily:
        lines.append(texts.say("daily-had"))
    else:
        lines.append(texts.say("daily-none"))
    if granted.relief:
        lines.append(texts.say("daily-relief", coins=granted.relief, smallest=unit.smallest))
    elif granted.is_relieved and granted.balance < unit.smallest:
        lines.append(texts.say("daily-relieved"))
    lines.append(texts.say("balance-own", coins=granted.balance))
    if server.daily:
        lines.append(_say_next(granted.streak, server, at, texts))
    return write_panel(*lines)


def _say_next(streak: int, server: ServerPreferences, at: float, texts: Texts) -> str:
    """Return when the next grant is due and how many coins it is, today's having been had."""
    when, coins = begin_next_day(at, server.zone), grow_daily(server.daily, streak + 1)
    return texts.say("daily-next", when=show_time(when), coins=coins, zone=server.zone)
