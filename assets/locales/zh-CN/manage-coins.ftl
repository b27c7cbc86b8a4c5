# /积分管理：给管理服务器的人用。

coins-granted = 已发给 {$name} **{$coins}** 积分，现有 **{$balance}**。
coins-taken = 已扣除 {$name} **{$coins}** 积分，现有 **{$balance}**。
coins-everybody = 所有人
coins-bank = 电脑
coins-forgotten = 已删除资料的人
coins-more = ……还有 {$count} 条。

coins-log-title = 管理记录
coins-log-title-one = 对 {$name} 积分的管理记录
coins-log-empty = 还没有记录。
coins-log-grant = {$who} 发给 {$whom} **{$coins}** 积分。
coins-log-take = {$who} 扣除 {$whom} **{$coins}** 积分。
coins-log-reset = {$who} 重置了 {$whom} 的积分，变动共 **{$coins}**。
coins-log-no-reason = 原因已删除。
button-coins-newer = 较新
button-coins-older = 较早

coins-reset-title = 重置积分
coins-reset-ask = { $people ->
    [1] 把 {$whom} 的积分恢复到 1,000，和新人一样。
   *[other] 把{$whom}（{$people} 人）的积分都恢复到 1,000，和新人一样。
 }正在打的一局里押着的积分，打完之前不动。
coins-reset-sure = { $people ->
    [1] 确定吗？{$whom} 之前的输赢就一笔勾销了。
   *[other] 确定吗？{$people} 人之前的输赢就一笔勾销了，谁也恢复不了。
 }
button-coins-ask = 重置…
button-coins-sure = { $people ->
    [1] 确定重置
   *[other] 确定重置 {$people} 人
 }
coins-reset-done = 已重置{$whom}的积分，变动共 **{$coins}**。

coins-report-title = 单向流动的积分
coins-report-nobody = 没有哪两个人显得异常。
coins-report-pair = {$giver} → {$receiver}：**{$given}** 积分，返回 {$returned}；有来往的 {$hands} 局（同桌共 {$together} 局）。
coins-report-odds = 其中 {$share}% 是单向的；按他们跟别人打的表现，最多能解释 {$edge}%。正常打牌的人，{$odds} 份报告里也难得出现一次这样的一条。
coins-report-how = 运气、水平，还有跟谁打都输的新手，都已考虑在内。上榜不等于作弊：请先看牌局，再和他们谈谈。

coins-audit-title = 本服务器的账目
coins-audit-sound = 账目全对得上：{$accounts} 个账户，{$movements} 笔变动。
coins-audit-faults = {$accounts} 个账户、{$movements} 笔变动里，有 **{$count} 处对不上**：
coins-audit-what = 数字指出是哪一行。数据库被本机器人以外的人或程序改动过，请告诉运营者。
audit-movement_not_a_zero_pair = 一笔变动两边的数目不相等
audit-movement_of_no_coins = 一笔变动没有积分
audit-movement_in_two_servers = 一笔变动里有别的服务器的条目
audit-movement_of_no_kind = 一笔变动类别不明
audit-movement_between_people = 不在牌桌上，积分却从一人转到了另一人
audit-movement_of_no_hand = 一笔输赢不属于任何一局
audit-movement_with_a_wrong_key = 一笔变动用了别笔的标识
audit-movement_without_its_change = 一笔管理变动不在记录里
audit-movement_missing = 有一笔变动被删掉了
audit-entry_without_movement = 一个条目找不到所属的变动
audit-entry_without_account = 一个条目找不到所属的账户
audit-balance_is_not_its_entries = 余额不等于各条目之和
audit-held_is_not_its_holds = 押着的积分不等于各笔押注之和
audit-held_exceeds_balance = 押着的积分比余额还多
audit-hold_without_account = 押了积分的账户不存在
audit-hold_after_settlement = 一局已经结算，积分却还押着
audit-no_first_grant = 账户没有新人积分
audit-first_grant_twice = 新人积分发了不止一次
audit-daily_is_not_its_movements = 签到和连续天数对不上
audit-relief_is_not_its_movements = 救济的记录和发放对不上
audit-more_won_than_played = 胡的局数比打的还多
audit-standing_is_not_its_hands = 某人的战绩与打过的局对不上
audit-standing_without_hands = 战绩里有没打过的局
audit-hand_paid_twice = 一局付了两次
audit-hand_without_settlement = 一局付了却没有结算
audit-change_is_not_its_movements = 管理记录的数目和实际变动不符
audit-server_not_zero = 所有人连同银行账户的余额之和不为零
audit-flow_is_not_its_movements = 两人之间的往来和变动不符
audit-settlement_unreadable = 一局的结算读不出来
audit-settlement_is_not_its_movements = 一局的结算和实际变动不符

coins-set-title = 本服务器的积分设置
coins-set-zone = 时区：**{$zone}**，现在是 {$now}。一天从当地零点算起。
coins-set-daily = { $coins ->
    [0] 每日积分：**不发**。
   *[other] 每日积分：**{$coins}**，连续签到最多翻一倍。
 }
coins-set-relief = { $coins ->
    [0] 救济：**不发**。
   *[other] 救济（积分不足最小底分，每天一次）：**{$coins}**。
 }
coins-set-age = { $days ->
    [0] 排行榜：Discord 账号不限注册时间。
   *[other] 排行榜：Discord 账号注册满 **{$days}** 天才能上榜。
 }
coins-set-how = 用 `/{$command}` 修改。

error-audit_running = 正在查账，请稍候。
error-bad_zone = 没有 `{$zone}` 这个时区。请用 `/{$command}`，从输入时列出的里面选，例如 `Asia/Shanghai`。
error-coins_held = 对方有 {$coins} 积分，其中 {$held} 押在正在打的一局里，扣不了 {$amount}。
error-no_reason = 请写明原因，记录里会显示。
error-not_a_member = 这个人不在本服务器，或者已经离开了。
error-not_a_person = 机器人没有积分。
error-reset_expired = 这次重置已经失效，请重新使用 `/{$command}`。
error-too_many_coins = 一个人最多只能有 {$most} 积分。
