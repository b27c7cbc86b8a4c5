"""A record that does not hold is found by `replay`: every altered line is named with its number and a stable code."""

import copy
from random import Random

import pytest

from engine.actions import Win
from engine.cities import find_rules, preset_names
from engine.record import RecordPlayer, autoplay, come_back, leave, penalty, sit, void, write_lines
from engine.record_check import check_record
from engine.record_reading import RecordError, read_record
from engine.record_report import replay_report, verify_report
from engine.record_schema import TILE_NAMES
from engine.record_simulated import record_matches
from engine.simulate import play_matches
from engine.verify import verify_record
from tests.golden_records import read_golden
from tests.records import COMPUTER, HUMAN, Recorder, parse_lines


def find_faults(lines):
    try:
        return check_record(read_record(write_lines(lines).encode()))
    except RecordError as error:
        return [error.fault]


def first_fault(lines):
    """Return line number and code of the first fault; None if the record holds."""
    faults = find_faults(lines)
    return (faults[0].line, faults[0].code) if faults else None


def cut(lines, hands):
    """Return the first hands of a record as a record of their own."""
    end = [number for number, line in enumerate(lines) if line["type"] == "end_hand"][hands - 1]
    return [*lines[: end + 1], lines[-1] | {"coins": lines[end]["coins"]}]


def golden(preset, hands=6):
    return cut(parse_lines(read_golden(preset)), hands)


def places(lines, kind, **fields):
    """Return the places (from 0) of the lines of a type with these values."""
    return [
        place
        for place, line in enumerate(lines)
        if line["type"] == kind and all(line[name] == value for name, value in fields.items())
    ]


def alter(record, place, /, **fields):
    """Return a copy with fields of a line altered."""
    return [*record[:place], record[place] | fields, *record[place + 1 :]]


# ---- what holds


@pytest.mark.parametrize("preset", preset_names())
def test_golden_records_hold(preset):
    assert find_faults(golden(preset)) == []


@pytest.mark.parametrize("preset", preset_names())
def test_records_of_simulate_hold(preset):
    rules = find_rules(preset)
    players = ("random", "random", "random", "random")
    matches = list(record_matches(play_matches(rules, 9, 3, players), rules, players, "test 1", "2026-08-01T00:00:00Z"))
    assert [len(places(lines, "start_hand")) for lines in matches] == [8, 1]
    assert [find_faults(lines) for lines in matches] == [[], []]
    assert matches[0][-1]["why"] == "finished"
    assert {line["stake"] for lines in matches for line in lines if line["type"] == "start_hand"} == {1}


HOUSES = [
    ("harbin", {}),
    ("harbin", {"run": True, "dealer_double": True, "stake": 3, "leave_penalty": 36}),
    ("harbin", {"bao_from": "fifteenth", "gang_after_listening": "same_waits", "big_wind": "fourth_tile"}),
    ("harbin", {"dragon_draw": True, "instant_bao": True, "dragon_bao": True, "rob_gang": "discard", "dead_wall": 9}),
    ("harbin", {"swap_call": False, "win_over_listen_claim": False, "allow_debt": True, "autoplay_wins": False}),
    ("harbin-single-payer", {"must_open": False, "min_suits": 1, "need_triplet": False, "sequence_at": "never"}),
    ("mudanjiang", {}),
    ("mudanjiang", {"dealer_each_hand": "random", "draw_liability": 3, "instant_bao": True, "rob_gang": "discard"}),
    ("qiqihar", {}),
    ("qiqihar", {"bao_dice": 2, "rob_gang": "self_draw", "big_wind": "same_number", "deal_dice": 1}),
    ("qiqihar-local", {"last_tiles": 4, "unready_discarder": "double", "discard_payment": "discarder"}),
]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_whatever_is_played_and_whoever_comes_and_goes_holds(trials, house):
    city, options = HOUSES[house]
    rules = find_rules(city, options)
    for seed in range(house, house + trials(2, 400)):
        rng = Random(f"{city} {seed}")
        kinds = [rng.choice((HUMAN, COMPUTER)) for _ in range(4)] if seed % 2 else [HUMAN] * 4
        coins = [rng.choice((5, 40, 1000)) if kind == HUMAN and seed % 3 else 0 for kind in kinds]
        recorder = Recorder(rules, seed, kinds=kinds, coins=coins, unrest=0.04 if seed % 4 else 0.0)
        lines = recorder.play(4, void_last=seed % 4 == 3)
        report = replay_report(write_lines(lines).encode())
        assert report.faults == ()
        assert len(report.lines) == len(lines) + 1


