# 新手教学：/tutorial。

learn-title = 学打麻将 · 第 {$step} 课，共 {$steps} 课
learn-next = 下一课
learn-again = 从头再来
learn-do-chi = 吃
learn-do-pass = 过
learn-do-win = 胡
learn-do-discard = 打掉
learn-do-open = 没开门
learn-do-suits = 缺第二门花色
learn-do-terminal = 缺幺九
learn-do-triplet = 缺刻子

learn-goal = **目标** 凑成 **四组一对** 就能胡。一组是同花色的三张连牌（顺子），或三张一样的牌（刻子）。这手牌已经凑齐：4-5-6 筒摆在桌上，其余在手里。

learn-open = **开门** 上家打出 **3 筒**，您手里有 2 筒和 4 筒。不 **开门** 不能听牌：要先拿别人打出的牌吃一次或碰一次。**吃** 是凑顺子，只能吃上家的；**碰** 是凑刻子，谁打的都行。怎么办？
learn-open-right = **吃！** 2-3-4 筒摆上桌，门开了，接着打出一张。
learn-open-wrong = 那就还是门清，门清不能听也不能胡。再看看按钮。

learn-listen = **听牌** 这是吃完以后的手牌。有一张是多余的，打出它并报 **听**：手牌从此锁住，只等胡的那张。该打哪张？
learn-listen-right = 听牌了。来一张 9 万或 5 条，凑成刻子就胡。还剩几张，是按您看得见的牌数的。
learn-other-waits = 打 {$tile} 听 {$waits}，也能听，不过这里要的是另一张。
learn-no-waits = 打 {$tile} 就听不了：{$reasons}。

learn-lacks = **条件** 这手牌只差一张 5 万或 8 万，却不能听。听牌要有顺子、刻子、两门花色、幺九（1、9 或红中），还要开门。它缺什么？
learn-lacks-right = 一张 **幺九** 都没有。打牌时，手牌面板和 `/{$waits}` 会告诉您还缺什么。
learn-lacks-wrong = 这个它有。一组一组再看看。

learn-kadang = **卡当** 胡顺子 **中间** 那张叫卡当，胡了翻倍。手里有 4、6、7 筒：打哪张能听中间？
learn-kadang-right = 4 和 6 等中间的 **5 筒**，这就是卡当。牌少些，但更值钱。

learn-bao = **宝牌** 每局有一张扣着的宝。听牌的人可以看宝。您听 5 筒，宝是 **8 条**，现在正好摸到一张 **8 条**。怎么办？
learn-bao-right = **摸宝！** 听牌后摸到和宝一样的牌就胡，不管听的是什么：
learn-bao-wrong = 那太可惜了：听牌的人摸到宝就是胡。

learn-pay = **谁付钱** 您听 5 筒。对家没听牌，打出了 5 筒。怎么办？
learn-pay-right = **胡！** 没听牌的人点了炮，一个人付三家的：
learn-pay-wrong = 这张过去就没了，它可是能胡的。（真打的时候，过胡会再问您一次。）

learn-end = 学会了。用 `/{$command}` 开桌，空位可以让电脑来补；`/{$help}` 里有要点。
