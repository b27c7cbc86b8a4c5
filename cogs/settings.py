"""The program's settings: from the environment or a file `.env`, checked before anything starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

Port = Annotated[int, Field(ge=0, le=65535)]
Seconds = Annotated[float, Field(ge=0, le=3600)]
Days = Annotated[float, Field(ge=0, le=36500)]

Address = Annotated[str, Field(max_length=512, pattern=r"^https?://[^\s/]+\S*$")]
"""What a button of Discord's can lead to."""

DRIVERS = frozenset({"sqlite+aiosqlite", "postgresql+asyncpg"})


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses that people are named; None: there is none."""

    privacy: str | None = None
    terms: str | None = None
    support: str | None = None


class BadSetting(Exception):  # noqa: N818 (what it is, said on the command line)
    """A setting that cannot be; the text names it and says why, in one line."""


class CannotStart(Exception):  # noqa: N818 (what it is, said on the command line)
    """Something around the program keeps it from starting; the text says what, in one line."""


class Settings(BaseSettings):
    """All settings with their defaults; in the environment their names are upper case.

    `discord_token`: the bot's token; without one the local Discord starts. `database_url`: SQLAlchemy's form.
    `port`: of the local Discord, on 127.0.0.1. `pace`: seconds between computer players' moves. `edit_gap`: seconds
    between two edits of the same table message (Discord takes about 5 in 5 s a channel). `metrics_port`,
    `metrics_host`: where `/metrics` and `/health` are served; no port: nowhere. `keep_days`: how long the database
    remembers how hands were settled whose tables are over; `keep_records_days`: how long it keeps the records of
    matches that are over, which are ten times as long and say who did what; 0: for ever. `privacy_url`,
    `terms_url`, `support_url`: pages that `/about` links to; without the first two it shows pages of its own.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/mahjong.db"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    port: Port = 8400
    pace: Seconds = 1.0
    edit_gap: Seconds = 1.2
    keep_days: Days = 30.0
    keep_records_days: Days = 30.0
    metrics_port: Port | None = None
    metrics_host: str = "127.0.0.1"
    privacy_url: Address | None = None
    terms_url: Address | None = None
    support_url: Address | None = None

    @property
    def links(self) -> Links:
        """The addresses to name to people."""
        return Links(privacy=self.privacy_url, terms=self.terms_url, support=self.support_url)

    @field_validator("log_level", mode="before")
    @classmethod
    def _read_level(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("privacy_url", "terms_url", "support_url", mode="before")
    @classmethod
    def _read_address(cls, value: object) -> object:
        return (value.strip() or None) if isinstance(value, str) else value

    @field_validator("metrics_port", mode="before")
    @classmethod
    def _read_port(cls, value: object) -> object:
        return (value.strip() or None) if isinstance(value, str) else value

    @field_validator("discord_token", mode="before")
    @classmethod
    def _read_token(cls, value: object) -> object:
        # `DISCORD_TOKEN=` in a copied .env means that there is none.
        return (value.strip() or None) if isinstance(value, str) else value

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, value: SecretStr | None) -> SecretStr | None:
        # It goes into a header as it is.
        if value is not None and not all("!" <= sign <= "~" for sign in value.get_secret_value()):
            raise ValueError("has a sign that no token has")
        return value

    @field_validator("database_url")
    @classmethod
    def _read_database(cls, value: str) -> str:
        try:
            url = make_url(value)
        except ArgumentError:
            raise ValueError("not a database address") from None
        if url.drivername not in DRIVERS:
            raise ValueError(f"must begin with one of {', '.join(sorted(DRIVERS))}")
        if url.get_backend_name() == "sqlite" and (url.database or ":memory:") == ":memory:":
            # Several connections share it, and coins are to be kept.
            raise ValueError("must name a file")
        return value


def read_settings() -> Settings:
    """Read the environment and `.env`; BadSetting names the first one that cannot be."""
    try:
        _check_file(Path(".env"))
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise BadSetting(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None
    except (OSError, UnicodeError) as error:
        raise BadSetting(f"the file .env cannot be read: {error}") from None


def _check_file(file: Path) -> None:
    """BadSetting for a line that is no setting, which would else be passed over."""
    if file.is_file():
        with file.open(encoding="utf-8") as stream:
            for binding in parse_stream(stream):
                if binding.error:
                    raise BadSetting(f"the file .env cannot be read: line {binding.original.line} is no setting")
