# 牌桌周围出了什么事：连不上 Discord、频道关了、缺权限。

line-went_on = ▶️ Discord 断线约 {$minutes} 分钟，牌局原地暂停，现在接着打，计时重新开始。
error-paused = 机器人马上要重启。牌局已保存，会自动接着打，请稍后再试。
permission-view_channel = 查看频道
permission-send_messages = 发送消息
permission-send_messages_in_threads = 在子区内发送消息
permission-attach_files = 附加文件
error-forbidden = { $missing ->
    [none] 我不能在这个频道发言。需要的权限：查看频道、发送消息、附加文件（在子区里还要：在子区内发送消息）。
   *[other] 我没法在 <#{$channel}> 里摆牌桌：缺少权限**{$missing}**。给了权限以后牌桌会自动出现；这期间可以用 `/{$command}` 接着打。
 }
error-thread_shut = 子区 <#{$channel}> 已关闭并锁定，我没法在里面回应任何操作。牌局原地暂停，什么都不会丢；管理员重新打开子区后自动接着打。
