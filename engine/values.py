"""Values that are made often: dataclasses with slots that mypy holds to be frozen.

Making one that really is frozen takes several times as long, and so does describing its class when the engine is
imported: here a class needs half as many generated functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

Described = TypeVar("Described")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(described: type[Described]) -> type[Described]:
    """Make a class a dataclass whose objects are equal, hashed and shown by their fields, which nobody changes."""
    made: Any = dataclass(slots=True, unsafe_hash=True, repr=False)(described)
    made.__repr__ = _show
    shown: type[Described] = made
    return shown


def _show(self: Any) -> str:  # noqa: ANN401 (of any class that was described)
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({told})"
