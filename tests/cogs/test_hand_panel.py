"""The own-hand panel as a function: what is live, what a press means, what is asked once more."""

import dataclasses

import pytest

from cogs.choices import Chosen, Mode, choose, is_live, list_tile_choices, list_ways
from cogs.hand_panel import build_hand_panel
from cogs.presses import Act, read_press
from cogs.table_panel import build_table_panel
from cogs.texts import LANGUAGES, texts_for
from engine.actions import AnGang, Chi, Discard, JiaGang, MingGang, Pass, Peng, Win
from engine.cities import find_rules
from engine.tiles import KINDS, parse_tile, parse_tiles
from engine.view import OwnView, SeatView, View, WaitView, WindowView
from host.reports import SeatSnapshot, TableSnapshot
from host.settings import RoomSettings
from render.facts import sum_up_hand

EN = texts_for("en")
M5, M6, M7 = (parse_tile(name) for name in ("5m", "6m", "7m"))


def make_own(hand="123m456p789s1122m", drawn=None, actions=(), **more):
    defaults = {"waits": (), "bao": None, "decision": 7, "listen_discards": (), "refusal": (), "default": None}
    return OwnView(
        concealed=tuple(sorted(parse_tiles(hand))),
        drawn=None if drawn is None else parse_tile(drawn),
        actions=tuple(actions),
        **{**defaults, **more},
    )


def make_snapshot(own, phase="turn", turn=0, last_discard=None, **more):
    seats = tuple(SeatView(seat, 13, (), (), False, False) for seat in range(4))
    view = View(
        viewer=0,
        city="harbin",
        hand=1,
        dealer=0,
        draws_in_a_row=0,
        is_liable_dealer=False,
        stake=1,
        dice=((1, 2), (3, 4)),
        break_place=0,
        wall=bytes(112),
        phase=phase,
        turn=turn,
        window=None if phase != "claims" else WindowView("discard", *last_discard),
        seats=seats,
        wall_left=50,
        is_last_tiles=False,
        has_bao=True,
        old_baos=(),
        last_discard=last_discard,
        visible=(0,) * KINDS,
        own=own,
        result=None,
    )
    snapshot = TableSnapshot(
        table_id="t1",
        guild_id=1,
        channel_id=2,
        state="playing",
        version=1,
        rules=find_rules("harbin"),
        settings=RoomSettings(),
        commitment="ab" * 32,
        host_id=1,
        seats=tuple(SeatSnapshot(seat, seat + 1, None, f"p{seat}", False, 1000, 0, None, False) for seat in range(4)),
        viewer_seat=0,
        hand=1,
        stake=1,
        view=view,
        decision=own.decision,
        deadline=None,
        public_deadline=None,
        next_at=None,
        expires_at=None,
        votes=frozenset(),
        votes_needed=3,
        last_report=None,
        match_report=None,
    )
    return dataclasses.replace(snapshot, **more)


def labels(panel):
    return [item.item.label for item in buttons(panel)]


def buttons(panel):
    return [item for item in panel.walk_children() if hasattr(item, "press")]


def texts_of(panel):
    return "\n".join(item.content for item in panel.walk_children() if hasattr(item, "content"))


def live(panel):
    return [item.press.act for item in buttons(panel) if not item.item.disabled]


def test_a_tile_is_named_by_its_place_and_nothing_in_a_custom_id_tells_its_kind():
    first = make_own(hand="123m456p789s1122m", drawn="7z", actions=[Discard(0, 0)])
    second = make_own(hand="999m456p111s5577m", drawn="2s", actions=[Discard(0, 8)])
    ids = [
        [item.item.custom_id for item in buttons(build_hand_panel(make_snapshot(own), EN, None))]
        for own in (first, second)
    ]
    assert ids[0] == ids[1]
    assert [read_press(custom_id).place for custom_id in ids[0][:14]] == list(range(14))


def test_only_legal_prompts_are_live():
    chi = Chi(0, (M5, M6))
    own = make_own(actions=[chi, Pass(0)])
    panel = build_hand_panel(make_snapshot(own, phase="claims", turn=3, last_discard=(3, M7)), EN, None)
    shown = [act for act in live(panel) if act in {Act.CHI, Act.PENG, Act.GANG, Act.LISTEN, Act.WIN, Act.PASS}]
    assert shown == [Act.CHI, Act.PASS]
    assert Act.DISCARD not in live(panel)


def test_all_six_prompts_are_always_there():
    panel = build_hand_panel(make_snapshot(make_own()), texts_for("zh-CN"), None)
    assert [label for label in labels(panel) if label in set("吃碰杠听胡过")] == list("吃碰杠听胡过")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_panel_keeps_discords_limits_in_every_language(language):
    own = make_own(drawn="7z", actions=[Discard(0, kind) for kind in range(28)], refusal=("no_wait", "not_open"))
    panel = build_hand_panel(make_snapshot(own), texts_for(language), None)
    assert panel._total_children <= 40
    assert panel.content_length() <= 4000
    assert all(len(label) <= 80 for label in labels(panel))


