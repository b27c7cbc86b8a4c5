"""The life of an interaction: 3 seconds, one first answer, 15 minutes, and whose messages it reaches."""

import asyncio

import discord
import pytest

from sandbox import ClientError, InteractionFailed


@pytest.fixture
async def opened(bot, ivan):
    """An interaction that the bot has got and leaves to the test: the interaction and what the person awaits."""
    waiting = asyncio.create_task(ivan.slash("silent", channel="general", may_fail=True))
    interaction = await bot.heard("silent")
    yield interaction, waiting
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


@pytest.fixture
def answer(api, opened):
    """Send a callback body for the open interaction."""

    async def send(body, **kwargs):
        interaction, _ = opened
        return await api("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", json=body, **kwargs)

    return send


@pytest.fixture
def hook(opened):
    """The webhook path of the open interaction."""
    interaction, _ = opened
    return f"/webhooks/{interaction.application_id}/{interaction.token}"


def message(content="x", **fields):
    return {"type": 4, "data": {"content": content} | fields}


async def test_a_first_answer_after_three_seconds_is_unknown(server, answer, opened):
    server.clock.advance(3.1)
    status, body = await answer(message())
    assert (status, body["code"]) == (404, 10062)
    assert await opened[1] is None


async def test_a_first_answer_within_three_seconds_is_taken(server, answer, opened):
    server.clock.advance(2.9)
    assert (await answer(message()))[0] == 204
    assert (await opened[1]).content == "x"


async def test_a_second_first_answer_is_refused(answer):
    await answer(message())
    status, body = await answer(message())
    assert (status, body["code"]) == (400, 40060)


@pytest.mark.wrong_on_purpose
async def test_a_refused_form_leaves_the_interaction_open(answer, opened):
    status, body = await answer(message("x" * 2001))
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert (await answer(message()))[0] == 204


async def test_a_wrong_token_or_id_is_unknown(api, opened):
    interaction, _ = opened
    for path in (f"/interactions/{interaction.id}/no/callback", f"/interactions/1/{interaction.token}/callback"):
        status, body = await api("POST", path, json=message())
        assert (status, body["code"]) == (404, 10062)


async def test_the_answer_tells_about_the_message_only_if_asked(answer, opened):
    status, body = await answer(message(flags=64), params={"with_response": "true"})
    assert status == 200
    assert body["interaction"]["response_message_ephemeral"] is True
    assert body["resource"]["message"]["content"] == "x"


@pytest.mark.wrong_on_purpose
@pytest.mark.parametrize("kind", [1, 6, 7, 8, 99, None])
async def test_a_command_cannot_be_answered_with(answer, kind):
    status, body = await answer({"type": kind, "data": {"content": "x"}})
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["type"]["_errors"][0]["code"] == "BASE_TYPE_CHOICES"


@pytest.mark.wrong_on_purpose
@pytest.mark.parametrize("flags", [1 << 15, 1 << 12, 1 << 2])
async def test_a_defer_carries_no_flag_but_ephemeral(answer, flags):
    status, body = await answer({"type": 5, "data": {"flags": flags}})
    assert (status, body["code"]) == (400, 50035)
    assert "flags" in body["errors"]["data"]
    assert (await answer({"type": 5, "data": {"flags": 64}}))[0] == 204


async def test_before_the_first_answer_there_is_no_webhook(api, hook):
    for method, path, form in (("POST", hook, {"content": "x"}), ("GET", f"{hook}/messages/@original", None)):
        status, body = await api(method, path, json=form)
        assert (status, body["code"]) == (404, 10015)


async def test_a_token_dies_after_fifteen_minutes(api, server, answer, hook):
    await answer(message())
    server.clock.advance(899)
    assert (await api("PATCH", f"{hook}/messages/@original", json={"content": "y"}))[0] == 200
    server.clock.advance(2)
    for method, path in (
        ("PATCH", f"{hook}/messages/@original"),
        ("POST", hook),
        ("GET", f"{hook}/messages/@original"),
    ):
        status, body = await api(method, path, json={"content": "z"})
        assert (status, body["code"]) == (401, 50027)


async def test_a_made_up_token_is_invalid(api, opened, answer):
    await answer(message())
    interaction, _ = opened
    status, body = await api("GET", f"/webhooks/{interaction.application_id}/no/messages/@original")
    assert (status, body["code"]) == (401, 50027)
    status, body = await api("GET", f"/webhooks/1/{interaction.token}/messages/@original")
    assert (status, body["code"]) == (404, 10015)


async def test_an_ephemeral_message_does_not_exist_for_channel_routes(api, answer, opened):
    await answer(message(flags=64))
    reply = await opened[1]
    path = f"/channels/{reply.channel_id}/messages"
    for method in ("GET", "PATCH", "DELETE"):
        status, body = await api(method, f"{path}/{reply.id}", json={"content": "y"})
        assert (status, body["code"]) == (404, 10008)
    assert await api("GET", path) == (200, [])


async def test_a_deleted_original_is_unknown(api, answer, hook):
    await answer(message(flags=64))
    assert (await api("DELETE", f"{hook}/messages/@original"))[0] == 204
    status, body = await api("PATCH", f"{hook}/messages/@original", json={"content": "y"})
    assert (status, body["code"]) == (404, 10008)


async def test_a_webhook_reaches_only_its_own_messages(api, ivan, answer, hook):
    await answer(message())
    said = ivan.say("general", "mine")
    status, body = await api("PATCH", f"{hook}/messages/{said.id}", json={"content": "y"})
    assert (status, body["code"]) == (404, 10008)


