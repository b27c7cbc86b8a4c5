"""Transport compression of the gateway: one stream of zlib or zstd over all frames of a connection.

Source: https://discord.com/developers/docs/events/gateway#transport-compression
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

try:
    import zstandard
except ImportError:  # then no client here asks for it: discord.py needs the same package
    zstandard = None  # type: ignore[assignment]

Compressor = Callable[[str], str | bytes]
"""Turns the text of a frame into what is sent."""


def _plain(text: str) -> str:
    return text


def _zlib_stream() -> Compressor:
    context = zlib.compressobj()

    def compress(text: str) -> bytes:
        return context.compress(text.encode()) + context.flush(zlib.Z_SYNC_FLUSH)

    return compress


def _zstd_stream() -> Compressor:
    context = zstandard.ZstdCompressor().compressobj()

    def compress(text: str) -> bytes:
        return context.compress(text.encode()) + context.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)

    return compress


def make_compressor(name: str | None) -> Compressor | None:
    """Return a fresh compressor for a connection (`name` as in the address; None: no compression), None if unknown."""
    if name is None:
        return _plain
    if name == "zlib-stream":
        return _zlib_stream()
    if name == "zstd-stream" and zstandard is not None:
        return _zstd_stream()
    return None
