# What the pictures show, in words (text mode).

told-join = {"; "}
told-hand = Your tiles: **{$tiles}**
told-hand-drawn = Your tiles: **{$tiles}**; drawn: **{$tile}**
told-last-discard = last discard: {$tile} by {$name}
told-left = { $left ->
    [one] 1 tile left to draw
   *[other] {$left} tiles left to draw
 }
told-bao = the bao is {$tile}
told-bao-hidden = the bao lies face down
told-bao-none = no bao yet
told-old-baos = changed baos: {$tiles}
told-stake = stake {$stake}
told-last-tiles = the last tiles are being drawn
told-draws = { $draws ->
    [one] the hand before was a draw
   *[other] the {$draws} hands before were draws
 }
told-liable = after three draws the dealer pays for all if another wins
told-dice = dice {$dice}
told-seat = • **{$name}** ({$marks}): {$facts}
told-seat-plain = • **{$name}**: {$facts}
told-place-0 = you
told-place-1 = next after you
told-place-2 = opposite
told-place-3 = before you
told-turn = to play
told-dealer = dealer
told-listening = listening
told-away = away
told-autoplay = on autoplay
told-coins = { $coins ->
    [one] 1 coin
   *[other] {$coins} coins
 }
told-concealed = { $count ->
    [one] 1 concealed tile
   *[other] {$count} concealed tiles
 }
told-shown = hand {$tiles}
told-melds = melds: {$melds}
told-meld-chi = chi {$tiles}
told-meld-peng = peng {$tiles}
told-meld-ming_gang = gang {$tiles}
told-meld-an_gang = concealed gang {$tiles}
told-meld-jia_gang = added gang {$tiles}
told-meld-zhan = pair {$tiles} (zhan)
told-meld-face-down = a concealed gang, face down
told-from = {$meld} from {$name}
told-river = discards: {$tiles}
told-river-none = no discards
told-river-listening = {$tile} (said listen)
told-river-taken = {$tile} (taken)
told-no-table = No hand is being played.
