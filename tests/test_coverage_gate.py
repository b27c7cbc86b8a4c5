"""The coverage gates tell a covered tree from one that is not."""

import json

from tests.coverage_gate import failures, read_report


def file(lines, missing=()):
    return {
        "summary": {"covered_lines": lines - len(missing), "missing_lines": len(missing), "percent_covered": 0.0},
        "missing_lines": list(missing),
    }


def test_covered_tree_passes_the_gates():
    report = {"files": {"engine/wall.py": file(50), "bot.py": file(50, range(10))}}
    assert failures(report) == []


def test_one_engine_line_that_no_test_ran_fails_and_is_named():
    report = {
        "files": {"engine/wall.py": file(3000, [17, 20, 21]), "engine/tiles.py": file(10), "host/table.py": file(10)}
    }
    assert failures(report) == ["engine: 99.90 % of lines run, at least 100 % wanted", "  engine/wall.py: 17, 20-21"]


def test_less_than_nine_tenths_of_all_lines_fails_though_the_engine_is_whole():
    report = {"files": {"engine/wall.py": file(89), "host/table.py": file(11, range(11))}}
    assert failures(report) == ["all: 89.00 % of lines run, at least 90 % wanted"]


def test_what_one_worker_ran_is_not_missing_though_another_did_not(tmp_path):
    for worker, (ran, missing) in {"gw0": ([1, 2], [3, 4]), "gw1": ([1, 3], [2, 4])}.items():
        noted = {"executed_lines": ran, "missing_lines": missing}
        report = {"meta": {"software": "slipcover"}, "files": {"engine/wall.py": noted}}
        (tmp_path / f"{worker}.json").write_text(json.dumps(report))
    assert failures(read_report(tmp_path)) == [
        "engine: 75.00 % of lines run, at least 100 % wanted",
        "  engine/wall.py: 4",
        "all: 75.00 % of lines run, at least 90 % wanted",
    ]


def test_tree_without_engine_data_is_not_failed_for_it():
    assert failures({"files": {"host/table.py": file(10)}}) == []
