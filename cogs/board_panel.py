"""A leaderboard's page as a panel: picture and words, selects for what, when and which city, buttons to turn pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.board_press import CITIES, MONTH, PARTS, SEASON, SPANS, WEEK, BoardChoice, BoardPress
from cogs.panel import Panel, Style
from cogs.words import clean_name, escape_name, show_change
from host.boards import Metric
from host.periods import ALL
from host.tally import MIN_HANDS
from render import BoardLabel, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.panel import Picture
    from cogs.texts import Texts
    from host.boards import BoardLine, BoardPage
    from host.seasons import Season

MOST_OPTIONS = 25
"""Discord: of a select."""

MAX_OPTION = 100
"""Discord: characters of an option's label."""

RATES = frozenset({Metric.WIN_RATE, Metric.AVERAGE, Metric.DEAL_IN_RATE})
SPANLESS = frozenset({Metric.COINS, Metric.RATING})
"""What is as it is now, whenever it came about."""

Clean = Callable[[str], str]
"""What makes a name harmless: `escape_name` between markup, `clean_name` elsewhere."""

NOTES = ("rate", "mean", "deal", "rank", "best")
"""The metrics that want a word of explanation, `board-note-METRIC`."""


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A page and what it is a page of. `place`: the server's name; `seasons`: the newest first."""

    choice: BoardChoice
    page: BoardPage
    place: str
    seasons: tuple[Season, ...]
    is_taking_part: bool = True


def label_board(shown: ShownBoard, texts: Texts, viewer_id: int) -> BoardLabel:
    """Return what the picture says."""
    own = shown.page.own
    is_elsewhere = own is not None and own.user_id not in {line.user_id for line in shown.page.lines}
    return BoardLabel(
        title=texts.say(f"board-by-{shown.choice.metric}"),
        subtitle=" · ".join(list_scope(shown, texts, clean_name)),
        rows=tuple(_label_line(line, shown, texts, viewer_id) for line in shown.page.lines),
        own=_label_line(own, shown, texts, viewer_id) if own is not None and is_elsewhere else None,
        note=_say_page(shown, texts) if shown.page.pages > 1 else "",
    )


def list_scope(shown: ShownBoard, texts: Texts, clean: Clean) -> list[str]:
    """Return what a board is of: where, when, which city."""
    choice = shown.choice
    scope = [texts.say("board-everywhere") if choice.is_everywhere else clean(shown.place)]
    if choice.metric not in SPANLESS:
        scope.append(name_span(choice.span, shown.seasons, texts, clean))
    if choice.metric is not Metric.COINS:
        scope.append(name_city(choice.city, texts))
    return scope


def name_city(city: str, texts: Texts) -> str:
    """Return a city's name, or that it is all of them."""
    return texts.say("board-all-cities") if city == ALL else texts.say(f"rules-{city}")


def name_span(span: str, seasons: Sequence[Season], texts: Texts, clean: Clean) -> str:
    """Return a span's name; a season's with its number and name."""
    if span == SEASON:
        running = next((season for season in seasons if season.is_running), None)
        return texts.say("board-span-season") if running is None else name_season(running, texts, clean)
    if span in SPANS:
        return texts.say(f"board-span-{span}")
    past = next((season for season in seasons if season.span == span), None)
    return texts.say("season-number", number=int(span[1:])) if past is None else name_season(past, texts, clean)


def name_season(season: Season, texts: Texts, clean: Clean) -> str:
    """Return a season's number, with its name if it has one."""
    if season.name:
        return texts.say("season-named", number=season.number, name=clean(season.name))
    return texts.say("season-number", number=season.number)


def show_value(metric: Metric, value: int, texts: Texts) -> str:
    """Return a board's value as people write it."""
    match metric:
        case Metric.COINS | Metric.RATING | Metric.WINS:
            return f"{value:,}"
        case Metric.NET:
            return show_change(value, grouped=True)
        case Metric.WIN_RATE | Metric.DEAL_IN_RATE:
            return show_rate(value)
        case Metric.BEST_FAN:
            return texts.say("board-fan", number=f"{value:,}")
        case Metric.AVERAGE:
            sign = "+" if value > 0 else "−" if value < 0 else "±"
            return texts.say("board-fan", number=f"{sign}{abs(value) / 1000:,.2f}")


def show_rate(millionths: int) -> str:
    """Return a share in percent: 31.4%."""
    return f"{millionths / 10_000:.1f}%"


def _label_line(line: BoardLine, shown: ShownBoard, texts: Texts, viewer_id: int) -> Standing:
    detail = texts.say("board-won", wins=line.wins, hands=line.hands)
    name = line.name or texts.say("board-nameless")
    value = show_value(shown.choice.metric, line.value, texts)
    return Standing(line.rank, name, value, detail, line.user_id == viewer_id)


def tell_board(label: BoardLabel, texts: Texts) -> str:
    """Return what the picture shows, in words."""
    rows = [_tell_row(row, texts) for row in label.rows]
    if label.own is not None:
        rows += ["…", _tell_row(label.own, texts)]
    return "\n".join(rows)


def _tell_row(row: Standing, texts: Texts) -> str:
    return texts.say(
        "board-line-own" if row.is_viewer else "board-line",
        place=f"{row.place:,}",
        name=escape_name(row.name),
        value=row.value,
        detail=row.detail,
    )


