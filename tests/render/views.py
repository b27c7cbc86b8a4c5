"""Views built by hand for the tests of pictures: a start, melds, long rivers, a listening viewer, results."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Chi, Discard, Pass, Peng, Win
from engine.cities import find_rules
from engine.melds import Meld, MeldType
from engine.score import WinFacts, score_win
from engine.tiles import KINDS, Kind, count_kinds, parse_tile, parse_tiles
from engine.view import FaceDownGang, OpenHands, OwnView, ResultView, RiverTile, SeatView, View, WaitView, WindowView
from render.labels import SeatLabel

LABELS = (
    SeatLabel("松花江上", 12_345),
    SeatLabel("Александр", 980, is_autoplay=True),
    SeatLabel("محمد علي", 1_000),
    SeatLabel("Computer 3", None, is_computer=True),
)


def tiles(text: str) -> tuple[Kind, ...]:
    """Read MPSZ."""
    return tuple(parse_tiles(text))


def make_meld(
    word: str, text: str, claimed: str | None = None, source: int | None = None, *, face_down: bool = False
) -> Meld:
    """Make a meld from words."""
    return Meld(MeldType(word), tiles(text), parse_tile(claimed) if claimed else None, source, face_down)


def make_river(text: str, claimed: dict[int, int] | None = None, listening: int | None = None) -> tuple[RiverTile, ...]:
    """Make a river: which discards (by place) went to which seat, which one declared listening."""
    taken = claimed or {}
    return tuple(RiverTile(kind, taken.get(at), at == listening) for at, kind in enumerate(tiles(text)))


def make_seat(
    seat: int, count: int, river: tuple[RiverTile, ...] = (), *melds: Meld | FaceDownGang, listening: bool = False
) -> SeatView:
    """Make what everybody sees of a seat."""
    return SeatView(seat, count, melds, river, any(isinstance(meld, Meld) and meld.opens for meld in melds), listening)


def make_own(concealed: str, drawn: str | None = None, **facts: object) -> OwnView:
    """Make what only the viewer knows; `facts` replace fields."""
    own = OwnView(
        tuple(sorted(tiles(concealed))), parse_tile(drawn) if drawn else None, (), None, None, (), (), (), None
    )
    return replace(own, **facts)


def make_wall(left: int, *gone: int) -> bytes:
    """Make a wall of 112 places in which `left` tiles stand up to its tail, but for those taken from there."""
    return bytes(at >= 112 - left and at not in gone for at in range(112))


START = View(
    viewer=None,
    city="harbin",
    hand=1,
    dealer=0,
    draws_in_a_row=0,
    is_liable_dealer=False,
    stake=5,
    dice=((3, 4), (6, 1)),
    break_place=14,
    wall=make_wall(58),
    phase="turn",
    turn=0,
    window=None,
    seats=(make_seat(0, 14), make_seat(1, 13), make_seat(2, 13), make_seat(3, 13)),
    wall_left=58,
    is_last_tiles=False,
    has_bao=True,
    old_baos=(),
    visible=(0,) * KINDS,
    last_discard=None,
    own=None,
    result=None,
)

_RIVERS = (
    make_river("1m9p7z4s2m8p5s3m6p", {3: 1}),
    make_river("9m1p7z2s9s4p8m3p", {1: 2}, listening=7),
    make_river("7z1s9s2p6m7m5p", {4: 3}),
    make_river("1m1p8s3s9p7z4m2p"),
)

MIDDLE = replace(
    START,
    hand=3,
    dealer=1,
    turn=2,
    seats=(
        make_seat(0, 10, _RIVERS[0], make_meld("chi", "345p", "3p", 3)),
        make_seat(
            1, 7, _RIVERS[1], make_meld("chi", "456s", "4s", 0), make_meld("peng", "777z", "7z", 3), listening=True
        ),
        make_seat(2, 8, _RIVERS[2], make_meld("peng", "111p", "1p", 1), make_meld("an_gang", "8888s")),
        make_seat(3, 10, _RIVERS[3], make_meld("ming_gang", "6666m", "6m", 2)),
    ),
    wall_left=27,
    wall=make_wall(29, 111, 110),
    draws_in_a_row=1,
)

RESTING = (*MIDDLE.seats[:2], replace(MIDDLE.seats[2], concealed_count=7), MIDDLE.seats[3])
"""MIDDLE's seats when none of them is to act."""

