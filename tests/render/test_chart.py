"""The chart of somebody's coins: whatever they were, it fits, and its extremes are in it."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from render import THEMES, ChartLabel, draw_chart
from render.chart import MOST_POINTS, choose_levels, thin_out


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(
    "values", [(1000,), (5, 5, 5), (0, 1), (-500, 3, 123_456_789_012), tuple(range(2000)), (0, 0, -1)]
)
def test_a_chart_is_a_palette_png_of_one_size(values, theme):
    data = draw_chart(ChartLabel("雪" * 32, f"{values[-1]:,}", values, "2026-01-01", "2026-12-31"), theme=theme)
    picture = Image.open(io.BytesIO(data))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (1000, 470))
    assert len(data) < 40_000


def test_without_a_value_there_is_nothing_to_draw():
    with pytest.raises(ValueError, match="nothing"):
        draw_chart(ChartLabel("x", "", ()))


def test_a_line_that_rises_ends_above_where_it_began():
    label = ChartLabel("", "", (0, 100, 200))
    picture = Image.open(io.BytesIO(draw_chart(label))).convert("RGB")
    gold = [(x, y) for x in range(100, 990) for y in range(100, 400) if picture.getpixel((x, y)) == (255, 203, 71)]
    (_, first), (_, last) = min(gold), max(gold)
    assert first > last + 200


@pytest.mark.parametrize(("low", "high"), [(0, 0), (7, 7), (0, 1), (-3, 3), (995, 1005), (-10, 123_456_789_012)])
def test_levels_are_round_even_and_around_the_values(low, high):
    levels = choose_levels(low, high)
    assert 2 <= len(levels) <= 7
    assert levels[0] <= low <= high <= levels[-1]
    assert len({after - before for before, after in pairwise(levels)}) == 1


def test_of_many_values_the_first_the_last_and_the_extremes_stay():
    values = [0] * 500 + [900] + [5] * 700 + [-900] + [1] * 300
    kept = thin_out(values)
    assert len(kept) <= MOST_POINTS + 2
    assert (kept[0], kept[-1], max(kept), min(kept)) == (0, 1, 900, -900)
    assert thin_out([1, 2, 3]) == [1, 2, 3]
