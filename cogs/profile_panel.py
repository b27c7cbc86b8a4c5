"""A person's statistics as a panel. Pure functions from what is known to words, and to what pictures say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.board_panel import show_rate
from cogs.panel import Panel
from cogs.words import escape_name, join_words, show_change, show_time
from host.days import find_day
from host.ratings import MIN_RATED
from host.tally import MILLION
from render import ChartLabel, JudgedHand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.panel import Picture
    from cogs.texts import Texts
    from host.profiles import Counts, KeptHand, Profile


def build_profile_panel(
    name: str, profile: Profile, texts: Texts, *, chart: Picture | None, best: Picture | None
) -> Panel:
    """Return the panel. `name`: the person's, clean; pictures None: not drawn, or nothing to draw."""
    panel = Panel().write(f"### {texts.say('profile-title', name=escape_name(name))}")
    if not profile.people.hands and not profile.computers.hands:
        return panel.write(texts.say("profile-none", name=escape_name(name))).show(chart)
    if profile.people.hands:
        panel.write(f"**{texts.say('profile-people')}**", *list_counts(profile.people, profile.kinds, texts))
        panel.write(*_list_cities(profile, texts))
    if profile.computers.hands:
        panel.write(
            f"**{texts.say('profile-computers')}**", *list_counts(profile.computers, profile.computer_kinds, texts)
        )
    kept = choose_best(profile)
    if kept is not None:
        panel.write(_say_best(kept, texts, with_computers=profile.best is None))
        panel.show(best)
    return panel.show(chart)


def choose_best(profile: Profile) -> KeptHand | None:
    """Return the hand to show: the dearest of those of four people; without any, of those with computer players."""
    return profile.best or profile.computer_best


def list_counts(counts: Counts, kinds: Sequence[tuple[str, int]], texts: Texts) -> list[str]:
    """Return what hands of one sort tell, line by line."""
    lines = [texts.say("profile-hands", hands=counts.hands, wins=counts.wins, rate=_share(counts.wins, counts.hands))]
    if counts.known_wins:
        lines.append(
            texts.say(
                "profile-wins",
                rate=_share(counts.self_draws, counts.known_wins),
                fan=f"{counts.fan_won / counts.known_wins:,.1f}",
            )
        )
    if counts.known_hands:
        mean = counts.fan / counts.known_hands
        sign = "+" if mean > 0 else "−" if mean < 0 else "±"
        rate = _share(counts.deal_ins, counts.known_hands)
        lines.append(texts.say("profile-deal-in", rate=rate, mean=f"{sign}{abs(mean):,.2f}"))
    lines.append(texts.say("profile-net", net=show_change(counts.net, grouped=True)))
    if counts.best_streak:
        lines.append(texts.say("profile-streak", streak=counts.streak, best=counts.best_streak))
    if kinds:
        named = [texts.say("profile-kind", kind=texts.say(f"kind-{kind}"), times=times) for kind, times in kinds]
        lines.append(texts.say("profile-kinds", kinds=join_words(texts, named)))
    if counts.known_hands < counts.hands:
        lines.append(f"-# {texts.say('profile-older', hands=counts.hands - counts.known_hands)}")
    return lines


def _share(part: int, whole: int) -> str:
    return show_rate(part * MILLION // whole)


def _list_cities(profile: Profile, texts: Texts) -> list[str]:
    """Return a line for each city: hands, win rate, rating."""
    lines = []
    for counts in profile.cities:
        rating = profile.ratings.get(counts.city)
        if rating is None or rating.shown is None:
            left = MIN_RATED - (0 if rating is None else rating.hands)
            shown = texts.say("profile-rating-later", hands=left)
        else:
            shown = texts.say("profile-rating", rating=f"{rating.shown:,}")
        lines.append(
            texts.say(
                "profile-city",
                city=texts.say(f"rules-{counts.city}"),
                hands=counts.hands,
                rate=_share(counts.wins, counts.hands),
                rating=shown,
            )
        )
    return lines


def _say_best(kept: KeptHand, texts: Texts, *, with_computers: bool) -> str:
    kinds = join_words(texts, (texts.say(f"kind-{kind}") for kind in kept.hand.kinds))
    key = "profile-best-computers" if with_computers else "profile-best"
    return texts.say(key, fan=kept.fan, kinds=kinds, when=show_time(kept.at))


def picture_best(kept: KeptHand) -> JudgedHand:
    """Return the dearest win as a picture shows it."""
    hand = kept.hand
    return JudgedHand(concealed=hand.concealed, melds=hand.melds, tile=hand.tile, bao=hand.bao)


def label_chart(name: str, profile: Profile, zone: str, texts: Texts) -> tuple[ChartLabel, str]:
    """Return what the chart of somebody's coins shows, with days in the server's time zone, and the same in words."""
    values = tuple(coins for _, coins in profile.balances)
    first, last = (str(find_day(profile.balances[place][0], zone)) for place in (0, -1))
    chart = ChartLabel(
        title=texts.say("profile-chart", name=name),
        value=f"{values[-1]:,}",
        values=values,
        # Of one day there is one date.
        first="" if first == last else first,
        last=last,
    )
    told = texts.say(
        "profile-chart-told",
        name=escape_name(name),
        first=first,
        last=last,
        begin=f"{values[0]:,}",
        end=f"{values[-1]:,}",
        low=f"{min(values):,}",
        high=f"{max(values):,}",
    )
    return chart, told
