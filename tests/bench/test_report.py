"""The benchmarks' helper measures in turn and writes each table into its own place."""

import pytest

from tests.bench.__main__ import find_benchmarks
from tests.bench.report import find_processor, measure, put_block, report


def test_candidates_are_measured_in_interleaved_rounds_after_a_warming_call():
    calls = []
    measure({name: lambda name=name: calls.append(name) for name in "ab"}, rounds=3)
    assert calls == ["a", "b", "a", "b", "b", "a", "a", "b"]


def test_told_time_is_the_median_of_the_rounds_by_call():
    times = iter([0.0, 8.0, 10.0, 14.0, 20.0, 50.0])
    assert measure({"a": lambda: None}, rounds=3, calls=2, clock=lambda: next(times)) == {"a": 4.0}


def test_failing_candidate_leaves_the_garbage_collector_on():
    import gc

    runs = iter([None])
    with pytest.raises(StopIteration):
        measure({"a": lambda: next(runs)}, rounds=1)
    assert gc.isenabled()


def test_table_is_written_between_its_markers_and_nothing_else_changes(tmp_path, capsys):
    page = tmp_path / "performance.md"
    page.write_text("# Speed\n\n<!-- bench:b -->\nold\n<!-- /bench:b -->\n\nend\n", encoding="utf-8")
    report("b", "Waits", ["what", "µs"], [["a|b", "1.5"]], note="Of 13 tiles.", path=page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith(
        "# Speed\n\n<!-- bench:b -->\n## Waits\n\n| what | µs |\n| --- | ---: |\n| a\\|b | 1.5 |\n\nOf 13"
    )
    assert text.endswith("\n<!-- /bench:b -->\n\nend\n")
    assert "old" not in text
    assert "Waits" in capsys.readouterr().out


def test_columns_of_text_stand_left_and_numbers_right(tmp_path, capsys):
    page = tmp_path / "performance.md"
    page.touch()
    report("b", "Waits", ["what", "who", "µs"], [["a", "b", "1"]], texts=2, path=page)
    assert "| what | who | µs |\n| --- | --- | ---: |\n| a | b | 1 |\n" in page.read_text(encoding="utf-8")


def test_processor_is_told_as_the_system_names_it(tmp_path):
    (tmp_path / "cpuinfo").write_text("processor\t: 0\nmodel name\t: Fast  One\nmodel\t\t: 3\n", encoding="utf-8")
    assert find_processor(tmp_path / "cpuinfo") == "Fast One"
    assert find_processor(tmp_path / "none")


def test_block_without_a_place_is_put_at_the_end():
    assert put_block("# Speed\n", "b", "BLOCK") == "# Speed\n\nBLOCK\n"


def test_benchmarks_are_chosen_by_words_of_their_names(tmp_path):
    for name in ("bench_hand.py", "bench_table.py", "report.py"):
        (tmp_path / name).touch()
    assert find_benchmarks([], tmp_path) == ["bench_hand", "bench_table"]
    assert find_benchmarks(["tab"], tmp_path) == ["bench_table"]
    assert find_benchmarks(["none"], tmp_path) == []
