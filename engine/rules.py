"""A table's rules as one frozen value: every option of RULES section 8, validated, and the traits of its city.

An option is what a room may change; a trait is what makes the city and has no switch. City files hold only what
differs from the values here, which are Harbin's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue = bool | int | str

MAX_STAKE = 1_000_000


@dataclass(frozen=True, slots=True)
class Domain:
    """The values that an option takes: words, numbers from a list or a range, or yes and no."""

    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] | range = ()
    is_flag: bool = False

    def allows(self, value: object) -> bool:
        """Say whether the value is of the right JSON type and one of those listed (True is not the number 1)."""
        if isinstance(value, bool):
            return self.is_flag
        if isinstance(value, int):
            return value in self.numbers
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        """List the values as a person would write them."""
        if self.is_flag:
            return "true, false"
        numbers = self.numbers
        parts = [f"{numbers[0]}..{numbers[-1]}"] if isinstance(numbers, range) else [str(number) for number in numbers]
        return ", ".join([*self.words, *parts])


def _option(clause: str, default: OptionValue, domain: Domain) -> Any:  # noqa: ANN401 (dataclasses.field is untyped)
    return field(default=default, metadata={"clause": clause, "domain": domain})


def _flag(clause: str, *, default: bool) -> Any:  # noqa: ANN401
    return _option(clause, default, Domain(is_flag=True))


def _word(clause: str, *words: str) -> Any:  # noqa: ANN401
    return _option(clause, words[0], Domain(words=words))


def _number(clause: str, default: int, numbers: tuple[int, ...] | range) -> Any:  # noqa: ANN401
    return _option(clause, default, Domain(numbers=numbers))


_FAN = range(1, 100)
_FACTOR = range(1, 10)


@dataclass(frozen=True)
class Rules:
    """All options under their names in RULES section 8 (defaults: Harbin's) and the traits of the city."""

    city: str = "harbin"

    must_open: bool = _flag("C20", default=True)
    min_suits: int = _number("C21", 2, (1, 2))
    terminal_at: Literal["listen", "win"] = _word("C22", "listen", "win")
    need_triplet: bool = _flag("C23", default=True)
    dragon_for_triplet: Literal["pair", "single", "never"] = _word("C23", "pair", "single", "never")
    two_pair_wait: bool = _flag("C24", default=True)
    sequence_at: Literal["win", "listen", "never"] = _word("C25", "win", "listen", "never")
    min_concealed: int = _number("C26", 4, (1, 4))
    seven_pairs: bool = _flag("C27", default=False)
    gang_after_listening: Literal["never", "same_waits"] = _word("C10", "never", "same_waits")
    swap_call: bool = _flag("C5", default=True)
    win_over_listen_claim: bool = _flag("C7", default=True)
    first_taker: Literal["thrown", "dealer"] = _word("H1", "thrown", "dealer")
    deal_dice: int = _number("Q1", 2, (1, 2))
    bao_from: Literal["wall_end", "fifteenth", "dice"] = _word("H3", "wall_end", "fifteenth", "dice")
    bao_dice: int = _number("Q7", 1, (1, 2))
    bao_change: Literal["auto", "call"] = _word("H5", "auto", "call")
    mobao_any: bool = _flag("H4", default=True)
    instant_bao: bool = _flag("Q8", default=False)
    dragon_bao: bool = _flag("Q8", default=False)
    dragon_draw: bool = _flag("H20", default=False)
    big_wind: Literal["off", "same_number", "fourth_tile"] = _word("H20", "off", "same_number", "fourth_tile")
    gang_tile: Literal["wall_end", "seventh_stack"] = _word("H7", "wall_end", "seventh_stack")
    rob_gang: Literal["self_draw", "discard", "off"] = _word("H9", "self_draw", "discard", "off")
    last_tiles: int = _number("H10", 4, (0, 4))
    last_tiles_dealt: bool = _flag("M8", default=False)
    dead_wall: int = _number("H10", 0, (0, 9))
    next_dealer: Literal["winner", "next_seat"] = _word("H2", "winner", "next_seat")
    dealer_each_hand: Literal["keep", "random"] = _word("M1", "keep", "random")
    draw_liability: int = _number("H12", 3, (0, 3))
    fan_discard: int = _number("H13", 1, _FAN)
    fan_self_draw: int = _number("H13", 2, _FAN)
    fan_mobao: int = _number("H13", 3, _FAN)
    fan_baozhongbao: int = _number("H13", 12, _FAN)
    kadang_factor: int = _number("H13", 2, _FACTOR)
    kadang_needs_single_wait: bool = _flag("H16", default=False)
    kadang_edges: bool = _flag("H16", default=False)
    kadang_single: bool = _flag("H16", default=False)
    gang_draw_factor: int = _number("H8", 1, (1, 2))
    seven_pairs_factor: int = _number("Q13", 1, _FACTOR)
    luxury_factor: int = _number("Q13", 1, _FACTOR)
    luxury_pairs: bool = _flag("Q13", default=False)
    zhan_half: bool = _flag("Q13", default=False)
    dragon_double: bool = _flag("Q13", default=False)
    run: bool = _flag("Q13", default=False)
    dealer_double: bool = _flag("Q13", default=False)
    closed_loser: Literal["set3", "add3", "double", "none"] = _word("H13", "set3", "add3", "double", "none")
    closed_loser_on_bao: bool = _flag("H13", default=False)
    discard_payment: Literal["three", "discarder"] = _word("H14", "three", "discarder")
    unready_discarder: Literal["set3", "add3", "double", "none"] = _word("H15", "set3", "add3", "double", "none")
    unready_others_factor: int = _number("H15", 1, (1, 2))
    unready_others_paid_by: Literal["discarder", "themselves"] = _word("H15", "discarder", "themselves")
    stake: str | int = _option("H18", "poorest", Domain(words=("poorest",), numbers=range(1, MAX_STAKE + 1)))
    allow_debt: bool = _flag("H18", default=False)
    leave_penalty: str | int = _option(
        "H19", "3x_stake", Domain(words=("3x_stake", "none"), numbers=range(MAX_STAKE + 1))
    )
    autoplay_wins: bool = _flag("P3", default=True)
    timeouts_to_autoplay: int = _number("P3", 2, _FACTOR)

    break_wall: Literal["taker_right", "opposite_left"] = "taker_right"
    """Trait (H1, M1, Q1): whose wall the dice of the deal count, and from which end."""
    an_gang_shows: Literal["always", "when_open", "never"] = "always"
    """Trait (M5, Q5): when an an gang shows its face."""
    old_bao_goes: Literal["aside", "dealer_river", "caller"] = "aside"
    """Trait (H5, M7, Q10): where a bao that was changed is laid, face up."""
    listen_claim_steps: Literal[1, 2] = 1
    """Trait (M6): 2 = the seat says listen first and takes the tile in a second step."""

    def __post_init__(self) -> None:
        """Refuse values and combinations that cannot work: RuleError `bad_option` with `option` and `why`."""
        for name, domain in DOMAINS.items():
            if not domain.allows(getattr(self, name)):
                raise RuleError("bad_option", option=name, why="value", allowed=str(domain))
        if (self.bao_change == "call") != (self.bao_from == "dice"):
            raise RuleError("bad_option", option="bao_change", why="call_needs_dice")
        if self.last_tiles_dealt and not self.last_tiles:
            raise RuleError("bad_option", option="last_tiles_dealt", why="needs_last_tiles")

    def with_options(self, options: Mapping[str, object]) -> Rules:
        """Return these rules with some options set; RuleError `unknown_option` or `bad_option`."""
        unknown = next((name for name in options if name not in DOMAINS), None)
        if unknown is not None:
            raise RuleError("unknown_option", option=unknown)
        # A dict of checked names; each value is checked by __post_init__.
        changes: dict[str, Any] = dict(options)
        return replace(self, **changes)

    @property
    def options(self) -> dict[str, OptionValue]:
        """All options with the values that hold, in the order of RULES section 8."""
        return {name: getattr(self, name) for name in DOMAINS}


DOMAINS: dict[str, Domain] = {item.name: item.metadata["domain"] for item in fields(Rules) if "domain" in item.metadata}
"""Every option's values, by name."""

CLAUSES: dict[str, str] = {item.name: item.metadata["clause"] for item in fields(Rules) if "domain" in item.metadata}
"""The clause that each option belongs to, by name."""

_PRESETS: dict[str, Rules] = {}


def register(name: str, rules: Rules) -> None:
    """Add a city or preset under a name. City files call it; nothing else needs to know of a new city."""
    _PRESETS[name] = rules


def preset_names() -> tuple[str, ...]:
    """All names that `find_rules` knows, in the order registered."""
    return tuple(_PRESETS)


def find_rules(name: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return a city's or preset's rules with options set; RuleError `unknown_rules`, `unknown_option`, `bad_option`."""
    if name not in _PRESETS:
        raise RuleError("unknown_rules", rules=name)
    return _PRESETS[name].with_options(options or {})
