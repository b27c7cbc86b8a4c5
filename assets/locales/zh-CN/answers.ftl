# 对命令的回答，以及帮助。

table-opened = 牌桌开好了。别人按 **{$join}**，空位按 **{$fill}**，四家到齐按 **{$start}**。
table-posted = 牌桌在这里。
ended = 牌局已结束。
sure-end = 正在打牌。确定结束吗？这一局就不算了。
sure-leave = 您正在进行游戏，确认退出么？余下由托管代打；这一局结束前不回来，可能要付 {$coins} 积分。
sure-leave-free = 您正在进行游戏，确认退出么？余下由托管代打；这一局结束前都可以回来。
end-voted = 已记下您的一票：{$votes}/{$needed}。
button-leave2 = 确定离开
button-end2 = 确定结束
back-in = 您已回到座位。

help-title = 一分钟学会黑龙江麻将
help-learn = 还不会？`/{$command}` 七课教会您。
help-start = **开局** 用 `/{$command}` 开桌，按 **{$join}**，按 **{$fill}**，再按 **{$start}**。**{$hand}** 只给您一个人看。
help-goal = **目标** 四副牌（同门三连顺，或三张一样的刻）加一对将。共 112 张：万、筒、条各一到九，还有红中，每种四张。
help-turn = **轮到您** 先摸一张，再按牌面按钮打一张。别人打出您要的牌：**吃**（顺子，只能吃上家）、**碰**（三张一样）、**杠**（四张一样），碰和杠哪家都行。
help-listen = **报听** 先报 **听** 才能胡。报听要开门（吃或碰过），至少两门花色，有 1、9 或红中，有一副刻子，手里留四张以上。缺什么，面板会告诉您。
help-bao = **宝牌** 有一张扣着的宝牌。报听的人可以看，自己摸到同样的牌就胡。胡在顺子中间那张叫卡当，翻倍。
help-fair = **公平** 牌墙在大家入座之前就封好，每局打完公开验证。
help-more = **还有** `/{$waits}` 看听什么、还差什么，`/{$judge}` 给任何一手牌算番，`/{$verify}` 验证牌墙，`/{$history}` 列出打过的牌局。`/{$leaderboard}` 看谁领先，`/{$profile}` 看自己打得怎么样。
help-moderation = 积分只供娱乐，不买卖、不兑现。适度游戏。

info-title = 关于这个机器人
info-what = 黑龙江麻将：哈尔滨、牡丹江、齐齐哈尔三种打法，四个人打，或者加上电脑。
info-version = 版本 { $version }，运行自 { $since }。
info-now = { $servers } 个服务器，{ $tables } 张桌子，{ $people } 人在座。
info-line = 与 Discord 的连接延迟 { $milliseconds } 毫秒。
info-kept = 它只保存您的 Discord ID、桌上的名字、积分和您打过的牌；不读任何消息。
