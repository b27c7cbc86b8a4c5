"""A match of several hands: stakes, the shuffle's chain, settlement, seats that fall free, and the end (P5, P7, P9).

Everything runs under the table's lock. What the database does not take is tried again until it does: play waits, and
nothing is told that is not written.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.hand import Hand
from engine.match import Standing
from engine.outcome import HandSetup
from engine.payments import leave_penalty, settle
from engine.shuffle import CHAIN_LENGTH, Chain, deal_hand
from engine.view import ResultView
from host.errors import HostError, StoreError
from host.events import HandEnded, HandStarted, MatchEnded, MatchStarted, PenaltyPaid, Sat, Voided
from host.play import Play
from host.reports import HandReport, MatchReport
from host.seats import Seat
from host.stakes import choose_stake, largest_loss
from host.units import HoldCoins, SettleHand, VoidHand

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.rules import Rules
    from host.context import Context
    from host.reports import SeatSnapshot, State
    from host.settings import RoomSettings
    from host.units import HandOutcome

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How long play waits before it tries a failed database again."""

_NOTHING = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Ending:
    """A hand that is over and not yet written. `leavers`: the seats charged by `penalties` (H19), one by one."""

    unit: SettleHand | VoidHand
    owed: tuple[int, ...] = _NOTHING
    short: tuple[int, ...] = _NOTHING
    penalties: tuple[tuple[int, tuple[int, ...]], ...] = ()
    void_why: str | None = None


