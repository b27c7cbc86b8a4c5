"""Verifying the shuffle of a record (JUDGE section 2): commitments, revealed secrets, words, walls, dice and lots.

This looks at nothing but the shuffle; that the hands were played by the rules is for `engine.record_check` to say.
"""

from __future__ import annotations

import hashlib
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.errors import RuleError
from engine.record_reading import Fault, Line, Record, RecordedHand
from engine.shuffle import CHAIN_LENGTH, Deal, deal_hand, normalize_words
from engine.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.rules import Rules

CHECKS = ("seal", "words", "wall", "dealer", "dice", "break", "hands", "later_dice")
"""What `check_hand` can tell of."""


def verify_record(record: Record) -> list[Fault]:
    """Return everything about the shuffle that does not hold, by line; none if it all holds.

    Codes: `wrong_hand` (number), `wrong_commitment`, `wrong_reveal`, `bad_words`, `wrong_dealer`, `wrong_dice`,
    `wrong_break`, `wrong_wall`, `wrong_hands`.
    """
    faults = [*_check_numbers(record.hands)]
    if not faults:
        for _, hands in groupby(record.hands, key=lambda hand: (hand.start["hand"] - 1) // CHAIN_LENGTH):
            faults += _verify_chain(record, list(hands))
    return sorted(faults)


def find_deal(record: Record, hand: RecordedHand) -> Deal | None:
    """Return the deal that the revealed secret and the words give, if it is the one recorded; else None."""
    deal = deal_again(record, hand)
    return deal if deal is not None and not any(_compare_deal(hand, deal)) else None


def check_hand(record: Record, hand: RecordedHand) -> dict[str, bool]:
    """Say of everything that a hand's shuffle rests on whether it holds, in the order in which one follows the other.

    Codes: `seal` (the revealed secret leads to the commitment), `words`, `wall`, `dealer` (where lots are drawn),
    `dice`, `break`, `hands`, and `later_dice` where there were any. With words that cannot have been set, nothing
    that comes after them holds. The record's hands are numbered 1, 2, … (`verify_record` says so otherwise).
    """
    number = hand.start["hand"]
    first = (number - 1) // CHAIN_LENGTH * CHAIN_LENGTH
    published = record.hands[first].start if first else record.start
    deal = deal_again(record, hand)
    wanted = {} if deal is None else _write_deal(deal)
    holds = {
        "seal": _leads_to(hand, published["commitment"]),
        "words": not any(_check_words(hand.start)),
        "wall": hand.deal["wall"] == wanted.get("wall"),
    }
    if is_by_lot(record.rules, number):
        holds["dealer"] = deal is not None and deal.dealer == hand.start["dealer"]
    holds |= {name: hand.deal[name] == wanted.get(name) for name in ("dice", "break", "hands")}
    if any(line.type == "bao" and line["dice"] is not None for line in hand.body):
        holds["later_dice"] = deal is not None and not any(_check_later_dice(record.rules, hand, deal))
    return holds


def is_by_lot(rules: Rules, hand: int) -> bool:
    """Say whether the dealer of a hand is drawn by lot (H1, M1)."""
    return hand == 1 or rules.dealer_each_hand == "random"


def _check_numbers(hands: Sequence[RecordedHand]) -> Iterator[Fault]:
    """Yield the first hand whose number is not the next one: the number says which secret it uses."""
    for number, hand in enumerate(hands, 1):
        if hand.start["hand"] != number:
            yield Fault(hand.start.number, "wrong_hand", f"this is hand {number}, not {hand.start['hand']}")
            return


def _verify_chain(record: Record, hands: Sequence[RecordedHand]) -> list[Fault]:
    """Check the hands of one chain of secrets, against the commitment published for it."""
    faults = []
    is_first = hands[0].start["hand"] == 1
    published = record.start if is_first else hands[0].start
    commitment = published["commitment"]
    for hand in hands:
        is_new = hand.start is published
        if (hand.start["commitment"] is not None) != is_new:
            details = "a new chain begins with hands 65, 129, … and needs its commitment there, and only there"
            faults.append(Fault(hand.start.number, "wrong_commitment", details))
    holds = [_leads_to(hand, commitment) for hand in hands]
    deals = [find_deal(record, hand) for hand in hands]
    if commitment is not None and not any(holds) and all(deals):
        # The secrets explain every wall, so they are the ones used: it is the commitment that is not theirs.
        details = "no revealed secret leads to this commitment, though the walls follow from the secrets"
        return [*faults, Fault(published.number, "wrong_commitment", details)]
    for hand, does_hold, deal in zip(hands, holds, deals, strict=True):
        if not does_hold and commitment is not None:
            details = f"hashed {_steps(hand)} times this secret does not give the commitment of line {published.number}"
            faults.append(Fault(hand.end.number, "wrong_reveal", details))
        elif deal is None:
            faults += _explain_deal(record, hand)
        else:
            faults += _check_later_dice(record.rules, hand, deal)
    return faults


def _steps(hand: RecordedHand) -> int:
    number: int = hand.start["hand"]
    return (number - 1) % CHAIN_LENGTH + 1


def _leads_to(hand: RecordedHand, commitment: str | None) -> bool:
    """Say whether hashing the hand's secret as often as its place in the chain says gives the commitment."""
    value = bytes.fromhex(hand.end["reveal"])
    for _ in range(_steps(hand)):
        value = hashlib.sha256(value).digest()
    return value.hex() == commitment


def deal_again(record: Record, hand: RecordedHand) -> Deal | None:
    """Deal from the revealed secret and the words; None if the words cannot have been set."""
    if any(_check_words(hand.start)):
        return None
    by_lot = is_by_lot(record.rules, hand.start["hand"])
    secret = bytes.fromhex(hand.end["reveal"])
    return deal_hand(secret, hand.start["words"], record.rules, None if by_lot else hand.start["dealer"])


def _check_words(start: Line) -> Iterator[Fault]:
    for seat, words in enumerate(start["words"]):
        try:
            is_normal = normalize_words(words) == words
        except RuleError:
            is_normal = False
        if not is_normal:
            yield Fault(start.number, "bad_words", f"words of seat {seat} are over 100 bytes or not in NFC")


def _explain_deal(record: Record, hand: RecordedHand) -> list[Fault]:
    """Say what of a deal does not follow from secret and words: the first thing in the order in which it is drawn."""
    words = list(_check_words(hand.start))
    deal = deal_again(record, hand)
    return words[:1] if deal is None else list(_compare_deal(hand, deal))[:1]


def _write_deal(deal: Deal) -> dict[str, Any]:
    """Return a deal as its line has it, in the order in which it is drawn."""
    return {
        "wall": [tile_name(tile) for tile in deal.wall],
        "dice": [list(throw) for throw in deal.dice],
        "break": deal.break_place,
        "hands": [[tile_name(tile) for tile in tiles] for tiles in deal.hands],
    }


def _compare_deal(hand: RecordedHand, deal: Deal) -> Iterator[Fault]:
    """Yield what is not as dealt, in the order in which it is drawn."""
    expected = _write_deal(deal)
    if sorted(hand.deal["wall"]) != sorted(expected["wall"]):
        yield Fault(hand.deal.number, "wrong_wall", "there are not four tiles of each kind")
    for name, value in expected.items():
        if name == "dice" and deal.dealer != hand.start["dealer"]:
            details = f"by lot seat {deal.dealer} deals, not {hand.start['dealer']}"
            yield Fault(hand.start.number, "wrong_dealer", details)
        if hand.deal[name] != value:
            details = f"from the secret and the words follows {_first_difference(hand.deal[name], value)}"
            yield Fault(hand.deal.number, f"wrong_{name}", details)


def _first_difference(recorded: object, expected: object) -> str:
    """Say where two values differ first, going into lists."""
    if isinstance(recorded, list) and isinstance(expected, list):
        for place, (told, right) in enumerate(zip(recorded, expected, strict=False)):
            if told != right:
                return f"at place {place}: {_first_difference(told, right)}"
        return f"a list of {len(expected)}, not {len(recorded)}"
    return f"{expected}, not {recorded}"


def _check_later_dice(rules: Rules, hand: RecordedHand, deal: Deal) -> Iterator[Fault]:
    """Yield the first throw for a bao that the secret does not give (Q7, Q10)."""
    for line in hand.body:
        if line.type == "bao" and line["dice"] is not None:
            dice = list(deal.stream.throw(rules.bao_dice))
            if line["dice"] != dice:
                yield Fault(line.number, "wrong_dice", f"the secret gives {dice}, not {line['dice']}")
                return
