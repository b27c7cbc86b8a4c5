"""A person's hands: which there are, how they ended for them, with whom, page by page."""

import re
from dataclasses import replace
from functools import partial

from host.history import Company, HandFilter, OtherPlayer, Result, find_past_hand, list_hands, query_hands
from host.replayed import find_hand
from host.schema import hand_records
from host.units import VoidHand
from tests.host.counted import GUILD, draw, settle, told
from tests.host.databases import on_both
from tests.host.helpers import to_between

MAYA, IVAN, SNOW, WANG = 1, 2, 3, 4
NOW = 9e9


async def look(store, user_id, *, page=0, size=10, until=NOW, guild=GUILD, **which):
    read = partial(list_hands, user_id=user_id, which=HandFilter(guild, **which), until=until, page=page, size=size)
    return await store.read(read)


async def listed(store, user_id, **which):
    return [past.hand for past in (await look(store, user_id, **which)).hands]


async def keep(store, hand, outcome="won", *, people=4, table="t", at=1.0, guild_id=GUILD, kinds="", lines=b""):
    """Note a hand in the archive as `Archive` does, without a record worth the name."""
    row = {"table_id": table, "hand": hand, "guild_id": guild_id, "at": at, "outcome": outcome, "people": people}
    row |= {"kinds": kinds, "lines": lines}
    await store._runner.run(lambda connection: connection.execute(hand_records.insert(), [row]))


@on_both
async def test_a_hand_is_told_from_each_ones_side(store):
    await store.write(settle(hand=1))
    await keep(store, 1, kinds="discard kadang")
    won, shot, lost = [(await look(store, user)).hands[0] for user in (MAYA, SNOW, IVAN)]
    assert (won.is_won, won.fan, won.coins, won.winner, won.source.name) == (True, 9, 90, None, "小雪")
    assert (shot.is_dealt_in, shot.fan, shot.winner.name, shot.source) == (True, -5, "Maya", None)
    assert (lost.is_won, lost.is_dealt_in, lost.winner.name, lost.source.name) == (False, False, "Maya", "小雪")
    assert {past.kinds for past in (won, shot, lost)} == {("discard", "kadang")}
    assert [other.name for other in won.others] == ["Ivan", "小雪", "老王"]
    assert (won.computers, won.is_kept) == (0, True)


async def test_a_computer_player_wins_and_deals_in_without_a_name(store):
    await store.write(settle(hand=1, seats=(None, MAYA, None, None)))
    await keep(store, 1, people=1, kinds="discard")
    await store.write(settle(hand=2, seats=(MAYA, None, None, None)))
    await keep(store, 2, people=1, kinds="discard")
    won, lost = (await look(store, MAYA)).hands
    computer = OtherPlayer("", is_computer=True)
    assert (lost.winner, lost.source, lost.kinds) == (computer, None, ("discard",))
    assert (won.winner, won.source, won.computers, won.others) == (None, computer, 3, ())


async def test_who_was_forgotten_is_somebody_and_no_computer_player(store):
    await store.write(settle(hand=1))
    await keep(store, 1)
    await store.forget(MAYA)
    (lost,) = (await look(store, IVAN)).hands
    assert (lost.winner, lost.computers) == (OtherPlayer(""), 0)
    assert [other.name for other in lost.others] == ["小雪", "老王", ""]


