# Coins: balance and grants.

balance-own = You have **{$coins}** coins on this server.
balance-held = {$coins} of them are at stake in a hand.
balance-other = {$name} has **{$coins}** coins on this server.
balance-streak = Daily grants in a row: {$days}.
balance-due = Your daily coins are waiting: `/{$command}`.
daily-granted = { $days ->
    [one] **+{$coins}** coins for today.
   *[other] **+{$coins}** coins for today, day {$days} in a row.
 }
daily-had = You have had today's coins already.
daily-none = This server grants no daily coins.
daily-relief = **+{$coins}** coins to go on with, since you had fewer than {$smallest}, the smallest stake.
daily-relieved = You have had today's relief, too. It comes once a day.
daily-next = Next: **{$coins}** coins {$when}, when a new day begins ({$zone}).
