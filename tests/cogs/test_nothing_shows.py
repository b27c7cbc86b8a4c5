"""Nothing public tells who may claim (P3): when messages change, and to what, is the same whoever is asked."""

import random
import re

import pytest

from engine.actions import Pass
from tests.cogs.conftest import CHANNEL, NAMES
from tests.cogs.playing import PAUSE, act, choose, person_at

TICK = 0.5
WINDOWS = 18


def read_public(house):
    """The public messages as they stand: texts without names, tiles and hours, the buttons, and what each shows."""
    bot = [reply for reply in house.people[0].messages(CHANNEL) if not reply.is_ephemeral]
    return [(hide_facts(reply.text), tuple(reply.labels), len(reply.attachments)) for reply in bot]


def hide_facts(text):
    """A text without what differs from discard to discard anyway; how far off a time is stays.

    What the picture shows and its twin in words tells follows from the spectator's view, which knows of nobody asked.
    """
    text = text.partition("\nHarbin Hand")[0]
    for name in NAMES:
        text = text.replace(name, "somebody")
    return re.sub(r"\*\*\d (Wan|Dot|Bam)\*\*|\*\*Red\*\*", "**tile**", text)


def hide_start(record, began):
    """The record with times counted from the discard."""

    def count_from(found):
        return f"<t:{int(found[1]) - int(began)}:"

    return [(at, re.sub(r"<t:(\d+):", count_from, str(state))) for at, state in record]


async def watch_window(house, rng):
    """Let a window go by, people passing when they like; return when the public messages changed, and to what."""
    began, wall = house.clock.now(), house.clock.wall()
    record = [(0.0, read_public(house))]
    owing = [person for person in house.people if house.shot(person).decision is not None]
    moments = {person: rng.choice([0, 1, 2, 4]) for person in owing}
    while house.shot(house.people[0]).view.phase == "claims":
        for person, moment in list(moments.items()):
            if house.clock.now() - began >= moment:
                del moments[person]
                shot = house.shot(person)
                if shot.decision is not None:
                    await act(person, shot.view, Pass(shot.viewer_seat))
        await house.advance(TICK)
        state = read_public(house)
        if state != record[-1][1]:
            record.append((house.clock.now() - began, state))
    return bool(owing), hide_start(record, wall)


@pytest.mark.slow
async def test_public_messages_change_at_the_same_time_to_the_same_whether_or_not_somebody_was_asked(new_house):
    rng, seen = random.Random(7), {True: [], False: []}
    async with new_house(seed=3) as house:
        await house.start_with_people(4, hands="open")
        for _ in range(WINDOWS):
            view = house.table.snapshot().view
            person = person_at(house, view.turn)
            await act(person, house.shot(person).view, choose(house.shot(person).view))
            await house.settle()
            if house.table.snapshot().view.phase != "claims":
                break
            was_asked, record = await watch_window(house, rng)
            seen[was_asked].append(record)
    assert len(seen[True]) >= 3
    assert len(seen[False]) >= 3
    first = seen[False][0]
    assert [at for at, _ in first] == [0.0, PAUSE]
    for records in seen.values():
        for record in records:
            assert record == first
