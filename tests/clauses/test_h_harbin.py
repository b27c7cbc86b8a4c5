"""RULES section 3, clause by clause: Harbin at the table."""

from dataclasses import replace

import pytest

from engine.actions import AnGang, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, Win
from engine.cities import find_rules
from engine.events import BaoSet, Discarded, Drew, WallExhausted, WinPassed
from engine.match import Standing
from engine.melds import MeldType, parse_meld
from engine.outcome import HandResult
from engine.payments import leave_penalty
from engine.shuffle import deal_hand
from engine.tiles import tile_name
from tests.tables import close, discard, draw_and_discard, go_on, set_up, t

HARBIN = find_rules("harbin")
READY = "123m456p79s99m"  # waits for 8s, kadang, beside a peng of 2p


def listener(seat=1, **more):
    """Set up a table at which one seat listens for 8s and the dealer, seat 0, is to discard."""
    hands = {seat: READY, **more.pop("hands", {})}
    return set_up(hands=hands, melds={seat: ["peng 222p"]}, listening=[seat], **more)


def run_down_to(hand, left):
    """Let everybody draw and discard until so many tiles are left to draw and somebody is to act."""
    while hand.wall.left > left:
        draw_and_discard(hand, 1)


def codes(hand):
    return [line.code for line in hand.result.score.lines]


# ---- H1, H2: dealer and deal


def test_h1_the_first_throw_finds_the_taker_who_counts_the_second_on_the_own_wall():
    deal = deal_hand(bytes.fromhex("01" * 32), ["", "", "", ""], HARBIN, 2)
    first, second = (sum(throw) for throw in deal.dice)
    taker = (2 + first - 1) % 4
    wall_start = {0: 0, 3: 28, 2: 56, 1: 84}[taker]
    assert deal.break_place == (wall_start + 2 * second) % 112
    assert deal.hands[taker][:6] == deal.wall[:6]
    assert deal.hands[(taker + 1) % 4][:6] == deal.wall[6:12]
    assert deal.hands[2][-1] == deal.wall[52]


def test_h1_option_dealer_takes_first_by_one_throw_on_the_own_wall():
    rules = find_rules("harbin", {"first_taker": "dealer"})
    deal = deal_hand(bytes(32), ["", "", "", ""], rules, 3)
    [throw] = deal.dice
    assert deal.break_place == 28 + 2 * sum(throw)
    assert deal.hands[3][:6] == deal.wall[:6]


def test_h1_the_first_dealer_is_drawn_by_lot():
    assert {deal_hand(bytes([number]) * 32, ["", "", "", ""], HARBIN, None).dealer for number in range(40)} == {
        0,
        1,
        2,
        3,
    }


WIN_BY_3 = HandResult("win", winner=3)
DRAW = HandResult("draw")


def test_h2_the_dealer_stays_after_an_own_win_or_a_draw_game_else_the_winner_deals():
    start = Standing(hand=1, dealer=2, draws_in_a_row=0, is_liable_dealer=False)
    assert start.after(HARBIN, 2, HandResult("win", winner=2)).dealer == 2
    assert start.after(HARBIN, 2, DRAW).dealer == 2
    assert start.after(HARBIN, 2, WIN_BY_3).dealer == 3
    next_seat = find_rules("harbin", {"next_dealer": "next_seat"})
    assert start.after(next_seat, 2, HandResult("win", winner=1)).dealer == 3


# ---- H3–H5: the bao


def test_h3_the_bao_is_the_last_tile_of_the_wall_face_down():
    hand = set_up(tail="5s")
    laid = next(event for event in hand.events if isinstance(event, BaoSet))
    assert (laid.why, laid.tile, laid.index) == ("deal", t("5s"), 111)
    assert laid.seen_by(0).tile is None
    assert hand.wall.left == 58


