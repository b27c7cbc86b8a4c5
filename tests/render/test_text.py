"""Text of any script: nothing invisible reaches a font, nothing comes out as a box, nothing leaves its width."""

import unicodedata

import pytest

from render.fonts import find_face, list_faces, load_font, read_face_coverage
from render.text import ELLIPSIS, UNKNOWN, clean_text, draw_text_mask, fit_text, measure_text, split_runs

HOSTILE_NAMES = [
    "松花江上",
    "龍鳳呈祥",
    "さくら カタカナ",
    "한국어 이름",
    "Александр Ёжик",
    "Ελληνικά",
    "محمد علي",
    "שלום עולם",
    "สวัสดีชาวโลก",
    "हिन्दी नाम",
    "বাংলা தமிழ் తెలుగు",
    "ភាសាខ្មែរ မြန်မာ",
    "Հայերեն ქართული አማርኛ",
    "👨‍👩‍👧‍👦 family",
    "🧑🏿‍🚀👍🏽❤️🏳️‍🌈🇨🇳",
    "𝓕𝓪𝓷𝓬𝔂 ｆｕｌｌ",
    "a\u202egnp.exe\u202c",
    "\u200b\u200dzero\ufeff\u2060width\u00ad",
    "line\nbreak\ttab\r",
    "Z̷̢̛̤͖̝̳͌̑̈́͝a̴̢͎̥͋̽̈́l̵̛͔̟̈g̶̢͖̓o̸̙͗",
    "\ue000\U000f0000\U0010fffd private",
    "\u0378\u0380\U000e0fff unassigned",
    "𓀀𓁐 𒀀 ᚠᚢ",
    "🀄🀇🂠",
    "\ud800 lone surrogate",
    "\u3164\u115f\u2800 blank letters",
    "☆★♡♪→✓①㊗",
    "¯\\_(ツ)_/¯ ʕ•ᴥ•ʔ",
    "@everyone **bold** `code` <@1>",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_no_character_is_drawn_with_a_font_that_has_no_glyph_for_it(name):
    for run in split_runs(clean_text(name)):
        assert run.text
        for sign in run.text:
            assert ord(sign) in read_face_coverage(run.face), f"U+{ord(sign):04X} in {run.face.file}"


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_no_glyph_drawn_looks_like_the_box_for_a_missing_one(name):
    for run in split_runs(clean_text(name)):
        font = load_font(run.face, 40)
        box = bytes(font.getmask("\U0010ffff"))
        for sign in run.text:
            assert not any(box) or bytes(font.getmask(sign)) != box


@pytest.mark.parametrize("name", HOSTILE_NAMES)
@pytest.mark.parametrize("width", [0, 20, 90, 180, 400])
def test_text_never_leaves_its_width(name, width):
    shown = fit_text(name, 30, width)
    assert measure_text(shown, 30) <= width
    assert not shown or draw_text_mask(shown, 30).width <= width


@pytest.mark.parametrize("count", range(1, 33))
def test_names_of_one_to_32_wide_characters_fit_or_end_in_an_ellipsis(count):
    shown = fit_text("龘" * count, 30, 200)
    assert shown == "龘" * count if count <= 6 else shown.endswith(ELLIPSIS)
    assert measure_text(shown, 30) <= 200


def test_cleaning_drops_what_cannot_be_seen_and_keeps_the_rest():
    assert clean_text("a\u202eb\u200dc\ufeff\x07") == "abc"
    assert clean_text("  two \n words\t") == "two words"
    assert clean_text("👨‍👩‍👧") == "👨👩👧"
    assert clean_text("👍🏽") == "👍"
    assert clean_text("\u3164\u115f\u200b") == ""


def test_cleaning_keeps_at_most_two_marks_on_a_letter_and_none_alone():
    cleaned = clean_text("\u0301a" + "\u0301\u0302\u0303\u0304" * 9 + "b")
    assert sum(unicodedata.combining(sign) > 0 for sign in unicodedata.normalize("NFD", cleaned)) <= 3
    assert cleaned.endswith("b")
    assert not unicodedata.combining(cleaned[0])


def test_what_no_font_has_is_shown_by_a_plain_mark():
    assert [run.text for run in split_runs(clean_text("𓀀"))] == [UNKNOWN]
    assert clean_text("\ue000\u0378") == UNKNOWN * 2


def test_ornamental_letters_that_no_font_has_become_plain_ones():
    assert clean_text("𝓕𝓪𝓷𝓬𝔂 𝟙𝟚") == "Fancy 12"
    assert clean_text("ｆｕｌｌ") == "ｆｕｌｌ"


def test_a_space_is_never_as_wide_as_an_emoji():
    assert measure_text("👍 a", 30) - measure_text("👍a", 30) < 15


def test_marks_are_drawn_only_where_the_font_can_place_them():
    assert "".join(run.text for run in split_runs(clean_text("x\u0334y"))) == "xy"
    for name in ("สวัสดี", "हिन्दी", "தமிழ்", "ខ្មែរ"):
        assert "".join(run.text for run in split_runs(clean_text(name))) == name


def test_arabic_is_joined_and_runs_from_right_to_left():
    drawn = "".join(run.text for run in split_runs(clean_text("سلام")))
    assert drawn != "سلام"
    assert unicodedata.normalize("NFKC", drawn)[::-1].startswith("س")


def test_hebrew_runs_from_right_to_left_within_latin():
    assert "".join(run.text for run in split_runs(clean_text("ab שלום"))) == "ab םולש"


def test_han_characters_take_the_forms_of_the_language():
    assert find_face("門", "zh-CN") != find_face("門", "zh-TW")
    assert draw_text_mask("骨", 60, "zh-CN").tobytes() != draw_text_mask("骨", 60, "zh-TW").tobytes()


def test_every_font_is_there_and_covers_what_it_is_for():
    samples = "Aя骨مשՀქአไລअবગਕಕកമမଓසதతሀ☀😀"
    for sign in samples:
        assert find_face(sign) is not None, sign
    for face in list_faces():
        assert face.path.is_file()


def test_a_line_break_cannot_make_a_text_taller():
    assert draw_text_mask(clean_text("a\nb\nc"), 30).height == draw_text_mask("abc", 30).height


def test_stacked_marks_stay_within_the_line():
    assert draw_text_mask(clean_text(HOSTILE_NAMES[19]), 30).height == draw_text_mask("x", 30).height
