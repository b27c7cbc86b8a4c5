"""How near hands are to a goal: parts of a hand put together, in tables that fill.

A goal is what melds leave to be made: so many groups and a pair, what they must promise, and how many suits they must
use (C21). What a suit, or several suits together, can give to it is a `Part`. Few parts differ, so equal ones are one
object, and everything that was found out by putting two together is kept with one of them. Whoever asks keeps a
`Reach`: the goal seen from certain melds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.distance import COST_LIMIT, OUT_OF_REACH, Becoming, Entry, add_entries, list_entries
from engine.tables import LOW_BITS, LOW_MASK, RANKS, SUIT_BITS, SUIT_MASK, SUIT_RANKS, split_key
from engine.tiles import DRAGON, Kind
from engine.vectors import AT_LEAST, MAX_COST, NEEDS, STATES, Vector, forget, mask_states, reverse_bits, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.distance import DistanceTables

_COSTS: Final = tuple((cost, STATES * (MAX_COST - cost)) for cost in range(COST_LIMIT))

Vectors = tuple[Vector, ...]
"""At k, what uses at least k of the suits that count."""

Outlook = dict[Kind, tuple[int, int]]
"""For every discard, the distance that it leaves and the useful tiles then, as bits by kind."""


class Part:
    """What one suit or several give to a goal, and what has been found out by putting it together with others.

    `plus`: of a suit, its sums with other parts. `distances`: of whole hands that this and another part make.
    `useful`: of whole hands that this part and a suit make, what lowers the distance when drawn to the suit, as bits
    by rank, by what the draws make of the suit.
    """

    __slots__ = ("distances", "plus", "useful", "vectors")

    def __init__(self, goal: Goal, vectors: Vectors) -> None:
        """Start with empty tables."""
        self.vectors = vectors
        self.distances: dict[Part, int] = _Distances(goal, vectors)
        self.useful: dict[Draws, int] = _Useful(goal, self.distances)
        self.plus: dict[Part, Part] = _Sums(goal, self)


class Draws:
    """What a suit may become by a draw: the parts that are not its own, each with the ranks drawn, as bits."""

    __slots__ = ("becomes", "own")

    def __init__(self, own: Part, becomes: dict[Part, int]) -> None:
        """Take the suit's own part and all that it may become."""
        self.own = own
        self.becomes = tuple((part, ranks) for part, ranks in becomes.items() if part is not own)


class Goal:
    """So many groups and a pair that promise `needs` and use at least `suits` of the suits that count."""

    def __init__(self, tables: DistanceTables, groups: int, needs: int, suits: int) -> None:
        """Start without parts."""
        self.tables = tables
        self.suits = suits
        self.mask = mask_states(lambda g, _p, _w, n: g <= groups and not n & ~needs)
        self.needs = tuple(need for need in NEEDS if need & needs)
        self.unused_bits = STATES - 1 - state_of(groups, 1, 1, needs)
        self._parts: dict[Vectors, Part] = {}
        self._suit_parts: tuple[dict[int, Part], dict[int, Part]] = {}, {}
        self._dragons: dict[tuple[str, int], Dragons] = {}
        self._holdings: dict[tuple[int | None, bool], Holdings] = {}

    def find_part(self, vectors: Vectors) -> Part:
        """Return the part with these vectors."""
        part = self._parts.get(vectors)
        if part is None:
            self.tables.note_entry()
            part = self._parts[vectors] = Part(self, vectors)
        return part

    def find_suit(self, number: int, *, counts: bool) -> Part:
        """Return the part that a suit with the vector of this number is; `counts`: as one of the suits to use."""
        parts = self._suit_parts[counts]
        part = parts.get(number)
        if part is None:
            vector = self.tables.vectors[number] & self.mask
            used = vector & AT_LEAST[1] if counts else 0
            part = parts[number] = self.find_part((vector, used, 0)[: self.suits + 1])
        return part

    def holdings(self, melded: int | None, *, counts: bool) -> Holdings:
        """Return the mapping from a suit's key to its part.

        `melded`: the key of the suit's tiles in melds; None: no limit of copies, and found sooner.
        """
        holdings = self._holdings.get((melded, counts))
        if holdings is None:
            holdings = self._holdings[melded, counts] = Holdings(self, melded, counts=counts)
        return holdings

    def dragons(self, stands_for: str, melded: int) -> Dragons:
        """Return the mapping for `7z`, of which so many are in melds, with all that is drawn as a whole in any suit."""
        wanted = (stands_for, melded)
        if wanted not in self._dragons:
            rows = [self.tables.dragons(stands_for, melded, blocks) for blocks in range(self.suits + 1)]
            parts = [self.find_part(tuple(self.mask & each for each in row)) for row in zip(*rows, strict=True)]
            self._dragons[wanted] = Dragons(parts)
        return self._dragons[wanted]

    def forget(self) -> None:
        """Drop all parts; those that somebody still holds stay what they are."""
        self._parts.clear()
        self._dragons.clear()
        for parts in self._suit_parts:
            parts.clear()
        for holdings in self._holdings.values():
            holdings.clear()
            holdings.draws.clear()


