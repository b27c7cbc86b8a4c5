# /設定：個人與伺服器可以選的。

settings-person = 您的設定
settings-person-about = 在所有伺服器都有效，改了馬上生效。
settings-person-language = 語言
settings-person-language-about = 只有您看得到的內容用什麼語言。
settings-person-confirm = 出牌前再問一次
settings-person-confirm-about = 每次出牌都要再點一下確認。
settings-person-pings = 提醒我
settings-person-pings-about = 輪到您而您好像沒看到時，@ 您一次。
settings-server = 本伺服器的設定
settings-server-about = 對這裡所有人有效，改了馬上生效；已經開的桌規則不變。
settings-server-language = 語言
settings-server-language-about = 大家都看得到的訊息用什麼語言。
settings-server-rules = 規則
settings-server-rules-about = 開新桌時沒有另選就用它。
settings-server-clock = 思考時間
settings-server-clock-about = 開新桌時沒有另選就用它。
settings-server-stake = 底分
settings-server-stake-about = 開新桌時沒有另選就用它。
settings-server-hands = 局數
settings-server-hands-about = 開新桌時沒有另選就用它。
settings-server-channels = 可以開桌的頻道
settings-server-channels-about = 只能在這些頻道和其中的討論串開桌。一個都不選：哪裡都行。
settings-server-pings = 提醒玩家
settings-server-pings-about = 輪到誰而誰好像沒看到，就 @ 誰一次。
settings-server-quiet = 安靜模式
settings-server-quiet-about = 不 @ 任何人，訊息也不跳通知、不響。
settings-channels-all = 哪裡都行
settings-channels-gone = ⚠️ 選過的頻道都不在了：重新選之前，哪裡都開不了桌。
settings-stake-rules = 依規則
language-auto = 自動：跟隨 Discord
language-en = English
language-zh-CN = 简体中文
language-zh-TW = 繁體中文
button-on = 開
button-off = 關
button-settings-server = 伺服器設定
button-settings-person = 我的設定
button-settings-coins = 積分設定
error-not_manager = 只有擁有 **管理伺服器** 權限的成員才能這樣做。
error-only_in_server = 這要在伺服器裡用：請到有我的頻道裡輸入 `/{$command}`。
error-channel_not_allowed = { $count ->
    [0] 允許開桌的頻道都不在了。請管理伺服器的人用 `/{$settings}` 重新選。
   *[other] 本頻道不能開桌，請到：{$channels}
 }
hand-confirm-discard = 真的要打出 **{$tile}** 嗎？
settings-person-text_mode = 文字模式
settings-person-text_mode-about = 手牌和牌桌用文字說明，不用圖片。
