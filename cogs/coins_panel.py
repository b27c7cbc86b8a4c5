"""What managers see of a server's coins: the log, the report, the audit, settings, and a reset asked about twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.coins_press import CoinsPress
from cogs.options import quote
from cogs.panel import Panel, Style, write_panel
from cogs.settings_panel import SHOW, SettingPress
from host.changes import MOST_REASON
from host.preferences import Scope
from host.schema import BANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from cogs.texts import Texts
    from host.audit import AuditReport, Fault
    from host.book import Change
    from host.one_way import OneWay
    from host.preferences import ServerPreferences

LOG_PAGE = 8
"""Changes on a page of the log."""

MOST_PAIRS = 10
MOST_FAULTS = 20
MOST_ODDS = 1_000_000
"""Odds are told up to here: beyond, they are as good as certain."""


def _offer(panel: Panel, *buttons: tuple[str, CoinsPress, discord.ButtonStyle]) -> Panel:
    row: ui.ActionRow[Any] = ui.ActionRow()
    for label, press, style in buttons:
        row.add_item(ui.Button(label=label, custom_id=press.custom_id, style=style))
    panel.add_item(row)
    return panel


def name_account(user_id: int | None, texts: Texts) -> str:
    """Return whose an account is: a mention, all people (None), the bank, or somebody who was forgotten."""
    if user_id is None:
        return texts.say("coins-everybody")
    if user_id == BANK:
        return texts.say("coins-bank")
    return f"<@{user_id}>" if user_id > BANK else texts.say("coins-forgotten")


# ---- what was done


def build_log(changes: Sequence[Change], page: int, user_id: int | None, texts: Texts) -> Panel:
    """Return a page of the log, newest first; `changes`: those of the page and one more if there is a next page."""
    title = texts.say(
        "coins-log-title" if user_id is None else "coins-log-title-one", name=name_account(user_id, texts)
    )
    panel = write_panel(f"### {title}")
    if not changes:
        return panel.write(texts.say("coins-log-empty"))
    for change in changes[:LOG_PAGE]:
        said = texts.say(
            f"coins-log-{change.kind}",
            who=name_account(change.actor_id, texts),
            whom=name_account(change.user_id, texts),
            coins=change.amount,
        )
        reason = f"`{quote(change.reason, MOST_REASON)}`" if change.reason else texts.say("coins-log-no-reason")
        panel.write(f"<t:{int(change.at)}:f> {said}\n-# {reason}")
    turns = []
    if page:
        turns.append((texts.say("button-coins-newer"), CoinsPress("log", page - 1, user_id), Style.secondary))
    if len(changes) > LOG_PAGE:
        turns.append((texts.say("button-coins-older"), CoinsPress("log", page + 1, user_id), Style.secondary))
    return _offer(panel, *turns) if turns else panel


# ---- a reset


def ask_reset(user_id: int | None, people: int, key: int, reason: str, texts: Texts) -> Panel:
    """Return the first question about a reset, of one person or (None) of so many people."""
    panel = write_panel(
        f"### {texts.say('coins-reset-title')}",
        texts.say("coins-reset-ask", whom=name_account(user_id, texts), people=people),
        f"-# `{quote(reason, MOST_REASON)}`",
    )
    return _offer(panel, (texts.say("button-coins-ask"), CoinsPress("ask", key), Style.danger))


def ask_reset_again(user_id: int | None, people: int, key: int, texts: Texts) -> Panel:
    """Return the second question."""
    panel = write_panel(
        f"### {texts.say('coins-reset-title')}",
        texts.say("coins-reset-sure", whom=name_account(user_id, texts), people=people),
    )
    return _offer(panel, (texts.say("button-coins-sure", people=people), CoinsPress("sure", key), Style.danger))


# ---- what stands out, and what does not hold


def build_report(pairs: Sequence[OneWay], texts: Texts) -> Panel:
    """Return the pairs that stand out, those least likely first."""
    panel = write_panel(f"### {texts.say('coins-report-title')}")
    if not pairs:
        return panel.write(texts.say("coins-report-nobody")).write(f"-# {texts.say('coins-report-how')}")
    for pair in pairs[:MOST_PAIRS]:
        panel.write(
            texts.say(
                "coins-report-pair",
                giver=name_account(pair.giver_id, texts),
                receiver=name_account(pair.receiver_id, texts),
                given=pair.given,
                returned=pair.returned,
                hands=pair.hands,
                together=pair.together,
            ),
            "-# "
            + texts.say(
                "coins-report-odds",
                share=round(100 * pair.share),
                edge=round(100 * pair.edge),
                odds=min(int(1 / max(pair.chance, 1 / MOST_ODDS)), MOST_ODDS),
            ),
        )
    if len(pairs) > MOST_PAIRS:
        panel.write(texts.say("coins-more", count=len(pairs) - MOST_PAIRS))
    return panel.rule().write(f"-# {texts.say('coins-report-how')}")


def build_audit(report: AuditReport, texts: Texts) -> Panel:
    """Return what an audit of a server's books found, each fault in a line."""
    panel = write_panel(f"### {texts.say('coins-audit-title')}")
    counts = {"accounts": report.accounts, "movements": report.movements}
    if report.is_sound:
        return panel.write(texts.say("coins-audit-sound", **counts))
    panel.write(texts.say("coins-audit-faults", count=len(report.faults), **counts))
    panel.write(*(_say_fault(fault, texts) for fault in report.faults[:MOST_FAULTS]))
    if len(report.faults) > MOST_FAULTS:
        panel.write(texts.say("coins-more", count=len(report.faults) - MOST_FAULTS))
    return panel.rule().write(f"-# {texts.say('coins-audit-what')}")


def _say_fault(fault: Fault, texts: Texts) -> str:
    row = "/".join(fault.about)
    shown = f" · `{row}`" if row else ""
    return f"• {texts.say(f'audit-{fault.code}')}{shown}"


# ---- settings


def build_coins_settings(server: ServerPreferences, now: str, texts: Texts) -> Panel:
    """Return what is set about coins and how to change it; `now`: what time it is in the server's zone."""
    age = texts.say("coins-set-age", days=server.board_days)
    command = f"{texts.say('command-coins')} {texts.say('command-settings')}"
    panel = write_panel(
        f"### {texts.say('coins-set-title')}",
        texts.say("coins-set-zone", zone=server.zone, now=now),
        texts.say("coins-set-daily", coins=server.daily),
        texts.say("coins-set-relief", coins=server.relief),
        age,
        f"-# {texts.say('coins-set-how', command=command)}",
    )
    to_server = SettingPress(Scope.SERVER, SHOW).custom_id
    return panel.offer([ui.Button(label=texts.say("button-settings-server"), custom_id=to_server)])
