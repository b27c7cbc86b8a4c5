"""Computer players: they see views only, play legally, and play like someone who wants to win."""

import ast
import inspect
import random
from dataclasses import replace

import pytest

from engine import expert, players, prospects, sight
from engine.actions import AnGang, CallBao, Chi, Discard, JiaGang, MingGang, Pass, Peng, Resolve, SayListen, Win, Zhan
from engine.analysis import LiveHand
from engine.cities import find_rules
from engine.errors import RuleError
from engine.expert import choose_expert
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.players import PLAYERS, choose_random, find_player
from engine.shuffle import deal_hand
from engine.sight import estimate_waits, read_view
from tests.engine.test_random_play import swap_hidden
from tests.tables import close, discard, go_on, set_up, t

HARBIN = find_rules("harbin")
CITIES = ("harbin", "mudanjiang", "qiqihar", "qiqihar-local")
QUIET = {1: "147m258p369s147m2p", 2: "147m258p369s258m3p", 3: "369m147p258s147p9s"}
"""Opponents' hands without pairs, who are far from everything."""


def choose(hand, seat, **changes):
    """What the greedy player does in a seat."""
    return choose_expert(replace(hand.view(seat), **changes), hand.rules, random.Random(1))


def play_seeded(rules, seed, choose_for, hands=1):
    """Play hands by a function of (hand, seat)."""
    rng = random.Random(seed)
    for _ in range(hands):
        hand = Hand(rules, deal_hand(rng.randbytes(32), [""] * 4, rules, None), HandSetup())
        while hand.result is None:
            if hand.can_resolve:
                hand.apply(Resolve())
            else:
                seat = next(iter(hand.pending))
                hand.apply(choose_for(hand, seat))


# ---- what a player knows and may do


@pytest.mark.parametrize("module", [players, prospects, sight])
def test_player_is_written_without_access_to_hands_seats_walls_and_shuffles(module):
    tree = ast.parse(inspect.getsource(module))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert "engine.tiles" in imported or "engine.view" in imported
    assert not imported & {"engine.hand", "engine.seat", "engine.wall", "engine.shuffle", "engine.offers", "random"} - {
        "random" if module is players else ""
    }


def test_choice_does_not_change_when_hidden_tiles_are_swapped(trials):
    rng = random.Random(5)
    compared = 0

    def check(hand, seat):
        nonlocal compared
        choice = choose(hand, seat)
        if rng.random() < 0.2:
            twin = swap_hidden(hand, seat, rng)
            assert choose(twin, seat) == choice
            compared += 1
        return choice

    play_seeded(HARBIN, 11, check, hands=trials(3))
    assert compared


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_choice_is_legal_in_every_city(city, name, trials):
    rules = find_rules(city)
    player = find_player(name)
    rng = random.Random(2)

    def check(hand, seat):
        view = hand.view(seat)
        choice = player(view, rules, rng)
        assert choice in view.own.actions
        return choice

    play_seeded(rules, 21, check, hands=trials(1, 200))


@pytest.mark.parametrize("name", PLAYERS)
def test_choice_follows_from_view_and_generator_alone(name):
    def check(hand, seat):
        view = hand.view(seat)
        first, second = (PLAYERS[name](view, HARBIN, random.Random(8)) for _ in range(2))
        assert first == second
        return first

    play_seeded(HARBIN, 31, check)


@pytest.mark.parametrize("name", PLAYERS)
def test_who_is_not_asked_cannot_choose(name):
    hand = set_up()
    for viewer in (1, None):
        with pytest.raises(RuleError) as refused:
            PLAYERS[name](hand.view(viewer), HARBIN, random.Random(1))
        assert refused.value.code == "not_asked"


def test_unknown_player_is_refused():
    with pytest.raises(RuleError) as refused:
        find_player("grandmaster")
    assert refused.value.code == "unknown_player"


