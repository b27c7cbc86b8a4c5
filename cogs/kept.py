"""Where a table is shown, as the database keeps it, so that messages and panels stay live across a restart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cogs.gateway import TOKEN_SECONDS, KeptToken

if TYPE_CHECKING:
    from cogs.seat_panels import SeatPanel
    from host.clock import Clock

EVERYBODY = 0
"""The user id under which the public message is kept."""


def write_message(message_id: int | None) -> str | None:
    """Return what is kept of a public message; None if there is none."""
    return None if message_id is None else json.dumps({"message_id": message_id})


def read_message(body: str) -> int:
    """Return the id of the public message that was kept."""
    return int(json.loads(body)["message_id"])


def write_panel_place(panel: SeatPanel, clock: Clock) -> str | None:
    """Return what is kept of a person's panel; None if it is gone."""
    kept = panel.kept
    if kept is None:
        return None
    until = clock.wall() + kept.until - clock.now()
    place = {"token": kept.token, "message_id": kept.message_id, "is_original": kept.is_original, "until": until}
    return json.dumps({**place, "language": panel.texts.language})


def read_panel_place(body: str, clock: Clock) -> tuple[KeptToken, str] | None:
    """Return the way back to a panel that was kept and its language; None if its token is dead by now."""
    place = json.loads(body)
    # A system clock that was put back meanwhile lets no token live longer.
    left = min(place["until"] - clock.wall(), TOKEN_SECONDS)
    if left <= 0:
        return None
    kept = KeptToken(place["token"], place["message_id"], place["is_original"], clock.now() + left)
    return kept, place["language"]
