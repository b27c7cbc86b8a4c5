"""The engine's build: made beside the sources, used while it fits them, and playing exactly as they do."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import compiled
from compiled import CannotCompile, build_engine, find_build, sign_sources

REPORT = "import compiled, engine.winning, engine.view; print(engine.winning.__file__); print(engine.view.__file__)"


FEW_HANDS = """
from engine.cities import find_rules
from engine.simulate import simulate

simulate(find_rules("harbin"), 3, 1, ("random",) * 4)
"""


@pytest.fixture
def copy(tmp_path):
    """The program's sources in a folder of their own, to be changed and built."""
    for room in ("engine", "cogs", "host", "render", "assets", "sandbox"):
        shutil.copytree(compiled.ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("bot.py", "compiled.py"):
        shutil.copy(compiled.ROOT / file, tmp_path / file)
    return tmp_path


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with builds allowed."""
    known = {name: value for name, value in os.environ.items() if name != "PURE_ENGINE"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=known | environment, capture_output=True, text=True, check=False)


def find_modules(folder: Path, **environment: str) -> list[str]:
    """Where a module that is compiled and one that never is come from."""
    return run(folder, "-c", REPORT, **environment).stdout.split()


def play(folder: Path, **environment: str) -> dict[str, object]:
    """What came of some hands, but for the time they took."""
    words = ("bot.py", "simulate", "--rules", "qiqihar", "--hands", "6", "--seed", "3", "--players", "greedy")
    told = run(folder, *words, **environment).stdout.splitlines()[-1]
    return {name: value for name, value in json.loads(told).items() if "second" not in name}


def test_signature_changes_with_any_source_and_with_nothing_else(copy):
    before = sign_sources(copy)
    (copy / "engine" / "notes.txt").write_text("nothing that is imported")
    assert sign_sources(copy) == before == sign_sources()
    with (copy / "engine" / "wall.py").open("a") as source:
        source.write("\n")
    assert sign_sources(copy) != before


def test_without_a_build_the_sources_are_played(copy):
    assert find_build(copy, copy / "build" / "compiled") is None
    assert find_modules(copy) == [str(copy / "engine" / "winning.py"), str(copy / "engine" / "view.py")]


@pytest.mark.slow
def test_a_build_is_played_as_long_as_it_fits_its_sources(copy, trials, monkeypatch):
    modules = compiled.MODULES[-trials(1, len(compiled.MODULES)) :]
    # How fast it is is for the benchmarks to say.
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")
    monkeypatch.setattr(compiled, "TRAINING", FEW_HANDS)
    build = build_engine(modules, copy / "build" / "compiled")
    assert find_build(copy, copy / "build" / "compiled") == build
    winning, view = find_modules(copy)
    assert Path(winning).parent == build / "engine"
    assert not winning.endswith(".py")
    assert view == str(build / "engine" / "view.py")
    assert find_modules(copy, PURE_ENGINE="yes")[0] == str(copy / "engine" / "winning.py")
    assert play(copy) == play(copy, PURE_ENGINE="yes")

    with (copy / "engine" / "hand.py").open("a") as source:
        source.write("\n")
    assert find_modules(copy)[0] == str(copy / "engine" / "winning.py")


def test_what_cannot_be_compiled_says_why_and_leaves_nothing_behind(tmp_path):
    with pytest.raises(CannotCompile, match="no_such_module"):
        build_engine(("no_such_module",), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_module_to_compile_is_one_of_the_engines():
    assert [module for module in compiled.MODULES if not (compiled.ROOT / "engine" / f"{module}.py").is_file()] == []
