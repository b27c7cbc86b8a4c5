"""RULES sections 1 and 2, clause by clause, at the table (the judge's cases hold the hands alone)."""

import pytest

from engine.actions import AnGang, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, Win
from engine.analysis import check_listen
from engine.cities import find_rules
from engine.errors import RuleError
from engine.events import BaoSet, Claimed, Discarded, Drew, Won
from engine.hand import Hand
from engine.melds import parse_meld
from engine.outcome import HandSetup
from engine.shuffle import deal_hand
from engine.tiles import ALL_KINDS, DRAGON, count_kinds, is_terminal, parse_tiles, tile_name
from tests.tables import TILES, close, count_all, discard, draw_and_discard, go_on, set_up, t

# Open by a peng of 2p and listening for 8s, kadang.
LISTENER = {"hands": "123m456p79s99m", "melds": ["peng 222p"]}


def listener(seat=1, **more):
    """Set up a table at which one seat listens for 8s."""
    hands = {seat: LISTENER["hands"], **more.pop("hands", {})}
    return set_up(hands=hands, melds={seat: LISTENER["melds"]}, listening=[seat], **more)


def waits(concealed, *melds, rules="harbin", **options):
    """Return the names of the legal waits."""
    found = check_listen(
        count_kinds(parse_tiles(concealed)), [parse_meld(meld) for meld in melds], find_rules(rules, options)
    )
    return [tile_name(wait.kind) for wait in found.waits]


def reasons(concealed, *melds, rules="harbin", **options):
    """Return the reasons why a hand may not listen."""
    return check_listen(
        count_kinds(parse_tiles(concealed)), [parse_meld(meld) for meld in melds], find_rules(rules, options)
    ).reasons


def test_c1_112_tiles_four_of_each_kind():
    hand = Hand(find_rules("harbin"), deal_hand(bytes(32), [""] * 4, find_rules("harbin"), None), HandSetup())
    assert count_all(hand) == TILES
    assert sum(TILES.values()) == 112
    assert [tile_name(kind) for kind in (0, 8, 9, 18, 27)] == ["1m", "9m", "1p", "1s", "7z"]


def test_c1_the_dragon_is_a_terminal_and_forms_no_sequence():
    assert is_terminal(DRAGON)
    assert [tile_name(kind) for kind in ALL_KINDS if is_terminal(kind)] == ["1m", "9m", "1p", "9p", "1s", "9s", "7z"]
    with pytest.raises(RuleError, match="bad_meld"):
        parse_meld("chi 89s7z")


def test_c1_the_dragon_is_no_joker():
    assert waits("567m1s", "peng 222p", "peng 333s", "peng 666p") == ["1s"]


def test_c2_tiles_leave_the_front_in_order_and_replacements_the_tail():
    hand = set_up(hands={0: "1111m2222p3333s45s"}, front="9m", tail="5p6p")
    [drew] = [event for event in hand.apply(AnGang(0, t("1m"))) if isinstance(event, Drew)]
    assert (drew.tile, drew.index, drew.source) == (t("6p"), 110, "tail")
    [drew] = [event for event in go_on(hand, "5s") if isinstance(event, Drew)]
    assert (drew.seat, drew.tile, drew.index, drew.source) == (1, t("9m"), 53, "front")


def test_c3_the_dealer_has_14_tiles_the_others_13_and_59_are_left():
    rules = find_rules("harbin", {"first_taker": "dealer"})
    deal = deal_hand(bytes(range(32)), [""] * 4, rules, 2)
    numbers = {  # as the clause has them, from 1
        2: [*range(1, 7), *range(25, 31), 49, 53],
        3: [*range(7, 13), *range(31, 37), 50],
        0: [*range(13, 19), *range(37, 43), 51],
        1: [*range(19, 25), *range(43, 49), 52],
    }
    for seat, places in numbers.items():
        assert list(deal.hands[seat]) == [deal.wall[place - 1] for place in places]
    hand = Hand(rules, deal, HandSetup())
    assert len(hand.wall.places()) + 1 == 59  # the bao is one of them
    assert hand.wall.places()[0] == 53


def test_c4_the_dealer_acts_first_with_14_tiles_and_without_a_draw():
    hand = set_up(hands={0: "1234m2222p3333s45s"})
    assert hand.pending.keys() == {0}
    assert hand.phase == "turn"
    assert not any(isinstance(event, Drew) for event in hand.events)
    [event] = discard(hand, "1m")
    assert isinstance(event, Discarded)
    assert event.drawn is None


