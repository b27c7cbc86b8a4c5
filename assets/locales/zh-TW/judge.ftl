# 計算機 /算番。

how-discard = 放槍
how-self_draw = 自摸
how-gang_draw = 槓上花
how-rob_gang = 搶槓
how-tongbao = 通寶
how-dragon_bao = 紅中寶
how-big_wind = 刮大風
how-dragon_draw = 紅中滿天飛

judge-seat-winner = 贏家
judge-seat-next = 下家
judge-seat-opposite = 對家
judge-seat-before = 上家
judge-group-1 = 下家
judge-group-2 = 對家
judge-group-3 = 上家
judge-group-12 = 下家和對家
judge-group-13 = 下家和上家
judge-group-23 = 對家和上家
judge-group-123 = 三家都是
judge-nobody = 沒有

judge-title = 算番：{$rules}
judge-read = {$tiles}（{$count} 張）
judge-waits = **可以報聽，聽口是：**
judge-choices = **可以報聽：**
judge-left = -# 沒見的張數只按這手牌來算。
judge-cannot = **不能報聽。** 逐項看：
judge-cannot-discard = **打哪張都不能報聽。** 按最接近的打法逐項看：
judge-won = **{$how}：{$tile}**
judge-no-win = **這樣不能胡：** {$why}。
judge-not-how_not_played = 這種規則沒有這個胡法
judge-not-rob_gang_off = 這種規則不能搶槓
judge-not-not_listening = 贏家沒有報聽
judge-not-not_the_bao = 這個胡法要靠寶牌，這張不合
judge-not-not_a_wait = 這張不是聽口
judge-gains = **贏家得 {$fan} 番 = {$coins}。**
judge-taken = -# 按此計算：{$facts}。
judge-taken-dealer = 莊家 {$name}
judge-taken-from = 放槍 {$name}
judge-taken-closed = 門清 {$names}
judge-taken-unready = 未報聽 {$names}

error-judge_count = 手裡寫了 {$held} 張。{ $melds ->
    [0] 沒有亮牌，
   *[other] 有 {$melds} 副亮牌，
 }應該是 {$waits} 張（看聽什麼），或 {$listen} 張（看打哪張，或者連胡的那張）。
error-judge_five = `{$tile}` 只有四張。
error-judge_melds = 一手牌最多四副亮牌，不是 {$melds} 副。
error-judge_needs_from = 請填 **放槍者**：放槍和搶槓都要有人丟牌。
error-judge_needs_tile = 請填 **胡牌**：胡的是哪張？
error-judge_runs = 請寫四個數（1、2 或 5），例如 `1 2 5 1`。
error-meld_form = 這不是一副亮牌：`{$meld}`。請寫成 `吃234萬`、`碰222筒`、`明槓222筒`、`暗槓222筒` 或 `粘77條`，中間用逗號隔開。
error-tiles_sign = 看不懂第 {$place} 個字 `{$sign}`：`{$around}`。請寫 `123萬`、`456筒`、`79條`、`紅中`，或 `123m456p79s7z`。
error-tiles_no_suit = 第 {$place} 個字 `{$sign}` 後面缺花色：`{$around}`。請寫 萬、筒、條（或 m、p、s）。
error-tiles_no_number = 第 {$place} 個字 `{$sign}` 前面缺數字：`{$around}`。
error-tiles_dragon = 沒有第 {$place} 個字 `{$sign}` 這種字牌：`{$around}`。字牌只有 `7z` 紅中。
error-tiles_not_one = 這裡只要一張牌，例如 `8條`；`{$typed}` 是 {$count} 張。
