"""The journal's lines: what was put into a match, each as one line of JSON, and read back to the same values.

A line is a host event (who sits where, a hand's start, autoplay) or an action at the table. All else that a match
consists of, draws and payments included, follows from these and from the secrets of the shuffle's chains.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from engine import actions
from engine.cities import find_rules
from engine.rules import Rules
from host import events
from host.errors import HostError

if TYPE_CHECKING:
    from engine.actions import Action, Auto
    from engine.events import Event


@dataclass(frozen=True, slots=True)
class Step:
    """An action carried out at the table, and who acted if not the player."""

    action: Action
    auto: Auto


Entry = Step | events.AroundEvent

_CLASSES: dict[str, type] = {
    each.__name__: each
    for each in (
        Step,
        *(actions.Discard, actions.Chi, actions.Peng, actions.Zhan, actions.MingGang, actions.AnGang, actions.JiaGang),
        *(actions.Win, actions.Pass, actions.SayListen, actions.CallBao, actions.Resolve),
        *(events.MatchStarted, events.HandStarted, events.AutoplaySet, events.Left, events.Returned, events.Sat),
        *(events.PenaltyPaid, events.Voided, events.HandEnded, events.MatchEnded, events.SeatTaken),
    )
}


def write_entry(entry: Step | Event) -> str:
    """Return an entry as a line of JSON: a list of its name and its fields' values."""
    return json.dumps(_pack(entry), ensure_ascii=False, separators=(",", ":"))


def read_entry(line: str) -> Step | Event:
    """Return the entry that a line was written from; HostError `bad_journal` if it is none."""
    try:
        entry = _unpack(json.loads(line))
    except (ValueError, TypeError, KeyError, IndexError):
        raise HostError("bad_journal", line=line) from None
    if not isinstance(entry, Step | events.AroundEvent):
        raise HostError("bad_journal", line=line)
    return entry


def _pack(value: Any) -> Any:  # noqa: ANN401 (whatever an entry's fields hold)
    if isinstance(value, Rules):
        return {"Rules": [value.city, value.options]}
    if is_dataclass(value):
        return {type(value).__name__: [_pack(getattr(value, field.name)) for field in fields(value)]}
    return [_pack(item) for item in value] if isinstance(value, tuple) else value


def _unpack(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        ((name, values),) = value.items()
        if name == "Rules":
            return find_rules(*values)
        return _CLASSES[name](*(_unpack(item) for item in values))
    return tuple(_unpack(item) for item in value) if isinstance(value, list) else value
