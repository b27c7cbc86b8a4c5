"""Logs: plain lines for people or JSON for machines; ids and codes, never a hand's tiles or a token."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from cogs.meters import LogMeter

TALKATIVE = ("discord.http", "discord.gateway", "discord.webhook", "discord.client", "aiosqlite", "asyncio")
"""Loggers whose DEBUG holds whole requests, events and statements: people's tiles, interactions' tokens, ours too."""

_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
"""What every record has; the rest are facts that somebody gave with `extra`."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the facts given with `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _OWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up_logs(level: str, style: str) -> None:
    """Send everything of `level` and above to standard error, as "text" or "json"."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if style == "json" else text)
    root = logging.getLogger()
    root.handlers[:] = [handler, LogMeter()]
    root.setLevel(level)
    if level != "DEBUG":
        # Their INFO is every heartbeat, request and step.
        for name in ("discord", "aiohttp.access", "alembic"):
            logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    else:
        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.INFO)
