"""Pictures show what the view says and nothing else."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine.melds import Meld, MeldType
from engine.tiles import parse_tile
from engine.view import FaceDownGang, WaitView, WindowView
from render import (
    JADE,
    THEMES,
    SeatLabel,
    draw_hand,
    draw_result,
    draw_table,
)
from render.facts import find_fresh_claim
from render.old_baos import place_old_baos
from render.sprites import draw_tile
from render.text import draw_text_mask
from render.theme import build_palette
from render.words import shorten_coins
from tests.render.views import (
    ALL_VIEWS,
    ASKED,
    CLAIMS,
    DRAWN_GAME,
    GANG_OPEN,
    LABELS,
    LISTENING,
    LONG,
    MANY_WAITS,
    MIDDLE,
    OWN_TURN,
    REFUSED,
    SELF_DRAWN,
    START,
    WON,
    make_own,
    make_river,
    make_wall,
    tiles,
)

LIMIT = 200_000
NAMES_OF_HANDS = ["asked", "own_turn", "listening", "gang_open", "many_waits", "refused"]
NAMES_OF_RESULTS = ["won", "self_drawn", "drawn_game"]
DELTAS = (-5, 25, -5, -15)


def open_picture(data):
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def change_seat(view, seat, **facts):
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], **facts)
    return replace(view, seats=tuple(seats))


def lay_old_bao(view, seat, **facts):
    """A bao that was changed, 3s, lies by a seat."""
    return change_seat(replace(view, old_baos=tiles("3s")), seat, old_baos=tiles("3s"), **facts)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("name", ALL_VIEWS)
def test_a_table_is_a_square_palette_png_of_moderate_size(name, language, theme):
    data = draw_table(ALL_VIEWS[name], LABELS, language=language, theme=theme)
    picture = open_picture(data)
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (1000, 1000))
    assert len(data) < LIMIT


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("name", NAMES_OF_HANDS)
def test_a_hand_is_a_palette_png_wide_enough_for_a_phone(name, language):
    data = draw_hand(ALL_VIEWS[name], language=language)
    picture = open_picture(data)
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1000)
    assert len(data) < LIMIT


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "en"])
@pytest.mark.parametrize("name", NAMES_OF_RESULTS)
def test_a_result_is_a_palette_png(name, language):
    picture = open_picture(draw_result(ALL_VIEWS[name], LABELS, DELTAS, language=language))
    assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1000)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_theme_fits_a_palette_and_its_pictures_use_no_other_colour(theme):
    palette = set(build_palette(theme))
    picture = open_picture(draw_table(LONG, LABELS, theme=theme)).convert("RGB")
    assert len(palette) <= 256
    assert {colour for _, colour in picture.getcolors(1 << 20)} <= palette


def test_the_same_view_gives_the_same_bytes():
    assert draw_table(LONG, LABELS) == draw_table(LONG, LABELS)
    assert draw_hand(LISTENING) == draw_hand(LISTENING)


VISIBLE_CHANGES = {
    "turn": replace(MIDDLE, turn=3),
    "phase": replace(MIDDLE, phase="claims"),
    "dealer": replace(MIDDLE, dealer=2),
    "hand number": replace(MIDDLE, hand=4),
    "city": replace(MIDDLE, city="qiqihar"),
    "stake": replace(MIDDLE, stake=50),
    "draws in a row": replace(MIDDLE, draws_in_a_row=2),
    "liability": replace(MIDDLE, is_liable_dealer=True),
    "dice": replace(MIDDLE, dice=((3, 4), (6, 2))),
    "tiles left": replace(MIDDLE, wall_left=26),
    "last tiles": replace(MIDDLE, is_last_tiles=True),
    "bao gone": replace(MIDDLE, has_bao=False),
    "old bao": replace(MIDDLE, old_baos=tiles("3s")),
    "an old bao by a seat": lay_old_bao(MIDDLE, 1),
    "a concealed tile fewer": change_seat(MIDDLE, 0, concealed_count=9),
    "a discard more": change_seat(MIDDLE, 0, river=make_river("1m9p7z4s2m8p5s3m6p1m", {3: 1})),
    "another discard": change_seat(MIDDLE, 0, river=make_river("1m9p7z4s2m8p5s3m5p", {3: 1})),
    "claimed by another": change_seat(MIDDLE, 0, river=make_river("1m9p7z4s2m8p5s3m6p", {3: 2})),
    "not claimed": change_seat(MIDDLE, 0, river=make_river("1m9p7z4s2m8p5s3m6p")),
    "a listening discard": change_seat(MIDDLE, 0, river=make_river("1m9p7z4s2m8p5s3m6p", {3: 1}, 8)),
    "listening": change_seat(MIDDLE, 0, is_listening=True),
    "no meld": change_seat(MIDDLE, 0, melds=()),
    "a meld from another": change_seat(
        MIDDLE, 2, melds=(Meld(MeldType.PENG, tiles("111p"), parse_tile("1p"), 0), *MIDDLE.seats[2].melds[1:])
    ),
    "a face-down gang": change_seat(MIDDLE, 2, melds=(MIDDLE.seats[2].melds[0], FaceDownGang())),
    "the last discard": replace(MIDDLE, last_discard=(3, parse_tile("2p"))),
}


@pytest.mark.parametrize("what", VISIBLE_CHANGES)
def test_a_table_shows_every_public_fact(what):
    assert draw_table(VISIBLE_CHANGES[what], LABELS) != draw_table(MIDDLE, LABELS)


@pytest.mark.parametrize(
    "label",
    [
        SeatLabel("other", 12_345),
        SeatLabel("松花江上", 12_346),
        SeatLabel("松花江上", None),
        SeatLabel("松花江上", 12_345, is_computer=True),
        SeatLabel("松花江上", 12_345, is_autoplay=True),
        SeatLabel("松花江上", 12_345, is_away=True),
    ],
)
def test_a_table_shows_every_fact_about_who_sits_there(label):
    assert draw_table(MIDDLE, (label, *LABELS[1:])) != draw_table(MIDDLE, LABELS)


def test_a_public_table_does_not_depend_on_any_private_fact():
    public = draw_table(replace(OWN_TURN, viewer=None, own=None), LABELS)
    assert draw_table(replace(OWN_TURN, viewer=None, own=make_own("111222333m11s", "7z")), LABELS) == public


def test_the_viewer_sees_the_own_tiles_at_the_bottom_and_others_only_as_backs():
    other = replace(OWN_TURN, own=make_own("111222333m1s", "7z"))
    before = open_picture(draw_table(OWN_TURN, LABELS)).convert("RGB")
    after = open_picture(draw_table(other, LABELS)).convert("RGB")
    changed = [
        (x, y)
        for x in range(0, 1000, 3)
        for y in range(0, 1000, 3)
        if before.getpixel((x, y)) != after.getpixel((x, y))
    ]
    assert changed
    assert all(y > 900 and x > 295 for x, y in changed)


def test_the_bao_shows_its_face_to_a_listening_viewer_only():
    hidden = replace(LISTENING, own=replace(LISTENING.own, bao=None))
    assert draw_table(LISTENING, LABELS) != draw_table(hidden, LABELS)
    other = replace(LISTENING, own=replace(LISTENING.own, bao=parse_tile("1m")))
    assert draw_hand(LISTENING) != draw_hand(other)
    spectators = [replace(view, viewer=None, own=None) for view in (LISTENING, other)]
    assert draw_table(spectators[0], LABELS) == draw_table(spectators[1], LABELS)


@pytest.mark.parametrize("viewer", range(4))
def test_seats_go_counter_clockwise_from_the_viewer_at_the_bottom(viewer):
    # Only one name is drawn; it must move to the next corner as the viewer moves.
    corners = {0: (0, 904, 292, 996), 1: (708, 808, 998, 900), 2: (708, 0, 998, 98), 3: (0, 102, 292, 194)}
    silent = [SeatLabel("x", None)] * 4
    for seat in range(4):
        named = list(silent)
        named[seat] = SeatLabel("龘龘龘", None)
        view = replace(START, viewer=viewer, own=make_own("123m"), turn=(seat + 1) % 4)
        before = open_picture(draw_table(view, silent)).convert("RGB")
        after = open_picture(draw_table(view, named)).convert("RGB")
        for side, box in corners.items():
            has_changed = before.crop(box).tobytes() != after.crop(box).tobytes()
            assert has_changed == (side == (seat - viewer) % 4)


def test_a_hand_shows_drawn_tile_waits_and_the_tile_one_is_asked_about():
    assert draw_hand(OWN_TURN) != draw_hand(replace(OWN_TURN, own=replace(OWN_TURN.own, drawn=parse_tile("7s"))))
    fewer = (WaitView(parse_tile("4m"), is_kadang=False, left=2), LISTENING.own.waits[1])
    assert draw_hand(LISTENING) != draw_hand(replace(LISTENING, own=replace(LISTENING.own, waits=fewer)))
    kadang = (WaitView(parse_tile("4m"), is_kadang=True, left=3), LISTENING.own.waits[1])
    assert draw_hand(LISTENING) != draw_hand(replace(LISTENING, own=replace(LISTENING.own, waits=kadang)))
    for opened in (WindowView("discard", 3, parse_tile("5p")), WindowView("discard", 2, parse_tile("2p"))):
        assert draw_hand(ASKED) != draw_hand(replace(ASKED, window=opened))


def test_a_spectator_has_no_hand_picture():
    with pytest.raises(ValueError, match="spectator"):
        draw_hand(CLAIMS)


def test_a_hand_under_play_has_no_result_picture():
    with pytest.raises(ValueError, match="not over"):
        draw_result(MIDDLE, LABELS, DELTAS)


def test_a_result_opens_all_hands_and_shows_bao_and_winning_tile():
    for view in (WON, SELF_DRAWN):
        for change in ({"bao": parse_tile("1m")}, {"tile": parse_tile("3m")}, {"winner": 2}, {"source": 0}):
            other = replace(view, result=replace(view.result, **change))
            assert draw_table(other, LABELS) != draw_table(view, LABELS), change
    hands = list(DRAWN_GAME.result.hands)
    hands[3] = tiles("22s45m")
    assert draw_table(replace(DRAWN_GAME, result=replace(DRAWN_GAME.result, hands=tuple(hands))), LABELS) != draw_table(
        DRAWN_GAME, LABELS
    )


def test_a_draw_game_and_a_void_hand_say_so_and_show_the_bao():
    void = replace(DRAWN_GAME, result=replace(DRAWN_GAME.result, kind="void"))
    other = replace(DRAWN_GAME, result=replace(DRAWN_GAME.result, bao=parse_tile("1m")))
    none = replace(DRAWN_GAME, result=replace(DRAWN_GAME.result, bao=None))
    pictures = {draw_table(view, LABELS) for view in (DRAWN_GAME, void, other, none)}
    assert len(pictures) == 4
    assert draw_result(void, LABELS, (0,) * 4) != draw_result(DRAWN_GAME, LABELS, (0,) * 4)


def test_only_the_discard_that_it_is_about_is_lit():
    river = (100, 190, 330, 330)
    lit = (
        open_picture(draw_table(replace(GANG_OPEN, phase="turn", turn=2, window=None), LABELS))
        .convert("RGB")
        .crop(river)
    )
    robbed = open_picture(draw_table(GANG_OPEN, LABELS)).convert("RGB").crop(river)

    def count_gold(picture):
        return sum(count for count, colour in picture.getcolors(1 << 18) if colour == JADE.gold)

    assert count_gold(robbed) < count_gold(lit)
    drawn = open_picture(draw_table(SELF_DRAWN, LABELS)).convert("RGB").crop((180, 380, 262, 460))
    shot = open_picture(draw_table(WON, LABELS)).convert("RGB").crop((180, 380, 262, 460))
    assert count_gold(drawn) == 0 < count_gold(shot)


def test_a_result_shows_who_gained_and_who_paid():
    assert draw_result(WON, LABELS, DELTAS) != draw_result(WON, LABELS, (-6, 26, -5, -15))


@pytest.mark.parametrize("coins", [0, 7, 999_999_999_999, -1_234_567_890])
def test_names_of_32_wide_characters_and_coins_of_12_digits_stay_in_their_boxes(coins):
    labels = [SeatLabel("龘" * 32, coins, is_away=True)] * 4
    before = open_picture(draw_table(LONG, [SeatLabel("x", None)] * 4)).convert("RGB")
    after = open_picture(draw_table(LONG, labels)).convert("RGB")
    for box in ((6, 904, 290, 996), (710, 808, 994, 898), (710, 4, 994, 96), (6, 102, 290, 192), (372, 508, 628, 550)):
        before.paste(0, box)
        after.paste(0, box)
    assert before.tobytes() == after.tobytes()


MIDDLE_OF_TABLE = (342, 342, 658, 658)


@pytest.mark.parametrize("seat", range(4))
def test_an_old_bao_lies_in_the_corner_at_its_seats_right_hand_and_is_not_shown_twice(seat):
    corner = [(684, 668, 904, 808), (668, 96, 808, 316), (96, 192, 316, 332), (192, 684, 332, 904)][seat]
    before = open_picture(draw_table(START, LABELS)).convert("RGB")
    after = open_picture(draw_table(lay_old_bao(START, seat), LABELS)).convert("RGB")
    assert before.crop(corner).tobytes() != after.crop(corner).tobytes()
    before.paste(0, corner)
    after.paste(0, corner)
    assert before.tobytes() == after.tobytes()


def test_an_old_bao_that_lies_by_no_seat_is_shown_in_the_middle():
    before = open_picture(draw_table(START, LABELS)).convert("RGB")
    after = open_picture(draw_table(replace(START, old_baos=tiles("3s")), LABELS)).convert("RGB")
    assert before.crop(MIDDLE_OF_TABLE).tobytes() != after.crop(MIDDLE_OF_TABLE).tobytes()


@pytest.mark.parametrize(("discards", "is_beside"), [(21, True), (22, False)])
def test_a_river_too_long_for_an_old_bao_beside_it_leaves_it_to_the_middle(discards, is_beside):
    river = make_river("1m" * discards)
    plain = change_seat(START, 1, river=river)
    before = open_picture(draw_table(plain, LABELS)).convert("RGB").crop(MIDDLE_OF_TABLE)
    after = open_picture(draw_table(lay_old_bao(plain, 1), LABELS)).convert("RGB").crop(MIDDLE_OF_TABLE)
    assert (before.tobytes() == after.tobytes()) is is_beside


def test_however_many_old_baos_lie_by_a_seat_they_stay_in_their_tray():
    for count in range(1, 9):
        view = change_seat(START, 0, old_baos=tiles("3s" * count))
        boxes = [tile.box for tile in place_old_baos(view.seats[0])]
        assert len(boxes) == count
        assert boxes[-1][2] <= 896
        assert all(left[2] < right[0] for left, right in pairwise(boxes))


def test_a_river_of_any_length_is_drawn():
    for count in range(40):
        view = change_seat(START, 1, river=make_river("1m" * count))
        assert open_picture(draw_table(view, LABELS, theme=JADE)).size == (1000, 1000)


def test_pictures_drawn_in_several_threads_at_once_are_the_same():
    expected = [draw_table(view, LABELS) for view in ALL_VIEWS.values()]
    for cached in (draw_tile, draw_text_mask):
        cached.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda view: draw_table(view, LABELS), [*ALL_VIEWS.values()] * 3))
    assert drawn == expected * 3


def test_a_gang_that_may_be_robbed_is_lit_and_asked_about():
    lit = open_picture(draw_table(GANG_OPEN, LABELS)).convert("RGB")
    plain = open_picture(draw_table(replace(GANG_OPEN, phase="turn", window=None), LABELS)).convert("RGB")
    strip = (0, 800, 100, 900)
    assert lit.crop(strip).tobytes() != plain.crop(strip).tobytes()
    other = replace(GANG_OPEN, last_discard=(2, parse_tile("1m")))
    assert draw_hand(other) == draw_hand(GANG_OPEN)


def test_why_a_hand_may_not_listen_is_left_to_the_words_beside_the_picture():
    assert draw_hand(REFUSED) == draw_hand(replace(REFUSED, own=replace(REFUSED.own, refusal=("not_open",))))


def test_every_way_to_listen_is_drawn_up_to_six():
    rows = MANY_WAITS.own.listen_discards
    heights = []
    for count in range(1, 9):
        own = replace(MANY_WAITS.own, listen_discards=rows[:count])
        heights.append(open_picture(draw_hand(replace(MANY_WAITS, own=own))).height)
    assert heights[:6] == sorted(set(heights[:6]))
    assert heights[5] == heights[6] == heights[7]


def test_a_win_by_the_bao_lights_it():
    dull = replace(SELF_DRAWN, result=replace(SELF_DRAWN.result, uses_bao=False))
    assert draw_table(SELF_DRAWN, LABELS) != draw_table(dull, LABELS)
    assert draw_result(SELF_DRAWN, LABELS, DELTAS) != draw_result(dull, LABELS, DELTAS)


# --- the wall ---


@pytest.mark.parametrize(
    ("viewer", "first", "last"),
    [
        (0, (655, 350, 666, 400), (655, 600, 666, 650)),
        (1, (600, 655, 650, 666), (350, 655, 400, 666)),
        (2, (334, 600, 345, 650), (334, 350, 345, 400)),
        (3, (350, 334, 400, 345), (600, 334, 650, 345)),
    ],
    ids=["at the right", "at the bottom", "at the left", "at the top"],
)
def test_a_seats_wall_stands_before_it_from_its_right_hand_to_its_left(viewer, first, last):
    """The ring goes on clockwise from the rightmost stack of seat 0: its places 84 to 111 are the wall of seat 1."""
    bare = replace(START, viewer=viewer, own=make_own("1m"), break_place=0, wall=bytes(112))
    for place, box in ((84, first), (111, last)):
        view = replace(bare, wall=bytes(at == place for at in range(112)))
        assert is_within(find_change(draw_table(bare, LABELS), draw_table(view, LABELS)), box)


def find_change(first, second):
    """The box of what differs."""
    return ImageChops.difference(open_picture(first).convert("RGB"), open_picture(second).convert("RGB")).getbbox()


def is_within(box, outer):
    return box[0] >= outer[0] and box[1] >= outer[1] and box[2] <= outer[2] and box[3] <= outer[3]


def test_each_tile_that_leaves_the_wall_shows_and_so_does_the_break():
    """The words tell of the dice and of the tiles that are left; where stacks stand is for the eye."""
    walls = [replace(MIDDLE, wall=make_wall(left)) for left in (27, 28, 29)] + [replace(MIDDLE, break_place=16)]
    assert len({draw_table(view, LABELS) for view in walls}) == 4


def test_a_view_that_does_not_tell_of_the_wall_has_none_in_its_picture():
    assert draw_table(replace(START, wall=b""), LABELS) != draw_table(replace(START, wall=bytes(112)), LABELS)


# --- the last claim, and what a discard would do ---


def count_gold(data, box):
    picture = open_picture(data).convert("RGB").crop(box)
    return sum(count for count, colour in picture.getcolors(1 << 18) if colour == JADE.gold)


CLAIMED = replace(change_seat(MIDDLE, 0, river=MIDDLE.seats[0].river[:4]), turn=1, last_discard=(0, parse_tile("4s")))
"""Seat 1 has just taken the 4s of seat 0."""


def test_the_last_claim_is_lit_until_the_next_discard():
    melds = (915, 105, 985, 400)
    assert find_fresh_claim(CLAIMED) == (1, 0)
    later = replace(CLAIMED, last_discard=(3, parse_tile("2p")))
    assert find_fresh_claim(later) is None
    assert count_gold(draw_table(CLAIMED, LABELS), melds) > count_gold(draw_table(later, LABELS), melds)


def test_a_discard_that_nobody_has_taken_lights_no_meld():
    river = (*CLAIMED.seats[0].river[:3], replace(CLAIMED.seats[0].river[3], claimed_by=None))
    assert find_fresh_claim(change_seat(CLAIMED, 0, river=river)) is None
    assert find_fresh_claim(START) is None


def test_a_hand_marks_each_discard_that_listens_with_how_many_tiles_it_would_wait_for():
    ways = OWN_TURN.own.listen_discards
    other = ((ways[0][0], (replace(ways[0][1][0], left=1), ways[0][1][1])),)
    first, second = (
        draw_hand(replace(OWN_TURN, own=replace(OWN_TURN.own, listen_discards=each))) for each in (ways, other)
    )
    _, top, _, low = find_change(first, second)
    marks = open_picture(first).convert("RGB").crop((900, 330, 1000, 370))
    assert JADE.gain in {colour for _, colour in marks.getcolors(1 << 16)}
    assert top < 370 < low


# --- plates ---


def test_the_dealers_streak_and_why_the_program_plays_a_seat_are_marked_on_its_plate():
    plate = (6, 904, 290, 996)
    view = replace(MIDDLE, dealer=0)
    drawn = set()
    for facts in ({}, {"streak": 2}, {"streak": 3}, {"is_autoplay": True}, {"is_away": True}):
        labels = (replace(LABELS[0], **facts), *LABELS[1:])
        drawn.add(open_picture(draw_table(view, labels)).convert("RGB").crop(plate).tobytes())
    assert len(drawn) == 5
    assert draw_table(replace(view, dealer=1), (replace(LABELS[0], streak=5), *LABELS[1:])) == draw_table(
        replace(view, dealer=1), LABELS
    )


@pytest.mark.parametrize(
    ("coins", "chinese", "english"),
    [
        (0, "0", "0"),
        (9_999, "9999", "9.9K"),
        (12_345, "1.2万", "12.3K"),
        (1_234_567, "123万", "1.2M"),
        (999_999_999_999, "9,999亿", "999B"),
        (-1_234_567_890, "−12.3亿", "−1.2B"),
    ],
)
def test_coins_that_do_not_fit_are_rounded_towards_nothing(coins, chinese, english):
    assert shorten_coins(coins, "zh-CN") == chinese
    assert shorten_coins(coins, "zh-TW") == chinese.replace("万", "萬").replace("亿", "億")
    assert shorten_coins(coins, "en") == english
