"""The messages of a table: edited in place, posted anew when gone or buried; calls, slow answers, missing rights."""

import asyncio

import pytest

from cogs.board import BURIED
from cogs.gateway import TROUBLES, Code, Trouble
from cogs.presses import Act
from cogs.texts import choose_language, texts_for
from sandbox import World
from sandbox.interactions import AnswerType
from sandbox.model import Overwrite, Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import PAUSE, find_button, panel_of, press


def test_every_code_that_the_design_names_has_a_policy():
    assert {code.value for code in Code} >= {10008, 10015, 10062, 50001, 50007, 50013, 50027}
    assert set(TROUBLES) == set(Code)
    assert TROUBLES[Code.INVALID_TOKEN] is Trouble.TOKEN_DEAD


async def test_a_deleted_table_message_is_posted_anew(house):
    maya = house.people[0]
    await house.start_with_people(1)
    old = house.newest_public()
    owner = next(person for person in house.people if person.user.username == "xiaoxue")
    owner.delete(old)
    await maya.wait_message(CHANNEL, lambda reply: reply != old and reply.labels == ["My hand"])
    assert old.is_deleted


async def test_a_table_message_that_chat_has_buried_is_posted_anew_at_the_end(house):
    ivan = house.people[1]
    await house.start_with_people(2)
    old = house.newest_public()
    for number in range(BURIED):
        ivan.say(CHANNEL, f"chat {number}")
    await play_until_message(house, lambda: old.is_deleted)
    assert house.newest_public().labels == ["My hand"]


async def play_until_message(house, is_reached):
    for _ in range(30):
        if is_reached():
            return
        await play_some(house)
    raise AssertionError("never reached")


async def play_some(house, count=2):
    """Let those who owe an answer do the first thing that is live."""
    for person in house.people[:count]:
        shot = house.shot(person)
        if shot.decision is None:
            continue
        if shot.view.phase == "claims":
            await press(person, Act.PASS)
        else:
            await press(person, Act.DISCARD, 0)
    await house.settle()
    await house.advance(PAUSE)


async def test_there_is_one_public_message_a_hand_and_it_becomes_the_result(new_house):
    async with new_house(seed=4) as house:
        await house.start_with_people(1)
        before = [reply.id for reply in house.people[0].messages(CHANNEL) if not reply.is_ephemeral]
        for _ in range(100):
            if house.table.state != "playing":
                break
            person, shot = house.people[0], house.shot(house.people[0])
            if shot.decision is not None:
                act = (Act.PASS, None) if shot.view.phase == "claims" else (Act.DISCARD, 0)
                await press(person, *act)
            await house.settle()
        after = [reply.id for reply in house.people[0].messages(CHANNEL) if not reply.is_ephemeral]
        assert after == before
        result = house.newest_public()
        assert house.table.snapshot(None).last_report.reveal in result.text
        assert result.labels == ["Next hand", "Replay"]
        await house.people[0].click(result, "Next hand")
        await house.settle()
        assert house.newest_public().labels == ["My hand"]
        assert "hand 2 of 8" in house.newest_public().text
        assert house.shot(house.people[0]).view.hand == 2
        assert find_button(panel_of(house.people[0]), Act.DISCARD, 0) is not None
        past = result.refresh()
        assert past.labels == ["Replay"], "what begins the next hand stays on a result whose next hand has begun"
        assert len(past.attachments) == 1
        assert result.text.startswith(past.text)
        assert "Next hand" not in past.text


async def test_after_a_hand_the_own_panel_says_who_won_and_what_that_made_of_the_own_coins(new_house):
    async with new_house(seed=4) as house:
        maya = await play_a_hand(house)
        report = house.table.snapshot(None).last_report
        panel = panel_of(maya)
        assert panel.text.splitlines()[0] in house.newest_public().text
        assert f"→ **{report.balances[house.seat_of(maya)]:,}**" in panel.text


async def test_a_panel_moves_below_the_new_table_message_when_the_next_hand_begins_by_itself(new_house):
    async with new_house(seed=4) as house:
        maya = await play_a_hand(house)
        old = panel_of(maya)
        await house.advance(60)
        assert house.shot(maya).view.hand == 2
        moved = panel_of(maya)
        assert int(moved.id) > int(house.newest_public().id) > int(old.id)
        assert old.is_deleted
        await press(maya, Act.REFRESH)
        assert panel_of(maya) == moved


async def play_a_hand(house):
    """Let one person discard until the first hand is over; return who."""
    await house.start_with_people(1)
    return await play_on(house)


async def play_on(house):
    """Let one person who sits discard until the hand is over; return who."""
    for _ in range(100):
        if house.table.state != "playing":
            break
        await play_some(house, 1)
    assert house.table.state == "between"
    return house.people[0]


