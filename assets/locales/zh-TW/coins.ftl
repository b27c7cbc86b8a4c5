# 積分：餘額與補給。

balance-own = 您在本伺服器有 **{$coins}** 積分。
balance-held = 其中 {$coins} 積分押在正在打的一局裡。
balance-other = {$name} 在本伺服器有 **{$coins}** 積分。
balance-streak = 已連續簽到 {$days} 天。
balance-due = 今天還沒簽到：`/{$command}`。
daily-granted = { $days ->
    [1] 簽到成功，**+{$coins}** 積分。
   *[other] 簽到成功，連續第 {$days} 天，**+{$coins}** 積分。
 }
daily-had = 今天已經簽到過了。
daily-none = 本伺服器不發每日積分。
daily-relief = 您的積分不足最小底分 {$smallest}，另發救濟 **+{$coins}** 積分。
daily-relieved = 今天的救濟也領過了，每天只有一次。
daily-next = 下次簽到：{$when}（依 {$zone} 時間過了午夜），可領 **{$coins}** 積分。
