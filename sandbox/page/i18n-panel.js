// The words of the operator panel, by language.

export const PANEL = {
  en: {
    p_requests: "Requests of the bot", p_total: "so far", p_limited: "429s", p_invalid: "invalid in 10 min", p_faults: "What the next requests meet",
    p_times: "How many", p_once: "the next", p_five: "the next 5", p_always: "all", p_slow_5: "5 s late", p_fail_500: "500", p_fail_503: "503",
    p_limit_2: "429 for 2 s", p_limit_all: "429 for all, 5 s", p_lose: "Answer lost", p_vanish: "Message gone first", p_clear: "Clear all",
    p_kind_slow: "late by", p_kind_fail: "fails with", p_kind_limit: "429 for", p_kind_limit_all: "429 for all, for", p_kind_lose: "answer lost",
    p_kind_vanish: "message gone first", p_connection: "Connection of the bot", p_drop: "Cut it", p_reconnect: "Ask to reconnect (7)",
    p_invalid_resume: "Invalid, resumable (9)", p_invalid_new: "Invalid, start anew (9)", p_here: "This channel", p_delete_message: "Delete the bot's last message",
    p_delete_channel: "Delete the channel", p_thread_archive: "Archive the thread", p_thread_lock: "Lock the thread", p_thread_open: "Open the thread again",
    p_may: "The bot may", p_VIEW_CHANNEL: "View the channel", p_SEND_MESSAGES: "Send messages", p_SEND_MESSAGES_IN_THREADS: "Send in threads",
    p_ATTACH_FILES: "Attach files", p_EMBED_LINKS: "Embed links", p_server: "This server", p_kick: "Kick the bot", p_invite: "Invite the bot again",
    p_create_channel: "New channel", p_outages: "Outages", p_outage_start: "{name}: begin", p_outage_end: "{name}: end", p_clock: "Discord's clock",
  },
  "zh-CN": {
    p_requests: "机器人的请求", p_total: "总数", p_limited: "429 次数", p_invalid: "10 分钟内无效", p_faults: "接下来的请求会遇到", p_times: "多少个", p_once: "下一个",
    p_five: "接下来 5 个", p_always: "全部", p_slow_5: "慢 5 秒", p_fail_500: "500", p_fail_503: "503", p_limit_2: "429，2 秒", p_limit_all: "全局 429，5 秒",
    p_lose: "答复丢失", p_vanish: "消息先被删除", p_clear: "全部取消", p_kind_slow: "延迟", p_kind_fail: "失败：", p_kind_limit: "429：", p_kind_limit_all: "全局 429：",
    p_kind_lose: "答复丢失", p_kind_vanish: "消息先被删除", p_connection: "机器人的连接", p_drop: "切断", p_reconnect: "要求重连 (7)", p_invalid_resume: "会话无效，可恢复 (9)",
    p_invalid_new: "会话无效，重新开始 (9)", p_here: "这个频道", p_delete_message: "删除机器人的最后一条消息", p_delete_channel: "删除频道", p_thread_archive: "归档子区",
    p_thread_lock: "锁定子区", p_thread_open: "重新打开子区", p_may: "机器人可以", p_VIEW_CHANNEL: "查看频道", p_SEND_MESSAGES: "发送消息",
    p_SEND_MESSAGES_IN_THREADS: "在子区发送消息", p_ATTACH_FILES: "上传文件", p_EMBED_LINKS: "嵌入链接", p_server: "这个服务器", p_kick: "踢出机器人",
    p_invite: "重新邀请机器人", p_create_channel: "新频道", p_outages: "故障", p_outage_start: "{name}：开始", p_outage_end: "{name}：结束", p_clock: "Discord 的时钟",
  },
  "zh-TW": {
    p_requests: "機器人的請求", p_total: "總數", p_limited: "429 次數", p_invalid: "10 分鐘內無效", p_faults: "接下來的請求會遇到", p_times: "多少個", p_once: "下一個",
    p_five: "接下來 5 個", p_always: "全部", p_slow_5: "慢 5 秒", p_fail_500: "500", p_fail_503: "503", p_limit_2: "429，2 秒", p_limit_all: "全域 429，5 秒",
    p_lose: "答覆遺失", p_vanish: "訊息先被刪除", p_clear: "全部取消", p_kind_slow: "延遲", p_kind_fail: "失敗：", p_kind_limit: "429：", p_kind_limit_all: "全域 429：",
    p_kind_lose: "答覆遺失", p_kind_vanish: "訊息先被刪除", p_connection: "機器人的連線", p_drop: "切斷", p_reconnect: "要求重新連線 (7)", p_invalid_resume: "工作階段無效，可恢復 (9)",
    p_invalid_new: "工作階段無效，重新開始 (9)", p_here: "這個頻道", p_delete_message: "刪除機器人的最後一則訊息", p_delete_channel: "刪除頻道", p_thread_archive: "封存討論串",
    p_thread_lock: "鎖定討論串", p_thread_open: "重新開啟討論串", p_may: "機器人可以", p_VIEW_CHANNEL: "檢視頻道", p_SEND_MESSAGES: "傳送訊息",
    p_SEND_MESSAGES_IN_THREADS: "在討論串傳送訊息", p_ATTACH_FILES: "附加檔案", p_EMBED_LINKS: "嵌入連結", p_server: "這個伺服器", p_kick: "踢出機器人",
    p_invite: "重新邀請機器人", p_create_channel: "新頻道", p_outages: "故障", p_outage_start: "{name}：開始", p_outage_end: "{name}：結束", p_clock: "Discord 的時鐘",
  },
};
