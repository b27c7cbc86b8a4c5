"""RULES section 5, clause by clause: Qiqihar at the table (its bao, Q7 to Q10: test_q_bao)."""

import pytest

from engine.actions import AnGang, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, Win, Zhan
from engine.bao import throw_first_bao
from engine.cities import find_rules
from engine.events import Claimed, Drew
from engine.match import Standing
from engine.melds import MeldType
from engine.outcome import HandResult
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
