"""What Discord answers when it refuses: an HTTP status, a JSON error code, and for bad forms a tree of reasons.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from typing import Any, NoReturn

Json = dict[str, Any]
Path = tuple[str | int, ...]

INVALID_FORM_BODY = 50035


class DiscordError(Exception):
    """A refusal. `status` is the HTTP status, `code` and `message` are the body's, `errors` the nested reasons.

    `headers` go with the answer. What is not `is_json` was refused before the API: its body is the message alone.
    """

    is_json = True

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        """Keep status, code, message and reasons."""
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers: dict[str, str] = {}

    def body(self) -> Json:
        """Return the JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


_KNOWN: dict[str, tuple[int, int, str]] = {
    "unauthorized": (401, 0, "401: Unauthorized"),
    "not_found": (404, 0, "404: Not Found"),
    "method_not_allowed": (405, 0, "405: Method Not Allowed"),
    "unknown_application": (404, 10002, "Unknown Application"),
    "unknown_channel": (404, 10003, "Unknown Channel"),
    "unknown_guild": (404, 10004, "Unknown Guild"),
    "unknown_member": (404, 10007, "Unknown Member"),
    "unknown_message": (404, 10008, "Unknown Message"),
    "unknown_user": (404, 10013, "Unknown User"),
    "unknown_emoji": (404, 10014, "Unknown Emoji"),
    "unknown_webhook": (404, 10015, "Unknown Webhook"),
    "unknown_interaction": (404, 10062, "Unknown interaction"),
    "unknown_command": (404, 10063, "Unknown application command"),
    "too_many_emojis": (400, 30008, "Maximum number of emojis reached (2000)"),
    "too_many_pins": (400, 30003, "Maximum number of pins reached for the channel (250)"),
    "too_many_commands": (400, 30032, "Maximum number of application commands reached (100)"),
    "request_too_large": (413, 40005, "Request entity too large"),
    "already_acknowledged": (400, 40060, "Interaction has already been acknowledged."),
    "unknown_overwrite": (404, 10009, "Unknown permission overwrite"),
    "unknown_role": (404, 10011, "Unknown Role"),
    "unknown_ban": (404, 10026, "Unknown Ban"),
    "no_reply_without_history": (400, 160002, "Cannot reply without permission to read message history"),
    "missing_access": (403, 50001, "Missing Access"),
    "foreign_author": (403, 50005, "Cannot edit a message authored by another user"),
    "empty_message": (400, 50006, "Cannot send an empty message"),
    "cannot_message_user": (403, 50007, "Cannot send messages to this user"),
    "wrong_channel_type": (400, 50024, "Cannot execute action on this channel type"),
    "missing_permissions": (403, 50013, "Missing Permissions"),
    "invalid_recipient": (400, 50033, "Invalid Recipient(s)"),
    "too_old_to_delete": (400, 50034, "A message provided was too old to bulk delete"),
    "invalid_sticker": (400, 50081, "Invalid sticker sent"),
    "invalid_webhook_token": (401, 50027, "Invalid Webhook Token"),
    "invalid_role": (400, 50028, "Invalid Role"),
    "system_message": (403, 50021, "Cannot execute action on a system message"),
    "thread_archived": (400, 50083, "Thread is archived"),
    "invalid_json": (400, 50109, "The request body contains invalid JSON."),
    "thread_exists": (400, 160004, "A thread has already been created for this message"),
    "thread_locked": (403, 160005, "Thread is locked"),
}


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set: a table of keys that fits on a line."""
    return frozenset(text.split())


def refusal(name: str) -> DiscordError:
    """Return the named refusal, ready to be raised (names: the keys of `_KNOWN`)."""
    return DiscordError(*_KNOWN[name])


class Problems:
    """Collects what is wrong with a form and raises it all at once, nested the way Discord nests it."""

    def __init__(self) -> None:
        """Start with nothing wrong."""
        self._tree: Json = {}

    def __bool__(self) -> bool:
        """Whether anything is wrong."""
        return bool(self._tree)

    @property
    def errors(self) -> Json:
        """The reasons, nested by field, as the body of a refusal has them."""
        return self._tree

    def add(self, path: Path, code: str, message: str) -> None:
        """Note that the field at `path` breaks the rule `code`."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def require(self, path: Path) -> None:
        """Note that the field at `path` is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: Path, low: int, high: int) -> None:
        """Note that the field at `path` is shorter than `low` or longer than `high`."""
        if low == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def choices(self, path: Path, allowed: str) -> None:
        """Note that the value at `path` is none of those `allowed`."""
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")

    def unknown_keys(self, path: Path, form: Json, known: frozenset[str]) -> None:
        """Note every key of `form` that the platform does not know."""
        for key in form:
            if key not in known:
                self.add((*path, key), "UNKNOWN_KEY", "This field is not known")

    def text(self, path: Path, form: Json, key: str, low: int, high: int, *, required: bool = False) -> None:
        """Note what is wrong with the text under `key`: absent although required, no text, too short, too long."""
        value = form.get(key)
        if value is None:
            if required:
                self.require((*path, key))
        elif not isinstance(value, str):
            self.add((*path, key), "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not low <= len(value) <= high:
            self.length((*path, key), low, high)

    def whole(self, path: Path, form: Json, key: str, low: int, high: int) -> None:
        """Note what is wrong with the whole number under `key`, if there is one."""
        value = form.get(key)
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.add((*path, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < low:
            self.add((*path, key), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            self.add((*path, key), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    def form(self, path: Path, form: Json, key: str) -> Json:
        """Return the form under `key`, an empty one if there is none; note it if it is something else."""
        value = form.get(key)
        if value is None or isinstance(value, dict):
            return value or {}
        self.add((*path, key), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return {}

    def items(self, path: Path, form: Json, key: str, most: int) -> list[Any]:
        """Return the list under `key`, an empty one if there is none; note it if it is none or has over `most`."""
        value = form.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.add((*path, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if len(value) > most:
            self.length((*path, key), 0, most)
        return value

    def fail(self, path: Path, code: str, message: str) -> NoReturn:
        """Note one thing and raise everything noted."""
        self.add(path, code, message)
        raise DiscordError(400, INVALID_FORM_BODY, "Invalid Form Body", self._tree)

    def raise_if_any(self) -> None:
        """Raise a 400 with code 50035 if anything was noted."""
        if self._tree:
            raise DiscordError(400, INVALID_FORM_BODY, "Invalid Form Body", self._tree)
