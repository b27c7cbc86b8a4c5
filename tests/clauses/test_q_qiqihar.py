"""RULES section 5, clause by clause: Qiqihar at the table."""

import pytest

from engine.actions import AnGang, CallBao, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, Win, Zhan
from engine.bao import throw_first_bao
from engine.cities import find_rules
from engine.events import BaoSet, Claimed, Drew
from engine.hand import HandResult
from engine.match import Standing
from engine.melds import MeldType
from engine.shuffle import deal_hand
from engine.tiles import TILE_COUNT, tile_name
from engine.view import FaceDownGang
from tests.tables import close, discard, draw_and_discard, go_on, set_up, shrink_wall, t

QIQIHAR = find_rules("qiqihar")
READY = "123m456p79s99m222p"  # waits for 8s, kadang
FIVE_PAIRS = "1133m5577s22p468p"
FIRST_BAO, SECOND_BAO = TILE_COUNT - 2 * 1, TILE_COUNT - 2 * 2
"""Where the first two throws of a table set up by hand lead, a one and a two: the upper tiles of stacks of the tail."""


def table(**more):
    """Set up a table of Qiqihar at which the dealer, seat 0, is to discard."""
    return set_up("qiqihar", **more)


def first_listener(bao, *, places=None, **more):
    """The dealer is to discard 6s and listen for 8s; the die will lay this bao."""
    hands = {0: READY + "6s", **more.pop("hands", {})}
    return table(hands=hands, places={FIRST_BAO: bao, **(places or {})}, **more)


def listener(bao, *, seat=1, places=None, **more):
    """One seat listens for 8s, closed, and has thrown this bao; the dealer is to discard."""
    hands = {seat: READY, **more.pop("hands", {})}
    hand = table(hands=hands, listening=[seat], places={FIRST_BAO: bao, **(places or {})}, **more)
    throw_first_bao(hand, seat)
    return hand


def only(events, *types):
    return [event for event in events if isinstance(event, types)]


def codes(hand):
    return [line.code for line in hand.result.score.lines]


# ---- Q1: the deal


@pytest.mark.parametrize("dice", [1, 2])
def test_q1_the_dealer_throws_one_or_two_dice_and_counts_on_the_opposite_wall(dice):
    rules = find_rules("qiqihar", {"deal_dice": dice})
    for number in range(12):
        deal = deal_hand(bytes([number]) * 32, [""] * 4, rules, 0)
        [throw] = deal.dice
        assert len(throw) == dice
        assert deal.break_place == 56 + 2 * sum(throw)  # seat 2's wall starts at place 56
        assert deal.hands[0][:6] == deal.wall[:6]


# ---- Q2, Q3: swap-call


@pytest.mark.parametrize(("claimed", "away"), [("1m", "4m"), ("5m", "2m"), ("2m", "2m"), ("3m", "3m"), ("4m", "4m")])
def test_q2_with_234_any_neighbour_is_claimed_and_the_other_end_or_the_same_tile_discarded(claimed, away):
    hand = table(hands={0: claimed, 1: "234m"})
    own = [t(tile) for tile in ("2m", "3m", "4m") if tile != away]
    go_on(hand, claimed, Chi(1, tuple(own)))
    assert Discard(1, t(away)) in hand.legal_actions(1)


def test_q3_a_fourth_tile_is_peng_claimed_and_kept_for_a_gang_in_a_later_turn():
    hand = table(hands={0: "6m9s", 2: "45666m"}, front="9p3m")
    discard(hand, "6m")
    assert Peng(2) in hand.legal_actions(2)
    close(hand, Peng(2))
    assert Discard(2, t("6m")) in hand.legal_actions(2)  # or at once
    assert not only(hand.legal_actions(2), JiaGang)
    kept = next(action for action in hand.legal_actions(2) if action.tile not in {t("4m"), t("5m"), t("6m")})
    hand.apply(kept)
    close(hand)
    draw_and_discard(hand, 3)
    assert hand.turn == 2
    assert JiaGang(2, t("6m")) in hand.legal_actions(2)


