"""A database of every earlier version is brought up to this one's with all that it holds; a newer one is refused."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from host.boards import Metric
from host.errors import StoreError
from host.schema import metadata
from host.store import Store
from host.upgrade import STEPS
from tests.host.conftest import Room, discard_last
from tests.host.counted import ranks, settle
from tests.host.databases import on_both
from tests.host.helpers import GUILD, to_between

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "tests" / "data" / "schemas"
WITHOUT_A_NUMBER = ("0001", "0002")
"""Made before the schema's steps were counted: known by their tables."""
STEPS_KNOWN = sorted(step.revision for step in ScriptDirectory(str(STEPS)).walk_revisions())
EARLIER = STEPS_KNOWN[:-1]

pytestmark = on_both


def lay(database, step, *, is_numbered=False):
    """Make a database as that version of the program left it, a hand of a game in play."""
    for part in (database.kind, "rows"):
        database.script((SCHEMAS / f"{step}.{part}.sql").read_text(encoding="utf-8"))
    if is_numbered:
        number(database, step)


def number(database, step):
    """Note a step as Alembic does."""
    database.script(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
        "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)); "
        f"INSERT INTO alembic_version (version_num) VALUES ('{step}')"
    )


def ask_step(database):
    """The step that a database has reached."""
    ((step,),) = database.sql("SELECT version_num FROM alembic_version")
    return step


async def differences(store):
    """What Alembic would still change."""

    def compare(connection):
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    return await store._runner.run(compare)


async def test_a_new_database_has_the_tables_that_the_program_knows(store, database):
    assert await differences(store) == []
    assert ask_step(database) == STEPS_KNOWN[-1]


@pytest.mark.parametrize(
    ("step", "is_numbered"), [(step, True) for step in EARLIER] + [(step, False) for step in WITHOUT_A_NUMBER]
)
async def test_every_earlier_schema_is_brought_up_with_its_coins(database, step, is_numbered):
    lay(database, step, is_numbered=is_numbered)
    store = await Store.open(database.url)
    try:
        assert await differences(store) == []
        assert ask_step(database) == STEPS_KNOWN[-1]
        assert (await store.audit()).is_sound
        accounts = await store.find_accounts(GUILD, [1, 2])
        assert [(account.balance, account.held) for account in accounts.values()] == [(1000, 75), (1000, 75)]
    finally:
        await store.close()
    again = await Store.open(database.url)
    await again.close()


@pytest.mark.parametrize("step", [step for step in EARLIER if step >= "0002"])
async def test_a_game_kept_by_an_earlier_version_is_played_on(database, step):
    lay(database, step, is_numbered=step not in WITHOUT_A_NUMBER)
    store = await Store.open(database.url)
    try:
        room = Room(store, database, discard_last, 1)
        (table,) = await room.restart()
        assert (table.state, table.snapshot().hand, len(table.record)) == ("playing", 2, 158)
        await to_between(room, table)
        assert table.snapshot().last_report.hand == 2
        assert (await store.audit()).is_sound
        await room.stop()
    finally:
        await store.close()


async def test_a_database_of_a_newer_version_is_refused_in_a_sentence_and_left_alone(database):
    lay(database, "0001")
    number(database, "9999")
    with pytest.raises(StoreError, match=f"newer version of this program .step 9999; this one knows {STEPS_KNOWN[-1]}"):
        await Store.open(database.url)
    assert ask_step(database) == "9999"


async def test_an_upgrade_that_fails_leaves_the_database_as_it_was(database):
    lay(database, "0001")
    # In the way of a later step, and no sign of the journal.
    database.sql("CREATE TABLE shown_messages (nonsense INTEGER)")
    with pytest.raises(StoreError, match="shown_messages"):
        await Store.open(database.url)
    database.sql("DROP TABLE shown_messages")
    store = await Store.open(database.url)
    assert await differences(store) == []
    await store.close()


