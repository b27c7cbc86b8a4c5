# /settings: what a person and a server can choose.

settings-person = Your settings
settings-person-about = They hold for you, on every server. Each change holds at once.
settings-person-language = Language
settings-person-language-about = Of what only you see.
settings-person-confirm = Ask before I discard
settings-person-confirm-about = Each discard wants a second tap.
settings-person-pings = Call me
settings-person-pings-about = A mention when it is your turn and you do not seem to have seen it.
settings-server = Settings of this server
settings-server-about = They hold for everybody here. Each change holds at once; a table that is open keeps its rules.
settings-server-language = Language
settings-server-language-about = Of the messages that all see.
settings-server-rules = Rules
settings-server-rules-about = Of a new table, unless it is opened with others.
settings-server-clock = Time to think
settings-server-clock-about = At a new table, unless it is opened with another.
settings-server-stake = Stake
settings-server-stake-about = At a new table, unless it is opened with another.
settings-server-hands = Length
settings-server-hands-about = Of a new game, unless it is opened with another.
settings-server-channels = Channels for tables
settings-server-channels-about = Only there tables can be opened, and in threads there. None chosen: everywhere.
settings-server-pings = Call players
settings-server-pings-about = A mention for whoever's turn it is and who does not seem to have seen it.
settings-server-quiet = Quiet mode
settings-server-quiet-about = Nobody is called, and messages come without a sound or sign.
settings-channels-all = Everywhere
settings-channels-gone = ⚠️ The channels chosen are all gone: no table can be opened until you choose again.
settings-stake-rules = As the rules say
language-auto = Automatic: that of Discord
language-en = English
language-zh-CN = 简体中文
language-zh-TW = 繁體中文
button-on = On
button-off = Off
button-settings-server = Settings of the server
button-settings-person = My settings
button-settings-coins = Coins of the server
error-not_manager = Only members with the permission **Manage Server** may do that.
error-only_in_server = That works on a server only, in a channel where I am too. Go there and write `/{$command}`.
error-channel_not_allowed = { $count ->
    [0] Tables may only be opened in channels that are all gone. Whoever manages the server can choose others in `/{$settings}`.
   *[other] No table can be opened in this channel. Please go to: {$channels}
 }
hand-confirm-discard = Really discard **{$tile}**?
settings-person-text_mode = Text mode
settings-person-text_mode-about = Hand and table in words, without pictures.
