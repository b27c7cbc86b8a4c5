"""The fonts, all from dependency packages, and which of them draws a character.

Rule 1: nothing is ever drawn with a font that has no glyph for it; `find_face` answers None instead. A font that is not
there has no glyph for anything.
Rule 2: font files are opened once per process, face and size. FreeType faces are not thread-safe: whoever measures or
draws holds `LOCK` (text is cached, so this is rare).
"""

from __future__ import annotations

import struct
import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import ImageFont, features

from render.cmap import NOTHING, Coverage, read_coverage

if TYPE_CHECKING:
    from render.labels import Language

LOCK = threading.RLock()

_WEIGHT = 620
_CJK_BOLDNESS = 0.012
"""The CJK collection has the regular weight only: its strokes are widened by this share of the size."""


@dataclass(frozen=True, slots=True)
class Face:
    """A font: package, file, face number in a collection, whether its script needs shaping, how much to embolden."""

    package: str
    file: str
    index: int = 0
    is_shaped: bool = False
    boldness: float = 0.0

    @property
    def path(self) -> Path:
        """Where the installed package keeps the file."""
        return Path(str(files(self.package))) / self.file


def _noto(script: str, *, is_shaped: bool = False) -> Face:
    return Face("manimgx_fonts", f"NotoSans{script}[wght].ttf", is_shaped=is_shaped)


def _cjk(index: int) -> Face:
    return Face("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc", index, boldness=_CJK_BOLDNESS)


LATIN = Face("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf")
CJK_SIMPLIFIED = _cjk(2)
CJK_TRADITIONAL = _cjk(3)
_PLAIN_SCRIPTS = ("Hebrew", "Armenian", "Georgian", "Ethiopic")
_SHAPED_SCRIPTS = (
    "Thai",
    "Lao",
    "Devanagari",
    "Bengali",
    "Gujarati",
    "Gurmukhi",
    "Kannada",
    "Khmer",
    "Malayalam",
    "Myanmar",
    "Oriya",
    "Sinhala",
    "Tamil",
    "Telugu",
)
_SHAPED = tuple(_noto(script, is_shaped=True) for script in _SHAPED_SCRIPTS)
_SHAPED_BLOCKS = range(0x0900, 0x1800)
"""Where those scripts lie in Unicode. The Latin face has some of their letters too, but is laid out unshaped."""
_OTHERS = (
    Face("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    *(_noto(script) for script in _PLAIN_SCRIPTS),
    *_SHAPED,
    _noto("Symbols"),
    Face("manimgx_fonts", "NotoEmoji[wght].ttf"),
)


def list_faces(language: Language = "zh-CN") -> tuple[Face, ...]:
    """List the faces in the order in which they are asked: Latin, then CJK in the language's own forms, then others."""
    return (LATIN, CJK_TRADITIONAL if language == "zh-TW" else CJK_SIMPLIFIED, *_OTHERS)


@cache
def read_face_coverage(face: Face) -> Coverage:
    """Return the characters of a face, read once; none if its file is not there or is no font."""
    try:
        return read_coverage(face.path, face.index)
    except (OSError, ImportError, ValueError, struct.error):
        return NOTHING


@lru_cache(maxsize=4096)
def find_face(character: str, language: Language = "zh-CN") -> Face | None:
    """Return the first face with a glyph for the character, None if there is none."""
    code = ord(character)
    faces = (_SHAPED if code in _SHAPED_BLOCKS else ()) + list_faces(language)
    return next((face for face in faces if code in read_face_coverage(face)), None)


@lru_cache(maxsize=256)
def load_font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Open a face at a size in pixels per em. Basic layout, save where a script needs shaping and raqm is there."""
    needs_raqm = face.is_shaped and features.check("raqm")
    engine = ImageFont.Layout.RAQM if needs_raqm else ImageFont.Layout.BASIC
    with LOCK:
        font = ImageFont.truetype(str(face.path), size, face.index, layout_engine=engine)
        if "[" in face.file:
            axes = font.get_variation_axes()
            values = [_WEIGHT if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes]
            font.set_variation_by_axes([float(value) for value in values])
        return font
