"""What Discord refuses about a message: its text, flags and attachments; embeds and components are checked apart.

Source: https://discord.com/developers/docs/resources/message
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.checks_components import ComponentContext, check_components
from sandbox.checks_embeds import check_embeds
from sandbox.checks_poll import check_poll
from sandbox.errors import Json, Path, Problems, refusal, words
from sandbox.model import NO_FLAGS, MessageFlags

MAX_CONTENT = 2000
MAX_NONCE = 25
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_DESCRIPTION = 1024

_MESSAGE_KEYS = words(
    "content embeds allowed_mentions sticker_ids components flags attachments poll shared_client_theme "
    "message_reference nonce enforce_nonce tts username avatar_url thread_name applied_tags"
)
_ATTACHMENT_KEYS = words(
    "id filename description duration_secs waveform title is_spoiler is_remix spoiler size url proxy_url width "
    "height content_type ephemeral flags"
)
_MENTION_KEYS = frozenset({"parse", "users", "roles", "replied_user"})

SENT_FLAGS = MessageFlags.SUPPRESS_EMBEDS | MessageFlags.SUPPRESS_NOTIFICATIONS | MessageFlags.IS_COMPONENTS_V2
EDITED_FLAGS = MessageFlags.SUPPRESS_EMBEDS | MessageFlags.IS_COMPONENTS_V2


@dataclass(frozen=True)
class Upload:
    """A file of a multipart request: its `files[n]` number, name and bytes."""

    number: int
    filename: str
    content: bytes


@dataclass(frozen=True)
class MessageRules:
    """What a message form is checked against.

    `old_*` describe the message before an edit. `allowed_flags` are those that this route may set.
    """

    is_edit: bool
    allowed_flags: MessageFlags = SENT_FLAGS
    uploads: tuple[Upload, ...] = ()
    old_flags: MessageFlags = NO_FLAGS
    old_content: str = ""
    old_embeds: int = 0
    old_components: int = 0
    old_files: dict[str, str] = field(default_factory=dict)
    components: ComponentContext = field(default_factory=ComponentContext)


def check_message(form: object, rules: MessageRules) -> None:
    """Raise what Discord would refuse about a message form (any JSON value); return if it would take it."""
    problems = Problems()
    if not isinstance(form, dict):
        problems.add((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        problems.raise_if_any()
        return
    check_uploads(rules.uploads)
    problems.unknown_keys((), form, _MESSAGE_KEYS)
    problems.text((), form, "content", 0, MAX_CONTENT)
    _check_nonce(form.get("nonce"), problems)
    check_poll(form.get("poll"), problems)
    flags = _check_flags(form, rules, problems)
    kept = _check_attachments(form, rules, problems)
    filenames = frozenset(rules.old_files[key] for key in kept) | frozenset(
        final_filename(upload, form) for upload in rules.uploads
    )
    check_embeds(form.get("embeds"), problems, filenames)
    _check_mentions(form.get("allowed_mentions"), problems)
    is_v2 = bool(flags & MessageFlags.IS_COMPONENTS_V2)
    context = ComponentContext(filenames, rules.components.has_emoji)
    check_components(form.get("components"), problems, context, is_v2=is_v2)
    if is_v2:
        _check_legacy_fields(form, rules, problems)
    problems.raise_if_any()
    if form.get("sticker_ids"):
        raise refusal("invalid_sticker")  # there are none here
    if _is_empty(form, rules, kept):
        raise refusal("empty_message")


def _check_nonce(nonce: object, problems: Problems) -> None:
    if isinstance(nonce, str):
        problems.text((), {"nonce": nonce}, "nonce", 0, MAX_NONCE)
    elif nonce is not None and (not isinstance(nonce, int) or isinstance(nonce, bool)):
        problems.add(("nonce",), "NONCE_TYPE_COERCE", "Could not interpret as a nonce.")


def check_uploads(uploads: tuple[Upload, ...]) -> None:
    """Raise if there are too many files or one is larger than 10 MiB."""
    if len(uploads) > MAX_FILES:
        problems = Problems()
        problems.length(("attachments",), 1, MAX_FILES)
        problems.raise_if_any()
    if any(len(upload.content) > MAX_FILE_BYTES for upload in uploads):
        raise refusal("request_too_large")


def final_filename(upload: Upload, form: Json) -> str:
    """Return the name an upload gets: the one in its `attachments` entry, or else that of the part."""
    entries = form.get("attachments")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and str(entry.get("id")) == str(upload.number) and entry.get("filename"):
            return str(entry["filename"])
    return upload.filename


def _check_flags(form: Json, rules: MessageRules, problems: Problems) -> MessageFlags:
    """Return the flags that the message will have."""
    given = form.get("flags")
    if given is None:
        return rules.old_flags
    if not isinstance(given, int) or isinstance(given, bool):
        problems.add(("flags",), "NUMBER_TYPE_COERCE", f'Value "{given}" is not int.')
        return rules.old_flags
    problems.whole((), form, "flags", 0, 2**31 - 1)
    flags = MessageFlags(max(0, given))
    extra = flags & ~rules.allowed_flags
    if rules.is_edit:
        extra &= ~rules.old_flags
    if extra:
        problems.add(("flags",), "MESSAGE_FLAGS_INVALID", f"Flags not allowed here: {int(extra)}")
    if rules.old_flags & MessageFlags.IS_COMPONENTS_V2 and not flags & MessageFlags.IS_COMPONENTS_V2:
        message = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
        problems.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
    return flags | (rules.old_flags & MessageFlags.IS_COMPONENTS_V2)


def _check_legacy_fields(form: Json, rules: MessageRules, problems: Problems) -> None:
    """A message of the new components has no text, embeds, poll or stickers, also none left from before an edit."""
    left = {"content": rules.old_content, "embeds": rules.old_embeds, "poll": None, "sticker_ids": None}
    for key, old in left.items():
        if form.get(key, old):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            problems.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_attachments(form: Json, rules: MessageRules, problems: Problems) -> list[str]:
    """Return the ids of the old files that stay; every entry must name one of them or an upload."""
    entries = form.get("attachments")
    if entries is None:
        return [] if "attachments" in form else list(rules.old_files)
    if not isinstance(entries, list):
        problems.add(("attachments",), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    uploads = {str(upload.number) for upload in rules.uploads}
    kept: list[str] = []
    named: set[str] = set()
    for index, entry in enumerate(entries):
        path: Path = ("attachments", index)
        if not isinstance(entry, dict):
            problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        problems.unknown_keys(path, entry, _ATTACHMENT_KEYS)
        problems.text(path, entry, "filename", 1, 1024)
        problems.text(path, entry, "description", 0, MAX_DESCRIPTION)
        key = str(entry.get("id"))
        if key in rules.old_files:
            kept.append(key)
        elif key not in uploads or key in named:
            problems.add((*path, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
        named.add(key)
    if len(kept) + len(rules.uploads) > MAX_FILES:
        problems.length(("attachments",), 1, MAX_FILES)
    return kept


def _check_mentions(mentions: object, problems: Problems) -> None:
    if mentions is None:
        return
    path: Path = ("allowed_mentions",)
    if not isinstance(mentions, dict):
        problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    problems.unknown_keys(path, mentions, _MENTION_KEYS)
    parse = problems.items(path, mentions, "parse", 3)
    if any(each not in ("users", "roles", "everyone") for each in parse):
        problems.choices((*path, "parse"), "('users', 'roles', 'everyone')")
    for key in ("users", "roles"):
        if problems.items(path, mentions, key, 100) and key in parse:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _is_empty(form: Json, rules: MessageRules, kept: list[str]) -> bool:
    content = form.get("content", rules.old_content)
    embeds = form.get("embeds", rules.old_embeds)
    components = form.get("components", rules.old_components)
    shown = (embeds, components, kept, rules.uploads, form.get("sticker_ids"), form.get("poll"))
    return not (content or "").strip() and not any(shown)
