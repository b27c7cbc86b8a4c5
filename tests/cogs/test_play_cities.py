"""What the cities do differently, played by clicking from stacked walls to the end of the hand, where there is one."""

from contextlib import asynccontextmanager

import pytest

from cogs.pictures import label_seats
from cogs.presses import Act
from cogs.texts import choose_language, texts_for
from cogs.words import name_tile
from engine.actions import AnGang, CallBao, Chi, Discard, Pass, Peng, SayListen, Win, Zhan
from engine.errors import RuleError
from engine.melds import MeldType
from engine.view import FaceDownGang
from render import draw_table
from tests.clauses.test_m_mudanjiang import CHI_8M, CHI_LISTENER
from tests.clauses.test_q_qiqihar import FIRST_BAO, FIVE_PAIRS, READY, SECOND_BAO
from tests.cogs.playing import (
    PAUSE,
    Watch,
    do,
    find_button,
    let_pass,
    named_kinds,
    panel_of,
    person_at,
    press,
)
from tests.tables import shrink_wall, stack_deal, t

pytestmark = pytest.mark.slow


@pytest.fixture
def stacked(new_house, monkeypatch):
    """Open a house whose four people are dealt a stacked wall: `async with stacked("harbin", hands=…) as house`."""

    @asynccontextmanager
    async def open_stacked(rules, *, options=None, **tiles):
        monkeypatch.setattr("host.match.deal_hand", lambda *_: stack_deal(**tiles))
        async with new_house() as house:
            await house.start_with_people(rules=rules, **({} if options is None else {"options": options}))
            yield house

    return open_stacked


def spectator(house):
    return house.table.snapshot(None).view


def hand_of(house):
    """The hand in play, to be changed as no player could."""
    return house.table._match.hand


def table_text(house):
    """The words of the public message with the table, the picture's included."""
    return table_message(house).text


def table_message(house):
    public = [reply for reply in house.people[0].messages("mahjong") if not reply.is_ephemeral]
    return next(reply for reply in reversed(public) if find_button(reply, Act.MY_HAND) is not None)


def asks(person, key, **facts):
    """Whether a person's panel says this, in the person's own language."""
    texts = texts_for(choose_language(person.user.locale))
    facts = {name: name_tile(texts, t(fact)) for name, fact in facts.items()}
    return texts.say(key, **facts) in panel_of(person).text


async def discard(house, tile, seat, *, listen=False):
    await do(house, Discard(seat, t(tile), listen))


async def discard_drawn(house, seat):
    """Let a seat discard what it has drawn, and nobody claim it."""
    drawn = house.shot(person_at(house, seat)).view.own.drawn
    await do(house, Discard(seat, drawn))
    await let_pass(house)


@pytest.mark.parametrize("wins", [True, False])
async def test_m6_m8_who_said_listen_takes_the_tile_and_wins_with_a_tile_dealt_out_or_lets_it_go(stacked, wins):
    hands = {0: "8m", 1: CHI_LISTENER}
    async with stacked("mudanjiang", hands=hands, front="1p4s9p7m", tail="9m") as house:
        watch, listener = Watch(house), person_at(house, 1)
        await discard(house, "8m", 0)
        assert asks(listener, "hand-say-listen")
        await do(house, SayListen(1))
        assert asks(listener, "hand-take", tile="8m")
        await do(house, CHI_8M)
        await let_pass(house)
        await discard(house, "3m", 1, listen=True)
        watch()
        shrink_wall(hand_of(house), 4)
        await let_pass(house)
        watch()
        view = spectator(house)
        assert [view.seats[seat].river[-1].tile for seat in (2, 3, 0)] == [t("1p"), t("4s"), t("9p")]
        assert [person for person in house.people if house.shot(person).decision is not None] == [listener]
        assert asks(listener, "hand-dealt-out")
        await do(house, Win(1) if wins else Pass(1))
        watch()
        assert watch.checked > 10
        result = house.table.snapshot(None).last_report.result
        if wins:
            assert (result.winner, result.how, result.tile) == (1, "self_draw", t("7m"))
        else:
            assert result.kind == "draw"


