"""What Discord refuses about a modal (a form that pops up).

Source: https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
"""

from __future__ import annotations

from sandbox.checks_components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    check_bounds,
    check_default_values,
    check_options,
)
from sandbox.errors import Json, Path, Problems, words

MAX_MODAL_COMPONENTS = 5

_TOP_TYPES = (ROW, TEXT_DISPLAY, LABEL)
_LABELLED = (*sorted(SELECTS), TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
_OPTION_KEYS = frozenset({"label", "value", "description", "default", "emoji"})
_KEYS = words(
    "type id custom_id style label value placeholder required min_length max_length min_values max_values options "
    "disabled default_values channel_types default"
)


def check_modal(data: object) -> Json:
    """Return the `data` of a modal answer (any JSON value) if Discord would take it; raise the refusal otherwise."""
    problems = Problems()
    if not isinstance(data, dict):
        problems.fail(("data",), "BASE_TYPE_REQUIRED", "This field is required")
    problems.unknown_keys(("data",), data, frozenset({"custom_id", "title", "components"}))
    problems.text(("data",), data, "custom_id", 1, 100, required=True)
    problems.text(("data",), data, "title", 1, 45, required=True)
    components = data.get("components")
    if not isinstance(components, list) or not 1 <= len(components) <= MAX_MODAL_COMPONENTS:
        problems.length(("data", "components"), 1, MAX_MODAL_COMPONENTS)
        components = components if isinstance(components, list) else []
    custom_ids: list[str] = []
    for index, component in enumerate(components):
        _check_top(component, ("data", "components", index), problems, custom_ids)
    problems.raise_if_any()
    return data


def _check_top(component: object, path: Path, problems: Problems, custom_ids: list[str]) -> None:
    if not isinstance(component, dict):
        problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    kind = component.get("type")
    if kind == ROW:
        children = component.get("components")
        if not isinstance(children, list) or len(children) != 1:
            problems.length((*path, "components"), 1, 1)
            return
        place = (*path, "components", 0)
        if _check_field(children[0], place, problems, custom_ids, (TEXT_INPUT,)):
            problems.text(place, children[0], "label", 1, 45, required=True)
    elif kind == LABEL:
        problems.text(path, component, "label", 1, 45, required=True)
        problems.text(path, component, "description", 0, 100)
        _check_field(component.get("component"), (*path, "component"), problems, custom_ids, _LABELLED)
    elif kind == TEXT_DISPLAY:
        problems.text(path, component, "content", 1, 4000, required=True)
    else:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {_TOP_TYPES}.')


def _check_field(
    field: object,
    path: Path,
    problems: Problems,
    custom_ids: list[str],
    allowed: tuple[int, ...],
) -> bool:
    """Check one field of a form; return whether it is a component of an allowed type at all."""
    if not isinstance(field, dict) or field.get("type") not in allowed:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {allowed}.')
        return False
    problems.unknown_keys(path, field, _KEYS)
    problems.text(path, field, "custom_id", 1, 100, required=True)
    if field.get("custom_id") in custom_ids:
        message = "Component custom id cannot be duplicated"
        problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
    custom_ids.append(str(field.get("custom_id")))
    if field["type"] == TEXT_INPUT:
        _check_text_input(field, path, problems)
    elif field["type"] in SELECTS:
        problems.text(path, field, "placeholder", 0, 150)
        check_bounds(field, path, problems)
        if field["type"] != STRING_SELECT:
            check_default_values(field, path, problems)
    if field["type"] in {STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP}:
        check_options(field, path, problems, _OPTION_KEYS)
    return True


def _check_text_input(field: Json, path: Path, problems: Problems) -> None:
    if field.get("style") not in (1, 2):
        problems.choices((*path, "style"), "(1, 2)")
    problems.text(path, field, "placeholder", 0, 100)
    problems.text(path, field, "value", 0, 4000)
    problems.whole(path, field, "min_length", 0, 4000)
    problems.whole(path, field, "max_length", 1, 4000)
    low, high = field.get("min_length"), field.get("max_length")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        message = "The minimum length cannot be greater than the maximum"
        problems.add((*path, "min_length"), "TEXT_INPUT_MIN_GREATER_THAN_MAX", message)
