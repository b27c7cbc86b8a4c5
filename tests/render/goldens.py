"""Pictures as they looked when somebody last looked at them: thirteen states in two sets of tiles, kept small.

What is kept is a thumbnail. A picture holds if each small square of its thumbnail is about as bright and as coloured as
the kept one's: other versions of Pillow and FreeType draw edges a little otherwise, a tile more or less is far beyond.

    python -m tests.render.goldens    # draws them anew; look at each before it is committed
"""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from engine.tiles import parse_tile
from render import draw_hand, draw_result, draw_table, find_theme
from render.avatars import SIZE, Avatar
from tests.render.views import (
    ASKED,
    CLAIMS,
    DRAWN_GAME,
    LABELS,
    LISTENING,
    LONG,
    MIDDLE,
    OLD_BAOS,
    OPENED,
    OWN_TURN,
    SELF_DRAWN,
    START,
    WON,
)

FOLDER = Path(__file__).parents[1] / "data" / "pictures"
WIDTH = 160
SQUARE = 6
TOLERANCE = 20
"""How far a square's mean may be from the kept one's, in 255ths, in any colour."""

TILES = ("traditional", "contrast")

_AVATAR = Avatar(
    bytes(place * 3 // (SIZE * SIZE) for place in range(SIZE * SIZE)), ((200, 90, 60), (240, 220, 190), (60, 90, 160))
)
_LABELS = (replace(LABELS[0], avatar=_AVATAR, streak=2), *LABELS[1:])
_CLAIMED = replace(
    MIDDLE,
    seats=(replace(MIDDLE.seats[0], river=MIDDLE.seats[0].river[:4]), *MIDDLE.seats[1:]),
    turn=1,
    last_discard=(0, parse_tile("4s")),
)


def draw_all(theme):
    """Every state in a theme, by its name."""
    tables = {
        "table-start": START,
        "table-claims": CLAIMS,
        "table-claimed": _CLAIMED,
        "table-listening": LISTENING,
        "table-long": LONG,
        "table-old-baos": OLD_BAOS,
        "table-opened": OPENED,
    }
    hands = {"hand-asked": ASKED, "hand-own-turn": OWN_TURN, "hand-listening": LISTENING}
    results = {"result-won": WON, "result-self-drawn": SELF_DRAWN, "result-draw": DRAWN_GAME}
    deltas = (-5, 25, -5, -15)
    return {
        **{name: draw_table(view, _LABELS, theme=theme) for name, view in tables.items()},
        **{name: draw_hand(view, theme=theme) for name, view in hands.items()},
        **{name: draw_result(view, _LABELS, deltas, theme=theme) for name, view in results.items()},
    }


def shrink(data):
    """The thumbnail of a picture."""
    picture = Image.open(BytesIO(data)).convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.BOX)


def find_path(name, tiles):
    return FOLDER / f"{name}-{tiles}.webp"


def measure_difference(first, second):
    """How far the squares of two thumbnails are apart at most; 255 if they are not of one size."""
    if first.size != second.size:
        return 255
    squares = (max(1, first.width // SQUARE), max(1, first.height // SQUARE))
    difference = ImageChops.difference(*(each.resize(squares, Image.Resampling.BOX) for each in (first, second)))
    return max(high for _, high in difference.getextrema())


def main():
    """Draw all of them anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for tiles in TILES:
        for name, data in draw_all(find_theme("jade", tiles)).items():
            # Few colours, without loss: a sixth of the size, and nearer than any lossy way of this size.
            few = shrink(data).quantize(256, kmeans=2, dither=Image.Dither.NONE)
            few.convert("RGB").save(find_path(name, tiles), "WEBP", lossless=True, method=6)


if __name__ == "__main__":
    main()
