"""Around the game: settings, logs, sentences for refusals, and what Discord says no with."""

import asyncio
import json
import logging

import aiohttp
import discord
import pytest

from cogs.errors import ERROR_CODES, Refusal, say_error
from cogs.gateway import TOKEN_SECONDS, Code, KeptToken, Refused, Trouble, attempt, edit_kept
from cogs.logs import JsonFormatter, set_up_logs
from cogs.panel import write_panel
from cogs.run import _check_fonts, check_folder, hide_password
from cogs.settings import BadSetting, CannotStart, read_settings
from cogs.texts import LANGUAGES, texts_for
from engine.errors import RuleError
from host.errors import HostError
from render import FontReport

# ---- settings


@pytest.fixture
def settings_from(monkeypatch, tmp_path):
    """Read the settings from an environment of the given values alone."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "PORT", "PACE", "EDIT_GAP"):
        monkeypatch.delenv(name, raising=False)

    def read(**values):
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return read_settings()

    return read


def test_settings_have_defaults(settings_from):
    settings = settings_from()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/mahjong.db"
    assert (settings.port, settings.pace, settings.log_level, settings.log_format) == (8400, 1.0, "INFO", "text")


def test_settings_come_from_the_environment(settings_from):
    settings = settings_from(DISCORD_TOKEN="abc", LOG_LEVEL="debug", PORT="9000", PACE="0")
    assert settings.discord_token.get_secret_value() == "abc"
    assert "abc" not in repr(settings)
    assert (settings.log_level, settings.port, settings.pace) == ("DEBUG", 9000, 0)


def test_an_empty_token_is_none(settings_from):
    assert settings_from(DISCORD_TOKEN=" ").discord_token is None


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "70000"), ("PACE", "-1"), ("LOG_FORMAT", "xml"), ("DATABASE_URL", "mysql://x/y")]
)
def test_a_bad_setting_is_named(settings_from, name, value):
    with pytest.raises(BadSetting, match=name):
        settings_from(**{name: value})


def test_a_database_address_is_shown_without_its_password():
    assert "secret" not in hide_password("postgresql+asyncpg://me:secret@somewhere/db")


def test_the_data_folder_is_made_and_one_that_cannot_be_is_named(tmp_path):
    check_folder(f"sqlite+aiosqlite:///{tmp_path}/new/deep/x.db")
    assert (tmp_path / "new" / "deep").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="file"):
        check_folder(f"sqlite+aiosqlite:///{tmp_path}/file/x.db")


# ---- logs


def test_a_log_line_as_json_holds_message_and_facts():
    record = logging.makeLogRecord({"msg": "hand %d", "args": (3,), "levelname": "INFO", "name": "x", "table": "t1"})
    line = json.loads(JsonFormatter().format(record))
    assert (line["message"], line["level"], line["table"]) == ("hand 3", "INFO", "t1")


def test_a_fault_in_a_json_log_line_comes_with_its_trace():
    record = logging.makeLogRecord({"msg": "x", "exc_info": (ValueError, ValueError("broken"), None)})
    assert "broken" in json.loads(JsonFormatter().format(record))["error"]


def test_setting_up_logs_keeps_the_libraries_quiet():
    root, library = logging.getLogger(), logging.getLogger("discord")
    before = root.handlers[:], root.level, library.level
    try:
        set_up_logs("INFO", "json")
        assert isinstance(root.handlers[0].formatter, JsonFormatter)
        assert library.level == logging.WARNING
    finally:
        root.handlers[:], root.level, library.level = before


# ---- sentences


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ERROR_CODES)
def test_every_code_becomes_a_sentence_without_holes(language, code, caplog):
    facts = {
        "option": "stake",
        "why": "value",
        "allowed": "poorest, 1..1000000",
        "near": "none",
        "setting": "hands",
        "minimum": 10,
        "coins": 3,
        "channel": 1_500_000_000_000_000_000,
        "size": 102,
        "hand": 3,
        "hands": 2,
        "limit": 100,
        "place": 3,
        "sign": "x",
        "around": "1m ▸x◂",
        "typed": "12m",
        "count": 2,
        "meld": "12m",
        "melds": 1,
        "zone": "Mars",
        "amount": 5,
        "most": 1000,
        "held": 12,
        "waits": 10,
        "listen": 11,
        "tile": "1m",
        "channels": "<#1>",
        "number": 2,
        "permission": "Send Messages",
    }
    sentence = say_error(texts_for(language), HostError(code, **facts))
    assert sentence
    assert "{" not in sentence
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_channel_id_is_not_written_like_a_sum():
    sentence = say_error(texts_for("en"), HostError("seated_elsewhere", channel=1_500_000_000_000_000_001))
    assert "<#1500000000000000001>" in sentence


def test_an_unknown_code_is_logged_and_still_answered(caplog):
    texts = texts_for("en")
    assert say_error(texts, RuleError("never_heard_of")) == texts.say("error-unknown")
    assert "never_heard_of" in caplog.text


def test_what_discord_refuses_is_said_too():
    texts = texts_for("en")
    assert "Send Messages in Threads" in say_error(texts, Refused(Trouble.FORBIDDEN, 50013))
    assert say_error(texts, Refused(Trouble.TOKEN_DEAD, 50027)) == texts.say("error-unknown")
    assert say_error(texts, Refusal("no_table")) == texts.say("error-no_table", command="mahjong new")


# ---- Discord's refusals


class _Answer:
    """As much of an HTTP answer as discord.py's errors look at."""

    def __init__(self, status):
        self.status = status
        self.reason = "no"


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (404, Code.UNKNOWN_MESSAGE, Trouble.MESSAGE_GONE),
        (404, Code.UNKNOWN_CHANNEL, Trouble.CHANNEL_GONE),
        (404, Code.UNKNOWN_WEBHOOK, Trouble.TOKEN_DEAD),
        (404, Code.UNKNOWN_INTERACTION, Trouble.TOO_LATE),
        (403, Code.MISSING_ACCESS, Trouble.FORBIDDEN),
        (403, Code.CANNOT_MESSAGE_PERSON, Trouble.UNREACHABLE),
        (403, Code.MISSING_PERMISSIONS, Trouble.FORBIDDEN),
        (401, Code.INVALID_TOKEN, Trouble.TOKEN_DEAD),
        (401, 0, Trouble.TOKEN_DEAD),
        (503, 0, Trouble.LATER),
        (400, 50035, Trouble.UNEXPECTED),
        (400, Code.THREAD_ARCHIVED, Trouble.SHUT),
        (403, Code.THREAD_LOCKED, Trouble.SHUT),
    ],
)
async def test_each_refusal_stands_for_its_trouble(status, code, trouble):
    async def call():
        raise discord.HTTPException(_Answer(status), {"code": int(code), "message": "no"})

    with pytest.raises(Refused) as refused:
        await attempt("try", call())
    assert refused.value.trouble is trouble


