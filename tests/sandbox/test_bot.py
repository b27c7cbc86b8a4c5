"""A bot on the real, unpatched discord.py against the local Discord."""

import asyncio
import io

import discord
import pytest

from sandbox import InteractionFailed, LocalDiscord, Modal
from sandbox.gateway import RESUME_SECONDS
from sandbox.model import Permissions
from tests.sandbox.bare_bot import BareBot, make_png, run_bot


async def test_a_slash_command_is_answered_with_an_ephemeral_panel_and_picture(bot, ivan):
    reply = await ivan.slash("mahjong hand", channel="mahjong")
    assert reply.is_ephemeral
    assert "# Your hand" in reply.text
    assert reply.labels == ["Discard"]
    assert reply.button("🀄").custom_id == "discard"
    assert reply.attachments[0].content == make_png()
    assert (reply.attachments[0].width, reply.attachments[0].description) == (40, "one red dragon")
    container, file = reply.components
    assert [part["type"] for part in container["components"]] == [10, 12, 9, 14, 1]
    assert container["components"][1]["items"][0]["media"]["url"].startswith("http://127.0.0.1:")
    assert file["size"] == len(make_png())


async def test_an_ephemeral_message_is_seen_by_its_person_only(bot, server, ivan, maya):
    reply = await ivan.slash("mahjong hand", channel="mahjong")
    assert ivan.messages("mahjong") == [reply]
    assert maya.messages("mahjong") == []
    assert [each for each in server.world.emitted("Maya") if each.message] == []
    assert all("# Your hand" not in each.text for each in server.world.emitted(public_only=True))
    assert [kind for kind, _ in bot.seen] == ["interaction"]


async def test_a_click_on_a_dynamic_item_updates_the_message(bot, ivan, maya):
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin", stake=5)
    assert table.content == "harbin for 5"
    after = await maya.click(table, "Count 0")
    assert after == table
    assert after.content == "counted 1"
    assert after.labels == ["Count 1"]
    assert after.attachments[0].content == make_png()
    again = await ivan.click(table, custom_id="count:1")
    assert again.content == "counted 2"


async def test_a_click_that_was_on_its_way_reaches_the_bot_with_the_old_message(bot, ivan, maya):
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    await ivan.click(table, "Count 0")
    late = await maya.click(table, "Count 0", stale=True)
    assert late.content == "counted 1"


async def test_a_form_comes_and_its_fields_arrive(bot, ivan):
    modal = await ivan.slash("words", channel="general")
    assert isinstance(modal, Modal)
    assert modal.title == "Your words"
    assert list(modal.fields.values()) == ["Words", "City"]
    reply = await ivan.submit(modal, {"Words": "雪", "city": ["Qiqihar"]})
    assert reply.content == "雪 in Qiqihar"
    assert reply.is_ephemeral


async def test_a_select_arrives(bot, ivan):
    reply = await ivan.slash("choose", channel="general")
    assert reply.selects[0].values == ["harbin", "mudanjiang"]
    reply = await ivan.select(reply, "rules", ["mudanjiang"])
    assert reply.content == "chose mudanjiang"


async def test_autocomplete_offers_choices(bot, ivan):
    choices = await ivan.autocomplete("mahjong table", "rules", "q", channel="general", values={"stake": 2})
    assert choices == [{"name": "qiqihar", "value": "qiqihar"}]


async def test_the_first_follow_up_fills_the_deferred_answer_and_keeps_it_ephemeral(bot, ivan, maya):
    reply = await ivan.slash("think", channel="general")
    assert reply.content == "thought"
    assert reply.is_ephemeral
    assert not reply.is_loading
    more = await ivan.wait_message("general", lambda message: message.content == "more")
    assert more.is_ephemeral
    assert maya.messages("general") == []


async def test_original_and_follow_ups_are_edited_and_deleted_by_token(bot, ivan):
    await ivan.slash("think", channel="general")
    await ivan.wait_message("general", lambda message: message.content == "more")
    interaction = bot.kept["think"]
    await interaction.edit_original_response(
        content="again", attachments=[discord.File(io.BytesIO(make_png()), "a.png")]
    )
    original, more = ivan.messages("general")
    assert original.content == "again"
    assert original.attachments[0].filename == "a.png"
    assert original["edited_timestamp"] is not None
    await bot.kept["more"].edit(content="less")
    assert more.refresh().content == "less"
    await bot.kept["more"].delete()
    assert (await interaction.original_response()).content == "again"
    await interaction.delete_original_response()
    assert ivan.messages("general") == []


