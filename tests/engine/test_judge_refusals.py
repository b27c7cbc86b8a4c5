"""Wins that are none, with the first reason that applies (JUDGE section 1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.judge_table import (
    DRAGONS,
    KADANG,
    OUTER,
    ask,
    flags,
    make_win,
    opt,
)


def refusal(clause: str, about: str, reasons: list[str], request: dict[str, Any]) -> Any:
    return pytest.param(request, reasons, id=f"{clause}: {about}")


SAME_NUMBER = opt(big_wind="same_number")
FOURTH_TILE = opt(big_wind="fourth_tile")
REFUSALS = [
    refusal("Q8", "tongbao off", ["how_not_played"], make_win(KADANG, "tongbao", "8s", bao="8s")),
    refusal("Q8", "dragon bao off", ["how_not_played"], make_win(KADANG, "dragon_bao", "7z", bao="7z")),
    refusal("H20", "big wind off", ["how_not_played"], make_win(KADANG, "big_wind", "8p", "qiqihar", bao="8p")),
    refusal("H20", "dragon draw off", ["how_not_played"], make_win(KADANG, "dragon_draw", "7z", "qiqihar")),
    refusal("M9", "robbing off", ["rob_gang_off"], make_win(OUTER, "rob_gang", "4m", "mudanjiang")),
    refusal("Q11", "robbing off", ["rob_gang_off"], make_win(OUTER, "rob_gang", "4m", "qiqihar")),
    refusal("H9", "off", ["rob_gang_off"], make_win(OUTER, "rob_gang", "4m", **opt(rob_gang="off"))),
    refusal("C9", "not listening", ["not_listening"], make_win(OUTER, "discard", "4m", listening=flags(1))),
    refusal("C9", "not played comes first", ["how_not_played"],
            make_win(OUTER, "tongbao", "4m", bao="4m", listening=flags(1))),
    refusal("C9", "robbing off comes first", ["rob_gang_off"],
            make_win(OUTER, "rob_gang", "4m", "qiqihar", listening=flags(1))),
    refusal("C9", "not listening comes before the bao", ["not_listening"],
            make_win(OUTER, "tongbao", "4m", "qiqihar", listening=flags(1))),
    refusal("Q8", "tongbao without a bao", ["not_the_bao"], make_win(KADANG, "tongbao", "8s", "qiqihar")),
    refusal("Q8", "tongbao, another tile", ["not_the_bao"], make_win(KADANG, "tongbao", "8s", "qiqihar", bao="8p")),
    refusal("Q8", "tongbao, the bao is no wait", ["not_the_bao"],
            make_win(KADANG, "tongbao", "7s", "qiqihar", bao="7s")),
    refusal("Q8", "dragon bao without a bao", ["not_the_bao"], make_win(KADANG, "dragon_bao", "7z", "qiqihar")),
    refusal("Q8", "dragon bao, the bao is no 7z", ["not_the_bao"],
            make_win(KADANG, "dragon_bao", "8s", "qiqihar", bao="8s")),
    refusal("Q9", "another number", ["not_the_bao"], make_win(KADANG, "big_wind", "7p", bao="7p", **SAME_NUMBER)),
    refusal("Q9", "without a bao", ["not_the_bao"], make_win(KADANG, "big_wind", "8p", **SAME_NUMBER)),
    refusal("Q9", "7z has no number", ["not_the_bao"], make_win(OUTER, "big_wind", "7z", bao="7z", **SAME_NUMBER)),
    refusal("Q9", "a wait on 7z takes no simple bao", ["not_the_bao"],
            make_win(DRAGONS, "big_wind", "7p", bao="7p", **SAME_NUMBER)),
    refusal("H20", "no triplet of it", ["not_the_bao"], make_win(OUTER, "big_wind", "9s", **FOURTH_TILE)),
    refusal("H20", "a chi is no triplet", ["not_the_bao"], make_win(DRAGONS, "big_wind", "2m", **FOURTH_TILE)),
    refusal("H20", "dragon draw of another tile", ["not_the_bao"],
            make_win(OUTER, "dragon_draw", "4m", **opt(dragon_draw=True))),
    refusal("C20", "not open", ["not_open"],
            make_win({"melds": [], "concealed": "222p123m456p79s99m"}, "discard", "8s")),
    refusal("C20", "not open, mobao", ["not_open"],
            make_win({"melds": [], "concealed": "222p123m456p79s99m"}, "self_draw", "3p", bao="3p")),
    refusal("C20", "not open, dragon bao", ["not_open"],
            make_win({"melds": [], "concealed": "222p123m456p79s99m"}, "dragon_bao", "7z", bao="7z",
                     **opt(dragon_bao=True))),
    refusal("C22", "no terminal", ["no_terminal"],
            make_win({"melds": ["peng 222p"], "concealed": "234m456p68s55m"}, "discard", "7s")),
    refusal("C12", "no shape", ["no_wait"],
            make_win({"melds": ["peng 222p"], "concealed": "147m147p147s7z"}, "self_draw", "7z")),
    refusal("C12", "no wait", ["not_a_wait"], make_win(OUTER, "discard", "5m")),
    refusal("C12", "self-draw of another tile", ["not_a_wait"], make_win(OUTER, "self_draw", "5m", bao="4m")),
    refusal("C14", "a discarded bao that is no wait", ["not_a_wait"], make_win(OUTER, "discard", "2p", bao="2p")),
    refusal("C14", "a robbed bao that is no wait", ["not_a_wait"], make_win(OUTER, "rob_gang", "2p", bao="2p")),
    refusal("H4", "mobao_any off", ["not_a_wait"],
            make_win(OUTER, "self_draw", "2p", bao="2p", **opt(mobao_any=False))),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "reasons"), REFUSALS)
def test_win_is_refused(request_: dict[str, Any], reasons: list[str]) -> None:
    assert ask(request_) == {"id": None, "legal": False, "reasons": reasons}
