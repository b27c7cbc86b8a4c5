# 回放打完的一局，一步一步看。

replay-title = 🎞️ {$rules} · 第 {$hand} 局
replay-where = -# 第 {$step} / {$steps} 步 · {$look}
replay-look-open = 四家明牌
replay-look-seat = {$name} 的视角
replay-choose-look-open = 四家明牌
replay-choose-look-seat = {$name} 的视角
replay-choose-look = 从谁的角度看
replay-choose-jump = 跳到……
replay-jump = {$step}. {$what}
replay-moment-turn = 轮到{$name}
replay-moment-chi = {$name} 吃
replay-moment-peng = {$name} 碰
replay-moment-zhan = {$name} 粘
replay-moment-gang = {$name} 杠
replay-moment-listen = {$name} 报听
replay-moment-bao = 换宝
replay-moment-win = {$name} 胡
replay-moment-draw = 荒庄
replay-moment-deal = 发牌：{$name} 坐庄
replay-moment-void = 这一局不算
button-replay = 回放
button-replay-first = ⏮ 开头
button-replay-back = ◀ 后退
button-replay-forward = 前进 ▶
button-replay-last = 结尾 ⏭
button-replay-before = ⏪ 上一巡
button-replay-after = 下一巡 ⏩
button-replay-share = 分享
button-replay-film = 动图
button-replay-export = 导出
replay-turn-of = -# ⏪ ⏩ 跳到轮到{$name}的时候。

replay-deal = **{$name}** 坐庄；骰子 {$dice}。
replay-bao-deal = { $tile ->
    [none] 宝牌扣着。
   *[other] 宝牌是 **{$tile}**。
 }
replay-bao-first_listen = { $tile ->
    [none] **{$name}** 掷 {$dice} 定宝，宝牌扣着。
   *[other] **{$name}** 掷 {$dice} 定宝：**{$tile}**。
 }
replay-bao-changed = { $tile ->
    [none] **{$old}** 已见三张，换宝。
   *[other] **{$old}** 已见三张，换宝：**{$tile}**。
 }
replay-bao-called = { $tile ->
    [none] **{$name}** 叫换宝，换下 **{$old}**。
   *[other] **{$name}** 叫换宝，**{$old}** 换成 **{$tile}**。
 }
replay-draw = { $source ->
    [tail] { $tile ->
        [none] **{$name}** 补牌。
       *[other] **{$name}** 补到 **{$tile}**。
     }
   *[front] { $tile ->
        [none] **{$name}** 摸牌。
       *[other] **{$name}** 摸到 **{$tile}**。
     }
 }
replay-auto = { $auto ->
    [clock] （超时）
    [autoplay] （托管）
    [dealt_out] （自动打出）
   *[none] {""}
 }
replay-listens = { $listen ->
    [yes] ，报听
   *[no] {""}
 }
replay-discard = **{$name}** 打 **{$tile}**{$listens}{$auto}。
replay-turn = **{$name}** 摸 {$drawn}，打 **{$tile}**{$listens}{$auto}。
replay-turn-drawn = **{$name}** 摸打 **{$tile}**{$listens}{$auto}。
replay-chi = **{$name}** 吃 {$source} 的 **{$tile}**（用 {$own}）{ $listen ->
    [yes] ，吃听
   *[no] {""}
 }。
replay-peng = **{$name}** 碰 {$source} 的 **{$tile}**{ $listen ->
    [yes] ，碰听
   *[no] {""}
 }。
replay-zhan = **{$name}** 粘 {$source} 的 **{$tile}**，报听。
replay-ming_gang = **{$name}** 明杠 {$source} 的 **{$tile}**。
replay-an_gang = { $tile ->
    [none] **{$name}** 暗杠，扣着。
   *[other] **{$name}** 暗杠 **{$tile}**。
 }
replay-jia_gang = **{$name}** 加杠 **{$tile}**。
replay-pass-win = **{$name}** 可以胡 **{$tile}**，没有胡。
replay-listen-failed = **{$name}** 喊了听，没有拿到牌。
replay-could = -# { $answer ->
    [pass] {$name} 可以{$acts}，过了。
   *[none] {$name} 可以{$acts}，没等到回答。
 }
replay-may = **{$name}** 可以{$acts}。
replay-waits = {$name} 听 {$waits}
replay-autoplay-on = -# {$name} 托管。
replay-autoplay-off = -# {$name} 取消托管。
replay-leave = -# {$name} 离开，由程序代打。
replay-return = -# {$name} 回来了。
replay-act-win = 胡
replay-act-tongbao = 通宝
replay-act-dragon_bao = 红中宝胡
replay-act-big_wind = 刮大风
replay-act-chi_listen = 吃听
replay-act-peng_listen = 碰听
replay-act-zhan = 粘
replay-act-gang = 杠
replay-act-peng = 碰
replay-act-chi = 吃
replay-act-listen = 喊听
replay-act-bao = 叫换宝
replay-paid = **积分**：{$changes}
replay-points = **点数**：{$changes}
replay-change = {$name} {$change}

replay-exported = 这一场的牌谱，共 {$hands} 局打完的牌：`bot.py replay` 用文字讲出来并按规则核对，`bot.py verify` 验洗牌。
replay-packed = -# 文件用 gzip 压缩过。
film-drawing = 🎬 正在画动图：{$percent}%
film-ready = 🎬 {$rules} · 第 {$hand} 局 · {$look}
film-alt = 第 {$hand} 局动图，共 {$pictures} 帧。{$moments}
film-failed = 动图没有画成，请再试一次。

error-no_such_replay = 这里不能回放这个名字的牌局：没有这一局，或者还在打，或者是别的服务器的，或者牌谱已经不保留了。
error-no_own_replay = 您在这里还没有可以回放的牌局。用 `/{$command}` 打一局吧。
error-replay_broken = 这一局是按另一版规则打的，这里回放不了。用“导出”仍可拿到牌谱。
error-film_running = 您上一个动图还在画，请等它画完。
error-films_busy = 正在画的动图太多，请过一分钟再试。
error-share_forbidden = 您不能在本频道发言，所以不能替您分享到这里。
error-already_shared = 刚刚已经分享过了。
error-share_barred = { $permission ->
    [none] 我不能在本频道发消息。
   *[other] 我不能在本频道发消息，缺少权限：**{$permission}**。
 }
