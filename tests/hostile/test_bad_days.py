"""Many hands on bad days: Discord is slow, fails, limits, forgets and loses lines; every hand ends all the same."""

import asyncio
import gc
import logging
import random
import resource

import pytest

from cogs.pictures import WORKERS
from cogs.presses import Act
from sandbox import ClientError, InteractionFailed, World
from tests.cogs.conftest import CHANNEL, has_button, open_house
from tests.cogs.playing import PAUSE, buttons_for, choose, find_button, is_hand_panel
from tests.routes import CALLBACK, DELETE, EDIT, FOLLOW, PANEL, POST

HANDS_IN_MATCH = 4
MOST_INVALID = 20
KEPT = 500


class Day:
    """A house in which something goes wrong all the time, and what came of it."""

    def __init__(self, house, rng):
        self.house = house
        self.rng = rng
        self.hands = 0
        self.unanswered = []
        self.invalid = 0
        self.faults = 0
        note = house.server.limits.note

        def count(request, *, is_api):
            self.invalid += request.status in {401, 403, 429} and not request.is_fault
            return note(request, is_api=is_api)

        house.server.limits.note = count

    @property
    def table(self):
        return next(iter(self.house.tables), None)

    # ---- what goes wrong

    async def trouble(self):
        """Let the next requests meet something, or the line to the gateway."""
        server, rng = self.house.server, self.rng
        faults, operator = server.faults, server.operator
        self.faults += 1
        for shard in self.house.bot._AutoShardedClient__shards.values():
            # discord.py waits longer after each lost line, up to 17 minutes after the tenth in half an hour.
            shard._backoff._exp = 0
        match rng.randrange(10):
            case 0 | 1:
                faults.slow(rng.uniform(0.1, 1.0), rng.choice([EDIT, POST, CALLBACK, PANEL, FOLLOW]), times=1)
            case 2:
                faults.fail(rng.choice([500, 502, 503]), rng.choice([EDIT, POST, DELETE, PANEL]), times=1)
            case 3:
                faults.limit(0.02, rng.choice([EDIT, POST, PANEL, FOLLOW]), times=1, is_global=rng.random() < 0.3)
            case 4:
                faults.lose(rng.choice([EDIT, POST, CALLBACK, PANEL, FOLLOW]), times=1)
            case 5:
                faults.vanish(rng.choice([EDIT, PANEL]), times=1)
            case 6:
                self.delete_something()
            case 7:
                await self.until_back(operator.drop_connections)
            case 8:
                await self.until_back(operator.ask_reconnect)
            case 9:
                can_resume = rng.random() < 0.5
                await self.until_back(lambda: operator.invalidate_sessions(can_resume=can_resume))

    def delete_something(self):
        """Somebody with the right to do so deletes one of the bot's newest public messages."""
        public = [reply for reply in self.house.people[0].messages(CHANNEL) if not reply.is_ephemeral]
        if public:  # there is none while the one that was deleted before could not be posted anew
            self.house.server.operator.delete_message(self.rng.choice(public[-3:]).message)

    async def until_back(self, disturb):
        """Disturb the line, and wait until the bot hears from Discord on a new one: nobody can reach it before.

        The real seconds that discord.py waits would be too many of the clock's while a request is held up.
        """
        gateway = self.house.server.gateway
        old = set(gateway.connections)
        disturb()
        async with asyncio.timeout(60):
            while old & gateway.connections or not gateway.has_session():  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    def is_at_work(self):
        """Whether a thread of the program is busy: on a slow machine that would take long by Discord's time."""
        bot = self.house.bot
        return bot.painter._lanes._free < WORKERS or bot.store._writer._queue._unfinished_tasks > 0

    async def let_time_pass(self):
        """Move Discord's time as long as requests are held up and nobody draws or writes, and only then."""
        while True:
            await asyncio.sleep(0.002)
            if self.house.server.faults._held and not self.is_at_work():
                self.house.server.clock.advance(0.1)

    # ---- what people do

    async def try_to(self, doing):
        """Do something that a client may not offer any more; an answer that does not come is noted."""
        try:
            return await doing
        except ClientError:
            return None
        except (InteractionFailed, TimeoutError) as failure:
            self.unanswered.append(repr(failure))
            return None

    def panel_of(self, person):
        panels = [reply for reply in person.messages(CHANNEL) if reply.is_ephemeral and is_hand_panel(reply)]
        return panels[-1] if panels else None

    async def answer(self, person):
        """Let a person who owes an answer give it: by their panel, else by a new one, else they let the clock run."""
        for _ in range(4):
            table = self.table
            shot = None if table is None else table.snapshot(int(person.id))
            if shot is None or shot.decision is None:
                return
            action, panel = choose(shot.view), self.panel_of(person)
            act, place = buttons_for(shot.view, action)[0]
            button = panel and (find_button(panel, act, place) or find_button(panel, Act.BACK))
            if button is None or button.disabled:
                await self.try_to(person.slash("hand", channel=CHANNEL))
                continue
            await self.try_to(person.click(panel, custom_id=button.custom_id))
            for act, place in buttons_for(shot.view, action)[1:]:
                panel = self.panel_of(person)
                button = panel and find_button(panel, act, place)
                if button is not None:
                    await self.try_to(person.click(panel, custom_id=button.custom_id))

    async def step(self):
        """Let everybody answer who owes an answer; else time goes by."""
        people = [person for person in self.house.people if self.table.is_seated(int(person.id))]
        owing = [person for person in people if self.house.shot(person).decision is not None]
        for person in owing:
            await self.answer(person)
        await self.house.settle()
        if not owing:
            await self.house.advance(PAUSE)

    async def open(self, count):
        """Open a table for so many people, whatever it takes."""
        first, *others = self.house.people[:count]
        for _ in range(20):
            if self.table is None:
                options = {"hands": str(HANDS_IN_MATCH), "coins": False}
                await self.try_to(first.slash("mahjong new", channel=CHANNEL, options=options))
                await self.house.settle()
            elif self.table.state != "lobby":
                return
            else:
                for person in others:
                    if not self.table.is_seated(int(person.id)):
                        await self.try_to(person.slash("mahjong join", channel=CHANNEL))
                await self.fill(first)
                for person in (first, *others):
                    await self.try_to(person.slash("mahjong start", channel=CHANNEL))
                await self.house.settle()
        raise AssertionError("no table can be opened")

    async def fill(self, person):
        lobby = [reply for reply in person.messages(CHANNEL) if has_button(reply, Act.JOIN)]
        while lobby and self.table is not None and len(self.table.snapshot().seats) < 4:
            button = find_button(lobby[-1].refresh(), Act.ADD_COMPUTER)
            if button is None or lobby[-1].is_deleted:
                return
            await self.try_to(person.click(lobby[-1], custom_id=button.custom_id))
            await self.house.settle()

    async def play_match(self, count):
        await self.open(count)
        table = self.table
        for number in range(3000):
            if table.state == "over":
                break
            if number % 3 == 0:
                await self.trouble()
            await self.step()
            for person in self.house.people:
                person.events.clear()
        assert table.state == "over", "the match does not end"
        assert table.snapshot().match_report.why == "finished"
        self.hands += table.snapshot().match_report.hands_played


