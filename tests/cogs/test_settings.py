"""/settings: own ones for everybody, the server's for who manages it; each holds at once and after a restart."""

from io import BytesIO

import pytest
from PIL import Image

from cogs.choices import list_hand
from cogs.pictures import choose_theme
from cogs.presses import Act
from cogs.settings_panel import read_setting
from cogs.texts import texts_for
from engine.cities import preset_names
from host.preferences import FELTS, TILES, PersonPreferences, ServerPreferences
from render import JADE, THEMES, TILE_SETS, find_theme
from sandbox.model import Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of, play_step, press

QUIET = 1 << 12
"""Discord's flag of a message that notifies nobody."""


def find(reply, scope, name):
    """The select or switch of a setting."""
    for item in (*reply.selects, *reply.buttons):
        press = read_setting(item.custom_id or "")
        if press is not None and (press.scope, press.name) == (scope, name):
            return item
    raise AssertionError(name)


async def set_own(person, name, *values, channel=CHANNEL):
    return await change(person, await person.slash("settings", channel=channel), "person", name, *values)


async def set_server(person, name, *values, channel=CHANNEL):
    own = await person.slash("settings", channel=channel)
    return await change(person, await turn(person, own, "server"), "server", name, *values)


async def turn(person, reply, scope):
    return await person.click(reply, custom_id=find(reply, scope, "show").custom_id)


async def change(person, reply, scope, name, *values):
    """Choose in a select, or without values press the switch."""
    custom_id = find(reply, scope, name).custom_id
    if values:
        return await person.select(reply, custom_id, [value for value in values if value])
    return await person.click(reply, custom_id=custom_id)


def guild_of(house):
    return next(iter(house.server.world.guilds.values()))


def manager(house):
    """Who owns the server, and somebody who does not."""
    maya, ivan = house.people[:2]
    house.server.operator.set_owner(maya.user)
    return maya, ivan


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Your settings"), ("zh-CN", "您的设置"), ("zh-TW", "您的設定"), ("auto", "Your settings")],
)
async def test_a_person_reads_what_is_theirs_in_the_language_they_chose(house, language, said):
    maya = house.people[0]
    if language == "auto":
        await set_own(maya, "language", "zh-CN")
    reply = await set_own(maya, "language", language)
    assert reply.is_ephemeral
    assert said in reply.text
    assert said in (await maya.slash("settings", channel=CHANNEL)).text
    assert "Your settings" in (await house.people[1].slash("settings", channel=CHANNEL)).text


async def test_a_language_chosen_in_mid_play_changes_the_open_panel_and_outlives_a_restart(reopen):
    async with reopen() as house:
        await house.start_with_people(4)
        maya = house.people[0]
        assert "刷新" not in panel_of(maya).labels
        await set_own(maya, "language", "zh-CN")
        await house.settle()
        assert "刷新" in panel_of(maya).labels
    async with reopen() as house:
        await house.settle()
        maya = house.people[0]
        await play_step(house)
        await play_step(house)
        assert "刷新" in panel_of(maya).labels
        assert "刷新" not in panel_of(house.people[1]).labels


async def test_panels_of_settings_answer_after_a_restart_and_when_they_are_old(reopen):
    async with reopen() as house:
        maya, _ = manager(house)
        own = await maya.slash("settings", channel=CHANNEL)
        server = await turn(maya, await maya.slash("settings", channel=CHANNEL), "server")
    async with reopen(later=3600) as house:
        maya, _ = manager(house)
        assert (await change(maya, own, "person", "confirm")).id == own.id
        assert (await change(maya, server, "server", "quiet")).id == server.id
        assert house.bot.preferences.of_person(int(maya.id)).confirm
        assert house.bot.preferences.of_server(int(guild_of(house).id)).quiet


async def test_a_switch_pressed_twice_does_what_it_said_once(house):
    maya = house.people[0]
    shown = await maya.slash("settings", channel=CHANNEL)
    first = find(shown, "person", "confirm").custom_id
    for _ in range(2):
        await maya.click(shown, custom_id=first, stale=True)
        assert house.bot.preferences.of_person(int(maya.id)).confirm


