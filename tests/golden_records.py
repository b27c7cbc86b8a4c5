"""Golden records: one match of each preset, with people and computer players, as it must come out for ever.

`python -m tests.golden_records` writes them anew, after a change of rules or format that is meant.
"""

import gzip
from pathlib import Path

from engine.cities import find_rules, preset_names
from engine.record import write_lines
from tests.records import COMPUTER, HUMAN, Recorder

FOLDER = Path(__file__).parent / "data" / "records"
HANDS = 6
KINDS = (HUMAN, COMPUTER, HUMAN, HUMAN)
COINS = (2000, 0, 30, 500)


def play_golden(preset):
    """Play the match of a preset and return its record's text."""
    recorder = Recorder(find_rules(preset), preset, kinds=KINDS, coins=COINS, skill=0.9, unrest=0.01)
    return write_lines(recorder.play(HANDS))


def read_golden(preset):
    """Return the text of a preset's golden record as it is kept."""
    return gzip.decompress((FOLDER / f"{preset}.jsonl.gz").read_bytes()).decode("utf-8")


def main():
    """Write all golden records."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for preset in preset_names():
        packed = gzip.compress(play_golden(preset).encode("utf-8"), mtime=0)
        (FOLDER / f"{preset}.jsonl.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
