"""The driver: every kind of option and select a person can fill in, what they see, and what they may not do."""

import discord
import pytest
from discord import app_commands, ui

from sandbox import ClientError, World


async def register(bot, command):
    bot.tree.add_command(command)
    await bot.tree.sync()


async def test_options_of_every_kind_arrive(bot, server, ivan, maya):
    @app_commands.command(description="All kinds")
    async def kinds(  # noqa: PLR0917 - one of each
        interaction: discord.Interaction,
        user: discord.Member,
        channel: discord.TextChannel,
        role: discord.Role,
        anybody: discord.Member | discord.Role,
        share: float,
        sure: bool,
        short: app_commands.Range[str, 2, 3],
    ):
        values = (user.display_name, channel.name, role.name, anybody.name, share, sure, short)
        await interaction.response.send_message(
            " ".join(map(str, values)), allowed_mentions=discord.AllowedMentions.none()
        )

    await register(bot, kinds)
    guild_id = next(iter(server.world.guilds))
    values = {
        "user": maya.user,
        "channel": server.world.find_channel("麻将"),
        "role": guild_id,
        "anybody": ivan.id,
        "share": 0.5,
        "sure": True,
        "short": "ab",
    }
    reply = await ivan.slash("kinds", channel="general", options=values)
    assert reply.content == "Maya 麻将 @everyone ivan 0.5 True ab"
    for name, wrong in (
        ("short", "a"),
        ("short", "abcd"),
        ("sure", 1),
        ("user", "nobody"),
        ("role", "1"),
        ("channel", "1"),
    ):
        with pytest.raises(ClientError, match=name):
            await ivan.slash("kinds", channel="general", options=values | {name: wrong})


async def test_choices_of_an_option_are_the_only_ones(bot, ivan):
    @app_commands.command(description="Rules")
    @app_commands.choices(city=[app_commands.Choice(name="Harbin", value="harbin")])
    async def rules(interaction: discord.Interaction, city: str):
        await interaction.response.send_message(city)

    await register(bot, rules)
    assert (await ivan.slash("rules", channel="general", city="harbin")).content == "harbin"
    with pytest.raises(ClientError, match="offers"):
        await ivan.slash("rules", channel="general", city="moscow")
    with pytest.raises(ClientError, match="autocomplete"):
        await ivan.autocomplete("rules", "city", channel="general")


async def test_selects_of_people_channels_and_roles_arrive(bot, server, ivan, maya):
    class Seats(ui.View):
        @ui.select(cls=ui.MentionableSelect, custom_id="any", max_values=2)
        async def anybody(self, interaction, select):
            await interaction.response.edit_message(content=" ".join(value.name for value in select.values))

        @ui.select(cls=ui.ChannelSelect, custom_id="where")
        async def where(self, interaction, select):
            await interaction.response.edit_message(content=select.values[0].name)

    @app_commands.command(description="Seats")
    async def seats(interaction: discord.Interaction):
        await interaction.response.send_message("seats", view=Seats(timeout=None))

    await register(bot, seats)
    reply = await ivan.slash("seats", channel="general")
    assert [select.values for select in reply.selects] == [[], []]
    guild_id = next(iter(server.world.guilds))
    assert (await ivan.select(reply, "any", [maya.id, guild_id])).content == "maya @everyone"
    where = server.world.find_channel("麻将").id
    assert (await ivan.select(reply, "where", [where])).content == "麻将"
    chosen = discord.SelectDefaultValue(id=int(where), type=discord.SelectDefaultValueType.channel)
    Seats.where.__discord_ui_model_kwargs__["default_values"] = [chosen]
    again = await ivan.slash("seats", channel="general")
    assert again.selects[1].data["default_values"] == [{"id": where, "type": "channel"}]
    for custom_id, values, reason in (("any", [], "takes"), ("any", ["1"], "no '1'"), ("other", [], "no component")):
        with pytest.raises(ClientError, match=reason):
            await ivan.select(reply, custom_id, values)


