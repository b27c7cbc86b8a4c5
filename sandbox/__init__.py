"""A local Discord: REST, gateway and a page in the browser, on 127.0.0.1 only.

`LocalDiscord` is the server, `point_discord_py` lets a discord.py bot of this process talk to it, and
`LocalDiscord.person` drives people in tests.
"""

from sandbox.app import DEFAULT_TOKEN, LocalDiscord
from sandbox.clock import Clock, ManualClock
from sandbox.connect import point_discord_py
from sandbox.driver import Event, InteractionFailed, Modal, Person, Reply
from sandbox.errors import DiscordError
from sandbox.people import ClientError
from sandbox.rest import RestRequest, Validator
from sandbox.world import World

__all__ = [
    "DEFAULT_TOKEN",
    "ClientError",
    "Clock",
    "DiscordError",
    "Event",
    "InteractionFailed",
    "LocalDiscord",
    "ManualClock",
    "Modal",
    "Person",
    "Reply",
    "RestRequest",
    "Validator",
    "World",
    "point_discord_py",
]
