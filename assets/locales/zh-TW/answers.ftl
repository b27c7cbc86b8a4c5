# 對指令的回答，以及說明。

table-opened = 牌桌開好了。別人按 **{$join}**，空位按 **{$fill}**，四家到齊按 **{$start}**。
table-posted = 牌桌在這裡。
ended = 牌局已結束。
sure-end = 正在打牌。確定結束嗎？這一局就不算了。
sure-leave = 您正在進行遊戲，確認退出麼？餘下由託管代打；這一局結束前不回來，可能要付 {$coins} 積分。
sure-leave-free = 您正在進行遊戲，確認退出麼？餘下由託管代打；這一局結束前都可以回來。
end-voted = 已記下您的一票：{$votes}/{$needed}。
button-leave2 = 確定離開
button-end2 = 確定結束
back-in = 您已回到座位。

help-title = 一分鐘學會黑龍江麻將
help-learn = 還不會？`/{$command}` 七課教會您。
help-start = **開局** 用 `/{$command}` 開桌，按 **{$join}**，按 **{$fill}**，再按 **{$start}**。**{$hand}** 只給您一個人看。
help-goal = **目標** 四副牌（同門三連順，或三張一樣的刻）加一對將。共 112 張：萬、筒、條各一到九，還有紅中，每種四張。
help-turn = **輪到您** 先摸一張，再按牌面按鈕打一張。別人打出您要的牌：**吃**（順子，只能吃上家）、**碰**（三張一樣）、**槓**（四張一樣），碰和槓哪家都行。
help-listen = **報聽** 先報 **聽** 才能胡。報聽要開門（吃或碰過），至少兩門花色，有 1、9 或紅中，有一副刻子，手裡留四張以上。缺什麼，面板會告訴您。
help-bao = **寶牌** 有一張扣著的寶牌。報聽的人可以看，自己摸到同樣的牌就胡。胡在順子中間那張叫卡當，翻倍。
help-fair = **公平** 牌牆在大家入座之前就封好，每局打完公開驗證。
help-more = **還有** `/{$waits}` 看聽什麼、還差什麼，`/{$judge}` 給任何一手牌算番，`/{$verify}` 驗證牌牆，`/{$history}` 列出打過的牌局。`/{$leaderboard}` 看誰領先，`/{$profile}` 看自己打得怎麼樣。
help-moderation = 積分只供娛樂，不買賣、不兌現。適度遊戲。

info-title = 關於這個機器人
info-what = 黑龍江麻將：哈爾濱、牡丹江、齊齊哈爾三種打法，四個人打，或者加上電腦。
info-version = 版本 { $version }，運行自 { $since }。
info-now = { $servers } 個伺服器，{ $tables } 張桌子，{ $people } 人在座。
info-line = 與 Discord 的連線延遲 { $milliseconds } 毫秒。
info-kept = 它只保存您的 Discord ID、桌上的名字、積分和您打過的牌；不讀任何訊息。
