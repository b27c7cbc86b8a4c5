"""What settled hands add to boards, ratings and people's statistics: once, with the coins, on both databases."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from host.boards import PAGE, Metric
from host.errors import HostError, StoreError
from host.hand_told import BestHand
from host.listing import NotePeople
from host.preferences import Preferences, Scope
from host.ratings import MIN_RATED, Rating, rate_hand
from host.schema import EVERYWHERE, standings
from host.seasons import BeginSeason, EndSeason, read_seasons
from host.store import Store
from host.tally import MIN_HANDS
from tests.host.counted import GUILD, NAMES, PEOPLE, WIN, draw, look, ranks, settle, told, write_hands
from tests.host.databases import on_both
from tests.host.helpers import give

MONDAY = 1_796_601_600.0
"""2026-12-07, 00:00 UTC."""

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
async def timed(store_url):
    """A store whose time is set by hand: `timed.time = …`."""

    class Timed:
        time = MONDAY + DAY

    timed = Timed()
    timed.store = await Store.open(store_url, wall=lambda: timed.time)
    yield timed
    await timed.store.close()


def rows(database, table, columns="*", where="1=1"):
    return database.sql(f"SELECT {columns} FROM {table} WHERE {where}")


@on_both
async def test_a_hand_counts_for_winner_discarder_and_others(store):
    await write_hands(store, settle(), settle(draw))
    assert await ranks(store, Metric.NET) == [(1, 1, 90), (2, 2, -20), (2, 4, -20), (4, 3, -50)]
    assert await ranks(store, Metric.WINS) == [(1, 1, 1), (2, 2, 0), (2, 3, 0), (2, 4, 0)]
    assert await ranks(store, Metric.BEST_FAN) == [(1, 1, 9)]
    assert await ranks(store, Metric.COINS) == [(1, 1, 1090), (2, 2, 980), (2, 4, 980), (4, 3, 950)]
    (first, *_) = (await look(store, Metric.NET)).lines
    assert (first.name, first.hands, first.wins) == ("Maya", 2, 1)


@on_both
async def test_rates_and_averages_stand_on_a_board_from_twenty_hands_on(store):
    await write_hands(store, *(settle() for _ in range(5)), *(settle(draw) for _ in range(MIN_HANDS - 6)))
    for metric in (Metric.WIN_RATE, Metric.AVERAGE, Metric.DEAL_IN_RATE):
        assert await ranks(store, metric) == []
    await store.write(settle(draw))
    assert await ranks(store, Metric.WIN_RATE) == [(1, 1, 250_000), (2, 2, 0), (2, 3, 0), (2, 4, 0)]
    assert await ranks(store, Metric.AVERAGE) == [(1, 1, 2250), (2, 2, -500), (2, 4, -500), (4, 3, -1250)]
    # The fewer the better.
    assert await ranks(store, Metric.DEAL_IN_RATE) == [(1, 1, 0), (1, 2, 0), (1, 4, 0), (4, 3, 250_000)]


@on_both
async def test_a_settlement_that_is_repeated_counts_once(store, database):
    hand = settle()
    await asyncio.gather(*(store.write(hand) for _ in range(20)))
    assert await ranks(store, Metric.NET) == [(1, 1, 90), (2, 2, -20), (2, 4, -20), (4, 3, -50)]
    assert len(rows(database, "played_hands")) == 4


@on_both
async def test_a_settlement_that_is_refused_counts_for_nothing_and_the_others_of_its_group_do(store, database):
    short = replace(settle(stake=1000, seats=(5, 6, 7, 8)), allow_debt=False)
    refused, done = await asyncio.gather(store.write(short), store.write(settle()), return_exceptions=True)
    assert isinstance(refused, HostError)
    assert done.paid == (90, -20, -50, -20)
    assert len(rows(database, "standings", where="user_id IN (5, 6, 7, 8)")) == 0
    assert len(rows(database, "ratings", where=f"guild_id = {GUILD}")) == 4


@on_both
async def test_what_the_database_does_not_take_is_neither_paid_nor_counted(store, database, failing_writes):
    async with failing_writes("played_hands"):
        with pytest.raises(StoreError):
            await store.write(settle())
    assert rows(database, "standings") == []
    await store.write(settle())
    assert (await look(store, Metric.NET)).total == 4


@on_both
async def test_many_hands_at_once_lose_no_count(store):
    await asyncio.gather(*(store.write(settle(table=f"t{n}", hand=1)) for n in range(64)))
    assert await ranks(store, Metric.WINS) == [(1, 1, 64), (2, 2, 0), (2, 3, 0), (2, 4, 0)]
    assert await ranks(store, Metric.WIN_RATE) == [(1, 1, 1_000_000), (2, 2, 0), (2, 3, 0), (2, 4, 0)]
    assert (await store.audit()).is_sound


async def test_hands_with_computer_players_count_apart_and_for_no_board(store, database):
    for _ in range(MIN_RATED):
        await store.write(settle(seats=(1, 2, None, 4)))
    for metric in Metric:
        if metric is not Metric.COINS:
            assert (await look(store, metric, city="harbin")).total == 0, metric
    ((hands, wins),) = rows(database, "standings", "hands, wins", "user_id = 1 AND city = 'all'")
    assert (int(hands), int(wins)) == (MIN_RATED, MIN_RATED)
    assert rows(database, "ratings") == []


async def test_boards_are_by_city_and_all_together(store):
    await write_hands(store, settle(), settle(city="qiqihar"), settle(city="qiqihar"))
    for city, wins in (("all", 3), ("harbin", 1), ("qiqihar", 2)):
        assert (await look(store, Metric.WINS, city=city, viewer=1)).own.value == wins
    assert (await look(store, Metric.WINS, city="mudanjiang")).total == 0


async def test_weeks_and_months_are_those_of_the_servers_time_zone(timed):
    preferences = Preferences()
    await preferences.connect(timed.store)
    await preferences.change(Scope.SERVER, GUILD, "zone", "Asia/Shanghai")
    timed.time = MONDAY - 9 * HOUR  # Sunday evening in Shanghai
    await timed.store.write(settle())
    timed.time = MONDAY - 7 * HOUR  # Monday morning
    await write_hands(timed.store, settle(), settle())
    for span, hands in (("w2026-11-30", 1), ("w2026-12-07", 2), ("m2026-12", 3), ("m2026-11", None)):
        own = (await look(timed.store, Metric.WINS, span=span, viewer=1)).own
        assert (own and own.value) == hands, span


@on_both
async def test_a_season_counts_what_is_settled_between_its_start_and_its_end(timed):
    store = timed.store
    await store.write(settle())
    assert await store.write(BeginSeason(GUILD, "Winter")) == 1
    with pytest.raises(HostError, match="season_running"):
        await store.write(BeginSeason(GUILD))
    await write_hands(store, settle(), settle())
    timed.time += DAY
    assert await store.write(EndSeason(GUILD)) == 1
    with pytest.raises(HostError, match="no_season"):
        await store.write(EndSeason(GUILD))
    await store.write(settle())
    assert await store.write(BeginSeason(GUILD)) == 2
    await store.write(settle())
    assert [(await look(store, Metric.WINS, span=span, viewer=1)).own.value for span in ("s1", "s2", "all")] == [
        2,
        1,
        5,
    ]
    seasons = await store.read(partial(read_seasons, guild_id=GUILD))
    assert [(each.number, each.name, each.is_running) for each in seasons] == [(2, "", True), (1, "Winter", False)]
    assert seasons[1].ended_at - seasons[1].started_at == DAY
    assert await store.read(partial(read_seasons, guild_id=GUILD + 1)) == []


async def test_two_who_begin_a_season_at_once_begin_one(store):
    done = await asyncio.gather(*(store.write(BeginSeason(GUILD)) for _ in range(8)), return_exceptions=True)
    assert [each for each in done if each == 1] == [1]
    assert {each.code for each in done if each != 1} == {"season_running"}


@on_both
async def test_all_servers_together_show_who_wants_it_of_servers_that_take_part(store):
    preferences = Preferences()
    await preferences.connect(store)
    await store.write(settle())
    assert (await look(store, Metric.WINS, guild=EVERYWHERE)).total == 0
    for guild in (GUILD, GUILD + 1):
        await preferences.change(Scope.SERVER, guild, "everywhere", "true")
    await preferences.change(Scope.PERSON, 1, "everywhere", "true")
    await write_hands(store, settle(), settle(guild=GUILD + 1), settle(guild=GUILD + 2))
    assert await ranks(store, Metric.WINS, guild=EVERYWHERE) == [(1, 1, 2)]
    # Whoever joins later brings what was counted; whoever leaves is gone at once.
    await preferences.change(Scope.PERSON, 3, "everywhere", "true")
    await preferences.change(Scope.PERSON, 1, "everywhere", "false")
    assert await ranks(store, Metric.NET, guild=EVERYWHERE) == [(1, 3, -100)]
    await store.write(settle())
    assert await ranks(store, Metric.NET, guild=EVERYWHERE) == [(1, 3, -150)]
    (line,) = (await look(store, Metric.NET, guild=EVERYWHERE)).lines
    assert line.name == "小雪"
    assert (await look(store, Metric.WINS)).total == 4


@on_both
async def test_who_has_left_is_neither_shown_nor_counted_and_comes_back_by_playing(store):
    await write_hands(store, *(settle() for _ in range(MIN_RATED)))
    await store.write(NotePeople(GUILD, ((1, None), (3, "Snow"))))
    for metric in (Metric.COINS, Metric.NET, Metric.WIN_RATE, Metric.RATING):
        page = await look(store, metric, city="all" if metric is Metric.COINS else "harbin", viewer=1)
        assert ([line.user_id for line in page.lines if line.user_id == 1], page.total, page.own) == ([], 3, None)
        assert page.lines[0].rank == 1
        assert {line.user_id: line.name for line in page.lines}[3] == "Snow"
    await store.write(settle())
    assert (await ranks(store, Metric.WINS))[0] == (1, 1, MIN_RATED + 1)
    assert (await look(store, Metric.COINS, viewer=1)).own.name == "Maya"
    assert (await look(store, Metric.RATING, city="harbin")).total == 4


async def test_accounts_that_are_too_young_are_left_out(store):
    old, young = 175928847299117063, 1_456_074_443_980_800_001
    await store.write(settle(seats=(old, young, 3, 4)))
    page = await look(store, Metric.NET, newest_id=old, viewer=young)
    assert (page.total, page.own) == (3, None)
    assert young in {line.user_id for line in (await look(store, Metric.NET)).lines}


async def test_pages_go_on_where_the_one_before_ended_and_the_own_place_is_known_on_each(store):
    people = list(range(1, 25))
    for place, user in enumerate(people):
        stake = 10 * (place // 2)  # two each are equal
        await store.write(settle(seats=(user, 101, 102, 103), stake=stake))
    seen = []
    for number in range(3):
        page = await look(store, Metric.NET, page=number, viewer=1)
        assert (page.page, page.pages, page.total) == (number, 3, 27)
        seen += page.lines
        assert page.own.rank == 23
        assert page.own_page == 2
    values = [line.value for line in seen]
    assert values == sorted(values, reverse=True)
    assert len({line.user_id for line in seen}) == 27
    assert [line.rank for line in seen] == [1 + sum(other > value for other in values) for value in values]
    last = await look(store, Metric.NET, page=99)
    assert (last.page, last.own) == (2, None)
    assert (await look(store, Metric.NET, guild=GUILD + 9)).pages == 1


@pytest.mark.parametrize("people", [0, 1, 10, 11, 35])
@pytest.mark.parametrize("metric", [Metric.NET, Metric.DEAL_IN_RATE])
async def test_a_page_is_the_same_from_whichever_end_it_is_read(store, metric, people):
    columns = {column.name: 0 for column in standings.c} | {"guild_id": GUILD, "span": "all", "city": "all"}
    values = {user: user * 7 % 5 for user in range(1, people + 1)}
    lines = [
        columns | {"user_id": user, "is_listed": True, "net": value, "deal_in_rate": value}
        for user, value in values.items()
    ]
    if lines:
        await store._runner.run(lambda connection: connection.execute(standings.insert(), lines))
    is_rising = metric is Metric.DEAL_IN_RATE
    order = sorted(values, key=lambda user: (values[user], user), reverse=not is_rising)
    for number in range(-(-people // PAGE)):
        page = await look(store, metric, page=number)
        assert [line.user_id for line in page.lines] == order[number * PAGE : (number + 1) * PAGE]
        better = [
            sum(values[other] < line.value if is_rising else values[other] > line.value for other in order)
            for line in page.lines
        ]
        assert [line.rank for line in page.lines] == [1 + count for count in better]
    last = await look(store, metric, page=99)
    assert (last.page, last.total) == (max(0, (people - 1) // PAGE), people)


@on_both
async def test_streaks_grow_with_wins_in_a_row(store, database):
    await write_hands(store, settle(), settle(), settle(draw), settle())
    ((streak, best),) = rows(
        database, "standings", "streak, best_streak", "user_id = 1 AND city = 'all' AND span = 'all'"
    )
    assert (int(streak), int(best)) == (1, 2)


@on_both
async def test_the_dearest_hand_is_kept_with_its_tiles(store, database):
    cheap, dear = replace(told.best, kinds=("self_draw",)), replace(told.best, kinds=("mobao",))
    await write_hands(store, settle(best=cheap), settle(best=dear, fan=(30, -10, -10, -10)), settle(best=cheap))
    ((user, fan, body),) = rows(database, "best_hands", "user_id, fan, body")
    assert (int(user), int(fan), BestHand.from_json(body)) == (1, 30, dear)


async def test_ways_of_winning_are_counted(store, database):
    await write_hands(store, settle(), settle(kinds=("mobao", "kadang")), settle(seats=(1, None, 3, 4)))
    found = {(kind, int(wins)) for kind, wins in rows(database, "win_kinds", "kind, wins")}
    assert found == {("discard", 1), ("kadang", 2), ("mobao", 1), ("kadang", 1)}


# ---- ratings


async def test_ratings_are_shown_once_twenty_hands_are_rated_and_draws_are_not(store):
    await write_hands(store, *(settle() for _ in range(MIN_RATED - 1)), settle(draw))
    assert await ranks(store, Metric.RATING, city="harbin") == []
    await store.write(settle())
    found = await ranks(store, Metric.RATING, city="harbin")
    assert [user for _, user, _ in found] == [1, 2, 4, 3]
    assert await ranks(store, Metric.RATING, city="qiqihar") == []


@on_both
async def test_ratings_go_on_from_what_is_kept(store, database):
    expected = [Rating()] * 4
    for _ in range(3):
        await store.write(settle())
        expected = rate_hand(expected, WIN)
    found = {int(user): float(mu) for user, mu in rows(database, "ratings", "user_id, mu")}
    assert found == {user: pytest.approx(rating.mu) for user, rating in zip(PEOPLE, expected, strict=True)}


# ---- what is forgotten


@on_both
async def test_nothing_of_who_is_forgotten_stays_on_boards(store, database):
    preferences = Preferences()
    await preferences.connect(store)
    await preferences.change(Scope.SERVER, GUILD, "everywhere", "true")
    await preferences.change(Scope.PERSON, 1, "everywhere", "true")
    await write_hands(store, settle(), settle(seats=(1, None, 3, 4)))
    await store.forget(1)
    for name in ("players", "played_hands", "standings", "win_kinds", "best_hands", "ratings"):
        assert rows(database, name, where="user_id = 1 OR user_id < 0") == [], name
    assert await ranks(store, Metric.NET) == [(1, 2, -20), (1, 4, -20), (3, 3, -50)]
    assert {line.name for line in (await look(store, Metric.COINS)).lines} == set(NAMES) - {"Maya"}


@on_both
async def test_old_weeks_and_months_are_dropped_and_all_else_stays(timed):
    store = timed.store
    await store.write(BeginSeason(GUILD))
    await store.write(settle())
    timed.time += 200 * DAY
    await store.write(settle())
    assert await store.prune(None, None) > 0
    for span, wins in (("w2026-12-07", None), ("m2026-12", None), ("m2027-06", 1), ("s1", 2), ("all", 2)):
        own = (await look(store, Metric.WINS, span=span, viewer=1)).own
        assert (own and own.value) == wins, span


async def test_coins_moved_by_others_than_hands_count_for_no_net(store):
    await store.write(settle())
    await store.write(give(1, 500))
    assert (await ranks(store, Metric.NET))[0] == (1, 1, 90)
    assert (await ranks(store, Metric.COINS))[0] == (1, 1, 1590)
