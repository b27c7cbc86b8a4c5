"""The calculator's answer: what a hand waits for, how it can listen, what a win is worth. Pure.

It is the judge of `bot.py judge` (docs/interfaces.md), asked in a person's words: the winner sits at seat 0, then the
next player (1), the one opposite (2) and the one before (3).
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cogs.errors import Refusal
from cogs.panel import Panel
from cogs.result_panel import say_score_line
from cogs.waits_panel import list_conditions, list_wait_lines
from cogs.words import join_words, name_reasons, name_rules, name_tile, name_waits
from engine.analysis import check_listen, find_listen_discards
from engine.conditions import judge_nearness
from engine.judge_request import RequestError, read_request
from engine.melds import MeldType
from engine.score import CLAIMED_WINS, find_win_refusal, score_win
from engine.tiles import COPIES, format_tiles, tile_name
from engine.view import WaitView
from render import JudgedHand, describe_judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.panel import Picture
    from cogs.texts import Texts
    from engine.judge_request import Request
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.score import Score
    from engine.tiles import Kind
    from engine.waits import Wait

log = logging.getLogger(__name__)

WINNER = 0
SEATS = ("winner", "next", "opposite", "before")
"""What the seats are called, `judge-seat-NAME`."""

NOT_WON = ("how_not_played", "rob_gang_off", "not_listening", "not_the_bao", "not_a_wait")
"""Why a win is none, beside the reasons against listening; each has a sentence, `judge-not-CODE`."""

_ON_THE_BAO = frozenset({"tongbao", "dragon_bao"})
_HAND = 13
_MOST_MELDS = 4


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks about a hand. `concealed` in the order written; seats as in SEATS.

    `how` and `tile` None: what does it wait for, or with a tile more, how can it listen. `source`: who discarded or
    made the gang. `closed`, `unready`: the losers that have not opened, that do not listen.
    """

    rules: Rules
    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...] = ()
    tile: Kind | None = None
    how: str | None = None
    bao: Kind | None = None
    source: int | None = None
    dealer: int = WINNER
    closed: frozenset[int] = frozenset()
    unready: frozenset[int] = frozenset()
    is_liable_dealer: bool = False
    stake: int = 1
    runs: tuple[int, ...] | None = None


def complete_question(question: Question) -> Question:
    """Fill in what a person leaves out, and tell what is missing.

    The tile won on may be among the concealed ones, where it is taken out: the last one written, if none is named.

    Raises:
        Refusal: `judge_melds`, `judge_count`, `judge_five`, `judge_needs_tile`, `judge_needs_from`.
    """
    question = _find_tile(question)
    size, held = _size(question.melds), len(question.concealed)
    is_score = question.tile is not None
    if size < 1 or len(question.melds) > _MOST_MELDS:
        raise Refusal("judge_melds", melds=len(question.melds))
    if held != size and (is_score or held != size + 1):
        raise Refusal("judge_count", held=held, melds=len(question.melds), waits=size, listen=size + 1)
    if question.how is not None and not is_score:
        raise Refusal("judge_needs_tile")
    if is_score and question.how is None:
        question = replace(question, how="self_draw" if question.source is None else "discard")
    if question.how in _ON_THE_BAO and question.bao is None:
        question = replace(question, bao=question.tile)
    if question.how in CLAIMED_WINS and question.source is None:
        raise Refusal("judge_needs_from")
    return question


def _find_tile(question: Question) -> Question:
    if question.tile is None and question.how in _ON_THE_BAO:
        question = replace(question, tile=question.bao)
    tiles = list(question.concealed)
    if len(tiles) != _size(question.melds) + 1:
        return question
    if question.tile is None and question.how is not None:
        return replace(question, concealed=tuple(tiles[:-1]), tile=tiles[-1])
    if question.tile in tiles:
        tiles.remove(question.tile)
        return replace(question, concealed=tuple(tiles))
    return question


