"""What the wall of a hand rests on, checked step by step in words. Pure: from a record's bytes to a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.errors import Refusal
from cogs.options import quote
from cogs.panel import Panel
from cogs.replay_words import name_player
from cogs.words import join_words, name_rules, name_tiles
from engine.record_reading import read_record
from engine.shuffle import CHAIN_LENGTH, MAX_WORDS_BYTES
from engine.tiles import parse_tile
from engine.verify import check_hand

if TYPE_CHECKING:
    from cogs.texts import Fact, Texts
    from engine.record import Json
    from engine.record_reading import Record, RecordedHand

FILE_NAME = "shuffle.jsonl"
_FIRST_TILES = 8


def build_verify_panel(data: bytes, number: int | None, texts: Texts) -> Panel:
    """Return the check of a record's hand (None: the last one), with the record as a file; Refusal `no_such_hand`."""
    record = read_record(data)
    hands = {hand.start["hand"]: hand for hand in record.hands}
    hand = record.hands[-1] if number is None else hands.get(number)
    if hand is None:
        raise Refusal("no_such_hand", hand=number or 0, hands=len(hands))
    holds = check_hand(record, hand)
    facts = _list_facts(record, hand, texts)
    title = texts.say("verify-title", rules=name_rules(texts, record.rules), hand=hand.start["hand"])
    lines = [texts.say(f"verify-{code}", met="yes" if is_right else "no", **facts) for code, is_right in holds.items()]
    verdict = texts.say("verify-holds" if all(holds.values()) else "verify-fails")
    panel = Panel().write(f"### {title}", *lines).write(verdict)
    return panel.rule().attach(FILE_NAME, data).write(f"-# {texts.say('verify-how', file=FILE_NAME)}")


def _list_facts(record: Record, hand: RecordedHand, texts: Texts) -> dict[str, Fact]:
    number = hand.start["hand"]
    first = (number - 1) // CHAIN_LENGTH * CHAIN_LENGTH
    published = record.hands[first].start if first else record.start
    players = record.list_players(hand)
    first_tiles = (parse_tile(name) for name in hand.deal["wall"][:_FIRST_TILES])
    return {
        "seal": published["commitment"],
        "secret": hand.end["reveal"],
        "times": number - first,
        "words": _say_words(hand, players, texts),
        "tiles": name_tiles(texts, first_tiles),
        "dealer": name_player(texts, players[hand.start["dealer"]]),
        "dice": join_words(texts, ("+".join(map(str, throw)) for throw in hand.deal["dice"])),
        "place": hand.deal["break"],
        "later": join_words(texts, _list_later_dice(hand)),
    }


def _say_words(hand: RecordedHand, players: list[Json], texts: Texts) -> str:
    said = [
        texts.say("verify-word", name=name_player(texts, player), words=f"`{quote(words, MAX_WORDS_BYTES)}`")
        for player, words in zip(players, hand.start["words"], strict=True)
        if words
    ]
    return join_words(texts, said) or texts.say("verify-no-words")


def _list_later_dice(hand: RecordedHand) -> list[str]:
    throws = [line["dice"] for line in hand.body if line.type == "bao" and line["dice"] is not None]
    return ["+".join(map(str, throw)) for throw in throws]
