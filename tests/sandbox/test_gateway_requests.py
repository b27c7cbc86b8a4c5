"""What a bot can ask the gateway for: members of a guild, sounds."""

import pytest

from sandbox.gateway import MEMBERS_SECONDS
from sandbox.intents import GUILD_MEMBERS, GUILD_PRESENCES, GUILDS


@pytest.fixture
async def asking(connect, server):
    """Ask for members; gives the data of all events that come."""
    server.world.application.granted_intents = GUILD_MEMBERS | GUILD_PRESENCES

    async def ask(intents, **form):
        wire = await connect()
        await wire.start(intents)
        await wire.send(8, {"guild_id": next(iter(server.world.guilds))} | form)
        return await wire.events()

    return ask


async def test_all_members_are_given_to_the_members_intent_alone(asking):
    assert await asking(GUILDS, query="", limit=0) == []
    ((name, chunk),) = await asking(GUILDS | GUILD_MEMBERS, query="", limit=0, nonce="n")
    assert (name, len(chunk["members"]), chunk["nonce"]) == ("GUILD_MEMBERS_CHUNK", 5, "n")
    assert (chunk["chunk_index"], chunk["chunk_count"]) == (0, 1)


async def test_all_members_are_given_once_in_half_a_minute(asking, server):
    await asking(GUILDS | GUILD_MEMBERS, query="", limit=0)
    ((name, told),) = await asking(GUILDS | GUILD_MEMBERS, query="", limit=0, nonce="n")
    assert (name, told["opcode"], told["meta"]["nonce"]) == ("RATE_LIMITED", 8, "n")
    assert 0 < told["retry_after"] <= MEMBERS_SECONDS
    server.clock.advance(MEMBERS_SECONDS)
    assert (await asking(GUILDS | GUILD_MEMBERS, query="", limit=0))[0][0] == "GUILD_MEMBERS_CHUNK"


async def test_members_are_found_by_the_beginning_of_a_name_and_by_id(asking, server, ivan):
    ((_, chunk),) = await asking(GUILDS, query="iv", limit=5, nonce="n" * 33)
    assert [member["user"]["username"] for member in chunk["members"]] == ["ivan"]
    assert "nonce" not in chunk
    ((_, chunk),) = await asking(GUILDS | GUILD_PRESENCES, user_ids=[ivan.id, "7"], presences=True)
    assert [member["user"]["username"] for member in chunk["members"]] == ["ivan"]
    assert (chunk["not_found"], chunk["presences"]) == (["7"], [])
    assert await asking(GUILDS, guild_id="7", user_ids=ivan.id) == []


async def test_many_members_come_in_chunks_of_a_thousand(asking, server):
    guild = next(iter(server.world.guilds.values()))
    for number in range(1996):
        user = server.world.add_person(f"p{number}", locale="en-US", color=number, has_avatar=False)
        server.operator.add_member(user, guild)
    chunks = await asking(GUILDS | GUILD_MEMBERS, query="", limit=0)
    assert [(len(chunk["members"]), chunk["chunk_index"], chunk["chunk_count"]) for _, chunk in chunks] == [
        (1000, 0, 3),
        (1000, 1, 3),
        (1, 2, 3),
    ]
    ((_, found),) = await asking(GUILDS, query="p", limit=0)
    assert len(found["members"]) == 100


async def test_no_guild_has_sounds(connect, server):
    wire = await connect()
    await wire.start(GUILDS)
    guild_id = next(iter(server.world.guilds))
    await wire.send(31, {"guild_ids": [guild_id, "7"]})
    assert await wire.events() == [("SOUNDBOARD_SOUNDS", {"guild_id": guild_id, "soundboard_sounds": []})]
