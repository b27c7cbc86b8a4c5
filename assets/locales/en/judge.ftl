# The calculator, /judge.

how-discard = Win on a discard
how-self_draw = Self-draw
how-gang_draw = Gang draw
how-rob_gang = Robbing a gang
how-tongbao = Tongbao
how-dragon_bao = Dragon bao
how-big_wind = Big wind
how-dragon_draw = Dragon draw

judge-seat-winner = the winner
judge-seat-next = the next player
judge-seat-opposite = the player opposite
judge-seat-before = the player before
judge-group-1 = the next player
judge-group-2 = the player opposite
judge-group-3 = the player before
judge-group-12 = the next player and the one opposite
judge-group-13 = the next player and the one before
judge-group-23 = the player opposite and the one before
judge-group-123 = all three
judge-nobody = nobody

judge-title = Calculator: {$rules}
judge-read = {$tiles} ({ $count ->
    [one] 1 tile
   *[other] {$count} tiles
 })
judge-waits = **It may listen, and waits for:**
judge-choices = **It can listen:**
judge-left = -# Unseen, as far as this hand alone tells.
judge-cannot = **It cannot listen.** Condition by condition:
judge-cannot-discard = **No discard makes it listen.** Condition by condition, after the best one:
judge-won = **{$how}: {$tile}**
judge-no-win = **This is no win:** {$why}.
judge-not-how_not_played = these rules do not play it so
judge-not-rob_gang_off = in these rules nobody robs a gang
judge-not-not_listening = the winner does not listen
judge-not-not_the_bao = it takes the bao, and this tile is not one that allows it
judge-not-not_a_wait = the hand does not wait for this tile
judge-gains = **The winner gets {$fan} fan = {$coins}.**
judge-taken = -# Taken as so: {$facts}.
judge-taken-dealer = dealer: {$name}
judge-taken-from = discarded by: {$name}
judge-taken-closed = closed: {$names}
judge-taken-unready = not listening: {$names}

error-judge_count = That is { $held ->
    [one] 1 concealed tile
   *[other] {$held} concealed tiles
 }. { $melds ->
    [0] Without melds
    [one] With one meld
   *[other] With {$melds} melds
 } there must be {$waits} (what does it wait for?), or {$listen} (what can be discarded, or with the tile won on).
error-judge_five = There are only four of `{$tile}`.
error-judge_melds = A hand has room for four melds, not {$melds}.
error-judge_needs_from = Say **from** whom: a win on a discard or a robbed gang needs somebody who lost the tile.
error-judge_needs_tile = Say on which **tile** it was won.
error-judge_runs = Write four numbers from 1, 2 and 5, for example `1 2 5 1`.
error-meld_form = This is no meld: `{$meld}`. Write `chi 234m`, `peng 222p`, `gang 222p` (open), `an gang 222p` (concealed) or `zhan 77s`, with commas between them.
error-tiles_sign = `{$sign}` (sign {$place}) is no tile: `{$around}`. Write `123m` for Wan, `456p` for Dot, `79s` for Bam, `7z` for Red.
error-tiles_no_suit = After `{$sign}` (sign {$place}) a suit is missing: `{$around}`. Write m for Wan, p for Dot, s for Bam.
error-tiles_no_number = Before `{$sign}` (sign {$place}) a number is missing: `{$around}`.
error-tiles_dragon = `{$sign}` (sign {$place}) is not played: `{$around}`. The only tile with z is `7z`, Red.
error-tiles_not_one = Here one tile is wanted, like `8s`; `{$typed}` is { $count ->
    [0] none
   *[other] {$count}
 }.
