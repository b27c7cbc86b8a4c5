"""The command line: exit statuses, one clear line for what cannot be, and the judge as a co-process."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from filelock import FileLock

from bot import find_system_locale, main
from host.store import Store

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
        (["forget", "me"], "no id of a person"),
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
        ("DATABASE_URL", "sqlite+aiosqlite://"),
        ("DATABASE_URL", "sqlite+aiosqlite:///:memory:"),
        ("DISCORD_TOKEN", "two\nlines"),
        ("DISCORD_TOKEN", "tökén"),
    ],
)
def test_a_bad_setting_is_named_in_one_line_with_status_2(tmp_path, name, value):
    assert_is_one_clear_line(run_bot(cwd=tmp_path, **{name: value}), name)


def test_a_setting_is_read_from_the_file_env(tmp_path):
    (tmp_path / ".env").write_text("PORT=many\n")
    assert_is_one_clear_line(run_bot(cwd=tmp_path), "PORT")


@pytest.mark.parametrize(
    ("environment", "locale"),
    [
        ({}, "en-US"),
        ({"LANG": "C.UTF-8"}, "en-US"),
        ({"LANG": "ru_RU.UTF-8"}, "en-US"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-CN"),
        ({"LANG": "zh_HK.UTF-8"}, "zh-TW"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_TW.UTF-8"}, "zh-TW"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh-CN"),
    ],
)
def test_the_local_server_speaks_the_systems_language(environment, locale):
    assert find_system_locale(environment) == locale


def test_a_taken_port_is_named_in_one_line_with_status_2(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert_is_one_clear_line(run_bot("--port", str(port), cwd=tmp_path), str(port))


def run_program(program, *, cwd, **environment):
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


AS_ORDINARY_USER = f"""
import os, sys
import aiosqlite, sqlalchemy.dialects.sqlite.aiosqlite
import bot, cogs.run, sandbox
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
sys.exit(bot.main(["--port", "0"]))
"""
"""The superuser may write anywhere; everything is imported before its rights are given up."""


def test_a_data_folder_that_cannot_be_written_is_named_in_one_line_with_status_2():
    # Not in pytest's own folder, which an ordinary user may not even enter.
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        folder = Path(home, "data")
        folder.mkdir()
        folder.chmod(0o555)
        done = run_program(AS_ORDINARY_USER, cwd=home, DATABASE_URL=f"sqlite+aiosqlite:///{folder}/mahjong.db")
    assert_is_one_clear_line(done, "folder", str(folder))


@pytest.mark.parametrize("name", ["mahjong.db", "mahjong.db.lock"])
def test_a_database_that_an_ordinary_user_cannot_write_is_named_in_one_line_with_status_2(name):
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o777)
        file = Path(home, name)
        file.touch(mode=0o444)
        done = run_program(AS_ORDINARY_USER, cwd=home, DATABASE_URL=f"sqlite+aiosqlite:///{home}/mahjong.db")
    assert_is_one_clear_line(done, "the database", str(file))


def test_a_line_of_env_that_is_no_setting_is_named_in_one_line_with_status_2(tmp_path):
    (tmp_path / ".env").write_text("PACE=1\ngarbage line\n")
    assert_is_one_clear_line(run_bot(cwd=tmp_path), ".env", "line 2")


def test_a_file_that_is_no_database_is_named_in_one_line_with_status_2(tmp_path):
    (tmp_path / "junk.db").write_bytes(b"nonsense" * 1000)
    done = run_bot("--port", "0", cwd=tmp_path, DATABASE_URL="sqlite+aiosqlite:///junk.db")
    assert_is_one_clear_line(done, "junk.db", "not a database")


def test_a_second_start_on_the_same_database_is_refused_in_one_line_with_status_2(tmp_path):
    (tmp_path / "data").mkdir()
    with FileLock(tmp_path / "data" / "mahjong.db.lock"):
        done = run_bot("--port", "0", cwd=tmp_path)
    assert_is_one_clear_line(done, "mahjong.db", "another program")


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Runs a command in a folder of its own, in this process: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        status = main(arguments)
        said = capsys.readouterr()
        return SimpleNamespace(returncode=status, stdout=said.out, stderr=said.err)

    return run


async def make_database(url):
    store = await Store.open(url)
    await store.find_account(1, 2)
    await store.close()


def test_backup_copies_the_database_and_audit_tells_by_its_status_whether_the_books_add_up(tmp_path, command):
    asyncio.run(make_database("sqlite+aiosqlite:///data/mahjong.db"))
    done = command("backup", "copy.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"copy.db: {(tmp_path / 'copy.db').stat().st_size:,} bytes\n"
    done = command("audit")
    assert (done.returncode, done.stdout) == (0, "2 accounts, 1 movements: no faults\n")
    with closing(sqlite3.connect("copy.db")) as connection, connection:
        connection.execute("UPDATE accounts SET balance = 5000 WHERE user_id = 2")
    done = command("audit", DATABASE_URL="sqlite+aiosqlite:///copy.db")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "balance_is_not_its_entries: 1/2",
        "server_not_zero: 1",
        "2 accounts, 1 movements: 2 faults",
    ]


def test_forget_takes_a_person_out_and_leaves_the_books_whole(command):
    asyncio.run(make_database("sqlite+aiosqlite:///data/mahjong.db"))
    done = command("forget", "2")
    assert (done.returncode, done.stdout) == (0, "2: 1 accounts made nameless, 0 settings deleted\n")
    assert command("forget", "2").stdout == "2: 0 accounts made nameless, 0 settings deleted\n"
    assert command("audit").stdout == "2 accounts, 1 movements: no faults\n"


def test_backup_and_audit_say_in_one_line_what_cannot_be(tmp_path, command):
    assert_is_one_clear_line(command("backup", "copy.db"), "there is no database", "mahjong.db")
    assert_is_one_clear_line(command("audit"), "mahjong.db", "there is none")
    assert not (tmp_path / "data").exists()
    url = "postgresql+asyncpg://bot:secret@nowhere.invalid/games"
    assert_is_one_clear_line(command("backup", "copy.db", DATABASE_URL=url), "pg_dump")
    done = command("audit", DATABASE_URL=url)
    assert_is_one_clear_line(done, "nowhere.invalid", "cannot be read")
    assert "secret" not in done.stderr


LOG_A_TOKEN = """
import logging
from cogs.logs import set_up_logs
set_up_logs("DEBUG", "text")
for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "discord.client", "aiosqlite"):
    logging.getLogger(name).debug("POST /interactions/1/secret/callback with %s", "5m")
