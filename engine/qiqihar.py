"""Qiqihar (齐齐哈尔): RULES section 5, what differs from Harbin."""

from __future__ import annotations

from dataclasses import replace

from engine.harbin import HARBIN
from engine.rules import register

QIQIHAR = replace(
    HARBIN,
    city="qiqihar",
    must_open=False,
    min_suits=1,
    dragon_for_triplet="single",
    sequence_at="never",
    min_concealed=1,
    seven_pairs=True,
    gang_after_listening="same_waits",
    first_taker="dealer",
    bao_from="dice",
    bao_change="call",
    instant_bao=True,
    dragon_bao=True,
    gang_tile="seventh_stack",
    rob_gang="off",
    last_tiles=0,
    next_dealer="next_seat",
    draw_liability=0,
    fan_mobao=4,
    fan_baozhongbao=4,
    kadang_factor=1,
    gang_draw_factor=2,
    seven_pairs_factor=2,
    luxury_factor=2,
    closed_loser="none",
    unready_discarder="none",
    stake=10,
    leave_penalty="none",
    break_wall="opposite_left",
    an_gang_shows="never",
    old_bao_goes="caller",
)

register("qiqihar", QIQIHAR)
register("qiqihar-local", QIQIHAR.with_options({"must_open": True, "min_suits": 2, "big_wind": "same_number"}))
