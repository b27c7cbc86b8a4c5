"""Telling Discord which commands there are, only when that has changed.

What was registered last is kept in the database: a fingerprint of it, and the versions that Discord gave the commands.
Both must hold still: a newer program changes the first, anybody else who registers commands changes the second.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

import discord

from host.errors import StoreError
from host.units import SetNote

if TYPE_CHECKING:
    from discord import app_commands

    from host.store import Store

log = logging.getLogger(__name__)

NOTE = "commands"
"""The kind of note in which it is kept, by application."""


async def register_commands(tree: app_commands.CommandTree[Any], store: Store) -> dict[str, int]:
    """See to it that Discord has the tree's global commands; return their ids by name.

    Raises:
        discord.HTTPException: Discord does not take them. StoreError: the database cannot be read.
    """
    client, application_id = tree.client, tree.client.application_id
    if application_id is None:
        raise discord.app_commands.MissingApplicationID
    payload = await _write_out(tree)
    fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    kept = json.loads((await store.load_notes(NOTE)).get(application_id, "{}"))
    if kept.get("fingerprint") == fingerprint:
        present = await client.http.get_global_commands(application_id)
        if kept.get("versions") == _list_versions(present):
            log.info("the commands are registered already")
            return _list_ids(present)
    registered = await client.http.bulk_upsert_global_commands(application_id, payload=payload)
    note = json.dumps({"fingerprint": fingerprint, "versions": _list_versions(registered)})
    try:
        await store.write(SetNote(NOTE, application_id, note))
    except StoreError as error:
        log.warning("the commands will be registered again: %s", error)
    return _list_ids(registered)


async def _write_out(tree: app_commands.CommandTree[Any]) -> list[Any]:
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def _list_versions(commands: list[Any]) -> dict[str, str]:
    return {str(command["id"]): str(command["version"]) for command in commands}


def _list_ids(commands: list[Any]) -> dict[str, int]:
    return {str(command["name"]): int(command["id"]) for command in commands}
