"""What a replay says of a step: all that happened, in every language, and from a seat no tile that it did not know."""

from functools import cache

import pytest

from cogs.films import list_shots
from cogs.replay_panel import MOST_OPTIONS, Scene, build_replay_panel, find_stop, list_moments, list_names
from cogs.replay_press import Look
from cogs.replay_words import see, tell_choices, tell_step, tell_waits
from cogs.texts import LANGUAGES, texts_for
from engine.cities import find_rules, preset_names
from engine.events import Discarded, Won
from engine.record import write_lines
from engine.record_reading import read_record
from engine.record_steps import replay_recorded
from tests.cogs.playing import named_kinds, own_kinds, public_kinds
from tests.golden_records import HANDS, read_golden
from tests.records import HUMAN, Recorder

OPEN = Look(1, is_open=True)
PRESETS = pytest.mark.parametrize("preset", preset_names())


@cache
def read(preset):
    return read_record(read_golden(preset).encode())


@cache
def replay(preset, number):
    return replay_recorded(read(preset), number)


@cache
def scenes_of(hand, look):
    stops = tuple(hand.list_stops(None if look.is_open else look.seat))
    views = hand.walk(stops, look.seat, is_open=look.is_open)
    return [Scene("t", hand, look, stops, stop, view) for stop, view in zip(stops, views, strict=True)]


def text_of(panel):
    parts = [item for item in panel.walk_children() if hasattr(item, "content")]
    return "\n".join(item.content for item in parts)


def labels_of(panel):
    return [option.label for item in panel.walk_children() for option in getattr(item, "options", ())]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(language, caplog):
    texts = texts_for(language)
    for preset in ("mudanjiang", "qiqihar"):
        for look in (OPEN, Look(3, is_open=False)):
            for scene in scenes_of(replay(preset, 4), look)[::3]:
                panel = build_replay_panel(scene, "A-4", None, texts)
                text = text_of(panel)
                assert "{" not in text
                assert len(text) <= 4000
                assert tell_step(scene.hand, scene.stop, look, texts, list_names(scene.hand, texts))
                assert panel.total_children_count <= 40
    assert not caplog.records


@PRESETS
def test_from_a_seat_no_tile_is_named_that_it_could_not_know_then(preset, trials):
    texts = texts_for("en")
    for number in range(2, trials(1, HANDS - 1) + 2):
        hand = replay(preset, number)
        for seat in range(0, 4, trials(3, 1)):
            look, known = Look(seat, is_open=False), set()
            for scene in scenes_of(hand, look):
                for step in hand.steps[: scene.stop + 1][-3:]:
                    for event in filter(None, (see(event, look) for event in step.events)):
                        known |= named_by(event)
                known |= public_kinds(scene.view) | own_kinds(scene.view)
                if scene.view.result is not None or scene.place % trials(3, 1):
                    continue
                panel = build_replay_panel(scene, "A-1", None, texts)
                said = named_kinds("\n".join([text_of(panel), *labels_of(panel)]))
                assert said <= known, (seat, scene.stop)


def named_by(event):
    """Every kind that an event names to whom it was shown."""
    tiles = [getattr(event, name, None) for name in ("tile", "old")]
    return {tile for tile in tiles if tile is not None} | set(getattr(event, "own", ()))


def test_with_open_hands_a_turn_is_one_step_with_what_was_drawn_and_who_could_have_claimed():
    hand, texts = replay("qiqihar", 1), texts_for("en")
    told = ["\n".join(tell_step(hand, s.stop, OPEN, texts, list_names(hand, texts))) for s in scenes_of(hand, OPEN)]
    assert told[0].startswith("**human 2** is the dealer; the dice show 4+6.")
    assert "**human 3** draws 3 Dot and discards **2 Wan**." in told
    assert any("human 0 could peng and passed." in each for each in told)
    assert any("(on autoplay)" in each for each in told)
    discards = sum(isinstance(event, Discarded) for step in hand.steps for event in step.events)
    assert sum("discards" in each for each in told) == discards


def test_from_a_seat_its_choices_and_waits_are_told_and_with_open_hands_everybodys_waits():
    texts = texts_for("en")
    hand = replay("harbin", 1)
    names = list_names(hand, texts)
    own = [tell_choices(scene.view, texts, names) for scene in scenes_of(hand, Look(0, is_open=False))]
    assert ["**human 0** may chi."] in own
    assert all(not tell_choices(scene.view, texts, names) for scene in scenes_of(hand, OPEN))
    before_the_end = scenes_of(hand, OPEN)[-2].view
    assert [line.partition(" waits for ")[0] for line in tell_waits(before_the_end, texts, names)] == names[1:3]


def test_the_end_tells_score_and_coins_and_a_hand_that_was_broken_off_that_it_counts_for_nothing():
    texts = texts_for("en")
    won = text_of(build_replay_panel(scenes_of(replay("harbin", 1), OPEN)[-1], "A-1", None, texts))
    assert "The bao was **2 Bam**." in won
    assert "• Self-draw: **2** fan each" in won
    assert "**Coins**: human 0 −2" in won
    table = Recorder(find_rules("harbin"), 6, kinds=(HUMAN,) * 4)
    hand = replay_recorded(read_record(write_lines(table.play(1, void_last=True)).encode()), 1)
    panel = build_replay_panel(scenes_of(hand, OPEN)[-1], "A-1", None, texts)
    assert "counts for nothing" in text_of(panel)
    assert any("counts for nothing" in label for label in labels_of(panel))


@PRESETS
def test_of_the_moments_to_jump_to_the_weighty_ones_are_all_there_and_never_too_many(preset):
    for number in range(1, HANDS + 1):
        hand = replay(preset, number)
        for look in (OPEN, Look(2, is_open=False)):
            moments = list_moments(hand, look)
            stops = hand.list_stops(None if look.is_open else look.seat)
            assert moments == sorted(set(moments))
            assert len(moments) <= MOST_OPTIONS
            assert {stops[0], stops[-1]} <= set(moments) <= set(stops)
            for stop in stops:
                is_listening = any(isinstance(e, Discarded) and e.listen for e in hand.steps[stop].events)
                assert not is_listening or stop in moments


def test_a_step_at_which_a_look_does_not_stop_is_seen_at_its_next_stop():
    assert [find_stop((0, 2, 5), step) for step in (0, 1, 2, 3, 5, 6, 9999)] == [0, 2, 2, 5, 5, 5, 5]


def test_a_film_stays_longer_where_more_happens_and_longest_at_its_end():
    scenes = scenes_of(replay("harbin", 1), OPEN)
    shots = list_shots(scenes[0], [scene.view for scene in scenes])
    assert len(shots) == len(scenes)
    durations = [shot.duration for shot in shots]
    assert max(durations) == durations[-1]
    assert any(isinstance(event, Won) for event in scenes[-1].hand.steps[-1].events)
    assert len(set(durations)) >= 4
    assert 20_000 < sum(durations) < 120_000
