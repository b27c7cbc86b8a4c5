"""What went at tables between two people, kept pair by pair, so that coins that only ever go one way can be seen.

All computer players of a server together count as one more, the bank: how somebody does against them tells how well
they play.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy.dialects import postgresql, sqlite

from host.schema import flows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


class FlowChange(NamedTuple):
    """What one paid another in a hand that both played; below 0: received, 0: nothing went between them."""

    guild_id: int
    payer: int
    receiver: int
    amount: int


@dataclass(frozen=True, slots=True)
class Flow:
    """All that went between two in a server.

    `together`: hands that both played; `hands`: those of them in which coins went between the two, `to_low` and
    `to_high` what each received in those, `squares` the sum of the squares of what went in each.
    """

    guild_id: int
    low_id: int
    high_id: int
    together: int = 0
    hands: int = 0
    to_low: int = 0
    to_high: int = 0
    squares: float = 0.0

    def add(self, to_high: int) -> Flow:
        """Count one more hand."""
        return replace(
            self,
            together=self.together + 1,
            hands=self.hands + (to_high != 0),
            to_low=self.to_low + max(-to_high, 0),
            to_high=self.to_high + max(to_high, 0),
            squares=self.squares + float(to_high) ** 2,
        )

    def rename(self, user_id: int, new_id: int) -> Flow:
        """Put another id in the place of one of the two."""
        other = self.high_id if self.low_id == user_id else self.low_id
        low, high = min(other, new_id), max(other, new_id)
        renamed = replace(self, low_id=low, high_id=high)
        is_turned = (self.low_id == other) != (low == other)
        return replace(renamed, to_low=self.to_high, to_high=self.to_low) if is_turned else renamed


def write_flows(connection: Connection, added: Iterable[FlowChange]) -> None:
    """Add hands to what is kept, in one statement."""
    pairs: dict[tuple[int, int, int], Flow] = {}
    for guild_id, payer, receiver, amount in added:
        low, high = min(payer, receiver), max(payer, receiver)
        key = (guild_id, low, high)
        pairs[key] = pairs.get(key, Flow(*key)).add(amount if receiver == high else -amount)
    if pairs:
        rows = [asdict(flow) for flow in pairs.values()]
        connection.execute(_add_to(connection.dialect.name), rows)


@cache
def _add_to(dialect: str) -> Any:  # noqa: ANN401 (a dialect's own statement)
    """Return the statement that inserts rows or adds them to those with the same key."""
    add = postgresql.insert(flows) if dialect == "postgresql" else sqlite.insert(flows)
    keys = [column.name for column in flows.primary_key]
    counts = {column.name: flows.c[column.name] + column for column in add.excluded if column.name not in keys}
    return add.on_conflict_do_update(index_elements=keys, set_=counts)