def test_h3_option_fifteenth_lays_the_first_tile_after_the_deal_aside():
    hand = set_up(hands={0: "1111m9s"}, front="5s6s", tail="7s8s", options={"bao_from": "fifteenth"})
    laid = next(event for event in hand.events if isinstance(event, BaoSet))
    assert (laid.tile, laid.index) == (t("5s"), 53)
    [drew] = [event for event in hand.apply(AnGang(0, t("1m"))) if isinstance(event, Drew)]
    assert (drew.tile, drew.index) == (t("7s"), 111)
    [drew] = [event for event in go_on(hand, "9s") if isinstance(event, Drew)]
    assert (drew.tile, drew.index) == (t("6s"), 54)


def test_h4_a_listening_player_who_draws_the_baos_kind_may_win_whatever_the_wait():
    hand = listener(hands={0: "9s"}, front="5s", tail="5s")
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert hand.result.score.uses_bao
    assert codes(hand) == ["mobao", "kadang"]


def test_h4_option_mobao_any_off_asks_for_a_wait():
    hand = listener(hands={0: "9s"}, front="5s", tail="5s", options={"mobao_any": False})
    go_on(hand, "9s")
    assert hand.legal_actions(1) == (Discard(1, t("5s")),)


def test_h4_passed_the_tile_is_discarded_and_only_the_seat_knows_what_it_passed():
    hand = listener(hands={0: "9s"}, front="5s", tail="5s")
    go_on(hand, "9s")
    passed, thrown = discard(hand, "5s")
    assert isinstance(passed, WinPassed)
    assert [passed.seen_by(viewer) is not None for viewer in (None, 0, 1)] == [False, False, True]
    assert isinstance(thrown, Discarded)


def test_h4_a_gang_lets_the_win_pass_too():
    options = {"gang_after_listening": "same_waits", "big_wind": "fourth_tile"}
    hand = listener(hands={0: "9s"}, front="2p", tail="5s", options=options)
    go_on(hand, "9s")
    assert Win(1) in hand.legal_actions(1)
    passed, *_ = hand.apply(JiaGang(1, t("2p")))
    assert passed == WinPassed(1, t("2p"))


def test_h5_the_bao_changes_when_three_copies_lie_visible():
    hand = set_up(hands={0: "5s", 1: "55s"}, tail="5s6s", front="1p")
    events = go_on(hand, "5s", Peng(1))
    changed = next(event for event in events if isinstance(event, BaoSet))
    assert (changed.why, changed.old, changed.tile, changed.index) == ("changed", t("5s"), t("6s"), 110)
    assert hand.view(None).old_baos == (t("5s"),)
    assert hand.turn == 1  # the change comes before the claimer discards


def test_h5_it_changes_again_while_the_new_one_has_three_visible():
    hand = set_up(hands={0: "5s", 1: "55s"}, melds={2: ["peng 666s"]}, tail="5s6s7s")
    go_on(hand, "5s", Peng(1))
    assert hand.bao == t("7s")
    assert hand.old_baos == [t("5s"), t("6s")]


def test_h5_concealed_tiles_do_not_count_and_a_claimed_discard_counts_once():
    hand = set_up(hands={0: "5s9s", 1: "46s", 2: "55s"}, tail="5s")
    go_on(hand, "5s", Chi(1, (t("4s"), t("6s"))))
    assert hand.visible[t("5s")] == 1
    assert hand.old_baos == []


def test_h5_a_win_on_the_third_copy_ends_the_hand_first():
    hand = listener(hands={0: "8s"}, tail="8s")
    hand.visible[t("8s")] = 2
    discard(hand, "8s")
    close(hand, Win(1))
    assert hand.result.winner == 1
    assert hand.old_baos == []


def test_h5_without_a_tile_to_give_the_bao_stays():
    hand = set_up(hands={0: "5s", 1: "55s"}, tail="5s")
    while hand.wall.left:
        hand.wall.take_front()
    go_on(hand, "5s", Peng(1))
    assert hand.bao == t("5s")


