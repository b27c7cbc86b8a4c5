"""Answers every press of a button: who, which table, which act → the table → what to show.

Rule 1: what a press may not do changes nothing and is answered in the person's language.
Rule 2: a press on an own-hand panel is answered by that panel as it stands now, with a remark if it did nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from cogs.answer import Answer
from cogs.choices import Mode, choose
from cogs.errors import Refusal, say_error
from cogs.gateway import Refused
from cogs.languages import name_table_buttons, texts_of
from cogs.opening import open_again
from cogs.panel import write_panel
from cogs.patience import Haste
from cogs.pictures import choose_theme
from cogs.presses import Act, Press
from cogs.rule_editor import build_table_rules
from cogs.rules_panel import build_rules_panel
from cogs.tutorial import build_lesson
from cogs.words import clean_name
from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from host.errors import HostError

if TYPE_CHECKING:
    import discord

    from cogs.desk import Desk
    from cogs.panel import Panel
    from cogs.patience import Patience
    from cogs.texts import Texts
    from host.registry import Tables
    from host.table import Table

log = logging.getLogger(__name__)

SAID = (HostError, RuleError, Refusal)
"""What is told to a person in a sentence."""

Work = Callable[[Answer, "Texts"], Awaitable[None]]


class Clerk:
    """Answers presses; one for all tables."""

    def __init__(self, tables: Tables, desk: Desk, patience: Patience) -> None:
        """Take the tables, whoever shows them, and how much haste is served."""
        self._tables = tables
        self._desk = desk
        self._patience = patience
        self._public: dict[Act, Callable[[Answer, Table, Press], Awaitable[None]]] = {
            Act.JOIN: self._join,
            Act.LEAVE: self._leave,
            Act.SURE_LEAVE: self._sure_leave,
            Act.ADD_COMPUTER: self._add_computer,
            Act.FILL: self._fill,
            Act.REMOVE_COMPUTER: self._remove_computer,
            Act.START: self._start,
            Act.MY_HAND: self._my_hand,
            Act.SURE_END: self._sure_end,
            Act.RUN: self._run,
        }

    async def answer(self, interaction: discord.Interaction[Any], press: Press | None) -> None:
        """Answer one press; `press` None: a button that this version does not know."""
        await self.serve(interaction, lambda answer, texts: self._answer(answer, press, texts))

    async def serve(self, interaction: discord.Interaction[Any], work: Work) -> None:
        """Answer one press with what `work` shows, or with why it was refused."""
        texts = texts_of(interaction)
        try:
            async with self._desk.in_hand, Answer(interaction, now=self._desk.clock.now) as answer:
                try:
                    haste = self._patience.judge(interaction.user.id)
                    if haste is Haste.SERVE:
                        await work(answer, texts)
                    elif haste is Haste.TELL:
                        await answer.show(write_panel(say_error(texts, Refusal("too_fast"))))
                except SAID as error:
                    await self._say(answer, write_panel(say_error(texts, error)), error)
                except Refused:
                    raise
                except Exception:
                    # A fault of ours: the person still gets an answer.
                    log.exception("a press failed", extra={"custom_id": interaction.custom_id})
                    await answer.show(write_panel(say_error(texts, Refusal("unknown"))))
            if answer.refused is not None:
                raise answer.refused
        except Refused as refused:
            log.info("a press went unanswered: %s", refused)
            await self._desk.places.note_unanswered(interaction, refused)

    async def settle(self) -> None:
        """Wait until everything that has arrived is answered."""
        await self._desk.in_hand.settle()

    @staticmethod
    async def _say(answer: Answer, panel: Panel, error: HostError | RuleError | Refusal) -> None:
        """Tell why not: in place of the person's own panel if nothing on that can be pressed any more."""
        message = answer.interaction.message
        is_over = isinstance(error, Refusal) and error.code == "table_gone"
        if is_over and message is not None and message.flags.ephemeral:
            await answer.update(panel)
        else:
            await answer.show(panel)

    async def _answer(self, answer: Answer, press: Press | None, texts: Texts) -> None:
        if press is None:
            raise Refusal("old_button")
        if press.act is Act.RULES:
            await self._turn_rules(answer, press, texts)
            return
        if press.act is Act.LEARN:
            await answer.update(await self._teach(texts, press, answer.interaction.user.id))
            return
        if press.act is Act.PLAY_AGAIN:
            await open_again(self._tables, self._desk, answer.interaction, press.table)
            await answer.show(write_panel(texts.say("joined", **name_table_buttons(answer.interaction))))
            return
        table = self._tables.find(press.table)
        if table is None:
            raise Refusal("table_gone")
        work = self._public.get(press.act)
        if work is not None:
            await work(answer, table, press)
        else:
            await self._play(answer, table, press, texts)
        await self._desk.places.mend(table, answer)

    async def _teach(self, texts: Texts, press: Press, user_id: int | None = None) -> Panel:
        """Go on with the tutorial."""
        theme = choose_theme(self._desk.preferences.of_person(user_id))
        emojis = self._desk.panels.emojis
        return await build_lesson(texts, self._desk.painter, emojis, press.decision, press.place, theme=theme)

    async def _turn_rules(self, answer: Answer, press: Press, texts: Texts) -> None:
        """Turn to another page of a table's rules, or of a preset's."""
        table = self._tables.find(press.table)
        page = press.place or 0
        if table is not None:
            panel = build_table_rules(table, answer.interaction.user.id, texts, page)
        elif press.table in preset_names():
            panel = build_rules_panel(find_rules(press.table), press.table, texts, page)
        else:
            raise Refusal("table_gone")
        message = answer.interaction.message
        if message is not None and message.flags.ephemeral:
            await answer.update(panel)
        else:
            await answer.show(panel)

    # ---- on public messages

    async def _join(self, answer: Answer, table: Table, _press: Press) -> None:
        person = answer.interaction.user
        await table.join(person.id, clean_name(person.display_name, person.name))

    async def _leave(self, answer: Answer, table: Table, _press: Press) -> None:
        await table.leave(answer.interaction.user.id)

    async def _sure_leave(self, answer: Answer, table: Table, _press: Press) -> None:
        await table.leave(answer.interaction.user.id)
        await answer.update(write_panel(_texts(answer).say("left")))

    async def _add_computer(self, answer: Answer, table: Table, _press: Press) -> None:
        await table.add_computer(answer.interaction.user.id)

    async def _fill(self, answer: Answer, table: Table, _press: Press) -> None:
        await table.add_computer(answer.interaction.user.id, None)

    async def _remove_computer(self, answer: Answer, table: Table, _press: Press) -> None:
        await table.remove_computer(answer.interaction.user.id)

    async def _start(self, answer: Answer, table: Table, _press: Press) -> None:
        """Start in the lobby, next hand between hands; the hand is shown to whoever pressed when it is dealt."""
        user_id = answer.interaction.user.id
        if not table.is_seated(user_id):
            raise HostError("not_seated")
        # The hand comes as a follow-up, possibly before this returns: the press itself is answered first.
        await answer.acknowledge()
        self._desk.promise(table, user_id, answer)
        try:
            if table.state == "lobby":
                await table.start(user_id)
            else:
                await table.press_next(user_id)
        except SAID:
            self._desk.break_promise(table, user_id)
            raise

    async def _my_hand(self, answer: Answer, table: Table, _press: Press) -> None:
        await self._desk.show_hand(table, answer)

    async def _run(self, answer: Answer, table: Table, press: Press) -> None:
        """Pick the own number of run (Q13): in the lobby or between hands."""
        if table.state not in {"lobby", "between"}:
            raise HostError("hand_running")
        number = press.place or 0
        await table.set_run(answer.interaction.user.id, number)
        await self._desk.lobby_changed(table)
        await answer.show(write_panel(_texts(answer).say("run-set", number=number)))

    async def _sure_end(self, answer: Answer, table: Table, _press: Press) -> None:
        person = answer.interaction.user
        is_manager = answer.interaction.permissions.manage_guild
        is_over = await table.end(person.id, is_manager=is_manager)
        await answer.update(write_panel(await say_ended(_texts(answer), table, is_over=is_over)))

    # ---- on the own hand

    async def _play(self, answer: Answer, table: Table, press: Press, texts: Texts) -> None:
        user_id = answer.interaction.user.id
        if not table.is_seated(user_id):
            raise HostError("not_seated")
        panel = self._desk.panels.open(table.table_id, user_id, texts)
        async with panel.lock:
            panel.feel_press()
            remark = None
            try:
                mode, place = await self._carry_out(table, user_id, press)
            except SAID as error:
                remark, mode, place = say_error(texts, error), Mode.PLAY, None
            snapshot = await self._desk.take(table, user_id)
            panel.ask(snapshot, mode, place)
            built = await self._desk.panels.build(panel, snapshot, remark)
            kept = await answer.update(built)
            await self._desk.panels.adopt(panel, kept)
            self._desk.watch_panel(table, user_id, panel)
            panel.note_shown(snapshot, with_remark=remark is not None)
        await self._desk.tell_told(table, user_id)
        # The game may have gone on while the picture was drawn.
        self._desk.refresh_panel(table, user_id)

    async def _carry_out(self, table: Table, user_id: int, press: Press) -> tuple[Mode, int | None]:
        """Do what was pressed; returns what the panel asks next."""
        if press.act is Act.REFRESH:
            return Mode.PLAY, None
        if press.act is Act.TAKE_OVER:
            await table.take_back(user_id)
            return Mode.PLAY, None
        if press.act is Act.AUTOPLAY:
            await table.set_autoplay(user_id)
            return Mode.PLAY, None
        snapshot = await table.look(user_id)
        own = None if snapshot.view is None else snapshot.view.own
        if own is None:
            raise HostError("no_hand")
        # A new bao may be called whatever else is asked meanwhile (Q10).
        if press.act is not Act.CALL_BAO and press.decision != (snapshot.decision or 0):
            raise HostError("stale")
        is_careful = self._desk.preferences.of_person(user_id).confirm
        chosen = choose(own, press.act, press.place, is_careful=is_careful)
        if chosen is None:
            raise HostError("no_such_choice" if snapshot.decision is not None else "not_your_turn")
        if chosen.action is None:
            return chosen.mode, chosen.place
        await table.act(user_id, snapshot.decision, chosen.action)
        return Mode.PLAY, None


def _texts(answer: Answer) -> Texts:
    return texts_of(answer.interaction)


async def say_ended(texts: Texts, table: Table, *, is_over: bool) -> str:
    """Return that the game is over, or how many want it to be."""
    if is_over:
        return texts.say("ended")
    snapshot = await table.look()
    return texts.say("end-voted", votes=len(snapshot.votes), needed=snapshot.votes_needed)