@on_both
async def test_hands_that_counted_for_nothing_are_listed_among_the_others_and_marked(store):
    await store.write(settle(hand=1))
    await store.write(VoidHand(GUILD, "t", 2, (MAYA, IVAN, None, None), city="qiqihar"))
    await store.write(settle(draw, hand=3))
    await store.write(VoidHand(GUILD + 1, "u", 1, (MAYA, IVAN, SNOW, WANG), city="harbin"))
    await keep(store, 2, "void", people=2)
    assert [(past.hand, past.is_void) for past in (await look(store, MAYA)).hands] == [
        (3, False),
        (2, True),
        (1, False),
    ]
    (void,) = (await look(store, MAYA, result=Result.VOID)).hands
    assert (void.city, void.coins, void.winner, void.computers, void.is_kept) == ("qiqihar", 0, None, 2, True)
    assert [other.name for other in void.others] == ["Ivan"]
    assert await listed(store, MAYA, result=Result.DRAWN) == [3]
    assert await listed(store, MAYA, result=Result.LOST) == []
    assert await listed(store, MAYA, company=Company.COMPUTERS) == [2]
    assert [page.total for page in [await look(store, SNOW), await look(store, MAYA, guild=None)]] == [2, 4]
    assert [[past.hand for past in (await look(store, MAYA, size=1, page=page)).hands] for page in (0, 1, 2)] == [
        [3],
        [2],
        [1],
    ]
    assert (await store.read(partial(find_past_hand, user_id=IVAN, key=("t", 2)))).is_void
    assert await store.read(partial(find_past_hand, user_id=SNOW, key=("t", 2))) is None
    assert (await store.audit()).is_sound
    await store.forget(MAYA)
    (void,) = (await look(store, IVAN, result=Result.VOID)).hands
    assert (void.others, void.computers) == ((OtherPlayer(""),), 2)
    assert (await look(store, MAYA)).total == 0


@on_both
async def test_who_sat_at_a_hand_that_counted_for_nothing_has_a_name_though_nothing_else_was_played(store):
    names = ("Maya", "Ivan", "computer 1", "computer 2")
    await store.write(VoidHand(GUILD, "t", 1, (MAYA, IVAN, None, None), city="harbin", names=names))
    (void,) = (await look(store, MAYA)).hands
    assert void.others == (OtherPlayer("Ivan"),)


async def test_a_hand_that_is_ended_by_force_stands_in_the_histories_of_who_played_it(room):
    table = await room.started(2)
    await table.end(1, is_manager=True)
    (void,) = (await look(room.store, 1)).hands
    assert (void.table_id, void.hand, void.is_void, void.is_kept, void.computers) == (table.table_id, 1, True, True, 2)
    assert [other.name for other in void.others] == ["p2"]


@on_both
async def test_hands_are_filtered_by_what_they_were(store):
    await store.write(settle(hand=1))
    await store.write(settle(replace(told, city="qiqihar", winner=1, fan=(-2, 4, -1, -1), source=0), hand=2))
    await store.write(settle(replace(told, winner=1, fan=(0, 4, -4, 0)), hand=3))
    await store.write(settle(draw, hand=4))
    await store.write(settle(hand=5, seats=(MAYA, None, None, None)))
    for hand, outcome, people in ((1, "won", 4), (2, "won", 4), (3, "won", 4), (4, "drawn", 4), (5, "won", 1)):
        await keep(store, hand, outcome, people=people)
    assert await listed(store, MAYA) == [5, 4, 3, 2, 1]
    assert await listed(store, MAYA, result=Result.WON) == [5, 1]
    # Somebody else won, though it cost nothing.
    assert await listed(store, MAYA, result=Result.LOST) == [3, 2]
    assert await listed(store, MAYA, result=Result.DEALT_IN) == [2]
    assert await listed(store, MAYA, result=Result.DRAWN) == [4]
    assert await listed(store, MAYA, city="qiqihar") == [2]
    assert await listed(store, MAYA, company=Company.PEOPLE) == [4, 3, 2, 1]
    assert await listed(store, MAYA, company=Company.COMPUTERS, result=Result.WON) == [5]
    assert await listed(store, MAYA, since=NOW) == []


