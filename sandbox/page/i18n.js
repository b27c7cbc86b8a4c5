// The page's own words, in the language of the person who plays. Unknown locales read English.

import { PANEL } from "./i18n-panel.js";

const EN = {
  skip: "Skip to the message box", servers: "Servers", channels: "Channels", messages: "Messages",
  play_as: "Play as", menu: "Open the channel list", close_menu: "Close the channel list",
  reconnecting: "Connection lost. Reconnecting…", bot_offline: "The bot is offline. Commands and buttons will not answer.",
  only_you: "Only you can see this", dismiss: "Dismiss message", edited: "(edited)", app: "APP", used: "used",
  thinking: "{name} is thinking…", sending: "Sending command…", failed: "This interaction failed",
  no_response: "The application did not respond", lost: "The connection was lost before an answer came",
  message_as: "Message #{channel} as {name}", commands: "Commands", open_commands: "Show commands", send: "Send",
  no_commands: "No matching command", no_commands_yet: "The bot has not registered any command yet", options: "Options", optional: "+{n} optional",
  required: "required", no_options: "No options match your search", loading: "Loading options…", remove: "Remove {name}",
  is_required: "This option is required", pick_one: "Choose one of the options", not_integer: "Enter a whole number",
  not_number: "Enter a number", at_least: "At least {n}", at_most: "At most {n}", at_least_chars: "At least {n} characters",
  at_most_chars: "At most {n} characters", yes: "True", no: "False",
  jump: "Jump to present", new_messages: "{n} new messages", new_message: "1 new message",
  welcome: "Welcome to #{channel}", welcome_text: "Type / to see commands, or press Play.", play: "Play",
  welcome_wait: "Waiting for the bot to come online…", select: "Make a selection", done: "Done", search: "Search",
  choose_between: "Choose {min} to {max}", submit: "Submit", cancel: "Cancel", close: "Close", open_original: "Open original",
  enlarge: "Enlarge picture", picture: "Picture", download: "Download", spoiler: "Spoiler: press to reveal",
  theme_light: "Use the light theme", theme_dark: "Use the dark theme", own_window: "Open {name} in a window of their own",
  online: "online", offline: "offline", unread: "{n} unread", today: "Today at {time}",
  yesterday: "Yesterday at {time}", keys: "↑ reaches the buttons · / shows commands · Ctrl / all keys", unknown_user: "unknown-user",
  unknown_channel: "unknown", reply_gone: "The original message was deleted", not_sent: "Not sent: {reason}",
  loading_messages: "Loading messages…", original: "Original message", link_out: "opens in a new tab", people: "People",
  playing_as: "Playing as {name}", text_left: "{n} characters left", enter_sends: "Enter sends", typing: "{name} is typing…", typing_two: "{name} and {other} are typing…", typing_many: "Several people are typing…", tap_sends: "tap the arrow to send", welcome_touch: "Tap Play, or / for all commands.",
  unavailable: "unavailable", outage: "This server is unavailable because of an outage.", direct_messages: "Direct messages",
  spoiler_short: "SPOILER", nothing_to_choose: "There is nothing to choose", unknown_role: "unknown-role",
  older: "Viewing older messages", welcome_dm: "Messages with {channel}", welcome_none: "No command is offered to you here.",
  may_not_write: "You do not have permission to send messages here", locked_thread: "This thread is locked and archived",
  archived_thread: "This thread is archived: a message opens it again", locked: "Locked", archived: "Archived",
  message_dm: "Message @{channel} as {name}", choose_file: "Choose a file", choose_files: "Choose files", file_too_big: "Larger than {n}",
  uploading: "Still uploading…", at_least_files: "At least {n} files", bot_absent: "The bot is not in this server.",
  shortcuts: "Keyboard shortcuts", panel: "Operator panel", nowhere: "There is no channel for you here",
  keys_commands: "Show the commands", keys_buttons: "From the empty message box to the buttons",
  keys_walk: "From button to button and message to message", keys_press: "Press, choose, send",
  keys_back: "Back to the message box; close", keys_channel: "Next channel",
  keys_person: "In the switch at the top: play as somebody else", keys_panel: "Operator panel", keys_this: "This list",
};