def find_goal(tables: DistanceTables, groups: int, needs: int, suits: int) -> Goal:
    """Return the goal, one per process: so many groups and a pair, promises, suits to use of those that count."""
    wanted = (groups, needs, suits)
    if wanted not in tables.goals:
        tables.goals[wanted] = Goal(tables, *wanted)
    return tables.goals[wanted]


class Holdings(dict[int, Part]):
    """Parts by a suit's key. `draws`: what the suit may become by a draw, by key."""

    def __init__(self, goal: Goal, melded: int | None, *, counts: bool) -> None:
        """Take the goal, the key of the suit's tiles in melds, and whether the suit is one of those to use."""
        super().__init__()
        self._goal = goal
        self._suits = goal.tables.glances if melded is None else goal.tables.suits(melded)
        self._counts = counts
        self.draws: dict[int, Draws] = _SuitDraws(goal, self, goal.tables.becoming(melded), counts=counts)

    def __missing__(self, key: int) -> Part:
        """Find a part and keep it."""
        tables = self._goal.tables
        tables.note_entry()
        part = self[key] = self._goal.find_suit(self._suits[key], counts=self._counts)
        return part


class _SuitDraws(dict[int, Draws]):
    def __init__(self, goal: Goal, holdings: Holdings, becoming: Becoming, *, counts: bool) -> None:
        super().__init__()
        self._goal = goal
        self._holdings = holdings
        self._becoming = becoming
        self._counts = counts

    def __missing__(self, key: int) -> Draws:
        self._goal.tables.note_entry()
        find_suit, counts = self._goal.find_suit, self._counts
        becomes: dict[Part, int] = {}
        for number, ranks in self._becoming[key]:
            part = find_suit(number, counts=counts)
            becomes[part] = becomes.get(part, 0) | ranks
        draws = self[key] = Draws(self._holdings[key], becomes)
        return draws


class Dragons(dict[int, Part]):
    """Parts by how many `7z` are held, with all that is drawn as a whole; `draws` as of a suit."""

    def __init__(self, parts: Sequence[Part]) -> None:
        """Take the parts for 0.. `7z`."""
        super().__init__(enumerate(parts))
        self.draws = {held: Draws(part, dict.fromkeys(parts[held + 1 : held + 2], 1)) for held, part in self.items()}


class _Sums(dict[Part, Part]):
    """The sums of a suit and other parts."""

    __slots__ = ("_counts", "_entries", "_goal", "_suit")

    def __init__(self, goal: Goal, suit: Part) -> None:
        super().__init__()
        self._goal = goal
        self._suit = suit
        self._entries: list[Entry] = []
        self._counts = 0

    def __missing__(self, part: Part) -> Part:
        goal = self._goal
        goal.tables.note_entry()
        if not self._entries:
            # What the suit gives if it is used, and whether (1 or 0) it is then one of the suits that count.
            self._entries = list_entries(self._suit.vectors[0] & AT_LEAST[1])
            self._counts = int(any(self._suit.vectors[1:]))
        entries, counts = self._entries, self._counts
        total: list[Vector] = []
        added = 0
        for at_least, vector in enumerate(part.vectors):
            if at_least != 1 or not counts:  # with a suit that counts, the others need to use one less
                added = add_entries(part.vectors[max(0, at_least - counts)], entries)
                added = forget(added, goal.needs) & goal.mask
            total.append(vector | added)
        whole = self[part] = goal.find_part(tuple(total))
        return whole


