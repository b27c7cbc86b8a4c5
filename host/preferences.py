"""What servers and people have set: all of it in memory, each change durable before it holds.

Rule 1: only what differs from the default has a row; a value that this version does not know counts as the default.
Rule 2: a setting is a field of one of the two classes below; `_READERS` says how its value is read and checked.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.cities import preset_names
from engine.rules import MAX_STAKE
from host.days import DEFAULT_ZONE, find_zone
from host.errors import HostError
from host.settings import MATCH_LENGTHS
from host.units import SetPreference

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.store import Store

LANGUAGES = ("auto", "en", "zh-CN", "zh-TW")
"""auto: what the person's or the server's Discord is set to."""

CLOCKS = ("normal", "relaxed")
TILES = ("numbered", "traditional", "contrast")
FELTS = ("jade", "night")
"""Sets of tiles and felts of pictures, by the names that `render` gives them; the first of each unless chosen."""

MOST_CHANNELS = 25
MOST_GRANTED = 1_000_000
MOST_BOARD_DAYS = 365


class Scope(StrEnum):
    """Whose a setting is. The values stand in the database."""

    SERVER = "server"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class ServerPreferences:
    """What holds in a server.

    `language`: of public messages. `rules`, `clock`, `stake` (None: as the rules say), `hands` (None: open end): what
    a new table has unless it is told otherwise. `channels`: where tables may be opened, threads there included (none:
    everywhere). `pings`: whether a person whose turn passes by is called. `quiet`: whoever is called or told something
    gets no sound or sign of it. `zone`: whose days and nights these are (IANA). `daily`, `relief`: coins that the bank
    grants once a day, and to whoever has run out of them (0: none). `board_days`: how old a Discord account must be, in
    days, to stand on a leaderboard. `tiles`, `felt`: how pictures of tables look. `everywhere`: whether hands played
    here count for the boards of all servers.
    """

    language: str = LANGUAGES[0]
    rules: str = "harbin"
    clock: str = CLOCKS[0]
    stake: int | None = None
    hands: int | None = 8
    channels: tuple[int, ...] = ()
    pings: bool = True
    quiet: bool = False
    zone: str = DEFAULT_ZONE
    daily: int = 100
    relief: int = 200
    board_days: int = 0
    tiles: str = TILES[0]
    felt: str = FELTS[0]
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class PersonPreferences:
    """What holds for a person, on every server.

    `language`: of what they alone see. `text_mode`: words in place of pictures. `confirm`: a discard is asked once
    more. `pings`: whether they are called when their turn passes by. `tiles`, `felt`: how the pictures look that they
    alone see. `everywhere`: whether they are shown on the boards of all servers.
    """

    language: str = LANGUAGES[0]
    text_mode: bool = False
    confirm: bool = False
    pings: bool = True
    tiles: str = TILES[0]
    felt: str = FELTS[0]
    everywhere: bool = False


Value = str | int | bool | tuple[int, ...] | None


def _read_word(*words: str) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _read_flag(text: str) -> Value:
    return {"true": True, "false": False}[text]


def _read_stake(text: str) -> Value:
    stake = None if text == "none" else int(text)
    if stake is not None and not 1 <= stake <= MAX_STAKE:
        raise ValueError(text)
    return stake


def _read_hands(text: str) -> Value:
    hands = None if text == "none" else int(text)
    if hands not in MATCH_LENGTHS:
        raise ValueError(text)
    return hands


def _read_channels(text: str) -> Value:
    channels = tuple(dict.fromkeys(int(part) for part in text.split()))
    if len(channels) > MOST_CHANNELS or any(channel <= 0 for channel in channels):
        raise ValueError(text)
    return channels


def _read_zone(text: str) -> Value:
    return find_zone(text).key


def _read_number(most: int) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        number = int(text)
        if not 0 <= number <= most:
            raise ValueError(text)
        return number

    return read


_READERS: dict[str, Callable[[str], Value]] = {
    "language": _read_word(*LANGUAGES),
    "rules": _read_word(*preset_names()),
    "clock": _read_word(*CLOCKS),
    "stake": _read_stake,
    "hands": _read_hands,
    "channels": _read_channels,
    "pings": _read_flag,
    "quiet": _read_flag,
    "text_mode": _read_flag,
    "confirm": _read_flag,
    "everywhere": _read_flag,
    "zone": _read_zone,
    "daily": _read_number(MOST_GRANTED),
    "relief": _read_number(MOST_GRANTED),
    "board_days": _read_number(MOST_BOARD_DAYS),
    "tiles": _read_word(*TILES),
    "felt": _read_word(*FELTS),
}


def write_value(value: Value) -> str:
    """Return a value as it is stored and as it travels in a panel."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_value(scope: Scope, name: str, text: str) -> Value:
    """Return the value that a text stands for; HostError `bad_setting` if the setting cannot have it."""
    if name not in {field.name for field in fields(_DEFAULTS[scope])}:
        raise HostError("bad_setting", setting=name)
    try:
        return _READERS[name](text)
    except (KeyError, ValueError):
        raise HostError("bad_setting", setting=name) from None


_SERVER, _PERSON = ServerPreferences(), PersonPreferences()
_DEFAULTS: dict[Scope, ServerPreferences | PersonPreferences] = {Scope.SERVER: _SERVER, Scope.PERSON: _PERSON}


class Preferences:
    """All that is set. Until `connect` nothing is."""

    def __init__(self) -> None:
        """Begin with the defaults."""
        self._store: Store | None = None
        self._servers: dict[int, ServerPreferences] = {}
        self._people: dict[int, PersonPreferences] = {}

    async def connect(self, store: Store) -> None:
        """Take the database and read what it keeps. StoreError if it fails."""
        self._store = store
        for scope, owner_id, name, text in await store.load_preferences():
            try:
                kept = Scope(scope)
                self._put(kept, owner_id, name, read_value(kept, name, text))
            except (HostError, ValueError):
                # Of a version that knew more: left as it is.
                continue

    def of_server(self, guild_id: int | None) -> ServerPreferences:
        """Return what holds in a server; the defaults outside any."""
        return self._servers.get(guild_id or 0, _SERVER)

    def of_person(self, user_id: int | None) -> PersonPreferences:
        """Return what holds for a person; the defaults for nobody."""
        return self._people.get(user_id or 0, _PERSON)

    async def change(self, scope: Scope, owner_id: int, name: str, text: str) -> None:
        """Set one thing, durably, from the text of its value.

        Raises:
            HostError: `bad_setting`: there is no such setting, or it cannot have that value.
            StoreError: the database fails; nothing is changed.
        """
        value = read_value(scope, name, text)
        is_default = value == getattr(_DEFAULTS[scope], name)
        if self._store is not None:
            await self._store.write(SetPreference(scope, owner_id, name, None if is_default else write_value(value)))
        self._put(scope, owner_id, name, value)

    def forget_person(self, user_id: int) -> None:
        """Let the defaults hold for a person whose settings were deleted."""
        self._people.pop(user_id, None)

    def _put(self, scope: Scope, owner_id: int, name: str, value: Value) -> None:
        change: dict[str, Any] = {name: value}
        if scope is Scope.SERVER:
            self._servers[owner_id] = replace(self.of_server(owner_id), **change)
        else:
            self._people[owner_id] = replace(self.of_person(owner_id), **change)