const ZH_CN = {
  skip: "跳到输入框", servers: "服务器", channels: "频道", messages: "消息", play_as: "以谁的身份玩", menu: "打开频道列表",
  close_menu: "关闭频道列表", reconnecting: "连接已断开，正在重新连接…", bot_offline: "机器人不在线，指令和按钮不会有回应。",
  only_you: "只有你能看到这条消息", dismiss: "关闭消息", edited: "（已编辑）", app: "应用", used: "使用了",
  thinking: "{name} 正在思考…", sending: "正在发送指令…", failed: "交互失败", no_response: "应用没有响应",
  lost: "还没有收到答复，连接就断开了", message_as: "以 {name} 的身份在 #{channel} 发消息", commands: "指令", open_commands: "显示指令",
  send: "发送", no_commands: "没有匹配的指令", no_commands_yet: "机器人还没有注册指令", options: "选项", optional: "+{n} 个可选项",
  required: "必填", no_options: "没有匹配的选项", loading: "正在加载选项…", remove: "移除 {name}", is_required: "此项必填",
  pick_one: "请从选项中选择", not_integer: "请输入整数", not_number: "请输入数字", at_least: "至少 {n}", at_most: "至多 {n}",
  at_least_chars: "至少 {n} 个字符", at_most_chars: "至多 {n} 个字符", yes: "是", no: "否",
  jump: "跳到最新消息", new_messages: "{n} 条新消息", new_message: "1 条新消息", welcome: "欢迎来到 #{channel}",
  welcome_text: "输入 / 查看指令，或者按“开始”。", play: "开始", welcome_wait: "正在等待机器人上线…", select: "请选择", done: "完成",
  search: "搜索", choose_between: "选择 {min} 到 {max} 项", submit: "提交", cancel: "取消", close: "关闭", open_original: "打开原图",
  enlarge: "放大图片", picture: "图片", download: "下载", spoiler: "剧透内容：按下显示", theme_light: "使用浅色主题",
  theme_dark: "使用深色主题", own_window: "在单独窗口中打开 {name}", online: "在线", offline: "离线",
  unread: "{n} 条未读", today: "今天 {time}", yesterday: "昨天 {time}", keys: "↑ 选按钮 · / 看指令 · Ctrl / 所有快捷键",
  unknown_user: "未知用户", unknown_channel: "未知", reply_gone: "原消息已删除", not_sent: "未发送：{reason}",
  loading_messages: "正在加载消息…", original: "原消息", link_out: "在新标签页中打开", people: "成员", playing_as: "当前身份：{name}",
  text_left: "还可输入 {n} 个字符", enter_sends: "按 Enter 发送", typing: "{name} 正在输入…", typing_two: "{name} 和 {other} 正在输入…", typing_many: "多人正在输入…", tap_sends: "点箭头发送", welcome_touch: "点“开始”，或点 / 查看所有指令。",
  unavailable: "不可用", outage: "服务器发生故障，暂时不可用。", direct_messages: "私信", spoiler_short: "剧透", nothing_to_choose: "没有可选的内容",
  unknown_role: "未知身份组", older: "您正在查看较早的消息", welcome_dm: "与 {channel} 的私信", welcome_none: "这里没有您可以使用的指令。", may_not_write: "您没有权限在这里发消息",
  locked_thread: "此子区已锁定并归档", archived_thread: "此子区已归档：发送消息会重新打开它", locked: "已锁定", archived: "已归档",
  message_dm: "以 {name} 的身份私信 @{channel}", choose_file: "选择文件", choose_files: "选择文件", file_too_big: "大于 {n}", uploading: "正在上传…",
  at_least_files: "至少 {n} 个文件", bot_absent: "机器人不在这个服务器里。", shortcuts: "键盘快捷键", panel: "操作面板", nowhere: "这里没有您能看到的频道",
  keys_commands: "显示指令", keys_buttons: "从空的输入框到按钮", keys_walk: "在按钮和消息之间移动", keys_press: "按下、选择、发送", keys_back: "回到输入框；关闭",
  keys_channel: "下一个频道", keys_person: "在顶部切换栏：换一个人玩", keys_panel: "操作面板", keys_this: "这个列表",
};

