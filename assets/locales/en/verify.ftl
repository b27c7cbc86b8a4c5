# Checking the shuffle of a finished hand.

verify-title = {$rules} · hand {$hand}, checked
verify-seal = { $met ->
    [yes] ✓
   *[no] ✗
 } **Seal**: hashed { $times ->
    [one] once
   *[other] {$times} times
 } with SHA-256, the secret `{$secret}` { $met ->
    [yes] gives
   *[no] should give
 } the seal that the lobby showed before anybody sat down: `{$seal}`
verify-words = { $met ->
    [yes] ✓
   *[no] ✗
 } **Words** mixed in: {$words}
verify-no-words = none
verify-word = {$name} {$words}
verify-wall = { $met ->
    [yes] ✓ **Wall**: all 112 tiles lie as secret and words say; first come
   *[no] ✗ **Wall**: the tiles do not lie as secret and words say; first came
 } {$tiles} …
verify-dealer = { $met ->
    [yes] ✓ **Dealer** by lot: {$dealer}
   *[no] ✗ **Dealer**: the lot did not fall on {$dealer}
 }
verify-dice = { $met ->
    [yes] ✓ **Dice**: {$dice}
   *[no] ✗ **Dice**: {$dice} were not thrown so
 }
verify-break = { $met ->
    [yes] ✓ **Break**: at place {$place} of the ring, as the dice say
   *[no] ✗ **Break**: not at place {$place} of the ring
 }
verify-hands = { $met ->
    [yes] ✓ **Hands**: everybody was dealt the tiles of this wall
   *[no] ✗ **Hands**: the tiles dealt are not those of the wall
 }
verify-later_dice = { $met ->
    [yes] ✓ **Dice for the bao**: {$later}
   *[no] ✗ **Dice for the bao**: {$later} were not thrown so
 }
verify-holds = **Everything holds:** this wall was settled before anybody sat down, but for the players' own words.
verify-fails = **Something does not hold.** Keep the file and show it to whoever runs the bot.
verify-how = Compare the seal with the lobby's message above the game. You need not trust the bot: `{$file}` holds all that this rests on, and the section "Fair walls" of its README has a dozen lines of Python that check it.
error-no_finished_hand = No finished hand is remembered here. Once a hand is over, it can be checked.
error-no_such_hand = There is no finished hand {$hand}; { $hands ->
    [one] one hand is over
   *[other] {$hands} hands are over
 }.
