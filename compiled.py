"""The engine's inner loop as machine code: an optional build by mypyc, used while it fits the sources.

`python compiled.py` makes it, beside the sources, which stay as they are: what a build plays is what they say, faster.
Importing this module before the engine puts a build first on the path, if there is one for exactly these sources and
this Python. With PURE_ENGINE set, none is used.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
BUILDS = ROOT / "build" / "compiled"
MODULES = (
    "bao",
    "blocks",
    "distance",
    "glance",
    "goal",
    "greedy",
    "hand",
    "live",
    "match",
    "melds",
    "moved",
    "offers",
    "outcome",
    "pairs",
    "payments",
    "players",
    "score",
    "score_lines",
    "seat",
    "shuffle",
    "simulate",
    "standing",
    "tables",
    "tiles",
    "vectors",
    "viewing",
    "waits",
    "wall",
    "window",
    "winning",
)
"""What hands are played and analysed with. The rest of the engine is copied as it is."""


TRAINING = """
from engine.cities import find_rules
from engine.simulate import simulate

for city in ("harbin", "mudanjiang", "qiqihar"):
    for player, hands in (("random", 200), ("greedy", 60), ("expert", 20)):
        simulate(find_rules(city), hands, 1, (player,) * 4)
"""
"""What the compiler learns from which way the program usually goes: some hands of each city and player."""


class CannotCompile(Exception):  # noqa: N818 (what it is, said on the command line)
    """The build failed; the text is what mypyc or the compiler said."""


def sign_sources(root: Path = ROOT) -> str:
    """Return 16 hex digits that differ as soon as a source of the engine, this file, Python or the platform does."""
    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for source in (root / "compiled.py", *sorted((root / "engine").glob("*.py"))):
        digest.update(f"\0{source.name}\0".encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def find_build(root: Path = ROOT, builds: Path = BUILDS) -> Path | None:
    """Return the folder of the build for these sources; None if there is none."""
    if not builds.is_dir():
        return None
    build = builds / sign_sources(root)
    return build if build.is_dir() else None


def build_engine(modules: tuple[str, ...] = MODULES, builds: Path = BUILDS) -> Path:
    """Compile these modules of the engine and return the build's folder; other builds there are removed.

    Raises CannotCompile, OSError.
    """
    build, work = builds / sign_sources(), builds / "in-work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT / "engine", work / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    # Apart from the project's own settings, which are of no use to setuptools here.
    (work / "mypy.ini").write_text("[mypy]\nstrict = True\n", encoding="utf-8")
    profile = shlex.quote(str(work / "profile"))
    try:
        if can_be_trained():
            _compile(work, modules, f"-fprofile-generate={profile}")
            _run(work, "-c", TRAINING)
            _compile(work, modules, f"-fprofile-use={profile} -fprofile-correction -w")
        else:
            _compile(work, modules, "")
    except CannotCompile:
        shutil.rmtree(work, ignore_errors=True)
        raise
    shutil.rmtree(work / "profile", ignore_errors=True)
    shutil.rmtree(work / "build", ignore_errors=True)
    shutil.rmtree(work / ".mypy_cache", ignore_errors=True)
    for old in builds.iterdir():
        if old != work:
            shutil.rmtree(old, ignore_errors=True)
    return work.rename(build)


def can_be_trained() -> bool:
    """Whether the compiler is GCC, which can learn from a run which branches are taken."""
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    try:
        told = subprocess.run([*words, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return False
    return "Free Software Foundation" in told.stdout


def _compile(work: Path, modules: tuple[str, ...], flags: str) -> None:
    """Compile with these flags for the compiler, beside those in the environment."""
    shutil.rmtree(work / "build", ignore_errors=True)
    both = f"{os.environ.get('CFLAGS', '')} {flags}".strip()
    _run(work, "-m", "mypyc", *(f"engine/{module}.py" for module in modules), CFLAGS=both)


def _run(work: Path, *words: str, **environment: str) -> None:
    """Run Python there; raises CannotCompile with the last of what it said if that fails."""
    done = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, *words], cwd=work, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotCompile("\n".join((done.stdout + done.stderr).strip().splitlines()[-5:]))


def main() -> int:
    """Build unless that is done; exit status 2 with the reason if it cannot be."""
    if (build := find_build()) is not None:
        print(f"The engine is compiled already: {build.relative_to(ROOT)}")  # noqa: T201 (a command line)
        return 0
    print("Compiling the engine; takes some minutes …", flush=True)  # noqa: T201
    try:
        build = build_engine()
    except (CannotCompile, OSError) as error:
        print(f"The engine could not be compiled (it plays without, slower): {error}", file=sys.stderr)  # noqa: T201
        return 2
    print(f"Done: {build.relative_to(ROOT)}")  # noqa: T201
    return 0


def _use_build() -> None:
    build = None if os.environ.get("PURE_ENGINE") or "engine" in sys.modules else find_build()
    if build is not None:
        sys.path.insert(0, str(build))


if __name__ == "__main__":
    sys.exit(main())
_use_build()
