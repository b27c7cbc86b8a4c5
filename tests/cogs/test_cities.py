"""What Mudanjiang and Qiqihar ask beyond Harbin, as panels show it, and run as people pick it."""

import random
from types import SimpleNamespace

import pytest

from cogs.hand_panel import build_hand_panel
from cogs.situations import find_win_reason, is_dealt_out, is_to_take, may_call_bao, may_say_listen
from cogs.texts import LANGUAGES, texts_for
from engine.actions import Resolve
from engine.cities import find_rules
from engine.greedy import choose_greedy
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import Chain, deal_hand
from engine.tiles import DRAGON
from tests.cogs.playing import named_kinds, own_kinds, public_kinds


def views(preset, seeds):
    """Every view of whoever may do something, while computer players play hands of a preset."""
    rules = find_rules(preset)
    for seed in range(seeds):
        lots = random.Random(seed)
        deal = deal_hand(Chain(lots.randbytes(32)).secret(1), ("",) * 4, rules, None)
        hand = Hand(rules, deal, HandSetup(hand=1, stake=1))
        while hand.phase != "over":
            for seat in range(4):
                if hand.legal_actions(seat):
                    yield rules, hand, hand.view(seat)
            if hand.phase == "claims" and hand.can_resolve:
                hand.apply(Resolve())
                continue
            callers = hand.bao_callers
            seat = callers[0] if callers else min(hand.pending)
            hand.apply(choose_greedy(hand.view(seat), rules, lots))


def words_of(rules, view, texts):
    seats = tuple(
        SimpleNamespace(seat=seat, user_id=seat, computer=None, name=f"p{seat}", autoplay=None) for seat in range(4)
    )
    snapshot = SimpleNamespace(
        view=view, rules=rules, seats=seats, table_id="t", decision=view.own.decision, deadline=None, next_at=None,
        state="playing", last_report=None, viewer_seat=view.viewer,
    )  # fmt: skip
    panel = build_hand_panel(snapshot, texts, None)
    return "\n".join(item.content for item in panel.walk_children() if hasattr(item, "content"))


@pytest.mark.parametrize("preset", ["mudanjiang", "qiqihar", "qiqihar-local"])
def test_panels_name_what_is_asked_and_no_tile_that_the_seat_may_not_know(preset, trials):
    seen = set()
    for rules, hand, view in views(preset, trials(40, 400)):
        own, texts = view.own, texts_for(LANGUAGES[hand.setup.hand % 3])
        reason = find_win_reason(view, rules)
        marks = {
            "take": is_to_take(own, rules),
            "say-listen": may_say_listen(own),
            "call-bao": may_call_bao(own),
            "dealt-out": is_dealt_out(view),
            f"win-{reason}": reason is not None,
        }
        for mark in [mark for mark, is_so in marks.items() if is_so]:
            said = words_of(rules, view, texts)
            tile = texts.say("tile-z")
            start = texts.say(f"hand-{mark}", tile=tile).split(tile)[0]
            assert start in said, (mark, said)
            assert named_kinds(said) <= public_kinds(view) | own_kinds(view)
            seen.add(mark)
        if hand.window is not None and view.viewer in hand.window.offers:
            assert (reason in {"tongbao", "dragon_bao", "big_wind"}) is hand.window.is_instant_for(view.viewer)
        if reason == "dragon_bao":
            assert own.bao == DRAGON
    wanted = {"mudanjiang": {"take", "say-listen", "win-mobao"}}.get(preset, {"win-tongbao", "win-mobao"})
    assert wanted <= seen, seen


async def test_run_is_picked_in_the_lobby_and_shown_to_all(house):
    maya, ivan = house.people[:2]
    lobby = await house.open_table(rules="qiqihar", options="run=true")
    assert "Run: Maya ×1" in lobby.text
    answer = await maya.click(lobby, "Run ×5")
    await house.settle()
    assert answer.is_ephemeral
    assert "×5" in answer.text
    assert "Run: Maya ×5" in lobby.refresh().text
    assert (await ivan.click(lobby, "Run ×2")).text == "You have no seat at this table."


async def test_without_run_nobody_is_asked_for_it(house):
    lobby = await house.open_table(rules="qiqihar")
    assert not any("Run" in label for label in lobby.labels)