def test_c4_the_dealer_may_gang_before_the_first_discard():
    hand = set_up(hands={0: "1234m2222p3333s45s"})
    assert {AnGang(0, t("2p")), AnGang(0, t("3s"))} <= set(hand.legal_actions(0))


def test_c5_after_a_chi_or_peng_the_claimer_discards_and_may_not_gang():
    hand = set_up(hands={0: "1m", 1: "23m1111p"})
    go_on(hand, "1m", Chi(1, (t("2m"), t("3m"))))
    assert hand.turn == 1
    assert all(isinstance(action, Discard) for action in hand.legal_actions(1))


def test_c5_any_four_of_a_kind_may_be_ganged_on_an_own_turn_after_a_draw():
    hand = set_up(hands={0: "9s", 1: "1111p"}, front="6m")
    go_on(hand, "9s")
    assert hand.seats[1].drawn == t("6m")
    assert AnGang(1, t("1p")) in hand.legal_actions(1)


def test_c5_a_fourth_tile_may_be_added_to_a_peng_on_a_later_turn_too():
    hand = set_up(hands={0: "9s", 1: "5m"}, melds={1: ["peng 555m"]}, front="1s")
    go_on(hand, "9s")
    assert hand.seats[1].drawn == t("1s")
    assert JiaGang(1, t("5m")) in hand.legal_actions(1)


def test_c5_no_gang_without_a_replacement():
    hand = set_up(hands={0: "9s", 1: "1111p"}, front="6m")
    while hand.wall.left > 1:
        hand.wall.take_last()
    go_on(hand, "9s")
    assert not any(isinstance(action, AnGang) for action in hand.legal_actions(1))


@pytest.mark.parametrize(
    ("claimed", "own", "barred"),
    [("1m", "23m", "14m"), ("4m", "23m", "14m"), ("5m", "46m", "5m"), ("7m", "89m", "7m"), ("3m", "12m", "3m")],
)
def test_c5_swap_call_off_bars_the_same_tile_and_the_other_end(claimed, own, barred):
    first, second = parse_tiles(own)
    held = set(parse_tiles(barred))
    for swap_call in (True, False):
        hand = set_up(hands={0: claimed, 1: own + barred}, options={"swap_call": swap_call})
        go_on(hand, claimed, Chi(1, (first, second)))
        kinds = {action.tile for action in hand.legal_actions(1)}
        assert held & kinds == (held if swap_call else set())


def test_c5_swap_call_lets_the_last_of_three_go_after_a_peng():
    for swap_call in (True, False):
        hand = set_up(hands={0: "5m", 2: "555m"}, options={"swap_call": swap_call})
        go_on(hand, "5m", Peng(2))
        assert (Discard(2, t("5m")) in hand.legal_actions(2)) is swap_call


def test_c6_chi_only_from_the_player_before_peng_and_gang_from_anyone():
    hand = set_up(hands={0: "1m", 1: "23m147p369s", 2: "23m147p369s", 3: "111m"})
    discard(hand, "1m")
    assert Chi(1, (t("2m"), t("3m"))) in hand.legal_actions(1)
    assert hand.legal_actions(2) == ()
    assert {Peng(3), MingGang(3)} <= set(hand.legal_actions(3))


def test_c6_chi_listen_takes_any_players_discard():
    hand = set_up(hands={0: "8m", 3: "333s123p678s3677m"})
    discard(hand, "8m")
    assert hand.legal_actions(3) == (Chi(3, (t("6m"), t("7m")), listen=True), Pass(3))


def rivals():
    """Seat 0 is to discard 1m, which seat 1 can chi and seat 3 peng."""
    return set_up(hands={0: "1m", 1: "23m147p369s", 3: "11m"})


def test_c7_all_are_asked_at_once_and_the_best_claim_is_carried_out():
    hand = rivals()
    discard(hand, "1m")
    assert hand.pending.keys() == {1, 3}
    hand.apply(Chi(1, (t("2m"), t("3m"))))
    assert not hand.can_resolve  # the peng could still come
    hand.apply(Peng(3))
    events = hand.apply(Resolve())
    assert [(event.act, event.seat) for event in events if isinstance(event, Claimed)] == [("peng", 3)]
    assert hand.turn == 3


def test_c7_a_claim_that_nobody_can_beat_resolves_without_the_others():
    hand = rivals()
    discard(hand, "1m")
    hand.apply(Peng(3))
    assert hand.can_resolve
    assert hand.pending.keys() == {1}
    assert hand.apply(Resolve())


