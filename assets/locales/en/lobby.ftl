# The lobby message, before a game.

lobby-title = Mahjong: {$rules}
lobby-facts = {$stake} · {$hands} · {$clock}
lobby-minimum = A seat needs at least {$coins} coins.
lobby-invited = By invitation: whoever opened the table uses `/{$command}`.
lobby-stake = {$stake} { $stake ->
    [one] coin
   *[other] coins
 } for one fan
lobby-stake-poorest = Stake by the poorest player's coins
lobby-points = For points, no coins
lobby-seat = {$place}. {$name}
lobby-seat-ready = {$place}. {$name} ✅ ready
lobby-seat-computer = {$place}. 🤖 {$name}
lobby-seat-free = {$place}. — free —
lobby-hint-sit = Press **Join** to take a seat. Empty seats can go to computer players.
lobby-hint-computers = Press **Fill seats** to play with computers, then **Start**; or wait for others to join.
lobby-hint-start = Four are there. Everybody press **Start**; seats are drawn by lot.
lobby-hint-waiting = Waiting for: {$names}.
lobby-sealed = 🔒 All walls are sealed already: `{$commitment}…`
lobby-closed = This table is closed.
lobby-started = The game has started below.
button-join = Join
button-leave = Leave
button-addc = Add computer
button-fill = Fill seats
button-delc = Remove
button-start = Start
joined = You have a seat. When four are there, press **{$start}**.
left = You have left the table.
ready = You are ready. Waiting for: {$names}.
computer-name = Computer {$number}
lobby-sealed-full = 🔒 Seal of all walls: `{$commitment}`
lobby-clock = {$discard} s to discard, {$claim} s to claim
ready-seats = You are ready. The game starts when four are there.
button-rules = Rules
invited = {$name} may take a seat now.
