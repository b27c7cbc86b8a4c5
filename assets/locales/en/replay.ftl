# A finished hand looked at again, step by step.

replay-title = 🎞️ {$rules} · hand {$hand}
replay-where = -# Step {$step} of {$steps} · {$look}
replay-look-open = all hands open
replay-look-seat = as {$name} saw it
replay-choose-look-open = All hands open
replay-choose-look-seat = As {$name} saw it
replay-choose-look = From where you look
replay-choose-jump = Jump to …
replay-jump = {$step}. {$what}
replay-moment-turn = Turn of {$name}
replay-moment-chi = {$name}: chi
replay-moment-peng = {$name}: peng
replay-moment-zhan = {$name}: zhan
replay-moment-gang = {$name}: gang
replay-moment-listen = {$name} listens
replay-moment-bao = New bao
replay-moment-win = {$name} wins
replay-moment-draw = Draw game
replay-moment-deal = The deal: {$name} is the dealer
replay-moment-void = The hand counts for nothing
button-replay = Replay
button-replay-first = ⏮ First
button-replay-back = ◀ Back
button-replay-forward = Next ▶
button-replay-last = Last ⏭
button-replay-before = ⏪ Turn
button-replay-after = Turn ⏩
button-replay-share = Share
button-replay-film = Film
button-replay-export = Export
replay-turn-of = -# ⏪ ⏩ lead to the turns of {$name}.

replay-deal = **{$name}** is the dealer; the dice show {$dice}.
replay-bao-deal = { $tile ->
    [none] The bao lies face down.
   *[other] The bao is laid: **{$tile}**.
 }
replay-bao-first_listen = { $tile ->
    [none] **{$name}** throws {$dice} for the bao; it lies face down.
   *[other] **{$name}** throws {$dice} for the bao: **{$tile}**.
 }
replay-bao-changed = { $tile ->
    [none] Three of **{$old}** are visible: the bao changes.
   *[other] Three of **{$old}** are visible: the bao becomes **{$tile}**.
 }
replay-bao-called = { $tile ->
    [none] **{$name}** calls a new bao in place of **{$old}**.
   *[other] **{$name}** calls a new bao in place of **{$old}**: **{$tile}**.
 }
replay-draw = { $source ->
    [tail] { $tile ->
        [none] **{$name}** draws a replacement.
       *[other] **{$name}** draws **{$tile}** as a replacement.
     }
   *[front] { $tile ->
        [none] **{$name}** draws.
       *[other] **{$name}** draws **{$tile}**.
     }
 }
replay-auto = { $auto ->
    [clock] {" "}(by the clock)
    [autoplay] {" "}(on autoplay)
    [dealt_out] {" "}(dealt out)
   *[none] {""}
 }
replay-listens = { $listen ->
    [yes] {" "}and listens
   *[no] {""}
 }
replay-discard = **{$name}** discards **{$tile}**{$listens}{$auto}.
replay-turn = **{$name}** draws {$drawn} and discards **{$tile}**{$listens}{$auto}.
replay-turn-drawn = **{$name}** draws **{$tile}** and discards it{$listens}{$auto}.
replay-chi = **{$name}** takes **{$tile}** from {$source}: chi with {$own}{ $listen ->
    [yes] {", to listen"}
   *[no] {""}
 }.
replay-peng = **{$name}** takes **{$tile}** from {$source}: peng{ $listen ->
    [yes] {", to listen"}
   *[no] {""}
 }.
replay-zhan = **{$name}** takes **{$tile}** from {$source} for a pair (zhan), to listen.
replay-ming_gang = **{$name}** takes **{$tile}** from {$source}: gang.
replay-an_gang = { $tile ->
    [none] **{$name}** lays a concealed gang face down.
   *[other] **{$name}** lays a concealed gang of **{$tile}**.
 }
replay-jia_gang = **{$name}** adds **{$tile}** to a peng: gang.
replay-pass-win = **{$name}** lets the win on **{$tile}** go.
replay-listen-failed = **{$name}** said listen and did not get the tile.
replay-could = -# { $answer ->
    [pass] {$name} could {$acts} and passed.
   *[none] {$name} could {$acts}; no answer was needed.
 }
replay-may = **{$name}** may {$acts}.
replay-waits = {$name} waits for {$waits}
replay-autoplay-on = -# {$name} is on autoplay.
replay-autoplay-off = -# {$name} plays again.
replay-leave = -# {$name} has left; the program plays the seat.
replay-return = -# {$name} is back.
replay-act-win = win
replay-act-tongbao = win by tongbao
replay-act-dragon_bao = win by the dragon bao
replay-act-big_wind = win by big wind
replay-act-chi_listen = chi to listen
replay-act-peng_listen = peng to listen
replay-act-zhan = zhan
replay-act-gang = gang
replay-act-peng = peng
replay-act-chi = chi
replay-act-listen = say listen
replay-act-bao = call a new bao
replay-paid = **Coins**: {$changes}
replay-points = **Points**: {$changes}
replay-change = {$name} {$change}

replay-exported = The record of this match, {$hands ->
    [one] its one finished hand
   *[other] all of its {$hands} finished hands
 }: `bot.py replay` tells it in words and checks it against the rules, `bot.py verify` checks the shuffle.
replay-packed = -# The file is packed with gzip.
film-drawing = 🎬 The film is being drawn: {$percent} %
film-ready = 🎬 {$rules} · hand {$hand} · {$look}
film-alt = Film of hand {$hand}, {$pictures} pictures. {$moments}
film-failed = The film could not be drawn. Please try again.

error-no_such_replay = No hand of that name can be replayed here: there is none, it is still being played, it belongs to another server, or its record is no longer kept.
error-no_own_replay = You have no finished hand here that can be replayed. Play one: `/{$command}`.
error-replay_broken = This hand was played by another version of the rules and cannot be replayed here. `Export` still gives its record.
error-film_running = Your last film is still being drawn. One at a time, please.
error-films_busy = Too many films are being drawn at the moment. Please try again in a minute.
error-share_forbidden = You may not write in this channel, so nothing can be shared here for you.
error-already_shared = This was shared here just now.
error-share_barred = { $permission ->
    [none] I may not write in this channel.
   *[other] I may not write in this channel: I lack the permission **{$permission}**.
 }
