"""Every clause of the rule book has a test that is named by it, and every test so named has its clause."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("clauses", "host")
CLAUSE = re.compile(r"\*\*([A-Z]\d+)\*\*")
NAMED = re.compile(r"test_([a-z]\d+)_")


def find_clauses(book: str) -> set[str]:
    """Return the ids that the rule book defines: those in bold."""
    return set(CLAUSE.findall(book))


def find_named(modules: Iterable[str]) -> set[str]:
    """Return the ids by which test functions are named, in sources of test modules."""
    functions = (
        node.name
        for module in modules
        for node in ast.walk(ast.parse(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {found[1].upper() for name in functions if (found := NAMED.match(name))}


def read_tests(*rooms: str) -> list[str]:
    return [path.read_text() for room in rooms for path in sorted((ROOT / "tests" / room).glob("test_*.py"))]


BOOK = (ROOT / "docs" / "rules.md").read_text()


def test_the_book_numbers_its_clauses_without_a_gap_but_that_before_the_conditions_for_listening():
    by_letter: dict[str, set[int]] = {}
    for clause in find_clauses(BOOK):
        by_letter.setdefault(clause[0], set()).add(int(clause[1:]))
    assert by_letter == {
        "C": {*range(1, 16), *range(20, 29)},
        "H": {*range(1, 21)},
        "M": {*range(1, 12)},
        "Q": {*range(1, 14)},
        "P": {*range(1, 10)},
    }


def test_every_clause_has_a_test_named_by_it():
    assert find_clauses(BOOK) - find_named(read_tests(*ROOMS)) == set()


def test_every_test_named_by_a_clause_names_one_that_exists():
    every_room = [path.name for path in (ROOT / "tests").iterdir() if path.is_dir()]
    assert find_named(read_tests(*every_room)) - find_clauses(BOOK) == set()


def test_a_clause_without_a_test_would_be_found():
    book = "- **C1** tiles. - **C12** shape (**P9**)."
    module = "def test_c1_tiles(): ...\nasync def test_p9_bank(): ...\ndef test_c12(): ...\n# def test_c12_shape(): ..."
    assert find_clauses(book) - find_named([module]) == {"C12"}