logging.getLogger("cogs.desk").debug("ours")
"""


def test_not_even_debug_logs_requests_in_which_hands_and_tokens_stand(tmp_path):
    done = run_program(LOG_A_TOKEN, cwd=tmp_path)
    assert "ours" in done.stderr
    assert "secret" not in done.stderr


def test_a_file_env_that_cannot_be_read_is_named_in_one_line_with_status_2(tmp_path):
    (tmp_path / ".env").write_bytes(b"PORT=\xff\xfe")
    assert_is_one_clear_line(run_bot(cwd=tmp_path), ".env")


WITH_ANOTHER_TOKEN = """
import asyncio, sys, threading
import bot
from sandbox import LocalDiscord, point_discord_py

async def serve(started, stop):
    async with LocalDiscord() as local:
        with point_discord_py(local):
            started.set()
            await asyncio.to_thread(stop.wait)

started, stop = threading.Event(), threading.Event()
server = threading.Thread(target=lambda: asyncio.run(serve(started, stop)))
server.start()
started.wait()
status = bot.main([])
stop.set()
server.join()
sys.exit(status)
"""
"""A local Discord that knows another token, reached by the real client."""


def test_a_wrong_token_is_one_line_with_status_2(tmp_path):
    done = run_program(WITH_ANOTHER_TOKEN, cwd=tmp_path, DISCORD_TOKEN="MTIz.wrong.token", LOG_LEVEL="ERROR")
    assert_is_one_clear_line(done, "DISCORD_TOKEN")


def test_the_judge_answers_every_harbin_case_line_by_line(tmp_path):
    lines = "".join(json.dumps(case["request"], ensure_ascii=False) + "\n" for case in CASES)
    done = run_bot("judge", cwd=tmp_path, stdin=lines)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(CASES) > 0
    for case, answer in zip(CASES, answers, strict=True):
        for key, value in case["expect"].items():
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
