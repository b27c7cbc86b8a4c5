"""What a person does on the page becomes the frames of the protocol, and the answer is seen."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.sandbox.page_server import CHANNEL, EPHEMERAL, guild, page_stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser):
    async with page_stage(browser) as stage:
        yield stage


def buttons(*labels):
    """One row of buttons whose custom_ids are their labels in lower case."""
    return [{"type": 1, "components": [{"type": 2, "style": 1, "label": x, "custom_id": x.lower()} for x in labels]}]


def accepted(frame):
    return {"t": "result", "nonce": frame["nonce"], "ok": True, "error": None}


def refused(frame, error):
    return {"t": "result", "nonce": frame["nonce"], "ok": False, "error": error}


# Slash commands


async def test_a_slash_command_is_completed_by_keyboard_alone(stage):
    page = await stage.open()
    await page.keyboard.type("/")
    await expect(page.get_by_role("option")).to_have_count(4)
    await expect(page.get_by_role("option").first).to_contain_text("Open a table in this channel")
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("[role=option][aria-selected=true]")).to_contain_text("/mahjong join")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Tab")
    await expect(page.locator("#composer")).to_have_attribute("data-command", "mahjong new")
    await page.keyboard.type("rul")
    await page.keyboard.press("Enter")
    await page.keyboard.type("qi")
    await page.keyboard.press("Enter")
    await page.keyboard.type("stake:5")
    await page.keyboard.press("Enter")
    frame = await stage.server.wait_for("slash")
    assert frame["command_id"] == "700"
    assert frame["name"] == "mahjong"
    assert frame["channel_id"] == CHANNEL
    assert frame["options"] == [
        {
            "name": "new",
            "type": 1,
            "options": [{"name": "rules", "type": 3, "value": "qiqihar"}, {"name": "stake", "type": 4, "value": 5}],
        }
    ]
    await expect(page.locator("[data-composer=chat]")).to_be_focused()


async def test_a_name_typed_in_full_and_enter_twice_sends_the_command(stage):
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/mahjong join")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert (await stage.server.wait_for("slash"))["options"] == [{"name": "join", "type": 1, "options": []}]


async def test_a_pasted_command_line_becomes_fields(stage):
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/mahjong new rules:Harbin stake:7 private:True")
    await expect(page.locator("[data-option=rules]")).to_have_value("Harbin")
    await page.locator("[data-composer=send]").click()
    given = (await stage.server.wait_for("slash"))["options"][0]["options"]
    assert [(o["name"], o["value"]) for o in given] == [("rules", "harbin"), ("stake", 7), ("private", True)]


async def test_a_required_option_is_asked_for_and_a_wrong_value_is_not_sent(stage):
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/mahjong invite")
    await page.keyboard.press("Enter")
    player = page.locator("[data-option=player]")
    await expect(player).to_be_focused()
    await page.keyboard.type("nobody at all")
    await page.keyboard.press("Enter")
    await expect(player).to_have_attribute("aria-invalid", "true")
    await player.fill("bor")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert (await stage.server.wait_for("slash"))["options"][0]["options"] == [
        {"name": "player", "type": 6, "value": "102"}
    ]
    assert len([f for f in stage.server.received if f["t"] == "slash"]) == 1


async def test_a_number_outside_its_bounds_says_the_bound(stage):
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/mahjong new stake:101")
    await page.locator("[data-composer=send]").click()
    await expect(page.locator("#composer")).to_contain_text("At most 100")
    assert [f for f in stage.server.received if f["t"] == "slash"] == []


async def test_autocompletion_asks_the_bot_and_offers_what_it_answers(stage):
    def answer(frame, _who):
        if frame["t"] == "autocomplete":
            return [{"t": "choices", "nonce": frame["nonce"], "choices": [{"name": "How to win", "value": "win"}]}]
        return None

    stage.server.on_frame = answer
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/help topic:")
    await page.locator("[data-option=topic]").press_sequentially("wi")
    await expect(page.get_by_role("option", name="How to win")).to_be_visible()
    assert (await stage.server.wait_for("autocomplete"))["options"] == [
        {"name": "topic", "type": 3, "value": "wi", "focused": True}
    ]
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert (await stage.server.wait_for("slash"))["options"] == [{"name": "topic", "type": 3, "value": "win"}]


async def test_commands_are_named_in_the_persons_language(stage):
    stage.server.people[2]["locale"] = "zh-CN"
    page = await stage.open(3)
    await page.locator("[data-composer=chat]").fill("/")
    await expect(page.get_by_role("option").first).to_contain_text("/麻将 开桌")
    await page.locator("[data-composer=chat]").fill("/麻将 开")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    frame = await stage.server.wait_for("slash")
    assert (frame["name"], frame["options"][0]["name"]) == ("mahjong", "new")


async def test_a_command_without_an_answer_says_so_and_can_be_dismissed(stage):
    stage.server.on_frame = lambda frame, _who: (
        [refused(frame, "The application did not respond")] if frame["t"] == "slash" else None
    )
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/help")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-pending=failed]")).to_contain_text("The application did not respond")
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator("[data-pending]")).to_have_count(0)


async def test_plain_text_is_chat_and_a_refused_one_comes_back(stage):
    page = await stage.open()
    box = page.locator("[data-composer=chat]")
    await box.fill("hello")
    await box.press("Enter")
    assert (await stage.server.wait_for("chat"))["content"] == "hello"
    stage.server.on_frame = lambda frame, _who: [refused(frame, "Missing Permissions")]
    await box.fill("and again")
    await box.press("Enter")
    await expect(page.locator("#composer")).to_contain_text("Missing Permissions")
    await expect(box).to_have_value("and again")


# Components


async def test_a_button_is_busy_while_in_flight_is_sent_once_and_updates_in_place(stage):
    held = []
    stage.server.on_frame = lambda frame, _who: held.append(frame) or []
    message = await stage.server.post(stage.server.message("before", components=buttons("Join", "Leave")))
    page = await stage.open()
    join = page.get_by_role("button", name="Join")
    await page.evaluate("window.join = document.querySelector('[data-custom-id=join]')")
    await join.click()
    await expect(join).to_have_attribute("aria-busy", "true")
    await join.click()
    frame = await stage.server.wait_for("component")
    assert (frame["message_id"], frame["custom_id"], frame["component_type"]) == (message["id"], "join", 2)
    await stage.server.edit(message, content="after", components=buttons("Join", "Leave", "Start"))
    await stage.server.send(accepted(held[0]))
    await expect(page.get_by_role("button", name="Start")).to_be_visible()
    await expect(join).not_to_have_attribute("aria-busy", "true")
    assert await page.evaluate("document.querySelector('[data-custom-id=join]') === window.join")
    assert len(held) == 1


async def test_a_refused_click_says_so_under_its_message_until_the_next_change(stage):
    stage.server.on_frame = lambda frame, _who: [refused(frame, "This interaction failed")]
    message = await stage.server.post(stage.server.message("table", components=buttons("Join")))
    page = await stage.open()
    await page.get_by_role("button", name="Join").click()
    await expect(page.locator(".message .failure")).to_have_text("This interaction failed")
    await stage.server.edit(message, content="table again")
    await expect(page.locator(".message .failure")).to_have_count(0)


async def test_a_disabled_button_cannot_be_pressed_and_a_link_button_is_a_safe_link(stage):
    row = {
        "type": 1,
        "components": [
            {"type": 2, "style": 2, "label": "Off", "custom_id": "off", "disabled": True},
            {"type": 2, "style": 5, "label": "Rules", "url": "https://example.com/rules"},
        ],
    }
    stage.server.public.append(stage.server.message("x", components=[row]))
    page = await stage.open()
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    link = page.get_by_role("link", name="Rules")
    assert await link.get_attribute("href") == "https://example.com/rules"
    assert await link.get_attribute("rel") == "noopener noreferrer"


async def test_a_select_is_used_by_keyboard_and_sends_its_value(stage):
    options = [{"label": "1-2-3", "value": "low"}, {"label": "2-3-4", "value": "high"}]
    row = {"type": 1, "components": [{"type": 3, "custom_id": "chi", "placeholder": "Which run?", "options": options}]}
    stage.server.public.append(stage.server.message("chi", components=[row]))
    page = await stage.open()
    await page.locator("[data-custom-id=chi]").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    frame = await stage.server.wait_for("component")
    assert (frame["component_type"], frame["values"]) == (3, ["high"])
    await expect(page.locator("[data-custom-id=chi]")).to_contain_text("2-3-4")


async def test_a_user_select_of_several_is_confirmed_by_done(stage):
    row = {"type": 1, "components": [{"type": 5, "custom_id": "who", "min_values": 2, "max_values": 2}]}
    stage.server.public.append(stage.server.message("invite", components=[row]))
    page = await stage.open()
    await page.locator("[data-custom-id=who]").click()
    done = page.get_by_role("button", name="Done")
    await page.get_by_role("option", name="Boris").click()
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="Dilip").click()
    await done.click()
    assert (await stage.server.wait_for("component"))["values"] == ["102", "104"]


async def test_a_modal_is_filled_in_checked_and_sent_in_discords_form(stage):
    modal = {
        "t": "modal",
        "interaction_id": "77",
        "custom_id": "words",
        "title": "Your words",
        "components": [
            {
                "type": 1,
                "components": [{"type": 4, "custom_id": "line", "label": "Words", "style": 1, "min_length": 3}],
            },
            {
                "type": 18,
                "label": "City",
                "component": {"type": 3, "custom_id": "city", "options": [{"label": "Harbin", "value": "h"}]},
            },
        ],
    }
    stage.server.on_frame = lambda frame, _who: (
        [{**modal, "nonce": frame["nonce"]}] if frame["t"] == "component" else None
    )
    stage.server.public.append(stage.server.message("x", components=buttons("Mix")))
    page = await stage.open()
    await page.get_by_role("button", name="Mix").click()
    dialog = page.get_by_role("dialog", name="Your words")
    await dialog.locator("[data-field=line] input").fill("ab")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.locator("[data-field=line] .field-error")).to_have_text("At least 3 characters")
    await dialog.locator("[data-field=line] input").fill("abc")
    await dialog.locator("[data-field=city] .select").click()
    await page.get_by_role("option", name="Harbin").click()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_have_count(0)
    frame = await stage.server.wait_for("modal_submit")
    assert (frame["interaction_id"], frame["custom_id"]) == ("77", "words")
    assert frame["components"][0]["components"][0]["value"] == "abc"
    assert frame["components"][1]["component"]["values"] == ["h"]


async def test_a_game_is_played_by_keyboard_from_the_message_box_to_the_buttons_and_back(stage):
    message = await stage.server.post(
        stage.server.message("hand", flags=EPHEMERAL, components=buttons("One", "Two", "Three")), only="101"
    )
    page = await stage.open()
    await page.locator("[data-composer=chat]").focus()
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_role("button", name="One")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    assert (await stage.server.wait_for("component"))["custom_id"] == "three"
    # The pressed button goes: the focus stays among the rest.
    await stage.server.edit(message, only="101", components=buttons("One", "Two"))
    await expect(page.get_by_role("button", name="Three")).to_have_count(0)
    await expect(page.get_by_role("button", name="Two")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-composer=chat]")).to_be_focused()


async def test_roles_and_members_are_chosen_and_what_need_not_be_chosen_is_taken_back(stage):
    roles = [{"id": "77", "name": "Dealer", "color": 0xE67E22}]
    stage.server.places["guilds"] = [guild(roles=roles, members=[{"id": "101", "nick": None, "roles": []}])]
    rows = [
        {"type": 1, "components": [{"type": 6, "custom_id": "role", "placeholder": "Which role?"}]},
        {
            "type": 1,
            "components": [
                {"type": 7, "custom_id": "any", "min_values": 0, "default_values": [{"id": "77", "type": "role"}]}
            ],
        },
    ]
    stage.server.public.append(stage.server.message("x", components=rows))
    page = await stage.open()
    await page.get_by_role("button", name="Which role?").click()
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.get_by_role("option", name="@Dealer").click()
    assert (await stage.server.wait_for("component"))["values"] == ["77"]
    either = page.locator("[data-custom-id=any]")
    await expect(either).to_contain_text("@Dealer")
    await either.click()
    await expect(page.get_by_role("option")).to_have_count(2)
    await page.get_by_role("option", name="@Dealer").click()
    await expect(either).to_contain_text("Make a selection")
    assert (await stage.server.wait_for("component"))["values"] == []


async def test_a_form_takes_one_of_several_any_of_several_a_tick_and_files(stage):
    def label(text, **component):
        return {"type": 18, "label": text, "component": component}

    options = [{"label": "Slow", "value": "s"}, {"label": "Quick", "value": "q"}]
    modal = {
        "t": "modal",
        "interaction_id": "77",
        "custom_id": "table",
        "title": "Table",
        "components": [
            label("Speed", type=21, custom_id="speed", options=options),
            label("Extras", type=22, custom_id="extras", required=False, options=options),
            label("Watchers", type=23, custom_id="watchers", default=True),
            label("Picture", type=19, custom_id="picture"),
        ],
    }
    stage.server.on_frame = lambda frame, _who: (
        [{**modal, "nonce": frame["nonce"]}] if frame["t"] == "component" else None
    )
    stage.server.public.append(stage.server.message("x", components=buttons("Open")))
    page = await stage.open()
    await page.get_by_role("button", name="Open").click()
    dialog = page.get_by_role("dialog", name="Table")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.locator("[data-field=speed] .field-error")).to_have_text("This option is required")
    await expect(dialog.locator("[data-field=picture] .field-error")).to_have_text("This option is required")
    await dialog.get_by_role("radio", name="Quick").check()
    await dialog.get_by_role("checkbox", name="Slow").check()
    picture = {"name": "wall.png", "mimeType": "image/png", "buffer": b"12345"}
    await dialog.locator("input[type=file]").set_input_files([picture])
    await expect(dialog.locator(".upload-list")).to_contain_text("wall.png5 B")
    await dialog.get_by_role("button", name="Submit").click()
    sent = [each["component"] for each in (await stage.server.wait_for("modal_submit"))["components"]]
    assert [each.get("value", each.get("values")) for each in sent[:3]] == ["q", ["s"], True]
    assert len(sent[3]["values"]) == 1


async def test_a_command_takes_a_file_and_shows_only_where_it_is_offered(stage):
    option = {"type": 11, "name": "wall", "description": "A picture", "required": True}
    stage.server.commands = [
        {"id": "1", "type": 1, "name": "show", "description": "Show", "options": [option]},
        {"id": "2", "type": 1, "name": "elsewhere", "description": "Not here", "guild_id": "9"},
        {"id": "3", "type": 1, "name": "private", "description": "Not here", "contexts": [1]},
        {"id": "4", "type": 1, "name": "nobody", "description": "Not here", "default_member_permissions": "0"},
    ]
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("/")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.locator("[data-composer=send]").click()
    await expect(page.locator("#composer")).to_contain_text("wall: This option is required")
    await page.locator("[data-upload=wall]").set_input_files(
        [{"name": "w.txt", "mimeType": "text/plain", "buffer": b"w"}]
    )
    await expect(page.locator(".upload-list")).to_contain_text("w.txt")
    await page.locator("[data-composer=send]").click()
    (given,) = (await stage.server.wait_for("slash"))["options"]
    assert (given["type"], int(given["value"]) > 1000) == (11, True)
