"""P3 and P4: clocks, the constant pause, timeouts and autoplay."""

import random

import pytest

from engine.actions import Discard, Pass
from engine.events import Claimed, Discarded, Drew
from host.errors import HostError
from host.events import AutoplaySet
from tests.host.helpers import to_turn


async def to_claim(room, table, *, asked=1):
    """Play until so many people are asked about a discard; returns their user ids."""
    found = []

    def is_reached():
        found[:] = room.owing(table)
        view = table.snapshot().view
        return view is not None and view.phase == "claims" and len(found) >= asked

    await room.play_until(table, is_reached)
    return found


async def test_p3_a_discard_clock_of_20_s_starts_when_the_player_has_been_told(room):
    table = await room.started()
    await to_turn(room, table)
    await room.clock.advance(1.5)
    shot = table.snapshot(1)
    assert shot.deadline is None
    table.told(shot.viewer_seat, shot.decision)
    await room.quiet()
    assert table.snapshot(1).deadline == room.clock.wall() + 20
    await room.clock.advance(19.9)
    assert table.snapshot(1).decision == shot.decision
    await room.clock.advance(0.1)
    assert table.snapshot(1).decision != shot.decision


async def test_p3_without_a_report_the_clock_starts_after_two_seconds(room):
    table = await room.started()
    await to_turn(room, table)
    shot = table.snapshot(1)
    await room.clock.advance(2)
    assert table.snapshot(1).deadline == room.clock.wall() + 20
    # A late report does not start it again.
    await room.clock.advance(5)
    table.told(shot.viewer_seat, shot.decision)
    await room.quiet()
    assert table.snapshot(1).deadline == room.clock.wall() + 15


async def test_p3_a_report_of_another_decision_starts_no_clock(room):
    table = await room.started()
    await to_turn(room, table)
    shot = table.snapshot(1)
    table.told(shot.viewer_seat, shot.decision + 1)
    table.told((shot.viewer_seat + 1) % 4, shot.decision)
    await room.quiet()
    assert table.snapshot(1).deadline is None


async def test_p3_relaxed_and_own_clocks_are_settings(room):
    table = await room.started(discard_seconds=60)
    room.listener.tells_at_once = True
    await to_turn(room, table)
    await room.act(table, 1)
    await to_turn(room, table)
    assert table.snapshot(1).deadline == room.clock.wall() + 60


async def test_p3_when_the_clock_is_out_the_rightmost_legal_tile_goes_with_a_notice(room):
    table = await room.started()
    await to_turn(room, table)
    shot = table.snapshot(1)
    expected = max(action.tile for action in shot.view.own.actions if isinstance(action, Discard))
    await room.clock.advance(22)
    mine = [event for _, event in room.listener.events(Discarded) if event.seat == shot.viewer_seat]
    assert (mine[-1].tile, mine[-1].auto) == (expected, "clock")
    assert room.listener.notices("clock_out") == [{"seat": shot.viewer_seat}]


@pytest.mark.parametrize(("rules", "timeouts"), [("harbin", 2), ("mudanjiang", 1)])
async def test_p3_autoplay_after_so_many_timeouts_in_a_row(room, rules, timeouts):
    table = await room.started(rules=rules)
    seat = table.snapshot(1).viewer_seat
    for count in range(1, timeouts + 1):
        await to_turn(room, table, idle=True)
        await room.clock.advance(22)
        assert table.snapshot().seats[seat].autoplay == ("clock" if count == timeouts else None)


async def test_p3_an_own_action_between_two_timeouts_begins_the_count_anew(room):
    table = await room.started()
    seat = table.snapshot(1).viewer_seat
    await to_turn(room, table)
    await room.clock.advance(22)
    await to_turn(room, table, idle=True)
    await room.act(table, 1)
    await to_turn(room, table, idle=True)
    await room.clock.advance(22)
    assert table.snapshot().seats[seat].autoplay is None


async def test_p3_a_claim_clock_that_runs_out_passes_and_does_not_count(room):
    table = await room.started(constant_pause=False)
    seat = table.snapshot(1).viewer_seat
    for _ in range(3):
        await to_claim(room, table)
        shot = table.snapshot(1)
        await room.clock.advance(2)
        assert table.snapshot(1).deadline == room.clock.wall() + 10
        await room.clock.advance(10)
        assert table.snapshot(1).decision != shot.decision
        assert table.snapshot().seats[seat].autoplay is None
    assert table._context.seats[seat].timeouts == 0


