# /history: the hands that somebody has played.

history-title = 📜 Your hands
history-won = 🏆 **You won {$fan} fan**{ $kinds ->
    [none] {""}
   *[other] {" "}({$kinds})
 }{ $coins ->
    [none] {""}
   *[other] {""}: **{$coins}** coins
 }
history-won-on = 🏆 **You won {$fan} fan** on a tile of {$source}{ $kinds ->
    [none] {""}
   *[other] {" "}({$kinds})
 }{ $coins ->
    [none] {""}
   *[other] {""}: **{$coins}** coins
 }
history-dealt-in = 💥 You dealt in to **{$winner}**{ $kinds ->
    [none] {""}
   *[other] {" "}({$kinds})
 }: −{$fan} fan{ $coins ->
    [none] {""}
   *[other] , **{$coins}** coins
 }
history-lost = **{ $by ->
    [computer] A computer player
   *[person] {$winner}
 }** won{ $kinds ->
    [none] {""}
   *[other] {" "}({$kinds})
 }: { $fan ->
    [0] it cost you nothing
   *[other] −{$fan} fan
 }{ $coins ->
    [none] {""}
   *[other] , **{$coins}** coins
 }
history-drawn = Draw game
history-void = Void: it was broken off and counted for nothing; no coins moved
history-with = with {$names}
history-computer = a computer player
history-computers = { $number ->
    [one] one computer player
   *[other] {$number} computer players
 }
history-unkept = no longer kept as a record
history-gone = Its record is no longer kept, so it can be neither checked nor looked at again.
history-empty = You have not finished a hand here yet. Open a table with `/{$command}`.
history-none = None of your hands is like that.
history-page = Page {$page} of {$pages}, {$hands} hands
history-hand = 📜 {$rules} · hand {$hand}
history-choose-open = Open a hand …
history-choose-result = How it ended
history-choose-span = Since when
history-choose-city = Which city
history-choose-company = With whom
history-result-any = Won, lost, drawn and void
history-result-won = Won
history-result-lost = Somebody else won
history-result-shot = Dealt in
history-result-drawn = Draw games
history-result-void = Void hands
history-company-any = With people and computer players
history-company-people = Four people
history-company-machines = With computer players
history-span-all = All time
history-span-today = Today
history-span-week = This week
history-span-month = This month
button-history-newest = ⏮
button-history-newer = ◀ Newer
button-history-older = Older ▶
button-history-oldest = ⏭
button-history-list = All hands
button-history-verify = Verify
error-unknown_hand = No hand that was played on this server is called `{$hand}`. `/{$command}` lists yours.
error-hand_not_over = The hand `{$hand}` is not over yet. It can be checked once it is.
error-record_gone = The record of the hand `{$hand}` is no longer kept, so it cannot be checked any more.
