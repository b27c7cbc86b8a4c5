"""A table: one per channel, from the lobby to the end of its match. Every change happens under its one lock.

Rule 1: what a person may not do raises HostError (or the engine's RuleError) and changes nothing.
Rule 2: an answer is stale only if that seat's own decision has changed since.
Rule 3: the publisher is called outside the lock, in order; what it does wrong never hurts the table.
Rule 4: what happened is durable before it is told or shown, and before the next thing happens.
Rule 5: nobody is ever stuck: each question has a clock, a failed database is tried again, a fault voids the hand.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.shuffle import Chain, normalize_words
from host.context import Context, Teller
from host.errors import HostError
from host.lobby import Lobby
from host.lock import TableLock
from host.match import Match
from host.publisher import Outbox
from host.saving import freeze, thaw_context, thaw_match, thaw_rules, thaw_settings
from host.seats import check_run
from host.stakes import check_coins
from host.standstill import Standstill
from host.surroundings import Place
from host.tasks import Tasks
from host.timers import Timers
from host.viewing import Looked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.actions import SeatAction
    from engine.rules import OptionValue, Rules
    from host.saving import SavedTable
    from host.settings import RoomSettings
    from host.surroundings import Keeper, Surroundings
    from host.timers import Job


class Table(Looked):
    """A table in a channel. Make one through `Tables.create`."""

    def __init__(
        self,
        place: Place,
        rules: Rules,
        settings: RoomSettings,
        surroundings: Surroundings,
        keeper: Keeper,
    ) -> None:
        """Open an empty lobby at a place, with the room's rules and settings, in what all tables share.

        `keeper` learns who sits down and gets up, and when the table is closed.
        """
        self.table_id = place.table_id
        self.guild_id = place.guild_id
        self.channel_id = place.channel_id
        self.rules = rules
        self.settings = settings
        self._tasks = Tasks()
        self._keeper = keeper
        self._surroundings = surroundings
        self._host_id: int | None = None
        self._why_closed: str | None = None
        self._match: Match | None = None
        self._context = Context(
            table_id=place.table_id,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            rules=rules,
            settings=settings,
            clock=surroundings.clock,
            store=surroundings.store,
            computers=surroundings.computers,
            timers=Timers(surroundings.clock, self._run),
            tell=Teller(self, surroundings.publisher, Outbox(self._tasks.spawn)),
            run=self._run,
            spawn=self._tasks.spawn,
            save=self._save,
            chains=[Chain(surroundings.new_secret())],
        )
        self._lobby = Lobby(self._context)
        self._lock = TableLock(self._context, self._freeze, self._void_after_fault)
        self._standstill = Standstill(self._context, self._carry_on, self._forgive)

    @classmethod
    def restore(cls, saved: SavedTable, surroundings: Surroundings, keeper: Keeper) -> Table:
        """Make a table of what was kept of it; `resume` lets it go on. HostError `bad_journal`."""
        state = saved.read()
        place = Place(saved.table_id, state["guild_id"], state["channel_id"])
        table = cls(place, thaw_rules(state), thaw_settings(state), surroundings, keeper)
        thaw_context(table._context, state)
        table._host_id = state["host_id"]
        table._lobby.invited.update(state["invited"])
        table._lock.note_kept(saved.body, len(saved.lines))
        if state["match"] is not None:
            table._match = table._make_match()
            thaw_match(table._match, state["match"], saved.lines)
        for seat in table._context.seats:
            if seat.user_id is not None:
                keeper.claim(table, seat.user_id)
        return table

    async def resume(self) -> None:
        """Go on after a restart: clocks that were open start anew, and the channel is told."""
        async with self._lock.hold():
            self._context.tell.notice("resumed")
            await self._carry_on()

    async def pause(self) -> None:
        """Stand still until `resume` in another process; everything is kept, and the channel is told.

        Whoever wants to do something from now on is refused: HostError `paused`.
        """
        if self._lock.is_paused:
            return
        async with self._lock.hold():
            if self._why_closed is None:
                self._lock.is_paused = True
                self._context.timers.cancel_all()
                if self._match is not None and self._match.play is not None:
                    self._match.play.stop()
                self._context.tell.notice("paused")

    def halt(self, why: str) -> None:
        """Let every clock stand still, for a reason of the surroundings, until `go_on` takes it back."""
        self._run(partial(self._standstill.begin, why))

    def go_on(self, why: str) -> None:
        """Take a reason to stand still away; without another one clocks start anew in full and all is told."""
        self._run(partial(self._standstill.end, why))

    # ---- the lobby (P1)

    async def join(self, user_id: int, name: str) -> None:
        """Sit down; in a match take a free seat between hands, or come back to the own one (P5).

        Raises:
            HostError: `already_seated`, `seated_elsewhere` (table, channel), `not_invited`, `table_full`,
                `below_min_coins` (minimum, coins), `closed`, `store_failed`.
        """
        async with self._lock.hold():
            self._check_open()
            if self._context.seat_of(user_id) is not None:
                await self._come_back(user_id)
                return
            self._lobby.check_invited(user_id)
            coins = await check_coins(self._context, user_id)
            if self._match is None:
                self._lobby.check_room()
                self._keeper.claim(self, user_id)
                self._lobby.join(user_id, name)
                self._pass_host()
                self._touch_lobby()
                return
            self._keeper.claim(self, user_id)
            try:
                self._match.sit(user_id, name, coins)
            except HostError:
                self._keeper.release(self, user_id)
                raise
            self._pass_host()

    async def leave(self, user_id: int) -> None:
        """Get up: freely in the lobby and between hands; during a hand autoplay takes over until it is settled (P5).

        A person who was host passes that on. HostError `not_seated`, `closed`.
        """
        async with self._lock.hold():
            self._check_open()
            seat = self._need_seat(user_id)
            match = self._match
            if match is None:
                self._lobby.leave(user_id)
                self._keeper.release(self, user_id)
                self._pass_host()
                if self._host_id is None:
                    self._close("empty")
                else:
                    self._touch_lobby()
            elif match.play is None:
                match.leave(seat)
                self._pass_host()
            elif not self._context.seats[seat].has_left:
                await match.play.leave(seat)
                self._context.tell.notice("left", seat=seat, user=user_id)
                self._pass_host()

    async def invite(self, by: int, user_id: int) -> None:
        """Let a person into a room that is not public; HostError `not_host`, `closed`."""
        async with self._lock.hold():
            self._check_open()
            self._need_host(by)
            self._lobby.invited.add(user_id)

    async def add_computer(self, by: int, count: int | None = 1) -> None:
        """Seat computers (None: where free); `computers_not_allowed`, `table_full`, `not_seated`, `match_running`."""
        async with self._lock.hold():
            self._need_lobby()
            self._need_seat(by)
            self._lobby.add_computers(count)
            await self._start_if_ready()
            self._touch_lobby()

    async def remove_computer(self, by: int) -> None:
        """Take the computer player who came last away; HostError `no_computer`, `not_seated`, `match_running`."""
        async with self._lock.hold():
            self._need_lobby()
            self._need_seat(by)
            self._lobby.remove_computer()
            self._touch_lobby()

    async def set_rules(self, by: int, options: Mapping[str, OptionValue]) -> None:
        """Change options before the match, to which everybody then has to say yes anew.

        Raises: HostError `not_host`, `match_running`; RuleError `bad_option`, `unknown_option`.
        """
        async with self._lock.hold():
            self._need_lobby()
            self._need_host(by)
            self.rules = self._context.rules = self.rules.with_options(options)
            self._lobby.ask_again()
            self._touch_lobby()

    async def start(self, user_id: int) -> bool:
        """Press start (P1). The match begins when all four seats are taken and every person has pressed.

        Returns:
            Whether the match has begun; if not, the lobby shows what is missing.

        Raises:
            HostError: `not_seated`, `match_running`, `below_min_coins`, `store_failed`.
        """
        async with self._lock.hold():
            self._need_lobby()
            seat = self._need_seat(user_id)
            await check_coins(self._context, user_id)
            self._context.seats[seat].is_ready = True
            await self._start_if_ready()
            self._touch_lobby()
            return self._match is not None

    # ---- playing

    async def act(self, user_id: int, decision: int | None, choice: SeatAction | int) -> None:
        """Answer a decision: an action, or its place in `view.own.actions` of the snapshot that showed the decision.

        Any own action takes back control from autoplay (P4). It is done when this returns.

        Raises:
            HostError: `not_seated`, `no_hand`, `already_answered` (a double click), `not_your_turn`, `stale` (that
                seat's decision has changed), `no_such_choice`, `not_your_seat`; nothing has changed.
            RuleError: the rules refuse it (code and facts); nothing has changed.
        """
        async with self._lock.hold():
            seat = self._need_seat(user_id)
            if self._match is None or self._match.play is None:
                raise HostError("no_hand")
            await self._match.play.act(seat, decision, choice)
            self._pass_host()

    def told(self, seat: int, decision: int) -> None:
        """Report that Discord has accepted the message that tells a seat of its decision: its clock starts now.

        Without a report it starts two seconds after the question. Reports that come late or twice change nothing.
        """

        async def start_clock() -> None:
            if self._match is not None and self._match.play is not None:
                self._match.play.told(seat, decision)

        self._run(start_clock)

    def hold(self, seat: int, decision: int) -> None:
        """Report that Discord, for a passing reason, did not take the message that tells a seat of its own turn.

        Its clock does not run until `told`, and then in full; said once, this holds for two minutes. A claim's pause is
        the same for all and goes on (P3).
        """

        async def stop_clock() -> None:
            if self._match is not None and self._match.play is not None:
                self._match.play.hold(seat, decision)

        self._run(stop_clock)

    async def press_next(self, user_id: int) -> None:
        """Ask for the next hand: it starts when all have, or by itself. HostError `not_seated`, `hand_running`."""
        async with self._lock.hold():
            seat = self._need_seat(user_id)
            await self._need_match().press_next(seat)

    async def set_autoplay(self, user_id: int) -> None:
        """Hand the own seat to autoplay (P4); HostError `not_seated`, `no_hand`."""
        async with self._lock.hold():
            seat = self._need_seat(user_id)
            play = self._need_match().play
            if play is None:
                raise HostError("no_hand")
            if self._context.seats[seat].autoplay is None:
                await play.set_autoplay(seat, "chosen")

    async def take_back(self, user_id: int) -> None:
        """Take the own seat back from autoplay, also after having left (P4, P5); HostError `not_seated`, `no_match`."""
        async with self._lock.hold():
            await self._come_back(user_id)

    async def set_words(self, user_id: int, text: str) -> None:
        """Set the own words for the shuffle, from the next hand; RuleError `words_too_long`, `bad_words`."""
        async with self._lock.hold():
            seat = self._need_seat(user_id)
            self._context.seats[seat].words = normalize_words(text)

    async def set_run(self, user_id: int, number: int) -> None:
        """Pick 1, 2 or 5 for `run` (Q13), from the next hand; HostError `bad_run`, `not_seated`."""
        async with self._lock.hold():
            self._context.seats[self._need_seat(user_id)].run = check_run(number)

    async def end(self, user_id: int, *, is_manager: bool = False) -> bool:
        """End the game (P7): at once for the host or a server manager, else as a vote; an unfinished hand is void.

        Returns:
            Whether it has ended; if not, the vote is counted.

        Raises:
            HostError: `not_seated` for a stranger who is no manager, `closed`.
        """
        async with self._lock.hold():
            self._check_open()
            if is_manager or user_id == self._host_id:
                await self._end("ended")
                return True
            seat = self._need_seat(user_id)
            if self._match is None:
                raise HostError("not_host")
            is_over = self._match.vote(seat)
            if is_over:
                await self._end("vote")
            return is_over

    async def close(self, why: str) -> None:
        """End whatever is going on, for a reason of the surroundings: "host_gone", "channel_gone"."""
        if self._lock.is_paused:
            # The next start finds it out, too late for this one.
            return
        async with self._lock.hold():
            if self._why_closed is None:
                await self._end(why)

    async def quiet(self) -> None:
        """Wait until all work that has been set off is done (clocks not counted): for tests and for shutting down."""
        await self._tasks.quiet()

    # ---- inside

    def _need_seat(self, user_id: int) -> int:
        seat = self._context.seat_of(user_id)
        if seat is None:
            raise HostError("not_seated")
        return seat

    def _need_lobby(self) -> None:
        self._check_open()
        if self._match is not None:
            raise HostError("match_running")

    def _need_match(self) -> Match:
        if self._match is None:
            raise HostError("no_match")
        return self._match

    def _need_host(self, user_id: int) -> None:
        if user_id != self._host_id:
            raise HostError("not_host")

    def _check_open(self) -> None:
        if self.state == "over":
            raise HostError("closed")

    async def _come_back(self, user_id: int) -> None:
        seat = self._need_seat(user_id)
        holder = self._context.seats[seat]
        if holder.autoplay is None:
            raise HostError("already_seated")
        play = self._need_match().play
        if play is None:
            holder.autoplay = None
            return
        was_away = holder.has_left
        await play.take_back(seat)
        if was_away:
            self._context.tell.notice("returned", seat=seat, user=user_id)
        self._pass_host()

    async def _start_if_ready(self) -> None:
        if self._match is not None or not self._lobby.is_ready:
            return
        self._context.timers.cancel("lobby")
        self._lobby.draw_seats(self._surroundings.lots)
        self._match = self._make_match()
        await self._match.begin_hand()

    def _make_match(self) -> Match:
        return Match(
            self._context,
            self._surroundings.new_secret,
            on_free=self._let_go,
            on_over=lambda: self._finish("over"),
        )

    async def _carry_on(self) -> None:
        """Ask anew all that is open, with clocks in full."""
        if self._match is None:
            self._touch_lobby()
        elif self._why_closed is None:
            await self._match.resume()
            self._context.version += 1
            self._context.tell.table_changed(())

    def _forgive(self, since: float) -> None:
        if self._match is not None and self._match.play is not None:
            self._match.play.forgive(since)

    def _let_go(self, user_id: int) -> None:
        self._keeper.release(self, user_id)
        self._pass_host()

    def _pass_host(self) -> None:
        """See to it that the host is somebody who is here."""
        here = self._context.here
        if self._host_id in here:
            return
        had_host = self._host_id is not None
        self._host_id = here[0] if here else None
        if had_host and self._host_id is not None:
            self._context.tell.notice("host_passed", user=self._host_id)

    async def _end(self, why: str) -> None:
        if self._match is None:
            self._close(why)
        else:
            await self._match.void(why)

    def _touch_lobby(self) -> None:
        """Tell that the lobby changed, and let it live on for its full time."""
        if self._match is None and self._why_closed is None:
            self._context.version += 1
            self._context.timers.set("lobby", self.settings.lobby_seconds, self._expire)
            if self._context.seats:
                self._context.tell.lobby_changed()

    async def _expire(self) -> None:
        if self._match is None and self._why_closed is None:
            self._close("expired")

    def _close(self, why: str) -> None:
        """Close a lobby that did not become a match."""
        self._context.timers.cancel_all()
        if self._host_id is not None or why == "empty":
            self._context.tell.closed(why)
        self._finish(why)

    def _finish(self, why: str) -> None:
        if self._why_closed is not None:
            return
        self._why_closed = why
        for seat in self._context.seats:
            if seat.user_id is not None:
                self._keeper.release(self, seat.user_id)
        self._keeper.forget(self)

    async def _save(self) -> None:
        await self._lock.save()

    def _freeze(self) -> str | None:
        """Return how the table stands, as text; None if it is over."""
        if self._why_closed is not None:
            return None
        return freeze(self._context, self._match, self._host_id, self._lobby.invited)

    async def _void_after_fault(self) -> None:
        if self._match is not None:
            await self._match.void("error")

    def _run(self, job: Job) -> None:
        """Start a job under the lock."""
        self._tasks.spawn(self._lock.run(job))
