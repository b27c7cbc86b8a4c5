"""Discord fails, forgets and loses: the game goes on, and the next change shows everybody what is."""

from cogs.presses import Act
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"


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
