"""`/judge`, the calculator: the judge of the command line, asked in a person's words."""

import json
from pathlib import Path

import pytest

from cogs.choices import list_hand
from cogs.errors import Refusal
from cogs.judge_panel import Question, Verdict, build_judge_panel, write_request
from cogs.texts import LANGUAGES, texts_for
from engine.cities import find_rules
from engine.judge import judge
from engine.melds import parse_meld
from engine.notation import read_melds, read_tile, read_tiles
from engine.tiles import parse_tile, parse_tiles, tile_name
from host.preferences import Scope
from render import describe_judged, draw_judged
from tests.cogs.conftest import CHANNEL

EN = texts_for("en")
CASES = Path(__file__).parents[1] / "data" / "judge.jsonl"


def ask(hand, melds="", rules="harbin", options=None, **more):
    for name in ("tile", "bao"):
        if name in more:
            more[name] = read_tile(more[name])
    for name in ("closed", "unready"):
        more[name] = frozenset(more.get(name, ()))
    return Question(find_rules(rules, options), tuple(read_tiles(hand)), read_melds(melds), **more)


def told(question, texts=EN):
    return "\n".join(item.content for item in build_judge_panel(Verdict(question), texts, None).walk_children())


# ---- the same verdicts as the judge protocol


def worked_cases():
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if "error" not in case["expect"]:
            yield case["request"]


def turn(by_seat, winner):
    """Seats from the winner on."""
    return [by_seat[(winner + step) % 4] for step in range(4)]


def question_of(request):
    winner = request.get("winner", 0)
    seats = range(4)
    listening, opened = (turn(request.get(name, [True] * 4), winner) for name in ("listening", "open"))
    return Question(
        rules=find_rules(request["rules"], request.get("options")),
        concealed=tuple(parse_tiles(request["concealed"])),
        melds=tuple(map(parse_meld, request.get("melds", []))),
        tile=parse_tile(request["tile"]) if request["ask"] == "score" else None,
        how=request.get("how"),
        bao=None if request.get("bao") is None else parse_tile(request["bao"]),
        source=None if "from" not in request else (request["from"] - winner) % 4,
        dealer=(request.get("dealer", 0) - winner) % 4,
        closed=frozenset(seat for seat in seats if seat and not opened[seat]),
        unready=frozenset(seat for seat in seats if not listening[seat]),
        is_liable_dealer=request.get("liable_dealer", False),
        stake=request.get("stake", 1),
        runs=None if request.get("runs") is None else tuple(turn(request["runs"], winner)),
    )


def test_every_worked_case_of_the_protocol_is_judged_alike_and_told_in_every_language(caplog):
    asked = set()
    for request in worked_cases():
        answer, verdict = judge(request), Verdict(question_of(request))
        asked.add(request["ask"])
        if request["ask"] == "waits":
            assert [(tile_name(wait.tile), wait.is_kadang) for wait in verdict.waits] == [
                (wait["tile"], wait["kadang"]) for wait in answer["waits"]
            ]
        elif request["ask"] == "listen":
            choices = {tile_name(kind): [tile_name(wait.tile) for wait in ws] for kind, ws in verdict.listen_discards}
            assert choices == answer["discards"]
        elif answer["legal"]:
            assert list(verdict.score.shares) == turn(answer["shares"], request["winner"])
            deltas = verdict.score.deltas(verdict.question.stake)
            assert list(deltas) == turn(answer["deltas"], request["winner"])
        else:
            assert list(verdict.reasons) == answer["reasons"]
        for language in LANGUAGES:
            text = "\n".join(
                item.content for item in build_judge_panel(verdict, texts_for(language), None).walk_children()
            )
            assert len(text) <= 4000
            assert "{" not in text
    assert asked == {"waits", "listen", "score"}
    assert not caplog.records


# ---- in words


