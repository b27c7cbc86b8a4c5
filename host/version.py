"""Which program this is."""

VERSION = "0.1.0"
"""As in pyproject.toml and CHANGELOG.md."""

PROGRAM = f"heilongjiang-mahjong {VERSION}"
"""Name and version, as records state them."""
