# /privacy: what is stored on a person, handed to them or deleted.

privacy-help = **Your data.** `/{$export}` hands you all that is stored on you, `/{$delete}` deletes it.

privacy-export-title = Your data
privacy-export-what = All that this bot has stored on you, on every server, as a JSON file that only you see: your coins with each movement, results, settings, the records of your games, and the game you are in. Other people are numbers in it.
privacy-export-packed = It is long and therefore packed; any gzip program opens it.

privacy-delete-title = Delete your data
privacy-delete-ask = This deletes your coins, results, ratings, places on boards and settings on **all servers**. What others have a part in stays without you: in the coin books a random number that belongs to nobody takes your place, and in the records of your games your name goes, while the moves and your words for the shuffle stay. `/{$export}` hands you everything first.
privacy-delete-sure = Really? Everything goes at once, and nobody can bring it back. If you play again you start as a newcomer.
button-privacy-ask = Delete…
button-privacy-sure = Yes, delete everything
button-privacy-keep = Keep it
privacy-kept = Nothing was deleted.
privacy-deleted = { $servers ->
    [0] Done: nothing names you any more.
    [one] Done: nothing names you any more. You had coins on one server.
   *[other] Done: nothing names you any more. You had coins on {$servers} servers.
 }

error-delete_expired = That question is too old, and nothing was deleted. Please use `/{$command}` again.
error-game_not_over = { $channel ->
    [none] A game that you are part of is not over yet, so nothing was deleted. Please try again when it is.
   *[other] You sit at the table in <#{$channel}>, are invited to it, or have played in its game: leave it, and try again when that game is over. Nothing was deleted.
 }
