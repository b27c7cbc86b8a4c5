# The first words on a server that has taken the bot in.

welcome-title = 🀄 Heilongjiang mahjong is here
welcome-what = I host Harbin, Mudanjiang and Qiqihar mahjong for four, with computer players for empty seats.
welcome-new = • **Play:** {$command} opens a table in the channel where you write it.
welcome-help = • **Learn:** {$command} explains the game in a minute.
welcome-settings = • **Set up:** {$command}. Whoever manages the server chooses language, rules and channels there.
