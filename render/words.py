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
    "liable": ("庄家包牌", "莊家包牌", "Liable"),
    "last_tiles": ("最后四张", "最後四張", "Last four"),
    "dealer": ("庄", "莊", "D"),
    "listening": ("听", "聽", "LISTEN"),
    "winner": ("胡", "胡", "WIN"),
    "autoplay": ("托管", "託管", "Auto"),
    "away": ("离开", "離開", "Away"),
    "computer": ("电脑", "電腦", "Bot"),
    "bao": ("宝", "寶", "Bao"),
    "old_bao": ("旧宝", "舊寶", "Old bao"),
    "draw_game": ("荒庄", "荒莊", "Draw"),
    "void": ("作废", "作廢", "Void"),
    "discard": ("平胡", "平胡", "On a discard"),
    "self_draw": ("自摸", "自摸", "Self-draw"),
    "gang_draw": ("杠上花", "槓上花", "Gang draw"),
    "rob_gang": ("抢杠", "搶槓", "Robbed gang"),
    "tongbao": ("通宝", "通寶", "Tongbao"),
    "dragon_bao": ("红中宝", "紅中寶", "Dragon bao"),
    "big_wind": ("刮大风", "刮大風", "Big wind"),
    "dragon_draw": ("红中满天飞", "紅中滿天飛", "Dragon draw"),
    "mobao": ("摸宝", "摸寶", "Mobao"),
    "kadang_bao": ("卡当宝", "卡當寶", "Kadang-bao"),
    "baozhongbao": ("宝中宝", "寶中寶", "Baozhongbao"),
    "kadang": ("卡当", "卡當", "Kadang"),
    "shot": ("点炮", "點炮", "Dealt in"),
    "seat": ("{n}号位", "{n}號位", "Seat {n}"),
    "waits": ("听口", "聽口", "Waits"),
    "middle": ("夹", "夾", "Kadang"),
    "asked": ("要这张吗？", "要這張嗎？", "Claim it?"),
    "asked_bao": ("可以胡", "可以胡", "You may win"),
    "your_turn": ("轮到您", "輪到您", "Your turn"),
    "waiting": ("等待中", "等待中", "Waiting"),
    "over": ("本局结束", "本局結束", "Hand over"),
    "own": ("自己", "自己", "own"),
    "from_next": ("下家", "下家", "from right"),
    "from_opposite": ("对家", "對家", "opposite"),
    "from_before": ("上家", "上家", "from left"),
    "none_left": ("已无", "已無", "none"),
    "listen_by": ("打出即听", "打出即聽", "Listen by"),
    "cannot_listen": ("还不能听", "還不能聽", "Cannot listen"),
    "not_open": ("未开门", "未開門", "not open"),
    "one_suit": ("缺色", "缺色", "one suit only"),
    "no_terminal": ("缺幺九", "缺么九", "no terminal"),
    "no_triplet": ("无刻子", "無刻子", "no triplet"),
    "no_sequence": ("无顺子", "無順子", "no sequence"),
    "too_few_concealed": ("手把一", "手把一", "too few concealed"),
    "no_wait": ("未上听", "未上聽", "more than one tile from complete"),
    "all_losers": ("每家", "每家", "each loser"),
    "pays_for": ("代付 {names}", "代付 {names}", "pays for {names}"),
    "pays_for_others": ("代付另两家", "代付另兩家", "pays for the other two"),
    "pays_alone": ("独付", "獨付", "pays alone"),
    "closed_loser": ("门清", "門清", "Closed loser"),
    "unready_discarder": ("点黑炮", "點黑炮", "Unready discarder"),
    "unready_others": ("点黑炮·另两家", "點黑炮·另兩家", "Unready discarder: the other losers"),
    "seven_pairs": ("七对", "七對", "Seven pairs"),
    "luxury_pairs": ("豪七", "豪七", "Luxury pairs"),
    "zhan_half": ("粘减半", "粘減半", "Zhan halves seven pairs"),
    "dragon_double": ("红中翻倍", "紅中翻倍", "Red dragon doubles"),
    "dealer_double": ("庄家翻倍", "莊家翻倍", "Dealer doubles"),
    "run": ("带跑", "帶跑", "Run"),
    "discarder_pays_all": ("点炮包三家", "點炮包三家", "Discarder pays all"),
    "liability": ("包牌", "包牌", "Full liability"),
    "discarder_alone": ("点炮独付", "點炮獨付", "Discarder alone pays"),
    "nothing_paid": ("不付不收", "不付不收", "Nobody pays"),
    "balance": ("余额", "餘額", "balance"),
    "fan": ("{n}番", "{n}番", "{n} fan"),
    "comma": ("，", "，", ", "),
    "stop": ("；", "；", "; "),
    "left": ("余牌{n}张", "餘牌{n}張", "{n} tiles left"),
    "dice": ("骰子 {dice}", "骰子 {dice}", "dice {dice}"),
    "turn_of": ("轮到 {name}", "輪到 {name}", "{name} to act"),
    "open_discard": ("{name} 打出 {tile}", "{name} 打出 {tile}", "{name} has discarded {tile}"),
    "open_gang": ("{name} 加杠 {tile}", "{name} 加槓 {tile}", "{name} has added {tile} to a gang"),
    "last_discard": ("上一张：{name} 打 {tile}", "上一張：{name} 打 {tile}", "last discard: {tile} by {name}"),
    "won": ("{name} 胡 {tile}（{how}）", "{name} 胡 {tile}（{how}）", "{name} wins on {tile} ({how})"),
    "won_from": ("，{name} 点炮", "，{name} 點炮", ", discarded by {name}"),
    "bao_is": ("宝牌 {tile}", "寶牌 {tile}", "bao {tile}"),
    "bao_hidden": ("宝牌扣着", "寶牌扣著", "bao face down"),
    "old_baos": ("旧宝 {tiles}", "舊寶 {tiles}", "old baos {tiles}"),
    "streak": ("连庄{n}局", "連莊{n}局", "dealer for {n} hands"),
    "mark_dealer": ("庄家", "莊家", "dealer"),
    "is_listening": ("已报听", "已報聽", "listening"),
    "coins": ("{n}分", "{n}分", "{n} coins"),
    "concealed": ("暗牌{n}张", "暗牌{n}張", "{n} concealed"),
    "own_tiles": ("手牌 {tiles}", "手牌 {tiles}", "hand {tiles}"),
    "drawn": ("摸到 {tile}", "摸到 {tile}", "drawn {tile}"),
    "melds": ("明牌 {melds}", "明牌 {melds}", "melds {melds}"),
    "river": ("牌河 {tiles}", "牌河 {tiles}", "discards {tiles}"),
    "river_listening": ("(听)", "(聽)", "(listen)"),
    "taken_from": ("←{name}", "←{name}", " from {name}"),
    "face_down": ("扣着的暗杠", "扣著的暗槓", "face-down gang"),
    "chi": ("吃", "吃", "chi"),
    "peng": ("碰", "碰", "peng"),
    "ming_gang": ("明杠", "明槓", "gang"),
    "an_gang": ("暗杠", "暗槓", "concealed gang"),
    "jia_gang": ("加杠", "加槓", "added gang"),
    "zhan": ("粘", "粘", "zhan"),
    "waits_for": ("听 {waits}", "聽 {waits}", "waits for {waits}"),
    "may_listen": ("打 {tile} 可听 {waits}", "打 {tile} 可聽 {waits}", "discard {tile} to listen for {waits}"),
    "may_not_listen": ("还不能听：{reasons}", "還不能聽：{reasons}", "Cannot listen yet: {reasons}"),
    "asked_about": ("要不要 {tile}？", "要不要 {tile}？", "do you claim {tile}?"),
}


