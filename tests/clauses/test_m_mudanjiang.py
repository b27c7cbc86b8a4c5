"""RULES section 4, clause by clause: Mudanjiang at the table."""

from dataclasses import replace

import pytest

from engine.actions import AnGang, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, SayListen, Win
from engine.analysis import check_listen
from engine.cities import find_rules
from engine.events import BaoSet, Claimed, ClaimsClosed, Discarded, Drew, Ganged, ListenFailed, WallExhausted, WinPassed
from engine.match import Standing
from engine.melds import parse_meld
from engine.outcome import HandResult
from engine.shuffle import deal_hand
from engine.tiles import count_kinds, parse_tiles, tile_name
from engine.view import FaceDownGang
from tests.tables import close, discard, go_on, set_up, shrink_wall, t

MUDANJIANG = find_rules("mudanjiang")
READY = "123m456p79s99m"  # waits for 8s, kadang, beside a peng of 2p
CHI_LISTENER = "333s123p678s3677m"  # an 8m makes it listen
CHI_8M = Chi(1, (t("6m"), t("7m")), listen=True)
WIN_BY_3 = HandResult("win", winner=3)
DRAW = HandResult("draw")


def table(**more):
    """Set up a table of Mudanjiang at which the dealer, seat 0, is to discard."""
    return set_up("mudanjiang", **more)


def listener(seat=1, **more):
    """Set up a table at which one seat listens for 8s."""
    hands = {seat: READY, **more.pop("hands", {})}
    return table(hands=hands, melds={seat: ["peng 222p"]}, listening=[seat], **more)


def readiness(concealed, *melds):
    return check_listen(count_kinds(parse_tiles(concealed)), [parse_meld(meld) for meld in melds], MUDANJIANG)


def only(events, *types):
    return [event for event in events if isinstance(event, types)]


def codes(hand):
    return [line.code for line in hand.result.score.lines]


# ---- M1, M2: deal and dealer


def test_m1_the_dealer_counts_one_throw_on_the_opposite_wall_and_takes_first():
    for number in range(12):
        deal = deal_hand(bytes([number]) * 32, [""] * 4, MUDANJIANG, 1)
        [throw] = deal.dice
        assert len(throw) == 2
        opposite = 28  # seat 3's wall; its right end, as its owner sees it, is the dealer's left
        assert deal.break_place == opposite + 2 * sum(throw)
        assert deal.hands[1][:6] == deal.wall[:6]
        assert deal.hands[2][:6] == deal.wall[6:12]


def test_m1_the_first_dealer_is_drawn_by_lot_later_ones_only_by_option():
    assert Standing.first().dealer is None
    assert Standing.first().after(MUDANJIANG, 2, DRAW).dealer == 2
    by_lot = find_rules("mudanjiang", {"dealer_each_hand": "random"})
    assert Standing.first().after(by_lot, 2, DRAW).dealer is None
    assert Standing.first().after(by_lot, 2, WIN_BY_3).dealer is None


def test_m2_the_dealer_stays_after_an_own_win_or_a_draw_game_else_the_next_seat_deals():
    start = Standing.first()
    assert start.after(MUDANJIANG, 1, HandResult("win", winner=1)).dealer == 1
    assert start.after(MUDANJIANG, 1, DRAW).dealer == 1
    assert start.after(MUDANJIANG, 1, WIN_BY_3).dealer == 2
    assert start.after(find_rules("mudanjiang", {"next_dealer": "winner"}), 1, WIN_BY_3).dealer == 3


# ---- M3, M4: listening, first discard


def test_m3_a_two_pair_wait_brings_no_triplet_and_the_sequence_must_be_complete():
    assert readiness("234s678p55s99p", "chi 123m").reasons == ("no_triplet",)
    assert readiness("34s77m", "peng 111m", "peng 999s", "peng 555p").reasons == ("no_sequence",)
    assert [tile_name(wait.kind) for wait in readiness("234s55p99p", "peng 111m", "peng 999s").waits] == ["5p", "9p"]


