# The message that explains how a hand ended.

result-title = {$rules} · hand {$hand}
result-won-self_draw = **{$winner}** wins on the own draw: **{$tile}**
result-won-gang_draw = **{$winner}** wins on the replacement after a gang: **{$tile}**
result-won-discard = **{$winner}** wins on **{$tile}**, discarded by **{$source}**
result-won-rob_gang = **{$winner}** robs the gang of **{$source}**: **{$tile}**
result-won-tongbao = **{$winner}** wins by tongbao: the bao **{$tile}** is waited for
result-won-dragon_bao = **{$winner}** wins: the bao is **{$tile}**
result-won-big_wind = **{$winner}** wins by big wind: **{$tile}**
result-won-dragon_draw = **{$winner}** wins by drawing **{$tile}**
result-draw = **Draw game**: the wall is exhausted. Nobody pays.
result-void = The hand was ended and counts for nothing.
result-bao = The bao was **{$tile}**.
result-why = **What it is worth**
result-line-set = {$name}: **{$value}** fan each
result-line-add = {$name}: **+{$value}** fan each
result-line-times = {$name}: **×{$value}**
result-line-set-seat = {$name}, {$loser}: **{$value}** fan
result-line-add-seat = {$name}, {$loser}: **+{$value}** fan
result-line-times-seat = {$name}, {$loser}: **×{$value}**
result-line-pays = {$name}: {$payer} pays for {$others} too
result-line-only = {$name}: the others pay nothing
result-pays = {$loser} pays {$fan} fan × {$stake} = **{$coins}**
result-short = {$loser} can pay only **{$coins}**
result-balances = **Coins**
result-points = **Points**
result-balance = {$name}: {$change} → **{$coins}**
result-penalty = {$name} pays **{$coins}** for leaving.
result-reveal = 🔓 Secret of this hand: `{$secret}`
result-reveal-how = Hashed {$times} { $times ->
    [one] time
   *[other] times
 } with SHA-256 it gives the seal `{$commitment}…` of the lobby: nobody touched the wall.
result-next = The next hand begins {$when}.
result-match-over = 🏁 The game is over.
match-standing = {$place}. {$name}: {$change}
match-again = **Play again** opens the same table anew; `/{$command}` opens another.
button-again = Play again

score-discard = Win on a discard
score-self_draw = Self-draw
score-mobao = Mobao (drew the bao)
score-tongbao = Tongbao
score-dragon_bao = Dragon bao
score-big_wind = Big wind
score-dragon_draw = Dragon draw
score-baozhongbao = Baozhongbao (the bao in a kadang wait)
score-closed_loser = Closed hand
score-unready_discarder = Discarded without listening
score-unready_others = Discarder was not listening, the others
score-kadang = Kadang (middle of a sequence)
score-gang_draw = Gang draw
score-seven_pairs = Seven pairs
score-luxury_pairs = Luxury pairs
score-zhan_half = Zhan halves seven pairs
score-dragon_double = Red dragon doubles
score-dealer_double = Dealer doubles
score-run = Run
score-discarder_pays_all = Discarded without listening
score-liability = Full liability of the dealer
score-discarder_alone = Only the discarder pays
result-sum = {$name}: {$change} (in this game {$sum})
button-next = Next hand

over-ended = 🏁 The game was ended.
over-vote = 🏁 Most of the players ended the game.
over-nobody_here = 🏁 Nobody is playing any more; the game is over.
over-seat_empty = 🏁 A seat is empty and no computer player may take it; the game is over.
over-error = ⚠️ Something went wrong, and the hand counts for nothing. The game is over.

line-store_failed = ⚠️ The database cannot be written. The game waits and goes on by itself; nothing is lost.
line-paused = 🔌 The bot stops for a moment. The game is kept and goes on when it is back.
line-resumed = ▶️ The bot is back, and the game goes on. Clocks start anew.
