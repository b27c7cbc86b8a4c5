"""Thirteen states in both sets of tiles look as they did when somebody last looked at them."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image, ImageFilter

from engine.tiles import parse_tile
from render import draw_hand, draw_table, find_theme
from tests.render.goldens import FOLDER, TILES, TOLERANCE, draw_all, find_path, measure_difference, shrink
from tests.render.views import CLAIMS, LABELS, OWN_TURN

NAMES = sorted({path.stem.rpartition("-")[0] for path in FOLDER.glob("*.webp")})


@cache
def draw(tiles):
    return draw_all(find_theme("jade", tiles))


def open_kept(name, tiles):
    return Image.open(find_path(name, tiles)).convert("RGB")


@pytest.mark.parametrize("tiles", TILES)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_looks_as_it_did(name, tiles):
    assert measure_difference(shrink(draw(tiles)[name]), open_kept(name, tiles)) <= TOLERANCE


def test_there_are_thirteen_in_each_set():
    assert len(NAMES) == 13
    assert set(NAMES) == set(draw(TILES[0]))


@pytest.mark.parametrize("tiles", TILES)
def test_softer_edges_are_no_difference(tiles):
    for name in ("table-long", "hand-own-turn"):
        softer, out = (
            Image.open(BytesIO(draw(tiles)[name])).convert("RGB").filter(ImageFilter.GaussianBlur(1)),
            BytesIO(),
        )
        softer.save(out, "PNG", compress_level=1)
        assert measure_difference(shrink(out.getvalue()), open_kept(name, tiles)) <= TOLERANCE / 2


@pytest.mark.parametrize("tiles", TILES)
def test_one_tile_more_or_another_set_is_a_difference(tiles):
    theme = find_theme("jade", tiles)
    one, other = (
        shrink(draw_table(view, LABELS, theme=theme)) for view in (CLAIMS, replace(CLAIMS, last_discard=None))
    )
    assert measure_difference(one, other) > TOLERANCE
    drawn = replace(OWN_TURN, own=replace(OWN_TURN.own, drawn=parse_tile("7z")))
    one, other = (shrink(draw_hand(view, theme=theme)) for view in (OWN_TURN, drawn))
    assert measure_difference(one, other) > TOLERANCE
    for name in set(NAMES) - {"table-start"}:
        assert measure_difference(open_kept(name, TILES[0]), open_kept(name, TILES[1])) > TOLERANCE
