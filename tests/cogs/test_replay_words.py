"""What a replay says of a step: all that happened, in every language, and from a seat no tile that it did not know."""

from dataclasses import replace
from functools import cache

import pytest

from cogs.films import list_shots
from cogs.replay_panel import MOST_OPTIONS, Scene, build_replay_panel, find_stop, list_moments, list_names
from cogs.replay_press import Look
from cogs.replay_words import name_moment, name_player, see, tell_choices, tell_events, tell_step, tell_waits
from cogs.texts import LANGUAGES, texts_for
from engine.actions import AnGang, CallBao, Chi, Pass, Peng, SayListen, Win, Zhan
from engine.cities import find_rules, preset_names
from engine.events import (
    BaoSet,
    Claimed,
    Discarded,
    Drew,
    Ganged,
    ListenFailed,
    WallExhausted,
    WinPassed,
    Won,
)
from engine.record import write_lines
from engine.record_reading import read_record
from engine.record_steps import replay_recorded
from engine.tiles import parse_tile as t
from tests.cogs.playing import named_kinds, own_kinds, public_kinds
from tests.golden_records import HANDS, read_golden
from tests.records import HUMAN, Recorder
from tests.render.views import START, make_own

OPEN = Look(1, is_open=True)
PRESETS = pytest.mark.parametrize("preset", preset_names())


@cache
def read(preset):
    return read_record(read_golden(preset).encode())


@cache
def replay(preset, number):
    return replay_recorded(read(preset), number)


@cache
def scenes_of(hand, look):
    stops = tuple(hand.list_stops(None if look.is_open else look.seat))
    views = hand.walk(stops, look.seat, is_open=look.is_open)
    return [Scene("t", hand, look, stops, stop, view) for stop, view in zip(stops, views, strict=True)]


def text_of(panel):
    parts = [item for item in panel.walk_children() if hasattr(item, "content")]
    return "\n".join(item.content for item in parts)


def labels_of(panel):
    return [option.label for item in panel.walk_children() for option in getattr(item, "options", ())]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(language, caplog):
    texts = texts_for(language)
    for preset in ("mudanjiang", "qiqihar"):
        for look in (OPEN, Look(3, is_open=False)):
            for scene in scenes_of(replay(preset, 4), look)[::3]:
                panel = build_replay_panel(scene, "A-4", None, texts)
                text = text_of(panel)
                assert "{" not in text
                assert len(text) <= 4000
                assert tell_step(scene.hand, scene.stop, look, texts, list_names(scene.hand, texts))
                assert panel.total_children_count <= 40
    assert not caplog.records


@PRESETS
def test_from_a_seat_no_tile_is_named_that_it_could_not_know_then(preset, trials):
    texts = texts_for("en")
    for number in range(2, trials(1, HANDS - 1) + 2):
        hand = replay(preset, number)
        for seat in range(0, 4, trials(3, 1)):
            look, known = Look(seat, is_open=False), set()
            for scene in scenes_of(hand, look):
                for step in hand.steps[: scene.stop + 1][-3:]:
                    for event in filter(None, (see(event, look) for event in step.events)):
                        known |= named_by(event)
                known |= public_kinds(scene.view) | own_kinds(scene.view)
                if scene.view.result is not None or scene.place % trials(3, 1):
                    continue
                panel = build_replay_panel(scene, "A-1", None, texts)
                said = named_kinds("\n".join([text_of(panel), *labels_of(panel)]))
                assert said <= known, (seat, scene.stop)


def named_by(event):
    """Every kind that an event names to whom it was shown."""
    tiles = [getattr(event, name, None) for name in ("tile", "old")]
    return {tile for tile in tiles if tile is not None} | set(getattr(event, "own", ()))