async def test_m5_a_face_down_gang_is_a_back_to_strangers_until_its_seat_opens(stacked):
    hands = {0: "2222m33p9s", 2: "3p"}
    async with stacked("mudanjiang", hands=hands, front="1p3p", tail="9m8s") as house:
        watch = Watch(house)
        owner = person_at(house, 0)
        strangers = [person for person in house.people if person is not owner]
        before = {person.id: len(person.events) for person in strangers}
        await do(house, AnGang(0, t("2m")))
        watch()
        view = spectator(house)
        assert view.seats[0].melds == (FaceDownGang(),)
        labels = label_seats(house.table.snapshot(None).seats, texts_for("en"), house.bot.painter.avatars)
        assert table_message(house).attachments[0].content == draw_table(view, labels, language="en")
        assert "face-down gang" in table_text(house)
        assert t("2m") in named_kinds(panel_of(owner).text)
        await discard(house, "9s", 0)
        await let_pass(house)
        watch()
        await discard_drawn(house, 1)
        watch()
        for person in strangers:
            shown = [event.message for event in person.events[before[person.id] :] if event.message is not None]
            assert shown
            assert all(t("2m") not in named_kinds("\n".join([reply.text, *reply.labels])) for reply in shown)
        await discard(house, "3p", 2)
        await do(house, Peng(0))
        await let_pass(house)
        watch()
        assert [meld.type for meld in spectator(house).seats[0].melds] == [MeldType.AN_GANG, MeldType.PENG]
        assert "concealed gang 2m" in table_text(house)
        assert "face-down" not in table_text(house)


async def test_q6_a_zhan_is_taken_by_listen_and_wins_as_seven_pairs(stacked):
    hands = {0: "4p", 1: FIVE_PAIRS}
    async with stacked("qiqihar", hands=hands, front="8p", places={FIRST_BAO: "9m"}) as house:
        watch = Watch(house)
        await discard(house, "4p", 0)
        await do(house, Zhan(1))
        await let_pass(house)
        watch()
        assert "zhan 4p" in table_text(house)
        await discard(house, "6p", 1, listen=True)
        await let_pass(house)
        watch()
        await discard(house, "8p", 2)
        await do(house, Win(1))
        await house.advance(PAUSE)
        watch()
        report = house.table.snapshot(None).last_report
        assert (report.result.winner, report.result.tile) == (1, t("8p"))
        assert "seven_pairs" in {line.code for line in report.result.score.lines}
        assert "Seven pairs" in house.newest_public().text


async def test_q10_q8_a_bao_is_called_lies_by_its_caller_and_the_new_one_is_won_on_as_it_lies(stacked):
    places = {FIRST_BAO: "5s", SECOND_BAO: "8s"}
    hands = {0: READY + "6s"}
    async with stacked("qiqihar", hands=hands, front="5s5s5s1m", places=places) as house:
        watch = Watch(house)
        caller = person_at(house, 0)
        await discard(house, "6s", 0, listen=True)
        await let_pass(house)
        for seat in (1, 2, 3):
            assert find_button(panel_of(caller), Act.CALL_BAO) is None
            await discard_drawn(house, seat)
            watch()
        await do(house, CallBao(0))
        watch()
        assert "The bao has been changed." in table_text(house)
        line = next(line for line in table_text(house).splitlines() if "old baos 5s" in line)
        assert line.startswith(caller.user.global_name)
        assert asks(caller, "hand-win-tongbao", tile="8s")
        assert [person for person in house.people if house.shot(person).decision is not None] == [caller]
        await do(house, Win(0))
        await house.advance(PAUSE)
        watch()
        result = house.table.snapshot(None).last_report.result
        assert (result.winner, result.how, result.tile) == (0, "tongbao", t("8s"))


@pytest.mark.parametrize("is_allowed", [True, False])
async def test_c5_after_a_chi_the_same_tile_and_the_other_end_can_be_pressed_only_with_swap_call(stacked, is_allowed):
    hands = {0: "2m", 1: "2345m"}
    options = None if is_allowed else "swap_call=no"
    async with stacked("harbin", hands=hands, options=options) as house:
        claimer = person_at(house, 1)
        await discard(house, "2m", 0)
        await do(house, Chi(1, (t("3m"), t("4m"))))
        await let_pass(house)
        shot = house.shot(claimer)
        held = shot.view.own.concealed
        for tile in ("2m", "5m"):
            button = find_button(panel_of(claimer), Act.DISCARD, held.index(t(tile)))
            assert button.disabled is not is_allowed
        other = find_button(panel_of(claimer), Act.DISCARD, next(n for n, kind in enumerate(held) if kind > t("5m")))
        assert not other.disabled
        if is_allowed:
            await press(claimer, Act.DISCARD, held.index(t("5m")))
            await house.settle()
            assert spectator(house).last_discard == (1, t("5m"))
        else:
            with pytest.raises(RuleError, match="illegal_action"):
                await house.table.act(int(claimer.id), shot.decision, Discard(1, t("5m")))
