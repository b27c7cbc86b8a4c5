"""Presses that come late, twice, from strangers or from nowhere change nothing and are answered."""

import asyncio
import json

import pytest

from cogs.presses import MAX_CUSTOM_ID, Act, Press, read_press
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import PAUSE, find_button, is_hand_panel, panel_of, press


@pytest.mark.parametrize("act", Act)
def test_a_press_survives_its_custom_id_and_fits_discord(act):
    written = Press("f" * 12, act, 999_999_999, 13).custom_id
    assert read_press(written) == Press("f" * 12, act, 999_999_999, 13)
    assert len(written) <= MAX_CUSTOM_ID


@pytest.mark.parametrize(
    "custom_id", ["", "hello", "2|t|1|d|3", "1|t|1|nothing|3", "1|t|1|d|3|", "1|t t|1|d|", "1|t|1|d|３", "1|t|١|d|3"]
)
def test_what_is_not_ours_or_of_another_version_is_no_press(custom_id):
    assert read_press(custom_id) is None


async def start_own_turn(house, count=1):
    """Start, and play on until the first person owes a discard."""
    await house.start_with_people(count)
    maya = house.people[0]
    for _ in range(20):
        shot = house.shot(maya)
        if shot.decision is not None and shot.view.phase == "turn":
            return maya, shot
        if shot.decision is not None:
            await press(maya, Act.PASS)
            await house.settle()
        else:
            await house.advance(PAUSE if shot.view.phase == "claims" else 25)
    raise AssertionError("no turn comes")


def events_of(house):
    return len(house.table.record)


async def test_a_double_click_counts_once_and_is_answered(house):
    maya, shot = await start_own_turn(house)
    panel = panel_of(maya)
    button = find_button(panel, Act.DISCARD, 0)
    await asyncio.gather(*(maya.click(panel, custom_id=button.custom_id, stale=True) for _ in range(2)))
    await house.settle()
    discards = [event for event in house.table.record if event.type == "discard" and event.seat == shot.viewer_seat]
    assert len(discards) == 1


async def test_a_stale_button_changes_nothing_and_shows_the_present(house):
    maya, _ = await start_own_turn(house)
    old = panel_of(maya)
    await press(maya, Act.DISCARD, 0)
    await house.settle()
    before = house.shot(maya).view
    answer = await maya.click(old, custom_id=find_button(old, Act.DISCARD, 1).custom_id, stale=True)
    assert answer.text.startswith(("Too late", "You have answered", "It is not your turn"))
    assert house.shot(maya).view == before


async def test_a_stranger_gets_no_hand_and_no_say(house):
    await house.start_with_people(1)
    ivan = house.people[1]
    before = events_of(house)
    answer = await ivan.click(house.newest_public(), "My hand")
    await house.settle()
    assert answer.is_ephemeral
    assert answer.text == "You have no seat at this table."
    assert answer.attachments == []
    assert events_of(house) == before


async def test_an_unknown_custom_id_is_answered(house):
    """A button of a version long gone: the message is ours, the custom_id means nothing any more."""
    maya = house.people[0]
    lobby = await house.open_table()
    old = json.loads(json.dumps(lobby.data))
    old_id = "0|gone|0|join|"
    for row in old["components"]:
        for button in row.get("components", []):
            if button.get("label") == "Join":
                button["custom_id"] = old_id
    lobby.data = old
    answer = await maya.click(lobby, custom_id=old_id, stale=True)
    assert answer.is_ephemeral
    assert "older version" in answer.text


async def test_my_hand_shows_a_new_panel_and_retires_the_old_one(house):
    await house.start_with_people(1)
    maya = house.people[0]
    old = panel_of(maya)
    new = await maya.click(house.newest_public(), "My hand")
    await house.settle()
    assert new != old
    assert old.is_deleted or old not in maya.messages(CHANNEL)
    assert panel_of(maya) == new


async def test_refusals_are_in_the_persons_own_language(house):
    await house.start_with_people(1)
    laowang = next(person for person in house.people if person.user.locale == "zh-TW")
    answer = await laowang.click(house.newest_public(), "My hand")
    assert answer.text == "您不在這張牌桌上。"


