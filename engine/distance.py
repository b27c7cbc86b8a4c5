"""The vectors (engine/vectors.py) of suits and of `7z`, by key, in tables that fill; engine/goal.py adds them up."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.blocks import extend_suit
from engine.suit_table import load_suits
from engine.tables import POWERS, RANKS, mirror_key, read_key
from engine.tiles import COPIES
from engine.vectors import (
    ALL_STATES,
    AT_LEAST,
    LEVEL,
    MAX_COST,
    NEED_TERMINAL,
    NEED_TRIPLET,
    ORIGIN,
    STATES,
    WITHOUT,
    Profile,
    SuitReader,
    Vector,
    forget,
    promise,
    room_for,
    state_of,
)

if TYPE_CHECKING:
    from engine.goal import Goal

OUT_OF_REACH: Final = 99
"""The distance of a hand that no exchange of tiles can bring to listening (four melds where four tiles are asked)."""

_EXTENDED_COPIES: Final = 2
"""Of suits with more tiles of a kind the vector is read, not made of smaller suits': no fifth copy may be drawn."""
COST_LIMIT: Final = MAX_COST + 1
_ENTRY_LIMIT: Final = 300_000
"""Entries of all tables of a profile that fill in play; at the limit they start anew. Some 30 MB."""

# Dragons --------------------------------------------------------------------------------------------------------------


def _dragon_vector(held: int, melded: int, stands_for: str, *, two_pair_wait: bool) -> Vector:
    """Return the vector of `7z`: nothing, a pair or a triplet, with or without the winning tile (C23)."""
    vector = ORIGIN
    for tiles, won in product((2, 3), (0, 1)):
        if tiles > COPIES - melded:
            continue
        is_pair = tiles == 2
        has_triplet = stands_for == "single" or (stands_for == "pair" if is_pair != bool(won) else False)
        if not is_pair:
            has_triplet = has_triplet or not won or two_pair_wait
        promises = NEED_TERMINAL | (NEED_TRIPLET if has_triplet else 0)
        missing = max(0, tiles - won - held)
        state = state_of(int(not is_pair), int(is_pair), won)
        vector |= promise(ORIGIN << state + STATES * missing & ALL_STATES, promises)
    return vector


# Sums -----------------------------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """One state of a vector at the least cost, and where it may be added."""

    room: Vector
    shift: int
    state: int
    cost: int


def list_entries(vector: Vector) -> list[Entry]:
    """List the states of a vector that no other one with as many promises undercuts."""
    entries: list[Entry] = []
    cheaper = 0
    for cost in range(MAX_COST + 1):
        level = vector >> STATES * cost & LEVEL
        best = level & ~cheaper
        for need, without in WITHOUT.items():
            best &= ~((level & ~without) >> need)
        while best:
            state = best.bit_length() - 1
            entries.append(Entry(room_for(state), state + STATES * cost, state, cost))
            best ^= 1 << state
        cheaper = level
    return entries


def add_entries(vector: Vector, entries: list[Entry]) -> Vector:
    """Add the entries of one vector to another; who adds up sums must still let them `forget` promises."""
    total = 0
    for room, shift, _, _ in entries:
        total |= (vector & room) << shift
    return total & ALL_STATES


