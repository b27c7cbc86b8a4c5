"""What holds at a table, option by option, a page for each part of the rules. Pure functions from rules to a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.options import list_changes, show_options, show_value
from cogs.panel import Panel, Style, TableButton
from cogs.presses import Act, Press
from cogs.words import name_rules
from engine.cities import find_rules

if TYPE_CHECKING:
    from cogs.texts import Texts
    from engine.rules import Rules

PAGES: dict[str, tuple[str, ...]] = {
    "listen": (
        "must_open",
        "min_suits",
        "terminal_at",
        "need_triplet",
        "dragon_for_triplet",
        "two_pair_wait",
        "sequence_at",
        "min_concealed",
        "seven_pairs",
        "gang_after_listening",
    ),
    "play": (
        "swap_call",
        "win_over_listen_claim",
        "first_taker",
        "deal_dice",
        "gang_tile",
        "rob_gang",
        "last_tiles",
        "last_tiles_dealt",
        "dead_wall",
        "next_dealer",
        "dealer_each_hand",
        "draw_liability",
    ),
    "bao": (
        "bao_from",
        "bao_dice",
        "bao_change",
        "mobao_any",
        "instant_bao",
        "dragon_bao",
        "dragon_draw",
        "big_wind",
    ),
    "score": (
        "fan_discard",
        "fan_self_draw",
        "fan_mobao",
        "fan_baozhongbao",
        "kadang_factor",
        "kadang_needs_single_wait",
        "kadang_edges",
        "kadang_single",
        "gang_draw_factor",
        "seven_pairs_factor",
        "luxury_pairs",
        "luxury_factor",
        "zhan_half",
        "dragon_double",
        "run",
        "dealer_double",
    ),
    "pay": (
        "closed_loser",
        "closed_loser_on_bao",
        "discard_payment",
        "unready_discarder",
        "unready_others_factor",
        "unready_others_paid_by",
        "stake",
        "allow_debt",
        "leave_penalty",
        "autoplay_wins",
        "timeouts_to_autoplay",
    ),
}
"""The options of each page, in the order shown: every one of `engine.rules.DOMAINS`, once."""


def build_rules_panel(rules: Rules, source: str, texts: Texts, page: int = 0, *, is_table: bool = False) -> Panel:
    """Return one page of the rules. `source`: the table's id or the preset's name, which the buttons carry."""
    page = page if page in range(len(PAGES)) else 0
    part = tuple(PAGES)[page]
    base = find_rules(rules.city)
    city = texts.say(f"rules-{rules.city}") if texts.has(f"rules-{rules.city}") else rules.city
    changes = list_changes(rules, base)
    changed = texts.say("rules-changed", city=city, options=f"`{show_options(changes)}`") if changes else None
    panel = Panel().write(
        f"### {texts.say('rules-title', rules=name_rules(texts, rules))}",
        texts.say("rules-is-table") if is_table else None,
        changed or texts.say("rules-as-city", city=city),
    )
    panel.write(
        f"**{texts.say(f'button-rules-{part}')}**",
        *(_say_option(rules, base, name, city, texts) for name in PAGES[part]),
    )
    command = " ".join(texts.say(key) for key in ("command-mahjong", "command-new"))
    panel.rule().write(f"-# {texts.say('rules-how', command=command)}")
    return panel.offer(
        TableButton(
            Press(source, Act.RULES, place=number),
            texts.say(f"button-rules-{name}"),
            style=Style.primary if number == page else Style.secondary,
        )
        for number, name in enumerate(PAGES)
    )


def _say_option(rules: Rules, base: Rules, name: str, city: str, texts: Texts) -> str:
    value, default, about = rules.options[name], base.options[name], texts.say(f"about-{name}")
    if value == default:
        return texts.say("rules-line", option=name, value=show_value(value), about=about)
    return texts.say(
        "rules-line-changed", option=name, value=show_value(value), city=city, default=show_value(default), about=about
    )
