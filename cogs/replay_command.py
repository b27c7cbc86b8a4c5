"""`/replay`: a hand that is over, step by step, from a seat or with all hands open; to be shared, filmed, taken along.

Rule 1: nothing of a hand that is still played can be asked for: the archive has hands that are over.
Rule 2: presses are found by their custom_id alone: after a restart and on panels of any age.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.attachments import pack_long
from cogs.errors import Refusal
from cogs.films import Films, FilmStoppedError, list_shots
from cogs.gateway import Refused, edit_kept
from cogs.panel import Panel, Picture, write_panel
from cogs.pictures import choose_theme
from cogs.replay_panel import (
    build_replay_panel,
    build_shared_panel,
    label_players,
    list_moments,
    list_names,
    name_look,
    say_moment,
)
from cogs.replay_press import EXPORT, FILM, MOVES, SHARE, WATCH, Look, ReplayPress, read_replay_press
from cogs.replays import Replays
from cogs.sharing import Sharing
from cogs.translator import text
from cogs.words import name_rules
from host.archive import read_match
from host.replayed import find_hand, find_last_hand

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import discord
    from discord.app_commands import Choice

    from cogs.answer import Answer
    from cogs.commands import Desktop
    from cogs.desk import Desk
    from cogs.gateway import KeptToken
    from cogs.replay_panel import Scene
    from cogs.replays import OpenedHand
    from cogs.texts import Texts
    from host.store import Store
    from render import Theme

log = logging.getLogger(__name__)

MAX_NAME = 40
"""Characters of a hand's name: more than any has."""

MAX_ALT = 1024
"""Discord: characters of a picture's words."""


def build_replay_command(work: Desktop) -> app_commands.Command[Any, ..., Any]:
    """Return /replay."""

    @app_commands.rename(hand=text("option-replay-hand"))
    @app_commands.describe(hand=text("option-replay-hand-about"))
    async def replay(interaction: discord.Interaction[Any], hand: app_commands.Range[str, 1, MAX_NAME] = "") -> None:
        async def show(answer: Answer, texts: Texts) -> Panel:
            return await work.replays.show_named(answer.interaction, hand, texts)

        await work.answer(interaction, show)

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=text("command-replay"), description=text("command-replay-about"), callback=replay
    )

    @command.autocomplete("hand")
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        return await work.history.complete(interaction, typed)

    return command


