"""What Discord refuses about the components of a message.

Sources: https://discord.com/developers/docs/components/reference and the published API specification. Every reason is
collected, so that one answer names all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox.emoji_data import is_emoji
from sandbox.errors import Json, Path, Problems

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
LINK_STYLE, PREMIUM_STYLE = 5, 6

MAX_ROWS = 5
MAX_ROW_BUTTONS = 5
MAX_COMPONENTS = 40
MAX_DISPLAYED_TEXT = 4000
MAX_OPTIONS = 25

_V1_TYPES = (ROW,)
_V2_TYPES = (ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER)
_CONTAINER_TYPES = (ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR)
_ROW_TYPES = (BUTTON, *sorted(SELECTS))

_SELECT_KEYS = "custom_id placeholder min_values max_values disabled required"
_KEYS = {
    kind: frozenset(("type id " + keys).split())
    for kind, keys in {
        ROW: "components",
        BUTTON: "custom_id style label disabled url sku_id emoji",
        STRING_SELECT: _SELECT_KEYS + " options",
        USER_SELECT: _SELECT_KEYS + " default_values",
        ROLE_SELECT: _SELECT_KEYS + " default_values",
        MENTIONABLE_SELECT: _SELECT_KEYS + " default_values",
        CHANNEL_SELECT: _SELECT_KEYS + " default_values channel_types",
        SECTION: "components accessory",
        TEXT_DISPLAY: "content",
        THUMBNAIL: "media description spoiler",
        MEDIA_GALLERY: "items",
        FILE: "file spoiler name size",
        SEPARATOR: "spacing divider",
        CONTAINER: "components accent_color spoiler",
    }.items()
}
_OPTION_KEYS = frozenset({"label", "value", "description", "default", "emoji"})
_ITEM_KEYS = frozenset({"media", "description", "spoiler"})
_EMOJI_KEYS = frozenset({"id", "name", "animated"})


@dataclass
class ComponentContext:
    """What components may refer to: files of the message by name, and the application's emojis by id."""

    filenames: frozenset[str] = frozenset()
    has_emoji: Callable[[str], bool] = lambda _: False