def test_random_player_takes_every_legal_action_sooner_or_later():
    hand = set_up(hands={0: "1m2m3m4m5m6m7m8m9m1p2p3p4p5p"})
    view = hand.view(0)
    rng = random.Random(3)
    assert {choose_random(view, HARBIN, rng) for _ in range(400)} == set(view.own.actions)


# ---- winning and listening


READY = {"hands": {1: "456m79s99p"}, "melds": {1: ["peng 222p", "chi 123m"]}}
"""Seat 1 waits for 8s, kadang."""


def test_win_on_a_discard_is_taken():
    hand = set_up(hands={**READY["hands"], 0: "8s"}, melds=READY["melds"], listening=[1])
    discard(hand, "8s")
    assert choose(hand, 1) == Win(1)


def test_win_on_the_own_draw_is_taken():
    hand = set_up(**READY, front="8s", listening=[1])
    draw_and_discard_first(hand)
    assert choose(hand, 1) == Win(1)


def test_mobao_is_taken():
    hand = set_up(**READY, front="5m", tail="5m", listening=[1])
    draw_and_discard_first(hand)
    assert choose(hand, 1) == Win(1)


def draw_and_discard_first(hand):
    """Let the dealer make the first discard, of a tile nobody wants."""
    hand.apply(next(action for action in hand.legal_actions(0) if isinstance(action, Discard)))
    close(hand)


def test_listening_is_declared_when_it_is_good():
    hand = set_up(hands={0: "456m67s99p1s"}, melds={0: ["peng 222p", "chi 123m"]})
    assert choose(hand, 0) == Discard(0, t("1s"), listen=True)


def test_of_two_listening_discards_the_one_with_more_tiles_left_is_taken():
    hand = set_up(hands={0: "99p45m678s9m"}, melds={0: ["peng 222p", "chi 123s"]})
    listening = dict(hand.view(0).own.listen_discards)
    assert t("9m") in listening
    assert choose(hand, 0) == Discard(0, t("9m"), listen=True)


def test_kadang_wait_is_preferred_to_a_single_wait_of_as_many_tiles():
    hand = set_up(hands={0: "79s1s99p456m"}, melds={0: ["peng 222p", "chi 123m"]})
    assert choose(hand, 0) == Discard(0, t("1s"), listen=True)


def test_listening_claim_is_taken():
    hand = set_up(hands={0: "8s", 1: "456m79s99p13m5s"}, melds={1: ["peng 222p"]})
    discard(hand, "8s")
    assert getattr(choose(hand, 1), "listen", False)


# ---- opening and the conditions for listening


def test_closed_hand_opens_by_a_peng_that_brings_it_nearer():
    hand = set_up(hands={0: "9p", 1: "99p456m678s23s55m1p"})
    discard(hand, "9p")
    assert isinstance(choose(hand, 1), Peng)


def test_claim_that_brings_nothing_nearer_is_passed_by_an_open_hand():
    hand = set_up(hands={0: "2m", 1: "123m55m79s99p4p"}, melds={1: ["peng 222p"]})
    discard(hand, "2m")
    assert choose(hand, 1) == Pass(1)


def test_the_only_terminal_is_kept():
    hand = set_up(hands={0: "345m678s9p3366s"}, melds={0: ["peng 222p"]})
    assert choose(hand, 0) != Discard(0, t("9p"))


def test_the_second_suit_is_kept():
    hand = set_up(hands={0: "111m345m678m5p5p7m"}, melds={0: []}, dealer=0)
    assert choose(hand, 0).tile != t("5p")


def test_the_only_triplet_in_sight_is_not_broken():
    hand = set_up(hands={0: "444s123m56p78m34p9s"})
    assert choose(hand, 0).tile != t("4s")


def test_fourth_tile_of_a_peng_is_ganged_when_it_is_good_for_nothing_else():
    hand = set_up(hands={1: "456m79s13m"}, melds={1: ["peng 222p", "peng 777m"]}, front="2p")
    draw_and_discard_first(hand)
    assert choose(hand, 1) == JiaGang(1, t("2p"))


