"""No text leaves its picture or runs into another: names of 1 to 32 wide characters, coins of up to 12 digits."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from render import SeatLabel, draw_hand, draw_result, draw_table
from render.canvas import Canvas
from tests.render.views import CLAIMS, DRAWN_GAME, GANG_OPEN, LONG, MANY_WAITS, OLD_BAOS, OWN_TURN, SELF_DRAWN, WON

COUNTS = (1, 4, 9, 32)
COINS = (0, 12_345, 999_999_999_999)
AVATARS = ((6, 904, 92, 996), (710, 808, 796, 898), (710, 4, 796, 96), (6, 102, 92, 192))
"""Badges lie over the letter that stands for an avatar, on purpose."""


@pytest.fixture
def watch(monkeypatch):
    """Collect where each line of text is drawn, as (left, top, right, bottom, text)."""
    lines = []
    write = Canvas.text

    def note(self, place, text, size, *colours, width=1000, align="left"):
        drawn = write(self, place, text, size, *colours, width=width, align=align)
        assert drawn <= width, text
        left = place[0] - {"left": 0, "centre": drawn / 2, "right": drawn}[align]
        if drawn:
            lines.append((left, place[1] - size * 0.36, left + drawn, place[1] + size * 0.36, text))
        return drawn

    monkeypatch.setattr(Canvas, "text", note)
    return lines


def is_by_an_avatar(line):
    return any(box[0] <= line[0] and line[2] <= box[2] and box[1] <= line[1] and line[3] <= box[3] for box in AVATARS)


def check(lines, data):
    width, height = Image.open(BytesIO(data)).size
    for left, top, right, low, text in lines:
        assert min(left, top) >= 0, text
        assert right <= width + 0.5, text
        assert low <= height, text
    plain = [line for line in lines if not is_by_an_avatar(line)]
    for first, second in combinations(plain, 2):
        is_apart = (
            first[2] <= second[0] + 1
            or second[2] <= first[0] + 1
            or first[3] <= second[1] + 1
            or second[3] <= first[1] + 1
        )
        assert is_apart, (first, second)


def make_labels(count, coins):
    name = "龘" * count
    return (
        SeatLabel(name, coins, is_away=True, streak=12),
        SeatLabel(name, coins, is_autoplay=True, streak=12),
        SeatLabel(name, -coins, streak=12),
        SeatLabel(name, None, is_computer=True, streak=12),
    )


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("count", COUNTS)
def test_no_text_of_a_table_leaves_its_place(watch, count, language):
    for view in (LONG, CLAIMS, OLD_BAOS, WON, DRAWN_GAME):
        for coins in COINS:
            watch.clear()
            stake = max(1, coins // 10**6)
            check(watch, draw_table(replace(view, stake=stake), make_labels(count, coins), language=language))


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("count", COUNTS)
def test_no_text_of_a_result_leaves_its_place(watch, count, language):
    for view in (WON, SELF_DRAWN, DRAWN_GAME):
        for coins in COINS:
            watch.clear()
            deltas, labels = (-coins, 3 * coins, -coins, -coins), make_labels(count, coins)
            check(watch, draw_result(view, labels, deltas, scores=deltas, language=language))


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("view", [OWN_TURN, MANY_WAITS, GANG_OPEN, OLD_BAOS], ids=["turn", "many", "gang", "baos"])
def test_no_text_of_a_hand_leaves_its_place(watch, view, language):
    check(watch, draw_hand(replace(view, dealer=view.viewer), language=language))
