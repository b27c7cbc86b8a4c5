"""A film shows the table after each step, as long as it is to be seen, and is written without holding all of it."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import Shot, draw_film, draw_table
from render.frame import SIZE
from tests.render.views import CLAIMS, LABELS, LISTENING, MIDDLE, OPENED, START, WON

SHOTS = (Shot(START, 2000), Shot(MIDDLE, 700), Shot(CLAIMS, 500), Shot(OPENED, 1500), Shot(WON, 6000))


def open_frames(data):
    film = Image.open(BytesIO(data))
    for place in range(film.n_frames):
        film.seek(place)
        film.load()
        yield film.convert("RGB"), dict(film.info)


def test_its_pictures_are_the_tables_without_any_loss_and_stay_as_long_as_asked():
    told = []
    data = draw_film(SHOTS, LABELS, language="en", tell=told.append)
    frames = list(open_frames(data))
    assert len(frames) == len(SHOTS)
    at = 0
    for (picture, info), shot in zip(frames, SHOTS, strict=True):
        table = Image.open(BytesIO(draw_table(shot.view, LABELS, language="en"))).convert("RGB")
        assert picture.size == (SIZE, SIZE)
        assert ImageChops.difference(picture, table).getbbox() is None
        at += shot.duration
        assert info["timestamp"] + info["duration"] == at
    assert Image.open(BytesIO(data)).info["loop"] == 0
    assert told == [*range(len(SHOTS))]


def test_one_picture_is_a_film_too():
    ((picture, _),) = open_frames(draw_film(SHOTS[:1], LABELS))
    assert picture.size == (SIZE, SIZE)


def test_nobody_has_to_wait_for_a_film_that_is_no_longer_wanted():
    drawn = []

    def tell(done):
        drawn.append(done)
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        draw_film(SHOTS, LABELS, tell=tell)
    assert drawn == [0, 1, 2]


def test_open_hands_show_faces_where_a_seats_own_view_shows_backs():
    own, opened = (Image.open(BytesIO(draw_table(view, LABELS))).convert("RGB") for view in (LISTENING, OPENED))
    left, top, right, bottom = ImageChops.difference(own, opened).getbbox()
    assert (left, top) < (100, 100)
    assert right > 900
    assert bottom <= 904  # the viewer's own strip is the same
