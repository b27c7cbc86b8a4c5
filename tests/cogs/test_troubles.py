"""Discord fails, forgets and loses: the game goes on, and the next change shows everybody what is."""

from cogs.gateway import Trouble
from cogs.presses import Act
from cogs.turns import RETRY_SECONDS
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of, press
from tests.cogs.test_messages import play_a_hand, play_on
from tests.cogs.test_outages import to_own_turn, until
from tests.routes import CALLBACK, EDIT, POST


async def change_table_message(house):
    """Let the table's message be brought up to date."""
    await house.bot.desk.lobby_changed(house.table)
    await house.settle()


def public_messages(house):
    return [reply for reply in house.people[0].messages(CHANNEL) if not reply.is_ephemeral]


async def test_an_edit_that_failed_is_made_up_for_by_the_next(house):
    lobby = await house.open_table()
    house.server.faults.fail(503, EDIT, times=1)
    await change_table_message(house)
    assert house.server.faults.active() == []
    await house.people[1].click(lobby, "Join")
    await change_table_message(house)
    (message,) = public_messages(house)
    assert message.id == lobby.id
    assert house.people[1].user.display_name in message.text


async def test_a_table_message_deleted_while_it_is_edited_is_posted_anew(house):
    lobby = await house.open_table()
    house.server.faults.vanish(EDIT, times=1)
    await change_table_message(house)
    assert house.server.faults.active() == []
    (message,) = public_messages(house)
    assert message.id != lobby.id
    assert find_button(message, Act.JOIN)


async def test_a_lost_answer_to_an_edit_leaves_one_message_that_is_right(house):
    lobby = await house.open_table()
    house.server.faults.lose(EDIT, times=1)
    await change_table_message(house)
    assert house.server.faults.active() == []
    await house.people[1].click(lobby, "Join")
    await change_table_message(house)
    (message,) = public_messages(house)
    assert house.people[1].user.display_name in message.text


async def test_a_panel_deleted_under_the_bot_is_made_anew_by_my_hand(house):
    await house.start_with_people(1)
    maya = house.people[0]
    old = panel_of(maya)
    maya.dismiss(old)
    house.server.operator.delete_message(old.message)
    house.bot.desk.panels.find(house.table.table_id, int(maya.id)).shown = None
    house.bot.desk.refresh_panel(house.table, int(maya.id))
    await house.settle()
    assert house.bot.desk.panels.find(house.table.table_id, int(maya.id)) is None
    await maya.slash("hand", channel=CHANNEL)
    await house.settle()
    assert find_button(panel_of(maya), Act.REFRESH)
    assert panel_of(maya).id != old.id


async def test_a_press_whose_answer_is_lost_counts_all_the_same(house):
    lobby = await house.open_table()
    house.server.faults.lose(CALLBACK, times=1)
    await house.people[1].click(lobby, "Join")
    await house.settle()
    assert house.server.faults.active() == []
    assert house.table.is_seated(int(house.people[1].id))
    await change_table_message(house)
    assert house.people[1].user.display_name in house.newest_public().text


async def test_a_result_stays_when_the_next_hand_cannot_be_posted_and_the_next_change_posts_that(new_house):
    async with new_house(seed=4) as house:
        maya = await play_a_hand(house)
        result = house.newest_public()
        house.server.faults.fail(503, POST)
        await house.advance(60)
        assert house.shot(maya).view.hand == 2
        house.server.faults.clear()
        assert public_messages(house)[-1].id == result.id
        await change_table_message(house)
        assert "hand 2 of 8" in house.newest_public().text
        assert result.text.startswith(result.refresh().text)
        assert result.refresh().labels == ["Replay"]


async def test_a_discord_that_says_too_much_to_the_end_is_waited_for_and_no_fault(house, caplog):
    await house.open_table()
    house.server.faults.limit(0.001, EDIT, times=5)
    await change_table_message(house)
    assert house.server.faults.active() == []
    assert [record for record in caplog.records if record.exc_info] == []
    house.server.limits.limited = 0  # asked for above
    assert house.bot.desk.board(house.table).trouble is Trouble.LATER


async def test_an_own_panel_of_a_table_that_is_gone_gives_way_to_the_reason(house):
    await house.start_with_people(2)
    maya = house.people[0]
    old = panel_of(maya)
    await house.tables.close_guild(house.table.guild_id)
    answer = await press(maya, Act.REFRESH)
    assert answer.id == old.id
    assert "This table is closed" in answer.text
    assert answer.buttons == []


async def test_a_result_that_discord_did_not_take_is_shown_once_it_takes_the_next_hand(new_house):
    async with new_house(seed=4) as house:
        await house.start_with_people(1)
        table = house.newest_public()
        house.server.faults.fail(503, EDIT)
        await play_on(house)
        reveal = house.table.snapshot(None).last_report.reveal
        assert reveal not in table.refresh().text
        house.server.faults.clear()
        await house.advance(60)
        assert "hand 2 of 8" in house.newest_public().text
        assert reveal in table.refresh().text


async def test_a_table_whose_posting_got_no_answer_is_not_posted_twice_and_opens(house):
    house.server.faults.lose(POST, times=1)
    await house.open_table()
    (lobby,) = public_messages(house)
    assert house.server.faults.active() == []
    await house.people[1].click(lobby, "Join")
    await house.settle()
    assert house.people[1].user.display_name in lobby.refresh().text


async def test_a_message_posted_anew_without_an_answer_is_there_once_and_shows_what_has_changed(house):
    lobby = await house.open_table()
    house.server.faults.lose(POST, times=1)
    house.server.operator.delete_message(lobby.message)
    await house.people[1].slash("mahjong join", channel=CHANNEL)
    await house.settle()
    await house.advance(RETRY_SECONDS[0])
    (message,) = public_messages(house)
    assert house.bot.desk.board(house.table).message_id == int(message.id) != int(lobby.id)
    assert house.people[1].user.display_name in message.text


async def test_a_message_that_got_no_answer_and_was_deleted_since_is_posted_anew(house):
    lobby = await house.open_table()
    house.server.faults.lose(POST, times=1)
    house.server.operator.delete_message(lobby.message)
    await until(house, lambda: house.server.faults.active() == [])
    (lost,) = public_messages(house)
    house.server.operator.delete_message(lost.message)
    await change_table_message(house)
    (message,) = public_messages(house)
    assert house.bot.desk.board(house.table).message_id == int(message.id) != int(lost.id)


async def test_a_call_whose_answer_is_lost_rings_once_and_goes_when_its_seat_has_acted(house):
    maya = house.people[0]
    await house.start_with_people(1)
    shot = await to_own_turn(house)
    house.bot.desk.panels.forget_table(house.table.table_id)
    house.server.faults.lose(POST, times=1)
    await house.advance(10)
    await house.advance(RETRY_SECONDS[0])
    assert house.server.faults.active() == []
    assert [reply.mentions for reply in public_messages(house) if reply.mentions] == [[maya.id]]
    await house.table.act(int(maya.id), shot.decision, shot.view.own.default)
    await house.settle()
    assert not [reply for reply in public_messages(house) if reply.mentions]
