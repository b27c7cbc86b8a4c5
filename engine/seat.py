"""One seat's state during a hand: the full truth, seen by nobody but the hand itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.live import LiveHand
from engine.melds import Meld, MeldType
from engine.tables import KIND_KEYS
from engine.tiles import ALL_KINDS, Kind, count_kinds
from engine.view import FaceDownGang, RiverTile, SeatView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.rules import Rules
    from engine.waits import Wait


NOTHING_BARRED: Final[frozenset[Kind]] = frozenset()
_LAID_OFF: Final = tuple(
    tuple(RiverTile(kind, is_listening_discard=listen) for kind in ALL_KINDS) for listen in (False, True)
)
"""Discards as they come into a river, by whether they declare listening and by kind."""


class Seat:
    """Counts of the concealed tiles (28), melds, river, and whether the hand is locked by listening.

    `is_hiding`: a gang lies face down. `pengs`: the kinds of its pengs. `drawn` is the tile just drawn (also in
    `counts`). `must_listen`: a listening claim was made and the discard that completes it is due (H6). `barred`: kinds
    that may not be discarded now (C5, `swap_call` off). `let_pass`: kinds discarded since it listens and not won on.
    `old_baos`: baos that were changed and lie face up by this seat (M7, Q10). Tiles and melds come and go by the
    methods alone, which keep `live`, the hand's analysis, up to date.
    """

    __slots__ = (
        "_least_distance",
        "_seen",
        "barred",
        "counts",
        "drawn",
        "is_hiding",
        "is_listening",
        "is_open",
        "let_pass",
        "live",
        "melds",
        "must_listen",
        "old_baos",
        "pengs",
        "river",
        "seat",
        "waits",
    )

    def __init__(self, seat: int, tiles: Iterable[Kind], rules: Rules) -> None:
        """Sit a seat down with the tiles dealt."""
        self.seat = seat
        self.counts = count_kinds(tiles)
        self.live = LiveHand(self.counts, (), rules)
        self.melds: list[Meld] = []
        self.river: list[RiverTile] = []
        self.drawn: Kind | None = None
        self.is_listening = False
        self.is_open = False
        self.is_hiding = False
        self.pengs: tuple[Kind, ...] = ()
        self.waits: tuple[Wait, ...] = ()
        self.must_listen = False
        self.barred = NOTHING_BARRED
        self.let_pass: frozenset[Kind] = frozenset()
        self.old_baos: list[Kind] = []
        self._least_distance = 0
        self._seen: SeatView | None = None

    # ---- what it has

    def take(self, kind: Kind) -> None:
        """Put a tile into the hand."""
        self.counts[kind] += 1
        self.live.key += KIND_KEYS[kind]
        self._least_distance -= 1
        self._seen = None

    def give(self, kind: Kind, copies: int = 1) -> None:
        """Take tiles of a kind out of the hand, which must hold them."""
        self.counts[kind] -= copies
        self.live.key -= KIND_KEYS[kind] * copies
        self._seen = None

    def lay(self, meld: Meld, place: int | None = None) -> None:
        """Lay a meld on the table, at the place of one that it takes over from, or beside the others."""
        if place is None:
            self.melds.append(meld)
        else:
            self.melds[place] = meld
        self.live.set_melds(self.melds)
        self.is_open = self.is_open or meld.opens
        self.is_hiding = any(meld.is_face_down for meld in self.melds)
        self.pengs = tuple(meld.kind for meld in self.melds if meld.type is MeldType.PENG)
        self._least_distance -= 1
        self._seen = None

    def lay_off(self, tile: Kind, *, listen: bool) -> None:
        """Move a tile from the hand, which must hold it, to the river; with `listen` the hand is locked (C9, C10)."""
        self.counts[tile] -= 1
        self.live.key -= KIND_KEYS[tile]
        self.drawn = None
        self.must_listen = False
        self.barred = NOTHING_BARRED
        self.river.append(_LAID_OFF[listen][tile])
        self._seen = None
        if listen:
            self.lock(self.live.waits())

    def lose_discard(self, claimer: int) -> None:
        """Mark the last discard as claimed away."""
        last = self.river[-1]
        self.river[-1] = RiverTile(last.tile, claimer, last.is_listening_discard)
        self._seen = None

    def lock(self, waits: tuple[Wait, ...]) -> None:
        """Listen from now on, or still listen, to these waits (C9)."""
        self.is_listening = True
        self.waits = waits
        self._seen = None

    def note_passed(self, tile: Kind) -> None:
        """Note that a discard was not won on by this seat, which listens."""
        if tile not in self.let_pass:
            self.let_pass |= {tile}
            self._seen = None

    def keep_old_bao(self, bao: Kind) -> None:
        """Lay a bao that was changed by this seat."""
        self.old_baos.append(bao)
        self._seen = None

    # ---- what can be said of it

    def may_be_within(self, exchanges: int) -> bool:
        """Say whether so many exchanges may bring a hand that lacks one tile, by groups or by pairs, whatever it needs.

        A tile that comes brings the hand nearer by one at most, so the distance is worked out now and then only.
        """
        if self._least_distance > exchanges:
            return False
        self._least_distance = self.live.least_distance()
        return self._least_distance <= exchanges

    def waits_for(self, tile: Kind) -> bool:
        """Whether the locked hand waits for the tile."""
        return any(wait.kind == tile for wait in self.waits)

    def can_meld(self) -> bool:
        """Whether one more meld may be made: with `min_concealed` 4 a fourth is never offered (C26)."""
        return self.live.standing.can_meld

    def find_peng(self, kind: Kind) -> int:
        """Return the place among the melds of the peng of a kind, which must be there."""
        return next(place for place, meld in enumerate(self.melds) if meld.type is MeldType.PENG and meld.kind == kind)

    def look(self, *, shows_all: bool = False) -> SeatView:
        """Return what everybody sees of the seat, or with `shows_all` what itself sees of what lies on the table."""
        if self._seen is None:
            self._seen = SeatView(
                seat=self.seat,
                concealed_count=sum(self.counts),
                melds=tuple(FaceDownGang() if meld.is_face_down else meld for meld in self.melds),
                river=tuple(self.river),
                is_open=self.is_open,
                is_listening=self.is_listening,
                old_baos=tuple(self.old_baos),
                let_pass=self.let_pass,
            )
        seen = self._seen
        if shows_all and self.is_hiding:
            return replace(seen, melds=tuple(self.melds))
        return seen
