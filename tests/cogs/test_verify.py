"""`/verify`: a finished hand is checked step by step, and its file lets anybody check it without this program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cogs.errors import Refusal
from cogs.texts import LANGUAGES, texts_for
from cogs.verify_panel import build_verify_panel
from engine.record import write_lines
from engine.verify import CHECKS
from tests.cogs.conftest import CHANNEL
from tests.cogs.playing import find_short_seed, play_to_end
from tests.golden_records import read_golden
from tests.records import parse_lines

ROOT = Path(__file__).parents[2]
EN = texts_for("en")


def told(data, number=None, texts=EN):
    panel = build_verify_panel(data, number, texts)
    return "\n".join(item.content for item in panel.walk_children() if hasattr(item, "content"))


def golden(preset="harbin", kind=None, **fields):
    lines = parse_lines(read_golden(preset))
    if kind is not None:
        place = max(place for place, line in enumerate(lines) if line["type"] == kind)
        lines[place] |= fields
    return write_lines(lines).encode()


# ---- in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["harbin", "qiqihar"])
def test_every_step_is_told_in_every_language(preset, language, caplog):
    for number in range(1, 7):
        text = told(golden(preset), number, texts_for(language))
        assert "✗" not in text
        assert text.count("✓") >= len(CHECKS) - 2
        assert "{" not in text
        assert len(text) <= 4000
    assert not caplog.records


def test_seal_secret_and_how_often_it_is_hashed_are_told():
    lines = parse_lines(read_golden("harbin"))
    text = told(golden(), 2)
    assert f"`{lines[0]['commitment']}`" in text
    assert "hashed 2 times with SHA-256" in text
    assert "**Everything holds:**" in text


def test_words_are_told_with_who_set_them_and_nothing_in_them_is_markup():
    lines = parse_lines(read_golden("harbin"))
    place = next(place for place, line in enumerate(lines) if line["type"] == "start_hand")
    lines[place]["words"] = ["**`lu`ck**", "", "", ""]
    text = told(write_lines(lines).encode(), 1)
    assert "`**'lu'ck**`" in text
    assert "✗ **Wall**" in text


def test_who_asked_to_be_forgotten_has_words_but_no_name():
    lines = parse_lines(golden(kind="start_hand", words=["river"] * 4))
    for line in lines:
        for player in line.get("players", ()):
            player.update(kind="human", name="")
    assert f"{EN.say('board-nameless')} `river`" in told(write_lines(lines).encode())


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("end_hand", {"reveal": "0" * 64}, "✗ **Seal**"),
        ("start_hand", {"words": ["x" * 101, "", "", ""]}, "✗ **Words** mixed in"),
        ("deal", {"break": 111}, "✗ **Break**: not at place 111 of the ring"),
        ("deal", {"wall": ["1m"] * 112}, "✗ **Wall**: the tiles do not lie as secret and words say"),
    ],
)
def test_what_does_not_hold_is_told(kind, fields, said):
    text = told(golden("harbin", kind, **fields))
    assert said in text
    assert "**Something does not hold.**" in text


def test_a_hand_that_is_not_there_is_refused():
    with pytest.raises(Refusal) as refused:
        told(golden(), 7)
    assert (refused.value.code, refused.value.facts) == ("no_such_hand", {"hand": 7, "hands": 6})


# ---- at a table


def run_readme_check(tmp_path, data):
    """Run the lines that the README tells people to save as check.py."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program = next(block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "hashlib" in block)
    (tmp_path / "check.py").write_text(program, encoding="utf-8")
    (tmp_path / "file.jsonl").write_bytes(data)
    command = [sys.executable, "check.py", "file.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


async def test_the_last_hand_of_this_channel_is_checked_while_the_next_is_played_and_its_file_checks_itself(
    new_house, tmp_path
):
    async with new_house(seed=find_short_seed()) as house:
        maya = house.people[0]
        await house.open_table()
        answer = await maya.slash("verify", channel=CHANNEL)
        assert answer.text.startswith("No finished hand is remembered here.")
        seal = house.table.snapshot().commitment
        for person in house.people[1:]:
            await person.click(house.newest_public(), "Join")
        await maya.slash("words", channel=CHANNEL, options={"words": "spring"})
        await house.settle()
        for person in house.people:
            await person.click(house.newest_public(), "Start")
        await house.settle()
        assert (await maya.slash("verify", channel=CHANNEL)).text.startswith("No finished hand")
        await play_to_end(house)
        await house.advance(60)
        assert house.table.state == "playing"
        answer = await maya.slash("verify", channel=CHANNEL)
        assert answer.is_ephemeral
        assert "### Harbin · hand 1, checked" in answer.text
        assert f"`{seal}`" in answer.text
        assert "✓ **Words** mixed in: Maya `spring`" in answer.text
        assert "✗" not in answer.text
        (file,) = answer.attachments
        data = file.content
        assert run_readme_check(tmp_path, data) == "hand 1 True\n"
        lines = [json.loads(line) for line in data.decode().splitlines()]
        assert {line["type"] for line in lines} <= {"start_match", "start_hand", "deal", "end_hand", "end_match"}
        refused = await maya.slash("verify", channel=CHANNEL, options={"hand": "2"})
        assert refused.text == "There is no finished hand 2; one hand is over."


async def test_after_the_game_its_channel_and_its_players_can_still_check_it(reopen):
    async with reopen(seed=find_short_seed()) as house:
        await house.start_with_people(2, hands="4")
        await house.table.end(int(house.people[0].id), is_manager=True)
        await house.settle()
        assert len(house.tables) == 0
    async with reopen() as house:
        # Who did not play can check it where it was played, and only there.
        for person in house.people[:3]:
            assert "✗" not in (text := (await person.slash("verify", channel=CHANNEL)).text)
            assert text.count("✓") >= 6
        maya, _, stranger = house.people[:3]
        assert "hand 1, checked" in (await maya.slash("verify", channel="麻将")).text
        assert "没有打完的牌局" in (await stranger.slash("verify", channel="麻将")).text