class Match:
    """A match in progress at a table."""

    def __init__(
        self,
        context: Context,
        new_secret: Callable[[], bytes],
        chain: Chain,
        on_free: Callable[[int], None],
        on_over: Callable[[], None],
    ) -> None:
        """Prepare a match of the seats as they are.

        Args:
            context: the table's.
            new_secret: gives 32 random bytes for each further chain of 64 hands.
            chain: the first one, whose commitment was shown before anybody sat down.
            on_free: called with a person's user id who no longer sits here.
            on_over: called once, when the match has ended.
        """
        self.standing = Standing.first()
        self.commitment = chain.commitment
        self.play: Play | None = None
        self.hand: Hand | None = None
        self.stake = 0
        self.hands_played = 0
        self.last_report: HandReport | None = None
        self.report: MatchReport | None = None
        self.votes: set[int] = set()
        self._context = context
        self._new_secret = new_secret
        self._chain = chain
        self._on_free = on_free
        self._on_over = on_over
        self._held: dict[int, int] = {}
        self._ending: _Ending | None = None
        self._end_why: str | None = None
        self._is_stalled = False
        self._has_begun = False

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.report is not None:
            return "over"
        if self._is_stalled:
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
        self._recover()
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
        self._held = {}
        if context.settings.coins:
            wanted = dict.fromkeys(users, largest_loss(context.rules, stake))
            unit = HoldCoins(context.guild_id, context.table_id, self.standing.hand, wanted)
            self._held = await context.store.write(unit)
        self.stake = stake

    async def _deal(self) -> None:
        context, standing = self._context, self.standing
        if not self._has_begun:
            self._has_begun = True
            players = tuple(seat.taken() for seat in context.seats)
            at = context.clock.wall()
            context.note(
                MatchStarted(at, context.rules, context.table_id, players, self._record_coins(), self.commitment)
            )
        commitment = self._renew_chain()
        secret = self._secret()
        words = tuple(seat.words for seat in context.seats)
        deal = deal_hand(secret, words, context.rules, standing.dealer)
        first, second, third, fourth = (seat.run for seat in context.seats)
        runs = (first, second, third, fourth) if context.rules.run else None
        setup = HandSetup(standing.hand, self.stake, standing.draws_in_a_row, standing.is_liable_dealer, runs)
        for seat in context.seats:
            seat.is_ready = seat.has_acted = False
        self.hand = Hand(context.rules, deal, setup)
        seed = hashlib.sha256(b"computer players:" + secret).hexdigest()
        self.play = Play(context, self.hand, seed, self._finish)
        started = HandStarted(
            hand=standing.hand,
            dealer=deal.dealer,
            draws_in_a_row=standing.draws_in_a_row,
            is_liable_dealer=standing.is_liable_dealer,
            stake=self.stake,
            coins=self._record_coins(),
            words=words,
            runs=runs,
            commitment=commitment,
        )
        context.note(started, *self.hand.events)
        await self.play.begin()

    def _renew_chain(self) -> str | None:
        """Begin a new chain after each 64 hands; returns its commitment if one begins with this hand."""
        number = self.standing.hand
        if number == 1 or (number - 1) % CHAIN_LENGTH:
            return None
        self._chain = Chain(self._new_secret())
        self.commitment = self._chain.commitment
        self._context.tell.notice("new_chain", hand=number, commitment=self.commitment)
        return self.commitment

    def _secret(self) -> bytes:
        return self._chain.secret((self.standing.hand - 1) % CHAIN_LENGTH + 1)

    # ---- a hand ends

    async def _finish(self) -> None:
        """Work out what is paid for the finished hand, once, and write it."""
        context, hand = self._context, self.hand
        assert hand is not None and hand.result is not None  # noqa: S101, PT018 (called when the hand is over)
        score = hand.result.score
        owed = score.deltas(self.stake) if score else _NOTHING
        # Only what was set aside can be lost; for computer players the bank stands without limit (P9).
        coins = [None if seat.user_id is None else self._held.get(seat.user_id) for seat in context.seats]
        settlement = settle(owed, coins, allow_debt=context.rules.allow_debt)
        penalties = self._charge_leavers(settlement.paid, coins)
        is_for_coins = context.settings.coins
        self._ending = _Ending(
            SettleHand(
                guild_id=context.guild_id,
                table_id=context.table_id,
                hand=self.standing.hand,
                seats=self._users(),
                deltas=settlement.paid if is_for_coins else _NOTHING,
                penalties=_add([deltas for _, deltas in penalties]) if is_for_coins else _NOTHING,
                winner=hand.result.winner,
                allow_debt=context.rules.allow_debt,
            ),
            owed,
            settlement.shortfalls,
            penalties,
        )
        await self._settle()

    def _charge_leavers(
        self, paid: tuple[int, ...], coins: list[int | None]
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return each absent seat's penalty by seat (H19), charged from what is left after the hand."""
        left = [None if own is None else own + change for own, change in zip(coins, paid, strict=True)]
        charged = []
        for number, seat in enumerate(self._context.seats):
            if seat.is_person and seat.has_left:
                deltas = leave_penalty(self._context.rules, number, self.stake, left)
                left = [None if own is None else own + change for own, change in zip(left, deltas, strict=True)]
                if any(deltas):
                    charged.append((number, deltas))
        return tuple(charged)

    async def _settle(self) -> None:
        """Write the ended hand; if the database fails, try again later, however often."""
        ending = self._ending
        if ending is None:
            return
        try:
            outcome = await self._context.store.write(ending.unit)
        except StoreError as error:
            self._stall(error, self._settle)
            return
        except HostError:
            # The books refuse it, which must not happen; nobody may be stuck for it.
            _log.exception("settlement refused", extra={"table": self._context.table_id})
            if isinstance(ending.unit, VoidHand):
                self._end("error")
                return
            self._ending = self._void_ending("error")
            await self._settle()
            return
        self._recover()
        self._ending = None
        self._close_hand(ending, outcome)

    def _close_hand(self, ending: _Ending, outcome: HandOutcome) -> None:
        """Tell how the hand ended and go on to the next one, or end the match."""
        context, hand = self._context, self.hand
        assert hand is not None  # noqa: S101 (a hand ended)
        is_void = ending.void_why is not None
        penalties = _add([deltas for _, deltas in ending.penalties])
        paid = _NOTHING if is_void else self._paid(ending, penalties)
        for number, seat in enumerate(context.seats):
            seat.score += paid[number]
            if context.settings.coins and seat.is_person:
                seat.coins = outcome.balances[number]
        dealer = hand.deal.dealer
        if not is_void and hand.result is not None:
            self.hands_played += 1
            self.standing = self.standing.after(context.rules, dealer, hand.result)
        why = self._why_over() if not is_void else ending.void_why
        next_dealer = None if why else self.standing.dealer
        reveal = self._chain.secret((hand.setup.hand - 1) % CHAIN_LENGTH + 1).hex()
        events = [Voided(ending.void_why)] if ending.void_why else []
        context.note(
            *events,
            *(PenaltyPaid(seat, deltas) for seat, deltas in ending.penalties),
            HandEnded(paid, self._record_coins(), next_dealer, reveal),
        )
        self.last_report = HandReport(
            hand=hand.setup.hand,
            dealer=dealer,
            stake=self.stake,
            is_liable_dealer=hand.setup.is_liable_dealer,
            result=self._result(is_void=is_void),
            owed=ending.owed,
            penalties=penalties,
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

    def _paid(self, ending: _Ending, penalties: tuple[int, ...]) -> tuple[int, ...]:
        """Return what changed hands, in coins or, in a game for points, in points."""
        unit = ending.unit
        if isinstance(unit, VoidHand):
            return _NOTHING
        if self._context.settings.coins:
            return _add([unit.deltas, unit.penalties])
        return _add([ending.owed, penalties])

    def _result(self, *, is_void: bool) -> ResultView:
        """Return how the hand ended, open to all."""
        assert self.hand is not None  # noqa: S101 (a hand ended)
        found = self.hand.view(None).result
        if found is not None and not is_void:
            return found
        hands = tuple(self._concealed(seat) for seat in range(4))
        return ResultView(kind="void", hands=hands, bao=None)

    def _concealed(self, seat: int) -> tuple[int, ...]:
        assert self.hand is not None  # noqa: S101 (a hand ended)
        own = self.hand.view(seat).own
        if own is None:
            return ()
        return own.concealed if own.drawn is None else tuple(sorted((*own.concealed, own.drawn)))

    def _why_over(self) -> str | None:
        """Return why the match ends with the hand just settled, or None."""
        context = self._context
        hands = context.settings.hands
        if self._end_why is not None:
            return self._end_why
        if hands is not None and self.hands_played >= hands:
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

    async def void(self, why: str) -> None:
        """End the match; an unfinished hand counts for nothing (P7). One that is over is settled first."""
        if self.report is not None:
            return
        self._end_why = why
        if self._ending is None and self.play is None:
            self._end(why)
            return
        if self._ending is None and self.play is not None:
            self.play.stop()
            self._ending = self._void_ending(why)
            await self._settle()
        elif why == "shutdown":
            await self._settle()
        if why == "shutdown" and self._ending is not None:
            # There is no later: what the database has not taken by now is lost, and people are told so.
            is_lost = isinstance(self._ending.unit, SettleHand)
            self._ending = self.play = None
            self._end("shutdown_unsaved" if is_lost else why)

    def _void_ending(self, why: str) -> _Ending:
        context = self._context
        unit = VoidHand(context.guild_id, context.table_id, self.standing.hand, self._users())
        return _Ending(unit, void_why=why)

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
        context = self._context
        if not self._is_stalled:
            self._is_stalled = True
            context.tell.notice("store_failed", **error.facts)
        _log.warning("store failed", extra={"table": context.table_id, "why": error.facts.get("why")})
        context.timers.set("retry", RETRY_SECONDS, job)

    def _recover(self) -> None:
        if self._is_stalled:
            self._is_stalled = False
            self._context.tell.notice("store_back")

    # ---- small things

    def seat_snapshots(self) -> tuple[SeatSnapshot, ...]:
        """Return the seats as everybody sees them."""
        return tuple(seat.snapshot(number) for number, seat in enumerate(self._context.seats))

    def _users(self) -> tuple[int | None, ...]:
        return tuple(seat.user_id for seat in self._context.seats)

    def _record_coins(self) -> tuple[int, ...]:
        """Return people's coins, and what computer players and a game for points have won so far."""
        return tuple(seat.score if seat.coins is None else seat.coins for seat in self._context.seats)


def has_enough(coins: int, settings: RoomSettings, rules: Rules) -> bool:
    """Say whether a person with so many coins may sit: the minimum, and something unless debts are allowed (P1, P5)."""
    return coins >= max(settings.min_coins, 1) or (rules.allow_debt and settings.min_coins == 0)


def _add(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(_NOTHING, *rows, strict=True))
