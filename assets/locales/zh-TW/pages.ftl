# 沒有設定網址時，/關於 顯示的內容。

button-page-privacy = 隱私
button-page-terms = 條款
button-page-support = 求助
page-privacy-kept = **保存：**您的 Discord ID、在牌桌上的名字、在各伺服器的積分和戰績（胡牌、番數、等級分、最大一把）、您的設定，正在打的牌局，以及各頻道打完的最後一場。在座的人還有 Discord 小頭貼，只放在記憶體裡。
page-privacy-unread = **不保存：**大家寫的訊息。機器人不讀。
page-privacy-long = **多久：**一場牌到該頻道下一場打完就刪；每局怎麼結算保留一個月（營運者可以另設）；週榜月榜保留 100 天；積分、戰績和設定保留到刪除為止。備份可能留得更久。
page-privacy-seen = **誰看得到：**積分和戰績，同一伺服器的人；您願意上所有伺服器的榜，其他伺服器的人才看得到；公開的牌桌，頻道裡的人；不給任何其他人。
page-privacy-deletion = **刪除：**請聯絡營運本機器人的人，他們可以刪掉與您有關的內容。
page-terms-coins = **積分**只是遊戲裡的分數，不能買、不能賣、不能兌現，在遊戲外沒有價值。
page-terms-fair = **公平：**同一桌不要用分身，不要用程式代打，不要串通。
page-terms-promise = **不作保證：**牌局可能中斷，積分和結果可能遺失。破壞遊戲的人，營運者可以不讓他再玩。
page-terms-discord = **Discord 的**服務條款和社群守則同樣有效。
page-contact = 有問題請找營運本機器人的人；管理伺服器的人知道是誰請它來的。
page-contact-link = 有問題請到：{$link}
