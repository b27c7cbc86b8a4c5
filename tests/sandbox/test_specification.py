"""Every request of a real bot and every answer of the local Discord fits Discord's published specification."""

import io

import discord
import pytest

from tests.sandbox.bare_bot import make_png
from tests.sandbox.specification import load_specification


def faults_of(server):
    specification = load_specification()
    return [fault for request in server.requests for fault in specification.faults_of(request)]


async def use_everything(bot, server, ivan):
    """Let the bot make each kind of request at least once."""
    await ivan.slash("mahjong hand", channel="mahjong")
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    await ivan.click(table, "Count 0")
    await ivan.submit(await ivan.slash("words", channel="general"), {"Words": "雪", "City": ["Harbin"]})
    await ivan.select(await ivan.slash("choose", channel="general"), "rules", ["harbin"])
    await ivan.autocomplete("mahjong table", "rules", "h", channel="general")
    await ivan.slash("think", channel="general")
    await ivan.wait_message("general", lambda message: message.content == "more")
    await bot.kept["think"].edit_original_response(content="again")
    await bot.kept["think"].original_response()
    await bot.kept["more"].edit(content="less")
    await bot.kept["more"].delete()
    await bot.kept["think"].delete_original_response()
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    sent = await channel.send("hello", file=discord.File(io.BytesIO(make_png()), "a.png"))
    await sent.edit(
        content=ivan.mention, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(ivan.id))])
    )
    await sent.reply("a reply", embed=discord.Embed(title="t", description="d").set_footer(text="f"))
    await sent.pin()
    assert [message.id async for message in channel.pins()] == [sent.id]
    await sent.unpin()
    await channel.typing()
    thread = await sent.create_thread(name="桌")
    await thread.edit(archived=True)
    await (await channel.create_thread(name="own", type=discord.ChannelType.public_thread)).join()
    emoji = await bot.create_application_emoji(name="tile_7z", image=make_png())
    await emoji.edit(name="tile_1z")
    await bot.fetch_application_emojis()
    await emoji.delete()
    await bot.tree.fetch_commands()
    await bot.fetch_user(int(ivan.id))
    await bot.guilds[0].fetch_member(int(ivan.id))
    await (await bot.fetch_user(int(ivan.id))).send("in private")
    await sent.delete()


async def test_all_requests_and_answers_fit_the_specification(bot, server, ivan):
    await use_everything(bot, server, ivan)
    assert faults_of(server) == []
    assert {request.status for request in server.requests} <= {200, 201, 204}


async def test_refusals_fit_the_specification_too(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    with pytest.raises(discord.HTTPException):
        await channel.send("x" * 2001)
    with pytest.raises(discord.HTTPException):
        await channel.send(
            view=discord.ui.LayoutView().add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("no")))
        )
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(1)
    assert [request.status for request in server.requests[-3:]] == [400, 400, 404]
    assert faults_of(server) == []


def test_the_judge_finds_what_does_not_fit(server):
    specification = load_specification()

    class Wrong:
        method, path, status = "POST", "/channels/1/messages", 200
        body, answer = {"content": 5}, {"id": 7}

    faults = specification.faults_of(Wrong)
    assert any("asks /content" in fault for fault in faults)
    assert any("answers" in fault for fault in faults)
