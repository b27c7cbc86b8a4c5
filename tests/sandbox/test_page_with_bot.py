"""The page on the real local Discord with a real discord.py bot: four people in four windows."""

import asyncio

import pytest
import pytest_asyncio
from playwright.async_api import expect

from sandbox import LocalDiscord, ManualClock, World
from tests.chromium import DESKTOP, PHONE, open_page
from tests.sandbox.bare_bot import BareBot, run_bot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def server(conformity):
    """A local Discord in the loop that the browser runs in."""
    async with LocalDiscord(World.default(), clock=ManualClock(), validator=conformity) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def bot(server):
    """A running bot."""
    async with run_bot(server, BareBot()) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser, server, bot):
    """Open a window for a person by name; no window may have had a console message at the end."""
    opened = []

    async def open_window(name, viewport=DESKTOP, **options):
        context = await browser.new_context(viewport=viewport, **options)
        user = server.world.find_person(name)
        page, troubles = await open_page(context, f"{server.url}/?as={user.username}")
        opened.append((context, troubles))
        await page.locator(f"[data-me='{user.id}']").wait_for(state="attached")
        return page

    yield open_window
    for context, _ in opened:
        await context.close()
    assert [troubles for _, troubles in opened] == [[] for _ in opened]


async def send(page, command, *then):
    """Send a command by keyboard alone: its name, Enter, whatever its fields need, Enter."""
    await page.locator("[data-composer=chat]").fill(command)
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer")).to_have_attribute("data-mode", "command")
    for text in then:
        await page.keyboard.type(text)
        await expect(page.get_by_role("option", name=text)).to_be_visible()
        await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def test_four_windows_follow_a_table_that_each_of_them_presses(windows):
    names = ("Maya", "Ivan", "小雪", "老王")
    pages = await asyncio.gather(*(windows(name) for name in names))
    await send(pages[0], "/mahjong table", "qiqihar")
    for count, page in enumerate(pages):
        button = page.get_by_role("button", name=f"Count {count}")
        await expect(page.locator(".message").last).to_contain_text(
            "qiqihar for 1" if count == 0 else f"counted {count}"
        )
        await button.click()
        await expect(page.get_by_role("button", name=f"Count {count + 1}")).to_be_visible()
    for page in pages:
        await expect(page.locator(".message").last).to_contain_text("counted 4")
        await expect(page.locator(".message")).to_have_count(1)
        loaded = "image => image.complete && image.naturalWidth > 0"
        assert await page.locator(".message .picture img").evaluate(loaded)
    await expect(pages[0].locator(".used")).to_contain_text("Maya used /mahjong table")


async def test_a_hand_is_for_the_one_who_asked_and_survives_a_reload(windows):
    maya, ivan = await windows("Maya", PHONE), await windows("Ivan")
    await send(maya, "/mahjong hand")
    hand = maya.locator("[data-ephemeral]")
    await expect(hand.get_by_role("heading")).to_have_text("Your hand")
    await expect(hand).to_contain_text("Only you can see this")
    await expect(hand.get_by_alt_text("one red dragon").first).to_be_visible()
    await expect(hand.get_by_role("link", name="hand.png")).to_be_visible()
    assert await maya.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await maya.reload()
    await expect(hand.get_by_role("button", name="Discard")).to_be_visible()
    await send(ivan, "/choose")
    await expect(ivan.locator(".message")).to_have_count(1)
    await expect(ivan.locator("#list")).not_to_contain_text("Your hand")


async def test_a_select_a_form_and_a_deferred_answer_go_the_whole_way(windows):
    page = await windows("Maya")
    await send(page, "/choose")
    await page.locator("[data-component=select]").click()
    await page.get_by_role("option", name="mudanjiang").click()
    await expect(page.locator(".message").last).to_contain_text("chose mudanjiang")
    await send(page, "/words")
    form = page.get_by_role("dialog", name="Your words")
    await form.get_by_label("Words").fill("east wind")
    await form.locator("[data-field=city] .select").click()
    await page.get_by_role("option", name="Qiqihar").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(page.locator(".message").last).to_contain_text("east wind in Qiqihar")
    await send(page, "/think")
    await expect(page.locator(".message").last).to_contain_text("more")


async def test_a_bot_that_says_nothing_in_three_seconds_did_not_respond(windows, server, bot):
    page = await windows("Maya")
    await send(page, "/silent")
    await bot.heard("silent")
    await expect(page.locator("[data-pending=sending]")).to_contain_text("Sending command")
    server.clock.advance(3.1)
    await expect(page.locator("[data-pending=failed]")).to_contain_text("The application did not respond")


