"""RULES section 5, Q7 to Q10: the bao of Qiqihar, thrown for, won on as it lies, and called away."""

import pytest

from engine.actions import CallBao, Discard, Pass, Resolve, Win
from engine.events import BaoSet
from engine.tiles import TILE_COUNT
from tests.clauses.test_q_qiqihar import FIRST_BAO, SECOND_BAO, codes, first_listener, listener, only, table
from tests.tables import close, discard, draw_and_discard, go_on, shrink_wall, t

# ---- Q7: the bao by dice


def test_q7_there_is_no_bao_before_the_first_listening():
    hand = table()
    assert hand.bao is None
    assert not hand.view(0).has_bao
    assert hand.wall.left == 59


def test_q7_the_first_listener_throws_and_lays_the_upper_tile_of_the_stack():
    hand = first_listener("9p")
    thrown, laid = discard(hand, "6s", listen=True)
    assert thrown.listen
    assert (laid.why, laid.tile, laid.index, laid.seat, laid.old) == ("first_listen", t("9p"), FIRST_BAO, 0, None)
    assert laid.index == TILE_COUNT - 2 * sum(laid.dice)
    assert [laid.seen_by(viewer).tile for viewer in (None, 0, 1)] == [None, t("9p"), None]


def test_q7_the_lower_tile_if_the_upper_is_gone():
    hand = first_listener("9p")
    hand.wall._take(FIRST_BAO)
    [laid] = only(discard(hand, "6s", listen=True), BaoSet)
    assert laid.index == FIRST_BAO + 1


def test_q7_later_listeners_look_at_the_same_tile_and_throw_no_more():
    hand = first_listener("9p", hands={1: "123s456m79p99s222s"}, front="1p")
    go_on(hand, "6s", listen=True)
    events = discard(hand, "1p", listen=True)
    assert not only(events, BaoSet)
    assert hand.view(1).own.bao == t("9p")


def test_q7_without_a_tile_there_is_no_throw_and_no_bao():
    hand = first_listener("9p")
    shrink_wall(hand, 0)
    assert not only(discard(hand, "6s", listen=True), BaoSet)
    assert hand.bao is None


def test_q7_option_dead_wall_keeps_nine_tiles_whether_or_not_a_bao_was_laid():
    hand = first_listener("9p", options={"dead_wall": 9})
    assert hand.wall.left == 50
    discard(hand, "6s", listen=True)
    assert (hand.wall.left, len(hand.wall.places())) == (50, 58)
    shrink_wall(hand, 0, keep_tail=True)
    assert len(hand.wall.places()) == 8  # and the bao


# ---- Q8, Q9: wins on the bao as it lies


def test_q8_mobao_wins_whatever_the_wait():
    hand = listener("5s", hands={0: "9s"}, front="5s")
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert (hand.result.how, codes(hand)) == ("self_draw", ["mobao"])
    assert hand.result.score.shares == (4, 0, 4, 4)


@pytest.mark.parametrize(("bao", "how"), [("8s", "tongbao"), ("7z", "dragon_bao")])
def test_q8_a_bao_that_is_a_wait_or_the_dragon_may_be_won_at_once(bao, how):
    hand = first_listener(bao)
    discard(hand, "6s", listen=True)
    assert hand.legal_actions(0) == (Win(0), Pass(0))
    [closed, won] = close(hand, Win(0))
    assert closed.answers == ((0, how, None),)
    assert (won.how, won.source, won.tile) == (how, None, t(bao))
    assert hand.result.score.shares == (0, 4, 4, 4)
    assert hand.result.score.uses_bao


@pytest.mark.parametrize("options", [{"instant_bao": False}, {"dragon_bao": False}])
def test_q8_each_of_the_two_can_be_off(options):
    for bao, option in (("8s", "instant_bao"), ("7z", "dragon_bao")):
        hand = first_listener(bao, options=options)
        discard(hand, "6s", listen=True)
        assert (0 in hand.pending) is (option not in options)


def test_q8_it_goes_before_every_win_on_the_listening_discard():
    hand = first_listener("8s", hands={1: "123s456m57s99s222m"}, listening=[1])
    discard(hand, "6s", listen=True)
    assert hand.pending.keys() == {0, 1}
    hand.apply(Win(1))
    assert not hand.can_resolve
    hand.apply(Win(0))
    hand.apply(Resolve())
    assert (hand.result.winner, hand.result.how) == (0, "tongbao")


def test_q8_passed_the_win_on_the_discard_is_due():
    hand = first_listener("8s", hands={1: "123s456m57s99s222m"}, listening=[1])
    discard(hand, "6s", listen=True)
    hand.apply(Win(1))
    hand.apply(Pass(0))
    hand.apply(Resolve())
    assert (hand.result.winner, hand.result.how, hand.result.source) == (1, "discard", 0)


