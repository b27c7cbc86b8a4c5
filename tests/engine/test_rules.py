"""Options (RULES section 8): names, values, combinations, presets, and a city as one small value."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine import rules as rules_module
from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from engine.harbin import HARBIN
from engine.rules import CLAUSES, DOMAINS, register

BOOK = (Path(__file__).parent.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
TABLE = BOOK.split("## 8. All options")[1]


def table_rows():
    """Yield option, its values as written, and the three cities' defaults, from the rule book's own table."""
    for line in TABLE.splitlines():
        if not line.startswith("| `"):
            continue
        names, values, *cities = (cell.strip() for cell in line.strip("|").split("|"))
        options = re.findall(r"`(\w+)`", names)
        for place, option in enumerate(options):
            defaults = [cell.split(", ") for cell in cities]
            yield option, values, [cells[place] if len(cells) > 1 else cells[0] for cells in defaults]


@pytest.mark.parametrize(("option", "values", "defaults"), list(table_rows()))
def test_every_option_of_the_rule_book_has_its_default_in_each_city(option, values, defaults):
    for city, default in zip(("harbin", "mudanjiang", "qiqihar"), defaults, strict=True):
        if default != "–":
            assert str(find_rules(city).options[option]).lower() == default, city


def test_there_are_no_options_beside_those_of_the_rule_book():
    assert {option for option, _, _ in table_rows()} == set(DOMAINS) == set(CLAUSES)


def test_presets_set_what_the_rule_book_says():
    assert preset_names()[:6] == (
        "harbin",
        "harbin-single-payer",
        "harbin-4-16",
        "mudanjiang",
        "qiqihar",
        "qiqihar-local",
    )
    assert find_rules("harbin-single-payer") == replace(HARBIN, discard_payment="discarder")
    assert find_rules("harbin-4-16") == replace(HARBIN, fan_mobao=4, fan_baozhongbao=16)
    assert find_rules("qiqihar-local") == replace(
        find_rules("qiqihar"), must_open=True, min_suits=2, big_wind="same_number"
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("must_open", 1),
        ("must_open", "yes"),
        ("min_suits", 3),
        ("min_suits", True),
        ("fan_discard", 0),
        ("fan_discard", 100),
        ("fan_discard", 1.0),
        ("stake", 0),
        ("stake", 1_000_001),
        ("stake", "richest"),
        ("leave_penalty", -1),
        ("terminal_at", "never"),
        ("draw_liability", 2),
        ("big_wind", None),
        ("run", []),
    ],
)
def test_a_wrong_value_is_refused_with_the_option_and_what_it_takes(option, value):
    with pytest.raises(RuleError) as refused:
        find_rules("harbin", {option: value})
    assert refused.value.code == "bad_option"
    assert refused.value.facts["option"] == option
    assert refused.value.facts["allowed"] == str(DOMAINS[option])


@pytest.mark.parametrize(
    ("city", "options"),
    [
        ("harbin", {"bao_change": "call"}),
        ("harbin", {"bao_from": "dice"}),
        ("qiqihar", {"bao_change": "auto"}),
        ("qiqihar", {"bao_from": "wall_end"}),
        ("mudanjiang", {"last_tiles": 0}),
        ("qiqihar", {"last_tiles_dealt": True}),
    ],
)
def test_combinations_that_cannot_work_are_refused(city, options):
    with pytest.raises(RuleError, match="bad_option"):
        find_rules(city, options)


def test_unknown_names_are_refused():
    with pytest.raises(RuleError, match="unknown_option"):
        find_rules("harbin", {"joker": True})
    with pytest.raises(RuleError, match="unknown_option"):
        find_rules("harbin", {"city": "harbin"})
    with pytest.raises(RuleError, match="unknown_rules"):
        find_rules("dalian")


def test_values_are_told_in_words():
    assert str(DOMAINS["must_open"]) == "true, false"
    assert str(DOMAINS["stake"]) == "poorest, 1..1000000"
    assert str(DOMAINS["draw_liability"]) == "0, 3"


def test_a_new_city_is_one_small_value(monkeypatch):
    monkeypatch.setattr(rules_module, "_PRESETS", dict(rules_module._PRESETS))
    register("toy", replace(HARBIN, city="toy", min_suits=1))
    assert find_rules("toy", {"fan_discard": 2}).fan_discard == 2
