"""Draws the pictures of docs/: all tiles of both sets, a table, and a contact sheet of what is drawn.

python -m tests.render.sheets    # look at each before it is committed
"""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

from engine.tiles import ALL_KINDS
from render import BACK, SeatLabel, draw_hand, draw_result, draw_table, find_theme, make_avatar
from render.sprites import TileLook, depth_of, draw_tile
from tests.bench.bench_pictures import find_hand, play_until
from tests.render.views import (
    ASKED,
    CLAIMS,
    DRAWN_GAME,
    LISTENING,
    LONG,
    MANY_WAITS,
    OWN_TURN,
    WON,
)

DOCS = Path(__file__).parents[2] / "docs"
DARK, LIGHT = (49, 51, 56), (255, 255, 255)
"""The grounds of Discord's own dark and light mode."""


def make_face(seed):
    """A portrait, of a kind: a head, shoulders and a ground, each of a colour of its own."""
    rng = Random(seed)
    colours = [tuple(rng.randrange(60, 230) for _ in range(3)) for _ in range(2)]
    picture = Image.new("RGB", (128, 128), colours[0])
    pen = ImageDraw.Draw(picture)
    pen.ellipse((14, 86, 114, 180), colours[1])
    pen.ellipse((38, 26, 90, 94), (236, 200, 168))
    pen.pieslice((34, 18, 94, 78), 180, 360, (60, 44, 38))
    for left in (52, 70):
        pen.ellipse((left, 54, left + 6, 61), (40, 30, 30))
    pen.arc((54, 62, 74, 80), 20, 160, (170, 70, 70), 3)
    out = BytesIO()
    picture.save(out, "PNG")
    return make_avatar(out.getvalue())


LABELS = (
    SeatLabel("松花江上", 12_345, avatar=make_face(3), streak=2),
    SeatLabel("Александр", 980, is_autoplay=True, avatar=make_face(8)),
    SeatLabel("محمد علي", 1_000_000),
    SeatLabel("电脑 1", None, is_computer=True),
)
DELTAS = (-5, 25, -5, -15)


def save(picture, name, colours=128):
    """Write a picture with few colours."""
    few = picture.quantize(colours, kmeans=4, dither=Image.Dither.NONE)
    few.save(DOCS / name, "PNG", optimize=True)


def draw_tiles(width=58):
    """All tiles of both sets on one felt."""
    height, depth, gap = round(width * 1.32), depth_of(width), 8
    rows = [(*ALL_KINDS[:9], ALL_KINDS[27]), (*ALL_KINDS[9:18], BACK), ALL_KINDS[18:27]]
    step_x, step_y = width + gap, height + depth + gap
    felt = find_theme("jade", "traditional").felt
    sheet = Image.new("RGB", (10 * step_x + 2 * gap, 6 * step_y + 5 * gap), felt)
    y = 2 * gap
    for tiles in ("traditional", "contrast"):
        theme = find_theme("jade", tiles)
        for row in rows:
            for column, kind in enumerate(row):
                sprite = draw_tile(TileLook(theme, kind, width, height, depth, theme.felt))
                sheet.paste(sprite.convert("RGB"), (2 * gap + column * step_x, y))
            y += step_y
        y += 2 * gap
    return sheet


def lay_out(pictures, ground, columns=4, width=300, gap=12):
    """Pictures in columns, each below the shortest so far, on Discord's ground."""
    tops = [gap] * columns
    places = []
    for data in pictures:
        picture = Image.open(BytesIO(data)).convert("RGB")
        small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        column = tops.index(min(tops))
        places.append((small, gap + column * (width + gap), tops[column]))
        tops[column] += small.height + gap
    sheet = Image.new("RGB", (columns * (width + gap) + gap, max(tops)), ground)
    for small, x, y in places:
        sheet.paste(small, (x, y))
    return sheet


def draw_contact_sheet():
    """A choice of tables, hands and results, in dark and in light mode."""
    half, full = play_until(40).view(None), play_until(8).view(None)
    won = find_hand(lambda hand: hand.result is not None and hand.result.score is not None).view(None)
    jade, night = find_theme("jade", "traditional"), find_theme("night", "contrast")
    above = [
        draw_table(half, LABELS, theme=jade),
        draw_table(CLAIMS, LABELS),
        draw_table(LONG, LABELS, theme=jade),
        draw_result(WON, LABELS, DELTAS, theme=jade),
        draw_hand(OWN_TURN, theme=jade),
        draw_hand(ASKED),
        draw_hand(LISTENING, theme=jade),
        draw_hand(MANY_WAITS),
    ]
    below = [
        draw_table(half, LABELS, theme=night, language="en"),
        draw_table(full, LABELS, theme=night, language="en"),
        draw_table(replace(LONG, city="qiqihar"), LABELS, theme=find_theme("jade", "contrast"), language="zh-TW"),
        draw_result(won, LABELS, won.result.score.deltas(5), theme=night, language="en"),
        draw_hand(OWN_TURN, theme=night, language="en"),
        draw_hand(ASKED, theme=find_theme("jade", "contrast")),
        draw_hand(LISTENING, theme=night, language="en"),
        draw_result(DRAWN_GAME, LABELS, (0,) * 4, theme=find_theme("night", "numbered")),
    ]
    dark, light = lay_out(above, DARK), lay_out(below, LIGHT)
    sheet = Image.new("RGB", (dark.width, dark.height + light.height), DARK)
    sheet.paste(dark, (0, 0))
    sheet.paste(light, (0, dark.height))
    return sheet


def main():
    """Draw all of them anew."""
    save(draw_tiles(), "tiles.png")
    save(draw_contact_sheet(), "pictures.png", 160)
    (DOCS / "table.png").write_bytes(draw_table(play_until(26).view(None), LABELS, language="en"))


if __name__ == "__main__":
    main()