async def test_an_answer_cannot_take_away_being_ephemeral(api, answer, opened, hook):
    await answer({"type": 5, "data": {"flags": 64}})
    await api("POST", hook, json={"content": "x"})
    assert (await opened[1]).is_ephemeral


async def test_a_public_defer_stays_public_whatever_its_follow_up_says(api, maya, answer, opened, hook):
    await answer({"type": 5})
    await api("POST", hook, json={"content": "x", "flags": 64})
    assert [each.content for each in maya.messages("general")] == ["x"]


async def test_an_answer_in_a_channel_that_is_gone_is_refused(api, server, answer):
    server.operator.delete_channel("general")
    status, body = await answer(message())
    assert (status, body["code"]) == (404, 10003)


@pytest.mark.wrong_on_purpose
@pytest.mark.parametrize(
    ("data", "where"),
    [
        (None, "data"),
        ({"custom_id": "m", "title": "", "components": []}, "data.title"),
        ({"custom_id": "m", "title": "x" * 46, "components": []}, "data.title"),
        ({"title": "t", "components": []}, "data.custom_id"),
        ({"custom_id": "m", "title": "t", "components": []}, "data.components"),
        ({"custom_id": "m", "title": "t", "components": [{"type": 2}]}, "data.components.0.type"),
        (
            {"custom_id": "m", "title": "t", "components": [{"type": 18, "label": "l", "component": {"type": 2}}]},
            "data.components.0.component.type",
        ),
        (
            {
                "custom_id": "m",
                "title": "t",
                "components": [{"type": 1, "components": [{"type": 4, "custom_id": "c", "style": 1}]}],
            },
            "data.components.0.components.0.label",
        ),
    ],
)
async def test_a_form_is_refused(answer, data, where):
    status, body = await answer({"type": 9, "data": data})
    assert (status, body["code"]) == (400, 50035)
    node = body["errors"]
    for step in where.split("."):
        node = node[step]
    assert node["_errors"]


@pytest.mark.wrong_on_purpose
async def test_more_than_25_choices_are_refused(server, bot, ivan):
    refused = []

    @bot.tree.command(description="Too many")
    async def many(interaction: discord.Interaction, what: str):
        pass

    @many.autocomplete("what")
    async def complete(interaction: discord.Interaction, current: str):
        choices = [discord.app_commands.Choice(name=str(at), value=str(at)) for at in range(26)]
        try:
            await interaction.response.autocomplete(choices)
        except discord.HTTPException as error:
            refused.append(error.code)
            await interaction.response.autocomplete(choices[:25])
        return []

    await bot.tree.sync()
    assert len(await ivan.autocomplete("many", "what", channel="general")) == 25
    assert refused == [50035]


# What no client lets a person do


async def test_nobody_can_click_what_they_cannot_see(bot, ivan, maya):
    hand = await ivan.slash("mahjong hand", channel="mahjong")
    with pytest.raises(ClientError, match="cannot see"):
        await maya.click(hand, "Discard")
    ivan.dismiss(hand)
    with pytest.raises(ClientError, match="cannot see"):
        await ivan.click(hand, "Discard")


async def test_nobody_can_click_a_disabled_button_or_one_that_is_gone(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="off", custom_id="off", disabled=True))
    sent = await channel.send("x", view=view)
    shown = ivan.messages("general")[0]
    with pytest.raises(ClientError, match="disabled"):
        await ivan.click(shown, "off")
    with pytest.raises(ClientError, match="0 buttons"):
        await ivan.click(shown, "on")
    await sent.delete()
    with pytest.raises(ClientError):
        await ivan.click(shown, "off")


async def test_options_are_checked_as_a_client_does(bot, ivan):
    for values, reason in (
        ({}, "requires"),
        ({"rules": 5}, "no value"),
        ({"rules": "harbin", "stake": 101}, "takes 1 to 100"),
        ({"rules": "harbin", "colour": "red"}, "no option"),
    ):
        with pytest.raises(ClientError, match=reason):
            await ivan.slash("mahjong table", channel="general", **values)
    with pytest.raises(ClientError, match="no command"):
        await ivan.slash("chess", channel="general")
    with pytest.raises(ClientError, match="subcommand"):
        await ivan.slash("mahjong", channel="general")


async def test_a_command_for_administrators_is_not_offered_to_others(bot, server, ivan):
    @bot.tree.command(description="For few")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def few(interaction: discord.Interaction):
        await interaction.response.send_message("few")

    await bot.tree.sync()
    with pytest.raises(ClientError, match="not offered"):
        await ivan.slash("few", channel="general")
    assert (await server.person("小雪").slash("few", channel="general")).content == "few"


async def test_a_form_takes_only_what_fits_its_fields(bot, ivan, maya):
    modal = await ivan.slash("words", channel="general")
    with pytest.raises(ClientError, match="characters"):
        await ivan.submit(modal, {"Words": "x" * 21, "City": ["Harbin"]})
    with pytest.raises(ClientError, match="offers"):
        await ivan.submit(modal, {"Words": "x", "City": ["Moscow"]})
    with pytest.raises(ClientError, match="no fields"):
        await ivan.submit(modal, {"Words": "x", "City": ["Harbin"], "Age": "9"})
    with pytest.raises(ClientError, match="no such form"):
        await maya.submit(modal, {"Words": "x", "City": ["Harbin"]})


async def test_a_click_nobody_answers_fails(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="dead", custom_id="dead"))
    await channel.send("x", view=view)
    bot.seen.clear()
    waiting = asyncio.create_task(ivan.click(ivan.messages("general")[0], "dead"))
    await bot.saw("interaction")
    server.clock.advance(3.1)
    with pytest.raises(InteractionFailed, match="This interaction failed"):
        await waiting
