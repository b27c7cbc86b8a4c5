"""Every text in every language: none missing, none left over, none outside the files."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from fluent.syntax import FluentParser, visitor
from fluent.syntax import ast as ftl

from cogs.about_command import PAGES as PAGES_OF_ABOUT
from cogs.board_panel import NOTES
from cogs.board_press import PARTS, SPANS
from cogs.commands import CLOCKS, LENGTHS, PLAYABLE
from cogs.desk import LINES, OVER_REASONS
from cogs.errors import ERROR_CODES
from cogs.history_press import PARTS as PARTS_OF_HISTORY
from cogs.history_press import SPANS as SPANS_OF_HISTORY
from cogs.judge_command import GROUPS, OPTIONS
from cogs.judge_panel import NOT_WON, SEATS
from cogs.places import PERMISSIONS
from cogs.presses import Act
from cogs.replay_press import EXPORT, FILM, JUMP, LOOK, MOVES, OPEN, SHARE
from cogs.replay_words import ACTS as ACTS_OFFERED
from cogs.replay_words import MOMENTS
from cogs.rules_panel import PAGES
from cogs.settings_panel import PERSON_SWITCHES, SERVER_SWITCHES
from cogs.texts import LANGUAGES, LOCALES, Texts, choose_language, texts_for
from cogs.tutorial import LESSONS
from cogs.welcome import COMMANDS as WELCOMED
from engine.cities import preset_names
from engine.judge_request import HOWS
from engine.melds import MeldType
from engine.rules import DOMAINS
from engine.score_lines import TERMS
from engine.verify import CHECKS
from engine.waits import REASONS
from host.audit import FAULT_CODES
from host.boards import Metric
from host.hand_told import WIN_KINDS
from host.history import Company, Result
from host.preferences import FELTS, TILES
from host.preferences import LANGUAGES as CHOSEN_LANGUAGES

COGS = Path(__file__).parent.parent.parent / "cogs"
SOURCES = sorted(COGS.glob("*.py"))


MOVED = sorted(MOVES - {JUMP, LOOK, OPEN})


def list_lesson_texts():
    """What the tutorial says: each lesson, what comes of a choice, and the choices that are no tiles."""
    for lesson in LESSONS:
        words = [choice for choice in lesson.choices if not choice[0].isdigit()]
        yield lesson.name
        yield from (f"do-{word}" for word in words)
        if lesson.choices:
            yield f"{lesson.name}-right"
        if words:
            yield f"{lesson.name}-wrong"


def describe(names):
    """What has a name and a sentence about it."""
    return tuple(f"{name}{part}" for name in names for part in ("", "-about"))


FAMILIES = {
    "error-": ERROR_CODES,
    "audit-": FAULT_CODES,
    "coins-log-": ("grant", "take", "reset"),
    "reason-": REASONS,
    "need-": REASONS,
    "verify-": CHECKS,
    "how-": HOWS,
    "option-": OPTIONS,
    "option-judge-": tuple(f"{name}-about" for name in OPTIONS),
    "judge-not-": NOT_WON,
    "judge-seat-": SEATS,
    "judge-group-": GROUPS,
    "judge-taken-": ("closed", "unready"),
    "score-": TERMS,
    "over-": OVER_REASONS,
    "line-": LINES,
    "permission-": PERMISSIONS,
    "rules-": (*PLAYABLE, "house"),
    "about-": DOMAINS,
    "button-rules-": PAGES,
    "hand-win-": ("mobao", "dragon_draw", "fourth_tile", "tongbao", "dragon_bao", "big_wind"),
    "window-": ("discard", "gang", "bao"),
    "hands-": LENGTHS,
    "clock-": CLOCKS,
    "button-": tuple(Act),
    "tile-": "mpsz",
    "tile-beside-": "mpsz",
    "result-won-": (
        "discard",
        "self_draw",
        "gang_draw",
        "rob_gang",
        "tongbao",
        "dragon_bao",
        "big_wind",
        "dragon_draw",
    ),
    "result-line-": ("set", "add", "times", "set-seat", "add-seat", "times-seat", "pays", "only"),
    "help-": ("goal", "turn", "listen", "bao", "fair"),
    "command-": describe(("hand", "table", "tutorial", "help")),
    "command-privacy-": ("export", "delete"),
    "kind-": WIN_KINDS,
    "board-by-": tuple(Metric),
    "board-span-": SPANS,
    "board-note-": NOTES,
    "board-choose-": PARTS,
    "button-board-": ("first", "prev", "own", "next", "here", "world"),
    "button-history-": ("newest", "newer", "older", "oldest"),
    "history-choose-": PARTS_OF_HISTORY,
    "history-span-": SPANS_OF_HISTORY,
    "history-result-": tuple(Result),
    "history-company-": tuple(Company),
    "learn-": tuple(list_lesson_texts()),
    "settings-person-": describe(("language", "look", *PERSON_SWITCHES)),
    "settings-server-": describe(
        ("language", "look", "rules", "clock", "stake", "hands", "channels", *SERVER_SWITCHES),
    ),
    "page-": tuple(f"{page}-{part}" for page, parts in PAGES_OF_ABOUT.items() for part in parts),
    "button-page-": PAGES_OF_ABOUT,
    "welcome-": WELCOMED,
    "told-place-": "0123",
    "replay-": (
        "autoplay-on",
        "autoplay-off",
        "leave",
        "return",
        "chi",
        "peng",
        "zhan",
        "ming_gang",
        "an_gang",
        "jia_gang",
    ),
    "replay-bao-": ("deal", "first_listen", "changed", "called"),
    "replay-act-": ACTS_OFFERED,
    "replay-moment-": MOMENTS,
    "button-replay-": (*MOVED, SHARE, FILM, EXPORT),
    "told-meld-": tuple(MeldType),
    "language-": CHOSEN_LANGUAGES,
    "tiles-": TILES,
    "felt-": FELTS,
}
"""Keys that code puts together: the beginning, and everything that can follow."""


class _Facts(visitor.Visitor):
    def __init__(self):
        self.names = set()

    def visit_VariableReference(self, node):  # noqa: N802 (the visitor finds it by the node's name)
        self.names.add(node.id.name)


class _References(visitor.Visitor):
    def __init__(self):
        self.names = set()

    def visit_MessageReference(self, node):  # noqa: N802
        self.names.add(node.id.name)

    def visit_TermReference(self, node):  # noqa: N802
        self.names.add(f"-{node.id.name}")


@cache
def read_messages(language):
    """Every key of a language with the facts that its sentence wants."""
    messages = {}
    for path in sorted((LOCALES / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ftl.Junk), (path.name, entry.content)
            if isinstance(entry, ftl.Message):
                assert entry.id.name not in messages, f"{entry.id.name} twice"
                facts = _Facts()
                facts.visit(entry)
                messages[entry.id.name] = facts.names
    return messages


@cache
def strings_of(path):
    """Every string in a file's code that is neither a docstring nor logged."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_log(node.func.value):
            skipped |= {id(part) for part in ast.walk(node)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
    ]


