"""A server's hands, generated: many people, hands of four, and what the writer would have made of them, in bulk.

The sums are made by the database from the hands, in one statement a span; a test holds them against what the bot's
writer makes of the same hands.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, insert, text

from host.book import FIRST_COINS
from host.periods import name_month, name_week
from host.schema import accounts, played_hands, players, ratings
from host.tally import MIN_HANDS

GUILD = 900
CITIES = ("harbin", "mudanjiang", "qiqihar")
DAY = 86400.0
BEGUN = 1_780_000_000.0
DAYS = 365
BATCH = 20_000
_STAKE = 10


@dataclass(frozen=True)
class Deal:
    """One hand: when, where, who, what each seat won or owed, who won and who dealt in (None: nobody)."""

    at: float
    city: str
    people: tuple[int, ...]
    fan: tuple[int, ...]
    winner: int | None
    source: int | None


def generate(hands: int, people: int, seed: int = 1) -> Iterator[Deal]:
    """Deal hands over a year, oldest first; a few people play most of them, as it is."""
    chance = random.Random(seed)
    for number in range(hands):
        seats: list[int] = []
        while len(seats) < 4:
            user = 1 + int(people * chance.random() ** 2)
            if user not in seats:
                seats.append(user)
        at = BEGUN + number * DAYS * DAY / hands
        city = chance.choices(CITIES, (6, 2, 2))[0]
        winner = chance.choice((0, 1, 2, 3, None))
        if winner is None:
            yield Deal(at, city, tuple(seats), (0, 0, 0, 0), None, None)
            continue
        source = chance.choice([seat for seat in range(4) if seat != winner] + [None])
        each = chance.choice((1, 2, 3, 4, 6, 8))
        fan = [0 if seat == winner else -each * (2 if seat == source else 1) for seat in range(4)]
        fan[winner] = -sum(fan)
        yield Deal(at, city, tuple(seats), tuple(fan), winner, source)


COLUMNS = (
    *("table_id", "hand", "user_id", "guild_id", "city", "at", "has_computers"),
    *("is_won", "is_self_drawn", "is_dealt_in", "fan", "coins", "kinds"),
)
_INSERT = f"INSERT INTO played_hands ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"


def list_rows(deals: Sequence[Deal], first: int) -> list[tuple]:
    """The rows of `played_hands` (COLUMNS) for hands numbered from `first` on."""
    rows = []
    for number, deal in enumerate(deals, first):
        for seat, user in enumerate(deal.people):
            is_won, fan = seat == deal.winner, deal.fan[seat]
            flags = (is_won, is_won and deal.source is None, seat == deal.source)
            known = ("bench", number, user, GUILD, deal.city, deal.at, False, *flags)
            rows.append((*known, fan, fan * _STAKE, "discard" if is_won else ""))
    return rows


def fill(connection: Connection, hands: int, people: int, seed: int = 1) -> float:
    """Lay all of it into an empty database of SQLite; returns the time of the last hand."""
    (index,) = played_hands.indexes
    # Made anew at the end, which takes a third of the time.
    index.drop(connection)
    batch: list[Deal] = []
    done, last = 0, BEGUN
    for deal in generate(hands, people, seed):
        batch.append(deal)
        last = deal.at
        if len(batch) == BATCH:
            connection.exec_driver_sql(_INSERT, list_rows(batch, done))
            done += len(batch)
            batch.clear()
    if batch:
        connection.exec_driver_sql(_INSERT, list_rows(batch, done))
    index.create(connection)
    for span, since in list_spans(last):
        for city in ("'all'", "city"):
            connection.execute(text(_SUM.format(span=span, city=city)), {"since": since})
    connection.execute(text(_RATES))
    _add_people(connection, people, seed)
    return last


def list_spans(last: float) -> list[tuple[str, float]]:
    """The spans that end with the last hand, each with when it began; the season began half a year before."""
    today = datetime.fromtimestamp(last, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    week, month = today - timedelta(days=today.weekday()), today.replace(day=1)
    return [
        ("all", 0.0),
        (name_week(last, "UTC"), week.timestamp()),
        (name_month(last, "UTC"), month.timestamp()),
        ("s1", last - DAYS * DAY / 2),
    ]


_SUM = """
INSERT INTO standings (guild_id, span, city, user_id, is_listed, hands, wins, self_draws, deal_ins, fan, fan_won, net,
    older_hands, older_wins, streak, best_streak, best_fan)
SELECT guild_id, '{span}', {city}, user_id, TRUE, count(*), sum(CASE WHEN is_won THEN 1 ELSE 0 END),
    sum(CASE WHEN is_self_drawn THEN 1 ELSE 0 END), sum(CASE WHEN is_dealt_in THEN 1 ELSE 0 END), sum(fan),
    sum(CASE WHEN is_won THEN fan ELSE 0 END), sum(coins), 0, 0, 0, 0, max(CASE WHEN is_won THEN fan END)
FROM played_hands WHERE at >= :since GROUP BY guild_id, {city}, user_id
"""

_RATES = f"""
UPDATE standings SET win_rate = wins * 1000000 / hands, average = fan * 1000 / hands,
    deal_in_rate = deal_ins * 1000000 / hands WHERE hands >= {MIN_HANDS}
"""


def _add_people(connection: Connection, people: int, seed: int) -> None:
    """Add names, accounts and ratings: as good as any for the time a page takes."""
    chance = random.Random(seed)
    found = connection.execute(text("SELECT user_id, net FROM standings WHERE span = 'all' AND city = 'all'"))
    nets = {row.user_id: row.net for row in found}
    users = range(1, people + 1)
    named = [
        {"guild_id": GUILD, "user_id": user, "name": f"player {user}", "is_listed": True, "seen_at": BEGUN}
        for user in users
    ]
    coins = [
        {
            "guild_id": GUILD, "user_id": user, "balance": FIRST_COINS + nets.get(user, 0), "held": 0, "hands": 0,
            "hands_won": 0, "computer_hands": 0, "computer_hands_won": 0, "opened_at": BEGUN, "daily_streak": 0,
        }
        for user in users
    ]  # fmt: skip
    rated = [
        {
            "guild_id": GUILD, "city": city, "user_id": user, "is_listed": True, "mu": 25.0, "sigma": 2.0, "hands": 30,
            "shown": chance.randint(800, 2400),
        }
        for city in CITIES
        for user in users
    ]  # fmt: skip
    for table, rows in ((players, named), (accounts, coins), (ratings, rated)):
        for start in range(0, len(rows), BATCH):
            connection.execute(insert(table), rows[start : start + BATCH])