def test_gang_that_would_break_a_hand_is_left():
    hand = set_up(hands={1: "4444m56m9p"}, melds={1: ["peng 222p", "chi 123s"]}, front="5s")
    draw_and_discard_first(hand)
    assert not isinstance(choose(hand, 1), AnGang)


# ---- defence


def test_waits_are_guessed_from_what_is_still_out():
    unseen = [4] * 28
    unseen[t("5m")] = unseen[t("4m")] = unseen[t("6m")] = 0
    chances = estimate_waits(unseen, {1: frozenset([t("5s")])})[1]
    assert chances[t("5s")] == 0
    assert chances[t("5m")] < chances[t("9m")] < chances[t("5p")]
    assert chances[t("7z")] < chances[t("5p")]
    assert estimate_waits([0] * 28, {1: frozenset(), 2: {t("5s")}}) == {1: (0.0,) * 28, 2: (0.0,) * 28}


@pytest.fixture
def threatened():
    """Seat 0 is to act, far from listening; seat 1 waits for 5s and 8s and has let 5p and 6p pass."""
    hand = set_up(
        hands={0: "2589m5p28s9p4p7z36s9m", 1: "456m67s99p1s", 2: "5p147m258p369s14m9s", 3: "6p258m147s39p69m1s3p"},
        melds={1: ["peng 222p", "chi 123m"]},
        front="9m1m8p",
        dealer=1,
    )
    go_on(hand, "1s", listen=True)
    go_on(hand, "5p")
    go_on(hand, "6p")
    return hand


def test_who_is_far_from_listening_discards_what_a_listening_opponent_let_pass(threatened):
    assert threatened.view(0).seats[1].let_pass == {t("5p"), t("6p")}
    assert choose(threatened, 0) == Discard(0, t("5p"))


def test_without_a_listening_opponent_the_same_hand_keeps_what_it_can_use(threatened):
    threatened.seats[1].is_listening = False
    assert choose(threatened, 0) != Discard(0, t("5p"))


# ---- other cities and rare offers


def offer(hand, seat, *actions):
    """The seat's view with these actions on offer."""
    view = hand.view(seat)
    return replace(view, own=replace(view.own, actions=actions))


def choose_among(hand, seat, *actions):
    return choose_expert(offer(hand, seat, *actions), hand.rules, random.Random(1))


def test_bao_change_is_called_at_once():
    hand = set_up(**READY, listening=[1])
    assert choose_among(hand, 1, Discard(1, t("9p")), CallBao(1)) == CallBao(1)


def test_listening_is_said_where_a_claim_leads_to_it_and_not_where_none_does():
    hand = set_up(
        "mudanjiang", hands={0: "8s", 1: "456m79s99p13m5s", 2: "147m258p369s147m3p"}, melds={1: ["peng 222p"]}
    )
    discard(hand, "8s")
    assert choose_among(hand, 1, SayListen(1), Pass(1)) == SayListen(1)
    assert choose_among(hand, 2, SayListen(2), Pass(2)) == Pass(2)


def test_zhan_is_taken_for_the_sixth_pair():
    hand = set_up("qiqihar", hands={0: "9p", 1: "1133m5577s22p9p4s6m"})
    discard(hand, "9p")
    assert choose(hand, 1) == Zhan(1)


def test_locked_hand_gangs_where_its_waits_stay_the_same():
    hand = set_up("qiqihar", hands={1: "666m12s234p99s"}, melds={1: ["peng 999p"]}, front="6m", listening=[1])
    draw_and_discard_first(hand)
    assert choose(hand, 1) == AnGang(1, t("6m"))


def test_locked_hand_claims_a_gang_where_its_waits_stay_the_same():
    hand = set_up("qiqihar", hands={0: "6m", 1: "666m12s234p99s"}, melds={1: ["peng 999p"]}, listening=[1])
    discard(hand, "6m")
    assert choose(hand, 1) == MingGang(1)


