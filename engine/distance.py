"""How far concealed tiles are from listening: suits' vectors (engine/vectors.py) put together, in tables that fill.

Vectors have numbers. A few hundred different ones are met in play, so that sums of two and the distances of whole
hands repeat: they are looked up by the numbers.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

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
    STATES_IN_ORDER,
    WITHOUT,
    Profile,
    SuitReader,
    Vector,
    forget,
    promise,
    room_for,
    state_of,
)

OUT_OF_REACH = 99
"""The distance of a hand that no exchange of tiles can bring to listening (four melds where four tiles are asked)."""

_CACHE_LIMIT = 80_000
"""Entries of a cache of sums, of distances or of suits; at the limit it starts anew. Some 8 MB."""

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


class _Entry(NamedTuple):
    """One state of a vector at the least cost, and where it may be added."""

    room: Vector
    shift: int
    state: int
    cost: int


def _entries(vector: Vector) -> list[_Entry]:
    """List the states of a vector that no other one with as many promises undercuts."""
    entries: list[_Entry] = []
    cheaper = 0
    for cost in range(MAX_COST + 1):
        level = vector >> STATES * cost & LEVEL
        best = level & ~cheaper
        for need, without in WITHOUT.items():
            best &= ~((level & ~without) >> need)
        while best:
            state = best.bit_length() - 1
            entries.append(_Entry(room_for(state), state + STATES * cost, state, cost))
            best ^= 1 << state
        cheaper = level
    return entries


def _sum(vector: Vector, entries: list[_Entry]) -> Vector:
    total = 0
    for room, shift, _, _ in entries:
        total |= (vector & room) << shift
    return forget(total & ALL_STATES)


class DistanceTables:
    """All tables for one profile, whatever `7z` stands for. Vectors have numbers; equal vectors have the same."""

    def __init__(self, profile: Profile) -> None:
        """Start with the suits that are stored and with empty tables of sums; `vectors` go by number."""
        self._profile = profile
        self._reader = SuitReader(profile)
        stored = load_suits(profile)
        self.vectors = list(stored.vectors)
        self._numbers = {vector: number for number, vector in enumerate(self.vectors)}
        self._entries: dict[int, list[_Entry]] = {}
        self._stored = stored.numbers
        self._crowded = stored.crowded
        self._suits = {0: _Suits(self, 0)}
        self._suits[0].update(stored.numbers)
        self._read = 0
        self._dragons: dict[tuple[str, int, int], tuple[int, ...]] = {}
        self._finals: dict[tuple[int, int], Finals] = {}
        self._elsewhere = self._reader.read_whole()
        self.sums = _Sums(self)

    def suits(self, melded: int) -> dict[int, int]:
        """Return the mapping from a suit's key to its vector's number; `melded`: the key of its tiles in melds."""
        suits = self._suits.get(melded)
        if suits is None:
            suits = self._suits[melded] = _Suits(self, melded)
        return suits

    def read_suit(self, key: int, melded: int) -> int:
        """Work out the number of a suit's vector and keep it, for both ways to count its ranks."""
        self._read += 1
        if self._read >= _CACHE_LIMIT:
            self._forget_suits()
        limiting = self._limiting(key, melded)
        if limiting != melded:
            number = self.suits(limiting)[key]
        else:
            number = self.number(self._reader.read(read_key(key), read_key(melded)))
            self.suits(mirror_key(melded))[mirror_key(key)] = number
        self._suits[melded][key] = number
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

    def _forget_suits(self) -> None:
        self._read = 0
        for suits in self._suits.values():
            suits.clear()
        self._suits[0].update(self._stored)

    def dragons(self, stands_for: str, melded: int, blocks: int = 0) -> tuple[int, ...]:
        """Return the vectors' numbers for 0.. `7z` in hand together with what is drawn as a whole elsewhere.

        `stands_for`: how `7z` stand for a triplet (C23); `blocks`: how many groups and pairs at least must lie
        elsewhere.
        """
        if (stands_for, melded, blocks) not in self._dragons:
            elsewhere = _entries(self._elsewhere & AT_LEAST[blocks])
            two_pair_wait = self._profile.two_pair_wait
            self._dragons[stands_for, melded, blocks] = tuple(
                self.number(_sum(_dragon_vector(held, melded, stands_for, two_pair_wait=two_pair_wait), elsewhere))
                for held in range(COPIES - melded + 1)
            )
        return self._dragons[stands_for, melded, blocks]

    def finals(self, groups: int, needs: int) -> Finals:
        """Return the mapping from two vectors' numbers, `a << 32 | b`, to the distance of the hand they make."""
        wanted = (groups, needs)
        if wanted not in self._finals:
            self._finals[wanted] = Finals(self, state_of(groups, 1, 1, needs))
        return self._finals[wanted]

    def number(self, vector: Vector) -> int:
        """Return a vector's number."""
        number = self._numbers.setdefault(vector, len(self.vectors))
        if number == len(self.vectors):
            self.vectors.append(vector)
        return number

    def without_nothing(self, number: int) -> int:
        """Return the number of the same vector if its suit must be used."""
        return self.number(self.vectors[number] & AT_LEAST[1])

    def entries(self, number: int) -> list[_Entry]:
        """Return the entries of the vector of a number."""
        if number not in self._entries:
            if len(self._entries) >= _CACHE_LIMIT // 40:
                self._entries.clear()
            self._entries[number] = _entries(self.vectors[number])
        return self._entries[number]


