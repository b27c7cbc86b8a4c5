"""What a panel is made from: a hand as one viewer may see it, and who sits around it. Pure values."""

from __future__ import annotations

from dataclasses import dataclass

from engine.view import View


@dataclass(frozen=True, slots=True)
class SeatFace:
    """Who sits at a seat: the name shown, the Discord user (None: a computer player), coins or points."""

    name: str
    user_id: int | None
    coins: int
    is_autoplay: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A table during a match as `view.viewer` may see it.

    `rules`: the preset's name. `hands`: length of the match, None for an open end. `deadline`: seconds since 1970 when
    the viewer's own decision runs out (a spectator: when the turn does); None while no clock runs. `next_hand_at`:
    likewise, once the hand is over.
    """

    table: str
    rules: str
    hands: int | None
    seats: tuple[SeatFace, ...]
    view: View
    deadline: float | None = None
    next_hand_at: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand was settled, for the message that explains it. Coins by seat.

    `paid`: what changed hands by the win, `owed` what should have; `penalties`: for leaving; `coins`: afterwards.
    `secret`, `commitment`: hex, of the shuffle; the secret hashed `hashes` times is the commitment.
    """

    scene: Scene
    paid: tuple[int, ...]
    owed: tuple[int, ...]
    penalties: tuple[int, ...]
    coins: tuple[int, ...]
    secret: str
    commitment: str
    hashes: int
    is_match_over: bool
    match_changes: tuple[int, ...] = (0, 0, 0, 0)
    plays_for_coins: bool = True


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """One of the four places in a lobby: free if there is no name."""

    name: str | None = None
    is_computer: bool = False
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before its match. `stake` None: points only; "poorest" or a number. `clock`: normal or relaxed."""

    table: str
    rules: str
    seats: tuple[LobbySeat, ...]
    stake: int | str | None
    hands: int | None
    clock: str
    min_coins: int
    commitment: str
    computers_allowed: bool = True
