"""Reading a record refuses whatever is not one, with a code and a line, and never breaks."""

import json
from random import Random

import pytest

from engine import record_reading
from engine.cities import find_rules
from engine.record import write_lines
from engine.record_reading import RecordError, read_record
from engine.record_report import replay_report, verify_report
from tests.records import Recorder

GOOD = Recorder(find_rules("harbin"), 4).play(2)
ENDS = [number for number, line in enumerate(GOOD) if line["type"] == "end_hand"]


def change(number, **fields):
    """Return the good record with fields of a line changed, as bytes."""
    lines = [dict(line) for line in GOOD]
    lines[number] |= fields
    return write_lines(lines).encode()


def change_start(**fields):
    return change(0, **fields)


def without(number, name):
    lines = [dict(line) for line in GOOD]
    del lines[number][name]
    return write_lines(lines).encode()


def insert(number, raw):
    """Return the good record with a raw line put before line `number` (from 1)."""
    lines = write_lines(GOOD).encode().splitlines(keepends=True)
    lines.insert(number - 1, raw + b"\n")
    return b"".join(lines)


def refuse(data):
    """Return code and line of the fault by which a record is refused, and hold that reports name it, too."""
    with pytest.raises(RecordError) as caught:
        read_record(data)
    fault = caught.value.fault
    for report in (replay_report(data), verify_report(data)):
        assert not report.holds
        assert report.faults == (fault,)
        assert report.lines[0] == str(fault) == f"line {fault.line}: {fault.code}: {fault.details}"
    return fault.code, fault.line


def test_a_good_record_is_read_with_and_without_a_last_line_end():
    data = write_lines(GOOD).encode()
    record = read_record(data)
    assert record == read_record(data.rstrip(b"\n"))
    assert record == read_record(data.replace(b"\n", b"\r\n"))
    assert len(record.lines) == len(GOOD)
    assert [hand.start["hand"] for hand in record.hands] == [1, 2]


@pytest.mark.parametrize("data", [b"", b"\n \n"])
def test_nothing_is_no_record(data):
    assert refuse(data) == ("empty", 1)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"mahjong",
        b"{",
        b"[]",
        b"7",
        b'"draw"',
        b"NaN",
        b'{"type": "draw", "seat": Infinity}',
        b'{"type": "draw", "type": "discard"}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\x00",
        b"\xef\xbb\xbf{}",
    ],
    ids=range(14),
)
def test_a_line_that_is_not_a_json_object_is_named(raw):
    assert refuse(insert(3, raw)) == ("not_json", 3)


def test_text_that_is_not_utf_8_is_named():
    assert refuse(insert(4, b'{"type": "\xff"}')) == ("not_utf8", 4)
    assert refuse("牌".encode("utf-16")) == ("not_utf8", 1)


def test_what_is_too_large_is_refused_before_it_is_read(monkeypatch):
    assert refuse(insert(2, b" " * (record_reading.MAX_LINE_BYTES + 1))) == ("too_large", 2)
    monkeypatch.setattr(record_reading, "MAX_BYTES", 1000)
    assert refuse(write_lines(GOOD).encode()) == ("too_large", 1)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, len(GOOD) - 2, len(GOOD) - 1])
def test_every_field_is_needed(number):
    for name in GOOD[number]:
        assert refuse(without(number, name)) == ("missing_field", number + 1)