def test_there_is_a_fixture_of_every_earlier_step(database):
    kinds = {(path.name.split(".")[0], path.name.split(".")[1]) for path in SCHEMAS.glob("*.sql")}
    assert kinds >= {(step, part) for step in EARLIER for part in (database.kind, "rows")}


INSTALLED = """
import asyncio, sys
import host.store
assert host.store.__file__.startswith(sys.argv[1]), host.store.__file__
asyncio.run(host.store.Store.open(sys.argv[2]))
"""


async def test_steps_are_found_where_the_program_is_installed(database, tmp_path):
    """In another folder with a percent sign in its name, run from elsewhere, nothing but the packages there."""
    place = tmp_path / "100% installed"
    for room in ("engine", "host"):
        shutil.copytree(ROOT / room, place / room, ignore=shutil.ignore_patterns("__pycache__"))
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-P", "-c", INSTALLED, str(place), database.url],
        cwd=tmp_path,
        env={"PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ask_step(database) == STEPS_KNOWN[-1]


async def test_what_accounts_had_counted_stands_on_boards_with_the_coins_of_those_hands(database):
    """Of two hands one was played with a computer player, for whom the bank paid; nothing else is known of them."""
    lay(database, "0005", is_numbered=True)
    moved = "INSERT INTO movements (id, guild_id, kind, table_id, hand, at, key) VALUES "
    entered = "INSERT INTO entries (movement_id, guild_id, user_id, amount) VALUES "
    database.sql(
        f"UPDATE accounts SET hands = 30, hands_won = 9 WHERE guild_id = {GUILD} AND user_id = 1",
        f"UPDATE accounts SET balance = balance - 7 WHERE guild_id = {GUILD} AND user_id = 1",
        f"UPDATE accounts SET balance = balance + 12 WHERE guild_id = {GUILD} AND user_id = 2",
        f"UPDATE accounts SET balance = balance - 5 WHERE guild_id = {GUILD} AND user_id = 0",
        moved + f"(11, {GUILD}, 'hand', 'a', 1, 1.0, 'a'), (12, {GUILD}, 'penalty', 'b', 1, 1.0, 'b')",
        entered + f"(11, {GUILD}, 1, -7), (11, {GUILD}, 2, 7), (12, {GUILD}, 0, -5), (12, {GUILD}, 2, 5)",
    )
    store = await Store.open(database.url)
    try:
        assert await ranks(store, Metric.NET) == [(1, 1, -7)]
        assert await ranks(store, Metric.WIN_RATE) == [(1, 1, 300_000)]
        assert await ranks(store, Metric.DEAL_IN_RATE) == await ranks(store, Metric.AVERAGE) == []
        found = database.sql(
            "SELECT user_id, hands, wins, net, older_hands FROM standings WHERE span = 'computers' ORDER BY user_id"
        )
        # All that the second person was paid came of hands with computer players: they played no others.
        assert [tuple(map(int, row)) for row in found] == [
            (1, 1, 0, 0, 1), (2, 1, 0, 12, 1), (3, 2, 0, -12, 2), (4, 2, 2, 12, 2)
        ]  # fmt: skip
        # What is known from now on is told of the hands from now on.
        await store.write(settle())
        assert await ranks(store, Metric.NET, page=0) == [(1, 1, 83), (2, 2, -20), (2, 4, -20), (4, 3, -50)]
    finally:
        await store.close()


async def test_void_hands_of_before_stand_in_the_histories_of_who_was_at_the_match(database):
    lay(database, "0007", is_numbered=True)
    store = await Store.open(database.url)
    try:
        rows = database.sql("SELECT hand, user_id, guild_id, city, has_computers FROM void_hands ORDER BY user_id")
        assert [tuple(map(int, (row[0], row[1], row[2]))) for row in rows] == [(2, 3, 900), (2, 4, 900)]
        assert {row[3] for row in rows} == {"qiqihar"}
        assert {str(row[4]) for row in rows} <= {"1", "t", "True"}
    finally:
        await store.close()
