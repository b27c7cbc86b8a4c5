"""A match of several hands: stakes, the shuffle's chain, settlement, seats that fall free, and the end (P5, P7, P9).

Everything runs under the table's lock. What the database does not take is tried again until it does: play waits, and
nothing is told that is not written.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.hand import Hand
from engine.match import Standing
from engine.outcome import HandSetup
from engine.shuffle import CHAIN_LENGTH, Chain, deal_hand
from host.ending import Ending, deal_dealer, end_hand, show_result, void_hand
from host.entries import Step
from host.errors import HostError, StoreError
from host.events import HandEnded, HandStarted, MatchEnded, MatchStarted, PenaltyPaid, Sat, Voided
from host.lock import RETRY_SECONDS
from host.parts import Unkept
from host.play import Play
from host.reports import HandReport, MatchReport
from host.seats import Seat
from host.stakes import choose_stake, has_enough, largest_loss
from host.units import HoldCoins, VoidHand

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from engine.events import Event
    from host.context import Context
    from host.reports import SeatSnapshot, State
    from host.units import HandOutcome

_log = logging.getLogger(__name__)


class Match:
    """A match in progress at a table."""

    def __init__(
        self,
        context: Context,
        new_secret: Callable[[], bytes],
        on_free: Callable[[int], None],
        on_over: Callable[[], None],
    ) -> None:
        """Prepare a match of the seats as they are.

        Args:
            context: the table's.
            new_secret: gives 32 random bytes for each further chain of 64 hands.
            on_free: called with a person's user id who no longer sits here.
            on_over: called once, when the match has ended.
        """
        self.standing = Standing.first()
        self.play: Play | None = None
        self.hand: Hand | None = None
        self.stake = 0
        self.hands_played = 0
        self.hands_archived = 0
        self.last_report: HandReport | None = None
        self.report: MatchReport | None = None
        self.votes: set[int] = set()
        self._context = context
        self._new_secret = new_secret
        self._on_free = on_free
        self._on_over = on_over
        self.held: dict[int, int] = {}
        self._ending: Ending | None = None
        self.end_why: str | None = None
        self.has_begun = False
        self.last_dealer: int | None = None
        self.dealer_streak = 0

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.report is not None:
            return "over"
        if self._context.is_stalled:
            return "stalled"
        return "between" if self.play is None else "playing"

    # ---- a hand begins

    async def begin_hand(self) -> None:
        """Fill free seats, fix the stake, set coins aside and deal; the match ends if it cannot go on (P5)."""
        context = self._context
        if self.play is not None or self._ending is not None or self.report is not None:
            return
        context.timers.cancel("next")
        if not context.people:
            self._end("nobody_here")
            return
        if not self._fill_seats():
            self._end("seat_empty")
            return
        try:
            await self._set_stake()
        except StoreError as error:
            self._stall(error, self.begin_hand)
            return
        self._context.note_store(None)
        await self._deal()

    def _fill_seats(self) -> bool:
        """Let computer players take the empty seats; False if they may not."""
        context = self._context
        for number, seat in enumerate(context.seats):
            if not seat.is_empty:
                continue
            if not context.settings.computers_allowed:
                return False
            taken = {other.computer for other in context.seats}
            seat.computer = next(index for index in range(1, 5) if index not in taken)
            context.note(Sat(number, seat.taken()))
            context.tell.notice("sat", seat=number)
        return True

    async def _set_stake(self) -> None:
        """Read people's coins, fix the stake (H18, P9) and set aside what can be lost."""
        context = self._context
        users = [seat.user_id for seat in context.seats if seat.user_id is not None]
        if context.settings.coins:
            accounts = await context.store.find_accounts(context.guild_id, users)
            for seat in context.seats:
                seat.coins = None if seat.user_id is None else accounts[seat.user_id].balance
        coins = [seat.coins for seat in context.seats]
        stake = choose_stake(context.rules, context.settings, coins, has_computers=context.has_computers)
        self.held = {}
        if context.settings.coins:
            wanted = dict.fromkeys(users, largest_loss(context.rules, stake))
            unit = HoldCoins(context.guild_id, context.table_id, self.standing.hand, wanted)
            self.held = await context.store.write(unit)
        self.stake = stake

    async def _deal(self) -> None:
        context, standing = self._context, self.standing
        if not self.has_begun:
            self.has_begun = True
            players = tuple(seat.taken() for seat in context.seats)
            at = context.clock.wall()
            context.note(
                MatchStarted(at, context.rules, context.table_id, players, self._record_coins(), self.commitment)
            )
        commitment = self._renew_chain()
        words = tuple(seat.words for seat in context.seats)
        first, second, third, fourth = (seat.run for seat in context.seats)
        runs = (first, second, third, fourth) if context.rules.run else None
        for seat in context.seats:
            seat.is_ready = seat.has_acted = False
        setup = HandSetup(standing.hand, self.stake, standing.draws_in_a_row, standing.is_liable_dealer, runs)
        self.hand, self.play = self._seat_hand(setup, words, standing.dealer)
        started = HandStarted(
            hand=standing.hand,
            dealer=self.hand.deal.dealer,
            draws_in_a_row=standing.draws_in_a_row,
            is_liable_dealer=standing.is_liable_dealer,
            stake=self.stake,
            coins=self._record_coins(),
            words=words,
            runs=runs,
            commitment=commitment,
        )
        self.dealer_streak = self.dealer_streak + 1 if self.last_dealer == started.dealer else 1
        self.last_dealer = started.dealer
        context.note(started, *self.hand.events)
        await self.play.begin()

    def _seat_hand(self, setup: HandSetup, words: tuple[str, ...], dealer: int | None) -> tuple[Hand, Play]:
        """Deal a hand, not yet begun; `dealer` None is drawn by lot."""
        secret = self._secret(setup.hand)
        deal = deal_hand(secret, words, self._context.rules, dealer)
        hand = Hand(self._context.rules, deal, setup)
        seed = hashlib.sha256(b"computer players:" + secret).hexdigest()
        return hand, Play(self._context, hand, seed, self._finish)

    def _renew_chain(self) -> str | None:
        """Begin a new chain after each 64 hands; returns its commitment if one begins with this hand."""
        number = self.standing.hand
        if number == 1 or (number - 1) % CHAIN_LENGTH:
            return None
        self._context.chains.append(Chain(self._new_secret()))
        self._context.tell.notice("new_chain", hand=number, commitment=self.commitment)
        return self.commitment

    @property
    def commitment(self) -> str:
        """What the shuffle's present chain was committed to by."""
        return self._context.chains[-1].commitment

    def _secret(self, hand: int) -> bytes:
        """Return the secret of a hand of this match."""
        chain, number = divmod(hand - 1, CHAIN_LENGTH)
        return self._context.chains[chain].secret(number + 1)

    # ---- a hand ends

    async def _finish(self) -> None:
        """Work out what is paid for the finished hand, once, and write it."""
        assert self.hand is not None  # noqa: S101 (called when the hand is over)
        self._ending = end_hand(self._context, self.hand, self.held)
        await self._settle()

    async def _settle(self) -> None:
        """Write the ended hand; if the database fails, try again later, however often."""
        ending = self._ending
        if ending is None:
            return
        try:
            # What ended the hand comes first: a hand that is paid is never played on.
            await self._context.save()
            outcome = await self._context.store.write(replace(ending.unit, unkept=self._list_unkept(ending)))
        except StoreError as error:
            self._stall(error, self._settle)
            return
        except HostError:
            # The books refuse it, which must not happen; nobody may be stuck for it.
            _log.exception("settlement refused", extra={"table": self._context.table_id})
            if isinstance(ending.unit, VoidHand):
                self._end("error")
                return
            self._ending = void_hand(self._context, self.standing.hand, "error")
            await self._settle()
            return
        self._context.note_store(None)
        self._ending = None
        self._close_hand(ending, outcome)

    def _list_unkept(self, ending: Ending) -> Unkept:
        """Return what is to be kept of the match when the hand that ended is written."""
        context, paid = self._context, self._find_paid(ending)
        # What people have after it, the books will say.
        coins = tuple(
            seat.score + change if seat.coins is None else seat.coins
            for seat, change in zip(context.seats, paid, strict=True)
        )
        events = (*context.record[context.archived :], *self._list_end(ending, coins))
        return Unkept(context.channel_id, events, context.settings.coins)

    def _list_end(self, ending: Ending, coins: tuple[int, ...]) -> list[Event]:
        """Return what is told of a hand's end; `coins`: after it, as the record has them."""
        assert self.hand is not None  # noqa: S101 (a hand ended)
        after, why = self._look_ahead(ending)
        voided = [Voided(ending.void_why)] if ending.void_why else []
        penalties = [PenaltyPaid(seat, deltas) for seat, deltas in ending.penalties]
        reveal = self._secret(self.hand.setup.hand).hex()
        ended = HandEnded(self._find_paid(ending), coins, None if why else after.dealer, reveal)
        return [*voided, *penalties, ended]

    def _look_ahead(self, ending: Ending) -> tuple[Standing, str | None]:
        """Return where the match stands after a hand, and why it is over with it (None: it goes on)."""
        hand = self.hand
        assert hand is not None  # noqa: S101 (a hand ended)
        if ending.void_why is not None or hand.result is None:
            return self.standing, ending.void_why or self._why_over(self.hands_played)
        after = self.standing.after(self._context.rules, hand.deal.dealer, hand.result)
        return after, self._why_over(self.hands_played + 1)

    def _find_paid(self, ending: Ending) -> tuple[int, ...]:
        return ending.paid(for_coins=self._context.settings.coins)

    def _close_hand(self, ending: Ending, outcome: HandOutcome) -> None:
        """Tell how the hand ended and go on to the next one, or end the match."""
        context, hand = self._context, self.hand
        assert hand is not None  # noqa: S101 (a hand ended)
        is_void = ending.void_why is not None
        paid, dealer, reveal = self._find_paid(ending), hand.deal.dealer, self._secret(hand.setup.hand).hex()
        after, why = self._look_ahead(ending)
        for number, seat in enumerate(context.seats):
            seat.score += paid[number]
            if context.settings.coins and seat.is_person:
                seat.coins = outcome.balances[number]
        context.note(*self._list_end(ending, self._record_coins()))
        context.archived = len(context.record)
        self.hands_archived += 1
        if not is_void and hand.result is not None:
            self.hands_played += 1
        self.standing, next_dealer = after, None if why else after.dealer
        self.last_report = HandReport(
            hand=hand.setup.hand,
            dealer=dealer,
            stake=self.stake,
            is_liable_dealer=hand.setup.is_liable_dealer,
            result=show_result(hand, is_void=is_void),
            owed=ending.owed,
            penalties=ending.penalty,
            paid=paid,
            short=ending.short,
            balances=tuple(seat.coins for seat in context.seats),
            scores=tuple(seat.score for seat in context.seats),
            seats=self.seat_snapshots(),
            reveal=reveal,
            next_dealer=next_dealer,
            is_last=why is not None,
        )
        self.play = None
        self.votes.clear()
        context.tell.hand_over(self.last_report)
        self._free_seats()
        if why is None and not context.people:
            why = "nobody_here"
        if why is None:
            context.timers.set("next", context.settings.next_hand_seconds, self.begin_hand)
        else:
            self._end(why)

    def _why_over(self, hands_played: int) -> str | None:
        """Return why the match ends with the hand that is settled, after which so many are played; or None."""
        context = self._context
        hands = context.settings.hands
        if self.end_why is not None:
            return self.end_why
        if hands is not None and hands_played >= hands:
            return "finished"
        if hands is None and not any(context.seats[seat].has_acted for seat in context.people):
            # Without an end, a table where only autoplay plays would play for ever.
            return "nobody_here"
        return None

    def _free_seats(self) -> None:
        """Free the seats of those who left, or whose coins no longer suffice (P5)."""
        context = self._context
        for number, seat in enumerate(context.seats):
            user_id = seat.user_id
            if user_id is None:
                continue
            if seat.has_left or self._is_short(seat):
                why = "left" if seat.has_left else "coins"
                context.seats[number] = Seat()
                context.tell.notice("seat_freed", seat=number, user=user_id, why=why)
                self._on_free(user_id)

    def _is_short(self, seat: Seat) -> bool:
        settings = self._context.settings
        return settings.coins and seat.coins is not None and not has_enough(seat.coins, settings, self._context.rules)

    # ---- after a restart

    def restore(self, entries: Iterable[Step | Event], *, is_playing: bool) -> Hand | None:
        """Take the journal's entries: what happened, and the hand as it stood; returns the last one that ended."""
        record, hands = self._context.record, 0
        ended: Hand | None = None
        for entry in entries:
            if isinstance(entry, Step):
                assert self.play is not None  # noqa: S101 (a hand's start comes before its actions)
                record.extend(self.play.repeat(entry.action, entry.auto))
                continue
            record.append(entry)
            if isinstance(entry, HandStarted):
                runs = None if entry.runs is None else (entry.runs[0], entry.runs[1], entry.runs[2], entry.runs[3])
                setup = HandSetup(entry.hand, entry.stake, entry.draws_in_a_row, entry.is_liable_dealer, runs)
                dealer = deal_dealer(self._context.rules, entry.hand, entry.dealer)
                self.hand, self.play = self._seat_hand(setup, entry.words, dealer)
                record.extend(self.hand.events)
            elif isinstance(entry, HandEnded):
                ended, hands = self.hand, hands + 1
                if hands == self.hands_archived:
                    self._context.archived = len(record)
        if not is_playing:
            self.play = None
        return ended

    async def resume(self) -> None:
        """Go on after a restart: open clocks start anew, a hand that is over is settled, a pause goes on."""
        context = self._context
        if self.end_why is not None:
            await self.void(self.end_why)
        elif self.play is not None:
            await self.play.begin()
        else:
            context.timers.set("next", context.settings.next_hand_seconds, self.begin_hand)

    # ---- what people do between hands and to the whole

    async def press_next(self, seat: int) -> None:
        """Note that a person wants the next hand; when all who are here do, it starts."""
        if self.play is not None or self._ending is not None:
            raise HostError("hand_running")
        holder = self._context.seats[seat]
        holder.is_ready = True
        holder.autoplay = None
        holder.timeouts = 0
        if all(other.is_ready or not other.is_played_by_person for other in self._context.seats):
            await self.begin_hand()
        else:
            self._context.version += 1
            self._context.tell.table_changed(())

    def leave(self, seat: int) -> None:
        """Free the seat of a person who leaves between hands; there is nothing to pay."""
        context = self._context
        user_id = context.seats[seat].user_id
        context.seats[seat] = Seat()
        context.tell.notice("seat_freed", seat=seat, user=user_id, why="left")
        if user_id is not None:
            self._on_free(user_id)
        if not context.people and self._ending is None:
            self._end("nobody_here")

    def sit(self, user_id: int, name: str, coins: int | None) -> int:
        """Give an empty seat to a person between hands; HostError `table_full`. Returns the seat."""
        context = self._context
        empty = [number for number, seat in enumerate(context.seats) if seat.is_empty]
        if not empty or self.play is not None:
            raise HostError("table_full")
        context.seats[empty[0]] = Seat(user_id=user_id, name=name, coins=coins)
        context.note(Sat(empty[0], context.seats[empty[0]].taken()))
        context.tell.notice("sat", seat=empty[0], user=user_id)
        return empty[0]

    def vote(self, seat: int) -> bool:
        """Count a seat's wish to end the game and say whether that are enough (P7); HostError `not_seated`."""
        context = self._context
        holder = context.seats[seat]
        if holder.has_left or holder.user_id is None:
            raise HostError("not_seated")
        self.votes.add(holder.user_id)
        votes, needed = len(self.votes & set(context.here)), context.majority
        if votes >= needed:
            return True
        context.tell.notice("vote", user=holder.user_id, votes=votes, needed=needed)
        return False

    async def void(self, why: str) -> None:
        """End the match; an unfinished hand counts for nothing (P7). One that is over is settled first."""
        if self.report is not None:
            return
        self.end_why = why
        if self._ending is None and self.play is None:
            self._end(why)
            return
        if self._ending is None and self.play is not None:
            self.play.stop()
            self._ending = void_hand(self._context, self.standing.hand, why)
            await self._settle()

    def _end(self, why: str) -> None:
        context = self._context
        context.timers.cancel_all()
        context.note(MatchEnded(self._record_coins(), why))
        self.report = MatchReport(
            why=why,
            hands_played=self.hands_played,
            scores=tuple(seat.score for seat in context.seats),
            balances=tuple(seat.coins for seat in context.seats),
            seats=self.seat_snapshots(),
            commitment=self.commitment,
        )
        context.tell.match_over(self.report)
        self._on_over()

    # ---- trouble with the database

    def _stall(self, error: StoreError, job: Callable[[], Awaitable[None]]) -> None:
        """Say once that play waits for the database, and try again."""
        self._context.note_store(error)
        self._context.timers.set("retry", RETRY_SECONDS, job)

    # ---- small things

    def seat_snapshots(self) -> tuple[SeatSnapshot, ...]:
        """Return the seats as everybody sees them."""
        return tuple(seat.snapshot(number) for number, seat in enumerate(self._context.seats))

    def _record_coins(self) -> tuple[int, ...]:
        """Return people's coins, and what computer players and a game for points have won so far."""
        return tuple(seat.score if seat.coins is None else seat.coins for seat in self._context.seats)