def test_m4_the_first_discard_may_be_chi_peng_or_ganged_by_the_next_seat_the_others_peng_or_gang():
    hand = table(hands={0: "1m", 1: "23m147p369s", 2: "23m147p369s", 3: "111m"})
    discard(hand, "1m")
    assert hand.legal_actions(1) == (Chi(1, (t("2m"), t("3m"))), Pass(1))
    assert hand.legal_actions(2) == ()
    assert set(hand.legal_actions(3)) == {Peng(3), MingGang(3), Pass(3)}
    hand = table(hands={0: "1m", 1: "11123m"})
    discard(hand, "1m")
    assert {Peng(1), MingGang(1), Chi(1, (t("2m"), t("3m")))} <= set(hand.legal_actions(1))


# ---- M5: concealed gangs


def test_m5_an_an_gang_before_opening_lies_face_down_and_turns_up_when_the_seat_opens():
    hand = table(hands={0: "1111m9s"})
    [ganged] = only(hand.apply(AnGang(0, t("1m"))), Ganged)
    assert ganged.is_face_down
    assert [ganged.seen_by(viewer).tile for viewer in (None, 0, 1)] == [None, t("1m"), None]
    assert [hand.view(viewer).seats[0].melds for viewer in (None, 1)] == [(FaceDownGang(),)] * 2
    assert hand.view(0).seats[0].melds[0].kind == t("1m")
    assert not hand.view(1).seats[0].is_open
    assert hand.visible[t("1m")] == 0


def test_m5_it_is_turned_up_by_the_first_claim_and_counts_as_visible_then():
    hand = table(hands={0: "1m", 3: "11m"}, melds={3: ["an_gang 8888s"]})
    hand.seats[3].lay(replace(hand.seats[3].melds[0], is_face_down=True), 0)
    hand.visible[t("8s")] = 0
    go_on(hand, "1m", Peng(3))
    assert [meld.kind for meld in hand.view(None).seats[3].melds] == [t("8s"), t("1m")]
    assert hand.visible[t("8s")] == 4


def test_m5_what_it_holds_is_gone_for_the_own_waits_though_nobody_else_sees_it():
    hand = table(hands={0: "7777s56s234m567p11p"}, front="9m", options={"must_open": False})
    hand.apply(AnGang(0, t("7s")))
    assert hand.visible[t("7s")] == 0
    listen_discards = hand.view(0).own.listen_discards
    assert listen_discards
    for _, waits in listen_discards:
        assert [(tile_name(wait.tile), wait.left) for wait in waits] == [("4s", 4)]


def test_m5_made_after_opening_it_shows_at_once():
    hand = table(hands={0: "1111m9s"}, melds={0: ["peng 222p"]})
    [ganged] = only(hand.apply(AnGang(0, t("1m"))), Ganged)
    assert not ganged.is_face_down
    assert ganged.seen_by(2).tile == t("1m")
    assert hand.visible[t("1m")] == 4


# ---- M6: listening claims in two steps


def asked():
    """Seat 0 has discarded an 8m: seat 1 may chi, chi to listen, or pass; seat 2 may peng."""
    hand = table(hands={0: "8m", 1: CHI_LISTENER, 2: "88m"}, front="9s")
    discard(hand, "8m")
    return hand


def test_m6_the_seat_says_listen_then_takes_the_tile():
    hand = asked()
    plain = Chi(1, (t("6m"), t("7m")))
    assert hand.legal_actions(1) == (plain, SayListen(1), Pass(1))
    hand.apply(SayListen(1))
    assert hand.legal_actions(1) == (CHI_8M, Pass(1))  # no plain chi of it remains
    events = close(hand, CHI_8M)
    assert [(event.act, event.listen) for event in only(events, Claimed)] == [("chi", True)]
    assert all(action.listen for action in hand.legal_actions(1))
    assert not only(events, ListenFailed)


def test_m6_the_first_step_is_private_and_a_decision_of_its_own():
    hand = asked()
    before, views = hand.pending, [hand.view(viewer) for viewer in (None, 0, 2, 3)]
    assert hand.apply(SayListen(1)) == []
    assert hand.pending[1] == before[1] + 1
    assert hand.pending[2] == before[2]
    assert [hand.view(viewer) for viewer in (None, 0, 2, 3)] == views