@pytest.mark.slow
def test_a_match_of_more_than_64_hands_has_a_second_chain():
    lines = Recorder(find_rules("qiqihar"), 5).play(66)
    starts = [line for line in lines if line["type"] == "start_hand"]
    assert [line["hand"] for line in starts if line["commitment"] is not None] == [65]
    second = places(lines, "start_hand", hand=65)[0]
    for report in (replay_report, verify_report):
        told = report(write_lines(lines).encode())
        assert told.faults == ()
        assert sum(lines[second]["commitment"] in line for line in told.lines) == 1
    wrong = [(second + 1, "wrong_commitment")]
    for commitment in (None, "0" * 64):
        data = write_lines(alter(lines, second, commitment=commitment)).encode()
        assert [(fault.line, fault.code) for fault in verify_record(read_record(data))] == wrong


# ---- what does not


@pytest.mark.parametrize(
    ("preset", "kind", "fields", "code"),
    [
        ("harbin", "start_hand", {"hand": 9}, "wrong_hand"),
        ("harbin", "start_hand", {"draws_in_a_row": 2}, "wrong_draws_in_a_row"),
        ("harbin", "start_hand", {"liable_dealer": True}, "wrong_liable_dealer"),
        ("harbin", "start_hand", {"stake": 7}, "wrong_stake"),
        ("harbin", "start_hand", {"runs": [1, 1, 1, 1]}, "wrong_runs"),
        ("harbin", "start_hand", {"commitment": "0" * 64}, "wrong_commitment"),
        ("harbin", "bao", {"tile": "5m"}, "wrong_tile"),
        ("harbin", "bao", {"index": 110}, "wrong_index"),
        ("harbin", "bao", {"why": "changed"}, "wrong_why"),
        ("qiqihar", "bao", {"old": "1m"}, "wrong_old"),
        ("harbin", "draw", {"tile": "9m"}, "wrong_tile"),
        ("harbin", "draw", {"index": 54}, "wrong_index"),
        ("harbin", "draw", {"from": "tail"}, "wrong_from"),
        ("harbin", "claims", {"offered": []}, "wrong_offered"),
        ("harbin", "claims", {"answers": []}, "wrong_answers"),
        ("harbin", "claims", {"answers": [{"seat": 0, "act": "dragon_bao", "auto": None}]}, "illegal_move"),
        ("harbin", "chi", {"tile": "1m"}, "wrong_tile"),
        ("harbin", "chi", {"own": ["1p", "2p"]}, "wrong_own"),
        ("harbin", "hu", {"how": "gang_draw"}, "wrong_how"),
        ("harbin", "hu", {"tile": "7z"}, "wrong_tile"),
        ("harbin", "hu", {"waits": []}, "wrong_waits"),
        ("harbin", "hu", {"lines": []}, "wrong_lines"),
        ("harbin", "hu", {"shares": [1, 1, 1, 1]}, "wrong_shares"),
        ("harbin", "hu", {"deltas": [3, -1, -1, -1]}, "wrong_deltas"),
        ("harbin", "hu", {"liable": True}, "wrong_liable"),
        ("harbin", "penalty", {"deltas": [3, -1, -1, -1]}, "wrong_deltas"),
        ("harbin", "end_hand", {"deltas": [0, 0, 0, 0]}, "wrong_deltas"),
        ("mudanjiang", "pass_win", {"tile": "1m"}, "wrong_tile"),
    ],
)
def test_an_altered_field_is_named_with_its_line(preset, kind, fields, code):
    lines = golden(preset)
    [place, *_] = [place for place in places(lines, kind) if any(lines[place][name] != fields[name] for name in fields)]
    assert first_fault(alter(lines, place, **fields)) == (place + 1, code)


def test_every_wrong_hand_is_named_not_only_the_first():
    lines = golden("mudanjiang")
    ends = places(lines, "hu")
    for place in (ends[1], ends[4]):
        lines = alter(lines, place, shares=[9, 9, 9, 9])
    assert [(fault.line, fault.code) for fault in find_faults(lines)] == [
        (ends[1] + 1, "wrong_shares"),
        (ends[4] + 1, "wrong_shares"),
    ]


