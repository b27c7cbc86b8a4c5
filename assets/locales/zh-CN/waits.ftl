# 自己听什么、还差什么才能报听，以及托管命令。

waits-listening = **您听：**
waits-line = • **{$tile}**{ $kind ->
    [kadang] （卡当）
   *[plain] {""}
 }：{ $left ->
    [0] 已经没有了，四张都见了
   *[other] 还有 {$left} 张没见
 }
waits-unseen = 您听的牌还有 {$unseen} 张没见，在牌墙里或别家手里；牌墙还能摸 {$wall} 张。
waits-choices = **现在可以报听。** 按 **听**，然后：
waits-choices-how = -# 报听后手牌锁定：摸到的牌不胡就打出去。
waits-ready = **您已上听**，但还没报听。听口是：
waits-ready-how = 轮到您时按 **听**，打出刚摸的牌。没报听不能胡。
waits-last-tiles = 已是最后几张牌，不能再报听了。
waits-not-yet = **还不能报听。** { $after ->
    [discard] 打出这张以后，
   *[draw] {""}
 }至少还要进 {$distance} 张有用的牌（每进一张，换掉一张没用的）。逐条看：
waits-only-closed = **还不能报听：** 牌够了，但还没开门。
waits-never = **这手牌已经不能报听了**：摆出来的牌不合条件，进什么牌都没用。逐条看：
waits-pairs = -# 也可以做七对，七对不要刻子。

need-not_open = { $met ->
    [yes] ✓ **开门**：已经吃、碰或杠过
   *[no] ✗ **开门**：还没有，先吃、碰或杠一次
 }
need-one_suit = { $met ->
    [yes] ✓ **{$suits} 门花色**（万、筒、条）
   *[no] ✗ **{$suits} 门花色**（万、筒、条）：只有一门
 }
need-no_terminal = { $met ->
    [yes] ✓ **幺九**（1、9 或红中）
   *[no] ✗ **幺九**（1、9 或红中）：一张都没有{ $terminal ->
        [win] ；胡的那张带也行
       *[listen] {""}
    }
 }
need-no_triplet = { $met ->
    [yes] ✓ **刻子**（三张一样）
   *[no] ✗ **刻子**（三张一样）：还没有{ $dragon ->
        [pair] ；一对红中作将也算
        [single] ；有红中也算
       *[never] {""}
    }
 }
need-no_sequence = { $met ->
    [yes] ✓ **顺子**（同门三连）
   *[no] ✗ **顺子**（同门三连）：还没有{ $sequence ->
        [win] ；靠胡的那张凑成也行
       *[listen] {""}
    }
 }
need-too_few_concealed = { $met ->
    [yes] ✓ **手里至少 {$least} 张**：有 {$concealed} 张
   *[no] ✗ **手里至少 {$least} 张**：只剩 {$concealed} 张（手把一）
 }
need-no_wait = { $met ->
    [yes] ✓ **牌型**：四副一将，只差一张
   *[no] ✗ **牌型**：还要进 {$shape} 张有用的牌，才只差一张成四副一将
 }

auto-on = 已开始托管：打最右边的牌，不吃不碰{ $wins ->
    [yes] ，能胡就胡
   *[no] {""}
 }。再用 `/{$command}`，或自己出一手，就取消。
auto-off = 已取消托管，您自己打。
auto-is-on = 您已经在托管了。
auto-is-off = 您没有在托管。