async def test_a_seat_without_a_panel_is_called_when_half_its_turn_is_over_and_the_call_goes_when_it_has_acted(house):
    await house.start_with_people(2)
    maya = house.people[0]
    for person in house.people[:2]:
        house.bot.desk.panels.find(house.table.table_id, int(person.id)).kept = None
    owing = await wait_for_turn(house)
    await house.advance(2 + 9)
    assert not [reply for reply in maya.messages(CHANNEL) if reply.mentions]
    await house.advance(2)
    calls = [reply for reply in maya.messages(CHANNEL) if reply.mentions]
    assert [call.mentions for call in calls] == [[owing.id]]
    await owing.click(await house.find_public(Act.MY_HAND), "My hand")
    await press(owing, Act.DISCARD, 0)
    await house.settle()
    assert calls[0].is_deleted


async def wait_for_turn(house):
    """Pass the time until one of the first two people owes a discard; return who."""
    for _ in range(20):
        for person in house.people[:2]:
            shot = house.shot(person)
            if shot.decision is not None and shot.view.phase == "turn":
                return person
        await house.advance(PAUSE)
    raise AssertionError("nobody's turn")


async def test_a_seat_with_a_live_panel_is_not_called(house):
    await house.start_with_people(2)
    await wait_for_turn(house)
    await house.advance(15)
    assert not [reply for reply in house.people[0].messages(CHANNEL) if reply.mentions]


async def test_nothing_but_a_call_mentions_anybody(house):
    await house.start_with_people(2)
    for _ in range(4):
        await play_some(house)
    answer = await house.people[0].slash("leaderboard", channel=CHANNEL)
    assert answer.mentions == []
    assert all(reply.mentions == [] for reply in house.people[0].messages(CHANNEL))


async def test_an_answer_that_takes_long_is_deferred_and_given_later(house, monkeypatch):
    await house.start_with_people(1)
    maya = house.people[0]
    panel = panel_of(maya)
    paint, may_paint = house.bot.painter.paint_hand, asyncio.Event()

    async def paint_late(*arguments):
        await may_paint.wait()
        return await paint(*arguments)

    monkeypatch.setattr(house.bot.painter, "paint_hand", paint_late)
    answer = await maya.click(panel, custom_id=find_button(panel, Act.REFRESH).custom_id)
    assert answer.answer == AnswerType.DEFERRED_UPDATE
    may_paint.set()
    await maya.wait_for(lambda event: event.message is not None and event.message == panel, since=len(maya.events) - 1)


async def test_a_slow_command_is_deferred_for_the_person_alone_and_filled(house, monkeypatch):
    await house.start_with_people(1)
    maya = house.people[0]
    paint = house.bot.painter.paint_hand

    async def paint_late(*arguments):
        await asyncio.sleep(1.8)
        return await paint(*arguments)

    monkeypatch.setattr(house.bot.painter, "paint_hand", paint_late)
    answer = await maya.slash("hand", channel=CHANNEL)
    assert answer.is_ephemeral
    assert answer.answer == AnswerType.DEFERRED_MESSAGE
    assert len(answer.attachments) == 1


async def test_where_the_bot_may_not_write_the_permissions_are_named_and_no_table_stays(tmp_path, new_house):
    world = World.default()
    guild = next(iter(world.guilds.values()))
    deny = Overwrite(guild.id, is_member=False, deny=Permissions.SEND_MESSAGES)
    bot_role = next(role.id for role in guild.roles.values() if role.is_managed)
    deny_bot = Overwrite(bot_role, is_member=False, deny=Permissions.SEND_MESSAGES)
    world.add_channel(guild, "read-only", overwrites=[deny, deny_bot])
    async with new_house(world=world) as house:
        maya = house.people[0]
        answer = await maya.slash("mahjong new", channel="read-only")
        assert answer.is_ephemeral
        assert "Send Messages" in answer.text
        assert len(house.tables) == 0


async def test_a_dead_token_is_forgotten_and_my_hand_makes_a_new_panel(house):
    await house.start_with_people(1)
    maya = house.people[0]
    panels = house.bot.desk.panels
    kept = panels.find(house.table.table_id, int(maya.id)).kept
    house.server.world.clock.advance(16 * 60)
    await play_one_discard(house, maya)
    await house.settle()
    refused = [request for request in house.server.requests if request.status in {401, 403, 404}]
    assert len(refused) <= 1
    new = await maya.click(await house.find_public(Act.MY_HAND), "My hand")
    await house.settle()
    assert find_button(new, Act.REFRESH) is not None
    assert panels.find(house.table.table_id, int(maya.id)).kept != kept


async def play_one_discard(house, person):
    for _ in range(20):
        shot = house.shot(person)
        if shot.decision is not None and shot.view.phase == "turn":
            await house.table.act(int(person.id), shot.decision, shot.view.own.default)
            return
        if shot.decision is not None:
            await house.table.act(int(person.id), shot.decision, shot.view.own.default)
        await house.settle()


