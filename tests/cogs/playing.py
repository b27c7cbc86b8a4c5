"""Playing by clicking: from what a seat wants to the buttons that do it, and what people may have seen by then."""

import random
import re
from functools import cache

from cogs.choices import list_hand, list_ways
from cogs.presses import Act, read_press
from engine.actions import Discard, Pass, Resolve, Win
from engine.cities import find_rules
from engine.expert import choose_expert
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.shuffle import Chain, deal_hand
from engine.tiles import parse_tiles
from tests.cogs.conftest import CHANNEL

RULES = find_rules("harbin")
PAUSE = 5.0
NOBODY = ("", "", "", "")


def choose(view, rules=RULES):
    """What the computer player would do, the same each time."""
    return choose_expert(view, rules, random.Random(0))


@cache
def find_short_seed(is_wanted=lambda hand: hand.result.kind == "win", most=30):
    """The first seed whose first hand, played by `choose`, ends soon and as wanted."""
    for seed in range(1, 500):
        chain = Chain(random.Random(seed).randbytes(32))
        hand = Hand(RULES, deal_hand(chain.secret(1), NOBODY, RULES, None), HandSetup(hand=1, stake=1))
        decisions = 0
        while hand.phase != "over" and decisions <= most:
            if hand.phase == "claims" and hand.can_resolve:
                hand.apply(Resolve())
                continue
            seat = min(hand.pending)
            hand.apply(choose(hand.view(seat)))
            decisions += 1
        if hand.phase == "over" and is_wanted(hand):
            return seed
    raise AssertionError("no such seed")


def panel_of(person):
    """The newest own-hand panel that the person sees."""
    panels = [reply for reply in person.messages(CHANNEL) if reply.is_ephemeral and is_hand_panel(reply)]
    return panels[-1]


def is_hand_panel(reply):
    """Whether a message is an own-hand panel: it can be refreshed, or asks something and can be taken back."""
    return find_button(reply, Act.REFRESH) is not None or find_button(reply, Act.BACK) is not None


def find_button(reply, act, place=None):
    """The button that does this, or None."""
    for button in reply.buttons:
        press = read_press(button.custom_id or "")
        if press is not None and press.act is act and press.place == place:
            return button
    return None


def buttons_for(view, action):
    """The presses, one after the other, that come to an action: acts with their places."""
    own = view.own
    if isinstance(action, Discard):
        place = list_hand(own).index(action.tile)
        discard = Act.LISTEN_DISCARD if action.listen else Act.DISCARD
        return [(Act.LISTEN, None), (discard, place)] if action.listen else [(discard, place)]
    if isinstance(action, Pass):
        has_win = any(isinstance(item, Win) for item in own.actions)
        return [(Act.PASS, None), (Act.SURE_PASS, None)] if has_win else [(Act.PASS, None)]
    for prompt in (Act.CHI, Act.PENG, Act.GANG, Act.LISTEN, Act.WIN, Act.CALL_BAO):
        ways = list_ways(own, prompt)
        if action in ways:
            return [(prompt, None), (prompt, ways.index(action))] if len(ways) > 1 else [(prompt, None)]
    raise AssertionError(action)


async def press(person, act, place=None, reply=None):
    """Press a button of the person's panel and return the panel as it is then."""
    reply = reply or panel_of(person)
    button = find_button(reply.refresh(), act, place)
    assert button is not None, (act, place, reply.labels)
    assert not button.disabled, (act, place)
    return await person.click(reply, custom_id=button.custom_id)


async def act(person, view, action):
    """Carry an action out by clicking, from whatever the panel is asking now."""
    back = find_button(panel_of(person).refresh(), Act.BACK)
    if back is not None:
        await person.click(panel_of(person), custom_id=back.custom_id)
    for button, place in buttons_for(view, action):
        await press(person, button, place)


def public_updates(house):
    """How many public messages or changes of them there have been."""
    return len(
        [event for event in house.people[0].events if event.message is not None and not event.message.is_ephemeral]
    )


async def play_step(house, pick=choose):
    """Let everybody who owes an answer give it by clicking; if nobody does, the pause after a discard goes by.

    Answers to a discard are private: however many are given, nothing public changes until the pause is over (P3).
    """
    before, is_claims = public_updates(house), house.shot(house.people[0]).view.phase == "claims"
    shots = [(person, house.shot(person)) for person in house.people]
    owing = [(person, shot) for person, shot in shots if shot.decision is not None]
    for person, shot in owing:
        if house.shot(person).decision == shot.decision:
            await act(person, shot.view, pick(shot.view))
    await house.settle()
    if is_claims:
        assert public_updates(house) == before, "an answer showed in public"
    if not owing:
        await house.advance(PAUSE)


