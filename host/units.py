"""What can be written: each unit whole or not at all, and the hand's units idempotent by (table, hand)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from host.errors import HostError
from host.schema import BANK
from host.tally import JOINS_BOARDS, CountedHand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from host.book import Account, AccountKey, Book, HandKey
    from host.hand_told import HandTold
    from host.parts import Closing, Unkept


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """A settled hand as it stands in the books.

    `paid`: coins by seat, penalties included; `balances`: people's coins after it by seat, None for a computer
    player; `is_void`: the hand counted for nothing.
    """

    paid: tuple[int, ...]
    balances: tuple[int | None, ...]
    is_void: bool = False

    def to_json(self) -> str:
        """Return it as stored."""
        return json.dumps({"paid": self.paid, "balances": self.balances, "is_void": self.is_void})

    @classmethod
    def from_json(cls, text: str) -> HandOutcome:
        """Read what was stored."""
        data = json.loads(text)
        return cls(tuple(data["paid"]), tuple(data["balances"]), data["is_void"])


@dataclass(frozen=True, slots=True)
class OpenAccount:
    """See to it that a person has an account; returns it."""

    guild_id: int
    user_id: int

    def account_keys(self) -> Iterable[AccountKey]:
        """The person's."""
        return [(self.guild_id, self.user_id)]

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []

    def apply(self, book: Book) -> Account:
        """Open it if it does not exist."""
        return book.account(self.guild_id, self.user_id)


@dataclass(frozen=True, slots=True)
class HoldCoins:
    """Set coins at stake aside when a hand starts; returns what each person could set aside."""

    guild_id: int
    table_id: str
    hand: int
    wanted: Mapping[int, int]

    def account_keys(self) -> Iterable[AccountKey]:
        """The people's at stake."""
        return [(self.guild_id, user_id) for user_id in self.wanted]

    def hand_keys(self) -> Iterable[HandKey]:
        """The hand."""
        return [(self.table_id, self.hand)]

    def apply(self, book: Book) -> dict[int, int]:
        """Hold; HostError `already_settled`."""
        if book.outcome((self.table_id, self.hand)) is not None:
            raise HostError("already_settled", table=self.table_id, hand=self.hand)
        return book.hold(self.guild_id, (self.table_id, self.hand), dict(self.wanted))


