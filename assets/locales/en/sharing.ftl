# What somebody has shared in a channel.

shared = Shared in this channel.
shared-by = -# Shared by {$name}
