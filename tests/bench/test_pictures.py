"""The benchmark of pictures draws the same scene both ways, and tells how the loop was held up."""

import asyncio
import time
from functools import partial

from render import draw_table
from tests.bench import bench_pictures
from tests.render.goldens import TOLERANCE, measure_difference, shrink
from tests.render.views import MIDDLE


def test_the_naive_way_shows_the_same_table():
    draw = partial(draw_table, MIDDLE, bench_pictures.LABELS)
    naive = bench_pictures.draw_naively(bench_pictures.note_steps(draw))
    assert measure_difference(shrink(naive), shrink(draw())) < 2 * TOLERANCE


def test_noting_a_scene_leaves_drawing_as_it_was():
    draw = partial(draw_table, MIDDLE, bench_pictures.LABELS)
    before = draw()
    scene = bench_pictures.note_steps(draw)
    assert draw() == before
    assert {kind for kind, _ in scene.steps} == {"sprite", "panel", "text"}


def test_a_hand_is_stopped_on_somebodys_turn_with_so_few_tiles_left():
    view = bench_pictures.play_until(40).view(None)
    assert view.phase == "turn"
    assert view.wall_left <= 40


def test_a_stall_of_the_loop_is_told():
    async def stall():
        gaps = []
        watch = asyncio.create_task(bench_pictures.watch_loop(gaps))
        await asyncio.sleep(0.01)
        time.sleep(0.05)  # noqa: ASYNC251 (what is to be noticed)
        await asyncio.sleep(0.01)
        watch.cancel()
        return gaps

    assert max(asyncio.run(stall())) > 0.03
