"""How a form (modal) that a person has filled in is sent: each field checked as a client checks it.

Source: https://discord.com/developers/docs/components/reference (text input, label, selects, file upload, radio group,
checkbox group, checkbox).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandbox.checks_components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
)
from sandbox.errors import Json

FieldValue = str | bool | list[str]

MAX_TEXT = 4000


class FormError(Exception):
    """A field that no client would send like this; the text says why."""


def fill_form(
    modal: Json, fields: Mapping[str, FieldValue], resolve: Callable[[int, str, Json], None]
) -> tuple[list[Json], Json]:
    """Return the components of a submitted form and what their values resolve to.

    `fields` holds values by custom_id or label; `resolve(kind, value, resolved)` adds what a chosen id stands for (a
    user, role, channel or uploaded file) and raises what the caller wants if there is no such thing. Raises FormError.
    """
    left = dict(fields)
    resolved: Json = {}
    components = [_fill(component, left, resolved, resolve) for component in modal["components"]]
    if left:
        raise FormError(f"the form has no fields {sorted(left)}")
    return components, resolved


_Resolve = Callable[[int, str, Json], None]


def _fill(component: Json, fields: dict[str, FieldValue], resolved: Json, resolve: _Resolve) -> Json:
    kind = component["type"]
    if kind not in {ROW, LABEL}:
        return {"type": kind, "id": 1}
    field = component["components"][0] if kind == ROW else component["component"]
    label = field.get("label") if kind == ROW else component["label"]
    custom_id = field["custom_id"]
    value = fields.pop(custom_id, None)
    if value is None and label is not None:
        value = fields.pop(label, None)
    filled = {"type": field["type"], "id": field.get("id") or 1, "custom_id": custom_id}
    filled |= _read(field, str(label or custom_id), value)
    if field["type"] in SELECTS - {STRING_SELECT} or field["type"] == FILE_UPLOAD:
        for each in filled["values"]:
            resolve(field["type"], each, resolved)
    return (
        {"type": ROW, "id": 1, "components": [filled]} if kind == ROW else {"type": LABEL, "id": 1, "component": filled}
    )


def _read(field: Json, name: str, value: FieldValue | None) -> Json:
    kind = field["type"]
    if kind == TEXT_INPUT:
        return {"value": _read_text(field, name, value)}
    if kind == CHECKBOX:
        return {"value": bool(field.get("default")) if value is None else value is True}
    if kind == RADIO_GROUP:
        return {"value": _read_choice(field, name, value)}
    return {"values": _read_values(field, name, value)}


def _read_text(field: Json, name: str, value: FieldValue | None) -> str:
    text = field.get("value") or "" if value is None else str(value)
    low, high = field.get("min_length") or 0, field.get("max_length") or MAX_TEXT
    is_required = field.get("required") is not False
    if (is_required and not text) or (text and not low <= len(text) <= high):
        raise FormError(f"the field {name!r} takes {low} to {high} characters, not {len(text)}")
    return text


def _read_choice(field: Json, name: str, value: FieldValue | None) -> str | None:
    """Return the one option chosen in a radio group, or None."""
    offered = [option["value"] for option in field["options"]]
    chosen = next((o["value"] for o in field["options"] if o.get("default")), None) if value is None else value
    if chosen is None and field.get("required") is not False:
        raise FormError(f"the field {name!r} requires one of {offered}")
    if chosen is not None and chosen not in offered:
        raise FormError(f"the field {name!r} offers {offered}, not {chosen!r}")
    return None if chosen is None else str(chosen)


def _read_values(field: Json, name: str, value: FieldValue | None) -> list[str]:
    """Return the values of a select, checkbox group or file upload. One that is not required may stay empty."""
    options = field.get("options") or []
    if value is None:
        presets = [option["value"] for option in options if option.get("default")]
        values = presets or [str(entry["id"]) for entry in field.get("default_values") or []]
    else:
        values = [str(each) for each in value] if isinstance(value, list) else [str(value)]
    low, high = field.get("min_values"), field.get("max_values")
    low = 1 if low is None else low
    high = (len(options) if field["type"] == CHECKBOX_GROUP else 1) if high is None else high
    if not values and field.get("required") is False:
        return []
    if not low <= len(values) <= high:
        raise FormError(f"the field {name!r} takes {low} to {high} values, not {len(values)}")
    offered = [option["value"] for option in options]
    unknown = [each for each in values if options and each not in offered]
    if unknown:
        raise FormError(f"the field {name!r} offers {offered}, not {unknown}")
    return values
