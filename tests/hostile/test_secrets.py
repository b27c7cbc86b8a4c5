"""What is hidden stays hidden: canaries are planted, and all that the program emits is searched for them.

A canary stands in each person's own picture, for their hidden tiles; the wall's secrets, the interactions' tokens and
the bot's own are canaries by themselves.
"""

import logging
import re
from contextlib import asynccontextmanager

import pytest
from prometheus_client import generate_latest
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

import cogs.pictures
from cogs.logs import JsonFormatter, set_up_logs
from cogs.meters import collect_for
from host.schema import saved_tables
from tests.cogs.conftest import CHANNEL, open_house
from tests.cogs.playing import find_short_seed, play_step
from tests.host.conftest import database, failing_writes, make_room, room, store, store_url  # noqa: F401 (fixtures)
from tests.routes import CALLBACK, EDIT, PANEL

INNARDS = re.compile(
    r"OwnView\(|concealed=|Hand\(|Chain\(|SavedTable\(|last_secret|\"chains\"|HandSetup\(|INSERT INTO|VALUES"
)
"""How a hand, a chain or a kept table would look in a text that somebody made of it without thinking."""


class Lines(logging.Handler):
    """Keeps all that is logged, as both forms of our logs would write it, and everything that hangs on a record."""

    def __init__(self):
        super().__init__(logging.NOTSET)
        self.lines = []

    def emit(self, record):
        self.lines += [JsonFormatter().format(record), logging.Formatter("%(message)s").format(record)]
        self.lines.append(repr(record.args))


@pytest.fixture
def logged():
    """All that is logged with LOG_LEVEL=DEBUG, as one text."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in list(logging.root.manager.loggerDict)}
    set_up_logs("DEBUG", "json")
    handler = Lines()
    root.handlers[:] = [handler]
    yield handler
    root.handlers[:], root.level = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def canaries(monkeypatch):
    """Plant a canary into the words of each own hand: `canary-SEAT-end`."""
    real = cogs.pictures.describe_hand

    def describe(view, **more):
        return f"canary-{view.viewer}-end; {real(view, **more)}"

    monkeypatch.setattr(cogs.pictures, "describe_hand", describe)


def secrets_of(house):
    """What nobody may read: chains with the secrets of the hands to come, tokens."""
    table = house.table
    chains = table._context.chains
    coming = range(table.snapshot().hand if table.state == "playing" else table.snapshot().hand + 1, 65)
    found = {chain.last_secret.hex() for chain in chains} | {chains[-1].secret(number).hex() for number in coming}
    return found | {each.token for each in house.server.interactions.by_id.values()} | {house.server.token}


def search(text, secrets, what):
    assert not [secret for secret in secrets if secret in text], what
    assert not (found := INNARDS.search(text)), (what, found, text[:500])


def told_to(house, person):
    """All that a person was told that holds words, as (text, is it for them alone)."""
    for event in person.events:
        if event.message is not None:
            yield str(event.message.data), event.message.is_ephemeral
        else:
            yield str(event.data), False


def search_messages(house, secrets):
    """Nobody is told another's canary, nobody at all a secret; custom_ids name nothing but places."""
    for person in house.people:
        own = f"canary-{house.seat_of(person)}-end"
        for text, is_own in told_to(house, person):
            search(text, secrets, person.user.username)
            found = set(re.findall(r"canary-\d-end", text))
            assert found <= ({own} if is_own else set()), (person.user.username, found)
    for request in house.server.requests:
        if "canary" in str(request.body):
            token = request.params.get("token")
            assert token is not None, request.path
            seat = house.seat_of(house.server.person(house.server.interactions.find(token).user.id))
            assert set(re.findall(r"canary-\d-end", str(request.body))) == {f"canary-{seat}-end"}


async def trouble(house, number):
    """Let something go wrong with the next requests."""
    faults = house.server.faults
    match number % 6:
        case 0:
            faults.fail(503, EDIT, times=1)
        case 1:
            faults.lose(PANEL, times=1)
        case 2:
            faults.vanish(EDIT, times=1)
        case 3:
            faults.fail(500, CALLBACK, times=1)
        case 4:
            faults.limit(0.01, PANEL, times=1)
        case 5:
            faults.limit(0.01, EDIT, times=1)


@asynccontextmanager
async def playing_house(tmp_path, conformity):
    async with open_house(tmp_path, conformity, seed=find_short_seed()) as house:
        await house.start_with_people(4)
        yield house
        house.server.limits.limited = 0


@pytest.mark.slow
async def test_no_log_error_message_or_panel_of_another_holds_a_hidden_tile_a_secret_or_a_token(
    tmp_path, conformity, canaries, logged
):
    async with playing_house(tmp_path, conformity) as house:
        secrets, steps = secrets_of(house), 0
        while house.table.state == "playing" and steps < 60:
            await play_step(house)
            steps += 1
            secrets |= secrets_of(house) if house.table.state == "playing" else set()
        assert house.table.state == "between"
        shown = house.table.snapshot().last_report.reveal
        secrets |= {each.token for each in house.server.interactions.by_id.values()}
        secrets.discard(shown)
        search_messages(house, secrets)
        search("\n".join(logged.lines), secrets, "log")
        assert "canary" not in "\n".join(logged.lines)
        metrics = generate_latest(collect_for(house.bot)).decode()
        assert "mahjong_tables" in metrics
        search(metrics, secrets | {house.table.table_id, *(person.id for person in house.people)}, "metrics")
        assert logged.lines
        assert [request for request in house.server.requests if "canary" in str(request.body)]


async def test_trouble_with_discord_puts_no_secret_into_the_log(tmp_path, conformity, canaries, logged):
    async with playing_house(tmp_path, conformity) as house:
        for number in range(18):
            await trouble(house, number)
            person = house.people[number % 4]
            await person.slash("hand", channel=CHANNEL, may_fail=True)
            await house.bot.desk.lobby_changed(house.table)
            await house.settle()
        house.server.clock.advance(3)
        text = "\n".join(logged.lines)
        assert "was refused" in text
        search(text, secrets_of(house), "log")
        assert "canary" not in text


async def test_an_error_of_the_database_never_shows_what_was_to_be_written(store):  # noqa: F811
    twice = insert(saved_tables).values(table_id="t", body="canary", at=0)
    with pytest.raises(SQLAlchemyError) as error:
        await store._runner.run(lambda connection: [connection.execute(twice) for _ in range(2)])
    assert "saved_tables" in str(error.value)
    assert "canary" not in str(error.value)


async def test_a_fault_and_a_failing_database_put_no_secret_into_the_log(room, failing_writes, logged, monkeypatch):  # noqa: F811
    table = await room.started(2)
    secrets = {chain.last_secret.hex() for chain in table._context.chains}
    await room.play_until(table, lambda: room.owing(table))
    async with failing_writes("journal", "saved_tables"):
        (user, *_) = room.owing(table)
        shot = table.snapshot(user)
        await table.act(user, shot.decision, shot.view.own.actions[-1])
        await room.quiet()
    await room.clock.advance(10)

    def break_down(*_):
        raise ValueError("out of order")

    monkeypatch.setattr(table._match.play.hand, "apply", break_down)
    await room.clock.advance(60)
    text = "\n".join(logged.lines)
    assert "out of order" in text
    assert table.state == "over"
    search(text, secrets, "log")
