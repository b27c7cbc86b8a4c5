"""House rules as a person types them, `fan_mobao=4 must_open=false`: read, and completed while they are typed. Pure."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from cogs.errors import Refusal
from engine.rules import DOMAINS, Domain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cogs.texts import Texts
    from engine.rules import OptionValue, Rules

MAX_CHOICES = 25
MAX_CHOICE = 100
"""Discord: an autocomplete answer has at most 25 choices of 100 characters."""

MAX_TYPED = 1000
_LONGEST_SHOWN = 40
_MOST_EXPANDED = 3
"""Up to so many options that match are offered with their values, more by name alone."""

_USUAL = frozenset({*range(1, 13), 16, 20, 24, 32, 48, 64, 100, 200, 500, 1000, 2000, 5000})
"""Numbers that somebody would choose where there are many."""

_SEPARATORS = re.compile(r"[^\w=＝-]+")
_EQUALS = re.compile(r"\s*[=＝]\s*")
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def parse_options(typed: str) -> dict[str, OptionValue]:
    """Return options by name from `name=value` pairs, split by spaces or commas.

    Raises:
        Refusal: `option_form`, `unknown_option` (with the nearest name), `option_twice`, `bad_option` with what the
            option takes. Which combinations cannot be is `engine.rules`' to say.
    """
    found: dict[str, OptionValue] = {}
    for pair in filter(None, _SEPARATORS.split(_EQUALS.sub("=", typed.strip()))):
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise Refusal("option_form", option=quote(pair))
        name = name.lower()
        if name not in DOMAINS:
            near = get_close_matches(name, DOMAINS, n=1)
            raise Refusal("unknown_option", option=quote(name), near=near[0] if near else "none")
        if name in found:
            raise Refusal("option_twice", option=name)
        found[name] = _read_value(name, value)
    return found


def show_value(value: OptionValue) -> str:
    """Return a value as one types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_options(options: Mapping[str, OptionValue]) -> str:
    """Return options as one types them."""
    return " ".join(f"{name}={show_value(value)}" for name, value in options.items())


def list_changes(rules: Rules, base: Rules) -> dict[str, OptionValue]:
    """Return the options in which rules differ from others, with their values."""
    return {name: value for name, value in rules.options.items() if value != base.options[name]}


def complete_options(typed: str, base: Rules, texts: Texts) -> list[tuple[str, str]]:
    """Return what the field may hold next, best first: what is shown, and the field's whole text.

    `base`: the rules that the options change. What stands before the last pair is kept as it is; options that it
    names are not offered again, nor values that hold anyway. An option is found by its name or its meaning.
    """
    start = max((found.end() for found in _SEPARATORS.finditer(typed)), default=0)
    before, last = typed[:start], typed[start:]
    given = {pair.partition("=")[0].lower() for pair in _SEPARATORS.split(before)}
    name, sign, value = _EQUALS.sub("=", last).partition("=")
    if sign:
        pairs = _offer_values(name.lower(), value.lower(), base)
    else:
        pairs = _offer_names(last.casefold(), given, base, texts)
    choices = [(_cut(f"{pair}  {_say_about(pair, texts)}"), before + pair) for pair in pairs]
    return [choice for choice in choices if len(choice[1]) <= MAX_CHOICE][:MAX_CHOICES]


def _offer_names(part: str, given: set[str], base: Rules, texts: Texts) -> list[str]:
    free = [name for name in DOMAINS if name not in given]
    by_name = [name for name in free if part in name]
    names = by_name + [name for name in free if name not in by_name and part in texts.say(f"about-{name}").casefold()]
    if len(names) > _MOST_EXPANDED:
        return [f"{name}=" for name in names]
    return [pair for name in names for pair in _offer_values(name, "", base)]


def _offer_values(name: str, part: str, base: Rules) -> list[str]:
    if name not in DOMAINS:
        return []
    holds = show_value(base.options[name])
    values = [value for value in _list_values(DOMAINS[name], part) if value.startswith(part)]
    return [f"{name}={value}" for value in values if value != holds or value == part]


def _list_values(domain: Domain, part: str) -> Iterator[str]:
    yield from domain.words
    if domain.is_flag:
        yield from ("true", "false")
    if isinstance(domain.numbers, range) and part.isdecimal() and domain.allows(int(part)):
        yield part
    numbers = map(str, domain.numbers[:MAX_CHOICES])
    yield from (number for number in numbers if number != part or not isinstance(domain.numbers, range))


def list_choices(name: str, holds: str) -> list[str]:
    """Return an option's values, at most 25: all, or those that somebody would choose; `holds` is among them."""
    domain = DOMAINS[name]
    is_short = len(domain.numbers) <= MAX_CHOICES
    numbers = list(domain.numbers) if is_short else [number for number in sorted(_USUAL) if number in domain.numbers]
    values = [*domain.words, *(("true", "false") if domain.is_flag else ()), *map(str, numbers)][: MAX_CHOICES - 1]
    return values if holds in values else [holds, *values]


def _say_about(pair: str, texts: Texts) -> str:
    return texts.say(f"about-{pair.partition('=')[0]}")


def _read_value(name: str, written: str) -> OptionValue:
    domain = DOMAINS[name]
    value: OptionValue = written.lower()
    if domain.is_flag:
        value = _FLAGS.get(written.lower(), written)
    elif re.fullmatch(r"\d{1,9}", written, re.ASCII):
        value = int(written)
    if not domain.allows(value):
        raise Refusal("bad_option", option=name, why="value", allowed=str(domain))
    return value


def quote(typed: str, length: int = _LONGEST_SHOWN) -> str:
    """Return what somebody typed so that it can stand between backticks."""
    return _cut(typed.replace("`", "'"), length)


def _cut(text: str, length: int = MAX_CHOICE) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
