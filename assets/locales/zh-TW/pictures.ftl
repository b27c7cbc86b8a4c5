# 圖片的樣子。

settings-person-look = 牌面和桌布
settings-person-look-about = 只有您看得到的圖片用什麼牌面、什麼桌布。
settings-server-look = 牌面和桌布
settings-server-look-about = 牌桌和結算圖片用什麼牌面、什麼桌布。
settings-tiles = 牌面
settings-felt = 桌布
tiles-numbered = 傳統牌面，附數字
tiles-traditional = 傳統牌面
tiles-contrast = 高對比牌面，大數字
felt-jade = 綠色桌布
felt-night = 藍色桌布
