# 计算器 /算番。

how-discard = 点炮
how-self_draw = 自摸
how-gang_draw = 杠上花
how-rob_gang = 抢杠
how-tongbao = 通宝
how-dragon_bao = 红中宝
how-big_wind = 刮大风
how-dragon_draw = 红中满天飞

judge-seat-winner = 赢家
judge-seat-next = 下家
judge-seat-opposite = 对家
judge-seat-before = 上家
judge-group-1 = 下家
judge-group-2 = 对家
judge-group-3 = 上家
judge-group-12 = 下家和对家
judge-group-13 = 下家和上家
judge-group-23 = 对家和上家
judge-group-123 = 三家都是
judge-nobody = 没有

judge-title = 算番：{$rules}
judge-read = {$tiles}（{$count} 张）
judge-waits = **可以报听，听口是：**
judge-choices = **可以报听：**
judge-left = -# 没见的张数只按这手牌来算。
judge-cannot = **不能报听。** 逐条看：
judge-cannot-discard = **打哪张都不能报听。** 按最接近的打法逐条看：
judge-won = **{$how}：{$tile}**
judge-no-win = **这样不能胡：** {$why}。
judge-not-how_not_played = 这种规则没有这个胡法
judge-not-rob_gang_off = 这种规则不能抢杠
judge-not-not_listening = 赢家没有报听
judge-not-not_the_bao = 这个胡法要靠宝牌，这张不合
judge-not-not_a_wait = 这张不是听口
judge-gains = **赢家得 {$fan} 番 = {$coins}。**
judge-taken = -# 按此计算：{$facts}。
judge-taken-dealer = 庄家 {$name}
judge-taken-from = 点炮 {$name}
judge-taken-closed = 门清 {$names}
judge-taken-unready = 未报听 {$names}

error-judge_count = 手里写了 {$held} 张。{ $melds ->
    [0] 没有明牌，
   *[other] 有 {$melds} 副明牌，
 }应该是 {$waits} 张（看听什么），或 {$listen} 张（看打哪张，或者连胡的那张）。
error-judge_five = `{$tile}` 只有四张。
error-judge_melds = 一手牌最多四副明牌，不是 {$melds} 副。
error-judge_needs_from = 请填 **点炮者**：点炮和抢杠都要有人丢牌。
error-judge_needs_tile = 请填 **胡牌**：胡的是哪张？
error-judge_runs = 请写四个数（1、2 或 5），例如 `1 2 5 1`。
error-meld_form = 这不是一副明牌：`{$meld}`。请写成 `吃234万`、`碰222筒`、`明杠222筒`、`暗杠222筒` 或 `粘77条`，中间用逗号隔开。
error-tiles_sign = 看不懂第 {$place} 个字 `{$sign}`：`{$around}`。请写 `123万`、`456筒`、`79条`、`红中`，或 `123m456p79s7z`。
error-tiles_no_suit = 第 {$place} 个字 `{$sign}` 后面缺花色：`{$around}`。请写 万、筒、条（或 m、p、s）。
error-tiles_no_number = 第 {$place} 个字 `{$sign}` 前面缺数字：`{$around}`。
error-tiles_dragon = 没有第 {$place} 个字 `{$sign}` 这种字牌：`{$around}`。字牌只有 `7z` 红中。
error-tiles_not_one = 这里只要一张牌，例如 `8条`；`{$typed}` 是 {$count} 张。
