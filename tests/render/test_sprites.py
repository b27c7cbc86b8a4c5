"""Tiles: every kind can be told from every other, by shape alone."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.tiles import ALL_KINDS
from render import BACK, THEMES, TILE_SETS, draw_tile_emoji, find_theme
from render.sprites import Mood, TileLook, depth_of, draw_tile, draw_tile_rgb
from render.theme import JADE

ALL_SPRITES = [*ALL_KINDS, BACK]


def look(kind, width=53, theme=JADE, **facts):
    return TileLook(theme, kind, width, round(width * 1.32), depth_of(width), JADE.felt, **facts)


@pytest.mark.parametrize("tiles", TILE_SETS)
@pytest.mark.parametrize("width", [21, 53])
def test_all_tiles_differ_without_colour(width, tiles):
    theme = find_theme("jade", tiles)
    grey = {kind: draw_tile_rgb(look(kind, width, theme)).convert("L") for kind in ALL_SPRITES}
    for first in ALL_SPRITES:
        for second in ALL_SPRITES:
            if first < second:
                difference = ImageStat.Stat(ImageChops.difference(grey[first], grey[second]))
                assert difference.rms[0] > 12, (first, second)


def test_a_sprite_is_always_the_same():
    draw_tile.cache_clear()
    first = draw_tile(look(4)).tobytes()
    draw_tile.cache_clear()
    assert draw_tile(look(4)).tobytes() == first


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_sprite_has_its_sides_swapped_and_its_thickness_below(turns):
    sprite = draw_tile(look(4, turns=turns))
    wide, high = sprite.size
    assert (wide, high - depth_of(53)) == ((70, 53) if turns % 2 else (53, 70))


def test_a_turned_tile_can_be_told_from_an_upright_one():
    for kind in ALL_KINDS:
        assert draw_tile(look(kind, turns=2)).tobytes() != draw_tile(look(kind)).tobytes()


@pytest.mark.parametrize("mood", [Mood.FADED, Mood.LIT])
def test_moods_show(mood):
    assert draw_tile(look(4, mood=mood)).tobytes() != draw_tile(look(4)).tobytes()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("kind", ALL_SPRITES)
def test_an_emoji_is_128_pixels_square_and_transparent_around(kind, theme):
    data = draw_tile_emoji(kind, theme=theme)
    picture = Image.open(BytesIO(data)).convert("RGBA")
    assert picture.size == (128, 128)
    assert len(data) < 64 * 1024
    assert picture.getpixel((0, 0))[3] == 0
    assert picture.getpixel((64, 64))[3] == 255


def test_all_emojis_differ():
    assert len({draw_tile_emoji(kind) for kind in ALL_SPRITES}) == 29
