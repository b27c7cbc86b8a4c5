"""What a filled-in form may hold: every kind of field, what is required, and what no client would send."""

import pytest

from sandbox.forms import FormError, fill_form

OPTIONS = [{"label": "A", "value": "a"}, {"label": "B", "value": "b", "default": True}, {"label": "C", "value": "c"}]
TEXT, STRINGS, USERS, FILES, RADIO, BOXES, BOX = 4, 3, 5, 19, 21, 22, 23


def form(kind, **more):
    """A form with one field in a label."""
    field = {
        "type": kind,
        "custom_id": "x",
        **({"options": OPTIONS} if kind in {STRINGS, RADIO, BOXES} else {}),
        **more,
    }
    return {"components": [{"type": 10, "content": "words"}, {"type": 18, "label": "Field", "component": field}]}


def fill(modal, *values):
    """Fill in the field, or leave it as it came, and return what is sent for it."""

    def resolve(kind, value, resolved):
        resolved[value] = kind

    components, resolved = fill_form(modal, {"x": values[0]} if values else {}, resolve)
    assert [each["type"] for each in components] == [10, 18]
    sent = components[1]["component"]
    assert (sent.pop("type"), sent.pop("custom_id"), sent.pop("id")) == (
        modal["components"][1]["component"]["type"],
        "x",
        1,
    )
    return sent, resolved


@pytest.mark.parametrize(
    ("modal", "values", "sent"),
    [
        (form(TEXT, value="old"), [], {"value": "old"}),
        (form(TEXT, required=False), [], {"value": ""}),
        (form(TEXT, min_length=2), ["ab"], {"value": "ab"}),
        (form(STRINGS), [], {"values": ["b"]}),
        (form(STRINGS), ["c"], {"values": ["c"]}),
        (form(STRINGS, max_values=2), [["a", "c"]], {"values": ["a", "c"]}),
        (form(RADIO), [], {"value": "b"}),
        (form(RADIO), ["a"], {"value": "a"}),
        (form(RADIO, options=OPTIONS[:1], required=False), [], {"value": None}),
        (form(BOXES), [["a", "b", "c"]], {"values": ["a", "b", "c"]}),
        (form(BOXES, required=False), [[]], {"values": []}),
        (form(BOX), [], {"value": False}),
        (form(BOX, default=True), [], {"value": True}),
        (form(BOX), [True], {"value": True}),
        (form(USERS, default_values=[{"id": "7", "type": "user"}]), [], {"values": ["7"]}),
    ],
)
def test_what_is_sent_for_a_field(modal, values, sent):
    assert fill(modal, *values)[0] == sent


@pytest.mark.parametrize(
    ("modal", "value"),
    [
        (form(TEXT), ""),
        (form(TEXT, min_length=3), "ab"),
        (form(TEXT, max_length=3), "abcd"),
        (form(STRINGS), "z"),
        (form(STRINGS), ["a", "b"]),
        (form(STRINGS), []),
        (form(STRINGS, required=False, min_values=2, max_values=3), ["a"]),
        (form(RADIO), "z"),
        (form(RADIO, options=OPTIONS[:1]), None),
        (form(BOXES, max_values=1), ["a", "b"]),
        (form(BOXES), []),
        (form(FILES), []),
        (form(FILES, max_values=2), ["1", "2", "3"]),
    ],
)
def test_what_no_client_sends(modal, value):
    with pytest.raises(FormError):
        fill(modal, *([] if value is None else [value]))


@pytest.mark.parametrize("kind", [USERS, FILES])
def test_chosen_ids_are_resolved(kind):
    assert fill(form(kind, max_values=2), ["7", "8"]) == ({"values": ["7", "8"]}, {"7": kind, "8": kind})


def test_a_field_that_is_not_there_is_refused():
    with pytest.raises(FormError, match="no fields"):
        fill_form(form(TEXT, value="x"), {"y": "z"}, lambda *_: None)
