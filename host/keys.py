"""Asking for rows by keys of several columns, so that both databases look them up by the key's index.

Rows compared as a whole, `(a, b) IN ((1, 2), (1, 3))`, are what SQLite goes through the whole table for.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, false, or_

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Column, ColumnElement


def has_key(columns: Sequence[Column[Any]], keys: Iterable[tuple[Any, ...]]) -> ColumnElement[bool]:
    """Return whether a row's columns, those of an index in its order, are one of the keys; never, for no keys."""
    *first, last = columns
    groups = groupby(sorted(set(keys)), key=lambda key: key[:-1])
    return or_(
        false(),
        *(
            and_(
                *(column == value for column, value in zip(first, begins, strict=True)),
                last.in_([key[-1] for key in group]),
            )
            for begins, group in groups
        ),
    )
