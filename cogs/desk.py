"""Where tables and Discord meet: what a table tells becomes messages (`host.publisher.Publisher`).

Rule 1: nothing here decides anything about the game.
Rule 2: public messages are made from a spectator's snapshot, panels from their own seat's.
"""

from __future__ import annotations

import asyncio
import logging
import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cogs import gateway
from cogs.answer import InHand
from cogs.board import Board
from cogs.gateway import TOKEN_SECONDS, Refused
from cogs.kept import EVERYBODY, read_message, write_message, write_panel_place
from cogs.languages import texts_of, texts_of_server
from cogs.latest import Beat, LatestWins
from cogs.panel import write_panel
from cogs.pictures import choose_theme
from cogs.places import Places
from cogs.result_panel import build_result_panel
from cogs.seat_panels import SeatPanels
from cogs.table_panel import build_closed_lobby, build_lobby_panel, build_table_panel
from cogs.turns import Turns
from cogs.words import name_seat
from engine.events import Dealt
from host.errors import StoreError
from host.tasks import Tasks
from host.units import KeepMessage

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

    from cogs.answer import Answer
    from cogs.board import Build
    from cogs.panel import Panel
    from cogs.pictures import Painter
    from cogs.seat_panels import SeatPanel
    from cogs.texts import Texts
    from engine.events import Event
    from host.clock import Clock
    from host.preferences import Preferences
    from host.publisher import Notice
    from host.reports import HandReport, MatchReport, TableSnapshot
    from host.store import Store
    from host.table import Table

log = logging.getLogger(__name__)

ASLEEP_SECONDS = 120.0
"""A person whose panel has felt no press for so long is called like one without a panel."""

OVER_REASONS = frozenset({"ended", "vote", "nobody_here", "seat_empty", "error"})
"""Why a match can end that its last hand's result does not tell; each has a sentence, `over-REASON`."""

LINES = frozenset({"store_failed", "paused", "resumed", "went_on"})
"""Notices that the channel is told in a line of its own, `line-CODE`."""

NEW_COMMAND = ("command-mahjong", "command-new")


