"""House rules by choosing in the lobby: the host alone, before the game, and everybody is asked anew."""

import pytest

from cogs.options import MAX_CHOICES, list_choices, parse_options, show_value
from cogs.presses import Act
from cogs.rule_editor import MAX_LABEL, RuleChoice, read_rule_choice
from cogs.rules_panel import PAGES
from cogs.texts import LANGUAGES, texts_for
from engine.cities import find_rules, preset_names
from engine.rules import DOMAINS
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_button

PAGE_OF = {name: page for page, names in enumerate(PAGES.values()) for name in names}


def selects_of(reply):
    """Every select of a message by its custom_id, with the values on offer."""
    found, waiting = {}, list(reply.data["components"])
    while waiting:
        part = waiting.pop()
        if part["type"] == 3:
            found[part["custom_id"]] = [option["value"] for option in part["options"]]
        waiting.extend(part.get("components", ()))
    return found


async def open_rules(person, lobby, page=0):
    reply = await person.click(lobby, "Rules")
    if page:
        reply = await person.click(reply, custom_id=find_button(reply, Act.RULES, page).custom_id)
    return reply


async def change(person, house, lobby, option, value):
    """Choose an option and its value; returns the panel afterwards."""
    page = PAGE_OF[option]
    reply = await open_rules(person, lobby, page)
    table = house.table.table_id
    reply = await person.select(reply, RuleChoice(table, page).custom_id, [option])
    assert value in selects_of(reply)[RuleChoice(table, page, option).custom_id]
    return await person.select(reply, RuleChoice(table, page, option).custom_id, [value])


@pytest.mark.parametrize("preset", preset_names())
def test_every_option_can_be_chosen_from_values_that_it_takes_what_holds_among_them(preset):
    holds = find_rules(preset).options
    assert set(PAGE_OF) == set(DOMAINS)
    for name in DOMAINS:
        values = list_choices(name, show_value(holds[name]))
        assert show_value(holds[name]) in values
        assert 2 <= len(values) == len(set(values)) <= MAX_CHOICES
        for value in values:
            assert DOMAINS[name].allows(parse_options(f"{name}={value}")[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_option_is_about_fits_a_select(language):
    for name in DOMAINS:
        assert len(texts_for(language).say(f"about-{name}")) <= MAX_LABEL


def test_custom_ids_are_short_and_read_back_and_others_are_not_read():
    for name in ("", *DOMAINS):
        choice = RuleChoice("x" * 40, 4, name)
        assert len(choice.custom_id) <= 100
        assert read_rule_choice(choice.custom_id) == choice
    for strange in ("rule|2|t|0|", "rule|1|t|0|no_such", "rule|1|t|x|", "rule|1||0|", "rule|1|t|0|run|"):
        assert read_rule_choice(strange) is None


async def test_the_host_changes_a_rule_by_two_choices_and_everybody_is_asked_anew(house):
    maya, ivan = house.people[:2]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    await maya.click(lobby, "Fill seats")
    await house.settle()
    await ivan.click(lobby, "Start")
    await house.settle()
    assert "✅" in lobby.refresh().text
    reply = await change(maya, house, lobby, "fan_mobao", "5")
    assert house.table.rules.fan_mobao == 5
    assert "fan_mobao" in reply.text
    assert "5" in reply.text
    await house.settle()
    assert "fan_mobao=5" in lobby.refresh().text
    assert "✅" not in lobby.refresh().text


async def test_who_is_not_the_host_reads_the_rules_and_cannot_change_them(house):
    maya, ivan = house.people[:2]
    lobby = await house.open_table()
    await ivan.click(lobby, "Join")
    await house.settle()
    reply = await open_rules(ivan, lobby)
    assert reply.is_ephemeral
    assert selects_of(reply) == {}
    shown = await open_rules(maya, lobby)
    table = house.table.table_id
    before = house.table.rules
    await maya.click(lobby, "Leave")
    await house.settle()
    late = await maya.select(shown, RuleChoice(table, 0).custom_id, ["must_open"])
    assert selects_of(late) == {}
    assert house.table.rules == before


async def test_what_cannot_be_together_is_refused_in_words_and_nothing_changes(house):
    maya = house.people[0]
    lobby = await house.open_table()
    reply = await change(maya, house, lobby, "last_tiles_dealt", "true")
    assert reply.is_ephemeral
    assert house.table.rules.last_tiles_dealt
    reply = await change(maya, house, lobby, "last_tiles", "0")
    assert "`last_tiles_dealt=true` needs `last_tiles=4`" in reply.text
    assert house.table.rules.last_tiles == 4


async def test_once_the_game_has_begun_rules_are_for_reading(house):
    maya = house.people[0]
    lobby = await house.open_table()
    page = PAGE_OF["fan_mobao"]
    choice = RuleChoice(house.table.table_id, page, "fan_mobao")
    reply = await open_rules(maya, lobby, page)
    reply = await maya.select(reply, RuleChoice(house.table.table_id, page).custom_id, ["fan_mobao"])
    await maya.click(lobby, "Fill seats")
    await house.settle()
    await maya.click(lobby, "Start")
    await house.settle()
    refused = await maya.select(reply, choice.custom_id, ["7"])
    assert "The game has begun" in refused.text
    assert house.table.rules.fan_mobao == 3
    rules = await maya.slash("mahjong rules", channel=CHANNEL)
    assert selects_of(rules) == {}


async def test_choosing_goes_on_after_a_restart(reopen):
    async with reopen() as house:
        lobby = await house.open_table()
        reply = await open_rules(house.people[0], lobby)
        table = house.table.table_id
    async with reopen() as house:
        maya = house.people[0]
        reply = await maya.select(reply, RuleChoice(table, 0).custom_id, ["must_open"])
        await maya.select(reply, RuleChoice(table, 0, "must_open").custom_id, ["false"])
        assert house.table.rules.must_open is False