# ---- Q4: replacements


def test_q4_replacements_come_from_the_seventh_stack_then_the_sixth():
    hand = table(hands={0: "1111m2222p3333s4s"}, places={98: "9m", 100: "9p"})
    drawn = []
    for gang in ("1m", "2p"):
        drawn += only(hand.apply(AnGang(0, t(gang))), Drew)
    assert [(event.tile, event.index, event.source) for event in drawn] == [
        (t("9m"), 98, "tail"),
        (t("9p"), 100, "tail"),
    ]


def test_q4_a_taken_upper_gives_its_lower_then_the_next_stack_then_the_last_tile():
    hand = table()
    wall = hand.wall
    wall._take(98)
    assert wall.take_replacement() == 99
    wall._take(100)
    wall._take(101)
    assert wall.take_replacement() == 102
    for place in range(104, TILE_COUNT):
        wall._take(place)
    assert [wall.take_replacement() for _ in range(2)] == [103, 97]


def test_q4_after_seven_gangs_the_last_tile_and_by_option_always():
    wall = table().wall
    assert [wall.take_replacement() for _ in range(8)] == [98, 100, 102, 104, 106, 108, 110, 111]
    wall = table(options={"gang_tile": "wall_end"}).wall
    assert [wall.take_replacement() for _ in range(2)] == [111, 110]


def test_q4_drawing_skips_the_holes():
    hand = table(hands={0: "1111m"})
    hand.apply(AnGang(0, t("1m")))
    wall = hand.wall
    assert [wall.take_front() for _ in range(wall.left)] == [place for place in range(53, TILE_COUNT) if place != 98]


# ---- Q5: gangs


def test_q5_an_an_gang_lies_face_down_and_leaves_the_hand_closed():
    hand = table(hands={0: "1111m"})
    [ganged] = [event for event in hand.apply(AnGang(0, t("1m"))) if event.type == "gang"]
    assert ganged.seen_by(1).tile is None
    assert hand.view(2).seats[0].melds == (FaceDownGang(),)
    assert not hand.seats[0].is_open
    assert hand.visible[t("1m")] == 0


def after_listening(concealed, drawn):
    """Seat 1 listens with a peng of 9p and draws a tile."""
    hand = table(hands={0: "9s", 1: concealed}, melds={1: ["peng 999p"]}, listening=[1], front=drawn, tail="7z")
    go_on(hand, "9s")
    return hand


def test_q5_no_gang_after_listening_that_changes_the_waits():
    hand = after_listening("5666m123s234p", "6m")
    assert [tile_name(wait.kind) for wait in hand.seats[1].waits] == ["4m", "5m", "7m"]
    assert not only(hand.legal_actions(1), AnGang)


def test_q5_a_gang_after_listening_that_leaves_the_waits_and_its_draw_doubles():
    hand = after_listening("666m12s234p99s", "6m")
    assert [tile_name(wait.kind) for wait in hand.seats[1].waits] == ["3s"]
    assert only(hand.legal_actions(1), AnGang) == [AnGang(1, t("6m"))]
    hand.wall.tiles = tuple(t("3s") if place == 98 else tile for place, tile in enumerate(hand.wall.tiles))
    hand.apply(AnGang(1, t("6m")))
    hand.apply(Win(1))
    assert hand.result.how == "gang_draw"
    assert codes(hand) == ["self_draw", "gang_draw"]
    assert hand.result.score.shares == (4, 0, 4, 4)


def test_q5_a_ming_gang_after_listening_on_a_discard_draws_and_stays_locked():
    hand = table(hands={0: "6m", 1: "666m12s234p99s"}, melds={1: ["peng 999p"]}, listening=[1], places={98: "4p"})
    discard(hand, "6m")
    assert hand.legal_actions(1) == (MingGang(1), Pass(1))
    [drew] = only(close(hand, MingGang(1)), Drew)
    assert (drew.seat, drew.index) == (1, 98)
    assert [tile_name(wait.kind) for wait in hand.seats[1].waits] == ["3s"]
    assert hand.legal_actions(1) == (Discard(1, t("4p")),)


