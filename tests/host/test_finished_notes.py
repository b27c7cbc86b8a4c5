"""What is remembered of matches that are over goes in time, and when somebody who played asks to be forgotten."""

import json

from host.units import FINISHED, SetNote
from tests.host.databases import on_both

MAYA, IVAN = 1_456_074_443_980_800_001, 2


async def remember(store, channel_id, at, *user_ids):
    body = json.dumps({"at": at, "guild": 1, "users": user_ids, "record": "{}"})
    await store.write(SetNote(FINISHED, channel_id, body))


@on_both
async def test_matches_that_were_over_long_ago_are_pruned_and_other_notes_stay(store):
    await store.write(SetNote("guild", 7, "{}"))
    now = store._wall()
    await remember(store, 1, now - 200, MAYA)
    await remember(store, 2, now - 50, MAYA)
    assert await store.prune(None) == 0
    assert await store.prune(100) == 1
    assert set(await store.load_notes(FINISHED)) == {2}
    assert set(await store.load_notes("guild")) == {7}


@on_both
async def test_matches_of_who_is_forgotten_go_and_others_stay(store):
    await store.find_account(1, MAYA)
    await remember(store, 1, 1.0, MAYA, IVAN)
    await remember(store, 2, 1.0, IVAN)
    await store.forget(MAYA)
    assert set(await store.load_notes(FINISHED)) == {2}