# ---- H6: listening claims


def chi_listener():
    return set_up(hands={0: "8m", 1: "333s123p678s3677m", 2: "111222m"}, front="9s")


def test_h6_chi_listen_may_be_the_opening_and_obliges_to_listen():
    hand = chi_listener()
    go_on(hand, "8m", Chi(1, (t("6m"), t("7m")), listen=True))
    assert hand.legal_actions(1) == (Discard(1, t("3m"), listen=True), Discard(1, t("7m"), listen=True))
    discard(hand, "3m", listen=True)
    assert hand.seats[1].is_listening
    assert [tile_name(wait.kind) for wait in hand.seats[1].waits] == ["7m"]


def test_h6_a_plain_chi_is_offered_beside_it_and_listening_stays_a_choice():
    hand = chi_listener()
    discard(hand, "8m")
    plain = Chi(1, (t("6m"), t("7m")))
    assert plain in hand.legal_actions(1)
    close(hand, plain)
    assert {Discard(1, t("3m")), Discard(1, t("3m"), listen=True)} <= set(hand.legal_actions(1))


def test_h6_peng_listen_from_any_player():
    hand = set_up(hands={0: "3s", 3: "33s123p678s67899m"})
    discard(hand, "3s")
    assert Peng(3, listen=True) in hand.legal_actions(3)


# ---- H7–H9: gangs


def test_h7_the_replacement_is_the_tile_just_before_the_bao():
    hand = set_up(hands={0: "1m", 3: "111m"}, tail="5s6s")
    [drew] = [event for event in go_on(hand, "1m", MingGang(3)) if isinstance(event, Drew)]
    assert (drew.seat, drew.tile, drew.index, drew.source) == (3, t("6s"), 110, "tail")
    assert hand.turn == 3


def test_h7_a_change_of_the_bao_by_the_gang_comes_before_the_replacement():
    hand = set_up(hands={0: "5s", 3: "555s"}, tail="6s7s8s")
    hand.bao = t("5s")
    events = go_on(hand, "5s", MingGang(3))
    changed, drew = (event for event in events if isinstance(event, BaoSet | Drew))
    assert (changed.index, drew.index) == (110, 109)


def test_h8_a_gang_draw_win_counts_as_a_self_draw():
    hand = listener(hands={0: "9s"}, front="2p", tail="5s8s", options={"gang_after_listening": "same_waits"})
    go_on(hand, "9s")
    hand.apply(JiaGang(1, t("2p")))
    close(hand)
    hand.apply(Win(1))
    assert hand.result.how == "gang_draw"
    assert codes(hand)[0] == "self_draw"


def test_h8_a_discard_after_ones_own_gang_is_an_ordinary_discard():
    hand = listener(hands={0: "1111p"}, tail="5s8s")
    hand.apply(AnGang(0, t("1p")))
    discard(hand, "8s")
    close(hand, Win(1))
    assert (hand.result.how, hand.result.source) == ("discard", 0)


def robbed(**options):
    """Seat 0 adds the fourth 8s to its peng; seat 1 listens for it."""
    hand = listener(hands={0: "8s"}, options=options)
    hand.seats[0].lay(parse_meld("peng 888s"))
    hand._legal.clear()
    return hand


def test_h9_a_jia_gang_can_be_robbed_as_a_self_draw():
    hand = robbed()
    hand.apply(JiaGang(0, t("8s")))
    assert hand.legal_actions(1) == (Win(1), Pass(1))
    close(hand, Win(1))
    assert (hand.result.how, hand.result.source) == ("rob_gang", 0)
    assert codes(hand)[0] == "self_draw"
    assert hand.seats[0].melds[0].type is MeldType.PENG


