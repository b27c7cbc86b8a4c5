"""Which characters a font file has a glyph for, read from its `cmap` table (OpenType, formats 4 and 12).

Pillow draws a box for what a font lacks and does not say so; this tells it beforehand. Only the table is read,
not the 19 MB around it.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

_FORMAT_SEGMENTS = 4
_FORMAT_GROUPS = 12
_MISSING = 0xFFFF


@dataclass(frozen=True, slots=True)
class Coverage:
    """Sorted, disjoint ranges of code points: `starts[i]..ends[i]`, both included."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __contains__(self, code: int) -> bool:
        """Say whether the code point has a glyph."""
        place = bisect_right(self.starts, code) - 1
        return place >= 0 and code <= self.ends[place]


NOTHING = Coverage((), ())


def read_coverage(path: Path, index: int = 0) -> Coverage:
    """Read the coverage of face `index` of a TTF, OTF or TTC file; raise ValueError if it has no Unicode cmap."""
    with path.open("rb") as file:
        start = 0
        if file.read(4) == b"ttcf":
            file.seek(12 + 4 * index)
            (start,) = struct.unpack(">I", file.read(4))
        return _merge(_read_ranges(_read_cmap(file, start)))


def _read_cmap(file: BinaryIO, start: int) -> bytes:
    file.seek(start + 4)
    (tables,) = struct.unpack(">H", file.read(2))
    file.seek(start + 12)
    for _ in range(tables):
        tag, _, offset, length = struct.unpack(">4sIII", file.read(16))
        if tag == b"cmap":
            file.seek(offset)
            return file.read(length)
    raise ValueError("the font has no cmap table")


def _read_ranges(cmap: bytes) -> list[tuple[int, int]]:
    (count,) = struct.unpack_from(">H", cmap, 2)
    by_format: dict[int, int] = {}
    for record in range(count):
        platform, _, offset = struct.unpack_from(">HHI", cmap, 4 + 8 * record)
        if platform in {0, 3}:
            by_format[struct.unpack_from(">H", cmap, offset)[0]] = offset
    if _FORMAT_GROUPS in by_format:
        return _read_groups(cmap, by_format[_FORMAT_GROUPS])
    if _FORMAT_SEGMENTS in by_format:
        return _read_segments(cmap, by_format[_FORMAT_SEGMENTS])
    raise ValueError("the font has no Unicode cmap of format 4 or 12")


def _read_groups(cmap: bytes, offset: int) -> list[tuple[int, int]]:
    (count,) = struct.unpack_from(">I", cmap, offset + 12)
    groups = struct.iter_unpack(">III", cmap[offset + 16 : offset + 16 + 12 * count])
    # A group that begins at glyph 0 begins with "no glyph".
    return [(first if glyph else first + 1, last) for first, last, glyph in groups if glyph or last > first]


def _read_segments(cmap: bytes, offset: int) -> list[tuple[int, int]]:
    (twice,) = struct.unpack_from(">H", cmap, offset + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", cmap, offset + 14)
    starts = struct.unpack_from(f">{count}H", cmap, offset + 16 + twice)
    deltas = struct.unpack_from(f">{count}H", cmap, offset + 16 + 2 * twice)
    at_offsets = offset + 16 + 3 * twice
    shifts = struct.unpack_from(f">{count}H", cmap, at_offsets)
    ranges: list[tuple[int, int]] = []
    for number, (first, last, delta, shift) in enumerate(zip(starts, ends, deltas, shifts, strict=True)):
        for code in range(first, min(last, _MISSING - 1) + 1):
            if shift:
                place = at_offsets + 2 * number + shift + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", cmap, place)
                glyph = (glyph + delta) & 0xFFFF if glyph else 0
            else:
                glyph = (code + delta) & 0xFFFF
            if glyph:
                ranges.append((code, code))
    return ranges


def _merge(ranges: list[tuple[int, int]]) -> Coverage:
    starts: list[int] = []
    ends: list[int] = []
    for first, last in sorted(ranges):
        if ends and first <= ends[-1] + 1:
            ends[-1] = max(ends[-1], last)
        else:
            starts.append(first)
            ends.append(last)
    return Coverage(tuple(starts), tuple(ends))