class Desk:
    """Implements `host.publisher.Publisher` with messages; one for all tables."""

    def __init__(
        self,
        client: discord.Client,
        painter: Painter,
        preferences: Preferences,
        *,
        edit_gap: float,
        clock: Clock,
    ) -> None:
        """Take the client, who draws, what is set, the seconds between two edits of a message, and the clock."""
        self.clock = clock
        self.panels = SeatPanels(client, painter, preferences, edit_gap / 2, clock, self._keep_panel)
        self.in_hand = InHand()
        self.turns = Turns(self)
        self.places = Places(client, self)
        self.preferences = preferences
        self._client = client
        self.painter = painter
        self._gap, self._beat = edit_gap, Beat(edit_gap)
        self._promised: dict[tuple[str, int], tuple[Answer, float]] = {}
        self._tables: dict[str, Table] = {}
        self._boards: dict[str, Board] = {}
        self._calls: dict[tuple[str, int], int] = {}
        self._store_lines: dict[str, int] = {}
        self._past: dict[str, Build] = {}
        """How the last result of each table looks once its next hand has begun."""
        self._store: Store | None = None
        self._keeping = Tasks()

    # ---- what is kept for the next start

    async def connect(self, store: Store, tables: Iterable[Table]) -> None:
        """Take the database, and find again the messages of tables that it keeps."""
        self._store = store
        by_id = {table.table_id: table for table in tables}
        for table_id, user_id, body in await store.load_messages():
            table = by_id.get(table_id)
            if table is None:
                self._keep(table_id, user_id, None)
            elif user_id == EVERYBODY:
                self.board(table).message_id = read_message(body)
            else:
                panel = self.panels.restore(table_id, user_id, body)
                if panel is None:
                    # Of no use to us, and nobody else's business.
                    self._keep(table_id, user_id, None)
                else:
                    self.watch_panel(table, user_id, panel)

    def _keep_panel(self, panel: SeatPanel) -> None:
        table_id, user_id = panel.key
        self._keep(table_id, user_id, write_panel_place(panel, self.clock))

    def _keep(self, table_id: str, user_id: int, body: str | None) -> None:
        if self._store is not None:
            self._keeping.spawn(self._write(KeepMessage(table_id, user_id, body)))

    async def _write(self, unit: KeepMessage) -> None:
        assert self._store is not None  # noqa: S101 (asked before)
        try:
            await self._store.write(unit)
        except StoreError as error:
            log.warning("where a table is shown could not be kept: %s", error)

    # ---- languages and names

    def texts_of(self, guild_id: int) -> Texts:
        """Return the texts for public messages: the server's language."""
        return texts_of_server(self._client, self.preferences, guild_id)

    def board(self, table: Table) -> Board:
        """Return the table's public message."""
        board = self._boards.get(table.table_id)
        if board is None:
            channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
            keep = partial(self._keep_board, table.table_id)
            tried, barred = partial(self._note_board, table), partial(self.places.is_barred, table)
            edits = LatestWins(self._gap, self._beat)
            board = Board(channel, edits, keep, tried, barred, partial(self._is_quiet, table.guild_id))
            self._boards[table.table_id] = board
            self._tables[table.table_id] = table
        return board

    def _keep_board(self, table_id: str, message_id: int | None) -> None:
        if table_id in self._tables:
            self._keep(table_id, EVERYBODY, write_message(message_id))

    def _note_board(self, table: Table, refused: Refused | None) -> None:
        self.turns.note_board(table, refused)
        self.places.note_board(table, refused)

    def tables_in(self, channel_id: int) -> list[Table]:
        """Return the tables shown in a channel."""
        return [table for table in self._tables.values() if table.channel_id == channel_id]

    def tables_of(self, guild_id: int) -> list[Table]:
        """Return the tables shown in a server."""
        return [table for table in self._tables.values() if table.guild_id == guild_id]

    def boards_in(self, channel_id: int) -> list[Board]:
        """Return the boards in a channel."""
        return [board for board in self._boards.values() if board.channel.id == channel_id]

    async def note_deleted(self, channel_id: int, message_id: int) -> None:
        """Post a table's message anew if that is the one that was deleted."""
        for table_id, board in list(self._boards.items()):
            if board.channel.id == channel_id and board.note_deleted(message_id) and table_id in self._tables:
                board.put(partial(self.build_public, self._tables[table_id]))

    def show_again(self, table: Table) -> None:
        """Bring a table's message up to date, whatever it shows, while the table lives."""
        if table.table_id in self._tables:
            self.board(table).put(partial(self.build_public, table))

    async def post_again(self, table: Table) -> None:
        """Post a table's message anew at the end of the channel."""
        await self.board(table).post_again(partial(self.build_public, table))

    # ---- what a table tells

    async def lobby_changed(self, table: Table) -> None:
        """Show who sits and who is ready."""
        self.board(table).put(partial(self.build_public, table))

    async def table_changed(self, table: Table, events: tuple[Event, ...]) -> None:
        """Bring the public message and all open panels up to date; a new hand gets a new message."""
        board = self.board(table)
        if any(isinstance(event, Dealt) for event in events):
            if (await table.look()).hand == 1:
                await board.finish(partial(self._build_started, table))
            old, past = board.message_id, self._past.pop(table.table_id, None)
            await board.begin(partial(self.build_public, table))
            if old is not None and past is not None:
                self._keeping.spawn(board.retire(past, old))
            shown = await self._keep_promises(table)
            await self._move_panels(table, but=shown)
        else:
            board.put(partial(self.build_public, table))
        await self._drop_calls(table)
        await self._refresh_panels(table)

    async def asked(self, table: Table, seat: int) -> None:
        """Show a person what they are asked."""
        user_id = (await table.look()).seats[seat].user_id
        panel = self.panels.find(table.table_id, user_id)
        if panel is not None and user_id is not None:
            self._refresh(table, user_id, panel)

    async def half_over(self, table: Table, seat: int) -> None:
        """Call a person whose own turn is half over and who has no live panel, or one that seems asleep."""
        snapshot = await table.look()
        user_id = snapshot.seats[seat].user_id
        if user_id is None or (table.table_id, user_id) in self._calls or not self._may_call(table.guild_id, user_id):
            return
        panel = self.panels.find(table.table_id, user_id)
        if panel is not None and self.clock.now() - panel.seen_at < ASLEEP_SECONDS:
            return
        texts = self.texts_of(table.guild_id)
        line = texts.say("call-turn", mention=f"<@{user_id}>")
        try:
            decision = (await table.look(user_id)).decision
            # A call whose answer was lost is made again, and rings once.
            message_id = await gateway.post(
                self.board(table).channel,
                write_panel(line),
                calls=_Person(user_id),
                nonce=gateway.new_nonce(table.table_id, user_id, decision),
            )
        except Refused as refused:
            log.info("a seat could not be called: %s", refused)
            await self.turns.note_call(table, user_id, refused)
            return
        self._calls[table.table_id, user_id] = message_id
        await self.turns.note_call(table, user_id, None)
        await self._drop_calls(table)

    def _may_call(self, guild_id: int, user_id: int) -> bool:
        server = self.preferences.of_server(guild_id)
        return server.pings and not server.quiet and self.preferences.of_person(user_id).pings

    def _is_quiet(self, guild_id: int) -> bool:
        return self.preferences.of_server(guild_id).quiet

    async def hand_over(self, table: Table, report: HandReport) -> None:
        """Turn the table's message into the result of the hand."""
        # Taken now: Discord may take the message only when the next hand is under way.
        snapshot = await table.look()
        await self.board(table).finish(partial(self._build_result, table, report, snapshot))
        await self._drop_calls(table)
        await self._refresh_panels(table)

    async def match_over(self, table: Table, report: MatchReport) -> None:
        """Say so if no hand's result has said it, and let go of the table."""
        board = self.board(table)
        if report.why in OVER_REASONS:
            texts = self.texts_of(table.guild_id)
            try:
                over = write_panel(texts.say(f"over-{report.why}"))
                await gateway.post(board.channel, over, is_silent=self._is_quiet(table.guild_id))
            except Refused as refused:
                log.info("the end of a match could not be told: %s", refused)
        await self._let_go(table)

    async def closed(self, table: Table, why: str) -> None:
        """Take the buttons off a lobby that is over."""
        log.info("lobby closed: %s", why, extra={"table": table.table_id})
        await self.board(table).finish(partial(self._build_closed, table))
        await self._let_go(table)

    async def notice(self, table: Table, notice: Notice) -> None:
        """Keep what is worth a line for the next look of the table's message."""
        log.info("notice %s", notice.code, extra={"table": table.table_id})
        if notice.code in LINES:
            await self._tell_line(table, notice)
        if notice.code == "store_back":
            await self._take_back_line(table)
        if notice.code in {"store_failed", "store_back"}:
            self.board(table).put(partial(self.build_public, table))

    async def _tell_line(self, table: Table, notice: Notice) -> None:
        minutes = math.ceil(int(str(notice.facts.get("seconds", 0))) / 60)
        line = write_panel(self.texts_of(table.guild_id).say(f"line-{notice.code}", minutes=minutes))
        try:
            is_silent = self._is_quiet(table.guild_id)
            message_id = await gateway.post(self.board(table).channel, line, is_silent=is_silent)
        except Refused as refused:
            log.info("a line could not be told: %s", refused)
            return
        if notice.code == "store_failed":
            self._store_lines[table.table_id] = message_id

    async def _take_back_line(self, table: Table) -> None:
        """Take away the line that the database failed."""
        message_id = self._store_lines.pop(table.table_id, None)
        if message_id is not None:
            try:
                await gateway.delete(self.board(table).channel.get_partial_message(message_id))
            except Refused as refused:
                log.info("a line stays: %s", refused)

    # ---- messages

    async def build_public(self, table: Table) -> Panel:
        """Build the public message as it is to look now."""
        snapshot = await table.look()
        texts = self.texts_of(table.guild_id)
        if snapshot.view is None:
            self.painter.avatars.prepare(seat.user_id for seat in snapshot.seats)
            return build_lobby_panel(snapshot, texts)
        report = snapshot.last_report
        if report is not None and report.hand == snapshot.view.hand:
            return await self._build_result(table, report, snapshot)
        theme = choose_theme(self.preferences.of_server(table.guild_id))
        return build_table_panel(snapshot, texts, await self.painter.paint_table(snapshot, texts, theme))

    async def _build_started(self, table: Table) -> Panel:
        return build_closed_lobby(await table.look(), self.texts_of(table.guild_id), has_started=True)

    async def _build_closed(self, table: Table) -> Panel:
        return build_closed_lobby(await table.look(), self.texts_of(table.guild_id), has_started=False)

    async def _build_result(
        self, table: Table, report: HandReport, snapshot: TableSnapshot, *, is_past: bool = False
    ) -> Panel:
        texts = self.texts_of(table.guild_id)
        theme = choose_theme(self.preferences.of_server(table.guild_id))
        picture = await self.painter.paint_result(snapshot, report, texts, theme)
        if not is_past:
            self._past[table.table_id] = partial(self._build_result, table, report, snapshot, is_past=True)
        command = say_new_command(texts)
        return build_result_panel(snapshot, report, texts, picture, new_command=command, is_past=is_past)

    # ---- panels

    async def take(self, table: Table, user_id: int) -> TableSnapshot:
        """Return the table as a person may see it, with the deadline that a decision just told will have."""
        snapshot = await table.look(user_id)
        view = snapshot.view
        if snapshot.decision is None or snapshot.deadline is not None or view is None:
            return snapshot
        settings = snapshot.settings
        seconds = settings.discard_seconds if view.phase == "turn" else settings.claim_seconds
        return replace(snapshot, deadline=self.clock.wall() + seconds)

    def promise(self, table: Table, user_id: int, answer: Answer) -> None:
        """Show a person their hand as soon as it is dealt, by the interaction with which they asked for it."""
        self._promised[table.table_id, user_id] = answer, self.clock.now() + TOKEN_SECONDS

    def break_promise(self, table: Table, user_id: int) -> None:
        """Forget a promise: what was asked for was refused."""
        self._promised.pop((table.table_id, user_id), None)

    async def _keep_promises(self, table: Table) -> set[int]:
        """Show the hand to everybody who asked for it; return who they are."""
        showing, people = [], set()
        for key in [key for key in self._promised if key[0] == table.table_id]:
            answer, until = self._promised.pop(key)
            if table.is_seated(key[1]) and self.clock.now() < until:
                showing.append(self.show_hand(table, answer))
                people.add(key[1])
        await asyncio.gather(*showing)
        return people

    async def _move_panels(self, table: Table, *, but: set[int]) -> None:
        """Bring open panels below the new table message, so that nobody has to look for theirs."""
        snapshot = await table.look()
        if snapshot.hand == 1:
            # Nobody had one before.
            return
        moving = []
        for seat in snapshot.seats:
            panel = self.panels.find(table.table_id, seat.user_id)
            if panel is not None and seat.user_id is not None and seat.user_id not in but:
                moving.append(self.panels.move_down(panel, await self.take(table, seat.user_id)))
        await asyncio.gather(*moving)

    async def show_hand(self, table: Table, answer: Answer) -> None:
        """Answer with a new panel of the person's hand, and retire the one before."""
        interaction = answer.interaction
        user_id = interaction.user.id
        panel = self.panels.open(table.table_id, user_id, texts_of(interaction))
        async with panel.lock:
            snapshot = await self.take(table, user_id)
            panel.ask(snapshot)
            built = await self.panels.build(panel, snapshot)
            try:
                kept = await answer.show(built)
            except Refused as refused:
                log.info("a hand could not be shown: %s", refused)
                return
            await self.panels.adopt(panel, kept)
            panel.note_shown(snapshot)
            self.watch_panel(table, user_id, panel)
        await self.tell_told(table, user_id)

    def watch_panel(self, table: Table, user_id: int, panel: SeatPanel) -> None:
        """Let a panel say so before it can no longer be brought up to date."""
        self.panels.watch(panel, partial(self.take, table, user_id))

    async def _refresh_panels(self, table: Table) -> None:
        for seat in (await table.look()).seats:
            panel = self.panels.find(table.table_id, seat.user_id)
            if panel is not None and seat.user_id is not None:
                self._refresh(table, seat.user_id, panel)

    def refresh_panel(self, table: Table, user_id: int) -> None:
        """Bring one person's panel up to date if it is not."""
        panel = self.panels.find(table.table_id, user_id)
        if panel is not None:
            self._refresh(table, user_id, panel)

    def _refresh(self, table: Table, user_id: int, panel: SeatPanel) -> None:
        take, told = partial(self.take, table, user_id), partial(self.tell_told, table, user_id)
        self.panels.refresh(panel, take, told, partial(self.turns.note_untold, table, user_id))

    async def tell_told(self, table: Table, user_id: int) -> None:
        """Report that a person has what they are asked before their eyes, so that the clock may start."""
        snapshot = await table.look(user_id)
        if snapshot.viewer_seat is not None and snapshot.decision is not None:
            table.told(snapshot.viewer_seat, snapshot.decision)

    # ---- calls and ends

    async def _drop_calls(self, table: Table) -> None:
        """Take away calls to people who owe nothing any more."""
        snapshot = await table.look()
        due = None
        if snapshot.view is not None and snapshot.view.phase == "turn" and snapshot.state == "playing":
            due = snapshot.seats[snapshot.view.turn].user_id
        for key in [key for key in self._calls if key[0] == table.table_id and key[1] != due]:
            message_id = self._calls.pop(key)
            try:
                await gateway.delete(self.board(table).channel.get_partial_message(message_id))
            except Refused as refused:
                log.info("a call stays: %s", refused)

    async def _let_go(self, table: Table) -> None:
        await self._drop_calls(table)
        await self.panels.finish_table(table.table_id)
        for key in [key for key in self._promised if key[0] == table.table_id]:
            del self._promised[key]
        self._tables.pop(table.table_id, None)
        self._past.pop(table.table_id, None)
        self.turns.forget(table)
        board = self._boards.pop(table.table_id, None)
        if board is not None:
            await board.settle()

    async def settle(self) -> None:
        """Wait until every message shows what it should."""
        for board in list(self._boards.values()):
            await board.settle()
        await self.panels.settle()
        await self.painter.avatars.settle()
        await self._keeping.quiet()
        await self.turns.settle()
        await self.places.settle()

    def stop(self) -> None:
        """Send nothing more."""
        for board in self._boards.values():
            board.stop()
        self.turns.stop()
        for table_id in list(self._boards):
            self.panels.forget_table(table_id)


class _Person:
    """Enough of a person for a mention to be allowed."""

    def __init__(self, user_id: int) -> None:
        self.id = user_id


def say_new_command(texts: Texts) -> str:
    """Return the command that opens a table, as the language names it."""
    return " ".join(texts.say(key) for key in NEW_COMMAND)


def list_names(texts: Texts, snapshot: TableSnapshot) -> list[str]:
    """Return who has not pressed start yet."""
    return [name_seat(texts, seat) for seat in snapshot.seats if seat.user_id is not None and not seat.is_ready]
