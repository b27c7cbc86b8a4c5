"""A person can be taken out of the database: nothing names them any more, and the books still add up."""

import pytest

from host.boards import Metric
from host.book import FIRST_COINS
from host.changes import ChangeCoins
from host.grants import ClaimDaily
from host.preferences import Preferences, Scope
from host.schema import metadata
from host.units import HoldCoins, KeepMessage, SaveTable, SettleHand
from tests.host.counted import ranks
from tests.host.databases import on_both
from tests.host.helpers import refused

MAYA, IVAN, GUILD, OTHER_GUILD = 1_456_074_443_980_800_001, 2, 900, 901


async def fill(store):
    for guild in (GUILD, OTHER_GUILD):
        await store.find_accounts(guild, [MAYA, IVAN])
    await store.write(SettleHand(GUILD, "over", 1, (MAYA, IVAN, None, None), (-300, 300, 0, 0), winner=1))
    await store.write(ClaimDaily(GUILD, MAYA, 700_000, 100, 200, 1))
    await store.write(ChangeCoins(GUILD, MAYA, -100, IVAN, "Maya was naughty", "change/1"))
    await store.write(ChangeCoins(GUILD, IVAN, 5, MAYA, "a present", "change/2"))
    await store.write(KeepMessage("t", MAYA, "{}"))
    preferences = Preferences()
    await preferences.connect(store)
    for user_id in (MAYA, IVAN):
        await preferences.change(Scope.PERSON, user_id, "language", "en")
    await preferences.change(Scope.SERVER, MAYA, "language", "en")


@on_both
async def test_nothing_names_who_was_forgotten_and_the_books_stay_whole(store, database):
    await fill(store)
    done = await store.forget(MAYA)
    assert (done.accounts, done.settings) == (2, 1)
    for table in metadata.tables.values():
        for column in table.columns:
            if column.name.endswith("_id") and table.name != "preferences":
                (count,) = database.sql(f"SELECT count(*) FROM {table.name} WHERE {column.name} = '{MAYA}'")
                assert int(count[0]) == 0, table.name
    assert not database.sql(f"SELECT key FROM movements WHERE key LIKE '%{MAYA}%'")
    assert [row[0] for row in database.sql("SELECT reason FROM changes ORDER BY id")] == ["", "a present"]
    ((low, high, to_low, to_high),) = database.sql(
        f"SELECT low_id, high_id, to_low, to_high FROM flows WHERE high_id = {IVAN} AND low_id <> 0"
    )
    assert int(low) < 0 < int(high) == IVAN
    assert (int(to_low), int(to_high)) == (0, 300)
    assert [(row[0], row[1]) for row in await store.load_preferences()] == [("person", IVAN), ("server", MAYA)]
    assert (await store.audit()).is_sound
    assert [user for _, user, _ in await ranks(store, Metric.COINS)] == [IVAN]
    # Whoever comes back is a newcomer.
    assert (await store.find_account(GUILD, MAYA)).balance == FIRST_COINS
    assert (await store.find_account(GUILD, IVAN)).balance == FIRST_COINS + 305


@pytest.mark.parametrize("kind", ["holds", "table", "journal"])
@on_both
async def test_who_sits_at_a_table_is_not_forgotten_meanwhile(store, kind):
    await fill(store)
    if kind == "holds":
        await store.write(HoldCoins(GUILD, "t", 1, {MAYA: 5}))
    elif kind == "journal":
        await store.write(
            SaveTable("t", f'{{"seats": [{{"user_id": {IVAN}}}]}}', ((1, f'{{"Sat":[0,["Maya",{MAYA}]]}}'),))
        )
    else:
        await store.write(SaveTable("t", f'{{"seats": [{{"user_id": {IVAN}}}, {{"user_id": {MAYA}}}]}}', ()))
    assert await refused(store.forget(MAYA), "game_not_over") == {"table": "t"}
    assert (await store.find_account(GUILD, MAYA)).balance == FIRST_COINS - 300


async def test_the_bank_is_not_forgotten(store):
    await refused(store.forget(0), "not_a_person")
