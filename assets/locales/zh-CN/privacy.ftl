# /隐私：存了哪些关于本人的数据，导出或删除。

privacy-help = **您的数据** `/{$export}` 导出存下来的关于您的全部数据，`/{$delete}` 删除。

privacy-export-title = 您的数据
privacy-export-what = 机器人在所有服务器存下的关于您的全部数据，JSON 文件，只有您看得到：积分和每一笔进出、战绩、设置、打过的牌谱、正在打的牌局。其他人在里面只是编号。
privacy-export-packed = 文件太大，已用 gzip 压缩，解压后就能看。

privacy-delete-title = 删除您的数据
privacy-delete-ask = 将删除您在**所有服务器**的积分、战绩、等级分、排行榜名次和设置。牵涉别人的会留着，但认不出是您：积分账目里您的 ID 换成一个不属于任何人的随机号码；牌谱里抹掉您的名字，打过的牌和您写的洗牌词还在。想先留一份，用 `/{$export}`。
privacy-delete-sure = 真的要删吗？马上全部删掉，谁也恢复不了。以后再来打，就是新人。
button-privacy-ask = 删除……
button-privacy-sure = 确定，全部删除
button-privacy-keep = 不删了
privacy-kept = 什么都没有删。
privacy-deleted = { $servers ->
    [0] 删好了，数据里已经没有您了。
   *[other] 删好了，数据里已经没有您了。您原来在 {$servers} 个服务器有积分。
 }

error-delete_expired = 问得太久了，什么都没有删。请重新使用 `/{$command}`。
error-game_not_over = { $channel ->
    [none] 有一场与您有关的牌还没散，所以没有删。等散桌以后再试。
   *[other] 您在 <#{$channel}> 的牌桌上，或者受邀、打过这一场：请先离桌，等散桌以后再试。什么都没有删。
 }
