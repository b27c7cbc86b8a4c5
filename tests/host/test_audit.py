"""Whatever does not hold in the books, an audit finds and names it; of books that hold it says nothing."""

import re

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from host.audit import FAULT_CODES, find_faults
from host.book import FIRST_COINS
from host.changes import ChangeCoins, ResetCoins
from host.grants import ClaimDaily
from host.schema import BANK
from host.store import Store
from host.units import HoldCoins, SaveTable, SettleHand, VoidHand
from tests.host.counted import told
from tests.host.databases import on_both
from tests.host.helpers import GUILD

pytestmark = on_both

OTHER_GUILD = 901
TODAY = 740_000
GOLD = (1, 2, 3, 4)


async def keep_books(url):
    """Books in which everything has happened once."""
    store = await Store.open(url)
    await store.write(SettleHand(OTHER_GUILD, "elsewhere", 1, (11, 12, 13, None), (9, -3, -3, -3), winner=0))
    for unit in (
        SaveTable("lives", "{}", ()),
        SettleHand(GUILD, "lives", 1, GOLD, (30, -10, -10, -10), winner=0, told=told),
        SettleHand(GUILD, "lives", 2, GOLD, (-8, -4, 0, 12), (-3, 1, 1, 1), winner=3),
        VoidHand(GUILD, "lives", 3, GOLD),
        SettleHand(GUILD, "over", 1, (1, 2, None, None), (-2, -2, -2, 6), winner=3),
        HoldCoins(GUILD, "lives", 4, dict.fromkeys(GOLD, 100)),
        ClaimDaily(GUILD, 1, TODAY, 100, 200, 1),
        ClaimDaily(GUILD, 2, TODAY, 100, 200, FIRST_COINS),
        ChangeCoins(GUILD, 3, 50, 9, "a prize", "change/1"),
        ChangeCoins(GUILD, 4, -60, 9, "a mistake", "change/2"),
        ResetCoins(GUILD, 4, 9, "a new beginning", "change/3"),
    ):
        await store.write(unit)
    assert (await store.audit()).is_sound
    assert (await store.audit(GUILD)).is_sound
    await store.close()


@pytest.fixture
async def books(store_url):
    """A connection to such books, on which nothing is held back; what is done there is undone."""
    await keep_books(store_url)
    engine = create_async_engine(store_url)
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


ROWS = {
    "PAID": "SELECT max(id) FROM movements JOIN entries ON movement_id = id WHERE kind = 'hand' AND user_id = 2 "
    "AND table_id = 'lives' AND hand = 1",
    "LOST": "SELECT min(id) FROM movements WHERE table_id = 'over'",
    "PRIZE": "SELECT id FROM movements WHERE key = 'change/1#0'",
    "MISTAKE": "SELECT id FROM changes WHERE key = 'change/2'",
    "NEXT": "SELECT max(id) + 1 FROM movements",
}
"""Rows that corruptions are about: what stands for them in a statement or a fault, and how they are found."""


def move(kind, payer, receiver, amount, key, hand="NULL, NULL"):
    """Statements that move coins as the program would, with balances."""
    columns = "(id, guild_id, kind, table_id, hand, at, key)"
    return (
        f"INSERT INTO movements {columns} VALUES (NEXT, {GUILD}, '{kind}', {hand}, 0, '{key}')",
        *(
            f"INSERT INTO entries (movement_id, guild_id, user_id, amount) VALUES (NEXT, {GUILD}, {user}, {change})"
            for user, change in ((payer, -amount), (receiver, amount))
        ),
        *pay(payer, -amount),
        *pay(receiver, amount),
    )


def pay(user, amount):
    return (f"UPDATE accounts SET balance = balance + {amount} WHERE guild_id = {GUILD} AND user_id = {user}",)


NEWCOMER = (
    "INSERT INTO accounts (guild_id, user_id, balance, held, hands, hands_won, computer_hands, computer_hands_won, "
    f"opened_at, daily_streak) VALUES ({GUILD}, 5, 0, 0, 0, 0, 0, 0, 0, 0)"
)
CHANGED = (
    "INSERT INTO changes (id, guild_id, key, kind, actor_id, user_id, amount, reason, at) "
    f"VALUES (99, {GUILD}, 'change/99', 'grant', 9, 1, 70, 'x', 0)"
)

