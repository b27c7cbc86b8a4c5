"""What a picture costs, beside the same scene done naively and beside the least that any picture costs.

Run as `python -m tests.bench.bench_pictures`. All three are measured in interleaved rounds of one run: ours from view
to PNG, layout included; the naive way from a list of what is to be drawn, layout not included; the floor, a copy of the
finished pixels and their compression. Then two hundred pictures are drawn as the bot draws them, in its threads, while
the event loop tells by how much it was held up.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from isal import isal_zlib
from PIL import Image, ImageDraw

import render.canvas
import render.hand
import render.result
import render.table
from cogs.lanes import Lanes
from cogs.pictures import WAITING, WORKERS
from cogs.run import SWITCH_SECONDS
from engine.actions import Resolve
from engine.cities import find_rules
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.players import find_player
from engine.shuffle import deal_hand
from engine.view import View
from render import THEMES, TILE_SETS, Avatar, SeatLabel, draw_hand, draw_result, draw_table, find_theme, make_avatar
from render.fonts import load_font
from render.sprites import draw_tile
from render.text import clean_text, fit_text, split_runs
from tests.bench.bench_memory import MB
from tests.bench.report import measure, report

FULL_WALL = 8
"""So few tiles are left in the wall when a table is full: about a hundred lie open or stand in hands."""
HALF_WALL = 35
PICTURES = 200
ROUNDS = 9
CALLS = 3
KB = 1000


def make_photo(seed: int) -> Avatar:
    """An avatar of what people use: soft areas of many colours with something light in the middle."""
    rng = Random(seed)
    corners = Image.new("RGB", (3, 3))
    corners.putdata([(rng.randrange(40, 220), rng.randrange(40, 220), rng.randrange(40, 220)) for _ in range(9)])
    photo = corners.resize((128, 128), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(photo)
    pen.ellipse((36, 24, 92, 92), (228, 190, 160))
    pen.rectangle((26, 92, 102, 128), (rng.randrange(256), rng.randrange(256), rng.randrange(256)))
    out = BytesIO()
    photo.save(out, "PNG")
    avatar = make_avatar(out.getvalue())
    assert avatar is not None
    return avatar


LABELS = (
    SeatLabel("松花江上", 12_345, avatar=make_photo(1)),
    SeatLabel("Александр", 980, is_autoplay=True, avatar=make_photo(2)),
    SeatLabel("محمد علي", 1_000, avatar=make_photo(3)),
    SeatLabel("Maya", 24_680, avatar=make_photo(4)),
)

# The scenes ---------------------------------------------------------------------------------------------------------


def play(seed: int, is_reached: Callable[[Hand], bool]) -> Hand | None:
    """A hand of greedy players, stopped where asked; None if it ends before."""
    rules, player, chance = find_rules("harbin"), find_player("greedy"), Random(seed)
    hand = Hand(rules, deal_hand(seed.to_bytes(32, "big"), ("",) * 4, rules, 0), HandSetup(hand=3, stake=20))
    while not is_reached(hand):
        if hand.result is not None:
            return None
        if hand.can_resolve:
            hand.apply(Resolve())
            continue
        seat = next(iter(hand.pending))
        hand.apply(player(hand.view(seat, explains=False), rules, chance))
    return hand


def find_hand(is_reached: Callable[[Hand], bool]) -> Hand:
    """The first such hand."""
    return next(hand for hand in (play(seed, is_reached) for seed in range(1_000)) if hand is not None)


def play_until(wall_left: int) -> Hand:
    """A hand on somebody's own turn when the wall has so few tiles."""
    return find_hand(lambda hand: hand.result is None and hand.window is None and hand.wall.left <= wall_left)


def list_scenes() -> dict[str, Callable[[], bytes]]:
    """What is drawn, by name: each gives a PNG."""
    full, half = play_until(FULL_WALL), play_until(HALF_WALL)
    over = find_hand(lambda hand: hand.result is not None and hand.result.score is not None)
    own, won = half.view(half.turn), over.view(None)
    assert won.result is not None
    assert won.result.score is not None
    return {
        "table, full": partial(draw_table, full.view(None), LABELS),
        "table, half a hand played": partial(draw_table, half.view(None), LABELS),
        "own hand on its turn": partial(draw_hand, own),
        "result of a win": partial(draw_result, won, LABELS, won.result.score.deltas(20)),
    }


# The naive way: written once and left alone, so that what ours is compared with never changes -----------------------

Step = tuple[str, tuple[Any, ...]]