def test_waits_are_told_with_what_the_hand_itself_leaves():
    text = told(ask("123m456p79s77z", "chi 234m"))
    assert text.startswith(
        "### Calculator: Harbin\nhand 123m 456p 79s red red; melds chi 234m\n**It may listen, and waits for:**"
    )
    assert "• **8 Bam**, kadang (middle of a sequence): 4 unseen" in text
    assert "• **8 Bam**: 1 unseen" in told(ask("123m456p88s77z", "chi 789s"))


def test_a_hand_that_may_not_listen_is_told_why_condition_by_condition():
    text = told(ask("234m456p78s22p", "chi 234m"))
    assert "**It cannot listen.**" in text
    assert "✗ **A 1, a 9 or Red**: you have none" in text
    assert "✓ **Open**" in text


def test_a_tile_more_tells_which_discards_listen():
    text = told(ask("333s678s3677m8m", "chi 123p"))
    assert "• discard **3 Wan**: wait for 7 Wan (kadang" in text
    text = told(ask("2468m2468p24688s2s"))
    assert "**No discard makes it listen.**" in text


def test_a_win_is_told_line_by_line_with_who_pays_and_what_was_taken_as_so():
    text = told(ask("123m456p79s77z", "chi 234m", tile="8s", source=2, unready={2}, closed={1}, stake=5))
    assert "**Win on a discard: 8 Bam**" in text
    assert "• Win on a discard: **1** fan each" in text
    assert "• Closed hand, the next player: **3** fan" in text
    assert "• Discarded without listening, the player opposite: **3** fan" in text
    assert "• Kadang (middle of a sequence): **×2**" in text
    assert "the player opposite pays for the next player, the player before too" in text
    assert "The player opposite pays 14 fan × 5 = **70**" in text
    assert "**The winner gets 14 fan = 70.**" in text
    assert (
        "dealer: the winner, discarded by: the player opposite, closed: the next player, not listening: the player"
        in text
    )


def test_the_tile_won_on_may_stand_in_the_hand():
    shown = told(ask("123m456p789s77z", "chi 234m", tile="8s"))
    assert "**Self-draw: 8 Bam**" in shown
    assert told(ask("123m456p79s77z8s", "chi 234m", how="self_draw")) == shown
    assert told(ask("123m456p79s77z", "chi 234m", tile="8s")) == shown


def test_a_self_draw_of_the_bao_is_a_mobao():
    text = told(ask("123m456p79s77z", "chi 234m", tile="8s", bao="8s"))
    assert "Baozhongbao" in text


def test_a_win_on_the_lying_bao_needs_the_tile_once():
    for named in ({"tile": "8s"}, {"bao": "8s"}):
        assert "Tongbao: 8 Bam" in told(ask("123m456p79s77z", "chi 234m", "qiqihar", how="tongbao", **named))


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (ask("123m456p79s77z", "chi 234m", tile="9p"), "the hand does not wait for this tile"),
        (ask("123m456p79s77z", "chi 234m", tile="8s", how="tongbao"), "these rules do not play it so"),
        (ask("123m456p79s77z", "chi 234m", "qiqihar", tile="8s", how="rob_gang", source=1), "nobody robs a gang"),
        (ask("123m456p79s77z", "chi 234m", "qiqihar", tile="9p", how="tongbao"), "takes the bao"),
        (ask("123m456p789s77z11p", tile="7z"), "it is not open"),
        (ask("123m456p79s77z", "chi 234m", tile="8s", unready={0}), "the winner does not listen"),
    ],
)
def test_what_is_no_win_is_told_why(question, why):
    text = told(question)
    assert "**This is no win:**" in text
    assert why in text


