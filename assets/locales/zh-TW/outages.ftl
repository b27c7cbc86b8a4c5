# 牌桌周圍出了什麼事：連不上 Discord、頻道關閉、缺少權限。

line-went_on = ▶️ Discord 斷線約 {$minutes} 分鐘，牌局原地暫停，現在繼續打，計時重新開始。
error-paused = 機器人即將重新啟動。牌局已儲存，會自動繼續，請稍後再試。
permission-view_channel = 檢視頻道
permission-send_messages = 傳送訊息
permission-send_messages_in_threads = 在討論串中傳送訊息
permission-attach_files = 附加檔案
error-forbidden = { $missing ->
    [none] 我無法在這個頻道發言。需要的權限：檢視頻道、傳送訊息、附加檔案（在討論串裡還要：在討論串中傳送訊息）。
   *[other] 我無法在 <#{$channel}> 擺牌桌：缺少權限**{$missing}**。給了權限以後牌桌會自動出現；這段期間可以用 `/{$command}` 繼續打。
 }
error-thread_shut = 討論串 <#{$channel}> 已關閉並鎖定，我無法在裡面回應任何操作。牌局原地暫停，什麼都不會遺失；管理員重新開啟討論串後會自動繼續。
