"""What is learned of people in a server beside what they play: what they are called, and that they have left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.units import WithoutCoins

if TYPE_CHECKING:
    from host.book import Book


@dataclass(frozen=True)
class NotePeople(WithoutCoins):
    """Keep what people of a server are called now: (user id, name), name None for who has left it.

    Who has left is not on the server's boards any more; what they played is kept, and shows again when they play.
    """

    guild_id: int
    people: tuple[tuple[int, str | None], ...]

    def apply(self, book: Book) -> None:
        """Keep it."""
        for user_id, name in self.people:
            book.tally.note_person(self.guild_id, user_id, name)