async def test_the_leave_command_asks_first_in_a_hand_and_then_autoplay_takes_over(house):
    await house.start_with_people(2)
    ivan = house.people[1]
    answer = await ivan.slash("mahjong leave", channel=CHANNEL)
    assert "Really leave?" in answer.text
    seat = house.seat_of(ivan)
    assert not house.table.snapshot(None).seats[seat].has_left
    await ivan.click(answer, "Yes, leave")
    await house.settle()
    assert house.table.snapshot(None).seats[seat].has_left
    back = await ivan.slash("mahjong join", channel=CHANNEL)
    assert "back in your seat" in back.text
    assert not house.table.snapshot(None).seats[seat].has_left


async def test_the_host_ends_a_game_after_being_asked_and_the_hand_counts_for_nothing(house):
    await house.start_with_people(1)
    maya = house.people[0]
    answer = await maya.slash("mahjong end", channel=CHANNEL)
    assert "counts for nothing" in answer.text
    assert house.table.state == "playing"
    await maya.click(answer, "Yes, end it")
    await house.settle()
    assert len(house.tables) == 0
    balance = await maya.slash("balance", channel=CHANNEL)
    assert "1,000" in balance.text
    public = "\n".join(reply.text for reply in maya.messages(CHANNEL) if not reply.is_ephemeral)
    assert "counts for nothing" in public
    assert "The game was ended" in public


async def test_a_vote_of_most_people_ends_a_game(house):
    await house.start_with_people(3)
    host = house.table.host_id
    others = [person for person in house.people[:3] if int(person.id) != host]
    for number, person in enumerate(others, start=1):
        answer = await person.slash("mahjong end", channel=CHANNEL)
        said = await person.click(answer, custom_id=find_button(answer, Act.SURE_END).custom_id)
        if number == 1:
            assert texts_for(choose_language(person.user.locale)).say("end-voted", votes=1, needed=2) == said.text
    await house.settle()
    assert len(house.tables) == 0


@pytest.mark.parametrize(("name", "language"), [("小雪", "zh-CN"), ("老王", "zh-TW"), ("Maya", "en")])
async def test_help_and_balance_speak_the_persons_language(house, name, language):
    person = house.server.person(name)
    assert texts_for(language).say("help-title") in (await person.slash("help", channel=CHANNEL)).text
    said = (await person.slash("balance", channel=CHANNEL)).text
    assert said.splitlines()[0] == texts_for(language).say("balance-own", coins=1000)


async def test_public_messages_speak_the_servers_language_and_panels_the_persons(new_house):
    world = World.default()
    next(iter(world.guilds.values())).locale = "zh-TW"
    async with new_house(world=world) as house:
        lobby = await house.open_table()
        assert "麻將：哈爾濱" in lobby.text
        assert lobby.labels[0] == "入座"
        for _ in range(3):
            await house.people[0].click(lobby, "加電腦")
        await house.settle()
        await house.people[0].click(lobby, "開始")
        await house.settle()
        assert house.newest_public().labels == ["我的手牌"]
        assert "Refresh" in panel_of(house.people[0]).labels


async def test_commands_are_registered_with_names_in_all_languages(house):
    commands = {command["name"]: command for command in house.server.world.application.commands.values()}
    at_the_table = {"mahjong", "hand", "table", "waits", "auto", "words"}
    around = {
        "judge",
        "verify",
        "replay",
        "history",
        "balance",
        "daily",
        "coins",
        "leaderboard",
        "privacy",
        "profile",
        "season",
    }
    around |= {"tutorial", "settings", "help", "about"}
    assert set(commands) == at_the_table | around
    assert commands["mahjong"]["name_localizations"] == {"zh-CN": "麻将", "zh-TW": "麻將"}
    subs = {option["name"]: option for option in commands["mahjong"]["options"]}
    assert set(subs) == {"new", "join", "leave", "invite", "start", "end", "rules"}
    assert {option["name"] for option in subs["new"]["options"]} == {
        "rules",
        "options",
        "stake",
        "hands",
        "clock",
        "min_coins",
        "computers",
        "coins",
        "public",
    }


async def test_emojis_are_uploaded_once_and_found_again_at_the_next_start(tmp_path, new_house):
    world = World.default()
    async with new_house(world=world) as house:
        uploads = [
            request for request in house.server.requests if request.method == "POST" and "emojis" in request.path
        ]
        assert len(uploads) == 28
        await house.start_with_people(1)
        assert all(button.emoji for button in panel_of(house.people[0]).buttons if "|d|" in button.custom_id)
    async with new_house(world=world) as house:
        uploads = [
            request for request in house.server.requests if request.method == "POST" and "emojis" in request.path
        ]
        assert uploads == []
        assert len(house.bot.desk.panels.emojis) == 28


async def test_without_emojis_tiles_are_letters(house):
    house.bot.desk.panels.emojis = {}
    await house.start_with_people(1)
    tiles = [button for button in panel_of(house.people[0]).buttons if "|d|" in button.custom_id]
    assert all(button.emoji is None and button.label for button in tiles)


async def test_no_view_is_kept_so_none_can_expire_and_take_the_buttons_with_it(house):
    await house.start_with_people(1)
    assert house.bot.persistent_views == []
    store = house.bot._connection._view_store
    assert store._views == {}
    assert len(store._dynamic_items) == 1