class ReplayClerk:
    """Shows replays, by command and by the selects and buttons on them. `close` it at the end."""

    def __init__(self, store: Store, desk: Desk) -> None:
        """Take the books, and whose painter draws."""
        self._store = store
        self._desk = desk
        self._films = Films()
        self._sharing = Sharing(desk)
        self.hands = Replays(store)

    def close(self) -> None:
        """End the films that are drawn."""
        self._films.close()

    async def show_named(self, interaction: discord.Interaction[Any], name: str, texts: Texts) -> Panel:
        """Return the panel of the hand of a name, without one of the hand that whoever asks played last.

        Raises:
            Refusal: `no_such_replay`, `no_own_replay`, `replay_broken`. HostError: `store_failed`.
        """
        if name:
            own_id = interaction.user.id if interaction.guild_id is None else None
            named = partial(find_hand, name=name, guild_id=interaction.guild_id, user_id=own_id)
            found = await self._store.read(named)
        else:
            own = partial(find_last_hand, user_id=interaction.user.id, guild_id=interaction.guild_id)
            found = await self._store.read(own)
        if found is None:
            raise Refusal("no_such_replay" if name else "no_own_replay")
        return await self.show(interaction, *found, texts)

    async def show(self, interaction: discord.Interaction[Any], table: str, number: int, texts: Texts) -> Panel:
        """Return a hand's panel at its deal: from the own seat of whoever asks, or with all hands open.

        Raises:
            Refusal: `no_such_replay`, `replay_broken`. HostError: `store_failed`.
        """
        opened = await self.hands.open(interaction, table, number)
        seat = opened.find_seat(interaction.user.id)
        look = Look(0, is_open=True) if seat is None else Look(seat, is_open=False)
        return await self._build(opened, 0, look, texts, interaction.user.id)

    async def answer(self, answer: Answer, texts: Texts) -> None:
        """Do what was pressed.

        Raises:
            Refusal: `old_button`, `no_such_replay`, `replay_broken`, and what share and film refuse. HostError.
        """
        interaction = answer.interaction
        press = read_replay_press(interaction.custom_id or "")
        if press is None:
            raise Refusal("old_button")
        press = _choose(press, interaction)
        if press.part == EXPORT:
            await self._export(answer, press, texts)
            return
        if press.part == WATCH:
            await answer.update(await self.show(interaction, press.table, press.hand, texts))
            return
        opened = await self.hands.open(interaction, press.table, press.hand)
        if press.part in MOVES:
            await answer.update(await self._build(opened, press.step, press.look, texts, interaction.user.id))
        elif press.part == SHARE:
            await self._share(answer, opened, press, texts)
        elif press.part == FILM:
            await self._film(answer, opened, press, texts)
        else:
            raise Refusal("old_button")

    async def _build(
        self, opened: OpenedHand, step: int, look: Look, texts: Texts, user_id: int, remark: str = ""
    ) -> Panel:
        scene = await opened.set_scene(step, look)
        theme = choose_theme(self._desk.preferences.of_person(user_id))
        picture = await self._desk.painter.paint_view(scene.view, label_players(opened.hand, texts), texts, theme)
        return build_replay_panel(scene, opened.name, picture, texts, remark)

    # ---- sharing

    async def _share(self, answer: Answer, opened: OpenedHand, press: ReplayPress, texts: Texts) -> None:
        """Post the step for all to see; Refusal `only_in_server`, `share_forbidden`, `share_barred`, `already_shared`.

        It is posted in the language and look of the server.
        """

        async def build(public: Texts, theme: Theme, by: str) -> Panel:
            scene = await opened.set_scene(press.step, press.look)
            labels = label_players(opened.hand, public)
            picture = await self._desk.painter.paint_view(scene.view, labels, public, theme)
            return build_shared_panel(scene, opened.name, picture, public, by)

        if await self._sharing.share(answer, press.custom_id, build, texts):
            user_id, remark = answer.interaction.user.id, texts.say("shared")
            await answer.update(await self._build(opened, press.step, press.look, texts, user_id, remark))

    # ---- taking along

    async def _export(self, answer: Answer, press: ReplayPress, texts: Texts) -> None:
        """Hand out the record of the hand's match, as far as it has been played to the end of a hand."""
        record = await self.hands.find(answer.interaction, press.table, press.hand)
        data = await self._store.read(partial(read_match, table_id=record.table_id))
        if data is None:
            raise Refusal("no_such_replay")
        panel = write_panel(texts.say("replay-exported", hands=data.count(b'\n{"type":"end_hand"')))
        name, data, is_packed = await pack_long(f"match-{record.name.rpartition('-')[0]}.jsonl", data)
        if is_packed:
            panel.write(texts.say("replay-packed"))
        await answer.show(panel.attach(name, data))

    async def _film(self, answer: Answer, opened: OpenedHand, press: ReplayPress, texts: Texts) -> None:
        """Draw the hand's film, tell meanwhile how far it is, and show it; Refusal `film_running`, `films_busy`."""
        user_id = answer.interaction.user.id
        self._films.begin(user_id)
        try:
            await answer.acknowledge()
            kept = await answer.show(write_panel(texts.say("film-drawing", percent=0)))

            async def tell(panel: Panel) -> None:
                await self._show_film(answer.interaction.client, kept, panel)

            await tell(await self._draw_film(opened, press, texts, user_id, tell))
        finally:
            self._films.end(user_id)

    async def _draw_film(
        self,
        opened: OpenedHand,
        press: ReplayPress,
        texts: Texts,
        user_id: int,
        show: Callable[[Panel], Awaitable[None]],
    ) -> Panel:
        """Return the film, or that there is none; `show` is called with how far it is."""
        scene = await opened.set_scene(press.step, press.look)
        shots = list_shots(scene, opened.list_views(press.look))

        async def tell(done: int) -> None:
            percent = done * 100 // len(shots)
            await show(write_panel(texts.say("film-drawing", percent=percent)))

        labels = label_players(opened.hand, texts)
        theme = choose_theme(self._desk.preferences.of_person(user_id))
        try:
            data = await self._films.draw(shots, labels, tell, language=texts.language, theme=theme)
        except FilmStoppedError:
            return write_panel(texts.say("film-failed"))
        except Exception:
            log.exception("a film could not be drawn")
            return write_panel(texts.say("film-failed"))
        return _build_film_panel(scene, Picture(f"{opened.name}.webp", data, _tell_film(scene, texts)), texts)

    async def _show_film(self, client: discord.Client, kept: KeptToken, panel: Panel) -> None:
        """Show how far a film is, or the film; who has dismissed the message does not want it."""
        try:
            await edit_kept(client, kept, panel, self._desk.clock.now())
        except Refused as refused:
            log.info("a film could not be shown: %s", refused)


def _choose(press: ReplayPress, interaction: discord.Interaction[Any]) -> ReplayPress:
    """Return a press with what was chosen in its select, if it is one; Refusal `old_button`."""
    data: Any = interaction.data or {}
    values = data.get("values")
    if not values:
        return press
    try:
        return press.choose(values[0])
    except ValueError:
        raise Refusal("old_button") from None


def _build_film_panel(scene: Scene, film: Picture, texts: Texts) -> Panel:
    look = name_look(scene.look, list_names(scene.hand, texts), texts)
    title = texts.say("film-ready", rules=name_rules(texts, scene.hand.rules), hand=scene.hand.number, look=look)
    return Panel().write(title).show(film)


def _tell_film(scene: Scene, texts: Texts) -> str:
    """Return what happens in a film, in as many words as a picture may have."""
    told = " ".join(say_moment(scene.hand, stop, scene.look, texts) for stop in list_moments(scene.hand, scene.look))
    alt = texts.say("film-alt", hand=scene.hand.number, pictures=len(scene.stops), moments=told)
    return alt if len(alt) <= MAX_ALT else f"{alt[: MAX_ALT - 1]}…"
