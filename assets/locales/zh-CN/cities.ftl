# 牡丹江、齐齐哈尔与自订规则里，哈尔滨没有的。

hand-win-mobao = **可以胡：** 您摸到了宝牌 **{$tile}**。请按 **胡**。
hand-win-dragon_draw = **可以胡：** 红中满天飞，您摸到了 **{$tile}**。请按 **胡**。
hand-win-fourth_tile = **可以胡：** 刮大风，**{$tile}** 是您刻子的第四张。请按 **胡**。
hand-win-tongbao = **可以胡：** 通宝，宝牌 **{$tile}** 正是您听的牌。请按 **胡**；过了就没有了。
hand-win-dragon_bao = **可以胡：** 宝牌是 **{$tile}**。请按 **胡**；过了就没有了。
hand-win-big_wind = **可以胡：** 刮大风，宝牌 **{$tile}** 与您的听口同数。请按 **胡**。
hand-dealt-out = 最后几张自动发：现在 **胡**，或按 **过** 放弃。
hand-say-listen = 按 **听** 先报听（只有您知道），再拿这张牌；报了就不能再单吃单碰它。
hand-take = 您已报听：按 **听** 拿 **{$tile}**，按 **过** 放弃。
hand-call-bao = 宝牌的另三张都见了：按 **换宝** 打骰子换。
window-bao = 换宝了。
button-run = 带跑 ×{$number}
run-set = 从下一局起您带跑 **×{$number}**。
run-lines = 带跑：{$names}
run-line = {$name} ×{$number}
error-bad_run = 带跑只能选 1、2 或 5。
