"""The command line: run (default), health, judge, simulate, replay, verify, backup, forget, audit. It wires the rooms.

Exit status: 0 done; 1 the thing checked does not hold; 2 wrong use or surroundings, said in one line on standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import compiled  # noqa: F401 (puts the engine's build on the path, before the engine is imported)
from cogs.logs import set_up_logs
from cogs.settings import BadSetting, CannotStart, Settings, read_settings
from engine.cities import find_rules, preset_names
from engine.judge import answer_line
from engine.players import PLAYERS
from engine.record import write_lines
from engine.record_reading import MAX_BYTES
from engine.record_report import Report, replay_report, verify_report
from engine.record_simulated import record_matches
from engine.simulate import PlayedHand, Summary, play_matches
from host.version import PROGRAM

WRONG_USE = 2
KEPT_BY_LOCAL_DISCORD = 2000
"""How many of its newest events the local Discord remembers in a long run."""
REPORTS: dict[str, Callable[[bytes], Report]] = {"replay": replay_report, "verify": verify_report}
"""What the commands that take a record say about it."""


class PathError(Exception):
    """A file or folder named on the command line that cannot be read or written."""


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the line and exit with status 2."""
        self.exit(WRONG_USE, f"{self.prog}: {message} (see --help)\n")


def build_parser() -> Parser:
    """Return the command line's grammar. `run` may be left out."""
    parser = Parser(prog="bot.py", description="Heilongjiang mahjong on Discord.")
    commands = parser.add_subparsers(dest="command", parser_class=Parser)
    for options in (parser, commands.add_parser("run", help="run the bot (default)")):
        options.add_argument("--port", type=_read_port, help="port of the local Discord on 127.0.0.1 (default: 8400)")
        options.add_argument("--sandbox", action="store_true", help="play on the local Discord although a token is set")
    commands.add_parser("health", help="ask a running bot whether people can play (METRICS_PORT)")
    commands.add_parser("judge", help="answer the judge protocol on standard input and output")
    play = commands.add_parser("simulate", help="let computer players play each other")
    play.add_argument("--rules", choices=preset_names(), default="harbin", help="city or preset (default: harbin)")
    play.add_argument("--hands", type=_read_count, default=100, help="how many hands (default: 100)")
    play.add_argument("--seed", type=int, default=1, help="the same seed gives the same hands (default: 1)")
    names = tuple(PLAYERS)
    play.add_argument("--players", choices=names, default=names[0], help=f"who plays (default: {names[0]})")
    play.add_argument("--records", type=Path, metavar="DIR", help="write a record of each match into this folder")
    told = commands.add_parser("replay", help="tell a record in words and check it against the rules")
    verified = commands.add_parser("verify", help="check the shuffle of a record: commitments, secrets, walls")
    for record in (told, verified):
        record.add_argument("file", type=Path, metavar="FILE", help="a record (JSON Lines)")
    copied = commands.add_parser("backup", help="copy the database (SQLite), while the bot runs or not")
    copied.add_argument("file", type=Path, metavar="FILE", help="a new file")
    forgotten = commands.add_parser("forget", help="take a person out of the database, while the bot does not run")
    forgotten.add_argument("user_id", type=_read_user, metavar="USER_ID", help="the number that Discord gives them")
    commands.add_parser("audit", help="recompute the books and name what does not hold")
    return parser


def _read_port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return port


def _read_user(text: str) -> int:
    user_id = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < user_id < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is no id of a person")
    return user_id


def _read_count(text: str) -> int:
    count = int(text) if text.isascii() and text.isdigit() else 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hands")
    return count


def judge() -> int:
    """Answer each line on standard input with one on standard output, at once."""
    for line in sys.stdin.buffer:
        answer = answer_line(line)
        if answer:
            sys.stdout.buffer.write(answer.encode() + b"\n")
            sys.stdout.buffer.flush()
    return 0


def play_out(rules_name: str, hands: int, seed: int, player: str, records: Path | None) -> int:
    """Let computer players play and print the summary as one line of JSON, with the time that it took."""
    rules = find_rules(rules_name)
    players = (player,) * 4
    summary = Summary.of_players(rules, players)

    def count() -> Iterator[PlayedHand]:
        for played in play_matches(rules, hands, seed, players):
            summary.add(played)
            yield played

    begun = time.process_time()
    if records is None:
        deque(count(), maxlen=0)
    else:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        try:
            records.mkdir(parents=True, exist_ok=True)
            for number, lines in enumerate(record_matches(count(), rules, players, PROGRAM, now), 1):
                (records / f"{rules_name}-{seed}-{number:05}.jsonl").write_text(write_lines(lines), encoding="utf-8")
        except OSError as error:
            raise PathError(f"{error.filename or records} cannot be written: {error.strerror}") from None
    seconds = time.process_time() - begun
    print(
        json.dumps(
            {**summary.as_dict(), "cpu_seconds": round(seconds, 3), "hands_per_second": round(hands / seconds, 2)}
        )
    )
    return 0


def report(file: Path, make: Callable[[bytes], Report]) -> int:
    """Print what there is to say about a record; 1 if it does not hold."""
    try:
        with file.open("rb") as record:
            found = make(record.read(MAX_BYTES + 1))
    except OSError as error:
        raise PathError(f"{file} cannot be read: {error.strerror}") from None
    # As bytes, so that no terminal's encoding can break it.
    sys.stdout.buffer.write("".join(f"{line}\n" for line in found.lines).encode())
    sys.stdout.buffer.flush()
    return 0 if found.holds else 1


