"""The page shows what the server tells it: messages, people, reconnecting, any width."""

import asyncio
import re

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.sandbox.page_server import BOT, CHANNEL, EPHEMERAL, LOADING, V2, guild, page_stage, person, png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HOSTILE = [
    "<script>window.hacked = 1</script>",
    "\u202e\u05e9\u05dc\u05d5\u05dd\u202c <img src=x onerror=window.hacked=1>",
    "\U0001f004" * 32,
    "a\u0300\u0301\u0302\u0303" * 20,
]


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser):
    async with page_stage(browser) as stage:
        yield stage


def table(stage, name="table.png", **more):
    """A message with a picture, as a bot's table is."""
    attachment = {
        "id": "1",
        "filename": name,
        "url": f"/cdn/{name}",
        "content_type": "image/png",
        "width": 400,
        "height": 300,
        "description": "East has 13 tiles",
        "size": 900,
    }
    return stage.server.message("The table", attachments=[attachment], **more)


async def test_the_page_loads_without_a_console_error_and_an_empty_channel_says_how_to_begin(stage):
    page = await stage.open()
    await expect(page.locator(".welcome")).to_contain_text("Type / to see commands, or press Play")
    await page.locator("[data-action=play]").click()
    await expect(page.locator("#composer")).to_have_attribute("data-command", "mahjong new")


async def test_a_channel_that_comes_or_goes_is_shown_without_a_reload(stage):
    page = await stage.open()
    hello = stage.server.hello(stage.server.people[0]["id"])
    (guild,) = hello["guilds"]
    channels = [*guild["channels"], {"id": "503", "name": "late", "type": 0, "parent_id": None}]
    await stage.server.send({"t": "emojis", "emojis": []})
    await stage.server.send({"t": "guilds", "guilds": [{**guild, "channels": channels}]})
    await expect(page.locator("[data-channel-id='503']")).to_contain_text("late")
    await stage.server.send({"t": "guilds", "guilds": [{**guild, "channels": channels[1:]}]})
    await expect(page.locator("[data-channel-id='500']")).to_have_count(0)
    await expect(page.locator(".welcome")).to_contain_text("lounge")


async def test_names_and_messages_with_markup_are_shown_as_text(stage):
    stage.server.people = [person(n + 1, name) for n, name in enumerate(HOSTILE)]
    for who in stage.server.people:
        used = {"id": "1", "type": 2, "name": "help", "user": who}
        stage.server.public.append(
            stage.server.message(
                who["global_name"] + " **<b onclick=x>bold</b>**", author=who, interaction_metadata=used
            )
        )
    page = await stage.open()
    for who in stage.server.people:
        row = page.locator(f".message[data-author-id='{who['id']}']")
        assert await row.locator(".author").text_content() == who["global_name"]
        assert who["global_name"] in await row.locator(".text").text_content()
        assert await row.locator(".text strong").text_content() == "<b onclick=x>bold</b>"
        assert await row.locator(".used-name").text_content() == who["global_name"]
    assert await page.evaluate("window.hacked") is None
    assert await page.locator(".message b, .message script, .message img[src=x]").count() == 0
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_an_ephemeral_message_is_marked_and_only_its_person_sees_it(stage):
    message = stage.server.message("thirteen tiles", flags=EPHEMERAL)
    anna, boris = await stage.open(1), await stage.open(2)
    await stage.server.post(message, only="101")
    await expect(anna.locator("[data-ephemeral]")).to_contain_text("Only you can see this")
    await stage.server.post(stage.server.message("for all"))
    await expect(boris.locator("#list")).to_contain_text("for all")
    await expect(boris.locator("#list")).not_to_contain_text("thirteen tiles")
    await anna.get_by_role("button", name="Dismiss message").click()
    await expect(anna.locator("#list")).not_to_contain_text("thirteen tiles")
    assert (await stage.server.wait_for("dismiss"))["message_id"] == message["id"]
    await stage.server.edit(message, only="101", content="edited tiles")
    await stage.server.post(stage.server.message("for all again"))
    await expect(anna.locator("#list")).to_contain_text("for all again")
    await expect(anna.locator("#list")).not_to_contain_text("edited tiles")