def _size(melds: Iterable[Meld]) -> int:
    return _HAND - sum(2 if meld.type is MeldType.ZHAN else 3 for meld in melds)


def write_request(question: Question) -> dict[str, Any]:
    """Return a complete question as the judge protocol writes it."""
    raw: dict[str, Any] = {
        "rules": question.rules.city,
        "options": question.rules.options,
        "concealed": format_tiles(question.concealed),
        "melds": [str(meld) for meld in question.melds],
    }
    if question.tile is None:
        return raw | {"ask": "waits" if len(question.concealed) == _size(question.melds) else "listen"}
    raw |= {
        "ask": "score",
        "winner": WINNER,
        "how": question.how,
        "tile": tile_name(question.tile),
        "dealer": question.dealer,
        "open": [any(meld.opens for meld in question.melds), *(seat not in question.closed for seat in (1, 2, 3))],
        "listening": [seat not in question.unready for seat in range(4)],
        "liable_dealer": question.is_liable_dealer,
        "stake": question.stake,
        "runs": None if question.runs is None else list(question.runs),
    }
    if question.source is not None:
        raw["from"] = question.source
    if question.bao is not None:
        raw["bao"] = tile_name(question.bao)
    return raw


def read_question(question: Question) -> Request:
    """Return a complete question as the engine judges it; Refusal `judge_five`."""
    try:
        return read_request(write_request(question))
    except RequestError as error:
        if error.code == "five_of_a_kind":
            raise Refusal("judge_five", tile=tile_name(_find_fifth(question))) from None
        log.exception("a question could not be judged")
        raise Refusal("unknown") from None


def _find_fifth(question: Question) -> Kind:
    kinds = [*question.concealed, *(tile for meld in question.melds for tile in meld.tiles)]
    kinds += [kind for kind in (question.tile, question.bao) if kind is not None]
    return Counter(kinds).most_common(1)[0][0]


class Verdict:
    """A judged question, from which picture and words are made."""

    def __init__(self, question: Question) -> None:
        """Judge a question; Refusal for what cannot be judged."""
        self.question = complete_question(question)
        self.request = request = read_question(self.question)
        self.readiness = check_listen(request.counts, request.melds, request.rules) if request.ask != "listen" else None
        self.choices: dict[Kind, tuple[Wait, ...]] = {}
        if request.ask == "listen":
            self.choices = find_listen_discards(request.counts, request.melds, request.rules)
        self.reasons: tuple[str, ...] = ()
        self.score: Score | None = None
        if request.facts is not None:
            self.reasons = find_win_refusal(request.facts, request.rules, self.readiness)
            self.score = None if self.reasons else score_win(request.facts, request.rules, self.readiness)

    @property
    def waits(self) -> tuple[WaitView, ...]:
        """What the hand waits for, each with the copies that it leaves."""
        return self._count(() if self.readiness is None else self.readiness.waits)

    @property
    def listen_discards(self) -> tuple[tuple[Kind, tuple[WaitView, ...]], ...]:
        """For each discard that would listen, what it would wait for."""
        return tuple((kind, self._count(waits)) for kind, waits in sorted(self.choices.items()))

    def picture_of(self) -> JudgedHand:
        """Return what its picture shows."""
        question = self.question
        shows_waits = self.request.ask == "waits"
        return JudgedHand(
            tuple(sorted(question.concealed)),
            question.melds,
            question.tile,
            question.bao if question.tile is not None else None,
            self.waits if shows_waits else (),
            self.listen_discards,
        )

    def _count(self, waits: Iterable[Wait]) -> tuple[WaitView, ...]:
        held = Counter(self.question.concealed)
        held.update(tile for meld in self.question.melds for tile in meld.tiles)
        return tuple(WaitView(wait.kind, wait.is_kadang, COPIES - held[wait.kind]) for wait in waits)