async def test_p3_without_constant_pause_a_claim_resolves_as_soon_as_nothing_can_beat_it(room):
    table = await room.started()
    await to_claim(room, table)
    before = room.clock.now()
    await table.act(1, table.snapshot(1).decision, Pass(table.snapshot(1).viewer_seat))
    await room.quiet()
    assert table.snapshot(1).view.last_discard is None or table.snapshot().view.phase == "turn" or room.owing(table)
    assert room.clock.now() == before


async def test_p3_constant_pause_is_on_where_two_or_more_people_sit(room):
    assert not room.play_of(await room.started(1)).is_constant
    assert room.play_of(await room.started(2, first_user=11, channel=2)).is_constant
    assert not room.play_of(await room.started(2, first_user=21, channel=3, constant_pause=False)).is_constant
    assert room.play_of(await room.started(1, first_user=31, channel=4, constant_pause=True)).is_constant


async def test_p3_every_discard_between_people_is_followed_by_exactly_the_claim_pause(any_room, at_random):
    """Whether or not anybody is asked, and whatever is answered when, the next public change comes 5 s later."""
    room = any_room
    table = await room.started(4, hands=4, next_hand_seconds=1)
    asked_counts = set()
    rng = random.Random(5)
    for _ in range(150):
        await room.quiet()
        view = table.snapshot().view
        if table.state != "playing" or view.phase == "over":
            break
        if view.phase == "turn":
            await room.act(table, room.owing(table)[0], at_random, rng)
            continue
        owing = room.owing(table)
        asked_counts.add(len(owing))
        seen = len(room.listener.named("table_changed"))
        began = room.clock.now()
        await room.clock.advance(rng.random() * 4)
        for user in owing[: rng.randrange(len(owing) + 1)]:
            await room.act(table, user, at_random, rng)
        assert len(room.listener.named("table_changed")) == seen
        await room.clock.advance(began + 4.999 - room.clock.now())
        assert len(room.listener.named("table_changed")) == seen
        await room.clock.advance(0.002)
        call = room.listener.named("table_changed")[seen]
        assert call[1] == began + 5
    assert {0, 1} <= asked_counts


async def test_p3_the_public_deadline_is_the_same_whether_or_not_anybody_is_asked(room):
    table = await room.started(4)
    deadlines = {}
    for _ in range(60):
        view = table.snapshot().view
        if view.phase == "over":
            break
        if view.phase == "turn":
            await room.act(table, room.owing(table)[0])
            continue
        asked = bool(room.owing(table))
        deadlines.setdefault(asked, set()).add(round(table.snapshot().public_deadline - room.clock.wall(), 6))
        await room.clock.advance(5)
    assert deadlines == {False: {5.0}, True: {5.0}}


async def test_p3_a_private_answer_tells_the_public_nothing(room):
    table = await room.started(4)
    user = (await to_claim(room, table))[0]
    outsider, version = table.snapshot(None), table.snapshot().version
    calls = len(room.listener.calls)
    await table.act(user, table.snapshot(user).decision, Pass(table.snapshot(user).viewer_seat))
    await room.quiet()
    assert table.snapshot(None) == outsider
    assert table.snapshot().version == version
    assert len(room.listener.calls) == calls


async def test_p3_claims_answered_during_the_pause_resolve_after_it(room):
    table = await room.started(4)

    def can_claim(view):
        return [action for action in view.own.actions if not isinstance(action, Pass)]

    user = (await to_claim(room, table))[0]
    shot = table.snapshot(user)
    await table.act(user, shot.decision, can_claim(shot.view)[0])
    await room.clock.advance(5)
    claims = room.listener.events(Claimed)
    assert claims
    assert claims[-1][1].seat == shot.viewer_seat


