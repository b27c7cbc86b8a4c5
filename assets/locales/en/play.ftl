# The table message and the own hand during play.

# Tiles as short labels.
tile-m = {$number} Wan
tile-p = {$number} Dot
tile-s = {$number} Bam
tile-z = Red

# The same beside a small picture of the tile, so that five stand in a row on a phone.
tile-beside-m = {$number}W
tile-beside-p = {$number}D
tile-beside-s = {$number}B
tile-beside-z = Red

sequence-join = {"-"}
list-join = {", "}

table-title = {$rules} · hand {$hand} of {$hands}
table-title-open = {$rules} · hand {$hand}
table-turn = **{$name}** is to discard.
window-discard = **{$name}** discarded **{$tile}**.
window-gang = **{$name}** adds a fourth **{$tile}** to a triplet.
table-listening = Listening: {$names}
table-autoplay = On autoplay: {$names}
table-stalled = The game waits for its database and goes on by itself.
table-deadline = Time runs out {$when}.
button-hand = My hand

hand-your-discard = **Your turn.** Discard a tile.
hand-your-turn-listening = **Your turn.** You listen: what you drew goes, unless you win.
hand-your-win = **You can win!** Press **Win**.
hand-claim = **{$name}** discarded **{$tile}**. Do you want it?
hand-claim-listen = **Listen** takes it and makes your hand ready to win.
hand-win-claim = **{$name}** discarded **{$tile}** — **you can win!**
hand-win-rob = **{$name}** adds a fourth **{$tile}** to a triplet — **you can win!**
hand-waiting = The others are playing. You are told here when you are asked.
hand-over = This hand is over.
hand-next = The next hand begins {$when}.
hand-deadline = Time runs out {$when}.
hand-listen-mode = **Listen.** Choose the tile to discard; from then on your hand is locked.
hand-listen-tile = • discard **{$tile}**: wait for {$waits}
hand-choose-chi = **Chi.** Which sequence with **{$tile}**?
hand-choose-gang = **Gang.** Which tile?
hand-choose-listen = **Claim and listen.** How?
hand-sure-pass = You could **win** now. Let it pass?
hand-sure-discard = You could **win** now. Discard **{$tile}** instead?
hand-waits = You listen for: {$waits}
hand-wait = {$tile} ({$left} left)
hand-wait-kadang = {$tile} (kadang, {$left} left)
hand-bao = The bao is **{$tile}**.
hand-refusal = You cannot listen yet: {$reasons}. `/{$command}` explains.
hand-can-listen = You can **listen** now.
hand-autoplay = You are on autoplay. Press **Take over** to play yourself.
hand-stale = This panel no longer updates by itself. Press **Refresh**.
hand-spectator = You have no seat at this table.
button-new = Refresh
button-back = Back
button-own = Take over
button-chi = Chi
button-peng = Peng
button-gang = Gang
button-ting = Listen
button-win = Win
button-pass = Pass
button-bao = Change bao
button-pass2 = Yes, let it pass
button-d2 = Yes, discard
button-auto = Autoplay
way-chi = {$sequence}
way-chi-listen = Chi: {$sequence}
way-peng-listen = Peng: {$tile}
way-zhan = Pair: {$tile}
way-say-listen = Say listen
way-gang-ming = Take {$tile}
way-gang-an = Concealed {$tile}
way-gang-jia = Add {$tile}

reason-not_open = it is not open (chi or peng first)
reason-one_suit = it has only one suit
reason-no_terminal = it has no 1, 9 or Red
reason-no_triplet = it has no triplet
reason-no_sequence = it has no sequence
reason-too_few_concealed = fewer than four tiles would be concealed
reason-no_wait = it is more than one tile from complete

call-turn = {$mention} it is your turn: press **My hand** under the table.
hand-no-hand = No hand is being played at this table.
