"""Whatever is written to the books: sums are zero, groups change nothing, a second time counts for nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, func, select

from host.book import FIRST_COINS
from host.changes import ChangeCoins, ResetCoins
from host.errors import HostError
from host.grants import ClaimDaily
from host.schema import BANK, accounts, metadata
from host.units import HoldCoins, OpenAccount, SettleHand, VoidHand
from host.writer import write_units
from tests.host.helpers import GUILD, MANAGER

USERS = st.integers(1, 6)
TABLES = st.sampled_from(["t", "u"])
HANDS = st.integers(1, 3)


@st.composite
def holds(draw):
    wanted = draw(st.dictionaries(USERS, st.integers(0, 700), min_size=1, max_size=4))
    return HoldCoins(GUILD, draw(TABLES), draw(HANDS), wanted)


@st.composite
def settlements(draw):
    people = draw(st.lists(USERS, min_size=4, max_size=4, unique=True))
    seats = tuple(user if draw(st.booleans()) else None for user in people)
    losses = draw(st.lists(st.integers(0, 900), min_size=3, max_size=3))
    winner = draw(st.integers(0, 3))
    deltas = [-loss for loss in losses]
    deltas.insert(winner, sum(losses))
    leaver, fine = draw(st.integers(0, 3)), draw(st.integers(0, 20))
    penalties = tuple(-3 * fine if seat == leaver else fine for seat in range(4))
    return SettleHand(GUILD, draw(TABLES), draw(HANDS), seats, tuple(deltas), penalties, winner=winner)


@st.composite
def voids(draw):
    return VoidHand(GUILD, draw(TABLES), draw(HANDS), tuple(draw(st.lists(USERS, min_size=4, max_size=4, unique=True))))


@st.composite
def changes(draw):
    key = f"change/{draw(st.integers(1, 5))}"
    amount = draw(st.integers(-1500, 1500).filter(bool))
    return ChangeCoins(GUILD, draw(USERS), amount, MANAGER, draw(st.sampled_from(["x", " "])), key)


@st.composite
def resets(draw):
    return ResetCoins(GUILD, draw(st.none() | USERS), MANAGER, "x", f"change/{draw(st.integers(6, 8))}")


@st.composite
def claims(draw):
    return ClaimDaily(GUILD, draw(USERS), draw(st.integers(100, 103)), 100, 200, draw(st.sampled_from([1, 500])))


UNITS = st.one_of(
    holds(), settlements(), voids(), changes(), resets(), claims(), st.builds(OpenAccount, st.just(GUILD), USERS)
)


class Books:
    """A database in memory."""

    def __init__(self):
        self.engine = create_engine("sqlite://")
        metadata.create_all(self.engine)

    def write(self, *units):
        """Write units as one group; their answers, refusals by code."""
        with self.engine.begin() as connection:
            answers = write_units(units, 1.0, connection)
        return [answer.code if isinstance(answer, HostError) else answer for answer in answers]

    def read(self):
        """All that is there."""
        with self.engine.begin() as connection:
            return {
                table.name: sorted(map(repr, connection.execute(select(table)))) for table in metadata.sorted_tables
            }

    def balances(self):
        with self.engine.begin() as connection:
            return {row.user_id: (row.balance, row.held) for row in connection.execute(select(accounts))}


@settings(max_examples=15)
@given(st.lists(UNITS, max_size=14), st.lists(st.integers(1, 14), max_size=6))
def test_units_written_together_come_to_the_same_as_one_after_the_other(units, sizes):
    alone, grouped = Books(), Books()
    said = [answer for unit in units for answer in alone.write(unit)]
    heard, rest = [], list(units)
    for size in [*sizes, len(units)]:
        group, rest = rest[:size], rest[size:]
        heard += grouped.write(*group)
    assert heard == said
    assert grouped.read() == alone.read()


@settings(max_examples=15)
@given(st.lists(UNITS, max_size=14))
def test_sums_are_zero_nobody_falls_below_zero_and_what_is_at_stake_is_there(units):
    books = Books()
    for unit in units:
        before = books.balances()
        (answer,) = books.write(unit)
        after = books.balances()
        assert sum(balance for balance, _ in after.values()) == 0
        for user, (balance, held) in after.items():
            assert held >= 0
            assert user == BANK or balance >= 0
        if isinstance(answer, str):
            # What is refused changes nothing, but that somebody may have been welcomed.
            assert {user: after[user] for user in before if user != BANK} == {
                user: kept for user, kept in before.items() if user != BANK
            }


@settings(max_examples=15)
@given(st.lists(UNITS, max_size=10))
def test_what_was_done_counts_for_nothing_the_second_time(units):
    books = Books()
    done = [unit for unit in units if not isinstance(books.write(unit)[0], str)]
    done = [unit for unit in done if not isinstance(unit, HoldCoins)]
    before = books.read()
    books.write(*done, *done)
    after = books.read()
    is_relieved_later = any(isinstance(unit, ClaimDaily) for unit in done)
    assert before.keys() == after.keys()
    if not is_relieved_later:
        assert after == before


def test_a_newcomer_is_welcomed_by_whatever_comes_first():
    books = Books()
    books.write(VoidHand(GUILD, "t", 1, (1, None, None, None)))
    assert books.balances() == {1: (FIRST_COINS, 0), BANK: (-FIRST_COINS, 0)}
    with books.engine.begin() as connection:
        assert connection.scalar(select(func.count()).select_from(accounts)) == 2
