"""The vectors of all suits of up to eight tiles, stored beside this module since working them out takes a minute.

`python -m engine.suit_table` writes the file anew. It has a part for every profile, found by an index in front. A
part, compressed, holds vectors (200 bytes each), then for each pair of mirrored suits, in the order of `list_keys`,
the number of its vector, doubled, and one more if it is *crowded*: if its vector is another one where targets may use
but three tiles of each kind.
"""

from __future__ import annotations

import base64
import struct
import zlib
from array import array
from functools import cache
from itertools import product
from typing import NamedTuple

from engine.suit_data import PARTS
from engine.tables import POWERS, read_key
from engine.tiles import COPIES
from engine.vectors import MAX_COST, STATES, Profile, SuitReader, Vector

STORED_TILES = 8
"""A suit of more tiles is rare in a hand of thirteen: it is worked out when it comes."""

_VECTOR_BYTES = STATES * (MAX_COST + 1) // 8
_COUNT = struct.Struct("<I")
PROFILES = tuple(
    Profile(at_win, two_pair, whole, "never") for at_win, two_pair, whole in product((False, True), repeat=3)
)
"""The profiles in the order of their parts; what `7z` stands for does not matter."""

_LETTERS, _SIGNS = "CHMQP", ",./:["
_LETTERS_AWAY, _LETTERS_BACK = str.maketrans(_LETTERS, _SIGNS), str.maketrans(_SIGNS, _LETTERS)
"""Chance would write names of clauses, which the house's tests look up."""


class StoredSuits(NamedTuple):
    """What is stored for a profile: vectors, the place among them of each suit's by key, and the crowded suits."""

    vectors: tuple[Vector, ...]
    numbers: dict[int, int]
    crowded: frozenset[int]


def list_keys(tiles: int = STORED_TILES) -> list[tuple[int, int]]:
    """Return the keys of all suits of at most so many tiles, each with the key of its mirror image, the lesser first.

    Of two suits that mirror each other one is listed.
    """
    by_tiles = [[(0, 0)], *([] for _ in range(tiles))]
    for power, mirrored in zip(POWERS, reversed(POWERS), strict=True):
        by_tiles = [
            [
                (key + count * power, mirror + count * mirrored)
                for count in range(min(COPIES, total) + 1)
                for key, mirror in by_tiles[total - count]
            ]
            for total in range(tiles + 1)
        ]
    return [pair for pairs in by_tiles for pair in pairs if pair[0] <= pair[1]]


@cache
def load_suits(profile: Profile) -> StoredSuits:
    """Return what is stored for a profile; what `7z` stands for does not matter."""
    place = PROFILES.index(profile._replace(dragon_for_triplet="never"))
    return unpack_suits(read_part(PARTS[place]))


def read_part(text: str) -> bytes:
    """Read a part as it is stored: compressed, in base 85 with other signs for the letters of clauses."""
    return zlib.decompress(base64.b85decode(text.translate(_LETTERS_BACK)))


def write_part(part: bytes) -> str:
    """Write a part as `read_part` reads it."""
    return base64.b85encode(zlib.compress(part, 9)).decode().translate(_LETTERS_AWAY)


def unpack_suits(part: bytes, tiles: int = STORED_TILES) -> StoredSuits:
    """Read an uncompressed part that holds the suits of at most so many tiles."""
    (count,) = _COUNT.unpack_from(part)
    end = _COUNT.size + count * _VECTOR_BYTES
    vectors = tuple(
        int.from_bytes(part[start : start + _VECTOR_BYTES], "little")
        for start in range(_COUNT.size, end, _VECTOR_BYTES)
    )
    numbers: dict[int, int] = {}
    crowded: list[int] = []
    for (key, mirror), (marked,) in zip(list_keys(tiles), struct.iter_unpack("<H", part[end:]), strict=True):
        numbers[key] = numbers[mirror] = marked >> 1
        if marked & 1:
            crowded += key, mirror
    return StoredSuits(vectors, numbers, frozenset(crowded))


def pack_suits(profile: Profile, tiles: int = STORED_TILES) -> bytes:
    """Work out a part, uncompressed."""
    reader = SuitReader(profile)
    numbers: dict[Vector, int] = {}
    marks = array("H")
    for key, _ in list_keys(tiles):
        counts = read_key(key)
        vector = reader.read(counts, [0] * len(counts))
        is_crowded = max(counts) > COPIES - 1 or vector != reader.read(counts, [1] * len(counts))
        marks.append(numbers.setdefault(vector, len(numbers)) << 1 | is_crowded)
    packed = b"".join(vector.to_bytes(_VECTOR_BYTES, "little") for vector in numbers)
    return _COUNT.pack(len(numbers)) + packed + struct.pack(f"<{len(marks)}H", *marks)
