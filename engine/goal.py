"""How near hands are to a goal: parts of a hand put together by number, in tables that fill.

A goal is what melds leave to be made: so many groups and a pair, what they must promise, and how many suits they must
use (C21). What a suit, or several suits together, can give to it is a *part*: for each number of suits, the vector of
what uses at least so many. Within a goal few parts differ, so they have numbers, and sums of two parts and distances
are looked up by number. Whoever asks keeps a `Reach`: the goal seen from certain melds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.distance import COST_LIMIT, OUT_OF_REACH, add_entries
from engine.tables import POWERS, RANKS, SUIT_BITS, SUIT_MASK, read_key, split_key
from engine.tiles import COPIES, Kind
from engine.vectors import AT_LEAST, MAX_COST, STATES, STATES_IN_ORDER, Vector, forget, mask_states, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.distance import DistanceTables

Part = tuple[Vector, ...]
"""At k, what uses at least k of the suits that count."""

SHIFT = 32
"""Two numbers as one key: `a << SHIFT | b`."""

_COSTS = tuple((cost, STATES * (MAX_COST - cost)) for cost in range(COST_LIMIT))

Numbers = tuple[int, int, int, int]

Outlook = dict[Kind, tuple[int, int]]
"""For every discard, the distance that it leaves and the useful tiles then, as bits by kind."""


class Goal:
    """So many groups and a pair that promise `needs` and use at least `suits` of the suits that count."""

    def __init__(self, tables: DistanceTables, groups: int, needs: int, suits: int) -> None:
        """Start with empty tables; `parts` go by number."""
        self.tables = tables
        self.parts: list[Part] = []
        self._numbers: dict[Part, int] = {}
        self._suits = suits
        self._mask = mask_states(lambda g, _p, _w, n: g <= groups and not n & ~needs)
        self._whole = state_of(groups, 1, 1, needs)
        self._holdings: dict[tuple[int, bool], Holdings] = {}
        self.sums = _Sums(self)
        self.rows = _Rows(self)

    def number(self, part: Part) -> int:
        """Return a part's number."""
        number = self._numbers.setdefault(part, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
        return number

    def number_suit(self, vector: Vector, *, counts: bool) -> int:
        """Return the number of the part that a suit of this vector is; `counts`: as one of the suits to use."""
        used = vector & AT_LEAST[1] if counts else 0
        return self.number(tuple(self._mask & part for part in (vector, used, 0)[: self._suits + 1]))

    def holdings(self, melded: int, *, counts: bool) -> Holdings:
        """Return the mapping from a suit's key to its part's number; `melded`: the key of its tiles in melds."""
        holdings = self._holdings.get((melded, counts))
        if holdings is None:
            holdings = self._holdings[melded, counts] = Holdings(self, melded, counts=counts)
        return holdings

    def dragons(self, stands_for: str, melded: int) -> Dragons:
        """Return the mapping for `7z`, of which so many are in melds, with all that is drawn as a whole in any suit."""
        rows = [self.tables.dragons(stands_for, melded, blocks) for blocks in range(self._suits + 1)]
        parts = [tuple(self._mask & vector for vector in part) for part in zip(*rows, strict=True)]
        return Dragons(tuple(map(self.number, parts)))

    def add(self, first: int, second: int) -> int:
        """Put two parts together; return the number of the sum."""
        entries = [self.tables.entries(vector) for vector in self.parts[second]]
        total = [0] * (self._suits + 1)
        for used, vector in enumerate(self.parts[first]):
            if vector:
                for more in range(self._suits + 1 - used):
                    total[used + more] |= add_entries(vector, entries[more])
        return self.number(tuple(forget(vector) & self._mask for vector in total))

    def probe(self, number: int) -> Part:
        """Mark, at k, what another part that uses at least k suits must have to meet the goal with this one.

        The top level is for MAX_COST tiles.
        """
        groups, pairs, won, needs = STATES_IN_ORDER[self._whole]
        probes: list[Vector] = []
        for vector in reversed(self.parts[number]):
            probe = 0
            for entry in self.tables.entries(vector):
                g, p, w, n = STATES_IN_ORDER[entry.state]
                rest = state_of(groups - g, pairs - p, won - w, needs & ~n)
                probe |= 1 << rest + STATES * (MAX_COST - entry.cost)
            probes.append(probe)
        return tuple(probes)

    def forget(self) -> None:
        """Empty the tables; parts keep their numbers."""
        self.sums.clear()
        self.rows.clear()
        for holdings in self._holdings.values():
            holdings.clear()
            holdings.draws.clear()


def find_goal(tables: DistanceTables, groups: int, needs: int, suits: int) -> Goal:
    """Return the goal, one per process: so many groups and a pair, promises, suits to use of those that count."""
    wanted = (groups, needs, suits)
    if wanted not in tables.goals:
        tables.goals[wanted] = Goal(tables, *wanted)
    return tables.goals[wanted]


class Holdings(dict[int, int]):
    """Numbers of parts by a suit's key. `draws`: the parts that it may become by a draw, with the ranks, as bits."""

    def __init__(self, goal: Goal, melded: int, *, counts: bool) -> None:
        """Take the goal, the key of the suit's tiles in melds, and whether the suit is one of those to use."""
        super().__init__()
        self._goal = goal
        self._suits = goal.tables.suits(melded)
        self._counts = counts
        self.draws = _Draws(self, read_key(melded))

    def __missing__(self, key: int) -> int:
        """Find a number and keep it."""
        tables = self._goal.tables
        tables.note_entry()
        number = self._goal.number_suit(tables.vectors[self._suits[key]], counts=self._counts)
        self[key] = number
        return number


class _Draws(dict[int, tuple[tuple[int, int], ...]]):
    """By a suit's key: the parts that it may become by a draw, if another, each with the ranks drawn, as bits."""

    def __init__(self, holdings: Holdings, melded: list[int]) -> None:
        super().__init__()
        self._holdings = holdings
        self._melded = melded

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        holdings = self._holdings
        own = holdings[key]
        becomes: dict[int, int] = {}
        for rank, count in enumerate(read_key(key)):
            if count + self._melded[rank] < COPIES:
                number = holdings[key + POWERS[rank]]
                if number != own:
                    becomes[number] = becomes.get(number, 0) | 1 << rank
        draws = self[key] = tuple(becomes.items())
        return draws


class _Sums(dict[int, int]):
    """Numbers of the sums of two parts, by `a << SHIFT | b`."""

    def __init__(self, goal: Goal) -> None:
        super().__init__()
        self._goal = goal

    def __missing__(self, pair: int) -> int:
        first, second = pair >> SHIFT, pair & (1 << SHIFT) - 1
        self._goal.tables.note_entry()
        number = self._goal.add(first, second)
        self[pair] = self[second << SHIFT | first] = number
        return number


class _Rows(dict[int, "_Row"]):
    """For a part, how near every other part brings it."""

    def __init__(self, goal: Goal) -> None:
        super().__init__()
        self._goal = goal

    def __missing__(self, number: int) -> _Row:
        row = self[number] = _Row(self._goal, number)
        return row


class _Row(dict[int, int]):
    """Distances of whole hands of which one part is fixed, by the number of the other."""

    __slots__ = ("_goal", "_probes")

    def __init__(self, goal: Goal, number: int) -> None:
        super().__init__()
        self._goal = goal
        self._probes = goal.probe(number)

    def __missing__(self, number: int) -> int:
        self._goal.tables.note_entry()
        pairs = [pair for pair in zip(self._goal.parts[number], self._probes, strict=True) if all(pair)]
        for distance, shift in _COSTS:
            for vector, probe in pairs:
                if vector & probe >> shift:
                    self[number] = distance
                    return distance
        self[number] = OUT_OF_REACH
        return OUT_OF_REACH


class Dragons(dict[int, int]):
    """Numbers of parts by how many `7z` are held, with all that is drawn as a whole; `draws` as of a suit."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        """Take the numbers for 0.. `7z`."""
        super().__init__(enumerate(numbers))
        self.draws = {
            held: ((more, 1),) if more != number else ()
            for held, (number, more) in enumerate(zip(numbers, (*numbers[1:], numbers[-1]), strict=True))
        }


_OTHERS = (((1, 5), (2, 4), (3, 3)), ((0, 5), (2, 2), (3, 1)), ((0, 4), (1, 2), (3, 0)), ((0, 3), (1, 1), (2, 0)))
"""For m, p, s and `7z`: each other suit, and the place of the pair of the two that remain in `Reach.look`."""


class Reach:
    """A goal seen from certain melds: distances of hands by their keys (engine/tables.py)."""

    __slots__ = ("_holdings", "_rows", "_sums")

    def __init__(self, goal: Goal, suits: tuple[Holdings, Holdings, Holdings], dragons: Dragons) -> None:
        """Take the goal, and how it sees m, p, s and `7z`."""
        self._sums = goal.sums
        self._rows = goal.rows
        self._holdings: tuple[Holdings | Dragons, ...] = (*suits, dragons)

    def distance(self, key: int) -> int:
        """Return the fewest exchanges; of a hand to discard, after its best discard."""
        m, p, s, z = self._holdings
        sums = self._sums
        other = sums[s[key >> 2 * SUIT_BITS & SUIT_MASK] << SHIFT | z[key >> 3 * SUIT_BITS]]
        return self._rows[sums[p[key >> SUIT_BITS & SUIT_MASK] << SHIFT | other]][m[key & SUIT_MASK]]

    def list_useful(self, key: int) -> tuple[int, int]:
        """Return the distance of a hand and what lowers it when drawn, as bits by kind."""
        parts, _, rows = self._take_apart(key)
        distance = rows[0][parts[0]]
        useful = 0
        for suit, suit_key in enumerate(split_key(key)):
            row = rows[suit]
            for number, ranks in self._holdings[suit].draws[suit_key]:
                if row[number] < distance:
                    useful |= ranks << RANKS * suit
        return distance, useful

    def look(self, key: int, discards: Sequence[Kind], *, only_nearest: bool = False) -> Outlook:
        """Return, for each discard of a hand to discard, the distance that it leaves and what lowers it, as bits.

        `only_nearest`: leave out discards after which the hand is farther from the goal than after others.
        """
        holdings, rows, sums = self._holdings, self._rows, self._sums
        keys = split_key(key)
        parts, pairs, own_rows = self._take_apart(key)
        draws = [holding.draws[suit_key] for holding, suit_key in zip(holdings, keys, strict=True)]
        nearest = own_rows[0][parts[0]]
        outlook: Outlook = {}
        elsewhere: dict[int, int] = {}
        for kind in discards:
            suit = kind // RANKS
            left_key = keys[suit] - POWERS[kind % RANKS]
            left = holdings[suit][left_key]
            row = own_rows[suit]
            distance = row[left]
            if not distance or (only_nearest and distance > nearest):
                if not distance:
                    outlook[kind] = 0, 0
                continue
            place = left << 2 | suit
            useful = elsewhere.get(place)
            if useful is None:
                useful = 0
                for other, pair in _OTHERS[suit]:
                    other_row = rows[sums[left << SHIFT | pairs[pair]]]
                    for number, ranks in draws[other]:
                        if other_row[number] < distance:
                            useful |= ranks << RANKS * other
                elsewhere[place] = useful
            for number, ranks in holdings[suit].draws[left_key]:
                if row[number] < distance:
                    useful |= ranks << RANKS * suit
            outlook[kind] = distance, useful
        return outlook

    def _take_apart(self, key: int) -> tuple[Numbers, tuple[int, ...], tuple[dict[int, int], ...]]:
        """Return the numbers of the four parts, of the sums of every two, and for each the row of the other three."""
        in_m, in_p, in_s, in_z = self._holdings
        m, p = in_m[key & SUIT_MASK], in_p[key >> SUIT_BITS & SUIT_MASK]
        s, z = in_s[key >> 2 * SUIT_BITS & SUIT_MASK], in_z[key >> 3 * SUIT_BITS]
        sums, rows = self._sums, self._rows
        mp, ms, mz = sums[m << SHIFT | p], sums[m << SHIFT | s], sums[m << SHIFT | z]
        ps, pz, sz = sums[p << SHIFT | s], sums[p << SHIFT | z], sums[s << SHIFT | z]
        return (
            (m, p, s, z),
            (mp, ms, mz, ps, pz, sz),
            (
                rows[sums[p << SHIFT | sz]],
                rows[sums[m << SHIFT | sz]],
                rows[sums[m << SHIFT | pz]],
                rows[sums[m << SHIFT | ps]],
            ),
        )