def test_m6_until_the_second_step_its_answer_counts_as_open():
    hand = asked()
    hand.apply(SayListen(1))
    hand.apply(Peng(2))
    assert not hand.can_resolve  # the listening claim would beat the peng
    hand.apply(CHI_8M)
    assert hand.can_resolve


def test_m6_once_it_said_listen_only_the_listening_claim_is_waited_for():
    hand = table(
        hands={0: "8m", 1: "88m", 3: CHI_LISTENER},
    )
    discard(hand, "8m")
    hand.apply(SayListen(3))
    hand.apply(Pass(1))
    assert hand.pending.keys() == {3}
    assert not hand.can_resolve
    hand.apply(Pass(3))
    assert hand.can_resolve


def test_m6_not_taking_it_is_a_pass_and_play_goes_on():
    hand = asked()
    hand.apply(SayListen(1))
    events = close(hand, Pass(1))
    closed, failed, drew = events
    assert isinstance(closed, ClaimsClosed)
    assert (1, "pass", None) in closed.answers
    assert dict(closed.offered)[1] == ("chi_listen", "chi")
    assert failed == ListenFailed(1)
    assert (drew.seat, drew.tile) == (1, t("9s"))
    assert not hand.seats[1].is_listening


def test_m6_the_default_of_the_second_step_is_to_pass():
    hand = asked()
    assert hand.default_action(1) == Pass(1)
    hand.apply(SayListen(1))
    assert hand.default_action(1) == Pass(1)


def test_m6_a_failed_listening_is_told_to_the_seat_alone():
    assert [ListenFailed(1).seen_by(viewer) is not None for viewer in (None, 0, 1, 2)] == [False, False, True, False]


def test_m6_nothing_failed_when_a_win_went_before_the_second_step():
    hand = table(
        hands={0: "8m", 1: CHI_LISTENER, 3: "123s456p79m99s"}, melds={3: ["peng 222p"]}, listening=[3], front="9s"
    )
    discard(hand, "8m")
    hand.apply(SayListen(1))
    hand.apply(Win(3))
    assert hand.can_resolve
    assert not only(hand.apply(Resolve()), ListenFailed)
    assert hand.result.winner == 3


def test_m6_passing_without_having_said_listen_is_no_failure():
    hand = asked()
    assert not only(close(hand, Pass(1), Peng(2)), ListenFailed)


def test_m6_peng_listen_has_two_steps_too():
    hand = table(hands={0: "3s", 3: "33s123p678s67899m"})
    discard(hand, "3s")
    assert hand.legal_actions(3) == (Peng(3), SayListen(3), Pass(3))
    hand.apply(SayListen(3))
    assert hand.legal_actions(3) == (Peng(3, listen=True), Pass(3))


# ---- M7: the bao


def test_m7_the_bao_changes_until_no_tile_is_left_and_old_ones_lie_with_the_dealers_discards():
    hand = table(
        hands={1: "5s", 2: "55s"}, melds={0: ["peng 666s"], 3: ["peng 777s"]}, tail="5s6s7s", dealer=1, front="9s"
    )
    events = go_on(hand, "5s", Peng(2))
    changed = only(events, BaoSet)
    assert [(bao.why, bao.old) for bao in changed] == [("changed", t("5s")), ("changed", t("6s")), ("changed", t("7s"))]
    assert hand.old_baos == [t("5s"), t("6s"), t("7s")]
    assert hand.view(None).seats[1].old_baos == (t("5s"), t("6s"), t("7s"))
    assert hand.view(None).seats[2].old_baos == ()


def test_m7_without_a_tile_the_bao_stays():
    hand = table(hands={0: "5s", 1: "55s"}, tail="5s6s")
    shrink_wall(hand, 0)
    go_on(hand, "5s", Peng(1))
    assert hand.bao == t("5s")
    assert hand.view(None).seats[0].old_baos == ()