async def test_the_servers_settings_are_for_who_manages_it_at_the_time_of_the_press(house):
    _, other = manager(house)
    assert not [b for b in (await other.slash("settings", channel=CHANNEL)).buttons if "|server|" in b.custom_id]
    role = house.server.operator.create_role("boss", Permissions.MANAGE_GUILD)
    house.server.operator.give_role(other.user, role)
    panel = await turn(other, await other.slash("settings", channel=CHANNEL), "server")
    assert "Settings of this server" in panel.text
    house.server.operator.take_role(other.user, role)
    answer = await change(other, panel, "server", "quiet")
    assert "**Manage Server**" in answer.text
    assert answer.id != panel.id
    assert not house.bot.preferences.of_server(int(guild_of(house).id)).quiet


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Settings of this server"), ("zh-CN", "本服务器的设置"), ("zh-TW", "本伺服器的設定")]
)
async def test_the_servers_settings_speak_the_language_of_who_changes_them(house, language, said):
    owner, _ = manager(house)
    await set_own(owner, "language", language)
    panel = await set_server(owner, "stake", "1000")
    assert said in panel.text
    names = [option["label"] for option in find(panel, "server", "rules").options]
    assert names == [texts_for(language).say(f"rules-{preset}") for preset in preset_names()]
    assert find(panel, "server", "stake").options[-1]["default"]


async def test_the_servers_language_is_that_of_public_messages(house):
    owner, _ = manager(house)
    lobby = await house.open_table()
    await set_server(owner, "language", "zh-TW")
    await house.settle()
    assert "入座" in lobby.refresh().labels


async def test_a_new_table_is_as_the_server_wants_it_unless_it_is_opened_otherwise(house):
    owner, _ = manager(house)
    for name, value in (("rules", "qiqihar"), ("stake", "20"), ("hands", "none"), ("clock", "relaxed")):
        await set_server(owner, name, value)
    await house.open_table(owner)
    table = house.table
    assert (table.rules.city, table.rules.stake) == ("qiqihar", 20)
    assert (table.snapshot(None).settings.hands, table.snapshot(None).settings.discard_seconds) == (None, 60)
    await table.close("ended")
    await house.open_table(owner, rules="mudanjiang", stake=5, hands="4", clock="normal")
    table = house.table
    assert (table.rules.city, table.rules.stake) == ("mudanjiang", 5)
    assert (table.snapshot(None).settings.hands, table.snapshot(None).settings.discard_seconds) == (4, 20)


async def test_tables_open_only_where_the_server_allows_and_in_threads_there(house):
    owner, _ = manager(house)
    operator = house.server.operator
    hall = operator.create_channel("hall")
    await set_server(owner, "channels", hall.id)
    refused = await owner.slash("mahjong new", channel=CHANNEL)
    assert f"<#{hall.id}>" in refused.text
    assert len(house.tables) == 0
    thread = operator.create_thread("hall", "corner", by=owner.user)
    await owner.slash("mahjong new", channel=thread)
    await house.settle()
    assert house.table.channel_id == int(thread.id)
    await house.table.close("ended")
    operator.delete_channel(hall)
    refused = await owner.slash("mahjong new", channel=CHANNEL)
    assert "`/settings`" in refused.text
    reply = await set_server(owner, "channels", "")
    assert "Everywhere" in find(reply, "server", "channels").placeholder
    await house.open_table(owner)


CALL = "it is your turn"


@pytest.mark.parametrize("choice", ["nobody", "person", "server", "quiet"])
async def test_who_does_not_want_to_be_called_is_not(house, choice):
    owner, _ = manager(house)
    await house.start_with_people(4)
    turn_of = next(person for person in house.people if house.shot(person).view.turn == house.seat_of(person))
    if choice == "person":
        await set_own(turn_of, "pings")
    elif choice != "nobody":
        await set_server(owner, "pings" if choice == "server" else "quiet")
    for panel in house.bot.desk.panels._panels.values():
        panel.kept = None
    await house.advance(15)
    calls = [reply for reply in owner.messages(CHANNEL) if CALL in reply.text]
    assert len(calls) == (choice == "nobody")


async def test_in_quiet_mode_messages_come_without_a_sound(house):
    owner, _ = manager(house)
    assert not (await house.open_table()).flags & QUIET
    await house.table.close("ended")
    await set_server(owner, "quiet")
    assert (await house.open_table()).flags & QUIET


