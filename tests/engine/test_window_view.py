"""What views say of an open window: what lies open and whose it is, alike for all, and never who may answer."""

import copy
import random
from dataclasses import replace

import pytest

from engine.actions import CallBao, JiaGang, Peng, Win
from engine.bao import throw_first_bao
from engine.cities import find_rules, preset_names
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import deal_hand
from engine.view import WindowView
from tests.clauses.test_q_qiqihar import FIRST_BAO, SECOND_BAO
from tests.tables import close, discard, go_on, play_randomly, set_up, t

ALL = (None, 0, 1, 2, 3)
READY = "123m456p79s99m"  # beside a peng of 2p it waits for 8s
PRESETS = pytest.mark.parametrize("preset", preset_names())
ROBBING = [("harbin", {}), ("mudanjiang", {"rob_gang": "discard"}), ("qiqihar-local", {"rob_gang": "self_draw"})]
INSTANT = [("harbin", {"instant_bao": True}), ("mudanjiang", {"instant_bao": True}), ("qiqihar", {})]


def windows(hand):
    """The different windows that all viewers see."""
    return {hand.view(viewer, explains=False).window for viewer in ALL}


@PRESETS
def test_a_discard_lies_open_whether_or_not_anybody_may_claim_it(preset):
    for held in ("88s", ""):
        others = {2: held} if held else {1: "8s", 2: "8s", 3: "8s"}
        hand = set_up(preset, hands={0: "8s", **others})
        assert windows(hand) == {None}
        discard(hand, "8s")
        assert (Peng(2) in hand.legal_actions(2)) is bool(held)
        assert windows(hand) == {WindowView("discard", 0, t("8s"))}
        close(hand)
        assert windows(hand) == {None}


def robbable(preset, options):
    """Seat 0 adds the fourth 8s, for which seat 1 waits, to its peng; 9m was discarded last."""
    hand = set_up(
        preset,
        hands={0: "8s", 1: READY, 3: "9p"},
        melds={0: ["peng 888s"], 1: ["peng 222p"]},
        listening=[1],
        dealer=3,
        options=options,
    )
    go_on(hand, "9p")
    hand.apply(JiaGang(0, t("8s")))
    return hand


@pytest.mark.parametrize(("preset", "options"), ROBBING)
def test_a_jia_gang_that_may_be_robbed_lies_open_with_its_tile_and_not_the_last_discard(preset, options):
    hand = robbable(preset, options)
    assert hand.pending.keys() == {1}
    assert hand.view(None).last_discard == (3, t("9p"))
    assert windows(hand) == {WindowView("gang", 0, t("8s"))}
    close(hand, Win(1))
    assert windows(hand) == {None}  # over


def test_a_jia_gang_lies_open_for_nobody_where_it_may_not_be_robbed():
    assert windows(robbable("mudanjiang", {})) == {None}


def changed_bao(preset, options):
    """Seat 1 waits for 8s, and the bao has just become that."""
    lies = {"tail": "5s8s"} if preset != "qiqihar" else {"places": {FIRST_BAO: "5s", SECOND_BAO: "8s"}}
    melds = {1: ["peng 222p"], 2: ["peng 555s"]}
    hand = set_up(preset, hands={0: "9p", 1: READY}, melds=melds, listening=[1], options=options, **lies)
    throw_first_bao(hand, 1)
    if preset == "qiqihar":
        hand.apply(CallBao(1))
    else:
        go_on(hand, "9p")
    assert hand.bao == t("8s")
    return hand


@pytest.mark.parametrize(("preset", "options"), INSTANT)
def test_a_changed_bao_lies_open_without_its_tile_which_who_listens_knows_from_the_own_view(preset, options):
    hand = changed_bao(preset, options)
    [window] = windows(hand)
    assert (window.kind, window.tile) == ("bao", None)
    assert window.source == hand.view(None).turn
    assert [hand.view(seat).own.bao for seat in range(4)] == [None, t("8s"), None, None]
    assert hand.pending.keys() == {1}
    close(hand)
    assert windows(hand) == {None}


def test_an_instant_win_on_a_listening_discard_is_asked_while_that_discard_lies_open():
    hand = set_up("qiqihar", hands={0: READY + "222p6s"}, places={FIRST_BAO: "8s"})
    discard(hand, "6s", listen=True)
    assert Win(0) in hand.legal_actions(0)
    assert windows(hand) == {WindowView("discard", 0, t("6s"))}


@PRESETS
def test_whatever_is_played_a_window_is_seen_when_one_is_open_and_does_not_depend_on_who_may_answer(preset, trials):
    rng, rules = random.Random(f"windows of {preset}"), find_rules(preset)
    kinds = set()

    def check(hand):
        seen = windows(hand)
        assert seen == {None} if hand.phase != "claims" else None not in seen
        if hand.phase == "claims":
            [window] = seen
            kinds.add(window.kind)
            silent = copy.copy(hand)
            silent.window = replace(hand.window, offers={}, answers={}, instants={})
            assert windows(silent) == seen

    for _ in range(trials(1, 300)):
        play_randomly(Hand(rules, deal_hand(rng.randbytes(32), ("",) * 4, rules, None), HandSetup()), rng, check)
    assert "discard" in kinds
