"""Text of any script as a mask: cleaned, ordered for the eye, split among fonts, cut to a width.

Rule 1: no control, invisible or unassigned character reaches a font.
Rule 2: a character that no font has becomes `UNKNOWN`, never a box.
Rule 3: everything is measured before it is drawn; what is too long ends in an ellipsis inside the width given.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import arabic_reshaper
from bidi import get_display
from PIL import Image, ImageDraw

from render.fonts import LATIN, LOCK, Face, find_face, load_font, read_face_coverage

if TYPE_CHECKING:
    from render.labels import Language

UNKNOWN = "?"
ELLIPSIS = "…"

_MAX_MARKS = 2
_MARKS = frozenset({"Mn", "Me", "Mc"})
_MAX_CHARACTERS = 64
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u180b\u180c\u180d\u180f")
_NON_JOINER = "\u200c"
_DROPPED_MARKS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x0591, 0x05C8))
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})


@lru_cache(maxsize=2048)
def clean_text(text: str) -> str:
    """Return the text without what cannot or must not be drawn, spaces folded, combining marks limited to two.

    Joined emoji fall apart into their members, skin tones and variation selectors go, unassigned and private
    characters become `UNKNOWN`. The result may be empty.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: _MAX_CHARACTERS * 4]):
        category = unicodedata.category(sign)
        if sign.isspace():
            kept.append(" ")
        elif _is_dropped(sign, category):
            continue
        elif category in _MARKS:
            marks += 1
            if marks <= _MAX_MARKS and kept and kept[-1] != " ":
                kept.append(sign)
            continue
        else:
            kept.append(UNKNOWN if category in {"Cn", "Co"} else _replace_missing(sign))
        marks = 0
    return " ".join("".join(kept).split())[:_MAX_CHARACTERS]


def _replace_missing(sign: str) -> str:
    """Return a sign that some font has: itself, its plain form (𝓕 is F), or else `UNKNOWN`."""
    if find_face(sign) is not None:
        return sign
    plain = unicodedata.normalize("NFKC", sign)
    return plain if all(find_face(part) is not None for part in plain) else UNKNOWN


def _is_dropped(sign: str, category: str) -> bool:
    if sign == _NON_JOINER:
        return False
    is_mark = any(ord(sign) in marks for marks in _DROPPED_MARKS)
    return category in {"Cc", "Cf", "Cs", "Zl", "Zp"} or sign in _BLANK_LETTERS or is_mark or ord(sign) in _SKIN_TONES


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring characters that one face draws."""

    face: Face
    text: str


@lru_cache(maxsize=2048)
def split_runs(text: str, language: Language = "zh-CN") -> tuple[Run, ...]:
    """Order clean text for the eye (bidirectional, Arabic letters joined) and split it among the faces."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text):
        text = str(get_display(arabic_reshaper.reshape(text), base_dir="L"))
    runs: list[Run] = []
    for sign in text.replace(_NON_JOINER, ""):
        face = find_face(sign, language)
        if unicodedata.category(sign) in _MARKS:
            # A mark goes with the letter before it; only a shaping layout can set it where it belongs.
            if not runs or not runs[-1].face.is_shaped or ord(sign) not in read_face_coverage(runs[-1].face):
                continue
            face = runs[-1].face
        if face is None:
            face, sign = LATIN, UNKNOWN  # noqa: PLW2901 (the sign drawn is another one)
        if runs and runs[-1].face is face:
            runs[-1] = Run(face, runs[-1].text + sign)
        else:
            runs.append(Run(face, sign))
    return tuple(runs)


@lru_cache(maxsize=4096)
def measure_text(text: str, size: int, language: Language = "zh-CN") -> int:
    """Return the advance width in pixels of clean text."""
    with LOCK:
        width = sum(load_font(run.face, size).getlength(run.text) for run in split_runs(text, language))
    return int(width + 0.999)


@lru_cache(maxsize=2048)
def fit_text(text: str, size: int, width: int, language: Language = "zh-CN") -> str:
    """Clean a text and cut it, with an ellipsis, so that it is at most `width` pixels wide at that size."""
    text = clean_text(text)
    if measure_text(text, size, language) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure_text(text[:middle].rstrip() + ELLIPSIS, size, language) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS if low else ""


@lru_cache(maxsize=1024)
def draw_text_mask(text: str, size: int, language: Language = "zh-CN") -> Image.Image:
    """Return an L mask (255 = ink) of clean text, 1.34 × size high, baseline at 1.04 × size. Do not change it."""
    mask = Image.new("L", (max(1, measure_text(text, size, language)), round(size * 1.34)))
    pen = ImageDraw.Draw(mask)
    x = 0.0
    with LOCK:
        for run in split_runs(text, language):
            font = load_font(run.face, size)
            pen.text((x, size * 1.04), run.text, 255, font, "ls", stroke_width=run.face.boldness * size)
            x += font.getlength(run.text)
    return mask
