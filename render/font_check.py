"""The self-test of the fonts at the start: names in every common script come out as glyphs, none as a box.

What a font lacks is drawn as `UNKNOWN`; this tells beforehand for which scripts that would be so, and whether scripts
that need shaping are shaped (Pillow with raqm) or drawn letter by letter, without the marks that only shaping can set.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from PIL import features

from render.fonts import LOCK, load_font
from render.text import UNKNOWN, Run, clean_text, draw_text_mask, split_runs

SAMPLES = {
    "Latin": "Zoë",
    "Chinese": "黑龙江龍",
    "Japanese": "さくらカ",
    "Korean": "한국어",
    "Cyrillic": "Жёлтый",
    "Arabic": "سلام",
    "emoji": "😀🀄",
}
"""By script, a name that people have."""

_SIZE = 32
_NO_CHARACTER = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class FontReport:
    """`missing`: the scripts that cannot be drawn as they should. `is_shaping`: whether raqm is there."""

    missing: tuple[str, ...]
    is_shaping: bool


def check_fonts() -> FontReport:
    """Draw a name in each script and look at what comes out."""
    missing = tuple(script for script, name in SAMPLES.items() if not _can_draw(script, name))
    return FontReport(missing, is_shaping=bool(features.check("raqm")))


def _can_draw(script: str, name: str) -> bool:
    try:
        cleaned = clean_text(name)
        runs = split_runs(cleaned)
        is_inked = draw_text_mask(cleaned, _SIZE).getbbox() is not None
        drawn = "".join(run.text for run in runs)
        has_boxes = any(_has_box(run) for run in runs)
    except (OSError, ImportError, ValueError):
        return False
    if script == "Arabic" and not _is_joined(name, drawn):
        return False
    return is_inked and not has_boxes and UNKNOWN not in drawn


def _is_joined(name: str, drawn: str) -> bool:
    """Say whether the letters stand from right to left in forms that join."""
    return drawn != name and unicodedata.normalize("NFKC", drawn[-1]).startswith(name[0])


def _has_box(run: Run) -> bool:
    """Say whether a sign comes out as what the font draws for signs that it lacks."""
    with LOCK:
        font = load_font(run.face, _SIZE)
        box = bytes(font.getmask(_NO_CHARACTER))
        return any(box) and any(bytes(font.getmask(sign)) == box for sign in run.text)
