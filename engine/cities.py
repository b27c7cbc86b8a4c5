"""The cities there are: importing this registers every city and preset (RULES section 8)."""

from __future__ import annotations

from engine import harbin, mudanjiang, qiqihar
from engine.rules import find_rules, preset_names

__all__ = ["find_rules", "harbin", "mudanjiang", "preset_names", "qiqihar"]
