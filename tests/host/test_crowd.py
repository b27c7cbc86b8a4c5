"""64 tasks settle hands, hold coins, grant, take and reset at once: the books come out as if one after the other."""

import asyncio
import random
from itertools import count

import pytest

from host.audit import audit_database
from host.changes import ChangeCoins, ResetCoins
from host.errors import HostError, StoreError
from host.grants import ClaimDaily
from host.schema import BANK
from host.store import Store
from host.units import HoldCoins, SettleHand, VoidHand
from tests.host.databases import on_both
from tests.host.helpers import GUILD, MANAGER

TASKS = 64
PEOPLE = 32
OTHER_GUILD = 901
REFUSALS = {"coins_held", "short_of_coins", "already_settled"}


class Crowd:
    """64 tasks at one store, and what they were told."""

    def __init__(self, store, seed):
        self.store = store
        self.seed = seed
        self.moved = dict.fromkeys(range(1, PEOPLE + 1), 0)
        self.resets = []
        self.settled = {}
        self.refused = []

    async def write(self, unit, times=1):
        """Write a unit, several times at once if asked; its answer, None if it was refused."""
        answers = await asyncio.gather(*(self.store.write(unit) for _ in range(times)), return_exceptions=True)
        for answer in answers:
            if isinstance(answer, StoreError) or (isinstance(answer, BaseException) and not is_refusal(answer)):
                raise answer
        kept = [answer for answer in answers if not isinstance(answer, HostError)]
        self.refused += [answer.code for answer in answers if isinstance(answer, HostError)]
        return kept[0] if kept else None

    async def play(self, number, steps):
        """One task: its own table with people of its own choice, managers' changes and grants in between."""
        rng = random.Random(f"{self.seed}/{number}")
        for step in range(steps):
            choice = rng.random()
            user = rng.randint(1, PEOPLE)
            if choice < 0.6:
                await self.play_hand(rng, f"t{number}", step)
            elif choice < 0.75:
                amount = rng.choice((-300, -50, 50, 300))
                key = f"change/{number}/{step}"
                unit = ChangeCoins(GUILD, user, amount, MANAGER, "a test", key)
                if await self.write(unit, rng.choice((1, 3))) is not None:
                    self.moved[user] += amount
            elif choice < 0.97:
                day = rng.randint(1, 3)
                for guild in (GUILD, OTHER_GUILD):
                    await self.write(ClaimDaily(guild, user, day, 100, 200, 1), rng.choice((1, 3)))
            else:
                await self.write(ResetCoins(GUILD, None, MANAGER, "a test", f"change/{number}/{step}"), 2)

    async def play_hand(self, rng, table, hand):
        people = rng.sample(range(1, PEOPLE + 1), 4)
        seats = tuple(people) if rng.random() < 0.7 else (*people[:2], None, None)
        held = await self.write(HoldCoins(GUILD, table, hand, {user: 200 for user in seats if user is not None}))
        if rng.random() < 0.1:
            await self.write(VoidHand(GUILD, table, hand, seats), 2)
            return
        winner = rng.randrange(4)
        # As a table does it: nobody pays more than was set aside.
        losses = [
            0 if seat == winner else min(rng.randint(0, 60), held.get(user, 60)) for seat, user in enumerate(seats)
        ]
        deltas = tuple(sum(losses) if seat == winner else -losses[seat] for seat in range(4))
        unit = SettleHand(GUILD, table, hand, seats, deltas, winner=winner)
        outcome = await self.write(unit, rng.choice((1, 2, 3)))
        assert outcome.paid == deltas
        self.settled[table, hand] = (seats, deltas)


def is_refusal(answer):
    return isinstance(answer, HostError) and answer.code in REFUSALS


async def read_all(store, query):
    def read(connection):
        return [tuple(row) for row in connection.exec_driver_sql(query)]

    return await store._runner.run(read)


@pytest.mark.slow
@on_both
async def test_the_books_of_a_crowd_come_out_as_if_one_had_come_after_the_other(database, trials):
    store = await Store.open(database.url)
    steps = trials(4)
    crowd = Crowd(store, seed=1)
    await asyncio.gather(*(crowd.play(number, steps) for number in range(TASKS)))
    audit = await store.audit()
    assert audit.faults == ()
    balances = dict(await read_all(store, f"SELECT user_id, balance FROM accounts WHERE guild_id = {GUILD}"))
    assert sum(balances.values()) == 0
    assert min(balance for user, balance in balances.items() if user != BANK) >= 0
    assert await read_all(store, "SELECT user_id FROM accounts WHERE held <> 0") == []
    # Nothing lost and nothing twice: each settlement, change and grant is there once, with what it was to move.
    counts = await read_all(store, "SELECT table_id, hand, count(*) FROM settlements GROUP BY table_id, hand")
    assert {(table, hand) for table, hand, count in counts if count == 1} >= set(crowd.settled)
    paid = await read_all(
        store,
        "SELECT table_id, hand, user_id, sum(amount) FROM movements JOIN entries ON movement_id = id "
        f"WHERE kind = 'hand' AND user_id <> {BANK} GROUP BY table_id, hand, user_id",
    )
    assert {(table, hand, user): int(amount) for table, hand, user, amount in paid if amount} == {
        (table, hand, user): amount
        for (table, hand), (seats, deltas) in crowd.settled.items()
        for user, amount in zip(seats, deltas, strict=True)
        if user is not None and amount
    }
    changed = await read_all(
        store,
        "SELECT user_id, sum(amount) FROM movements JOIN entries ON movement_id = id "
        f"WHERE kind = 'admin' AND user_id <> {BANK} GROUP BY user_id",
    )
    assert {user: int(amount) for user, amount in changed} == {
        user: amount for user, amount in crowd.moved.items() if amount or user in dict(changed)
    }
    await store.close()
    assert (await audit_database(database.url)).is_sound


@pytest.mark.slow
@on_both
async def test_readers_and_an_audit_meanwhile_neither_lock_nor_see_half_of_anything(database):
    store = await Store.open(database.url)
    crowd = Crowd(store, seed=2)
    is_seen = asyncio.Event()

    async def keep_playing():
        for round_ in count():
            await asyncio.gather(*(crowd.play(round_ * TASKS + number, 1) for number in range(TASKS)))
            if is_seen.is_set():
                return

    playing = asyncio.create_task(keep_playing())
    for _ in range(3):
        assert (await store.audit()).faults == ()
        assert all(flow.hands <= flow.together for flow in await store.list_flows(GUILD))
        assert not playing.done()
    is_seen.set()
    await playing
    assert store.written.failures == 0
    await store.close()
