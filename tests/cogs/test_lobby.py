"""The lobby: sitting, leaving, computer players, starting, and what is refused."""

import asyncio

import pytest

from cogs.presses import Act
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of

PRIMARY, SECONDARY = 1, 2


async def test_opening_a_table_shows_seats_rules_stake_and_the_seal(house):
    lobby = await house.open_table(stake=5, hands="4")
    assert "Harbin" in lobby.text
    assert "5 coins for one fan" in lobby.text
    assert "4 hands" in lobby.text
    assert house.table.snapshot(None).commitment[:12] in lobby.text
    assert "1. Maya" in lobby.text
    assert lobby.text.count("free") == 3
    assert house.table.snapshot(None).rules.stake == 5


async def test_join_and_leave_change_the_lobby_for_everybody(house):
    ivan = house.people[1]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    assert "2. Ivan" in lobby.refresh().text
    await ivan.click(lobby, "Leave")
    await house.settle()
    assert "Ivan" not in lobby.refresh().text


async def test_joining_twice_is_refused_in_words_and_changes_nothing(house):
    ivan = house.people[1]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    answer = await ivan.click(lobby, "Join")
    assert answer.is_ephemeral
    assert answer.text == "You have a seat at this table."
    assert len(house.table.snapshot(None).seats) == 2


async def test_computer_players_are_added_and_taken_away(house):
    maya = house.people[0]
    lobby = await house.open_table()
    assert lobby.button("Remove").disabled
    for _ in range(3):
        await maya.click(lobby, "Add computer")
    await house.settle()
    assert lobby.refresh().text.count("Computer") == 3
    assert lobby.refresh().button("Add computer").disabled
    await maya.click(lobby, "Remove")
    await house.settle()
    assert lobby.refresh().text.count("Computer") == 2


async def test_all_free_seats_go_to_computer_players_by_one_press(house):
    maya, ivan = house.people[:2]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    await asyncio.gather(*(maya.click(lobby, "Fill seats", stale=True) for _ in range(2)))
    await house.settle()
    assert lobby.refresh().text.count("Computer") == 2
    assert lobby.refresh().button("Fill seats").disabled


async def test_the_lobbys_buttons_stand_in_two_rows_and_the_next_step_is_the_coloured_one(house):
    maya = house.people[0]
    lobby = await house.open_table()
    assert lobby.labels == ["Join", "Leave", "Start", "Rules", "Fill seats", "Add computer", "Remove"]
    assert lobby.button("Fill seats").style == PRIMARY
    for _ in range(3):
        await maya.click(lobby, "Add computer")
    await house.settle()
    assert [button.label for button in lobby.refresh().buttons if button.style != SECONDARY] == ["Start"]


async def test_a_stranger_cannot_start_or_add_computers_and_is_told_so(house):
    ivan = house.people[1]
    lobby = await house.open_table()
    answer = await ivan.click(lobby, "Add computer")
    assert answer.is_ephemeral
    assert answer.text == "You have no seat at this table."
    for _ in range(3):
        await house.people[0].click(lobby, "Add computer")
    await house.settle()
    answer = await ivan.click(lobby, "Start")
    assert answer.text == "You have no seat at this table."
    assert house.table.state == "lobby"


async def test_without_computers_the_buttons_for_them_are_not_there(house):
    lobby = await house.open_table(computers=False)
    assert lobby.labels == ["Join", "Leave", "Start", "Rules"]


async def test_start_waits_for_every_person_and_says_for_whom(house):
    maya, ivan, *_ = house.people
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    for _ in range(2):
        await maya.click(lobby, "Add computer")
    await house.settle()
    await maya.click(lobby, "Start")
    await house.settle()
    assert house.table.state == "lobby"
    assert "Maya ✅" in lobby.refresh().text
    assert "Waiting for: Ivan" in lobby.refresh().text


async def test_when_the_game_starts_everybody_gets_their_hand_and_the_lobby_closes_with_the_full_seal(house):
    lobby = await house.start_with_people(2)
    commitment = house.table.snapshot(None).commitment
    assert commitment in lobby.refresh().text
    assert lobby.refresh().buttons == []
    table = house.newest_public()
    assert table.labels == ["My hand"]
    assert len(table.attachments) == 1
    assert table.attachments[0].description or table.text
    for person in house.people[:2]:
        panel = panel_of(person)
        assert len([button for button in panel.buttons if "|d|" in button.custom_id]) in {13, 14}


async def test_leaving_an_otherwise_empty_table_closes_it(house):
    maya = house.people[0]
    lobby = await house.open_table()
    await maya.click(lobby, "Leave")
    await house.settle()
    assert len(house.tables) == 0
    assert lobby.refresh().buttons == []
    assert "closed" in lobby.refresh().text


async def test_a_press_on_a_table_that_is_gone_says_how_to_open_one(house):
    maya, ivan, *_ = house.people
    lobby = await house.open_table()
    await maya.click(lobby, "Leave")
    await house.settle()
    answer = await ivan.click(lobby, "Join", stale=True)
    assert answer.is_ephemeral
    assert answer.text == "This table is closed. /mahjong new opens a new one.".replace(
        "/mahjong new", "`/mahjong new`"
    )


