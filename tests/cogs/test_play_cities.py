"""People play Mudanjiang and Qiqihar by clicking, to the end of the hand."""

import random

import pytest

from cogs.presses import Act
from engine.actions import CallBao, SayListen
from engine.cities import find_rules
from engine.players import choose_action
from tests.cogs.playing import Watch, play_step, play_to_end, press

SEED = 274
"""The first hand ends soon, and somebody says listen."""

CALLED, INSTANT = 128, 106
"""The first hand ends soon, and a bao is called, or won on as it lies."""


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


@pytest.mark.slow
@pytest.mark.parametrize("seed", [CALLED, INSTANT])
async def test_four_people_play_qiqihar_to_the_end_call_a_bao_and_win_on_one_as_it_lies(new_house, seed):
    rules, calls = find_rules("qiqihar"), 0
    async with new_house(seed=seed) as house:
        await house.start_with_people(rules="qiqihar")
        watch = Watch(house)
        for _ in range(120):
            if house.table.state != "playing":
                break
            views = [(person, house.shot(person).view) for person in house.people]
            caller = next((person for person, view in views if CallBao(view.viewer) in view.own.actions), None)
            if caller is None:
                await play_step(house, lambda view: choose_action(view, rules, random.Random(0)))
            else:
                await press(caller, Act.CALL_BAO)
                await house.settle()
                calls += 1
            watch()
        report = house.table.snapshot(None).last_report
        assert report.result.kind == "win"
        assert calls > 0 or seed == INSTANT
        assert report.result.how in {"tongbao", "dragon_bao"} or seed == CALLED
