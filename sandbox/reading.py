"""Reading the JSON that clients send, as strictly as the platform does."""

from __future__ import annotations

import json
from typing import NoReturn


def read_json(text: str) -> object:
    """Return the value of a JSON text. ValueError for what is none, holds half a surrogate pair or nests too deep.

    Half a pair is no character: what holds one could be stored, but never be sent to anybody.
    """
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        msg = "nested too deep"
        raise ValueError(msg) from None
    if "\\u" in text:
        # Only an escape can name half a pair; UnicodeEncodeError is a ValueError.
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _refuse_constant(name: str) -> NoReturn:
    """JSON has neither NaN nor Infinity, though Python's reader takes them."""
    raise ValueError(name)
