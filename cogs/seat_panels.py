"""The own-hand panels that people have open: kept tokens, what each shows, and bringing them up to date.

Rule 1: a person has one panel a table; My hand retires the one before.
Rule 2: a panel's own click and an edit from outside never run at the same time.
Rule 3: what has not changed is not edited.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cogs import gateway
from cogs.choices import Mode
from cogs.gateway import KeptToken, Refused, Trouble
from cogs.hand_panel import build_hand_panel
from cogs.kept import read_panel_place
from cogs.languages import prefer
from cogs.latest import LatestWins
from cogs.pictures import choose_theme
from cogs.texts import texts_for
from render.facts import sum_up_hand

if TYPE_CHECKING:
    from collections.abc import Hashable

    import discord

    from cogs.hand_panel import TileEmojis
    from cogs.panel import Panel
    from cogs.pictures import Painter
    from cogs.texts import Texts
    from host.clock import Clock, Timer
    from host.preferences import Preferences
    from host.reports import TableSnapshot

log = logging.getLogger(__name__)

FAREWELL_SECONDS = 15.0
"""So long before its token dies a panel says that it will no longer change by itself."""

SLOW_SECONDS = 1.5
"""A panel that Discord has not taken by then has told nobody anything so far."""

RETRY_SECONDS = (2.0, 4.0, 8.0, 16.0, 30.0)
"""After so long each a panel is tried again that Discord did not take for a passing reason; then it is given up."""

Key = tuple[str, int]
"""Table id and user id."""

Take = Callable[[], Awaitable["TableSnapshot"]]
"""Looks at the panel's table as its person may see it."""

Then = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class SeatPanel:
    """One open panel. `mode`, `place`, `decision`: what it is asking; `shown`: what it shows, to tell changes.

    `is_in_words`: in text mode, so that the table is told on it, too. `wishes`: how often its person has chosen how it
    is to look, `heeded`: with how many of these choices it was built last. `seen_at`: the person's last press on it, by
    `now`. `tries`: so often in a row Discord has not taken it.
    """

    key: Key
    texts: Texts
    edits: LatestWins
    now: Callable[[], float]
    kept: KeptToken | None = None
    mode: Mode = Mode.PLAY
    place: int | None = None
    decision: int | None = None
    shown: Hashable = None
    is_in_words: bool = False
    wishes: int = 0
    heeded: int = 0
    seen_at: float = 0.0
    tries: int = 0
    farewell: Timer | None = None
    retry: Timer | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_live(self) -> bool:
        """Whether it can still be edited."""
        return self.kept is not None and self.kept.is_live(self.now())

    def ask(self, snapshot: TableSnapshot, mode: Mode = Mode.PLAY, place: int | None = None) -> None:
        """Set what it asks from now on."""
        self.mode, self.place, self.decision = mode, place, snapshot.decision

    def feel_press(self) -> None:
        """Note that the person is there."""
        self.seen_at = self.now()

    def note_shown(self, snapshot: TableSnapshot, *, with_remark: bool = False) -> None:
        """Note what it shows now; a remark is there until the next look, whatever that shows."""
        is_current = not with_remark and self.heeded == self.wishes
        self.shown = sum_up(snapshot, self) if is_current else None

    def note_wish(self, texts: Texts) -> None:
        """Note that the person has chosen how it is to look, also while it is being built otherwise."""
        self.texts, self.shown = texts, None
        self.wishes += 1


