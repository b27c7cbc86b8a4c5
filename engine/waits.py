"""What a hand waits for and whether it may listen: the records that analysis gives and everything else takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.tiles import Kind

REASONS: Final = (
    "not_open",
    "one_suit",
    "no_terminal",
    "no_triplet",
    "no_sequence",
    "too_few_concealed",
    "no_wait",
)
"""The codes of RULES section 2 in the order of its table."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One legal wait: some reading of hand, melds and this tile meets every condition (C28).

    `is_kadang`: some legal reading counts as kadang (H16, with the options for edges, singles and single waits).
    `has_groups`: a legal reading of four groups and a pair exists; `has_seven_pairs`: one of seven pairs (C27).
    """

    kind: Kind
    is_kadang: bool = False
    has_groups: bool = True
    has_seven_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether 13 tiles may listen: the legal waits in tile order, or the reasons (sorted by name) why not."""

    waits: tuple[Wait, ...]
    reasons: tuple[str, ...] = ()

    @property
    def may_listen(self) -> bool:
        """Whether there is a legal wait."""
        return bool(self.waits)
