"""P1 and P2: before the match."""

import asyncio

import pytest

from engine.cities import find_rules
from engine.errors import RuleError
from host.errors import HostError, StoreError
from host.settings import RoomSettings
from tests.host.helpers import GUILD, refused, take


async def test_p1_one_person_with_three_computers_starts_with_one_click(room):
    table = await room.lobby(computers=3)
    assert table.state == "lobby"
    assert await table.start(1) is True
    assert table.state == "playing"
    assert table.snapshot(1).view is not None


async def test_p1_the_match_begins_when_the_last_person_presses_start(room):
    table = await room.lobby(3, computers=1)
    assert await table.start(1) is False
    assert await table.start(3) is False
    assert [seat.is_ready for seat in table.snapshot().seats] == [True, False, True, True]
    assert await table.start(2) is True


async def test_p1_start_waits_for_empty_seats(room):
    table = await room.lobby()
    assert await table.start(1) is False
    await table.add_computer(1, 2)
    assert table.state == "lobby"
    await table.add_computer(1)
    assert table.state == "playing"


async def test_p1_seats_are_drawn_at_random_when_the_game_starts(make_room):
    orders = set()
    for seed in range(8):
        room = make_room(seed=seed)
        table = await room.started(4, first_user=10 * seed + 1, channel=seed)
        orders.add(tuple(seat.user_id % 10 for seat in table.snapshot().seats))
    assert len(orders) > 3


async def test_p1_anyone_leaves_freely_before_the_start(room):
    table = await room.lobby(3)
    await table.leave(2)
    assert not table.is_seated(2)
    assert [seat.user_id for seat in table.snapshot().seats] == [1, 3]
    assert room.tables.find_of(GUILD, 2) is None


async def test_p1_the_host_who_leaves_passes_the_room_on(room):
    table = await room.lobby(2, computers=1)
    await table.leave(1)
    assert table.host_id == 2
    await room.quiet()
    assert room.listener.notices("host_passed") == [{"user": 2}]


async def test_p1_a_lobby_that_the_last_person_leaves_is_closed(room):
    table = await room.lobby(computers=2)
    await table.leave(1)
    await room.quiet()
    assert table.state == "over"
    assert room.listener.named("closed")[0][2] == "empty"
    assert room.tables.find_in_channel(1) is None


async def test_p1_a_lobby_that_does_not_start_expires(room):
    table = await room.lobby(lobby_seconds=100)
    await room.clock.advance(60)
    await table.join(2, "p2")
    await room.clock.advance(99)
    assert table.state == "lobby"
    await room.clock.advance(1)
    assert table.state == "over"
    assert room.listener.named("closed")[0][2] == "expired"
    assert room.tables.find_of(GUILD, 1) is None


async def test_p1_below_the_minimum_one_is_refused_with_minimum_and_own_coins(room):
    await room.store.find_account(GUILD, 2)
    await room.store.write(take(2, 500))
    table = await room.lobby(min_coins=600)
    assert await refused(table.join(2, "p2"), "below_min_coins") == {"minimum": 600, "coins": 500}
    assert not table.is_seated(2)
    assert room.tables.find_of(GUILD, 2) is None


async def test_p1_who_has_become_too_poor_in_the_lobby_cannot_start(room):
    table = await room.lobby(min_coins=600, computers=3)
    await room.store.write(take(1, 500))
    await refused(table.start(1), "below_min_coins")
    assert table.state == "lobby"


async def test_p1_without_coins_one_cannot_play_for_coins_but_for_points(room):
    await room.store.find_account(GUILD, 2)
    await room.store.write(take(2, 1000))
    table = await room.lobby()
    assert await refused(table.join(2, "p2"), "below_min_coins") == {"minimum": 1, "coins": 0}
    for_points = await room.lobby(first_user=5, channel=2, coins=False)
    await for_points.join(2, "p2")
    assert for_points.is_seated(2)


async def test_p1_a_room_that_is_not_public_is_for_the_invited(room):
    table = await room.lobby(is_public=False)
    await refused(table.join(2, "p2"), "not_invited")
    await refused(table.invite(3, 2), "not_host")
    await table.invite(1, 2)
    await table.join(2, "p2")
    assert table.is_seated(2)


async def test_p1_computer_players_may_be_ruled_out(room):
    table = await room.lobby(computers_allowed=False)
    await refused(table.add_computer(1), "computers_not_allowed")


async def test_p1_computers_come_and_go_and_make_room_for_people(room):
    table = await room.lobby(computers=3)
    await refused(table.add_computer(1), "table_full")
    await table.join(2, "p2")
    assert [(seat.user_id, seat.computer) for seat in table.snapshot().seats] == [
        (1, None),
        (2, None),
        (None, 1),
        (None, 2),
    ]
    await table.remove_computer(1)
    await table.remove_computer(1)
    await refused(table.remove_computer(1), "no_computer")
    await refused(table.add_computer(1, 4), "bad_count")
    await refused(table.add_computer(9), "not_seated")


async def test_p1_the_fifth_person_is_refused(room):
    table = await room.lobby(4)
    await refused(table.join(5, "p5"), "table_full")
    assert room.tables.find_of(GUILD, 5) is None


async def test_p1_the_number_of_hands_is_chosen_from_4_8_16_and_open_end():
    assert [RoomSettings(hands=hands).hands for hands in (4, 8, 16, None)] == [4, 8, 16, None]
    for hands in (0, 5, True, "8"):
        with pytest.raises(HostError) as refusal:
            RoomSettings(hands=hands)
        assert refusal.value.code == "bad_setting"
        assert refusal.value.facts == {"setting": "hands"}