@pytest.mark.parametrize("value", [None, True, -7, 1.5, 1 << 70, "", "0m", "\ud800", [], {}, [[]], ["1m"], {"type": 1}])
def test_a_value_of_another_type_is_refused_or_changes_nothing(value):
    data = json.dumps(value)
    for number in (0, 1, 2, 3, 4, len(GOOD) - 2, len(GOOD) - 1):
        for name in GOOD[number]:
            lines = [json.dumps(line) for line in GOOD]
            lines[number] = json.dumps({key: held for key, held in GOOD[number].items() if key != name})
            lines[number] = f'{lines[number][:-1]}, "{name}": {data}}}'
            for report in (replay_report, verify_report):
                found = report("\n".join(lines).encode())
                assert all(1 <= fault.line <= len(GOOD) + 1 for fault in found.faults)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (change(3, type="dance"), "unknown_type"),
        (change(3, type=None), "missing_field"),
        (change(3, type=["draw"]), "bad_value"),
        (change(2, wall=GOOD[2]["wall"][1:]), "bad_value"),
        (change(2, dice=[[7, 1], [1, 1]]), "bad_value"),
        (change(1, words=["", "", "", None]), "bad_value"),
        (change(1, words=["", "", "", "x" * 4001]), "bad_value"),
        (change(1, stake=0), "bad_value"),
        (change(1, stake=True), "bad_value"),
        (change(1, coins=[0, 0, 0]), "bad_value"),
        (change(1, coins=[0, 0, 0, 1 << 63]), "bad_value"),
        (change_start(time="yesterday"), "bad_value"),
        (change_start(commitment="F" * 64), "bad_value"),
        (change_start(players=[{"name": "a", "kind": "robot"}] * 4), "bad_value"),
        (change_start(options=[]), "bad_value"),
        (change_start(options={"min_suits": None}), "bad_value"),
        (change_start(format="chess"), "unknown_format"),
        (change_start(version=2), "unknown_format"),
        (change_start(shuffle="hlj-2"), "unknown_format"),
        (change_start(rules="tokyo"), "unknown_rules"),
        (change_start(options=GOOD[0]["options"] | {"aka_dora": True}), "unknown_option"),
        (change_start(options=GOOD[0]["options"] | {"min_suits": 9}), "bad_option"),
        (change_start(options=GOOD[0]["options"] | {"bao_change": "call"}), "bad_option"),
        (change_start(options={"min_suits": 2}), "missing_field"),
    ],
)
def test_a_line_that_the_format_does_not_have_is_named(data, code):
    pairs = zip(data.decode().splitlines(), write_lines(GOOD).splitlines(), strict=True)
    number = next(number for number, (changed, good) in enumerate(pairs, 1) if changed != good)
    assert refuse(data) == (code, number)


@pytest.mark.parametrize("cut", [1, 2, 3, 10, len(GOOD) - 1])
def test_a_record_cut_after_a_line_ends_too_early(cut):
    assert refuse(write_lines(GOOD[:cut]).encode()) == ("truncated", cut + 1)


def test_a_record_cut_within_a_line_is_no_json_there():
    data = write_lines(GOOD).encode()
    place = data.rindex(b"end_hand")
    assert refuse(data[:place]) == ("not_json", ENDS[-1] + 1)


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        (GOOD[1:], 1),
        ([GOOD[0], *GOOD], 2),
        ([GOOD[0], *GOOD[2:]], 2),
        ([*GOOD[:2], *GOOD[3:]], 3),
        ([*GOOD[:3], *GOOD[2:]], 4),
        ([*GOOD[: ENDS[0]], *GOOD[ENDS[0] + 1 :]], ENDS[0] + 1),
        ([*GOOD, GOOD[-1]], len(GOOD) + 1),
        ([*GOOD[:3], {"type": "sit", "seat": 0, "player": {"name": "", "kind": "human"}}, *GOOD[3:]], 4),
        ([*GOOD[:3], {"type": "void", "why": ""}, *GOOD[3:]], 5),
        ([*GOOD[: ENDS[0]], {"type": "void", "why": ""}, *GOOD[ENDS[0] :]], ENDS[0] + 3),
    ],
    ids=range(10),
)
def test_a_line_out_of_its_place_is_named(lines, number):
    assert refuse(write_lines(lines).encode()) == ("unexpected_line", number)


def test_a_match_that_ended_before_its_first_hand_is_a_record():
    assert replay_report(write_lines([GOOD[0], GOOD[-1] | {"coins": [0, 0, 0, 0]}]).encode()).holds


def test_unknown_fields_are_ignored():
    lines = [line | {"remark": {"any": ["thing", None]}} for line in GOOD]
    assert replay_report(write_lines(lines).encode()).holds


def test_bytes_changed_at_random_never_break_a_report(trials):
    rng = Random(5)
    data = write_lines(GOOD).encode()
    for _ in range(trials(60)):
        broken = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(broken))
            match rng.randrange(3):
                case 0:
                    broken[place] = rng.randrange(256)
                case 1:
                    del broken[place : place + rng.randrange(1, 200)]
                case 2:
                    broken[place:place] = broken[:place][-rng.randrange(1, 200) :]
        for report in (replay_report, verify_report):
            found = report(bytes(broken))
            assert all(fault.line >= 1 for fault in found.faults)
            "\n".join(found.lines).encode("utf-8")