CLAIMS = replace(
    MIDDLE,
    seats=RESTING,
    phase="claims",
    turn=3,
    window=WindowView("discard", 3, parse_tile("2p")),
    last_discard=(3, parse_tile("2p")),
)

ASKED = replace(
    CLAIMS,
    viewer=0,
    own=make_own(
        "22p56m789m1188s",
        decision=7,
        actions=(Chi(0, (parse_tile("3p"), parse_tile("4p"))), Peng(0), Pass(0)),
        default=Pass(0),
    ),
)

OWN_TURN = replace(
    MIDDLE,
    viewer=0,
    turn=0,
    seats=(make_seat(0, 11, _RIVERS[0], make_meld("chi", "345p", "3p", 3)), *RESTING[1:]),
    own=make_own(
        "222p56m789m11s",
        "8s",
        decision=9,
        actions=(Discard(0, parse_tile("8s")), Discard(0, parse_tile("8s"), listen=True)),
        listen_discards=(
            (parse_tile("8s"), (WaitView(parse_tile("4m"), False, 3), WaitView(parse_tile("7m"), True, 1))),
        ),
        default=Discard(0, parse_tile("8s")),
    ),
)

LISTENING = replace(
    OWN_TURN,
    seats=(
        make_seat(
            0,
            10,
            make_river("1m9p7z4s2m8p5s3m6p8s", {3: 1}, listening=9),
            make_meld("chi", "345p", "3p", 3),
            listening=True,
        ),
        *MIDDLE.seats[1:],
    ),
    turn=2,
    old_baos=tiles("3s"),
    own=make_own(
        "222p56m789m11s",
        waits=(WaitView(parse_tile("4m"), False, 3), WaitView(parse_tile("7m"), False, 2)),
        bao=parse_tile("6s"),
    ),
)

_HANDS = ("222p56m789m11s", "1234567s", "1234567p", "1123345566m")
OPENED = replace(
    LISTENING,
    opened=OpenHands(
        concealed=tuple(tuple(sorted(tiles(text))) for text in _HANDS),
        drawn=(None, None, parse_tile("9p"), None),
        waits=(LISTENING.own.waits if LISTENING.own else (), (), (), ()),
        bao=parse_tile("6s"),
    ),
)

LONG = replace(
    START,
    viewer=None,
    dealer=2,
    is_liable_dealer=True,
    draws_in_a_row=3,
    stake=1_000_000,
    turn=1,
    wall_left=2,
    wall=make_wall(7, 110, 111, 109),
    is_last_tiles=True,
    old_baos=tiles("3s7z"),
    seats=(
        make_seat(
            0,
            4,
            make_river("1m9p7z4s2m8p5s3m6p8s1p1p9m9m2s2s3p4m7m7p6s", {3: 1, 19: 2}, 12),
            *(
                make_meld("ming_gang", "2222m", "2m", 1),
                make_meld("jia_gang", "5555p", "5p", 2),
                make_meld("ming_gang", "9999s", "9s", 3),
            ),
            listening=True,
        ),
        make_seat(
            1,
            5,
            make_river("9m1p7z2s9s4p8m3p1m9p7z4s2m8p5s3m6p8s1p1p9m9m2s", {1: 2}, 19),
            *(
                make_meld("chi", "456s", "4s", 0),
                make_meld("peng", "777z", "7z", 3),
                make_meld("jia_gang", "1111m", "1m", 2),
            ),
            listening=True,
        ),
        make_seat(
            2,
            4,
            make_river("9m1p7z2s9s4p8m3p1m9p7z4s2m8p5s3m6p8s1p1p9m9m2s8p", {4: 3, 5: 1}),
            *(make_meld("peng", "111p", "1p", 1), make_meld("an_gang", "8888s"), FaceDownGang()),
        ),
        make_seat(
            3,
            4,
            make_river("1m1p8s3s9p7z4m2p9m1p7z2s9s4p8m3p1m9p7z4s2m8p"),
            *(
                make_meld("ming_gang", "6666m", "6m", 2),
                make_meld("chi", "123p", "2p", 2),
                make_meld("jia_gang", "3333p", "3p", 0),
            ),
        ),
    ),
)