def test_coins_of_computer_players_are_reckoned_and_peoples_may_come_from_elsewhere():
    lines = golden("harbin", 2)
    for kind in ("start_match", "start_hand", "end_hand", "end_match"):
        place = places(lines, kind)[-1]
        first, computer, *rest = lines[place]["coins"]
        assert first_fault(alter(lines, place, coins=[first, computer + 1, *rest])) == (place + 1, "wrong_coins")
    end = places(lines, "end_match")[0]
    assert first_fault(alter(lines, end, coins=[lines[end]["coins"][0] + 100, *lines[end]["coins"][1:]])) is None


def test_in_a_game_for_points_everybodys_sums_are_reckoned():
    lines = Recorder(find_rules("qiqihar"), 1, kinds=(HUMAN,) * 4).play(2)
    assert find_faults(lines) == []
    for kind in ("start_hand", "end_hand", "end_match"):
        place = places(lines, kind)[-1]
        altered = [lines[place]["coins"][0] + 1, *lines[place]["coins"][1:]]
        assert first_fault(alter(lines, place, coins=altered)) == (place + 1, "wrong_coins")


def test_a_loser_without_enough_coins_pays_what_there_is_and_no_more():
    recorder = Recorder(find_rules("harbin", {"stake": 100}), 2, kinds=(HUMAN,) * 4, coins=(50,) * 4, skill=0.9)
    lines = recorder.play(1)
    end = places(lines, "end_hand")[0]
    owed = lines[places(lines, "hu")[0]]["deltas"]
    assert min(owed) < -50 <= min(lines[end]["deltas"])
    assert find_faults(lines) == []
    assert first_fault(alter(lines, end, deltas=owed)) == (end + 1, "wrong_deltas")


def test_the_next_dealer_may_be_missing_after_the_last_hand_only():
    lines = golden("harbin", 3)
    first, *_, last = places(lines, "end_hand")
    for place in (first, last):
        other = (lines[place]["next_dealer"] + 1) % 4
        assert first_fault(alter(lines, place, next_dealer=other)) == (place + 1, "wrong_next_dealer")
    assert first_fault(alter(lines, first, next_dealer=None)) == (first + 1, "wrong_next_dealer")
    assert first_fault(alter(lines, last, next_dealer=None)) is None


def test_the_dealer_of_a_later_hand_follows_from_the_hand_before():
    lines = golden("harbin", 3)
    place = places(lines, "start_hand")[-1]
    other = (lines[place]["dealer"] + 1) % 4
    assert first_fault(alter(lines, place, dealer=other)) == (place + 1, "wrong_dealer")


def test_a_hand_of_another_deal_is_named_by_its_deal_alone():
    lines = golden("harbin", 2)
    second = places(lines, "deal")[1]
    wall = lines[second]["wall"]
    altered = alter(lines, second, wall=[*wall[:-2], wall[-1], wall[-2]])
    assert wall[-1] != wall[-2]
    assert [(fault.line, fault.code) for fault in find_faults(altered)] == [(second + 1, "wrong_wall")]


def test_an_illegal_discard_is_named():
    lines = golden("harbin", 1)
    place = places(lines, "discard")[3]
    seat = lines[place]["seat"]
    assert first_fault(alter(lines, place, seat=(seat + 1) % 4)) == (place + 1, "illegal_move")
    others = [alter(lines, place, tile=tile) for tile in sorted(TILE_NAMES - {lines[place]["tile"]})]
    faults = [first_fault(altered) for altered in others]
    assert all(fault is not None and fault[0] > place for fault in faults)
    assert faults.count((place + 1, "illegal_move")) >= 28 - 14


def test_a_claimed_gang_that_nobody_could_make_is_named():
    lines = golden("harbin", 1)
    place = places(lines, "discard")[2]
    for kind in ("an_gang", "jia_gang"):
        line = {"type": kind, "seat": lines[place]["seat"], "tile": lines[place]["tile"]}
        assert first_fault([*lines[:place], line, *lines[place + 1 :]]) == (place + 1, "illegal_move")


