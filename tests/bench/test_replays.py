"""The benchmark of replays looks at a whole hand, and its rows have a cell for each column."""

from tests.bench import bench_replays


def test_a_hand_is_opened_to_its_end():
    hand, stops, views = bench_replays.open_hand(bench_replays.cut_hand("harbin"))
    assert len(views) == len(stops)
    assert views[-1].result is not None
    assert hand.number == 1


def test_pictures_are_counted_in_bytes():
    hand, _, views = bench_replays.open_hand(bench_replays.cut_hand("harbin"))
    assert bench_replays.draw_pictures(views[:2], hand) > 20_000
    assert len(bench_replays.HEAD) == 10
