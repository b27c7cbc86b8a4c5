"""How a hand refuses: stable codes, nothing changed; and what it says of seats that owe nothing."""

import pytest

from engine.actions import Discard, Pass, Resolve, Win
from engine.errors import RuleError
from tests.tables import close, discard, go_on, set_up, t

READY = "123m456p79s99m"


def listener(**more):
    hands = {1: READY, **more.pop("hands", {})}
    return set_up(hands=hands, melds={1: ["peng 222p"]}, listening=[1], **more)


def refuse(hand, action):
    """Return the code with which the hand refuses an action, and see that nothing came of it."""
    before = (len(hand.events), len(hand.history), hand.pending, hand.view(None))
    with pytest.raises(RuleError) as caught:
        hand.apply(action)
    assert (len(hand.events), len(hand.history), hand.pending, hand.view(None)) == before
    return caught.value.code


def test_who_is_not_asked_and_what_is_not_legal_is_refused():
    hand = listener(hands={0: "8s"})
    assert refuse(hand, Discard(1, t("9m"))) == "not_asked"
    assert refuse(hand, Discard(7, t("9m"))) == "not_asked"
    assert refuse(hand, Win(0)) == "illegal_action"
    assert refuse(hand, Pass(0)) == "illegal_action"


def test_a_window_closes_only_when_no_open_answer_could_change_it():
    hand = listener(hands={0: "8s"})
    assert refuse(hand, Resolve()) == "cannot_resolve"
    discard(hand, "8s")
    assert refuse(hand, Resolve()) == "cannot_resolve"
    hand.apply(Pass(1))
    assert refuse(hand, Pass(1)) == "not_asked"
    assert hand.apply(Resolve())


def test_nothing_can_be_done_once_the_hand_is_over():
    hand = listener(hands={0: "8s"})
    go_on(hand, "8s", Win(1))
    assert refuse(hand, Resolve()) == "hand_over"
    assert refuse(hand, Discard(0, t("9s"))) == "hand_over"
    assert (hand.phase, hand.pending, hand.can_resolve, hand.legal_actions(0)) == ("over", {}, False, ())


def test_only_who_owes_an_answer_has_a_default():
    hand = listener(hands={0: "8s"})
    with pytest.raises(RuleError, match="not_asked"):
        hand.default_action(1)
    discard(hand, "8s")
    assert hand.default_action(1) == Win(1)
    close(hand, Pass(1))
    with pytest.raises(RuleError, match="not_asked"):
        hand.default_action(0)


def test_only_the_seat_to_act_has_discards_to_listen_by():
    hand = set_up(hands={0: READY + "1p", 1: READY}, melds={0: ["peng 222p"], 1: ["peng 777p"]})
    assert list(hand.listen_discards(0)) == [t("1p")]
    assert hand.listen_discards(1) == {}
    discard(hand, "1p")
    assert hand.listen_discards(0) == {}


def test_a_view_counts_the_copies_of_a_wait_that_its_viewer_has_not_seen():
    hand = listener(hands={0: "88s9s"}, front="1s2s3s", tail="8s")
    assert [wait.left for wait in hand.view(1).own.waits] == [3]  # the bao, which the viewer may see, is one
    go_on(hand, "8s", Pass(1))
    assert [wait.left for wait in hand.view(1).own.waits] == [2]
