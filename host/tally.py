"""What settled hands add to people's counts, boards and ratings, in the transaction that pays them.

Rule 1: a hand is counted when it is settled, and only then: once, whatever happens (host/units.py).
Rule 2: counts are added up by the database itself, one statement a table for a whole group of units; only ratings,
which follow from those before, are read first.
Rule 3: hands with computer players count apart: for the span `computers` of their people's own statistics alone.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, case, insert, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from host.days import DEFAULT_ZONE, list_zones
from host.keys import has_key
from host.periods import ALL, COMPUTERS, name_month, name_season, name_week
from host.ratings import Rating, rate_hand
from host.schema import (
    EVERYWHERE,
    best_hands,
    played_hands,
    players,
    preferences,
    ratings,
    seasons,
    standings,
    win_kinds,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection, Table, Update

    from host.hand_told import HandTold

MIN_HANDS = 20
"""Rates and averages stand on a board once there are so many hands."""

MILLION = 1_000_000
THOUSAND = 1_000

JOINS_BOARDS = "everywhere"
"""The setting of servers and people by which they are on the boards of all servers."""

ZONE = "zone"
"""The setting of servers that names their time zone."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A settled hand as it is counted. `seats`: user ids, None for a computer player; `coins`: paid, by seat."""

    guild_id: int
    table_id: str
    hand: int
    seats: tuple[int | None, ...]
    coins: tuple[int, ...]
    told: HandTold

    @property
    def people(self) -> list[tuple[int, int]]:
        """The seats that people held, with their user ids."""
        return [(seat, user_id) for seat, user_id in enumerate(self.seats) if user_id is not None]

    @property
    def has_computers(self) -> bool:
        """Whether it counts apart."""
        return len(self.people) < len(self.seats)


