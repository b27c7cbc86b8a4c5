"""What is stored on a person is handed to them whole: every table that names people, found by the schema itself."""

import json
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import BigInteger, Column, MetaData, String, Table

from engine.actions import Discard
from engine.cities import find_rules
from host.changes import ChangeCoins
from host.entries import Step, write_entry
from host.events import HandEnded, HandStarted, Left, MatchStarted, Sat, SeatTaken, Voided
from host.exporting import export_person, find_person_columns
from host.grants import ClaimDaily
from host.parts import Closing, Unkept
from host.preferences import Preferences, Scope
from host.schema import match_people, metadata, notes, preferences
from host.units import DropTable, HoldCoins, KeepMessage, SaveTable, VoidHand
from tests.host.counted import settle
from tests.host.databases import on_both

MAYA, IVAN, SNOW = 1_456_074_443_980_800_001, 2, 1_456_074_443_980_800_002
GUILD, AT = 900, 1_790_000_000.0
APART = {preferences, notes, match_people}
"""Exported in sections of their own."""


async def fill(store):
    """Let every column that can name a person name Maya."""
    own = Preferences()
    await own.connect(store)
    await own.change(Scope.PERSON, MAYA, "everywhere", "true")
    await own.change(Scope.PERSON, MAYA, "language", "zh-TW")
    await own.change(Scope.SERVER, GUILD, "everywhere", "true")
    await store.write(settle(seats=(MAYA, IVAN, SNOW, 4), table="over", hand=1))
    await store.write(ClaimDaily(GUILD, MAYA, 739_000, 100, 200, 1))
    await store.write(ChangeCoins(GUILD, MAYA, -20, IVAN, "Maya was naughty", "change/1"))
    await store.write(ChangeCoins(GUILD, IVAN, 5, MAYA, "a present", "change/2"))
    await store.write(HoldCoins(GUILD, "gone", 1, {MAYA: 0}))
    await store.write(KeepMessage("gone", MAYA, json.dumps({"token": "aW50ZXJ", "message_id": 5, "until": AT})))
    players = tuple(SeatTaken(name, user) for name, user in (("Maya", MAYA), ("Ivan", IVAN), ("computer 1", None)))
    match = MatchStarted(AT, find_rules("harbin"), "kept", players, (1000, 1000, 0), "c0ffee")
    hand = HandStarted(1, 0, 0, False, 10, (1000,) * 4, ("spring", "summer", "", ""), None, None)
    events = (match, Sat(1, SeatTaken("Snow", SNOW)), hand, Voided("ended"), HandEnded((0,) * 4, (0,) * 4, None, "00"))
    people = (MAYA, SNOW, None, None)
    await store.write(VoidHand(GUILD, "kept", 1, people, Unkept(77, events, is_for_coins=True), "harbin"))
    closing = Closing(GUILD, (IVAN,), '{"type":"sit","seat":0,"player":{"name":"Ivan","kind":"human","id":2}}\n')
    await store.write(DropTable("kept", closing))


def list_people_columns():
    return [(table, column) for table in metadata.sorted_tables for column in find_person_columns(table)]


async def export(store, user_id=MAYA):
    return await store.read(partial(export_person, user_id=user_id, at=AT))


def section(told, name, server=str(GUILD)):
    (found,) = [each for each in told["servers"] if each["server"] == server]
    return found[name]


@on_both
async def test_each_column_that_names_a_person_is_exported_and_none_does_after_they_are_forgotten(store, database):
    await fill(store)
    count = "SELECT count(*) FROM {} WHERE {} = {}"
    unfilled = [
        (table.name, column.name)
        for table, column in list_people_columns()
        if table is not notes and int(database.sql(count.format(table.name, column.name, MAYA))[0][0]) == 0
    ]
    assert unfilled == [], "let `fill` put somebody there, and see to it that it is exported and forgotten"
    told = await export(store)
    sections = {name for each in told["servers"] for name in each} | set(told)
    assert len(sections - {"server", "servers", "format", "person", "exported_at"}) == len(
        {table.name for table, _ in list_people_columns() if table not in APART}
    ) + len({"settings", "games_in_progress", "records_of_matches"})
    await store.forget(MAYA)
    for table in metadata.sorted_tables:
        assert str(MAYA) not in str(database.sql(f"SELECT * FROM {table.name}")), table.name
    assert (await store.audit()).is_sound
    told = await export(store)
    assert (told["servers"], told["settings"], told["records_of_matches"]) == ([], {}, [])


