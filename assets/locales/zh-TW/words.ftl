# 自己的洗牌詞。

words-none = 您沒有設洗牌詞。
words-now = 您下一局的洗牌詞是 {$words}（{$bytes}/100 位元組）。
words-later = 您的洗牌詞從下一局起是 {$words}（{$bytes}/100 位元組）；這一局的牌牆已經定了。
words-what = -# 每局的牌牆由入座前就封好的密鑰和四家的洗牌詞一起決定。有您自己寫的詞，誰也沒辦法事先安排牌牆。打完這一局才公開。
error-bad_words = 這些字寫不成文字。
error-words_too_long = 洗牌詞太長：{$size} 位元組，最多 {$limit}。一個漢字 3 位元組，一個表情符號 4 位元組。