async def test_a_call_that_comes_when_the_client_is_closed_is_no_fault(caplog):
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(Refused):
        await attempt("try", session.get("http://127.0.0.1"))
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError(), TimeoutError(), OSError()])
async def test_a_line_that_is_down_is_tried_again_later(error):
    async def call():
        raise error

    with pytest.raises(Refused) as refused:
        await attempt("try", call())
    assert refused.value.trouble is Trouble.LATER


async def test_a_token_past_its_time_is_never_used(house):
    before = len(house.server.requests)
    assert TOKEN_SECONDS <= 14 * 60
    old = KeptToken("t", 1, is_original=True, until=house.clock.now())
    with pytest.raises(Refused) as refused:
        await edit_kept(house.bot, old, write_panel("x"), house.clock.now())
    assert refused.value.trouble is Trouble.TOKEN_DEAD
    assert len(house.server.requests) == before


# ---- servers and channels that go


async def wait_until(house, is_reached):
    """Wait for what an event of the gateway sets off."""
    async with asyncio.timeout(10):
        while not is_reached():  # noqa: ASYNC110 (nothing tells when discord.py has handled an event)
            await asyncio.sleep(0.01)
    await house.settle()


async def test_a_removed_bot_ends_its_tables_and_nothing_is_lost(house):
    await house.start_with_people(1)
    table = house.table
    house.server.operator.remove_bot()
    await wait_until(house, lambda: not len(house.tables))
    assert table.snapshot(None).match_report.why == "host_gone"


async def test_an_outage_of_a_server_ends_no_table(house):
    await house.start_with_people(1)
    house.server.operator.start_outage()
    await wait_until(
        house, lambda: house.bot.get_guild(house.table.guild_id) is None or house.bot.guilds[0].unavailable
    )
    assert len(house.tables) == 1


async def test_a_deleted_channel_ends_its_table(house):
    await house.start_with_people(1)
    house.server.operator.delete_channel("mahjong")
    await wait_until(house, lambda: not len(house.tables))
    account = await house.people[0].slash("balance", channel="general")
    assert "1,000" in account.text


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (FontReport((), is_shaping=True), ""),
        (FontReport(("Korean", "emoji"), is_shaping=True), "Korean, emoji"),
        (FontReport((), is_shaping=False), "raqm"),
    ],
)
async def test_the_log_says_at_the_start_which_names_pictures_could_not_write(monkeypatch, caplog, report, said):
    monkeypatch.setattr("cogs.run.check_fonts", lambda: report)
    with caplog.at_level(logging.INFO, logger="cogs.run"):
        await _check_fonts()
    assert said in caplog.text
    assert bool(caplog.text) == bool(said)
