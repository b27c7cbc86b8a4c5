# /積分管理：給管理伺服器的人用。

coins-granted = 已發給 {$name} **{$coins}** 積分，現有 **{$balance}**。
coins-taken = 已扣除 {$name} **{$coins}** 積分，現有 **{$balance}**。
coins-everybody = 所有人
coins-bank = 電腦
coins-forgotten = 已刪除資料的人
coins-more = ……還有 {$count} 筆。

coins-log-title = 管理紀錄
coins-log-title-one = 對 {$name} 積分的管理紀錄
coins-log-empty = 還沒有紀錄。
coins-log-grant = {$who} 發給 {$whom} **{$coins}** 積分。
coins-log-take = {$who} 扣除 {$whom} **{$coins}** 積分。
coins-log-reset = {$who} 重設了 {$whom} 的積分，變動共 **{$coins}**。
coins-log-no-reason = 原因已刪除。
button-coins-newer = 較新
button-coins-older = 較舊

coins-reset-title = 重設積分
coins-reset-ask = { $people ->
    [1] 把 {$whom} 的積分恢復到 1,000，和新人一樣。
   *[other] 把{$whom}（{$people} 人）的積分都恢復到 1,000，和新人一樣。
 }正在打的一局裡押著的積分，打完之前不動。
coins-reset-sure = { $people ->
    [1] 確定嗎？{$whom} 之前的輸贏就一筆勾銷了。
   *[other] 確定嗎？{$people} 人之前的輸贏就一筆勾銷了，誰也恢復不了。
 }
button-coins-ask = 重設…
button-coins-sure = { $people ->
    [1] 確定重設
   *[other] 確定重設 {$people} 人
 }
coins-reset-done = 已重設{$whom}的積分，變動共 **{$coins}**。

coins-report-title = 單向流動的積分
coins-report-nobody = 沒有哪兩個人顯得異常。
coins-report-pair = {$giver} → {$receiver}：**{$given}** 積分，返回 {$returned}；有往來的 {$hands} 局（同桌共 {$together} 局）。
coins-report-odds = 其中 {$share}% 是單向的；依他們跟別人打的表現，最多能解釋 {$edge}%。正常打牌的人，{$odds} 份報告裡也難得出現一次這樣的一筆。
coins-report-how = 運氣、實力，還有跟誰打都輸的新手，都已考慮在內。上榜不等於作弊：請先看牌局，再和他們談談。

coins-audit-title = 本伺服器的帳目
coins-audit-sound = 帳目全都對得上：{$accounts} 個帳戶，{$movements} 筆異動。
coins-audit-faults = {$accounts} 個帳戶、{$movements} 筆異動裡，有 **{$count} 處對不上**：
coins-audit-what = 數字指出是哪一列。資料庫被本機器人以外的人或程式改過，請告訴營運者。
audit-movement_not_a_zero_pair = 一筆異動兩邊的數目不相等
audit-movement_of_no_coins = 一筆異動沒有積分
audit-movement_in_two_servers = 一筆異動裡有別的伺服器的分錄
audit-movement_of_no_kind = 一筆異動類別不明
audit-movement_between_people = 不在牌桌上，積分卻從一人轉到了另一人
audit-movement_of_no_hand = 一筆輸贏不屬於任何一局
audit-movement_with_a_wrong_key = 一筆異動用了別筆的識別碼
audit-movement_without_its_change = 一筆管理異動不在紀錄裡
audit-movement_missing = 有一筆異動被刪掉了
audit-entry_without_movement = 一筆分錄找不到所屬的異動
audit-entry_without_account = 一筆分錄找不到所屬的帳戶
audit-balance_is_not_its_entries = 餘額不等於各分錄之和
audit-held_is_not_its_holds = 押著的積分不等於各筆押注之和
audit-held_exceeds_balance = 押著的積分比餘額還多
audit-hold_without_account = 押了積分的帳戶不存在
audit-hold_after_settlement = 一局已經結算，積分卻還押著
audit-no_first_grant = 帳戶沒有新人積分
audit-first_grant_twice = 新人積分發了不只一次
audit-daily_is_not_its_movements = 簽到和連續天數對不上
audit-relief_is_not_its_movements = 救濟的紀錄和發放對不上
audit-more_won_than_played = 胡的局數比打的還多
audit-standing_is_not_its_hands = 某人的戰績與打過的局對不上
audit-standing_without_hands = 戰績裡有沒打過的局
audit-hand_paid_twice = 一局付了兩次
audit-hand_without_settlement = 一局付了卻沒有結算
audit-change_is_not_its_movements = 管理紀錄的數目和實際異動不符
audit-server_not_zero = 所有人連同銀行帳戶的餘額之和不為零
audit-flow_is_not_its_movements = 兩人之間的往來和異動不符
audit-settlement_unreadable = 一局的結算讀不出來
audit-settlement_is_not_its_movements = 一局的結算和實際異動不符

coins-set-title = 本伺服器的積分設定
coins-set-zone = 時區：**{$zone}**，現在是 {$now}。一天從當地午夜算起。
coins-set-daily = { $coins ->
    [0] 每日積分：**不發**。
   *[other] 每日積分：**{$coins}**，連續簽到最多加倍。
 }
coins-set-relief = { $coins ->
    [0] 救濟：**不發**。
   *[other] 救濟（積分不足最小底分，每天一次）：**{$coins}**。
 }
coins-set-age = { $days ->
    [0] 排行榜：Discord 帳號不限註冊時間。
   *[other] 排行榜：Discord 帳號註冊滿 **{$days}** 天才能上榜。
 }
coins-set-how = 用 `/{$command}` 修改。

error-audit_running = 正在查帳，請稍候。
error-bad_zone = 沒有 `{$zone}` 這個時區。請用 `/{$command}`，從輸入時列出的裡面選，例如 `Asia/Taipei`。
error-coins_held = 對方有 {$coins} 積分，其中 {$held} 押在正在打的一局裡，扣不了 {$amount}。
error-no_reason = 請寫明原因，紀錄裡會顯示。
error-not_a_member = 這個人不在本伺服器，或者已經離開了。
error-not_a_person = 機器人沒有積分。
error-reset_expired = 這次重設已經失效，請重新使用 `/{$command}`。
error-too_many_coins = 一個人最多只能有 {$most} 積分。
