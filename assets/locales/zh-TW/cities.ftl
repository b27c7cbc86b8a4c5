# 牡丹江、齊齊哈爾與自訂規則裡，哈爾濱沒有的。

hand-win-mobao = **可以胡：** 您摸到了寶牌 **{$tile}**。請按 **胡**。
hand-win-dragon_draw = **可以胡：** 紅中滿天飛，您摸到了 **{$tile}**。請按 **胡**。
hand-win-fourth_tile = **可以胡：** 刮大風，**{$tile}** 是您刻子的第四張。請按 **胡**。
hand-win-tongbao = **可以胡：** 通寶，寶牌 **{$tile}** 正是您聽的牌。請按 **胡**；過了就沒有了。
hand-win-dragon_bao = **可以胡：** 寶牌是 **{$tile}**。請按 **胡**；過了就沒有了。
hand-win-big_wind = **可以胡：** 刮大風，寶牌 **{$tile}** 與您的聽口同數。請按 **胡**。
hand-dealt-out = 最後幾張自動發：現在 **胡**，或按 **過** 放棄。
hand-say-listen = 按 **聽** 先報聽（只有您知道），再拿這張牌；報了就不能再單吃單碰它。
hand-take = 您已報聽：按 **聽** 拿 **{$tile}**，按 **過** 放棄。
hand-call-bao = 寶牌的另三張都見了：按 **換寶** 打骰子換。
window-bao = 換寶了。
button-run = 帶跑 ×{$number}
run-set = 從下一局起您帶跑 **×{$number}**。
run-lines = 帶跑：{$names}
run-line = {$name} ×{$number}
error-bad_run = 帶跑只能選 1、2 或 5。
