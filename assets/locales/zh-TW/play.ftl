# 牌局中的牌桌訊息與自己的手牌。

tile-m = {$number}萬
tile-p = {$number}筒
tile-s = {$number}條
tile-z = 紅中

# The same beside a small picture of the tile, so that five stand in a row on a phone.
tile-beside-m = {$number}萬
tile-beside-p = {$number}筒
tile-beside-s = {$number}條
tile-beside-z = 紅中

sequence-join = {""}
list-join = 、

table-title = {$rules} · 第 {$hand}/{$hands} 局
table-title-open = {$rules} · 第 {$hand} 局
table-turn = 輪到 **{$name}** 出牌。
window-discard = **{$name}** 打出 **{$tile}**。
window-gang = **{$name}** 加槓 **{$tile}**。
table-listening = 已報聽：{$names}
table-autoplay = 託管中：{$names}
table-stalled = 牌局在等資料庫，會自動繼續。
table-deadline = {$when} 逾時。
button-hand = 我的手牌

hand-your-discard = **輪到您了。** 請打出一張牌。
hand-your-turn-listening = **輪到您了。** 您已報聽：不胡就打出剛摸的牌。
hand-your-win = **可以胡了！** 請按 **胡**。
hand-claim = **{$name}** 打出 **{$tile}**，要嗎？
hand-claim-listen = 按 **聽** 就拿下它並報聽。
hand-win-claim = **{$name}** 打出 **{$tile}** —— **可以胡了！**
hand-win-rob = **{$name}** 加槓 **{$tile}** —— **可以搶槓胡了！**
hand-waiting = 其他玩家行動中，需要您時這裡會提示。
hand-over = 這一局結束了。
hand-next = 下一局 {$when} 開始。
hand-deadline = {$when} 逾時。
hand-listen-mode = **報聽。** 請選要打出的牌；打出後手牌鎖定。
hand-listen-tile = • 打 **{$tile}**：聽 {$waits}
hand-choose-chi = **吃 {$tile}**：吃成哪一順？
hand-choose-gang = **槓**：哪一張？
hand-choose-listen = **吃聽、碰聽**：怎麼拿？
hand-sure-pass = 現在可以 **胡**，真的要過嗎？
hand-sure-discard = 現在可以 **胡**，真的要打出 **{$tile}** 嗎？
hand-waits = 您聽：{$waits}
hand-wait = {$tile}（剩 {$left} 張）
hand-wait-kadang = {$tile}（卡當，剩 {$left} 張）
hand-bao = 寶牌是 **{$tile}**。
hand-refusal = 還不能報聽：{$reasons}。詳情用 `/{$command}`。
hand-can-listen = 現在可以 **報聽**。
hand-autoplay = 您正在託管。按 **取消託管** 自己打。
hand-stale = 這個面板不再自動更新，請按 **重新整理**。
hand-spectator = 您不在這張牌桌上。
button-new = 重新整理
button-back = 返回
button-own = 取消託管
button-chi = 吃
button-peng = 碰
button-gang = 槓
button-ting = 聽
button-win = 胡
button-pass = 過
button-bao = 換寶
button-pass2 = 確定不胡
button-d2 = 確定打出
button-auto = 託管
way-chi = {$sequence}
way-chi-listen = 吃聽 {$sequence}
way-peng-listen = 碰聽 {$tile}
way-zhan = 黏 {$tile}
way-say-listen = 報聽
way-gang-ming = 明槓 {$tile}
way-gang-an = 暗槓 {$tile}
way-gang-jia = 加槓 {$tile}

reason-not_open = 還沒開門（先吃或碰）
reason-one_suit = 只有一門花色
reason-no_terminal = 沒有么九（1、9 或紅中）
reason-no_triplet = 沒有刻子
reason-no_sequence = 沒有順子
reason-too_few_concealed = 手把一：手裡不足四張
reason-no_wait = 還沒上聽（還差不止一張）

call-turn = {$mention} 輪到您了：請按牌桌下面的 **我的手牌**。
hand-no-hand = 這張牌桌現在沒有牌局。
