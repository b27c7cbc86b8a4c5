"""What the repository may hold: small files, nothing of the machine it was made on, no test that is never run."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent

MOST_LINES = 500
LONGER_ON_PURPOSE: dict[str, str] = {}
"""Python files that may be longer, each with the reason why it is one thing all the same."""

FOREIGN = {
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:work|farm|root|home/\w+)/"),
    "the address of a package registry": re.compile(
        r"pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org|(?:deb|security|archive|ftp)\.(?:\w+\.)?debian\.org|"
        r"(?:archive|security)\.ubuntu\.com|proxy\.golang\.org|static\.crates\.io"
    ),
    "an index or a local path in a lock": re.compile(
        r"^(?:-i |--(?:extra-)?index-url|--find-links|[\w.\[\]-]+ @ )", re.MULTILINE
    ),
    "something left to do": re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|NotImplemente[d]Error)\b"),
    "a merge that was not finished": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
}
"""What no tracked file may say."""

EVASION = re.compile(
    r"\bskip\(|\bskipif\b|mark\.skip|\bskipTest\b|\bxfail\(|mark\.xfail|\bimportorskip\b|unittest\.skip"
)
MAY_EVADE = frozenset({"tests/conftest.py", "tests/test_repository.py"})
"""conftest.py may skip without a browser, PostgreSQL or Discord's specification, unless CI is set; this file names
evasions."""

PIN = re.compile(r"^([\w.-]+)==([^\s;]+)[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)*)", re.MULTILINE)
"""An entry of a lock: name, version, the lines with its hashes."""

CLAUSE = re.compile(r"\b[CHMQP][1-9]\d?\b(?![-.\w])")


def tracked_files() -> list[str]:
    """Paths of all files in git's care, or about to be, from the root."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(listed.split("\0")) if path and (ROOT / path).is_file())


def read_text(path: str) -> str:
    """A file's text; of a picture or a font, nothing."""
    data = (ROOT / path).read_bytes()
    return "" if b"\0" in data else data.decode("utf-8")


def find_foreign(text: str) -> list[str]:
    """What of FOREIGN a text says, each with its line."""
    return [
        f"line {text.count(chr(10), 0, found.start()) + 1}: {what}: {found[0].strip()}"
        for what, pattern in FOREIGN.items()
        for found in pattern.finditer(text)
    ]


def read_pins(lock: str) -> dict[str, tuple[str, int]]:
    """A lock's packages: normalised name to (version, number of hashes)."""
    entries = re.findall(
        r"^([\w.-]+)==([^\s;]+)[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)*)", lock, re.MULTILINE
    )
    return {canonicalize_name(name): (version, hashes.count("--hash=")) for name, version, hashes in entries}


def find_unlocked(requirements: list[str], lock: str) -> list[str]:
    """The requirements that a lock does not meet with a hashed version."""
    pins = read_pins(lock)
    unmet = []
    for line in requirements:
        wanted = Requirement(line)
        version, hashes = pins.get(canonicalize_name(wanted.name), ("", 0))
        if not hashes or not wanted.specifier.contains(version, prereleases=True):
            unmet.append(line)
    return unmet


def clauses_of_the_rules() -> set[str]:
    """The ids that docs/rules.md defines, as in `**H7**`."""
    return set(re.findall(r"\*\*([CHMQP]\d+)\*\*", (ROOT / "docs/rules.md").read_text(encoding="utf-8")))


def test_no_python_file_is_longer_than_five_hundred_lines():
    long = {
        path: lines
        for path in tracked_files()
        if path.endswith(".py")
        and (lines := read_text(path).count("\n")) > MOST_LINES
        and path not in LONGER_ON_PURPOSE
    }
    assert long == {}


def test_exceptions_from_the_length_rule_are_still_needed():
    assert [path for path in LONGER_ON_PURPOSE if read_text(path).count("\n") <= MOST_LINES] == []


def test_no_tracked_file_names_a_machine_a_registry_or_unfinished_work():
    faults = [f"{path}, {fault}" for path in tracked_files() for fault in find_foreign(read_text(path))]
    assert faults == []


