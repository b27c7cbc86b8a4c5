"""The coverage gates tell a covered tree from one that is not."""

from tests.coverage_gate import failures, sum_rooms


def file(lines, missing=(), branches=0, taken=0):
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": lines - len(missing),
            "num_branches": branches,
            "covered_branches": taken,
        },
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


def test_engine_branches_are_measured_but_not_gated():
    report = {"files": {"engine/wall.py": file(10, branches=4, taken=3)}}
    assert failures(report) == []
    assert sum_rooms(report)["engine"]["covered_branches"] == 3


def test_tree_without_engine_data_is_not_failed_for_it():
    assert failures({"files": {"host/table.py": file(10)}}) == []
