# /牌局记录：一个人打过的牌局。

history-title = 📜 打过的牌局
history-won = 🏆 **胡了 {$fan} 番**{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }{ $coins ->
    [none] {""}
   *[other] ，积分 **{$coins}**
 }
history-won-on = 🏆 {$source} 点炮，**胡了 {$fan} 番**{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }{ $coins ->
    [none] {""}
   *[other] ，积分 **{$coins}**
 }
history-dealt-in = 💥 给 **{$winner}** 点了炮{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }：−{$fan} 番{ $coins ->
    [none] {""}
   *[other] ，积分 **{$coins}**
 }
history-lost = **{ $by ->
    [computer] 电脑
   *[person] {$winner}
 }** 胡了{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }：{ $fan ->
    [0] 没输番
   *[other] −{$fan} 番
 }{ $coins ->
    [none] {""}
   *[other] ，积分 **{$coins}**
 }
history-drawn = 流局
history-void = 作废：这一局中途结束，不算输赢，积分不变
history-with = 同桌：{$names}
history-computer = 电脑
history-computers = { $number ->
   *[other] {$number} 个电脑
 }
history-unkept = 牌谱已过保存期
history-gone = 这局的牌谱已过保存期，不能再验牌，也不能再看回放。
history-empty = 在这里还没打完过一局。用 `/{$command}` 开一桌。
history-none = 没有这样的牌局。
history-page = 第 {$page} 页，共 {$pages} 页，{$hands} 局
history-hand = 📜 {$rules} · 第 {$hand} 局
history-choose-open = 打开一局……
history-choose-result = 结果
history-choose-span = 什么时候打的
history-choose-city = 哪座城市的打法
history-choose-company = 跟谁打的
history-result-any = 输赢、流局、作废都看
history-result-won = 自己胡的
history-result-lost = 别人胡的
history-result-shot = 自己点炮的
history-result-drawn = 流局
history-result-void = 作废的局
history-company-any = 跟真人、跟电脑都看
history-company-people = 四个真人
history-company-machines = 有电脑
history-span-all = 全部时间
history-span-today = 今天
history-span-week = 本周
history-span-month = 本月
button-history-newest = ⏮
button-history-newer = ◀ 更新的
button-history-older = 更早的 ▶
button-history-oldest = ⏭
button-history-list = 回到列表
button-history-verify = 验牌
error-unknown_hand = 本服务器没有叫 `{$hand}` 的牌局。用 `/{$command}` 看自己打过的。
error-hand_not_over = `{$hand}` 这局还没打完，打完就能验。
error-record_gone = `{$hand}` 这局的牌谱已过保存期，验不了了。