class DistanceTables:
    """All tables for one profile, whatever `7z` stands for. Vectors have numbers; equal vectors have the same."""

    def __init__(self, profile: Profile) -> None:
        """Start with the suits that are stored; `vectors` go by number, `goals` are kept for engine/goal.py."""
        self._profile = profile
        self._reader = SuitReader(profile)
        stored = load_suits(profile)
        self.vectors = list(stored.vectors)
        self._numbers = {vector: number for number, vector in enumerate(self.vectors)}
        self._stored = stored.numbers
        self._crowded = stored.crowded
        self._suits = {0: _Suits(self, 0)}
        self._suits[0].update(stored.numbers)
        self.glances: dict[int, int] = _Glances(self)
        self._dragons: dict[tuple[str, int, int], tuple[Vector, ...]] = {}
        self._elsewhere = self._reader.read_whole()
        self._becoming: dict[int | None, Becoming] = {}
        self.goals: dict[tuple[int, int, int], Goal] = {}
        self._entries = 0

    def note_entry(self) -> None:
        """Count an entry about to be made in a table that fills; at the limit all of them start anew."""
        self._entries += 1
        if self._entries > _ENTRY_LIMIT:
            self._entries = 0
            for suits in self._suits.values():
                suits.clear()
            self._suits[0].update(self._stored)
            self.glances.clear()
            for becoming in self._becoming.values():
                becoming.clear()
            for goal in self.goals.values():
                goal.forget()

    def suits(self, melded: int) -> dict[int, int]:
        """Return the mapping from a suit's key to its vector's number; `melded`: the key of its tiles in melds."""
        suits = self._suits.get(melded)
        if suits is None:
            suits = self._suits[melded] = _Suits(self, melded)
        return suits

    def becoming(self, melded: int | None) -> Becoming:
        """Return the mapping from a suit's key to what it may become by a draw; `melded`: None for glances."""
        if melded not in self._becoming:
            self._becoming[melded] = Becoming(self, melded)
        return self._becoming[melded]

    def read_suit(self, key: int, melded: int) -> int:
        """Work out the number of a suit's vector and keep it, for both ways to count its ranks."""
        self.note_entry()
        limiting = self._limiting(key, melded)
        if limiting != melded:
            number = self.suits(limiting)[key]
        elif not melded and max(counts := read_key(key)) <= _EXTENDED_COPIES:
            number = self._number(extend_suit(counts, key, self._find_vector, self._profile))
            self._suits[0][mirror_key(key)] = number
        else:
            number = self._number(self._reader.read(read_key(key), read_key(melded)))
            self.suits(mirror_key(melded))[mirror_key(key)] = number
        self._suits[melded][key] = number
        return number

    def _find_vector(self, key: int) -> Vector:
        return self.vectors[self._suits[0][key]]

    def glance_suit(self, key: int) -> int:
        """Work out the number of a suit's vector as if there could be five tiles of a kind, and keep it."""
        number = self._stored.get(key)
        if number is None:
            self.note_entry()
            glances = self.glances
            number = self._number(
                extend_suit(read_key(key), key, lambda smaller: self.vectors[glances[smaller]], self._profile)
            )
        self.glances[key] = number
        return number

    def _limiting(self, key: int, melded: int) -> int:
        """Return the key of those melded tiles that may lack in a target of this suit (C11), 0 if none may.

        Every group or pair of a target uses a tile of the hand that no other one uses.
        """
        if not melded:
            return 0
        counts = read_key(key)
        gone = read_key(melded)
        for rank in range(RANKS):
            if gone[rank]:
                held = counts[rank]
                blocks = sum(counts[max(0, rank - 2) : rank + 3])
                copies = (blocks if blocks < 2 else COPIES + 1) + 2 if held else blocks
                if copies <= COPIES - gone[rank]:
                    gone[rank] = 0
        if max(gone) <= 1 and key in self._stored and key not in self._crowded:
            return 0
        return sum(count * power for count, power in zip(gone, POWERS, strict=True))

    def dragons(self, stands_for: str, melded: int, blocks: int = 0) -> tuple[Vector, ...]:
        """Return the vectors for 0.. `7z` in hand together with what is drawn as a whole elsewhere.

        `stands_for`: how `7z` stand for a triplet (C23); `blocks`: how many groups and pairs at least must lie
        elsewhere.
        """
        if (stands_for, melded, blocks) not in self._dragons:
            elsewhere = list_entries(self._elsewhere & AT_LEAST[blocks])
            two_pair_wait = self._profile.two_pair_wait
            own = (
                _dragon_vector(held, melded, stands_for, two_pair_wait=two_pair_wait)
                for held in range(COPIES - melded + 1)
            )
            self._dragons[stands_for, melded, blocks] = tuple(forget(add_entries(one, elsewhere)) for one in own)
        return self._dragons[stands_for, melded, blocks]

    def _number(self, vector: Vector) -> int:
        number = self._numbers.setdefault(vector, len(self.vectors))
        if number == len(self.vectors):
            self.vectors.append(vector)
        return number


class _Suits(dict[int, int]):
    """Numbers of vectors by key."""

    def __init__(self, tables: DistanceTables, melded: int) -> None:
        super().__init__()
        self._tables = tables
        self._melded = melded

    def __missing__(self, key: int) -> int:
        return self._tables.read_suit(key, self._melded)


class _Glances(dict[int, int]):
    """Numbers of vectors by key, without a limit of copies."""

    def __init__(self, tables: DistanceTables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, key: int) -> int:
        return self._tables.glance_suit(key)


class Becoming(dict[int, tuple[tuple[int, int], ...]]):
    """What a suit may become by a draw, by its key: the numbers of vectors, each with the ranks drawn, as bits."""

    def __init__(self, tables: DistanceTables, melded: int | None) -> None:
        """Take the tables, and the key of the suit's tiles in melds (None: at a glance)."""
        super().__init__()
        self._tables = tables
        self._suits = tables.glances if melded is None else tables.suits(melded)
        self._melded = read_key(melded or 0)

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        """Find them and keep them."""
        self._tables.note_entry()
        numbers: dict[int, int] = {}
        for rank, count in enumerate(read_key(key)):
            if count + self._melded[rank] < COPIES:
                number = self._suits[key + POWERS[rank]]
                numbers[number] = numbers.get(number, 0) | 1 << rank
        becomes = self[key] = tuple(numbers.items())
        return becomes


@cache
def _tables_of(profile: Profile) -> DistanceTables:
    return DistanceTables(profile)


def tables_for(profile: Profile) -> DistanceTables:
    """Return the tables of a profile, one set per process for all that `7z` may stand for."""
    return _tables_of(profile._replace(dragon_for_triplet="never"))
