# The tutorial: /tutorial.

learn-title = Learn to play · {$step} of {$steps}
learn-next = Next
learn-again = Once more
learn-do-chi = Chi
learn-do-pass = Pass
learn-do-win = Win
learn-do-discard = Discard it
learn-do-open = An open group
learn-do-suits = A second suit
learn-do-terminal = A 1, 9 or Red
learn-do-triplet = Three alike

learn-goal = **The goal.** A hand wins with **four groups and a pair**. A group is three in a row of one suit, or three alike. This one is complete: 4-5-6 Dot lies open on the table, the others are in the hand.

learn-open = **Opening.** The player before you discards **3 Dot**, and you hold 2 and 4. A hand must be **open** before it may listen: somebody's discard was taken into it, by **Chi** (three in a row, only from the player before you) or **Peng** (three alike, from anyone). What do you do?
learn-open-right = **Chi.** 2-3-4 Dot lies on the table now, your hand is open, and you discard a tile.
learn-open-wrong = Then your hand stays closed, and a closed hand cannot win. Look at the buttons again.

learn-listen = **Listening.** This is your hand after the chi. One tile is in the way of all others. Discard it and say **Listen**: your hand is locked then and waits for what completes it. Which tile goes?
learn-listen-right = You listen. A third 9 Wan or a third 5 Bam completes the hand; how many are left is counted from all that you can see.
learn-other-waits = Discarding {$tile} would listen for {$waits}. That works, but another discard is meant here.
learn-no-waits = After discarding {$tile} you could not listen: {$reasons}.

learn-lacks = **Conditions.** One tile is missing here, 5 or 8 Wan, and still this hand may not listen. A listening hand has a sequence, a triplet, two suits, a 1, 9 or Red, and is open. What does this one lack?
learn-lacks-right = No **1, 9 or Red** anywhere. During a game the panel and `/{$waits}` tell what a hand still lacks.
learn-lacks-wrong = It has that. Go through the groups one by one.

learn-kadang = **Kadang.** A wait in the **middle** of a sequence is called kadang, and a win on it counts double. You hold 4, 6 and 7 Dot: which discard leaves a wait in the middle?
learn-kadang-right = 4 and 6 wait for the **5** between them: a kadang. There are fewer such tiles, but they are worth more.

learn-bao = **Bao.** One tile of each hand lies hidden: the bao. Who listens may look at it. You listen for 5 Dot; the bao is **8 Bam**, and now you draw an **8 Bam**. What do you do?
learn-bao-right = **Mobao!** Drawing a tile like the bao wins, whatever the hand waits for:
learn-bao-wrong = That would be a pity: a tile like the bao is a win for whoever listens.

learn-pay = **Who pays.** You listen for 5 Dot. The player opposite, who does not listen, discards it. What do you do?
learn-pay-right = **Win!** Whoever discards the winning tile without listening pays for all three:
learn-pay-wrong = The tile is gone then, and it was a win. (In a game you are asked once more before a win passes by.)

learn-end = That is all you need. `/{$command}` opens a table, computer players take the seats that stay empty, and `/{$help}` sums it up.
