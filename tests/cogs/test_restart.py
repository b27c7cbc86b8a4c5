"""The program is started again: coins are kept, and what was on the screen before is answered."""

import asyncio

import pytest

from cogs.gateway import TOKEN_SECONDS
from cogs.kept import EVERYBODY
from cogs.presses import Act
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, find_short_seed, panel_of, play_step, play_to_end, press


@pytest.mark.slow
async def test_coins_are_kept_when_program_and_local_discord_start_again(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people(4)
        await play_to_end(house)
        before = [(await person.slash("balance", channel=CHANNEL)).text for person in house.people]
    assert any("1,000" not in text for text in before)
    async with new_house() as house:
        after = [(await person.slash("balance", channel=CHANNEL)).text for person in house.people]
    assert after == before


async def test_a_game_goes_on_where_it_stood_by_the_same_messages(reopen):
    async with reopen() as house:
        await house.start_with_people(4)
        for _ in range(4):
            await play_step(house)
        board, panels = house.newest_public(), [panel_of(person) for person in house.people]
        before = [house.shot(person).view for person in house.people]
    assert house.newest_public().text.startswith("🔌")
    async with reopen(seed=2) as house:
        await house.settle()
        assert house.newest_public().text.startswith("▶️")
        assert [house.shot(person).view for person in house.people] == before
        assert house.bot.desk.board(house.table).message_id == int(board.id)
        for person, panel in zip(house.people, panels, strict=True):
            assert panel_of(person).id == panel.id
            answer = await press(person, Act.REFRESH)
            assert (answer.id, answer.is_ephemeral) == (panel.id, True)
        await play_to_end(house)
        assert board.refresh().text != board.text
        assert house.table.snapshot().last_report.hand == 1


async def test_panels_are_brought_up_to_date_after_a_restart_without_a_press(reopen):
    async with reopen() as house:
        await house.start_with_people(4)
        await play_step(house)
    async with reopen() as house:
        await house.settle()
        seen = [panel_of(person).text for person in house.people]
        changed = set()
        for _ in range(8):
            await play_step(house)
            changed |= {seat for seat, person in enumerate(house.people) if panel_of(person).text != seen[seat]}
        assert changed == set(range(4))


async def test_a_panel_whose_token_has_died_meanwhile_is_left_alone_until_it_is_pressed(reopen):
    async with reopen() as house:
        await house.start_with_people(4)
    async with reopen(later=TOKEN_SECONDS + 1) as house:
        await house.settle()
        await house.advance(60)
        assert not [request for request in house.server.requests if request.status in {401, 404}]
        assert {user for _, user, _ in await house.bot.store.load_messages()} == {EVERYBODY}
        maya = house.people[0]
        assert (await press(maya, Act.REFRESH)).id == panel_of(maya).id


async def test_a_lobby_goes_on_after_a_restart(reopen):
    async with reopen() as house:
        lobby = await house.open_table()
        await house.people[1].click(lobby, "Join")
    async with reopen() as house:
        maya, ivan = (house.server.person(name) for name in ("Maya", "Ivan"))
        await house.settle()
        await maya.click(lobby.refresh(), "Add computer")
        await house.settle()
        await maya.click(lobby.refresh(), "Add computer")
        await house.settle()
        for person in (maya, ivan):
            await person.click(lobby.refresh(), "Start")
        await house.settle()
        assert house.table.state == "playing"


async def test_buttons_of_a_table_that_is_over_are_answered_in_words(reopen):
    async with reopen() as house:
        await house.start_with_people(1)
        table, panel = house.newest_public(), panel_of(house.people[0])
        await house.table.close("ended")
        await house.settle()
    async with reopen() as house:
        maya = house.server.person("Maya")
        for reply, label in ((table, "My hand"), (panel, "Refresh")):
            answer = await maya.click(reply, label, stale=True)
            assert answer.is_ephemeral
            assert "`/mahjong new`" in answer.text


async def test_presses_and_commands_are_answered_before_the_tables_go_on(reopen):
    """Discord sends interactions as soon as a session is there; the servers and tables are ready only later."""
    async with reopen() as house:
        await house.start_with_people(2)
        await play_step(house)
    async with reopen(is_ready=False, ready_seconds=0.6) as house:
        async with asyncio.timeout(20):
            while not house.server.gateway.has_session():  # noqa: ASYNC110 (nothing tells the moment)
                await asyncio.sleep(0.01)
        maya = house.people[0]
        panel = panel_of(maya)
        answer = await press(maya, Act.REFRESH)
        assert answer.id == panel.id
        assert find_button(await maya.slash("hand", channel=CHANNEL), Act.REFRESH)
        assert "table" in (await maya.slash("mahjong new", channel=CHANNEL)).text
        assert house.newest_public().text.startswith("🔌"), "the tables went on already"
        await house.started.wait()
        await house.settle()
        assert house.newest_public().text.startswith("▶️")
        await play_step(house)
