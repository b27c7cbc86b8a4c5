# /coins: for who manages a server.

coins-granted = **{$coins}** coins for {$name}, who has **{$balance}** now.
coins-taken = **{$coins}** coins taken from {$name}, who has **{$balance}** now.
coins-everybody = everybody
coins-bank = computer players
coins-forgotten = somebody whose data was deleted
coins-more = … and {$count} more.

coins-log-title = What managers did
coins-log-title-one = What managers did to the coins of {$name}
coins-log-empty = Nothing so far.
coins-log-grant = {$who} granted **{$coins}** to {$whom}.
coins-log-take = {$who} took **{$coins}** from {$whom}.
coins-log-reset = {$who} reset {$whom}; **{$coins}** coins moved.
coins-log-no-reason = The reason was deleted.
button-coins-newer = Newer
button-coins-older = Older

coins-reset-title = Reset of coins
coins-reset-ask = { $people ->
    [one] {$whom} is to have 1,000 coins again, like a newcomer.
   *[other] {$whom} ({$people} people) are to have 1,000 coins again, like newcomers.
 } Coins at stake in a hand are left until it is over.
coins-reset-sure = { $people ->
    [one] Really? What {$whom} has won or lost is gone then.
   *[other] Really? What {$people} people have won or lost is gone then. Nobody can undo that.
 }
button-coins-ask = Reset…
button-coins-sure = { $people ->
    [one] Yes, reset
   *[other] Yes, reset {$people} people
 }
coins-reset-done = Done: {$whom}, **{$coins}** coins moved.

coins-report-title = Coins that go one way
coins-report-nobody = No pair of players stands out.
coins-report-pair = {$giver} → {$receiver}: **{$given}** coins, and {$returned} back, in {$hands} hands ({$together} together).
coins-report-odds = {$share} % of it went one way; how they play against others explains up to {$edge} %. Honest pairs give rise to such an entry in fewer than one report in {$odds}.
coins-report-how = Luck, skill, and beginners who lose to everybody are allowed for. A pair that is listed has not cheated for certain: look at their hands, and talk to them.

coins-audit-title = The books of this server
coins-audit-sound = All of it adds up: {$accounts} accounts, {$movements} movements.
coins-audit-faults = { $count ->
    [one] **One thing does not hold**
   *[other] **{$count} things do not hold**
 } in {$accounts} accounts and {$movements} movements:
coins-audit-what = The numbers name the rows. Somebody or something other than this bot has changed its database: tell whoever runs it.
audit-movement_not_a_zero_pair = A movement takes from one other than it gives to the other
audit-movement_of_no_coins = A movement of no coins
audit-movement_in_two_servers = A movement with entries of another server
audit-movement_of_no_kind = A movement of an unknown kind
audit-movement_between_people = Coins handed from one person to another away from any table
audit-movement_of_no_hand = A payment that belongs to no hand
audit-movement_with_a_wrong_key = A movement with the key of another
audit-movement_without_its_change = A manager's movement that is not in the log
audit-movement_missing = A movement was removed
audit-entry_without_movement = An entry whose movement is missing
audit-entry_without_account = An entry whose account is missing
audit-balance_is_not_its_entries = A balance is not the sum of its entries
audit-held_is_not_its_holds = Coins at stake are not the sum of what was set aside
audit-held_exceeds_balance = More coins at stake than there are
audit-hold_without_account = Coins set aside for an account that is missing
audit-hold_after_settlement = Coins still set aside for a hand that is settled
audit-no_first_grant = An account without a newcomer's coins
audit-first_grant_twice = A newcomer's coins granted more than once
audit-daily_is_not_its_movements = Daily grants and days in a row do not agree
audit-relief_is_not_its_movements = Relief is noted but was not granted, or the other way round
audit-more_won_than_played = More hands won than played
audit-standing_is_not_its_hands = Somebody's standing is not the sum of their hands
audit-standing_without_hands = A standing sums up hands that are not there
audit-hand_paid_twice = A hand paid twice
audit-hand_without_settlement = A hand paid but not settled
audit-change_is_not_its_movements = The log tells other coins than were moved
audit-server_not_zero = The balances of all, the bank's included, do not sum to zero
audit-flow_is_not_its_movements = What went between two people is not what their movements say
audit-settlement_unreadable = A settlement that cannot be read
audit-settlement_is_not_its_movements = A settlement tells other coins than were moved

coins-set-title = Coins on this server
coins-set-zone = Time zone: **{$zone}**, where it is {$now}. Days begin at its midnight.
coins-set-daily = { $coins ->
    [0] Daily coins: **none**.
   *[other] Daily coins: **{$coins}**, up to twice as many with days in a row.
 }
coins-set-relief = { $coins ->
    [0] Relief: **none**.
   *[other] Relief, once a day, for who has fewer coins than the smallest stake: **{$coins}**.
 }
coins-set-age = { $days ->
    [0] On leaderboards: Discord accounts of any age.
    [one] On leaderboards: Discord accounts at least **one** day old.
   *[other] On leaderboards: Discord accounts at least **{$days}** days old.
 }
coins-set-how = Change any of it with `/{$command}`.

error-audit_running = These books are being checked already.
error-bad_zone = There is no time zone `{$zone}`. Choose one of those that `/{$command}` offers while you type, such as `Asia/Shanghai`.
error-coins_held = They have {$coins} coins, of which {$held} are at stake in a hand: {$amount} cannot be taken.
error-no_reason = Please give a reason: the log shows it.
error-not_a_member = That person is not on this server, or has left it.
error-not_a_person = Bots have no coins.
error-reset_expired = This reset is no longer asked about. Please use `/{$command}` again.
error-too_many_coins = Nobody can have more than {$most} coins.
