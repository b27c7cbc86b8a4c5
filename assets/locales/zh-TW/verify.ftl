# 驗證打完的一局。

verify-title = {$rules} · 第 {$hand} 局驗牌
verify-seal = { $met ->
    [yes] ✓
   *[no] ✗
 } **封印**：密鑰 `{$secret}` 用 SHA-256 連算 {$times} 次，{ $met ->
    [yes] 正是
   *[no] 不是
 }入座前公布的封印 `{$seal}`
verify-words = { $met ->
    [yes] ✓
   *[no] ✗
 } **洗牌詞**：{$words}
verify-no-words = 沒人寫
verify-word = {$name} {$words}
verify-wall = { $met ->
    [yes] ✓ **牌牆**：112 張都按密鑰和洗牌詞排好，開頭是
   *[no] ✗ **牌牆**：沒有按密鑰和洗牌詞來排，開頭是
 } {$tiles} …
verify-dealer = { $met ->
    [yes] ✓ **抽莊**：{$dealer}
   *[no] ✗ **抽莊**：抽中的不是 {$dealer}
 }
verify-dice = { $met ->
    [yes] ✓ **骰子**：{$dice}
   *[no] ✗ **骰子**：擲出的不是 {$dice}
 }
verify-break = { $met ->
    [yes] ✓ **開牌**：按骰子從第 {$place} 位起
   *[no] ✗ **開牌**：不該從第 {$place} 位起
 }
verify-hands = { $met ->
    [yes] ✓ **起手牌**：四家拿的都是這面牌牆的牌
   *[no] ✗ **起手牌**：四家拿的不是這面牌牆的牌
 }
verify-later_dice = { $met ->
    [yes] ✓ **寶牌骰子**：{$later}
   *[no] ✗ **寶牌骰子**：擲出的不是 {$later}
 }
verify-holds = **全部相符：** 除了各家自己的洗牌詞，這面牌牆在入座之前就定了。
verify-fails = **有不相符的地方。** 請留好檔案，交給機器人的管理者看。
verify-how = 請與開桌訊息裡的封印核對。不必相信機器人：`{$file}` 裡有全部依據，README 的「Fair walls」一節有十幾行 Python 可以自己驗。
error-no_finished_hand = 這裡沒有打完的牌局可驗。打完一局就可以驗。
error-no_such_hand = 沒有打完的第 {$hand} 局；打完的有 {$hands} 局。
