# 积分：余额与补给。

balance-own = 您在本服务器有 **{$coins}** 积分。
balance-held = 其中 {$coins} 积分押在正在打的一局里。
balance-other = {$name} 在本服务器有 **{$coins}** 积分。
balance-streak = 已连续签到 {$days} 天。
balance-due = 今天还没签到：`/{$command}`。
daily-granted = { $days ->
    [1] 签到成功，**+{$coins}** 积分。
   *[other] 签到成功，连续第 {$days} 天，**+{$coins}** 积分。
 }
daily-had = 今天已经签到过了。
daily-none = 本服务器不发每日积分。
daily-relief = 您的积分不足最小底分 {$smallest}，另发救济 **+{$coins}** 积分。
daily-relieved = 今天的救济也领过了，每天只有一次。
daily-next = 下次签到：{$when}（按 {$zone} 时间过了零点），可领 **{$coins}** 积分。
