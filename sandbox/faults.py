"""Faults on request: a Discord that is slow, broken, strict or forgetful, for tests and for the page.

Each fault says which requests it meets and how often: `route` is "PATCH /channels/{channel_id}/messages/{message_id}",
a method or a path pattern alone, or None for every request; `times` is how many requests it meets, None for all until
`clear`. What was asked for first comes first; a request is met by one refusal at most.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.errors import DiscordError, Json
from sandbox.limits import RateLimitedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandbox.messages import Messages
    from sandbox.model import Message
    from sandbox.rest import RestRequest, Route
    from sandbox.world import World

BY_THE_API = {500: "500: Internal Server Error"}
"""Failures of the API itself come as JSON; those of what stands before it (502, 503, 504) as plain text."""


class BrokenError(DiscordError):
    """An answer with a status of 500 or more."""

    def __init__(self, status: int) -> None:
        """Fail with a status."""
        super().__init__(status, 0, BY_THE_API.get(status, f"error code: {status}"))
        self.is_json = status in BY_THE_API


@dataclass
class Fault:
    """One fault: what it does (`kind`, `value`), which requests it meets, how many more (None: all)."""

    kind: str
    value: float
    route: str | None
    left: int | None

    def meets(self, request: RestRequest) -> bool:
        """Whether a request is one of those."""
        route = request.route
        names = (route.method, route.pattern, f"{route.method} {route.pattern}") if route else ()
        return self.left != 0 and (self.route is None or self.route in names)

    def use(self) -> None:
        """Count a request that was met."""
        if self.left is not None:
            self.left -= 1


class Faults:
    """What is to go wrong. `find_message` finds the message that a request is about."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        routes: Sequence[Route],
        find_message: Callable[[RestRequest], Message | None],
    ) -> None:
        """Let nothing go wrong."""
        self.world = world
        self.messages = messages
        self.find_message = find_message
        self._known = {name for each in routes for name in (each.method, each.pattern, f"{each.method} {each.pattern}")}
        self._faults: list[Fault] = []
        self._held: set[asyncio.Future[None]] = set()

    # Asking for faults

    def slow(self, seconds: float, route: str | None = None, times: int | None = None) -> None:
        """Let requests arrive so many seconds late, by the world's clock (one that stands still must be moved)."""
        self._ask("slow", seconds, route, times)

    def fail(self, status: int, route: str | None = None, times: int | None = None) -> None:
        """Answer with a failure (500 as JSON; 502, 503, 504 in plain text); nothing is carried out."""
        if not 500 <= status < 600:
            msg = f"{status} is no failure: 500 to 599"
            raise ValueError(msg)
        self._ask("fail", status, route, times)

    def limit(
        self, retry_after: float, route: str | None = None, times: int | None = None, *, is_global: bool = False
    ) -> None:
        """Answer with a 429 that asks for a wait of so many seconds; nothing is carried out."""
        self._ask("limit_all" if is_global else "limit", retry_after, route, times)

    def lose(self, route: str | None = None, times: int | None = None) -> None:
        """Carry requests out, but close the connection instead of answering."""
        self._ask("lose", 0, route, times)

    def vanish(self, route: str | None = None, times: int | None = None) -> None:
        """Delete the message that a request is about just before it is carried out."""
        self._ask("vanish", 0, route, times)

    def clear(self) -> None:
        """Let nothing go wrong any more; what is being held up goes on."""
        self._faults.clear()
        for held in list(self._held):
            if not held.done():
                held.set_result(None)

    def active(self) -> list[Json]:
        """Return the faults that are still to come, oldest first: kind, value, route, left (None: without end)."""
        return [
            {"kind": each.kind, "value": each.value, "route": each.route, "left": each.left}
            for each in self._faults
            if each.left != 0
        ]

    def _ask(self, kind: str, value: float, route: str | None, times: int | None) -> None:
        if route is not None and route not in self._known:
            msg = f"there is no route {route!r}"
            raise ValueError(msg)
        if value < 0 or (times is not None and times < 1):
            msg = "a fault lasts no negative time and meets at least one request"
            raise ValueError(msg)
        self._faults = [each for each in self._faults if each.left != 0]
        self._faults.append(Fault(kind, value, route, times))

    # Meeting requests

    async def meet(self, request: RestRequest) -> None:
        """Do to a request what was asked for, before it is carried out. Raises the refusal, if it is to be one."""
        for delay in [each for each in self._faults if each.kind == "slow" and each.meets(request)]:
            delay.use()
            if delay.value:
                await self._hold(delay.value)
        fault = next((each for each in self._faults if each.kind != "slow" and each.meets(request)), None)
        if fault is None:
            return
        if fault.kind == "vanish":
            message = self.find_message(request)
            if message is not None:
                fault.use()
                self.messages.delete(message)
            return
        fault.use()
        request.is_fault = True
        if fault.kind == "fail":
            raise BrokenError(int(fault.value))
        if fault.kind == "lose":
            request.is_lost = True
            return
        raise RateLimitedError(fault.value, is_global=fault.kind == "limit_all")

    async def _hold(self, seconds: float) -> None:
        held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.world.clock.call_at(
            self.world.clock.now() + seconds, lambda: None if held.done() else held.set_result(None)
        )
        self._held.add(held)
        try:
            await held
        finally:
            timer.cancel()
            self._held.discard(held)