async def test_p4_autoplay_by_choice_discards_and_passes_until_taken_back(room):
    table = await room.started(4)
    seat = room.users(table)[1]
    await table.set_autoplay(1)
    assert table.snapshot().seats[seat].autoplay == "chosen"
    # Others play on; the seat never keeps anybody waiting longer than the pause.
    await room.play_until(table, lambda: len(room.listener.events(Discarded)) >= 12)
    mine = [event for _, event in room.listener.events(Discarded) if event.seat == seat]
    assert mine
    assert all(event.auto == "autoplay" for event in mine)
    await table.take_back(1)
    await room.quiet()
    assert table.snapshot().seats[seat].autoplay is None
    assert [event.on for _, event in room.listener.events(AutoplaySet)] == [True, False]


async def to_autoplay_by_clock(room, table):
    for _ in range(2):
        await to_turn(room, table, idle=True)
        await room.clock.advance(22)
    assert table.snapshot().seats[table.snapshot(1).viewer_seat].autoplay == "clock"


async def test_p4_in_autoplay_by_timeout_each_own_turn_opens_with_three_seconds_to_take_back(room):
    table = await room.started()
    await to_autoplay_by_clock(room, table)
    await to_turn(room, table)
    shot = table.snapshot(1)
    await room.clock.advance(2.9)
    assert table.snapshot(1).decision == shot.decision
    await room.clock.advance(0.1)
    assert table.snapshot(1).decision != shot.decision
    assert [event.auto for _, event in room.listener.events(Discarded) if event.seat == shot.viewer_seat][
        -1
    ] == "autoplay"


async def test_p4_taking_back_in_those_three_seconds_gives_a_full_clock(room):
    table = await room.started()
    await to_autoplay_by_clock(room, table)
    await to_turn(room, table)
    await room.clock.advance(2)
    shot = table.snapshot(1)
    await table.take_back(1)
    table.told(shot.viewer_seat, shot.decision)
    await room.clock.advance(19)
    assert table.snapshot(1).decision == shot.decision


async def test_p4_any_own_action_takes_back_control_at_once(room):
    table = await room.started()
    await to_autoplay_by_clock(room, table)
    await to_turn(room, table)
    await room.act(table, 1)
    seat = table.snapshot(1).viewer_seat
    assert table.snapshot().seats[seat].autoplay is None
    assert [event.auto for _, event in room.listener.events(Discarded) if event.seat == seat][-1] is None


async def test_p4_a_refused_action_takes_nothing_back(room):
    table = await room.started()
    await to_autoplay_by_clock(room, table)
    await to_turn(room, table)
    with pytest.raises(HostError):
        await table.act(1, 1, 0)
    assert table.snapshot().seats[table.snapshot(1).viewer_seat].autoplay == "clock"


async def test_p4_autoplay_and_back_does_not_buy_time(room):
    table = await room.started(pace=10)
    await to_turn(room, table)
    await room.clock.advance(2 + 15)
    assert table.snapshot(1).deadline == room.clock.wall() + 5
    await table.set_autoplay(1)
    await room.clock.advance(1)
    await table.take_back(1)
    assert table.snapshot(1).deadline == room.clock.wall() + 4


async def test_when_half_of_an_own_turn_is_over_the_publisher_is_told_once(room):
    table = await room.started()
    await to_turn(room, table)
    seat = table.snapshot(1).viewer_seat
    await room.clock.advance(2 + 9.9)
    assert room.listener.named("half_over") == []
    await room.clock.advance(0.2)
    assert [call[2] for call in room.listener.named("half_over")] == [seat]


async def test_a_claim_is_never_half_over(room):
    table = await room.started(constant_pause=False)
    await to_claim(room, table)
    count = len(room.listener.named("half_over"))
    await room.clock.advance(11.9)
    assert len(room.listener.named("half_over")) == count


async def test_computer_players_move_at_their_pace(room):
    table = await room.started(pace=3)
    seat = table.snapshot(1).viewer_seat
    await room.play_until(table, lambda: len(room.listener.events(Drew)) >= 6)
    drawn = {(event.seat, at) for at, event in room.listener.events(Drew) if event.seat != seat}
    discarded = [(event.seat, at) for at, event in room.listener.events(Discarded) if event.seat != seat]
    assert drawn & {(who, at - 3) for who, at in discarded}
    assert not drawn & set(discarded)
