"""A table that plays matches with people and computer players and keeps a record, for tests: no clock, all from a seed.

It does what a host may do: windows that close at once or after a pause, clocks that run out, autoplay, people who leave
and come back, penalties, new players, void hands, words, runs, new chains of secrets.
"""

from __future__ import annotations

import json
from random import Random

from engine import record
from engine.actions import Discard, Pass, Resolve, SayListen, Win
from engine.analysis import distance
from engine.hand import Hand
from engine.match import Standing
from engine.outcome import HandSetup
from engine.payments import find_stake, leave_penalty, settle
from engine.record import Commission, RecordPlayer
from engine.shuffle import CHAIN_LENGTH, Chain, deal_hand
from engine.window import is_listen_claim

WORDS = ("", "good luck", "好运", "é🀄")
HUMAN, COMPUTER = "human", "computer"


class Recorder:
    """Plays one match and collects its lines. `skill`: how often a discard is chosen to come nearer to listening."""

    def __init__(self, rules, seed, *, kinds=(COMPUTER,) * 4, coins=(0, 0, 0, 0), skill=0.0, unrest=0.0):
        self.rules, self.rng, self.skill, self.unrest = rules, Random(seed), skill, unrest
        self.kinds = list(kinds)
        self.coins = list(coins)
        self.has_coins = any(coins)
        self.chain = Chain(self.rng.randbytes(32))
        self.standing = Standing.first()
        self.absent, self.autoplay = set(), {}
        players = [RecordPlayer(f"{kind} {seat}", kind) for seat, kind in enumerate(kinds)]
        commission = Commission("test 1", "2026-08-01T12:00:00Z", "table 1")
        self.lines = [record.start_match(commission, rules, players, coins, self.chain.commitment)]

    def play(self, hands, *, void_last=False):
        """Play so many hands and end the match; returns all lines."""
        for number in range(1, hands + 1):
            is_last = number == hands
            self.play_hand(is_last=is_last, is_void=void_last and is_last)
        self.lines.append(record.end_match(self.coins, "ended" if void_last else "finished"))
        return self.lines

    # ---- a hand

    def own_coins(self):
        return [
            coins if kind == HUMAN and self.has_coins else None
            for coins, kind in zip(self.coins, self.kinds, strict=True)
        ]

    def play_hand(self, *, is_last, is_void):
        rng, rules, number = self.rng, self.rules, self.standing.hand
        commitment = None
        if number > 1 and number % CHAIN_LENGTH == 1:
            self.chain = Chain(rng.randbytes(32))
            commitment = self.chain.commitment
        secret = self.chain.secret((number - 1) % CHAIN_LENGTH + 1)
        words = [rng.choice(WORDS) if kind == HUMAN else "" for kind in self.kinds]
        stake = find_stake(rules, self.own_coins())
        if COMPUTER in self.kinds:
            stake = 1
        runs = tuple(rng.choice((1, 2, 5)) for _ in range(4)) if rules.run else None
        deal = deal_hand(secret, words, rules, self.standing.dealer)
        self.lines.append(
            record.start_hand(
                hand=number,
                dealer=deal.dealer,
                draws_in_a_row=self.standing.draws_in_a_row,
                liable_dealer=self.standing.is_liable_dealer,
                stake=stake,
                coins=self.coins,
                words=words,
                runs=runs,
                commitment=commitment,
            )
        )
        setup = HandSetup(number, stake, self.standing.draws_in_a_row, self.standing.is_liable_dealer, runs)
        hand = Hand(rules, deal, setup)
        self.note(hand.events, stake)
        steps = rng.randrange(60) if is_void else None
        while hand.result is None and steps != 0:
            self.stir()
            self.step(hand)
            steps = None if steps is None else steps - 1
        if is_void:
            self.lines += [record.void("ended"), record.end_hand((0,) * 4, self.coins, None, secret)]
        else:
            self.settle(hand, stake, secret, is_last=is_last)

    def note(self, events, stake):
        self.lines += [record.event_line(event, stake) for event in events]

    def apply(self, hand, action, auto=None):
        self.note(hand.apply(action, auto), hand.setup.stake)

    def step(self, hand):
        """Let somebody who owes an answer give it, or close the window."""
        rng = self.rng
        if hand.can_resolve and (not hand.pending or rng.random() < 0.7):
            self.apply(hand, Resolve())
            return
        callers = hand.bao_callers
        if callers and rng.random() < 0.5:
            self.apply(hand, hand.legal_actions(callers[0])[-1])
            return
        seat = rng.choice(list(hand.pending))
        if seat in self.autoplay and not hand.is_dealt_out:
            self.apply(hand, hand.default_action(seat), "autoplay")
        elif self.kinds[seat] == HUMAN and rng.random() < self.unrest and not hand.is_dealt_out:
            self.apply(hand, hand.default_action(seat), "clock")
        else:
            self.apply(hand, self.choose(hand, seat))

    def choose(self, hand, seat):
        rng, legal = self.rng, hand.legal_actions(seat)
        strong = [
            action
            for action in legal
            if isinstance(action, (Win, SayListen)) or is_listen_claim(action) or getattr(action, "listen", False)
        ]
        if strong and rng.random() < 0.8:
            return rng.choice(strong)
        discards = [action for action in legal if isinstance(action, Discard) and not action.listen]
        if len(discards) > 1 and rng.random() < self.skill:
            return min(discards, key=lambda action: self.outlook(hand, action))
        passes = [action for action in legal if isinstance(action, Pass)]
        return passes[0] if passes and rng.random() < 0.4 else rng.choice(legal)

    def outlook(self, hand, action):
        own = hand.seats[action.seat]
        counts = own.counts.copy()
        counts[action.tile] -= 1
        return distance(counts, own.melds, self.rules), action.tile

    # ---- people

    def stir(self):
        """Now and then somebody leaves, comes back, or turns autoplay on or off."""
        rng = self.rng
        if rng.random() >= self.unrest:
            return
        seat = rng.randrange(4)
        if self.kinds[seat] != HUMAN:
            return
        if seat in self.absent:
            self.absent.discard(seat)
            self.lines += [record.come_back(seat), record.autoplay(seat, on=False, why=self.autoplay.pop(seat))]
        elif seat in self.autoplay:
            self.lines.append(record.autoplay(seat, on=False, why=self.autoplay.pop(seat)))
        elif rng.random() < 0.5:
            self.absent.add(seat)
            self.autoplay[seat] = "left"
            self.lines += [record.leave(seat), record.autoplay(seat, on=True, why="left")]
        else:
            self.autoplay[seat] = rng.choice(("chosen", "clock"))
            self.lines.append(record.autoplay(seat, on=True, why=self.autoplay[seat]))

    def settle(self, hand, stake, secret, *, is_last):
        limits = self.own_coins()
        owed = hand.result.score.deltas(stake) if hand.result.score else (0,) * 4
        total = settle(owed, limits, allow_debt=self.rules.allow_debt).paid
        for seat in sorted(self.absent):
            left = [None if own is None else own + gained for own, gained in zip(limits, total, strict=True)]
            deltas = leave_penalty(self.rules, seat, stake, left)
            if any(deltas):
                self.lines.append(record.penalty(seat, deltas))
                total = tuple(map(sum, zip(total, deltas, strict=True)))
        self.coins = [own + gained for own, gained in zip(self.coins, total, strict=True)]
        self.standing = self.standing.after(self.rules, hand.deal.dealer, hand.result)
        self.lines.append(record.end_hand(total, self.coins, None if is_last else self.standing.dealer, secret))
        if not is_last:
            self.fill_seats()

    def fill_seats(self):
        """Whoever left, or has no coins left, makes room."""
        for seat in range(4):
            if seat in self.absent or (self.has_coins and self.kinds[seat] == HUMAN and self.coins[seat] <= 0):
                self.absent.discard(seat)
                self.autoplay.pop(seat, None)
                self.kinds[seat] = self.rng.choice((HUMAN, COMPUTER))
                self.coins[seat] = 50 if self.kinds[seat] == HUMAN and self.has_coins else 0
                player = RecordPlayer(f"new {self.kinds[seat]}", self.kinds[seat])
                self.lines.append(record.sit(seat, player))


def parse_lines(text):
    """Read JSON Lines without any check."""
    return [json.loads(line) for line in text.splitlines()]
