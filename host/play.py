"""Driving one hand: who is asked, by when, what the clock and autoplay do, and when a window closes (P3, P4).

The engine says who owes an answer and what the default is; here is the time. Everything runs under the table's lock.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.actions import CallBao, Resolve
from host.entries import Step
from host.errors import HostError
from host.events import AutoplaySet, Left, Returned

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.actions import Action, Auto, SeatAction
    from engine.events import Event
    from engine.hand import Hand
    from engine.view import View
    from host.context import Context
    from host.events import AutoplayReason

_log = logging.getLogger(__name__)

DECISIONS_PER_HAND = 1000
"""A decision's number is the hand's number times this plus the seat's own count, so no number comes twice."""

TOLD_AT_LATEST = 2.0
"""Seconds after which a clock starts although nobody reported that the player was told."""

UNTOLD_SECONDS = 45.0
"""So long it may take until it is known that a message was not taken: a clock may have run out on it meanwhile."""

HELD_SECONDS = 120.0
"""So long a clock is held for a message that was not taken; whoever tries that again says so each time."""

TAKE_BACK_SECONDS = 3.0
"""How long a seat on autoplay by timeout may take back control at each own turn (P4)."""


@dataclass(slots=True)
class Ask:
    """A decision that a seat was asked for. `due`: when its clock runs out, by `clock.now`; None: not yet running."""

    decision: int
    seconds: float
    is_turn: bool
    due: float | None = None


