"""Panels stay live: past the end of views and tokens, over a restart, and for each of their buttons."""

import asyncio

import pytest

from cogs.gateway import TOKEN_SECONDS
from cogs.panel import Panel
from cogs.presses import Act, read_press
from cogs.seat_panels import FAREWELL_SECONDS
from tests.cogs.playing import find_button, panel_of, press
from tests.cogs.test_outages import to_own_turn, until

LANGUAGES = {"en-US": "Press **Refresh**.", "zh-CN": "请按 **刷新**", "zh-TW": "請按 **重新整理**"}


@pytest.mark.parametrize(("locale", "said"), LANGUAGES.items())
async def test_shortly_before_its_token_dies_a_panel_says_so_and_refresh_brings_it_back_to_life(house, locale, said):
    maya, operator = house.people[0], house.server.operator
    operator.set_locale(maya.user, locale)
    await house.start_with_people(1)
    await to_own_turn(house)
    guild = house.bot.get_guild(house.table.guild_id)
    panel = await press(maya, Act.REFRESH)
    operator.start_outage()  # so that the game stands still meanwhile
    await until(house, lambda: guild.unavailable and house.shot(maya).deadline is None)
    await house.advance(TOKEN_SECONDS - FAREWELL_SECONDS - 1)
    assert said not in panel.refresh().text
    await house.advance(1)
    told = panel.refresh()
    assert said in told.text
    assert find_button(told, Act.REFRESH) is not None
    assert house.bot.desk.panels.find(house.table.table_id, int(maya.id)) is None
    operator.end_outage()
    await until(house, lambda: not guild.unavailable)
    await house.advance(3)
    assert house.shot(maya).deadline is not None
    house.server.clock.advance(TOKEN_SECONDS + 120)
    decision = house.shot(maya).decision
    alive = await press(maya, Act.REFRESH, reply=told)
    await house.settle()
    assert (alive.id, said in alive.text) == (panel.id, False)
    assert house.shot(maya).decision == decision
    assert house.bot.desk.panels.find(house.table.table_id, int(maya.id)) is not None
    assert [each for each in house.server.requests if each.status in {401, 404}] == []


async def test_views_that_run_out_take_no_buttons_with_them(house, monkeypatch):
    """discord.py lets go of a button for the whole process when a view that it stands in has run out."""
    make = Panel.__init__

    def run_out_soon(self):
        make(self)
        self.timeout = 0.05

    monkeypatch.setattr(Panel, "__init__", run_out_soon)
    maya, ivan = house.people[:2]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    rules = await maya.click(lobby, "Rules")
    await asyncio.sleep(0.2)
    monkeypatch.undo()
    await maya.click(lobby, "Fill seats")
    await house.settle()
    for person in (maya, ivan):
        await person.click(lobby, "Start")
    await house.settle()
    assert house.table.state == "playing"
    for person in (maya, ivan):
        assert (await press(person, Act.REFRESH)).id == panel_of(person).id
    assert (await maya.click(rules, rules.labels[1])).id == rules.id


async def test_after_a_restart_each_button_of_a_panel_does_what_it_says(reopen):
    async with reopen() as house:
        await house.start_with_people(1)
        await to_own_turn(house)
        panel, table = panel_of(house.people[0]), house.newest_public()
    async with reopen(seed=2) as house:
        await house.settle()
        maya = house.people[0]
        before = house.shot(maya)
        live = [button for button in panel.refresh().buttons if not button.disabled]
        acts = {read_press(button.custom_id).act for button in live}
        assert {Act.DISCARD, Act.REFRESH, Act.AUTOPLAY} <= acts
        for act in sorted(acts - {Act.DISCARD, Act.AUTOPLAY}):
            answer = await press(maya, act)
            assert answer.id == panel.id, act
            if find_button(answer.refresh(), Act.BACK) is not None:
                assert (await press(maya, Act.BACK)).id == panel.id
        new = await maya.click(table, "My hand")
        await house.settle()
        assert panel.is_deleted
        assert panel_of(maya).id == new.id
        assert house.shot(maya).view == before.view
        presses = [read_press(button.custom_id) for button in live]
        await press(maya, Act.DISCARD, next(each.place for each in presses if each.act is Act.DISCARD))
        await house.settle()
        assert house.shot(maya).decision != before.decision
        await press(maya, Act.AUTOPLAY)
        assert house.shot(maya).seats[house.seat_of(maya)].autoplay is not None
        await press(maya, Act.TAKE_OVER)
        assert house.shot(maya).seats[house.seat_of(maya)].autoplay is None