def test_h9_as_a_discard_or_off():
    hand = robbed(rob_gang="discard")
    hand.apply(JiaGang(0, t("8s")))
    close(hand, Win(1))
    assert codes(hand)[0] == "discard"
    hand = robbed(rob_gang="off")
    events = hand.apply(JiaGang(0, t("8s")))
    assert hand.phase == "turn"
    assert any(isinstance(event, Drew) for event in events)


def test_h9_not_robbed_the_gang_stands_and_draws():
    hand = robbed()
    hand.apply(JiaGang(0, t("8s")))
    [drew] = [event for event in close(hand, Pass(1)) if isinstance(event, Drew)]
    assert (drew.seat, drew.source) == (0, "tail")


# ---- H10, H11: the end of the wall


def test_h10_who_draws_one_of_the_last_four_may_win_or_discard_freely_but_not_listen_or_gang():
    hand = set_up(hands={0: "9s", 1: "1111m456p79s99p"}, front="1s")
    while hand.wall.left > 4:
        hand.wall.take_last()
    go_on(hand, "9s")
    assert hand.is_last_tiles
    assert all(isinstance(action, Discard) and not action.listen for action in hand.legal_actions(1))
    assert len(hand.legal_actions(1)) > 1


def test_h10_that_discard_can_be_neither_claimed_nor_won():
    hand = set_up(hands={0: "9s", 1: "8s", 2: READY}, melds={2: ["peng 222p"]}, listening=[2], front="1s")
    while hand.wall.left > 4:
        hand.wall.take_last()
    go_on(hand, "9s")
    discard(hand, "8s")
    assert hand.pending == {}
    assert hand.can_resolve


def test_h10_a_listening_player_may_win_on_one_of_the_last_four():
    hand = listener(hands={0: "9s"}, front="8s")
    while hand.wall.left > 4:
        hand.wall.take_last()
    go_on(hand, "9s")
    assert Win(1) in hand.legal_actions(1)


def test_h10_a_seat_that_claimed_before_and_drew_none_of_them_discards_normally():
    hand = set_up(hands={0: "8m", 2: "333s123p678s3677m"})
    while hand.wall.left > 4:
        hand.wall.take_last()
    go_on(hand, "8m", Chi(2, (t("6m"), t("7m")), listen=True))
    assert Discard(2, t("3m"), listen=True) in hand.legal_actions(2)
    discard(hand, "3m", listen=True)
    assert hand.seats[2].is_listening


def test_h10_option_dead_wall_leaves_nine_tiles_also_after_gangs():
    hand = set_up(hands={0: "1111m"}, options={"dead_wall": 9})
    assert hand.wall.left == 58 - 8
    hand.apply(AnGang(0, t("1m")))
    assert hand.wall.left == 58 - 9
    run_down_to(hand, 0)
    assert len(hand.wall.places()) == 8


def test_h11_an_exhausted_wall_is_a_draw_game_without_payment():
    hand = set_up(hands={0: "9s"}, front="1s")
    while hand.wall.left > 1:
        hand.wall.take_last()
    go_on(hand, "9s")
    events = go_on(hand, "1s")
    assert isinstance(events[-1], WallExhausted)
    assert hand.result == HandResult("draw")
    assert Standing.first().after(HARBIN, 0, hand.result).dealer == 0


# ---- H12: liability


def test_h12_after_three_draw_games_the_dealer_is_liable_for_one_hand_then_the_deal_passes():
    standing = Standing(hand=1, dealer=1, draws_in_a_row=0, is_liable_dealer=False)
    for _ in range(3):
        assert not standing.is_liable_dealer
        standing = standing.after(HARBIN, 1, DRAW)
    assert (standing.dealer, standing.is_liable_dealer) == (1, True)
    for result in (DRAW, WIN_BY_3, HandResult("win", winner=1)):
        assert standing.after(HARBIN, 1, result) == Standing(5, 2, 0, is_liable_dealer=False)


def test_h12_a_win_resets_the_count():
    standing = Standing(hand=3, dealer=1, draws_in_a_row=2, is_liable_dealer=False)
    assert standing.after(HARBIN, 1, WIN_BY_3).draws_in_a_row == 0


