"""/season through the real discord.py: started, ended with a champion's note, listed; by whom and in which language."""

import pytest

from cogs.texts import LANGUAGES
from host.preferences import Scope
from sandbox.permissions import Permissions
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_leaderboard import LOCALES, guild_of, play

SAID = {
    "en": ("has begun", "Champion: **Maya** with **+180** coins won in 2 hands"),
    "zh-CN": ("开始了", "冠军：**Maya**，2 局净胜 **+180** 积分"),
    "zh-TW": ("開始了", "冠軍：**Maya**，2 局淨勝 **+180** 積分"),
}


@pytest.fixture
def manager(house):
    house.server.operator.set_owner(house.people[0].user)
    house.server.operator.set_locale(house.people[0].user, "en-US")
    return house.people[0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_season_is_begun_and_ended_with_its_champion_in_the_servers_language(house, manager, language):
    begun, champion = SAID[language]
    await house.bot.preferences.change(Scope.SERVER, guild_of(house), "language", language)
    own = await manager.slash("season start", channel=CHANNEL, options={"name": "Winter"})
    assert "**Season 1: Winter** has begun" in own.text
    assert begun in house.newest_public().text
    assert "Winter" in house.newest_public().text
    await play(house, 2)
    own = await manager.slash("season end", channel=CHANNEL)
    assert "is over" in own.text
    note = house.newest_public()
    assert champion in note.text
    assert note.mentions == []
    (picture,) = note.attachments
    assert picture.width == 1000


async def test_a_season_in_which_nobody_played_has_no_champion(house, manager):
    await house.bot.preferences.change(Scope.SERVER, guild_of(house), "language", "en")
    await manager.slash("season start", channel=CHANNEL)
    await manager.slash("season end", channel=CHANNEL)
    assert "Nobody played a hand" in house.newest_public().text


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Manage Server"), ("zh-CN", "管理服务器"), ("zh-TW", "管理伺服器")]
)
async def test_only_who_manages_the_server_begins_and_ends_seasons(house, manager, language, said):
    ivan = house.people[1]
    house.server.operator.set_locale(ivan.user, LOCALES[language])
    for command in ("season start", "season end"):
        assert said in (await ivan.slash(command, channel=CHANNEL)).text
    await manager.slash("season start", channel=CHANNEL)
    listed = await ivan.slash("season list", channel=CHANNEL)
    assert "1" in listed.text
    assert said not in listed.text


async def test_a_season_that_runs_is_not_begun_again_and_none_is_not_ended(house, manager):
    assert "No season is running" in (await manager.slash("season end", channel=CHANNEL)).text
    await manager.slash("season start", channel=CHANNEL)
    again = await manager.slash("season start", channel=CHANNEL)
    assert "**Season 1** is running" in again.text
    assert "/season end" in again.text


async def test_seasons_are_listed_with_their_days_in_the_servers_zone_and_their_best(house, manager):
    assert "no season here yet" in (await manager.slash("season list", channel=CHANNEL)).text
    await house.bot.preferences.change(Scope.SERVER, guild_of(house), "zone", "Asia/Shanghai")
    await manager.slash("season start", channel=CHANNEL, options={"name": "*One*"})
    await play(house)
    await manager.slash("season end", channel=CHANNEL)
    await manager.slash("season start", channel=CHANNEL)
    listed = await manager.slash("season list", channel=CHANNEL)
    lines = listed.text.splitlines()
    assert lines[1].startswith("**Season 2** · since 20")
    assert "nobody yet" in lines[2]
    assert lines[3].startswith(r"**Season 1: \*One\*** · 20")
    assert lines[4:7] == ["1. Maya: +90", "2. 老王: −20", "2. Ivan: −20"]
    assert "Asia/Shanghai" in listed.text
    board = await manager.slash("leaderboard", channel=CHANNEL, options={"by": "net"})
    select = next(select for select in board.selects if select.custom_id.endswith("|span"))
    past = await manager.select(board, select.custom_id, ["s1"])
    assert "Season 1: " in past.text
    assert "**Maya**: **+90**" in past.text


async def test_where_the_channel_takes_no_message_the_season_begins_all_the_same(house, manager):
    house.server.operator.set_permissions(CHANNEL, "Mahjong", deny=Permissions.SEND_MESSAGES)
    assert "has begun" in (await manager.slash("season start", channel=CHANNEL)).text