async def test_a_person_reads_commands_in_their_language(windows):
    page = await windows("小雪")
    await page.locator("[data-composer=chat]").fill("/麻将")
    await expect(page.get_by_role("option").first).to_contain_text("/麻将 ")


HOSTILE = {
    "Maya": "<script>alert(1)</script>",
    "Ivan": "\u202eשלום\u200f \u2067<img src=x onerror=alert(2)>",
    "小雪": "\U0001f004" * 32,
    "老王": "\u200b\u200d\u2060\u3164",
}


async def test_whatever_people_are_called_they_play_and_the_page_stays_whole(server, bot, windows):
    people = {name: server.world.find_person(name) for name in HOSTILE}
    for name, user in people.items():
        user.global_name = HOSTILE[name]
    pages = {
        name: await windows(user, PHONE if name in ("Ivan", "小雪") else DESKTOP, color_scheme=scheme)
        for (name, user), scheme in zip(people.items(), ("dark", "light", "dark", "light"), strict=True)
    }
    dialogs = []
    for page in pages.values():
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    await send(pages["Maya"], "/mahjong table", "harbin")
    for count, name in enumerate(HOSTILE):
        page = pages[name]
        await page.get_by_role("button", name=f"Count {count}").click()
        await expect(page.get_by_role("button", name=f"Count {count + 1}")).to_be_visible()
        await page.locator("[data-composer=chat]").fill(f"{HOSTILE[name]} said it, <@{people['Ivan'].id}>")
        await page.locator("[data-composer=send]").click()
    for page in pages.values():
        await expect(page.locator(".message")).to_have_count(5)
        # What a script is called is text; a name that shows nothing gives way to the user name.
        await expect(page.locator(".used-name")).to_have_text(HOSTILE["Maya"])
        await expect(page.locator(".author", has_text="laowang")).to_have_count(1)
        assert await page.locator("body script, .message [onerror]").count() == 0
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert dialogs == []


async def test_a_table_is_opened_and_played_by_keyboard_alone(windows):
    page = await windows("Maya", color_scheme="light", reduced_motion="reduce")
    keyboard = page.keyboard
    await expect(page.locator(".welcome")).to_be_visible()
    await keyboard.type("/table")
    await keyboard.press("Enter")
    await keyboard.type("qiqi")
    await expect(page.get_by_role("option", name="qiqihar")).to_be_visible()
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Count 0")).to_be_visible()
    await keyboard.press("ArrowUp")
    for count in range(3):
        await expect(page.get_by_role("button", name=f"Count {count}")).to_be_focused()
        await keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Count 3")).to_be_focused()
    await keyboard.press("Escape")
    await expect(page.locator("[data-composer=chat]")).to_be_focused()
    await keyboard.press("Alt+ArrowDown")
    await expect(page.locator("#channel-name")).to_contain_text("general")
    await keyboard.press("Control+/")
    await expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    await keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_the_panel_is_hidden_until_a_key_opens_it_and_lets_things_go_wrong(server, bot, windows):
    page = await windows("Maya")
    panel = page.get_by_role("complementary", name="Operator panel")
    await send(page, "/mahjong table", "harbin")
    await expect(panel).to_have_count(0)
    await page.keyboard.press("Control+.")
    counter = panel.locator("[data-counter=requests]")
    before = await counter.text_content()
    await panel.get_by_role("radio", name="all").check()
    await panel.get_by_role("button", name="500", exact=True).click()
    await expect(panel.locator(".panel-active")).to_contain_text("fails with 500∞")
    await page.get_by_role("button", name="Count 0").click()
    await expect(counter).not_to_have_text(before)
    server.clock.advance(4)
    await expect(page.locator(".failure")).to_have_text("This interaction failed")
    await panel.get_by_role("button", name="Clear all").click()
    await expect(panel.locator(".panel-active")).to_be_empty()
    await panel.get_by_role("button", name="Cut it").click()
    await bot.saw("resumed")
    await panel.get_by_role("switch", name="Send messages").click()
    await expect(panel.get_by_role("switch", name="Send messages")).to_have_attribute("aria-checked", "false")
    await panel.get_by_role("button", name="Delete the bot's last message").click()
    await expect(page.locator(".message")).to_have_count(0)
    await panel.get_by_role("button", name="begin").click()
    await expect(page.locator(".guild[aria-disabled]")).to_be_visible()
    await expect(page.get_by_role("heading", name="There is no channel for you here")).to_be_visible()
    await panel.get_by_role("button", name="end").click()
    await expect(page.locator("#channel-name")).to_contain_text("mahjong")
    await panel.get_by_role("button", name="+15 min").click()
    await expect(panel.locator(".panel-said")).to_contain_text("+15 min")
    await page.keyboard.press("Escape")
    await expect(panel).to_have_count(0)