def test_with_open_hands_a_turn_is_one_step_with_what_was_drawn_and_who_could_have_claimed():
    hand, texts = replay("qiqihar", 1), texts_for("en")
    told = ["\n".join(tell_step(hand, s.stop, OPEN, texts, list_names(hand, texts))) for s in scenes_of(hand, OPEN)]
    assert told[0].startswith("**human 2** is the dealer; the dice show 4+6.")
    assert "**human 3** draws 3 Dot and discards **2 Wan**." in told
    assert any("human 0 could peng and passed." in each for each in told)
    assert any("(on autoplay)" in each for each in told)
    discards = sum(isinstance(event, Discarded) for step in hand.steps for event in step.events)
    assert sum("discards" in each for each in told) == discards


def test_from_a_seat_its_choices_and_waits_are_told_and_with_open_hands_everybodys_waits():
    texts = texts_for("en")
    hand = replay("harbin", 1)
    names = list_names(hand, texts)
    own = [tell_choices(scene.view, texts, names) for scene in scenes_of(hand, Look(0, is_open=False))]
    assert ["**human 0** may chi."] in own
    assert all(not tell_choices(scene.view, texts, names) for scene in scenes_of(hand, OPEN))
    before_the_end = scenes_of(hand, OPEN)[-2].view
    assert [line.partition(" waits for ")[0] for line in tell_waits(before_the_end, texts, names)] == names[1:3]


def test_the_end_tells_score_and_coins_and_a_hand_that_was_broken_off_that_it_counts_for_nothing():
    texts = texts_for("en")
    won = text_of(build_replay_panel(scenes_of(replay("harbin", 1), OPEN)[-1], "A-1", None, texts))
    assert "The bao was **2 Bam**." in won
    assert "• Self-draw: **2** fan each" in won
    assert "**Coins**: human 0 −2" in won
    table = Recorder(find_rules("harbin"), 6, kinds=(HUMAN,) * 4)
    hand = replay_recorded(read_record(write_lines(table.play(1, void_last=True)).encode()), 1)
    panel = build_replay_panel(scenes_of(hand, OPEN)[-1], "A-1", None, texts)
    assert "counts for nothing" in text_of(panel)
    assert any("counts for nothing" in label for label in labels_of(panel))


@PRESETS
def test_of_the_moments_to_jump_to_the_weighty_ones_are_all_there_and_never_too_many(preset):
    for number in range(1, HANDS + 1):
        hand = replay(preset, number)
        for look in (OPEN, Look(2, is_open=False)):
            moments = list_moments(hand, look)
            stops = hand.list_stops(None if look.is_open else look.seat)
            assert moments == sorted(set(moments))
            assert len(moments) <= MOST_OPTIONS
            assert {stops[0], stops[-1]} <= set(moments) <= set(stops)
            for stop in stops:
                is_listening = any(isinstance(e, Discarded) and e.listen for e in hand.steps[stop].events)
                assert not is_listening or stop in moments


def test_a_step_at_which_a_look_does_not_stop_is_seen_at_its_next_stop():
    assert [find_stop((0, 2, 5), step) for step in (0, 1, 2, 3, 5, 6, 9999)] == [0, 2, 2, 5, 5, 5, 5]


def test_a_film_stays_longer_where_more_happens_and_longest_at_its_end():
    scenes = scenes_of(replay("harbin", 1), OPEN)
    shots = list_shots(scenes[0], [scene.view for scene in scenes])
    assert len(shots) == len(scenes)
    durations = [shot.duration for shot in shots]
    assert max(durations) == durations[-1]
    assert any(isinstance(event, Won) for event in scenes[-1].hand.steps[-1].events)
    assert len(set(durations)) >= 4
    assert 20_000 < sum(durations) < 120_000


