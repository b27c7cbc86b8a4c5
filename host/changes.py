"""What managers do to coins: each once, with who did it and why, from or to the bank alone (there are no transfers)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.book import FIRST_COINS, Account, Change, ManagersUnit
from host.errors import HostError
from host.schema import BANK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.book import AccountKey, Book, HandKey

MOST_COINS = 10**12
"""The most that a manager can let somebody have: a server's sums, and numbers in texts, stay exact."""

MOST_REASON = 200
"""The most characters of a reason."""


@dataclass(frozen=True, slots=True)
class ChangeCoins(ManagersUnit):
    """Grant coins to a person, or (`amount` below 0) take free ones; a second time it only says what was done."""

    guild_id: int
    user_id: int
    amount: int
    actor_id: int
    reason: str
    key: str

    def account_keys(self) -> Iterable[AccountKey]:
        """The person's."""
        return [(self.guild_id, self.user_id)]

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []

    def apply(self, book: Book) -> tuple[Change, Account]:
        """Change them; returns what is noted, and the account as it is now.

        Raises:
            HostError: `no_reason`, `coins_held` (beyond what is free), `too_many_coins` (beyond MOST_COINS).
        """
        account = book.account(self.guild_id, self.user_id)
        done = book.change(self.key)
        if done is not None:
            return done, account
        kind = "grant" if self.amount > 0 else "take"
        if -self.amount > account.free:
            raise HostError("coins_held", coins=account.balance, held=account.held, amount=-self.amount)
        if account.balance + self.amount > MOST_COINS:
            raise HostError("too_many_coins", most=MOST_COINS)
        change = _note(self, book, kind, abs(self.amount))
        _move(book, account, self.amount, "admin", change, 0)
        return change, book.account(self.guild_id, self.user_id)


@dataclass(frozen=True, slots=True)
class ResetCoins(ManagersUnit):
    """Put a person's coins, or (`user_id` None) everybody's, back to what a newcomer has, but for those at stake.

    A second time it only says what was done. The books go on: a reset is a movement like any other.
    """

    guild_id: int
    user_id: int | None
    actor_id: int
    reason: str
    key: str

    def account_keys(self) -> Iterable[AccountKey]:
        """The person's, or the bank's: the others are loaded with their server."""
        return [(self.guild_id, BANK if self.user_id is None else self.user_id)]

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []

    def apply(self, book: Book) -> tuple[Change, int]:
        """Reset; returns what is noted, and how many accounts changed (0 if it had been done before).

        Raises:
            HostError: `no_reason`.
        """
        done = book.change(self.key)
        if done is not None:
            return done, 0
        own = self.user_id
        found = book.accounts_in(self.guild_id) if own is None else [book.account(self.guild_id, own)]
        amounts = [(account, max(FIRST_COINS, account.held) - account.balance) for account in found]
        wanted = [(account, amount) for account, amount in amounts if amount]
        change = _note(self, book, "reset", sum(abs(amount) for _, amount in wanted))
        for number, (account, amount) in enumerate(wanted):
            _move(book, account, amount, "reset", change, number)
        return change, len(wanted)


def clean_reason(typed: str) -> str:
    """Return a reason as it is kept: on one line, without signs that are invisible or turn the direction of others.

    Raises:
        HostError: `no_reason`: there is nothing to read in it.
    """
    seen = "".join(sign for sign in typed if sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN)
    reason = " ".join(seen.split())[:MOST_REASON]
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANKS for sign in reason):
        raise HostError("no_reason")
    return reason


_UNSEEN = frozenset({"Cf", "Co", "Cs"})
_JOINERS = frozenset("\u200c\u200d")
"""They shape letters and emojis."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing."""


def _note(unit: ChangeCoins | ResetCoins, book: Book, kind: str, amount: int) -> Change:
    reason = clean_reason(unit.reason)
    change = Change(
        book.next_change(), unit.guild_id, unit.key, kind, unit.actor_id, unit.user_id, amount, reason, book.at
    )
    book.add_change(change)
    return change


def _move(book: Book, account: Account, amount: int, kind: str, change: Change, number: int) -> None:
    """Move coins from the bank to an account, or (below 0) the other way."""
    payer, receiver = (BANK, account.user_id) if amount > 0 else (account.user_id, BANK)
    key = f"{change.key}#{number}"
    book.move(account.guild_id, payer, receiver, abs(amount), kind, key, change_id=change.id)