async def test_a_second_table_in_the_channel_is_refused(house):
    ivan = house.people[1]
    await house.open_table()
    answer = await ivan.slash("mahjong new", channel=CHANNEL)
    assert "`/mahjong join`" in answer.text
    assert len(house.tables) == 1


async def test_whoever_sits_elsewhere_is_pointed_to_that_table(house):
    maya = house.people[0]
    await house.open_table()
    answer = await maya.slash("mahjong new", channel="general")
    assert f"<#{house.table.channel_id}>" in answer.text


async def test_too_few_coins_are_named_with_the_minimum(house):
    maya = house.people[0]
    answer = await maya.slash("mahjong new", channel=CHANNEL, min_coins=5000)
    assert "5,000" in answer.text
    assert "1,000" in answer.text
    assert len(house.tables) == 0


@pytest.mark.parametrize("name", ["mahjong join", "mahjong start", "mahjong end", "mahjong leave", "table", "hand"])
async def test_commands_without_a_table_say_how_to_open_one(house, name):
    answer = await house.people[0].slash(name, channel=CHANNEL)
    assert answer.is_ephemeral
    assert "`/mahjong new`" in answer.text


async def test_join_leave_and_start_work_as_commands(house):
    maya, ivan, *_ = house.people
    await house.open_table()
    assert "have a seat" in (await ivan.slash("mahjong join", channel=CHANNEL)).text
    assert (await ivan.slash("mahjong leave", channel=CHANNEL)).text == "You have left the table."
    lobby = await house.find_public(Act.JOIN)
    for _ in range(3):
        await maya.click(lobby, "Add computer")
    answer = await maya.slash("mahjong start", channel=CHANNEL)
    assert house.table.state == "playing"
    await house.settle()
    assert panel_of(maya) == answer


async def test_an_abandoned_lobby_expires_and_its_buttons_go(house):
    lobby = await house.open_table()
    await house.advance(3600)
    assert len(house.tables) == 0
    assert lobby.refresh().buttons == []


async def test_the_table_message_is_posted_anew_on_request(house):
    maya = house.people[0]
    lobby = await house.open_table()
    await maya.slash("table", channel=CHANNEL)
    await house.settle()
    assert lobby.is_deleted
    assert find_button(house.newest_public(), Act.JOIN) is not None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", "\\@everyone"),
        ("<@1>", "\\<\\@1\\>"),
        ("\u202elive\u2069", "live"),
        ("a\u200bb\ufeff", "ab"),
        ("two\n# lines", "two \\# lines"),
        ("\u202e\u200f", "ivan"),
        ("\u3164\u1160", "ivan"),
        ("عربي", "\u2068عربي\u2069"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
    ],
)
async def test_no_name_works_on_the_text_around_it_and_none_is_invisible(house, name, shown):
    maya, ivan, *_ = house.people
    ivan.user.global_name = name
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    assert f"\n2. {shown}\n" in lobby.refresh().text
    answer = await maya.slash("balance", channel=CHANNEL, member=ivan.user)
    assert shown in answer.text


async def test_a_table_by_invitation_takes_those_whom_its_host_invites(house):
    maya, ivan, xiaoxue = house.people[:3]
    lobby = await house.open_table(public=False)
    assert "By invitation" in lobby.text
    assert "/mahjong invite" in lobby.text
    assert (await ivan.click(lobby, "Join")).text == "This table is for invited players."
    refused = await ivan.slash("mahjong invite", channel=CHANNEL, member=ivan.user)
    assert "Only whoever opened the table" in refused.text
    said = await maya.slash("mahjong invite", channel=CHANNEL, member=ivan.user)
    assert said.is_ephemeral
    assert "Ivan may take a seat" in said.text
    await ivan.click(lobby, "Join")
    await house.settle()
    assert "2. Ivan" in lobby.refresh().text
    await xiaoxue.click(lobby, "Join")
    await house.settle()
    assert len(house.table.snapshot(None).seats) == 2


async def test_what_a_person_is_told_of_the_tables_buttons_are_the_words_that_stand_on_them(house):
    _, _, xiaoxue, laowang = house.people
    told = await xiaoxue.slash("mahjong new", channel=CHANNEL)
    await house.settle()
    labels = (await house.find_public(Act.JOIN)).labels
    assert "牌桌开好了" in told.text
    help_ = await laowang.slash("help", channel=CHANNEL)
    joined = await laowang.slash("mahjong join", channel=CHANNEL)
    for reply, named in (
        (told, ("Join", "Fill seats", "Start")),
        (help_, ("Join", "Fill seats", "Start")),
        (joined, ("Start",)),
    ):
        for name in named:
            assert f"**{name}**" in reply.text
            assert name in labels
    assert "**電腦補滿**" in (await laowang.slash("help", channel=laowang.dm())).text
