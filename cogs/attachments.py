"""Files that people are handed: what is too long for Discord goes packed."""

from __future__ import annotations

import asyncio
import gzip

MOST_BYTES = 8 * 1024 * 1024
"""A longer file is packed: Discord takes 10 MiB."""


async def pack_long(name: str, data: bytes) -> tuple[str, bytes, bool]:
    """Return a file's name and bytes as they are to be sent, and whether they were packed (gzip)."""
    if len(data) <= MOST_BYTES:
        return name, data, False
    return f"{name}.gz", await asyncio.to_thread(gzip.compress, data), True
