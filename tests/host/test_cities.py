"""Computer players and people who play like them: whole matches at a table, by the rules of each preset."""

import random

import pytest

from engine.cities import find_rules, preset_names
from engine.expert import choose_expert
from tests.host.helpers import GUILD
from tests.tables import TILES, count_all


@pytest.mark.parametrize("preset", preset_names())
async def test_a_match_of_each_preset_is_played_to_its_end_conserves_tiles_and_leaves_sound_books(make_room, preset):
    rules = find_rules(preset)

    def choose(view, rng):
        return choose_expert(view, rules, rng)

    room = make_room(choose)
    table = await room.started(2, rules=preset, hands=4, next_hand_seconds=1)
    looked_at = set()

    def is_over():
        hand = table._match.hand if table._match else None
        if hand is not None:
            assert count_all(hand) == TILES
            looked_at.add((hand.setup.hand, hand.phase))
        return table.state == "over"

    await room.play_until(table, is_over, choose=choose, rng=random.Random(1))
    reports = [call[2] for call in room.listener.named("hand_over")]
    assert [report.hand for report in reports] == [1, 2, 3, 4]
    assert looked_at >= {(report.hand, phase) for report in reports for phase in ("turn", "over")}
    assert all(sum(report.paid) == 0 for report in reports)
    final = table.snapshot().match_report
    assert (final.why, sum(final.scores)) == ("finished", 0)
    seats = room.users(table)
    assert seats.keys() == {1, 2}
    for user, seat in seats.items():
        account = await room.store.find_account(GUILD, user)
        assert (account.balance, account.held) == (1000 + final.scores[seat], 0)
    assert (await room.store.audit()).is_sound
