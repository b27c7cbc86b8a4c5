"""What a server and a person can set, as panels of selects and switches. Pure functions from what is set to a panel.

Rule: a switch carries the value that pressing it sets, so that a late or a double press does what its label said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from cogs.coins_press import CoinsPress
from cogs.panel import Panel, Style
from engine.cities import preset_names
from host.preferences import (
    CLOCKS,
    FELTS,
    LANGUAGES,
    MOST_CHANNELS,
    TILES,
    PersonPreferences,
    Scope,
    ServerPreferences,
    write_value,
)
from host.settings import MATCH_LENGTHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.texts import Texts

VERSION = 1
SHOW = "show"
"""In place of a setting's name: only show the panel of the scope."""

_FORM = re.compile(
    r"set\|(?P<version>[0-9]{1,3})\|(?P<scope>[a-z]{1,16})\|(?P<name>[a-z_]{1,32})\|(?P<value>[a-z]{0,8})"
)

PERSON_SWITCHES = ("text_mode", "confirm", "pings", "everywhere")
SERVER_SWITCHES = ("pings", "quiet", "everywhere")
STAKES = (None, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
CHANNEL_KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.voice,
]
"""Where a table can be opened, as far as one can choose it."""


@dataclass(frozen=True, slots=True)
class SettingPress:
    """A press on a panel of settings. `value`: what a switch sets; None: what is chosen in a select."""

    scope: Scope
    name: str
    value: str | None = None

    @property
    def custom_id(self) -> str:
        """Write it as a custom_id."""
        return f"set|{VERSION}|{self.scope}|{self.name}|{self.value or ''}"


def is_setting(custom_id: str) -> bool:
    """Say whether a custom_id belongs to a panel of settings, of whatever version."""
    return custom_id.startswith("set|")


def read_setting(custom_id: str) -> SettingPress | None:
    """Read a custom_id; None if it is of another version or none of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None or int(found["version"]) != VERSION or found["scope"] not in set(Scope):
        return None
    return SettingPress(Scope(found["scope"]), found["name"], found["value"] or None)


class SettingsPanel(Panel):
    """A panel with selects and switches."""

    def choose(
        self, about: str, label: str, press: SettingPress, options: Iterable[tuple[str, str]], chosen: str
    ) -> Self:
        """Add a select, with a text above it unless that is empty.

        `label`: what it is to who hears it; `options`: values and their names.
        """
        select: ui.Select[Any] = ui.Select(
            custom_id=press.custom_id,
            placeholder=label,
            options=[
                discord.SelectOption(label=label, value=value, default=value == chosen) for value, label in options
            ],
        )
        self.write(about)
        self.add_item(ui.ActionRow(select))
        return self

    def choose_channels(self, about: str, hint: str, press: SettingPress, chosen: Sequence[int]) -> Self:
        """Add a select of channels, none included, with a text above it."""
        kind = discord.SelectDefaultValueType.channel
        select: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=press.custom_id,
            channel_types=CHANNEL_KINDS,
            placeholder=hint,
            min_values=0,
            max_values=MOST_CHANNELS,
            default_values=[discord.SelectDefaultValue(id=channel, type=kind) for channel in chosen],
        )
        self.write(about)
        self.add_item(ui.ActionRow(select))
        return self

    def switch(self, about: str, label: str, press: SettingPress, *, is_on: bool) -> Self:
        """Add a text with a switch beside it."""
        style = Style.success if is_on else Style.secondary
        button: ui.Button[Any] = ui.Button(label=label, style=style, custom_id=press.custom_id)
        self.add_item(ui.Section(ui.TextDisplay(about), accessory=button))
        return self

    def turn_to(self, *others: tuple[str, str]) -> Self:
        """Add buttons that show other settings: each a label and a custom_id."""
        return self.offer(ui.Button(label=label, custom_id=custom_id) for label, custom_id in others)


def build_person_panel(own: PersonPreferences, texts: Texts, *, is_manager: bool) -> SettingsPanel:
    """Return a person's own settings; `is_manager`: with the way to the server's."""
    panel = SettingsPanel()
    panel.write(f"### {texts.say('settings-person')}", texts.say("settings-person-about"))
    _add_language(panel, Scope.PERSON, own.language, texts)
    _add_look(panel, Scope.PERSON, own, texts)
    _add_switches(panel, Scope.PERSON, PERSON_SWITCHES, own, texts)
    to_server = (texts.say("button-settings-server"), SettingPress(Scope.SERVER, SHOW).custom_id)
    return panel.turn_to(to_server) if is_manager else panel


def build_server_panel(server: ServerPreferences, texts: Texts, channels: Sequence[int]) -> SettingsPanel:
    """Return a server's settings; `channels`: those of its channels for tables that are still there."""
    panel = SettingsPanel()
    panel.write(f"### {texts.say('settings-server')}", texts.say("settings-server-about"))
    _add_language(panel, Scope.SERVER, server.language, texts)
    _add_look(panel, Scope.SERVER, server, texts)
    _add_select(panel, "rules", [(name, texts.say(f"rules-{name}")) for name in preset_names()], server.rules, texts)
    _add_select(panel, "clock", [(name, texts.say(f"clock-{name}")) for name in CLOCKS], server.clock, texts)
    stakes = [(write_value(stake), _name_stake(stake, texts)) for stake in STAKES]
    _add_select(panel, "stake", stakes, server.stake, texts)
    lengths = [(write_value(hands), texts.say(f"hands-{hands or 'open'}")) for hands in MATCH_LENGTHS]
    _add_select(panel, "hands", lengths, server.hands, texts)
    gone = texts.say("settings-channels-gone") if server.channels and not channels else None
    panel.choose_channels(
        "\n".join(line for line in (_say_about(Scope.SERVER, "channels", texts), gone) if line),
        texts.say("settings-channels-all"),
        SettingPress(Scope.SERVER, "channels"),
        channels,
    )
    _add_switches(panel, Scope.SERVER, SERVER_SWITCHES, server, texts)
    return panel.turn_to(
        (texts.say("button-settings-person"), SettingPress(Scope.PERSON, SHOW).custom_id),
        (texts.say("button-settings-coins"), CoinsPress("set", 0).custom_id),
    )


