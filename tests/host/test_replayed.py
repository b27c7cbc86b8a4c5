"""One hand out of the archive: who sat where in it, and its record alone, which ends as the table's hand ended."""

from functools import partial

from engine.record_reading import read_record
from engine.record_steps import replay_recorded
from host.replayed import find_last_hand, read_hand
from tests.host.databases import on_both
from tests.host.helpers import GUILD, to_between


async def look(store, table, hand):
    return await store.read(partial(read_hand, table_id=table.table_id, hand=hand))


async def last_of(store, user_id, guild_id=GUILD):
    return await store.read(partial(find_last_hand, user_id=user_id, guild_id=guild_id))


@on_both
async def test_a_hand_is_read_alone_with_who_sat_there_then(room):
    table = await room.started(2, hands=4, next_hand_seconds=60)
    await to_between(room, table)
    first = table.snapshot().last_report
    await table.leave(2)
    await table.join(5, "p5")
    await room.play_until(table, lambda: table.snapshot().hand == 2 and table.state == "playing")
    assert await look(room.store, table, 2) is None
    await to_between(room, table)
    second = table.snapshot().last_report
    for number, report, people in ((1, first, {1, 2}), (2, second, {1, 5})):
        record = await look(room.store, table, number)
        assert (record.hand, record.guild_id) == (number, GUILD)
        assert set(record.user_ids) - {None} == people
        assert b'"id":' not in record.data
        assert record.data.count(b'"type":"deal"') == 1
        hand = replay_recorded(read_record(record.data), number)
        end = hand.look(hand.last, 0, is_open=True).result
        assert (end.kind, end.winner, end.hands) == (report.result.kind, report.result.winner, report.result.hands)
        assert tuple(hand.end["deltas"]) == tuple(report.paid)
        seat = record.user_ids.index(1)
        assert hand.coins[seat] == hand.start["coins"][seat]
    assert await last_of(room.store, 1) == (table.table_id, 2)
    assert await last_of(room.store, 5, None) == (table.table_id, 2)
    assert await last_of(room.store, 1, GUILD + 1) is None
    assert await last_of(room.store, 77) is None


async def test_a_hand_whose_record_is_no_longer_kept_is_not_there(room):
    table = await room.started(1, hands=4, next_hand_seconds=60)
    await to_between(room, table)
    assert await look(room.store, table, 1) is not None
    room.database.sql("UPDATE hand_records SET lines = NULL")
    assert await look(room.store, table, 1) is None
    assert await last_of(room.store, 1) is None
    assert await room.store.read(partial(read_hand, table_id="nothing", hand=1)) is None
