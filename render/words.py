"""The words of pictures and of their twins in text, in three languages."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.tiles import DRAGON, Kind, number_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from render.labels import Language

_COLUMNS: dict[Language, int] = {"zh-CN": 0, "zh-TW": 1, "en": 2}

_WORDS: dict[str, tuple[str, str, str]] = {
    "harbin": ("哈尔滨", "哈爾濱", "Harbin"),
    "mudanjiang": ("牡丹江", "牡丹江", "Mudanjiang"),
    "qiqihar": ("齐齐哈尔", "齊齊哈爾", "Qiqihar"),
    "hand_number": ("第{n}局", "第{n}局", "Hand {n}"),
    "tiles_left": ("余牌", "餘牌", "left"),
    "stake": ("底注 {n}", "底注 {n}", "Stake {n}"),
    "draws": ("连荒 {n}", "連荒 {n}", "Draws {n}"),
    "liable": ("庄家包牌", "莊家包牌", "Dealer liable"),
    "last_tiles": ("最后四张", "最後四張", "Last four"),
    "dealer": ("庄", "莊", "D"),
    "listening": ("听", "聽", "TING"),
    "winner": ("胡", "胡", "WIN"),
    "autoplay": ("托管", "託管", "Auto"),
    "away": ("离开", "離開", "Away"),
    "computer": ("电脑", "電腦", "Bot"),
    "bao": ("宝", "寶", "Bao"),
    "old_bao": ("旧宝", "舊寶", "old"),
    "draw_game": ("荒庄", "荒莊", "Draw"),
    "void": ("作废", "作廢", "Void"),
    "self_draw": ("自摸", "自摸", "self-draw"),
    "shot": ("点炮", "點炮", "discarder"),
    "seat": ("{n}号位", "{n}號位", "Seat {n}"),
    "waits": ("听口", "聽口", "Waits"),
    "kadang": ("夹", "夾", "mid"),
    "asked": ("要这张吗？", "要這張嗎？", "Claim it?"),
    "asked_bao": ("可以胡", "可以胡", "You may win"),
    "your_turn": ("轮到你", "輪到你", "Your turn"),
    "waiting": ("等待中", "等待中", "Waiting"),
    "over": ("本局结束", "本局結束", "Hand over"),
    "from_next": ("下家", "下家", "right"),
    "from_opposite": ("对家", "對家", "opposite"),
    "from_before": ("上家", "上家", "left"),
    "none_left": ("已无", "已無", "none"),
    "listen_by": ("打出即听", "打出即聽", "Listen by"),
    "cannot_listen": ("还不能听", "還不能聽", "Cannot listen"),
    "not_open": ("未开门", "未開門", "not open"),
    "one_suit": ("缺色", "缺色", "one suit only"),
    "no_terminal": ("缺幺九", "缺么九", "no terminal"),
    "no_triplet": ("无刻子", "無刻子", "no triplet"),
    "no_sequence": ("无顺子", "無順子", "no sequence"),
    "too_few_concealed": ("手把一", "手把一", "too few concealed"),
    "no_wait": ("未上听", "未上聽", "no wait"),
    "pays": ("{name} 付", "{name} 付", "{name} pays"),
    "balance": ("余额", "餘額", "balance"),
    "leaderboard": ("排行榜", "排行榜", "Leaderboard"),
    "record": ("{wins}胡/{hands}局", "{wins}胡/{hands}局", "{wins} wins/{hands}"),
    "fan": ("{n}番", "{n}番", "{n} fan"),
}


def say(language: Language, word: str, **facts: object) -> str:
    """Return a word or phrase in a language, with the facts filled in; an unknown word is returned as it is."""
    phrases = _WORDS.get(word)
    return phrases[_COLUMNS[language]].format(**facts) if phrases else word


_DIGITS = "一二三四五六七八九"
_SUITS: dict[Language, tuple[str, str, str]] = {
    "zh-CN": ("万", "筒", "条"),
    "zh-TW": ("萬", "筒", "條"),
    "en": ("m", "p", "s"),
}
_DRAGON: dict[Language, str] = {"zh-CN": "红中", "zh-TW": "紅中", "en": "red dragon"}


def name_tile(kind: Kind, language: Language) -> str:
    """Return the name of one tile: 五筒, 5p, 红中, red dragon."""
    if kind == DRAGON:
        return _DRAGON[language]
    number = number_of(kind)
    return (str(number) if language == "en" else _DIGITS[number - 1]) + _SUITS[language][suit_of(kind)]


def name_tiles(kinds: Iterable[Kind], language: Language) -> str:
    """Return several tiles in their order, the suit once for neighbours: 一二三筒 红中, 123p 7z."""
    words = []
    for suit, members in groupby(kinds, key=suit_of):
        numbers = [number_of(kind) for kind in members]
        if suit == suit_of(DRAGON):
            words.append("7" * len(numbers) + "z" if language == "en" else " ".join([_DRAGON[language]] * len(numbers)))
            continue
        digits = "".join(str(n) if language == "en" else _DIGITS[n - 1] for n in numbers)
        words.append(digits + _SUITS[language][suit])
    return " ".join(words)
