# One's own words for the shuffle.

words-none = You have set no words.
words-now = Your words for the next hand are {$words} ({$bytes} of 100 bytes).
words-later = From the next hand on your words are {$words} ({$bytes} of 100 bytes); the wall of this one is settled.
words-what = -# The wall of a hand follows from a secret that was sealed before anybody sat down, and from the words of all four seats. With words of your own nobody can have chosen the wall beforehand. They are shown when the hand is over.
error-bad_words = These words cannot be written as text.
error-words_too_long = These words are too long: {$size} bytes, at most {$limit}. A Chinese character takes 3, an emoji 4.
