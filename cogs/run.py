"""Putting the parts together and running them until somebody says stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from sqlalchemy.engine import make_url

from cogs.client import MahjongBot
from cogs.garbage import spare_pauses
from cogs.pictures import Painter
from cogs.settings import CannotStart
from cogs.status import StatusServer
from host.clock import LoopClock
from host.computers import Computers, EnginePlayer
from host.errors import HostError, StoreError
from host.registry import Tables
from host.store import Store
from host.surroundings import Surroundings
from render import check_fonts

if TYPE_CHECKING:
    from cogs.settings import Settings

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0005
"""How long a computing thread may keep the event loop waiting, which it does at every send (Python: 5 ms)."""


PAUSE_SECONDS = 5.0
"""So long a stopping program takes at most to tell its tables."""

ANSWER_SECONDS = 1.5
"""So long it waits, before it logs out, for what is being answered."""

DAY_SECONDS = 86400.0


@asynccontextmanager
async def open_bot(settings: Settings, *, ready_seconds: float = 2.0, **tuned: Any) -> AsyncIterator[MahjongBot]:  # noqa: ANN401 (fields of Surroundings)
    """Open store, tables and client, not yet logged in; everything is closed in order at the end.

    Args:
        settings: the program's.
        ready_seconds: how long discord.py waits for servers at the start.
        tuned: fields of `host.table.Surroundings` for seeded runs: `clock`, `new_secret`, `lots`.

    Raises:
        CannotStart: the database cannot be opened.
    """
    check_folder(settings.database_url)
    try:
        store = await Store.open(settings.database_url)
    except StoreError as error:
        why = error.facts.get("why")
        raise CannotStart(f"the database {hide_password(settings.database_url)} cannot be used: {why}") from None
    painter = Painter()
    computers = Computers(EnginePlayer())
    clock = tuned.setdefault("clock", LoopClock())
    bot = MahjongBot(painter, edit_gap=settings.edit_gap, ready_seconds=ready_seconds, clock=clock)
    tables = Tables(Surroundings(store=store, computers=computers, publisher=bot.desk, **tuned))
    bot.connect_tables(tables, store, pace=settings.pace, links=settings.links)
    pruning: asyncio.Task[None] | None = None
    try:
        await _restore(tables, bot, store)
        pruning = asyncio.create_task(_prune_daily(store, settings), name="pruning")
        yield bot
    finally:
        if pruning is not None:
            pruning.cancel()
        await _pause(tables, store)
        with suppress(TimeoutError):
            await asyncio.wait_for(bot.clerk.settle(), ANSWER_SECONDS)
        bot.desk.stop()
        if bot.has_connections:
            await bot.close()
        computers.close()
        bot.replay_clerk.close()
        painter.close()
        await store.close()


async def _check_fonts() -> None:
    """Say in the log which names pictures could not write as they are."""
    found = await asyncio.to_thread(check_fonts)
    if found.missing:
        log.warning("pictures show a question mark for names in: %s", ", ".join(found.missing))
    if not found.is_shaping:
        log.info("Pillow has no raqm: Thai, Hindi and their like are drawn letter by letter, without their marks")


async def run_until_stopped(settings: Settings, token: str, *, on_ready: Callable[[], None] | None = None) -> None:
    """Run the bot until SIGINT or SIGTERM; tables are told. CannotStart names what keeps it from going on."""
    sys.setswitchinterval(SWITCH_SECONDS)
    async with open_bot(settings) as bot, serve_status(bot, settings):
        await _check_fonts()

        def note_started() -> None:
            spare_pauses()
            if on_ready is not None:
                on_ready()

        bot.on_started = note_started
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Where a loop knows no signals (Windows), Ctrl-C still ends the program.
            if hasattr(signal, "pthread_sigmask"):
                loop.add_signal_handler(number, stopped.set)
        running = asyncio.create_task(_log_in(bot, token))
        ends = [asyncio.create_task(event.wait()) for event in (stopped, bot.store.overtaken)]
        await asyncio.wait({running, *ends}, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        if running.done():
            # It ends by itself only for a reason that it raises.
            running.result()
            return
        log.info("stopping")
        await _pause(bot.tables, bot.store)
        running.cancel()
        await asyncio.wait({running})
        if bot.store.overtaken.is_set():
            raise CannotStart("another program has taken over the database; this one stops")


@asynccontextmanager
async def serve_status(bot: MahjongBot, settings: Settings) -> AsyncIterator[StatusServer | None]:
    """Serve metrics and health while inside, if a port is set; CannotStart if it cannot be used."""
    if settings.metrics_port is None:
        yield None
        return
    server = StatusServer(bot, settings.metrics_host, settings.metrics_port)
    try:
        await server.start()
        yield server
    finally:
        await server.close()


async def _restore(tables: Tables, bot: MahjongBot, store: Store) -> None:
    """Find again the tables and messages that the database keeps; CannotStart if it cannot be read."""
    try:
        count = await tables.restore()
        await bot.preferences.connect(store)
        await bot.desk.connect(store, tables)
    except HostError as error:
        if error.code == "bad_journal":
            why = "a table in the database was kept by another version of this program; start that one, or end the game"
            raise CannotStart(f"{why} (table {error.facts.get('table')})") from None
        raise CannotStart(f"the database cannot be read: {error.facts.get('why')}") from None
    if count:
        log.info("%d tables go on", count)


async def _prune_daily(store: Store, settings: Settings) -> None:
    """Forget what is older than the settings say, now and each day; 0 days: nothing, but what belongs to no table."""
    ages = [days * DAY_SECONDS if days else None for days in (settings.keep_days, settings.keep_records_days)]
    while True:
        try:
            count = await store.prune(*ages)
            if count:
                log.info("%d old rows were dropped", count)
        except StoreError as error:
            log.warning("old rows could not be dropped: %s", error.facts.get("why"))
        await asyncio.sleep(DAY_SECONDS)


async def _pause(tables: Tables, store: Store) -> None:
    """Let the tables stand still and tell so, in time; if they are another program's by now, that one tells."""
    if store.overtaken.is_set():
        return
    try:
        await asyncio.wait_for(tables.pause(), PAUSE_SECONDS)
    except TimeoutError:
        log.warning("not every channel could be told that its game pauses; all games are kept")


async def _log_in(bot: MahjongBot, token: str) -> None:
    try:
        await bot.start(token)
    except discord.LoginFailure:
        raise CannotStart("DISCORD_TOKEN is not valid: Discord refuses it") from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart("Discord refuses the intents that the bot asks for") from None
    except (aiohttp.ClientConnectionError, discord.DiscordServerError, discord.GatewayNotFound) as error:
        raise CannotStart(f"Discord cannot be reached ({type(error).__name__})") from None


def check_folder(url: str) -> None:
    """Make the folder of an SQLite database; CannotStart if it cannot be made or written, before anybody tries."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return
    file = Path(parsed.database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(f"the data folder {file.parent} cannot be made: {error.strerror}") from None
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise CannotStart(f"the data folder {file.parent} cannot be written")
    if file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise CannotStart(f"the database {file} cannot be written")


def hide_password(url: str) -> str:
    """Return a database's address without what is secret in it."""
    return make_url(url).render_as_string(hide_password=True)
