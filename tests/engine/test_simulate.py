"""Matches among computer players: every hand ends, most by a win, and the summary adds up."""

import itertools
from collections import Counter

import pytest

from engine.cities import find_rules
from engine.errors import RuleError
from engine.match import Standing
from engine.outcome import HandSetup
from engine.replay import replay_hand
from engine.shuffle import deal_hand
from engine.simulate import HANDS_A_MATCH, WORDS, Summary, name_win, play_matches, simulate

HARBIN = find_rules("harbin")


def test_nine_hands_in_ten_among_computer_players_end_by_a_win(trials):
    hands = trials(24, 1000)
    summary = simulate(HARBIN, hands, seed=1)
    assert summary.hands == hands
    assert summary.draws + sum(summary.wins.values()) == hands
    assert sum(summary.wins.values()) >= 0.9 * hands


def test_greedy_player_beats_three_random_ones(trials):
    summary = simulate(HARBIN, trials(8, 200), seed=2, players=("random", "greedy", "random", "random"))
    greedy = summary.seats[1]
    others = [summary.seats[seat] for seat in (0, 2, 3)]
    assert greedy.wins > 2 * sum(seat.wins for seat in others)
    assert sum(greedy.deltas) > 0 > max(sum(seat.deltas) for seat in others)


@pytest.fixture(scope="module")
def played():
    """Ten hands: a match of eight and one of two."""
    return list(play_matches(HARBIN, 10, seed=3, players=("random", "greedy", "greedy", "greedy")))


def test_matches_have_eight_hands_and_the_last_one_what_is_left(played):
    assert [(hand.match, hand.standing.hand) for hand in played] == [
        *((0, number) for number in range(1, HANDS_A_MATCH + 1)),
        (1, 1),
        (1, 2),
    ]
    assert [hand.next_standing is None for hand in played] == [False] * 7 + [True, False, True]


def test_dealer_and_draw_games_are_carried_from_hand_to_hand(played):
    for before, after in itertools.pairwise(played):
        if before.next_standing is None:
            assert after.standing == Standing.first()
        else:
            assert (
                after.standing
                == before.next_standing
                == before.standing.after(HARBIN, before.deal.dealer, before.result)
            )
            assert after.deal.dealer == after.standing.dealer


def test_walls_come_from_one_chain_a_match(played):
    for hand in played:
        secret = hand.chain.secret(hand.standing.hand)
        assert deal_hand(secret, WORDS, HARBIN, hand.standing.dealer).wall == hand.deal.wall
    assert len({hand.chain.commitment for hand in played}) == 2


def test_coins_sum_to_zero_and_add_up_within_a_match(played):
    coins = (0, 0, 0, 0)
    for hand in played:
        if hand.standing.hand == 1:
            coins = (0, 0, 0, 0)
        assert sum(hand.paid) == 0
        coins = tuple(map(sum, zip(coins, hand.paid, strict=True)))
        assert hand.coins == coins


def test_played_hand_can_be_replayed(played):
    for hand in played:
        deal = deal_hand(hand.chain.secret(hand.standing.hand), WORDS, HARBIN, hand.standing.dealer)
        setup = HandSetup(hand.standing.hand, 1, hand.standing.draws_in_a_row, hand.standing.is_liable_dealer)
        assert replay_hand(HARBIN, deal, setup, hand.hand.history).events == hand.hand.events


def test_summary_adds_up(played):
    summary = Summary.of_players(HARBIN, ("random", "greedy", "greedy", "greedy"))
    for hand in played:
        summary.add(hand)
    told = summary.as_dict()
    assert told["hands"] == 10
    assert told["won"] == sum(told["wins"].values()) == sum(seat["wins"] for seat in told["seats"])
    assert told["won"] + told["draws"] == 10
    assert Counter(told["wins"]) == Counter(name_win(hand.result) for hand in played if hand.result.winner is not None)
    assert [seat["coins"] for seat in told["seats"]] == [sum(hand.paid[seat] for hand in played) for seat in range(4)]
    assert told["decisions"] == sum(hand.decisions for hand in played)
    assert told["length"] == sum(len(seat.river) for hand in played for seat in hand.hand.seats) / 10


def test_the_same_seed_gives_the_same_summary_and_another_one_another():
    first, same, other = (simulate(HARBIN, 2, seed, ("random",) * 4).as_dict() for seed in (1, 1, 2))
    assert first == same != other


@pytest.mark.parametrize("city", ["mudanjiang", "qiqihar"])
def test_hands_of_every_city_end(city, trials):
    summary = simulate(find_rules(city), trials(2, 200), seed=4)
    assert summary.draws + sum(summary.wins.values()) == summary.hands


def test_players_are_checked():
    with pytest.raises(RuleError):
        next(play_matches(HARBIN, 1, 1, ("greedy", "greedy", "greedy", "nobody")))
    with pytest.raises(ValueError, match="four players"):
        next(play_matches(HARBIN, 1, 1, ("greedy",) * 3))


def test_summary_of_nothing_is_a_summary():
    told = simulate(HARBIN, 0, 1).as_dict()
    assert told["hands"] == told["won"] == told["draws"] == 0


def test_each_hand_is_told_as_it_is_played():
    told = []
    summary = simulate(find_rules("harbin"), 2, 4, ("random",) * 4, told.append)
    assert [played.standing.hand for played in told] == [1, 2]
    assert sum(played.decisions for played in told) == summary.as_dict()["decisions"]
