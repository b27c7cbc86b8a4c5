"""What those who run the bot can see: `/about`, metrics, health."""

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from cogs.logs import set_up_logs
from cogs.meters import ERRORS, RATE_LIMITS, LogMeter
from cogs.run import serve_status
from cogs.settings import CannotStart, Settings
from host.errors import StoreError
from tests.cogs.conftest import CHANNEL

BOT = Path(__file__).parents[2] / "bot.py"


@pytest.fixture
async def status(house):
    async with serve_status(house.bot, Settings(_env_file=None, metrics_port=0)) as server:
        yield server


async def fetch(server, path):
    url = f"http://127.0.0.1:{server.port}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_about_says_what_runs_here_and_how_it_is(house):
    await house.start_with_people(2)
    reply = await house.people[0].slash("about", channel=CHANNEL)
    assert reply.is_ephemeral
    assert "0.1.0" in reply.text
    assert "1 server, 1 table, 2 people seated" in reply.text


async def test_metrics_tell_of_tables_answers_and_the_database_and_name_nobody(house, status):
    await house.start_with_people(2)
    await house.people[0].slash("help", channel=CHANNEL)
    code, text = await fetch(status, "/metrics")
    assert code == 200
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert values['mahjong_tables{state="playing"}'] == "1.0"
    assert (values["mahjong_people"], values["mahjong_servers"]) == ("2.0", "1.0")
    assert float(values["mahjong_store_units"]) > 0
    assert float(values["mahjong_store_failures"]) == 0
    assert float(values['mahjong_answer_seconds_count{kind="command"}']) >= 2
    assert float(values["process_resident_memory_bytes"]) > 0
    secrets = [house.table.table_id, *(str(person.id) for person in house.people), "Maya"]
    assert not [secret for secret in secrets if secret in text]


async def test_health_is_good_while_people_can_play_and_bad_when_not(house, status):
    code, text = await fetch(status, "/health")
    assert (code, json.loads(text)) == (200, {"discord": True, "database": True})
    await house.bot.close()
    code, text = await fetch(status, "/health")
    assert (code, json.loads(text)) == (503, {"discord": False, "database": True})


async def test_a_database_that_does_not_answer_is_bad_for_health(house, status, monkeypatch):
    async def fail():
        raise StoreError("gone")

    monkeypatch.setattr(house.bot.store, "check", fail)
    code, text = await fetch(status, "/health")
    assert (code, json.loads(text)) == (503, {"discord": True, "database": False})


async def test_a_port_that_is_taken_keeps_the_bot_from_starting(house, status):
    with pytest.raises(CannotStart, match="METRICS_PORT"):
        async with serve_status(house.bot, Settings(_env_file=None, metrics_port=status.port)):
            pass


async def test_without_a_port_nothing_is_served(house):
    async with serve_status(house.bot, Settings(_env_file=None, metrics_port="")) as server:
        assert server is None


async def test_the_command_health_asks_a_running_bot(house, status, tmp_path):
    def ask(port):
        return subprocess.run(
            [sys.executable, str(BOT), "health"],
            cwd=tmp_path,
            env={"METRICS_PORT": str(port), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )

    good = await asyncio.to_thread(ask, status.port)
    assert (good.returncode, json.loads(good.stdout)) == (0, {"discord": True, "database": True})
    await house.bot.close()
    assert (await asyncio.to_thread(ask, status.port)).returncode == 1
    await status.close()
    gone = await asyncio.to_thread(ask, status.port)
    assert gone.returncode == 1
    assert "no answer" in gone.stdout
    unset = await asyncio.to_thread(ask, "")
    assert unset.returncode == 2
    assert "METRICS_PORT" in unset.stderr


def test_errors_and_requests_to_wait_are_counted_as_they_come_into_the_log(monkeypatch):
    before = RATE_LIMITS._value.get(), ERRORS.labels("x.y")._value.get()
    meter = LogMeter()
    for name, level, text in (
        ("discord.http", logging.WARNING, "We are being rate limited. %s %s responded with 429."),
        ("discord.http", logging.WARNING, "something else"),
        ("x.y", logging.ERROR, "broken"),
        ("x.y", logging.INFO, "fine"),
    ):
        meter.emit(logging.LogRecord(name, level, "f", 1, text, (), None))
    assert RATE_LIMITS._value.get() == before[0] + 1
    assert ERRORS.labels("x.y")._value.get() == before[1] + 1
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    monkeypatch.setattr(root, "level", root.level)
    set_up_logs("INFO", "text")
    assert any(isinstance(handler, LogMeter) for handler in root.handlers)
