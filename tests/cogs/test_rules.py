"""House rules typed at /mahjong new, and what holds at a table, option by option."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.errors import Refusal
from cogs.options import MAX_CHOICE, MAX_CHOICES, complete_options, list_changes, parse_options, show_options
from cogs.rules_panel import PAGES, build_rules_panel
from cogs.texts import LANGUAGES, texts_for
from engine.cities import find_rules, preset_names
from engine.rules import DOMAINS
from tests.cogs.conftest import CHANNEL

ENGLISH = texts_for("en")


def offered(typed, preset="harbin", texts=ENGLISH):
    return [value for _, value in complete_options(typed, find_rules(preset), texts)]


# ---- reading what was typed


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", {}),
        ("fan_mobao=4 must_open=false", {"fan_mobao": 4, "must_open": False}),
        ("  FAN_MOBAO = 4,must_open＝no ", {"fan_mobao": 4, "must_open": False}),
        ("min_suits=1、seven_pairs=yes；stake=poorest", {"min_suits": 1, "seven_pairs": True, "stake": "poorest"}),
        ("leave_penalty=3x_stake stake=1000000", {"leave_penalty": "3x_stake", "stake": 1000000}),
    ],
)
def test_options_are_read_however_they_are_separated(typed, read):
    assert parse_options(typed) == read


@pytest.mark.parametrize("preset", preset_names())
def test_what_is_shown_of_a_preset_can_be_typed(preset):
    rules = find_rules(preset)
    assert parse_options(show_options(rules.options)) == rules.options


@pytest.mark.parametrize(
    ("typed", "code", "facts"),
    [
        ("fan_mobau=4", "unknown_option", {"option": "fan_mobau", "near": "fan_mobao"}),
        ("xyz=4", "unknown_option", {"option": "xyz", "near": "none"}),
        ("fan_mobao", "option_form", {"option": "fan_mobao"}),
        ("fan_mobao=", "option_form", {"option": "fan_mobao="}),
        ("fan_mobao=4 fan_mobao=5", "option_twice", {"option": "fan_mobao"}),
        ("fan_mobao=0", "bad_option", {"option": "fan_mobao", "why": "value", "allowed": "1..99"}),
        ("fan_mobao=true", "bad_option", {"option": "fan_mobao", "why": "value", "allowed": "1..99"}),
        ("must_open=1", "bad_option", {"option": "must_open", "why": "value", "allowed": "true, false"}),
        (
            "big_wind=no",
            "bad_option",
            {"option": "big_wind", "why": "value", "allowed": "off, same_number, fourth_tile"},
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(typed, code, facts):
    with pytest.raises(Refusal) as refused:
        parse_options(typed)
    assert refused.value.code == code
    assert refused.value.facts == facts


@given(st.text(max_size=200))
def test_whatever_is_typed_is_read_or_refused_and_completed_within_discords_limits(typed):
    for shown, value in complete_options(typed, find_rules("qiqihar"), ENGLISH):
        assert 1 <= len(shown) <= MAX_CHOICE
        assert 1 <= len(value) <= MAX_CHOICE
    with suppress(Refusal):
        assert set(parse_options(typed)) <= set(DOMAINS)


# ---- completing


def test_names_are_completed_first_by_name_then_by_meaning():
    assert offered("dead") == ["dead_wall=9"]
    assert set(offered("kadang")) > {"kadang_factor=", "kadang_edges=", "kadang_single="}
    assert "instant_bao=true" in offered("tongbao")
    assert offered("通宝", texts=texts_for("zh-CN")) == ["instant_bao=true"]
    assert len(offered("")) == MAX_CHOICES


def test_values_are_completed_without_the_one_that_holds_anyway():
    assert offered("big_wind=") == ["big_wind=same_number", "big_wind=fourth_tile"]
    assert offered("big_wind=", "qiqihar-local") == ["big_wind=off", "big_wind=fourth_tile"]
    assert offered("must_open=") == ["must_open=false"]
    assert offered("fan_mobao=1")[:2] == ["fan_mobao=1", "fan_mobao=10"]
    assert offered("stake=77")[0] == "stake=77"


def test_what_stands_before_is_kept_and_not_offered_again():
    assert offered("fan_mobao=4 must_o") == ["fan_mobao=4 must_open=false"]
    assert offered("must_open=false must_o") == []


# ---- /mahjong new


@pytest.mark.parametrize("preset", preset_names())
async def test_every_preset_opens_a_table_named_after_it(house, preset):
    lobby = await house.open_table(rules=preset)
    assert house.table.rules == find_rules(preset)
    assert lobby.text.startswith(f"### Mahjong: {ENGLISH.say(f'rules-{preset}')}\n")


async def test_house_rules_hold_at_the_table_and_are_named_in_its_lobby(house):
    lobby = await house.open_table(rules="mudanjiang", options="fan_mobao=6 run=true")
    assert house.table.rules == find_rules("mudanjiang", {"fan_mobao": 6, "run": True})
    assert "Mudanjiang, house rules" in lobby.text
    assert "House rules: `fan_mobao=6 run=true`" in lobby.text


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("fan_mobau=4", "There is no option `fan_mobau`. Did you mean `fan_mobao`?"),
        ("wind=4", "There is no option `wind`."),
        ("min_suits=3", "`min_suits` can be: 1, 2."),
        ("bao_change=call", "`bao_change=call` and `bao_from=dice` go together: set both, or neither."),
        ("last_tiles_dealt=yes last_tiles=0", "`last_tiles_dealt=true` needs `last_tiles=4`."),
        ("open", "Write options as `name=value`, with spaces between them. This is none: `open`"),
        ("stake=5 stake=6", "`stake` is given twice."),
    ],
)
async def test_house_rules_that_cannot_be_are_refused_in_words_and_no_table_opens(house, options, reason):
    answer = await house.people[0].slash("mahjong new", channel=CHANNEL, options={"options": options})
    assert answer.is_ephemeral
    assert answer.text.startswith(reason)
    assert len(house.tables) == 0


async def test_a_stake_given_both_ways_is_refused(house):
    answer = await house.people[0].slash("mahjong new", channel=CHANNEL, options={"options": "stake=5", "stake": 6})
    assert answer.text == "`stake` is given twice."


async def test_discord_completes_house_rules_for_the_preset_chosen(house):
    maya = house.people[0]
    choices = await maya.autocomplete("mahjong new", "options", "big_w", channel=CHANNEL, values={"rules": "harbin"})
    assert [choice["value"] for choice in choices] == ["big_wind=same_number", "big_wind=fourth_tile"]
    choices = await maya.autocomplete(
        "mahjong new", "options", "big_w", channel=CHANNEL, values={"rules": "qiqihar-local"}
    )
    assert [choice["value"] for choice in choices] == ["big_wind=off", "big_wind=fourth_tile"]


# ---- /mahjong rules


def test_the_pages_hold_every_option_once():
    listed = [name for names in PAGES.values() for name in names]
    assert sorted(listed) == sorted(DOMAINS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", preset_names())
def test_every_option_is_told_with_its_value_and_whether_the_city_has_another(preset, language):
    rules, texts = find_rules(preset), texts_for(language)
    changes = list_changes(rules, find_rules(rules.city))
    for page, names in enumerate(PAGES.values()):
        text = "\n".join(
            item.content
            for item in build_rules_panel(rules, preset, texts, page).walk_children()
            if hasattr(item, "content")
        )
        assert len(text) <= 4000
        lines = {line.split("=")[0].strip("*`"): line for line in text.splitlines() if "=" in line and "— " in line}
        assert set(names) == set(lines)
        for name in names:
            assert texts.say(f"about-{name}") in lines[name]
            assert lines[name].startswith("**") is (name in changes)


async def test_the_rules_of_this_channels_table_are_shown_and_turned_page_by_page(house):
    await house.open_table(options="fan_mobao=4")
    maya = house.people[0]
    answer = await maya.slash("mahjong rules", channel=CHANNEL)
    assert answer.is_ephemeral
    assert "Different from Harbin: `fan_mobao=4`" in answer.text
    assert answer.labels == ["Listening", "Play", "Bao", "Scoring", "Payment"]
    assert "`must_open=true` — " in answer.text
    turned = await maya.click(answer, "Scoring")
    assert turned == answer
    assert "**`fan_mobao=4`** (Harbin: `3`) — fan for a win by the bao" in turned.text


async def test_without_a_table_or_by_name_a_presets_rules_are_shown(house):
    maya = house.people[0]
    assert "### Rules: Harbin\n" in (await maya.slash("mahjong rules", channel=CHANNEL)).text
    await house.open_table()
    answer = await maya.slash("mahjong rules", channel=CHANNEL, rules="qiqihar-local")
    assert "Different from Qiqihar: `must_open=true min_suits=2 big_wind=same_number`" in answer.text
    turned = await maya.click(answer, "Bao")
    assert "**`big_wind=same_number`** (Qiqihar: `off`)" in turned.text


async def test_the_rules_of_a_table_that_is_gone_cannot_be_turned(house):
    lobby = await house.open_table()
    maya = house.people[0]
    answer = await maya.slash("mahjong rules", channel=CHANNEL)
    await maya.click(lobby, "Leave")
    await house.settle()
    assert "closed" in (await maya.click(answer, "Bao")).text


async def test_the_rules_are_told_in_the_persons_language(house):
    xiaoxue = next(person for person in house.people if person.user.locale == "zh-CN")
    answer = await xiaoxue.slash("mahjong rules", channel=CHANNEL, rules="mudanjiang")
    assert "规则：牡丹江" in answer.text
    assert answer.labels == ["报听", "打法", "宝牌", "番数", "付分"]
