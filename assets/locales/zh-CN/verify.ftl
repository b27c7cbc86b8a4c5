# 验证打完的一局。

verify-title = {$rules} · 第 {$hand} 局验牌
verify-seal = { $met ->
    [yes] ✓
   *[no] ✗
 } **封印**：密钥 `{$secret}` 用 SHA-256 连算 {$times} 次，{ $met ->
    [yes] 正是
   *[no] 不是
 }入座前公布的封印 `{$seal}`
verify-words = { $met ->
    [yes] ✓
   *[no] ✗
 } **洗牌词**：{$words}
verify-no-words = 没人写
verify-word = {$name} {$words}
verify-wall = { $met ->
    [yes] ✓ **牌墙**：112 张都按密钥和洗牌词排好，开头是
   *[no] ✗ **牌墙**：没有按密钥和洗牌词来排，开头是
 } {$tiles} …
verify-dealer = { $met ->
    [yes] ✓ **抽庄**：{$dealer}
   *[no] ✗ **抽庄**：抽中的不是 {$dealer}
 }
verify-dice = { $met ->
    [yes] ✓ **骰子**：{$dice}
   *[no] ✗ **骰子**：掷出的不是 {$dice}
 }
verify-break = { $met ->
    [yes] ✓ **开牌**：按骰子从第 {$place} 位起
   *[no] ✗ **开牌**：不该从第 {$place} 位起
 }
verify-hands = { $met ->
    [yes] ✓ **起手牌**：四家拿的都是这面牌墙的牌
   *[no] ✗ **起手牌**：四家拿的不是这面牌墙的牌
 }
verify-later_dice = { $met ->
    [yes] ✓ **宝牌骰子**：{$later}
   *[no] ✗ **宝牌骰子**：掷出的不是 {$later}
 }
verify-holds = **全部相符：** 除了各家自己的洗牌词，这面牌墙在入座之前就定了。
verify-fails = **有不相符的地方。** 请留好文件，交给机器人的管理者看。
verify-how = 请与开桌消息里的封印核对。不必相信机器人：`{$file}` 里有全部依据，README 的 “Fair walls” 一节有十几行 Python 可以自己验。
error-no_finished_hand = 这里没有打完的牌局可验。打完一局就可以验。
error-no_such_hand = 没有打完的第 {$hand} 局；打完的有 {$hands} 局。
