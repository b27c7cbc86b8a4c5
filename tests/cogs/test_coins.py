"""`/coins`: for who manages the server alone; each change has a reason, counts once, and stands in the log."""

import pytest

from cogs.coins_command import complete_zone
from cogs.coins_panel import MOST_FAULTS, build_audit, build_report
from cogs.coins_press import read_coins_press
from cogs.texts import LANGUAGES, texts_for
from host.audit import FAULT_CODES, AuditReport, Fault
from host.changes import ChangeCoins
from host.one_way import OneWay
from host.units import SettleHand
from sandbox.model import Permissions
from sandbox.people import ClientError
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_settings import guild_of, manager, turn


async def coins(person, name, **options):
    return await person.slash(f"coins {name}", channel=CHANNEL, options=options)


async def press(person, reply, act):
    button = next(button for button in reply.buttons if read_coins_press(button.custom_id).act == act)
    return await person.click(reply, custom_id=button.custom_id)


async def balance_of(house, person):
    return (await house.bot.store.find_account(int(guild_of(house).id), int(person.id))).balance


async def test_a_manager_grants_and_takes_and_the_log_tells_who_did_it_and_why(house):
    maya, ivan = manager(house)
    said = await coins(maya, "grant", member=ivan.user, amount=250, reason="won the `spring` cup")
    assert said.is_ephemeral
    assert "**250** coins for Ivan, who has **1,250** now." in said.text
    said = await coins(maya, "take", member=ivan.user, amount=50, reason="a mistake")
    assert "**50** coins taken from Ivan, who has **1,200** now." in said.text
    log = (await coins(maya, "log")).text
    assert f"<@{maya.id}> granted **250** to <@{ivan.id}>." in log
    assert "`won the 'spring' cup`" in log
    assert log.index("took **50**") < log.index("granted **250**")
    assert "Nothing so far" in (await coins(maya, "log", member=maya.user)).text
    assert "a mistake" in (await coins(maya, "log", member=ivan.user)).text
    assert await balance_of(house, ivan) == 1200
    assert "adds up" in (await coins(maya, "audit")).text


async def test_who_does_not_manage_the_server_is_not_offered_it_and_whose_role_is_gone_is_refused(house):
    maya, ivan = manager(house)
    for name in ("log", "report", "audit", "settings"):
        with pytest.raises(ClientError, match="not offered"):
            await coins(ivan, name)
    role = house.server.operator.create_role("boss", Permissions.MANAGE_GUILD)
    house.server.operator.give_role(ivan.user, role)
    await coins(ivan, "grant", member=maya.user, amount=70, reason="thanks")
    asked = await coins(ivan, "reset", reason="a new season")
    house.server.operator.take_role(ivan.user, role)
    refused = await press(ivan, asked, "ask")
    assert "**Manage Server**" in refused.text
    assert await balance_of(house, maya) == 1070


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("take", {"amount": 1001, "reason": "x"}, "They have 1,000 coins, of which 0 are at stake"),
        ("take", {"amount": 5, "reason": "   "}, "Please give a reason"),
        ("grant", {"amount": 5, "reason": "   "}, "Please give a reason"),
        ("grant", {"amount": 5, "reason": "\u200b\u2800\u202e"}, "Please give a reason"),
    ],
)
async def test_what_cannot_be_is_said_and_changes_nothing(house, name, options, said):
    maya, ivan = manager(house)
    assert said in (await coins(maya, name, member=ivan.user, **options)).text
    assert await balance_of(house, ivan) == 1000
    assert "Nothing so far" in (await coins(maya, "log")).text


async def test_coins_at_stake_cannot_be_taken(house):
    maya, ivan = manager(house)
    await house.start_with_people(4)
    held = house.table._match.held[int(ivan.id)]
    said = await coins(maya, "take", member=ivan.user, amount=1001 - held, reason="x")
    assert f"of which {held} are at stake in a hand: {1001 - held} cannot be taken" in said.text
    assert "who has" in (await coins(maya, "take", member=ivan.user, amount=1000 - held, reason="x")).text


async def test_bots_have_no_coins(house):
    maya, _ = manager(house)
    program = house.server.world.users[str(house.bot.user.id)]
    said = await coins(maya, "grant", member=program, amount=5, reason="well done")
    assert said.text == "Bots have no coins."
    assert "Nothing so far" in (await coins(maya, "log")).text


async def test_who_has_left_the_server_is_no_longer_a_member_whose_coins_are_changed(house, caplog):
    maya, ivan = manager(house)
    house.server.operator.remove_member(ivan.user, guild_of(house))
    await house.settle()
    for name in ("grant", "take", "reset"):
        amount = {} if name == "reset" else {"amount": 5}
        assert "has left it" in (await coins(maya, name, member=ivan.user, reason="x", **amount)).text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert "Nothing so far" in (await coins(maya, "log", member=ivan.user)).text


async def test_the_books_of_a_server_are_checked_once_at_a_time(house):
    maya, _ = manager(house)
    guild = int(guild_of(house).id)
    house.bot.coins_desk._is_auditing.add(guild)
    assert "being checked already" in (await coins(maya, "audit")).text
    house.bot.coins_desk._is_auditing.discard(guild)
    assert "adds up" in (await coins(maya, "audit")).text
    assert "adds up" in (await coins(maya, "audit")).text