async def test_a_discard_is_asked_once_more_if_one_wants_it_so(house):
    await house.start_with_people(4)
    person = next(person for person in house.people if house.shot(person).decision is not None)
    seat, place = house.seat_of(person), 3
    await set_own(person, "language", "en")
    await set_own(person, "confirm")
    asked = await press(person, Act.DISCARD, place)
    tile = list_hand(house.shot(person).view.own)[place]
    assert "Really discard" in asked.text
    assert house.shot(person).view.turn == seat
    assert find_button(await press(person, Act.BACK), Act.SURE_DISCARD) is None
    await press(person, Act.DISCARD, place)
    await press(person, Act.SURE_DISCARD, place)
    await house.settle()
    assert house.shot(person).view.seats[seat].river[-1].tile == tile


async def test_a_discard_that_was_asked_about_but_is_no_longer_possible_is_not_offered(house):
    await house.start_with_people(4)
    person = next(person for person in house.people if house.shot(person).decision is not None)
    await set_own(person, "confirm")
    await press(person, Act.DISCARD, 0)
    await house.advance(60)
    assert find_button(panel_of(person), Act.SURE_DISCARD) is None


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "on a server only"), ("zh-CN", "有我的频道"), ("zh-TW", "有我的頻道")]
)
async def test_in_a_direct_message_commands_work_or_say_where_to_go(house, locale, said):
    maya = house.people[0]
    house.server.operator.set_locale(maya.user, locale)
    for command in (
        "hand",
        "table",
        "mahjong join",
        "mahjong new",
        "leaderboard",
        "profile",
        "season list",
        "balance",
        "daily",
        "waits",
        "auto",
        "verify",
    ):
        answer = await maya.slash(command, channel=maya.dm())
        assert said in answer.text, command
        assert "/mahjong" in answer.text or "/麻" in answer.text
    for command in ("help", "about", "settings", "tutorial", "mahjong rules", "privacy export", "privacy delete"):
        assert said not in (await maya.slash(command, channel=maya.dm())).text, command
    own = await maya.slash("settings", channel=maya.dm())
    assert len([button for button in own.buttons if "|server|" in button.custom_id]) == 0
    await set_own(maya, "confirm", channel=maya.dm())
    assert house.bot.preferences.of_person(int(maya.id)).confirm


def colours_of(reply):
    """The colours of a message's first picture."""
    picture = Image.open(BytesIO(reply.attachments[0].content)).convert("RGB")
    return {colour for _, colour in picture.getcolors(1 << 16)}


def test_the_looks_on_offer_are_those_that_pictures_have():
    assert set(TILES) == set(TILE_SETS)
    assert set(FELTS) == set(THEMES)
    defaults = PersonPreferences()
    assert choose_theme(defaults) is choose_theme(ServerPreferences()) is JADE


async def test_a_persons_look_is_that_of_their_own_pictures_at_once_and_of_nobody_elses(house):
    await house.start_with_people(4)
    maya, ivan = house.people[:2]
    others = [panel_of(ivan).attachments[0].content, house.newest_public().attachments[0].content]
    await set_own(maya, "felt", "night")
    await set_own(maya, "tiles", "contrast")
    await house.settle()
    look = find_theme("night", "contrast")
    assert {look.felt, look.face, look.back} <= colours_of(panel_of(maya))
    assert JADE.face not in colours_of(panel_of(maya))
    assert [panel_of(ivan).attachments[0].content, house.newest_public().attachments[0].content] == others
    assert look.felt in colours_of(await maya.slash("tutorial", channel=CHANNEL))
    assert look.felt in colours_of(await maya.slash("judge", channel=CHANNEL, options={"hand": "123m456p789s555m7z"}))


async def test_a_servers_look_is_that_of_its_tables_at_once(house):
    owner, _ = manager(house)
    await house.start_with_people(4)
    own = panel_of(owner).attachments[0].content
    await set_server(owner, "felt", "night")
    await set_server(owner, "tiles", "traditional")
    await house.settle()
    look = find_theme("night", "traditional")
    assert {look.felt, look.back} <= colours_of(house.newest_public())
    assert panel_of(owner).attachments[0].content == own