class _Suits(dict[int, int]):
    """Numbers of vectors by key."""

    def __init__(self, tables: DistanceTables, melded: int) -> None:
        super().__init__()
        self._tables = tables
        self._melded = melded

    def __missing__(self, key: int) -> int:
        return self._tables.read_suit(key, self._melded)


class _Sums(dict[int, int]):
    """Numbers of the sums of two vectors, by `a << 32 | b`."""

    def __init__(self, tables: DistanceTables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, pair: int) -> int:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        first, second = pair >> 32, pair & 0xFFFFFFFF
        total = _sum(self._tables.vectors[first], self._tables.entries(second))
        number = self[pair] = self._tables.number(total)
        return number


_COSTS = tuple((cost, STATES * (MAX_COST - cost)) for cost in range(MAX_COST + 1))


class Finals(dict[int, int]):
    """Distances of whole hands, by the numbers of the vectors of two halves, `a << 32 | b`."""

    def __init__(self, tables: DistanceTables, target: int) -> None:
        """Start empty; `target`: the state of a whole hand."""
        super().__init__()
        self._tables = tables
        self._target = target
        self._probes: dict[int, Vector] = {}

    def __missing__(self, pair: int) -> int:
        """Work a distance out and keep it."""
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        first, second = pair >> 32, pair & 0xFFFFFFFF
        vector = self._tables.vectors[first]
        probe = self._probe(second)
        distance = next((cost for cost, shift in _COSTS if vector & probe >> shift), OUT_OF_REACH)
        self[pair] = distance
        return distance

    def wanted(self, number: int, distance: int) -> Vector:
        """Mark what another half must have, any of it, for the hand to be so near; `number`: this half's vector."""
        return self._probe(number) >> STATES * (MAX_COST - distance)

    def _probe(self, number: int) -> Vector:
        probe = self._probes.get(number)
        if probe is None:
            if len(self._probes) >= _CACHE_LIMIT // 16:
                self._probes.clear()
            probe = self._probes[number] = self._make_probe(number)
        return probe

    def _make_probe(self, number: int) -> Vector:
        """Mark what the other half must have for each entry of this one; the top level is for MAX_COST tiles."""
        whole = STATES_IN_ORDER[self._target]
        probe = 0
        for entry in self._tables.entries(number):
            groups, pairs, won, needs = STATES_IN_ORDER[entry.state]
            if groups <= whole[0] and pairs <= whole[1] and won <= whole[2]:
                rest = state_of(whole[0] - groups, whole[1] - pairs, whole[2] - won, whole[3] & ~needs)
                probe |= 1 << rest + STATES * (MAX_COST - entry.cost)
        return probe


@cache
def _tables_of(profile: Profile) -> DistanceTables:
    return DistanceTables(profile)


def tables_for(profile: Profile) -> DistanceTables:
    """Return the tables of a profile, one set per process for all that `7z` may stand for."""
    return _tables_of(profile._replace(dragon_for_triplet="never"))