async def test_a_reset_is_asked_about_twice_and_done_once(house):
    maya, ivan = manager(house)
    await coins(maya, "grant", member=ivan.user, amount=250, reason="x")
    await house.bot.store.find_account(int(guild_of(house).id), int(maya.id))
    asked = await coins(maya, "reset", reason="a new season")
    assert "everybody (2 people)" in asked.text
    assert "`a new season`" in asked.text
    again = await press(maya, asked, "ask")
    assert again.id == asked.id
    assert "Really?" in again.text
    assert await balance_of(house, ivan) == 1250
    sure = again.buttons[0].custom_id
    done = await maya.click(again, custom_id=sure)
    assert "**250** coins moved" in done.text
    assert done.buttons == []
    assert await balance_of(house, ivan) == 1000
    await coins(maya, "grant", member=ivan.user, amount=5, reason="x")
    await maya.click(again, custom_id=sure, stale=True)
    assert await balance_of(house, ivan) == 1005
    assert (await coins(maya, "log")).text.count("reset everybody") == 1


async def test_a_reset_of_one_person_leaves_the_others(house):
    maya, ivan = manager(house)
    for person in (maya, ivan):
        await coins(maya, "grant", member=person.user, amount=100, reason="x")
    asked = await coins(maya, "reset", reason="a new start", member=ivan.user)
    assert f"<@{ivan.id}> is to have 1,000 coins again" in asked.text
    await press(maya, await press(maya, asked, "ask"), "sure")
    assert [await balance_of(house, person) for person in (maya, ivan)] == [1100, 1000]


async def test_a_reset_asked_about_long_ago_before_a_restart_or_by_another_is_not_done(reopen):
    async with reopen() as house:
        maya, ivan = manager(house)
        await coins(maya, "grant", member=ivan.user, amount=250, reason="x")
        old = await coins(maya, "reset", reason="a new season")
        await house.advance(901)
        assert "no longer asked about. Please use `/coins reset`" in (await press(maya, old, "ask")).text
        before = await coins(maya, "reset", reason="a new season")
    async with reopen() as house:
        maya, ivan = manager(house)
        assert "no longer asked about" in (await press(maya, before, "ask")).text
        assert await balance_of(house, ivan) == 1250


@pytest.mark.parametrize(("name", "language"), [("小雪", "zh-CN"), ("老王", "zh-TW"), ("Maya", "en")])
async def test_managers_are_told_all_of_it_in_their_language(house, name, language):
    boss, ivan, texts = house.server.person(name), house.people[1], texts_for(language)
    house.server.operator.set_owner(boss.user)
    said = (await coins(boss, "grant", member=ivan.user, amount=250, reason="春季赛")).text
    assert said == texts.say("coins-granted", coins=250, name="Ivan", balance=1250)
    facts = {"who": f"<@{boss.id}>", "whom": f"<@{ivan.id}>", "coins": 250}
    assert texts.say("coins-log-grant", **facts) in (await coins(boss, "log")).text
    assert texts.say("coins-report-nobody") in (await coins(boss, "report")).text
    assert texts.say("coins-audit-sound", accounts=2, movements=2) in (await coins(boss, "audit")).text
    assert texts.say("coins-set-daily", coins=100) in (await coins(boss, "settings")).text
    sure = await press(boss, await coins(boss, "reset", reason="新赛季"), "ask")
    assert texts.say("coins-reset-sure", whom=texts.say("coins-everybody"), people=1) in sure.text
    done = await press(boss, sure, "sure")
    assert done.text == texts.say("coins-reset-done", whom=texts.say("coins-everybody"), coins=250)


def test_a_number_that_no_database_takes_is_no_press():
    assert read_coins_press(f"coins|1|log|9999999|{2**63 - 1}") is not None
    assert read_coins_press("coins|1|log|10000000|") is None
    assert read_coins_press(f"coins|1|log|0|{2**63}") is None
    assert read_coins_press(f"coins|1|sure|{2**63 - 1}|") is not None


async def test_a_reason_comes_on_one_line_whatever_was_typed(house):
    maya, ivan = manager(house)
    await coins(maya, "grant", member=ivan.user, amount=5, reason="a\n# `b`\u202e @everyone")
    assert "`a # 'b' @everyone`" in (await coins(maya, "log")).text
    asked = await coins(maya, "reset", member=ivan.user, reason="a\n# `b`\u202e @everyone")
    assert "`a # 'b' @everyone`" in asked.text


async def test_the_log_turns_its_pages(house):
    maya, ivan = manager(house)
    for number in range(1, 11):
        await house.bot.store.write(change(house, ivan, maya, number))
    first = await coins(maya, "log")
    assert first.labels == ["Older"]
    assert "**10**" in first.text
    assert "**2**" not in first.text
    second = await press(maya, first, "log")
    assert second.labels == ["Newer"]
    assert "**2**" in second.text
    assert (await press(maya, second, "log")).text == first.text