# ---- M8: the last four


def test_m8_the_last_four_are_dealt_out_in_turn_and_discarded_by_themselves():
    hand = table(hands={0: "9s"}, front="1s2s3s4s")
    shrink_wall(hand, 4)
    events = go_on(hand, "9s")
    assert [event.seat for event in only(events, Drew)] == [1, 2, 3, 0]
    thrown = only(events, Discarded)
    assert [(event.seat, tile_name(event.tile), event.auto) for event in thrown] == [
        (1, "1s", "dealt_out"),
        (2, "2s", "dealt_out"),
        (3, "3s", "dealt_out"),
        (0, "4s", "dealt_out"),
    ]
    assert isinstance(events[-1], WallExhausted)
    assert hand.result == DRAW


def test_m8_nobody_may_claim_or_win_on_a_tile_dealt_out():
    hand = listener(seat=3, hands={0: "9s", 2: "1s1s"}, front="1s8s2s3s")
    shrink_wall(hand, 4)
    events = go_on(hand, "9s")
    assert len(only(events, Discarded)) == 4
    assert hand.result == DRAW


@pytest.mark.parametrize("options", [{}, {"autoplay_wins": False}])
def test_m8_a_listening_seat_wins_with_a_tile_dealt_to_it_or_lets_it_go(options):
    for taken in (True, False):
        hand = listener(seat=2, hands={0: "9s"}, front="1s8s3s4s", options=options)
        shrink_wall(hand, 4)
        go_on(hand, "9s")
        assert hand.legal_actions(2) == (Win(2), Pass(2))
        assert hand.default_action(2) == (Pass(2) if options else Win(2))
        events = hand.apply(Win(2) if taken else Pass(2))
        if taken:
            assert (hand.result.winner, hand.result.how) == (2, "self_draw")
        else:
            assert [event.type for event in events[:2]] == ["pass_win", "discard"]
            assert only(events, WinPassed)[0].seen_by(1) is None
            assert [event.seat for event in only(events, Drew)] == [3, 0]
            assert hand.result == DRAW


def test_m8_a_gang_replacement_from_the_last_four_leaves_three_to_deal_and_its_maker_discards_freely():
    hand = table(hands={0: "1m", 2: "2m2m", 3: "111m2m"}, tail="9p5p")
    shrink_wall(hand, 4)
    [drew] = only(go_on(hand, "1m", MingGang(3)), Drew)
    assert (drew.seat, drew.source) == (3, "tail")
    assert all(isinstance(action, Discard) and not action.listen for action in hand.legal_actions(3))
    assert len(hand.legal_actions(3)) > 1
    discard(hand, "2m")
    assert hand.pending == {}  # nobody may claim it
    events = hand.apply(Resolve())
    assert [event.seat for event in only(events, Drew)] == [0, 1, 2]
    assert hand.result == DRAW


def test_m8_its_maker_may_gang_again_with_the_replacement_only():
    for tail, again in (("9p2m", True), ("9p5p", False)):
        hand = table(hands={0: "1m", 3: "111m222m4444p"}, tail=tail)
        shrink_wall(hand, 4, keep_tail=True)
        go_on(hand, "1m", MingGang(3))
        gangs = [action for action in hand.legal_actions(3) if isinstance(action, AnGang)]
        assert gangs == ([AnGang(3, t("2m"))] if again else [])


def test_m8_gangs_that_take_the_last_tile_end_in_a_draw_game():
    hand = table(hands={0: "1m", 3: "111m2m"})
    shrink_wall(hand, 1)
    go_on(hand, "1m", MingGang(3))
    assert hand.result is None
    events = go_on(hand, "2m")
    assert not only(events, Drew)
    assert hand.result == DRAW


def test_m8_a_change_of_the_bao_comes_first_then_what_is_left_is_dealt():
    hand = table(hands={0: "5s"}, tail="5s")
    shrink_wall(hand, 4)
    hand.visible[t("5s")] = 2
    events = go_on(hand, "5s")
    assert isinstance(only(events, BaoSet, Drew)[0], BaoSet)
    assert [event.seat for event in only(events, Drew)] == [1, 2, 3]
    assert hand.result == DRAW


