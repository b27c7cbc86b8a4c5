# 重播打完的一局，一步一步看。

replay-title = 🎞️ {$rules} · 第 {$hand} 局
replay-where = -# 第 {$step} / {$steps} 步 · {$look}
replay-look-open = 四家明牌
replay-look-seat = {$name} 的視角
replay-choose-look-open = 四家明牌
replay-choose-look-seat = {$name} 的視角
replay-choose-look = 從誰的角度看
replay-choose-jump = 跳到……
replay-jump = {$step}. {$what}
replay-moment-turn = 輪到{$name}
replay-moment-chi = {$name} 吃
replay-moment-peng = {$name} 碰
replay-moment-zhan = {$name} 黏
replay-moment-gang = {$name} 槓
replay-moment-listen = {$name} 報聽
replay-moment-bao = 換寶
replay-moment-win = {$name} 胡
replay-moment-draw = 荒莊
replay-moment-deal = 發牌：{$name} 坐莊
replay-moment-void = 這一局不算
button-replay = 重播
button-replay-first = ⏮ 開頭
button-replay-back = ◀ 後退
button-replay-forward = 前進 ▶
button-replay-last = 結尾 ⏭
button-replay-before = ⏪ 上一巡
button-replay-after = 下一巡 ⏩
button-replay-share = 分享
button-replay-film = 動圖
button-replay-export = 匯出
replay-turn-of = -# ⏪ ⏩ 跳到輪到{$name}的時候。

replay-deal = **{$name}** 坐莊；骰子 {$dice}。
replay-bao-deal = { $tile ->
    [none] 寶牌扣著。
   *[other] 寶牌是 **{$tile}**。
 }
replay-bao-first_listen = { $tile ->
    [none] **{$name}** 擲 {$dice} 定寶，寶牌扣著。
   *[other] **{$name}** 擲 {$dice} 定寶：**{$tile}**。
 }
replay-bao-changed = { $tile ->
    [none] **{$old}** 已見三張，換寶。
   *[other] **{$old}** 已見三張，換寶：**{$tile}**。
 }
replay-bao-called = { $tile ->
    [none] **{$name}** 叫換寶，換下 **{$old}**。
   *[other] **{$name}** 叫換寶，**{$old}** 換成 **{$tile}**。
 }
replay-draw = { $source ->
    [tail] { $tile ->
        [none] **{$name}** 補牌。
       *[other] **{$name}** 補到 **{$tile}**。
     }
   *[front] { $tile ->
        [none] **{$name}** 摸牌。
       *[other] **{$name}** 摸到 **{$tile}**。
     }
 }
replay-auto = { $auto ->
    [clock] （逾時）
    [autoplay] （託管）
    [dealt_out] （自動打出）
   *[none] {""}
 }
replay-listens = { $listen ->
    [yes] ，報聽
   *[no] {""}
 }
replay-discard = **{$name}** 打 **{$tile}**{$listens}{$auto}。
replay-turn = **{$name}** 摸 {$drawn}，打 **{$tile}**{$listens}{$auto}。
replay-turn-drawn = **{$name}** 摸打 **{$tile}**{$listens}{$auto}。
replay-chi = **{$name}** 吃 {$source} 的 **{$tile}**（用 {$own}）{ $listen ->
    [yes] ，吃聽
   *[no] {""}
 }。
replay-peng = **{$name}** 碰 {$source} 的 **{$tile}**{ $listen ->
    [yes] ，碰聽
   *[no] {""}
 }。
replay-zhan = **{$name}** 黏 {$source} 的 **{$tile}**，報聽。
replay-ming_gang = **{$name}** 明槓 {$source} 的 **{$tile}**。
replay-an_gang = { $tile ->
    [none] **{$name}** 暗槓，扣著。
   *[other] **{$name}** 暗槓 **{$tile}**。
 }
replay-jia_gang = **{$name}** 加槓 **{$tile}**。
replay-pass-win = **{$name}** 可以胡 **{$tile}**，沒有胡。
replay-listen-failed = **{$name}** 喊了聽，沒有拿到牌。
replay-could = -# { $answer ->
    [pass] {$name} 可以{$acts}，過了。
   *[none] {$name} 可以{$acts}，沒等到回答。
 }
replay-may = **{$name}** 可以{$acts}。
replay-waits = {$name} 聽 {$waits}
replay-autoplay-on = -# {$name} 託管。
replay-autoplay-off = -# {$name} 取消託管。
replay-leave = -# {$name} 離開，由程式代打。
replay-return = -# {$name} 回來了。
replay-act-win = 胡
replay-act-tongbao = 通寶
replay-act-dragon_bao = 紅中寶胡
replay-act-big_wind = 颳大風
replay-act-chi_listen = 吃聽
replay-act-peng_listen = 碰聽
replay-act-zhan = 黏
replay-act-gang = 槓
replay-act-peng = 碰
replay-act-chi = 吃
replay-act-listen = 喊聽
replay-act-bao = 叫換寶
replay-paid = **積分**：{$changes}
replay-points = **點數**：{$changes}
replay-change = {$name} {$change}

replay-exported = 這一場的牌譜，共 {$hands} 局打完的牌：`bot.py replay` 用文字講出來並按規則核對，`bot.py verify` 驗洗牌。
replay-packed = -# 檔案用 gzip 壓縮過。
film-drawing = 🎬 正在畫動圖：{$percent}%
film-ready = 🎬 {$rules} · 第 {$hand} 局 · {$look}
film-alt = 第 {$hand} 局動圖，共 {$pictures} 格。{$moments}
film-failed = 動圖沒有畫成，請再試一次。

error-no_such_replay = 這裡不能重播這個名字的牌局：沒有這一局，或者還在打，或者是別的伺服器的，或者牌譜已經不保留了。
error-no_own_replay = 您在這裡還沒有可以重播的牌局。用 `/{$command}` 打一局吧。
error-replay_broken = 這一局是按另一版規則打的，這裡重播不了。用「匯出」仍可拿到牌譜。
error-film_running = 您上一個動圖還在畫，請等它畫完。
error-films_busy = 正在畫的動圖太多，請過一分鐘再試。
error-share_forbidden = 您不能在本頻道發言，所以不能替您分享到這裡。
error-already_shared = 剛剛已經分享過了。
error-share_barred = { $permission ->
    [none] 我不能在本頻道發訊息。
   *[other] 我不能在本頻道發訊息，缺少權限：**{$permission}**。
 }
