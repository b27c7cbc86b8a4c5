"""The greedy player: always nearer, never further than the next choice."""

import random

import pytest

from engine.actions import AnGang, CallBao, Chi, Discard, Pass, SayListen, Win, Zhan
from engine.errors import RuleError
from engine.greedy import choose_greedy
from tests.tables import discard, go_on, set_up, t


def choose(hand, seat):
    return choose_greedy(hand.view(seat, explains=False), hand.rules, random.Random(1))


def test_it_wins_whenever_it_may():
    hand = set_up(hands={0: "8s", 1: "456m67s99p345m"}, melds={1: ["peng 222p"]}, listening=[1])
    discard(hand, "8s")
    assert choose(hand, 1) == Win(1)


def test_it_listens_for_the_most_tiles_that_are_left():
    hand = set_up(hands={0: "456m67s99p3459m"}, melds={0: ["peng 222p"]})
    assert choose(hand, 0) == Discard(0, t("9m"), listen=True)


def test_it_throws_what_leaves_it_nearest_and_of_that_the_loneliest():
    hand = set_up(hands={0: "456m67s99p34m8p4p"}, melds={0: ["peng 222p"]})
    assert choose(hand, 0) in {Discard(0, t("8p")), Discard(0, t("4p"))}
    closed = set_up(hands={0: "123456m6788s1p99p5s"})
    assert choose(closed, 0) == Discard(0, t("1p"))


def test_it_claims_what_brings_it_nearer_and_nothing_else():
    hand = set_up(hands={0: "5s9p", 1: "46s13m2255p8m7z"}, melds={1: ["peng 999m"]})
    discard(hand, "5s")
    assert choose(hand, 1) == Chi(1, (t("4s"), t("6s")))
    other = set_up(hands={0: "6m", 1: "567m19p2589s7z"}, melds={1: ["peng 222p"]})
    discard(other, "6m")
    assert Chi(1, (t("5m"), t("7m"))) in other.legal_actions(1)
    assert choose(other, 1) == Pass(1)


def test_it_says_listen_where_that_comes_first():
    hand = set_up("mudanjiang", hands={0: "5s", 1: "46s123m99p345p777m"})
    discard(hand, "5s")
    assert SayListen(1) in hand.legal_actions(1)
    assert choose(hand, 1) == SayListen(1)


def test_it_takes_the_sixth_pair():
    hand = set_up("qiqihar", hands={0: "9p", 1: "11m55m22p88p33s9p4s6s"})
    discard(hand, "9p")
    assert Zhan(1) in hand.legal_actions(1)
    assert choose(hand, 1) == Zhan(1)


def test_a_locked_hand_throws_what_it_drew_and_makes_no_gang():
    hand = set_up("qiqihar", hands={0: "9m", 1: "444s123m45m99p789p"}, front="4s", listening=[1])
    go_on(hand, "9m")
    assert AnGang(1, t("4s")) in hand.legal_actions(1)
    assert choose(hand, 1) == Discard(1, t("4s"))


def test_it_calls_a_bao_when_it_may():
    hand = set_up("qiqihar", hands={0: "1m", 1: "456m67s99p345m"}, melds={1: ["peng 222p"]}, front="1s", listening=[1])
    go_on(hand, "1m")
    hand.bao = t("5s")
    hand.visible[t("5s")] = 3
    hand._legal.clear()
    assert choose(hand, 1) == CallBao(1)


def test_who_owes_nothing_is_not_asked():
    hand = set_up()
    with pytest.raises(RuleError, match="not_asked"):
        choose(hand, 2)