def test_m8_a_tile_dealt_out_may_change_the_bao_before_the_next_is_dealt():
    hand = table(hands={0: "9s"}, front="5s2s3s4s", tail="5s")
    shrink_wall(hand, 4)
    hand.visible[t("5s")] = 2
    events = go_on(hand, "9s")
    assert [event.type for event in events if event.type in {"draw", "bao"}] == ["draw", "bao", "draw", "draw"]
    assert hand.bao == t("4s")


def test_m8_with_instant_baos_those_who_listen_are_asked_before_the_next_is_dealt():
    hand = listener(
        seat=3, hands={0: "9s"}, front="5s1p2p8s", tail="5s", options={"instant_bao": True, "kadang_factor": 1}
    )
    shrink_wall(hand, 4)
    hand.visible[t("5s")] = 2
    go_on(hand, "9s")
    assert (hand.phase, hand.legal_actions(3)) == ("claims", (Win(3), Pass(3)))
    events = close(hand, Pass(3))
    assert [event.seat for event in only(events, Drew)] == [2, 3]


def test_m8_a_win_that_a_called_bao_takes_away_is_discarded_by_itself():
    options = {"bao_from": "dice", "bao_change": "call"}
    hand = listener(seat=1, hands={0: "9s"}, front="5s2s3s4s", options=options)
    shrink_wall(hand, 4)
    hand.bao = t("5s")
    hand.visible[t("5s")] = 3
    hand.wall.tiles = tuple(t("2s") if place == 111 else tile for place, tile in enumerate(hand.wall.tiles))
    go_on(hand, "9s")
    assert hand.legal_actions(1)[:2] == (Win(1), Pass(1))
    [call] = [action for action in hand.legal_actions(1) if action not in (Win(1), Pass(1))]
    events = hand.apply(call)
    assert [event.type for event in events[:2]] == ["bao", "discard"]
    assert not only(events, WinPassed)
    assert hand.result == DRAW


# ---- M9-M11: what differs in value


def test_m9_robbing_is_off_and_the_table_pays_a_fixed_stake():
    hand = listener(hands={0: "8s"})
    hand.seats[0].lay(parse_meld("peng 888s"))
    hand._legal.clear()
    events = hand.apply(JiaGang(0, t("8s")))
    assert hand.phase == "turn"
    assert only(events, Drew)
    rules = MUDANJIANG
    assert (rules.draw_liability, rules.stake, rules.leave_penalty, rules.timeouts_to_autoplay) == (0, 10, "none", 1)
    standing = Standing.first()
    for _ in range(5):
        standing = standing.after(rules, 0, DRAW)
    assert not standing.is_liable_dealer
    assert standing.dealer == 0


@pytest.mark.parametrize(
    ("drawn", "bao", "lines", "share"),
    [
        ("8s", "5s", ["self_draw", "kadang"], 4),
        ("5s", "5s", ["mobao", "kadang"], 8),
        ("8s", "8s", ["baozhongbao"], 16),
    ],
)
def test_m10_shares_of_own_draws_whether_losers_are_open_or_not(drawn, bao, lines, share):
    hand = listener(hands={0: "9s"}, front=drawn, tail=bao)
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert codes(hand) == lines
    assert hand.result.score.shares == (share, 0, share, share)


def test_m10_shares_without_kadang():
    hand = table(hands={0: "9s", 1: "123m456p78s99m"}, melds={1: ["peng 222p"]}, listening=[1], front="6s", tail="1p")
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert hand.result.score.shares == (2, 0, 2, 2)


def test_m11_an_unready_discarder_pays_seven_and_fourteen_with_kadang():
    for ready, tile, won in (("123m456p78s99m", "6s", 7), (READY, "8s", 14)):
        hand = table(hands={0: tile, 1: ready}, melds={1: ["peng 222p"]}, listening=[1])
        discard(hand, tile)
        close(hand, Win(1))
        assert hand.result.score.owed == (-won, won, 0, 0)