async def test_switching_the_person_shows_their_own_ephemeral_messages_and_not_those_of_the_one_before(stage):
    for who in ("101", "102"):
        await stage.server.post(stage.server.message(f"hand of {who}", flags=EPHEMERAL), only=who)
    page = await stage.open(1)
    await expect(page.locator("#list")).to_contain_text("hand of 101")
    await page.get_by_role("radio", name="Boris").click()
    await expect(page.locator("#list")).to_contain_text("hand of 102")
    await expect(page.locator("#list")).not_to_contain_text("hand of 101")
    await expect(page.get_by_role("radio", name="Boris")).to_have_attribute("aria-checked", "true")
    assert "as=user2" in page.url


async def test_a_message_for_somebody_not_in_front_is_counted_on_their_picture(stage):
    page = await stage.open(1)
    await stage.server.post(stage.server.message("your turn <@102>", mentions=[stage.server.people[1]]))
    await expect(page.locator("[data-person='102'] .badge")).to_have_text("1")
    await page.locator("[data-person='102']").click()
    await expect(page.locator("[data-me='102']")).to_be_attached()
    await expect(page.locator("[data-person='102'] .badge")).to_have_count(0)


async def test_an_edit_keeps_the_elements_and_shows_the_new_picture_only_once_it_is_decoded(stage):
    stage.server.pictures["table.png"] = png((0, 90, 60))
    stage.server.pictures["later.png"] = png((90, 30, 30))
    message = await stage.server.post(table(stage))
    page = await stage.open()
    image = page.get_by_alt_text("East has 13 tiles")
    await expect(image).to_be_visible()
    await page.evaluate(
        "window.row = document.querySelector('.message');window.image = window.row.querySelector('.picture img')"
    )
    await page.evaluate(
        "window.blank = 0; new MutationObserver(() => { if (!window.image.naturalWidth) window.blank += 1; })"
        ".observe(window.row, {subtree: true, childList: true, attributes: true})"
    )
    changed = table(stage, "later.png")["attachments"]
    await stage.server.edit(
        message, content="South's turn", attachments=changed, edited_timestamp="2026-08-01T12:00:05+00:00"
    )
    await expect(page.locator(".message .picture img")).to_have_attribute("src", "/cdn/later.png")
    await expect(page.locator(".message")).to_contain_text("South's turn (edited)")
    assert await page.evaluate("document.querySelector('.message') === window.row")
    assert await page.evaluate("document.querySelector('.message .picture img') === window.image")
    assert await page.evaluate("window.blank") == 0


async def test_a_press_on_a_picture_enlarges_it_and_it_follows_edits(stage):
    stage.server.pictures["table.png"] = png((0, 90, 60))
    stage.server.pictures["later.png"] = png((90, 30, 30))
    message = await stage.server.post(table(stage))
    page = await stage.open()
    await page.locator(".message .picture").click()
    await expect(page.locator("[data-lightbox] img")).to_be_visible()
    await expect(page.locator("[data-lightbox]")).to_contain_text("East has 13 tiles")
    await stage.server.edit(message, attachments=table(stage, "later.png")["attachments"])
    await expect(page.locator("[data-lightbox] img")).to_have_attribute("src", "/cdn/later.png")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-lightbox]")).to_have_count(0)


async def test_a_deleted_message_goes_and_a_deferred_one_says_that_the_bot_is_thinking(stage):
    page = await stage.open()
    message = await stage.server.post(stage.server.message(flags=LOADING))
    await expect(page.locator(".message")).to_contain_text("Table Keeper is thinking…")
    await stage.server.edit(message, flags=0, content="here")
    await expect(page.locator(".message")).not_to_contain_text("thinking")
    stage.server.public.clear()
    await stage.server.send({"t": "message_delete", "channel_id": CHANNEL, "id": message["id"]})
    await expect(page.locator(".message")).to_have_count(0)