class _Distances(dict[Part, int]):
    """Distances of the whole hands that one part makes with others."""

    __slots__ = ("_goal", "_probes", "_vectors")

    def __init__(self, goal: Goal, vectors: Vectors) -> None:
        super().__init__()
        self._goal = goal
        self._vectors = vectors
        self._probes: Vectors = ()

    def __missing__(self, part: Part) -> int:
        self._goal.tables.note_entry()
        if not self._probes:
            # What another part must have, for MAX_COST tiles in all: what is missing of a state has the goal's number
            # less the state's, so all that has to be done is to turn the bits around.
            unused = self._goal.unused_bits
            self._probes = tuple(reverse_bits(vector) >> unused for vector in reversed(self._vectors))
        pairs = [pair for pair in zip(part.vectors, self._probes, strict=True) if all(pair)]
        for distance, shift in _COSTS:
            for vector, probe in pairs:
                if vector & probe >> shift:
                    self[part] = distance
                    return distance
        self[part] = OUT_OF_REACH
        return OUT_OF_REACH


class _Useful(dict[Draws, int]):
    """What lowers the distances of the whole hands that one part makes with suits, as bits by rank."""

    __slots__ = ("_distances", "_goal")

    def __init__(self, goal: Goal, distances: dict[Part, int]) -> None:
        super().__init__()
        self._goal = goal
        self._distances = distances

    def __missing__(self, draws: Draws) -> int:
        self._goal.tables.note_entry()
        distances = self._distances
        distance = distances[draws.own]
        useful = 0
        if distance:
            for part, ranks in draws.becomes:
                if distances[part] < distance:
                    useful |= ranks
        self[draws] = useful
        return useful


