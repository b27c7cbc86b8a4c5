# 為什麼不行；代碼來自 host、engine 與 cogs。

error-already_answered = 您已經選過了。
error-already_seated = 您已經在這張牌桌上了。
error-bad_option = { $why ->
    [call_needs_dice] `bao_change=call` 與 `bao_from=dice` 要一起設，或都不設。
    [needs_last_tiles] `last_tiles_dealt=true` 要有 `last_tiles=4`。
   *[value] `{$option}` 可以是：{$allowed}。
 }
error-unknown_option = 沒有 `{$option}` 這個選項。{ $near ->
    [none] 用 `/{$rules}` 看全部選項。
   *[other] 是不是 `{$near}`？
 }
error-option_form = 選項請寫成 `名稱=值`，中間用空格隔開。看不懂：`{$option}`
error-option_twice = `{$option}` 寫了兩次。
error-bad_setting = 這個設定不能這樣設：{$setting}。
error-below_min_coins = 這個房間最低需要 {$minimum} 積分，您有 {$coins} 積分。用 `/{$command}` 每天可以領。
error-channel_taken = 本頻道已經有一張牌桌。用 `/{$command}` 入座。
error-closed = 這張牌桌已經散了。
error-computers_not_allowed = 這張牌桌不讓電腦上桌。
error-hand_over = 這一局結束了。
error-hand_running = 正在打牌。
error-illegal_action = 按規則現在不能這樣。
error-later = Discord 暫時沒有回應，請稍後再試。
error-match_running = 已經開局了。
error-no_computer = 這裡沒有電腦。
error-no_hand = 現在沒有牌局。
error-no_match = 還沒有開局。
error-no_such_choice = 已經不能這樣了。現在是這樣。
error-no_table = 本頻道沒有牌桌。用 `/{$command}` 開一桌。
error-not_asked = 現在沒有輪到您。
error-not_host = 只有開桌的人可以這樣做。
error-not_invited = 這張牌桌只讓受邀的人坐。
error-not_seated = 您不在這張牌桌上。
error-not_your_seat = 這不是您的座位。
error-not_your_turn = 還沒輪到您。
error-old_button = 這個按鈕來自舊版本，請用 `/{$command}`。
error-seated_elsewhere = 您正在 <#{$channel}> 打牌，請返回原來房間。
error-stale = 晚了一步，牌局已經往下走了。現在是這樣。
error-store_failed = 資料庫沒有回應，請稍後再試。
error-table_full = 四個座位都坐滿了。
error-table_gone = 這張牌桌已經散了。用 `/{$command}` 再開一桌。
error-too_fast = 請慢一點：點得太快了，這次沒有處理，請稍等片刻。
error-unknown = 沒有成功，請再試一次。
