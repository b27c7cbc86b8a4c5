"""The self-test at the start finds what would come out as a box or a question mark, and finds nothing here."""

import pytest

from render import check_fonts, font_check, text
from render.font_check import SAMPLES
from render.fonts import LATIN, Face, read_face_coverage
from render.text import Run


def test_names_in_all_common_scripts_are_drawn_as_glyphs():
    assert set(SAMPLES) == {"Latin", "Chinese", "Japanese", "Korean", "Cyrillic", "Arabic", "emoji"}
    assert check_fonts().missing == ()


def test_a_script_that_no_font_has_is_named(monkeypatch):
    monkeypatch.setattr(font_check, "SAMPLES", {"Latin": "Zoë", "hieroglyphs": "𓀀𓁐"})
    assert check_fonts().missing == ("hieroglyphs",)


def test_a_box_in_place_of_a_glyph_is_noticed(monkeypatch):
    monkeypatch.setattr(text, "find_face", lambda *_: LATIN)
    monkeypatch.setattr(font_check, "SAMPLES", {"Latin": "Zoë ", "Chinese": "鸡西鹤岗"})
    assert check_fonts().missing == ("Chinese",)


def test_arabic_that_is_not_joined_or_not_turned_is_noticed(monkeypatch):
    face = text.split_runs("سلام")[0].face
    for drawn in ("سلام", text.split_runs("سلام")[0].text[::-1]):
        monkeypatch.setattr(font_check, "split_runs", lambda _, drawn=drawn: (Run(face, drawn),))
        assert "Arabic" in check_fonts().missing


@pytest.mark.parametrize(
    "face", [Face("no_such_package", "x.ttf"), Face("PIL", "no-such.ttf"), Face("PIL", "Image.py")]
)
def test_a_font_that_is_not_there_has_no_glyphs(face):
    assert ord("A") not in read_face_coverage(face)


def test_without_its_font_a_script_is_named_and_nothing_breaks(monkeypatch):
    monkeypatch.setattr(text, "find_face", lambda *_: None)
    monkeypatch.setattr(font_check, "SAMPLES", {"Korean": "서울부산"})
    assert check_fonts().missing == ("Korean",)
