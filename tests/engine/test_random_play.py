"""What must hold in any hand, whatever is played: tiles conserved, legal = applicable, replay, secrets, zero sums."""

import copy
import random
from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import offers
from engine.actions import (
    AnGang,
    CallBao,
    Chi,
    Discard,
    JiaGang,
    MingGang,
    Pass,
    Peng,
    SayListen,
    SeatAction,
    Win,
    Zhan,
)
from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from engine.hand import Hand
from engine.melds import Meld
from engine.outcome import HandSetup
from engine.replay import replay_hand
from engine.rules import DOMAINS
from engine.seat import Seat
from engine.shuffle import deal_hand
from engine.tiles import ALL_KINDS
from tests.tables import TILES, count_all, play_randomly, set_up, t

NO_WORDS = ("", "", "", "")
CITIES = pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar", "qiqihar-local"])


def new_hand(secret, rules, **setup):
    return Hand(rules, deal_hand(secret, NO_WORDS, rules, None), HandSetup(**setup))


def values_of(domain):
    """Draw one of an option's values."""
    values = [*domain.words, *domain.numbers][:40]
    return st.booleans() if domain.is_flag else st.sampled_from(values)


@st.composite
def any_rules(draw):
    """Draw a preset with any of its options changed, such that the options go together."""
    options = draw(st.fixed_dictionaries({}, optional={name: values_of(domain) for name, domain in DOMAINS.items()}))
    name = draw(st.sampled_from(preset_names()))
    options.setdefault("bao_from", find_rules(name).bao_from)
    options["bao_change"] = "call" if options["bao_from"] == "dice" else "auto"
    if options.get("last_tiles_dealt", find_rules(name).last_tiles_dealt):
        options["last_tiles"] = 4
    return find_rules(name, options)


def every_action(hand):
    """All actions that could be thought of, for telling legal ones from the rest."""
    for seat in range(4):
        yield from (Win(seat), Pass(seat), MingGang(seat), Peng(seat), Peng(seat, listen=True))
        yield from (Zhan(seat), SayListen(seat), CallBao(seat))
        for kind in ALL_KINDS:
            yield from (Discard(seat, kind), Discard(seat, kind, listen=True), AnGang(seat, kind), JiaGang(seat, kind))
        for low in range(25):
            for own in ((low, low + 1), (low, low + 2)):
                yield from (Chi(seat, own), Chi(seat, own, listen=True))


def fingerprint(hand):
    """Everything that an illegal action must leave as it was."""
    hidden = {"live", "_seen", "_least_distance"}
    seats = [{name: getattr(seat, name) for name in seat.__slots__ if name not in hidden} for seat in hand.seats]
    keys = [seat.live.key for seat in hand.seats]
    return copy.deepcopy((seats, keys, hand.window, hand.events, hand.history, hand.pending, hand.visible, hand.bao))


@CITIES
def test_random_hands_conserve_tiles_sum_to_zero_and_replay(trials, city):
    rules = find_rules(city)
    rng = random.Random(20260801)
    kinds = set()

    def check(hand):
        if len(hand.history) % 10 == 0:
            assert count_all(hand) == TILES

    for number in range(trials(25, 2000) if city == "qiqihar-local" else trials(200, 10_000)):
        secret = rng.randbytes(32)
        hand = new_hand(secret, rules)
        play_randomly(hand, rng, check)
        assert count_all(hand) == TILES
        kinds.add(hand.result.kind)
        if hand.result.score is not None:
            assert sum(hand.result.score.owed) == 0
            assert sum(hand.result.score.deltas(7)) == 0
        if number % 4 == 0:
            again = replay_hand(rules, deal_hand(secret, NO_WORDS, rules, None), HandSetup(), hand.history)
            assert again.events == hand.events
            assert [again.view(viewer) for viewer in (None, 0, 1, 2, 3)] == [
                hand.view(viewer) for viewer in (None, 0, 1, 2, 3)
            ]
    assert kinds == {"win", "draw"}


def list_discards(view):
    """All discards in order, from the rivers: who, what, whether it listened. After a claim the claimer is next."""
    places = [0] * 4
    seat = view.dealer
    while places[seat] < len(view.seats[seat].river):
        discard = view.seats[seat].river[places[seat]]
        places[seat] += 1
        yield seat, discard.tile, discard.is_listening_discard
        seat = (seat + 1) % 4 if discard.claimed_by is None else discard.claimed_by


