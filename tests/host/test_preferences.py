"""What servers and people set is checked, durable before it holds, and kept; what else the program remembers too."""

import pytest

from host.errors import HostError, StoreError
from host.preferences import PersonPreferences, Preferences, Scope, ServerPreferences
from host.store import Store
from host.units import SetNote
from tests.host.databases import on_both

MAYA, IVAN, GUILD, OTHER_GUILD = 1, 2, 900, 901


@pytest.fixture
async def preferences(store):
    preferences = Preferences()
    await preferences.connect(store)
    return preferences


def test_nothing_is_set_at_first():
    preferences = Preferences()
    assert preferences.of_person(MAYA) == preferences.of_person(None) == PersonPreferences()
    assert preferences.of_server(GUILD) == preferences.of_server(None) == ServerPreferences()


@on_both
async def test_what_is_set_is_found_again_by_the_next_start_and_only_where_it_was_set(database):
    store = await Store.open(database.url)
    preferences = Preferences()
    await preferences.connect(store)
    for name, value in (("language", "zh-TW"), ("text_mode", "true"), ("text_mode", "false"), ("confirm", "true")):
        await preferences.change(Scope.PERSON, MAYA, name, value)
    for name, value in (("channels", "7 9 7"), ("stake", "50"), ("hands", "none"), ("quiet", "true")):
        await preferences.change(Scope.SERVER, GUILD, name, value)
    await preferences.change(Scope.SERVER, MAYA, "language", "en")
    coins = {"zone": "Asia/Shanghai", "daily": 0, "relief": 1_000_000, "board_days": 30}
    for name, value in coins.items():
        await preferences.change(Scope.SERVER, OTHER_GUILD, name, str(value))
    await store.close()
    store = await Store.open(database.url)
    again = Preferences()
    await again.connect(store)
    for found in (preferences, again):
        assert found.of_person(MAYA) == PersonPreferences(language="zh-TW", confirm=True)
        assert found.of_person(IVAN) == PersonPreferences()
        assert found.of_server(GUILD) == ServerPreferences(channels=(7, 9), stake=50, hands=None, quiet=True)
        assert found.of_server(OTHER_GUILD) == ServerPreferences(**coins)
    await store.close()


@on_both
async def test_what_is_the_default_again_leaves_nothing_behind(store, preferences, database):
    for value in ("false", "true"):
        await preferences.change(Scope.PERSON, MAYA, "pings", value)
    assert await store.load_preferences() == []
    assert preferences.of_person(MAYA) == PersonPreferences()


@pytest.mark.parametrize(
    ("scope", "name", "value"),
    [
        (Scope.PERSON, "language", "fr"),
        (Scope.PERSON, "text_mode", "yes"),
        (Scope.PERSON, "quiet", "true"),
        (Scope.PERSON, "colour", "red"),
        (Scope.SERVER, "rules", "sichuan"),
        (Scope.SERVER, "clock", "none"),
        (Scope.SERVER, "stake", "0"),
        (Scope.SERVER, "stake", "many"),
        (Scope.SERVER, "hands", "5"),
        (Scope.SERVER, "zone", "Asia/Heilongjiang"),
        (Scope.SERVER, "zone", "../Shanghai"),
        (Scope.SERVER, "daily", "-1"),
        (Scope.SERVER, "relief", "1000001"),
        (Scope.SERVER, "board_days", "366"),
        (Scope.SERVER, "channels", "7 -9"),
        (Scope.SERVER, "channels", " ".join(map(str, range(1, 27)))),
    ],
)
async def test_what_a_setting_cannot_be_is_refused_and_changes_nothing(store, preferences, scope, name, value):
    with pytest.raises(HostError) as refused:
        await preferences.change(scope, GUILD, name, value)
    assert (refused.value.code, refused.value.facts) == ("bad_setting", {"setting": name})
    assert await store.load_preferences() == []


async def test_what_the_database_does_not_take_does_not_hold(preferences, database):
    database.sql(database.refuse("preferences"))
    with pytest.raises(StoreError):
        await preferences.change(Scope.PERSON, MAYA, "language", "en")
    assert preferences.of_person(MAYA) == PersonPreferences()


async def test_rows_of_a_version_that_knew_more_are_passed_over_and_left(store, database):
    database.sql("INSERT INTO preferences VALUES ('person', 1, 'smell', 'mint'), ('world', 1, 'language', 'en')")
    database.sql("INSERT INTO preferences VALUES ('person', 1, 'language', 'eo'), ('person', 1, 'confirm', 'true')")
    preferences = Preferences()
    await preferences.connect(store)
    assert preferences.of_person(MAYA) == PersonPreferences(confirm=True)
    assert len(await store.load_preferences()) == 4


@on_both
async def test_notes_are_kept_by_kind_and_owner(store):
    for kind, owner, body in (("guild", 1, "a"), ("guild", 2, "b"), ("guild", 1, "c"), ("commands", 1, "d")):
        await store.write(SetNote(kind, owner, body))
    await store.write(SetNote("guild", 2, None))
    assert await store.load_notes("guild") == {1: "c"}
    assert await store.load_notes("commands") == {1: "d"}