async def test_p2_a_second_game_in_the_server_is_refused_with_a_pointer_to_the_first(room):
    first = await room.lobby()
    second = await room.lobby(first_user=5, channel=2)
    facts = await refused(second.join(1, "p1"), "seated_elsewhere")
    assert facts == {"table": first.table_id, "channel": 1}
    rules = find_rules("harbin")
    opening = room.tables.create(
        guild_id=GUILD, channel_id=3, user_id=1, name="p1", rules=rules, settings=RoomSettings()
    )
    await refused(opening, "seated_elsewhere")
    assert room.tables.find_in_channel(3) is None
    elsewhere = await room.tables.create(
        guild_id=901, channel_id=4, user_id=1, name="p1", rules=rules, settings=RoomSettings()
    )
    room.known.append(elsewhere)
    assert elsewhere.is_seated(1)


async def test_p2_of_simultaneous_joins_of_one_person_one_goes_through(room):
    tables = [await room.lobby(first_user=10 + number, channel=number) for number in range(8)]
    answers = await asyncio.gather(*(table.join(1, "p1") for table in tables), return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert sum(table.is_seated(1) for table in tables) == 1


async def test_a_channel_has_one_table(room):
    table = await room.lobby()
    answers = await asyncio.gather(
        *(
            room.tables.create(
                guild_id=GUILD, channel_id=1, user_id=user, name="p", rules=table.rules, settings=table.settings
            )
            for user in (5, 6)
        ),
        return_exceptions=True,
    )
    assert [answer.code for answer in answers] == ["channel_taken"] * 2
    assert len(room.tables) == 1


async def test_joining_twice_is_refused_and_changes_nothing(room):
    table = await room.lobby(2)
    await refused(table.join(2, "p2"), "already_seated")
    assert len(table.snapshot().seats) == 2


async def test_a_hundred_simultaneous_joins_fill_four_seats(room):
    table = await room.lobby()
    answers = await asyncio.gather(*(table.join(user, "p") for user in range(2, 102)), return_exceptions=True)
    assert sum(answer is None for answer in answers) == 3
    assert len(table.snapshot().seats) == 4


async def test_a_failed_database_refuses_to_seat_a_newcomer_and_leaves_the_lobby_as_it_was(room, monkeypatch):
    table = await room.lobby()

    async def fail(*_):
        raise StoreError("SQLITE_FULL")

    monkeypatch.setattr(room.store, "find_account", fail)
    await refused(table.join(2, "p2"), "store_failed")
    assert not table.is_seated(2)
    assert room.tables.find_of(GUILD, 2) is None


async def test_a_room_that_cannot_be_opened_leaves_nothing_behind(room, monkeypatch):
    async def fail(*_):
        raise StoreError("SQLITE_FULL")

    monkeypatch.setattr(room.store, "find_account", fail)
    await refused(room.lobby(), "store_failed")
    assert len(room.tables) == 0
    assert room.listener.calls == []


async def test_the_commitment_is_there_before_anybody_is_dealt_to(room):
    table = await room.lobby(computers=3)
    before = table.snapshot().commitment
    await table.start(1)
    assert table.snapshot().commitment == before


async def test_words_over_100_bytes_are_refused(room):
    table = await room.lobby()
    await table.set_words(1, "发" * 33)
    with pytest.raises(RuleError) as refusal:
        await table.set_words(1, "发" * 34)
    assert refusal.value.code == "words_too_long"
    await refused(table.set_words(9, "x"), "not_seated")


async def test_the_host_ends_a_lobby_and_others_do_not(room):
    table = await room.lobby(2)
    await refused(table.end(2), "not_host")
    assert await table.end(1) is True
    await room.quiet()
    assert table.state == "over"
    await refused(table.join(3, "p3"), "closed")
    await refused(table.leave(2), "closed")
    assert room.tables.find_of(GUILD, 2) is None


async def test_what_has_started_cannot_be_started_or_filled_again(room):
    table = await room.started()
    await refused(table.start(1), "match_running")
    await refused(table.add_computer(1), "match_running")


async def test_settings_are_named_and_checked():
    assert RoomSettings.relaxed(hands=4).discard_seconds == 60
    assert (RoomSettings.relaxed().claim_seconds, RoomSettings.relaxed().claim_pause) == (30, 10)
    assert RoomSettings().changed({"coins": False}).coins is False
    for name, value in (("discard_seconds", 0), ("coins", 1), ("min_coins", -1), ("constant_pause", 1), ("pace", True)):
        with pytest.raises(HostError) as refusal:
            RoomSettings(**{name: value})
        assert refusal.value.facts == {"setting": name}
    with pytest.raises(HostError) as refusal:
        RoomSettings().changed({"colour": "red"})
    assert refusal.value.code == "unknown_setting"
    assert RoomSettings().changed({"hands": 16}).hands == 16


async def test_the_host_changes_rules_in_the_lobby_and_everybody_is_asked_anew(room):
    table = await room.lobby(2)
    await table.start(2)
    await table.set_rules(1, {"fan_mobao": 4, "must_open": False})
    assert table.rules.fan_mobao == 4
    assert table.snapshot().rules == table.rules
    assert not any(seat.is_ready for seat in table.snapshot().seats)
    await refused(table.set_rules(2, {"fan_mobao": 5}), "not_host")
    with pytest.raises(RuleError) as error:
        await table.set_rules(1, {"fan_mobao": 5, "last_tiles_dealt": True, "last_tiles": 0})
    assert error.value.code == "bad_option"
    assert table.rules.fan_mobao == 4
