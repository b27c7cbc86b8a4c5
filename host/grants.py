"""What the bank gives for nothing: a grant once a day that grows with each day in a row, and relief to the broke."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from host.schema import BANK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.book import Account, AccountKey, Book, HandKey
    from host.preferences import ServerPreferences

GROWING_DAYS = 10
"""A tenth more for each day in a row, for so many days: twice as much from the eleventh day on."""


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """What came of asking for the day's grant.

    `daily`: coins granted for the day, 0 if there had been a grant today (or the server has none); `relief`: coins
    granted because there were fewer than the smallest stake; `streak`: days in a row, today included; `balance` after
    it all; `is_relieved`: whether there has been relief today, by now.
    """

    daily: int
    relief: int
    streak: int
    balance: int
    is_relieved: bool


@dataclass(frozen=True, slots=True)
class ClaimDaily:
    """Give a person what is due on a day, each grant once a day.

    `day`: as `date.toordinal` counts; `base`, `relief`: what the server grants (0: nothing); `smallest`: who has fewer
    coins gets relief.
    """

    guild_id: int
    user_id: int
    day: int
    base: int
    relief: int
    smallest: int

    def account_keys(self) -> Iterable[AccountKey]:
        """The person's."""
        return [(self.guild_id, self.user_id)]

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []

    def apply(self, book: Book) -> DailyAnswer:
        """Give it."""
        account = book.account(self.guild_id, self.user_id)
        place = f"{self.guild_id}/{self.user_id}/{self.day}"
        relief = 0
        if self.relief and account.balance < self.smallest and is_due(account.relief_day, self.day):
            relief = self.relief
            account = replace(account, relief_day=self.day)
        daily = 0
        if self.base and is_due(account.daily_day, self.day):
            streak = account.daily_streak + 1 if account.daily_day == self.day - 1 else 1
            daily = grow_daily(self.base, streak)
            account = replace(account, daily_day=self.day, daily_streak=streak)
        book.put_account(account)
        book.move(self.guild_id, BANK, self.user_id, relief, "relief", f"relief/{place}")
        book.move(self.guild_id, BANK, self.user_id, daily, "daily", f"daily/{place}")
        balance = book.account(self.guild_id, self.user_id).balance
        streak = find_streak(account, self.day)
        return DailyAnswer(daily, relief, streak, balance, account.relief_day == self.day)


def is_due(last: int | None, day: int) -> bool:
    """Say whether a grant is due on a day, the last one having been on another (None: never)."""
    return last is None or day > last


def grow_daily(base: int, streak: int) -> int:
    """Return what is granted on the last of so many days in a row (at least 1): at most twice the first day's."""
    return base + base * min(streak - 1, GROWING_DAYS) // GROWING_DAYS


def find_streak(account: Account, day: int) -> int:
    """Return for how many days in a row there have been grants, if the last was on a day or the one before; else 0."""
    is_alive = account.daily_day is not None and account.daily_day >= day - 1
    return account.daily_streak if is_alive else 0


def smallest_stake(server: ServerPreferences) -> int:
    """Return the smallest stake in a server: that of its new tables where it has set one, else 1 (H18)."""
    return server.stake or 1
