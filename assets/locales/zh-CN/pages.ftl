# 没有设置网址时，/关于 显示的内容。

button-page-privacy = 隐私
button-page-terms = 条款
button-page-support = 求助
page-privacy-kept = **保存：**您的 Discord ID、在牌桌上的名字、在各服务器的积分和战绩（胡牌、番数、等级分、最大一把）、您的设置，正在打的牌局，以及各频道打完的最后一场。在座的人还有 Discord 小头像，只放在内存里。
page-privacy-unread = **不保存：**大家写的消息。机器人不读。
page-privacy-long = **多久：**一场牌到该频道下一场打完就删；每局怎么结算保留一个月（运营者可以另设）；周榜月榜保留 100 天；积分、战绩和设置保留到删除为止。备份可能留得更久。
page-privacy-seen = **谁能看到：**积分和战绩，同一服务器的人；您愿意上全部服务器的榜，其他服务器的人才看得到；公开的牌桌，频道里的人；不给任何其他人。
page-privacy-deletion = **删除：**请联系运营本机器人的人，他们可以删掉与您有关的内容。
page-terms-coins = **积分**只是游戏里的分数，不能买、不能卖、不能兑现，在游戏外没有价值。
page-terms-fair = **公平：**同一桌不要用小号，不要用程序代打，不要串通。
page-terms-promise = **不作保证：**牌局可能中断，积分和结果可能丢失。破坏游戏的人，运营者可以不让他再玩。
page-terms-discord = **Discord 的**服务条款和社区准则同样有效。
page-contact = 有问题请找运营本机器人的人；管理服务器的人知道是谁请它来的。
page-contact-link = 有问题请到：{$link}