def test_c7_a_private_pass_changes_nothing_for_the_other_seats():
    hand = rivals()
    discard(hand, "1m")
    decision, views = hand.pending[3], [hand.view(viewer) for viewer in (None, 0, 2, 3)]
    hand.apply(Pass(1))
    assert hand.pending == {3: decision}
    assert [hand.view(viewer) for viewer in (None, 0, 2, 3)] == views


def test_c7_a_listening_claim_goes_before_a_peng_and_equal_ranks_to_the_nearest():
    hand = set_up(hands={0: "8m", 1: "88m", 3: "333s123p678s3677m"})
    discard(hand, "8m")
    hand.apply(Peng(1))
    assert not hand.can_resolve
    hand.apply(Chi(3, (t("6m"), t("7m")), listen=True))
    hand.apply(Resolve())
    assert hand.turn == 3


@pytest.mark.parametrize(("first", "taker"), [(True, 1), (False, 3)])
def test_c7_win_over_listen_claim(first, taker):
    hand = set_up(
        hands={0: "8m", 1: "79m456p789s99p", 3: "333s123p678s3677m"},
        melds={1: ["peng 222p"]},
        listening=[1],
        options={"win_over_listen_claim": first},
    )
    discard(hand, "8m")
    claim = next(action for action in hand.legal_actions(3) if getattr(action, "listen", False))
    hand.apply(claim)
    hand.apply(Win(1))
    hand.apply(Resolve())
    assert (hand.turn if hand.result is None else hand.result.winner) == taker


def test_c8_one_winner_per_discard_the_nearest():
    hand = set_up(
        hands={0: "8s", 1: "123m456p79s99m", 2: "123m456p79s11s"},
        melds={1: ["peng 222p"], 2: ["peng 777p"]},
        listening=[1, 2],
    )
    discard(hand, "8s")
    hand.apply(Win(2))
    assert not hand.can_resolve
    hand.apply(Win(1))
    hand.apply(Resolve())
    assert (hand.result.winner, hand.result.source) == (1, 0)


def test_c9_only_a_listening_player_may_win():
    hand = set_up(hands={0: "8s", 1: LISTENER["hands"]}, melds={1: LISTENER["melds"]})
    discard(hand, "8s")
    assert Win(1) not in hand.legal_actions(1)


def test_c9_the_declaring_discard_is_a_listening_players_discard():
    hand = set_up(
        hands={0: "123m456p79s99m8s", 1: "123p456m79s11s"},
        melds={0: ["peng 222p"], 1: ["peng 777p"]},
        listening=[1],
    )
    assert hand.view(0).own.bao is None
    discard(hand, "8s", listen=True)
    assert hand.view(0).own.bao is not None
    hand.apply(Win(1))
    hand.apply(Resolve())
    assert "unready_discarder" not in [line.code for line in hand.result.score.lines]
    assert hand.result.score.owed[2] < 0


def test_c9_a_win_may_be_passed_and_taken_later():
    hand = listener(hands={0: "88s"}, front="1p2p3p4p")
    discard(hand, "8s")
    close(hand, Pass(1))
    draw_and_discard(hand, 3)
    discard(hand, "8s")
    assert Win(1) in hand.legal_actions(1)


def test_c10_listening_locks_the_hand():
    hand = listener(hands={0: "9s"}, front="1s")
    go_on(hand, "9s")
    assert hand.legal_actions(1) == (Discard(1, t("1s")),)


def test_c10_no_gang_after_listening():
    hand = listener(hands={0: "9s"}, front="2p")
    go_on(hand, "9s")
    assert hand.seats[1].drawn == t("2p")
    assert hand.legal_actions(1) == (Discard(1, t("2p")),)


def test_c11_a_tile_held_four_times_is_no_wait():
    assert reasons("13s99m", "ming_gang 2222s", "chi 123m", "chi 789p") == ("no_wait",)
    assert waits("13s99m", "peng 222s", "chi 123m", "chi 789p") == ["2s"]


def test_c12_melds_count_towards_four_groups_and_a_pair():
    assert waits("79s99m", "peng 222p", "chi 123m", "chi 456p") == ["8s"]


def test_c13_a_gang_itself_never_scores():
    hand = listener(hands={0: "9s"}, front="8s")
    hand.seats[1].lay(parse_meld("ming_gang 2222p"), 0)
    go_on(hand, "9s")
    hand.apply(Win(1))
    assert [line.code for line in hand.result.score.lines if line.seat is None] == ["self_draw", "kadang"]


def test_c14_only_listening_players_see_the_bao():
    hand = listener()
    assert [hand.view(seat).own.bao is not None for seat in range(4)] == [False, True, False, False]
    assert all(hand.view(viewer).has_bao for viewer in (None, 0, 1, 2, 3))
    laid = next(event for event in hand.events if isinstance(event, BaoSet))
    assert all(laid.seen_by(viewer).tile is None for viewer in (None, 0, 1, 2, 3))


