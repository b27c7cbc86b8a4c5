# /賽季：伺服器的賽季。

season-number = 第 {$number} 賽季
season-named = 第 {$number} 賽季「{$name}」
season-begun = ▶️ **{$season}** 開始了。從下一局起，四個真人打的局都計入。
season-begun-public = 🀄 **{$season}** 開始了！四個真人打的局從現在起計入，用 `/{$command}` 看誰領先。
season-ended = ⏹️ **{$season}** 結束了，榜單留在 `/{$command}`。
season-champion = 🏆 **{$season}** 結束！冠軍：**{$name}**，{$hands} 局淨勝 **{$net}** 積分！
season-no-champion = 🏁 **{$season}** 結束了，沒有人打過四個真人的局。
season-dates = {$from} 至 {$until}
season-dates-running = {$from} 起
season-list-title = 賽季
season-list-line = **{$season}** · {$dates}
season-list-best = {$place}. {$name}：{$net}
season-list-nobody = 還沒有人
season-list-none = 這裡還沒有過賽季。管理伺服器的人可以用 `/{$command}` 開始一個。
season-list-more = 每個賽季的榜單都在 `/{$command}`，選時間就看得到。
season-zone = 日期依 {$zone} 時區。
error-season_running = **第 {$number} 賽季** 還在進行，請先用 `/{$season}` 結束它。
error-no_season = 這裡現在沒有賽季。
error-only_manager = 只有擁有 **管理伺服器** 權限的成員才能這麼做。