class Scribe(render.canvas.Canvas):
    """A canvas that also writes down what is to be drawn: sprites as RGBA, panels, and lines of text."""

    last: "Scribe"

    def __init__(self, *args: Any) -> None:
        """Start like any canvas."""
        super().__init__(*args)
        self.steps: list[Step] = []
        self._is_writing = True
        Scribe.last = self

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Paste, and note the sprite."""
        super().paste(sprite, x, y)
        if self._is_writing:
            self.steps.append(("sprite", (sprite.convert("RGBA"), round(x), round(y))))

    def paint_once(self, part: Any) -> None:
        """Paint what is in a part."""
        part.paint(self)

    def paste_avatar(self, avatar: Avatar, x: float, y: float) -> None:
        """Paste an avatar, and note it as a sprite."""
        super().paste_avatar(avatar, x, y)
        sprite = Image.frombytes("P", (64, 64), avatar.pixels)
        sprite.putpalette([channel for colour in avatar.colours for channel in colour])
        disc = sprite.convert("RGBA")
        disc.putalpha(render.canvas.round_mask().convert("L"))
        self.steps.append(("sprite", (disc, round(x), round(y))))

    def fill(self, box: Any, colour: Any) -> None:
        """Fill, and note the box."""
        super().fill(box, colour)
        self.steps.append(("panel", (tuple(round(edge) for edge in box), colour, 0, colour, 0)))

    def panel(
        self, box: Any, fill: Any, *, ground: Any = None, radius: int = 14, edge: Any = None, border: int = 0
    ) -> None:
        """Lay a panel, and note it."""
        self._is_writing = False
        super().panel(box, fill, ground=ground, radius=radius, edge=edge, border=border)
        self._is_writing = True
        self.steps.append(("panel", (tuple(round(value) for value in box), fill, radius, edge or fill, border)))

    def text(
        self, place: Any, text: str, size: int, ink: Any, paper: Any, *, width: int = 1000, align: Any = "left"
    ) -> int:
        """Write a line, and note it."""
        self._is_writing = False
        drawn = super().text(place, text, size, ink, paper, width=width, align=align)
        self._is_writing = True
        x = place[0] - {"left": 0.0, "centre": drawn / 2, "right": float(drawn)}[align]
        self.steps.append(("text", (x, place[1], fit_text(text, size, width, self.language), size, ink)))
        return drawn


def note_steps(draw: Callable[[], bytes]) -> Scribe:
    """Draw a scene once with a scribe; return it."""
    modules: tuple[Any, ...] = (render.table, render.hand, render.result)
    kept = [module.Canvas for module in modules]
    try:
        for module in modules:
            module.Canvas = Scribe
        draw()
    finally:
        for module, canvas in zip(modules, kept, strict=True):
            module.Canvas = canvas
    return Scribe.last


def draw_naively(scene: Scribe) -> bytes:
    """Draw the same in RGBA: sprites by `alpha_composite`, panels and text anew each time, Pillow's default PNG."""
    picture = Image.new("RGBA", (scene.width, scene.height), (*scene.ground, 255))
    pen = ImageDraw.Draw(picture)
    for kind, facts in scene.steps:
        if kind == "sprite":
            sprite, x, y = facts
            picture.alpha_composite(sprite, (max(0, x), max(0, y)))
        elif kind == "panel":
            (left, top, right, bottom), fill, radius, edge, border = facts
            pen.rounded_rectangle((left, top, right - 1, bottom - 1), radius, fill, edge, border)
        else:
            x, y, text, size, ink = facts
            for run in split_runs(clean_text(text), scene.language):
                font = load_font(run.face, size)
                pen.text((x, y + size * 0.36), run.text, ink, font, "ls", stroke_width=run.face.boldness * size)
                x += font.getlength(run.text)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def copy_and_encode(scene: Scribe) -> bytes:
    """The floor: one copy of the finished pixels and their encoding."""
    return isal_zlib.compress(scene._lines.copy().tobytes(), 1)


# The event loop ------------------------------------------------------------------------------------------------------


async def watch_loop(gaps: list[float]) -> None:
    """Come round every millisecond; add by how much later than that it was."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        gaps.append(time.perf_counter() - before - 0.001)


async def draw_many(scenes: list[Callable[[], bytes]]) -> list[float]:
    """Draw so many pictures in the bot's threads, a few always waiting; by how much the loop was held up, each time."""
    lanes, gaps = Lanes(WORKERS, WAITING, "bench"), list[float]()
    watch = asyncio.create_task(watch_loop(gaps))
    todo = [scenes[number % len(scenes)] for number in range(PICTURES)]

    async def work() -> None:
        while todo:
            await lanes.run(todo.pop(), is_urgent=False)

    await asyncio.gather(*(work() for _ in range(WORKERS + 1)))
    watch.cancel()
    lanes.close()
    return gaps


