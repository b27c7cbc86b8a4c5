"""The bot as it runs on Discord, at a local one: `python -m tests.bench.playing_bot URL TOKEN DATABASE`.

It prints `ready` once people can play, and ends in good order at SIGTERM.
"""

import asyncio
import sys
from types import SimpleNamespace

from cogs.run import run_until_stopped
from cogs.settings import Settings
from sandbox import point_discord_py


async def main(url: str, token: str, database: str) -> None:
    """Run until told to stop."""
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{database}")
    with point_discord_py(SimpleNamespace(url=url)):
        await run_until_stopped(settings, token, on_ready=lambda: print("ready", flush=True))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