async def test_passing_a_win_or_closing_a_mode_can_be_taken_back(house):
    maya, _ = await start_own_turn(house)
    before = events_of(house)
    panel = await press(maya, Act.REFRESH)
    assert find_button(panel, Act.DISCARD, 0) is not None
    assert events_of(house) == before


async def test_autoplay_is_chosen_and_taken_back_on_the_panel(house):
    maya, shot = await start_own_turn(house, 2)
    await press(maya, Act.AUTOPLAY)
    assert house.table.snapshot(None).seats[shot.viewer_seat].autoplay == "chosen"
    panel = panel_of(maya)
    assert "autoplay" in panel.text
    await press(maya, Act.TAKE_OVER)
    assert house.table.snapshot(None).seats[shot.viewer_seat].autoplay is None


def forge(reply, label, custom_id):
    """Let a message seem to have had a button with another custom_id."""
    forged = json.loads(json.dumps(reply.data))
    for row in forged["components"]:
        for button in row.get("components", []):
            if button.get("label") == label:
                button["custom_id"] = custom_id
    reply.data = forged
    return reply


@pytest.mark.parametrize("act", [Act.REFRESH, Act.PASS, Act.DISCARD, Act.AUTOPLAY])
async def test_a_hand_button_forged_onto_the_public_message_never_writes_a_hand_there(house, act):
    maya, shot = await start_own_turn(house, 2)
    public = house.newest_public()
    custom_id = Press(house.table.table_id, act, shot.decision, 0 if act is Act.DISCARD else None).custom_id
    answer = await maya.click(forge(public, "My hand", custom_id), custom_id=custom_id, stale=True)
    await house.settle()
    assert answer.is_ephemeral
    assert house.newest_public().labels == ["My hand"]
    assert all("|d|" not in (button.custom_id or "") for button in public.refresh().buttons)


@pytest.mark.parametrize("act", [Act.SURE_END, Act.SURE_LEAVE])
async def test_what_is_asked_privately_never_replaces_the_public_message(house, act):
    maya, _ = await start_own_turn(house)
    public = house.newest_public()
    custom_id = Press(house.table.table_id, act).custom_id
    answer = await maya.click(forge(public, "My hand", custom_id), custom_id=custom_id, stale=True)
    assert answer.is_ephemeral
    assert answer != public


async def test_an_old_version_is_answered_by_one_call(house, caplog):
    """Both ways in hear the press; only one may answer, or Discord counts a refused request."""
    maya = house.people[0]
    lobby = await house.open_table()
    old_id = Press(house.table.table_id, Act.JOIN).custom_id.replace("1|", "0|", 1)
    message = lobby.message
    for row in message.components:
        for button in row.get("components", []):
            if button.get("label") == "Join":
                button["custom_id"] = old_id
    answer = await maya.click(lobby.refresh(), custom_id=old_id)
    assert "older version" in answer.text
    assert "unanswered" not in caplog.text
    assert "refused" not in caplog.text


async def test_a_fault_in_a_press_is_answered_in_words_and_logged_once(house, caplog, monkeypatch):
    maya = house.people[0]
    lobby = await house.open_table()

    async def fail(_user_id):
        raise ZeroDivisionError

    monkeypatch.setattr(house.table, "add_computer", fail)
    answer = await maya.click(lobby, "Add computer")
    assert answer.is_ephemeral
    assert answer.text == "That did not work. Please try again."
    assert [record.message for record in caplog.records if record.exc_info] == ["a press failed"]


async def test_a_late_next_hand_press_shows_no_second_panel_at_the_next_deal(house):
    maya, _ = await start_own_turn(house)
    custom_id = Press(house.table.table_id, Act.START).custom_id
    await maya.click(forge(house.newest_public(), "My hand", custom_id), custom_id=custom_id, stale=True)
    await maya.wait_message(CHANNEL, lambda reply: reply.is_ephemeral and "A hand is being played" in reply.text)
    await press(maya, Act.AUTOPLAY)
    await house.settle()
    assert house.table.state == "between"
    await house.advance(60)
    assert house.shot(maya).view.hand > 1
    assert [reply for reply in maya.messages(CHANNEL) if is_hand_panel(reply)] == [panel_of(maya)]
