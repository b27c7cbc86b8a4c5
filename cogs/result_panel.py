"""How a hand ended and why it is worth what it is worth, line by line. A pure function from an outcome to a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.panel import Panel, Picture
from cogs.table_panel import SHORT_COMMITMENT
from cogs.words import escape_name, join_words, name_tile, show_time

if TYPE_CHECKING:
    from cogs.scene import Outcome
    from cogs.texts import Texts
    from engine.score_lines import ScoreLine
    from engine.view import ResultView


def build_result_panel(outcome: Outcome, texts: Texts, picture: Picture | None, *, new_command: str) -> Panel:
    """Return the message that explains a hand's end. `new_command`: what opens another table, without the slash."""
    scene = outcome.scene
    result = scene.view.result
    title = texts.say("result-title", rules=texts.say(f"rules-{scene.rules}"), hand=scene.view.hand)
    panel = Panel().write(f"### {title}", *_list_ending(outcome, result, texts)).show(picture)
    if result is not None and result.score is not None:
        panel.write(texts.say("result-why"), *_list_score(outcome, result, texts))
    panel.write(*_list_coins(outcome, texts))
    panel.rule().write(*_list_reveal(outcome, texts))
    panel.write(*_list_what_next(outcome, texts, new_command))
    return panel


def _name(outcome: Outcome, seat: int) -> str:
    return escape_name(outcome.scene.seats[seat].name)


def _list_ending(outcome: Outcome, result: ResultView | None, texts: Texts) -> list[str | None]:
    if result is None or result.kind == "void":
        return [texts.say("result-void")]
    lines: list[str | None] = []
    if result.winner is None or result.tile is None:
        lines.append(texts.say("result-draw"))
    else:
        source = "" if result.source is None else _name(outcome, result.source)
        tile = name_tile(texts, result.tile)
        winner = _name(outcome, result.winner)
        lines.append(texts.say(f"result-won-{result.how}", winner=winner, source=source, tile=tile))
    if result.bao is not None:
        lines.append(texts.say("result-bao", tile=name_tile(texts, result.bao)))
    return lines


def _list_score(outcome: Outcome, result: ResultView, texts: Texts) -> list[str]:
    score = result.score
    if score is None:
        return []
    lines = [f"• {_say_line(outcome, line, texts)}" for line in score.lines]
    stake = outcome.scene.view.stake
    for seat, fan in enumerate(score.owed):
        if fan >= 0:
            continue
        owed, paid = -outcome.owed[seat], -outcome.paid[seat]
        lines.append(texts.say("result-pays", loser=_name(outcome, seat), fan=-fan, stake=stake, coins=owed))
        if paid < owed:
            lines.append(texts.say("result-short", loser=_name(outcome, seat), owed=owed, coins=paid))
    return lines


def _say_line(outcome: Outcome, line: ScoreLine, texts: Texts) -> str:
    name = texts.say(f"score-{line.code}")
    if line.op == "pays" and line.seat is not None and isinstance(line.value, tuple):
        others = join_words(texts, (_name(outcome, seat) for seat in line.value if seat != line.seat))
        return texts.say("result-line-pays", name=name, payer=_name(outcome, line.seat), others=others)
    if line.op == "only" or not isinstance(line.value, int):
        return texts.say("result-line-only", name=name)
    if line.seat is None:
        return texts.say(f"result-line-{line.op}", name=name, value=line.value)
    return texts.say(f"result-line-{line.op}-seat", name=name, loser=_name(outcome, line.seat), value=line.value)


def _list_coins(outcome: Outcome, texts: Texts) -> list[str | None]:
    lines: list[str | None] = [
        texts.say("result-penalty", name=_name(outcome, seat), coins=-penalty)
        for seat, penalty in enumerate(outcome.penalties)
        if penalty < 0
    ]
    lines.append(texts.say("result-balances" if outcome.plays_for_coins else "result-points"))
    for seat, coins in enumerate(outcome.coins):
        change = outcome.paid[seat] + outcome.penalties[seat]
        lines.append(
            texts.say("result-balance", name=_name(outcome, seat), change=show_change(change), coins=coins)
        )
    return lines


def show_change(change: int) -> str:
    """Return a gain or loss with its sign: +12, −3, ±0."""
    if change == 0:
        return "±0"
    return f"+{change}" if change > 0 else f"−{-change}"


def _list_reveal(outcome: Outcome, texts: Texts) -> list[str | None]:
    short = outcome.commitment[:SHORT_COMMITMENT]
    how = texts.say("result-reveal-how", times=outcome.hashes, commitment=short)
    return [f"-# {texts.say('result-reveal', secret=outcome.secret)}", f"-# {how}"]


def _list_what_next(outcome: Outcome, texts: Texts, new_command: str) -> list[str | None]:
    if not outcome.is_match_over:
        when = outcome.scene.next_hand_at
        return [] if when is None else [texts.say("result-next", when=show_time(when))]
    order = sorted(range(len(outcome.coins)), key=lambda seat: -outcome.match_changes[seat])
    standings: list[str | None] = [
        texts.say(
            "match-standing",
            place=place,
            name=_name(outcome, seat),
            change=show_change(outcome.match_changes[seat]),
        )
        for place, seat in enumerate(order, start=1)
    ]
    return [texts.say("result-match-over"), *standings, texts.say("match-again", command=new_command)]
