"""Rate limits: how many requests Discord takes, what it says about that in headers, and how it refuses more.

Rule 1: whoever is refused waits real seconds before asking again, so limits run on `Clock.running`: real time plus what
a test has moved it by, also where the world's clock stands still. A test that wants to count limits to the second sets
`limits.now = server.clock.now`.
Rule 2: a bot whose own pace a test has quickened gets limits as much quicker: `limits.speed = 50` makes five in five
seconds five in a tenth of one. The proportions stay.
Rule 3: a window opens with its first request and closes so many seconds later, however many come.

Sources: (doc) https://discord.com/developers/docs/topics/rate-limits, (obs) seen by others, promised by nobody.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.errors import DiscordError, Json
from sandbox.model import ChannelType

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.rest import RestRequest
    from sandbox.world import World


@dataclass(frozen=True)
class Limit:
    """So many requests in so many seconds; `is_shown` says whether headers tell of it (Discord keeps some quiet)."""

    name: str
    count: int
    seconds: float
    is_shown: bool = True

    @property
    def bucket(self) -> str:
        """The id of the bucket: it names the limit, not what it is counted for."""
        return hashlib.sha256(self.name.encode()).hexdigest()[:32]


GLOBAL = Limit("everything but answers to interactions", 50, 1)  # (doc)
SEND = Limit("messages sent into a channel", 5, 5)  # (obs)
EDIT = Limit("edits of a channel's messages", 5, 5)  # (obs)
DELETE = Limit("deletions of a channel's messages", 5, 1)  # (obs)
BULK_DELETE = Limit("bulk deletions in a channel", 1, 1)  # (obs)
TYPING = Limit("typing in a channel", 5, 5)  # (obs)
WEBHOOK = Limit("an interaction's webhook", 5, 2)  # (obs)
OLD_EDIT = Limit("edits of a channel's messages older than an hour", 3, 6, is_shown=False)  # (obs)
RENAME = Limit("names and topics of a channel", 2, 600, is_shown=False)  # (obs)
INVALID_COUNT, INVALID_SECONDS = 10_000, 600.0  # (doc)
INVALID = frozenset({401, 403, 429})  # (doc)
OLD_SECONDS = 3600.0  # (doc, of the error 30046)

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_HOOK = "/webhooks/{application_id}/{token}"
ROUTES: dict[str, Limit] = {
    "POST /channels/{channel_id}/messages": SEND,
    f"PATCH {_MESSAGE}": EDIT,
    f"DELETE {_MESSAGE}": DELETE,
    "POST /channels/{channel_id}/messages/bulk-delete": BULK_DELETE,
    "POST /channels/{channel_id}/typing": TYPING,
    f"POST {_HOOK}": WEBHOOK,
    **{
        f"{method} {_HOOK}/messages/{message}": WEBHOOK
        for method in ("GET", "PATCH", "DELETE")
        for message in ("@original", "{message_id}")
    },
}
"""Whose number is not known has none here; the callback of an interaction has none at all (obs)."""
_MAJOR = ("channel_id", "guild_id", "application_id", "token")
_BEYOND_GLOBAL = ("/interactions/", "/webhooks/")
_KEPT_WINDOWS = 1000
_VIA = {"Via": "1.1 google"}
"""What Discord's answers have passed; libraries tell by it a limit from a ban."""


class RateLimitedError(DiscordError):
    """A 429 as the API itself says it."""

    def __init__(self, retry_after: float, *, is_global: bool = False, code: int = 0, message: str = "") -> None:
        """Ask for a wait of `retry_after` seconds."""
        super().__init__(429, code, message or "You are being rate limited.")
        self.retry_after = math.ceil(retry_after * 1000) / 1000  # rounded down, it would be too early
        self.is_global = is_global
        self.headers |= {
            "Retry-After": str(math.ceil(retry_after)),
            "X-RateLimit-Scope": "global" if is_global else "user",
            **({"X-RateLimit-Global": "true"} if is_global else {}),
        }

    def body(self) -> Json:
        """Return the JSON body of the answer."""
        return super().body() | {"retry_after": self.retry_after, "global": self.is_global}


class BannedError(DiscordError):
    """What stands before Discord answers for it: no API, so no JSON and no `Via`."""

    is_json = False

    def __init__(self, retry_after: float) -> None:
        """Refuse for so many seconds."""
        super().__init__(429, 0, "error code: 1015")
        self.headers |= {"Retry-After": str(math.ceil(retry_after))}


@dataclass
class Window:
    """What is left of a limit until `ends`; `owner` is what it is counted for: a channel, a webhook."""

    limit: Limit
    owner: str
    ends: float
    used: int = 0

    @property
    def remaining(self) -> int:
        """How many more requests are taken."""
        return max(0, self.limit.count - self.used)


