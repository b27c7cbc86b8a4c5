"""What a hand is played for, and how much of it is set aside (H18, P9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.payments import find_stake
from host.errors import HostError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rules import Rules
    from host.context import Context
    from host.settings import RoomSettings

_SET_OR_ADD = 3
_HIGHEST_RUN = 5
_PENALTY_STAKES = 3


def choose_stake(rules: Rules, settings: RoomSettings, coins: Sequence[int | None], *, has_computers: bool) -> int:
    """Return the coins a fan is worth: the room's number or after the poorest person, capped beside computers (P9).

    `coins`: by seat, None where nobody's own coins are at stake.
    """
    stake = find_stake(rules, coins)
    return min(stake, settings.computer_stake_cap) if has_computers else stake


def largest_loss(rules: Rules, stake: int) -> int:
    """Return the most coins that one seat can lose in a hand by these rules, a penalty for leaving included."""
    fan = max(rules.fan_discard, rules.fan_self_draw, rules.fan_mobao, rules.fan_baozhongbao)
    for raising in (rules.closed_loser, rules.unready_discarder):
        fan = _raise(fan, raising)
    for factor in (
        rules.unready_others_factor,
        rules.kadang_factor,
        rules.gang_draw_factor,
        rules.seven_pairs_factor,
        rules.luxury_factor if rules.luxury_pairs else 1,
        2 if rules.dragon_double else 1,
        2 if rules.dealer_double else 1,
        _HIGHEST_RUN**2 if rules.run else 1,
    ):
        fan *= factor
    # One seat may have to pay the shares of all three losers (H12, H15).
    return 3 * fan * stake + _penalty(rules, stake)


def _raise(fan: int, raising: str) -> int:
    match raising:
        case "set3":
            return max(fan, _SET_OR_ADD)
        case "add3":
            return fan + _SET_OR_ADD
        case "double":
            return 2 * fan
        case _:
            return fan


def _penalty(rules: Rules, stake: int) -> int:
    if isinstance(rules.leave_penalty, int):
        return rules.leave_penalty
    return _PENALTY_STAKES * stake if rules.leave_penalty == "3x_stake" else 0


def has_enough(coins: int, settings: RoomSettings, rules: Rules) -> bool:
    """Say whether a person with so many coins may sit: the minimum, and something unless debts are allowed (P1, P5)."""
    return coins >= max(settings.min_coins, 1) or (rules.allow_debt and settings.min_coins == 0)


async def check_coins(context: Context, user_id: int) -> int | None:
    """Return a person's coins, None in a game for points; HostError `below_min_coins` (minimum, coins) (P1)."""
    settings = context.settings
    if not settings.coins:
        return None
    account = await context.store.find_account(context.guild_id, user_id)
    if not has_enough(account.balance, settings, context.rules):
        raise HostError("below_min_coins", minimum=max(settings.min_coins, 1), coins=account.balance)
    return account.balance
