"""A page of a leaderboard as a picture: as high as its rows, and nothing runs into anything else."""

import io

import pytest
from PIL import Image

from render import BoardLabel, Standing, draw_leaderboard


def open_picture(data):
    return Image.open(io.BytesIO(data))


def make_board(count, **more):
    rows = tuple(Standing(n, f"player {n}", f"{1000 - n}", "9 of 40 won", n == 3) for n in range(1, count + 1))
    return BoardLabel("Coins", "a server", rows, **more)


def test_a_leaderboard_shows_at_most_20_rows():
    sizes = {count: open_picture(draw_leaderboard(make_board(count))).size for count in (0, 1, 2, 20, 30)}
    assert sizes[20] == sizes[30]
    assert sizes[0][1] < sizes[1][1] < sizes[2][1]


def test_a_leaderboard_shows_the_own_place_below_if_it_is_on_another_page():
    without = open_picture(draw_leaderboard(make_board(3)))
    own = Standing(12_345, "viewer", "−3", is_viewer=True)
    shown = open_picture(draw_leaderboard(make_board(3, own=own, note="page 1 of 9")))
    assert (shown.mode, shown.width) == ("P", 1000)
    assert shown.height > without.height + 100


@pytest.mark.parametrize("name", ["W" * 32, "雪" * 32, "😀" * 32, "\u200b", "عبدالله"])
def test_nothing_on_a_leaderboard_runs_into_anything_else(name):
    """A value of twelve digits keeps its place whatever stands before it."""
    value = "+123,456,789,012"
    rows = [(Standing(1_234_567, each, value, "999,999 of 999,999 hands won"),) for each in (name, "a")]
    long, short = (open_picture(draw_leaderboard(BoardLabel("Coins", "x", row))).convert("RGB") for row in rows)
    box = (1000 - 32 - 270, 128, 1000, 208)
    assert long.crop(box).tobytes() == short.crop(box).tobytes()
