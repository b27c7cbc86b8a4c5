"""A table whose people cannot be heard stands still, and goes on with full clocks when they can (P3, P4)."""

import pytest

from engine.events import Discarded
from host.events import AutoplaySet
from tests.host.helpers import refused, to_between, to_turn
from tests.host.test_clocks import to_claim


async def halt(room, table, why="line"):
    table.halt(why)
    await room.quiet()


async def go_on(room, table, why="line"):
    table.go_on(why)
    await room.quiet()


async def test_no_clock_runs_while_a_table_stands_still_and_all_start_anew_in_full(room):
    table = await room.started()
    await to_turn(room, table)
    await room.clock.advance(2 + 15)
    shot = table.snapshot(1)
    assert shot.deadline == room.clock.wall() + 5
    await halt(room, table)
    assert table.snapshot(1).deadline is None
    await room.clock.advance(3600)
    assert table.snapshot(1).decision == shot.decision
    asked = len(room.listener.named("asked"))
    await go_on(room, table)
    assert len(room.listener.named("asked")) == asked + 1
    table.told(shot.viewer_seat, shot.decision)
    await room.quiet()
    assert table.snapshot(1).deadline == room.clock.wall() + 20
    await room.clock.advance(20)
    assert table.snapshot(1).decision != shot.decision


async def test_a_table_with_two_reasons_goes_on_when_both_are_gone(room):
    table = await room.started()
    await to_turn(room, table)
    decision = table.snapshot(1).decision
    await halt(room, table, "line")
    await halt(room, table, "outage")
    await halt(room, table, "line")
    await go_on(room, table, "line")
    await room.clock.advance(100)
    assert table.snapshot(1).decision == decision
    await go_on(room, table, "outage")
    await room.clock.advance(22)
    assert table.snapshot(1).decision != decision


async def test_a_reason_that_never_was_changes_nothing(room):
    table = await room.started()
    await to_turn(room, table)
    await room.clock.advance(2 + 15)
    before = table.snapshot(1)
    await go_on(room, table)
    assert table.snapshot(1) == before


async def test_computer_players_stand_still_too_and_whoever_acts_is_still_heard(room):
    table = await room.started(pace=1.0)
    await to_turn(room, table)
    await halt(room, table)
    await room.act(table, 1)
    told = len(room.listener.events(Discarded))
    await room.clock.advance(600)
    assert len(room.listener.events(Discarded)) == told
    await go_on(room, table)
    await to_between(room, table)


async def test_the_pause_after_a_discard_starts_anew(room):
    table = await room.started(2, constant_pause=True)
    await to_claim(room, table)
    phase = table.snapshot().view.phase
    await halt(room, table)
    await room.clock.advance(600)
    assert table.snapshot().view.phase == phase
    assert table.snapshot().public_deadline is None
    await go_on(room, table)
    assert table.snapshot().public_deadline == room.clock.wall() + table.settings.claim_pause
    await room.clock.advance(table.settings.claim_pause)
    await to_between(room, table)


async def test_lobby_and_pause_between_hands_stand_still(room):
    lobby = await room.lobby(first_user=9, channel=2)
    await halt(room, lobby)
    await room.clock.advance(lobby.settings.lobby_seconds * 2)
    assert lobby.state == "lobby"
    await go_on(room, lobby)
    assert lobby.snapshot().expires_at == room.clock.wall() + lobby.settings.lobby_seconds
    table = await room.started()
    await to_between(room, table)
    await halt(room, table)
    await room.clock.advance(600)
    assert table.state == "between"
    await go_on(room, table)
    await room.clock.advance(table.settings.next_hand_seconds)
    assert table.state == "playing"


@pytest.mark.parametrize(("seconds", "lines"), [(29, []), (31, [{"seconds": 31}])])
async def test_the_channel_is_told_of_a_standstill_that_was_long(room, seconds, lines):
    table = await room.started()
    await to_turn(room, table)
    await halt(room, table)
    await room.clock.advance(seconds)
    await go_on(room, table)
    assert room.listener.notices("went_on") == lines


@pytest.mark.parametrize(("seconds", "is_forgiven"), [(50, True), (150, False)])
async def test_autoplay_that_began_shortly_before_nobody_could_be_heard_is_taken_back(room, seconds, is_forgiven):
    """That a line is dead shows only after a minute: until then clocks run out on people who have pressed."""
    table = await room.started(2, constant_pause=False)
    await to_turn(room, table)
    seat = table.snapshot(1).viewer_seat
    await room.play_until(table, lambda: table.snapshot().seats[seat].autoplay == "clock", idle=True)
    await room.clock.advance(seconds)
    await halt(room, table)
    await go_on(room, table)
    assert (table.snapshot().seats[seat].autoplay is None) is is_forgiven
    backs = [event for _, event in room.listener.events(AutoplaySet) if not event.on and event.seat == seat]
    assert bool(backs) is is_forgiven


