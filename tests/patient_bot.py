"""`bot.py` as it is, at a local Discord that never loses patience: `python -m tests.patient_bot`, arguments as there.

Its clock stands still, so no interaction fails because a machine is busy; and all that passes is held against Discord's
specification: what does not fit is told on standard error, with status 1.
"""

import sys
from functools import partial

import pytest

import bot
import sandbox
from tests.conformity import watch

if __name__ == "__main__":
    try:
        with watch() as conformity:
            sandbox.LocalDiscord = partial(sandbox.LocalDiscord, clock=sandbox.ManualClock(), validator=conformity)
            status = bot.main(sys.argv[1:])
    except pytest.fail.Exception as failure:
        sys.exit(str(failure))
    sys.exit(status)
