"""The tutorial: a few hands, one after the other, in which the learner chooses and is told what comes of it.

Rule 1: what is right, why something is not, and what a win is worth is what the engine says; only the stories are told.
Rule 2: nothing is kept: a button says which lesson it belongs to, so a tutorial goes on after any restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.judge_panel import SEATS, Question, Verdict
from cogs.panel import Panel, Style, TableButton
from cogs.presses import Act, Press
from cogs.result_panel import say_score_line
from cogs.words import name_reasons, name_tile, name_waits
from engine.cities import find_rules
from engine.notation import read_melds, read_tile, read_tiles
from render import JADE, JudgedHand, Theme

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from cogs.pictures import Painter
    from cogs.texts import Texts
    from engine.tiles import Kind

SOURCE = "learn"
"""What the buttons carry in place of a table."""

RULES = find_rules("harbin")


@dataclass(frozen=True, slots=True)
class Lesson:
    """One hand and what is asked about it, told under `learn-NAME` and, once answered, `learn-NAME-right`.

    `hand`, `melds`: what the learner holds. `choices`: tiles to discard, or words whose buttons are `learn-do-WORD`, of
    which one is `right`; none: there is only a next. `tile`, `how`, `source`: the win on offer. `unready`: who has not
    listened.
    """

    name: str
    hand: str
    melds: str = ""
    choices: tuple[str, ...] = ()
    right: str = ""
    tile: str = ""
    bao: str = ""
    how: str | None = None
    source: int | None = None
    unready: frozenset[int] = frozenset()

    @property
    def question(self) -> Question:
        """The hand as the calculator takes it."""
        return self._ask(tuple(read_tiles(self.hand)))

    def leave(self, tile: Kind) -> Verdict:
        """Judge the hand that a discard leaves."""
        kinds = read_tiles(self.hand)
        kinds.remove(tile)
        return Verdict(self._ask(tuple(kinds)))

    def _ask(self, concealed: tuple[Kind, ...]) -> Question:
        return Question(
            RULES,
            concealed,
            read_melds(self.melds),
            read_tile(self.tile) if self.tile else None,
            self.how,
            read_tile(self.bao) if self.bao else None,
            self.source,
            unready=self.unready,
        )


LESSONS = (
    Lesson("goal", "123678m777s99p", "chi 456p"),
    Lesson("open", "167899m24p55777s", choices=("chi", "pass"), right="chi"),
    Lesson("listen", "167899m55777s", "chi 234p", ("1m", "9m", "5s", "7s"), "1m"),
    Lesson("lacks", "5567m444p678s", "chi 345m", ("open", "suits", "terminal", "triplet"), "terminal"),
    Lesson("kadang", "123678m467p22s", "peng 999s", ("4p", "6p", "7p"), "7p"),
    Lesson("bao", "123678m46p22s", "peng 999s", ("win", "discard"), "win", "8s", "8s", "self_draw"),
    Lesson("pay", "123678m46p22s", "peng 999s", ("win", "pass"), "win", "5p", "", "discard", 2, frozenset({2})),
)


async def build_lesson(
    texts: Texts,
    painter: Painter,
    emojis: Mapping[Kind, discord.PartialEmoji],
    step: int = 1,
    choice: int | None = None,
    *,
    theme: Theme = JADE,
) -> Panel:
    """Return a lesson's panel: as it is asked, or with what came of a choice. One that is not there is the first.

    `theme`: how its picture looks.
    """
    if not 1 <= step <= len(LESSONS):
        step, choice = 1, None
    lesson = LESSONS[step - 1]
    chosen = lesson.choices[choice] if choice is not None and choice < len(lesson.choices) else None
    is_done = not lesson.choices or chosen == lesson.right
    panel = Panel().write(f"### {texts.say('learn-title', step=step, steps=len(LESSONS))}")
    panel.write(texts.say(f"learn-{lesson.name}"))
    if chosen is not None:
        panel.write(*_tell_outcome(lesson, chosen, texts))
    panel.show(await painter.paint_judged(_picture(lesson, chosen), texts, theme))
    if not is_done:
        return panel.offer(_button(lesson, step, place, texts, emojis) for place in range(len(lesson.choices)))
    if step < len(LESSONS):
        press = Press(SOURCE, Act.LEARN, step + 1)
        return panel.offer([TableButton(press, texts.say("learn-next"), style=Style.primary)])
    command = " ".join(texts.say(key) for key in ("command-mahjong", "command-new"))
    panel.rule().write(texts.say("learn-end", command=command, help=texts.say("command-help")))
    return panel.offer([TableButton(Press(SOURCE, Act.LEARN, 1), texts.say("learn-again"))])


def _tell_outcome(lesson: Lesson, chosen: str, texts: Texts) -> list[str]:
    if chosen != lesson.right:
        return [f"❌ {_say_wrong(lesson, chosen, texts)}"]
    lines = [f"✅ {texts.say(f'learn-{lesson.name}-right', waits=texts.say('command-waits'))}"]
    verdict = Verdict(lesson.question) if lesson.how is not None else None
    if verdict is not None and verdict.score is not None:
        names = [texts.say(f"judge-seat-{seat}") for seat in SEATS]
        lines += [f"• {say_score_line(line, names, texts)}" for line in verdict.score.lines]
        gain = verdict.score.owed[0]
        lines.append(texts.say("judge-gains", fan=gain, coins=gain))
    return lines


def _say_wrong(lesson: Lesson, chosen: str, texts: Texts) -> str:
    if not _is_tile(chosen):
        return texts.say(f"learn-{lesson.name}-wrong")
    tile = read_tile(chosen)
    left = lesson.leave(tile)
    shown = name_tile(texts, tile)
    if left.waits:
        return texts.say("learn-other-waits", tile=shown, waits=name_waits(texts, left.waits))
    reasons = () if left.readiness is None else left.readiness.reasons
    return texts.say("learn-no-waits", tile=shown, reasons=name_reasons(texts, reasons))


def _picture(lesson: Lesson, chosen: str | None) -> JudgedHand:
    """Return the hand as it lies; once the right tile is discarded, what is left, with its waits."""
    if chosen is not None and chosen == lesson.right and _is_tile(chosen):
        return lesson.leave(read_tile(chosen)).picture_of()
    question = lesson.question
    return JudgedHand(tuple(sorted(question.concealed)), question.melds, question.tile, question.bao)


def _is_tile(choice: str) -> bool:
    return choice[0].isdigit()


def _button(
    lesson: Lesson, step: int, place: int, texts: Texts, emojis: Mapping[Kind, discord.PartialEmoji]
) -> TableButton:
    choice = lesson.choices[place]
    press = Press(SOURCE, Act.LEARN, step, place)
    if not _is_tile(choice):
        return TableButton(press, texts.say(f"learn-do-{choice}"))
    tile = read_tile(choice)
    return TableButton(press, name_tile(texts, tile), emoji=emojis.get(tile))