const ZH_TW = {
  skip: "跳到輸入框", servers: "伺服器", channels: "頻道", messages: "訊息", play_as: "以誰的身分玩", menu: "開啟頻道列表",
  close_menu: "關閉頻道列表", reconnecting: "連線中斷，正在重新連線…", bot_offline: "機器人不在線上，指令和按鈕不會有回應。",
  only_you: "只有你能看到這則訊息", dismiss: "關閉訊息", edited: "（已編輯）", app: "應用程式", used: "使用了",
  thinking: "{name} 正在思考…", sending: "正在傳送指令…", failed: "互動失敗", no_response: "應用程式沒有回應",
  lost: "還沒有收到答覆，連線就中斷了", message_as: "以 {name} 的身分在 #{channel} 發訊息", commands: "指令", open_commands: "顯示指令",
  send: "傳送", no_commands: "沒有符合的指令", no_commands_yet: "機器人還沒有註冊指令", options: "選項", optional: "+{n} 個可選項",
  required: "必填", no_options: "沒有符合的選項", loading: "正在載入選項…", remove: "移除 {name}", is_required: "此項必填",
  pick_one: "請從選項中選擇", not_integer: "請輸入整數", not_number: "請輸入數字", at_least: "至少 {n}", at_most: "至多 {n}",
  at_least_chars: "至少 {n} 個字元", at_most_chars: "至多 {n} 個字元", yes: "是", no: "否",
  jump: "跳到最新訊息", new_messages: "{n} 則新訊息", new_message: "1 則新訊息", welcome: "歡迎來到 #{channel}",
  welcome_text: "輸入 / 查看指令，或者按「開始」。", play: "開始", welcome_wait: "正在等待機器人上線…", select: "請選擇", done: "完成",
  search: "搜尋", choose_between: "選擇 {min} 到 {max} 項", submit: "送出", cancel: "取消", close: "關閉", open_original: "開啟原圖",
  enlarge: "放大圖片", picture: "圖片", download: "下載", spoiler: "劇透內容：按下顯示", theme_light: "使用淺色主題",
  theme_dark: "使用深色主題", own_window: "在單獨視窗中開啟 {name}", online: "線上", offline: "離線",
  unread: "{n} 則未讀", today: "今天 {time}", yesterday: "昨天 {time}", keys: "↑ 選按鈕 · / 看指令 · Ctrl / 所有快速鍵",
  unknown_user: "未知使用者", unknown_channel: "未知", reply_gone: "原訊息已刪除", not_sent: "未傳送：{reason}",
  loading_messages: "正在載入訊息…", original: "原訊息", link_out: "在新分頁中開啟", people: "成員", playing_as: "目前身分：{name}",
  text_left: "還可輸入 {n} 個字元", enter_sends: "按 Enter 傳送", typing: "{name} 正在輸入…", typing_two: "{name} 和 {other} 正在輸入…", typing_many: "多人正在輸入…", tap_sends: "點箭頭傳送", welcome_touch: "點「開始」，或點 / 查看所有指令。",
  unavailable: "無法使用", outage: "伺服器發生故障，暫時無法使用。", direct_messages: "私人訊息", spoiler_short: "劇透", nothing_to_choose: "沒有可選的內容",
  unknown_role: "未知身分組", older: "您正在檢視較舊的訊息", welcome_dm: "與 {channel} 的私人訊息", welcome_none: "這裡沒有您可以使用的指令。", may_not_write: "您沒有權限在這裡發訊息",
  locked_thread: "此討論串已鎖定並封存", archived_thread: "此討論串已封存：傳送訊息會重新開啟它", locked: "已鎖定", archived: "已封存",
  message_dm: "以 {name} 的身分傳訊給 @{channel}", choose_file: "選擇檔案", choose_files: "選擇檔案", file_too_big: "大於 {n}", uploading: "正在上傳…",
  at_least_files: "至少 {n} 個檔案", bot_absent: "機器人不在這個伺服器裡。", shortcuts: "鍵盤快速鍵", panel: "操作面板", nowhere: "這裡沒有您能看到的頻道",
  keys_commands: "顯示指令", keys_buttons: "從空的輸入框到按鈕", keys_walk: "在按鈕和訊息之間移動", keys_press: "按下、選擇、傳送", keys_back: "回到輸入框；關閉",
  keys_channel: "下一個頻道", keys_person: "在頂端切換列：換一個人玩", keys_panel: "操作面板", keys_this: "這個列表",
};

const TABLES = { en: { ...EN, ...PANEL.en }, "zh-CN": { ...ZH_CN, ...PANEL["zh-CN"] }, "zh-TW": { ...ZH_TW, ...PANEL["zh-TW"] } };
let locale = "en-US";

/** Choose the language of the page: a Discord locale such as "en-US" or "zh-CN". */
export function setLocale(value) {
  locale = value || "en-US";
  document.documentElement.lang = locale;
}

export function currentLocale() {
  return locale;
}

/** The language that the page's words are in: dates and durations stand among them. */
export function spokenLocale() {
  return TABLES[locale] || locale.startsWith("en") ? locale : "en-US";
}

/** The page's text for a key, with {placeholders} filled in. What runs from right to left in a name stays in it. */
export function t(key, values = {}) {
  const text = TABLES[locale]?.[key] ?? TABLES.en[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => isolate(String(values[name])));
}

// Right-to-left letters and the marks that turn the direction of what follows.
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/;

const isolate = (text) => (TURNS.test(text) ? `\u2068${text}\u2069` : text);

/** A name or description of a command, option or choice in the person's language. */
export function localised(thing, field) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? "";
}
