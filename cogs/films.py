"""Films of hands, drawn one after the other in a thread of their own: a film of seconds never delays a table's picture.

Rule 1: of a person one film is drawn at a time, and of all people a few wait at most.
Rule 2: whoever waits is told how far it is.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from cogs.errors import Refusal
from cogs.meters import FILMS
from cogs.replay_words import weigh
from render import Shot, draw_film

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cogs.replay_panel import Scene
    from engine.events import Event
    from engine.view import View
    from render import Language, SeatLabel, Theme

MOST_WAITING = 8
"""So many films, the one that is drawn among them, are about twenty seconds of work."""

TOLD_SECONDS = 2.0
"""So often a person is told how far their film is."""

_OWN_DRAW, _TURN, _MOMENT, _DEAL, _END = 500, 700, 1500, 2000, 6000
"""For how long a picture is shown, in milliseconds: one can read it, and a hand takes about a minute."""

_HEAVY = 2
"""From here on (`weigh`) a step is looked at longer: calls, gangs, listening."""


class FilmStoppedError(Exception):
    """The program ends, and with it the film."""


class Films:
    """Draws films. `close` it at the end."""

    def __init__(self) -> None:
        """Start without a thread; it comes with the first film."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="film")
        self._drawing: set[int] = set()
        self._is_closed = False

    def close(self) -> None:
        """Let go of the thread; a film that is drawn ends with its next picture."""
        self._is_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def begin(self, user_id: int) -> None:
        """Note that a person's film is to be drawn; Refusal `film_running`, `films_busy`."""
        if user_id in self._drawing:
            raise Refusal("film_running")
        if len(self._drawing) >= MOST_WAITING:
            raise Refusal("films_busy")
        self._drawing.add(user_id)

    def end(self, user_id: int) -> None:
        """Note that it is drawn, or not to be drawn any more."""
        self._drawing.discard(user_id)

    async def draw(
        self,
        shots: Sequence[Shot],
        labels: Sequence[SeatLabel],
        tell: Callable[[int], Awaitable[None]],
        *,
        language: Language,
        theme: Theme,
    ) -> bytes:
        """Return the film (WebP); `tell` is called now and then with how many pictures are done.

        Raises:
            FilmStoppedError: the program ends.
        """
        done = 0

        def note(pictures: int) -> None:
            nonlocal done
            done = pictures
            if self._is_closed:
                raise FilmStoppedError

        def draw() -> bytes:
            with FILMS.time():
                return draw_film(shots, labels, language=language, theme=theme, tell=note)

        drawing = asyncio.get_running_loop().run_in_executor(self._pool, draw)
        while True:
            with suppress(TimeoutError):
                return await asyncio.wait_for(asyncio.shield(drawing), TOLD_SECONDS)
            await tell(done)


def list_shots(scene: Scene, views: Sequence[View]) -> list[Shot]:
    """Return the pictures of a film: a hand's views at the stops of a scene's look, each as long as it is worth."""
    events = [scene.hand.steps[stop].events for stop in scene.stops]
    shots = [Shot(view, _time(each)) for view, each in zip(views, events, strict=True)]
    shots[0] = Shot(views[0], _DEAL)
    shots[-1] = Shot(views[-1], _END)
    return shots


def _time(events: Sequence[Event]) -> int:
    if max(map(weigh, events), default=0) >= _HEAVY:
        return _MOMENT
    return _OWN_DRAW if events and events[-1].type == "draw" else _TURN