async def test_a_lost_connection_is_shown_and_mended_and_what_was_missed_is_there(stage):
    page = await stage.open()
    await page.locator("[data-composer=chat]").fill("half a thought")
    await stage.server.hang_up()
    await stage.server.post(stage.server.message("said meanwhile"))
    await expect(page.locator("#list")).to_contain_text("said meanwhile")
    await expect(page.locator("#banner")).to_be_hidden()
    await stage.server.stop()
    await expect(page.locator("#banner")).to_contain_text("Reconnecting")
    await stage.server.start(stage.server.port)
    await expect(page.locator("#banner")).to_be_hidden()
    await expect(page.locator("[data-composer=chat]")).to_have_value("half a thought")


async def test_an_offline_bot_is_told(stage):
    page = await stage.open()
    await stage.server.send({"t": "bot", "online": False})
    await expect(page.locator("#banner")).to_contain_text("The bot is offline")
    await stage.server.send({"t": "bot", "online": True})
    await expect(page.locator("#banner")).to_be_hidden()


async def test_new_messages_keep_the_bottom_in_view_unless_one_has_scrolled_up(stage):
    for n in range(60):
        stage.server.public.append(stage.server.message(f"line {n}", author=stage.server.people[n % 4]))
    page = await stage.open()
    await stage.server.post(stage.server.message("the newest"))
    await expect(page.get_by_text("the newest")).to_be_in_viewport()
    await page.locator("#log").evaluate("log => { log.scrollTop = 200; }")
    await expect(page.locator("#jump")).to_be_visible()
    await stage.server.post(stage.server.message("another"))
    await expect(page.locator("#jump")).to_contain_text("1 new message")
    await expect(page.get_by_text("another")).not_to_be_in_viewport()
    await page.locator("#jump").click()
    await expect(page.get_by_text("another")).to_be_in_viewport()
    await expect(page.locator("#jump")).to_be_hidden()


async def test_on_a_phone_nothing_scrolls_sideways_and_buttons_are_as_large_as_a_thumb(stage):
    buttons = [{"type": 2, "style": 2, "label": f"{n} dots", "custom_id": f"b{n}"} for n in range(5)]
    stage.server.pictures["table.png"] = png((0, 90, 60), (800, 600))
    stage.server.public.append(table(stage, components=[{"type": 1, "components": buttons}]))
    stage.server.public.append(stage.server.message("w" * 300 + "\n```\n" + "x" * 300 + "\n```"))
    stage.server.public.append(
        stage.server.message(
            flags=V2,
            components=[
                {
                    "type": 17,
                    "components": [
                        {"type": 10, "content": "y" * 200},
                        {"type": 12, "items": [{"media": {"url": "/cdn/table.png"}}]},
                    ],
                },
            ],
        )
    )
    page = await stage.open(phone=True)
    for width in (360, 390, 430):
        await page.set_viewport_size({"width": width, "height": 800})
        for selector in ("document.documentElement", "document.querySelector('#log')"):
            assert await page.evaluate(f"{selector}.scrollWidth <= {selector}.clientWidth"), (width, selector)
    for button in await page.locator(".message .button").all():
        box = await button.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 44
    await expect(page.locator("#sidebar")).to_be_hidden()
    await page.locator("#menu").click()
    await expect(page.locator("#sidebar")).to_be_visible()
    await page.locator("[data-channel-id='501']").click()
    await expect(page.locator("#channel-name")).to_have_text("lounge")
    await expect(page.locator("#sidebar")).to_be_hidden()


