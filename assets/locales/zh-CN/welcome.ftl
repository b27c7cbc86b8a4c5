# 刚被邀请进服务器时的几句话。

welcome-title = 🀄 黑龙江麻将来了
welcome-what = 我主持哈尔滨、牡丹江、齐齐哈尔三种打法的四人麻将，缺人可以让电脑补位。
welcome-new = • **开打：**在想打牌的频道里用 {$command} 开桌。
welcome-help = • **学打：**{$command} 一分钟讲明白。
welcome-settings = • **设置：**{$command}。管理服务器的人可以在那里选语言、规则和频道。
