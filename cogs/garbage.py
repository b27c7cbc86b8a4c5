"""Python's garbage collector, set for a program whose answers people wait for.

Left alone it looks through all there is, tables of the engine and tables that are played, every few seconds, and
nothing else runs meanwhile: a fifth of the time of a bot with dozens of tables, in pauses of a tenth of a second.
"""

from __future__ import annotations

import gc

THRESHOLDS = 10_000, 20, 50
"""New objects before the young are looked through, and how often that is before the older ones are, and all of them."""


def spare_pauses() -> None:
    """Leave alone for good what is there by now, and look through what comes less often than Python would."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
