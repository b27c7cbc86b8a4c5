"""Before the match: who sits, who has pressed start (P1). Seats are in the order of joining until they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.errors import HostError
from host.seats import SEATS, Seat

if TYPE_CHECKING:
    import random

    from host.context import Context


class Lobby:
    """The table's lobby; it works on the context's seats."""

    def __init__(self, context: Context) -> None:
        """Begin with nobody."""
        self._context = context
        self.invited: set[int] = set()

    @property
    def is_ready(self) -> bool:
        """Whether all four seats are taken and every person has pressed start."""
        seats = self._context.seats
        return (
            len(seats) == SEATS
            and any(seat.is_person for seat in seats)
            and all(seat.is_ready for seat in seats if seat.is_person)
        )

    def check_invited(self, user_id: int) -> None:
        """HostError `not_invited`, unless the room is public, the person invited, or the first to come."""
        if not self._context.settings.is_public and self._context.seats and user_id not in self.invited:
            raise HostError("not_invited")

    def check_room(self) -> None:
        """HostError `table_full` if no seat is free for a person: a computer player gives up its seat."""
        if len(self._context.people) == SEATS:
            raise HostError("table_full")

    def join(self, user_id: int, name: str) -> None:
        """Seat a person, in a computer player's place if need be."""
        seats = self._context.seats
        if len(seats) == SEATS:
            self.remove_computer()
        at = next((place for place, seat in enumerate(seats) if not seat.is_person), len(seats))
        seats.insert(at, Seat(user_id=user_id, name=name))

    def leave(self, user_id: int) -> None:
        """Take a person away."""
        self._context.seats[:] = [seat for seat in self._context.seats if seat.user_id != user_id]

    def add_computers(self, count: int | None) -> None:
        """Seat computers (None: on all free seats); HostError `computers_not_allowed`, `table_full`, `bad_count`."""
        seats = self._context.seats
        if not self._context.settings.computers_allowed:
            raise HostError("computers_not_allowed")
        if count is None:
            count = max(1, SEATS - len(seats))
        if not 1 <= count < SEATS:
            raise HostError("bad_count", count=count)
        if len(seats) + count > SEATS:
            raise HostError("table_full")
        for _ in range(count):
            taken = {seat.computer for seat in seats}
            number = next(index for index in range(1, SEATS + 1) if index not in taken)
            seats.append(Seat(computer=number))

    def remove_computer(self) -> None:
        """Take the computer player who came last away; HostError `no_computer`."""
        seats = self._context.seats
        if not seats or seats[-1].computer is None:
            raise HostError("no_computer")
        seats.pop()

    def ask_again(self) -> None:
        """Take back that people are ready: what they agreed to has changed."""
        for seat in self._context.seats:
            seat.is_ready = False

    def draw_seats(self, lots: random.Random) -> None:
        """Draw the seats at random (P1)."""
        lots.shuffle(self._context.seats)
