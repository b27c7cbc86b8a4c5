"""The libraries that we measure ourselves against: each optional, what is not installed is left out and named."""

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version


def find_version(package: str) -> str | None:
    """The version of a package, None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def describe_peers(packages: Iterable[str]) -> str:
    """Which of the packages were measured, with their versions, and which were absent, in a sentence or two."""
    versions = {package: find_version(package) for package in packages}
    present = [f"{package} {number}" for package, number in versions.items() if number]
    absent = [package for package, number in versions.items() if not number]
    said = [f"Peers: {', '.join(present)}."] if present else []
    return " ".join(said + ([f"Not installed: {', '.join(absent)}."] if absent else []))
