"""The page of all rule options (docs/options.md), made from the rules; a test holds it up to date."""

from __future__ import annotations

from engine.cities import find_rules, preset_names
from engine.rules import CLAUSES, DOMAINS, OptionValue

MEANINGS: dict[str, str] = {
    "must_open": "A hand has to be open to listen.",
    "min_suits": "How many of the suits m, p, s the completed hand needs.",
    "terminal_at": "When the hand needs a 1, a 9 or `7z`: when it listens, or the winning tile may bring it.",
    "need_triplet": "Listening needs a triplet or gang.",
    "dragon_for_triplet": "What stands for the triplet: a pair of `7z`, a single `7z`, or nothing.",
    "two_pair_wait": "A triplet that the winning tile completes from a two-pair wait counts as the triplet.",
    "sequence_at": "When the hand needs a sequence: when it wins, when it listens, or never.",
    "min_concealed": "How many concealed tiles a listening hand keeps; with 4 nobody makes a fourth meld.",
    "seven_pairs": "Seven pairs is a winning hand, and zhan is offered.",
    "gang_after_listening": "A listening hand may gang if its waits stay the same, or never.",
    "swap_call": "After chi or peng the same tile, or the one at the sequence's other end, may be discarded.",
    "win_over_listen_claim": "A win on a discard ranks above chi-listen, peng-listen and zhan.",
    "first_taker": "Who takes the first tiles: the seat that the dice point at, or the dealer.",
    "deal_dice": "How many dice a throw for the deal has.",
    "bao_from": "Where the bao lies: end of the wall, first tile after the deal, or thrown for at the first listening.",
    "bao_dice": "How many dice are thrown for the bao.",
    "bao_change": "The bao changes by itself, or when a listening player calls it.",
    "mobao_any": "Drawing the bao's kind wins whatever the hand waits for.",
    "instant_bao": "Tongbao: a bao that the hand waits for wins by lying there.",
    "dragon_bao": "A bao of `7z` wins by lying there.",
    "dragon_draw": "A listening player who draws a `7z` may win as with mobao.",
    "big_wind": "Off; a bao with the number of a wait wins; or the fourth tile of an own triplet wins when drawn.",
    "gang_tile": "Where the tile after a gang comes from.",
    "rob_gang": "A jia gang can be robbed: paid as a self-draw, as a discard, or not at all.",
    "last_tiles": "How many last tiles can only be won on by who draws them; 0: no such rule.",
    "last_tiles_dealt": "The last tiles are dealt out, and what does not win is discarded by itself.",
    "dead_wall": "How many tiles at the wall's end are never drawn, the bao among them; 0: the bao alone.",
    "next_dealer": "Who deals when the dealer has not won: the winner, or the next seat.",
    "dealer_each_hand": "The deal goes on from hand to hand, or is drawn by lot for each.",
    "draw_liability": "After so many draw games in a row the dealer pays for all; 0: never.",
    "fan_discard": "Fan of a win on a discard.",
    "fan_self_draw": "Fan of a self-draw.",
    "fan_mobao": "Fan of a bao win.",
    "fan_baozhongbao": "Fan of a bao win whose bao is the kadang wait.",
    "kadang_factor": "What kadang multiplies by.",
    "kadang_needs_single_wait": "Kadang counts only if the hand waits for one tile.",
    "kadang_edges": "A 3 for 1-2 and a 7 for 8-9 are kadang, too.",
    "kadang_single": "A wait for the pair's second tile is kadang, too.",
    "gang_draw_factor": "What a win on the tile after an own gang multiplies by.",
    "seven_pairs_factor": "What seven pairs multiply by.",
    "luxury_factor": "What four equal tiles in seven pairs multiply by.",
    "luxury_pairs": "Four equal tiles in seven pairs are worth more.",
    "zhan_half": "After a zhan the factor of seven pairs is halved.",
    "dragon_double": "A `7z` in the completed hand doubles.",
    "run": "Before a hand each player picks 1, 2 or 5; shares are multiplied by the winner's and the loser's number.",
    "dealer_double": "A share is doubled if its loser or the winner deals.",
    "closed_loser": "What a loser pays who never opened: 3, 3 more, double, or no more than others.",
    "closed_loser_on_bao": "A closed loser pays more for bao wins, too.",
    "discard_payment": "Who pays for a listening player's discard: all three, or the discarder alone.",
    "unready_discarder": "What a discarder who does not listen pays: 3, 3 more, double, or no more than others.",
    "unready_others_factor": "What the other two losers' shares are multiplied by after such a discard.",
    "unready_others_paid_by": "Who pays those shares: the discarder, or the two themselves.",
    "stake": "Coins a fan, or a hundredth of the poorest player's coins, rounded down to 1, 2, 5, 10, 20, 50, …",
    "allow_debt": "A loser pays in full even without the coins.",
    "leave_penalty": "What leaving a game in progress costs: three stakes, nothing, or a number of coins.",
    "autoplay_wins": "Clock and autoplay take a win for whom they play.",
    "timeouts_to_autoplay": "How many discards in a row the clock makes before autoplay takes over.",
}
"""What each option decides, in the order of RULES section 8."""

_CITIES = ("harbin", "mudanjiang", "qiqihar")

_HEAD = """# Rule options

Made from the rules by `engine.options_page`; docs/rules.md has the clauses. Every option can be set in every city,
but for these combinations: `bao_change` `call` needs `bao_from` `dice` and the reverse; `last_tiles_dealt` needs
`last_tiles` 4.

| option | decides | values | Harbin | Mudanjiang | Qiqihar | clause |
|---|---|---|---|---|---|---|
"""


def write_options_page() -> str:
    """Return the page as Markdown: every option with its values and the cities' defaults, then the presets."""
    cities = [find_rules(city).options for city in _CITIES]
    rows = [
        f"| `{name}` | {MEANINGS[name]} | {DOMAINS[name]} | "
        f"{' | '.join(_write(options[name]) for options in cities)} | {CLAUSES[name]} |\n"
        for name in DOMAINS
    ]
    return _HEAD + "".join(rows) + "\n# Presets\n\n" + "".join(map(_describe_preset, preset_names()))


def _describe_preset(name: str) -> str:
    rules = find_rules(name)
    city = find_rules(rules.city).options
    changed = [f"`{option}` {_write(value)}" for option, value in rules.options.items() if city[option] != value]
    return f"- `{name}`" + (f": `{rules.city}` with {', '.join(changed)}\n" if changed else "\n")


def _write(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