def check_components(components: object, problems: Problems, context: ComponentContext, *, is_v2: bool) -> None:
    """Note in `problems` everything Discord would refuse about a message's `components` (any JSON value)."""
    if components is None:
        return
    if not isinstance(components, list):
        problems.add(("components",), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    if not is_v2 and len(components) > MAX_ROWS:
        problems.length(("components",), 1, MAX_ROWS)
    walk = _Walk(problems, context)
    for index, component in enumerate(components):
        walk.visit(component, ("components", index), _V2_TYPES if is_v2 else _V1_TYPES)
    if is_v2 and walk.count > MAX_COMPONENTS:
        message = f"The maximum number of components is {MAX_COMPONENTS}, this message has {walk.count}"
        problems.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if walk.displayed > MAX_DISPLAYED_TEXT:
        message = f"The total displayable text must be {MAX_DISPLAYED_TEXT} or fewer in length."
        problems.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


@dataclass
class _Walk:
    """One pass over a tree of components."""

    problems: Problems
    context: ComponentContext
    count: int = 0
    displayed: int = 0
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)

    def visit(self, component: object, path: Path, allowed: tuple[int, ...]) -> int | None:
        """Check one component and what it holds; return its type if it is one of `allowed`."""
        if not isinstance(component, dict):
            self.problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return None
        kind = component.get("type")
        if not isinstance(kind, int) or isinstance(kind, bool) or kind not in allowed:
            choices = ", ".join(map(str, allowed)) + ("," if len(allowed) == 1 else "")
            message = f'Value of field "type" must be one of ({choices}).'
            self.problems.add((*path, "type"), "UNION_TYPE_CHOICES", message)
            return None
        self.count += 1
        self.problems.unknown_keys(path, component, _KEYS[kind])
        self._check_id(component, path)
        _CHECKS[kind](self, component, path)
        return kind

    def _check_id(self, component: Json, path: Path) -> None:
        number = component.get("id")
        self.problems.whole(path, component, "id", 0, 2**31 - 1)
        if isinstance(number, int) and number != 0:
            if number in self.ids:
                self.problems.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(number)

    def row(self, component: Json, path: Path) -> None:
        """An action row holds one to five buttons or one select."""
        children = component.get("components")
        if not isinstance(children, list) or not children:
            self.problems.length((*path, "components"), 1, MAX_ROW_BUTTONS)
            return
        kinds = [self.visit(child, (*path, "components", at), _ROW_TYPES) for at, child in enumerate(children)]
        width = sum(MAX_ROW_BUTTONS if kind in SELECTS else 1 for kind in kinds)
        if width > MAX_ROW_BUTTONS:
            message = "The specified component exceeds the maximum width"
            self.problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def button(self, component: Json, path: Path) -> None:
        """A button needs a style, something to show, and what happens on a click."""
        style = component.get("style")
        if style not in range(1, 7):
            self.problems.choices((*path, "style"), "(1, 2, 3, 4, 5, 6)")
        self.problems.text(path, component, "label", 0, 80)
        self.check_emoji(component.get("emoji"), (*path, "emoji"))
        if not component.get("label") and not component.get("emoji") and style != PREMIUM_STYLE:
            self.problems.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
        if style == LINK_STYLE:
            self._check_link(component, path)
        elif style == PREMIUM_STYLE:
            if not component.get("sku_id"):
                self.problems.require((*path, "sku_id"))
            for key in ("custom_id", "label", "url", "emoji"):
                if component.get(key) is not None:
                    message = "A premium button shows what it sells and has nothing of its own"
                    self.problems.add((*path, key), "BUTTON_COMPONENT_PREMIUM_FIELDS_INVALID", message)
        else:
            if component.get("url") is not None:
                message = "A custom id and url cannot both be specified"
                self.problems.add((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", message)
            self.check_custom_id(component, path)

    def _check_link(self, component: Json, path: Path) -> None:
        if component.get("custom_id") is not None:
            message = "A custom id and url cannot both be specified"
            self.problems.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", message)
        url = component.get("url")
        self.problems.text(path, component, "url", 1, 512, required=True)
        if isinstance(url, str):
            check_scheme(url, (*path, "url"), self.problems, ("http://", "https://", "discord://"))

    def check_custom_id(self, component: Json, path: Path) -> None:
        """A custom_id is there, has 1 to 100 characters and occurs once in a message."""
        self.problems.text(path, component, "custom_id", 1, 100, required=True)
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            if custom_id in self.custom_ids:
                message = "Component custom id cannot be duplicated"
                self.problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
            self.custom_ids.add(custom_id)

    def check_emoji(self, emoji: object, path: Path) -> None:
        """An emoji is one of the application's own by id, or one of Unicode's by name."""
        if emoji is None:
            return
        if not isinstance(emoji, dict):
            self.problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        self.problems.unknown_keys(path, emoji, _EMOJI_KEYS)
        emoji_id, name = emoji.get("id"), emoji.get("name")
        known = self.context.has_emoji(str(emoji_id)) if emoji_id is not None else is_emoji(str(name or ""))
        if not known:
            self.problems.add((*path, "id" if emoji_id else "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def select(self, component: Json, path: Path) -> None:
        """A select has a custom_id and bounds that make sense; a string select has 1 to 25 different options."""
        self.check_custom_id(component, path)
        self.problems.text(path, component, "placeholder", 0, 150)
        check_bounds(component, path, self.problems)
        if component["type"] == STRING_SELECT:
            self._check_options(component, path)
        else:
            check_default_values(component, path, self.problems)

    def _check_options(self, component: Json, path: Path) -> None:
        check_options(component, path, self.problems, _OPTION_KEYS)
        options = component.get("options")
        for index, option in enumerate(options if isinstance(options, list) else []):
            if isinstance(option, dict):
                self.check_emoji(option.get("emoji"), (*path, "options", index, "emoji"))

    def section(self, component: Json, path: Path) -> None:
        """A section holds one to three texts beside a button or a thumbnail."""
        children = component.get("components")
        if not isinstance(children, list) or not 1 <= len(children) <= 3:
            self.problems.length((*path, "components"), 1, 3)
        for index, child in enumerate(children if isinstance(children, list) else []):
            self.visit(child, (*path, "components", index), (TEXT_DISPLAY,))
        if component.get("accessory") is None:
            self.problems.require((*path, "accessory"))
        else:
            self.visit(component["accessory"], (*path, "accessory"), (BUTTON, THUMBNAIL))

    def text_display(self, component: Json, path: Path) -> None:
        """A text display shows 1 to 4000 characters; all of a message's together no more."""
        self.problems.text(path, component, "content", 1, MAX_DISPLAYED_TEXT, required=True)
        content = component.get("content")
        if isinstance(content, str):
            self.displayed += len(content)
            if not content.strip():
                self.problems.length((*path, "content"), 1, MAX_DISPLAYED_TEXT)

    def thumbnail(self, component: Json, path: Path) -> None:
        """A thumbnail is a picture with an optional description."""
        self._check_media(component.get("media"), (*path, "media"))
        self.problems.text(path, component, "description", 0, 1024)

    def gallery(self, component: Json, path: Path) -> None:
        """A media gallery holds one to ten pictures."""
        items = component.get("items")
        if not isinstance(items, list) or not 1 <= len(items) <= 10:
            self.problems.length((*path, "items"), 1, 10)
        for index, item in enumerate(items if isinstance(items, list) else []):
            place = (*path, "items", index)
            if not isinstance(item, dict):
                self.problems.add(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
                continue
            self.problems.unknown_keys(place, item, _ITEM_KEYS)
            self._check_media(item.get("media"), (*place, "media"))
            self.problems.text(place, item, "description", 0, 1024)

    def file(self, component: Json, path: Path) -> None:
        """A file component names a file of the message; other addresses are not supported."""
        self._check_media(component.get("file"), (*path, "file"), only_attached=True)

    def _check_media(self, media: object, path: Path, *, only_attached: bool = False) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        if not isinstance(url, str):
            self.problems.require((*path, "url"))
            return
        check_attachment_url(url, (*path, "url"), self.problems, self.context.filenames)
        schemes = ("attachment://",) if only_attached else ("http://", "https://", "attachment://")
        check_scheme(url, (*path, "url"), self.problems, schemes)

    def separator(self, component: Json, path: Path) -> None:
        """A separator is small or large."""
        if component.get("spacing") not in (None, 1, 2):
            self.problems.choices((*path, "spacing"), "(1, 2)")

    def container(self, component: Json, path: Path) -> None:
        """A container holds everything but containers."""
        self.problems.whole(path, component, "accent_color", 0, 0xFFFFFF)
        children = component.get("components")
        if not isinstance(children, list) or not children:
            self.problems.length((*path, "components"), 1, MAX_COMPONENTS)
            return
        for index, child in enumerate(children):
            self.visit(child, (*path, "components", index), _CONTAINER_TYPES)


def check_bounds(component: Json, path: Path, problems: Problems) -> None:
    """Note wrong `min_values` and `max_values` of a select, also more than it has options."""
    problems.whole(path, component, "min_values", 0, MAX_OPTIONS)
    problems.whole(path, component, "max_values", 1, MAX_OPTIONS)
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    low, high = 1 if low is None else low, 1 if high is None else high
    if isinstance(low, int) and isinstance(high, int) and low > high:
        message = "The minimum number of values cannot be greater than the maximum"
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_GREATER_THAN_MAX", message)
    options = component.get("options")
    if isinstance(options, list) and isinstance(high, int) and high > max(1, len(options)):
        message = "The maximum number of values cannot be greater than the number of options"
        problems.add((*path, "max_values"), "SELECT_COMPONENT_MAX_GREATER_THAN_OPTIONS", message)


def check_default_values(component: Json, path: Path, problems: Problems) -> None:
    """Note more people, roles or channels chosen by default than may be chosen, or one of them twice."""
    given = problems.items(path, component, "default_values", MAX_OPTIONS)
    most = component.get("max_values") or 1
    ids = [str(each.get("id")) for each in given if isinstance(each, dict)]
    if isinstance(most, int) and len(given) > most:
        message = "More values are chosen by default than may be chosen"
        problems.add((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
    elif len(set(ids)) < len(ids):
        problems.add(
            (*path, "default_values"), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
        )


def check_options(component: Json, path: Path, problems: Problems, known: frozenset[str]) -> None:
    """Note what is wrong with the `options` of a string select or of a group of checkboxes or radio buttons."""
    options = component.get("options")
    if not isinstance(options, list) or not 1 <= len(options) <= MAX_OPTIONS:
        problems.length((*path, "options"), 1, MAX_OPTIONS)
        return
    values: set[str] = set()
    for index, option in enumerate(options):
        place = (*path, "options", index)
        if not isinstance(option, dict):
            problems.add(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        problems.unknown_keys(place, option, known)
        problems.text(place, option, "label", 1, 100, required=True)
        problems.text(place, option, "value", 1, 100, required=True)
        problems.text(place, option, "description", 0, 100)
        value = str(option.get("value"))
        if value in values:
            message = "The specified option value is already used"
            problems.add((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(value)
    chosen = sum(bool(option.get("default")) for option in options if isinstance(option, dict))
    most = component.get("max_values") or 1
    if isinstance(most, int) and chosen > most:
        message = "More options are chosen by default than may be chosen"
        problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def check_scheme(url: str, path: Path, problems: Problems, schemes: tuple[str, ...]) -> None:
    """Note an address that begins with none of `schemes` ("https://")."""
    if not url.startswith(schemes):
        names = ", ".join(repr(scheme.removesuffix("://")) for scheme in schemes)
        message = f'Scheme "{url.partition(":")[0]}" is not supported. Scheme must be one of ({names}).'
        problems.add(path, "URL_TYPE_INVALID_SCHEME", message)


def check_attachment_url(url: str, path: Path, problems: Problems, filenames: frozenset[str]) -> None:
    """Note an `attachment://` address that names no file of the message."""
    if url.startswith("attachment://") and url.removeprefix("attachment://") not in filenames:
        message = f"The referenced attachment '{url.removeprefix('attachment://')}' was not found"
        problems.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)


_CHECKS: dict[int, Callable[[_Walk, Json, Path], None]] = {
    ROW: _Walk.row,
    BUTTON: _Walk.button,
    **dict.fromkeys(SELECTS, _Walk.select),
    SECTION: _Walk.section,
    TEXT_DISPLAY: _Walk.text_display,
    THUMBNAIL: _Walk.thumbnail,
    MEDIA_GALLERY: _Walk.gallery,
    FILE: _Walk.file,
    SEPARATOR: _Walk.separator,
    CONTAINER: _Walk.container,
}
