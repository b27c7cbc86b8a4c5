"""Interactions that no honest client sends: whatever comes, it is answered in words, and nothing illegal happens."""

import asyncio
import logging
import random
from dataclasses import dataclass, field

import pytest

from cogs.presses import VERSION, Act
from sandbox import World
from sandbox.interactions import InteractionType
from tests.cogs.conftest import CHANNEL, open_house
from tests.cogs.playing import choose, is_hand_panel, play_step

NASTY = (
    *("@everyone", "@here", "<@&1456074443980800001>", "<@1456074443980800002>", "<#1>", "</mahjong new:1>"),
    *("**bold** __x__ ~~y~~", "`code` ``` block", "||spoiler||", "# title\n## more", "[click](https://example.org)"),
    *("\u202e drawkcab", "\u2066isolated\u2069", "\u200b\u200c\u200d\ufeff", "a\u0301" * 60, "\x00\x07\x1b[31m"),
    *("中" * 100, "😀" * 50, "\U000e0041\U000e0042", "x" * 100, " " * 100, "{name} { $name } %s %(x)d", "-1", "1e999"),
    *("'; DROP TABLE accounts; --", "../../etc/passwd", "NaN", "null", "0", "٣", "１"),
)
"""Markup, mentions, text that runs the other way, text that is not seen, and what other programs trip over."""

BATCH = 40
KEPT = 1000
"""The local Discord remembers so many requests and messages: more than a batch brings."""


@dataclass
class Forger:
    """Makes interactions that may not do anything, at the one table of a house."""

    house: object
    rng: random.Random
    opened: list = field(default_factory=list)

    def forge_custom_id(self, person):
        """A custom_id that may not do anything for this person now."""
        rng, table, shot = self.rng, self.house.table.table_id, self.house.shot(person)
        act = rng.choice([*Act, "nonsense", "d9", "", "DISCARD"])
        decision = shot.decision or 0
        other = rng.choice([decision + rng.choice([-1, 1, 1000]), rng.randrange(10**9), 0 if decision else 7])
        place = rng.choice(["", 0, 13, 14, 99])
        return rng.choice(
            [
                rng.choice(NASTY)[:100],
                f"{rng.choice([0, VERSION + 1, 999])}|{table}|{decision}|{act}|{place}",
                f"{VERSION}|{rng.choice(['000000000000', 'harbin', table[::-1] + 'x', 'x' * 40])}|{decision}|d|{place}",
                f"{VERSION}|{table}|{abs(other)}|{rng.choice(['d', 'l', 'd2', 'chi', 'peng', 'gang', 'win'])}|{place}",
                f"{VERSION}|{table}|{decision}|{rng.choice(['d', 'd2', 'l'])}|{rng.randrange(14, 100)}",
                f"{VERSION}|{table}|{decision}|{rng.choice(['chi', 'gang', 'ting'])}|{rng.randrange(20, 100)}",
                f"{VERSION}|{table}|{decision}|nonsense|{place}",
                f"{VERSION}|{table}|{'9' * rng.randrange(9, 60)}|d|0"[:100],
                f"{VERSION}|{table}|{decision}|d|{rng.choice(['-1', '007', '１', 'x'])}",
                f" {VERSION}|{table}|{decision}|d|0",
                f"{VERSION}|{table}|{decision}|d|0\n",
                f"{VERSION}|{rng.choice(NASTY)}|{decision}|d|0"[:100],
                f"{VERSION}|{table}|{decision}|{rng.choice([Act.JOIN, Act.ADD_COMPUTER, Act.REMOVE_COMPUTER])}|",
            ]
        )

    def press(self, person):
        """Press what is not there, on any message that the person sees."""
        message = self.rng.choice(person.messages(CHANNEL)).message
        kind = self.rng.choice([2, 2, 2, 2, 3, 5, 6, 7, 8])
        data = {"custom_id": self.forge_custom_id(person), "component_type": kind, "id": self.rng.randrange(1, 50)}
        if kind != 2:
            data["values"] = (
                [self.rng.choice(NASTY)[:100] for _ in range(self.rng.randrange(1, 4))] if kind == 3 else []
            )
        self._open(InteractionType.COMPONENT, person, data, message)

    def press_for_a_stranger(self):
        """Let somebody who does not sit press what is legal for somebody who does."""
        stranger = self.house.server.person("Stranger")
        owing = [person for person in self.house.people if self.house.shot(person).decision is not None]
        if owing:
            shot = self.house.shot(self.rng.choice(owing))
            place = self.rng.randrange(13)
            custom_id = (
                f"{VERSION}|{shot.table_id}|{shot.decision}|{self.rng.choice(['d', 'pass', 'auto', 'own'])}|{place}"
            )
            message = self.rng.choice(stranger.messages(CHANNEL)).message
            self._open(
                InteractionType.COMPONENT, stranger, {"custom_id": custom_id, "component_type": 2, "id": 1}, message
            )

    def send_form(self, person):
        """Send a form that was never opened."""
        parts = [{"type": 4, "custom_id": self.rng.choice(NASTY)[:100], "value": self.rng.choice(NASTY), "id": 2}]
        rows = [{"type": 1, "id": 1, "components": parts}] if self.rng.random() < 0.7 else []
        data = {"custom_id": self.forge_custom_id(person), "components": rows}
        mine = (each for each in self.house.server.interactions.by_id.values() if each.user is person.user)
        opener = next(each for each in mine if each.type is InteractionType.COMMAND or each.message is None)
        self._open(InteractionType.MODAL_SUBMIT, person, data, None, opener)

    def command(self, person):
        """Use a command with nonsense, at a channel that has its table."""
        people, channel = self.house.server.people, self.house.server.world.find_channel(CHANNEL)
        typed = " ".join(self.rng.choices([*NASTY, "stake=", "=", "stake=5", "must_open=maybe"], k=3))
        values = self.rng.choice(
            [{"options": typed[:1000]}, {"stake": 1_000_000}, {"min_coins": 10**9, "options": typed[:90]}]
        )
        self.opened.append(people.slash(person.user, channel, "mahjong new", values))

    def type_in(self, person):
        """Type nonsense into an option."""
        people, channel = self.house.server.people, self.house.server.world.find_channel(CHANNEL)
        typed = self.rng.choice(NASTY)
        self.opened.append(people.autocomplete(person.user, channel, "mahjong new", "options", typed, {}))

    def _open(self, kind, person, data, message, opener=None):
        interactions, channel = self.house.server.interactions, self.house.server.world.find_channel(CHANNEL)
        self.opened.append(interactions.open(kind, person.user, channel, data, message=message, opener=opener))

    def forge(self):
        """Send one of all these."""
        person = self.rng.choice(self.house.people)
        chosen = self.rng.random()
        if chosen < 0.7:
            self.press(person)
        elif chosen < 0.8:
            self.press_for_a_stranger()
        elif chosen < 0.88:
            self.send_form(person)
        elif chosen < 0.95:
            self.type_in(person)
        else:
            self.command(person)

    async def answers(self):
        """Wait until all that was sent is answered; return those that were not."""
        await asyncio.wait_for(asyncio.gather(*(sent.outcome for sent in self.opened)), 60)
        failed = [sent.data for sent in self.opened if sent.has_failed]
        self.opened.clear()
        return failed