@CITIES
def test_views_tell_what_lies_open_and_what_listening_seats_let_pass(trials, city):
    rules = find_rules(city)
    rng = random.Random(11)

    def check(hand):
        view = hand.view(None)
        lying = [*view.old_baos]
        for seat in view.seats:
            lying += (tile for meld in seat.melds if isinstance(meld, Meld) for tile in meld.tiles)
            lying += (discard.tile for discard in seat.river if discard.claimed_by is None)
        assert view.visible == tuple(lying.count(kind) for kind in ALL_KINDS)
        discards = list(list_discards(view))
        if view.window is not None and view.window.kind == "discard":
            discards.pop()  # it may still be won on
        let_pass = {seat.seat: set() for seat in view.seats if seat.is_listening}
        listening = set()
        for seat, tile, listens in discards:
            for listener in listening:
                let_pass[listener].add(tile)
            listening |= {seat} if listens else set()
        assert {seat.seat: seat.let_pass for seat in view.seats if seat.is_listening} == let_pass
        assert not any(seat.let_pass for seat in view.seats if not seat.is_listening)

    for _ in range(trials(10, 500)):
        hand = new_hand(rng.randbytes(32), rules)
        play_randomly(hand, rng, lambda hand: None if hand.result else check(hand))


@CITIES
def test_legal_actions_are_exactly_those_that_apply_takes_and_a_refusal_changes_nothing(trials, city):
    rules = find_rules(city)
    rng = random.Random(7)
    for _ in range(trials(1, 100)):
        hand = new_hand(rng.randbytes(32), rules)

        def check(hand):
            if rng.random() < 0.9:
                return
            legal = {action for seat in range(4) for action in hand.legal_actions(seat)}
            before = fingerprint(hand)
            for action in set(every_action(hand)) - legal:
                with pytest.raises(RuleError):
                    hand.apply(action)
            assert fingerprint(hand) == before
            for action in legal:
                copy.deepcopy(hand).apply(action)

        play_randomly(hand, rng, check)


@CITIES
def test_no_seat_that_may_answer_or_listen_is_passed_over_at_a_glance(trials, monkeypatch, city):
    rules = find_rules(city)
    rng = random.Random(13)

    def check(hand):
        if hand.result is not None or rng.random() < 0.7:
            return
        twin = copy.deepcopy(hand)
        twin._legal, twin._listen = {}, None
        with monkeypatch.context() as patch:
            patch.setattr(Seat, "may_be_within", lambda _seat, _exchanges: True)
            patch.setattr(offers, "SUIT_CLAIMS", defaultdict(lambda: -1))
            if hand.window is None:
                assert twin.legal_actions(hand.turn) == hand.legal_actions(hand.turn)
                for action in hand.legal_actions(hand.turn):
                    if isinstance(action, Discard):
                        other = copy.deepcopy(twin)
                        other.apply(action)
                        asked[len(hand.history), action] = other.window.offers if other.window else None
            elif hand.window.kind == "discard":
                last = hand.history[-1][0]
                assert asked.get((len(hand.history) - 1, last), hand.window.offers) == hand.window.offers

    for _ in range(trials(6, 300)):
        asked = {}
        hand = new_hand(rng.randbytes(32), rules)
        play_randomly(hand, rng, check)


def swap_hidden(hand, viewer, rng):
    """Return a copy of the hand in which all that the viewer may not know is dealt anew."""
    twin = copy.copy(hand)
    twin.seats, twin.wall = copy.deepcopy(hand.seats), copy.copy(hand.wall)
    twin._legal, twin._listen = {}, None
    hidden = [seat for seat in twin.seats if seat.seat != viewer]
    places = twin.wall.places()
    pool = [kind for seat in hidden for kind, count in enumerate(seat.counts) for _ in range(count)]
    pool += [twin.wall.tiles[place] for place in places]
    knows_bao = viewer is not None and twin.seats[viewer].is_listening
    hides_bao = twin.bao is not None and not knows_bao
    if hides_bao:
        pool.append(twin.bao)
    rng.shuffle(pool)
    for seat in hidden:
        size = sum(seat.counts)
        for kind, count in enumerate(seat.counts):
            seat.give(kind, count)
        for _ in range(size):
            seat.take(pool.pop())
        for place, meld in enumerate(seat.melds):
            if meld.is_face_down:
                seat.lay(replace(meld, tiles=(rng.choice(ALL_KINDS),) * 4), place)
        if seat.drawn is not None:
            seat.drawn = next(kind for kind in ALL_KINDS if seat.counts[kind])
    if hides_bao:
        twin.bao = pool.pop()
        if twin.window is not None and twin.window.kind == "bao":
            twin.window = replace(twin.window, tile=twin.bao)
    tiles = list(twin.wall.tiles)
    for place in places:
        tiles[place] = pool.pop()
    twin.wall.tiles = tuple(tiles)
    return twin


