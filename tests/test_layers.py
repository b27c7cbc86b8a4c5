"""Who may import whom: the rooms' layers, read from the imports of every file.

engine is pure: a few modules of the standard library, no I/O, no clock, no entropy. render and host know engine;
cogs knows host, render and engine; sandbox knows no other room; compiled.py builds the engine and imports nothing;
bot.py wires them all and nobody imports it.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"render", "engine"}),
    "host": frozenset({"host", "engine"}),
    "cogs": frozenset({"cogs", "host", "render", "engine"}),
    "sandbox": frozenset({"sandbox"}),
    "compiled": frozenset(),
    "bot": frozenset({"compiled", "engine", "render", "host", "cogs", "sandbox"}),
}
"""Which of the project's own rooms a room may import."""

OWN = frozenset(MAY_IMPORT) | {"tests"}

# fmt: off
PURE = frozenset({
    "__future__", "abc", "array", "base64", "binascii", "bisect", "collections", "contextlib", "copy", "dataclasses",
    "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "json", "math", "operator", "random", "re",
    "string", "struct", "textwrap", "types", "typing", "unicodedata", "zlib",
})
# fmt: on
"""What of the standard library engine may use: nothing here reads a clock, a file, the network or entropy,
but `random`, of which only `Random`, given a seed, is allowed."""

BY_NAME = frozenset({"importlib", "importlib.import_module", "importlib.util", "importlib.machinery", "runpy"})
"""Ways to import what no `import` statement shows; of importlib `resources` and `metadata` are harmless."""

IMPURE_CALLS = frozenset({"open", "print", "input", "breakpoint", "exec", "eval", "compile", "id"})
"""Built-in functions that engine may not call: I/O, code made at run time, and `id`, which differs from run to run."""


def names_imported(node: ast.AST, package: str) -> list[str]:
    """Dotted names that one import statement brings in; relative ones are resolved in `package`."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, names=names, level=0):
            return [f"{module}.{alias.name}" for alias in names]
        case ast.ImportFrom(module=module, names=names, level=level):
            parents = package.split(".")
            base = parents[: len(parents) - level + 1]
            # One level beyond the room is the root, where the other rooms lie.
            return [".".join([*base, *filter(None, [module]), alias.name]) for alias in names]
        case _:
            return []


def find_faults(room: str, source: str, package: str | None = None) -> list[str]:
    """The layer rules that a file of `room` breaks, one phrase each with its line; none if it keeps them."""
    faults = []
    for node in ast.walk(ast.parse(source)):
        said = [fault for name in names_imported(node, package or room) if (fault := fault_of_import(room, name))]
        if isinstance(node, ast.Call):
            said += faults_of_call(room, node)
        elif room == "engine" and isinstance(node, ast.Attribute):
            said += faults_of_attribute(node)
        faults += [f"line {node.lineno}: {fault}" for fault in said]
    return sorted(faults)


def fault_of_import(room: str, name: str) -> str | None:
    """What is wrong with `room` importing `name`, if anything."""
    top = name.partition(".")[0]
    if top in OWN:
        return None if top in MAY_IMPORT[room] else f"{room} may not import {top}"
    if name == "importlib" or name.startswith(
        ("importlib.import_module", "importlib.util", "importlib.machinery", "imp.")
    ):
        return f"{room} imports by a name made at run time ({name})"
    if room != "engine":
        return None
    if top not in PURE:
        return f"engine may not import {top}"
    if top == "random" and name not in {"random", "random.Random"}:
        return f"engine may not use the global generator ({name})"
    return None


def faults_of_call(room: str, call: ast.Call) -> list[str]:
    """What is wrong with a call: imports by name in any room, impure functions and unseeded generators in engine."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name in {"__import__", "import_module"}:
        return [f"{room} imports by a name made at run time ({name})"]
    if room != "engine":
        return []
    if isinstance(function, ast.Name) and name in IMPURE_CALLS:
        return [f"engine may not call {name}"]
    if name == "Random" and not call.args:
        return ["engine may not seed a generator from the machine's entropy"]
    return []


def faults_of_attribute(attribute: ast.Attribute) -> list[str]:
    """In engine, anything of module `random` but `Random`."""
    if isinstance(attribute.value, ast.Name) and attribute.value.id == "random" and attribute.attr != "Random":
        return [f"engine may not use the global generator (random.{attribute.attr})"]
    return []