def say(language: Language, word: str, **facts: object) -> str:
    """Return a word or phrase in a language, with the facts filled in; an unknown word is returned as it is."""
    phrases = _WORDS.get(word)
    return phrases[_COLUMNS[language]].format(**facts) if phrases else word


_SCALES: dict[Language, tuple[tuple[int, str], ...]] = {
    "zh-CN": ((10**8, "亿"), (10**4, "万")),
    "zh-TW": ((10**8, "億"), (10**4, "萬")),
    "en": ((10**9, "B"), (10**6, "M"), (10**3, "K")),
}


def shorten_coins(coins: int, language: Language) -> str:
    """Return coins rounded towards nothing, in few signs: 12.3M, 1.2亿; what is small stays as it is."""
    sign, size = "−" if coins < 0 else "", abs(coins)
    for scale, unit in _SCALES[language]:
        if size >= scale:
            tenths = size * 10 // scale
            part = f".{tenths % 10}" if tenths < 1000 and tenths % 10 else ""
            return f"{sign}{tenths // 10:,}{part}{unit}"
    return f"{sign}{size}"


_DIGITS = "一二三四五六七八九"
_SUITS: dict[Language, tuple[str, str, str]] = {
    "zh-CN": ("万", "筒", "条"),
    "zh-TW": ("萬", "筒", "條"),
    "en": ("m", "p", "s"),
}
_DRAGON: dict[Language, str] = {"zh-CN": "红中", "zh-TW": "紅中", "en": "red dragon"}


_SHORT_DRAGON: dict[Language, str] = {**_DRAGON, "en": "red"}


def name_tile(kind: Kind, language: Language) -> str:
    """Return the name of one tile: 五筒, 5p, 红中, red dragon."""
    if kind == DRAGON:
        return _DRAGON[language]
    number = number_of(kind)
    return (str(number) if language == "en" else _DIGITS[number - 1]) + _SUITS[language][suit_of(kind)]


def name_tiles(kinds: Iterable[Kind], language: Language) -> str:
    """Return several tiles in their order, the suit once for neighbours: 一二三筒 红中, 123p red."""
    words = []
    for suit, members in groupby(kinds, key=suit_of):
        numbers = [number_of(kind) for kind in members]
        if suit == suit_of(DRAGON):
            words.extend([_SHORT_DRAGON[language]] * len(numbers))
            continue
        digits = "".join(str(n) if language == "en" else _DIGITS[n - 1] for n in numbers)
        words.append(digits + _SUITS[language][suit])
    return " ".join(words)