@pytest.mark.parametrize("kind", ["draw", "discard", "claims", "chi", "hu", "bao", "end_hand", "deal", "penalty"])
def test_a_line_that_is_missing_or_told_twice_is_found_where_play_goes_on(kind):
    lines = golden("harbin")
    place = places(lines, kind)[0]
    missing = first_fault([*lines[:place], *lines[place + 1 :]])
    assert missing is not None
    assert missing[0] == place + 1
    twice = first_fault([*lines[: place + 1], *lines[place:]])
    assert twice is not None
    assert twice[0] == place + 2


def test_a_hand_that_stops_too_early_is_named_at_its_end():
    lines = golden("harbin", 1)
    win = places(lines, "hu")[0]
    before_claims = places(lines, "discard")[-1]
    assert first_fault([*lines[:before_claims], *lines[win + 1 :]])[1] == "missing_line"
    assert first_fault([*lines[:win], *lines[win + 1 :]]) == (win + 1, "missing_line")


def test_a_win_without_a_wait_is_an_illegal_move():
    lines = golden("harbin", 1)
    place = places(lines, "discard")[2]
    win = lines[places(lines, "hu")[0]] | {"seat": lines[place]["seat"]}
    assert first_fault([*lines[:place], win, *lines[place + 1 :]]) == (place + 1, "illegal_move")
    calls = {"type": "bao", "why": "called", "tile": "1m", "index": 100, "dice": [1], "seat": 1, "old": None}
    assert first_fault([*lines[:place], calls, *lines[place:]]) == (place + 1, "illegal_move")


class Declining(Recorder):
    """Comes to listen and then declines every win."""

    def choose(self, hand, seat):
        legal = hand.legal_actions(seat)
        return legal[-1] if Win(seat) in legal else super().choose(hand, seat)


@pytest.mark.parametrize("city", ["harbin", "mudanjiang"])
def test_declined_wins_hold_also_where_the_last_tiles_are_dealt_out(city):
    lines = Declining(find_rules(city), 1, skill=0.9).play(4)
    assert find_faults(lines) == []
    declined = places(lines, "pass_win")
    assert declined
    by_itself = [place for place in declined if lines[place + 1].get("auto") == "dealt_out"]
    assert bool(by_itself) == (city == "mudanjiang")
    for place in (declined[0], *by_itself[:1]):
        assert first_fault([*lines[:place], *lines[place + 1 :]]) is not None


def test_a_hand_cannot_be_void_in_the_middle_of_a_step():
    lines = golden("mudanjiang", 6)
    place = places(lines, "listen_failed")[-1]
    start = [start for start in places(lines, "start_hand") if start < place][-1]
    end = next(end for end in places(lines, "end_hand") if end > place)
    coins = lines[start]["coins"]
    ended = lines[end] | {"deltas": [0] * 4, "coins": coins, "next_dealer": None}
    stopped = [*lines[: place + 1], void("ended"), ended, lines[-1] | {"coins": coins}]
    assert first_fault(stopped) == (place + 2, "missing_line")


# ---- people


def quiet():
    """Return a record among people in which nobody leaves, of one hand."""
    return Recorder(find_rules("harbin"), 8, kinds=(HUMAN, HUMAN, HUMAN, COMPUTER), coins=(500, 500, 500, 0)).play(2)


def put(lines, place, *new):
    return [*lines[:place], *new, *lines[place:]]


@pytest.mark.parametrize(
    ("new", "fault"),
    [
        ([come_back(0)], (0, "wrong_seat")),
        ([leave(3)], (0, "wrong_seat")),
        ([leave(0), leave(0)], (1, "wrong_seat")),
        ([autoplay(3, on=True, why="chosen")], (0, "wrong_seat")),
        ([autoplay(0, on=True, why="left")], (0, "wrong_why")),
        ([autoplay(0, on=False, why="chosen")], (0, "wrong_on")),
        ([autoplay(0, on=True, why="clock"), autoplay(0, on=False, why="chosen")], (1, "wrong_why")),
        ([leave(0), autoplay(0, on=True, why="chosen")], (1, "wrong_why")),
    ],
)
def test_what_people_cannot_do_is_named(new, fault):
    lines = quiet()
    place = places(lines, "draw")[3]
    assert first_fault(put(lines, place, *new)) == (place + fault[0] + 1, fault[1])


