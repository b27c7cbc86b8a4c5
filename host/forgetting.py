"""Taking a person out of the database, as they may ask: what names them goes, the books stay whole.

Coins are the sum of their movements, which others have a part in, so accounts are not deleted but made nameless: their
user id becomes a random number below zero, the same for nothing else, which no Discord account has. What hands told of
the person for statistics and boards belongs to nobody else and is deleted.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import String, cast, delete, insert, select, update

from host.book import Account
from host.errors import HostError
from host.flows import Flow
from host.parts import hide_person, pack_lines, unpack_lines
from host.preferences import Scope
from host.schema import (
    BANK,
    accounts,
    best_hands,
    changes,
    entries,
    flows,
    hand_records,
    holds,
    journal,
    match_people,
    matches,
    movements,
    played_hands,
    players,
    preferences,
    ratings,
    saved_tables,
    shown_messages,
    standings,
    void_hands,
    win_kinds,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

_ID_BITS = 62
_OWN = (players, standings, win_kinds, best_hands, ratings, shown_messages, match_people)
"""Tables whose rows are about one person (`user_id`) and about nobody else."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many accounts were made nameless, and how many settings deleted."""

    accounts: int
    settings: int


def forget_person(user_id: int, connection: Connection) -> Forgotten:
    """Take a person out, in the transaction that is open.

    Raises:
        HostError: `not_a_person`; `game_not_over` (table): a game that is kept names them, and has to be over first.
    """
    if user_id <= BANK:
        raise HostError("not_a_person", user=user_id)
    table_id = _find_game(user_id, connection)
    if table_id is not None:
        raise HostError("game_not_over", table=table_id)
    connection.execute(delete(holds).where(holds.c.user_id == user_id))
    found = connection.execute(select(accounts).where(accounts.c.user_id == user_id)).all()
    for row in found:
        nameless = asdict(Account(**row._asdict())) | {"user_id": _make_nameless()}
        of_account = {"guild_id": row.guild_id, "user_id": user_id}
        connection.execute(insert(accounts).values(nameless))
        _rename(row.guild_id, user_id, nameless["user_id"], connection)
        connection.execute(delete(accounts).filter_by(**of_account))
        # Nobody plays without an account, and these tables are long: server by server they have an index.
        for table in (played_hands, void_hands):
            connection.execute(delete(table).filter_by(**of_account))
    # Whoever managed a server without an account there.
    connection.execute(update(changes).where(changes.c.actor_id == user_id).values(actor_id=_make_nameless()))
    played = connection.scalars(select(match_people.c.table_id).where(match_people.c.user_id == user_id)).all()
    for match_id in played:
        _hide_in_record(match_id, user_id, connection)
    for own in _OWN:
        connection.execute(delete(own).where(own.c.user_id == user_id))
    gone = connection.execute(delete(preferences).filter_by(scope=Scope.PERSON.value, owner_id=user_id))
    return Forgotten(len(found), gone.rowcount)


def _find_game(user_id: int, connection: Connection) -> str | None:
    """Return a table that names a person: where they sit, may sit, have coins at stake, or have played in this game."""
    at_stake = select(holds.c.table_id).where(holds.c.user_id == user_id, holds.c.amount > 0)
    held: str | None = connection.scalar(at_stake.limit(1))
    if held is not None:
        return held
    said = str(user_id)
    texts = (
        select(saved_tables.c.table_id, saved_tables.c.body).where(saved_tables.c.body.contains(said)),
        select(journal.c.table_id, journal.c.line).where(journal.c.line.contains(said)),
    )
    rows = (row for query in texts for row in connection.execute(query))
    return next((table_id for table_id, text in rows if _names(json.loads(text), user_id)), None)


def _make_nameless() -> int:
    return -1 - secrets.randbits(_ID_BITS)


def _rename(guild_id: int, user_id: int, nameless: int, connection: Connection) -> None:
    """Let all that a server's books say of a person be said of a number; what managers wrote about them is deleted."""
    of_account = {"guild_id": guild_id, "user_id": user_id}
    own = select(entries.c.movement_id).filter_by(**of_account)
    # The keys of grants name who got them.
    granted = update(movements).where(movements.c.id.in_(own), movements.c.kind.in_(("grant", "daily", "relief")))
    connection.execute(granted.values(key="gone/" + cast(movements.c.id, String)))
    connection.execute(update(entries).filter_by(**of_account).values(user_id=nameless))
    connection.execute(update(changes).filter_by(**of_account).values(user_id=nameless, reason=""))
    connection.execute(update(changes).filter_by(guild_id=guild_id, actor_id=user_id).values(actor_id=nameless))
    is_theirs = (flows.c.low_id == user_id) | (flows.c.high_id == user_id)
    for row in connection.execute(select(flows).where(flows.c.guild_id == guild_id, is_theirs)).all():
        flow = Flow(**row._asdict())
        connection.execute(delete(flows).filter_by(guild_id=guild_id, low_id=flow.low_id, high_id=flow.high_id))
        connection.execute(insert(flows).values(asdict(flow.rename(user_id, nameless))))


def _hide_in_record(table_id: str, user_id: int, connection: Connection) -> None:
    """Take a person's name and id out of a match's record, which holds as before."""
    match = connection.execute(select(matches.c.opening, matches.c.closing).filter_by(table_id=table_id)).first()
    if match is not None:
        hidden = {name: text and hide_person(text, user_id) for name, text in match._asdict().items()}
        connection.execute(update(matches).filter_by(table_id=table_id).values(hidden))
    query = select(hand_records.c.hand, hand_records.c.lines).filter_by(table_id=table_id)
    for row in connection.execute(query.where(hand_records.c.lines.is_not(None))).all():
        lines = unpack_lines(row.lines)
        # Only where they sat down does a hand name them.
        if str(user_id) in lines:
            changed = {"lines": pack_lines(hide_person(lines, user_id))}
            connection.execute(update(hand_records).filter_by(table_id=table_id, hand=row.hand).values(changed))


def _names(kept: object, user_id: int) -> bool:
    """Say whether a number stands anywhere in what is kept of a table."""
    if isinstance(kept, dict):
        return any(_names(value, user_id) for value in kept.values())
    if isinstance(kept, list):
        return any(_names(value, user_id) for value in kept)
    return kept == user_id and not isinstance(kept, bool)
