# What /about shows where no address of a page is set.

button-page-privacy = Privacy
button-page-terms = Terms
button-page-support = Help
page-privacy-kept = **Kept:** your Discord id, your name at the table, your coins, what your finished hands told (wins, fan, ratings, your dearest hand) and what managers did to your coins on each server, how many coins went between you and whom you played, your settings, and the games that are being played, with the last one of each channel. Of people at a table also their small Discord picture, in memory only.
page-privacy-unread = **Not kept:** what people write. It is not read.
page-privacy-long = **How long:** a game until the next one in that channel is over; how a hand was settled for a month, unless whoever runs the bot sets it otherwise; sums by week and month for 100 days; coins, results and settings until they are deleted. Backups may keep them for longer.
page-privacy-seen = **Who sees it:** your coins and results, everybody on that server, on others only if you want to be on their boards; a public table, everybody in the channel; what managers did to coins, and coins that go one way, those who manage the server; nobody else is given anything.
page-privacy-deletion = **Deletion:** `/{$delete}` deletes it at once; in the coin books a random number takes your place. Whoever runs this bot can do it for you, too.
page-terms-coins = **Coins** are play money. They cannot be bought, sold or paid out and are worth nothing outside the game.
page-terms-fair = **Fair play:** no second account at one table, no programs that play for you, no arrangements between players.
page-terms-promise = **No promise:** games may be interrupted, coins and results may be lost. Whoever runs the bot may exclude people who spoil the game.
page-terms-discord = **Discord's own** terms and community guidelines hold as well.
page-contact = Questions go to whoever runs this bot; the server's managers know who invited it.
page-contact-link = Questions: {$link}