class Limits:
    """Counts the requests of the bot and refuses what is too much. `speed` and `now` are for tests: see above."""

    def __init__(self, world: World) -> None:
        """Count from nothing."""
        self.world = world
        self.speed = 1.0
        self.now: Callable[[], float] = lambda: world.clock.running()  # noqa: PLW0108 - the clock may be replaced
        self.total = 0
        self.limited = 0
        self._invalid: deque[float] = deque(maxlen=INVALID_COUNT)
        self._windows: dict[tuple[str, str], Window] = {}

    async def admit(self, request: RestRequest) -> None:
        """Count a request before it is carried out. Raises a 429 if it is too much; sets its answer's headers."""
        if not request.path.startswith(_BEYOND_GLOBAL):
            self._count(GLOBAL, "", request)
        route = request.route
        limit = ROUTES.get(f"{route.method} {route.pattern}") if route else None
        if limit is None:
            self._count_hidden(request)
            return
        window = self._count(limit, _owner(request), request)
        request.headers |= self._headers(window)
        if limit is EDIT and self._is_old(request):
            self._count(OLD_EDIT, _owner(request), request)

    def _count_hidden(self, request: RestRequest) -> None:
        """Count what no header tells of: a channel's new name or topic."""
        channel = self.world.channels.get(request.params.get("channel_id", ""))
        is_edit = request.route is not None and (request.method, request.route.pattern) == (
            "PATCH",
            "/channels/{channel_id}",
        )
        is_thread = channel is not None and channel.type in {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}
        if is_edit and not is_thread and isinstance(request.body, dict) and {"name", "topic"} & request.body.keys():
            self._count(RENAME, _owner(request), request)

    def _is_old(self, request: RestRequest) -> bool:
        message = self.world.find_message(request.params["channel_id"], request.params["message_id"])
        return message is not None and self.world.clock.now() - message.timestamp > OLD_SECONDS

    def _count(self, limit: Limit, owner: str, request: RestRequest) -> Window:
        now = self.now()
        window = self._windows.get((limit.name, owner))
        if window is None or window.ends <= now:
            self._forget_closed(now)
            window = Window(limit, owner, now + limit.seconds / self.speed)
            self._windows[limit.name, owner] = window
        if window.remaining == 0:
            if limit.is_shown and limit is not GLOBAL:
                request.headers |= self._headers(window)
            raise _refuse(limit, window.ends - now)
        window.used += 1
        return window

    def _forget_closed(self, now: float) -> None:
        if len(self._windows) >= _KEPT_WINDOWS:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}

    def _headers(self, window: Window) -> dict[str, str]:
        left = max(0.0, math.ceil((window.ends - self.now()) * 1000) / 1000)
        return {
            "X-RateLimit-Limit": str(window.limit.count),
            "X-RateLimit-Remaining": str(window.remaining),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": window.limit.bucket,
        }

    # Invalid requests

    @property
    def banned_seconds(self) -> float:
        """How long everything is refused because too many requests were invalid; 0 if nothing is."""
        if len(self._invalid) < INVALID_COUNT:
            return 0.0
        return max(0.0, self._invalid[0] + INVALID_SECONDS - self.now())

    def check_ban(self) -> None:
        """Raise `BannedError` if too many requests were invalid."""
        if self.banned_seconds:
            raise BannedError(self.banned_seconds)

    def note(self, request: RestRequest, *, is_api: bool) -> dict[str, str]:
        """Take note of a request with its `status`; return the headers of its answer. `is_api`: the API answers."""
        self.total += 1
        self.limited += request.status == 429
        if not is_api:
            return request.headers
        if request.status in INVALID and request.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.append(self.now())
        return _VIA | request.headers

    def counts(self) -> Json:
        """Return how it stands, as JSON: requests, refusals, invalid requests, and what is left of open windows."""
        now = self.now()
        open_windows = [window for window in self._windows.values() if window.ends > now]
        return {
            "requests": self.total,
            "limited": self.limited,
            "invalid": sum(at > now - INVALID_SECONDS for at in self._invalid),
            "invalid_limit": INVALID_COUNT,
            "invalid_seconds": INVALID_SECONDS,
            "banned_seconds": round(self.banned_seconds, 3),
            "buckets": [
                {
                    "name": window.limit.name,
                    "owner": window.owner,
                    "limit": window.limit.count,
                    "remaining": window.remaining,
                    "reset_after": round(window.ends - now, 3),
                }
                for window in open_windows
            ],
        }


def _owner(request: RestRequest) -> str:
    """Return what limits are counted for: the first channel, guild or webhook of the path."""
    return "/".join(request.params[key] for key in _MAJOR if key in request.params)


def _refuse(limit: Limit, seconds: float) -> RateLimitedError:
    if limit is GLOBAL:
        return RateLimitedError(seconds, is_global=True)
    if limit is OLD_EDIT:
        text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
        return RateLimitedError(seconds, code=30046, message=text)
    return RateLimitedError(seconds)