class Play:
    """One hand in play at a table."""

    def __init__(self, context: Context, hand: Hand, seed: str, on_over: Callable[[], Awaitable[None]]) -> None:
        """Drive the hand; `seed` is for the computer players, `on_over` is awaited once when the hand is over."""
        self.hand = hand
        self._seed = seed
        self._context = context
        self._on_over = on_over
        settings = context.settings
        wanted = settings.constant_pause
        self.is_constant = len(context.people) >= 2 if wanted is None else wanted
        self._asks: dict[int, Ask] = {}
        self._kept: dict[tuple[int, int], float] = {}
        self._answered: dict[int, int] = {}
        self._timed_out: dict[int, float] = {}
        self._step = 0
        self._is_stopped = False

    # ---- what can be asked of it

    def decision(self, seat: int) -> int | None:
        """Return the number of the decision that the seat owes; None if it owes none."""
        number = self.hand.pending.get(seat)
        return None if number is None else self.hand.setup.hand * DECISIONS_PER_HAND + number

    def due(self, seat: int) -> float | None:
        """When the seat's running clock is out, by `clock.now`."""
        ask = self._asks.get(seat)
        return ask.due if ask and not self._context.timers.is_halted else None

    def public_due(self) -> float | None:
        """When the turn's clock or the constant pause is out: what everybody may see."""
        if self.hand.phase == "turn":
            return self.due(self.hand.turn)
        return self._context.timers.due("window")

    async def begin(self) -> None:
        """Ask all that is open: the first question; after a restart or a standstill, what was open then, anew."""
        if not self._is_stopped:
            self._open_step()
            await self._go_on()

    async def act(self, seat: int, decision: int | None, choice: SeatAction | int) -> None:
        """Carry out a person's answer; any own action also takes back control (P4).

        Args:
            seat: the person's own seat.
            decision: the number that the person's panel carried.
            choice: an action, or its place in `view.own.actions`.

        Raises:
            HostError: `already_answered`, `not_your_turn`, `stale`, `no_such_choice`, `not_your_seat`; nothing changed.
            RuleError: `illegal_action` and others of the engine; nothing changed.
        """
        action = self._read(seat, decision, choice)
        if action not in self.hand.legal_actions(seat):
            # The engine names the reason.
            self.hand.apply(action)
            raise HostError("no_such_choice")
        self.take_control(seat)
        self._context.seats[seat].timeouts = 0
        self._context.seats[seat].has_acted = True
        self._apply(action, None)
        await self._go_on()

    def told(self, seat: int, decision: int) -> None:
        """Start the clock of a decision of which the player has been told; late or repeated reports change nothing."""
        ask = self._asks.get(seat)
        if ask is None or ask.decision != decision or ask.due is not None or not self._is_clocked(seat):
            return
        self._start_clock(seat, ask)

    def hold(self, seat: int, decision: int) -> None:
        """Stop the clock of a seat's own turn, of which the player has not been told after all, until `told`.

        It lapses if nobody says it again in time, so that nobody is ever stuck.
        """
        self.forgive(self._context.clock.now() - UNTOLD_SECONDS, seat)
        ask = self._asks.get(seat)
        if ask is None or ask.decision != decision or not ask.is_turn or not self._is_clocked(seat):
            return
        for name in ("told", "clock", "half"):
            self._context.timers.cancel((name, seat))
        ask.due, ask.seconds = None, self._context.settings.discard_seconds
        self._context.timers.set(("told", seat), HELD_SECONDS, partial(self._assume_told, seat, decision))

    async def set_autoplay(self, seat: int, why: AutoplayReason) -> None:
        """Put a seat on autoplay."""
        self._set_autoplay(seat, why)
        await self._go_on()

    def take_control(self, seat: int) -> None:
        """Give a seat back to its person, who may also come back from having left (P4, P5)."""
        holder = self._context.seats[seat]
        if holder.autoplay is None:
            return
        if holder.has_left:
            holder.has_left = False
            self._context.note(Returned(seat))
        why, holder.autoplay = holder.autoplay, None
        holder.timeouts = 0
        self._drop_ask(seat)
        self._context.note(AutoplaySet(seat, on=False, why=why))

    async def take_back(self, seat: int) -> None:
        """Give a seat back to its person and ask what is open."""
        self.take_control(seat)
        await self._go_on()

    def forgive(self, since: float, only: int | None = None) -> None:
        """Count no clock that ran out since a time (of `clock.now`) against anybody, or one seat: nobody could act."""
        for seat in [seat for seat, at in self._timed_out.items() if at >= since and only in {None, seat}]:
            holder = self._context.seats[seat]
            holder.timeouts = 0
            if holder.autoplay == "clock":
                self.take_control(seat)

    async def leave(self, seat: int) -> None:
        """Let autoplay play for a person who leaves until the hand is settled (P5)."""
        self._context.seats[seat].has_left = True
        self._context.note(Left(seat))
        await self.set_autoplay(seat, "left")

    def stop(self) -> None:
        """Play no further: no clock of this hand runs out any more."""
        self._is_stopped = True
        for seat in range(4):
            self._drop_ask(seat)
        self._context.timers.cancel("window")

    # ---- carrying on

    async def _go_on(self) -> None:
        """Do all that needs no waiting; then ask who has to answer, or end the hand."""
        while not self._is_stopped and self.hand.phase != "over":
            if self._answer_for_absent():
                continue
            if self.hand.phase == "claims" and not self.is_constant and self.hand.can_resolve:
                self._apply(Resolve(), None)
                continue
            self._ask_all()
            return
        if not self._is_stopped:
            self.stop()
            await self._on_over()

    def _answer_for_absent(self) -> bool:
        """Pass claims for a seat on autoplay and call a bao's change for whoever does not act in person (Q10)."""
        seats = self._context.seats
        if self.hand.phase == "claims":
            absent = [seat for seat in self.hand.pending if seats[seat].is_person and seats[seat].autoplay]
            if absent:
                self._apply(self.hand.default_action(absent[0]), "autoplay")
            return bool(absent)
        callers = [seat for seat in self.hand.bao_callers if not seats[seat].is_played_by_person]
        if callers:
            self._apply(CallBao(callers[0]), "autoplay" if seats[callers[0]].is_person else None)
        return bool(callers)

    def _ask_all(self) -> None:
        """Ask every seat that owes an answer and has not been asked for it."""
        for seat in [seat for seat in self._asks if self.decision(seat) != self._asks[seat].decision]:
            self._drop_ask(seat)
        for seat in self.hand.pending:
            if seat not in self._asks:
                self._ask(seat)

    def _ask(self, seat: int) -> None:
        context, holder = self._context, self._context.seats[seat]
        decision = self.decision(seat)
        assert decision is not None  # noqa: S101 (asked for pending seats only)
        is_turn = self.hand.phase == "turn"
        settings = context.settings
        ask = Ask(decision, settings.discard_seconds if is_turn else settings.claim_seconds, is_turn)
        self._asks[seat] = ask
        if not holder.is_person:
            context.later(("move", seat), settings.pace if is_turn else 0, partial(self._think, seat, decision))
        elif holder.autoplay:
            pause = TAKE_BACK_SECONDS if holder.autoplay == "clock" else settings.pace
            context.later(("move", seat), pause, partial(self._autoplay_turn, seat, decision))
        elif not self._is_clocked(seat):
            # The window's own pause is the clock, the same for all (P3).
            ask.due = context.timers.due("window")
            context.tell.asked(seat)
        else:
            kept = self._kept.pop((seat, decision), None)
            if kept is None:
                context.timers.set(("told", seat), TOLD_AT_LATEST, partial(self._assume_told, seat, decision))
            else:
                # Giving a seat to autoplay and back must not buy time.
                ask.seconds = max(kept - context.clock.now(), 0.0)
                self._start_clock(seat, ask)
            context.tell.asked(seat)

    def _is_clocked(self, seat: int) -> bool:
        """Say whether the seat's present decision has a clock of its own."""
        is_person = self._context.seats[seat].is_played_by_person
        return is_person and (self.hand.phase == "turn" or not self.is_constant)

    async def _assume_told(self, seat: int, decision: int) -> None:
        self.told(seat, decision)

    def _start_clock(self, seat: int, ask: Ask) -> None:
        timers = self._context.timers
        timers.cancel(("told", seat))
        ask.due = timers.set(("clock", seat), ask.seconds, partial(self._clock_out, seat, ask.decision))
        if ask.is_turn:
            timers.set(("half", seat), ask.seconds / 2, partial(self._half_over, seat, ask.decision))

    async def _half_over(self, seat: int, decision: int) -> None:
        if self.decision(seat) == decision and not self._is_stopped:
            self._context.tell.half_over(seat)

    async def _clock_out(self, seat: int, decision: int) -> None:
        """Do the default for a person whose clock is out; discards count towards autoplay, claims do not (P3)."""
        if self._is_stopped or self.decision(seat) != decision:
            return
        is_turn = self.hand.phase == "turn"
        self._apply(self.hand.default_action(seat), "clock")
        if is_turn:
            holder = self._context.seats[seat]
            holder.timeouts += 1
            self._timed_out[seat] = self._context.clock.now()
            self._context.tell.notice("clock_out", seat=seat)
            if holder.timeouts >= self.hand.rules.timeouts_to_autoplay:
                self._set_autoplay(seat, "clock")
        await self._go_on()

    async def _autoplay_turn(self, seat: int, decision: int) -> None:
        if self._is_stopped or self.decision(seat) != decision or not self._context.seats[seat].autoplay:
            return
        self._apply(self.hand.default_action(seat), "autoplay")
        await self._go_on()

    async def _close_window(self, step: int) -> None:
        """End the constant pause: whoever has not answered gets the default, then the best claim is carried out."""
        if self._is_stopped or step != self._step or self.hand.phase != "claims":
            return
        while not self.hand.can_resolve:
            seat = next(iter(self.hand.pending))
            auto: Auto = "autoplay" if self._context.seats[seat].autoplay else "clock"
            self._apply(self.hand.default_action(seat), auto)
        self._apply(Resolve(), None)
        await self._go_on()

    # ---- computer players

    async def _think(self, seat: int, decision: int) -> None:
        if self._is_stopped or self.decision(seat) != decision:
            return
        seed = f"{self._seed}:{seat}:{decision}"
        self._context.spawn(self._choose(seat, decision, self.hand.view(seat), seed))

    async def _choose(self, seat: int, decision: int, view: View, seed: str) -> None:
        """Let the computer player choose, outside the lock."""
        choice: SeatAction | None = None
        try:
            choice = await self._context.computers.choose(view, self._context.rules, seed)
        except Exception:  # noqa: BLE001 (whatever a player does wrong, the default is played)
            _log.exception("computer player failed", extra={"table": self._context.table_id, "seat": seat})
        self._context.run(partial(self._move_computer, seat, decision, choice))

    async def _move_computer(self, seat: int, decision: int, choice: SeatAction | None) -> None:
        if self._is_stopped or self.decision(seat) != decision:
            return
        if choice is None or choice not in self.hand.legal_actions(seat):
            choice = self.hand.default_action(seat)
        self._apply(choice, None)
        await self._go_on()

    # ---- changes

    def _read(self, seat: int, decision: int | None, choice: SeatAction | int) -> SeatAction:
        """Find the action that a person means; HostError if the person does not owe it."""
        if isinstance(choice, CallBao) and choice.seat == seat:
            # Called at any time outside a window (Q10), so it answers no decision.
            return choice
        current = self.decision(seat)
        if decision is not None and self._answered.get(seat) == decision:
            raise HostError("already_answered")
        if current is None or self._is_stopped:
            raise HostError("not_your_turn")
        if decision != current:
            raise HostError("stale")
        if isinstance(choice, int):
            actions = self.hand.legal_actions(seat)
            if not 0 <= choice < len(actions):
                raise HostError("no_such_choice")
            return actions[choice]
        if choice.seat != seat:
            raise HostError("not_your_seat")
        return choice

    def _apply(self, action: Action, auto: Auto) -> None:
        """Carry out one action: the only place where the hand changes."""
        was_turn = self.hand.phase == "turn"
        decision = None if isinstance(action, Resolve) else self.decision(action.seat)
        events = self.hand.apply(action, auto)
        self._context.entries.append(Step(action, auto))
        if not isinstance(action, Resolve):
            self._note_answered(action.seat, decision)
            self._drop_ask(action.seat)
        self._context.note(*events)
        if was_turn or isinstance(action, Resolve):
            self._open_step()

    def repeat(self, action: Action, auto: Auto) -> list[Event]:
        """Carry out an action that was carried out before a restart; nobody is told. Returns what happened."""
        decision = None if isinstance(action, Resolve) else self.decision(action.seat)
        events = self.hand.apply(action, auto)
        if not isinstance(action, Resolve):
            self._note_answered(action.seat, decision)
        return events

    def _note_answered(self, seat: int, decision: int | None) -> None:
        """Keep in mind which decision a seat has just answered, so that a double click is known as one."""
        if decision is not None and self.decision(seat) != decision:
            self._answered[seat] = decision

    def _open_step(self) -> None:
        """Begin a new step of the hand: its questions are new, and so is the pause after a discard or gang."""
        self._step += 1
        for seat in list(self._asks):
            self._drop_ask(seat)
        self._kept.clear()
        timers = self._context.timers
        timers.cancel("window")
        if self.hand.phase == "claims" and self.is_constant:
            timers.set("window", self._context.settings.claim_pause, partial(self._close_window, self._step))

    def _set_autoplay(self, seat: int, why: AutoplayReason) -> None:
        holder = self._context.seats[seat]
        if holder.autoplay == why:
            return
        holder.autoplay = why
        self._drop_ask(seat)
        self._context.note(AutoplaySet(seat, on=True, why=why))
        self._context.tell.notice("autoplay", seat=seat, on=True, why=why)

    def _drop_ask(self, seat: int) -> None:
        """Forget a question and its timers; a clock that ran is kept in mind, should the same question come again."""
        ask = self._asks.pop(seat, None)
        if ask is not None and ask.due is not None:
            self._kept[seat, ask.decision] = ask.due
        for name in ("told", "clock", "half", "move"):
            self._context.timers.cancel((name, seat))
