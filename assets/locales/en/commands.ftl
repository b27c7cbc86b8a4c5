# Names and descriptions of the commands as Discord lists them.
# Names: lower case, no spaces, at most 32 characters. Descriptions: at most 100 characters.

command-mahjong = mahjong
command-mahjong-about = Heilongjiang mahjong at a table in this channel
command-new = new
command-new-about = Open a table in this channel
command-rules = rules
command-rules-about = Which rules hold at this channel's table, option by option
command-join = join
command-join-about = Take a seat at this channel's table
command-leave = leave
command-leave-about = Leave your table
command-start = start
command-start-about = Say that you are ready; the game starts when all four are
command-end = end
command-end-about = End this channel's game; the hand in progress counts for nothing
command-hand = hand
command-hand-about = Show your own hand, to you alone
command-table = table
command-table-about = Post this channel's table anew
command-balance = balance
command-balance-about = Show how many coins somebody has
command-leaderboard = leaderboard
command-leaderboard-about = The players of this server with the most coins
command-help = help
command-help-about = How to play, in one minute
command-about = about
command-about-about = What this bot is, and how it is doing

option-rules = rules
option-rules-about = Which rules (default: Harbin)
option-stake = stake
option-stake-about = Coins for one fan (default: 10; Harbin: set each hand by the poorest player's coins)
option-options = options
option-options-about = House rules, e.g. fan_mobao=4 must_open=false (default: none)
option-preset-about = Look at other rules (default: those of this channel's table)
option-hands = hands
option-hands-about = How many hands a game has (default: 8)
option-clock = clock
option-clock-about = Time to think (default: normal)
option-min-coins = min_coins
option-min-coins-about = Coins that one must have to take a seat (default: 0)
option-computers = computers
option-computers-about = May computer players fill empty seats? (default: yes)
option-coins = coins
option-coins-about = Play for coins? If not, for points only (default: yes)
option-member = member
option-member-about = Whose coins (default: yours)

rules-harbin = Harbin
rules-harbin-single-payer = Harbin, the discarder pays alone
rules-harbin-4-16 = Harbin, bao wins of 4 and 16 fan
rules-mudanjiang = Mudanjiang
rules-qiqihar = Qiqihar
rules-qiqihar-local = Qiqihar, local rules
hands-4 = 4 hands
hands-8 = 8 hands
hands-16 = 16 hands
hands-open = open end
clock-normal = normal: 20 s to discard, 10 s to claim
clock-relaxed = relaxed: 60 s to discard, 30 s to claim
rules-house = {$city}, house rules
