"""A record in words: what `replay` and `verify` say of single lines."""

import pytest

from engine.cities import find_rules
from engine.record import write_lines
from engine.record_reading import read_record
from engine.record_report import verify_report
from engine.record_words import Narrator
from tests.records import Recorder

LINES = Recorder(find_rules("harbin"), 4).play(2)
ANOTHER_CHAIN = "ab" * 32


def tell(lines, place):
    """Return what is said of the line at a place (from 0)."""
    return [words for _, words in Narrator(read_record(write_lines(lines).encode())).tell()][place]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"type": "zhan", "seat": 1, "tile": "7s", "from": 0}, "computer 1 [1] takes 7s from computer 0 [0]: zhan."),
        (
            {"type": "ming_gang", "seat": 1, "tile": "7s", "from": 0},
            "computer 1 [1] takes 7s from computer 0 [0]: ming gang.",
        ),
        ({"type": "an_gang", "seat": 2, "tile": "7s"}, "computer 2 [2] lays an an gang of 7s."),
        ({"type": "jia_gang", "seat": 2, "tile": "7s"}, "computer 2 [2] adds 7s to a peng: jia gang."),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_gangs_and_zhan_are_told_by_who_makes_them(line, words):
    assert tell([*LINES[:3], line, *LINES[3:]], 3) == words


def test_a_hand_is_told_with_all_that_counts_for_it():
    assert LINES[1]["type"] == "start_hand"
    start = LINES[1] | {"dealer": 3, "stake": 2, "draws_in_a_row": 2, "liable_dealer": True, "runs": [1, 2, 5, 1]}
    start |= {"words": ["good luck", "", "", ""], "commitment": ANOTHER_CHAIN}
    assert tell([LINES[0], start, *LINES[2:]], 1) == (
        "Hand 1: computer 3 [3] deals, a fan is worth 2; draw games in a row: 2; the dealer is liable; "
        "runs: computer 0 [0] 1, computer 1 [1] 2, computer 2 [2] 5, computer 3 [3] 1; "
        f"words: computer 0 [0] “good luck”; a new chain is committed to {ANOTHER_CHAIN}."
    )


def test_a_hand_for_which_nothing_counts_is_told_by_its_dealer_and_stake():
    assert tell([LINES[0], LINES[1] | {"dealer": 3, "stake": 2}, *LINES[2:]], 1) == (
        "Hand 1: computer 3 [3] deals, a fan is worth 2."
    )


def test_verify_tells_a_new_commitment_before_its_first_hand():
    second = [place for place, line in enumerate(LINES) if line["type"] == "start_hand"][1]
    lines = [*LINES[:second], LINES[second] | {"commitment": ANOTHER_CHAIN}, *LINES[second + 1 :]]
    told = verify_report(write_lines(lines).encode()).lines
    place = told.index(f"commitment {ANOTHER_CHAIN} from hand 2 on")
    assert told[place - 1].startswith("hand 1: ")
    assert told[place + 1].startswith("hand 2: ")
