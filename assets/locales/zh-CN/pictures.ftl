# 图片的样子。

settings-person-look = 牌面和桌布
settings-person-look-about = 只有您能看到的图片用什么牌面、什么桌布。
settings-server-look = 牌面和桌布
settings-server-look-about = 牌桌和结算图片用什么牌面、什么桌布。
settings-tiles = 牌面
settings-felt = 桌布
tiles-numbered = 传统牌面，带数字
tiles-traditional = 传统牌面
tiles-contrast = 高对比牌面，大数字
felt-jade = 绿色桌布
felt-night = 蓝色桌布