@dataclass(frozen=True, slots=True)
class SettleHand:
    """Pay a finished hand, count it and give back what was set aside; a second time it only says what was done.

    `seats`: user id by seat, None for a computer player, for whom the bank stands (P9). `deltas`, `penalties`: coins
    by seat, each summing to zero (all zero in a game for points). `winner`: seat or None. `told`: what the hand tells
    for statistics; None: it is not counted for any. `unkept`: what is kept of the match with it; None: nothing.
    """

    guild_id: int
    table_id: str
    hand: int
    seats: tuple[int | None, ...]
    deltas: tuple[int, ...]
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    winner: int | None = None
    allow_debt: bool = False
    told: HandTold | None = None
    unkept: Unkept | None = None
    _people: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be paid: HostError `not_zero_sum`."""
        if sum(self.deltas) or sum(self.penalties):
            raise HostError("not_zero_sum", table=self.table_id, hand=self.hand)
        object.__setattr__(self, "_people", tuple(user for user in self.seats if user is not None))

    def account_keys(self) -> Iterable[AccountKey]:
        """The people's."""
        return [(self.guild_id, user_id) for user_id in self._people]

    def hand_keys(self) -> Iterable[HandKey]:
        """The hand."""
        return [(self.table_id, self.hand)]

    def apply(self, book: Book) -> HandOutcome:
        """Settle; HostError `short_of_coins` if a person without leave to owe would end below zero."""
        key = (self.table_id, self.hand)
        done = book.outcome(key)
        if done is not None:
            return HandOutcome.from_json(done)
        book.release(key)
        between: dict[tuple[int, int], int] = {}
        payments = [(kind, pair) for kind, deltas in self._changes for pair in pair_up(deltas)]
        for number, (kind, (payer, receiver, amount)) in enumerate(payments):
            name = f"hand/{self.table_id}/{self.hand}#{number}"
            owners = (self._owner(payer), self._owner(receiver))
            book.move(self.guild_id, *owners, amount, kind, name, hand=key)
            between[owners] = between.get(owners, 0) + amount
        for one, other in combinations(sorted({self._owner(seat) for seat in range(len(self.seats))}), 2):
            book.add_flow(self.guild_id, one, other, between.get((one, other), 0) - between.get((other, one), 0))
        for seat, user_id in enumerate(self.seats):
            if user_id is None:
                continue
            balance = book.account(self.guild_id, user_id).balance
            if balance < 0 and not self.allow_debt and self.deltas[seat] + self.penalties[seat] < 0:
                raise HostError("short_of_coins", user=user_id, coins=balance)
            has_computers = len(self._people) < len(self.seats)
            book.count_hand(self.guild_id, user_id, is_won=seat == self.winner, has_computers=has_computers)
        if self.counted is not None:
            book.tally.count(self.counted)
        return _close(book, self, self._paid)

    @property
    def counted(self) -> CountedHand | None:
        """The hand as statistics count it."""
        if self.told is None:
            return None
        return CountedHand(self.guild_id, self.table_id, self.hand, self.seats, self._paid, self.told)

    @property
    def _paid(self) -> tuple[int, ...]:
        return tuple(delta + penalty for delta, penalty in zip(self.deltas, self.penalties, strict=True))

    @property
    def _changes(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (("hand", self.deltas), ("penalty", self.penalties))

    def _owner(self, seat: int) -> int:
        user_id = self.seats[seat]
        return BANK if user_id is None else user_id


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Give back what was set aside for a hand that counts for nothing (P7).

    `city`: by whose rules it was played, for the histories of those who sat there; None: it is in none. `names`: by
    seat, for those histories, too. `unkept` as `SettleHand` has it.
    """

    guild_id: int
    table_id: str
    hand: int
    seats: tuple[int | None, ...]
    unkept: Unkept | None = None
    city: str | None = None
    names: tuple[str, ...] = ()

    def account_keys(self) -> Iterable[AccountKey]:
        """The people's."""
        return [(self.guild_id, user_id) for user_id in self.seats if user_id is not None]

    def hand_keys(self) -> Iterable[HandKey]:
        """The hand."""
        return [(self.table_id, self.hand)]

    def apply(self, book: Book) -> HandOutcome:
        """Void it, unless it has been settled: then say what was done."""
        key = (self.table_id, self.hand)
        done = book.outcome(key)
        if done is not None:
            return HandOutcome.from_json(done)
        book.release(key)
        if self.city is not None:
            book.archive.note_void(self.guild_id, key, self.seats, self.city)
        # Somebody's first hand may be a void one: nothing else has told then what they are called.
        for user_id, name in zip(self.seats, self.names, strict=False):
            if user_id is not None:
                book.tally.note_person(self.guild_id, user_id, name)
        return _close(book, self, (0,) * len(self.seats), is_void=True)


class WithoutCoins:
    """A unit that touches no account."""

    def account_keys(self) -> Iterable[AccountKey]:
        """None."""
        return []

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []


@dataclass(frozen=True)
class SaveTable(WithoutCoins):
    """Keep how a table stands (`body`, None: as before) and more lines of its journal, each with its number."""

    table_id: str
    body: str | None
    lines: tuple[tuple[int, str], ...]

    def apply(self, book: Book) -> None:
        """Keep it."""
        book.save_table(self.table_id, self.body, self.lines)


@dataclass(frozen=True)
class DropTable(WithoutCoins):
    """Forget a table that is over: how it stood, its journal, and where it was shown.

    `closing`: the end of its match's record; None: no hand of it was kept.
    """

    table_id: str
    closing: Closing | None = None

    def apply(self, book: Book) -> None:
        """Forget it."""
        book.drop_table(self.table_id)
        if self.closing is not None:
            book.archive.close(self.table_id, self.closing)


@dataclass(frozen=True)
class KeepMessage(WithoutCoins):
    """Keep where a table is shown to a person, or to all (user 0); `body` None: nowhere any more."""

    table_id: str
    user_id: int
    body: str | None

    def apply(self, book: Book) -> None:
        """Keep it."""
        book.show_message(self.table_id, self.user_id, self.body)


@dataclass(frozen=True)
class SetPreference(WithoutCoins):
    """Keep what a server or a person (`owner_id`) has set; `value` None: nothing, so that the default holds."""

    scope: str
    owner_id: int
    name: str
    value: str | None

    def apply(self, book: Book) -> None:
        """Keep it."""
        book.set_preference(self.scope, self.owner_id, self.name, self.value)
        if (self.scope, self.name) == ("person", JOINS_BOARDS):
            book.tally.show_everywhere(self.owner_id, is_shown=self.value == "true")


@dataclass(frozen=True)
class SetNote(WithoutCoins):
    """Keep what the program is to remember of a server or an application; `body` None: nothing any more."""

    kind: str
    owner_id: int
    body: str | None

    def apply(self, book: Book) -> None:
        """Keep it."""
        book.set_note(self.kind, self.owner_id, self.body)


def _close(book: Book, unit: SettleHand | VoidHand, paid: tuple[int, ...], *, is_void: bool = False) -> HandOutcome:
    guild_id, key = unit.guild_id, (unit.table_id, unit.hand)
    balances = tuple(None if user_id is None else book.account(guild_id, user_id).balance for user_id in unit.seats)
    outcome = HandOutcome(paid, balances, is_void)
    book.add_outcome(guild_id, key, outcome.to_json())
    if unit.unkept is not None:
        book.archive.keep(guild_id, unit.table_id, unit.unkept, balances)
    return outcome


def pair_up(changes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Split changes that sum to zero into (payer, receiver, amount > 0), by index, in order."""
    left = list(changes)
    receivers = [index for index, change in enumerate(changes) if change > 0]
    pairs: list[tuple[int, int, int]] = []
    for payer, change in enumerate(changes):
        if change >= 0:
            continue
        for receiver in receivers:
            amount = min(-left[payer], left[receiver])
            if amount > 0:
                pairs.append((payer, receiver, amount))
                left[payer] += amount
                left[receiver] -= amount
    return pairs
