# /隱私：存了哪些關於本人的資料，匯出或刪除。

privacy-help = **您的資料** `/{$export}` 匯出存下來的關於您的全部資料，`/{$delete}` 刪除。

privacy-export-title = 您的資料
privacy-export-what = 機器人在所有伺服器存下的關於您的全部資料，JSON 檔案，只有您看得到：積分和每一筆進出、戰績、設定、打過的牌譜、正在打的牌局。其他人在裡面只是編號。
privacy-export-packed = 檔案太大，已用 gzip 壓縮，解壓縮後就能看。

privacy-delete-title = 刪除您的資料
privacy-delete-ask = 將刪除您在**所有伺服器**的積分、戰績、等級分、排行榜名次和設定。牽涉別人的會留著，但認不出是您：積分帳目裡您的 ID 換成一個不屬於任何人的隨機號碼；牌譜裡抹掉您的名字，打過的牌和您寫的洗牌詞還在。想先留一份，用 `/{$export}`。
privacy-delete-sure = 真的要刪嗎？馬上全部刪掉，誰也救不回來。以後再來打，就是新人。
button-privacy-ask = 刪除……
button-privacy-sure = 確定，全部刪除
button-privacy-keep = 不刪了
privacy-kept = 什麼都沒有刪。
privacy-deleted = { $servers ->
    [0] 刪好了，資料裡已經沒有您了。
   *[other] 刪好了，資料裡已經沒有您了。您原來在 {$servers} 個伺服器有積分。
 }

error-delete_expired = 問得太久了，什麼都沒有刪。請重新使用 `/{$command}`。
error-game_not_over = { $channel ->
    [none] 有一場與您有關的牌還沒散，所以沒有刪。等散桌以後再試。
   *[other] 您在 <#{$channel}> 的牌桌上，或者受邀、打過這一場：請先離桌，等散桌以後再試。什麼都沒有刪。
 }