class Reach:
    """A goal seen from certain melds: distances of hands by their keys (engine/tables.py)."""

    __slots__ = ("_holdings",)

    def __init__(self, suits: tuple[Holdings, Holdings, Holdings], dragons: Dragons) -> None:
        """Take how the goal sees m, p, s and `7z`."""
        self._holdings = (*suits, dragons)

    def distance(self, key: int) -> int:
        """Return the fewest exchanges; of a hand to discard, after its best discard."""
        m, p, s, z = self._holdings
        low, high = key & LOW_MASK, key >> LOW_BITS
        with_s = s[high & SUIT_MASK].plus[z[high >> SUIT_BITS]]
        return p[low >> SUIT_BITS].plus[with_s].distances[m[low & SUIT_MASK]]

    def list_useful(self, key: int) -> tuple[int, int]:
        """Return the distance of a hand and what lowers it when drawn, as bits by kind."""
        in_m, in_p, in_s, in_z = self._holdings
        m_key, p_key, s_key, z_key = split_key(key)
        m, p, s, z = in_m[m_key], in_p[p_key], in_s[s_key], in_z[z_key]
        sz, ps = s.plus[z], p.plus[s]
        rest = p.plus[sz]
        return rest.distances[m], (
            rest.useful[in_m.draws[m_key]]
            | m.plus[sz].useful[in_p.draws[p_key]] << RANKS
            | m.plus[p.plus[z]].useful[in_s.draws[s_key]] << 2 * RANKS
            | m.plus[ps].useful[in_z.draws[z_key]] << 3 * RANKS
        )

    def measure(self, key: int) -> dict[Kind, int]:
        """Return, for each discard of a hand to discard, the distance that it leaves."""
        in_m, in_p, in_s, in_z = self._holdings
        m_key, p_key, s_key, z_key = split_key(key)
        m, p, s, z = in_m[m_key], in_p[p_key], in_s[s_key], in_z[z_key]
        sz, ps = s.plus[z], p.plus[s]
        distances: dict[Kind, int] = {}
        for holdings, suit_key, place, rest in (
            (in_m, m_key, 0, p.plus[sz]),
            (in_p, p_key, 9, m.plus[sz]),
            (in_s, s_key, 18, m.plus[p.plus[z]]),
        ):
            known = rest.distances
            for rank, power in SUIT_RANKS[suit_key]:
                distances[place + rank] = known[holdings[suit_key - power]]
        if z_key:
            distances[DRAGON] = m.plus[ps].distances[in_z[z_key - 1]]
        return distances

    def look(self, key: int, *, only_nearest: bool = False) -> Outlook:
        """Return, for each discard of a hand to discard, the distance that it leaves and what lowers it, as bits.

        `only_nearest`: leave out discards after which the hand is farther from the goal than after others.
        """
        in_m, in_p, in_s, in_z = self._holdings
        m_key, p_key, s_key, z_key = split_key(key)
        m, p, s, z = in_m[m_key], in_p[p_key], in_s[s_key], in_z[z_key]
        m_draws, p_draws, s_draws, z_draws = in_m.draws[m_key], in_p.draws[p_key], in_s.draws[s_key], in_z.draws[z_key]
        mz, pz, sz = m.plus[z], p.plus[z], s.plus[z]
        mp, ms, ps = m.plus[p], m.plus[s], p.plus[s]
        # For each suit: what all others make; for each of the others what the last two make, its draws, its place.
        suits = (
            (in_m, m_key, 0, p.plus[sz], ((sz, p_draws, 9), (pz, s_draws, 18), (ps, z_draws, 27))),
            (in_p, p_key, 9, m.plus[sz], ((sz, m_draws, 0), (mz, s_draws, 18), (ms, z_draws, 27))),
            (in_s, s_key, 18, m.plus[pz], ((pz, m_draws, 0), (mz, p_draws, 9), (mp, z_draws, 27))),
        )
        farthest = suits[0][3].distances[m] if only_nearest else OUT_OF_REACH
        outlook: Outlook = {}
        for holdings, suit_key, place, rest, others in suits:
            (one, one_draws, at), (two, two_draws, at_two), (three, three_draws, at_three) = others
            draws, distances, own_useful = holdings.draws, rest.distances, rest.useful
            in_others: dict[Part, int] = {}
            for rank, power in SUIT_RANKS[suit_key]:
                left = holdings[suit_key - power]
                distance = distances[left]
                if distance > farthest:
                    continue
                useful = in_others.get(left)
                if useful is None:
                    plus = left.plus
                    useful = in_others[left] = (
                        plus[one].useful[one_draws] << at
                        | plus[two].useful[two_draws] << at_two
                        | plus[three].useful[three_draws] << at_three
                    )
                outlook[place + rank] = distance, useful | own_useful[draws[suit_key - power]] << place
        if z_key:
            distance, useful = self._look_without_dragon((m, p, s), (m_draws, p_draws, s_draws), m.plus[ps], z_key)
            if distance <= farthest:
                outlook[DRAGON] = distance, useful
        return outlook

    def _look_without_dragon(
        self, suits: tuple[Part, Part, Part], draws: tuple[Draws, Draws, Draws], rest: Part, held: int
    ) -> tuple[int, int]:
        """Return the same for the discard of a `7z`; `rest`: what the suits make."""
        dragons = self._holdings[3]
        left = dragons[held - 1]
        m, p, s = suits
        with_p, with_s = p.plus[left], s.plus[left]
        useful = p.plus[with_s].useful[draws[0]]
        useful |= m.plus[with_s].useful[draws[1]] << RANKS
        useful |= m.plus[with_p].useful[draws[2]] << 2 * RANKS
        return rest.distances[left], useful | rest.useful[dragons.draws[held - 1]] << 3 * RANKS