async def test_events_are_waited_for_from_a_moment_on(bot, ivan, maya):
    before = len(ivan.events)
    maya.say("general", "hello")
    event = await ivan.wait_for(lambda each: each.message is not None, since=before)
    assert (event.kind, event.message.content) == ("message_create", "hello")
    with pytest.raises(TimeoutError):
        await ivan.wait_for(lambda each: True, timeout=0.01)
    with pytest.raises(TimeoutError):
        await ivan.wait_message("general", lambda message: message.content == "bye", timeout=0.01)


async def test_only_moderators_delete_what_others_wrote(bot, server, ivan, maya):
    said = ivan.say("general", "x")
    with pytest.raises(ClientError, match="may not delete"):
        maya.delete(said)
    server.person("小雪").delete(said)
    assert said.is_deleted
    await bot.saw("delete")
    hand = await ivan.slash("mahjong hand", channel="general")
    with pytest.raises(ClientError, match="may not delete"):
        server.person("小雪").delete(hand)
    with pytest.raises(ClientError, match="dismissed"):
        maya.dismiss(hand)


async def test_a_reply_shows_itself_as_a_message(bot, ivan):
    reply = await ivan.slash("mahjong table", channel="general", rules="harbin")
    assert reply["content"] == reply.content == dict(reply)["content"]
    assert len(reply) == len(reply.data)
    assert (reply, hash(reply)) == (reply.refresh(), hash(reply.refresh()))
    assert "harbin for 1" in repr(reply)
    assert reply.author_id == str(bot.user.id)
    assert (reply.buttons[0].style, reply.buttons[0].disabled, reply.buttons[0].url) == (2, False, None)
    assert reply.attachments[0].content_type == "image/png"


async def test_texts_of_embeds_are_read(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    embed = (
        discord.Embed(title="Results", description="of the hand")
        .add_field(name="Ivan", value="+8")
        .set_footer(text="end")
    )
    view = ui.View(timeout=None).add_item(ui.Button(label="Rules", url="https://example.com/"))
    await channel.send(embed=embed, view=view)
    reply = ivan.messages("general")[0]
    assert reply.text.split("\n") == ["Results", "of the hand", "Ivan", "+8", "end"]
    assert reply.button("Rules").url == "https://example.com/"
    with pytest.raises(ClientError, match="opens an address"):
        await ivan.click(reply, "Rules")


async def test_what_is_remembered_can_be_bounded(conformity):
    from sandbox import LocalDiscord, ManualClock
    from tests.sandbox.bare_bot import BareBot, run_bot

    world = World.default(keep=3)
    async with LocalDiscord(world, clock=ManualClock(), validator=conformity) as small, run_bot(small, BareBot()):
        ivan = small.person("Ivan")
        hands = [await ivan.slash("mahjong hand", channel="general") for _ in range(5)]
        assert ivan.messages("general") == hands[2:]
        assert len(small.requests) == len(small.world.emitted()) == 3
        assert len(small.interactions.by_id) == 5
        small.clock.advance(3600)
        await ivan.slash("mahjong hand", channel="general")
        assert len(small.interactions.by_id) == 1


def test_people_and_channels_are_found_by_any_of_their_names():
    world = World.default()
    user = world.find_person("小雪")
    assert {world.find_person(ref) for ref in (user, user.id, "xiaoxue")} == {user}
    channel = world.find_channel("mahjong")
    assert {world.find_channel(ref) for ref in (channel, channel.id, int(channel.id), "#mahjong")} == {channel}
    with pytest.raises(KeyError, match="nobody"):
        world.find_person("nobody")
    with pytest.raises(KeyError, match="no channel"):
        world.find_channel("nowhere")


def test_the_usual_world_has_the_same_ids_at_every_start_so_that_coins_are_found_again():
    first, second = World.default(), World.default()
    assert list(first.users) == list(second.users)
    assert list(first.guilds) == list(second.guilds)
    assert list(first.channels) == list(second.channels)
    assert first.snowflakes.next() > max(first.channels)