def person_at(house, seat):
    """Who sits there."""
    return next(person for person in house.people if house.seat_of(person) == seat)


async def do(house, *actions):
    """Let the people whose seats act do so by clicking, one after the other."""
    for action in actions:
        person = person_at(house, action.seat)
        await act(person, house.shot(person).view, action)
        await house.settle()


async def let_pass(house):
    """Let everybody who may still claim pass by clicking, and the pause go by."""
    for person in house.people:
        shot = house.shot(person)
        if shot.view.phase == "claims" and shot.decision is not None:
            await do(house, Pass(shot.viewer_seat))
    await house.advance(PAUSE)


async def to_own_turn(house, person=None):
    """Play until it is a person's turn to discard; returns what they see."""
    person = person or house.people[0]
    for _ in range(40):
        shot = house.shot(person)
        if shot.decision is not None and shot.view.phase == "turn":
            return shot
        if shot.decision is not None:
            await act(person, shot.view, choose(shot.view))
        await house.settle()
    raise AssertionError("no own turn")


async def play_to_end(house, pick=choose, steps=200, after=lambda: None):
    """Play a hand to its end."""
    for _ in range(steps):
        if house.table.state != "playing":
            return
        await play_step(house, pick)
        after()
    raise AssertionError("the hand does not end")


# What tiles a text names


_WORDS = {"Wan": "m", "Dot": "p", "Bam": "s", "万": "m", "筒": "p", "条": "s", "萬": "m", "條": "s"}
_DIGITS = {sign: str(number) for number, sign in enumerate("一二三四五六七八九", start=1)}


def named_kinds(text):
    """Every kind of tile that a text names, in any of the three languages and both ways of writing."""
    kinds = set()
    for number, word in re.findall(r"(\d) ?(Wan|Dot|Bam|万|筒|条|萬|條)", text):
        kinds |= set(parse_tiles(number + _WORDS[word]))
    for digits, word in re.findall(r"([一二三四五六七八九]+)([万筒条萬條])", text):
        kinds |= set(parse_tiles("".join(_DIGITS[digit] for digit in digits) + _WORDS[word]))
    for digits, suit in re.findall(r"\b([1-9]+)([mps])\b", text):
        kinds |= set(parse_tiles(digits + suit))
    if re.search(r"\bRed\b|red dragon|红中|紅中|\b7+z\b", text):
        kinds |= set(parse_tiles("7z"))
    return kinds


def public_kinds(view):
    """Every kind that lies open on the table."""
    kinds = set(view.old_baos)
    if view.last_discard is not None:
        kinds.add(view.last_discard[1])
    for seat in view.seats:
        kinds |= {tile.tile for tile in seat.river}
        for meld in seat.melds:
            kinds |= set(getattr(meld, "tiles", ()))
    return kinds


def own_kinds(view):
    """Every kind that a seat knows beyond the table: its hand, its gangs, its waits, the bao if it may look."""
    own = view.own
    kinds = set(list_hand(own)) | {wait.tile for wait in own.waits}
    kinds |= {tile for meld in view.seats[view.viewer].melds for tile in meld.tiles}
    for tile, waits in own.listen_discards:
        kinds |= {tile, *(wait.tile for wait in waits)}
    return kinds if own.bao is None else kinds | {own.bao}


class Watch:
    """Holds all that people were shown against what they may know: called after each step of a hand."""

    def __init__(self, house):
        self.house = house
        self.seen = {person.id: len(person.events) for person in house.people}
        self.before = self.known()
        self.checked = 0

    def known(self):
        table = self.house.table
        spectator = table.snapshot(None).view
        own = {}
        for person in self.house.people:
            view = table.snapshot(int(person.id)).view
            own[person.id] = public_kinds(spectator) | own_kinds(view)
        return public_kinds(spectator), own

    def __call__(self):
        if not len(self.house.tables) or self.house.table.state != "playing":
            return
        public, own = self.known()
        public_before, own_before = self.before
        for person in self.house.people:
            for event in person.events[self.seen[person.id] :]:
                if event.message is None:
                    continue
                reply = event.message
                said = named_kinds("\n".join([reply.text, *reply.labels]))
                allowed = public | public_before
                if reply.is_ephemeral:
                    allowed = allowed | own[person.id] | own_before[person.id]
                assert said <= allowed, (person.user.username, reply.text, said - allowed)
                for button in reply.buttons:
                    read = read_press(button.custom_id)
                    assert read is not None
                    assert read.place is None or read.place < 14
                self.checked += 1
            self.seen[person.id] = len(person.events)
        self.before = public, own
