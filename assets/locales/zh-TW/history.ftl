# /牌局紀錄：一個人打過的牌局。

history-title = 📜 打過的牌局
history-won = 🏆 **胡了 {$fan} 番**{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }{ $coins ->
    [none] {""}
   *[other] ，積分 **{$coins}**
 }
history-won-on = 🏆 {$source} 放槍，**胡了 {$fan} 番**{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }{ $coins ->
    [none] {""}
   *[other] ，積分 **{$coins}**
 }
history-dealt-in = 💥 放槍給 **{$winner}**{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }：−{$fan} 番{ $coins ->
    [none] {""}
   *[other] ，積分 **{$coins}**
 }
history-lost = **{ $by ->
    [computer] 電腦
   *[person] {$winner}
 }** 胡了{ $kinds ->
    [none] {""}
   *[other] （{$kinds}）
 }：{ $fan ->
    [0] 沒輸番
   *[other] −{$fan} 番
 }{ $coins ->
    [none] {""}
   *[other] ，積分 **{$coins}**
 }
history-drawn = 流局
history-void = 作廢：這一局中途結束，不算輸贏，積分不變
history-with = 同桌：{$names}
history-computer = 電腦
history-computers = { $number ->
   *[other] {$number} 個電腦
 }
history-unkept = 牌譜已過保存期
history-gone = 這局的牌譜已過保存期，不能再驗牌，也不能再看重播。
history-empty = 在這裡還沒打完過一局。用 `/{$command}` 開一桌。
history-none = 沒有這樣的牌局。
history-page = 第 {$page} 頁，共 {$pages} 頁，{$hands} 局
history-hand = 📜 {$rules} · 第 {$hand} 局
history-choose-open = 打開一局……
history-choose-result = 結果
history-choose-span = 什麼時候打的
history-choose-city = 哪座城市的打法
history-choose-company = 跟誰打的
history-result-any = 輸贏、流局、作廢都看
history-result-won = 自己胡的
history-result-lost = 別人胡的
history-result-shot = 自己放槍的
history-result-drawn = 流局
history-result-void = 作廢的局
history-company-any = 跟真人、跟電腦都看
history-company-people = 四個真人
history-company-machines = 有電腦
history-span-all = 全部時間
history-span-today = 今天
history-span-week = 本週
history-span-month = 本月
button-history-newest = ⏮
button-history-newer = ◀ 較新
button-history-older = 較早 ▶
button-history-oldest = ⏭
button-history-list = 回到列表
button-history-verify = 驗牌
error-unknown_hand = 本伺服器沒有叫 `{$hand}` 的牌局。用 `/{$command}` 看自己打過的。
error-hand_not_over = `{$hand}` 這局還沒打完，打完就能驗。
error-record_gone = `{$hand}` 這局的牌譜已過保存期，驗不了了。
