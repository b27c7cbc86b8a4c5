"""A local Discord in this process, the bot in a process of its own that can be killed, and two people who play.

What people press depends on nothing but what they are asked, so two runs with the same seed must play the same game,
whatever becomes of the bot in one of them.
"""

import asyncio
import os
import random
import re
import signal
import sys
from pathlib import Path

from cogs.presses import Act, read_press
from sandbox import ClientError, InteractionFailed
from sandbox.driver import Reply
from tests.host.databases import SqliteDatabase

ROOT = Path(__file__).parents[2]
CHANNEL = "mahjong"
PAUSE = 5.0
IDENTIFY_SECONDS = 6.0
"""Discord lets a bot identify once in 5 seconds."""

PLAY = frozenset(
    {Act.DISCARD, Act.LISTEN_DISCARD, Act.CHI, Act.PENG, Act.GANG, Act.LISTEN, Act.WIN, Act.PASS, Act.CALL_BAO}
    | {Act.SURE_DISCARD, Act.SURE_PASS}
)
"""What brings the game on."""


class BotGoneError(Exception):
    """The bot's process has ended."""


class Child:
    """The bot's process."""

    def __init__(self, process):
        self.process = process

    async def wait_for(self, word):
        line = (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode().strip()
        if line != word:
            raise BotGoneError(line)

    async def tell(self, line):
        try:
            self.process.stdin.write(f"{line}\n".encode())
            await self.process.stdin.drain()
        except OSError:
            raise BotGoneError from None
        await self.wait_for("ok")


def presses_of(reply):
    """The live buttons of a message that bring the game on: (act, place, decision, custom_id), in order."""
    found = []
    for button in reply.buttons:
        press = read_press(button.custom_id or "")
        if press is not None and press.act in PLAY and press.decision and not button.disabled:
            found.append((press.act.value, -1 if press.place is None else press.place, press.decision, press.custom_id))
    return sorted(found)


def acts_of(reply):
    return {press.act: button for button in reply.buttons if (press := read_press(button.custom_id or ""))}


def alt_of(reply):
    """What the picture of a message shows, in words."""
    return "\n".join(item["description"] for item in find_pictures(reply.components))


def find_pictures(components):
    for part in components:
        yield from part.get("items") or []
        yield from find_pictures(part.get("components") or [])


def without_times(text):
    return re.sub(r"<t:\d+(?::\w)?>", "<t>", text)


class Arena:
    """One game at one local Discord."""

    def __init__(self, server, folder, seed, books=None):
        self.server = server
        self.folder = folder
        self.books = books or SqliteDatabase(self.database)
        self.seed = seed
        self.people = [server.person(name) for name in ("Maya", "Ivan")]
        self.child = None
        self.starts = 0
        self.kills = 0
        self.seen = {}
        self.idle = 0

    # ---- the process

    @property
    def database(self):
        return self.folder / "game.db"

    async def start_bot(self):
        self.server.clock.advance(IDENTIFY_SECONDS)
        self.starts += 1
        start = str(1000.0 * self.starts)
        command = [sys.executable, "-m", "tests.crash.child", self.server.url, self.server.token, self.books.url]
        kept = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
        with (self.folder / "log.txt").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *command,
                str(self.seed),
                start,
                cwd=self.folder,
                env=kept | {"PYTHONPATH": str(ROOT)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        self.child = Child(process)
        try:
            await self.child.wait_for("ready")
        except BotGoneError:
            raise AssertionError((self.folder / "log.txt").read_text("utf-8")) from None

    async def kill_bot(self):
        process = self.child.process
        process.send_signal(signal.SIGKILL)
        await process.wait()
        assert process.returncode == -signal.SIGKILL
        self.kills += 1
        # Whoever waits for an answer sees that none comes.
        self.server.clock.advance(IDENTIFY_SECONDS)

    async def stop_bot(self):
        self.child.process.stdin.close()
        assert await asyncio.wait_for(self.child.process.wait(), 30) == 0, self.log

    @property
    def log(self):
        return (self.folder / "log.txt").read_text("utf-8")

    async def end(self):
        if self.child is not None and self.child.process.returncode is None:
            self.child.process.kill()
            await self.child.process.wait()

    # ---- people

    def find_board(self):
        """The newest public message with live buttons."""
        boards = [reply for reply in self.people[0].messages(CHANNEL) if not reply.is_ephemeral]
        marks = {Act.JOIN, Act.MY_HAND, Act.START}
        return next((reply for reply in reversed(boards) if marks & acts_of(reply).keys()), None)

    def find_panel(self, person):
        """The newest own-hand panel that a person sees."""
        mine = [reply for reply in person.messages(CHANNEL) if reply.is_ephemeral]
        return next((reply for reply in reversed(mine) if {Act.REFRESH, Act.BACK} & acts_of(reply).keys()), None)

    async def step(self):
        """Let people do the one thing that the game waits for."""
        board = self.find_board()
        if board is None:
            await self.people[0].slash("mahjong new", channel=CHANNEL, options={"hands": "open"})
        elif Act.JOIN in acts_of(board):
            await self._fill_lobby(board)
        else:
            await self._play()
        await self.child.tell("settle")

    async def _fill_lobby(self, board):
        if self.people[1].user.display_name not in board.text:
            await self.people[1].click(board, "Join")
        elif (add := acts_of(board).get(Act.ADD_COMPUTER)) is not None and not add.disabled:
            await self.people[0].click(board, custom_id=add.custom_id)
        else:
            for person in self.people:
                await person.click(board, "Start")

    async def _play(self):
        for person in self.people:
            panel = self.find_panel(person)
            if panel is None:
                await person.slash("hand", channel=CHANNEL)
                return
            if presses := presses_of(panel):
                self.idle = 0
                await self._press(person, panel, presses)
                return
        if all(Act.START in acts_of(self.find_panel(person)) for person in self.people):
            for person in self.people:
                panel = self.find_panel(person)
                await person.click(panel, custom_id=acts_of(panel)[Act.START].custom_id)
        elif self.idle == 2:
            # They look whether they have missed something.
            self.idle = 0
            await self.refresh_all()
        else:
            self.idle += 1
            await self.child.tell(f"advance {PAUSE}")

    async def _press(self, person, panel, presses):
        decision = presses[0][2]
        wins = [press for press in presses if press[0] == Act.WIN]
        known = [press[:3] for press in presses]
        chosen = random.Random(f"{self.seed} {person.id} {known}").choice(wins or presses)
        self.seen.setdefault((person.user.username, decision), []).append((alt_of(panel), known, chosen[:3]))
        await person.click(panel, custom_id=chosen[3])

    async def refresh_all(self):
        for person in self.people:
            panel = self.find_panel(person)
            button = acts_of(panel).get(Act.REFRESH) if panel else None
            if button is not None:
                await person.click(panel, custom_id=button.custom_id)
        await self.child.tell("settle")

    # ---- how it all stands

    async def look(self):
        """What everybody sees when they look: the board, and each one's refreshed panel."""
        await self.refresh_all()
        shown = [self.find_board(), *(self.find_panel(person) for person in self.people)]
        return [describe(reply) for reply in shown]

    @property
    def journal(self):
        """The journal's lines, without the match's own id and time, and answers to one discard in a fixed order.

        Who answers first does not matter, and several computer players think at once.
        """
        lines = [line for (line,) in self.books.sql("SELECT line FROM journal ORDER BY number")]
        first = re.sub(r'^.*?"Rules"', "", lines[0])
        ordered, answers = [re.sub(r'"[0-9a-f]{12}"', '"table"', first)], []
        for line in lines[1:]:
            if any(name in line for name in ('"Pass"', '"Chi"', '"Peng"', '"MingGang"', '"Win"')):
                answers.append(line)
            else:
                ordered += [*sorted(answers), line]
                answers = []
        return [*ordered, *sorted(answers)]

    @property
    def coins(self):
        rows = self.books.sql("SELECT user_id, balance, held FROM accounts ORDER BY user_id")
        return [tuple(map(int, row)) for row in rows]


def describe(reply: Reply):
    """A message without times: its words, its buttons, and whether they are live."""
    buttons = []
    for button in reply.buttons:
        press = read_press(button.custom_id)
        buttons.append((press.act.value, press.decision, press.place, button.disabled))
    return without_times(reply.text), buttons


async def play(arena, decisions, kills=()):
    """Play until so many decisions have been met; `kills`: (step, seconds into it) at which the bot is killed."""
    waiting = dict(kills)
    await arena.start_bot()
    for number in range(40 * decisions):
        if len(arena.seen) >= decisions:
            return await arena.look()
        doing = asyncio.create_task(arena.step())
        if number in waiting:
            await asyncio.wait({doing}, timeout=waiting.pop(number))
            await arena.kill_bot()
            await asyncio.wait({doing}, timeout=0.2)
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
            await arena.start_bot()
            # The channel is told that the game goes on, and they look how it stands.
            await arena.refresh_all()
            continue
        try:
            await doing
        except (InteractionFailed, ClientError, BotGoneError) as error:
            raise AssertionError(arena.log) from error
    raise AssertionError("the game does not go on")
