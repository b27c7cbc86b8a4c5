# 牌局中的牌桌消息与自己的手牌。

tile-m = {$number}万
tile-p = {$number}筒
tile-s = {$number}条
tile-z = 红中

# The same beside a small picture of the tile, so that five stand in a row on a phone.
tile-beside-m = {$number}万
tile-beside-p = {$number}筒
tile-beside-s = {$number}条
tile-beside-z = 红中

sequence-join = {""}
list-join = 、

table-title = {$rules} · 第 {$hand}/{$hands} 局
table-title-open = {$rules} · 第 {$hand} 局
table-turn = 轮到 **{$name}** 出牌。
window-discard = **{$name}** 打出 **{$tile}**。
window-gang = **{$name}** 加杠 **{$tile}**。
table-listening = 已报听：{$names}
table-autoplay = 托管中：{$names}
table-stalled = 牌局在等数据库，会自动继续。
table-deadline = {$when} 超时。
button-hand = 我的手牌

hand-your-discard = **轮到您了。** 请打出一张牌。
hand-your-turn-listening = **轮到您了。** 您已报听：不胡就打出刚摸的牌。
hand-your-win = **可以胡了！** 请按 **胡**。
hand-claim = **{$name}** 打出 **{$tile}**，要吗？
hand-claim-listen = 按 **听** 就拿下它并报听。
hand-win-claim = **{$name}** 打出 **{$tile}** —— **可以胡了！**
hand-win-rob = **{$name}** 加杠 **{$tile}** —— **可以抢杠胡了！**
hand-waiting = 其他玩家行动中，需要您时这里会提示。
hand-over = 这一局结束了。
hand-next = 下一局 {$when} 开始。
hand-deadline = {$when} 超时。
hand-listen-mode = **报听。** 请选要打出的牌；打出后手牌锁定。
hand-listen-tile = • 打 **{$tile}**：听 {$waits}
hand-choose-chi = **吃 {$tile}**：吃成哪一顺？
hand-choose-gang = **杠**：哪一张？
hand-choose-listen = **吃听、碰听**：怎么拿？
hand-sure-pass = 现在可以 **胡**，真的要过吗？
hand-sure-discard = 现在可以 **胡**，真的要打出 **{$tile}** 吗？
hand-waits = 您听：{$waits}
hand-wait = {$tile}（剩 {$left} 张）
hand-wait-kadang = {$tile}（卡当，剩 {$left} 张）
hand-bao = 宝牌是 **{$tile}**。
hand-refusal = 还不能报听：{$reasons}。详情用 `/{$command}`。
hand-can-listen = 现在可以 **报听**。
hand-autoplay = 您正在托管。按 **取消托管** 自己打。
hand-stale = 这个面板不再自动更新，请按 **刷新**。
hand-spectator = 您不在这张牌桌上。
button-new = 刷新
button-back = 返回
button-own = 取消托管
button-chi = 吃
button-peng = 碰
button-gang = 杠
button-ting = 听
button-win = 胡
button-pass = 过
button-bao = 换宝
button-pass2 = 确定不胡
button-d2 = 确定打出
button-auto = 托管
way-chi = {$sequence}
way-chi-listen = 吃听 {$sequence}
way-peng-listen = 碰听 {$tile}
way-zhan = 粘 {$tile}
way-say-listen = 报听
way-gang-ming = 明杠 {$tile}
way-gang-an = 暗杠 {$tile}
way-gang-jia = 加杠 {$tile}

reason-not_open = 还没开门（先吃或碰）
reason-one_suit = 只有一门花色
reason-no_terminal = 没有幺九（1、9 或红中）
reason-no_triplet = 没有刻子
reason-no_sequence = 没有顺子
reason-too_few_concealed = 手把一：手里不足四张
reason-no_wait = 还没上听（还差不止一张）

call-turn = {$mention} 轮到您了：请按牌桌下面的 **我的手牌**。
hand-no-hand = 这张牌桌现在没有牌局。
