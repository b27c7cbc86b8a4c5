"""What a table stands in: its place, what all tables share, and who keeps them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.shuffle import SECRET_BYTES
from host.clock import LoopClock

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from host.clock import Clock
    from host.computers import Computers
    from host.publisher import Publisher
    from host.store import Store
    from host.table import Table


def new_secret() -> bytes:
    """Draw the 32 random bytes that a chain of the shuffle starts from."""
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all tables of a process share. `new_secret` and `lots` (for the seats) are replaced in seeded tests."""

    store: Store
    computers: Computers
    publisher: Publisher
    clock: Clock = field(default_factory=LoopClock)
    new_secret: Callable[[], bytes] = new_secret
    lots: random.Random = field(default_factory=secrets.SystemRandom)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands."""

    table_id: str
    guild_id: int
    channel_id: int


class Keeper(Protocol):
    """Who keeps the tables: holds to one game per person and server (P2)."""

    def claim(self, table: Table, user_id: int) -> None:
        """A person sits down at the table; HostError `seated_elsewhere` if they may not."""

    def release(self, table: Table, user_id: int) -> None:
        """They no longer sit there."""

    def forget(self, table: Table) -> None:
        """The table is closed; called once."""
