"""How a hand ended and why it is worth what it is worth, line by line. A pure function from a report to a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.panel import Panel, Picture, Style, TableButton
from cogs.presses import Act, Press
from cogs.replay_press import make_replay_button
from cogs.table_panel import SHORT_COMMITMENT, list_run_buttons
from cogs.words import join_words, name_rules, name_seat, name_tile, show_change, show_time
from host.replayed import name_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.texts import Texts
    from engine.score_lines import ScoreLine
    from engine.view import ResultView
    from host.reports import HandReport, SeatSnapshot, TableSnapshot

HANDS_IN_CHAIN = 64
"""JUDGE section 2: a longer match begins a new chain."""


def build_result_panel(
    snapshot: TableSnapshot,
    report: HandReport,
    texts: Texts,
    picture: Picture | None,
    *,
    new_command: str,
    is_past: bool = False,
) -> Panel:
    """Return the message that explains how a hand ended. `new_command`: what opens a table, without the slash.

    `is_past`: the next hand has begun, so that there is nothing left to press but the replay.
    """
    title = texts.say("result-title", rules=name_rules(texts, snapshot.rules), hand=report.hand)
    name = name_hand(snapshot.table_id, report.hand)
    panel = Panel().write(f"### {title} · `{name}`", *_list_ending(report, texts)).show(picture)
    panel.write(*_list_score(report, texts))
    panel.write(*_list_coins(snapshot, report, texts))
    panel.rule().write(*_list_reveal(snapshot, report, texts))
    replay = make_replay_button(snapshot.table_id, report.hand, texts)
    if is_past:
        return panel.offer([replay])
    panel.write(*_list_what_next(snapshot, report, texts, new_command))
    if report.is_last:
        press = Press(snapshot.table_id, Act.PLAY_AGAIN)
        return panel.offer([TableButton(press, texts.say("button-again"), style=Style.success), replay])
    next_hand = TableButton(Press(snapshot.table_id, Act.START), texts.say("button-next"), style=Style.success)
    return panel.offer([next_hand, replay]).offer(list_run_buttons(snapshot, texts))


def _name(report: HandReport, texts: Texts, seat: int) -> str:
    return name_seat(texts, report.seats[seat])


def _list_ending(report: HandReport, texts: Texts) -> list[str | None]:
    result = report.result
    if result.kind == "void":
        return [texts.say("result-void")]
    lines: list[str | None] = []
    if result.winner is None or result.tile is None:
        lines.append(texts.say("result-draw"))
    else:
        lines.append(_say_win(report.seats, result, texts))
    if result.bao is not None:
        lines.append(texts.say("result-bao", tile=name_tile(texts, result.bao)))
    return lines


def list_outcome(snapshot: TableSnapshot, result: ResultView, texts: Texts) -> list[str | None]:
    """Return how a hand ended in short, for one of its players: who won, and what that made of the own coins."""
    report, seat = snapshot.last_report, snapshot.viewer_seat
    if report is None or snapshot.view is None or report.hand != snapshot.view.hand:
        return [texts.say("hand-over")]
    if result.kind == "void":
        first = texts.say("result-void")
    elif result.winner is None:
        first = texts.say("result-draw")
    else:
        first = _say_win(report.seats, result, texts)
    lines = [first, None if seat is None else _say_change(report, texts, seat)]
    return [*lines, texts.say("result-match-over")] if report.is_last else lines


def _say_win(seats: Sequence[SeatSnapshot], result: ResultView, texts: Texts) -> str:
    source = "" if result.source is None else name_seat(texts, seats[result.source])
    tile = "" if result.tile is None else name_tile(texts, result.tile)
    winner = "" if result.winner is None else name_seat(texts, seats[result.winner])
    return texts.say(f"result-won-{result.how}", winner=winner, source=source, tile=tile)


def _list_score(report: HandReport, texts: Texts) -> list[str]:
    score = report.result.score
    if score is None:
        return []
    names = [_name(report, texts, seat) for seat in range(len(report.seats))]
    lines = [texts.say("result-why"), *(f"• {say_score_line(line, names, texts)}" for line in score.lines)]
    for seat, fan in enumerate(score.owed):
        if fan >= 0:
            continue
        loser, owed, short = _name(report, texts, seat), -report.owed[seat], report.short[seat]
        lines.append(texts.say("result-pays", loser=loser, fan=-fan, stake=report.stake, coins=owed))
        if short:
            lines.append(texts.say("result-short", loser=loser, coins=owed - short))
    return lines


def say_score_line(line: ScoreLine, names: Sequence[str], texts: Texts) -> str:
    """Return a step of a score in words; `names`: of the four seats."""
    name = texts.say(f"score-{line.code}")
    if line.op == "pays" and line.seat is not None and isinstance(line.value, tuple):
        others = join_words(texts, (names[seat] for seat in line.value if seat != line.seat))
        return texts.say("result-line-pays", name=name, payer=names[line.seat], others=others)
    if line.op == "only" or not isinstance(line.value, int):
        return texts.say("result-line-only", name=name)
    if line.seat is None:
        return texts.say(f"result-line-{line.op}", name=name, value=line.value)
    return texts.say(f"result-line-{line.op}-seat", name=name, loser=names[line.seat], value=line.value)


def _list_coins(snapshot: TableSnapshot, report: HandReport, texts: Texts) -> list[str | None]:
    lines: list[str | None] = [
        texts.say("result-penalty", name=_name(report, texts, seat), coins=-penalty)
        for seat, penalty in enumerate(report.penalties)
        if penalty < 0
    ]
    lines.append(texts.say("result-balances" if snapshot.settings.coins else "result-points"))
    lines.extend(_say_change(report, texts, seat) for seat in range(len(report.paid)))
    return lines


def _say_change(report: HandReport, texts: Texts, seat: int) -> str:
    name, change, balance = _name(report, texts, seat), show_change(report.paid[seat]), report.balances[seat]
    if balance is None:
        # Computer players own no coins (P9), and in a game for points nobody does: the match's sum is shown.
        return texts.say("result-sum", name=name, change=change, sum=show_change(report.scores[seat]))
    return texts.say("result-balance", name=name, change=change, coins=balance)


def _list_reveal(snapshot: TableSnapshot, report: HandReport, texts: Texts) -> list[str | None]:
    hashes = (report.hand - 1) % HANDS_IN_CHAIN + 1
    how = texts.say("result-reveal-how", times=hashes, commitment=snapshot.commitment[:SHORT_COMMITMENT])
    return [f"-# {texts.say('result-reveal', secret=report.reveal)}", f"-# {how}"]


def _list_what_next(snapshot: TableSnapshot, report: HandReport, texts: Texts, new_command: str) -> list[str | None]:
    if not report.is_last:
        when = snapshot.next_at
        return [] if when is None else [texts.say("result-next", when=show_time(when))]
    order = sorted(range(len(report.scores)), key=lambda seat: -report.scores[seat])
    standings: list[str | None] = [
        texts.say(
            "match-standing",
            place=place,
            name=_name(report, texts, seat),
            change=show_change(report.scores[seat]),
        )
        for place, seat in enumerate(order, start=1)
    ]
    return [texts.say("result-match-over"), *standings, texts.say("match-again", command=new_command)]