class Tally:
    """What is to be added for a group of units: `load`, then `count` hand by hand, then `flush`."""

    def __init__(self, at: float) -> None:
        """Begin with nothing; `at`: the time for rows, in seconds since 1970."""
        self._at = at
        self._rows: dict[Table, list[Row]] = {}
        self._ratings: dict[tuple[int, str, int], Rating] = {}
        self._unlisted: set[tuple[int, int]] = set()
        self._seasons: dict[int, dict[int, bool]] = {}
        self._zones: dict[int, str] = {}
        self._joined: set[tuple[str, int]] = set()
        self._listings: list[tuple[int, int, bool]] = []

    # ---- what has to be known

    def load(self, connection: Connection, hands: Sequence[CountedHand], guilds: Iterable[int] = ()) -> None:
        """Read what counting these hands needs, and how the seasons of these servers and others stand."""
        people = {user_id for hand in hands for _, user_id in hand.people}
        servers = sorted({hand.guild_id for hand in hands} | set(guilds))
        if servers:
            query = select(seasons.c.guild_id, seasons.c.number, seasons.c.ended_at)
            for row in connection.execute(query.where(seasons.c.guild_id.in_(servers))):
                self._seasons.setdefault(row.guild_id, {})[row.number] = row.ended_at is None
        if not hands:
            return
        self._load_settings(connection, servers, sorted(people))
        keys = {(hand.guild_id, user_id) for hand in hands for _, user_id in hand.people}
        of_person = has_key((players.c.guild_id, players.c.user_id), keys)
        hidden = select(players.c.guild_id, players.c.user_id).where(of_person, players.c.is_listed.is_(False))
        self._unlisted = {(row.guild_id, row.user_id) for row in connection.execute(hidden)}
        rated = {
            (guild_id, hand.told.city, user_id)
            for hand in hands
            if not hand.has_computers
            for guild_id in (hand.guild_id, EVERYWHERE)
            for _, user_id in hand.people
        }
        if rated:
            of_rated = has_key((ratings.c.guild_id, ratings.c.city, ratings.c.user_id), rated)
            for row in connection.execute(select(ratings).where(of_rated)):
                self._ratings[row.guild_id, row.city, row.user_id] = Rating(row.mu, row.sigma, row.hands)

    def _load_settings(self, connection: Connection, servers: list[int], people: list[int]) -> None:
        scope, owner, name = preferences.c.scope, preferences.c.owner_id, preferences.c.name
        of_servers = and_(scope == "server", owner.in_(servers), name.in_((ZONE, JOINS_BOARDS)))
        of_people = and_(scope == "person", owner.in_(people), name == JOINS_BOARDS)
        for row in connection.execute(select(preferences).where(or_(of_servers, of_people))):
            if row.name == ZONE and row.value in list_zones():
                self._zones[row.owner_id] = row.value
            elif row.value == "true":
                self._joined.add((row.scope, row.owner_id))

    # ---- savepoints

    def mark(self) -> Any:  # noqa: ANN401 (only for `undo`)
        """Return where it stands, for `undo`."""
        lengths = {table: len(rows) for table, rows in self._rows.items()}
        running = {guild_id: dict(each) for guild_id, each in self._seasons.items()}
        return lengths, dict(self._ratings), set(self._unlisted), running, len(self._listings)

    def undo(self, mark: Any) -> None:  # noqa: ANN401
        """Forget everything since `mark`."""
        lengths, self._ratings, self._unlisted, self._seasons, listings = mark
        for table, rows in self._rows.items():
            del rows[lengths.get(table, 0) :]
        del self._listings[listings:]

    # ---- counting

    def count(self, hand: CountedHand) -> None:
        """Count a hand that is settled."""
        for seat, user_id in hand.people:
            self._see(hand.guild_id, user_id, hand.told.names[seat])
            self._add(played_hands, self._play_row(hand, seat, user_id))
            if seat == hand.told.winner:
                self._count_win(hand, user_id)
        zone = self._zones.get(hand.guild_id, DEFAULT_ZONE)
        if hand.has_computers:
            self._sum_up(hand, hand.guild_id, [COMPUTERS])
            return
        season = self.find_season(hand.guild_id)
        spans = [ALL, name_week(self._at, zone), name_month(self._at, zone)]
        self._sum_up(hand, hand.guild_id, [*spans, name_season(season)] if season else spans)
        self._rate(hand, hand.guild_id)
        if ("server", hand.guild_id) in self._joined:
            everywhere = [ALL, name_week(self._at, DEFAULT_ZONE), name_month(self._at, DEFAULT_ZONE)]
            self._sum_up(hand, EVERYWHERE, everywhere)
            self._rate(hand, EVERYWHERE)
            for seat, user_id in hand.people:
                self._add(players, self._player_row(EVERYWHERE, user_id, hand.told.names[seat]))

    def _add(self, table: Table, row: Row) -> None:
        self._rows.setdefault(table, []).append(row)

    def _is_listed(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody is shown on boards: in a server who plays there, everywhere who has said so."""
        return guild_id != EVERYWHERE or ("person", user_id) in self._joined

    def _see(self, guild_id: int, user_id: int, name: str) -> None:
        """Note what a person is called, and that they are there, whoever had left before."""
        self._add(players, self._player_row(guild_id, user_id, name))
        if (guild_id, user_id) in self._unlisted:
            self._unlisted.discard((guild_id, user_id))
            self._listings.append((guild_id, user_id, True))

    def _player_row(self, guild_id: int, user_id: int, name: str) -> Row:
        is_listed = self._is_listed(guild_id, user_id)
        return {
            "guild_id": guild_id, "user_id": user_id, "name": name, "is_listed": is_listed, "seen_at": self._at
        }  # fmt: skip

    def _play_row(self, hand: CountedHand, seat: int, user_id: int) -> Row:
        told = hand.told
        is_won = seat == told.winner
        return {
            "table_id": hand.table_id,
            "hand": hand.hand,
            "user_id": user_id,
            "guild_id": hand.guild_id,
            "city": told.city,
            "at": self._at,
            "has_computers": hand.has_computers,
            "is_won": is_won,
            "is_self_drawn": is_won and told.source is None,
            "is_dealt_in": seat == told.source,
            "fan": told.fan[seat],
            "coins": hand.coins[seat],
            "kinds": " ".join(told.kinds) if is_won else "",
        }

    def _count_win(self, hand: CountedHand, user_id: int) -> None:
        of_person = {"guild_id": hand.guild_id, "user_id": user_id, "has_computers": hand.has_computers}
        for kind in hand.told.kinds:
            self._add(win_kinds, {**of_person, "kind": kind, "wins": 1})
        if hand.told.best is not None and hand.told.winner is not None:
            won = {"fan": hand.told.fan[hand.told.winner], "at": self._at, "body": hand.told.best.to_json()}
            self._add(best_hands, {**of_person, **won})

    def _sum_up(self, hand: CountedHand, guild_id: int, spans: Sequence[str]) -> None:
        told = hand.told
        for seat, user_id in hand.people:
            is_won, fan = seat == told.winner, told.fan[seat]
            sums = {
                "user_id": user_id,
                "is_listed": self._is_listed(guild_id, user_id),
                "hands": 1,
                "wins": int(is_won),
                "self_draws": int(is_won and told.source is None),
                "deal_ins": int(seat == told.source),
                "fan": fan,
                "fan_won": fan if is_won else 0,
                "net": hand.coins[seat],
                "older_hands": 0,
                "older_wins": 0,
                "streak": int(is_won),
                "best_streak": int(is_won),
                "best_fan": fan if is_won else None,
            }
            for span in spans:
                for city in (ALL, told.city):
                    self._add(standings, {"guild_id": guild_id, "span": span, "city": city, **sums})

    def _rate(self, hand: CountedHand, guild_id: int) -> None:
        if hand.told.winner is None:
            return
        keys = [(guild_id, hand.told.city, user_id) for _, user_id in hand.people]
        before = [self._ratings.get(key, Rating()) for key in keys]
        for key, rating in zip(keys, rate_hand(before, hand.told.fan), strict=True):
            self._ratings[key] = rating
            row = {"guild_id": guild_id, "city": key[1], "user_id": key[2]}
            row["is_listed"] = self._is_listed(guild_id, key[2])
            self._add(ratings, {**row, **asdict(rating), "shown": rating.shown})

    # ---- who is shown

    def note_person(self, guild_id: int, user_id: int, name: str | None) -> None:
        """Note what a person of a server is called now; None: they have left it, and are not shown until they play."""
        row = self._player_row(guild_id, user_id, name or "")
        self._add(players, {**row, "is_listed": name is not None})
        self._listings.append((guild_id, user_id, name is not None))

    def show_everywhere(self, user_id: int, *, is_shown: bool) -> None:
        """Show a person on the boards of all servers, or no longer."""
        self._listings.append((EVERYWHERE, user_id, is_shown))

    # ---- seasons

    def find_season(self, guild_id: int) -> int | None:
        """Return the number of the season that runs in a server that was loaded."""
        each = self._seasons.get(guild_id, {})
        return next((number for number, is_running in each.items() if is_running), None)

    def begin_season(self, guild_id: int, name: str) -> int:
        """Begin a server's next season and return its number."""
        each = self._seasons.setdefault(guild_id, {})
        number = max(each, default=0) + 1
        each[number] = True
        row = {"guild_id": guild_id, "number": number, "name": name, "started_at": self._at, "ended_at": None}
        self._add(seasons, row)
        return number

    def end_season(self, guild_id: int, number: int) -> None:
        """End a season that runs."""
        self._seasons[guild_id][number] = False
        # Of a row that is there only the end is taken over.
        row = {"guild_id": guild_id, "number": number, "name": "", "started_at": self._at, "ended_at": self._at}
        self._add(seasons, row)

    # ---- writing

    def flush(self, connection: Connection) -> None:
        """Write it: one statement a table, however many rows, and one for each person who is shown or no longer."""
        dialect = connection.dialect.name
        for table, rows in self._rows.items():
            if rows:
                connection.execute(_statement(dialect, table), rows)
        for guild_id, user_id, is_listed in self._listings:
            for statement in list_listing(guild_id, user_id, is_listed=is_listed):
                connection.execute(statement)


def list_listing(guild_id: int, user_id: int, *, is_listed: bool) -> list[Update]:
    """Return what shows a person on a server's boards, or no longer."""
    return [
        update(table).where(table.c.user_id == user_id, table.c.guild_id == guild_id).values(is_listed=is_listed)
        for table in (standings, ratings, players)
    ]


@cache
def _statement(dialect: str, table: Table) -> Any:  # noqa: ANN401 (a dialect's own statement)
    """Return the statement that adds rows to a table: to what stands there under the same key."""
    if table is played_hands:
        return insert(table)
    add = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    new, keys = add.excluded, [column.name for column in table.primary_key]
    if table is standings:
        return add.on_conflict_do_update(index_elements=keys, set_=_list_sums(new))
    if table is win_kinds:
        return add.on_conflict_do_update(index_elements=keys, set_={"wins": table.c.wins + new.wins})
    if table is best_hands:
        taken = {name: new[name] for name in ("fan", "at", "body")}
        return add.on_conflict_do_update(index_elements=keys, set_=taken, where=new.fan > table.c.fan)
    if table is seasons:
        return add.on_conflict_do_update(index_elements=keys, set_={"ended_at": new.ended_at})
    changed: dict[str, Any] = {column.name: column for column in new if column.name not in keys}
    if table is players:
        # Of who has left, the name that is known stays.
        changed["name"] = case((new.name == "", table.c.name), else_=new.name)
    return add.on_conflict_do_update(index_elements=keys, set_=changed)


def _list_sums(new: Any) -> dict[str, ColumnElement[Any]]:  # noqa: ANN401 (the row that is added)
    """Return what the columns of `standings` become when a hand is added."""
    old = standings.c
    added = ("hands", "wins", "self_draws", "deal_ins", "fan", "fan_won", "net")
    sums: dict[str, Any] = {name: old[name] + new[name] for name in added}
    known = sums["hands"] - old.older_hands
    streak = old.streak + 1
    return {
        **sums,
        "streak": case((new.wins > 0, streak), else_=0),
        "best_streak": case((and_(new.wins > 0, streak > old.best_streak), streak), else_=old.best_streak),
        "best_fan": case((or_(old.best_fan.is_(None), new.best_fan > old.best_fan), new.best_fan), else_=old.best_fan),
        "win_rate": _divide(sums["wins"], MILLION, sums["hands"]),
        "average": _divide(sums["fan"], THOUSAND, known),
        "deal_in_rate": _divide(sums["deal_ins"], MILLION, known),
    }


def _divide(total: ColumnElement[Any], times: int, hands: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a share of so many hands as a whole number; NULL while there are too few hands."""
    return case((hands >= MIN_HANDS, total * literal(times, BigInteger) // hands))
