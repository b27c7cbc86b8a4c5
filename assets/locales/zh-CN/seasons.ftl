# /赛季：服务器的赛季。

season-number = 第 {$number} 赛季
season-named = 第 {$number} 赛季「{$name}」
season-begun = ▶️ **{$season}** 开始了。从下一局起，四个真人打的局都计入。
season-begun-public = 🀄 **{$season}** 开始了！四个真人打的局从现在起计入，用 `/{$command}` 看谁领先。
season-ended = ⏹️ **{$season}** 结束了，榜单留在 `/{$command}` 里。
season-champion = 🏆 **{$season}** 结束！冠军：**{$name}**，{$hands} 局净胜 **{$net}** 积分！
season-no-champion = 🏁 **{$season}** 结束了，没有人打过四个真人的局。
season-dates = {$from} 至 {$until}
season-dates-running = {$from} 起
season-list-title = 赛季
season-list-line = **{$season}** · {$dates}
season-list-best = {$place}. {$name}：{$net}
season-list-nobody = 还没有人
season-list-none = 这里还没有过赛季。服务器的管理者可以用 `/{$command}` 开始一个。
season-list-more = 每个赛季的榜单都在 `/{$command}` 里，选时间就能看到。
season-zone = 日期按 {$zone} 时区。
error-season_running = **第 {$number} 赛季** 还在进行，先用 `/{$season}` 结束它。
error-no_season = 这里现在没有赛季。
error-only_manager = 只有拥有 **管理服务器** 权限的成员才能这样做。