def test_a_new_table_that_names_people_is_known_by_its_columns():
    table = Table(
        "rounds",
        MetaData(),
        Column("guild_id", BigInteger),
        Column("judge_id", BigInteger),
        Column("table_id", String(32)),
    )
    assert [column.name for column in find_person_columns(table)] == ["judge_id"]


@on_both
async def test_an_export_tells_all_in_plain_words(store):
    await fill(store)
    told = await export(store)
    assert told["person"] == str(MAYA)
    assert told["exported_at"] == "2026-09-21T14:13:20.000+00:00"
    assert told["settings"] == {"everywhere": "true", "language": "zh-TW"}
    (account,) = section(told, "coins_and_counts")
    moved = section(told, "movements_of_coins")
    assert account["coins"] == sum(row["amount"] for row in moved) == 1170
    assert {row["kind"] for row in moved} == {"grant", "hand", "daily", "admin"}
    assert account["last_day_with_daily_coins"] == "2024-04-24"
    assert datetime.fromisoformat(moved[0]["at"]).tzinfo == UTC
    assert section(told, "name_on_boards")[0]["name"] == "Maya"
    (best,) = section(told, "dearest_hands")
    assert best["hand"]["concealed"] == "123m456p7891122s"
    assert "body" not in best
    assert section(told, "sums_of_hands", "all servers")
    mine, theirs = section(told, "what_managers_did_to_coins")
    assert (mine["person"], mine["reason"]) == ("you", "Maya was naughty")
    assert (theirs["done_by"], theirs["person"]) == ("you", mine["done_by"])


async def test_of_a_game_that_is_played_the_own_steps_are_told_as_long_as_one_sits_there(store):
    players = tuple(SeatTaken(name, user) for name, user in (("Maya", MAYA), ("Ivan", IVAN), ("Snow", SNOW), ("Bo", 4)))
    match = MatchStarted(AT, find_rules("harbin"), "t", players, (1000,) * 4, "c0ffee")
    hand = HandStarted(1, 0, 0, False, 10, (1000,) * 4, ("spring", "summer", "autumn", "winter"), None, None)
    steps = [Step(Discard(seat, tile), None) for seat, tile in ((0, 3), (1, 4), (0, 5))]
    later = [Left(0), Sat(0, SeatTaken("Ying", 5)), Step(Discard(0, 6), None)]
    lines = [write_entry(entry) for entry in (match, hand, *steps, *later)]
    seats = [{"user_id": user, "name": name, "words": ""} for name, user in (("Ying", 5), ("Ivan", IVAN))]
    body = {"guild_id": GUILD, "channel_id": 8, "host_id": MAYA, "invited": [], "match": {"votes": []}, "seats": seats}
    await store.write(SaveTable("t", json.dumps(body), tuple(enumerate(lines))))
    ((game,), (theirs,)) = [(await export(store, user))["games_in_progress"] for user in (MAYA, IVAN)]
    assert (game["you_opened_it"], game["seat"], theirs["seat"]) == (True, None, {"name": "Ivan", "words": ""})
    told = [(step["did"], step.get("words", step.get("tile"))) for step in game["what_you_did"]]
    assert told == [
        ("sat", None),
        ("words_for_the_shuffle", "spring"),
        ("Discard", "4m"),
        ("Discard", "6m"),
        ("Left", None),
    ]
    assert [step.get("tile") for step in theirs["what_you_did"]] == [None, None, "5m"]


@on_both
async def test_other_people_are_numbers_and_nothing_comes_out_that_opens_something(store):
    await fill(store)
    told = await export(store)
    flows = section(told, "coins_between_you_and_others")
    assert {row["with"] for row in flows} == {"person 1", "person 2", "person 3"}
    assert sum(row["coins_you_received"] for row in flows) == 90
    (match,) = told["records_of_matches"]
    assert (match["channel"], match["hands"]) == ("77", 1)
    named = [json.loads(line) for line in match["record"] if '"name"' in line]
    assert [player["name"] for player in named[0]["players"]] == ["Maya", "", "computer 1"]
    assert [line["player"] for line in named[1:]] == [{"name": "", "kind": "human"}] * 2
    text = json.dumps(told, ensure_ascii=False)
    for hidden in ("Ivan", "Snow", str(SNOW), "aW50ZXJ"):
        assert hidden not in text, hidden
    paid = section(await export(store, SNOW), "coins_between_you_and_others")
    assert sum(row["coins_you_paid"] for row in paid) == 50