CORRUPTIONS = {
    "coins from nowhere": (pay(1, 5), {"balance_is_not_its_entries": f"{GUILD}/1", "server_not_zero": f"{GUILD}"}),
    "coins that change hands without a movement": (
        (*pay(1, 5), *pay(2, -5)),
        {"balance_is_not_its_entries": f"{GUILD}/2"},
    ),
    "half of a movement gone": (
        ("DELETE FROM entries WHERE movement_id = PAID AND user_id = 2",),
        {"movement_not_a_zero_pair": f"{GUILD}/PAID"},
    ),
    "a movement that pays out more than it takes": (
        ("UPDATE entries SET amount = 11 WHERE movement_id = PAID AND user_id = 1", *pay(1, 1)),
        {"movement_not_a_zero_pair": f"{GUILD}/PAID"},
    ),
    "a third party to a movement": (
        (
            "UPDATE entries SET amount = 4 WHERE movement_id = PAID AND user_id = 1",
            f"INSERT INTO entries (movement_id, guild_id, user_id, amount) VALUES (PAID, {GUILD}, 3, 6)",
            *pay(1, -6),
            *pay(3, 6),
        ),
        {"movement_not_a_zero_pair": f"{GUILD}/PAID"},
    ),
    "both halves gone, balances put right": (
        ("DELETE FROM entries WHERE movement_id = PAID", *pay(1, -10), *pay(2, 10)),
        {"movement_not_a_zero_pair": f"{GUILD}/PAID"},
    ),
    "a movement of nothing": (
        move("hand", 1, 2, 0, "hand/lives/1#9", "'lives', 1"),
        {"movement_of_no_coins": f"{GUILD}/NEXT/1"},
    ),
    "a movement gone without a trace": (
        (
            "DELETE FROM entries WHERE movement_id = LOST",
            "DELETE FROM movements WHERE id = LOST",
            *pay(1, 2),
            *pay(BANK, -2),
        ),
        {"movement_missing": "LOST", "settlement_is_not_its_movements": f"{GUILD}/over/1"},
    ),
    "entries whose movement is gone": (
        ("DELETE FROM movements WHERE id = PAID",),
        {"entry_without_movement": f"{GUILD}/PAID/2", "movement_missing": "PAID"},
    ),
    "a payment to somebody else": (
        (
            "UPDATE entries SET user_id = 3 WHERE movement_id = PAID AND user_id = 1",
            *pay(1, -10),
            *pay(3, 10),
        ),
        {"settlement_is_not_its_movements": f"{GUILD}/lives/1", "flow_is_not_its_movements": f"{GUILD}/1/2"},
    ),
    "a payment altered on both sides, balances too": (
        (
            "UPDATE entries SET amount = 2 * amount WHERE movement_id = PAID",
            *pay(1, 10),
            *pay(2, -10),
        ),
        {"settlement_is_not_its_movements": f"{GUILD}/lives/1"},
    ),
    "a movement in another server's books": (
        (f"UPDATE movements SET guild_id = {OTHER_GUILD} WHERE id = PAID",),
        {"movement_in_two_servers": f"{OTHER_GUILD}/PAID"},
    ),
    "a movement of a kind that there is not": (
        ("UPDATE movements SET kind = 'gift' WHERE id = PAID",),
        {"movement_of_no_kind": f"{GUILD}/PAID"},
    ),
    "coins handed from one to the other": (
        move("daily", 2, 1, 7, "gift#0"),
        {"movement_between_people": f"{GUILD}/NEXT"},
    ),
    "a payment at no table": (
        ("UPDATE movements SET table_id = NULL WHERE id = PAID",),
        {"movement_of_no_hand": f"{GUILD}/PAID"},
    ),
    "a payment moved to another hand": (
        ("UPDATE movements SET hand = 7 WHERE id = PAID",),
        {"movement_with_a_wrong_key": f"{GUILD}/PAID", "hand_without_settlement": f"{GUILD}/PAID"},
    ),
    "a hand paid twice": (
        move("hand", 2, 1, 10, "hand/lives/1#8", "'lives', 1"),
        {"hand_paid_twice": f"{GUILD}/lives/1/1/2", "settlement_is_not_its_movements": f"{GUILD}/lives/1"},
    ),
    "a settlement forgotten at a table that lives": (
        ("DELETE FROM settlements WHERE table_id = 'lives' AND hand = 1",),
        {"hand_without_settlement": f"{GUILD}/PAID"},
    ),
    "a settlement that says otherwise": (
        ("UPDATE settlements SET outcome = replace(outcome, '30', '29') WHERE table_id = 'lives' AND hand = 1",),
        {"settlement_is_not_its_movements": f"{GUILD}/lives/1"},
    ),
    "a settlement made void": (
        ("UPDATE settlements SET outcome = replace(outcome, 'false', 'true') WHERE table_id = 'over'",),
        {"settlement_is_not_its_movements": f"{GUILD}/over/1"},
    ),
    "a settlement that nobody can read": (
        ("UPDATE settlements SET outcome = '{' WHERE table_id = 'over'",),
        {"settlement_unreadable": f"{GUILD}/over/1"},
    ),
    "coins at stake in no hand": (
        (f"UPDATE accounts SET held = 3 WHERE guild_id = {OTHER_GUILD} AND user_id = 11",),
        {"held_is_not_its_holds": f"{OTHER_GUILD}/11"},
    ),
    "a hold altered": (
        ("UPDATE holds SET amount = 99 WHERE user_id = 2",),
        {"held_is_not_its_holds": f"{GUILD}/2"},
    ),
    "more at stake than there is": (
        (
            "UPDATE holds SET amount = 5000 WHERE user_id = 2",
            f"UPDATE accounts SET held = 5000 WHERE guild_id = {GUILD} AND user_id = 2",
        ),
        {"held_exceeds_balance": f"{GUILD}/2"},
    ),
    "a hold of a hand that is settled": (
        ("UPDATE holds SET hand = 1 WHERE user_id = 2",),
        {"hold_after_settlement": f"{GUILD}/lives/1/2"},
    ),
    "an account gone": (
        (f"DELETE FROM accounts WHERE guild_id = {GUILD} AND user_id = 3",),
        {
            "entry_without_account": f"{GUILD}/PRIZE/3",
            "hold_without_account": f"{GUILD}/lives/4/3",
            "server_not_zero": f"{GUILD}",
        },
    ),
    "a newcomer without first coins": (
        (NEWCOMER,),
        {"no_first_grant": f"{GUILD}/5"},
    ),
    "a second welcome": (move("grant", BANK, 1, 1000, "first/again"), {"first_grant_twice": f"{GUILD}/1"}),
    "a streak that nobody granted": (
        (f"UPDATE accounts SET daily_streak = 9 WHERE guild_id = {GUILD} AND user_id = 1",),
        {"daily_is_not_its_movements": f"{GUILD}/1"},
    ),
    "a daily grant taken back from the account's memory": (
        (f"UPDATE accounts SET daily_day = NULL WHERE guild_id = {GUILD} AND user_id = 1",),
        {"daily_is_not_its_movements": f"{GUILD}/1"},
    ),
    "relief that the account does not remember": (
        (f"UPDATE accounts SET relief_day = NULL WHERE guild_id = {GUILD} AND user_id = 2",),
        {"relief_is_not_its_movements": f"{GUILD}/2"},
    ),
    "more wins than hands": (
        (f"UPDATE accounts SET hands_won = 50 WHERE guild_id = {GUILD} AND user_id = 1",),
        {"more_won_than_played": f"{GUILD}/1"},
    ),
    "a manager's change struck from the log": (
        ("DELETE FROM changes WHERE key = 'change/1'",),
        {"movement_without_its_change": f"{GUILD}/PRIZE"},
    ),
    "a manager's change of another amount": (
        ("UPDATE changes SET amount = 5 WHERE key = 'change/2'",),
        {"change_is_not_its_movements": f"{GUILD}/MISTAKE"},
    ),
    "a manager's change that never happened": (
        (CHANGED,),
        {"change_is_not_its_movements": f"{GUILD}/99"},
    ),
    "coins that went between two people altered": (
        ("UPDATE flows SET to_low = to_low - 10 WHERE low_id = 1 AND high_id = 3",),
        {"flow_is_not_its_movements": f"{GUILD}/1/3"},
    ),
    "somebody's hands on boards altered": (
        (f"UPDATE standings SET wins = wins - 1 WHERE guild_id = {GUILD} AND user_id = 1 AND span = 'all'",),
        {"standing_is_not_its_hands": f"{GUILD}/1/all"},
    ),
    "somebody taken off the boards": (
        (f"DELETE FROM standings WHERE guild_id = {GUILD} AND user_id = 2 AND span = 'all'",),
        {"standing_is_not_its_hands": f"{GUILD}/2/all"},
    ),
    "hands on boards that nobody played": (
        (f"DELETE FROM played_hands WHERE guild_id = {GUILD} AND user_id = 3",),
        {"standing_without_hands": f"{GUILD}/3/all"},
    ),
    "two people who never met, it says": (
        ("DELETE FROM flows WHERE low_id = 1 AND high_id = 2",),
        {"flow_is_not_its_movements": f"{GUILD}/1/2"},
    ),
}