def test_q5_a_jia_gang_after_listening_only_with_the_tile_just_drawn():
    hand = after_listening("666m12s234p99s", "9p")
    assert only(hand.legal_actions(1), JiaGang) == [JiaGang(1, t("9p"))]
    hand = after_listening("666m12s234p99s", "1p")
    assert hand.legal_actions(1) == (Discard(1, t("1p")),)


# ---- Q6: listening claims


def test_q6_zhan_takes_any_players_discard_for_the_sixth_pair_and_listens():
    hand = table(hands={0: "4p", 2: FIVE_PAIRS}, places={FIRST_BAO: "9s"})
    discard(hand, "4p")
    assert hand.legal_actions(2) == (Zhan(2), Pass(2))
    [claimed] = only(close(hand, Zhan(2)), Claimed)
    assert (claimed.act, claimed.own, claimed.listen) == ("zhan", (t("4p"),), True)
    [shown] = hand.view(None).seats[2].melds
    assert (shown.type, shown.tiles) == (MeldType.ZHAN, (t("4p"), t("4p")))
    assert not hand.seats[2].is_open
    assert hand.visible[t("4p")] == 2
    assert set(hand.legal_actions(2)) == {Discard(2, t("6p"), listen=True), Discard(2, t("8p"), listen=True)}
    discard(hand, "6p", listen=True)
    assert [tile_name(wait.kind) for wait in hand.seats[2].waits] == ["8p"]


def test_q6_zhan_completes_four_equal_tiles_but_needs_five_pairs_and_a_legal_wait():
    for concealed, claimed, may in (
        ("1133m55s22p44468p", "4p", True),  # three equal tiles are a pair and a tile
        ("1133m5577s22468p", "6p", True),
        ("1133m557s22468p9p", "7s", False),  # four pairs
        ("3344m5577s22468p", "4p", False),  # no terminal
        ("1133m5577s2244p6p", "6p", False),  # six pairs: it would listen without a claim
    ):
        hand = table(hands={0: claimed, 2: concealed})
        discard(hand, claimed)
        assert (Zhan(2) in hand.legal_actions(2)) is may, concealed


@pytest.mark.parametrize("swap_call", [True, False])
def test_q6_zhan_bars_no_discard(swap_call):
    hand = table(hands={0: "4p", 2: FIVE_PAIRS}, options={"swap_call": swap_call})
    go_on(hand, "4p", Zhan(2))
    assert len(hand.legal_actions(2)) == 2


def test_q6_zhan_goes_before_a_peng_and_a_win_before_zhan():
    hand = table(hands={0: "4p", 1: "44p", 2: FIVE_PAIRS})
    discard(hand, "4p")
    hand.apply(Peng(1))
    assert not hand.can_resolve
    hand.apply(Zhan(2))
    hand.apply(Resolve())
    assert hand.turn == 2


def test_q6_chi_listen_takes_any_players_discard_from_a_closed_hand():
    hand = table(hands={0: "8m", 3: "333s123p678s3677m"})
    discard(hand, "8m")
    assert Chi(3, (t("6m"), t("7m")), listen=True) in hand.legal_actions(3)


def test_q6_on_an_own_draw_one_simply_listens_and_nothing_is_shown():
    hand = first_listener("9p")
    discard(hand, "6s", listen=True)
    assert hand.seats[0].is_listening
    assert hand.view(1).seats[0].melds == ()


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
    hand.seats[3].is_listening = True
    hand.seats[3].waits = hand.seats[1].waits
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


# ---- Q11, Q12: gangs that are robbed, dealer, the last discard


@pytest.mark.parametrize("option", [None, "discard"])
def test_q11_robbing_a_jia_gang_is_off_or_paid_as_a_discard(option):
    options = {} if option is None else {"rob_gang": option}
    hand = table(hands={0: "8s", 1: READY}, melds={0: ["peng 888s"]}, listening=[1], options=options)
    hand.apply(JiaGang(0, t("8s")))
    assert (1 in hand.pending) is (option is not None)
    if option is not None:
        close(hand, Win(1))
        assert (hand.result.how, codes(hand)[0]) == ("rob_gang", "discard")