async def test_the_theme_follows_the_system_and_can_be_chosen(stage):
    page = await stage.open(color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(background)
    await page.locator("[data-theme-toggle]").click()
    dark = await page.evaluate(background)
    assert light != dark
    await page.reload()
    assert await page.evaluate(background) == dark
    # Back at the system's theme the page follows the system again.
    await page.locator("[data-theme-toggle]").click()
    assert await page.evaluate(background) == light
    await page.emulate_media(color_scheme="dark")
    assert await page.evaluate(background) == dark


async def test_markdown_is_discords(stage):
    stage.server.public.append(
        stage.server.message(
            "# Big\n- one\n  - two\n> said\n**b** *i* __u__ ~~s~~ `c` ||hidden|| \\*no\\* "
            "<@102> <#501> [site](https://example.com/a_b) <:tile:5> https://discord.com/channels/1/502/7\n"
            "<t:32503680000:R> javascript:alert(1) [x](javascript:alert)"
        )
    )
    stage.server.pictures["emojis/5.png"] = png((9, 9, 9), (16, 16))
    page = await stage.open()
    text = page.locator(".message .text")
    await expect(text.get_by_role("heading")).to_have_text("Big")
    for tag, content in {
        "li li": "two",
        "blockquote": "said",
        "strong": "b",
        "em": "i",
        "u": "u",
        "s": "s",
        "code": "c",
    }.items():
        await expect(text.locator(tag)).to_have_text(content)
    await expect(text.locator("[data-user='102']")).to_have_text("@Boris")
    await expect(text.locator("[data-channel='501']")).to_have_text("#lounge")
    await expect(text.locator("[data-channel='502'][data-target='7']")).to_have_text("#table 2 › 💬")
    await expect(text.locator("time")).to_contain_text("in ")
    assert await text.locator("img.emoji").get_attribute("alt") == ":tile:"
    assert [await a.get_attribute("href") for a in await text.locator("a").all()] == ["https://example.com/a_b"]
    assert "*no*" in await text.text_content()
    hidden = text.locator(".spoiler > span")
    await expect(hidden).not_to_be_visible()
    await text.locator(".spoiler").click()
    await expect(hidden).to_be_visible()


async def test_a_relative_time_counts_down(stage):
    page = await stage.open()
    now = await page.evaluate("Math.floor(Date.now() / 1000)")
    await stage.server.post(stage.server.message(f"until <t:{now + 50}:R>"))
    first = await page.locator(".message time[data-relative]").text_content()
    await expect(page.locator(".message time[data-relative]")).not_to_have_text(first)


async def test_four_windows_of_four_people_update_live(stage):
    pages = await asyncio.gather(*(stage.open(n) for n in (1, 2, 3, 4)))
    for n, page in enumerate(pages):
        await page.locator("[data-composer=chat]").fill(f"hello from {n}")
        await page.locator("[data-composer=chat]").press("Enter")
    said = [f for f in stage.server.received if f["t"] == "chat"]
    while len(said) < 4:
        await stage.server.arrived.wait()
        stage.server.arrived.clear()
        said = [f for f in stage.server.received if f["t"] == "chat"]
    assert sorted(f["content"] for f in said) == [f"hello from {n}" for n in range(4)]
    await stage.server.post(stage.server.message("deal!", author=BOT))
    for page in pages:
        await expect(page.locator("#list")).to_contain_text("deal!")


async def test_servers_threads_and_direct_messages_are_where_discord_has_them(stage):
    main = guild(
        has_bot=True,
        roles=[{"id": "77", "name": "Dealer", "color": 0xE67E22}],
        members=[{"id": "101", "nick": "Anna of the East", "roles": ["77"]}, {"id": "900", "nick": None, "roles": []}],
    )
    main["channels"] += [
        {"id": "503", "name": "Tables", "type": 4, "parent_id": None},
        {"id": "504", "name": "table-1", "type": 0, "parent_id": "503", "permissions": "1024"},
        {"id": "505", "name": "over", "type": 11, "parent_id": CHANNEL, "archived": True, "locked": True},
    ]
    away = {"id": "3", "name": "Far Away", "unavailable": True, "channels": []}
    empty = {"id": "2", "name": "No Bot", "has_bot": False, "channels": [{"id": "600", "name": "hall", "type": 0}]}
    direct = {"id": "700", "name": "Table Keeper", "type": 1, "parent_id": None}
    stage.server.places = {"guilds": [main, empty, away], "dms": [direct]}
    stage.server.public.append(stage.server.message("to <@&77>", author=stage.server.people[0], mention_roles=["77"]))
    page = await stage.open()
    row = page.locator(".message")
    await expect(row.locator(".author")).to_have_text("Anna of the East")
    await expect(row.locator(".author")).to_have_css("color", "rgb(230, 126, 34)")
    await expect(row.locator(".mention")).to_have_text("@Dealer")
    await expect(row).to_have_class(re.compile("mentions-me"))
    threads = page.locator(".threads [data-channel-id]")
    assert await threads.evaluate_all("all => all.map(one => one.dataset.channelId)") == ["502", "505"]
    await expect(page.locator("[data-channel-id='505']")).to_have_accessible_name(re.compile("over.*Locked"))
    await page.locator("[data-channel-id='504']").click()
    await expect(page.locator("[data-composer=chat]")).to_have_attribute(
        "placeholder", re.compile("not have permission")
    )
    await expect(page.locator("[data-composer=chat]")).not_to_be_editable()
    await page.get_by_role("button", name="No Bot").click()
    await expect(page.locator("#banner")).to_have_text("The bot is not in this server.")
    await expect(page.locator("[data-composer=chat]")).to_have_attribute("placeholder", "Message #hall as Anna")
    far = page.get_by_role("button", name="Far Away, unavailable")
    await expect(far).to_have_attribute("aria-disabled", "true")
    await page.get_by_role("button", name="Direct messages").click()
    await expect(page.locator(".welcome")).to_contain_text("Messages with Table Keeper")
    message = stage.server.message("elsewhere")
    await stage.server.send({"t": "message_create", "message": message})
    await expect(page.get_by_role("button", name="Mahjong Night, 1 unread")).to_be_visible()


async def test_what_a_spoiler_hides_is_out_of_reach_until_it_is_revealed_and_stays_so_through_edits(stage):
    def hidden(text):
        button = {"type": 2, "style": 1, "label": "Inside", "custom_id": "inside"}
        inside = [{"type": 10, "content": text}, {"type": 1, "components": [button]}]
        return [{"type": 17, "spoiler": True, "components": inside}]

    message = await stage.server.post(stage.server.message(flags=V2, components=hidden("secret")))
    page = await stage.open()
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_role("button", name="Spoiler")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("button", name="Inside")).not_to_be_focused()
    await page.get_by_role("button", name="Spoiler").press("Enter")
    await expect(page.get_by_role("button", name="Inside")).to_be_focused()
    await stage.server.edit(message, components=hidden("told"))
    await expect(page.locator(".container")).to_contain_text("told")
    await page.get_by_role("button", name="Inside").click()
    assert (await stage.server.wait_for("component"))["custom_id"] == "inside"


async def test_times_go_by_the_servers_clock(stage):
    page = await stage.open()
    now = await page.evaluate("Math.floor(Date.now() / 1000)")
    await stage.server.post(stage.server.message(f"until <t:{now + 7200}:R>"))
    await expect(page.locator(".message time[data-relative]")).to_have_text("in 1 hour")
    await stage.server.send({"t": "clock", "now": now + 7000})
    await expect(page.locator(".message time[data-relative]")).to_have_text("in 3 minutes")


async def test_who_writes_is_named_until_they_have_written(stage):
    page = await stage.open()
    foot = page.locator("#composer [aria-live]")
    for writer, told in (("102", "Boris is typing…"), ("104", "Boris and Dilip are typing…")):
        await stage.server.send({"t": "typing", "channel_id": CHANNEL, "user_id": writer})
        await expect(foot).to_have_text(told)
    await stage.server.post(stage.server.message("done", author=stage.server.people[1]))
    await expect(foot).to_have_text("Dilip is typing…")
    await page.locator("[data-composer=chat]").fill("me too")
    assert (await stage.server.wait_for("typing"))["channel_id"] == CHANNEL
