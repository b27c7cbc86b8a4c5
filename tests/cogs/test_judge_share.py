"""`/judge` answers one person; by a press of theirs its answer is there for all, now or after any restart."""

import pytest

from cogs.judge_panel import Verdict
from cogs.judge_press import make_share_button, read_judge_press, write_judge_press
from cogs.texts import texts_for
from host.preferences import Scope
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_judge import ask, question_of, worked_cases

WIN = {"hand": "123m456p79s77z", "melds": "chi 234m", "tile": "8s", "how": "discard", "from": "next"}
MANY = {
    "must_open": False,
    "min_suits": 1,
    "terminal_at": "win",
    "need_triplet": False,
    "dragon_for_triplet": "never",
    "two_pair_wait": False,
    "sequence_at": "never",
    "kadang_factor": 5,
    "stake": 1_000_000,
    "leave_penalty": "none",
}


def test_every_worked_case_can_be_shared_and_is_read_as_it_was_asked():
    for request in worked_cases():
        question = Verdict(question_of(request)).question
        if question.stake > 1_000_000:  # more than the command takes
            continue
        custom_id = write_judge_press(question)
        assert len(custom_id) <= 100, custom_id
        assert read_judge_press(custom_id) == question
        assert make_share_button(question, texts_for("en")).custom_id == custom_id


def test_ten_house_rules_fit_a_button_and_where_they_do_not_there_is_none():
    question = Verdict(ask("123m456p79s77z", "234m", options=MANY)).question
    custom_id = write_judge_press(question)
    assert len(custom_id) <= 100
    assert read_judge_press(custom_id) == question
    more = {f"fan_{how}": 99 for how in ("discard", "self_draw", "mobao", "baozhongbao")}
    more |= {"draw_liability": 0, "first_taker": "dealer", "deal_dice": 1, "luxury_factor": 9, "run": True}
    question = Verdict(ask("123m456p79s77z", "234m", options=MANY | more)).question
    assert make_share_button(question, texts_for("en")) is None


def test_what_was_written_otherwise_is_not_guessed_at():
    question = Verdict(ask("123m456p79s77z", "234m", tile="8s", options={"kadang_factor": 5})).question
    custom_id = write_judge_press(question)
    parts = custom_id.split("|")
    forged = [
        custom_id.replace("judge|1", "judge|2"),
        custom_id[:-1] + "6",
        "|".join([*parts[:4], "a" * 14, *parts[5:]]),
        "|".join([*parts[:5], "ai", *parts[6:]]),
        "|".join([*parts[:5], "bZ", *parts[6:]]),
        "|".join([*parts[:9], "Zw9"]),
        "judge|",
    ]
    assert [read_judge_press(each) for each in forged] == [None] * len(forged)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Calculator: "), ("zh-CN", "算番：哈尔滨"), ("zh-TW", "算番：哈爾濱")]
)
async def test_an_answer_is_shared_once_a_press_in_the_servers_language(house, language, said):
    maya = house.people[0]
    await house.bot.desk.preferences.change(
        Scope.SERVER, int(next(iter(house.server.world.guilds))), "language", language
    )
    answer = await maya.slash("judge", channel=CHANNEL, options=WIN)
    own = answer.text
    shared = await maya.click(answer, "Share")
    assert shared.id == answer.id
    assert shared.text.startswith(own)
    assert "Shared in this channel." in shared.text
    public = house.newest_public()
    assert said in public.text
    assert "Maya" in public.text
    assert public.buttons == []
    assert len(public.attachments) == 1
    assert (await maya.click(shared, "Share")).text == "This was shared here just now."
    assert house.newest_public().id == public.id


async def test_an_answer_of_before_a_restart_is_shared_all_the_same(reopen):
    async with reopen() as house:
        maya = house.people[0]
        answer = await maya.slash("judge", channel=CHANNEL, options=WIN)
    async with reopen() as house:
        house.server.clock.advance(3600)
        await house.people[0].click(answer, "Share")
        public = house.newest_public()
        assert [line for line in answer.text.splitlines() if line not in public.text] == []


async def test_in_a_direct_message_there_is_nobody_to_share_with(house):
    maya = house.people[0]
    assert (await maya.slash("judge", channel=maya.dm(), options=WIN)).buttons == []
