"""What host and engine say no with, in words: the one place where codes become sentences."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from cogs.gateway import Refused, Trouble
from cogs.words import join_words, name_reasons
from engine.errors import RuleError
from host.errors import HostError

if TYPE_CHECKING:
    from cogs.texts import Fact, Texts

log = logging.getLogger(__name__)

ERROR_CODES = (
    "already_answered",
    "already_seated",
    "already_shared",
    "audit_running",
    "bad_option",
    "bad_run",
    "bad_setting",
    "bad_words",
    "bad_zone",
    "below_min_coins",
    "channel_not_allowed",
    "channel_taken",
    "closed",
    "coins_held",
    "computers_not_allowed",
    "delete_expired",
    "film_running",
    "films_busy",
    "forbidden",
    "game_not_over",
    "hand_not_over",
    "hand_over",
    "hand_running",
    "illegal_action",
    "judge_count",
    "judge_five",
    "judge_melds",
    "judge_needs_from",
    "judge_needs_tile",
    "judge_runs",
    "later",
    "match_running",
    "meld_form",
    "no_computer",
    "no_finished_hand",
    "no_hand",
    "no_match",
    "no_own_replay",
    "no_reason",
    "no_season",
    "no_such_choice",
    "no_such_hand",
    "no_such_replay",
    "no_table",
    "not_a_member",
    "not_a_person",
    "not_asked",
    "not_here",
    "not_host",
    "not_invited",
    "not_manager",
    "not_seated",
    "not_your_seat",
    "not_your_turn",
    "old_button",
    "only_in_server",
    "only_manager",
    "option_form",
    "option_twice",
    "paused",
    "record_gone",
    "replay_broken",
    "reset_expired",
    "seated_elsewhere",
    "season_running",
    "share_barred",
    "share_forbidden",
    "stale",
    "store_failed",
    "table_full",
    "table_gone",
    "tiles_dragon",
    "tiles_no_number",
    "tiles_no_suit",
    "tiles_not_one",
    "tiles_sign",
    "thread_shut",
    "too_fast",
    "unknown_hand",
    "too_many_coins",
    "unknown",
    "unknown_option",
    "words_too_long",
)
"""Every code that has a sentence of its own, under `error-CODE`; any other is `unknown`, and logged."""


class Refusal(Exception):  # noqa: N818 (what a person is told, not a fault)
    """Something that the cogs themselves refuse, by a code of ERROR_CODES."""

    def __init__(self, code: str, **facts: Fact | tuple[str, ...]) -> None:
        """Take the code and what its sentence needs."""
        super().__init__(code)
        self.code = code
        self.facts = facts


Said = HostError | RuleError | Refusal | Refused
"""What people are told in a sentence."""

_OPEN = ("command-mahjong", "command-new")
_RULES = ("command-mahjong", "command-rules")
_SETTINGS = ("command-settings",)
_END_SEASON = ("command-season", "command-season-end")
_COMMANDS = {
    "channel_taken": ("command-mahjong", "command-join"),
    "below_min_coins": ("command-daily",),
    "unknown_hand": ("command-history",),
    "bad_zone": ("command-coins", "command-settings"),
    "reset_expired": ("command-coins", "command-reset"),
    "delete_expired": ("command-privacy", "command-privacy-delete"),
    "old_button": ("command-hand",),
    "forbidden": ("command-hand",),
}
"""The command that helps on, where it is not the one that opens a table."""

_TROUBLES = {Trouble.FORBIDDEN: "forbidden", Trouble.LATER: "later", Trouble.SHUT: "thread_shut"}


def say_error(texts: Texts, error: Said) -> str:
    """Return why something was refused, in a person's language."""
    if isinstance(error, Refused):
        return say_error(texts, Refusal(_TROUBLES.get(error.trouble, "unknown")))
    code, facts = error.code, dict(error.facts)
    if code not in ERROR_CODES:
        log.error("no sentence for the code %s", code)
        return texts.say("error-unknown")
    facts["command"] = _name_command(texts, _COMMANDS.get(code, _OPEN))
    facts["rules"] = _name_command(texts, _RULES)
    facts["settings"] = _name_command(texts, _SETTINGS)
    facts["season"] = _name_command(texts, _END_SEASON)
    if code == "forbidden":
        missing = [texts.say(f"permission-{name}") for name in _as_list(facts.get("missing", ()))]
        facts |= {"channel": facts.get("channel", 0), "missing": join_words(texts, missing) or "none"}
    if reasons := facts.get("reasons"):
        facts["reasons"] = name_reasons(texts, (str(reason) for reason in _as_list(reasons)))
    return texts.say(f"error-{code}", **{name: _as_fact(value) for name, value in facts.items()})


def _name_command(texts: Texts, keys: tuple[str, ...]) -> str:
    return " ".join(texts.say(key) for key in keys)


def _as_list(value: object) -> list[object]:
    return list(value) if isinstance(value, tuple | list) else [value]


def _as_fact(value: object) -> Fact:
    # Discord's ids are longer than Fluent's numbers are exact, and would come out with thousands separators.
    if isinstance(value, int) and abs(value) < 2**53 and not isinstance(value, bool):
        return value
    # What somebody typed stands between backticks.
    return " ".join(str(value).replace("`", "'").split())
