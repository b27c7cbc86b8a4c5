"""How changes of coins become payments between two."""

import pytest

from host.units import pair_up


@pytest.mark.parametrize(
    ("changes", "pairs"),
    [
        ((0, 0, 0, 0), []),
        ((30, -10, -10, -10), [(1, 0, 10), (2, 0, 10), (3, 0, 10)]),
        ((2, -6, 2, 2), [(1, 0, 2), (1, 2, 2), (1, 3, 2)]),
        ((5, -7, -1, 3), [(1, 0, 5), (1, 3, 2), (2, 3, 1)]),
    ],
)
def test_changes_split_into_payments_between_two(changes, pairs):
    assert pair_up(changes) == pairs