def test_q12_the_dealer_stays_after_an_own_win_or_a_draw_game_else_the_next_seat_deals():
    start = Standing.first()
    assert start.after(QIQIHAR, 3, HandResult("win", winner=3)).dealer == 3
    assert start.after(QIQIHAR, 3, HandResult("win", winner=1)).dealer == 0
    draw = start.after(QIQIHAR, 3, HandResult("draw"))
    assert draw.dealer == 3
    assert not draw.after(QIQIHAR, 3, HandResult("draw")).after(QIQIHAR, 3, HandResult("draw")).is_liable_dealer


def test_q12_the_last_discard_may_be_claimed_or_won_but_not_ganged():
    hand = listener("5s", seat=2, hands={0: "8s", 1: "888s"})
    shrink_wall(hand, 0)
    discard(hand, "8s")
    assert {Peng(1)} < set(hand.legal_actions(1))
    assert MingGang(1) not in hand.legal_actions(1)
    assert Win(2) in hand.legal_actions(2)
    close(hand, Win(2))
    assert hand.result.how == "discard"


def test_q12_after_a_claim_of_the_last_discard_the_claimer_discards_and_the_hand_is_drawn():
    hand = table(hands={0: "9s", 1: "999s4p"})
    shrink_wall(hand, 0)
    discard(hand, "9s")
    assert MingGang(1) not in hand.legal_actions(1)
    close(hand, Peng(1))
    assert hand.result is None
    go_on(hand, "4p")
    assert hand.result == HandResult("draw")


def test_q12_all_tiles_except_the_bao_are_drawn():
    hand = first_listener("9p")
    go_on(hand, "6s", listen=True)
    while hand.result is None:
        seat = hand.turn
        hand.apply(Discard(seat, hand.seats[seat].drawn))
        close(hand)
    assert hand.wall.places() == []


# ---- Q13: what a win is worth


def test_q13_a_discard_by_an_unready_player_is_paid_by_that_player_alone():
    hand = listener("5s", hands={0: "8s"})
    discard(hand, "8s")
    close(hand, Win(1))
    assert hand.result.score.owed == (-3, 3, 0, 0)


def seven_pairs(options=None, *, zhan=False, **more):
    """Seat 1 listens with seven pairs for 9m and draws it."""
    concealed, melds = ("1133m5577s22p9m", {1: ["zhan 44p"]}) if zhan else ("1133m5577s2244p9m", {})
    hand = table(hands={0: "5m", 1: concealed}, melds=melds, listening=[1], front="9m", options=options, **more)
    go_on(hand, "5m")
    hand.apply(Win(1))
    return hand


def test_q13_seven_pairs_double_and_zhan_halves_by_option():
    assert codes(seven_pairs()) == ["self_draw", "seven_pairs"]
    assert seven_pairs().result.score.shares == (4, 0, 4, 4)
    assert seven_pairs(zhan=True).result.score.shares == (4, 0, 4, 4)
    assert seven_pairs({"zhan_half": True}, zhan=True).result.score.shares == (2, 0, 2, 2)


def test_q13_run_multiplies_by_the_winners_and_each_losers_number():
    hand = seven_pairs({"run": True}, runs=(1, 2, 5, 1))
    assert hand.result.score.shares == (8, 0, 40, 8)


def test_q13_the_dealer_pays_double_by_option():
    assert seven_pairs({"dealer_double": True}).result.score.shares == (8, 0, 4, 4)


def test_q13_luxury_pairs_and_dragon_double_by_option():
    options = {"luxury_pairs": True, "dragon_double": True}
    hand = table(hands={0: "5m", 1: "1133m5555s22p77z9m"}, listening=[1], front="9m", options=options)
    go_on(hand, "5m")
    hand.apply(Win(1))
    assert codes(hand) == ["self_draw", "seven_pairs", "luxury_pairs", "dragon_double"]
    assert hand.result.score.shares == (16, 0, 16, 16)