@pytest.mark.parametrize(
    ("question", "code", "facts"),
    [
        (ask("123m"), "judge_count", {"held": 3, "melds": 0, "waits": 13, "listen": 14}),
        (ask("123m456p79s77z", tile="8s"), "judge_count", {"held": 10, "melds": 0, "waits": 13, "listen": 14}),
        (ask("123m456p79s77z8p", "chi 234m", tile="8s"), "judge_count", {"held": 11, "melds": 1}),
        (ask("1m", "chi 123m 456m 789m 123p 456p"), "judge_melds", {"melds": 5}),
        (ask("123m456p79s77z", "zhan 77s", "qiqihar"), "judge_count", {"held": 10, "melds": 1, "waits": 11}),
        (ask("11111m456p79s777z"), "judge_five", {"tile": "1m"}),
        (ask("123m456p79s77z", "peng 777z", tile="8s"), "judge_five", {"tile": "7z"}),
        (ask("123m456p79s77z", "chi 234m", how="self_draw"), "judge_needs_tile", {}),
        (ask("123m456p79s77z", "chi 234m", tile="8s", how="discard"), "judge_needs_from", {}),
    ],
)
def test_what_cannot_be_judged_is_refused_with_the_reason(question, code, facts):
    with pytest.raises(Refusal) as refused:
        Verdict(question)
    assert refused.value.code == code
    assert facts.items() <= refused.value.facts.items()


def test_a_request_holds_only_what_was_said():
    assert write_request(ask("123m456p79s77z", "chi 234m"))["ask"] == "waits"
    assert "bao" not in write_request(ask("123m456p79s77z", "chi 234m", tile="8s", how="self_draw"))


# ---- the picture


def test_the_picture_shows_what_the_words_say():
    waits = Verdict(ask("123m456p79s77z", "chi 234m")).picture_of()
    assert "8s×4 (Kadang)" in describe_judged(waits, "en")
    won = Verdict(ask("123m456p79s77z", "chi 234m", tile="8s", bao="5p")).picture_of()
    described = describe_judged(won, "en")
    assert "WIN 8s" in described
    assert "bao 5p" in described
    choices = Verdict(ask("333s678s3677m8m", "chi 123p")).picture_of()
    pictures = {draw_judged(hand) for hand in (waits, won, choices)}
    assert len(pictures) == 3


# ---- in Discord


async def test_judge_answers_anywhere_with_a_picture_and_its_words(house):
    maya = house.people[0]
    for channel in (CHANNEL, maya.dm()):
        answer = await maya.slash(
            "judge", channel=channel, options={"hand": "一二三万 四五六筒 七九条 中中", "melds": "吃234万"}
        )
        assert answer.is_ephemeral
        assert "• **8 Bam**, kadang" in answer.text
        assert len(answer.attachments) == 1
        assert "8s×4" in json.dumps(answer.components, ensure_ascii=False)


async def test_in_text_mode_judge_tells_the_hand_in_words_and_sends_no_picture(house):
    maya = house.people[0]
    await house.bot.desk.preferences.change(Scope.PERSON, int(maya.id), "text_mode", "true")
    answer = await maya.slash("judge", channel=CHANNEL, options={"hand": "123m456p79s77z", "melds": "chi 234m"})
    assert answer.attachments == []
    assert "hand 123m 456p 79s red red; melds chi 234m\n" in answer.text


async def test_judge_goes_by_the_rules_of_this_channels_table_unless_others_are_named(house):
    maya = house.people[0]
    await house.open_table(options="kadang_factor=5")
    options = {"hand": "123m456p79s77z", "melds": "chi 234m", "tile": "8s"}
    assert "×5" in (await maya.slash("judge", channel=CHANNEL, options=options)).text
    assert "×5" not in (await maya.slash("judge", channel=CHANNEL, options=options | {"rules": "harbin"})).text
    more = options | {"options": "kadang_factor=7"}
    assert "×7" in (await maya.slash("judge", channel=CHANNEL, options=more)).text