def world_with_nasty_names():
    world = World.default(keep=KEPT)
    (guild,) = world.guilds.values()
    for name, user in zip(("@everyone", "**x**`", "\u202eab\u200b", "<@&1>"), list(world.people())[:4], strict=True):
        guild.members[user.id].nick = name
    world.add_person("Stranger", locale="de", color=0x123456)
    return world, guild


def stand(house):
    """All that is kept of the table, and the books."""
    table = house.table
    return table._freeze(), len(table.record)


class Faults(logging.Handler):
    """Whatever is logged as a fault."""

    def __init__(self):
        super().__init__()
        self.found = []

    def emit(self, record):
        if record.levelno >= logging.ERROR or record.exc_info:
            self.found.append((record.name, record.getMessage(), record.exc_text))


@pytest.fixture
def faults():
    """What was logged as a fault so far."""
    handler, root = Faults(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler.found
    root.setLevel(before)
    root.removeHandler(handler)


def take_refusals(house):
    """What Discord refused of the newest requests, each told once.

    Pressing a panel that a newer one has just replaced finds it gone; that is none.
    """
    found = [request.answer for request in house.server.requests if request.status >= 400]
    house.server.requests.clear()
    return [answer for answer in found if answer["code"] != 10008]


def take_calls(house):
    """The newest public messages that call somebody, each told once."""
    events = house.people[0].events
    found = [event.message for event in events if event.message is not None and not event.message.is_ephemeral]
    for person in house.people:
        person.events.clear()
    return [reply for reply in found if reply["mentions"] or reply["mention_everyone"] or reply["mention_roles"]]


@pytest.mark.slow
@pytest.mark.timeout(0)
async def test_what_is_forged_is_answered_and_changes_nothing(tmp_path, trials, faults):
    rng = random.Random(11)
    world, guild = world_with_nasty_names()
    async with open_house(tmp_path, None, seed=4, world=world) as house:
        house.server.operator.add_member("Stranger", guild)
        await house.start_with_people(4, hands="open")
        for person in house.people:
            await person.slash("hand", channel=CHANNEL)
        forger = Forger(house, rng)
        sent, wanted = 0, trials(2000)
        while sent < wanted:
            before = stand(house)
            for _ in range(BATCH):
                forger.forge()
            sent += BATCH
            await house.settle()
            assert await forger.answers() == []
            assert stand(house) == before
            assert faults == []
            assert take_refusals(house) == []
            assert take_calls(house) == []
            if sent % (3 * BATCH) == 0:
                await move_on(house)
        assert (await house.bot.tables._surroundings.store.audit()).is_sound


async def move_on(house):
    """Let the game go one step further."""
    if house.table.state == "between":
        for person in house.people:
            await house.table.press_next(int(person.id))
        await house.settle()
    else:
        for person in house.people:
            # The local Discord forgets an old panel below so many answers.
            if not any(is_hand_panel(reply) for reply in person.messages(CHANNEL) if reply.is_ephemeral):
                await person.slash("hand", channel=CHANNEL)
        await play_step(house, choose)
