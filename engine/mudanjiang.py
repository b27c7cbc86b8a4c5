"""Mudanjiang (牡丹江): RULES section 4, what differs from Harbin."""

from __future__ import annotations

from dataclasses import replace

from engine.harbin import HARBIN
from engine.rules import register

MUDANJIANG = replace(
    HARBIN,
    city="mudanjiang",
    two_pair_wait=False,
    sequence_at="listen",
    first_taker="dealer",
    rob_gang="off",
    last_tiles_dealt=True,
    next_dealer="next_seat",
    draw_liability=0,
    fan_mobao=4,
    fan_baozhongbao=16,
    closed_loser="none",
    unready_others_factor=2,
    stake=10,
    leave_penalty="none",
    timeouts_to_autoplay=1,
    break_wall="opposite_left",
    an_gang_shows="when_open",
    old_bao_goes="dealer_river",
    listen_claim_steps=2,
)

register("mudanjiang", MUDANJIANG)
