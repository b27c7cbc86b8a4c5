# 新手教學：/tutorial。

learn-title = 學打麻將 · 第 {$step} 課，共 {$steps} 課
learn-next = 下一課
learn-again = 從頭再來
learn-do-chi = 吃
learn-do-pass = 過
learn-do-win = 胡
learn-do-discard = 打掉
learn-do-open = 沒開門
learn-do-suits = 缺第二門花色
learn-do-terminal = 缺么九
learn-do-triplet = 缺刻子

learn-goal = **目標** 湊成 **四組一對** 就能胡。一組是同花色的三張連牌（順子），或三張一樣的牌（刻子）。這手牌已經湊齊：4-5-6 筒擺在桌上，其餘在手裡。

learn-open = **開門** 上家打出 **3 筒**，您手裡有 2 筒和 4 筒。不 **開門** 不能聽牌：要先拿別人打出的牌吃一次或碰一次。**吃** 是湊順子，只能吃上家的；**碰** 是湊刻子，誰打的都行。怎麼辦？
learn-open-right = **吃！** 2-3-4 筒擺上桌，門開了，接著打出一張。
learn-open-wrong = 那就還是門清，門清不能聽也不能胡。再看看按鈕。

learn-listen = **聽牌** 這是吃完以後的手牌。有一張是多餘的，打出它並報 **聽**：手牌從此鎖住，只等胡的那張。該打哪張？
learn-listen-right = 聽牌了。來一張 9 萬或 5 條，湊成刻子就胡。還剩幾張，是按您看得見的牌數的。
learn-other-waits = 打 {$tile} 聽 {$waits}，也能聽，不過這裡要的是另一張。
learn-no-waits = 打 {$tile} 就聽不了：{$reasons}。

learn-lacks = **條件** 這手牌只差一張 5 萬或 8 萬，卻不能聽。聽牌要有順子、刻子、兩門花色、么九（1、9 或紅中），還要開門。它缺什麼？
learn-lacks-right = 一張 **么九** 都沒有。打牌時，手牌面板和 `/{$waits}` 會告訴您還缺什麼。
learn-lacks-wrong = 這個它有。一組一組再看看。

learn-kadang = **卡當** 胡順子 **中間** 那張叫卡當，胡了翻倍。手裡有 4、6、7 筒：打哪張能聽中間？
learn-kadang-right = 4 和 6 等中間的 **5 筒**，這就是卡當。牌少些，但更值錢。

learn-bao = **寶牌** 每局有一張扣著的寶。聽牌的人可以看寶。您聽 5 筒，寶是 **8 條**，現在正好摸到一張 **8 條**。怎麼辦？
learn-bao-right = **摸寶！** 聽牌後摸到和寶一樣的牌就胡，不管聽的是什麼：
learn-bao-wrong = 那太可惜了：聽牌的人摸到寶就是胡。

learn-pay = **誰付錢** 您聽 5 筒。對家沒聽牌，打出了 5 筒。怎麼辦？
learn-pay-right = **胡！** 沒聽牌的人放了槍，一個人付三家的：
learn-pay-wrong = 這張過去就沒了，它可是能胡的。（真打的時候，過胡會再問您一次。）

learn-end = 學會了。用 `/{$command}` 開桌，空位可以讓電腦來補；`/{$help}` 裡有要點。
