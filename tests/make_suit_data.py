"""Makes engine/suit_data.py anew, in some minutes: `python -m tests.make_suit_data`."""

from collections.abc import Iterable
from pathlib import Path

from engine.suit_table import PROFILES, pack_suits, write_part

SUIT_DATA = Path(__file__).parents[1] / "engine" / "suit_data.py"


def format_module(parts: Iterable[bytes]) -> str:
    """The module that holds these parts, compressed and in base 85, one a line."""
    lines = [f'    "{write_part(part)}",' for part in parts]
    head = ['"""What engine/suit_table.py reads; made by `python -m tests.make_suit_data`, not by hand."""', ""]
    return "\n".join([*head, "# fmt: off", "# ruff: noqa: E501", "PARTS = (", *lines, ")", ""])


if __name__ == "__main__":
    SUIT_DATA.write_text(format_module(pack_suits(profile) for profile in PROFILES), encoding="utf-8")
