"""A real browser for tests: how Chromium is started, and a page that remembers what went wrong on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@asynccontextmanager
async def open_browser(chromium_path: str) -> AsyncIterator[Browser]:
    """Start the Chromium that the `chromium_path` fixture has found; closed at the end."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=chromium_path, headless=True, args=FLAGS)
        yield chromium
        await chromium.close()


async def open_page(context: BrowserContext, url: str) -> tuple[Page, list[str]]:
    """Open a page; the list fills with every console error, uncaught exception and failed request from then on."""
    page = await context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    await page.goto(url)
    return page, troubles
