"""Leaving, coming back and ending (H19, M9, P5, P7)."""

import pytest

from host.events import Left, MatchEnded, PenaltyPaid, Returned, Sat
from tests.host.helpers import GUILD, refused, to_between


async def test_p5_who_leaves_in_a_hand_is_played_by_autoplay_until_it_is_settled(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await room.quiet()
    assert table.snapshot().seats[seat].has_left
    assert table.snapshot().seats[seat].autoplay == "left"
    assert [event.seat for _, event in room.listener.events(Left)] == [seat]
    # Still seated: another game is refused until the hand is settled (P2).
    await refused(room.lobby(first_user=2, channel=2), "seated_elsewhere")
    await room.play_until(table, lambda: table.state == "between")
    assert room.tables.find_of(GUILD, 2) is None
    assert room.listener.notices("seat_freed") == [{"seat": seat, "user": 2, "why": "left"}]


async def test_h19_who_left_is_charged_three_stakes_at_the_settlement(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await to_between(room, table)
    report = table.snapshot().last_report
    assert report.stake == 10
    assert report.penalties == tuple(-30 if number == seat else 10 for number in range(4))
    assert report.result.kind == "draw"
    assert report.paid == report.penalties
    assert len(room.listener.events(PenaltyPaid)) == 1
    assert (await room.store.audit()).is_sound


async def test_h19_who_came_back_is_not_charged(room):
    table = await room.started(4)
    seat = room.users(table)[2]
    await table.leave(2)
    await table.join(2, "p2")
    await room.quiet()
    assert not table.snapshot().seats[seat].has_left
    assert table.snapshot().seats[seat].autoplay is None
    assert len(room.listener.events(Returned)) == 1
    assert room.listener.notices("returned") == [{"seat": seat, "user": 2}]
    await to_between(room, table)
    assert table.snapshot().last_report.penalties == (0, 0, 0, 0)
    assert table.is_seated(2)


async def test_h19_autoplay_by_choice_is_not_leaving(room):
    table = await room.started(4)
    await table.set_autoplay(2)
    await to_between(room, table)
    assert table.snapshot().last_report.penalties == (0, 0, 0, 0)
    assert table.is_seated(2)


async def test_p5_an_own_action_brings_one_back(room):
    table = await room.started(4, pace=2)
    user = room.owing(table)[0]
    seat, decision = room.users(table)[user], table.snapshot(user).decision
    await table.leave(user)
    await table.act(user, decision, 0)
    await room.quiet()
    holder = table.snapshot().seats[seat]
    assert (holder.has_left, holder.autoplay) == (False, None)
    assert len(room.listener.events(Returned)) == 1


async def test_m9_in_mudanjiang_leaving_costs_nothing(room):
    table = await room.started(4, rules="mudanjiang")
    await table.leave(2)
    await to_between(room, table)
    assert table.snapshot().last_report.penalties == (0, 0, 0, 0)


async def test_p5_after_the_settlement_another_person_may_take_the_seat(room):
    table = await room.started(4, next_hand_seconds=30)
    seat = room.users(table)[2]
    await table.leave(2)
    await refused(table.join(9, "p9"), "table_full")
    await to_between(room, table)
    await table.join(9, "p9")
    assert room.users(table)[9] == seat
    await room.clock.advance(30)
    assert table.snapshot(9).view.viewer == seat
    assert [event.player.user_id for _, event in room.listener.events(Sat)] == [9]


async def test_p5_a_free_seat_goes_to_a_computer_player_when_the_next_hand_starts(room):
    table = await room.started(4, next_hand_seconds=30)
    seat = room.users(table)[2]
    await table.leave(2)
    await to_between(room, table)
    assert table.snapshot().seats[seat].computer is None
    await room.clock.advance(30)
    assert table.state == "playing"
    assert table.snapshot().seats[seat].computer == 1
    assert table.snapshot().stake == 1


async def test_p5_without_computer_players_the_match_ends_instead(room):
    table = await room.started(4, next_hand_seconds=30, computers_allowed=False)
    await table.leave(2)
    await to_between(room, table)
    await room.clock.advance(30)
    assert table.state == "over"
    assert table.snapshot().match_report.why == "seat_empty"


async def test_p5_leaving_between_hands_costs_nothing(room):
    table = await room.started(4, next_hand_seconds=30)
    await to_between(room, table)
    balance = await room.balance(2)
    await table.leave(2)
    assert not table.is_seated(2)
    assert room.tables.find_of(GUILD, 2) is None
    await room.clock.advance(30)
    await to_between(room, table)
    assert await room.balance(2) == balance


async def test_p5_when_everybody_has_left_the_match_ends_with_the_hand(room):
    table = await room.started(2)
    await table.leave(1)
    await table.leave(2)
    await room.play_until(table, lambda: table.state == "over")
    assert table.snapshot().match_report.why == "nobody_here"
    assert len(room.tables) == 0


async def test_p1_the_host_who_leaves_a_match_passes_the_room_on(room):
    table = await room.started(4)
    await table.leave(1)
    assert table.host_id in {2, 3, 4}


@pytest.mark.parametrize("who", ["host", "manager"])
async def test_p7_host_or_manager_ends_the_game_and_nothing_is_paid(room, who):
    table = await room.started(4)
    await room.act(table, room.owing(table)[0])
    ended = await (table.end(1) if who == "host" else table.end(77, is_manager=True))
    await room.quiet()
    assert ended
    assert table.state == "over"
    report = table.snapshot().match_report
    assert (report.why, report.hands_played) == ("ended", 0)
    last = table.snapshot().last_report
    assert (last.result.kind, last.paid) == ("void", (0, 0, 0, 0))
    for user in (1, 2, 3, 4):
        account = await room.store.find_account(GUILD, user)
        assert (account.balance, account.held, account.hands) == (1000, 0, 0)
    assert [event.why for event in table.record if isinstance(event, MatchEnded)] == ["ended"]
    assert room.tables.find_in_channel(1) is None


async def test_p7_a_majority_of_the_seated_people_ends_the_game(room):
    table = await room.started(4)
    voters = [user for user in (2, 3, 4) if user != table.host_id]
    assert await table.end(voters[0]) is False
    assert await table.end(voters[0]) is False
    assert await table.end(voters[1]) is False
    assert table.snapshot().votes == {voters[0], voters[1]}
    assert table.snapshot().votes_needed == 3
    assert await table.end(voters[2]) is True
    assert table.snapshot().match_report.why == "vote"


async def test_p7_who_has_left_does_not_count_among_the_seated(room):
    table = await room.started(4)
    await table.end(2)
    await table.leave(2)
    assert (table.snapshot().votes, table.snapshot().votes_needed) == (frozenset(), 2)
    await refused(table.end(2), "not_seated")


async def test_p7_ending_between_hands_voids_nothing(room):
    table = await room.started(4)
    await to_between(room, table)
    paid = table.snapshot().last_report.paid
    await table.end(1)
    report = table.snapshot().match_report
    assert report.scores == paid
    assert report.hands_played == 1


async def test_a_channel_that_is_gone_voids_the_hand(room):
    table = await room.started(4)
    await room.tables.close_channel(1)
    assert table.snapshot().match_report.why == "channel_gone"
    other = await room.started(2, first_user=11, channel=2)
    await room.tables.close_guild(GUILD)
    assert other.snapshot().match_report.why == "host_gone"
    assert (await room.store.audit()).is_sound
