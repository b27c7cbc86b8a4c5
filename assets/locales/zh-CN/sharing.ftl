# What somebody has shared in a channel.

shared = 已经发到本频道。
shared-by = -# {$name} 分享