def build_board_panel(shown: ShownBoard, picture: Picture | None, label: BoardLabel, texts: Texts) -> Panel:
    """Return the panel; without a picture the words stand in its place."""
    choice, page = shown.choice, shown.page
    panel = Panel()
    title = f"### {texts.say('board-title', metric=texts.say(f'board-by-{choice.metric}'))}"
    scope = " · ".join(list_scope(shown, texts, escape_name))
    panel.write(title, f"-# {scope}")
    if not page.lines:
        panel.write(_say_empty(shown, texts))
    elif picture is not None:
        panel.show(picture)
    else:
        panel.write(tell_board(label, texts))
    panel.write(*_list_remarks(shown, texts))
    _add_selects(panel, shown, texts)
    panel.add_item(ui.ActionRow(*_list_buttons(shown, texts)))
    return panel


def _say_empty(shown: ShownBoard, texts: Texts) -> str:
    if shown.choice.span == SEASON and not any(season.is_running for season in shown.seasons):
        return texts.say("board-no-season", command=_name_command(texts, "command-season", "command-season-start"))
    return texts.say("board-empty", command=_name_command(texts, "command-mahjong", "command-new"))


def _name_command(texts: Texts, *keys: str) -> str:
    return " ".join(texts.say(key) for key in keys)


def _say_page(shown: ShownBoard, texts: Texts) -> str:
    page = shown.page
    return texts.say("board-page", page=f"{page.page + 1:,}", pages=f"{page.pages:,}", people=f"{page.total:,}")


def _list_remarks(shown: ShownBoard, texts: Texts) -> list[str]:
    """Return where the viewer stands, and what one has to know of the board."""
    own, remarks = shown.page.own, []
    if own is not None:
        remarks.append(texts.say("board-own", place=f"{own.rank:,}", people=f"{shown.page.total:,}"))
    elif shown.choice.is_everywhere and not shown.is_taking_part:
        remarks.append(texts.say("board-take-part", command=texts.say("command-settings")))
    elif shown.page.lines:
        remarks.append(texts.say("board-own-none"))
    if shown.choice.metric in NOTES:
        remarks.append(f"-# {texts.say(f'board-note-{shown.choice.metric}', hands=MIN_HANDS)}")
    if shown.choice.metric is not Metric.COINS:
        remarks.append(f"-# {texts.say('board-people-only')}")
    return remarks


def _add_selects(panel: Panel, shown: ShownBoard, texts: Texts) -> None:
    choice = shown.choice
    metrics = [metric for metric in Metric if not (choice.is_everywhere and metric is Metric.COINS)]
    by_metric = [(metric.value, texts.say(f"board-by-{metric}")) for metric in metrics]
    by_city = [(city, name_city(city, texts)) for city in (ALL, *CITIES)]
    options = {"metric": (by_metric, choice.metric.value)}
    if choice.metric not in SPANLESS:
        options["span"] = (_list_spans(shown, texts), choice.span)
    if choice.metric is not Metric.COINS:
        options["city"] = (by_city[1:] if choice.metric is Metric.RATING else by_city, choice.city)
    for part in PARTS:
        if part in options:
            panel.add_item(ui.ActionRow(_make_select(BoardPress(choice, part), *options[part], texts)))


def _list_spans(shown: ShownBoard, texts: Texts) -> list[tuple[str, str]]:
    """Return the spans to choose from, seasons that are over last."""
    choice = shown.choice
    if choice.is_everywhere:
        return [(span, texts.say(f"board-span-{span}")) for span in (WEEK, MONTH, ALL)]
    spans = [(span, name_span(span, shown.seasons, texts, clean_name)) for span in SPANS]
    past = [(season.span, name_season(season, texts, clean_name)) for season in shown.seasons if not season.is_running]
    return (spans + past)[:MOST_OPTIONS]


def _make_select(press: BoardPress, options: Iterable[tuple[str, str]], chosen: str, texts: Texts) -> ui.Select[Any]:
    return ui.Select(
        custom_id=press.custom_id,
        placeholder=texts.say(f"board-choose-{press.part}"),
        options=[
            discord.SelectOption(label=name[:MAX_OPTION], value=value, default=value == chosen)
            for value, name in options
        ],
    )


def _list_buttons(shown: ShownBoard, texts: Texts) -> list[ui.Button[Any]]:
    choice, page = shown.choice, shown.page
    last = page.pages - 1
    own_page = page.page if page.own_page is None else page.own_page
    turns = [
        ("first", 0, page.page > 1),
        ("prev", max(page.page - 1, 0), page.page > 0),
        ("own", own_page, page.own_page is not None and own_page != page.page),
        ("next", min(page.page + 1, last), page.page < last),
    ]
    buttons = [
        ui.Button[Any](
            label=texts.say(f"button-board-{part}"),
            custom_id=BoardPress(choice.turn(target), part).custom_id,
            disabled=not is_live,
        )
        for part, target, is_live in turns
    ]
    where = "here" if choice.is_everywhere else "world"
    moved = BoardPress(choice.move(is_everywhere=not choice.is_everywhere), where)
    buttons.append(
        ui.Button[Any](label=texts.say(f"button-board-{where}"), custom_id=moved.custom_id, style=Style.primary)
    )
    return buttons
