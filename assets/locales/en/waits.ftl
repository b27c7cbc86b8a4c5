# What one's hand waits for, what it lacks to listen, and autoplay by command.

waits-listening = **You listen for:**
waits-line = • **{$tile}**{ $kind ->
    [kadang] , kadang (middle of a sequence)
   *[plain] {""}
 }: { $left ->
    [0] none unseen any more
   *[other] {$left} unseen
 }
waits-unseen = { $unseen ->
    [one] 1 of your tiles is
   *[other] {$unseen} of your tiles are
 } still unseen, in the wall or in other hands; {$wall} can still be drawn.
waits-choices = **You can listen now.** Say **Listen**, then:
waits-choices-how = -# Once you listen, the hand is locked: you draw, and win or discard what you drew.
waits-ready = **Your hand is ready** but has not said listen. It would wait for:
waits-ready-how = On your turn press **Listen** and discard what you drew. You cannot win before.
waits-last-tiles = These are the last tiles: nobody can begin to listen any more.
waits-not-yet = **You cannot listen yet.** { $distance ->
    [one] One useful tile
   *[other] At least {$distance} useful tiles
 } must come { $after ->
    [discard] after this discard
   *[draw] first
 }, each in exchange for one you do not need. Your hand needs:
waits-only-closed = **You cannot listen yet:** the tiles are right, but the hand is still closed.
waits-never = **This hand cannot listen any more**, whatever comes: its melds stand in the way. Your hand needs:
waits-pairs = -# Seven pairs will do too: they need no three alike.

need-not_open = { $met ->
    [yes] ✓ **Open**: you have taken a discard
   *[no] ✗ **Open**: take a discard first, with Chi, Peng or Gang
 }
need-one_suit = { $met ->
    [yes] ✓ **{$suits} suits** of Wan, Dot and Bam
   *[no] ✗ **{$suits} suits** of Wan, Dot and Bam: you have only one
 }
need-no_terminal = { $met ->
    [yes] ✓ **A 1, a 9 or Red**
   *[no] ✗ **A 1, a 9 or Red**: you have none{ $terminal ->
        [win] ; the tile you win on may bring it
       *[listen] {""}
    }
 }
need-no_triplet = { $met ->
    [yes] ✓ **Three alike**
   *[no] ✗ **Three alike**: no group of them is complete{ $dragon ->
        [pair] ; two Red as the pair will do too
        [single] ; a Red will do too
       *[never] {""}
    }
 }
need-no_sequence = { $met ->
    [yes] ✓ **Three in a row** of one suit
   *[no] ✗ **Three in a row** of one suit: you have none{ $sequence ->
        [win] ; the tile you win on may complete it
       *[listen] {""}
    }
 }
need-too_few_concealed = { $met ->
    [yes] ✓ **{$least} concealed tiles**: {$concealed} remain in your hand
   *[no] ✗ **{$least} concealed tiles**: only {$concealed} remain in your hand
 }
need-no_wait = { $met ->
    [yes] ✓ **Shape**: four groups and a pair, but for one tile
   *[no] ✗ **Shape**: four groups and a pair, but for one tile; { $shape ->
        [one] 1 more tile has
       *[other] {$shape} more tiles have
    } to come for that
 }

auto-on = You are on autoplay: it discards your rightmost tile, passes claims{ $wins ->
    [yes]  and takes your wins
   *[no] {""}
 }. `/{$command}` or any move of yours ends it.
auto-off = You play yourself again.
auto-is-on = You are on autoplay already.
auto-is-off = You are not on autoplay.
