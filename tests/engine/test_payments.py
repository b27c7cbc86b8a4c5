"""Coins: H18 (stake, who is short), H19 (leaving), C15 (sums)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cities import find_rules
from engine.payments import find_stake, leave_penalty, settle

HARBIN = find_rules("harbin")
RICH = [1000, 1000, 1000, 1000]


def test_h18_who_can_pay_pays_in_full() -> None:
    settlement = settle([-2, 6, -2, -2], RICH, allow_debt=False)
    assert (settlement.paid, settlement.shortfalls, settlement.is_short) == ((-2, 6, -2, -2), (0, 0, 0, 0), False)


def test_h18_a_loser_short_of_coins_pays_what_there_is_and_nobody_pays_more_for_it() -> None:
    settlement = settle([-20, 60, -20, -20], [5, 0, 20, 100], allow_debt=False)
    assert (settlement.paid, settlement.shortfalls) == ((-5, 45, -20, -20), (15, 0, 0, 0))
    assert settlement.is_short


def test_h18_who_has_nothing_pays_nothing() -> None:
    assert settle([-20, 20, 0, 0], [0, 0, 9, 9], allow_debt=False).paid == (0, 0, 0, 0)


def test_h18_a_debt_of_old_is_not_paid_out_of_the_winner() -> None:
    assert settle([-20, 20, 0, 0], [-7, 0, 9, 9], allow_debt=False).paid == (0, 0, 0, 0)


def test_h18_with_debt_everybody_pays_in_full() -> None:
    settlement = settle([-20, 60, -20, -20], [5, 0, 0, -9], allow_debt=True)
    assert (settlement.paid, settlement.is_short) == ((-20, 60, -20, -20), False)


def test_p9_the_bank_stands_for_seats_without_coins_of_their_own() -> None:
    settlement = settle([-20, 60, -20, -20], [None, None, 3, None], allow_debt=False)
    assert (settlement.paid, settlement.shortfalls) == ((-20, 43, -3, -20), (0, 0, 17, 0))


def test_h11_a_draw_game_settles_to_nothing() -> None:
    assert settle([0, 0, 0, 0], RICH, allow_debt=False).paid == (0, 0, 0, 0)


@pytest.mark.parametrize("owed", [[-1, 2, -2, -2], [1, 1, -1, -1]])
def test_what_is_no_win_cannot_be_settled(owed: list[int]) -> None:
    with pytest.raises(ValueError, match="not the payments of one win"):
        settle(owed, RICH, allow_debt=False)


COINS = st.lists(st.none() | st.integers(-100, 10_000), min_size=4, max_size=4)


@given(
    losses=st.lists(st.integers(0, 5000), min_size=3, max_size=3),
    winner=st.integers(0, 3),
    coins=COINS,
    allow_debt=st.booleans(),
)
def test_c15_payments_sum_to_zero_within_what_is_owed(
    losses: list[int], winner: int, coins: list[int | None], allow_debt: bool
) -> None:
    owed = [-loss for loss in losses]
    owed.insert(winner, sum(losses))
    settlement = settle(owed, coins, allow_debt=allow_debt)
    assert sum(settlement.paid) == 0
    for seat in range(4):
        if seat != winner:
            assert settlement.paid[seat] - settlement.shortfalls[seat] == owed[seat]
            limit = coins[seat]
            if limit is not None and not allow_debt:
                assert 0 <= -settlement.paid[seat] <= max(0, limit)


@pytest.mark.parametrize(
    ("poorest", "stake"),
    [
        (-5, 1), (0, 1), (99, 1), (100, 1), (199, 1), (200, 2), (499, 2), (500, 5), (999, 5), (1000, 10), (1999, 10),
        (2000, 20), (4999, 20), (5000, 50), (10_000, 100), (123_456, 1000), (1_000_000_000, 10_000_000),
    ],
)  # fmt: skip
def test_h18_the_stake_follows_the_poorest(poorest: int, stake: int) -> None:
    assert find_stake(HARBIN, [10**12, poorest, 10**11, None]) == stake


def test_h18_a_number_set_for_the_room_holds_whatever_the_coins() -> None:
    assert find_stake(find_rules("mudanjiang"), [1, 1, 1, 1]) == 10
    assert find_stake(find_rules("harbin", {"stake": 25}), [1, 1, 1, 1]) == 25


def test_h18_without_anybody_who_has_coins_the_stake_is_one() -> None:
    assert find_stake(HARBIN, [None] * 4) == 1


@pytest.mark.parametrize(
    ("setting", "coins", "deltas"),
    [
        ("3x_stake", 1000, (10, 10, -30, 10)),
        ("3x_stake", 29, (9, 9, -27, 9)),
        ("3x_stake", 2, (0, 0, 0, 0)),
        ("3x_stake", 0, (0, 0, 0, 0)),
        ("3x_stake", -50, (0, 0, 0, 0)),
        ("3x_stake", None, (10, 10, -30, 10)),
        ("none", 1000, (0, 0, 0, 0)),
        (0, 1000, (0, 0, 0, 0)),
        (36, 1000, (12, 12, -36, 12)),
        (37, 1000, (12, 12, -36, 12)),
        (36, 20, (6, 6, -18, 6)),
    ],
)
def test_h19_who_left_pays_at_most_what_there_is_in_equal_parts(
    setting: str | int, coins: int | None, deltas: tuple[int, ...]
) -> None:
    rules = find_rules("harbin", {"leave_penalty": setting})
    assert leave_penalty(rules, 2, 10, [5, 5, coins, 5]) == deltas


def test_h19_leaving_costs_three_stakes_in_harbin_and_nothing_elsewhere() -> None:
    prices = {city: leave_penalty(find_rules(city), 0, 4, RICH)[0] for city in ("harbin", "mudanjiang", "qiqihar")}
    assert prices == {"harbin": -12, "mudanjiang": 0, "qiqihar": 0}