def test_q8_passed_it_lapses_until_the_bao_changes():
    hand = first_listener("8s", front="1p2p3p4p", places={SECOND_BAO: "7z"})
    go_on(hand, "6s", Pass(0), listen=True)
    draw_and_discard(hand, 3)
    assert hand.legal_actions(0) == (Discard(0, t("4p")),)
    hand.visible[hand.bao] = 3
    hand._legal.clear()
    hand.apply(CallBao(0))
    assert hand.bao == t("7z")
    assert hand.legal_actions(0) == (Win(0), Pass(0))


def test_q8_after_a_change_all_listening_seats_are_asked_and_the_nearest_from_the_caller_wins():
    hand = listener("5s", hands={3: "123p456s79m99p222s"}, places={SECOND_BAO: "7z"})
    hand.seats[3].lock(hand.seats[1].waits)
    hand.visible[t("5s")] = 3
    hand._legal.clear()
    hand.apply(CallBao(3))
    assert hand.pending.keys() == {1, 3}
    hand.apply(Win(1))
    assert not hand.can_resolve  # seat 3 called and is nearest to itself
    hand.apply(Win(3))
    hand.apply(Resolve())
    assert (hand.result.winner, hand.result.how) == (3, "dragon_bao")


@pytest.mark.parametrize(("bao", "may"), [("8m", True), ("8s", True), ("7m", False), ("7z", False)])
def test_q9_big_wind_the_bao_has_the_same_number_as_a_wait(bao, may):
    options = {"big_wind": "same_number", "instant_bao": False, "dragon_bao": False}
    hand = first_listener(bao, options=options)
    discard(hand, "6s", listen=True)
    assert (0 in hand.pending) is may
    if may:
        close(hand, Win(0))
        assert hand.result.how == "big_wind"
        assert codes(hand)[0] == ("big_wind" if bao == "8m" else "baozhongbao")


def test_q9_a_wait_on_the_dragon_takes_any_terminal_bao_and_the_rule_is_off_by_default():
    for options, may in (({"big_wind": "same_number"}, True), ({}, False)):
        hand = table(hands={0: "123m456p789s222p7z6s"}, places={FIRST_BAO: "9m"}, options=options)
        discard(hand, "6s", listen=True)
        assert (0 in hand.pending) is may


# ---- Q10: calling a new bao


def caller(visible=3, **more):
    """Seat 1 listens, the bao is 5s and so many other copies lie visible; the dealer is to discard."""
    hand = listener("5s", hands={0: "9s"}, **more)
    hand.visible[t("5s")] = visible
    hand._legal.clear()
    return hand


def test_q10_a_listening_player_calls_when_the_other_three_copies_are_visible():
    assert hand_calls(caller(visible=2)) == []
    hand = caller(places={SECOND_BAO: "9p"})
    assert hand_calls(hand) == [CallBao(1)]
    assert hand.bao_callers == (1,)
    turn, decision = hand.turn, hand.pending[0]
    [called] = hand.apply(CallBao(1))
    assert (called.why, called.tile, called.old, called.seat) == ("called", t("9p"), t("5s"), 1)
    assert called.index == TILE_COUNT - 2 * sum(called.dice)
    close(hand)
    assert (hand.turn, hand.pending) == (turn, {0: decision})  # the dealer's own decision stands


def hand_calls(hand):
    return [action for seat in range(4) for action in hand.legal_actions(seat) if isinstance(action, CallBao)]


def test_q10_the_old_bao_lies_face_up_beside_the_caller():
    hand = caller()
    hand.apply(CallBao(1))
    assert hand.view(None).old_baos == (t("5s"),)
    assert [seat.old_baos for seat in hand.view(0).seats] == [(), (t("5s"),), (), ()]


def test_q10_it_does_not_change_by_itself_nor_in_a_claim_window():
    hand = caller()
    discard(hand, "9s")
    assert hand_calls(hand) == []
    hand.apply(Resolve())
    assert hand.bao == t("5s")
    assert CallBao(1) in hand.legal_actions(1)


def test_q10_a_call_between_draw_and_discard_asks_the_seat_anew_for_its_turn():
    hand = caller(front="4p", places={SECOND_BAO: "8s"})
    go_on(hand, "9s")
    before = hand.pending[1]
    hand.apply(CallBao(1))
    asked = hand.pending[1]
    assert hand.legal_actions(1) == (Win(1), Pass(1))
    close(hand, Pass(1))
    assert before < asked < hand.pending[1]
    assert hand.legal_actions(1) == (Discard(1, t("4p")),)


def test_q10_a_bao_called_between_draw_and_discard_may_be_won_on():
    hand = caller(front="4p", places={SECOND_BAO: "8s"})
    go_on(hand, "9s")
    hand.apply(CallBao(1))
    close(hand, Win(1))
    assert (hand.result.how, hand.result.tile) == ("tongbao", t("8s"))


def test_q10_without_a_tile_nothing_can_be_called():
    hand = caller()
    shrink_wall(hand, 0)
    hand._legal.clear()
    assert hand_calls(hand) == []
