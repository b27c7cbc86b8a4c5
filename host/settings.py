"""A room's own settings (P1-P9): what is not a rule of the game but of the table that plays it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from engine.rules import MAX_STAKE
from host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Mapping

MATCH_LENGTHS = (4, 8, 16, None)
"""How many hands a match may have (P1); None: until somebody ends it."""

LONGEST_SECONDS = 3600.0
RELAXED = {"discard_seconds": 60.0, "claim_seconds": 30.0, "claim_pause": 10.0}
"""The relaxed clock of P3."""


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What the person who opens a room may choose; frozen once it is open. Times are seconds.

    `hands`: length of the match (None: open end). `coins`: play for coins, else for points. `min_coins`: what a
    person must own to sit. `discard_seconds`, `claim_seconds`: the clocks of P3. `constant_pause`: whether every
    discard is followed by exactly `claim_pause` seconds (None: where two or more people sit). `is_public`: anybody
    may join, else who was invited. `computer_stake_cap`: the highest stake where a computer player sits (P9).
    `pace`: between a computer player's turns. `next_hand_seconds`: between hands. `lobby_seconds`: how long a lobby
    waits to be started.
    """

    hands: int | None = 8
    coins: bool = True
    min_coins: int = 0
    discard_seconds: float = 20.0
    claim_seconds: float = 10.0
    constant_pause: bool | None = None
    claim_pause: float = 5.0
    computers_allowed: bool = True
    is_public: bool = True
    computer_stake_cap: int = 1
    pace: float = 1.0
    next_hand_seconds: float = 20.0
    lobby_seconds: float = 900.0

    def __post_init__(self) -> None:
        """Refuse what cannot be: HostError `bad_setting` with the setting's name."""
        flags = ("coins", "computers_allowed", "is_public")
        _require("hands", is_valid=not isinstance(self.hands, bool) and self.hands in MATCH_LENGTHS)
        for name in flags:
            _require(name, is_valid=isinstance(getattr(self, name), bool))
        _require("constant_pause", is_valid=self.constant_pause is None or isinstance(self.constant_pause, bool))
        _require("min_coins", is_valid=_is_whole(self.min_coins, 0, 1_000_000_000))
        _require("computer_stake_cap", is_valid=_is_whole(self.computer_stake_cap, 1, MAX_STAKE))
        for name, lowest in _SHORTEST.items():
            value = getattr(self, name)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            _require(name, is_valid=is_number and lowest <= value <= LONGEST_SECONDS)

    @classmethod
    def relaxed(cls, **changes: Any) -> RoomSettings:  # noqa: ANN401 (the fields' own types, checked above)
        """Return settings with the relaxed clock (P3) and the changes given."""
        return cls(**{**RELAXED, **changes})

    def changed(self, changes: Mapping[str, Any]) -> RoomSettings:
        """Return these settings with some changed; HostError `unknown_setting`, `bad_setting`."""
        for name in changes:
            if name not in SETTING_NAMES:
                raise HostError("unknown_setting", setting=name)
        return replace(self, **changes)


_SHORTEST = {
    "discard_seconds": 1.0,
    "claim_seconds": 1.0,
    "claim_pause": 0.0,
    "pace": 0.0,
    "next_hand_seconds": 0.0,
    "lobby_seconds": 1.0,
}

SETTING_NAMES = tuple(field.name for field in fields(RoomSettings))
"""Every setting's name, in order."""


def _is_whole(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _require(name: str, *, is_valid: bool) -> None:
    if not is_valid:
        raise HostError("bad_setting", setting=name)