def build_judge_panel(verdict: Verdict, texts: Texts, picture: Picture | None, remark: str | None = None) -> Panel:
    """Return the answer to `/judge`, with a remark under it; without a picture the hand is told in words."""
    rules = verdict.question.rules
    # What it waits for is told below in any case.
    bare = replace(verdict.picture_of(), waits=(), listen_discards=())
    in_words = describe_judged(bare, texts.language) if picture is None else None
    panel = Panel().write(f"### {texts.say('judge-title', rules=name_rules(texts, rules))}", in_words).show(picture)
    lines = {"waits": _tell_waits, "listen": _tell_choices, "score": _tell_win}[verdict.request.ask](verdict, texts)
    return panel.write(*lines).write(remark)


def _tell_waits(verdict: Verdict, texts: Texts) -> list[str | None]:
    if verdict.waits:
        return [texts.say("judge-waits"), *list_wait_lines(verdict.waits, texts), texts.say("judge-left")]
    return _tell_conditions(verdict, texts)


def _tell_choices(verdict: Verdict, texts: Texts) -> list[str | None]:
    if not verdict.choices:
        return _tell_conditions(verdict, texts)
    ways = [
        texts.say("hand-listen-tile", tile=name_tile(texts, tile), waits=name_waits(texts, waits))
        for tile, waits in verdict.listen_discards
    ]
    return [texts.say("judge-choices"), *ways, texts.say("judge-left")]


def _tell_conditions(verdict: Verdict, texts: Texts) -> list[str | None]:
    request = verdict.request
    nearness = judge_nearness(request.counts, request.melds, request.rules)
    ask = "judge-cannot-discard" if request.ask == "listen" else "judge-cannot"
    return [texts.say(ask), *list_conditions(nearness, request.rules, texts, request.melds)]


def _tell_win(verdict: Verdict, texts: Texts) -> list[str | None]:
    question = verdict.question
    tile = "" if question.tile is None else name_tile(texts, question.tile)
    won = texts.say("judge-won", how=texts.say(f"how-{question.how}"), tile=tile)
    if verdict.score is None:
        return [won, *_tell_no_win(verdict, texts)]
    names = [texts.say(f"judge-seat-{seat}") for seat in SEATS]
    lines = [won, texts.say("result-why")]
    lines += [f"• {say_score_line(line, names, texts)}" for line in verdict.score.lines]
    for seat, fan in enumerate(verdict.score.owed):
        if fan < 0:
            coins = -fan * question.stake
            line = texts.say("result-pays", loser=names[seat], fan=-fan, stake=question.stake, coins=coins)
            lines.append(line[:1].upper() + line[1:])
    fan = verdict.score.owed[WINNER]
    lines.append(texts.say("judge-gains", fan=fan, coins=fan * question.stake))
    return [*lines, texts.say("judge-taken", facts=join_words(texts, _list_taken(question, names, texts)))]


def _tell_no_win(verdict: Verdict, texts: Texts) -> list[str | None]:
    first = verdict.reasons[0]
    if first not in NOT_WON:
        return [texts.say("judge-no-win", why=name_reasons(texts, verdict.reasons))]
    lines: list[str | None] = [texts.say("judge-no-win", why=texts.say(f"judge-not-{first}"))]
    if first == "not_a_wait":
        lines += [texts.say("judge-waits"), *list_wait_lines(verdict.waits, texts)]
    return lines


def _list_taken(question: Question, names: Sequence[str], texts: Texts) -> list[str]:
    """Return what was taken as so about the others, which the person may not have said."""
    taken = [texts.say("judge-taken-dealer", name=names[question.dealer])]
    if question.source is not None and question.how in CLAIMED_WINS:
        taken.append(texts.say("judge-taken-from", name=names[question.source]))
    for what, seats in (("closed", question.closed), ("unready", question.unready)):
        who = join_words(texts, (names[seat] for seat in sorted(seats))) or texts.say("judge-nobody")
        taken.append(texts.say(f"judge-taken-{what}", names=who))
    return taken
