"""The page's own words: every language has all of them, and none is used that there is not."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
ENTRY = re.compile(r'(\w+): "((?:[^"\\]|\\.)*)"')


def texts(file, start):
    """Return a table of texts: from its first line in a file to the line that closes it."""
    text = (PAGE / file).read_text(encoding="utf-8").split(start, 1)[1]
    return dict(ENTRY.findall(re.split(r"^ ? ?\}[;,]", text, maxsplit=1, flags=re.MULTILINE)[0]))


TABLES = {
    "en": texts("i18n.js", "const EN = {") | texts("i18n-panel.js", "  en: {"),
    "zh-CN": texts("i18n.js", "const ZH_CN = {") | texts("i18n-panel.js", '  "zh-CN": {'),
    "zh-TW": texts("i18n.js", "const ZH_TW = {") | texts("i18n-panel.js", '  "zh-TW": {'),
}


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
def test_a_language_has_every_text_with_the_same_places_to_fill_in(locale):
    def places(table):
        return {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in table.items()}

    assert places(TABLES[locale]) == places(TABLES["en"])


def test_no_text_is_missing_and_none_is_idle():
    sources = "\n".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.js") if "i18n" not in file.name)
    asked = set(re.findall(r'\bt\(\s*"(\w+)"', sources)) | set(re.findall(r'"(\w+)"', sources))
    in_html = set(re.findall(r'data-text="(\w+)"', (PAGE / "index.html").read_text(encoding="utf-8")))
    assert set(re.findall(r'\bt\("(\w+)"[),]', sources)) <= set(TABLES["en"])
    by_the_panel = {key for key in TABLES["en"] if key.startswith("p_")}
    assert set(TABLES["en"]) - by_the_panel - asked - in_html == set()
