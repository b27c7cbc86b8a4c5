"""`/judge`, the calculator: takes a hand as people write it, in any channel and in direct messages."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice

from cogs.choices import list_hand
from cogs.errors import Refusal, say_error
from cogs.judge_panel import SEATS, Question, Verdict, build_judge_panel
from cogs.judge_press import make_share_button, read_judge_press
from cogs.languages import texts_of
from cogs.options import MAX_CHOICE, MAX_TYPED, complete_options, parse_options
from cogs.pictures import choose_theme
from cogs.sharing import Sharing
from cogs.translator import text
from cogs.words import name_tile
from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from engine.judge_request import HOWS
from engine.melds import Meld
from engine.notation import read_melds, read_tile, read_tiles
from engine.rules import MAX_STAKE
from engine.tiles import format_tiles, tile_name

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.desk import Desk
    from cogs.panel import Panel
    from cogs.texts import Texts
    from engine.rules import Rules
    from render import Theme

MAX_HAND = 100
LOSERS = ("next", "opposite", "before")
GROUPS = tuple("".join(group) for size in (1, 2, 3) for group in combinations("123", size))
"""Which of the losers: their seats, one after the other."""

OPTIONS = (
    *("hand", "melds", "tile", "how", "from", "bao", "closed", "unready", "dealer", "rules", "options"),
    *("stake", "liable", "runs"),
)
_PARAMETERS = {"from": "source"}
"""What Python does not take as a name."""

_RUNS = {1, 2, 5}
_UNFINISHED = frozenset({"tiles_no_suit", "meld_form"})
"""What is only not yet written to its end."""


def build_judge_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return the command, to be added to a tree."""

    @app_commands.rename(**{_PARAMETERS.get(name, name): text(f"option-{name}") for name in OPTIONS})
    @app_commands.describe(**{_PARAMETERS.get(name, name): text(f"option-judge-{name}-about") for name in OPTIONS})
    @app_commands.choices(
        how=[Choice(name=text(f"how-{how}"), value=how) for how in HOWS],
        source=[Choice(name=text(f"judge-seat-{name}"), value=name) for name in LOSERS],
        dealer=[Choice(name=text(f"judge-seat-{name}"), value=name) for name in SEATS],
        closed=[Choice(name=text(f"judge-group-{group}"), value=group) for group in GROUPS],
        unready=[Choice(name=text(f"judge-group-{group}"), value=group) for group in GROUPS],
        rules=[Choice(name=text(f"rules-{name}"), value=name) for name in preset_names()],
    )
    async def judge(  # noqa: PLR0913, PLR0917 (the command's options)
        interaction: discord.Interaction[Any],
        hand: app_commands.Range[str, 1, MAX_HAND],
        melds: app_commands.Range[str, 1, MAX_HAND] = "",
        tile: app_commands.Range[str, 1, MAX_HAND] = "",
        how: str | None = None,
        source: str | None = None,
        bao: app_commands.Range[str, 1, MAX_HAND] = "",
        closed: str = "",
        unready: str = "",
        dealer: str = SEATS[0],
        rules: str | None = None,
        options: app_commands.Range[str, 1, MAX_TYPED] = "",
        stake: app_commands.Range[int, 1, MAX_STAKE] = 1,
        liable: bool = False,  # noqa: FBT001, FBT002 (discord.py passes options by name)
        runs: app_commands.Range[str, 1, MAX_HAND] = "",
    ) -> None:
        async def work_out(answer: Answer, texts: Texts) -> Panel:
            question = Question(
                rules=find_asked_rules(work, answer.interaction, rules, options),
                concealed=tuple(read_tiles(hand)),
                melds=read_melds(melds),
                tile=read_tile(tile) if tile else None,
                how=how,
                bao=read_tile(bao) if bao else None,
                source=SEATS.index(source) if source else None,
                dealer=SEATS.index(dealer),
                closed=frozenset(map(int, closed)),
                unready=frozenset(map(int, unready)),
                is_liable_dealer=liable,
                stake=stake,
                runs=read_runs(runs),
            )
            return await work.judges.build(answer.interaction, Verdict(question), texts)

        await work.answer(interaction, work_out)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-judge"), description=text("command-judge-about"), callback=judge
    )
    _add_completions(work, command)
    return command


