# 剛被邀請進伺服器時的幾句話。

welcome-title = 🀄 黑龍江麻將來了
welcome-what = 我主持哈爾濱、牡丹江、齊齊哈爾三種打法的四人麻將，缺人可以讓電腦補位。
welcome-new = • **開打：**在想打牌的頻道裡用 {$command} 開桌。
welcome-help = • **學打：**{$command} 一分鐘講明白。
welcome-settings = • **設定：**{$command}。管理伺服器的人可以在那裡選語言、規則和頻道。
