"""What Discord refuses about application commands and application emojis.

Source: https://discord.com/developers/docs/interactions/application-commands
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from sandbox.avatars import inspect_picture
from sandbox.errors import Json, Path, Problems, refusal, words

LOCALES = words(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN "
    "ja zh-TW ko he ar"
)
CHAT_INPUT = 1
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
MAX_COMMANDS = {1: 100, 2: 15, 3: 15}
MAX_OPTIONS = 25
MAX_NUMBER = 2**53
MAX_COMMAND_TEXT = 8000
MAX_EMOJI_BYTES = 256 * 1024

_COMMAND_KEYS = words(
    "id type name name_localizations description description_localizations options default_member_permissions "
    "dm_permission contexts integration_types handler nsfw"
)
_OPTION_KEYS = words(
    "type name name_localizations description description_localizations required choices options channel_types "
    "min_value max_value min_length max_length autocomplete"
)
_PLACES = {"contexts": (0, 1, 2), "integration_types": (0, 1)}
_CHOICE_KEYS = frozenset({"name", "name_localizations", "value"})
_NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
_EMOJI_NAME = re.compile(r"^[A-Za-z0-9_]{2,32}$")
_DATA_URI = re.compile(r"^data:image/(png|jpeg|jpg|gif|webp|avif);base64,(.*)$", re.DOTALL)


def check_commands(commands: object) -> list[Json]:
    """Return the commands of a bulk registration if Discord would take them all; raise the refusal otherwise."""
    problems = Problems()
    if not isinstance(commands, list):
        problems.fail((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    for index, command in enumerate(commands):
        _check_command(command, (index,), problems)
    problems.raise_if_any()
    check_command_count(commands)
    _check_doubles([(command.get("type") or CHAT_INPUT, command) for command in commands], (), problems)
    problems.raise_if_any()
    return list(commands)


def check_command_count(commands: list[Json]) -> None:
    """Raise if there are more commands of a type than an application may have: 100 slash commands, 15 of each menu."""
    for kind, most in MAX_COMMANDS.items():
        if sum((command.get("type") or CHAT_INPUT) == kind for command in commands) > most:
            raise refusal("too_many_commands")


def _check_command(command: object, path: Path, problems: Problems) -> None:
    if not isinstance(command, dict):
        problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    problems.unknown_keys(path, command, _COMMAND_KEYS)
    kind = command.get("type") or CHAT_INPUT
    _check_permissions(command, path, problems)
    for key, allowed in _PLACES.items():
        _check_places(command.get(key), (*path, key), allowed, problems)
    if kind not in (1, 2, 3):
        problems.choices((*path, "type"), "(1, 2, 3)")
    elif kind == CHAT_INPUT:
        _check_names(command, path, problems)
        _check_descriptions(command, path, problems)
        _check_options(command.get("options") or [], path, problems, depth=0)
        if _count_text(command) > MAX_COMMAND_TEXT:
            message = f"Command exceeds maximum size ({MAX_COMMAND_TEXT})"
            problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    else:
        problems.text(path, command, "name", 1, 32, required=True)
        if command.get("description") or command.get("options"):
            message = "Context menu commands cannot have a description or options"
            problems.add(path, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", message)


def _check_permissions(command: Json, path: Path, problems: Problems) -> None:
    needed = command.get("default_member_permissions")
    if needed is not None and not str(needed).isdecimal():
        where = (*path, "default_member_permissions")
        problems.add(where, "NUMBER_TYPE_COERCE", f'Value "{needed}" is not int.')


def _check_places(places: object, path: Path, allowed: tuple[int, ...], problems: Problems) -> None:
    """Check where a command can be used or installed: numbers, at least one, each once."""
    if places is None:
        return
    if not isinstance(places, list):
        problems.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    elif not places:
        problems.length(path, 1, len(allowed))
    else:
        for number, place in enumerate(places):
            if type(place) is not int or place not in allowed:
                problems.choices((*path, number), str(allowed))
            elif place in places[:number]:
                problems.add((*path, number), "SET_TYPE_UNIQUE", "Each value may be named once")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(_NAME.match(name)) and name == name.lower()


def _check_names(thing: Json, path: Path, problems: Problems) -> None:
    if thing.get("name") is None:
        problems.require((*path, "name"))
    elif not _is_name(thing["name"]):
        problems.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for locale, name in _localized(thing, "name_localizations", path, problems):
        if not _is_name(name):
            where = (*path, "name_localizations", locale)
            problems.add(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_descriptions(thing: Json, path: Path, problems: Problems) -> None:
    problems.text(path, thing, "description", 1, 100, required=True)
    for locale, text in _localized(thing, "description_localizations", path, problems):
        if not isinstance(text, str) or not 1 <= len(text) <= 100:
            problems.length((*path, "description_localizations", locale), 1, 100)


def _localized(thing: Json, key: str, path: Path, problems: Problems) -> list[tuple[str, Any]]:
    """Return the localisations under `key` whose locale exists; note the other ones."""
    given = thing.get(key) or {}
    if not isinstance(given, dict):
        problems.add((*path, key), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return []
    for locale in given:
        if locale not in LOCALES:
            problems.add((*path, key, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
    return [(locale, text) for locale, text in given.items() if locale in LOCALES]


def _check_options(options: object, path: Path, problems: Problems, depth: int) -> None:
    """Check a list of options; `depth` counts the subcommand groups and subcommands around it."""
    place = (*path, "options")
    if not isinstance(options, list) or len(options) > MAX_OPTIONS:
        problems.length(place, 0, MAX_OPTIONS)
        return
    records = [option for option in options if isinstance(option, dict)]
    branches = sum(option.get("type") in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in records)
    if 0 < branches < len(records):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        problems.add(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    seen_optional = False
    for index, option in enumerate(options):
        if not isinstance(option, dict):
            problems.add((*place, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        _check_option(option, (*place, index), problems, depth)
        is_value = option.get("type") not in (SUBCOMMAND, SUBCOMMAND_GROUP)
        if is_value and option.get("required") and seen_optional:
            message = "Required options must be placed before non-required options"
            problems.add((*place, index), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        seen_optional |= is_value and not option.get("required")
    _check_doubles([(0, option) for option in records], place, problems)


def _check_option(option: Json, path: Path, problems: Problems, depth: int) -> None:
    problems.unknown_keys(path, option, _OPTION_KEYS)
    _check_names(option, path, problems)
    _check_descriptions(option, path, problems)
    kind = option.get("type")
    if kind not in range(1, 12):
        problems.choices((*path, "type"), str(tuple(range(1, 12))))
    elif (kind == SUBCOMMAND_GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
        message = "Sub-commands and sub-command groups cannot be nested this deep"
        problems.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    elif kind in {SUBCOMMAND, SUBCOMMAND_GROUP}:
        inner_depth = 1 if kind == SUBCOMMAND_GROUP else 2
        _check_options(option.get("options") or [], path, problems, inner_depth)
        if kind == SUBCOMMAND_GROUP and not option.get("options"):
            problems.length((*path, "options"), 1, MAX_OPTIONS)
    else:
        if option.get("options"):
            problems.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options cannot be nested")
        _check_value_rules(option, path, problems)


def _check_value_rules(option: Json, path: Path, problems: Problems) -> None:
    kind = option["type"]
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        message = "Autocomplete cannot be used together with choices"
        problems.add((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", message)
    if (choices or option.get("autocomplete")) and kind not in {STRING, INTEGER, NUMBER}:
        message = "Choices and autocomplete are for text and numbers only"
        problems.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    check_choices(choices, (*path, "choices"), problems, kind)
    problems.whole(path, option, "min_length", 0, 6000)
    problems.whole(path, option, "max_length", 1, 6000)
    for low_key, high_key in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(low_key), option.get(high_key)
        if isinstance(low, (int, float)) and isinstance(high, (int, float)) and low > high:
            problems.add((*path, low_key), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", "The range is empty")


def check_choices(choices: object, path: Path, problems: Problems, kind: int | None = None) -> None:
    """Note what is wrong with a list of choices: of an option of type `kind`, or of an autocomplete answer."""
    if not isinstance(choices, list) or len(choices) > MAX_OPTIONS:
        problems.length(path, 0, MAX_OPTIONS)
        return
    wanted: dict[int | None, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}
    names: set[str] = set()
    for index, choice in enumerate(choices):
        place = (*path, index)
        if not isinstance(choice, dict):
            problems.add(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        problems.unknown_keys(place, choice, _CHOICE_KEYS)
        problems.text(place, choice, "name", 1, 100, required=True)
        for locale, name in _localized(choice, "name_localizations", place, problems):
            if not isinstance(name, str) or not 1 <= len(name) <= 100:
                problems.length((*place, "name_localizations", locale), 1, 100)
        value = choice.get("value")
        if value is None:
            problems.require((*place, "value"))
        elif not isinstance(value, wanted.get(kind, (str, int, float))) or isinstance(value, bool):
            problems.add((*place, "value"), "APPLICATION_COMMAND_CHOICE_TYPE", "The value has the wrong type")
        elif isinstance(value, str) and len(value) > 100:
            problems.length((*place, "value"), 1, 100)
        elif isinstance(value, (int, float)) and abs(value) >= MAX_NUMBER:
            problems.add((*place, "value"), "NUMBER_TYPE_MAX", f"value should be less than {MAX_NUMBER}.")
        if str(choice.get("name")) in names:
            message = "Choice names must be unique"
            problems.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED", message)
        names.add(str(choice.get("name")))


def _check_doubles(things: list[tuple[int, Json]], path: Path, problems: Problems) -> None:
    """Note names used twice, also within one locale: a person sees the localised name, or else the plain one."""
    for locale in (None, *sorted(LOCALES)):
        seen: set[tuple[int, str]] = set()
        for index, (kind, thing) in enumerate(things):
            if locale is not None and not any(locale in _names_of(other) for _, other in things):
                break
            name = thing.get("name") if locale is None else _names_of(thing).get(locale)
            key = (kind, str(name or thing.get("name")))
            if key in seen:
                where = (*path, index, "name") if locale is None else (*path, index, "name_localizations", locale)
                message = "Application command names must be unique"
                problems.add(where, "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
            seen.add(key)


def _names_of(thing: Json) -> Json:
    names = thing.get("name_localizations")
    return names if isinstance(names, dict) else {}


def _count_text(thing: Json) -> int:
    """Return the characters that count against a command's limit of 8000: the longest form of each text, and values."""
    total = 0
    for key in ("name", "description"):
        localized = thing.get(f"{key}_localizations")
        forms = [thing.get(key), *(localized.values() if isinstance(localized, dict) else ())]
        total += max((len(form) for form in forms if isinstance(form, str)), default=0)
    value = thing.get("value")
    total += len(value) if isinstance(value, str) else 0
    for key in ("options", "choices"):
        children = thing.get(key)
        if isinstance(children, list):
            total += sum(_count_text(child) for child in children if isinstance(child, dict))
    return total


def check_emoji_name(form: Json, problems: Problems) -> None:
    """Note a missing or ill-formed emoji `name`."""
    name = form.get("name")
    if not isinstance(name, str):
        problems.require(("name",))
    elif not 2 <= len(name) <= 32:
        problems.length(("name",), 2, 32)
    elif not _EMOJI_NAME.match(name):
        message = "String value did not match validation regex."
        problems.add(("name",), "STRING_TYPE_REGEX", message)


def check_emoji(form: object) -> tuple[str, bytes, str]:
    """Return name, bytes and content type of an emoji to be created; raise what Discord would refuse about it."""
    problems = Problems()
    form = form if isinstance(form, dict) else {}
    problems.unknown_keys((), form, frozenset({"name", "image", "roles"}))
    check_emoji_name(form, problems)
    match = _DATA_URI.match(str(form.get("image") or ""))
    content = b""
    if match:
        try:
            content = base64.b64decode(match.group(2), validate=True)
        except binascii.Error:
            content = b""
    picture = inspect_picture(content)
    if len(content) > MAX_EMOJI_BYTES:
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    elif picture is None:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
    problems.raise_if_any()
    return str(form["name"]), content, picture[0] if picture else ""