def test_who_comes_back_in_time_pays_nothing_and_keeps_the_seat():
    lines = quiet()
    place = places(lines, "draw")[3]
    away = [leave(0), autoplay(0, on=True, why="left"), come_back(0), autoplay(0, on=False, why="left")]
    assert first_fault(put(lines, place, *away)) is None


def test_who_does_not_come_back_pays_and_is_followed_by_somebody():
    lines = quiet()
    place = places(lines, "draw")[3]
    gone = put(lines, place, leave(0))
    end = places(gone, "end_hand")[0]
    assert find_faults(gone)[0].line == end + 1
    assert find_faults(gone)[0].code == "missing_line"
    stake = lines[places(lines, "start_hand")[0]]["stake"]
    assert first_fault(put(gone, end, penalty(1, [1, -3, 1, 1]))) == (end + 1, "wrong_seat")
    paid = [-3 * stake, stake, stake, stake]
    ended = put(gone, end, penalty(0, paid))
    ended[end + 1] = ended[end + 1] | {
        "deltas": [own + more for own, more in zip(gone[end]["deltas"], paid, strict=True)],
        "coins": [own + more for own, more in zip(gone[end]["coins"], paid, strict=True)],
    }
    again = places(ended, "start_hand")[1]
    assert first_fault(ended) == (again + 1, "missing_line")
    for kind in (HUMAN, COMPUTER):
        coins = [0 if kind == COMPUTER else 70, *ended[end + 1]["coins"][1:]]
        taken = alter(ended, again, coins=coins, stake=1)
        taken = put(taken, again, sit(0, RecordPlayer("new", kind)))
        assert all(fault.line > places(taken, "end_hand")[1] - 1 for fault in find_faults(taken))


def test_a_penalty_without_a_reason_is_named():
    lines = quiet()
    end = places(lines, "end_hand")[0]
    assert first_fault(put(lines, end, penalty(0, [-3, 1, 1, 1]))) == (end + 1, "unexpected_line")


def test_clock_and_autoplay_act_only_where_they_can_and_play_the_default():
    lines = golden("harbin", 1)
    computer = places(lines, "discard", seat=1)[1]
    for auto in ("clock", "autoplay", "dealt_out"):
        assert first_fault(alter(lines, computer, auto=auto)) == (computer + 1, "wrong_auto")
    person = places(lines, "discard", seat=0, auto=None)[1]
    assert first_fault(alter(lines, person, auto="autoplay")) == (person + 1, "wrong_auto")
    simulated = Recorder(find_rules("harbin"), 3).play(1)
    place = next(place for place in places(simulated, "claims") if simulated[place]["answers"][0]["act"] == "pass")
    answers = copy.deepcopy(simulated[place]["answers"])
    answers[0]["auto"] = "clock"
    assert first_fault(alter(simulated, place, answers=answers)) == (place + 1, "wrong_auto")


def test_the_clock_does_not_choose():
    lines = quiet()
    found = {
        first_fault(alter(lines, place, auto="clock"))
        for place in places(lines, "discard", auto=None)[:12]
        if lines[place]["seat"] != 3
    }
    named = found - {None}
    assert {code for _, code in named} == {"wrong_auto"}
    assert all(lines[line - 1]["type"] == "discard" for line, _ in named)


# ---- void hands


def test_a_void_hand_pays_nothing_reveals_its_secret_and_ends_the_match():
    recorder = Recorder(find_rules("qiqihar"), 6, kinds=(HUMAN, COMPUTER) * 2, coins=(90, 0, 90, 0))
    lines = recorder.play(2, void_last=True)
    assert find_faults(lines) == []
    end = places(lines, "end_hand")[-1]
    assert first_fault(alter(lines, end, deltas=[1, -1, 0, 0])) == (end + 1, "wrong_deltas")
    assert first_fault(alter(lines, end, next_dealer=2)) == (end + 1, "wrong_next_dealer")
    assert first_fault([*lines[:-1], *quiet()[1:]]) == (end + 2, "unexpected_line")


def test_a_hand_may_be_void_after_its_last_event():
    lines = quiet()[:]
    end = places(lines, "end_hand")[-1]
    before = lines[places(lines, "start_hand")[-1]]["coins"]
    lines = put(alter(lines, end, deltas=[0] * 4, coins=before, next_dealer=None), end, void("error"))
    lines[-1] = lines[-1] | {"coins": before}
    assert find_faults(lines) == []
