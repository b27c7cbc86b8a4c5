"""Every fault of the local Discord meets every kind of call: the game goes on, and in the end all is well."""

import asyncio
import inspect

import pytest

from cogs.choices import list_hand
from cogs.presses import Act
from sandbox.faults import Faults
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button, panel_of, press, to_own_turn
from tests.routes import CALLBACK, DELETE, EDIT, FOLLOW, PANEL, POST

ROUTES = (EDIT, POST, DELETE, CALLBACK, PANEL, FOLLOW)
FAULTS = {
    "slow": (4.0,),
    "fail": (503,),
    "limit": (0.01,),
    "lose": (),
    "vanish": (),
}
"""What each is asked for with, before the route. Slower than 3 s, an answer is too late."""


def test_no_fault_is_left_out():
    public = {name for name, _ in inspect.getmembers(Faults, inspect.isfunction) if not name.startswith("_")}
    assert public - {"clear", "active", "meet"} == set(FAULTS)


async def pass_time(house, doing):
    """Do something, with Discord's time going by while it is held up."""
    task = asyncio.ensure_future(doing)
    while not task.done():
        await asyncio.wait([task], timeout=0.02)
        if house.server.faults._held:
            house.server.clock.advance(1.0)
    return await task


async def discard(house, person):
    """Let somebody whose turn it is discard by a press, whether or not its answer arrives; what is done is done."""
    shot = house.shot(person)
    place = list_hand(shot.view.own).index(shot.view.own.default.tile)
    button = find_button(panel_of(person).refresh(), Act.DISCARD, place)
    await person.click(panel_of(person), custom_id=button.custom_id, may_fail=True)
    await house.settle()
    assert house.shot(person).decision != shot.decision


async def touch_all(house, person):
    """Let each route be used: a press, the table's edit, a new panel, a message posted anew, an old one deleted."""
    await discard(house, person)
    await person.slash("hand", channel=CHANNEL, may_fail=True)
    await house.settle()
    await person.slash("table", channel=CHANNEL, may_fail=True)
    await house.settle()


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_game_goes_on_over(house, fault, caplog):
    maya = house.people[0]
    await house.start_with_people(1)
    met = set()
    for route in ROUTES:
        await to_own_turn(house)
        await maya.slash("hand", channel=CHANNEL)
        await house.settle()
        getattr(house.server.faults, fault)(*FAULTS[fault], route, times=1)
        await pass_time(house, touch_all(house, maya))
        met |= {route} if house.server.faults.active() == [] else set()
        house.server.faults.clear()
        await house.advance(2)
        await maya.slash("hand", channel=CHANNEL)
        await to_own_turn(house)
        await discard(house, maya)
        shot = house.shot(maya)
        (table,) = [reply for reply in maya.messages(CHANNEL) if find_button(reply, Act.MY_HAND)]
        assert str(shot.view.wall_left) in table.text, route
        assert find_button(await press(maya, Act.REFRESH), Act.REFRESH), route
        assert shot.seats[shot.viewer_seat].autoplay is None, route
    house.server.limits.limited = 0  # asked for
    assert len(met) >= 4
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