def test_c14_a_discarded_bao_is_an_ordinary_tile():
    hand = listener(hands={0: "8s"}, tail="8s")
    assert hand.bao == t("8s")
    discard(hand, "8s")
    close(hand, Win(1))
    assert hand.result.how == "discard"
    assert not hand.result.score.uses_bao


def test_c15_all_payments_sum_to_zero():
    hand = listener(hands={0: "8s"})
    discard(hand, "8s")
    won = next(event for event in close(hand, Win(1)) if isinstance(event, Won))
    assert sum(won.score.owed) == 0
    assert won.score.owed[1] > 0


def test_c20_must_be_open_and_an_an_gang_does_not_open():
    assert reasons("222p123m456p79s99m") == ("not_open",)
    assert reasons("123m456p79s99m", "an_gang 2222p") == ("not_open",)
    assert waits("222p123m456p79s99m", must_open=False) == ["8s"]


def test_c21_two_suits_melds_included():
    assert reasons("123s456s79s77z", "peng 222s") == ("one_suit",)
    assert waits("123s456s79s77z", "peng 222s", min_suits=1) == ["8s"]
    assert waits("123s456s79s77z", "peng 222p") == ["8s"]


def test_c22_a_terminal_in_the_13_tiles():
    assert reasons("234m456p68s55m", "peng 222p") == ("no_terminal",)
    assert waits("234m456s55p78p", "peng 777s", terminal_at="win") == ["9p"]
    assert waits("234m456p68s77z", "peng 222p") == ["7s"]


def test_c23_a_triplet_or_what_stands_for_it():
    assert reasons("123m456s789p5p", "chi 234p") == ("no_triplet",)
    assert waits("345s567p68p77z", "chi 234m") == ["4p", "7p"]
    assert reasons("345s567p68p77z", "chi 234m", dragon_for_triplet="never") == ("no_triplet",)
    assert waits("123m456s789p7z", "chi 234p", dragon_for_triplet="single") == ["7z"]
    assert waits("123m456s789p5p", "chi 234p", need_triplet=False) == ["5p"]


def test_c24_a_two_pair_wait_brings_the_triplet():
    assert waits("234s678p55s99p", "chi 123m") == ["9p", "5s"]
    assert reasons("234s678p55s99p", "chi 123m", two_pair_wait=False) == ("no_triplet",)


def test_c25_a_sequence_at_win_or_at_listening_or_never():
    melds = ("peng 111m", "peng 999s", "peng 555p")
    assert waits("34s77m", *melds) == ["2s", "5s"]
    assert reasons("34s77m", *melds, sequence_at="listen") == ("no_sequence",)
    assert reasons("222p55m33s", "peng 111m", "peng 999s") == ("no_sequence",)
    assert waits("222p55m33s", "peng 111m", "peng 999s", sequence_at="never") == ["5m", "3s"]


def test_c26_at_least_four_concealed_tiles_and_no_fourth_meld():
    assert reasons("9s", "peng 111m", "chi 234p", "peng 555s", "chi 678m") == ("too_few_concealed",)
    assert waits("9s", "peng 111m", "chi 234p", "peng 555s", "chi 678m", min_concealed=1) == ["9s"]
    melds = {3: ["chi 123s", "chi 123p", "chi 789p"]}
    for options, claims in (({}, False), ({"min_concealed": 1}, True)):
        hand = set_up(hands={0: "1m", 3: "111m"}, melds=melds, options=options)
        discard(hand, "1m")
        assert bool(hand.legal_actions(3)) is claims


def test_c27_seven_pairs_where_the_city_has_them():
    assert reasons("1133m5577s2244p9p") == ("no_wait",)
    assert waits("1133m5577s2244p9p", seven_pairs=True) == ["9p"]
    assert waits("1111m5577s2244p9p", seven_pairs=True) == ["9p"]


def test_c28_some_reading_must_meet_all_conditions():
    # 8m may complete the pair's triplet or the middle of 7m 9m; 222p gives the triplet either way.
    assert waits("11s88m789m345s", "peng 222p") == ["8m", "1s"]
    assert reasons("234m456p68s55m", "chi 678s") == ("no_terminal", "no_triplet")


def test_c27_seven_pairs_of_one_suit_are_refused_by_c21_alone():
    pairs = "112233557799m4m"
    assert reasons(pairs, rules="qiqihar", min_suits=2) == ("one_suit",)
    assert waits(pairs, rules="qiqihar") == ["4m"]
