"""`verify` checks what the shuffle promises (JUDGE section 2), nothing else, and names the line that does not hold."""

import hashlib
from random import Random

import pytest

from engine.cities import find_rules, preset_names
from engine.record import write_lines
from engine.record_reading import read_record
from engine.record_report import verify_report
from engine.verify import CHECKS, check_hand, verify_record
from tests.golden_records import read_golden
from tests.records import Recorder, parse_lines


def find_faults(lines):
    return [(fault.line, fault.code) for fault in verify_record(read_record(write_lines(lines).encode()))]


def places(lines, kind):
    return [place for place, line in enumerate(lines) if line["type"] == kind]


def alter(record, place, /, **fields):
    return [*record[:place], record[place] | fields, *record[place + 1 :]]


def swap(values, first, second):
    values = list(values)
    values[first], values[second] = values[second], values[first]
    return values


GOLDEN = parse_lines(read_golden("harbin"))


@pytest.mark.parametrize("preset", preset_names())
def test_goldens_hold(preset):
    text = read_golden(preset)
    assert find_faults(parse_lines(text)) == []
    report = verify_report(text.encode())
    assert report.holds
    assert [line.rpartition(": ")[2] for line in report.lines[1:-1]] == ["holds"] * 6


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"dice": [[1, 1], [1, 1]]}, "wrong_dice"),
        ({"dice": GOLDEN[2]["dice"][:1]}, "wrong_dice"),
        ({"break": 1}, "wrong_break"),
        ({"wall": swap(GOLDEN[2]["wall"], 0, 1)}, "wrong_wall"),
        ({"wall": ["1m"] * 112}, "wrong_wall"),
        ({"hands": swap(GOLDEN[2]["hands"], 0, 1)}, "wrong_hands"),
        ({"hands": [swap(GOLDEN[2]["hands"][0], 0, 1), *GOLDEN[2]["hands"][1:]]}, "wrong_hands"),
        ({"hands": [[*GOLDEN[2]["hands"][0][:12], "7z", "7z"], *GOLDEN[2]["hands"][1:]]}, "wrong_hands"),
    ],
    ids=range(8),
)
def test_a_deal_that_the_secret_does_not_give_is_named(fields, code):
    assert find_faults(alter(GOLDEN, 2, **fields)) == [(3, code)]


def test_every_hand_is_checked_on_its_own():
    deals = places(GOLDEN, "deal")
    lines = GOLDEN
    for place in (deals[1], deals[3]):
        lines = alter(lines, place, wall=swap(lines[place]["wall"], 60, 111))
    assert find_faults(lines) == [(deals[1] + 1, "wrong_wall"), (deals[3] + 1, "wrong_wall")]
    report = verify_report(write_lines(lines).encode())
    states = [line.rpartition(": ")[2] for line in report.lines if line.startswith("hand ")]
    assert states == ["holds", "does not hold", "holds", "does not hold", "holds", "holds"]


def test_words_that_were_not_the_ones_mixed_in_show_in_the_wall():
    start = places(GOLDEN, "start_hand")[1]
    words = ["something else", *GOLDEN[start]["words"][1:]]
    assert find_faults(alter(GOLDEN, start, words=words)) == [(start + 2, "wrong_wall")]


@pytest.mark.parametrize("words", ["x" * 101, "e\u0301"])
def test_words_that_nobody_could_set_are_named(words):
    start = places(GOLDEN, "start_hand")[1]
    assert find_faults(alter(GOLDEN, start, words=[words, "", "", ""])) == [(start + 1, "bad_words")]


def test_a_dealer_not_drawn_by_lot_is_named_in_the_first_hand_and_where_each_is_drawn():
    first, second, *_ = places(GOLDEN, "start_hand")
    other = (GOLDEN[first]["dealer"] + 1) % 4
    assert find_faults(alter(GOLDEN, first, dealer=other)) == [(first + 1, "wrong_dealer")]
    lines = Recorder(find_rules("mudanjiang", {"dealer_each_hand": "random"}), 1).play(2)
    second = places(lines, "start_hand")[1]
    other = (lines[second]["dealer"] + 1) % 4
    assert find_faults(alter(lines, second, dealer=other)) == [(second + 1, "wrong_dealer")]


def test_dice_thrown_for_a_bao_follow_from_the_secret():
    lines = parse_lines(read_golden("qiqihar"))
    place = places(lines, "bao")[0]
    [pip] = lines[place]["dice"]
    assert find_faults(alter(lines, place, dice=[pip % 6 + 1])) == [(place + 1, "wrong_dice")]


