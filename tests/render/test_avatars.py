"""People's own pictures: few colours, none of the table's, and nothing that comes from outside can do harm."""

import random
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import THEMES, draw_table, make_avatar
from render.avatars import COLOURS, SIZE, Avatar
from render.theme import build_palette
from tests.render.views import LABELS, MIDDLE


def encode(size, form="PNG", mode="RGB", seed=1):
    rng = random.Random(seed)
    picture = Image.frombytes(mode, size, rng.randbytes(size[0] * size[1] * len(mode)))
    out = BytesIO()
    picture.save(out, form)
    return out.getvalue()


def open_picture(data):
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize("size", [(64, 64), (128, 100), (1, 1)])
def test_any_common_picture_becomes_one_of_few_colours(form, size):
    avatar = make_avatar(encode(size, form))
    assert len(avatar.pixels) == SIZE * SIZE
    assert max(avatar.pixels) < len(avatar.colours) <= COLOURS


def test_what_shines_through_is_laid_on_a_dark_ground():
    clear = BytesIO()
    Image.new("RGBA", (64, 64), (255, 255, 255, 0)).save(clear, "PNG")
    assert max(make_avatar(clear.getvalue()).colours[0]) < 80


@pytest.mark.parametrize(
    "data",
    [b"", b"nothing", encode((64, 64))[:200], encode((2000, 4)), encode((8, 8), "BMP")],
    ids=["empty", "none", "cut", "large", "other"],
)
def test_what_cannot_be_read_is_no_avatar(data):
    assert make_avatar(data) is None


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_four_avatars_change_their_four_discs_and_bring_their_own_colours(theme):
    plain = open_picture(draw_table(MIDDLE, LABELS, theme=theme))
    avatars = [make_avatar(encode((64, 64), seed=seed)) for seed in range(4)]
    labels = [replace(label, avatar=avatar) for label, avatar in zip(LABELS, avatars, strict=True)]
    data = draw_table(MIDDLE, labels, theme=theme)
    assert Image.open(BytesIO(data)).mode == "P"
    drawn = open_picture(data)
    own = {colour for avatar in avatars for colour in avatar.colours}
    colours = {colour for _, colour in drawn.getcolors(1 << 16)}
    assert own <= colours <= own | set(build_palette(theme))
    for left, top in ((18, 918), (722, 821), (722, 18), (18, 115)):
        box = (left, top, left + SIZE, top + SIZE)
        assert drawn.crop(box).tobytes() != plain.crop(box).tobytes()
        for picture in (drawn, plain):
            picture.paste(0, box)
    assert drawn.tobytes() == plain.tobytes()


def test_the_same_avatar_gives_the_same_picture():
    label = replace(LABELS[0], avatar=Avatar(bytes(SIZE * SIZE), ((1, 2, 3),)))
    assert draw_table(MIDDLE, (label, *LABELS[1:])) == draw_table(MIDDLE, (label, *LABELS[1:]))