def test_several_sequences_are_chosen_among_and_one_is_taken_at_once():
    one, other = Chi(0, (M5, M6)), Chi(0, (M6, M7 + 1))
    own = make_own(actions=[one, other, Pass(0)])
    assert choose(own, Act.CHI, None) == Chosen(mode=Mode.CHI)
    assert choose(own, Act.CHI, 1) == Chosen(action=other)
    assert choose(own, Act.CHI, 2) is None
    assert choose(make_own(actions=[one, Pass(0)]), Act.CHI, None) == Chosen(action=one)
    snapshot = make_snapshot(own, phase="claims", turn=3, last_discard=(3, M7))
    panel = build_hand_panel(snapshot, EN, None, mode=Mode.CHI)
    assert labels(panel) == ["5-6-7 Wan", "6-7-8 Wan", "Back"]


WINDOWS = {
    WindowView("discard", 3, M7): "**p3** discarded **7 Wan**.",
    WindowView("gang", 3, M5): "**p3** adds a fourth **5 Wan** to a triplet.",
    WindowView("bao", 3, None): "The bao has been changed.",
}


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: window.kind)
def test_the_table_tells_what_lies_open_and_the_hand_of_who_is_not_asked_rests(window):
    resting = make_snapshot(make_own(decision=None), phase="turn", turn=2)
    snapshot = make_snapshot(make_own(decision=None), phase="claims", turn=3, last_discard=(3, M7))
    snapshot = dataclasses.replace(snapshot, view=dataclasses.replace(snapshot.view, window=window))
    assert WINDOWS[window] in texts_of(build_table_panel(snapshot, EN, None))
    assert texts_of(build_hand_panel(snapshot, EN, None)) == texts_of(build_hand_panel(resting, EN, None))
    assert sum_up_hand(snapshot.view) == sum_up_hand(resting.view)


def test_who_may_rob_a_gang_is_told_its_tile_and_not_the_last_discard():
    own = make_own(actions=[Win(0), Pass(0)])
    snapshot = make_snapshot(own, phase="claims", turn=3, last_discard=(2, M7))
    view = dataclasses.replace(snapshot.view, window=WindowView("gang", 3, M5))
    said = texts_of(build_hand_panel(dataclasses.replace(snapshot, view=view), EN, None))
    assert "**p3** adds a fourth **5 Wan** to a triplet — **you can win!**" in said
    assert "7 Wan" not in said


def test_several_gangs_are_chosen_among():
    ways = [AnGang(0, M5), JiaGang(0, M6)]
    own = make_own(actions=[*ways, Discard(0, M7)])
    assert choose(own, Act.GANG, None) == Chosen(mode=Mode.GANG)
    assert choose(own, Act.GANG, 0) == Chosen(action=ways[0])
    panel = build_hand_panel(make_snapshot(own), EN, None, mode=Mode.GANG)
    assert labels(panel) == ["Concealed 5 Wan", "Add 6 Wan", "Back"]


def test_a_plain_claim_and_a_claim_that_listens_have_prompts_of_their_own():
    plain, listening = Peng(0), Peng(0, listen=True)
    own = make_own(actions=[plain, listening, MingGang(0), Pass(0)])
    assert list_ways(own, Act.PENG) == [plain]
    assert list_ways(own, Act.LISTEN) == [listening]
    assert choose(own, Act.LISTEN, None) == Chosen(action=listening)


def test_listening_makes_the_tiles_those_that_leave_a_legal_wait_with_what_they_wait_for():
    waits = (WaitView(M7, is_kadang=True, left=3),)
    own = make_own(
        hand="5m6m1122m",
        actions=[Discard(0, M5), Discard(0, M6), Discard(0, M6, listen=True)],
        listen_discards=((M6, waits),),
    )
    assert is_live(own, Act.LISTEN)
    assert choose(own, Act.LISTEN, None) == Chosen(mode=Mode.LISTEN)
    choices = list_tile_choices(own, Mode.LISTEN)
    assert [item.kind for item in choices if item.is_live] == [M6]
    place = next(item.place for item in choices if item.is_live)
    assert choose(own, Act.LISTEN_DISCARD, place) == Chosen(action=Discard(0, M6, listen=True))
    assert choose(own, Act.DISCARD, place) == Chosen(action=Discard(0, M6))
    panel = build_hand_panel(make_snapshot(own), EN, None, mode=Mode.LISTEN)
    assert "discard **6 Wan**: wait for 7 Wan (kadang, 3 left)" in texts_of(panel)


