"""Whatever really happens in a hand can be drawn and told, in every city, for every viewer, within Discord's limits."""

import random

import pytest

from engine.actions import Resolve, Win
from engine.cities import find_rules
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import deal_hand
from render import describe_hand, describe_result, describe_table, draw_hand, draw_result, draw_table
from render.facts import find_open_tile
from tests.render.views import LABELS

LIMIT = 200_000


def draw_everything(hand, viewer, language):
    """Draw and tell all that this viewer may see now; return the pictures' sizes and the texts' lengths."""
    view = hand.view(viewer)
    pictures = [draw_table(view, LABELS, language=language)]
    texts = [describe_table(view, LABELS, language)]
    if viewer is not None:
        pictures.append(draw_hand(view, language=language))
        texts.append(describe_hand(view, language))
    if hand.result is not None:
        deltas = hand.result.score.deltas(hand.setup.stake) if hand.result.score else (0, 0, 0, 0)
        pictures.append(draw_result(view, LABELS, deltas, language=language))
        texts.append(describe_result(view, LABELS, deltas, language))
    return [len(picture) for picture in pictures], [len(text) for text in texts]


def step(hand, rng):
    """Play one random legal action; wins and listening are taken where they are offered."""
    if hand.can_resolve and (not hand.pending or rng.random() < 0.7):
        hand.apply(Resolve())
        return
    legal = hand.legal_actions(rng.choice(list(hand.pending)))
    strong = [action for action in legal if isinstance(action, Win) or getattr(action, "listen", False)]
    hand.apply(rng.choice(strong or legal))


@pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar"])
def test_every_moment_of_real_hands_can_be_drawn_and_told(city, trials):
    rng = random.Random(f"pictures of {city}")
    rules = find_rules(city)
    for _ in range(trials(3, 60)):
        hand = Hand(rules, deal_hand(rng.randbytes(32), ("",) * 4, rules, None), HandSetup(hand=7, stake=20))
        while hand.result is None:
            step(hand, rng)
            if rng.random() < 0.06 or hand.result is not None:
                viewer = rng.choice([None, 0, 1, 2, 3])
                sizes, lengths = draw_everything(hand, viewer, rng.choice(["zh-CN", "zh-TW", "en"]))
                assert max(sizes) < LIMIT
                assert max(lengths) <= 1024


def watch_windows(rules, seed, hands):
    """Play random hands; return, for each moment, what kind of window is open, what lies open, and what is told."""
    rng = random.Random(seed)
    moments = []
    for _ in range(hands):
        hand = Hand(rules, deal_hand(rng.randbytes(32), ("",) * 4, rules, None), HandSetup())
        while hand.result is None:
            step(hand, rng)
            window = hand.window
            told = find_open_tile(hand.view(None))
            if window is None:
                moments.append(("none", None, told))
            else:
                moments.append((window.kind, (window.source, window.tile), told))
    return moments


def test_the_tile_that_lies_open_is_the_one_the_engine_asks_about(trials):
    moments = watch_windows(find_rules("harbin"), 11, trials(40))
    assert {kind for kind, _, _ in moments} == {"none", "discard", "gang"}
    for _, opened, told in moments:
        assert told == opened


def test_a_changed_bao_on_a_seats_own_turn_leaves_no_tile_open(trials):
    moments = watch_windows(find_rules("qiqihar"), 5, trials(60))
    baos = [told for kind, _, told in moments if kind == "bao"]
    assert baos
    assert set(baos) == {None}
    assert all(told == opened for kind, opened, told in moments if kind == "discard")


def test_a_picture_depends_on_the_view_alone():
    rules = find_rules("harbin")
    hands = [Hand(rules, deal_hand(bytes([number]) * 32, ("",) * 4, rules, 0), HandSetup()) for number in range(6)]
    opening = {}
    for hand in hands:
        opening.setdefault(hand.view(None), set()).add(draw_table(hand.view(None), LABELS))
    assert len(opening) > 1  # the dice differ
    assert all(len(pictures) == 1 for pictures in opening.values())
    assert len({draw_hand(hand.view(0)) for hand in hands}) == len(hands)
