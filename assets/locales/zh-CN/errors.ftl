# 为什么不行；代码来自 host、engine 与 cogs。

error-already_answered = 您已经选过了。
error-already_seated = 您已经在这张牌桌上了。
error-bad_option = { $why ->
    [call_needs_dice] `bao_change=call` 与 `bao_from=dice` 要一起设，或都不设。
    [needs_last_tiles] `last_tiles_dealt=true` 要有 `last_tiles=4`。
   *[value] `{$option}` 可以是：{$allowed}。
 }
error-unknown_option = 没有 `{$option}` 这个选项。{ $near ->
    [none] 用 `/{$rules}` 看全部选项。
   *[other] 是不是 `{$near}`？
 }
error-option_form = 选项请写成 `名称=值`，中间用空格隔开。看不懂：`{$option}`
error-option_twice = `{$option}` 写了两次。
error-bad_setting = 这个设置不能这样设：{$setting}。
error-below_min_coins = 这个房间最低需要 {$minimum} 积分，您有 {$coins} 积分。用 `/{$command}` 每天可以领。
error-channel_taken = 本频道已经有一张牌桌。用 `/{$command}` 入座。
error-closed = 这张牌桌已经散了。
error-computers_not_allowed = 这张牌桌不让电脑上桌。
error-hand_over = 这一局结束了。
error-hand_running = 正在打牌。
error-illegal_action = 按规则现在不能这样。
error-later = Discord 暂时没有回应，请稍后再试。
error-match_running = 已经开局了。
error-no_computer = 这里没有电脑。
error-no_hand = 现在没有牌局。
error-no_match = 还没有开局。
error-no_such_choice = 已经不能这样了。现在是这样。
error-no_table = 本频道没有牌桌。用 `/{$command}` 开一桌。
error-not_asked = 现在没有轮到您。
error-not_host = 只有开桌的人可以这样做。
error-not_invited = 这张牌桌只让受邀的人坐。
error-not_seated = 您不在这张牌桌上。
error-not_your_seat = 这不是您的座位。
error-not_your_turn = 还没轮到您。
error-old_button = 这个按钮来自旧版本，请用 `/{$command}`。
error-seated_elsewhere = 您正在 <#{$channel}> 打牌，请返回原来房间。
error-stale = 晚了一步，牌局已经往下走了。现在是这样。
error-store_failed = 数据库没有回应，请稍后再试。
error-table_full = 四个座位都坐满了。
error-table_gone = 这张牌桌已经散了。用 `/{$command}` 再开一桌。
error-too_fast = 请慢一点：点得太快了，这次没有处理，请稍等片刻。
error-unknown = 没有成功，请再试一次。
