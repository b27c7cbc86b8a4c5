"""The benchmark of answers at live tables: both bots are really played at, and what is told is what was measured."""

import pytest

from tests.bench.bench_answers import Clicks, gather_clicks, list_rows


@pytest.mark.slow
async def test_crowds_click_at_both_bots_and_are_answered():
    both = await gather_clicks(1, warm=0.0, seconds=3.0)
    assert {name: clicks.failed for name, clicks in both.items()} == {"ours": 0, "floor": 0}
    assert all(len(clicks.seconds) >= 1 for clicks in both.values())


def test_rows_tell_quantiles_as_times_the_floors():
    both = {"ours": Clicks([0.02] * 50 + [0.08] * 50, failed=1), "floor": Clicks([0.01] * 50 + [0.02] * 50)}
    ours, floor = list_rows(both, 50)
    assert ours[1:] == ["100", "50.0", "3.33", "80.0", "4.00", "80", "1"]
    assert floor[1:] == ["100", "15.0", "1.00", "20.0", "1.00", "20", "0"]