def test_h12_the_liable_dealer_pays_all_three_shares():
    hand = listener(hands={2: "8s", 0: "9s"}, front="1s", is_liable_dealer=True)
    go_on(hand, "9s")
    draw_and_discard(hand, 1)
    discard(hand, "8s")
    close(hand, Win(1))
    owed = hand.result.score.owed
    assert (owed[2], owed[3]) == (0, 0)
    assert owed[0] == -owed[1]
    assert codes(hand)[-1] == "liability"


def test_h12_if_the_dealer_wins_nothing_changes():
    hand = listener(seat=1, hands={0: "8s"}, is_liable_dealer=True)
    plain = listener(seat=1, hands={0: "8s"})
    for each in (hand, plain):
        each.deal = replace(each.deal, dealer=1)
        discard(each, "8s")
        close(each, Win(1))
    assert hand.result.score.owed == plain.result.score.owed


# ---- H13–H17: what the table sees of scores (the judge's cases go through the rest)


def test_h13_a_closed_loser_pays_three_on_a_plain_discard():
    hand = listener(hands={0: "8s"}, options={"kadang_factor": 1})
    discard(hand, "8s")
    close(hand, Win(1))
    assert hand.result.score.shares[2] == 3


def test_h14_a_discard_by_a_listening_player_is_paid_by_all_three():
    hand = set_up(
        hands={0: "8s9s" + "123p456m11s", 1: READY},
        melds={0: ["peng 777p"], 1: ["peng 222p"]},
        listening=[1],
    )
    hand.seats[0].lock(())
    hand.seats[0].drawn = t("8s")
    hand._legal.clear()
    discard(hand, "8s")
    close(hand, Win(1))
    assert all(owed < 0 for seat, owed in enumerate(hand.result.score.owed) if seat != 1)


def test_h15_an_unready_discarder_pays_for_all():
    hand = listener(hands={0: "8s"})
    discard(hand, "8s")
    close(hand, Win(1))
    assert [owed == 0 for owed in hand.result.score.owed] == [False, False, True, True]


def test_h16_kadang_is_the_middle_of_a_sequence():
    hand = listener(hands={0: "8s"})
    assert [wait.is_kadang for wait in hand.seats[1].waits] == [True]


def test_h17_the_bao_that_is_a_kadang_wait_is_baozhongbao():
    hand = listener(hands={0: "9s"}, front="8s", tail="8s")
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert codes(hand) == ["baozhongbao"]
    assert hand.result.score.owed == (-12, 36, -12, -12)


def test_h18_coins_are_fan_times_stake():
    hand = listener(hands={0: "9s"}, front="8s", tail="8s", stake=5)
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert hand.result.score.deltas(hand.setup.stake) == (-60, 180, -60, -60)


@pytest.mark.parametrize(
    ("option", "tile", "how"), [("dragon_draw", "7z", "dragon_draw"), ("big_wind", "2p", "big_wind")]
)
def test_h20_house_rules_of_the_draw(option, tile, how):
    value = {"dragon_draw": True, "big_wind": "fourth_tile"}[option]
    for options, wins in (({}, False), ({option: value}, True)):
        hand = listener(hands={0: "9s"}, front=tile, tail="5s", options=options)
        go_on(hand, "9s")
        assert (Win(1) in hand.legal_actions(1)) is wins
    hand.apply(Win(1))
    assert hand.result.how == how
    assert hand.phase == "over"
    assert not hand.can_resolve
    assert Resolve() not in hand.legal_actions(1)


def test_h19_leaving_costs_three_stakes():
    assert leave_penalty(HARBIN, 2, 5, (100, 100, 100, 100)) == (5, 5, -15, 5)
    assert leave_penalty(HARBIN, 2, 5, (100, 100, 10, 100)) == (3, 3, -9, 3)
