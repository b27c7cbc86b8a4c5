"""What the program counts and times, for a Prometheus server to read (https://prometheus.io/docs/).

Nothing here names a person, a table or a tile.
"""

from __future__ import annotations

import logging
from collections import Counter as Tally
from typing import TYPE_CHECKING

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client.metrics_core import Metric

    from cogs.client import MahjongBot

WITHIN = (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5)
"""Seconds; Discord waits 3 for the first answer."""

ANSWERS = Histogram(
    "mahjong_answer_seconds", "From an interaction's arrival to its first answer", ["kind"], buckets=WITHIN
)
REFUSALS = Counter("mahjong_discord_refusals", "Calls that Discord refused or left unanswered", ["call", "trouble"])
RATE_LIMITS = Counter("mahjong_rate_limits", "Times that Discord told us to wait")
ERRORS = Counter("mahjong_errors", "Errors in the log", ["logger"])
PICTURES = Histogram("mahjong_picture_seconds", "From asking for a picture to having it", buckets=WITHIN)
FILMS = Histogram("mahjong_film_seconds", "Drawing a film of a hand", buckets=(0.5, 1, 2, 3, 5, 10, 20))


class LogMeter(logging.Handler):
    """Counts errors and Discord's requests to wait as they come into the log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        if record.levelno >= logging.ERROR:
            ERRORS.labels(record.name).inc()
        elif record.name == "discord.http" and "rate limit" in str(record.msg).lower():
            RATE_LIMITS.inc()


class TablesCollector:
    """What tables, the database and the line to Discord are like at the moment."""

    def __init__(self, bot: MahjongBot) -> None:
        """Look at a running bot."""
        self._bot = bot

    def collect(self) -> Iterator[Metric]:
        """Yield the present values; see `prometheus_client.registry.Collector`."""
        states = GaugeMetricFamily("mahjong_tables", "Tables by where they stand", labels=["state"])
        for state, number in Tally(table.state for table in self._bot.tables).items():
            states.add_metric([state], number)
        yield states
        yield _gauge("mahjong_people", "People who hold a seat", self._bot.tables.people)
        yield _gauge("mahjong_servers", "Servers that the bot is in", len(self._bot.guilds))
        yield _gauge("mahjong_gateway_latency_seconds", "Between heartbeat and acknowledgement", self._bot.latency)
        written = self._bot.store.written
        yield _gauge("mahjong_store_units", "Changes written to the database since the start", written.units)
        yield _gauge("mahjong_store_groups", "Commits that they took", written.groups)
        yield _gauge("mahjong_store_failures", "Changes that the database did not take", written.failures)


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, value=value)


def collect_for(bot: MahjongBot) -> CollectorRegistry:
    """Return a registry with all that is known of a bot and its process."""
    registry = CollectorRegistry()
    registry.register(TablesCollector(bot))
    ProcessCollector(registry=registry)
    for meter in METERS:
        registry.register(meter)
    return registry


METERS: Iterable[Counter | Histogram] = (ANSWERS, REFUSALS, RATE_LIMITS, ERRORS, PICTURES, FILMS)
for _meter in METERS:
    # Only a bot's own registry tells them; the library's common one stays as it is.
    REGISTRY.unregister(_meter)
