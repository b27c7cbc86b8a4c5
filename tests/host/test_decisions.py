"""Whose answer counts: only the seat's own pending decision matters, and each is answered once."""

import asyncio
import random

import pytest

from engine.actions import CallBao, Discard, Pass
from engine.errors import RuleError
from engine.events import Discarded
from tests.host.helpers import refused, to_turn


def state_of(table):
    """Everything about a table that an answer could change."""
    match = table._match
    hand = match.hand
    return (
        tuple(hand.events),
        tuple(hand.history),
        dict(hand.pending),
        [table.snapshot(user) for user in (None, 1, 2, 3, 4)],
        len(match._context.timers),
    )


async def to_claims_of_two(room, table):
    found = []

    def is_reached():
        found[:] = room.owing(table)
        return table.snapshot().view.phase == "claims" and len(found) >= 2

    await room.play_until(table, is_reached)
    return found


async def test_of_a_hundred_simultaneous_clicks_exactly_one_applies(room):
    table = await room.started(4)
    user = room.owing(table)[0]
    shot = table.snapshot(user)
    answers = await asyncio.gather(
        *(table.act(user, shot.decision, number % len(shot.view.own.actions)) for number in range(100)),
        return_exceptions=True,
    )
    await room.quiet()
    assert sum(answer is None for answer in answers) == 1
    assert {answer.code for answer in answers if answer is not None} == {"already_answered"}
    assert len(room.listener.events(Discarded)) == 1


async def test_a_double_click_is_refused_as_such_and_changes_nothing(room):
    table = await room.started(4)
    user = room.owing(table)[0]
    shot = table.snapshot(user)
    await table.act(user, shot.decision, 0)
    before = state_of(table)
    await refused(table.act(user, shot.decision, 0), "already_answered")
    await refused(table.act(user, shot.decision, 1), "already_answered")
    assert state_of(table) == before


async def test_a_stale_decision_is_refused_and_changes_nothing(room):
    table = await room.started()
    await to_turn(room, table)
    old = table.snapshot(1).decision
    await room.act(table, 1)
    await to_turn(room, table)
    await room.act(table, 1)
    await to_turn(room, table)
    before = state_of(table)
    await refused(table.act(1, old, 0), "stale")
    await refused(table.act(1, old + 500, 0), "stale")
    await refused(table.act(1, None, 0), "stale")
    assert state_of(table) == before


async def test_who_is_not_asked_is_refused_and_changes_nothing(room):
    table = await room.started(4)
    waiting = next(user for user in (1, 2, 3, 4) if user not in room.owing(table))
    before = state_of(table)
    await refused(table.act(waiting, 1001, 0), "not_your_turn")
    assert state_of(table) == before


async def test_a_strangers_click_is_refused_and_changes_nothing(room):
    table = await room.started(4)
    decision = table.snapshot(room.owing(table)[0]).decision
    before = state_of(table)
    await refused(table.act(77, decision, 0), "not_seated")
    await refused(table.set_autoplay(77), "not_seated")
    await refused(table.take_back(77), "not_seated")
    await refused(table.end(77), "not_seated")
    await refused(table.leave(77), "not_seated")
    assert state_of(table) == before


async def test_an_action_for_another_seat_is_refused(room):
    table = await room.started(4)
    user = room.owing(table)[0]
    shot = table.snapshot(user)
    tile = shot.view.own.concealed[0]
    before = state_of(table)
    await refused(table.act(user, shot.decision, Discard((shot.viewer_seat + 1) % 4, tile)), "not_your_seat")
    assert state_of(table) == before


@pytest.mark.parametrize("index", [-1, 99])
async def test_a_place_that_the_panel_does_not_have_is_refused(room, index):
    table = await room.started(4)
    user = room.owing(table)[0]
    before = state_of(table)
    await refused(table.act(user, table.snapshot(user).decision, index), "no_such_choice")
    assert state_of(table) == before


async def test_what_the_rules_refuse_changes_nothing(room):
    table = await room.started(4)
    user = room.owing(table)[0]
    shot = table.snapshot(user)
    before = state_of(table)
    with pytest.raises(RuleError) as refusal:
        await table.act(user, shot.decision, Pass(shot.viewer_seat))
    assert refusal.value.code == "illegal_action"
    with pytest.raises(RuleError):
        await table.act(user, shot.decision, CallBao(shot.viewer_seat))
    assert state_of(table) == before


async def test_another_seats_private_pass_makes_no_answer_stale(room):
    table = await room.started(4)
    first, second = (await to_claims_of_two(room, table))[:2]
    panel = table.snapshot(second)
    await table.act(first, table.snapshot(first).decision, Pass(table.snapshot(first).viewer_seat))
    assert table.snapshot(second) == panel
    await table.act(second, panel.decision, Pass(panel.viewer_seat))
    answers = table._match.hand.window.answers
    assert {answers[table.snapshot(user).viewer_seat][1] for user in (first, second)} == {None}


async def test_answers_of_two_seats_at_once_both_count(room):
    table = await room.started(4)
    users = (await to_claims_of_two(room, table))[:2]
    shots = [table.snapshot(user) for user in users]
    await asyncio.gather(
        *(table.act(user, shot.decision, Pass(shot.viewer_seat)) for user, shot in zip(users, shots, strict=True))
    )
    assert {shot.viewer_seat for shot in shots} <= set(table._match.hand.window.answers)


async def test_a_decisions_number_never_comes_twice_in_a_match(any_room, at_random):
    table = await any_room.started(hands=4, next_hand_seconds=1)
    seen = set()
    last = None
    rng = random.Random(3)

    def choose(view, rng):
        nonlocal last
        assert view.own.decision not in seen
        assert last is None or view.own.decision > last
        seen.add(view.own.decision)
        last = view.own.decision
        return at_random(view, rng)

    await any_room.play_until(table, lambda: table.state == "over", choose=choose, rng=rng)
    assert len(seen) > 40


async def test_a_click_that_comes_when_the_hand_is_over_is_refused(room):
    table = await room.started()
    await to_turn(room, table)
    decision = table.snapshot(1).decision
    await room.play_until(table, lambda: table.state == "between")
    await refused(table.act(1, decision, 0), "no_hand")
    await refused(table.set_autoplay(1), "no_hand")


async def test_a_click_after_the_match_is_refused(room):
    table = await room.started()
    decision = table.snapshot(1).decision
    await table.end(1)
    await refused(table.act(1, decision, 0), "no_hand")
    await refused(table.end(1), "closed")


async def test_a_clock_that_runs_out_at_the_moment_of_a_click_acts_once(room):
    table = await room.started()
    await to_turn(room, table)
    shot = table.snapshot(1)
    await room.clock.advance(21.99)
    mine = len([1 for _, event in room.listener.events(Discarded) if event.seat == shot.viewer_seat])
    clicking = asyncio.create_task(table.act(1, shot.decision, 0))
    await room.clock.advance(0.01)
    await asyncio.gather(clicking, return_exceptions=True)
    await room.quiet()
    acts = [event for _, event in room.listener.events(Discarded) if event.seat == shot.viewer_seat]
    assert len(acts) == mine + 1


async def test_nobodys_snapshot_shows_anothers_tiles(room):
    table = await room.started(4)
    for user in (1, 2, 3, 4):
        shot = table.snapshot(user)
        assert shot.view.viewer == shot.viewer_seat
        assert shot.view.own is not None
    assert table.snapshot(None).view.own is None
    assert table.snapshot(77).view.own is None
    assert table.snapshot(77) == table.snapshot(None)