def change(house, person, actor, number):
    guild = int(guild_of(house).id)
    return ChangeCoins(guild, int(person.id), number, int(actor.id), "a test", f"change/{number}")


async def test_coins_that_go_one_way_are_reported_and_honest_play_is_not(house):
    maya, ivan = manager(house)
    third, fourth = (int(person.id) for person in house.people[2:4])
    guild, one, two = int(guild_of(house).id), int(maya.id), int(ivan.id)
    store = house.bot.store
    seats = (one, two, third, fourth)
    wins = [tuple(30 if seat == winner else -10 for seat in range(4)) for winner in range(4)]
    await store.write(change(house, ivan, maya, 10_000))
    for hand in range(40):
        await store.write(SettleHand(guild, "fair", hand, seats, wins[hand % 4], winner=hand % 4))
    assert "No pair of players stands out" in (await coins(maya, "report")).text
    for hand in range(80):
        await store.write(SettleHand(guild, "dumped", hand, seats, (60, -60, 0, 0), winner=0))
    said = (await coins(maya, "report")).text
    assert f"<@{two}> → <@{one}>: **4,900** coins, and 100 back, in 100 hands (120 together)." in said
    assert said.count("→") == 1
    assert "96 % of it went one way" in said


async def test_an_audit_names_what_does_not_hold_in_this_servers_books(house):
    maya, ivan = manager(house)
    await coins(maya, "grant", member=ivan.user, amount=250, reason="x")
    await house.bot.store._runner.run(
        lambda connection: connection.exec_driver_sql(f"UPDATE accounts SET balance = 7 WHERE user_id = {ivan.id}")
    )
    said = (await coins(maya, "audit")).text
    assert "**2 things do not hold**" in said
    assert f"• A balance is not the sum of its entries · `{ivan.id}`" in said
    assert "• The balances of all, the bank's included, do not sum to zero" in said


async def test_settings_of_coins_are_shown_and_set_and_zones_offered_while_one_types(house):
    maya, _ = manager(house)
    shown = (await coins(maya, "settings")).text
    assert "Time zone: **UTC**, where it is 22:30" in shown
    assert "Daily coins: **100**" in shown
    assert "accounts of any age" in shown
    offered = await maya.autocomplete("coins settings", "zone", "harb", channel=CHANNEL)
    assert offered[0] == {"name": "Asia/Harbin · 06:30", "value": "Asia/Harbin"}
    changed = (await coins(maya, "settings", zone="Asia/Harbin", daily=0, relief=0, age=30)).text
    assert "Time zone: **Asia/Harbin**, where it is 06:30" in changed
    assert "Daily coins: **none**" in changed
    assert "Relief: **none**" in changed
    assert "at least **30** days old" in changed
    assert house.bot.preferences.of_server(int(guild_of(house).id)).zone == "Asia/Harbin"
    wrong = (await coins(maya, "settings", zone="Harbin", daily=5)).text
    assert "There is no time zone `Harbin`" in wrong
    assert "`/coins settings`" in wrong
    assert house.bot.preferences.of_server(int(guild_of(house).id)).daily == 0


async def test_settings_of_coins_are_found_from_the_servers_settings_and_lead_back(house):
    maya, ivan = manager(house)
    server = await turn(maya, await maya.slash("settings", channel=CHANNEL), "server")
    about_coins = await maya.click(server, label="Coins of the server")
    assert "Daily coins: **100**" in about_coins.text
    assert "`/coins settings`" in about_coins.text
    assert "Settings of this server" in (await maya.click(about_coins, label="Settings of the server")).text
    role = house.server.operator.create_role("boss", Permissions.MANAGE_GUILD)
    house.server.operator.give_role(ivan.user, role)
    server = await turn(ivan, await ivan.slash("settings", channel=CHANNEL), "server")
    house.server.operator.take_role(ivan.user, role)
    assert "**Manage Server**" in (await ivan.click(server, label="Coins of the server")).text


def test_zones_are_found_by_city_and_by_part():
    names = [zone for _, zone in complete_zone("new york", 0)]
    assert names[0] == "America/New_York"
    assert complete_zone("asia/", 0)[0][1].startswith("Asia/")
    assert len(complete_zone("", 0)) == 25
    assert complete_zone("nowhere", 0) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_and_pair_is_told_in_every_language_within_discords_limits(language):
    texts = texts_for(language)
    user = 2**63 - 1
    pair = OneWay(user, user, 10**6, 10**6, 10**12, 10**12, 1.0, 0.99, 1e-9)
    report = build_report([pair] * 30, texts)
    faults = tuple(Fault(code, 1, (str(user), "f" * 32, "1000000")) for code in FAULT_CODES)
    audit = build_audit(AuditReport(10**6, 10**9, faults), texts)
    for panel in (report, audit):
        said = [item.content for item in panel.walk_children() if hasattr(item, "content")]
        assert sum(map(len, said)) <= 4000
        assert len(list(panel.walk_children())) <= 40
    assert str(len(FAULT_CODES) - MOST_FAULTS) in "".join(
        item.content for item in audit.walk_children() if hasattr(item, "content")
    )