class SeatPanels:
    """All open panels."""

    def __init__(
        self,
        client: discord.Client,
        painter: Painter,
        preferences: Preferences,
        gap: float,
        clock: Clock,
        on_kept: Callable[[SeatPanel], None],
    ) -> None:
        """Take the client whose tokens they are, who draws, what people have set, seconds between two edits, the time.

        `on_kept` is told when the way back to a panel has changed.
        """
        self._preferences = preferences
        self._clock = clock
        self._on_kept = on_kept
        self.emojis: TileEmojis = {}
        self._client = client
        self._painter = painter
        self._gap = gap
        self._panels: dict[Key, SeatPanel] = {}

    def open(self, table: str, user_id: int, texts: Texts) -> SeatPanel:
        """Return the person's panel at a table; its language follows the person's Discord."""
        panel = self._panels.get((table, user_id))
        if panel is None:
            panel = SeatPanel((table, user_id), texts, LatestWins(self._gap), self._clock.now)
            panel.feel_press()
            self._panels[table, user_id] = panel
        panel.texts = texts
        return panel

    def restore(self, table: str, user_id: int, body: str) -> SeatPanel | None:
        """Find a panel again that was kept (cogs/kept.py); None if its token is dead by now."""
        found = read_panel_place(body, self._clock)
        if found is None:
            return None
        chosen = prefer(self._preferences.of_person(user_id).language, found[1])
        panel = self.open(table, user_id, texts_for(chosen))
        panel.kept = found[0]
        return panel

    def _set_kept(self, panel: SeatPanel, kept: KeptToken | None) -> None:
        panel.kept = kept
        panel.tries = 0
        self._on_kept(panel)

    def find(self, table: str, user_id: int | None) -> SeatPanel | None:
        """Return the person's panel at a table if it can still be edited."""
        panel = None if user_id is None else self._panels.get((table, user_id))
        return panel if panel is not None and panel.is_live else None

    async def finish_table(self, table: str) -> None:
        """Let all panels of a table have their last look, however long Discord lets that wait, and let go of them."""
        for key, panel in list(self._panels.items()):
            if key[0] == table:
                await panel.edits.settle()
        self.forget_table(table)

    def forget_table(self, table: str) -> None:
        """Let go of all panels of a table as they are."""
        for key in [key for key in self._panels if key[0] == table]:
            panel = self._panels.pop(key)
            panel.edits.stop()
            for timer in (panel.farewell, panel.retry):
                if timer is not None:
                    timer.cancel()

    async def build(self, panel: SeatPanel, snapshot: TableSnapshot, remark: str | None = None) -> Panel:
        """Build what the panel is to show now. A mode that belongs to a decision gone by falls back to play."""
        if panel.decision != snapshot.decision:
            panel.ask(snapshot)
        panel.heeded = panel.wishes
        in_words = panel.is_in_words = self._preferences.of_person(panel.key[1]).text_mode
        theme = choose_theme(self._preferences.of_person(panel.key[1]))
        picture = None if in_words else await self._painter.paint_hand(snapshot, panel.texts, theme)
        return build_hand_panel(
            snapshot,
            panel.texts,
            picture,
            mode=panel.mode,
            place=panel.place,
            emojis=self.emojis,
            remark=remark,
            in_words=in_words,
        )

    async def move_down(self, panel: SeatPanel, snapshot: TableSnapshot) -> None:
        """Show a panel anew below what was posted since, and take the old one away."""
        async with panel.lock:
            old = panel.kept
            if old is None or not panel.is_live:
                return
            panel.ask(snapshot)
            built = await self.build(panel, snapshot)
            try:
                self._set_kept(panel, await gateway.follow_kept(self._client, old, built, self._clock.now()))
                panel.note_shown(snapshot)
                await gateway.delete_kept(self._client, old, self._clock.now())
            except Refused as refused:
                log.info("a panel could not be moved: %s", refused)

    def refresh(self, panel: SeatPanel, take: Take, then: Then, otherwise: Callable[[], None]) -> None:
        """Bring a panel up to date soon, and try again for a while if Discord does not take it for a passing reason.

        `then` runs once Discord has taken it (or it showed that already), `otherwise` each time that it has not, and
        when it takes long.
        """

        async def work() -> None:
            async with panel.lock:
                slow = self._clock.call_at(self._clock.now() + SLOW_SECONDS, otherwise)
                try:
                    is_shown = await self._edit(panel, await take())
                finally:
                    slow.cancel()
                if is_shown:
                    await then()
                else:
                    if panel.tries:
                        self._try_later(panel, again)
                    otherwise()

        def again() -> None:
            panel.edits.put(work)

        again()

    def _try_later(self, panel: SeatPanel, again: Callable[[], None]) -> None:
        """Try again in a while; a panel that was tried too often is let go of: My hand makes a new one."""
        if panel.retry is not None:
            panel.retry.cancel()
        if panel.tries > len(RETRY_SECONDS):
            self._set_kept(panel, None)
        else:
            panel.retry = self._clock.call_at(self._clock.now() + RETRY_SECONDS[panel.tries - 1], again)

    async def _edit(self, panel: SeatPanel, snapshot: TableSnapshot) -> bool:
        if panel.kept is None:
            return False
        if panel.shown == sum_up(snapshot, panel):
            return True
        built = await self.build(panel, snapshot)
        try:
            await gateway.edit_kept(self._client, panel.kept, built, self._clock.now())
        except Refused as refused:
            if refused.trouble is Trouble.LATER:
                panel.tries += 1
            elif refused.trouble in {Trouble.TOKEN_DEAD, Trouble.MESSAGE_GONE}:
                self._set_kept(panel, None)
            return False
        panel.tries = 0
        panel.note_shown(snapshot)
        return True

    def watch(self, panel: SeatPanel, take: Take) -> None:
        """Let the panel say, shortly before its token dies, that it will no longer change by itself."""
        if panel.farewell is not None:
            panel.farewell.cancel()
        if panel.kept is not None:
            say = partial(self._say_farewell, panel, panel.kept, take)
            panel.farewell = self._clock.call_at(panel.kept.until - FAREWELL_SECONDS, say)

    def _say_farewell(self, panel: SeatPanel, kept: KeptToken, take: Take) -> None:
        async def work() -> None:
            async with panel.lock:
                if panel.kept is kept:
                    built = await self.build(panel, await take(), panel.texts.say("hand-stale"))
                    self._set_kept(panel, None)
                    try:
                        await gateway.edit_kept(self._client, kept, built, self._clock.now())
                    except Refused as refused:
                        log.info("a panel that is let go of does not say so: %s", refused)

        panel.edits.put(work)

    async def adopt(self, panel: SeatPanel, kept: KeptToken) -> None:
        """Take the message just pressed as the person's panel; another one is retired."""
        if panel.kept is not None and panel.kept.message_id != kept.message_id:
            await self.retire(panel)
        self._set_kept(panel, kept)

    async def retire(self, panel: SeatPanel) -> None:
        """Take an old panel away, now that there is a newer one."""
        kept, panel.kept = panel.kept, None
        if kept is None or not kept.is_live(self._clock.now()):
            return
        try:
            await gateway.delete_kept(self._client, kept, self._clock.now())
        except Refused as refused:
            log.info("an old panel stays: %s", refused)

    async def settle(self) -> None:
        """Wait until no edit waits and no press is being answered."""
        for panel in list(self._panels.values()):
            async with panel.lock:
                pass
            await panel.edits.settle()


def sum_up(snapshot: TableSnapshot, panel: SeatPanel) -> Hashable:
    """Return all that decides how a panel looks, to compare; in text mode that is all that is to be seen."""
    marks = tuple((seat.user_id, seat.computer, seat.autoplay) for seat in snapshot.seats)
    mode = (panel.mode, panel.place) if panel.decision == snapshot.decision else (Mode.PLAY, None)
    times = (snapshot.deadline, snapshot.next_at)
    view = snapshot.view
    seen = view if view is None or panel.is_in_words else sum_up_hand(view)
    return (seen, snapshot.state, snapshot.decision, times, marks, mode, panel.texts.language)
