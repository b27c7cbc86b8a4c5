"""Requests of the judge protocol, checked (JUDGE section 1): raw JSON object in, `Request` or `RequestError` out.

The checks run in the order in which the protocol ranks its errors, so the first that fails is the one to report.
A tile field that is no text is a `bad_tile`, a meld that is no text a `bad_meld`, rules that are no text are
`unknown_rules`, options that are no object a `bad_option`; any other wrong type is a `bad_value`. `bao` and `runs` may
be null, as in records: then they do not apply.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from engine.cities import find_rules, preset_names
from engine.errors import RuleError
from engine.melds import Meld, parse_meld
from engine.score import CLAIMED_WINS, How, WinFacts
from engine.tiles import COPIES, Kind, count_kinds, parse_tiles, tile_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.rules import Rules

ASKS = ("waits", "listen", "score")
HOWS: tuple[str, ...] = get_args(How)
MAX_STAKE = 10**12
"""More coins a fan than any table plays for; keeps answers within what JSON readers hold exactly."""

_COMMON_REQUIRED = ("rules", "ask", "concealed")
_SCORE_REQUIRED = ("winner", "how", "tile", "dealer", "open", "listening")
_FIELDS = frozenset(
    {"id", "options", "melds", "from", "bao", "liable_dealer", "stake", "runs", *_COMMON_REQUIRED, *_SCORE_REQUIRED}
)
_RUNS = (1, 2, 5)
_SEATS = 4
_HAND = 13


class RequestError(Exception):
    """A request that cannot be judged: the protocol's error code, a sentence, and the field at fault or None."""

    def __init__(self, code: str, message: str, field: str | None) -> None:
        """Take the three parts of the protocol's error object."""
        self.code = code
        self.message = message
        self.field = field
        super().__init__(f"{code}: {message}")


@dataclass(frozen=True, slots=True)
class Request:
    """A request that can be judged. `counts` are the 28 counts of `concealed`; `facts` is set for `score` only."""

    ask: str
    rules: Rules
    counts: list[int]
    melds: tuple[Meld, ...]
    stake: int = 1
    facts: WinFacts | None = None


class _Hand(NamedTuple):
    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: Kind
    bao: Kind | None


def read_request(raw: Mapping[str, Any]) -> Request:
    """Check a JSON object and return what it asks; RequestError with the first error in the order of the protocol."""
    _check_names(raw)
    is_score = raw["ask"] == "score"
    concealed = _read_tiles(raw, "concealed")
    tile = _read_tile(raw, "tile") if is_score else None
    bao = _read_tile(raw, "bao") if is_score and raw.get("bao") is not None else None
    counts = count_kinds(concealed)
    _check_count(raw, len(concealed))
    _check_copies(raw, concealed, tile, bao)
    melds = _read_melds(raw)
    rules = _read_rules(raw)
    ask = cast("str", _read_value(raw, "ask", lambda value: value in ASKS, ", ".join(ASKS)))
    if tile is None:
        return Request(ask, rules, counts, melds)
    facts = _read_facts(raw, rules, _Hand(tuple(counts), melds, tile, bao))
    stake = _read_value(raw, "stake", _is_stake, f"a whole number, 1..{MAX_STAKE}") if "stake" in raw else 1
    return Request(ask, rules, counts, melds, stake, facts)


def _check_names(raw: Mapping[str, Any]) -> None:
    for name in raw:
        if name not in _FIELDS:
            raise RequestError("unknown_field", f"there is no field {name!a}", name)
    required = list(_COMMON_REQUIRED)
    if raw.get("ask") == "score":
        required.extend(_SCORE_REQUIRED)
        if raw.get("how") in tuple(CLAIMED_WINS):
            required.append("from")
    for name in required:
        if name not in raw:
            raise RequestError("missing_field", f"the field {name!r} is needed", name)


def _read_tiles(raw: Mapping[str, Any], name: str) -> list[Kind]:
    written = raw[name]
    try:
        return parse_tiles(written) if isinstance(written, str) else _refuse_tiles(name)
    except RuleError:
        return _refuse_tiles(name)


def _refuse_tiles(name: str) -> list[Kind]:
    raise RequestError("bad_tile", f"{name!r} must be tiles in MPSZ, like 123m456p79s77z", name)


def _read_tile(raw: Mapping[str, Any], name: str) -> Kind:
    kinds = _read_tiles(raw, name)
    if len(kinds) != 1:
        raise RequestError("bad_tile", f"{name!r} must be one tile in MPSZ, like 8s", name)
    return kinds[0]


def _written_melds(raw: Mapping[str, Any]) -> list[Any] | None:
    melds = raw.get("melds", [])
    return melds if isinstance(melds, list) else None


def _check_count(raw: Mapping[str, Any], held: int) -> None:
    """Compare with 13 - 3 x melds (a zhan takes 2), one more to discard; melds that are none yet count as 3."""
    melds = _written_melds(raw)
    if melds is None or raw["ask"] not in ASKS:
        return
    melded = sum(2 if isinstance(meld, str) and meld.startswith("zhan ") else 3 for meld in melds)
    expected = _HAND - melded + (raw["ask"] == "listen")
    if held != expected:
        message = f"'concealed' must hold {expected} tiles with these melds, not {held}"
        if expected < 1:
            message = f"a hand has room for four melds, not {len(melds)}"
        raise RequestError("wrong_count", message, "concealed")


