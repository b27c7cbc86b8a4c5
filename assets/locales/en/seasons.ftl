# /season: a server's seasons.

season-number = Season {$number}
season-named = Season {$number}: {$name}
season-begun = ▶️ **{$season}** has begun. From the next hand on, hands of four people count for it.
season-begun-public = 🀄 **{$season}** has begun! Hands of four people count from now on. `/{$command}` shows who is ahead.
season-ended = ⏹️ **{$season}** is over. Its boards stay in `/{$command}`.
season-champion = 🏆 **{$season}** is over. Champion: **{$name}** with **{$net}** coins won in {$hands} hands!
season-no-champion = 🏁 **{$season}** is over. Nobody played a hand of four people in it.
season-dates = {$from} – {$until}
season-dates-running = since {$from}
season-list-title = Seasons
season-list-line = **{$season}** · {$dates}
season-list-best = {$place}. {$name}: {$net}
season-list-nobody = nobody yet
season-list-none = There has been no season here yet. Whoever manages the server starts one with `/{$command}`.
season-list-more = The boards of each are in `/{$command}`: choose it there.
season-zone = Days are those of {$zone}.
error-season_running = **Season {$number}** is running. End it first with `/{$season}`.
error-no_season = No season is running here.
error-only_manager = Only members with the permission **Manage Server** may do that.