def files_of(room: str) -> list[Path]:
    """The Python files of a room."""
    single = ROOT / f"{room}.py"
    return sorted([single] if single.exists() else (ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_room_keeps_its_layer(room):
    faults = []
    for path in files_of(room):
        package = ".".join(path.relative_to(ROOT).parent.parts) or room
        found = find_faults(room, path.read_text(encoding="utf-8"), package)
        faults += [f"{path.relative_to(ROOT)}, {fault}" for fault in found]
    assert faults == []


def test_every_python_file_outside_the_tests_belongs_to_a_room():
    known = {path for room in MAY_IMPORT for path in files_of(room)}
    hidden_or_made = {"tests", "build", "dist", "venv"}
    strays = [
        path.relative_to(ROOT)
        for path in ROOT.rglob("*.py")
        if path not in known
        and not any(part.startswith(".") or part in hidden_or_made for part in path.relative_to(ROOT).parts)
    ]
    assert strays == []


@pytest.mark.parametrize(
    ("room", "source", "fault"),
    [
        ("engine", "import host.table", "engine may not import host"),
        ("engine", "from render import draw", "engine may not import render"),
        ("engine", "import aiohttp", "engine may not import aiohttp"),
        ("engine", "import asyncio", "engine may not import asyncio"),
        ("engine", "from time import monotonic", "engine may not import time"),
        ("engine", "import datetime as d", "engine may not import datetime"),
        ("engine", "import secrets", "engine may not import secrets"),
        ("engine", "import os.path", "engine may not import os"),
        ("engine", "import sys", "engine may not import sys"),
        ("engine", "import io", "engine may not import io"),
        ("engine", "from pathlib import Path", "engine may not import pathlib"),
        ("engine", "import logging", "engine may not import logging"),
        ("engine", "def f():\n    import threading", "engine may not import threading"),
        ("engine", "if TYPE_CHECKING:\n    from host import Table", "engine may not import host"),
        ("engine", "from ..host import table", "engine may not import host"),
        ("engine", "from random import choice", "engine may not use the global generator (random.choice)"),
        ("engine", "import random\nrandom.shuffle(x)", "engine may not use the global generator (random.shuffle)"),
        ("engine", "import random\nr = random.Random()", "engine may not seed a generator from the machine's entropy"),
        ("engine", "open('x')", "engine may not call open"),
        ("engine", "print(1)", "engine may not call print"),
        ("engine", "eval('1')", "engine may not call eval"),
        ("engine", "__import__('os')", "engine imports by a name made at run time (__import__)"),
        ("engine", "import importlib", "engine imports by a name made at run time (importlib)"),
        ("host", "import importlib", "host imports by a name made at run time (importlib)"),
        ("host", "import_module('cogs')", "host imports by a name made at run time (import_module)"),
        ("host", "from importlib import util", "host imports by a name made at run time (importlib.util)"),
        ("host", "from cogs import panel", "host may not import cogs"),
        ("host", "import render", "host may not import render"),
        ("render", "from host import table", "render may not import host"),
        ("render", "from sandbox.server import run", "render may not import sandbox"),
        ("cogs", "import sandbox", "cogs may not import sandbox"),
        ("cogs", "from bot import main", "cogs may not import bot"),
        ("sandbox", "from engine import tiles", "sandbox may not import engine"),
        ("sandbox", "import cogs.help", "sandbox may not import cogs"),
        ("bot", "from tests import conftest", "bot may not import tests"),
    ],
)
def test_checker_sees_a_broken_layer(room, source, fault):
    assert [said.partition(": ")[2] for said in find_faults(room, source)] == [fault]


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("engine", "from engine.tiles import Kind\nfrom . import melds\nimport hashlib"),
        ("engine", "from random import Random\nRandom(7).shuffle(x)"),
        ("engine", "import random\nrandom.Random(7)"),
        ("engine", "wall.open(3)"),
        ("host", "import asyncio, random\nfrom engine import tiles\nfrom . import store"),
        ("host", "from importlib import resources, metadata"),
        ("render", "from PIL import Image\nfrom engine.view import View"),
        ("cogs", "import discord\nimport engine, host.table, render"),
        ("sandbox", "from aiohttp import web\nfrom sandbox.state import State"),
        ("bot", "import cogs, engine, host, render, sandbox"),
    ],
)
def test_checker_lets_a_kept_layer_be(room, source):
    assert find_faults(room, source) == []
