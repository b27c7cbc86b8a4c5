"""Every sentence that people read, in three languages, from Project Fluent files in assets/locales.

Rule 1: code names a key and gives facts; only the files hold words. The first language, English, is what a person sees
whose Discord speaks none of the three.
Rule 2: no sentence refers to one of another file, so a file is read when one of its sentences is first said.
"""

from __future__ import annotations

import logging
import re
from functools import cache
from pathlib import Path
from typing import Literal

from fluent.runtime import FluentBundle, FluentResource

LOCALES = Path(__file__).resolve().parent.parent / "assets" / "locales"
Language = Literal["en", "zh-CN", "zh-TW"]
LANGUAGES: tuple[Language, ...] = ("en", "zh-CN", "zh-TW")

_KEYS = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)

log = logging.getLogger(__name__)

Fact = str | int


class Texts:
    """The sentences of one language."""

    def __init__(self, language: Language) -> None:
        """Take every .ftl file of a language in LANGUAGES; OSError if its folder is not there."""
        self.language = language
        # Marks for mixed writing directions would show as boxes in button labels; names are isolated by hand.
        self._bundle = FluentBundle([language], use_isolating=False)
        self._files: dict[str, str] = {}
        for path in sorted((LOCALES / language).glob("*.ftl")):
            file = path.read_text(encoding="utf-8")
            self._files.update(dict.fromkeys(_KEYS.findall(file), file))

    def has(self, key: str) -> bool:
        """Say whether the language has a sentence under the key."""
        return key in self._files

    def say(self, key: str, **facts: Fact) -> str:
        """Return the sentence under a key with the facts filled in (`_` in a fact's name is written `-` in the files).

        KeyError if there is none. A fact that the file wants and the code did not give shows as its name and is logged.
        """
        if not self._bundle.has_message(key):
            self._bundle.add_resource(FluentResource(self._files[key]))
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise KeyError(key)
        sentence, errors = self._bundle.format_pattern(
            pattern, {name.replace("_", "-"): value for name, value in facts.items()}
        )
        for error in errors:
            log.error("text %s in %s: %s", key, self.language, error)
        return str(sentence)


@cache
def texts_for(language: Language) -> Texts:
    """Return the texts of a language in LANGUAGES, read once."""
    return Texts(language)


def choose_language(locale: object) -> Language:
    """Return the language for a Discord locale ("zh-TW", a discord.Locale, None): one of LANGUAGES."""
    wanted = str(locale)
    if wanted in {"zh-TW", "zh-HK"}:
        return "zh-TW"
    return "zh-CN" if wanted.startswith("zh") else "en"
