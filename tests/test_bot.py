"""The command line: exit statuses, one clear line for what cannot be, and the judge as a co-process."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BOT = ROOT / "bot.py"
NOBODY = 65534
CASES = [
    case
    for case in map(json.loads, (ROOT / "tests" / "data" / "judge.jsonl").read_text(encoding="utf-8").splitlines())
    if str(case["request"].get("rules", "")).startswith("harbin")
]


def run_bot(*arguments, cwd, stdin="", user=None, **environment):
    """Run the command line in a folder of its own, with no settings but those given."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, str(BOT), *arguments],
        cwd=cwd,
        input=stdin,
        env=env,
        user=user,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def assert_is_one_clear_line(done, *words):
    assert done.returncode == 2, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in lines[0]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--nonsense"], "--nonsense"),
        (["dance"], "dance"),
        (["run", "--port", "70000"], "70000"),
        (["run", "--port", "x"], "'x'"),
        (["simulate", "--rules", "chess"], "chess"),
        (["simulate", "--hands", "0"], "'0'"),
        (["simulate", "--players", "cheater"], "cheater"),
        (["judge", "extra"], "extra"),
    ],
)
def test_an_unknown_option_or_subcommand_is_one_line_and_status_2(tmp_path, arguments, word):
    assert_is_one_clear_line(run_bot(*arguments, cwd=tmp_path), word)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PACE", "-1"),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "mysql://somewhere/x"),
        ("DATABASE_URL", "nonsense"),
    ],
)
def test_a_bad_setting_is_named_in_one_line_with_status_2(tmp_path, name, value):
    assert_is_one_clear_line(run_bot(cwd=tmp_path, **{name: value}), name)


def test_a_setting_is_read_from_the_file_env(tmp_path):
    (tmp_path / ".env").write_text("PORT=many\n")
    assert_is_one_clear_line(run_bot(cwd=tmp_path), "PORT")


def test_a_taken_port_is_named_in_one_line_with_status_2(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert_is_one_clear_line(run_bot("--port", str(port), cwd=tmp_path), str(port))


def test_a_data_folder_that_cannot_be_written_is_named_in_one_line_with_status_2(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o555)
    # The superuser may write anywhere, so an ordinary one has to try.
    user = NOBODY if os.geteuid() == 0 else None
    for parent in [tmp_path, *tmp_path.parents]:
        if user is not None and parent != Path("/") and parent.owner() == "root" and str(parent) != "/tmp":  # noqa: S108
            parent.chmod(parent.stat().st_mode | 0o055)
    database = f"sqlite+aiosqlite:///{folder}/mahjong.db"
    done = run_bot("--port", "0", cwd=tmp_path, user=user, DATABASE_URL=database)
    assert_is_one_clear_line(done, "database")


def test_a_wrong_token_is_one_line_with_status_2(tmp_path):
    """Against a local Discord that knows another token, reached by the real client."""
    program = (
        "import asyncio, sys\n"
        "from sandbox import LocalDiscord, point_discord_py\n"
        "import bot\n"
        "async def main():\n"
        "    async with LocalDiscord() as local:\n"
        "        with point_discord_py(local):\n"
        "            return await asyncio.to_thread(bot.main, [])\n"
        "sys.exit(asyncio.run(main()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "MTIz.wrong.token"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("bot.py:")]
    assert done.returncode == 2, done.stderr
    assert len(lines) == 1
    assert "DISCORD_TOKEN" in lines[0]
    assert "Traceback" not in done.stderr


def test_the_judge_answers_every_harbin_case_line_by_line(tmp_path):
    lines = "".join(json.dumps(case["request"], ensure_ascii=False) + "\n" for case in CASES)
    done = run_bot("judge", cwd=tmp_path, stdin=lines)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(CASES) > 0
    for case, answer in zip(CASES, answers, strict=True):
        for key, value in case["answer"].items():
            assert answer[key] == value, case


def test_the_judge_answers_at_once_so_that_it_can_be_asked_in_turn(tmp_path):
    judge = subprocess.Popen(
        [sys.executable, str(BOT), "judge"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    try:
        for number in range(3):
            judge.stdin.write(json.dumps({"id": number, "rules": "harbin", "ask": "waits", "concealed": "1m"}) + "\n")
            judge.stdin.flush()
            assert json.loads(judge.stdout.readline())["id"] == number
        judge.stdin.close()
        assert judge.wait(timeout=20) == 0
    finally:
        judge.kill()
        judge.wait()


def test_simulate_ends_with_a_summary_as_json_and_repeats_itself(tmp_path):
    runs = []
    for _ in range(2):
        done = run_bot("simulate", "--hands", "4", "--seed", "7", "--players", "random", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    measured = {"cpu_seconds", "hands_per_second"}
    first, second = ({key: value for key, value in run.items() if key not in measured} for run in runs)
    assert first == second
    assert first["hands"] == 4
    assert measured <= runs[0].keys()


@pytest.mark.slow
def test_without_a_token_the_local_discord_opens_and_sigterm_ends_it_cleanly(tmp_path):
    program = subprocess.Popen(
        [sys.executable, str(BOT), "--port", "0"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = program.stdout.readline()
        assert "http://127.0.0.1:" in line
        address = next(word for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(address, timeout=20) as page:
            assert page.status == 200
        program.send_signal(signal.SIGTERM)
        assert program.wait(timeout=30) == 0
        assert "Traceback" not in program.stderr.read()
        assert (tmp_path / "data" / "mahjong.db").exists()
    finally:
        program.kill()
        program.wait()
        time.sleep(0)