async def test_hands_from_before_records_were_kept_are_listed_by_what_they_cost(store):
    await store.write(settle(hand=1))
    await store.write(settle(draw, hand=2))
    await store.write(settle(replace(told, winner=None, fan=(-3, 3, 0, 0)), hand=3, seats=(MAYA, None, None, None)))
    assert await listed(store, MAYA, result=Result.DRAWN) == [2]
    assert await listed(store, MAYA, result=Result.LOST) == [3]
    lost, drawn, won = (await look(store, MAYA)).hands
    assert (lost.winner, lost.is_kept) == (OtherPlayer("", is_computer=True), False)
    assert (drawn.winner, won.is_won) == (None, True)


async def test_pages_hold_still_while_more_is_played(store):
    for hand in range(1, 8):
        await store.write(settle(hand=hand))
    until = store.now()
    first = await look(store, MAYA, size=3, until=until)
    await store.write(settle(hand=8))
    pages = [first, *[await look(store, MAYA, size=3, page=page, until=until) for page in (1, 2, 99)]]
    assert [[past.hand for past in page.hands] for page in pages] == [[7, 6, 5], [4, 3, 2], [1], [1]]
    assert [(page.page, page.total) for page in pages] == [(0, 7), (1, 7), (2, 7), (2, 7)]
    assert (await look(store, MAYA)).total == 8
    assert (await look(store, 77)).hands == ()


async def test_a_server_shows_its_own_hands_and_a_direct_message_those_of_all(store):
    await store.write(settle(hand=1))
    await store.write(settle(hand=1, table="u", guild=GUILD + 1))
    assert [past.table_id for past in (await look(store, MAYA)).hands] == ["t"]
    assert [(past.table_id, past.guild_id) for past in (await look(store, MAYA, guild=None)).hands] == [
        ("u", GUILD + 1),
        ("t", GUILD),
    ]


async def test_a_single_hand_is_found_for_who_played_it_alone(store):
    await store.write(settle(hand=1))
    find = partial(find_past_hand, key=("t", 1))
    assert (await store.read(partial(find, user_id=MAYA))).hand == 1
    assert await store.read(partial(find, user_id=77)) is None


async def test_a_page_reads_along_the_persons_index(store):
    for is_oldest_first in (False, True):
        query = query_hands(MAYA, HandFilter(GUILD), NOW, limit=6, offset=0, is_oldest_first=is_oldest_first)
        compiled = query.compile(dialect=store._runner.engine.dialect, compile_kwargs={"literal_binds": True})

        def explain(connection, compiled=compiled):
            return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}")]

        plan = await store._runner.run(explain)
        read = [step for step in plan if "played_hands" in step or "void_hands" in step]
        assert len(read) == 2
        assert all(re.search(r"SEARCH (\w+) USING INDEX ix_\1_person", step) for step in read)


async def test_what_was_really_played_is_listed_with_its_record(room):
    table = await room.started(2, hands=4, next_hand_seconds=60)
    await to_between(room, table)
    (past,) = (await look(room.store, 1)).hands
    assert (past.table_id, past.hand, past.is_kept, past.computers) == (table.table_id, 1, True, 2)
    assert [other.name for other in past.others] == ["p2"]


@on_both
async def test_of_hands_with_one_name_it_is_the_newest_that_is_kept_of_that_server(store):
    older, newer, gone, elsewhere = (f"0a1b2c{number:06}" for number in range(4))
    for at, table in enumerate((older, newer, gone)):
        await keep(store, 7, table=table, at=at, lines=None if table == gone else b"")
    await keep(store, 7, table=elsewhere, at=9, guild_id=GUILD + 1)
    await keep(store, 8, table=elsewhere, at=9, guild_id=GUILD + 1)

    async def find(name, guild_id=GUILD, **more):
        return await store.read(partial(find_hand, name=name, guild_id=guild_id, **more))

    assert await find(" 0a1B2C-7 ") == (newer, 7)
    assert await find("0A1B2C-7", None) == (elsewhere, 7)
    assert await find("0A1B2C-7", None, user_id=MAYA) is None
    for unknown in ("0A1B2C-8", "0A1B2D-7", "0A1B2-7", "-7", "%-7", ""):
        assert await find(unknown) is None