def test_a_secret_that_is_not_of_the_chain_is_named_and_no_other():
    ends = places(GOLDEN, "end_hand")
    for place in (ends[0], ends[2], ends[-1]):
        assert find_faults(alter(GOLDEN, place, reveal="0" * 64)) == [(place + 1, "wrong_reveal")]


def test_a_hand_dealt_from_a_secret_of_its_own_is_named_though_its_wall_follows_from_it():
    """The one thing that the commitment is for: a host that deals one hand from a secret that it likes better."""
    rules = find_rules("qiqihar")
    recorder = Recorder(rules, 1)
    liked = Random(7).randbytes(32)
    honest = recorder.chain

    class Rigged:
        commitment = honest.commitment

        @staticmethod
        def secret(hand):
            return liked if hand == 2 else honest.secret(hand)

    recorder.chain = Rigged
    lines = recorder.play(3)
    assert find_faults(lines) == [(places(lines, "end_hand")[1] + 1, "wrong_reveal")]


def test_a_commitment_that_is_not_of_the_secrets_is_named():
    assert find_faults(alter(GOLDEN, 0, commitment=hashlib.sha256(b"").hexdigest())) == [(1, "wrong_commitment")]


def test_hand_numbers_say_which_secret_is_used():
    second = places(GOLDEN, "start_hand")[1]
    assert find_faults(alter(GOLDEN, second, hand=3)) == [(second + 1, "wrong_hand")]


def test_verify_does_not_ask_whether_the_hand_was_played_by_the_rules():
    place = places(GOLDEN, "draw")[0]
    assert find_faults(alter(GOLDEN, place, tile="7z", index=0)) == []


# ---- hand by hand


def check(lines, number):
    record = read_record(write_lines(lines).encode())
    return check_hand(record, record.hands[number - 1])


@pytest.mark.parametrize("preset", preset_names())
def test_each_hand_of_the_goldens_holds_in_everything_that_it_rests_on(preset):
    lines = parse_lines(read_golden(preset))
    told = [check(lines, number) for number in range(1, 7)]
    assert all(all(holds.values()) for holds in told)
    assert list(told[0])[:7] == list(CHECKS)[:7]
    assert [("dealer" in holds) for holds in told] == [True] + [False] * 5
    assert any("later_dice" in holds for holds in told) is preset.startswith("qiqihar")


@pytest.mark.parametrize(
    ("kind", "fields", "codes"),
    [
        ("end_hand", {"reveal": "0" * 64}, {"seal", "wall", "dealer", "dice", "break", "hands", "later_dice"}),
        (
            "start_hand",
            {"words": ["x" * 101, "", "", ""]},
            {"words", "wall", "dealer", "dice", "break", "hands", "later_dice"},
        ),
        ("deal", {"break": 200 - 89}, {"break"}),
        ("deal", {"wall": ["1m"] * 112}, {"wall"}),
        ("deal", {"hands": [["1m"] * 14, *[["1m"] * 13] * 3]}, {"hands"}),
        ("deal", {"dice": [[1]]}, {"dice"}),
        ("bao", {"dice": [7]}, {"later_dice"}),
        ("start_match", {"commitment": "0" * 64}, {"seal"}),
    ],
)
def test_what_does_not_hold_is_told_and_nothing_else(kind, fields, codes):
    lines = parse_lines(read_golden("qiqihar"))
    place = places(lines, kind)[0]
    number = max(1, len([at for at in places(lines, "start_hand") if at <= place]))
    if kind == "bao":
        fields = {"dice": [lines[place]["dice"][0] % 6 + 1]}
    holds = check(alter(lines, place, **fields), number)
    assert {code for code, is_right in holds.items() if not is_right} == codes & holds.keys()


def test_a_dealer_not_drawn_by_lot_does_not_hold():
    start = places(GOLDEN, "start_hand")[0]
    other = (GOLDEN[start]["dealer"] + 1) % 4
    assert check(alter(GOLDEN, start, dealer=other), 1)["dealer"] is False


def test_a_hand_of_a_later_chain_is_checked_against_that_chains_commitment():
    lines = Recorder(find_rules("harbin"), 1).play(66)
    assert all(check(lines, 66).values())
    start = places(lines, "start_hand")[64]
    assert check(alter(lines, start, commitment="0" * 64), 66)["seal"] is False