def ask_health(settings: Settings) -> int:
    """Ask the bot that runs with the same settings how it is; 0 if people can play, 1 if not or nobody answers."""
    if settings.metrics_port is None:
        raise CannotStart("METRICS_PORT is not set, so nobody can be asked")
    host = "127.0.0.1" if settings.metrics_host == "0.0.0.0" else settings.metrics_host  # noqa: S104 (asked, not bound)
    try:
        with urllib.request.urlopen(f"http://{host}:{settings.metrics_port}/health", timeout=5) as answer:
            print(answer.read().decode())
            return 0
    except urllib.error.HTTPError as error:
        print(error.read().decode())
    except OSError as error:
        print(f"no answer: {error}")
    return 1


def back_up_database(settings: Settings, file: Path) -> int:
    """Copy the database into a new file."""
    from host.backup import back_up  # noqa: PLC0415
    from host.connections import find_file  # noqa: PLC0415
    from host.errors import StoreError  # noqa: PLC0415

    source = find_file(settings.database_url)
    if source is None:
        raise CannotStart("PostgreSQL is backed up by its own program: pg_dump --format=custom --file=FILE DATABASE")
    try:
        size = back_up(source, file)
    except StoreError as error:
        raise PathError(error.facts["why"]) from None
    print(f"{file}: {size:,} bytes")
    return 0


def audit(settings: Settings) -> int:
    """Recompute the books; 1 if something does not hold, each fault on a line."""
    from cogs.run import hide_password  # noqa: PLC0415
    from host.audit import audit_database  # noqa: PLC0415
    from host.errors import StoreError  # noqa: PLC0415

    name = hide_password(settings.database_url)
    try:
        found = asyncio.run(audit_database(settings.database_url))
    except StoreError as error:
        raise CannotStart(f"the database {name} cannot be read: {error.facts['why']}") from None
    for fault in found.faults:
        print(fault)
    print(f"{found.accounts} accounts, {found.movements} movements: {len(found.faults) or 'no'} faults")
    return 0 if found.is_sound else 1


def forget(settings: Settings, user_id: int) -> int:
    """Take a person out of the database."""
    from cogs.run import check_folder, hide_password  # noqa: PLC0415
    from host.errors import HostError  # noqa: PLC0415
    from host.forgetting import Forgotten  # noqa: PLC0415
    from host.store import Store  # noqa: PLC0415

    async def take_out() -> Forgotten:
        store = await Store.open(settings.database_url)
        try:
            return await store.forget(user_id)
        finally:
            await store.close()

    check_folder(settings.database_url)
    try:
        done = asyncio.run(take_out())
    except HostError as error:
        name = hide_password(settings.database_url)
        why = {
            "not_a_person": f"{user_id} is no id of a person",
            "game_not_over": "they sit at a table; start the bot and end that game first",
        }.get(error.code) or error.facts.get("why", error.code)
        raise CannotStart(f"{user_id} stays in the database {name}: {why}") from None
    print(f"{user_id}: {done.accounts} accounts made nameless, {done.settings} settings deleted")
    return 0


def find_system_locale(environment: Mapping[str, str]) -> str:
    """Return Discord's locale for the system's language (LC_ALL, LC_MESSAGES, LANG): zh-CN, zh-TW, else en-US."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((name for name in names if name), "").replace("-", "_").lower()
    if not language.startswith("zh"):
        return "en-US"
    return "zh-TW" if any(place in language for place in ("_tw", "_hk", "_mo", "hant")) else "zh-CN"


async def run(settings: Settings, *, is_local: bool) -> int:
    """Run the bot until it is told to stop: on Discord, or on a local Discord started for it."""
    # Only here, so that the other commands start without Discord's library.
    from cogs.run import run_until_stopped  # noqa: PLC0415
    from sandbox import LocalDiscord, World, point_discord_py  # noqa: PLC0415

    if not is_local and settings.discord_token is not None:
        await run_until_stopped(settings, settings.discord_token.get_secret_value())
        return 0
    world = World.default(keep=KEPT_BY_LOCAL_DISCORD, locale=find_system_locale(os.environ))
    local = LocalDiscord(world, port=settings.port)
    try:
        await local.start()
    except OSError as error:
        raise CannotStart(f"port {settings.port} on 127.0.0.1 cannot be used: {error.strerror or error}") from None
    try:
        with point_discord_py(local):
            await run_until_stopped(
                settings, local.token, on_ready=lambda: print(f"Play at {local.url}  (stop with Ctrl-C)", flush=True)
            )
    finally:
        await local.close()
    return 0


def use_settings(chosen: argparse.Namespace, settings: Settings) -> int:
    """Do what needs the settings: ask a bot that runs, copy or audit the database, or run."""
    if chosen.command == "health":
        return ask_health(settings)
    if chosen.command == "backup":
        return back_up_database(settings, chosen.file)
    if chosen.command == "audit":
        return audit(settings)
    if chosen.command == "forget":
        return forget(settings, chosen.user_id)
    if chosen.port is not None:
        settings.port = chosen.port
    set_up_logs(settings.log_level, settings.log_format)
    try:
        return asyncio.run(run(settings, is_local=chosen.sandbox or settings.discord_token is None))
    except KeyboardInterrupt:
        return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status."""
    chosen = build_parser().parse_args(arguments)
    try:
        if chosen.command == "judge":
            return judge()
        if chosen.command == "simulate":
            return play_out(chosen.rules, chosen.hands, chosen.seed, chosen.players, chosen.records)
        if chosen.command in REPORTS:
            return report(chosen.file, REPORTS[chosen.command])
        return use_settings(chosen, read_settings())
    except (PathError, BadSetting, CannotStart) as error:
        print(f"bot.py: {error}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:
        # Whoever read our output has gone away.
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
