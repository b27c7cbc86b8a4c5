"""`bot.py` as it is, at a local Discord that never loses patience: `python -m tests.patient_bot`, arguments as there.

Its clock stands still, so no interaction fails because a machine is busy; its limits are as much quicker as the bot is
meant to be; and all that passes is held against Discord's specification: what does not fit it is told on standard
error, with status 1.
"""

import sys

import pytest

import bot
import sandbox
from tests.conformity import watch

SPEED = 50.0
"""So much quicker than Discord's are the limits."""


def main(arguments):
    """Do what `bot.py` does with these arguments, and return its status."""
    real = sandbox.LocalDiscord

    def make_patient(*args, **options):
        server = real(*args, **options, clock=sandbox.ManualClock(), validator=conformity)
        server.limits.speed = SPEED
        return server

    with watch() as conformity:
        sandbox.LocalDiscord = make_patient
        return bot.main(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except pytest.fail.Exception as failure:
        sys.exit(str(failure))