async def find(books, statements, guild_id=None):
    """What an audit finds when these have been run: code and rows."""
    if books.dialect.name == "postgresql":
        # As a damaged disk does, past all constraints between tables.
        await books.execute(text("SET LOCAL session_replication_role = replica"))
    for statement in statements:
        await books.execute(text(statement))
    report = await find_faults(books, guild_id)
    found = {}
    for fault in report.faults:
        found.setdefault(fault.code, []).append(str(fault).partition(": ")[2])
    return found


async def test_each_of_many_corruptions_is_found_and_named(books):
    """Each alone, in books that hold otherwise."""
    numbers = {name: str(await books.scalar(text(query))) for name, query in ROWS.items()}
    await books.rollback()

    def name(written):
        return re.sub("|".join(ROWS), lambda found: numbers[found[0]], written)

    for what, (statements, expected) in CORRUPTIONS.items():
        found = await find(books, [name(statement) for statement in statements])
        named = {code: name(about) for code, about in expected.items()}
        assert {code: about for code, about in named.items() if about not in found.get(code, [])} == {}, (what, found)
        await books.rollback()


def test_every_fault_that_an_audit_knows_is_planted(database):
    assert len(CORRUPTIONS) >= 20
    assert {code for _, expected in CORRUPTIONS.values() for code in expected} == set(FAULT_CODES)


async def test_one_servers_audit_is_not_about_anothers(books):
    statements = pay(1, 5)
    assert set(await find(books, statements, GUILD)) == {"balance_is_not_its_entries", "server_not_zero"}
    await books.rollback()
    assert await find(books, statements, OTHER_GUILD) == {}
