"""What Discord refuses about the embeds of a message.

Source: https://discord.com/developers/docs/resources/message#embed-object
"""

from __future__ import annotations

from datetime import datetime

from sandbox.checks_components import check_attachment_url, check_scheme
from sandbox.errors import Json, Path, Problems, words

MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_FIELDS = 25

_KEYS = words("type url title color timestamp description author image thumbnail footer fields provider video flags")
_SHOWN = ("title", "description", "author", "image", "thumbnail", "footer", "fields", "timestamp")
_PAGES = ("http://", "https://")
_PICTURES = (*_PAGES, "attachment://")


def check_embeds(embeds: object, problems: Problems, filenames: frozenset[str]) -> None:
    """Note in `problems` everything Discord would refuse about `embeds` (any JSON value) of a message with files."""
    if embeds is None:
        return
    if not isinstance(embeds, list) or len(embeds) > MAX_EMBEDS:
        problems.length(("embeds",), 0, MAX_EMBEDS)
        return
    total = 0
    for index, embed in enumerate(embeds):
        path: Path = ("embeds", index)
        if not isinstance(embed, dict):
            problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        total += _check_embed(embed, path, problems, filenames)
    if total > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(embed: Json, path: Path, problems: Problems, filenames: frozenset[str]) -> int:
    """Check one embed and return how many characters count against the limit of all."""
    problems.unknown_keys(path, embed, _KEYS)
    problems.whole(path, embed, "color", 0, 0xFFFFFF)
    _check_time(embed.get("timestamp"), (*path, "timestamp"), problems)
    if not any(embed.get(key) for key in _SHOWN):
        problems.require((*path, "description"))
    footer, author = problems.form(path, embed, "footer"), problems.form(path, embed, "author")
    texts: list[tuple[Json, Path, str, int]] = [
        (embed, path, "title", 256),
        (embed, path, "description", 4096),
        (footer, (*path, "footer"), "text", 2048),
        (author, (*path, "author"), "name", 256),
    ]
    for holder, place, key, most in texts:
        problems.text(place, holder, key, 0, most)
    for index, entry in enumerate(problems.items(path, embed, "fields", MAX_FIELDS)):
        place = (*path, "fields", index)
        if not isinstance(entry, dict):
            problems.add(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        for key, most in (("name", 256), ("value", 1024)):
            texts.append((entry, place, key, most))
            _check_field_text(entry, place, key, most, problems)
    _check_addresses(embed, path, problems, filenames)
    return sum(len(holder[key]) for holder, _, key, _ in texts if isinstance(holder.get(key), str))


def _check_field_text(entry: Json, path: Path, key: str, most: int, problems: Problems) -> None:
    """A field has a name and a value; spaces around them do not count."""
    text = entry.get(key)
    if isinstance(text, str) and not text.strip():
        problems.require((*path, key))
    else:
        problems.text(path, entry, key, 1, most, required=True)


def _check_addresses(embed: Json, path: Path, problems: Problems, filenames: frozenset[str]) -> None:
    """Pictures come from pages or from files of the message; links go to pages."""
    addresses: list[tuple[Json, Path, str, tuple[str, ...]]] = [
        (embed, path, "url", _PAGES),
        (problems.form(path, embed, "author"), (*path, "author"), "url", _PAGES),
        (problems.form(path, embed, "author"), (*path, "author"), "icon_url", _PICTURES),
        (problems.form(path, embed, "footer"), (*path, "footer"), "icon_url", _PICTURES),
        (problems.form(path, embed, "image"), (*path, "image"), "url", _PICTURES),
        (problems.form(path, embed, "thumbnail"), (*path, "thumbnail"), "url", _PICTURES),
    ]
    for holder, place, key, schemes in addresses:
        address = holder.get(key)
        if isinstance(address, str) and address:
            check_scheme(address, (*place, key), problems, schemes)
            check_attachment_url(address, (*place, key), problems, filenames)


def _check_time(value: object, path: Path, problems: Problems) -> None:
    if value is None:
        return
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        problems.add(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
