# What somebody has shared in a channel.

shared = 已經發到本頻道。
shared-by = -# {$name} 分享