def is_log(node):
    return isinstance(node, ast.Name) and node.id == "log"


@cache
def keys_in_code():
    messages = read_messages("en")
    named = {node.value for path in SOURCES for node in strings_of(path)}
    built = {f"{start}{rest}" for start, rests in FAMILIES.items() for rest in rests}
    return (named | built) & set(messages), named


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_with_the_same_facts(language):
    english, other = read_messages("en"), read_messages(language)
    assert other.keys() == english.keys()
    assert {key: facts for key, facts in other.items() if facts != english[key]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_unused(language):
    used, _ = keys_in_code()
    assert set(read_messages(language)) - used == set()


@pytest.mark.parametrize("start", FAMILIES)
def test_no_key_that_code_puts_together_is_missing(start):
    buttons_without_words = {"d", "l", "learn"}
    wanted = {f"{start}{rest}" for rest in FAMILIES[start] if start != "button-" or rest not in buttons_without_words}
    assert wanted - set(read_messages("en")) == set()


def test_no_key_that_code_names_is_missing():
    messages = read_messages("en")
    missing = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and called(node) in {"say", "text"}:
                for key in constants(node.args[0]):
                    if key not in messages:
                        missing.add(key)
    assert missing == set()


def called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def constants(node):
    """The plain keys that an argument can be."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


_ALLOWED_FILES = {"settings.py", "run.py", "logs.py", "meters.py"}
"""The command line, logs and metrics speak English to whoever runs the program."""


@pytest.mark.parametrize(
    "path", [path for path in SOURCES if path.name not in _ALLOWED_FILES], ids=lambda path: path.name
)
def test_no_sentence_stands_in_code(path):
    sentences = []
    for node in strings_of(path):
        words = re.findall(
            r"[A-Za-z]{2,}", "".join(literal for literal, *_ in Formatter().parse(plain(node.value)) if literal)
        )
        if re.search(r"[\u3000-\u9fff]", node.value) or (" " in node.value.strip() and len(words) > 1):
            sentences.append((node.lineno, node.value))
    assert [item for item in sentences if not is_raised(path, item[0])] == []


def plain(text):
    return text.replace("{", "").replace("}", "")


def is_raised(path, line):
    """Whether the line raises: messages of exceptions are for whoever programs."""
    return "raise " in path.read_text(encoding="utf-8").splitlines()[line - 1]


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh-CN"), ("zh-TW", "zh-TW"), ("en-US", "en"), ("en-GB", "en"), ("ru", "en"), (None, "en")],
)
def test_a_discord_locale_finds_its_language(locale, language):
    assert choose_language(locale) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_files_is_there_to_be_said(language):
    texts = Texts(language)
    for key in read_messages(language):
        assert texts.has(key)
    assert not texts.has("no-such-key")
    with pytest.raises(KeyError):
        texts.say("no-such-key")


@pytest.mark.parametrize("path", sorted(LOCALES.glob("*/*.ftl")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_sentence_refers_to_one_of_another_file(path):
    entries = FluentParser().parse(path.read_text(encoding="utf-8")).body
    named = {entry.id.name for entry in entries if isinstance(entry, ftl.Message)}
    references = _References()
    for entry in entries:
        references.visit(entry)
    assert named
    assert references.names <= named


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_descriptions_of_commands_fit_discord(language):
    texts = texts_for(language)
    for key in read_messages(language):
        if key.startswith(("command-", "option-")):
            sentence = texts.say(key)
            if key.endswith("-about"):
                assert 1 <= len(sentence) <= 100
            else:
                assert re.fullmatch(r"[-_'\w]{1,32}", sentence)
                assert sentence == sentence.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name_or_counts_as_house_rules(language):
    texts = texts_for(language)
    assert all(texts.has(f"rules-{name}") for name in preset_names() if name in PLAYABLE)
