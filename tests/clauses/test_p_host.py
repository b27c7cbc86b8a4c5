"""RULES section 6, the clause that needs no table: which prompts a hand panel offers (the rest: tests/host)."""

import pytest

from cogs.choices import PROMPTS, is_live
from tests.tables import discard, go_on, set_up

READY = "123m456p79s99m"


def live(hand, seat):
    """Return the prompts that the seat could press, in the order shown."""
    return [prompt.name for prompt in PROMPTS if is_live(hand.view(seat).own, prompt)]


def test_p6_there_are_six_prompts_in_their_order():
    assert [prompt.name for prompt in PROMPTS] == ["CHI", "PENG", "GANG", "LISTEN", "WIN", "PASS"]


@pytest.mark.parametrize(
    ("concealed", "discarded", "prompts"),
    [
        ("23m147p369s", "1m", ["CHI", "PASS"]),
        ("11m47p369s", "1m", ["PENG", "PASS"]),
        ("11123m", "1m", ["CHI", "PENG", "GANG", "PASS"]),
        ("333s123p678s3677m", "8m", ["CHI", "LISTEN", "PASS"]),
        ("147m258p369s", "7z", []),
    ],
)
def test_p6_only_legal_prompts_are_live_on_a_discard(concealed, discarded, prompts):
    hand = set_up(hands={0: discarded, 1: concealed})
    discard(hand, discarded)
    assert live(hand, 1) == prompts


def test_p6_only_legal_prompts_are_live_on_the_own_turn():
    assert live(set_up(hands={0: "1111m"}), 0) == ["GANG"]
    assert live(set_up(hands={0: READY + "6s"}, melds={0: ["peng 222p"]}), 0) == ["LISTEN"]
    hand = set_up(hands={0: "9s", 1: READY}, melds={1: ["peng 222p"]}, listening=[1], front="8s")
    go_on(hand, "9s")
    assert live(hand, 1) == ["WIN"]
