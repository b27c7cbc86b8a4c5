"""People play Mudanjiang by clicking: say listen, take the tile, to the end of the hand."""

import random

import pytest

from cogs.presses import Act
from engine.actions import SayListen
from engine.cities import find_rules
from engine.players import choose_action
from tests.cogs.playing import Watch, play_to_end

SEED = 274
"""The first hand ends soon, and somebody says listen."""


@pytest.mark.slow
async def test_four_people_play_mudanjiang_to_the_end_and_say_listen_before_they_take_the_tile(new_house):
    rules, said = find_rules("mudanjiang"), []

    def pick(view):
        action = choose_action(view, rules, random.Random(0))
        if isinstance(action, SayListen):
            said.append(view.viewer)
        return action

    async with new_house(seed=SEED) as house:
        await house.start_with_people(rules="mudanjiang")
        watch = Watch(house)
        await play_to_end(house, pick=pick, after=watch)
        assert said
        assert watch.checked > 20
        report = house.table.snapshot(None).last_report
        assert report.result.kind == "win"
        assert report.reveal in (await house.find_public(Act.START)).text
