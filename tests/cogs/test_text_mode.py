"""Text mode: panels and `/table` tell in words all that the pictures show, and bring no picture."""

import dataclasses
import random
import re

import pytest

from cogs.choices import list_hand
from cogs.in_words import group_tiles, tell_hand, tell_table, tell_waits
from cogs.presses import Act
from cogs.texts import LANGUAGES, texts_for
from cogs.words import name_tile, name_tiles
from engine.actions import Resolve
from engine.cities import find_rules
from engine.expert import choose_expert
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import Chain, deal_hand
from engine.tiles import parse_tiles
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import (
    NOBODY,
    find_short_seed,
    named_kinds,
    own_kinds,
    panel_of,
    play_step,
    play_to_end,
    press,
    public_kinds,
)
from tests.cogs.test_hand_panel import make_own, make_snapshot
from tests.cogs.test_settings import set_own

EN = texts_for("en")
MOST_TEXT = 4000
"""Discord: characters of all texts of a message."""


def test_tiles_are_told_in_order_with_the_suit_said_once():
    tiles = parse_tiles("1123m5p7z7z")
    assert group_tiles(tiles, EN) == "1-1-2-3 Wan, 5 Dot, Red, Red"
    assert group_tiles(tiles, texts_for("zh-CN")) == "1123万、5筒、红中、红中"


def deal(city, seed):
    """The views of a hand of a city, step by step."""
    rules = find_rules(city)
    chain = Chain(random.Random(seed).randbytes(32))
    hand = Hand(rules, deal_hand(chain.secret(1), NOBODY, rules, None), HandSetup(hand=1, stake=1))
    rng = random.Random(seed)
    while hand.phase != "over":
        yield hand
        if hand.phase == "claims" and hand.can_resolve:
            hand.apply(Resolve())
        else:
            hand.apply(choose_expert(hand.view(min(hand.pending)), rules, rng))
    yield hand


@pytest.mark.parametrize("city", ["harbin", "mudanjiang", "qiqihar"])
def test_all_that_lies_open_and_all_that_is_ones_own_is_told_and_nothing_else(city, trials):
    told = set()
    for seed in range(trials(1)):
        for hand in deal(city, seed):
            for viewer in (None, 0):
                snapshot = dataclasses.replace(make_snapshot(make_own()), view=hand.view(viewer))
                for language in LANGUAGES:
                    texts = texts_for(language)
                    said = "\n".join(
                        [*tell_hand(snapshot, texts), *tell_waits(snapshot, texts), *tell_table(snapshot, texts)]
                    )
                    assert len(said) < MOST_TEXT - 800
                    known = public_kinds(snapshot.view)
                    if snapshot.view.result is not None:
                        known |= {tile for tiles in snapshot.view.result.hands for tile in tiles}
                        known |= {snapshot.view.result.bao} - {None}
                    elif viewer is not None:
                        known |= own_kinds(snapshot.view)
                    assert named_kinds(expand(said, language)) == known
                    told |= {key for key in ("listening", "melds", "(taken)", "bao is", "gang") if key in said}
    assert told >= {"listening", "melds", "(taken)", "bao is"}


def expand(said, language):
    """Write each tile of a group by itself: 1-1-2 Wan is 1 Wan, 1 Wan, 2 Wan."""

    def single(found):
        return ", ".join(f"{digit}{found[2]}" for digit in re.findall(r"\d", found[1]))

    pattern = r"(\d(?:-\d)+)( (?:Wan|Dot|Bam))" if language == "en" else r"(\d{2,})([万筒条萬條])"
    return re.sub(pattern, single, said)


async def test_a_hand_is_played_without_a_single_picture(house):
    for person in house.people:
        await set_own(person, "language", "en")
        await set_own(person, "text_mode")
    await house.start_with_people(4)
    for _ in range(8):
        for person in house.people:
            panel, shot = panel_of(person), house.shot(person)
            assert panel.attachments == []
            if shot.view.phase == "turn" and shot.decision is not None:
                assert f"Your tiles: **{group_tiles(shot.view.own.concealed, EN)}**" in panel.text
                assert name_tile(EN, list_hand(shot.view.own)[0]) in panel.labels
        await play_step(house)


async def test_text_mode_holds_at_once_for_the_open_panel_and_only_for_who_wants_it(house):
    await house.start_with_people(4)
    maya, ivan = house.people[:2]
    await set_own(maya, "text_mode")
    await house.settle()
    assert (len(panel_of(maya).attachments), len(panel_of(ivan).attachments)) == (0, 1)
    await play_step(house)
    assert (await press(maya, Act.REFRESH)).attachments == []
    await set_own(maya, "text_mode")
    await house.settle()
    assert len(panel_of(maya).attachments) == 1


async def test_the_table_is_told_to_who_asks_for_it_in_text_mode(house):
    await house.start_with_people(4)
    maya = house.people[0]
    assert "Here it is." in (await maya.slash("table", channel=CHANNEL)).text
    await set_own(maya, "text_mode")
    await play_step(house)
    view = house.shot(maya).view
    reply = await maya.slash("table", channel=CHANNEL)
    assert reply.is_ephemeral
    assert f"{view.wall_left} tiles left to draw" in reply.text
    assert f"discards: {name_tiles(EN, [tile.tile for tile in view.seats[view.dealer].river])}" in reply.text
    for person in house.people:
        assert person.user.display_name in reply.text
    while house.shot(maya).view.phase != "claims":
        await play_step(house)
    view = house.shot(maya).view
    said = (await maya.slash("table", channel=CHANNEL)).text
    assert f"discarded **{name_tile(EN, view.window.tile)}**" in said
    while house.shot(maya).view.phase != "turn":
        await play_step(house)
    tile = house.shot(maya).view.last_discard[1]
    assert f"last discard: {name_tile(EN, tile)}" in (await maya.slash("table", channel=CHANNEL)).text


async def test_how_a_hand_ended_is_told_with_all_hands_shown(new_house):
    async with new_house(seed=find_short_seed()) as house:
        maya = house.people[0]
        await set_own(maya, "text_mode")
        await house.start_with_people(4)
        await play_to_end(house)
        result = house.shot(maya).view.result
        for told in (panel_of(maya), await maya.slash("table", channel=CHANNEL)):
            assert f"wins on {'' if result.source is not None else 'the own draw'}".strip() in told.text
            for tiles in result.hands:
                assert f"hand {group_tiles(sorted(tiles), EN)}" in told.text


async def test_other_pictures_for_one_person_are_told_too(house):
    maya = house.people[0]
    hand = {"hand": "123m456p789s1133m"}
    drawn = await maya.slash("judge", channel=CHANNEL, options=hand)
    await set_own(maya, "text_mode")
    told = await maya.slash("judge", channel=CHANNEL, options=hand)
    assert (len(drawn.attachments), len(told.attachments)) == (1, 0)
    assert "hand 1112333m 456p 789s" in told.text
    lesson = await maya.slash("tutorial", channel=CHANNEL)
    assert (lesson.attachments, "hand " in lesson.text) == ([], True)