def _check_copies(raw: Mapping[str, Any], concealed: list[Kind], tile: Kind | None, bao: Kind | None) -> None:
    """Count every copy that the request names; a bao that is itself the tile won on is one copy."""
    parts = [("concealed", concealed)]
    parts.extend(("melds", _parse_leniently(meld)) for meld in _written_melds(raw) or [])
    if tile is not None:
        parts.append(("tile", [tile]))
    if bao is not None and not (bao == tile and _is_won_on_bao_itself(raw)):
        parts.append(("bao", [bao]))
    counts: Counter[Kind] = Counter()
    for name, kinds in parts:
        counts.update(kinds)
        for kind in kinds:
            if counts[kind] > COPIES:
                raise RequestError("five_of_a_kind", f"there are only four {tile_name(kind)}", name)


def _parse_leniently(meld: object) -> list[Kind]:
    try:
        return parse_tiles(meld.partition(" ")[2]) if isinstance(meld, str) else []
    except RuleError:
        return []


def _is_won_on_bao_itself(raw: Mapping[str, Any]) -> bool:
    """Say whether `tile` is the bao lying on the table, not a drawn or discarded tile of its kind."""
    if raw["how"] == "big_wind":
        try:
            return _read_rules(raw).big_wind != "fourth_tile"
        except RequestError:
            return True
    return raw["how"] in ("tongbao", "dragon_bao")


def _read_melds(raw: Mapping[str, Any]) -> tuple[Meld, ...]:
    written = _written_melds(raw)
    if written is None:
        raise RequestError("bad_meld", "'melds' must be a list", "melds")
    melds: list[Meld] = []
    for text in written:
        try:
            melds.append(parse_meld(text if isinstance(text, str) else ""))
        except RuleError:
            raise RequestError("bad_meld", 'a meld is written like "chi 234m" or "an_gang 2222p"', "melds") from None
    return tuple(melds)


def _read_rules(raw: Mapping[str, Any]) -> Rules:
    name, options = raw["rules"], raw.get("options", {})
    if not isinstance(name, str) or name not in preset_names():
        raise RequestError("unknown_rules", f"'rules' must be one of {', '.join(preset_names())}", "rules")
    if not isinstance(options, dict):
        raise RequestError("bad_option", "'options' must be an object of names and values", "options")
    try:
        return find_rules(name, options)
    except RuleError as error:
        option = error.facts["option"]
        if error.code == "unknown_option":
            message = f"there is no option {option!a}"
        elif error.facts["why"] == "value":
            message = f"the option {option!r} takes: {error.facts['allowed']}"
        else:
            message = f"the option {option!r} does not go with the others: {error.facts['why']}"
        raise RequestError(error.code, message, "options") from None


def _read_facts(raw: Mapping[str, Any], rules: Rules, hand: _Hand) -> WinFacts:
    winner = cast("int", _read_value(raw, "winner", _is_seat, "a seat, 0..3"))
    how = cast("How", _read_value(raw, "how", lambda value: value in HOWS, ", ".join(HOWS)))
    source = None
    if how in CLAIMED_WINS:
        source = cast("int", _read_value(raw, "from", _is_seat, "a seat, 0..3"))
        if source == winner:
            raise RequestError("bad_value", "'from' must be another seat than 'winner'", "from")
    dealer = cast("int", _read_value(raw, "dealer", _is_seat, "a seat, 0..3"))
    is_open = _read_value(raw, "open", _is_flags, "four booleans, by seat")
    listening = _read_value(raw, "listening", _is_flags, "four booleans, by seat")
    liable = _read_value(raw, "liable_dealer", _is_flag, "true or false") if "liable_dealer" in raw else False
    runs = None
    if rules.run and raw.get("runs") is not None:
        runs = _read_value(raw, "runs", _is_runs, "four numbers, by seat, each 1, 2 or 5")
    if is_open[winner] != any(meld.opens for meld in hand.melds):
        raise RequestError("bad_value", "'open' of the winner contradicts 'melds'", "open")
    return WinFacts(
        winner=winner,
        how=how,
        tile=hand.tile,
        dealer=dealer,
        open=tuple(is_open),
        listening=tuple(listening),
        concealed=hand.counts,
        melds=hand.melds,
        source=source,
        bao=hand.bao,
        liable_dealer=liable,
        runs=runs and tuple(runs),
    )


def _read_value(raw: Mapping[str, Any], name: str, is_valid: Callable[[Any], bool], wanted: str) -> Any:  # noqa: ANN401
    value = raw[name]
    if not is_valid(value):
        raise RequestError("bad_value", f"{name!r} must be {wanted}", name)
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: Any) -> bool:  # noqa: ANN401 (any JSON value)
    return _is_whole(value) and 0 <= value < _SEATS


def _is_stake(value: Any) -> bool:  # noqa: ANN401
    return _is_whole(value) and 1 <= value <= MAX_STAKE


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_flags(value: object) -> bool:
    return isinstance(value, list) and len(value) == _SEATS and all(map(_is_flag, value))


def _is_runs(value: object) -> bool:
    return isinstance(value, list) and len(value) == _SEATS and all(_is_whole(run) and run in _RUNS for run in value)
