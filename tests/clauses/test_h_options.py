"""RULES section 3 with options together: H20 on the bao as it lies, H10 and H12 beside other rules."""

from engine.actions import AnGang, MingGang, Pass, Peng, Resolve, Win
from engine.cities import find_rules
from engine.match import Standing
from engine.outcome import HandResult
from tests.clauses.test_h_harbin import READY, codes, listener
from tests.tables import close, discard, draw_and_discard, go_on, set_up, shrink_wall, t


def listens(bao, **options):
    """Seat 0, open, is to discard 6s and listen for 8s, with this bao."""
    more = options.pop("more", {})
    return set_up(hands={0: READY + "6s", **more}, melds={0: ["peng 222p"]}, tail=bao, options=options)


def test_h20_instant_bao_is_asked_with_the_listening_discard_and_scored_as_baozhongbao_if_kadang():
    for options, asked in (({}, False), ({"instant_bao": True}, True)):
        hand = listens("8s", **options)
        discard(hand, "6s", listen=True)
        assert (0 in hand.pending) is asked
    close(hand, Win(0))
    assert (hand.result.how, hand.result.source, codes(hand)) == ("tongbao", None, ["baozhongbao"])
    assert hand.result.score.shares == (0, 12, 12, 12)


def test_h20_instant_bao_of_a_wait_that_is_no_kadang_is_scored_as_mobao():
    hand = set_up(hands={0: "123m456p67s99m1p"}, melds={0: ["peng 222p"]}, tail="8s", options={"instant_bao": True})
    discard(hand, "1p", listen=True)
    close(hand, Win(0))
    assert codes(hand) == ["tongbao"]
    assert hand.result.score.shares == (0, 3, 3, 3)


def test_h20_instant_bao_is_asked_again_when_the_bao_changes_by_itself():
    hand = listener(hands={0: "5s9s", 2: "55s"}, tail="5s8s", options={"instant_bao": True})
    discard(hand, "5s")
    hand.apply(Peng(2))
    hand.apply(Resolve())
    assert hand.bao == t("8s")
    assert (hand.phase, hand.pending.keys()) == ("claims", {1})
    close(hand, Pass(1))
    assert (hand.phase, hand.turn) == ("turn", 2)  # the claimer discards after it
    discard(hand, "9s")
    assert Win(1) not in hand.legal_actions(1)  # passed, it has lapsed


def test_h20_an_instant_win_goes_before_listening_claims_even_where_those_go_before_a_win():
    hand = listens(
        "8s",
        instant_bao=True,
        win_over_listen_claim=False,
        more={2: "333p123m678m45s77p"},
    )
    discard(hand, "6s", listen=True)
    claim = next(action for action in hand.legal_actions(2) if getattr(action, "listen", False))
    hand.apply(claim)
    assert not hand.can_resolve
    hand.apply(Win(0))
    hand.apply(Resolve())
    assert hand.result.winner == 0


def test_h20_dragon_bao_may_be_won_at_once_too():
    hand = listens("7z", dragon_bao=True)
    discard(hand, "6s", listen=True)
    close(hand, Win(0))
    assert (hand.result.how, codes(hand)) == ("dragon_bao", ["dragon_bao", "kadang"])


def test_h10_the_bao_laid_aside_or_changed_is_not_one_of_the_last_four():
    hand = set_up(hands={0: "9s"}, front="5s1s", options={"bao_from": "fifteenth"})
    shrink_wall(hand, 5)
    go_on(hand, "9s")
    assert not hand.is_last_tiles  # the fifth from the end
    draw_and_discard(hand, 1)
    assert hand.is_last_tiles


def test_h10_a_replacement_among_the_last_four_bars_gang_listening_and_claims():
    hand = set_up(hands={0: "1m", 2: "55p", 3: "111m5p2222s"}, options={"last_tiles_dealt": False})
    shrink_wall(hand, 4)
    go_on(hand, "1m", MingGang(3))
    assert not any(isinstance(action, AnGang) for action in hand.legal_actions(3))
    discard(hand, "5p")
    assert hand.pending == {}


def test_h10_a_claim_at_the_end_is_discarded_normally_and_that_discard_may_be_claimed():
    hand = set_up(hands={0: "9s", 1: "99s5p", 3: "55p"})
    shrink_wall(hand, 4)
    go_on(hand, "9s", Peng(1))
    discard(hand, "5p")
    assert Peng(3) in hand.legal_actions(3)


def test_h10_option_none_lets_every_tile_be_claimed():
    hand = set_up(hands={0: "9s", 3: "11s"}, front="1s", options={"last_tiles": 0})
    shrink_wall(hand, 1)
    go_on(hand, "9s")
    discard(hand, "1s")
    assert Peng(3) in hand.legal_actions(3)


def test_h10_dead_wall_and_last_tiles_count_what_can_be_drawn():
    hand = set_up(hands={0: "9s"}, options={"dead_wall": 9})
    shrink_wall(hand, 4, keep_tail=True)
    go_on(hand, "9s")
    assert hand.is_last_tiles
    assert len(hand.wall.places()) == 8 + 3


def test_h12_liability_holds_beside_a_single_payer():
    hand = listener(
        hands={2: "8s", 0: "9s"}, front="1s", is_liable_dealer=True, options={"discard_payment": "discarder"}
    )
    go_on(hand, "9s")
    draw_and_discard(hand, 1)
    hand.seats[2].lock(())
    hand.seats[2].drawn = t("8s")
    hand._legal.clear()
    discard(hand, "8s")
    close(hand, Win(1))
    assert hand.result.score.owed[0] == -sum(hand.result.score.shares)


def test_h12_off_no_dealer_is_ever_liable():
    rules = find_rules("harbin", {"draw_liability": 0})
    standing = Standing.first()
    for _ in range(4):
        standing = standing.after(rules, 1, HandResult("draw"))
    assert not standing.is_liable_dealer
    assert standing.dealer == 1
