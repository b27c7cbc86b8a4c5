"""What goes between two people at tables is kept pair by pair, whatever the order of seats."""

from host.flows import Flow
from host.schema import BANK
from host.store import Store
from host.units import SettleHand
from tests.host.databases import on_both
from tests.host.helpers import GUILD
from tests.host.test_upgrade import lay


def settle(hand, deltas, penalties=(0, 0, 0, 0), seats=(1, 2, 3, 4)):
    return SettleHand(GUILD, "t", hand, seats, deltas, penalties, winner=None)


@on_both
async def test_each_hand_adds_to_every_pair_that_played_it(store):
    await store.write(settle(1, (30, -5, -10, -15)))
    await store.write(settle(1, (30, -5, -10, -15)))
    await store.write(settle(2, (8, 4, -12, 0), seats=(4, 2, 1, 3)))
    await store.write(settle(3, (0, 0, 0, 0)))
    flows = {(flow.low_id, flow.high_id): flow for flow in await store.list_flows(GUILD)}
    assert flows[1, 4] == Flow(GUILD, 1, 4, together=3, hands=2, to_low=15, to_high=8, squares=15**2 + 8**2)
    assert flows[1, 2] == Flow(GUILD, 1, 2, together=3, hands=2, to_low=5, to_high=4, squares=41)
    assert flows[2, 3] == Flow(GUILD, 2, 3, together=3)
    assert len(flows) == 6
    assert await store.list_flows(901) == []
    assert (await store.audit()).is_sound


async def test_a_penalty_counts_with_its_hand_and_computer_players_as_one(store):
    await store.write(settle(1, (30, -30, 0, 0), (-6, 2, 2, 2), seats=(1, 2, None, None)))
    assert await store.list_flows(GUILD) == [
        Flow(GUILD, BANK, 1, together=1, hands=1, to_low=4, squares=4**2),
        Flow(GUILD, BANK, 2, together=1),
        Flow(GUILD, 1, 2, together=1, hands=1, to_low=28, squares=28**2),
    ]
    assert (await store.audit()).is_sound


@on_both
async def test_flows_of_hands_before_they_were_kept_follow_from_the_movements(database):
    lay(database, "0004", is_numbered=True)
    store = await Store.open(database.url)
    assert await store.list_flows(GUILD) == [Flow(GUILD, 3, 4, together=2, hands=2, to_high=12, squares=74)]
    assert (await store.audit()).is_sound
    await store.close()


def test_a_flow_stays_the_same_under_another_id():
    flow = Flow(GUILD, 5, 9, together=4, hands=3, to_low=10, to_high=20, squares=300)
    assert flow.rename(5, -3) == Flow(GUILD, -3, 9, together=4, hands=3, to_low=10, to_high=20, squares=300)
    assert flow.rename(9, -3) == Flow(GUILD, -3, 5, together=4, hands=3, to_low=20, to_high=10, squares=300)
    assert flow.rename(5, 11) == Flow(GUILD, 9, 11, together=4, hands=3, to_low=20, to_high=10, squares=300)
