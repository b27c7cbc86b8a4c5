"""A newcomer at the page: one command, a real browser, a game against three computer players played by clicking."""

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.chromium import DESKTOP, PHONE, open_browser, open_page
from tests.patient_bot import SPEED

ROOT = Path(__file__).parent.parent
PATIENCE = 30_000  # ms for something to appear on a busy machine
NEWCOMER = "Maya"
FIRST_COINS = 1000

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]


@asynccontextmanager
async def running_bot(folder):
    """Start `bot.py` as `make play` does, at a patient local Discord, in a folder of its own; gives the address."""
    kept = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
    environment = kept | {"PYTHONPATH": str(ROOT), "PACE": "0", "EDIT_GAP": str(1.2 / SPEED)}
    command = [sys.executable, "-m", "tests.patient_bot", "--port", "0"]
    with (folder / "errors.txt").open("wb") as errors:
        bot = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=errors
        )
    try:
        line = await asyncio.wait_for(bot.stdout.readline(), 60)
        found = re.search(rb"http://127\.0\.0\.1:\d+", line)
        assert found, line + (folder / "errors.txt").read_bytes()
        yield found.group().decode()
        bot.send_signal(signal.SIGTERM)
        status = await asyncio.wait_for(bot.wait(), 20)
        told = (folder / "errors.txt").read_text("utf-8")
        assert status == 0, told
        assert "Traceback" not in told
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


class Newcomer:
    """Somebody who looks at the page and presses what is there."""

    def __init__(self, page):
        self.page = page

    def button(self, label):
        """The newest live button whose label has these words."""
        return self.page.locator("[data-component=button]:not([disabled])", has_text=label).last

    async def press(self, label):
        await self.button(label).click(timeout=PATIENCE)

    async def open_table_with_three_computers(self):
        """From the empty channel to the first hand, as the page and the lobby suggest."""
        await self.page.click("[data-action=play]")
        await self.page.click("[data-composer=send]")
        for seated in range(3):
            await self.press("Add computer")
            await self.page.locator(".message li", has_text="omputer").nth(seated).wait_for(timeout=PATIENCE)
        await self.press("Start")

    async def command(self, text):
        """Type a command without options and send it."""
        await self.page.fill("[data-composer=chat]", text)
        await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")

    async def read_last(self, words):
        """Return the text of the newest message with these words."""
        message = self.page.locator(".message", has_text=words).last
        await message.wait_for(timeout=PATIENCE)
        return await message.inner_text()

    async def play_until_somebody_wins(self):
        """Press the best thing that is live, hand after hand, until a hand is won."""
        results = self.page.locator(".message", has_text="What it is worth")
        for _ in range(600):
            if await results.count():
                return await results.first.inner_text()
            await self._press_something()
        pytest.fail("nobody won in 600 presses")

    async def _press_something(self):
        for label in ("Win", "Listen", "Next hand", "Pass"):
            if await self._try(self.button(label)):
                return
        tiles = self.page.locator("[data-component=button][data-custom-id*='|d|']:not([disabled])")
        if not await self._try(tiles.last):
            await asyncio.sleep(0.1)

    async def _try(self, button):
        """Press a button if it is there; it may vanish under the hand as the table moves on."""
        if not await button.count():
            return False
        try:
            await button.click(timeout=2000)
        except Exception as error:
            if "Timeout" not in type(error).__name__:
                raise
            return False
        return True


def read_coins(result):
    """Read the newcomer's line of the balances in a result: the change and the new balance."""
    change, coins = re.search(rf"{NEWCOMER}: ([+\u2212-]?[\d,]+|±0|0) → ([\d,]+)", result).groups()
    return int(re.sub("[,±]", "", change).replace("\u2212", "-")), int(coins.replace(",", ""))


async def test_a_newcomer_plays_by_clicking_until_a_hand_is_won_and_the_coins_move(tmp_path, chromium_path):
    async with running_bot(tmp_path) as address, open_browser(chromium_path) as browser:
        context = await browser.new_context(viewport=DESKTOP, locale="en-US")
        page, troubles = await open_page(context, address)
        await page.wait_for_selector("[data-me]", timeout=PATIENCE)
        player = Newcomer(page)
        await page.locator("[data-person]", has_text=NEWCOMER).click()

        await player.open_table_with_three_computers()
        await page.locator(".picture img").first.wait_for(timeout=PATIENCE)
        result = await player.play_until_somebody_wins()

        pictures = await page.locator(".picture img").evaluate_all(
            "all => all.map(one => [one.complete && one.naturalWidth > 0, one.alt.length > 0])"
        )
        assert pictures
        assert all(drawn and described for drawn, described in pictures)
        change, coins = read_coins(result)
        assert coins == FIRST_COINS + change
        await player.command("/leaderboard")
        await player.read_last("🏆 Coins")
        alts = await page.locator(".picture img").evaluate_all("all => all.map(one => one.alt)")
        assert re.search(rf"{NEWCOMER}.*: \*\*{coins:,}\*\*", alts[-1])
        assert troubles == []


async def test_the_page_fits_a_phone_while_a_hand_is_played(tmp_path, chromium_path):
    async with running_bot(tmp_path) as address, open_browser(chromium_path) as browser:
        context = await browser.new_context(viewport=PHONE, locale="en-US", has_touch=True)
        page, troubles = await open_page(context, address)
        await page.wait_for_selector("[data-me]", state="attached", timeout=PATIENCE)
        player = Newcomer(page)
        await player.open_table_with_three_computers()
        await page.locator("[data-ephemeral] .picture img").first.wait_for(timeout=PATIENCE)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        buttons = await page.locator("[data-ephemeral] [data-component=button]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.height, box.right <= innerWidth])"
        )
        assert len(buttons) > 13
        assert all(height >= 40 and fits for height, fits in buttons)
        assert troubles == []


async def test_dates_stand_in_the_language_of_the_words_around_them(tmp_path, chromium_path):
    async with running_bot(tmp_path) as address, open_browser(chromium_path) as browser:
        context = await browser.new_context(viewport=DESKTOP, locale="en-US")
        page, _ = await open_page(context, address + "/?as=ivan")
        await page.locator("#composer-input").fill("Здравствуйте")
        await page.keyboard.press("Enter")
        day = page.locator("#list .day")
        await day.wait_for(timeout=PATIENCE)
        assert re.fullmatch(r"[A-Z][a-z]+ \d+, \d{4}", await day.inner_text())


async def test_a_server_without_channels_gets_a_new_one_from_the_operator_panel(tmp_path, chromium_path):
    async with running_bot(tmp_path) as address, open_browser(chromium_path) as browser:
        context = await browser.new_context(viewport=DESKTOP, locale="en-US")
        page, _ = await open_page(context, address + "/?as=maya")
        await page.locator("[data-open-panel]").click()
        delete = page.locator("#panel [data-act=delete_channel]")
        for _ in range(3):
            name = await page.locator("#channel-name").inner_text()
            await delete.click()
            await page.wait_for_function("name => document.querySelector('#channel-name').innerText !== name", arg=name)
        await delete.wait_for(state="detached", timeout=PATIENCE)
        await page.locator("#panel [data-act=create_channel]").click()
        await page.locator("#channel-name", has_text="mahjong").wait_for(timeout=PATIENCE)
