"""The power is cut whenever Discord hears from us: what was told is in the database that is left.

A killed process leaves the system's memory whole, so a kill alone cannot show that what is told has reached the disk.
"""

import asyncio
import contextlib
import sqlite3

import pytest

from cogs.choices import Mode
from cogs.hand_panel import build_hand_panel
from cogs.panel import Picture
from cogs.pictures import label_report, label_seats
from cogs.result_panel import build_result_panel
from cogs.table_panel import build_closed_lobby, build_lobby_panel, build_table_panel
from cogs.texts import texts_for
from host.computers import Computers, FunctionPlayer
from host.publisher import SilentPublisher
from host.registry import Tables
from host.saving import SavedTable
from host.surroundings import Surroundings
from host.table import Table
from render import describe_hand, describe_result, describe_table
from tests.cogs.conftest import open_house
from tests.cogs.playing import find_short_seed, play_step
from tests.crash.power import watched_disk

EN = texts_for("en")
LOOK_BACK = 40
"""A message may be as old as so many lines of the journal when it is sent."""


# ---- the watched disk


@pytest.mark.parametrize(("synchronous", "is_there"), [("FULL", True), ("NORMAL", False), ("OFF", False)])
def test_a_cut_leaves_what_was_flushed_and_nothing_else(tmp_path, synchronous, is_there):
    path = tmp_path / "x.db"
    with watched_disk() as disk, contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE told (what)")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute("INSERT INTO told VALUES ('chi')")
        connection.commit()
        copy = disk.cut(path, tmp_path / "cut")
    with contextlib.closing(sqlite3.connect(copy)) as left:
        assert left.execute("SELECT what FROM told").fetchall() == [("chi",)] * is_there


# ---- what a request tells


def lines_of(components):
    """Every line that components show, times aside."""
    said = []
    for part in components:
        texts = [part.get("content"), *(item.get("description") for item in part.get("items") or [])]
        said += [line for text in texts if text for line in text.split("\n") if "<t:" not in line]
        said += lines_of(part.get("components") or [])
    return said


def what_is_told(request):
    """The lines of the message that a request sends; none if it sends no message."""
    body = request.body if isinstance(request.body, dict) else {}
    body = body.get("data") or body
    return lines_of(body.get("components") or []) if isinstance(body, dict) else []


def reader_of(server, request):
    """The user id of the one who sees it; None: everybody."""
    interaction = server.interactions.find(request.params.get("token", ""))
    return None if interaction is None else int(interaction.user.id)


# ---- what is left


def read_saved(path):
    """The table as it is saved there; None when it has ended."""
    with contextlib.closing(sqlite3.connect(path)) as left:
        assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        row = left.execute("SELECT table_id, body FROM saved_tables").fetchone()
        lines = left.execute("SELECT line FROM journal ORDER BY number").fetchall()
    return None if row is None else SavedTable(*row, tuple(line for (line,) in lines))


def restore(saved):
    """The table as the next start would find it."""
    computers = Computers(FunctionPlayer(lambda view, _: view.own.actions[0]))
    surroundings = Surroundings(store=None, computers=computers, publisher=SilentPublisher())
    return Table.restore(saved, surroundings, Tables(surroundings))


def sayings(table, user_id):
    """Every line that a table as it stands may show to a person (None: to everybody)."""
    snapshot = table.snapshot(user_id)
    view = snapshot.view
    if view is None:
        panels = [build_lobby_panel(snapshot, EN)]
    elif user_id is not None:
        picture = Picture("x", b"", describe_hand(view, language="en"))
        panels = [
            build_hand_panel(snapshot, EN, picture, mode=mode, place=place) for mode in Mode for place in range(14)
        ]
    else:
        labels = label_seats(snapshot.seats, EN, streak=snapshot.dealer_streak)
        picture = Picture("x", b"", describe_table(view, labels, language="en"))
        panels = [build_closed_lobby(snapshot, EN, has_started=True), build_table_panel(snapshot, EN, picture)]
        report = snapshot.last_report
        if report is not None and view.result is not None:
            picture = Picture("x", b"", describe_result(view, label_report(report, EN), report.paid, "en"))
            panels.append(build_result_panel(snapshot, report, EN, picture, new_command="x"))
    return {line for panel in panels for line in lines_of(panel.to_components())}


def holds(saved, user_id, told):
    """Whether a database has all that was told: now, or at a moment that its journal remembers."""
    for length in range(len(saved.lines), max(len(saved.lines) - LOOK_BACK, -1), -1):
        table = restore(SavedTable(saved.table_id, saved.body, saved.lines[:length]))
        if told <= sayings(table, user_id):
            return True
    return False


def read_books(path):
    """The hands that are settled there, and what each person has."""
    with contextlib.closing(sqlite3.connect(path)) as left:
        hands = {hand for (hand,) in left.execute("SELECT hand FROM settlements")}
        return hands, dict(left.execute("SELECT user_id, balance FROM accounts"))


KNOWN = {"table-opened", "joined"}
"""Answers that tell of nothing but that a table is there."""


class Cutter:
    """Cuts the power when a message is sent, each time or each so many times."""

    def __init__(self, server, disk, database, every):
        self.server = server
        self.disk = disk
        self.database = database
        self.every = every
        self.heard = 0
        self.cuts = []

    async def __call__(self, request):
        told = set(what_is_told(request))
        if not told:
            return
        self.heard += 1
        if self.heard % self.every == 0:
            folder = self.database.parent / f"cut-{self.heard}"
            copy = self.disk.cut(self.database, folder)
            self.cuts.append((copy, reader_of(self.server, request), told))


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_whatever_discord_hears_is_in_the_database_that_a_power_cut_leaves(tmp_path, conformity, trials):
    with watched_disk() as disk:
        async with open_house(tmp_path, conformity, seed=find_short_seed()) as house:
            cutter = Cutter(house.server, disk, tmp_path / "test.db", every=trials(6, 1))
            house.server.rest.gates.insert(0, cutter)
            await house.start_with_people(2)
            for _ in range(trials(40, 400)):
                if house.tables:  # until the match is over
                    await play_step(house)
            house.server.rest.gates.remove(cutter)
        hands, balances = read_books(tmp_path / "test.db")
    said_at_start = {EN.say(key) for key in KNOWN}
    for copy, user_id, told in cutter.cuts:
        saved = await asyncio.to_thread(read_saved, copy)
        if saved is None:
            assert (hands, balances) == await asyncio.to_thread(read_books, copy), (copy, told)
        else:
            assert told <= said_at_start or holds(saved, user_id, told), (copy, user_id, told)
    assert len(cutter.cuts) > 10