def test_passing_a_win_asks_once_more():
    own = make_own(actions=[Win(0), Pass(0)])
    assert choose(own, Act.PASS, None) == Chosen(mode=Mode.SURE_PASS)
    assert choose(own, Act.SURE_PASS, None) == Chosen(action=Pass(0))
    panel = build_hand_panel(make_snapshot(own), EN, None, mode=Mode.SURE_PASS)
    assert labels(panel) == ["Win", "Yes, let it pass", "Back"]


def test_discarding_while_a_win_is_on_offer_asks_once_more():
    own = make_own(drawn="7m", actions=[Win(0), Discard(0, M7)])
    place = len(own.concealed)
    assert choose(own, Act.DISCARD, place) == Chosen(mode=Mode.SURE_DISCARD, place=place)
    assert choose(own, Act.SURE_DISCARD, place) == Chosen(action=Discard(0, M7))
    panel = build_hand_panel(make_snapshot(own), EN, None, mode=Mode.SURE_DISCARD, place=place)
    assert labels(panel) == ["Win", "Yes, discard", "Back"]
    assert "7 Wan" in texts_of(panel)


def test_a_hand_far_from_complete_is_also_told_that_it_must_be_opened():
    own = make_own(drawn="7z", actions=[Discard(0, M5)], refusal=("no_wait",))
    said = "it is more than one tile from complete, it is not open (chi or peng first)"
    assert said in texts_of(build_hand_panel(make_snapshot(own), EN, None))
    snapshot = make_snapshot(own)
    seats = (dataclasses.replace(snapshot.view.seats[0], is_open=True), *snapshot.view.seats[1:])
    opened = dataclasses.replace(snapshot, view=dataclasses.replace(snapshot.view, seats=seats))
    assert "it is not open" not in texts_of(build_hand_panel(opened, EN, None))


def test_a_claim_that_listens_is_explained_where_it_is_offered():
    ways = [Peng(0), Peng(0, listen=True), Pass(0)]
    claims = {"phase": "claims", "turn": 3, "last_discard": (3, M5)}
    hint = "**Listen** takes it and makes your hand ready to win."
    assert hint in texts_of(build_hand_panel(make_snapshot(make_own(actions=ways), **claims), EN, None))
    assert hint not in texts_of(
        build_hand_panel(make_snapshot(make_own(actions=[Peng(0), Pass(0)]), **claims), EN, None)
    )


def test_why_one_cannot_listen_is_said_in_words():
    own = make_own(actions=[Discard(0, 0)], refusal=("no_triplet", "not_open"))
    text = texts_of(build_hand_panel(make_snapshot(own), EN, None))
    assert "it has no triplet, it is not open (chi or peng first)" in text


def test_a_listening_seat_sees_its_waits_their_counts_and_the_bao():
    own = make_own(decision=None, waits=(WaitView(M5, is_kadang=False, left=2),), bao=M6)
    text = texts_of(build_hand_panel(make_snapshot(own, turn=1), EN, None))
    assert "5 Wan (2 left)" in text
    assert "The bao is **6 Wan**" in text


def test_a_deadline_is_shown_as_discords_timestamp():
    own = make_own(actions=[Discard(0, 0)])
    text = texts_of(build_hand_panel(make_snapshot(own, deadline=1_700_000_020.7), EN, None))
    assert "<t:1700000020:R>" in text


def test_a_mode_that_the_hand_no_longer_allows_falls_back_to_play():
    own = make_own(actions=[Discard(0, 0)])
    for mode in Mode:
        panel = build_hand_panel(make_snapshot(own), EN, None, mode=mode)
        assert Act.DISCARD in live(panel)


def test_a_spectator_has_no_panel_with_tiles():
    snapshot = make_snapshot(make_own())
    snapshot = dataclasses.replace(snapshot, view=dataclasses.replace(snapshot.view, viewer=None, own=None))
    panel = build_hand_panel(snapshot, EN, None)
    assert buttons(panel) == []


def test_without_emojis_tiles_are_letters_and_with_them_both():
    import discord

    own = make_own(actions=[Discard(0, 0)])
    bare = build_hand_panel(make_snapshot(own), texts_for("zh-CN"), None)
    assert bare.walk_children is not None
    assert labels(bare)[0] == "1万"
    emoji = discord.PartialEmoji(name="hlj1_1m", id=5)
    shown = build_hand_panel(make_snapshot(own), texts_for("zh-CN"), None, emojis={0: emoji})
    first = buttons(shown)[0].item
    assert (first.label, first.emoji) == ("1万", emoji)


def test_names_cannot_smuggle_markup_or_mentions_in():
    from cogs.words import escape_name

    assert escape_name("**x** <@1>\n# y") == "\\*\\*x\\*\\* \\<\\@1\\> \\# y"
