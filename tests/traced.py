"""Notes which lines of the program the tests run: `pytest -n N -p tests.traced`, a file a worker into `.lines`.

SlipCover takes its probes out of the code as soon as they have told, so that the rest of the run costs nothing.
"""

import json
import os
import shutil

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover

from tests.coverage_gate import FOLDER

LEFT_OUT = ["tests/*", ".venv/*", "build/*", "dist/*"]
NEVER_RUN = ["if TYPE_CHECKING:", r"@(typing\.)?overload", r"class .*\(Protocol\):", r"assert_never\("]
"""Lines, and the blocks that they begin, that no run of the program can reach."""

WORKER = os.environ.get("PYTEST_XDIST_WORKER")
probes = Slipcover(source=["."], omit=LEFT_OUT, exclude_also=NEVER_RUN) if WORKER else None

if probes is not None:
    # Before any module of ours is imported.
    ImportManager(probes, FileMatcher(sources=["."], omit=LEFT_OUT)).__enter__()


def pytest_configure() -> None:
    """Throw away what an earlier run has noted."""
    if probes is None:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Write down what this worker has seen."""
    if probes is not None:
        (FOLDER / f"{WORKER}.json").write_text(json.dumps(probes.get_coverage()))