async def test_a_restart_in_a_standstill_goes_on_with_full_clocks(room):
    table = await room.started()
    await to_turn(room, table)
    await halt(room, table)
    (table,) = await room.restart()
    await room.clock.advance(2)
    assert table.snapshot(1).deadline == room.clock.wall() + 20


async def test_a_table_that_stands_still_can_be_left_and_ended(room):
    table = await room.started(2)
    await to_turn(room, table)
    await halt(room, table)
    await table.leave(2)
    await table.end(1)
    await room.quiet()
    assert table.state == "over"
    await go_on(room, table)
    assert room.clock.next_due is None
    assert (await room.store.audit()).is_sound


async def test_a_system_clock_that_jumps_ends_no_standstill_and_moves_no_clock(room):
    table = await room.started()
    await to_turn(room, table)
    decision = table.snapshot(1).decision
    await halt(room, table)
    room.clock.wall_offset += 86400
    await room.clock.advance(60)
    await go_on(room, table)
    room.clock.wall_offset -= 2 * 86400
    assert room.listener.notices("went_on") == [{"seconds": 60}]
    await room.clock.advance(2 + 19)
    assert table.snapshot(1).decision == decision
    await room.clock.advance(1)
    assert table.snapshot(1).decision != decision


async def test_while_the_program_ends_everything_is_refused_and_nothing_changes(room):
    table, lobby = await room.started(2), await room.lobby(first_user=8, channel=2)
    await to_turn(room, table)
    shot = table.snapshot(1)
    await room.tables.pause()
    await refused(table.act(1, shot.decision, shot.view.own.actions[0]), "paused")
    await refused(table.leave(1), "paused")
    await refused(lobby.join(7, "p7"), "paused")
    await refused(room.lobby(first_user=6, channel=3), "paused")
    assert (await table.look(1)).view == shot.view
    await room.restart()
    restored = room.tables.find(table.table_id)
    assert restored.snapshot(1).view == shot.view


async def test_a_turn_that_could_not_be_told_has_no_clock_until_it_is_told_and_then_a_full_one(room):
    table = await room.started()
    await to_turn(room, table)
    await room.clock.advance(2 + 15)
    shot = table.snapshot(1)
    for _ in range(10):
        table.hold(shot.viewer_seat, shot.decision)
        await room.clock.advance(100)
    assert (table.snapshot(1).decision, table.snapshot(1).deadline) == (shot.decision, None)
    table.told(shot.viewer_seat, shot.decision)
    await room.quiet()
    assert table.snapshot(1).deadline == room.clock.wall() + 20


async def test_a_turn_is_held_for_two_minutes_if_nobody_says_it_again(room):
    """Nobody is ever stuck, whatever becomes of those who were to try again."""
    table = await room.started()
    await to_turn(room, table)
    shot = table.snapshot(1)
    table.hold(shot.viewer_seat, shot.decision)
    await room.clock.advance(120)
    assert table.snapshot(1).deadline == room.clock.wall() + 20


async def test_a_claim_is_never_held_and_neither_is_another_seat(room):
    table = await room.started(2, constant_pause=True)
    (user, *_) = await to_claim(room, table)
    shot = table.snapshot(user)
    table.hold(shot.viewer_seat, shot.decision)
    await room.quiet()
    assert table.snapshot(user).deadline == shot.deadline
    await to_turn(room, table)
    await room.clock.advance(2)
    shot = table.snapshot(1)
    table.hold((shot.viewer_seat + 1) % 4, shot.decision)
    table.hold(shot.viewer_seat, shot.decision - 1)
    await room.quiet()
    assert table.snapshot(1).deadline == shot.deadline


async def test_a_clock_that_ran_out_before_it_was_known_that_nobody_was_told_counts_for_nothing(room):
    table = await room.started()
    await to_turn(room, table)
    seat = table.snapshot(1).viewer_seat
    for _ in range(3):
        await room.clock.advance(22)
        await to_turn(room, table)
        table.hold(seat, table.snapshot(1).decision)
        await room.quiet()
        assert table.snapshot().seats[seat].autoplay is None
        table.told(seat, table.snapshot(1).decision)
        await room.quiet()
