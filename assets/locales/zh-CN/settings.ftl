# /设置：个人与服务器可以选的。

settings-person = 您的设置
settings-person-about = 在所有服务器都有效，改了马上生效。
settings-person-language = 语言
settings-person-language-about = 只有您能看到的内容用什么语言。
settings-person-confirm = 出牌前再问一次
settings-person-confirm-about = 每次出牌都要再点一下确认。
settings-person-pings = 提醒我
settings-person-pings-about = 轮到您而您好像没看到时，@ 您一次。
settings-server = 本服务器的设置
settings-server-about = 对这里所有人有效，改了马上生效；已经开的桌规则不变。
settings-server-language = 语言
settings-server-language-about = 大家都能看到的消息用什么语言。
settings-server-rules = 规则
settings-server-rules-about = 开新桌时没有另选就用它。
settings-server-clock = 思考时间
settings-server-clock-about = 开新桌时没有另选就用它。
settings-server-stake = 底分
settings-server-stake-about = 开新桌时没有另选就用它。
settings-server-hands = 局数
settings-server-hands-about = 开新桌时没有另选就用它。
settings-server-channels = 可以开桌的频道
settings-server-channels-about = 只能在这些频道和其中的子区开桌。一个都不选：哪里都行。
settings-server-pings = 提醒玩家
settings-server-pings-about = 轮到谁而谁好像没看到，就 @ 谁一次。
settings-server-quiet = 安静模式
settings-server-quiet-about = 不 @ 任何人，消息也不弹通知、不响。
settings-channels-all = 哪里都行
settings-channels-gone = ⚠️ 选过的频道都不在了：重新选之前，哪里都开不了桌。
settings-stake-rules = 按规则
language-auto = 自动：跟随 Discord
language-en = English
language-zh-CN = 简体中文
language-zh-TW = 繁體中文
button-on = 开
button-off = 关
button-settings-server = 服务器设置
button-settings-person = 我的设置
button-settings-coins = 积分设置
error-not_manager = 只有拥有 **管理服务器** 权限的成员才能这样做。
error-only_in_server = 这要在服务器里用：请到有我的频道里输入 `/{$command}`。
error-channel_not_allowed = { $count ->
    [0] 允许开桌的频道都不在了。请管理服务器的人用 `/{$settings}` 重新选。
   *[other] 本频道不能开桌，请到：{$channels}
 }
hand-confirm-discard = 真的要打出 **{$tile}** 吗？
settings-person-text_mode = 文字模式
settings-person-text_mode-about = 手牌和牌桌用文字说明，不用图片。
