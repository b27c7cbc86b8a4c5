"""Names and descriptions of commands in the languages of the members' Discords."""

from __future__ import annotations

from discord import Locale, app_commands

from cogs.texts import LANGUAGES, texts_for

_LOCALES = {Locale.chinese: "zh-CN", Locale.taiwan_chinese: "zh-TW"}


def text(key: str) -> app_commands.locale_str:
    """Return the sentence under a key for discord.py: English, and translatable."""
    return app_commands.locale_str(texts_for(LANGUAGES[0]).say(key), key=key)


class Translator(app_commands.Translator):
    """Looks up the key that `text` left on a string."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, _context: app_commands.TranslationContextTypes, /
    ) -> str | None:
        """Return the text in the locale; None: it stays English."""
        language = _LOCALES.get(locale)
        key = string.extras.get("key")
        if language is None or key is None:
            return None
        return texts_for(language).say(str(key))
