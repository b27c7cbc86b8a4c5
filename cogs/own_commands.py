"""The commands about one's own seat: `/waits`, `/auto` and `/words`. Whatever they say, only who asks sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.options import quote
from cogs.panel import write_panel
from cogs.translator import text
from cogs.waits_panel import build_waits_panel
from engine.shuffle import MAX_WORDS_BYTES
from host.errors import HostError

if TYPE_CHECKING:
    import discord

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.panel import Panel
    from cogs.texts import Texts


def build_own_commands(work: Desktop) -> list[app_commands.Command[Any, ..., Any]]:
    """Return the commands, to be added to a tree."""
    return [_waits(work), _auto(work), _words(work)]


def _waits(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    async def waits(interaction: discord.Interaction[Any]) -> None:
        async def tell(answer: Answer, texts: Texts) -> Panel:
            table = work.table_of(answer.interaction)
            return build_waits_panel(await table.look(answer.interaction.user.id), texts)

        await work.answer(interaction, tell)

    return app_commands.Command(name=text("command-waits"), description=text("command-waits-about"), callback=waits)


def _auto(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    @app_commands.rename(on=text("option-on"))
    @app_commands.describe(on=text("option-on-about"))
    async def auto(interaction: discord.Interaction[Any], on: bool | None = None) -> None:  # noqa: FBT001 (an option)
        async def switch(answer: Answer, texts: Texts) -> Panel:
            return write_panel(await _switch_autoplay(work, answer, texts, is_wanted=on))

        await work.answer(interaction, switch)

    return app_commands.Command(name=text("command-auto"), description=text("command-auto-about"), callback=auto)


def _words(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    @app_commands.rename(words=text("option-words"), clear=text("option-clear"))
    @app_commands.describe(words=text("option-words-about"), clear=text("option-clear-about"))
    async def words(
        interaction: discord.Interaction[Any],
        words: app_commands.Range[str, 1, MAX_WORDS_BYTES] | None = None,
        clear: bool = False,  # noqa: FBT001, FBT002 (discord.py passes options by name)
    ) -> None:
        async def keep(answer: Answer, texts: Texts) -> Panel:
            return await _set_words(work, answer, texts, "" if clear else words)

        await work.answer(interaction, keep)

    return app_commands.Command(name=text("command-words"), description=text("command-words-about"), callback=words)


async def _set_words(work: Desktop, answer: Answer, texts: Texts, words: str | None) -> Panel:
    """Set the own words for the shuffle (None: leave them), and say what they are."""
    user_id = answer.interaction.user.id
    table = work.table_of(answer.interaction)
    if words is not None:
        await table.set_words(user_id, words)
    # Only what is kept is told.
    snapshot = await table.look(user_id)
    if snapshot.viewer_seat is None:
        raise HostError("not_seated")
    own = snapshot.own_words
    if not own:
        return write_panel(texts.say("words-none"), texts.say("words-what"))
    when = "words-later" if snapshot.state == "playing" else "words-now"
    shown = f"`{quote(own, MAX_WORDS_BYTES)}`"
    return write_panel(texts.say(when, words=shown, bytes=len(own.encode())), texts.say("words-what"))


async def _switch_autoplay(work: Desktop, answer: Answer, texts: Texts, *, is_wanted: bool | None) -> str:
    """Switch autoplay (None: to what it is not) and return what to say."""
    user_id = answer.interaction.user.id
    table = work.table_of(answer.interaction)
    snapshot = await table.look(user_id)
    if snapshot.viewer_seat is None:
        raise HostError("not_seated")
    seat = snapshot.seats[snapshot.viewer_seat]
    is_on = seat.autoplay is not None
    if is_wanted is is_on:
        return texts.say("auto-is-on" if is_on else "auto-is-off")
    if is_on:
        await table.take_back(user_id)
        return texts.say("auto-off")
    await table.set_autoplay(user_id)
    wins = "yes" if table.rules.autoplay_wins else "no"
    return texts.say("auto-on", command=texts.say("command-auto"), wins=wins)