async def test_a_public_message_is_sent_edited_listed_and_deleted(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    sent = await channel.send("hello", file=discord.File(io.BytesIO(b"record"), "record.jsonl"))
    await sent.edit(content="hello again")
    assert [message.content for message in ivan.messages("general")] == ["hello again"]
    assert [message.content async for message in channel.history()] == ["hello again"]
    assert (await channel.fetch_message(sent.id)).content == "hello again"
    await sent.delete()
    assert ivan.messages("general") == []
    with pytest.raises(discord.NotFound) as refused:
        await channel.fetch_message(sent.id)
    assert refused.value.code == 10008


async def test_attachments_and_avatars_are_downloaded(bot, server, ivan):
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    channel = bot.get_channel(int(table.channel_id))
    message = await channel.fetch_message(int(table.id))
    assert await message.attachments[0].read() == make_png()
    avatar = await bot.kept["table"].user.display_avatar.read()
    assert avatar.startswith(b"\x89PNG")


async def test_threads_are_created_and_written_in(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    thread = await channel.create_thread(name="桌一", type=discord.ChannelType.public_thread)
    await thread.send("in the thread")
    assert [message.content for message in ivan.messages(thread.id)] == ["in the thread"]
    message = await channel.send("start")
    from_message = await message.create_thread(name="桌二")
    assert from_message.id == message.id
    reply = await ivan.slash("choose", channel="桌二")
    assert reply.channel_id == str(from_message.id)
    await from_message.edit(archived=True, locked=True)
    server.operator.set_permissions("general", "Mahjong", deny=Permissions.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException) as refused:
        await from_message.send("too late")
    assert refused.value.code == 160005


async def test_application_emojis_are_uploaded_listed_and_used_on_buttons(bot, server, ivan):
    emoji = await bot.create_application_emoji(name="tile_7z", image=make_png())
    assert [each.name for each in await bot.fetch_application_emojis()] == ["tile_7z"]
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="7z", custom_id="x", emoji=emoji))
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    await channel.send("tiles", view=view)
    assert ivan.messages("general")[0].button("tile_7z").emoji["id"] == str(emoji.id)
    assert await emoji.read() == make_png()
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []


async def test_commands_are_registered_with_their_localisations(bot, server):
    commands = {command["name"]: command for command in server.world.application.commands.values()}
    assert commands["mahjong"]["name_localizations"] == {"zh-CN": "麻将"}
    assert [command.name for command in await bot.tree.fetch_commands()] == list(commands)


async def test_commands_of_a_guild_are_registered_there(bot, server, ivan):
    guild = bot.guilds[0]

    @bot.tree.command(description="Only here", guild=guild)
    async def here(interaction: discord.Interaction):
        await interaction.response.send_message("here")

    await bot.tree.sync(guild=guild)
    assert (await ivan.slash("here", channel="general")).content == "here"


async def test_a_wrong_token_is_refused(server):
    bot = BareBot()
    server.token, token = "wrong", server.token
    try:
        with pytest.raises(discord.LoginFailure):
            async with run_bot(server, bot):
                pass
    finally:
        server.token = token


async def test_an_intent_that_was_not_granted_ends_the_connection(server):
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with run_bot(server, BareBot(intents=discord.Intents.all())):
            pass


async def test_a_guild_without_the_members_intent_lists_only_the_bot(bot, server):
    assert [member.id for member in bot.guilds[0].members] == [bot.user.id]
    assert bot.guilds[0].member_count == 5


async def test_events_go_only_to_the_intents_that_were_identified(server, ivan):
    async with run_bot(server, BareBot(intents=discord.Intents(guilds=True))) as bot:
        ivan.say("general", "hello")
        await ivan.slash("choose", channel="general")
        assert [kind for kind, _ in bot.seen] == ["interaction"]


async def test_what_others_write_comes_without_its_content(bot, ivan):
    ivan.say("general", "a secret")
    await ivan.slash("choose", channel="general")
    message = next(message for kind, message in bot.seen if kind == "message")
    assert message.content == ""


async def test_a_command_nobody_answers_fails_after_three_seconds(bot, server, ivan):
    waiting = asyncio.create_task(ivan.slash("silent", channel="general", whom=ivan.user))
    await bot.heard("silent")
    assert bot.kept["silent"].namespace.whom.display_name == "Ivan"
    server.clock.advance(2.9)
    await asyncio.sleep(0)
    assert not waiting.done()
    server.clock.advance(0.2)
    with pytest.raises(InteractionFailed, match="did not respond"):
        await waiting


async def test_a_command_fails_at_once_when_the_bots_session_has_ended(server, ivan):
    async with run_bot(server, BareBot()):
        pass
    server.clock.advance(RESUME_SECONDS)
    with pytest.raises(InteractionFailed):
        await ivan.slash("choose", channel="general")
    assert await ivan.slash("choose", channel="general", may_fail=True) is None


async def test_a_lost_connection_is_resumed_and_misses_nothing(bot, server, ivan):
    server.gateway.disconnect(4000)
    ivan.say("general", "while away")
    await bot.saw("resumed")
    assert [kind for kind, _ in bot.seen] == ["message", "resumed"]
    assert (await ivan.slash("choose", channel="general")).content == "choose"


async def test_what_the_bot_asked_is_recorded(bot, server, ivan):
    await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    last = server.requests[-1]
    assert last.method == "POST"
    assert last.path.endswith("/callback")
    assert last.body["data"]["content"] == "harbin for 1"
    assert last.uploads[0].content == make_png()
    assert last.status == 200


async def test_two_servers_do_not_share_a_port(server):
    other = LocalDiscord(port=server.port)
    with pytest.raises(OSError, match="in use"):
        await other.start()


def test_any_other_address_than_loopback_is_refused_with_a_reason():
    with pytest.raises(ValueError, match=r"127\.0\.0\.1 only"):
        LocalDiscord(host="0.0.0.0")
