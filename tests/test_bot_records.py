"""`simulate --records`, `replay` and `verify` on the command line, as somebody with a shell uses them."""

import subprocess
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).parent.parent / "bot.py"


def run_bot(*arguments):
    command = [sys.executable, str(BOT), *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8", timeout=100)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """A folder with the records of ten hands: a match of eight and one of two."""
    folder = tmp_path_factory.mktemp("records") / "new" / "folder"
    done = run_bot("simulate", "--rules", "qiqihar-local", "--hands", 10, "--players", "random", "--records", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_simulate_writes_a_record_of_each_match(simulated):
    assert sorted(path.name for path in simulated.iterdir()) == [
        "qiqihar-local-1-00001.jsonl",
        "qiqihar-local-1-00002.jsonl",
    ]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_that_holds_ends_with_status_0(simulated, command):
    hands = []
    for path in sorted(simulated.iterdir()):
        done = run_bot(command, path)
        assert (done.returncode, done.stderr) == (0, "")
        hands.append(done.stdout.splitlines()[-1].split(",")[0])
    assert hands == ["The record holds: 8 hands", "The record holds: 2 hands"]


def test_replay_names_the_line_at_fault_and_ends_with_status_1(simulated, tmp_path):
    path = tmp_path / "altered.jsonl"
    lines = (simulated / "qiqihar-local-1-00002.jsonl").read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if '"draw"' in line)
    lines[number - 1] = lines[number - 1].replace('"front"', '"tail"')
    path.write_text("\n".join(lines), encoding="utf-8")
    done = run_bot("replay", path)
    assert done.returncode == 1
    assert done.stderr == ""
    told = done.stdout.splitlines()
    place = told.index(f"  >>>  line {number}: wrong_from: from should be front, not tail")
    assert told[place - 1].startswith(f"{number:>5}  random ")
    assert run_bot("verify", path).returncode == 0


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_record_is_said_in_one_line_and_ends_with_status_1(command):
    done = run_bot(command, BOT)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("line 1: not_json: ")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("place", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(tmp_path, command, place):
    done = run_bot(command, tmp_path / place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("bot.py: ")
    assert "cannot be read" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_line_and_status_2(tmp_path):
    (tmp_path / "file").touch()
    done = run_bot("simulate", "--hands", 1, "--players", "random", "--records", tmp_path / "file")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("bot.py: ")
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