NAMES = ("A", "B", "C", "D")
ZH = texts_for("zh-CN")
RARE = {
    BaoSet("first_listen", t("6p"), 40, (2,), 1): ("B throws 2 for the bao: 6 Dot.", "B 掷 2 定宝：6筒。"),
    BaoSet("changed", None, None, None, None, t("6p")): (
        "Three of 6 Dot are visible: the bao changes.",
        "6筒 已见三张，换宝。",
    ),
    BaoSet("called", t("1s"), 41, (3,), 2, t("6p")): (
        "C calls a new bao in place of 6 Dot: 1 Bam.",
        "C 叫换宝，6筒 换成 1条。",
    ),
    Drew(0, None, 111, "tail"): ("A draws a replacement.", "A 补牌。"),
    Drew(0, t("1m"), 111, "tail"): ("A draws 1 Wan as a replacement.", "A 补到 1万。"),
    Claimed("zhan", 1, 0, t("7s"), (t("7s"),), listen=True): (
        "B takes 7 Bam from A for a pair (zhan), to listen.",
        "B 粘 A 的 7条，报听。",
    ),
    Claimed("ming_gang", 1, 0, t("7s"), (t("7s"),) * 3, listen=False): (
        "B takes 7 Bam from A: gang.",
        "B 明杠 A 的 7条。",
    ),
    Ganged("an_gang", 3, None, is_face_down=True): ("D lays a concealed gang face down.", "D 暗杠，扣着。"),
    Ganged("an_gang", 3, t("2m")): ("D lays a concealed gang of 2 Wan.", "D 暗杠 2万。"),
    Ganged("jia_gang", 3, t("2m")): ("D adds 2 Wan to a peng: gang.", "D 加杠 2万。"),
    WinPassed(2, t("9m")): ("C lets the win on 9 Wan go.", "C 可以胡 9万，没有胡。"),
    ListenFailed(2): ("C said listen and did not get the tile.", "C 喊了听，没有拿到牌。"),
    Discarded(0, t("1m"), True, listen=False, auto="clock"): (
        "A discards 1 Wan (by the clock).",
        "A 打 1万（超时）。",
    ),
    WallExhausted(): ("Draw game: the wall is exhausted. Nobody pays.", "荒庄：牌已摸完，互不付分。"),
    Won(1, 0, t("1m"), "discard", (), None, is_liable=False): ("B wins on 1 Wan, discarded by A", "B 胡 A 打出的 1万"),
}


@pytest.mark.parametrize("event", RARE, ids=lambda event: event.type)
def test_what_is_rare_is_told_in_the_games_words(event):
    for texts, said in zip((texts_for("en"), ZH), RARE[event], strict=True):
        (told,) = tell_events([event], OPEN, texts, NAMES, 0)
        assert told.replace("**", "") == said


def test_what_a_stop_is_has_a_word_for_every_event():
    found = {name_moment(event) for event in RARE} | {name_moment(Claimed("chi", 1, 0, 1, (0, 2), listen=False))}
    assert found == {"bao", "turn", "zhan", "gang", "draw", "win", "chi"}


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Win(0), "win"),
        (AnGang(0, 1), "gang"),
        (Zhan(0), "zhan"),
        (Peng(0, listen=True), "peng to listen"),
        (Chi(0, (1, 2), listen=True), "chi to listen"),
        (SayListen(0), "say listen"),
        (CallBao(0), "call a new bao"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_seat_may_do_is_told(action, said):
    own = make_own("123m", decision=1, actions=(action, Pass(0)))
    view = replace(START, viewer=0, own=own)
    assert tell_choices(view, texts_for("en"), NAMES) == [f"**A** may {said}."]


def test_who_has_been_forgotten_has_no_name_and_computer_players_are_named_in_the_persons_language():
    assert name_player(ZH, {"name": "", "kind": "human"}) == "某位玩家"
    assert name_player(ZH, {"name": "Computer 2", "kind": "computer"}) == "电脑 2"
    assert name_player(ZH, {"name": "**x**", "kind": "human"}) == r"\*\*x\*\*"


def test_where_no_picture_could_be_drawn_the_table_is_told_in_words():
    scene = scenes_of(replay("harbin", 1), OPEN)[20]
    told = text_of(build_replay_panel(scene, "A-1", None, texts_for("en")))
    assert "39 tiles left" in told
    assert "26889p" in told
