"""Whatever is altered in a record is found, but for what no reader could know, which is listed here."""

import copy
from random import Random

import pytest

from engine.cities import preset_names
from engine.record import write_lines
from engine.record_check import check_record
from engine.record_reading import RecordError, read_record
from engine.record_schema import FIELDS, TILE_NAMES
from tests.golden_records import read_golden
from tests.records import parse_lines

FREE = frozenset(
    {
        # Names, times and reasons are whatever their writer says.
        ("start_match", "program"),
        ("start_match", "time"),
        ("start_match", "table"),
        ("start_match", "players"),
        ("sit", "player"),
        ("void", "why"),
        ("end_match", "why"),
        # People may get coins from elsewhere, or lose some between hands.
        ("start_match", "coins"),
        ("start_hand", "coins"),
        ("end_hand", "coins"),
        ("end_match", "coins"),
        # An option matters only to a match in which what it decides comes up; a preset is its city with options.
        ("start_match", "options"),
        ("start_match", "rules"),
        # Nobody but the seat itself knows what else it might have answered, or whether it was the clock that did the
        # same as it would have done.
        ("claims", "answers"),
        ("discard", "auto"),
        # When somebody takes a break shows only where it costs something.
        ("autoplay", "seat"),
        ("autoplay", "on"),
        ("autoplay", "why"),
        ("leave", "seat"),
        ("return", "seat"),
        # After the last hand it may be told or not.
        ("end_hand", "next_dealer"),
    }
)
"""Type and field of what may be altered without anybody being able to tell, in some places of some records."""

MAY_GO = frozenset({"sit", "autoplay", "leave", "return", "listen_failed"})
"""Types of lines that may be left out without anybody being able to tell, in some places."""

WORDS = ("front", "tail", "win", "pass", "chi", "peng", "human", "computer", "deal", "changed", "self_draw", "discard")

SHIFTED = frozenset({("start_hand", "words"), ("start_hand", "dealer")})
"""What is found at another line than its own: words show in the wall."""


@pytest.fixture(scope="module", params=preset_names())
def lines(request):
    """The first two hands of a golden record."""
    whole = parse_lines(read_golden(request.param))
    end = [place for place, line in enumerate(whole) if line["type"] == "end_hand"][1]
    return [*whole[: end + 1], whole[-1] | {"coins": whole[end]["coins"]}]


def find_faults(lines):
    try:
        return check_record(read_record(write_lines(lines).encode()))
    except RecordError as error:
        return [error.fault]


def leaves(value, path=()):
    """Yield the paths of all single values in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield path
    else:
        for key, item in items:
            yield from leaves(item, (*path, key))


def other_value(value, rng):
    """Return another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value - 1, value + 1, value + 4, -value - 1])
    if value in TILE_NAMES:
        return rng.choice(sorted(TILE_NAMES - {value}))
    if value is None:
        return rng.choice([0, 1, "clock", [1], "5m", [1, 1, 1, 1]])
    if len(value) == 64:
        place = rng.randrange(64)
        return value[:place] + rng.choice("0123456789abcdef".replace(value[place], "")) + value[place + 1 :]
    words = [
        "front",
        "tail",
        "win",
        "pass",
        "chi",
        "peng",
        "human",
        "computer",
        "deal",
        "changed",
        "self_draw",
        "discard",
    ]
    return rng.choice([word for word in [*words, value + "!"] if word != value])


def put_value(line, path, value):
    for key in path[:-1]:
        line = line[key]
    line[path[-1]] = value


def hand_of(lines, place):
    """Return the places that belong to the same hand, or the line alone between hands."""
    starts = [start for start in range(place, -1, -1) if lines[start]["type"] == "start_hand"][:1]
    ends = [end for end in range(place, len(lines)) if lines[end]["type"] == "end_hand"][:1]
    return range(starts[0], ends[0] + 1) if starts and ends else range(place, place + 1)


def test_an_altered_value_is_found_in_its_hand(lines, trials):
    rng = Random(lines[0]["rules"])
    altered_fields = set()
    for _ in range(trials(80, 3000)):
        kind = rng.choice(sorted({line["type"] for line in lines}))
        place = rng.choice([place for place, line in enumerate(lines) if line["type"] == kind])
        name = rng.choice(sorted(FIELDS[kind]))
        path = rng.choice(list(leaves(lines[place][name], (name,))) or [(name,)])
        altered = copy.deepcopy(lines)
        value = lines[place]
        for key in path:
            value = value[key]
        put_value(altered[place], path, [] if value == [] else other_value(value, rng))
        if altered == lines:
            continue
        faults = find_faults(altered)
        told = f"line {place + 1}: {kind} {path}: {value!r} altered, found: {faults}"
        if (kind, name) in FREE:
            continue
        altered_fields.add((kind, name))
        assert faults, told
        first = faults[0].line - 1
        assert first in hand_of(lines, place), told
        assert first >= place or (kind, name) in SHIFTED, told
    assert len(altered_fields) > 20


def test_a_line_left_out_or_told_twice_or_swapped_is_found(lines, trials):
    rng = Random(lines[0]["rules"])
    for _ in range(trials(15, 1500)):
        place = rng.randrange(len(lines) - 1)
        kinds = {lines[place]["type"], lines[place + 1]["type"]}
        ways = [
            [*lines[:place], *lines[place + 1 :]],
            [*lines[: place + 1], *lines[place:]],
            [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]],
        ]
        altered = rng.choice(ways)
        faults = find_faults(altered)
        assert faults or kinds & MAY_GO, f"line {place + 1}: {kinds}"
        if not kinds & MAY_GO:
            assert faults[0].line >= place


def test_what_cannot_be_known_is_altered_without_a_fault_somewhere(lines):
    """The list above holds no more than it must: names and times are free in every record."""
    start = lines[0] | {"program": "x", "time": "1999-01-01T00:00:00Z", "table": "y"}
    start["players"] = [player | {"name": "z"} for player in start["players"]]
    assert find_faults([start, *lines[1:-1], lines[-1] | {"why": "w"}]) == []