def make_result(**facts):
    """Value a win of seat 1 in MIDDLE by Harbin's rules and open all hands."""
    hands = (tiles("56789m22p1188s"), tiles("2233344p"), tiles("567m99p445s"), tiles("1m77p34588s99p"))
    win = WinFacts(
        winner=1,
        dealer=MIDDLE.dealer,
        open=(True, True, True, False),
        listening=(False, True, False, False),
        concealed=tuple(count_kinds(hands[1])),
        melds=MIDDLE.seats[1].melds,
        bao=parse_tile("6s"),
        **facts,
    )
    score = score_win(win, find_rules("harbin"))
    return ResultView("win", hands, win.bao, win.winner, win.source, win.tile, win.how, score.uses_bao, score)


WON = replace(
    MIDDLE,
    seats=RESTING,
    phase="over",
    turn=1,
    result=make_result(source=3, tile=parse_tile("2p"), how="discard"),
    last_discard=(3, parse_tile("2p")),
)

SELF_DRAWN = replace(WON, result=make_result(tile=parse_tile("6s"), how="self_draw"))
DRAWN_GAME = replace(
    LONG,
    phase="over",
    result=ResultView("draw", tuple(tiles(t) for t in ("1122s", "234m55p", "6789m", "22s45p")), parse_tile("9m")),
)

OLD_BAOS = replace(
    replace(
        LONG,
        city="mudanjiang",
        viewer=1,
        own=make_own("45s55m", "6s"),
        wall_left=12,
        is_last_tiles=False,
        old_baos=tiles("3s7z1m5p8s9m2p"),
        seats=(
            replace(LONG.seats[0], river=LONG.seats[0].river[:21], old_baos=tiles("3s")),
            replace(LONG.seats[1], river=LONG.seats[1].river[:15], old_baos=tiles("7z1m5p")),
            replace(LONG.seats[2], river=LONG.seats[2].river[:17], old_baos=tiles("8s")),
            replace(LONG.seats[3], river=LONG.seats[3].river[:16], old_baos=tiles("9m2p")),
        ),
    )
)
"""Baos that were changed lie by every seat, more than any city would have."""

GANG_OPEN = replace(
    LONG,
    viewer=0,
    phase="claims",
    seats=(LONG.seats[0], replace(LONG.seats[1], concealed_count=4), *LONG.seats[2:]),
    turn=3,
    window=WindowView("gang", 3, parse_tile("3p")),
    last_discard=(2, parse_tile("8p")),
    own=make_own("1234p", decision=3, actions=(Win(0), Pass(0)), default=Win(0)),
)
"""Seat 3 has added the fourth 3p to its peng; seat 0 may rob it."""

MANY_WAITS = replace(
    OWN_TURN,
    seats=(make_seat(0, 14, _RIVERS[0]), *RESTING[1:]),
    own=make_own(
        "1112345678999m",
        "7z",
        decision=9,
        actions=(Discard(0, parse_tile("7z"), listen=True),),
        listen_discards=(
            (parse_tile("7z"), tuple(WaitView(kind, kind % 2 == 0, 3) for kind in range(9))),
            *((kind, (WaitView(27, False, 3),)) for kind in range(8)),
        ),
    ),
)

REFUSED = replace(
    OWN_TURN, own=replace(OWN_TURN.own, listen_discards=(), refusal=("no_terminal", "no_triplet", "not_open"))
)

ALL_VIEWS = {
    "start": START,
    "middle": MIDDLE,
    "claims": CLAIMS,
    "asked": ASKED,
    "gang_open": GANG_OPEN,
    "many_waits": MANY_WAITS,
    "refused": REFUSED,
    "own_turn": OWN_TURN,
    "listening": LISTENING,
    "long": LONG,
    "old_baos": OLD_BAOS,
    "opened": OPENED,
    "won": WON,
    "self_drawn": SELF_DRAWN,
    "drawn_game": DRAWN_GAME,
}
