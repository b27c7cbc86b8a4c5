# Answers to commands, and help.

table-opened = Your table is open. Others press **{$join}**, **{$fill}** gives empty seats to computers; then press **{$start}**.
table-posted = Here it is.
ended = The game was ended.
sure-end = A hand is being played. End it? It counts for nothing then.
sure-leave = You are in a game. Really leave? Autoplay finishes the hand for you; leaving may cost {$coins} coins unless you come back before it ends.
sure-leave-free = You are in a game. Really leave? Autoplay finishes the hand for you; until then you can come back.
end-voted = Your vote is in: {$votes} of {$needed}.
button-leave2 = Yes, leave
button-end2 = Yes, end it
back-in = You are back in your seat.

help-title = Heilongjiang mahjong in one minute
help-learn = New to it? `/{$command}` teaches it by seven hands.
help-start = **Begin.** `/{$command}` opens a table. **{$join}**, let computers take the rest with **{$fill}**, press **{$start}**. Then **{$hand}** shows your tiles, to you alone.
help-goal = **Goal.** Four groups (three in a row of one suit, or three alike) and a pair. There are 112 tiles: Wan, Dot and Bam from 1 to 9, and Red; four of each.
help-turn = **Turn.** You draw, you discard one by its button. When somebody discards what you can use: **Chi** (sequence, only from the player before you), **Peng** (three alike), **Gang** (four alike), from anyone.
help-listen = **Listen.** You can win only after you said **Listen**. For that the hand must be open (a chi or peng), have two suits, a 1, 9 or Red, and three alike; four tiles stay concealed. The panel tells what is missing.
help-bao = **Bao.** One tile lies hidden. Whoever listens may look at it, and wins by drawing one like it. Winning on the middle tile of a sequence (kadang) counts double.
help-fair = **Fair.** Every wall is sealed before anybody sits down, and opened after the hand.
help-more = **More.** `/{$waits}` tells what your hand waits for or still lacks, `/{$judge}` works out any hand, `/{$verify}` checks a wall, `/{$history}` lists the hands you played. `/{$leaderboard}` shows who is ahead, `/{$profile}` what your hands told.
help-moderation = Coins are play money: never bought, never paid out. Play in moderation.

info-title = About this bot
info-what = Heilongjiang mahjong: Harbin, Mudanjiang and Qiqihar rules, for four people or with computer players.
info-version = Version { $version }, running since { $since }.
info-now = { $servers ->
        [one] 1 server
       *[other] { $servers } servers
    }, { $tables ->
        [one] 1 table
       *[other] { $tables } tables
    }, { $people ->
        [one] 1 person seated.
       *[other] { $people } people seated.
    }
info-line = The line to Discord answers in { $milliseconds } ms.
info-kept = It keeps your Discord id, your name at the table, your coins, and the hands you play; it reads no messages.