def _name_stake(stake: int | None, texts: Texts) -> str:
    return texts.say("settings-stake-rules") if stake is None else texts.say("lobby-stake", stake=stake)


def _say_about(scope: Scope, name: str, texts: Texts) -> str:
    key = f"settings-{scope}-{name}"
    return f"**{texts.say(key)}**\n-# {texts.say(f'{key}-about')}"


def _add_language(panel: SettingsPanel, scope: Scope, chosen: str, texts: Texts) -> None:
    options = [(name, texts.say(f"language-{name}")) for name in LANGUAGES]
    about, label = _say_about(scope, "language", texts), texts.say(f"settings-{scope}-language")
    panel.choose(about, label, SettingPress(scope, "language"), options, chosen)


def _add_look(
    panel: SettingsPanel, scope: Scope, preferences: PersonPreferences | ServerPreferences, texts: Texts
) -> None:
    """Add the two selects of how pictures look, under one text."""
    tiles = [(name, texts.say(f"tiles-{name}")) for name in TILES]
    felts = [(name, texts.say(f"felt-{name}")) for name in FELTS]
    about = _say_about(scope, "look", texts)
    panel.choose(about, texts.say("settings-tiles"), SettingPress(scope, "tiles"), tiles, preferences.tiles)
    panel.choose("", texts.say("settings-felt"), SettingPress(scope, "felt"), felts, preferences.felt)


def _add_select(
    panel: SettingsPanel, name: str, options: list[tuple[str, str]], chosen: str | int | None, texts: Texts
) -> None:
    about, label = _say_about(Scope.SERVER, name, texts), texts.say(f"settings-{Scope.SERVER}-{name}")
    panel.choose(about, label, SettingPress(Scope.SERVER, name), options, write_value(chosen))


def _add_switches(
    panel: SettingsPanel,
    scope: Scope,
    names: Iterable[str],
    preferences: PersonPreferences | ServerPreferences,
    texts: Texts,
) -> None:
    for name in names:
        is_on = bool(getattr(preferences, name))
        press = SettingPress(scope, name, write_value(not is_on))
        label = texts.say("button-on" if is_on else "button-off")
        panel.switch(_say_about(scope, name, texts), label, press, is_on=is_on)
