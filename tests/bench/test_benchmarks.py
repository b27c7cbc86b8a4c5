"""The benchmarks ask what they say: hands of this game, ours answered rightly, rates and ratios as told."""

import random

import pytest

from engine import analysis
from engine.cities import find_rules
from engine.tiles import KINDS
from tests.bench import bench_analysis, bench_hands, bench_memory, compiled_process
from tests.bench.peers import describe_peers


@pytest.fixture(scope="module")
def hands():
    return bench_analysis.draw_hands(random.Random(1), 60)


def test_drawn_hands_are_thirteen_tiles_and_one_of_which_a_copy_is_left(hands):
    assert len(hands) == 60
    for counts, kind in hands:
        assert len(counts) == KINDS
        assert sum(counts) == 13
        assert max(bench_analysis.with_tile(counts, kind)) <= 4


def test_forms_of_a_hand_for_libraries_hold_its_tiles():
    counts = [0] * KINDS
    counts[0], counts[26], counts[27] = 1, 2, 3
    wide = bench_analysis.widen(counts)
    assert [(place, count) for place, count in enumerate(wide) if count] == [(0, 1), (26, 2), (33, 3)]
    assert bench_analysis.number_tiles(wide) == [0, 104, 105, 132, 133, 134]


def test_our_live_hands_are_asked_with_the_tile_and_left_without_it(hands):
    counted = [bench_analysis.with_tile(counts, kind) for counts, kind in hands]
    legal = find_rules("harbin", bench_analysis.LEGAL)
    expected = {
        bench_analysis.WIN: [analysis.is_complete(counts, (), legal) for counts in counted],
        bench_analysis.WAITS: [analysis.check_listen(counts, (), legal).waits for counts, _ in hands],
        bench_analysis.DISTANCE: [analysis.distance(counts, (), legal) for counts, _ in hands],
        bench_analysis.OUTLOOK: [analysis.discard_outlook(counts, (), legal) for counts in counted],
    }
    # The last of ours to each question is the one that asks for all conditions.
    ours = {each.question: each.run for each in bench_analysis.list_ours(hands)}
    assert {question: run() for question, run in ours.items()} == expected
    assert {question: run() for question, run in ours.items()} == expected


def test_rows_of_analysis_are_compared_with_the_first_of_their_question():
    def candidate(question, who, hands):
        return bench_analysis.Candidate(question, who, list, hands)

    candidates = [
        candidate(bench_analysis.WAITS, "ours", 10),
        candidate(bench_analysis.WIN, "ours", 10),
        candidate(bench_analysis.WAITS, "theirs", 5),
    ]
    assert bench_analysis.list_rows(candidates, [20e-6, 10e-6, 25e-6]) == [
        [bench_analysis.WIN, "ours", "1.00", "1.00"],
        [bench_analysis.WAITS, "ours", "2.00", "1.00"],
        [bench_analysis.WAITS, "theirs", "5.00", "2.50"],
    ]


def test_disagreement_about_wins_is_told():
    def candidate(answers):
        return bench_analysis.Candidate(bench_analysis.WIN, "", lambda: answers)

    assert bench_analysis.describe_agreement([candidate([True])]) == ""
    agreed = bench_analysis.describe_agreement([candidate([True, False]), candidate([True, False])])
    assert agreed == "All agree which hands are won."
    assert "On 1 hands" in bench_analysis.describe_agreement([candidate([True, False]), candidate([True, True])])


def test_rows_of_hands_tell_rates_by_hand_and_by_decision_beside_harbin():
    candidates = [
        bench_hands.Candidate("ours", "random", int, hands=10, played=20, decisions=1_000),
        bench_hands.Candidate("theirs", "random", int, hands=4, played=4, decisions=400),
    ]
    assert bench_hands.list_rows(candidates, [0.1, 0.4]) == [
        ["random", "ours", "100", "50.0", "5000", "1.00", "1.00"],
        ["random", "theirs", "10", "100.0", "1000", "10.00", "5.00"],
    ]


def test_candidate_counts_the_decisions_of_all_its_measurements():
    candidate = bench_hands.Candidate("harbin", "random", bench_hands.play_ours("harbin", "random"), hands=1)
    candidate.run()
    first = candidate.decisions
    candidate.run()
    assert candidate.played == 2
    assert 0 < first < candidate.decisions


def test_an_object_weighs_what_comes_free_with_it_and_not_what_stays():
    kept = []

    def make():
        kept.append(bytearray(1_000_000))
        return [bytearray(50_000) for _ in range(4)]

    assert bench_memory.weigh(make) == pytest.approx(50_000, rel=0.02)


def test_hands_that_are_weighed_are_in_the_state_that_is_told():
    assert {hand.phase for hand in bench_memory.begin_hands()} == {"turn"}
    assert all(len(hand.history) == 0 for hand in bench_memory.begin_hands())


def test_absent_peers_are_named():
    assert describe_peers(["pytest", "no-such-peer"]).startswith("Peers: pytest ")
    assert describe_peers(["pytest", "no-such-peer"]).endswith("Not installed: no-such-peer.")
    assert describe_peers([]) == ""


def test_a_question_is_asked_so_often_that_a_measurement_takes_long_enough():
    asked = []
    often = bench_analysis.Candidate(bench_analysis.WIN, "somebody", lambda: asked.append(1), 3).repeat()
    asked.clear()
    often.run()
    assert len(asked) > 1
    assert often.hands == 3 * len(asked)


def test_a_process_that_works_for_a_benchmark_adds_its_time(tmp_path, monkeypatch):
    script = tmp_path / "tests" / "bench" / "doubles.py"
    script.parent.mkdir(parents=True)
    lines = ("import json, sys", "for line in sys.stdin:", " twice = 2 * json.loads(line)['number']")
    script.write_text("\n".join((*lines, " print(json.dumps({'twice': twice, 'seconds': 1e6}), flush=True)")))
    monkeypatch.setattr(compiled_process, "ROOT", tmp_path)
    monkeypatch.setattr(compiled_process, "elsewhere", [])
    process = compiled_process.CompiledProcess("doubles.py")
    assert process.ask({"number": 4})["twice"] == 8
    assert compiled_process.read_clock() > 1e6