@pytest.mark.parametrize(
    "text",
    [
        "open('/|work/data.json')",
        "see /|root/.cache",
        "cd /|home/me/mahjong",
        "https://py|pi.org/simple",
        "http://deb.deb|ian.org/debian",
        "--index-url https://mirror.example",
        "--extra-index-url x",
        "tool @ file:///tmp/tool.whl",
        "# TO|DO: later",
        "raise Not|ImplementedError",
        "<<<<<<< HEAD",
    ],
)
def test_search_for_foreign_words_finds_them(text):
    # The stroke keeps this file itself free of them.
    [fault] = find_foreign(f"first line\n{text.replace('|', '')}\n")
    assert fault.startswith("line 2: ")


@pytest.mark.parametrize("text", ["the work/ folder", "https://example.org/work/", "groot/x", "/data/mahjong.db"])
def test_search_for_foreign_words_lets_plain_words_be(text):
    assert find_foreign(text) == []


def test_no_test_is_skipped_or_expected_to_fail():
    evading = [
        f"{path}: {found[0]}"
        for path in tracked_files()
        if path.startswith("tests/") and path.endswith(".py") and path not in MAY_EVADE
        for found in EVASION.finditer(read_text(path))
    ]
    assert evading == []


def test_only_the_absence_of_a_browser_or_of_the_specification_skips_and_never_in_ci():
    text = read_text("tests/conftest.py")
    assert len(EVASION.findall(text)) == 1
    assert len(re.findall(r"^ +do_without\(", text, re.MULTILINE)) == 3
    assert text.index('environ.get("CI")') < text.index("pytest.fail(") < EVASION.search(text).start()


@pytest.mark.parametrize(
    "text",
    [
        "pytest.skip('x')",
        "@pytest.mark.skipif(a)",
        "@pytest.mark.xfail",
        "pytest.importorskip('x')",
        "self.skipTest('x')",
    ],
)
def test_search_for_skipped_tests_finds_them(text):
    assert EVASION.search(text)


def project():
    return tomllib.loads(read_text("pyproject.toml"))["project"]


def test_lock_pins_every_dependency_of_the_game_with_hashes():
    assert find_unlocked(project()["dependencies"], read_text("requirements.lock")) == []


def test_developers_lock_pins_every_dependency_of_the_game_and_its_tools():
    wanted = project()["dependencies"] + project()["optional-dependencies"]["dev"]
    assert find_unlocked(wanted, read_text("requirements-dev.lock")) == []


def test_the_two_locks_agree_on_every_version():
    game, developers = read_pins(read_text("requirements.lock")), read_pins(read_text("requirements-dev.lock"))
    assert game
    assert {name: pin for name, pin in game.items() if developers.get(name) != pin} == {}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_line_of_a_lock_is_pinned_and_hashed(lock):
    text = read_text(lock)
    names = [line for line in text.splitlines() if line and not line.startswith(("#", " "))]
    pins = read_pins(text)
    assert len(names) == len(pins)
    assert [name for name, (_, hashes) in pins.items() if not hashes] == []


@pytest.mark.parametrize(
    ("requirement", "lock"),
    [
        ("rich>=14", ""),
        ("rich>=14", "rich==13.0 \\\n    --hash=sha256:" + "0" * 64 + "\n"),
        ("rich>=14", "rich==15.0 \\\n    # via nothing\n"),
        ("rich>=14", "richer==15.0 \\\n    --hash=sha256:" + "0" * 64 + "\n"),
    ],
)
def test_missing_old_or_unhashed_pin_is_found(requirement, lock):
    assert find_unlocked([requirement], lock) == [requirement]


def test_pin_that_meets_its_requirement_is_accepted_whatever_the_spelling_of_the_name():
    lock = "fluent-runtime==0.4.0 \\\n    --hash=sha256:" + "0" * 64 + " \\\n    --hash=sha256:" + "1" * 64 + "\n"
    assert find_unlocked(["fluent.runtime>=0.4"], lock) == []


def test_every_clause_that_the_code_cites_stands_in_the_rules():
    defined = clauses_of_the_rules()
    assert {"C1", "C28", "H1", "H20", "M11", "Q13", "P9"} <= defined
    unknown = [
        f"{path}: {clause}"
        for path in tracked_files()
        if re.match(r"(engine|host|cogs|render|tests/clauses)/.*\.py$", path)
        for clause in CLAUSE.findall(read_text(path))
        if clause not in defined
    ]
    assert unknown == []


@pytest.mark.parametrize("path", ["tests/data/judge.jsonl", "tests/data/shuffle.json"])
def test_worked_cases_are_in_gits_care(path):
    assert path in tracked_files()
    assert read_text(path).startswith("{")
