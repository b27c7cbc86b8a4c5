"""Four people play by clicking, with the real discord.py against the local Discord."""

import re
from dataclasses import replace

import pytest

from cogs.pictures import label_seats
from cogs.texts import texts_for
from render import draw_result
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import Watch, find_short_seed, play_to_end


@pytest.mark.slow
async def test_four_people_play_a_hand_to_a_win_by_clicking_and_nobody_sees_anothers_tiles(new_house):
    async with new_house(seed=find_short_seed()) as house:
        await house.start_with_people()
        watch = Watch(house)
        await play_to_end(house, after=watch)
        assert watch.checked > 50
        report = house.table.snapshot(None).last_report
        assert report.result.kind == "win"
        winner = next(p for p in house.people if int(p.id) == report.seats[report.result.winner].user_id)
        result = house.newest_public()
        assert report.reveal in result.text
        for seat in report.seats:
            assert f"{seat.coins:,}" in result.text
        snapshot = house.table.snapshot(None)
        seats = zip(report.seats, report.balances, strict=True)
        labels = label_seats(tuple(replace(seat, coins=coins) for seat, coins in seats), texts_for("en"))
        drawn = draw_result(snapshot.view, labels, report.paid, scores=report.scores, language="en")
        assert result.attachments[0].content == drawn
        board = await winner.slash("leaderboard", channel=CHANNEL)
        first = next(seat for seat in report.seats if seat.user_id == int(winner.id))
        assert re.search(rf"▸ 1\. \*\*{first.name}\*\*[:：] ?\*\*{first.coins:,}\*\*", board.text)
        assert not re.search(r"<@|\d{15}", board.text)
        balance = await winner.slash("balance", channel=CHANNEL)
        assert f"{report.balances[report.result.winner]:,}" in balance.text