class JudgeClerk:
    """Shows what was worked out, to who asked alone or, by a press of theirs, to all of the channel."""

    def __init__(self, desk: Desk) -> None:
        """Take whose painter draws."""
        self._desk = desk
        self._sharing = Sharing(desk)

    async def build(
        self, interaction: discord.Interaction[Any], verdict: Verdict, texts: Texts, remark: str | None = None
    ) -> Panel:
        """Return a verdict for who asked, with a button that shares it where there is anybody to share it with."""
        own = self._desk.preferences.of_person(interaction.user.id)
        picture = None
        if not own.text_mode:
            picture = await self._desk.painter.paint_judged(verdict.picture_of(), texts, choose_theme(own))
        panel = build_judge_panel(verdict, texts, picture, remark)
        share = None if interaction.guild_id is None else make_share_button(verdict.question, texts)
        return panel if share is None else panel.offer([share])

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Share what was worked out; Refusal `old_button`, and what `Sharing.share` refuses."""
        custom_id = answer.interaction.custom_id or ""
        question = read_judge_press(custom_id)
        if question is None:
            raise Refusal("old_button")
        verdict = Verdict(question)

        async def build(public: Texts, theme: Theme, by: str) -> Panel:
            picture = await self._desk.painter.paint_judged(verdict.picture_of(), public, theme)
            return build_judge_panel(verdict, public, picture, public.say("shared-by", name=by))

        if await self._sharing.share(answer, custom_id, build, texts):
            remark = texts.say("shared")
            await answer.update(await self.build(answer.interaction, verdict, texts, remark))


def find_asked_rules(work: Desktop, interaction: discord.Interaction[Any], preset: str | None, options: str) -> Rules:
    """Return the rules named, else those of this channel's table, else the first city's; with house rules as typed."""
    changes = parse_options(options)
    table = work.tables.find_in_channel(interaction.channel_id or 0)
    if preset is None and table is not None:
        return find_rules(table.rules.city, table.rules.options | changes)
    return find_rules(preset or preset_names()[0], changes)


def find_own_hand(work: Desktop, interaction: discord.Interaction[Any]) -> tuple[str, str]:
    """Return the tiles and the melds that whoever asks has in a game, as they are written; nothing without one."""
    table = work.tables.find_of(interaction.guild_id or 0, interaction.user.id)
    view = None if table is None else table.snapshot(interaction.user.id).view
    if view is None or view.own is None or view.viewer is None:
        return "", ""
    melds = view.seats[view.viewer].melds
    return format_tiles(list_hand(view.own)), ", ".join(str(meld) for meld in melds if isinstance(meld, Meld))


def read_runs(typed: str) -> tuple[int, ...] | None:
    """Return the four numbers of `run` by seat, None if none are given; Refusal `judge_runs`."""
    if not typed:
        return None
    numbers = tuple(int(sign) for sign in typed if sign.isdecimal())
    if len(numbers) != len(SEATS) or not _RUNS.issuperset(numbers):
        raise Refusal("judge_runs")
    return numbers


def _add_completions(work: Desktop, command: app_commands.Command[Any, ..., Any]) -> None:
    """Let the fields answer while one types: what has been understood, what the hand waits for, house rules."""

    def show_tiles(typed: str, texts: Texts) -> tuple[str, str]:
        kinds = read_tiles(typed)
        return texts.say("judge-read", tiles=format_tiles(kinds), count=len(kinds)), format_tiles(kinds)

    def show_melds(typed: str, _texts: Texts) -> tuple[str, str]:
        written = ", ".join(str(meld) for meld in read_melds(typed))
        return written, written

    @command.autocomplete("hand")
    async def complete_hand(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        own = find_own_hand(work, interaction)[0] if not typed else ""
        return _echo(typed or own, texts_of(interaction), show_tiles)

    @command.autocomplete("melds")
    async def complete_melds(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        own = find_own_hand(work, interaction)[1] if not typed else ""
        return _echo(typed or own, texts_of(interaction), show_melds)

    @command.autocomplete("tile")
    async def complete_tile(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        named = interaction.namespace
        texts = texts_of(interaction)
        try:
            rules = find_asked_rules(work, interaction, named.rules, named.options or "")
            asked = Question(rules, tuple(read_tiles(named.hand or "")), read_melds(named.melds or ""))
            waits = Verdict(asked).waits
        except (RuleError, Refusal):
            waits = ()
        offered = [Choice(name=name_tile(texts, wait.tile), value=tile_name(wait.tile)) for wait in waits]
        return [choice for choice in offered if typed.casefold() in f"{choice.name} {choice.value}".casefold()]

    @command.autocomplete("options")
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        chosen = interaction.namespace.rules
        base = find_rules(chosen if chosen in preset_names() else preset_names()[0])
        offered = complete_options(typed, base, texts_of(interaction))
        return [Choice(name=shown, value=value) for shown, value in offered]


def _echo(typed: str, texts: Texts, show: Callable[[str, Texts], tuple[str, str]]) -> list[Choice[str]]:
    """Return what has been understood of a field so far as its one choice, or what cannot be read; none if unclear."""
    try:
        shown, value = show(typed, texts)
    except RuleError as error:
        if error.code in _UNFINISHED:
            return []
        shown, value = say_error(texts, error).replace("`", ""), typed
        shown = shown if len(shown) <= MAX_CHOICE else f"{shown[: MAX_CHOICE - 1]}…"
    return [Choice(name=shown, value=value)] if value and max(len(shown), len(value)) <= MAX_CHOICE else []
