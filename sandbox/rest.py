"""The HTTP API's front: a table of routes, the token, bodies, and what was asked of it.

Every request passes the same points in the same order: known route, readable body, valid token, gates, a validator if
one was passed in, handler. A gate is a function that may raise a DiscordError; faults and limits are such gates.
"""

from __future__ import annotations

import json
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.helpers import parse_mimetype

from sandbox.checks import Upload
from sandbox.errors import DiscordError, Json, Problems, refusal
from sandbox.multipart import read_parts
from sandbox.reading import read_json

if TYPE_CHECKING:
    from sandbox.limits import Limits

API_PREFIX = "/api/v10"
_log = logging.getLogger(__name__)
_JSON, _MULTIPART, _FORM = "application/json", "multipart/form-data", "application/x-www-form-urlencoded"
_FILE_PART = re.compile(r"^files\[(\d+)\]$")


@dataclass(eq=False)
class RestRequest:
    """A request of the bot: address, decoded body, files; and afterwards the status it was answered with.

    `headers` are those of the answer. A test asked for what `is_fault`; the answer of what `is_lost` never arrives.
    """

    method: str
    path: str
    query: dict[str, str]
    at: float
    route: Route | None = None
    params: dict[str, str] = field(default_factory=dict)
    body: Any = None
    uploads: tuple[Upload, ...] = ()
    status: int = 0
    answer: Any = None
    has_token: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    is_fault: bool = False
    is_lost: bool = False

    @property
    def form(self) -> Json:
        """The body as a form. Raises 50035 if it is no object."""
        if not isinstance(self.body, dict):
            Problems().fail((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body


@dataclass(frozen=True)
class Answer:
    """What a handler gives back: a status and a JSON body (None: no body)."""

    status: int = 200
    body: Any = None
    is_json: bool = True


Handler = Callable[[RestRequest], Answer]
Gate = Callable[[RestRequest], Awaitable[None]]


@dataclass(frozen=True)
class Route:
    """A method and a path pattern such as /channels/{channel_id}; `needs_token` is off where the path has its own."""

    method: str
    pattern: str
    handler: Handler = field(compare=False)
    needs_token: bool = True

    @cached_property
    def segments(self) -> list[str]:
        """The parts of the pattern."""
        return self.pattern.strip("/").split("/")

    def match(self, parts: list[str]) -> dict[str, str] | None:
        """Return the parameters if a path fits, else None."""
        if len(parts) != len(self.segments):
            return None
        params: dict[str, str] = {}
        for want, part in zip(self.segments, parts, strict=True):
            if want.startswith("{"):
                params[want[1:-1]] = part
            elif want != part:
                return None
        return params


class Validator(Protocol):
    """A second judge beside the server's own rules, such as Discord's published specification. Tests pass one in."""

    def check_request(self, request: RestRequest) -> None:
        """Raise a DiscordError to refuse a request that has come as far as its handler."""

    def see_answer(self, request: RestRequest) -> None:
        """Look at a request with `status` and `answer`, just before the answer is sent."""

    def see_event(self, name: str, data: Json) -> None:
        """Look at an event of the gateway, just before it is sent to a session."""


class Rest:
    """The routes and what was asked of them. `requests` holds what was asked, oldest first."""

    def __init__(
        self,
        token: str,
        now: Callable[[], float],
        routes: list[Route],
        limits: Limits,
        keep: int | None = None,
        validator: Validator | None = None,
    ) -> None:
        """Accept one token and the given routes; remember the last `keep` requests (None: all)."""
        self.token = token
        self.limits = limits
        self.validator = validator
        self.now = now
        self.requests: deque[RestRequest] = deque(maxlen=keep)
        self.gates: list[Gate] = []
        # literal segments win over parameters: /@original before /{message_id}
        self.routes = sorted(routes, key=lambda route: [part.startswith("{") for part in route.segments])
        self._by_length: dict[int, list[Route]] = {}
        for route in self.routes:
            self._by_length.setdefault(len(route.segments), []).append(route)

    async def handle(self, web_request: web.Request) -> web.StreamResponse:
        """Serve one request of the API."""
        request = RestRequest(
            method=web_request.method,
            path=web_request.path.removeprefix(API_PREFIX),
            query=dict(web_request.query),
            at=self.now(),
        )
        self.requests.append(request)
        try:
            self.limits.check_ban()
            answer = await self._dispatch(web_request, request)
        except DiscordError as error:
            request.headers |= error.headers
            answer = Answer(error.status, error.body() if error.is_json else error.message, error.is_json)
        except ConnectionResetError:
            # Whoever asked is gone before it was all said: it has asked nothing.
            self.requests.remove(request)
            return web.Response()
        except Exception:  # noqa: BLE001 - a server answers, whatever happens
            _log.exception("%s %s", request.method, request.path)
            answer = Answer(500, {"message": "500: Internal Server Error", "code": 0})
        request.status, request.answer = answer.status, answer.body
        headers = self.limits.note(request, is_api=answer.is_json)
        if self.validator is not None and answer.is_json and not request.is_fault:
            self.validator.see_answer(request)
        if request.is_lost and web_request.transport is not None:
            web_request.transport.close()
        return json_response(answer, headers)

    async def _dispatch(self, web_request: web.Request, request: RestRequest) -> Answer:
        route = self._find(request)
        request.route = route
        request.has_token = web_request.headers.get("Authorization") == f"Bot {self.token}"
        await self._read(web_request, request)
        if route.needs_token and not request.has_token:
            raise refusal("unauthorized")
        for key, value in request.params.items():
            _check_param(key, value)
        for gate in self.gates:
            await gate(request)
        if self.validator is not None:
            self.validator.check_request(request)
        return route.handler(request)

    def _find(self, request: RestRequest) -> Route:
        parts = request.path.strip("/").split("/")
        routes = self._by_length.get(len(parts), ())
        fitting = [(route, params) for route in routes if (params := route.match(parts)) is not None]
        for route, params in fitting:
            if route.method == request.method:
                request.params = params
                return route
        raise refusal("method_not_allowed" if fitting else "not_found")

    async def _read(self, web_request: web.Request, request: RestRequest) -> None:
        """Read a body by its content type: JSON (with whatever charset it names), multipart or a form."""
        kind = web_request.content_type
        if kind == _MULTIPART:
            await self._read_parts(web_request, request)
            return
        content = await web_request.read()
        if not content:
            return
        if kind == _FORM:
            request.body = dict(parse_qsl(content.decode(errors="replace"), keep_blank_values=True))
        elif kind == _JSON:
            request.body = _decode(content, web_request.charset)
        else:
            message = f'Expected "Content-Type" header to be one of {{{_JSON!r}, {_MULTIPART!r}, {_FORM!r}}}.'
            Problems().fail((), "CONTENT_TYPE_INVALID", message)

    async def _read_parts(self, web_request: web.Request, request: RestRequest) -> None:
        boundary = parse_mimetype(web_request.headers["Content-Type"]).parameters.get("boundary", "")
        try:
            parts = read_parts(await web_request.read(), boundary)
        except ValueError as error:
            Problems().fail((), "CONTENT_TYPE_INVALID", f"Not multipart/form-data: {error}.")
        uploads: list[Upload] = []
        form: Json = {}
        for part in parts:
            number = _FILE_PART.match(part.name)
            if number:
                uploads.append(Upload(int(number.group(1)), part.filename or "file", part.content))
            elif part.name == "payload_json":
                request.body = _decode(part.content)
            else:
                form[part.name] = part.content.decode(errors="replace")
        if request.body is None:
            request.body = form
        request.uploads = tuple(uploads)


def _decode(content: bytes, charset: str | None = None) -> object:
    try:
        return read_json(content.decode(charset or "utf-8"))
    except (ValueError, LookupError):
        raise refusal("invalid_json") from None


def _check_param(key: str, value: str) -> None:
    if key.endswith("_id") and not value.isdecimal():
        Problems().fail((key,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def json_response(answer: Answer, headers: dict[str, str]) -> web.Response:
    """Return an answer in the API's form: content type exactly application/json, or nothing at all with 204."""
    if answer.body is None:
        return web.Response(status=204 if answer.status == 200 else answer.status, headers=headers)
    if not answer.is_json:
        return web.Response(status=answer.status, text=answer.body, headers=headers)
    body = json.dumps(answer.body, ensure_ascii=False).encode()
    return web.Response(status=answer.status, body=body, headers=headers | {"Content-Type": "application/json"})
