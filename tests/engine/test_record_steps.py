"""A recorded hand step by step: each seat sees what it saw then, the end is the hand's end, nothing else shows."""

import random
from dataclasses import replace
from functools import cache

import pytest

from engine.cities import find_rules, preset_names
from engine.events import BaoSet, Claimed, Discarded, Drew, Ganged
from engine.record import write_lines
from engine.record_reading import RecordError, read_record
from engine.record_steps import replay_recorded
from engine.tiles import tile_name
from tests.engine.test_random_play import swap_hidden
from tests.golden_records import HANDS, read_golden
from tests.records import COMPUTER, HUMAN, Recorder, json

SEATS = range(4)
PRESETS = pytest.mark.parametrize("preset", preset_names())


@cache
def read(preset):
    return read_record(read_golden(preset).encode())


@cache
def replay(preset, number):
    return replay_recorded(read(preset), number)


class Watched(Recorder):
    """A table that notes what every seat saw after each action."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.seen = {}

    def apply(self, hand, action, auto=None):
        super().apply(hand, action, auto)
        self.seen[hand.setup.hand, len(hand.history)] = [plain(hand.view(seat)) for seat in SEATS]


def plain(view):
    """A view without the number of its decision, which tells nothing (a record does not have each first step of M6)."""
    return replace(view, own=replace(view.own, decision=view.own.decision is not None))


@PRESETS
def test_every_step_is_seen_as_each_seat_saw_it_when_it_was_played(preset):
    table = Watched(find_rules(preset), 11, kinds=(HUMAN,) * 4, coins=(900,) * 4, skill=0.9)
    record = read_record(write_lines(table.play(2)).encode())
    for number in (1, 2):
        hand = replay_recorded(record, number)
        steps = range(1, len(hand.steps))
        for seat in SEATS:
            for step, view in zip(steps, hand.walk(steps, seat, is_open=False), strict=True):
                assert plain(view) == table.seen[number, hand.steps[step].applied][seat]


@PRESETS
def test_no_view_from_a_seat_changes_when_what_was_hidden_from_it_is_swapped(preset, trials):
    rng = random.Random(preset)
    for number in range(1, trials(1, HANDS) + 1):
        hand = replay(preset, number)
        live = hand._begin()
        for step in range(hand.last):
            for action, auto in hand._history[len(live.history) : hand.steps[step].applied]:
                live.apply(action, auto)
            if step % trials(4, 1) == 0:
                seat = step % 4
                assert swap_hidden(live, seat, rng).view(seat) == hand.look(step, seat, is_open=False)


@PRESETS
def test_the_last_step_is_the_end_that_the_record_tells(preset):
    for recorded in read(preset).hands:
        hand = replay(preset, recorded.start["hand"])
        told = [line for line in recorded.body if line.type in {"hu", "draw_game"}][-1]
        for is_open in (False, True):
            view = hand.look(hand.last, 2, is_open=is_open)
            assert view.result.kind == ("win" if told.type == "hu" else "draw")
            assert view.opened is None
            if told.type == "hu":
                assert (view.result.winner, view.result.source) == (told["seat"], told["from"])
                assert tile_name(view.result.tile) == told["tile"]
                assert [line.code for line in view.result.score.lines] == [line["code"] for line in told["lines"]]


@PRESETS
def test_the_steps_tell_every_line_of_the_hand_once_in_its_order(preset):
    for recorded in read(preset).hands:
        hand = replay(preset, recorded.start["hand"])
        told = []
        for step in hand.steps:
            told += [line.type for line in step.around]
            told += [getattr(event, "act", event.type) for event in step.events]
        lines = [line.type for line in (recorded.deal, *recorded.body)]
        assert sorted(told) == sorted(lines)
        around = ("autoplay", "leave", "return")
        assert [kind for kind in told if kind not in around] == [kind for kind in lines if kind not in around]


@PRESETS
def test_with_all_hands_open_every_tile_is_somewhere_and_no_seats_own_view_is_wider(preset):
    hand = replay(preset, 2)
    stops = hand.list_stops(None)
    walks = [hand.walk(stops, seat, is_open=False) for seat in SEATS]
    for view, *seen in zip(hand.walk(stops, 1, is_open=True), *walks, strict=True):
        if view.result is not None:
            continue
        for seat, own in enumerate(seen):
            assert own.opened is None
            assert view.opened.concealed[seat] == own.own.concealed
            assert view.opened.drawn[seat] == own.own.drawn
            assert view.opened.waits[seat] == own.own.waits
            assert view.seats[seat] == own.seats[seat]
        # Each hand with its melds counts as 13 or 14 tiles.
        for seat in SEATS:
            held = len(view.opened.concealed[seat]) + (view.opened.drawn[seat] is not None)
            pair = any(getattr(meld, "type", "") == "zhan" for meld in view.seats[seat].melds)
            assert held + 3 * len(view.seats[seat].melds) - pair in {13, 14}
        assert (view.opened.bao is not None) == view.has_bao


@PRESETS
def test_one_stops_at_every_change_on_the_table_and_at_ones_own_draws(preset):
    for number in range(1, HANDS + 1):
        hand = replay(preset, number)
        for seat in (None, 0, 3):
            stops = hand.list_stops(seat)
            assert (stops[0], stops[-1]) == (0, hand.last)
            for step, each in enumerate(hand.steps):
                is_change = any(isinstance(event, Discarded | Claimed | Ganged | BaoSet) for event in each.events)
                is_own = any(isinstance(event, Drew) and event.seat == seat for event in each.events)
                assert not (is_change or is_own) or step in stops
        assert set(hand.list_stops(None)) < set(hand.list_stops(0))


def test_the_turns_of_a_seat_are_its_draws_and_claims_or_with_open_hands_its_discards():
    hand = replay("harbin", 1)
    for seat in SEATS:
        own = [hand.steps[turn].events for turn in hand.list_turns(seat, is_open=False)]
        assert own
        assert all(any(getattr(event, "seat", None) == seat for event in events) for events in own)
        discards = sum(isinstance(event, Discarded) and event.seat == seat for s in hand.steps for event in s.events)
        assert len(hand.list_turns(seat, is_open=True)) == discards


def test_a_hand_that_was_broken_off_ends_by_counting_for_nothing():
    table = Recorder(find_rules("mudanjiang"), 5, kinds=(HUMAN,) * 4, coins=(100,) * 4, skill=0.9)
    hand = replay_recorded(read_record(write_lines(table.play(2, void_last=True)).encode()), 2)
    assert hand.void_why == "ended"
    view = hand.look(hand.last, 0, is_open=False)
    assert (view.phase, view.result.kind, view.own.actions) == ("over", "void", ())
    assert [len(tiles) for tiles in view.result.hands] == [seat.concealed_count for seat in view.seats]


def test_who_sat_in_a_hand_and_with_how_many_coins_is_known():
    hand = replay("harbin", 3)
    assert [player["kind"] for player in hand.players] == ["human", "computer", "human", "human"]
    own = hand.start["coins"]
    assert hand.coins == (own[0], None, own[2], own[3])
    table = Recorder(find_rules("harbin"), 5, kinds=(COMPUTER,) * 4)
    assert replay_recorded(read_record(write_lines(table.play(1)).encode()), 1).coins == (None,) * 4


def test_what_people_did_stands_with_the_step_before_which_they_did_it():
    lines = [json.loads(line) for line in read_golden("harbin").splitlines()]
    place = [place for place, line in enumerate(lines) if line["type"] == "draw"][2]
    lines.insert(place, {"type": "autoplay", "seat": 0, "on": True, "why": "chosen"})
    hand = replay_recorded(read_record(write_lines(lines).encode()), 1)
    (step,) = [step for step in hand.steps if step.around]
    assert step.events[-1].type == "draw"
    assert step.around[0]["seat"] == 0


def test_a_hand_alone_can_be_replayed_whatever_people_did_in_the_hands_before():
    lines = [json.loads(line) for line in read_golden("harbin").splitlines()]
    ends = [place for place, line in enumerate(lines) if line["type"] == "end_hand"]
    off = {"type": "autoplay", "seat": 0, "on": False, "why": "chosen"}
    place = next(place for place, line in enumerate(lines) if place > ends[0] and line["type"] == "draw")
    alone = [lines[0], *lines[ends[0] + 1 : place], off, *lines[place : ends[1] + 1], lines[-1]]
    assert replay_recorded(read_record(write_lines(alone).encode()), 2).number == 2


def test_a_hand_that_is_not_there_is_none_and_one_that_does_not_hold_is_refused():
    assert replay_recorded(read("harbin"), 7) is None
    lines = [json.loads(line) for line in read_golden("harbin").splitlines()]
    first = next(line for line in lines if line["type"] == "discard")
    first["tile"] = "9s" if first["tile"] != "9s" else "8s"
    with pytest.raises(RecordError):
        replay_recorded(read_record(write_lines(lines).encode()), 1)
    end = next(line for line in lines if line["type"] == "end_hand")
    end["reveal"] = "0" * 64
    with pytest.raises(RecordError) as refused:
        replay_recorded(read_record(write_lines(lines).encode()), 1)
    assert refused.value.fault.code == "wrong_wall"
    with pytest.raises(IndexError):
        replay("harbin", 1).look(999, 0, is_open=False)
