"""The shuffle `hlj-1` (JUDGE section 2): chain of secrets, words, ring, dice, break and deal. Exact to the bit."""

from __future__ import annotations

import hashlib
import struct
import unicodedata
from dataclasses import dataclass
from operator import mod
from typing import TYPE_CHECKING, Final

from engine.errors import RuleError
from engine.tiles import ALL_KINDS, COPIES, TILE_COUNT, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rules import Rules

CHAIN_LENGTH: Final = 64
SECRET_BYTES: Final = 32
MAX_WORDS_BYTES: Final = 100

_STACKS_A_WALL: Final = 14
_PLACES_A_WALL: Final = 2 * _STACKS_A_WALL
_BLOCK: Final = 6
_OPPOSITE: Final = 2
_UINT64: Final = 1 << 64
_RING: Final = tuple(kind for kind in ALL_KINDS for _ in range(COPIES))
_BLOCK_NUMBERS: Final = 4


class Chain:
    """The 64 secrets of a chain: `s_k = SHA-256(s_{k+1})`, committed to by `SHA-256(s_1)`."""

    def __init__(self, last_secret: bytes) -> None:
        """Take `s_64`, 32 random bytes; ValueError for another length."""
        if len(last_secret) != SECRET_BYTES:
            message = f"a chain starts from {SECRET_BYTES} bytes"
            raise ValueError(message)
        secrets = [last_secret]
        for _ in range(CHAIN_LENGTH - 1):
            secrets.append(hashlib.sha256(secrets[-1]).digest())
        self._secrets = secrets[::-1]

    @property
    def commitment(self) -> str:
        """The hex text that is published before anyone sits down."""
        return hashlib.sha256(self._secrets[0]).hexdigest()

    @property
    def last_secret(self) -> bytes:
        """`s_64`, from which all others follow."""
        return self._secrets[-1]

    def secret(self, hand: int) -> bytes:
        """Return `s_hand`, hand = 1..64 counted from the chain's first hand."""
        return self._secrets[hand - 1]


def normalize_words(words: str) -> str:
    """Return a seat's words in NFC; RuleError `words_too_long` if over 100 bytes, `bad_words` if no valid text."""
    normal = unicodedata.normalize("NFC", words)
    try:
        size = len(normal.encode())
    except UnicodeEncodeError:
        raise RuleError("bad_words") from None
    if size > MAX_WORDS_BYTES:
        raise RuleError("words_too_long", limit=MAX_WORDS_BYTES, size=size)
    return normal


class Stream:
    """The numbers that follow from a seed, in order; dice thrown during the hand come from the same stream."""

    def __init__(self, secret: bytes, words: Sequence[str]) -> None:
        """Mix the hand's secret with the four seats' words."""
        mixed = bytearray(secret)
        for text in words:
            spoken = normalize_words(text).encode()
            mixed += len(spoken).to_bytes(4, "big") + spoken
        self._seed = hashlib.sha256(mixed).digest()
        self._block = 0
        self._waiting: list[int] = []

    def below(self, limit: int) -> int:
        """Return the next number in 0..limit-1, without bias."""
        usable = _UINT64 // limit * limit
        while True:
            if not self._waiting:
                self._read(1)
            number = self._waiting.pop()
            if number < usable:
                return number % limit

    def shuffle(self, tiles: list[Kind]) -> None:
        """Shuffle tiles in place: from the last one down, each changes places with one not yet reached."""
        limits = range(len(tiles), 1, -1)
        numbers = self._peek(len(limits))
        if max(numbers) < _UINT64 - TILE_COUNT:  # none is to be skipped
            del self._waiting[-len(limits) :]
            places = list(map(mod, numbers, limits))
        else:
            places = list(map(self.below, limits))
        for last, other in zip(range(len(tiles) - 1, 0, -1), places, strict=True):
            tiles[last], tiles[other] = tiles[other], tiles[last]

    def _peek(self, amount: int) -> list[int]:
        """Return the next numbers as they come, and leave them to be taken."""
        self._read(-(-(amount - len(self._waiting)) // _BLOCK_NUMBERS))
        return self._waiting[: -amount - 1 : -1]

    def _read(self, blocks: int) -> None:
        """Work out the numbers of so many blocks more."""
        first, self._block = self._block, self._block + blocks
        names = [self._seed + block.to_bytes(8, "big") for block in range(first, self._block)]
        digests = [hashlib.sha256(name).digest() for name in names]
        numbers = struct.unpack(f">{_BLOCK_NUMBERS * len(digests)}Q", b"".join(digests))
        self._waiting = [*reversed(numbers), *self._waiting]

    def throw(self, dice: int) -> tuple[int, ...]:
        """Throw some dice."""
        return tuple(self.below(6) + 1 for _ in range(dice))


@dataclass(frozen=True)
class Deal:
    """A wall shuffled, broken and dealt (C2, C3, H1, M1, Q1).

    `dice`: the throws, each a tuple of pips; `break_place`: the first tile's place in the ring; `wall`: 112 tiles from
    the break on; `hands`: by seat, in the order dealt, the dealer's with 14 tiles; `stream`: for the hand's later dice.
    """

    dealer: int
    dice: tuple[tuple[int, ...], ...]
    break_place: int
    wall: tuple[Kind, ...]
    hands: tuple[tuple[Kind, ...], ...]
    stream: Stream


def deal_hand(secret: bytes, words: Sequence[str], rules: Rules, dealer: int | None) -> Deal:
    """Shuffle and deal one hand; `dealer` None is drawn by lot from the stream."""
    stream = Stream(secret, words)
    ring = list(_RING)
    stream.shuffle(ring)
    seat = stream.below(4) if dealer is None else dealer
    dice = tuple(stream.throw(rules.deal_dice) for _ in range(2 if rules.first_taker == "thrown" else 1))
    taker = (seat + sum(dice[0]) - 1) % 4 if rules.first_taker == "thrown" else seat
    place = _break_place(rules, taker, sum(dice[-1]))
    wall = tuple(ring[place:] + ring[:place])
    return Deal(seat, dice, place, wall, _deal_tiles(wall, taker, seat), stream)


def _break_place(rules: Rules, taker: int, stacks: int) -> int:
    """Count stacks from a wall's right end, as its owner sees it: the taker's own wall, or the opposite one."""
    owner = taker if rules.break_wall == "taker_right" else (taker + _OPPOSITE) % 4
    return (_first_place(owner) + 2 * stacks) % TILE_COUNT


def _first_place(seat: int) -> int:
    """Return the ring's place of the rightmost stack of a seat's wall: clockwise lie seats 0, 3, 2, 1."""
    return -seat % 4 * _PLACES_A_WALL


def _deal_tiles(wall: Sequence[Kind], taker: int, dealer: int) -> tuple[tuple[Kind, ...], ...]:
    """Hand out two blocks of six each from the taker on, one tile each, and the dealer's fourteenth."""
    hands: list[list[Kind]] = [[], [], [], []]
    taken = 0
    for size in (_BLOCK, _BLOCK, 1):
        for step in range(4):
            hands[(taker + step) % 4].extend(wall[taken : taken + size])
            taken += size
    hands[dealer].append(wall[taken])
    return tuple(tuple(hand) for hand in hands)
