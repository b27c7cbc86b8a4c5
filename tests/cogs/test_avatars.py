"""People's own pictures come to the table they sit at, asked for once each, and a game never waits for them."""

from collections import Counter
from io import BytesIO

from PIL import Image

from cogs.avatars import MOST, Avatars
from tests.cogs.conftest import CHANNEL


def colours_of(reply):
    picture = Image.open(BytesIO(reply.attachments[0].content)).convert("RGB")
    return {colour for _, colour in picture.getcolors(1 << 16)}


def count_asked(house, monkeypatch):
    """Count the pictures that the server hands out, by whose they are."""
    asked = []
    pictures = house.server.world.avatars

    class Counted(dict):
        def get(self, name):
            asked.append(name)
            return pictures.get(name)

    monkeypatch.setattr(house.server.world, "avatars", Counted())
    return asked


async def test_a_table_shows_the_pictures_of_who_sits_there_each_asked_for_once(house, monkeypatch):
    asked = count_asked(house, monkeypatch)
    maya, ivan, *_, other = house.people
    await other.slash("help", channel=CHANNEL)
    await house.start_with_people(2)
    for person in (maya, ivan):
        await person.slash("hand", channel=CHANNEL)
    await house.settle()
    assert sorted(asked) == sorted([maya.user.avatar, ivan.user.avatar])
    avatar = house.bot.painter.avatars.find(int(maya.id))
    most = avatar.colours[Counter(avatar.pixels).most_common(1)[0][0]]
    assert most in colours_of(house.newest_public())
    assert house.bot.painter.avatars.find(int(other.id)) is None


async def test_pictures_that_cannot_be_had_leave_the_game_alone_and_are_not_asked_for_again(house, monkeypatch):
    house.server.world.avatars.clear()
    asked = count_asked(house, monkeypatch)
    await house.start_with_people(2)
    await house.settle()
    assert len(asked) == 2
    assert len(house.newest_public().attachments) == 1


class Somebody:
    def __init__(self, number):
        self.id = number
        self.avatar = None


async def test_only_so_many_people_are_remembered():
    avatars = Avatars()
    for number in range(MOST + 5):
        avatars.note(Somebody(number))
    assert len(avatars._people) == MOST
    assert avatars.find(3) is None
    assert avatars.find(None) is None