async def wait_idle(seconds: float) -> list[float]:
    """By how much a loop with nothing to do is held up on this machine."""
    gaps = list[float]()
    watch = asyncio.create_task(watch_loop(gaps))
    await asyncio.sleep(seconds)
    watch.cancel()
    return gaps


def list_loop_rows(scenes: list[Callable[[], bytes]]) -> list[list[str]]:
    """The loop's stalls with two hundred pictures and without any: longest, and of a hundred the second longest."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        start = time.perf_counter()
        busy = sorted(asyncio.run(draw_many(scenes)))
        idle = sorted(asyncio.run(wait_idle(time.perf_counter() - start)))
    finally:
        sys.setswitchinterval(before)
    return [
        [name, f"{1e3 * gaps[-1]:.1f}", f"{1e3 * gaps[int(0.99 * len(gaps))]:.1f}"]
        for name, gaps in ((f"{PICTURES} pictures in {WORKERS} threads", busy), ("nothing to do", idle))
    ]


# Memory --------------------------------------------------------------------------------------------------------------


def list_moments(hands: int) -> list[View]:
    """Every fourth moment of some hands."""
    views: list[View] = []

    def look(hand: Hand) -> bool:
        if len(hand.history) % 4 == 0:
            views.append(hand.view(None))
        return hand.result is not None

    for seed in range(hands):
        play(seed, look)
    return views


def read_resident() -> float:
    """Megabytes that this process holds; nothing where the system does not tell."""
    if sys.platform != "linux":
        return float("nan")
    gc.collect()
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) * 1024 / MB


def list_memory_rows() -> list[list[str]]:
    """What the caches hold after the tables of twenty hands in one look, and in all looks that there are."""
    views = list_moments(20)
    draw_tile.cache_clear()
    rows, before = [], read_resident()
    for name, looks in (("one look", [("jade", "numbered")]), ("all six", [(f, t) for f in THEMES for t in TILE_SETS])):
        for felt, tiles in looks:
            for view in views:
                draw_table(view, LABELS, theme=find_theme(felt, tiles))
        rows.append([name, str(draw_tile.cache_info().currsize), f"{read_resident() - before:.1f}"])
    return rows


def main() -> None:
    """Measure all; write the tables."""
    memory = list_memory_rows()
    scenes = list_scenes()
    rows = []
    for name, draw in scenes.items():
        scene = note_steps(draw)
        naive, floor = partial(draw_naively, scene), partial(copy_and_encode, scene)
        seconds = measure({"ours": draw, "naive": naive, "floor": floor}, rounds=ROUNDS, calls=CALLS)
        ours = seconds["ours"]
        sizes = [f"{len(data) / KB:.1f}" for data in (draw(), naive())]
        ratios = [f"{seconds['naive'] / ours:.1f}", f"{ours / seconds['floor']:.1f}"]
        rows.append([name, f"{1e3 * ours:.2f}", *ratios, *sizes])
    sprites = sum(kind == "sprite" for kind, _ in note_steps(scenes["table, full"]).steps)
    report(
        "pictures",
        "Pictures",
        ["picture, 1000 pixels wide", "CPU ms", "× cheaper than naive", "× the floor", "KB", "KB naive"],
        rows,
        note=f"The full table has {sprites} sprites, panels and text apart. Naive: the same scene on an RGBA canvas, "
        "`alpha_composite` for each sprite, text drawn each time, Pillow's PNG as it comes; its layout is not counted, "
        "ours is. Floor: a copy of the pixels and their compression (`isal`).",
    )
    report(
        "pictures-loop",
        "The event loop while pictures are drawn",
        ["the loop has", "longest stall, ms", "99 of 100 below, ms"],
        list_loop_rows(list(scenes.values())),
        note="By how much a task that wants to run every millisecond is late, wall clock; the machine has other work.",
    )
    report(
        "pictures-memory",
        "Memory of pictures",
        ["tables of 20 hands drawn in", "sprites of tiles kept", "MB"],
        memory,
        note="Resident memory of the process gained by drawing them: sprites, text and fonts.",
    )


if __name__ == "__main__":
    main()
