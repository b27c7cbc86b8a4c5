"""Lines of a record are exactly those of the format's table (JUDGE section 3), and the goldens never change."""

import json
import re
from pathlib import Path

import pytest

from engine.actions import Discard
from engine.cities import find_rules, preset_names
from engine.events import ClaimsClosed, Event
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.record import event_line, leave, void, write_lines
from engine.record_schema import AROUND, FIELDS, PLAY
from engine.shuffle import deal_hand
from tests.golden_records import play_golden, read_golden
from tests.records import COMPUTER, HUMAN, Recorder, parse_lines

INTERFACES = Path(__file__).parents[2] / "docs" / "interfaces.md"
CITIES = pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar"])


def read_table():
    """Return what docs/interfaces.md says of each type: the words in backticks in its row."""
    text = INTERFACES.read_text(encoding="utf-8").partition("# 3.")[2]
    table = {}
    for first, second in re.findall(r"^\| (`[^|]*) \| (.*) \|$", text, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", first):
            table[name] = set(re.findall(r"`(\w+)`", second))
    return table


def test_the_schema_has_the_types_of_the_format_and_no_field_that_the_table_does_not_name():
    table = read_table()
    missing_row = {"an_gang", "jia_gang"}  # told in the row of ming_gang
    assert set(FIELDS) == set(table) | missing_row
    for name, fields in FIELDS.items():
        row = table["ming_gang" if name in missing_row else name]
        # The row of `sit` says in words that the new player is told.
        assert set(fields) - row <= ({"player"} if name == "sit" else set()), name


def test_every_type_is_play_or_around_it_or_of_the_match():
    of_the_match = {"start_match", "start_hand", "penalty", "void", "end_hand", "end_match"}
    assert set(FIELDS) == PLAY | AROUND | of_the_match


@pytest.mark.parametrize("preset", preset_names())
def test_every_line_has_exactly_the_fields_of_its_type_in_their_order(preset):
    for line in parse_lines(read_golden(preset)):
        assert list(line) == ["type", *FIELDS[line["type"]]]
        assert all(check(line[name]) for name, check in FIELDS[line["type"]].items())


@pytest.mark.slow
@pytest.mark.parametrize("preset", preset_names())
def test_the_golden_match_of_each_preset_comes_out_as_it_always_did(preset):
    assert play_golden(preset) == read_golden(preset)


def test_goldens_tell_of_everything_that_can_happen_in_play_but_rare_gangs():
    told = {line["type"] for preset in preset_names() for line in parse_lines(read_golden(preset))}
    assert set(FIELDS) - told <= {"void", "ming_gang", "an_gang", "jia_gang"}


@CITIES
def test_what_was_left_out_for_a_viewer_cannot_be_written(city):
    rules = find_rules(city)
    hand = Hand(rules, deal_hand(bytes(32), [""] * 4, rules, 0), HandSetup())
    tile = next(kind for kind in range(28) if hand.seats[0].counts[kind])
    hand.apply(Discard(0, tile))
    hidden = [seen for event in hand.events if (seen := event.seen_by(None)) is not None and seen != event]
    assert hidden
    for event in hidden:
        with pytest.raises(TypeError):
            event_line(event, 1)


def test_only_the_engines_events_are_lines_of_play():
    with pytest.raises(TypeError, match="not an event"):
        event_line(Event(), 1)


def test_two_ways_to_chi_are_one_act():
    event = ClaimsClosed(((1, ("chi", "chi", "peng")),), ((1, "pass", "clock"),))
    assert event_line(event, 1) == {
        "type": "claims",
        "offered": [{"seat": 1, "acts": ["chi", "peng"]}],
        "answers": [{"seat": 1, "act": "pass", "auto": "clock"}],
    }


def test_lines_are_json_lines_in_utf_8_whatever_a_name_holds():
    text = write_lines([void("换\n行 \ud800"), leave(2)])
    assert text.count("\n") == 2
    assert [json.loads(line) for line in text.encode("utf-8").splitlines()] == [void("换\n行 ?"), leave(2)]


def test_a_preset_is_recorded_as_its_city_with_all_options():
    recorder = Recorder(find_rules("harbin-4-16"), 1, kinds=(HUMAN, COMPUTER, COMPUTER, COMPUTER))
    start = recorder.lines[0]
    assert start["rules"] == "harbin"
    assert start["options"] == find_rules("harbin-4-16").options
    assert find_rules(start["rules"], start["options"]) == find_rules("harbin-4-16")
