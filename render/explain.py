"""A win and its score lines in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.score_lines import ScoreLine
    from engine.view import ResultView
    from render.labels import Language


def name_win(result: ResultView, language: Language) -> str:
    """Return how it was won, in a few words: 自摸, 卡当宝, Gang draw · Mobao."""
    score = result.score
    how = result.how or "discard"
    if score is None:
        return say(language, how)
    first = score.lines[0].code if score.lines else how
    parts = ["kadang_bao" if first == "mobao" and score.is_kadang else first]
    if how in {"gang_draw", "rob_gang"} and how not in parts:
        parts.insert(0, how)
    if score.is_kadang and first in {"discard", "self_draw"}:
        parts.append("kadang")
    return " · ".join(say(language, part) for part in parts)


def explain_lines(result: ResultView, names: Sequence[str], language: Language) -> list[tuple[str, str, str]]:
    """Return the score lines in words: what, for whom, and what it does (= 3, +3, ×2, pays for whom)."""
    if result.score is None:
        return []
    return [_explain_line(line, names, language) for line in result.score.lines]


def _explain_line(line: ScoreLine, names: Sequence[str], language: Language) -> tuple[str, str, str]:
    word = line.en if language == "en" else say(language, line.code) if language == "zh-TW" else line.zh
    who = say(language, "all_losers") if line.seat is None else names[line.seat]
    if line.op == "pays" and isinstance(line.value, tuple):
        if len(line.value) == 2:
            return word, who, say(language, "pays_for_others")
        return word, who, say(language, "pays_for", names=", ".join(names[seat] for seat in line.value))
    if line.op == "only":
        return word, who, say(language, "pays_alone")
    sign = {"set": "= ", "add": "+", "times": "×"}[line.op]
    return word, who, f"{sign}{line.value}"