def count_memory():
    """Resident kilobytes now; the most there have been where the system does not say."""
    gc.collect()
    try:
        with open("/proc/self/statm", encoding="ascii") as numbers:  # noqa: PTH123
            return int(numbers.read().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.slow
@pytest.mark.timeout(0)
async def test_every_hand_ends_and_every_interaction_is_answered(
    tmp_path, conformity, trials, caplog, record_property, monkeypatch
):
    caplog.set_level(logging.WARNING)
    wanted = trials(10, 500)
    async with open_house(tmp_path, conformity, seed=5, world=World.default(keep=KEPT)) as house:

        async def wait_by_clock(_shard_id, *, initial=False):
            house.server.clock.advance(5)

        monkeypatch.setattr(house.bot, "before_identify_hook", wait_by_clock)
        day = Day(house, random.Random(3))
        passing = asyncio.create_task(day.let_time_pass())
        memory = []
        while day.hands < wanted:
            await day.play_match(1 if len(memory) % 3 else 2)
            house.known.clear()
            memory.append(count_memory())
            faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
            assert [record.getMessage() for record in faults if record.name != "discord.client"] == []
            caplog.clear()
        passing.cancel()
        house.server.faults.clear()
        await house.settle()
        assert day.unanswered == []
        assert day.invalid < MOST_INVALID
        house.server.limits.limited = 0
        assert (await house.bot.tables._surroundings.store.audit()).is_sound
    record_property("memory_kb", memory)
    record_property("faults", day.faults)
    early = memory[len(memory) // 5]
    assert memory[-1] - early < 64 * 1024, memory
