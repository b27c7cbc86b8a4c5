"""What README, docs/shuffle.md and docs/options.md say is so: checks run, vectors are right, options are all there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cities import preset_names
from engine.options_page import MEANINGS, write_options_page
from engine.rules import DOMAINS
from tests.golden_records import read_golden
from tests.records import parse_lines

ROOT = Path(__file__).parents[2]
SHUFFLE = (ROOT / "docs" / "shuffle.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
VECTORS = json.loads((ROOT / "tests" / "data" / "shuffle.json").read_text(encoding="utf-8"))


ALTERATIONS = [
    ("start_match", "commitment", lambda value: "0" * 64),
    ("start_hand", "words", lambda value: [*value[:3], value[3] + "!"]),
    ("deal", "wall", lambda value: [value[1], value[0], *value[2:]]),
    ("deal", "break", lambda value: (value + 1) % 112),
    ("end_hand", "reveal", lambda value: value[::-1]),
]
"""Events with a field and what makes of it a lie."""


def read_program(page):
    """The one Python program of a page."""
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    return program


def count_lines(program):
    return len([line for line in program.splitlines() if line.strip()])


def alter_last(lines, kind, name, change):
    """Change a field of the last event of a kind in place; the number of such events."""
    places = [place for place, line in enumerate(lines) if line["type"] == kind]
    lines[places[-1]][name] = change(lines[places[-1]][name])
    return len(places)


def run_check(tmp_path, lines, page=SHUFFLE):
    """Run the check of a page, as it stands there, over a record, with the standard library alone."""
    program = read_program(page)
    (tmp_path / "check.py").write_text(program, encoding="utf-8")
    (tmp_path / "record.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    command = [sys.executable, "-I", "check.py", "record.jsonl"]
    return subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("preset", preset_names())
def test_the_check_of_the_page_finds_that_a_record_holds(tmp_path, preset):
    done = run_check(tmp_path, parse_lines(read_golden(preset)))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"hand {number} holds" for number in range(1, 7)]


@pytest.mark.parametrize(("kind", "name", "change"), ALTERATIONS)
def test_the_check_of_the_page_finds_what_was_altered(tmp_path, kind, name, change):
    lines = parse_lines(read_golden("harbin"))
    number = alter_last(lines, kind, name, change)
    done = run_check(tmp_path, lines)
    assert done.returncode == 1
    assert done.stderr == "does not hold\n"
    assert len(done.stdout.splitlines()) == max(0, number - 1)


def test_the_check_is_short_enough_to_be_read():
    assert count_lines(read_program(SHUFFLE)) <= 22


@pytest.mark.parametrize("preset", preset_names())
def test_the_dozen_lines_of_the_readme_find_that_a_record_holds(tmp_path, preset):
    done = run_check(tmp_path, parse_lines(read_golden(preset)), README)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"hand {number} True" for number in range(1, 7)]


@pytest.mark.parametrize(("kind", "name", "change"), ALTERATIONS)
def test_the_dozen_lines_of_the_readme_find_the_hand_that_was_altered(tmp_path, kind, name, change):
    lines = parse_lines(read_golden("harbin"))
    number = alter_last(lines, kind, name, change)
    done = run_check(tmp_path, lines, README)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"hand {hand} {hand != number}" for hand in range(1, 7)]


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: f"{vector['rules']} {vector['hand']}")
def test_the_dozen_lines_of_the_readme_agree_with_the_test_vectors(tmp_path, vector):
    """Hand 1 under the commitment, hand 2 under the first hand's secret, with words in several scripts."""
    above = VECTORS["commitment"] if vector["hand"] == 1 else VECTORS["s_1"]
    lines = [
        {"type": "start_match", "commitment": above},
        {"type": "start_hand", "hand": vector["hand"], "words": vector["words"], "commitment": None},
        {"type": "deal", "break": vector["break"], "wall": re.findall("..", vector["wall"].replace(" ", ""))},
        {"type": "end_hand", "reveal": vector["secret"]},
    ]
    assert run_check(tmp_path, lines, README).stdout == f"hand {vector['hand']} True\n"


def test_the_check_of_the_readme_is_about_a_dozen_lines():
    assert count_lines(read_program(README)) <= 14


def test_the_vectors_of_the_page_are_those_of_the_tests():
    for name in ("s_64", "s_2", "s_1", "commitment"):
        assert re.search(rf"^\| `?{name}`? \| `{VECTORS[name]}` \|$", SHUFFLE, re.MULTILINE)
    first, second = (vector for vector in VECTORS["vectors"] if vector["rules"] == "harbin")
    page = " ".join(SHUFFLE.split())
    for vector in (first, second):
        throws = " and ".join("+".join(map(str, throw)) for throw in vector["dice"])
        assert f"seat {vector['dealer']} deals; the dice show {throws}" in page
        assert f"broken at place {vector['break']}" in page
    assert " ".join(first["wall"].split()[:8]) in page
    assert second["words"] == ["好运", "", "luck 🀄", "x" * 100]


def test_every_option_has_its_meaning_in_the_order_of_the_rules():
    assert list(MEANINGS) == list(DOMAINS)


def test_the_page_of_options_is_as_the_rules_have_them():
    """If not: python -c "from engine.options_page import *; print(write_options_page(), end='')" > docs/options.md."""
    assert (ROOT / "docs" / "options.md").read_text(encoding="utf-8") == write_options_page()