def list_secrets(hand):
    """Return what lies with its back up now besides the bao as it was laid: face-down gangs, a bao to be won on."""
    gangs = {"gang" for seat in hand.seats for meld in seat.melds if meld.is_face_down}
    return gangs | {"bao"} if hand.window is not None and hand.window.kind == "bao" else gangs


@CITIES
def test_a_view_does_not_change_when_hidden_tiles_are_swapped(trials, city):
    rules = find_rules(city)
    rng = random.Random(99)
    met = set()
    for number in range(trials(8, 300)):
        hand = new_hand(rng.randbytes(32), rules)
        if number % 3 == 0:
            hand = set_up(city, hands={0: "2222m"})
            hand.apply(AnGang(0, t("2m")))

        def check(hand):
            secrets = list_secrets(hand)
            if hand.result is not None or (secrets <= met and rng.random() < 0.9):
                return
            met.update(secrets)
            for viewer in (None, 0, 1, 2, 3):
                assert swap_hidden(hand, viewer, rng).view(viewer) == hand.view(viewer)

        play_randomly(hand, rng, check)
    assert ("gang" in met) is (city != "harbin")


@CITIES
def test_a_public_view_does_not_tell_whether_anybody_was_asked_or_has_answered(trials, city):
    rules = find_rules(city)
    rng = random.Random(3)
    seen = 0
    for _ in range(trials(4, 300)):
        hand = new_hand(rng.randbytes(32), rules)

        def check(hand):
            nonlocal seen
            if hand.phase != "claims" or not hand.pending:
                return
            seen += 1
            silent = copy.copy(hand)
            silent.window = replace(hand.window, offers={}, answers={})
            assert silent.view(None) == hand.view(None)

        play_randomly(hand, rng, check)
    assert seen


def test_events_tell_each_viewer_only_what_is_theirs():
    rules = find_rules("harbin")
    hand = new_hand(bytes(32), rules)
    play_randomly(hand, random.Random(1), lambda hand: None)
    for event in hand.events:
        for viewer in (None, 0, 1, 2, 3):
            seen = event.seen_by(viewer)
            match event.type:
                case "draw":
                    assert (seen.tile is not None) == (viewer == event.seat)
                case "deal":
                    assert seen.wall is None
                    assert [seat for seat in range(4) if seen.hands[seat] is not None] == (
                        [] if viewer is None else [viewer]
                    )
                case "bao":
                    assert (seen.tile is not None) == (viewer in event.viewers)
                case "claims":
                    assert seen is None
                case "pass_win":
                    assert (seen is not None) == (viewer == event.seat)
                case _:
                    assert seen == event


def check_defaults(hand):
    """Whatever a seat owes has a default that is legal; a decision that was answered never comes back."""
    for seat in hand.pending:
        assert hand.default_action(seat) in hand.legal_actions(seat)


@pytest.mark.trial
@given(rules=any_rules(), seed=st.integers(0, 2**32), runs=st.tuples(*[st.sampled_from([1, 2, 5])] * 4))
@settings(max_examples=settings().max_examples // 4)
def test_all_of_it_holds_with_any_options(rules, seed, runs):
    rng = random.Random(seed)
    secret = rng.randbytes(32)
    setup = {"runs": runs, "is_liable_dealer": seed % 3 == 0, "stake": 3}
    hand = new_hand(secret, rules, **setup)
    assert count_all(hand) == TILES
    asked, owed = [0] * 4, {}

    def check(hand):
        check_defaults(hand)
        for seat, decision in hand.pending.items():
            last = hand.history[-1][0]
            stands = owed.get(seat) == decision and not (isinstance(last, SeatAction) and last.seat == seat)
            assert decision > asked[seat] or stands
            asked[seat] = decision
        owed.clear()
        owed.update(hand.pending)
        if rng.random() < 0.05:
            assert count_all(hand) == TILES
            before = fingerprint(hand)
            for action in rng.sample(list(every_action(hand)), 40):
                if action not in hand.legal_actions(action.seat):
                    with pytest.raises(RuleError):
                        hand.apply(action)
            assert fingerprint(hand) == before
            if hand.result is None:
                viewer = rng.choice((None, 0, 1, 2, 3))
                assert swap_hidden(hand, viewer, rng).view(viewer) == hand.view(viewer)

    play_randomly(hand, rng, check)
    assert count_all(hand) == TILES
    if hand.result.score is not None:
        assert sum(hand.result.score.owed) == 0
        assert hand.result.score.owed[hand.result.winner] > 0
    again = replay_hand(rules, deal_hand(secret, NO_WORDS, rules, None), HandSetup(**setup), hand.history)
    assert again.events == hand.events
