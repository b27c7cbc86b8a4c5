"""What a replay costs: opening a hand, showing a step, and its film. Run as `python -m tests.bench.bench_replays`.

Hands are the first of each preset's golden record. Opening: from one hand's record to all its views in a look, beside
playing the hand by its actions alone, which nobody can do without. A step: panel, words and a picture not drawn before,
beside the picture alone. The film in full, beside drawing its pictures as PNG.
"""

from collections.abc import Sequence
from functools import partial

from cogs.films import list_shots
from cogs.replay_panel import Scene, build_replay_panel, label_players
from cogs.replay_press import Look
from cogs.texts import texts_for
from engine.cities import preset_names
from engine.record import write_lines
from engine.record_reading import read_record
from engine.record_steps import ReplayedHand, replay_recorded
from engine.view import View
from render import draw_film, draw_table
from tests.bench.report import measure, report
from tests.golden_records import read_golden
from tests.records import parse_lines

LOOK = Look(0, is_open=True)
EN = texts_for("en")
ROUNDS = 5


def cut_hand(preset: str) -> bytes:
    """The record of a preset's first hand alone, as the archive gives it."""
    lines = parse_lines(read_golden(preset))
    end = next(place for place, line in enumerate(lines) if line["type"] == "end_hand")
    return write_lines([*lines[: end + 1], lines[-1]]).encode()


def open_hand(data: bytes) -> tuple[ReplayedHand, list[int], list[View]]:
    """All that the first look at a hand takes."""
    hand = replay_recorded(read_record(data), 1)
    assert hand is not None
    stops = hand.list_stops(None)
    return hand, stops, list(hand.walk(stops, LOOK.seat, is_open=True))


def play(hand: ReplayedHand) -> None:
    """The hand from its deal to its end, by its actions alone."""
    hand.look(hand.last, 0, is_open=False)


def show_step(scene: Scene) -> None:
    """A step as it is answered with: panel and picture."""
    draw_table(scene.view, label_players(scene.hand, EN), language="en")
    build_replay_panel(scene, "A-1", None, EN)


def draw_pictures(views: Sequence[View], hand: ReplayedHand) -> int:
    """Every step as a PNG; returns their bytes."""
    labels = label_players(hand, EN)
    return sum(len(draw_table(view, labels, language="en")) for view in views)


def list_row(preset: str) -> list[str]:
    """A preset's row."""
    data = cut_hand(preset)
    hand, stops, views = open_hand(data)
    scenes = [Scene("t", hand, LOOK, tuple(stops), stop, view) for stop, view in zip(stops, views, strict=True)]
    labels = label_players(hand, EN)
    film = partial(draw_film, list_shots(scenes[0], views), labels, language="en")
    size = len(film())
    seconds = measure(
        {
            "open": partial(open_hand, data),
            "play": partial(play, hand),
            "step": lambda: [show_step(scene) for scene in scenes],
            "pictures": partial(draw_pictures, views, hand),
            "film": film,
        },
        rounds=ROUNDS,
        calls=1,
    )
    pictures = draw_pictures(views, hand)
    return [
        preset,
        str(len(stops)),
        f"{1e3 * seconds['open']:.1f}",
        f"{seconds['open'] / seconds['play']:.1f}",
        f"{1e3 * seconds['step'] / len(stops):.2f}",
        f"{seconds['step'] / seconds['pictures']:.1f}",
        f"{seconds['film']:.2f}",
        f"{seconds['film'] / seconds['pictures']:.1f}",
        f"{size / 1000:.0f}",
        f"{size / pictures:.2f}",
    ]


HEAD = (
    "first hand of",
    "steps",
    "to open, CPU ms",
    "× playing it",
    "a step, CPU ms",
    "× its picture",
    "film, CPU s",
    "× its pictures",
    "film, KB",
    "× its PNGs",
)


def main() -> None:
    """Measure all; write the table."""
    report(
        "replays",
        "Replays",
        HEAD,
        [list_row(preset) for preset in preset_names()],
        note="All hands open. To open: from the record of the hand to its views at all steps; going back and forth "
        "plays nothing again then. A step: panel, words and picture. Film: WebP without loss, 1000 × 1000 pixels.",
    )


if __name__ == "__main__":
    main()
