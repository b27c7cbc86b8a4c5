# 自己的洗牌词。

words-none = 您没有设洗牌词。
words-now = 您下一局的洗牌词是 {$words}（{$bytes}/100 字节）。
words-later = 您的洗牌词从下一局起是 {$words}（{$bytes}/100 字节）；这一局的牌墙已经定了。
words-what = -# 每局的牌墙由入座前就封好的密钥和四家的洗牌词一起决定。有您自己写的词，谁也没法事先安排牌墙。打完这一局才公开。
error-bad_words = 这些字写不成文本。
error-words_too_long = 洗牌词太长：{$size} 字节，最多 {$limit}。一个汉字 3 字节，一个表情 4 字节。