async def test_judge_takes_every_option(house):
    maya = house.people[0]
    options = {
        "hand": "123m456p79s77z",
        "melds": "chi 234m",
        "tile": "8s",
        "how": "discard",
        "from": "next",
        "bao": "5p",
        "closed": "23",
        "unready": "1",
        "dealer": "opposite",
        "rules": "qiqihar",
        "options": "run=true dealer_double=true",
        "stake": 3,
        "liable": False,
        "runs": "2 1 5 1",
    }
    answer = await maya.slash("judge", channel=CHANNEL, options=options)
    assert "• Run, the player opposite: **×10**" in answer.text
    assert "• Dealer doubles, the player opposite: **×2**" in answer.text
    assert "× 3 = " in answer.text


REFUSED = [
    ({"hand": "123m4x6p"}, "After `4` (sign 5) a suit is missing: `123m ▸4◂ x6p`."),
    ({"hand": "123m `x"}, "`'` (sign 6) is no tile"),
    ({"hand": "123m"}, "That is 3 concealed tiles. Without melds there must be 13"),
    ({"hand": "123m456p79s77z", "melds": "chi 235m"}, "This is no meld: `chi 235m`."),
    ({"hand": "11111m456p79s777z"}, "There are only four of `1m`."),
    (
        {"hand": "123m456p79s77z", "melds": "chi 234m", "tile": "89s"},
        "Here one tile is wanted, like `8s`; `89s` is 2.",
    ),
    ({"hand": "123m456p79s77z", "melds": "chi 234m", "how": "discard"}, "Say on which **tile** it was won."),
    ({"hand": "123m456p79s77z", "melds": "chi 234m", "tile": "8s", "how": "discard"}, "Say **from** whom"),
    ({"hand": "123m456p79s77z", "melds": "chi 234m", "runs": "1 2"}, "Write four numbers from 1, 2 and 5"),
    ({"hand": "123m456p79s77z", "options": "kadang=2"}, "There is no option `kadang`."),
]


async def test_what_judge_cannot_take_is_answered_with_the_reason(house):
    for options, reason in REFUSED:
        answer = await house.people[0].slash("judge", channel=CHANNEL, options=options)
        assert answer.text.startswith(reason)


async def test_judges_fields_offer_the_own_hand_of_a_game_to_its_player_alone(house):
    await house.start_with_people(2)
    offered = []
    for person in house.people[:3]:
        choices = await person.autocomplete("judge", "hand", channel=CHANNEL)
        offered.append([parse_tiles(choice["value"]) for choice in choices])
        assert await person.autocomplete("judge", "melds", channel=CHANNEL) == []
    for person, tiles in zip(house.people[:2], offered[:2], strict=True):
        assert tiles == [list(list_hand(house.shot(person).view.own))]
    assert offered[2] == []


async def test_judges_fields_answer_while_one_types(house):
    maya = house.people[0]

    async def offered(field, typed, **values):
        choices = await maya.autocomplete("judge", field, typed, channel=CHANNEL, values=values)
        return [(choice["name"], choice["value"]) for choice in choices]

    assert await offered("hand", "一二三万中") == [("123m7z (4 tiles)", "123m7z")]
    assert await offered("hand", "一二") == []
    ((said, typed),) = await offered("hand", "12mx")
    assert said.startswith("x (sign 4) is no tile: 12m ▸x◂.")
    assert (len(said) <= 100, typed) == (True, "12mx")
    assert await offered("melds", "碰222筒暗杠5条", hand="1m") == [("peng 222p, an_gang 5555s",) * 2]
    hand = {"hand": "123m456p78s77z", "melds": "chi 234m"}
    assert await offered("tile", "", **hand) == [("6 Bam", "6s"), ("9 Bam", "9s")]
    assert await offered("tile", "9", **hand) == [("9 Bam", "9s")]
    assert await offered("tile", "", hand="12x") == []
    assert ("big_wind=same_number", "big_wind=same_number") in [
        (value, value) for _, value in await offered("options", "big_w", hand="1m")
    ]
