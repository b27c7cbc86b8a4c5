"""What all tests share: the size of long trials, hypothesis' profiles, the browser, PostgreSQL."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings

from tests.conformity import watch
from tests.postgres import find_programs, open_cluster
from tests.specification import PLACE

# Tests are of the sources, whose lines are counted, whether a build of them lies about or not.
os.environ["PURE_ENGINE"] = "yes"

SOAK_FACTOR = 50
"""How many times larger `make soak` runs a long trial than `make test`, where the trial does not say."""

# The same examples on each run, and no time limit on one: a slow machine is not a fault of the code.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=100 * SOAK_FACTOR,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the long trials in full size")


def pytest_configure(config):
    settings.load_profile("soak" if config.getoption("--soak") else "ci")


LONG = ("trial", "slow", "browser")


def pytest_itemcollected(item):
    if "trials" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.trial)
    if item.config.getoption("--soak"):
        # Limits are made for trials of the small size; the first of several counts.
        item.add_marker(pytest.mark.timeout(0), append=False)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    # Long ones first: one that came last would keep a worker busy while the others have nothing left to do.
    items.sort(key=lambda item: not has_mark(item, *LONG))


def has_mark(item, *names):
    return any(item.get_closest_marker(name) for name in names)


@pytest.fixture(scope="session")
def trials(request) -> Callable[..., int]:
    """The size of a long trial: `trials(100)` is 100, in `make soak` 50 times that; `trials(100, 2000)` says both."""
    soak = request.config.getoption("--soak")

    def size(small: int, full: int | None = None) -> int:
        return (small * SOAK_FACTOR if full is None else full) if soak else small

    return size


def do_without(reason) -> NoReturn:
    """Leave out a test for which something is missing that is no part of the project; where `CI` is set it fails."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def conformity(request):
    """What a local Discord is given as its `validator`: what does not fit Discord's specification fails the test.

    None where the specification is missing; where `CI` is set that fails. Tests that ask what Discord refuses are
    marked `wrong_on_purpose`.
    """
    with watch(is_wrong_on_purpose=has_mark(request.node, "wrong_on_purpose")) as conformity:
        yield conformity


@pytest.fixture
def specification(conformity):
    """Discord's specification. Tests of what it judges cannot run without it: they say so."""
    if conformity is None:
        do_without(f"{PLACE} is missing")
    return conformity.specification


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium to drive with Playwright's `executable_path`: the machine's own, else the one Playwright downloaded.

    Without any the browser tests cannot run: they say so, and fail where `CI` is set.
    """
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if own := shutil.which(name):
            return own
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        downloaded = playwright.chromium.executable_path
    if Path(downloaded).exists():
        return downloaded
    do_without("no Chromium here: install Debian's `chromium`, or run `.venv/bin/playwright install chromium`")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own, as an ordinary user runs it.

    Without its programs the tests on it cannot run: they say so, and fail where `CI` is set.
    """
    programs = find_programs()
    if programs is None:
        do_without("no PostgreSQL here: install Debian's `postgresql`")
    with open_cluster(programs) as cluster:
        yield cluster
