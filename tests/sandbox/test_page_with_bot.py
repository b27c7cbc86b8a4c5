"""The page on the real local Discord with a real discord.py bot: four people in four windows."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import expect

from tests.chromium import DESKTOP, PHONE, open_browser, open_page

pytestmark = pytest.mark.browser


@pytest.fixture
async def windows(chromium_path, server, bot):
    """Open a window for a person by name; no window may have had a console error at the end."""
    opened = []
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(open_browser(chromium_path))

        async def open_window(name, viewport=DESKTOP):
            context = await browser.new_context(viewport=viewport)
            user = server.world.find_person(name)
            page, troubles = await open_page(context, f"{server.url}/?as={user.username}")
            opened.append(troubles)
            await page.locator(f"[data-me='{user.id}']").wait_for(state="attached")
            return page

        yield open_window
    assert opened == [[] for _ in opened]


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