@pytest.mark.parametrize("is_threatened", [False, True])
def test_locked_hand_adds_to_a_peng_unless_someone_could_rob_it(is_threatened):
    hand = set_up(
        options={"gang_after_listening": "same_waits"},
        hands={1: "456m79s99p", 2: "456p79p33s"},
        melds={1: ["peng 222p", "chi 123m"], 2: ["peng 888m", "chi 123s"]},
        front="2p",
        listening=[1, 2] if is_threatened else [1],
    )
    draw_and_discard_first(hand)
    assert JiaGang(1, t("2p")) in hand.legal_actions(1)
    assert isinstance(choose(hand, 1), Discard if is_threatened else JiaGang)


def test_gang_is_claimed_when_the_triplet_serves_nothing_else():
    hand = set_up(hands={0: "2p", 1: "222p456m79s13m"}, melds={1: ["chi 789m"]})
    discard(hand, "2p")
    assert choose(hand, 1) == MingGang(1)


def test_four_equal_tiles_are_ganged_when_that_costs_nothing():
    hand = set_up(hands={1: "4444s79m13p99p"}, melds={1: ["chi 123m"]}, front="6m")
    draw_and_discard_first(hand)
    assert choose(hand, 1) == AnGang(1, t("4s"))


def test_hand_that_can_never_listen_is_worth_nothing():
    hand = set_up(hands={0: "9p", 1: "4m"}, melds={1: ["peng 222p", "chi 123m", "chi 123s", "chi 456s"]})
    view = hand.view(1)
    table = prospects.Prospects(read_view(view, view.own), HARBIN, expert.DEFAULT_STYLE)
    assert table.value_waiting(LiveHand(table.sight.counts, table.sight.melds, HARBIN)) == 0


def test_closed_hands_that_were_read_are_forgotten_at_their_limit_and_no_choice_changes(monkeypatch):
    hand = set_up(hands={0: "111m456p789s55s678m"})
    choice = choose(hand, 0)
    assert len(prospects._memory_of(hand.rules)) > 1
    monkeypatch.setattr(prospects, "_MEMORY_LIMIT", 1)
    prospects._memory_of.cache_clear()
    assert choose(hand, 0) == choice
    assert len(prospects._memory_of(hand.rules)) == 1


def test_waits_without_a_tile_left_are_worth_the_mobao_alone():
    hand = set_up()
    seen = replace(read_view(hand.view(0), hand.view(0).own), unseen=(0,) * 28)
    waits = [(t("8s"), True)]
    with_bao, without = (
        prospects.Prospects(seen, HARBIN.with_options({"mobao_any": mobao_any}), expert.DEFAULT_STYLE)
        for mobao_any in (True, False)
    )
    assert with_bao.value_listening(waits) > without.value_listening(waits) == 0


def test_face_down_gang_of_an_opponent_tells_nothing():
    hand = set_up("qiqihar", hands={1: "4444s"}, front="1m")
    draw_and_discard_first(hand)
    hand.apply(AnGang(1, t("4s")))
    view = hand.view(2)
    assert read_view(view, view.own).unseen[t("4s")] == 4


def test_the_own_face_down_gang_is_no_secret_to_oneself():
    hand = set_up("qiqihar", hands={1: "4444s"}, front="1m")
    draw_and_discard_first(hand)
    hand.apply(AnGang(1, t("4s")))
    view = hand.view(1)
    assert read_view(view, view.own).unseen[t("4s")] == 0


def test_after_a_claim_what_may_not_be_thrown_is_not_weighed():
    hand = set_up(hands={0: "6m", 1: "57m6m19p258s7z1p"}, melds={1: ["peng 222p"]}, options={"swap_call": False})
    discard(hand, "6m")
    close(hand, Chi(1, (t("5m"), t("7m"))))
    assert choose(hand, 1).tile != t("6m")


def test_a_claim_that_breaks_more_than_it_makes_is_left():
    hand = set_up(hands={0: "8s", 1: "1359m1356p47799s"})
    discard(hand, "8s")
    assert Chi(1, (t("7s"), t("9s"))) in hand.legal_actions(1)
    assert choose(hand, 1) == Pass(1)
